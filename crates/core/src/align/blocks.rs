//! Pairing of blocks.
//!
//! Consumes: two functions. Produces: pairs of blocks that are worth aligning.
//! Guarantees:
//! - a block is in at most one pair;
//! - the entry is paired with the other entry or with no block;
//! - a block with a landing pad is paired with a block whose landing pad may merge with its own, or not at all;
//! - the pairs and the number of comparisons depend on the functions alone;
//! - there are at most [`ROUNDS`] · candidates · blocks of the left + 2 · edges of the left + 1 comparisons.
//!
//! ```text
//! for each block: find candidates by its rarest keys, note the best similarity
//! propose (entry, entry)
//! take proposals, best first, while neither block has a better candidate elsewhere     -- anchored
//! add what was put off and all candidates; take those that pay for a gap, best first   -- greedy
//! look for new candidates among the blocks left over, and take those, a few times
//! take what is left, best first
//! taking a pair proposes its successors and predecessors at the same index
//! ```
//! Near twins have nearly the same control-flow graph. So the anchored part, which follows edges, pairs most
//! of their blocks correctly even where thousands of blocks look alike. Code that only one side has ends
//! this walk; the greedy part then starts again behind it. A proposal that came along an edge is worth one
//! gap more for each such edge, because the pair saves the guard of that edge. Between proposals of equal
//! worth, the one whose blocks stand at nearly the same place in reverse post-order wins, then the one with
//! lower numbers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::candidates::KeyIndex;
use super::profile::{SCALE, similarity};
use super::view::{Outline, View};
use super::weight::{heads_fit, shared_edges, terminators_merge};
use super::{AlignParams, Pair};
use crate::ir::BlockId;

/// How many times candidates are searched. Other blocks may take all first candidates of a block; the later
/// rounds give it a second choice.
pub(super) const ROUNDS: usize = 3;

/// What [`pair`] found.
pub(super) struct Pairing {
    /// The pairs, ordered by left block.
    pub(super) pairs: Vec<(BlockId, BlockId)>,
    /// How many profiles were compared; tests hold it against the bound.
    #[cfg_attr(not(test), allow(dead_code))]
    pub(super) comparisons: usize,
}

/// Pairs the blocks of two functions.
pub(super) fn pair(funcs: Pair<'_>, outlines: [&Outline; 2], params: &AlignParams) -> Pairing {
    let mut pairer = Pairer::new(funcs, outlines, params);
    let candidates = pairer.candidates();
    pairer.note_best(&candidates);
    pairer.propose_edge(funcs.left.entry(), funcs.right.entry());
    let put_off = pairer.take(Pairer::has_no_better);
    pairer.queue.extend(put_off.into_iter().chain(candidates));
    let mut weak = Vec::new();
    for _ in 1..ROUNDS {
        weak.extend(pairer.take(Pairer::pays_for_a_gap));
        let candidates = pairer.candidates();
        pairer.queue.extend(candidates);
    }
    pairer.queue.extend(weak);
    pairer.take(|_, _| true);
    pairer.finish()
}

/// A pair that could be taken; the greatest proposal is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BlockProposal {
    /// The similarity, and one gap for each edge that proposed the pair, in [`SCALE`]ths of a byte.
    worth: i64,
    /// How far apart the two stand in reverse post-order, if both functions were stretched to one length.
    distance: Reverse<u64>,
    left: Reverse<BlockId>,
    right: Reverse<BlockId>,
}

/// Proposals, greatest first. Those that come many at a time are sorted, which is faster than a heap.
#[derive(Default)]
struct ProposalQueue {
    /// Proposals that came many at a time, the greatest last.
    sorted: Vec<BlockProposal>,
    /// Proposals that came one by one.
    fresh: BinaryHeap<BlockProposal>,
}

impl ProposalQueue {
    fn extend(&mut self, proposals: impl IntoIterator<Item = BlockProposal>) {
        self.sorted.extend(proposals);
        self.sorted.sort_unstable();
    }

    fn pop(&mut self) -> Option<BlockProposal> {
        if self.fresh.peek() > self.sorted.last() { self.fresh.pop() } else { self.sorted.pop() }
    }
}

/// What is known of a pair of blocks.
#[derive(Clone, Copy, Debug)]
struct KnownPair {
    /// None when the pair has nothing to match.
    similarity: Option<i64>,
    /// The number of edges that lead from a taken pair to this one, or from this one to a taken pair.
    edges: i64,
}

struct Pairer<'a> {
    funcs: Pair<'a>,
    params: &'a AlignParams,
    left: View<'a>,
    right: View<'a>,
    queue: ProposalQueue,
    /// Never iterated, so that its order does not matter.
    known: FxHashMap<(BlockId, BlockId), KnownPair>,
    comparisons: usize,
}

