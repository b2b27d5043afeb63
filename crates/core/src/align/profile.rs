//! Block profiles: which instructions of two blocks could match if order did not matter.
//!
//! Consumes: a block. Produces: a [`Profile`], the sorted multiset of its instructions by key, and the [`similarity`] of
//! two profiles. Guarantees: comparing two profiles is linear in their lengths, and symmetric.

use std::cmp::Ordering;
use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::weight::bytes;
use crate::ir::{BlockId, EncodedFunction, Inst, OperandMode, Value};
use crate::key::MergeKey;
use crate::sorted;

/// How many units of similarity one byte has, so that similarities that are close to each other are still told apart.
pub(super) const SCALE: i64 = 256;

/// Blocks whose sizes differ by more than this factor are not compared. The smaller could gain little, and
/// without the bound one huge block would be read through for each of thousands of small ones.
const MAX_SIZE_FACTOR: usize = 16;

/// One alignable instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ProfileItem {
    key: MergeKey,
    bytes: i64,
    /// Hash of the constants in its selectable operands: two instructions of equal hash need no select for these. It is
    /// the last field, so that it decides last in sorting: the numbers of constants are arbitrary.
    consts: u64,
}

/// The alignable instructions of a block, sorted by key, then bytes, then constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Profile<'a> {
    pub(super) items: &'a [ProfileItem],
    /// Bytes of all alignable instructions, those that never merge included.
    pub(super) bytes: i64,
}

impl<'a> Profile<'a> {
    /// Appends the items of one block's profile, and returns the bytes of the block; one unit of cost is `unit` bytes.
    pub(super) fn collect(
        func: &EncodedFunction,
        block: BlockId,
        unit: u32,
        items: &mut Vec<ProfileItem>,
    ) -> i64 {
        let (from, mut all) = (items.len(), 0);
        for inst in func.alignable(block).map(|i| &func.insts[i]) {
            all += bytes(inst, unit);
            if inst.key.may_merge(inst.key) {
                items.push(item(inst, unit));
            }
        }
        items[from..].sort_unstable();
        all
    }

    /// Its distinct keys, in ascending order.
    pub(super) fn keys(self) -> impl Iterator<Item = MergeKey> + 'a {
        self.items.chunk_by(|a, b| a.key == b.key).map(|run| run[0].key)
    }
}

fn item(inst: &Inst, unit: u32) -> ProfileItem {
    ProfileItem { key: inst.key, consts: hash_constants(inst), bytes: bytes(inst, unit) }
}

/// The hash is only a guide for pairing, so a collision costs at most a select.
fn hash_constants(inst: &Inst) -> u64 {
    let mut hash = FxHasher::default();
    for (place, operand) in inst.operands.iter().enumerate() {
        if let (Value::Const(c), OperandMode::Selectable) = (operand.value, operand.mode) {
            // Operands that commute have one place, so that it does not matter which of them is the constant. Places count
            // from 1: place 0 and constant 0 would leave the hash as it is, as if there were no constant.
            hash.write_usize(if inst.commutes && place < 2 { 1 } else { place + 1 });
            hash.write_u32(c.as_u32());
        }
    }
    hash.finish()
}

/// How similar two blocks are, in [`SCALE`]ths of a byte: the bytes that matching all shared instructions
/// would save, times the share of both blocks that is matched. Of all partners of a block, an equal block has
/// the largest similarity; so large equal blocks are paired first, and a large block does not take a small one
/// that has a better partner. None when the blocks share nothing or differ too much in size; 0 when no
/// instruction of one has an equal one in the other, constants included, and selects cost as much as matching saves.
pub(super) fn similarity(left: Profile<'_>, right: Profile<'_>, select: u32) -> Option<i64> {
    if too_unequal(left.items.len(), right.items.len()) {
        return None;
    }
    let shared = intersect(left, right, |a, b| a.key.cmp(&b.key));
    if shared.count == 0 {
        return None;
    }
    let exact = intersect(left, right, ProfileItem::cmp);
    let selects = (shared.count - exact.count) * i64::from(select);
    let saved = shared.bytes - selects.min(shared.bytes - exact.bytes);
    // The product of two sums of bytes may need more than 64 bits; the quotient is at most `saved`.
    let product = i128::from(saved) * i128::from(2 * shared.bytes * SCALE);
    Some((product / i128::from(left.bytes + right.bytes)) as i64)
}

fn too_unequal(a: usize, b: usize) -> bool {
    a.min(b).max(1) * MAX_SIZE_FACTOR < a.max(b)
}

#[derive(Clone, Copy, Debug, Default)]
struct SharedItems {
    count: i64,
    bytes: i64,
}

/// The size of the multiset intersection. `order` says which items are equal, and both profiles are sorted by it.
fn intersect(
    left: Profile<'_>,
    right: Profile<'_>,
    order: impl Fn(&ProfileItem, &ProfileItem) -> Ordering,
) -> SharedItems {
    let mut shared = SharedItems::default();
    for (a, b) in sorted::common(left.items, right.items, order) {
        shared.count += 1;
        shared.bytes += a.bytes.min(b.bytes);
    }
    shared
}
