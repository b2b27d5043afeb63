//! Which matched instructions that commute take their right side's operands in the other order.
//!
//! Consumes: a settled [`Matching`], with what became one value. Produces: the left instructions of the
//! matches to be crossed. Guarantees: only instructions that commute on both sides, and only where more of
//! their operands are likely to need no select.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::Pair;
use super::affinity::Affinity;
use super::matching::Matching;
use crate::ir::{Inst, InstId, InstKind, Operand, Value};

/// What a way to combine operands is likely to take, the least being best: how far they are from being one
/// value, added up, then how seldom they meet elsewhere.
type Price = (u32, Reverse<u32>);

/// Chooses the matches to cross. `one` says whether two operands are one value.
pub(super) fn choose(
    pair: Pair<'_>,
    matching: &Matching,
    affinity: &Affinity,
    one: impl Fn(&Operand, &Operand) -> bool,
) -> BTreeSet<InstId> {
    let choice = Choice { pair, affinity, one };
    let crossed = matching.matches().filter(|&(left, right)| {
        choice.is_better_crossed(&pair.left.insts[left], &pair.right.insts[right])
    });
    crossed.map(|(left, _)| left).collect()
}

struct Choice<'a, F> {
    pair: Pair<'a>,
    affinity: &'a Affinity,
    one: F,
}

impl<F: Fn(&Operand, &Operand) -> bool> Choice<'_, F> {
    fn is_better_crossed(&self, left: &Inst, right: &Inst) -> bool {
        if !left.commutes || !right.commutes {
            return false;
        }
        let price = |at: [usize; 2]| self.price(&left.operands, at.map(|i| &right.operands[i]));
        price([1, 0]) < price([0, 1])
    }

    /// The price of combining the first two operands of the left with these of the right.
    fn price(&self, left: &[Operand], right: [&Operand; 2]) -> Price {
        let both = || left.iter().zip(right);
        let distance = both().map(|(l, r)| self.distance(l, r)).sum();
        let meetings = both().map(|(l, r)| self.affinity.of(l.value, r.value)).sum();
        (distance, Reverse(meetings))
    }

    /// How far two operands are from being one value: two φs may still become one, and two values that are
    /// no constants may be joined.
    fn distance(&self, left: &Operand, right: &Operand) -> u32 {
        match (left.value, right.value) {
            _ if (self.one)(left, right) => 0,
            (Value::Inst(l), Value::Inst(r)) if self.are_phis(l, r) => 1,
            (Value::Const(_), _) | (_, Value::Const(_)) => 3,
            _ => 2,
        }
    }

    fn are_phis(&self, left: InstId, right: InstId) -> bool {
        let (left, right) = (&self.pair.left.insts[left], &self.pair.right.insts[right]);
        left.kind == InstKind::Phi && right.kind == InstKind::Phi
    }
}
