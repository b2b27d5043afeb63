//! Alignments of any number of functions: by hand, or by adding one function after another.
//!
//! Consumes: rows that name matches; or an alignment, and how one more function is aligned with one that it has.
//! Produces: an [`Alignment`]. Guarantees: it is valid, and has these matches and no others; what is wrong with
//! rows by hand is told.

use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::FxHashMap;

use super::check::check_blocks;
use super::weight::may_match;
use super::{Alignment, AlignmentError, Row};
use crate::ir::{BlockId, InstId};
use crate::sides::{BySide, Origin, SideId, Sides};

impl Alignment {
    /// The alignment with these rows, which come in any order. Their steps are matches; all that their blocks have
    /// besides goes into steps of one side, right before the next match of that side.
    ///
    /// # Errors
    /// What is wrong with the first row that is wrong. Rows are numbered as they come; those of which some are in two
    /// rows, by their order in the alignment.
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

    /// Adds side `new`, which comes after all others, by its alignment with side `known`. There, `known` is on the left
    /// and `new` on the right. What matches with an instruction of `known` joins the match that this one has.
    pub fn add(&mut self, known: SideId, new: SideId, alignment: &Alignment) {
        let [left, right] = [0, 1].map(SideId::new);
        let of_known = self.rows.iter().enumerate();
        // Only looked up.
        let row_of: FxHashMap<BlockId, usize> =
            of_known.filter_map(|(at, row)| Some((row.blocks.on(known)?, at))).collect();
        for pair in &alignment.rows {
            let at = pair.blocks.on(left).and_then(|block| row_of.get(&block));
            match (at, pair.blocks.on(right)) {
                (Some(&at), Some(block)) => {
                    self.rows[at].blocks.insert(new, block);
                    self.rows[at].add(known, new, &pair.steps);
                }
                _ => self.rows.push(pair.between(known, new)),
            }
        }
        self.order_rows();
    }

    fn order_rows(&mut self) {
        self.rows.sort_by_key(|row| row.blocks.first());
    }
}

impl Row {
    /// A row of these blocks in which instructions at the same place match, as far as they may become one.
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

    /// A row of two sides as one of two others, in the same order.
    fn between(&self, left: SideId, right: SideId) -> Row {
        let side = |of: SideId| if of.index() == 0 { left } else { right };
        let steps = self.steps.iter();
        Row {
            blocks: self.blocks.iter().map(|(of, block)| (side(of), block)).collect(),
            steps: steps.map(|step| step.iter().map(|(of, i)| (side(of), i)).collect()).collect(),
        }
    }

    /// Adds the steps of `new` beside those of `known`, as the steps of the two tell.
    fn add(&mut self, known: SideId, new: SideId, two: &[Origin]) {
        let one = |inst: InstId| Origin::one(new, inst);
        let (joins, rest) = joins(two);
        let mut joins = joins.into_iter();
        for mut step in std::mem::take(&mut self.steps) {
            if let Some(join) = step.on(known).and_then(|_| joins.next()) {
                self.steps.extend(join.before.into_iter().map(one));
                join.matched.into_iter().for_each(|inst| step.insert(new, inst));
            }
            self.steps.push(step);
        }
        self.steps.extend(rest.into_iter().map(one));
    }
}

/// The instructions in groups of those that may become one, in order of their first sides.
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

/// What comes to an instruction of the left side of two.
#[derive(Default)]
struct Join {
    /// What the right side has alone, right before the match.
    before: Vec<InstId>,
    matched: Option<InstId>,
}

/// What comes to each instruction of the left side, in order, and what the right side has alone after the last match.
fn joins(two: &[Origin]) -> (Vec<Join>, Vec<InstId>) {
    let [left, right] = [0, 1].map(SideId::new);
    let (mut joins, mut alone) = (Vec::new(), Vec::new());
    for step in two {
        match (step.on(left), step.on(right)) {
            (None, own) => alone.extend(own),
            (Some(_), None) => joins.push(Join::default()),
            (Some(_), matched) => {
                joins.push(Join { before: std::mem::take(&mut alone), matched });
            }
        }
    }
    (joins, alone)
}

/// A row of which the matches are given one by one.
struct Completion<'a> {
    number: usize,
    blocks: BySide<BlockId>,
    sides: Sides<'a>,
    /// The alignable instructions of the block of each side.
    own: PrimaryMap<SideId, Vec<InstId>>,
    /// How many of these are in steps.
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

    /// Puts what a side has before place `end` into steps of its own.
    fn leave_alone(&mut self, side: SideId, end: usize) {
        let alone = self.own[side][self.done[side]..end].iter();
        self.steps.extend(alone.map(|&inst| Origin::one(side, inst)));
        self.done[side] = end;
    }
}
