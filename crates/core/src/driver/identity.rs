//! Functions by all that decides how they merge, whatever their module calls it.
//!
//! Consumes: encoded functions, with what merges may still add to them. Produces: an [`Identity`] for each, and from
//! two of them a [`PairId`]. Guarantees: two pairs have one id only if their functions are equal up to a renaming of
//! types, constants, merge keys and sets of attributes, the same renaming for both functions of a pair. Attempts look
//! at no more, so that what came of one pair holds for the other.
//!
//! ```text
//! module 1:  a: i0 = t3 k17 [c4]      b: i0 = t3 k17 [c9]
//! module 2:  a: i0 = t5 k12 [c1]      b: i0 = t5 k12 [c0]     the same pair
//! module 3:  a: i0 = t5 k12 [c1]      b: i0 = t5 k12 [c1]     another one
//! ```

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::Xxh3;

use crate::cache::PairId;
use crate::ir::{ConstId, EncodedFunction, Tables, TypeId, Value};
use crate::key::MergeKey;
use crate::speed::Spare;

/// What a module numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Name {
    Type(TypeId),
    Const(ConstId),
    Key(MergeKey),
    Compat(u32),
    Attributes(u32),
}

/// A function, up to the names of its module.
pub(super) struct Identity {
    /// With each name as its place among the names.
    digest: u128,
    /// Each name with its place in the order of first sight; sorted.
    places: Box<[(Name, u32)]>,
}

impl Identity {
    /// That of a function to which merges may still add so much.
    pub(super) fn of(function: &EncodedFunction, spare: Spare, tables: &Tables) -> Identity {
        let mut seen = Seen { tables, places: FxHashMap::default(), hash: Xxh3::new() };
        seen.function(function, spare);
        let mut places: Vec<_> = seen.places.into_iter().collect();
        places.sort_unstable();
        Identity { digest: seen.hash.digest128(), places: places.into() }
    }

    /// That of two functions by side, for attempts on such terms.
    pub(super) fn pair([first, second]: [&Identity; 2], terms: u64) -> PairId {
        let mut hash = Xxh3::new();
        (terms, first.digest, second.digest).hash(&mut hash);
        let mut common = common(&first.places, &second.places);
        common.sort_unstable();
        common.hash(&mut hash);
        PairId(hash.digest())
    }
}

/// The places of the names that both have, of the first and of the second.
fn common(first: &[(Name, u32)], second: &[(Name, u32)]) -> Vec<(u32, u32)> {
    let mut rest = second.iter().peekable();
    let in_second = |&(name, place): &(Name, u32)| {
        while rest.next_if(|other| other.0 < name).is_some() {}
        rest.next_if(|other| other.0 == name).map(|other| (place, other.1))
    };
    first.iter().filter_map(in_second).collect()
}

/// The names that were seen.
struct Seen<'a> {
    tables: &'a Tables,
    places: FxHashMap<Name, u32>,
    hash: Xxh3,
}

impl Seen<'_> {
    fn function(&mut self, function: &EncodedFunction, spare: Spare) {
        // Names and codes are for people and for fingerprints.
        let EncodedFunction { name: _, params, ret, compat, blocks, insts, uses, .. } = function;
        let EncodedFunction { markers, scopes_count, realigns, recursion, .. } = function;
        let EncodedFunction { frame, limit, runs, .. } = function;
        (spare, uses, markers, scopes_count, realigns).hash(&mut self.hash);
        (recursion, frame, limit, runs).hash(&mut self.hash);
        self.name(Name::Compat(*compat));
        self.ty(*ret);
        params.len().hash(&mut self.hash);
        for param in params.values() {
            (param.abi.pinned, param.registers).hash(&mut self.hash);
            self.ty(param.ty);
            self.name(Name::Attributes(param.abi.attrs));
        }
        blocks.len().hash(&mut self.hash);
        for block in blocks.values() {
            (block.frequency, &block.insts).hash(&mut self.hash);
        }
        for inst in insts.values() {
            (inst.kind, inst.cost, inst.bytes, inst.call, inst.commutes).hash(&mut self.hash);
            self.ty(inst.ty);
            self.key(inst.key);
            inst.operands.len().hash(&mut self.hash);
            for operand in &inst.operands {
                operand.mode.hash(&mut self.hash);
                match operand.value {
                    Value::Const(id) => self.constant(id),
                    value => value.hash(&mut self.hash),
                }
            }
        }
    }

    /// True at first sight.
    fn name(&mut self, name: Name) -> bool {
        let next = self.places.len() as u32;
        let place = *self.places.entry(name).or_insert(next);
        (std::mem::discriminant(&name), place).hash(&mut self.hash);
        place == next
    }

    fn ty(&mut self, id: TypeId) {
        if self.name(Name::Type(id)) {
            let ty = &self.tables.types[id];
            (ty.is_void, ty.selectable).hash(&mut self.hash);
        }
    }

    fn constant(&mut self, id: ConstId) {
        if self.name(Name::Const(id)) {
            self.ty(self.tables.consts[id].ty);
        }
    }

    /// Instructions that merge with none have no key in common.
    fn key(&mut self, key: MergeKey) {
        match key {
            MergeKey::NEVER => self.hash.write_u8(0),
            key => {
                self.name(Name::Key(key));
            }
        }
    }
}
