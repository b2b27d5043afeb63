//! The alignment as the planner uses it: matches may still be taken back.
//!
//! Consumes: an [`Alignment`]. Produces: the steps of each block pair, after matches that no plan can
//! honour have been undone. Guarantees: steps keep each side's program order, and within a stretch
//! without matches left steps come before right ones.

use std::collections::BTreeSet;

use super::Pair;
use crate::align::{Alignment, BlockPair, Step};
use crate::ir::{BlockId, InstId, Operand, OperandMode};

/// Paired blocks with their steps.
pub(super) struct Matching {
    pub(super) pairs: Vec<BlockPair>,
    /// The left instructions of matches whose right side's first two operands have changed places.
    pub(super) crossed: BTreeSet<InstId>,
}

impl Matching {
    pub(super) fn new(alignment: &Alignment) -> Matching {
        Matching { pairs: alignment.pairs.clone(), crossed: BTreeSet::new() }
    }

    /// All matched instructions, in order.
    pub(super) fn matches(&self) -> impl Iterator<Item = (InstId, InstId)> + '_ {
        self.pairs.iter().flat_map(|p| &p.steps).filter_map(|step| match *step {
            Step::Match(l, r) => Some((l, r)),
            _ => None,
        })
    }

    /// The left instructions of matches whose operands of mode `Same` are not one merged value by `same`.
    pub(super) fn violations(
        &self,
        pair: Pair<'_>,
        same: impl Fn(&Operand, &Operand) -> bool,
    ) -> BTreeSet<InstId> {
        let broken = |&(left, right): &(InstId, InstId)| {
            let (left, right) = (&pair.left.insts[left], &pair.right.insts[right]);
            let fixed = |o: &&Operand| o.mode == OperandMode::Same;
            let mut both = left.operands.iter().zip(&right.operands);
            !both.all(|(l, r)| !(fixed(&l) || fixed(&r)) || same(l, r))
        };
        self.matches().filter(broken).map(|(left, _)| left).collect()
    }

    /// Dissolves pairs of blocks of which one begins with a landing pad, unless both do and the two are
    /// matched: nothing may come before a landing pad, not even a branch on the identifier.
    pub(super) fn dissolve_odd_heads(&mut self, pair: Pair<'_>) {
        self.pairs.retain(|p| {
            match (pair.left.landing_pad(p.left), pair.right.landing_pad(p.right)) {
                (None, None) => true,
                (Some(left), Some(right)) => p.steps.first() == Some(&Step::Match(left, right)),
                _ => false,
            }
        });
    }

    /// The left instructions of matched invokes that unwind to blocks that are no pair: one invoke unwinds
    /// to one landing pad, and no branch on the identifier can stand on its way.
    pub(super) fn parted_unwinds(&self, pair: Pair<'_>) -> BTreeSet<InstId> {
        let parted = |&(left, right): &(InstId, InstId)| {
            let (left, right) = (&pair.left.insts[left], &pair.right.insts[right]);
            match (left.unwind_successor(), right.unwind_successor()) {
                (Some(left), Some(right)) => !self.is_paired(left, right),
                _ => false,
            }
        };
        self.matches().filter(parted).map(|(left, _)| left).collect()
    }

    fn is_paired(&self, left: BlockId, right: BlockId) -> bool {
        let found = self.pairs.binary_search_by_key(&left, |p| p.left);
        found.is_ok_and(|at| self.pairs[at].right == right)
    }

    /// Takes back the matches of these left instructions; pairs left without a match are dissolved.
    pub(super) fn unmatch(&mut self, broken: &BTreeSet<InstId>) {
        for pair in &mut self.pairs {
            for at in 0..pair.steps.len() {
                if let Step::Match(left, right) = pair.steps[at]
                    && broken.contains(&left)
                {
                    pair.steps[at] = Step::Left(left);
                    pair.steps.insert(at + 1, Step::Right(right));
                }
            }
            order_stretches(&mut pair.steps);
        }
        self.pairs.retain(|p| p.steps.iter().any(|s| matches!(s, Step::Match(..))));
    }
}

/// Puts left steps before right ones in each stretch without matches.
fn order_stretches(steps: &mut [Step]) {
    for stretch in steps.split_mut(|s| matches!(s, Step::Match(..))) {
        stretch.sort_by_key(|s| matches!(s, Step::Right(_)));
    }
}
