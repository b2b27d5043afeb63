//! Turns paired blocks into an alignment that pays.
//!
//! Consumes: pairs of blocks. Produces: an [`Alignment`] of those that are worth more together than apart.
//! Guarantees: every pair left has a match. What a pair is worth, in bytes:
//! ```text
//!   Σ weight(matches) − gap · stretches               by dynamic programming, within the pair
//! − gap · guarded edges                               counted in the weight of its matched terminators
//! + gap · edges that would be guarded without it      from the matched terminators of other pairs
//! + gap, if it is the pair of entries                 which spares the branch at the start
//! ```
//! A guarded edge is an edge of matched terminators whose two targets are not a pair: the merged function
//! must branch on the identifier there. So matching two `br`s pays only when their targets are a pair, or when
//! the `br`s would otherwise be a stretch of their own. In turn, a pair of blocks that hold nothing but a `br` or
//! a `ret` pays: it saves the bytes of one of them, and the guards of the edges that lead to it. A match of two
//! `ret`s of different constants costs a select, which is more than it saves, and is kept only when edges pay for it.
//!
//! A landing pad is the first instruction of its block. So a pair of blocks with landing pads is kept only when
//! the two landing pads are matched. Two invokes can be matched only when the blocks that they unwind to are
//! a pair; so what such a pair is worth includes the invokes that depend on it.
//!
//! Where time has a price, gaps, guards and selects cost more the more often they run. A loop that differs inside is
//! then dropped as a whole, while the code around it stays shared: connected pairs that run often are one group.
//!
//! Dropping a pair can lower the worth of its neighbours and never raises it. So all pairs that do not pay are
//! dropped together and their neighbours are aligned anew, until nothing changes or [`ROUNDS`] are over.
//! Some pairs pay only because of each other. Therefore a whole group of pairs that share edges is dropped if
//! its sum does not pay. (A part of a group may still be a loss that no single pair shows. Finding the best
//! part is a minimum cut, which would take too much time here.)

use std::iter;
use std::ops::Range;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::groups::BlockGroups;
use super::sequence::{Match, NEVER, Scoring, best_matches, score};
use super::weight::{SelectPrices, bytes, match_weight, may_match, shared_edges, unwind_edge};
use super::{AlignParams, Alignment, Pair, Row};
use crate::ir::{BlockId, EncodedFunction, Inst, InstId};
use crate::key::MergeKey;
use crate::price::Tenths;
use crate::sides::{BySide, Origin, SideId};
use crate::speed::Frequency;

/// Code in a loop runs at least this many times as often as the code around it. LLVM's static estimate says 32 times.
const STEEP: u32 = 8;

/// How often, at most, pairs are dropped and their neighbours aligned anew.
pub(super) const ROUNDS: usize = 16;

/// Aligns inside of each pair and drops the pairs that do not pay.
pub(super) fn settle(
    funcs: Pair<'_>,
    params: &AlignParams,
    pairs: &[(BlockId, BlockId)],
) -> Alignment {
    let mut settler = Settler::new(funcs, params, pairs);
    for _ in 0..ROUNDS {
        let losers = settler.losers();
        if losers.is_empty() {
            break;
        }
        settler.drop_pairs(&losers);
    }
    settler.finish()
}

/// A pair with its present alignment.
struct Settled<'a> {
    sequences: Sequences<'a>,
    matches: Vec<Match>,
    score: i64,
}

struct Settler<'a> {
    funcs: Pair<'a>,
    params: &'a AlignParams,
    /// The pairs, ordered by left block.
    pairs: Vec<Settled<'a>>,
    /// The right block of each left one that is in a pair.
    partner: SecondaryMap<BlockId, PackedOption<BlockId>>,
}

impl<'a> Settler<'a> {
    fn new(funcs: Pair<'a>, params: &'a AlignParams, pairs: &[(BlockId, BlockId)]) -> Self {
        let mut partner = SecondaryMap::new();
        for &(left, right) in pairs {
            partner[left] = right.into();
        }
        let mut settler = Settler { funcs, params, pairs: Vec::new(), partner };
        settler.pairs = pairs.iter().map(|&pair| settler.align(pair)).collect();
        settler
    }

