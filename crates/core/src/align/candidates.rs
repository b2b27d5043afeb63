//! Which blocks of the right function are worth comparing with a block of the left one.
//!
//! Consumes: the blocks of the right function that are not paired. Produces: for a block of the left one,
//! a bounded list of candidates that share a key with it. Blocks with its rarest keys come first; of the blocks with
//! one key, those at nearly the same place of the function come first.
//! Guarantees: there are at most `limit` candidates. They are found by looking at no more than
//! [`LOOKS`]·`limit` entries, so that pairing takes time linear in the number of blocks. If no more than `limit`
//! blocks are left on the right, each that shares a key is found, unless entries of other keys use up the looks.

use std::cmp::Ordering;
use std::ops::Range;

use smallvec::SmallVec;

use super::view::View;
use crate::ir::BlockId;
use crate::key::MergeKey;

/// How many entries of the index are looked at for each candidate allowed.
const LOOKS: usize = 4;

/// A block that holds a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Posting {
    key: MergeKey,
    position: usize,
    block: BlockId,
}

/// The blocks that hold a key.
struct Holders {
    key: MergeKey,
    /// Where they are among all entries.
    range: Range<usize>,
    /// The place of the key among all, rarest first.
    rarity: usize,
}

/// The free blocks of a function by key.
pub(super) struct KeyIndex {
    /// Sorted.
    entries: Vec<Posting>,
    /// Sorted by key.
    keys: Vec<Holders>,
}

impl KeyIndex {
    /// Indexes the free blocks of `view`.
    pub(super) fn new(view: &View<'_>) -> KeyIndex {
        let holders = view.free().flat_map(|block| {
            let position = view.position(block);
            view.profile(block).keys().map(move |key| Posting { key, position, block })
        });
        let mut entries: Vec<Posting> = holders.collect();
        entries.sort_unstable();
        KeyIndex { keys: by_key(&entries), entries }
    }

    /// At most `limit` blocks that share one of `keys`, rarest keys first, then nearest to `position`.
    pub(super) fn candidates(
        &self,
        keys: impl Iterator<Item = MergeKey>,
        position: usize,
        limit: usize,
    ) -> SmallVec<[BlockId; 8]> {
        let mut holders: SmallVec<[&Holders; 32]> = keys.filter_map(|k| self.holders(k)).collect();
        holders.sort_by_key(|one| one.rarity);
        let blocks = holders.into_iter().map(|one| &self.entries[one.range.clone()]);
        let near = blocks.flat_map(|blocks| nearest(blocks, position).take(limit));
        let mut found = SmallVec::new();
        for block in near.take(LOOKS.saturating_mul(limit)) {
            if !found.contains(&block) {
                found.push(block);
            }
            if found.len() >= limit {
                break;
            }
        }
        found
    }

    fn holders(&self, key: MergeKey) -> Option<&Holders> {
        let at = self.keys.binary_search_by_key(&key, |one| one.key).ok()?;
        Some(&self.keys[at])
    }
}

/// The keys of sorted entries. They are compared with each other once, and not for each block that asks: thousands of
/// blocks may have the same keys.
fn by_key(entries: &[Posting]) -> Vec<Holders> {
    let mut keys: Vec<Holders> = Vec::new();
    let mut start = 0;
    for blocks in entries.chunk_by(|one, next| one.key == next.key) {
        let range = start..start + blocks.len();
        start = range.end;
        keys.push(Holders { key: blocks[0].key, range, rarity: 0 });
    }
    let holders = |key: &Holders| &entries[key.range.clone()];
    let mut rarest: Vec<usize> = (0..keys.len()).collect();
    rarest.sort_by(|&one, &other| rarer(holders(&keys[one]), holders(&keys[other])));
    for (rarity, key) in rarest.into_iter().enumerate() {
        keys[key].rarity = rarity;
    }
    keys
}

/// Which of two keys comes first, by their holders: the one with fewer. Equally rare keys are ordered by the places of
/// their blocks, because the numbers of keys are arbitrary.
fn rarer(one: &[Posting], other: &[Posting]) -> Ordering {
    let place = |entry: &Posting| entry.position;
    let by_place = || one.iter().map(place).cmp(other.iter().map(place));
    one.len().cmp(&other.len()).then_with(by_place)
}

/// The blocks of `entries` by their distance from `position`; at equal distance the earlier first.
fn nearest(entries: &[Posting], position: usize) -> impl Iterator<Item = BlockId> + '_ {
    let split = entries.partition_point(|e| e.position < position);
    let (mut before, mut after) = entries.split_at(split);
    std::iter::from_fn(move || {
        let take_before = match (before.last(), after.first()) {
            (Some(b), Some(a)) => position - b.position <= a.position - position,
            (b, _) => b.is_some(),
        };
        let side = if take_before { before.split_off_last() } else { after.split_off_first() };
        side.map(|e| e.block)
    })
}
