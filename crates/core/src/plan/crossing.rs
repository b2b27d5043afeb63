//! Which matched instructions that commute take a side's operands in the other order.
//!
//! Consumes: a settled [`Matching`], with what became one value. Produces: for the matches to be crossed, the sides
//! whose first two operands change places. Guarantees: only instructions that commute on all sides, only sides
//! after the match's first, and only where more of their operands are likely to need no select.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::affinity::{Affinity, Own};
use super::matching::{MatchId, Matching};
use super::{Origin, SideId, Sides};
use crate::ir::{Inst, InstKind, Operand, Value};

/// What a way to combine operands is likely to take, the least being best: how far they are from being one
/// value, added up, then how seldom they meet elsewhere.
type Price = (u32, Reverse<u32>);

/// Chooses the matches to cross, and their sides. `one` says whether two operands are one value.
pub(super) fn choose(
    sides: Sides<'_>,
    matching: &Matching,
    affinity: &Affinity,
    one: impl Fn((SideId, &Operand), (SideId, &Operand)) -> bool,
) -> BTreeMap<MatchId, Vec<SideId>> {
    let choice = Choice { sides, affinity, one };
    let crossed = matching.matches().filter_map(|origin| {
        let crossed = choice.crossed(origin);
        (!crossed.is_empty()).then_some((origin.first()?, crossed))
    });
    crossed.collect()
}

struct Choice<'a, F> {
    sides: Sides<'a>,
    affinity: &'a Affinity,
    one: F,
}

impl<F: Fn((SideId, &Operand), (SideId, &Operand)) -> bool> Choice<'_, F> {
    /// The sides of a match that are better crossed, each compared with the first.
    fn crossed(&self, origin: &Origin) -> Vec<SideId> {
        let mut insts = self.sides.insts(origin);
        let Some(first) = insts.next() else { return Vec::new() };
        if self.sides.insts(origin).any(|(_, inst)| !inst.commutes) {
            return Vec::new();
        }
        insts.filter(|&other| self.is_better_crossed(first, other)).map(|(side, _)| side).collect()
    }

    fn is_better_crossed(&self, first: (SideId, &Inst), (side, other): (SideId, &Inst)) -> bool {
        let price = |at: [usize; 2]| self.price(first, side, at.map(|i| &other.operands[i]));
        price([1, 0]) < price([0, 1])
    }

    /// The price of combining the first two operands of an instruction with these of another.
    fn price(&self, (first, inst): (SideId, &Inst), side: SideId, others: [&Operand; 2]) -> Price {
        let both = || inst.operands.iter().zip(others).map(|(l, r)| ((first, l), (side, r)));
        let distance = both().map(|(l, r)| self.distance(l, r)).sum();
        let value = |(of, operand): (SideId, &Operand)| (of, operand.value);
        let meetings = both().map(|(l, r)| self.affinity.of(value(l), value(r))).sum();
        (distance, Reverse(meetings))
    }

    /// How far two operands are from being one value: two φs may still become one, and two values that are
    /// no constants may be joined.
    fn distance(&self, left: (SideId, &Operand), right: (SideId, &Operand)) -> u32 {
        let phis =
            || [(left.0, left.1.value), (right.0, right.1.value)].map(|own| self.is_phi(own));
        match (left.1.value, right.1.value) {
            _ if (self.one)(left, right) => 0,
            _ if phis() == [true; 2] => 1,
            (Value::Const(_), _) | (_, Value::Const(_)) => 3,
            _ => 2,
        }
    }

    fn is_phi(&self, (side, value): Own) -> bool {
        matches!(value, Value::Inst(inst) if self.sides.on(side).insts[inst].kind == InstKind::Phi)
    }
}