impl<'a> Pairer<'a> {
    fn new(funcs: Pair<'a>, outlines: [&'a Outline; 2], params: &'a AlignParams) -> Self {
        Pairer {
            funcs,
            params,
            left: View::new(funcs.left, outlines[0]),
            right: View::new(funcs.right, outlines[1]),
            queue: ProposalQueue::default(),
            known: FxHashMap::default(),
            comparisons: 0,
        }
    }

    /// Proposals between free blocks that are alike.
    fn candidates(&mut self) -> Vec<BlockProposal> {
        let index = KeyIndex::new(&self.right);
        let free: Vec<BlockId> = self.left.free().collect();
        let mut proposals = Vec::new();
        for left in free {
            let keys = self.left.profile(left).keys();
            let near = index.candidates(keys, self.mirrored(left), self.params.candidates);
            proposals.extend(near.into_iter().filter_map(|right| self.proposal(left, right)));
        }
        proposals.retain(|p| p.worth > 0);
        proposals
    }

    /// Where a left block would stand in the right function if both were stretched to one length.
    fn mirrored(&self, left: BlockId) -> usize {
        self.left.position(left) * self.right.len() / self.left.len()
    }

    fn note_best(&mut self, candidates: &[BlockProposal]) {
        for p in candidates {
            let (left, right) = (p.left.0, p.right.0);
            self.left.best[left] = self.left.best[left].max(p.worth);
            self.right.best[right] = self.right.best[right].max(p.worth);
        }
    }

    /// Whether a proposal is worth at least as much as any candidate of either block. Edges count for the proposal, but
    /// not for the candidates.
    fn has_no_better(&self, p: &BlockProposal) -> bool {
        p.worth >= self.left.best[p.left.0] && p.worth >= self.right.best[p.right.0]
    }

    /// Whether a proposal is worth at least a gap, so that two blocks share more than their terminator.
    fn pays_for_a_gap(&self, p: &BlockProposal) -> bool {
        p.worth >= i64::from(self.params.gap) * SCALE
    }

    /// Takes proposals of free blocks, best first, until none is left; returns those that `accept` did not want.
    fn take(&mut self, accept: impl Fn(&Self, &BlockProposal) -> bool) -> Vec<BlockProposal> {
        let mut put_off = Vec::new();
        while let Some(p) = self.queue.pop() {
            if !self.both_free(p.left.0, p.right.0) {
                continue;
            }
            if accept(self, &p) {
                self.accept(p.left.0, p.right.0);
            } else {
                put_off.push(p);
            }
        }
        put_off
    }

    fn both_free(&self, left: BlockId, right: BlockId) -> bool {
        self.left.partner[left].is_none() && self.right.partner[right].is_none()
    }

    fn accept(&mut self, left: BlockId, right: BlockId) {
        self.left.partner[left] = right.into();
        self.right.partner[right] = left.into();
        if terminators_merge(self.funcs, left, right) {
            for (l, r) in shared_edges(self.funcs, left, right) {
                self.propose_edge(l, r);
            }
        }
        for (l, r) in self.shared_origins(left, right) {
            self.propose_edge(l, r);
        }
    }

    /// Pairs of predecessors of two blocks, in order, that lead to them by the same successor index, and whose terminators
    /// may become one.
    fn shared_origins(&self, left: BlockId, right: BlockId) -> SmallVec<[(BlockId, BlockId); 4]> {
        let both = self.left.in_edges(left).iter().zip(self.right.in_edges(right));
        let same_index = both.filter(|(l, r)| l.index == r.index);
        let mut origins: SmallVec<_> = same_index.map(|(l, r)| (l.from, r.from)).collect();
        origins.dedup();
        origins.retain(|(l, r)| terminators_merge(self.funcs, *l, *r));
        origins
    }

    /// Proposes a pair because on both sides an edge connects it with a taken pair; or because it is the pair of entries.
    fn propose_edge(&mut self, left: BlockId, right: BlockId) {
        let entries = (left == self.funcs.left.entry(), right == self.funcs.right.entry());
        if entries.0 != entries.1 || !self.both_free(left, right) {
            return;
        }
        self.compare(left, right).edges += 1;
        let proposal = self.proposal(left, right);
        self.queue.fresh.extend(proposal);
    }

    fn proposal(&mut self, left: BlockId, right: BlockId) -> Option<BlockProposal> {
        let known = *self.compare(left, right);
        let similarity = known.similarity?;
        let edges = known.edges * i64::from(self.params.gap) * SCALE;
        let (left_at, right_at) = (self.left.position(left), self.right.position(right));
        let (lefts, rights) = (self.left.len(), self.right.len());
        let distance = (left_at as u64 * rights as u64).abs_diff(right_at as u64 * lefts as u64);
        Some(BlockProposal {
            worth: similarity + edges,
            distance: Reverse(distance),
            left: Reverse(left),
            right: Reverse(right),
        })
    }

    /// What is known of a pair. Its profiles are compared when it is asked for the first time.
    fn compare(&mut self, left: BlockId, right: BlockId) -> &mut KnownPair {
        self.known.entry((left, right)).or_insert_with(|| {
            self.comparisons += 1;
            let profiles = (self.left.profile(left), self.right.profile(right));
            let fits = heads_fit(self.funcs, left, right);
            let similarity =
                if fits { similarity(profiles.0, profiles.1, self.params.select) } else { None };
            KnownPair { similarity, edges: 0 }
        })
    }

    fn finish(self) -> Pairing {
        let blocks = self.funcs.left.blocks.keys();
        let pairs = blocks.filter_map(|l| Some((l, self.left.partner[l].expand()?)));
        Pairing { pairs: pairs.collect(), comparisons: self.comparisons }
    }
}
