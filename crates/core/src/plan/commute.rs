//! The matches for which a side's first two operands are exchanged.
//!
//! Consumes: a settled [`Matching`], and which values became one. Produces: the matches to be commuted, each with the
//! sides whose first two operands change places. Guarantees: the instructions commute on all sides; the first side of
//! a match keeps its order; operands are only exchanged where that probably saves a select.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::affinity::{Affinity, Own};
use super::matching::{MatchId, Matching};
use super::{Origin, SideId, Sides};
use crate::ir::{Inst, InstKind, Operand, Value};

/// The probable cost of one order of operands; the least is best. First it counts how far the operands are from being
/// one value, then how rarely they meet elsewhere.
type CommutePrice = (u32, Reverse<u32>);

/// Chooses the matches to commute, and their sides. `one` says whether two operands are one value.
pub(super) fn choose(
    sides: Sides<'_>,
    matching: &Matching<'_>,
    affinity: &Affinity,
    one: impl Fn((SideId, &Operand), (SideId, &Operand)) -> bool,
) -> BTreeMap<MatchId, Vec<SideId>> {
    let choice = CommuteChoice { sides, affinity, one };
    let commuted = matching.matches().filter_map(|origin| {
        let commuted = choice.commuted(origin);
        (!commuted.is_empty()).then_some((origin.first()?, commuted))
    });
    commuted.collect()
}

struct CommuteChoice<'a, F> {
    sides: Sides<'a>,
    affinity: &'a Affinity,
    one: F,
}

impl<F: Fn((SideId, &Operand), (SideId, &Operand)) -> bool> CommuteChoice<'_, F> {
    /// The sides of a match that are better commuted, each compared with the first.
    fn commuted(&self, origin: &Origin) -> Vec<SideId> {
        let mut insts = self.sides.insts(origin);
        let Some(first) = insts.next() else { return Vec::new() };
        if self.sides.insts(origin).any(|(_, inst)| !inst.commutes) {
            return Vec::new();
        }
        insts.filter(|&other| self.is_better_commuted(first, other)).map(|(side, _)| side).collect()
    }

    fn is_better_commuted(&self, first: (SideId, &Inst), (side, other): (SideId, &Inst)) -> bool {
        let price = |at: [usize; 2]| self.price(first, side, at.map(|i| &other.operands[i]));
        price([1, 0]) < price([0, 1])
    }

    /// The price of merging the first two operands of an instruction with these two of another.
    fn price(
        &self,
        (first, inst): (SideId, &Inst),
        side: SideId,
        others: [&Operand; 2],
    ) -> CommutePrice {
        let both = || inst.operands.iter().zip(others).map(|(l, r)| ((first, l), (side, r)));
        let distance = both().map(|(l, r)| self.distance(l, r)).sum();
        let value = |(of, operand): (SideId, &Operand)| (of, operand.value);
        let meetings = both().map(|(l, r)| self.affinity.of(value(l), value(r))).sum();
        (distance, Reverse(meetings))
    }

    /// How far two operands are from being one value, which is 0. Two φs may still become one φ; two values that are no
    /// constants may share a φ.
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
