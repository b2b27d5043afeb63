//! What one run over a module leaves for the next: `fmerge` looks for similar functions several times, and builds are
//! repeated.
//!
//! Consumes: bodies, what came of pairs, and what merges may still cost the functions that they made. Produces: the
//! same. Bodies and pairs are asked for by their content, since each run has ids of its own.
//! Guarantees: a function that has changed is unknown. Which functions have looked for partners, and which pairs were
//! weighed and do not pay, is known from the next run on, so that the order of a run does not decide what it knows.
//! Functions that have looked are known by a digest. Merge keys are part of it, which are nearly always the same in each run; where
//! they are not, a function looks again.

use std::hash::Hash;

use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::bodies::{Bodies, Body};
use crate::cache::{PairCache, PairId, Worth};
use crate::ir::{EncodedFunction, FuncId, Tables, TypeId, Value};
use crate::policy::Spare;
use crate::reject::Reject;
use crate::stack::FrameLimit;

/// What is known of a module from earlier runs; at first, nothing.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// What came of pairs; none if no further run or build will ask.
    pairs: Option<PairCache>,
    /// Whether further runs follow in this session.
    repeats: bool,
    /// Pairs that were weighed and did not pay.
    given_up: FxHashSet<PairId>,
    /// Pairs that were weighed in this run and did not pay.
    fresh: Vec<PairId>,
    /// The digests of functions that have looked for partners.
    settled: FxHashSet<u128>,
    /// What the originals behind a merged function allow, by its name.
    allowed: FxHashMap<String, (Spare, FrameLimit)>,
}

impl Session {
    /// A session of so many runs. With a `cache`, later builds know of its pairs, too.
    pub fn new(runs: u32, cache: Option<PairCache>) -> Session {
        let repeats = runs > 1;
        let pairs = cache.or_else(|| repeats.then(PairCache::default));
        Session { pairs, repeats, ..Session::default() }
    }

    /// Ends the session, and saves what came of pairs.
    pub fn end(self) {
        if let Some(pairs) = self.pairs {
            pairs.save();
        }
    }

    /// Ends a run. What it has learned is known to the next one.
    pub(super) fn end_run(&mut self) {
        self.given_up.extend(self.fresh.drain(..));
    }

    /// Notes the functions that remain at the end of a run.
    pub(super) fn settle<'b>(&mut self, bodies: impl Iterator<Item = &'b Body>, tables: &Tables) {
        if self.repeats {
            let names = ModuleDigests::of(tables);
            self.settled.extend(bodies.map(|body| names.digest(&body.encoded, body.spare)));
        }
    }

    /// The functions that have not looked for partners in an earlier run. The others need not look again: a function
    /// that has changed since looks itself, and finds them.
    pub(super) fn unsettled(&self, bodies: &Bodies, tables: &Tables) -> Vec<FuncId> {
        if self.settled.is_empty() {
            return bodies.ids();
        }
        let names = ModuleDigests::of(tables);
        let settled = |body: &Body| self.settled.contains(&names.digest(&body.encoded, body.spare));
        bodies.iter().filter(|(_, body)| !settled(body)).map(|(id, _)| id).collect()
    }

    /// Whether pairs are known by ids.
    pub(super) fn knows_pairs(&self) -> bool {
        self.pairs.is_some()
    }

    /// What came of a pair in an earlier run or build.
    pub(super) fn worth(&self, pair: PairId) -> Option<Worth> {
        if self.given_up.contains(&pair) {
            return Some(Err(Reject::Unprofitable.into()));
        }
        self.pairs.as_ref()?.get(pair)
    }

    /// Notes what came of a pair. A pair that was given up is left out: the estimate did not find that, and it is no
    /// other build's business.
    pub(super) fn note(&mut self, pair: PairId, worth: Worth) {
        if let Some(pairs) = &mut self.pairs
            && !self.given_up.contains(&pair)
        {
            pairs.note(pair, worth);
        }
    }

    /// Notes that a pair does not pay, because the host has refused it.
    pub(super) fn give_up(&mut self, pair: PairId) {
        self.fresh.push(pair);
    }

    /// What the originals behind a function allow, if it was merged in an earlier run.
    pub(super) fn allowed(&self, name: &str) -> Option<(Spare, FrameLimit)> {
        self.allowed.get(name).copied()
    }

    /// Notes what the originals behind a merged function allow.
    pub(super) fn allow(&mut self, name: &str, spare: Spare, limit: FrameLimit) {
        self.allowed.insert(name.into(), (spare, limit));
    }
}

/// Digests of the types and constants of a module, by id. All runs agree on them.
struct ModuleDigests {
    types: Vec<u64>,
    consts: Vec<u64>,
}

impl ModuleDigests {
    fn of(tables: &Tables) -> ModuleDigests {
        let digest = |name: &str| xxh3_64(name.as_bytes());
        let types: Vec<u64> = tables.types.values().map(|ty| digest(&ty.name)).collect();
        let consts = tables.consts.values();
        let consts = consts.map(|one| digest(&one.name).wrapping_add(types[one.ty.index()]));
        ModuleDigests { consts: consts.collect(), types }
    }

    /// The digest of what mostly decides what merges of a function gain. Its name is left out.
    fn digest(&self, function: &EncodedFunction, spare: Spare) -> u128 {
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
            (inst.kind, inst.key, inst.cost, inst.bytes, inst.call).hash(&mut hash);
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