    /// Aligns inside of one pair. Which other pairs there are decides which edges need guards.
    fn align(&self, (left, right): (BlockId, BlockId)) -> Settled<'a> {
        let unwinds_together =
            unwind_edge(self.funcs, left, right).is_none_or(|e| self.is_paired(e));
        let guarded = unwinds_together.then(|| self.guards(left, right));
        let sequences = Sequences::new(self.funcs, (left, right), self.params, guarded);
        let gap = self.params.gap_at(self.funcs.visits((left, right)));
        let matches = best_matches(sequences.lens(), &sequences, gap, self.params.cells);
        let score = score(sequences.lens(), &matches, &sequences, gap);
        Settled { sequences, matches, score }
    }

    /// The price of all guards that are needed if the terminators of two blocks are matched.
    fn guards(&self, left: BlockId, right: BlockId) -> i64 {
        let edges = shared_edges(self.funcs, left, right);
        let guarded = edges.into_iter().filter(|&edge| !self.is_paired(edge));
        guarded.map(|edge| self.guard((left, right), edge)).sum()
    }

    /// The price of a guard for the edges from one pair of blocks to another.
    fn guard(&self, from: (BlockId, BlockId), to: (BlockId, BlockId)) -> i64 {
        self.params.gap_at(self.funcs.edge_visits(from, to))
    }

    fn is_paired(&self, (left, right): (BlockId, BlockId)) -> bool {
        self.partner[left].expand() == Some(right)
    }

    /// The left blocks of the pairs that do not pay, by themselves or as a group.
    fn losers(&self) -> Vec<BlockId> {
        let edges = self.spared_edges();
        let own = self.own_worth();
        let mut worth = own.clone();
        for edge in &edges {
            worth[edge.to] += edge.spares + self.invoke_bytes(edge.from, edge.to);
        }
        let alone = |p: &&Settled<'_>| !p.is_possible(self.funcs) || worth[p.left()] <= 0;
        let mut losers: Vec<BlockId> = self.pairs.iter().filter(alone).map(Settled::left).collect();
        for level in self.levels().into_iter().rev() {
            let groups = self.group_worth(level, &edges, &own);
            let loses = |p: &&Settled<'_>| self.runs(p) >= level && groups[p.left()] <= 0;
            losers.extend(self.pairs.iter().filter(loses).map(Settled::left));
            // The code around a loop may pay once the loop is dropped.
            if !losers.is_empty() {
                break;
            }
        }
        losers
    }

    /// How often a pair runs.
    fn runs(&self, pair: &Settled<'_>) -> Frequency {
        self.funcs.visits(pair.sequences.blocks)
    }

    /// The levels at which groups are looked for, each given by the least frequency of its pairs. The first level has all
    /// pairs. Where time has a price, the second one has the pairs that run at least [`STEEP`] times as often as the
    /// entries, for example those of a loop, and so on by the same factor.
    fn levels(&self) -> Vec<Frequency> {
        let most = match self.params.time.price {
            Tenths::ZERO => Frequency::NEVER,
            _ => self.pairs.iter().map(|p| self.runs(p)).max().unwrap_or_default(),
        };
        let first = self.funcs.entries().times(STEEP);
        let loops = iter::successors(Some(first), |level| Some(level.times(STEEP)));
        let loops = loops.take_while(move |&level| level <= most && level < level.times(STEEP));
        iter::once(Frequency::NEVER).chain(loops).collect()
    }

    /// The bytes of the invoke that ends the left block `from`, if it unwinds to `to`; otherwise 0.
    fn invoke_bytes(&self, from: BlockId, to: BlockId) -> i64 {
        let last = &self.funcs.left.insts[self.funcs.left.terminator(from)];
        if last.unwind_successor() == Some(to) { bytes(last, self.params.unit) } else { 0 }
    }

    /// What each pair, named by its left block, is worth without the guards that it spares other pairs.
    fn own_worth(&self) -> SecondaryMap<BlockId, i64> {
        let mut worth = SecondaryMap::new();
        worth[self.funcs.left.entry()] = self.params.gap_at(self.funcs.entries());
        for pair in &self.pairs {
            worth[pair.left()] += pair.score;
        }
        worth
    }

    /// By left block of each pair of `level`: the worth of its group, that is of all pairs of `level` that `edges` connect
    /// with it. The group also has the guards that are spared on edges that lead into it. An edge out of it needs none
    /// without it: then both sides lead to the other pair by code of their own.
    fn group_worth(
        &self,
        level: Frequency,
        edges: &[SparedEdge],
        worth: &SecondaryMap<BlockId, i64>,
    ) -> SecondaryMap<BlockId, i64> {
        let mut often: SecondaryMap<BlockId, bool> = SecondaryMap::new();
        let lefts = || self.pairs.iter().filter(|p| self.runs(p) >= level).map(Settled::left);
        lefts().for_each(|left| often[left] = true);
        let mut groups = BlockGroups::default();
        let inside = |edge: &&SparedEdge| often[edge.from] && often[edge.to];
        edges.iter().filter(inside).for_each(|edge| groups.join(edge.from, edge.to));
        let mut sums: SecondaryMap<BlockId, i64> = SecondaryMap::new();
        lefts().for_each(|left| sums[groups.find(left)] += worth[left]);
        for edge in edges.iter().filter(|edge| !often[edge.from] && often[edge.to]) {
            sums[groups.find(edge.to)] += edge.spares;
        }
        lefts().for_each(|left| sums[left] = sums[groups.find(left)]);
        sums
    }

    /// The edges that need no guard, because they lead from a pair to a pair.
    fn spared_edges(&self) -> Vec<SparedEdge> {
        let mut spared = Vec::new();
        for pair in self.pairs.iter().filter(|p| p.matches_terminators()) {
            let from = pair.sequences.blocks;
            let targets = shared_edges(self.funcs, from.0, from.1);
            let others = targets.into_iter().filter(|&to| to != from && self.is_paired(to));
            let edge = |to: (BlockId, BlockId)| SparedEdge {
                from: from.0,
                to: to.0,
                spares: self.guard(from, to),
            };
            spared.extend(others.map(edge));
        }
        spared
    }

    /// Drops the pairs of these left blocks, and aligns the pairs that led to them anew.
    fn drop_pairs(&mut self, losers: &[BlockId]) {
        let mut dropped: SecondaryMap<BlockId, PackedOption<BlockId>> = SecondaryMap::new();
        for &left in losers {
            dropped[left] = self.partner[left].take().into();
        }
        let leads_to_dropped = |&(l, r): &(BlockId, BlockId)| dropped[l].expand() == Some(r);
        let pairs = std::mem::take(&mut self.pairs);
        let kept = pairs.into_iter().filter(|p| self.is_paired(p.sequences.blocks));
        let settled = kept.map(|pair| {
            let (left, right) = pair.sequences.blocks;
            let edges = shared_edges(self.funcs, left, right);
            if edges.iter().any(leads_to_dropped) { self.align((left, right)) } else { pair }
        });
        self.pairs = settled.collect();
    }

    fn finish(self) -> Alignment {
        let pairs = self.pairs.into_iter().filter(|p| p.is_possible(self.funcs));
        Alignment { rows: pairs.map(Settled::into_row).collect() }
    }
}

