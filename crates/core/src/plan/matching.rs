//! The alignment as the planner uses it: matches may still be taken back.
//!
//! Consumes: an [`Alignment`]. Produces: its rows, without the matches that no plan can honour. Guarantees: rows keep the
//! properties of rows in an alignment; matches are taken back in copies of them, and the alignment stays as it was.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::{Origin, SideId, Sides};
use crate::align::{Alignment, Row};
use crate::ir::{BlockId, InstId, Operand, OperandMode};

/// A match, named by the first of its sides and the instruction of that side.
pub(super) type MatchId = (SideId, InstId);

/// Rows of blocks with their steps.
pub(super) struct Matching<'a> {
    /// The rows of the alignment that are left.
    pub(super) rows: Vec<Cow<'a, Row>>,
    /// By match: the sides whose first two operands are exchanged.
    pub(super) commuted: BTreeMap<MatchId, Vec<SideId>>,
}

impl<'a> Matching<'a> {
    pub(super) fn new(alignment: &'a Alignment) -> Matching<'a> {
        let rows = alignment.rows.iter().map(Cow::Borrowed).collect();
        Matching { rows, commuted: BTreeMap::new() }
    }

    /// All matched instructions, in order.
    pub(super) fn matches(&self) -> impl Iterator<Item = &Origin> {
        self.rows.iter().flat_map(|row| &row.steps).filter(|step| step.is_shared())
    }

    /// The matches for which `is_broken` holds.
    pub(super) fn broken(&self, is_broken: impl Fn(&Origin) -> bool) -> BTreeSet<MatchId> {
        self.matches().filter(|origin| is_broken(origin)).filter_map(Origin::first).collect()
    }

    /// The matches whose operands of mode `Same` are not one merged value by `same`.
    pub(super) fn violations(
        &self,
        sides: Sides<'_>,
        same: impl Fn((SideId, &Operand), (SideId, &Operand)) -> bool,
    ) -> BTreeSet<MatchId> {
        self.broken(|origin| {
            let mut insts = sides.insts(origin);
            let Some((first, one)) = insts.next() else { return false };
            insts.any(|(side, other)| {
                let fixed = |o: &Operand| o.mode == OperandMode::Same;
                let mut both = one.operands.iter().zip(&other.operands);
                both.any(|(l, r)| (fixed(l) || fixed(r)) && !same((first, l), (side, r)))
            })
        })
    }

    /// Dissolves each row in which a block begins with a landing pad, unless all its blocks do and the landing pads are its
    /// first match: nothing may come before a landing pad, not even a branch on the identifier.
    pub(super) fn dissolve_odd_heads(&mut self, sides: Sides<'_>) {
        self.rows.retain(|row| {
            let pads = row.landing_pads(sides);
            pads.count() == 0
                || pads.count() == row.blocks.count() && row.steps.first() == Some(&pads)
        });
    }

    /// The matched invokes whose unwind successors are not all in one row: an invoke unwinds to one landing pad, and no
    /// branch on the identifier can stand on the way there.
    pub(super) fn parted_unwinds(&self, sides: Sides<'_>) -> BTreeSet<MatchId> {
        let row_of = self.row_of(sides);
        self.broken(|origin| {
            let unwind = sides.insts(origin).map(|(side, inst)| (side, inst.unwind_successor()));
            let rows = unwind.filter_map(|(side, to)| Some(row_of(side, to?)));
            let mut rows = rows.peekable();
            let Some(&first) = rows.peek() else { return false };
            first.is_none() || rows.any(|row| row != first)
        })
    }

    /// Returns the function that tells the number of the row of a side's block, if it is in one.
    fn row_of(&self, sides: Sides<'_>) -> impl Fn(SideId, BlockId) -> Option<usize> + use<> {
        let mut rows = sides.map(|side| vec![None; sides.on(side).blocks.len()]);
        for (number, row) in self.rows.iter().enumerate() {
            row.blocks.iter().for_each(|(side, b)| rows[side][b.as_u32() as usize] = Some(number));
        }
        move |side, block| rows[side][block.as_u32() as usize]
    }

    /// Takes back these matches; rows left without a match are dissolved.
    pub(super) fn unmatch(&mut self, broken: &BTreeSet<MatchId>) {
        let is_broken = |step: &Origin| {
            step.is_shared() && step.first().is_some_and(|first| broken.contains(&first))
        };
        for row in self.rows.iter_mut().filter(|row| row.steps.iter().any(is_broken)) {
            let row = row.to_mut();
            let mut parted = Vec::with_capacity(row.steps.len() + broken.len());
            for step in std::mem::take(&mut row.steps) {
                match is_broken(&step) {
                    true => parted.extend(step.iter().map(|(side, inst)| Origin::one(side, inst))),
                    false => parted.push(step),
                }
            }
            row.steps = parted;
            row.order_stretches();
        }
        self.rows.retain(|row| row.steps.iter().any(Origin::is_shared));
    }
}
