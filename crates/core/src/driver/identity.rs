//! What identifies functions in any module: all that decides how they merge, without the module's own numbers.
//!
//! Consumes: encoded functions, with what merges may still add to them. Produces: an [`Identity`] for each, and from
//! two of them a [`PairId`]. Guarantees: two pairs have one id only if their functions are equal up to a renaming of
//! types, constants, merge keys and sets of attributes, the same renaming for both functions of a pair. Attempts look
//! at nothing else, so that what came of one pair holds for the other.
//!
//! ```text
//! module 1:  a: i0 = t3 k17 [c4]      b: i0 = t3 k17 [c9]
//! module 2:  a: i0 = t5 k12 [c1]      b: i0 = t5 k12 [c0]     the same pair
//! module 3:  a: i0 = t5 k12 [c1]      b: i0 = t5 k12 [c1]     another one
//! ```

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::cache::PairId;
use crate::ir::{
    Block, ConstId, EncodedFunction, Inst, Operand, Param, ParamAbi, Tables, TypeId, Value,
};
use crate::key::MergeKey;
use crate::policy::Spare;

/// A number in a table of the module: the table in the upper half, the number in the lower.
type Name = u64;

const TYPE: Name = 0 << 32;
const CONST: Name = 1 << 32;
const KEY: Name = 2 << 32;
const COMPAT: Name = 3 << 32;
const ATTRIBUTES: Name = 4 << 32;
const FOLDS: Name = 5 << 32;
const INLINES: Name = 6 << 32;

/// The number of bits for the place of a name. They are the lowest of a [`PlacedName`].
const PLACE: u32 = 28;

/// A name, and its place in the order of first sight.
type PlacedName = u64;

/// A function without the numbers of its module.
pub(super) struct Identity {
    /// The digest of everything, with the place of each name instead of the name.
    digest: u128,
    /// Sorted by name.
    places: Box<[PlacedName]>,
}

impl Identity {
    /// The identity of a function to which merges may still add `spare`.
    pub(super) fn of(function: &EncodedFunction, spare: Spare, tables: &Tables) -> Identity {
        let mut seen = Seen { tables, places: FxHashMap::default(), hash: Xxh3::new() };
        seen.function(function, spare);
        let place = |(name, place): (Name, u32)| name << PLACE | u64::from(place);
        let mut places: Vec<PlacedName> = seen.places.into_iter().map(place).collect();
        places.sort_unstable();
        Identity { digest: seen.hash.digest128(), places: places.into() }
    }

    /// The id of two functions by side, for attempts that depend on `terms`.
    pub(super) fn pair([first, second]: [&Identity; 2], terms: u64) -> PairId {
        let mut hash = Xxh3::new();
        let common = common(&first.places, &second.places);
        (terms, first.digest, second.digest, common).hash(&mut hash);
        PairId(hash.digest())
    }
}

/// A digest of the names that both functions have: of the places of each name in the first and in the second function.
/// The order of names does not count.
fn common(first: &[PlacedName], second: &[PlacedName]) -> u64 {
    let mut rest = second.iter().peekable();
    let mut sum = 0_u64;
    for &one in first {
        let name = one >> PLACE;
        while rest.next_if(|&&other| other >> PLACE < name).is_some() {}
        if let Some(&other) = rest.next_if(|&&other| other >> PLACE == name) {
            let places = [one, other].map(|place| place & ((1 << PLACE) - 1));
            sum = sum.wrapping_add(xxh3_64(&(places[0] << PLACE | places[1]).to_le_bytes()));
        }
    }
    sum
}

/// The names that were seen so far.
struct Seen<'a> {
    tables: &'a Tables,
    places: FxHashMap<Name, u32>,
    hash: Xxh3,
}

impl Seen<'_> {
    fn function(&mut self, function: &EncodedFunction, spare: Spare) {
        // Each field is named, so that a new one cannot be forgotten. Names and codes are for people and for fingerprints.
        let EncodedFunction {
            name: _,
            params,
            ret,
            compat,
            folds,
            inlines,
            blocks,
            insts,
            uses,
            markers,
            scopes_count,
            realigns,
            recursion,
            frame,
            limit,
            runs,
        } = function;
        (spare, uses, markers, scopes_count, realigns).hash(&mut self.hash);
        (recursion, frame, limit, runs).hash(&mut self.hash);
        self.name(COMPAT, *compat);
        if let Some(number) = *folds {
            self.name(FOLDS, number);
        }
        if let Some(number) = *inlines {
            self.name(INLINES, number);
        }
        self.ty(*ret);
        params.len().hash(&mut self.hash);
        for &Param { ty, abi: ParamAbi { attrs, pinned, by_stack }, registers } in params.values() {
            (pinned, by_stack, registers).hash(&mut self.hash);
            self.ty(ty);
            self.name(ATTRIBUTES, attrs);
        }
        blocks.len().hash(&mut self.hash);
        for Block { insts, frequency } in blocks.values() {
            (frequency, insts).hash(&mut self.hash);
        }
        for inst in insts.values() {
            // The blocks have said which instructions they hold.
            let Inst {
                kind,
                ty,
                key,
                code: _,
                cost,
                bytes,
                passed_bytes,
                saved_bytes,
                call,
                commutes,
                rematerializable,
                folded,
                block: _,
                operands,
            } = inst;
            (kind, cost, bytes, passed_bytes, saved_bytes).hash(&mut self.hash);
            (call, commutes, rematerializable, folded).hash(&mut self.hash);
            self.ty(*ty);
            self.key(*key);
            operands.len().hash(&mut self.hash);
            for &Operand { value, mode } in operands {
                mode.hash(&mut self.hash);
                match value {
                    Value::Const(id) => self.constant(id),
                    value => value.hash(&mut self.hash),
                }
            }
        }
    }

    /// Adds a name by its place. True at first sight.
    fn name(&mut self, table: Name, number: u32) -> bool {
        // More names would not fit in memory.
        let next = (self.places.len() as u32).min((1 << PLACE) - 1);
        let place = *self.places.entry(table | u64::from(number)).or_insert(next);
        (table, place).hash(&mut self.hash);
        place == next
    }

    fn ty(&mut self, id: TypeId) {
        if self.name(TYPE, id.as_u32()) {
            let ty = &self.tables.types[id];
            (ty.is_void, ty.selectable, ty.size).hash(&mut self.hash);
        }
    }

    fn constant(&mut self, id: ConstId) {
        if self.name(CONST, id.as_u32()) {
            self.ty(self.tables.consts[id].ty);
        }
    }

    /// Adds a key. Instructions that merge with no other have no key.
    fn key(&mut self, key: MergeKey) {
        match key {
            MergeKey::NEVER => self.hash.write_u8(0),
            key => {
                self.name(KEY, key.0);
            }
        }
    }
}
