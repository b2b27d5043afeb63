//! What one run over a module leaves for the next: `fmerge` looks for similar functions several times.
//!
//! Consumes: bodies, pairs that did not pay, and what merges may still cost the functions they made. Produces: the
//! same, asked for by what functions contain, since each run has ids of its own.
//! Guarantees: what a run learns is known from the next run on, so that the order of a run does not decide what it
//! knows. A function that changed is unknown. Numbers of merge keys belong to a run, so contents are compared without
//! them: functions that differ only in a predicate or in flags count as the same here. That may cost a merge, and
//! changes nothing else.

use std::hash::Hash;

use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::explore::Body;
use crate::fingerprint::OPCODE_SHIFT;
use crate::ir::{EncodedFunction, Tables, TypeId, Value};
use crate::speed::Spare;
use crate::stack::FrameLimit;

/// What is known of a module from earlier runs; at first, nothing.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Pairs that did not pay.
    refused: FxHashSet<PairOfDigests>,
    /// Those of this run.
    fresh: Vec<PairOfDigests>,
    /// Functions that have looked for partners.
    settled: FxHashSet<u128>,
    /// Of merged functions by name: what the originals behind them allow.
    allowed: FxHashMap<String, (Spare, FrameLimit)>,
}

impl Session {
    /// What this run has learned is known to the next.
    pub(super) fn end_run(&mut self) {
        self.refused.extend(self.fresh.drain(..));
    }

    /// A function remains as it is at the end of a run.
    pub(super) fn settle(&mut self, body: &Body) {
        self.settled.insert(body.digest);
    }

    /// Whether a function looked for partners in an earlier run. It needs not look again: what has changed since looks
    /// itself.
    pub(super) fn is_settled(&self, body: &Body) -> bool {
        self.settled.contains(&body.digest)
    }

    /// Whether an earlier run found that these two do not pay.
    pub(super) fn refused(&self, bodies: [&Body; 2]) -> bool {
        !self.refused.is_empty() && self.refused.contains(&pair(bodies))
    }

    /// These two do not pay.
    pub(super) fn refuse(&mut self, bodies: [&Body; 2]) {
        self.fresh.push(pair(bodies));
    }

    /// What the originals behind a function allow, if it was merged in an earlier run.
    pub(super) fn allowed(&self, name: &str) -> Option<(Spare, FrameLimit)> {
        self.allowed.get(name).copied()
    }

    /// What the originals behind a merged function allow.
    pub(super) fn allow(&mut self, name: &str, spare: Spare, limit: FrameLimit) {
        self.allowed.insert(name.into(), (spare, limit));
    }
}

/// A pair by its contents, the lesser digest first.
type PairOfDigests = [u128; 2];

fn pair(bodies: [&Body; 2]) -> PairOfDigests {
    let mut digests = bodies.map(|body| body.digest);
    digests.sort_unstable();
    digests
}

/// Digests of the types and constants of a module by id, which all runs agree on.
#[derive(Default)]
pub(super) struct Names {
    types: Vec<u64>,
    consts: Vec<u64>,
}

impl Names {
    /// Adds what has come into the tables.
    pub(super) fn extend(&mut self, tables: &Tables) {
        let types = tables.types.values().skip(self.types.len());
        self.types.extend(types.map(|ty| xxh3_64(ty.name.as_bytes())));
        let consts = tables.consts.values().skip(self.consts.len());
        let types = &self.types;
        self.consts.extend(
            consts.map(|one| xxh3_64(one.name.as_bytes()).wrapping_add(types[one.ty.index()])),
        );
    }

    /// The digest of all of a function that decides what a merge gains, but for its name and its merge keys.
    pub(super) fn digest(&self, function: &EncodedFunction, spare: Spare) -> u128 {
        let mut hash = Xxh3::new();
        let EncodedFunction { uses, recursion, limit, frame, runs, markers, .. } = function;
        (spare, uses, recursion, limit, frame, runs, markers).hash(&mut hash);
        self.ty(function.ret).hash(&mut hash);
        for param in function.params.values() {
            (self.ty(param.ty), param.abi.pinned).hash(&mut hash);
        }
        for block in function.blocks.values() {
            (block.frequency, block.insts.len()).hash(&mut hash);
        }
        for inst in function.insts.values() {
            let opcode = inst.code >> OPCODE_SHIFT;
            (inst.kind, opcode, inst.cost, inst.bytes, inst.call).hash(&mut hash);
            self.ty(inst.ty).hash(&mut hash);
            for operand in &inst.operands {
                operand.mode.hash(&mut hash);
                match operand.value {
                    Value::Const(id) => self.consts[id.index()].hash(&mut hash),
                    value => value.hash(&mut hash),
                }
            }
        }
        hash.digest128()
    }

    fn ty(&self, ty: TypeId) -> u64 {
        self.types[ty.index()]
    }
}