/// An edge that leads from a pair to a pair, named by their left blocks.
struct SparedEdge {
    from: BlockId,
    to: BlockId,
    /// The price of the guard that it would need otherwise.
    spares: i64,
}

impl Settled<'_> {
    /// The left block, by which the pair is named.
    fn left(&self) -> BlockId {
        self.sequences.blocks.0
    }

    /// Whether there is a match, and landing pads are matched if there are any. (Landing pads are always matched,
    /// since they come first and match nothing else; this check does not rely on that.)
    fn is_possible(&self, funcs: Pair<'_>) -> bool {
        let (left, right) = self.sequences.blocks;
        let has_pad = funcs.left.landing_pad(left).or(funcs.right.landing_pad(right)).is_some();
        let first = self.matches.first();
        if has_pad { first == Some(&(0, 0)) } else { first.is_some() }
    }

    /// Whether the last instructions of both blocks, their terminators, are matched.
    fn matches_terminators(&self) -> bool {
        let (n, m) = self.sequences.lens();
        self.matches.last() == Some(&(n.wrapping_sub(1), m.wrapping_sub(1)))
    }

    fn into_row(self) -> Row {
        let Sequences { blocks, left, right, .. } = self.sequences;
        row(blocks, &left, &right, &self.matches)
    }
}

