//! Alignments of any number of functions, by hand.
//!
//! Consumes: rows that name matches. Produces: an [`Alignment`], or the first fault of the rows. Guarantees: the alignment
//! is valid, and has these matches and no others.

use cranelift_entity::{EntityRef, PrimaryMap};

use super::check::check_blocks;
use super::weight::may_match;
use super::{Alignment, AlignmentError, Row};
use crate::ir::{BlockId, InstId};
use crate::sides::{BySide, Origin, SideId, Sides};

impl Alignment {
    /// The alignment with these rows, which may be in any order. Their steps are the matches. Each other instruction of
    /// their blocks gets a step of its own, before the next match of its side.
    ///
    /// # Errors
    /// The first fault. Where a row has wrong blocks, or its steps name wrong instructions, rows are numbered as they
    /// are given; for all other faults, by their order in the alignment.
    pub fn by_hand(sides: Sides<'_>, rows: Vec<Row>) -> Result<Alignment, AlignmentError> {
        let complete = |(number, row): (usize, Row)| {
            check_blocks(number, &row.blocks, sides)?;
            Completion::new(number, row.blocks, sides).complete(&row.steps)
        };
        let rows = rows.into_iter().enumerate().map(complete);
        let mut alignment = Alignment { rows: rows.collect::<Result<_, _>>()? };
        alignment.order_rows();
        alignment.validate(sides)?;
        Ok(alignment)
    }

    pub(super) fn order_rows(&mut self) {
        self.rows.sort_by_key(|row| row.blocks.first());
    }
}

impl Row {
    /// A row of these blocks. Instructions at the same place of their blocks match if they may become one.
    pub fn in_step(blocks: BySide<BlockId>, sides: Sides<'_>) -> Row {
        let is_there = |&(side, block): &(SideId, BlockId)| {
            side.index() < sides.count() && sides.on(side).blocks.is_valid(block)
        };
        let insts = |(side, block)| sides.on(side).alignable(block).map(move |inst| (side, inst));
        let own: Vec<Vec<(SideId, InstId)>> =
            blocks.iter().filter(is_there).map(|of| insts(of).collect()).collect();
        let places = own.iter().map(Vec::len).max().unwrap_or(0);
        let at = |place: usize| own.iter().filter_map(move |insts| insts.get(place).copied());
        let steps = (0..places).flat_map(|place| together(at(place), sides));
        Row { steps: steps.collect(), blocks }
    }
}

/// Groups instructions that may become one. The groups are in the order of their first sides.
fn together(insts: impl Iterator<Item = (SideId, InstId)>, sides: Sides<'_>) -> Vec<Origin> {
    let mut steps: Vec<Origin> = Vec::new();
    for (side, inst) in insts {
        let own = &sides.on(side).insts[inst];
        let fits = |step: &&mut Origin| {
            sides.insts(step).next().is_some_and(|(_, first)| may_match(first, own))
        };
        match steps.iter_mut().find(fits) {
            Some(step) => step.insert(side, inst),
            None => steps.push(Origin::one(side, inst)),
        }
    }
    steps
}

/// A row that is being made: its matches are added one by one.
struct Completion<'a> {
    number: usize,
    blocks: BySide<BlockId>,
    sides: Sides<'a>,
    /// The alignable instructions of the block of each side.
    own: PrimaryMap<SideId, Vec<InstId>>,
    /// How many of these are in steps already.
    done: PrimaryMap<SideId, usize>,
    steps: Vec<Origin>,
}

impl<'a> Completion<'a> {
    fn new(number: usize, blocks: BySide<BlockId>, sides: Sides<'a>) -> Completion<'a> {
        let alignable = |side| {
            let block = blocks.on(side).into_iter();
            block.flat_map(|block| sides.on(side).alignable(block)).collect()
        };
        let (own, done) = (sides.map(alignable), sides.map(|_| 0));
        Completion { number, blocks, sides, own, done, steps: Vec::new() }
    }

    fn complete(mut self, matches: &[Origin]) -> Result<Row, AlignmentError> {
        for step in matches {
            for (side, inst) in step.iter() {
                let at = self.place(side, inst)?;
                self.leave_alone(side, at);
                self.done[side] = at + 1;
            }
            self.steps.push(step.clone());
        }
        for side in self.sides.ids() {
            self.leave_alone(side, self.own[side].len());
        }
        let mut row = Row { blocks: self.blocks, steps: self.steps };
        row.order_stretches();
        Ok(row)
    }

    /// Where an instruction stands among those of its side.
    fn place(&self, side: SideId, inst: InstId) -> Result<usize, AlignmentError> {
        let own = self.own.get(side).ok_or(AlignmentError::NoSuchSide(self.number, side))?;
        let (done, open) = own.split_at(self.done[side]);
        if let Some(at) = open.iter().position(|&one| one == inst) {
            return Ok(done.len() + at);
        }
        let is_named = |step: &Origin| step.is_shared() && step.on(side) == Some(inst);
        Err(if !done.contains(&inst) {
            AlignmentError::NoSuchInst(self.number, side, inst)
        } else if self.steps.iter().any(is_named) {
            AlignmentError::InstTwice(self.number, side, inst)
        } else {
            AlignmentError::InstOrder(self.number, side, inst)
        })
    }

    /// Gives each instruction of a side that stands before place `end`, and is in no step yet, a step of its own.
    fn leave_alone(&mut self, side: SideId, end: usize) {
        let alone = self.own[side][self.done[side]..end].iter();
        self.steps.extend(alone.map(|&inst| Origin::one(side, inst)));
        self.done[side] = end;
    }
}
