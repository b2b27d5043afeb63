//! SalSSA's and FMSA's alignment: as many matches as the whole functions can have, in time of the product of their lengths.
//!
//! Consumes: two functions. Produces: an [`Alignment`]. Guarantees: it has the most matches of all alignments whose pairs
//! of blocks are in reverse post-order of both functions; a pair of blocks counts as one match. Two things may cost
//! matches: tables beyond the limit on cells are filled in a band only, and [`possible`] takes matches back.
//!
//! The papers align the two sequences of labels and instructions by Needleman and Wunsch's method. Our merged blocks
//! have one block of each side at most, so instructions match only where their labels do. Therefore the method is
//! applied twice: to the blocks, where a pair is worth its number of matches, and inside each pair. All tables together
//! have as many cells as one table of the whole functions.

use super::possible::{Matched, possible};
use super::sequence::{Scoring, best_matches};
use super::view::reverse_post_order;
use super::weight::{heads_fit, may_match};
use super::{AlignParams, Alignment, Pair};
use crate::ir::{BlockId, EncodedFunction, InstId};
use crate::key::MergeKey;

/// Aligns two functions.
pub(super) fn align(funcs: Pair<'_>, params: &AlignParams) -> Alignment {
    let blocks = Blocks { funcs, left: Side::of(funcs.left), right: Side::of(funcs.right) };
    let lens = (blocks.left.order.len(), blocks.right.order.len());
    let taken = best_matches(lens, &blocks, 0, params.cells);
    let pairs = taken.into_iter().map(|(l, r)| {
        let ids = (blocks.left.order[l], blocks.right.order[r]);
        let pair = Matched::none(funcs, ids);
        let (n, m) = (pair.left.len(), pair.right.len());
        let insts = Insts { funcs, left: &pair.left, right: &pair.right };
        let matches = best_matches((n, m), &insts, 0, params.cells);
        Matched { matches, ..pair }
    });
    possible(funcs, pairs.collect())
}

/// One function, block by block.
struct Side {
    order: Vec<BlockId>,
    /// By place in `order`: the keys of the alignable instructions.
    keys: Vec<Vec<MergeKey>>,
}

impl Side {
    fn of(func: &EncodedFunction) -> Side {
        let order = reverse_post_order(func);
        let keys = |&block: &BlockId| func.alignable(block).map(|i| func.insts[i].key).collect();
        Side { keys: order.iter().map(keys).collect(), order }
    }
}

/// Blocks, where a pair is worth one more than the most matches that it can have.
struct Blocks<'a> {
    funcs: Pair<'a>,
    left: Side,
    right: Side,
}

impl Scoring for Blocks<'_> {
    /// Index 0 is the entry on both sides; it is matched with the other entry only.
    fn weight(&self, left: usize, right: usize) -> Option<i64> {
        let blocks = (self.left.order[left], self.right.order[right]);
        let fits = (left == 0) == (right == 0) && heads_fit(self.funcs, blocks.0, blocks.1);
        let matches = || most_matches(&self.left.keys[left], &self.right.keys[right]);
        fits.then(matches).filter(|&matches| matches > 0).map(|matches| 1 + matches)
    }

    fn equal(&self, _: usize, _: usize) -> bool {
        false
    }
}

/// Instructions, where all matches are worth the same.
struct Insts<'a> {
    funcs: Pair<'a>,
    left: &'a [InstId],
    right: &'a [InstId],
}

impl Scoring for Insts<'_> {
    fn weight(&self, left: usize, right: usize) -> Option<i64> {
        self.equal(left, right).then_some(1)
    }

    fn equal(&self, left: usize, right: usize) -> bool {
        let (l, r) = (self.left[left], self.right[right]);
        may_match(&self.funcs.left.insts[l], &self.funcs.right.insts[r])
    }
}

/// The length of the longest common subsequence, with one row of the table at a time.
fn most_matches(left: &[MergeKey], right: &[MergeKey]) -> i64 {
    let mut row = vec![0; right.len() + 1];
    for l in left {
        let mut diagonal = 0;
        for (at, r) in right.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if l.may_merge(*r) { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_common_subsequences() {
        let keys = |text: &str| text.bytes().map(|b| MergeKey(b.into())).collect::<Vec<_>>();
        for (left, right, expected) in
            [("", "abc", 0), ("abc", "abc", 3), ("axbxc", "abc", 3), ("abcabba", "cbabac", 4)]
        {
            assert_eq!(most_matches(&keys(left), &keys(right)), expected, "{left} {right}");
        }
        assert_eq!(most_matches(&[MergeKey::NEVER], &[MergeKey::NEVER]), 0);
    }
}