/// The row of two blocks with these alignable instructions and matches. Between two matches, the unmatched instructions of
/// the left come before those of the right.
pub(super) fn row<T>(blocks: (BlockId, BlockId), left: &[T], right: &[T], matches: &[Match]) -> Row
where
    T: Copy + Into<InstId>,
{
    let [of_left, of_right] = [0, 1].map(SideId::from_u32);
    let mut steps = Vec::with_capacity(left.len() + right.len() - matches.len());
    let mut next = (0, 0);
    let mut stretch = |steps: &mut Vec<Origin>, (i, j): Match| {
        steps.extend(left[next.0..i].iter().map(|&l| Origin::one(of_left, l.into())));
        steps.extend(right[next.1..j].iter().map(|&r| Origin::one(of_right, r.into())));
        next = (i + 1, j + 1);
    };
    for &(i, j) in matches {
        stretch(&mut steps, (i, j));
        steps.push(Origin::all([left[i].into(), right[j].into()]));
    }
    stretch(&mut steps, (left.len(), right.len()));
    Row { blocks: BySide::all([blocks.0, blocks.1]), steps }
}

/// An instruction with its key: where two keys differ, the instructions need not be looked at.
#[derive(Clone, Copy, Debug)]
struct KeyedInst {
    inst: InstId,
    key: MergeKey,
}

impl From<KeyedInst> for InstId {
    fn from(item: KeyedInst) -> InstId {
        item.inst
    }
}

impl KeyedInst {
    /// The alignable instructions of a block.
    fn all(func: &EncodedFunction, block: BlockId) -> Vec<KeyedInst> {
        let mut items = Vec::with_capacity(func.blocks[block].insts.len());
        let item = |inst| KeyedInst { inst, key: func.insts[inst].key };
        items.extend(func.alignable(block).map(item));
        items
    }
}

/// The alignable instructions of two blocks, and what matching two of them saves.
pub(super) struct Sequences<'a> {
    funcs: Pair<'a>,
    blocks: (BlockId, BlockId),
    left: Vec<KeyedInst>,
    right: Vec<KeyedInst>,
    params: &'a AlignParams,
    select: SelectPrices,
    /// Bytes of the guarded edges if the terminators are matched; none if they must not be matched.
    guards: Option<i64>,
}

impl<'a> Sequences<'a> {
    /// The alignable instructions of `blocks`.
    pub(super) fn new(
        funcs: Pair<'a>,
        blocks: (BlockId, BlockId),
        params: &'a AlignParams,
        guards: Option<i64>,
    ) -> Self {
        let (left, right) =
            (KeyedInst::all(funcs.left, blocks.0), KeyedInst::all(funcs.right, blocks.1));
        let select = SelectPrices {
            early: params.select_at(funcs.visits(blocks).min(funcs.entries())),
            here: params.select_at(funcs.visits(blocks)),
        };
        Sequences { funcs, blocks, left, right, params, select, guards }
    }

    /// How many instructions each side has.
    pub(super) fn lens(&self) -> (usize, usize) {
        (self.left.len(), self.right.len())
    }

    /// Whether two instructions have keys that may merge.
    fn are_alike(&self, left: usize, right: usize) -> bool {
        self.left[left].key.may_merge(self.right[right].key)
    }

    /// What matching two instructions of equal key saves; None if they must not be matched.
    fn weight_of_alike(&self, left: usize, right: usize) -> Option<i64> {
        let (l, r) = self.insts(left, right);
        let guards = if l.kind.is_terminator() { self.guards? } else { 0 };
        may_match(l, r).then(|| match_weight(l, r, self.params.unit, self.select) - guards)
    }

    fn insts(&self, left: usize, right: usize) -> (&'a Inst, &'a Inst) {
        let (l, r) = (self.left[left], self.right[right]);
        (&self.funcs.left.insts[l.inst], &self.funcs.right.insts[r.inst])
    }
}

impl Scoring for Sequences<'_> {
    fn weight(&self, left: usize, right: usize) -> Option<i64> {
        if self.are_alike(left, right) { self.weight_of_alike(left, right) } else { None }
    }

    fn weights(&self, left: usize, rights: Range<usize>, weights: &mut Vec<i64>) {
        let key = self.left[left].key;
        let items = self.right[rights.clone()].iter().zip(rights);
        weights.extend(items.map(|(item, right)| match key.may_merge(item.key) {
            true => self.weight_of_alike(left, right).unwrap_or(NEVER),
            false => NEVER,
        }));
    }

    fn equal(&self, left: usize, right: usize) -> bool {
        if !self.are_alike(left, right) {
            return false;
        }
        let (l, r) = self.insts(left, right);
        let bytes = |inst| bytes(inst, self.params.unit);
        bytes(l) == bytes(r) && self.weight_of_alike(left, right) == Some(bytes(l))
    }
}
