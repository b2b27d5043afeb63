//! Functions that are aligned already, read as one function, so that a further one can be aligned with all of them.
//!
//! Consumes: functions by side and their [`Alignment`]; then the alignment of their consensus with a further function.
//! Produces: a [`Consensus`], and the alignment of all functions. Guarantees: each block of each function is in one block
//! of the consensus; the entry of the first function is in the first one; each block of the consensus ends in its only
//! terminator; a further function leaves the matches of the others as they are. Linear time.
//!
//! An alignment of several sequences is a graph in which they share parts of their paths (Lee, Grasso and Sharlow 2002
//! call it a partial order). To align a sequence with a graph takes a table that knows the edges. But a row lists its
//! steps in one order, and a further function may match any of them in this order, whichever sides they are of:
//! ```text
//! steps of two       read as one     with a third one
//! a  a               a               a a a
//! b  .               b               b . b
//! .  c               c               . c c
//! d  d               d               d d d
//! ```
//! So the list is aligned like any other sequence.

use std::cmp::Reverse;

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

use super::{Alignment, Row};
use crate::ir::{Block, BlockId, EncodedFunction, Inst, InstId, InstKind, Value};
use crate::sides::{BySide, Origin, SideId, Sides};

/// Several functions as one.
pub struct Consensus {
    /// Good for an alignment and nothing else: it has no φs and no static allocas. Each instruction has the operands of
    /// the first side that has it, but block operands name blocks of the consensus.
    pub function: EncodedFunction,
    /// By block: the row that it stands for. A block that is in no row of the alignment is a row of one side here.
    rows: PrimaryMap<BlockId, Row>,
    /// By instruction: the step that it stands for, as an index into the steps of its row.
    steps: PrimaryMap<InstId, usize>,
}

impl Consensus {
    /// The consensus of functions with this alignment.
    pub fn of(sides: Sides<'_>, alignment: &Alignment) -> Consensus {
        let mut rows = all_rows(sides, alignment);
        rows.values_mut().for_each(|row| end_last(row, sides));
        let head = heads(sides, &rows);
        let first = sides.on(SideId::new(0));
        let function =
            EncodedFunction { runs: first.runs, ..EncodedFunction::empty("", first.ret) };
        let mut consensus = Consensus { function, rows, steps: PrimaryMap::new() };
        for block in consensus.rows.keys() {
            consensus.add_block(block, sides, &head);
        }
        consensus
    }

    fn add_block(
        &mut self,
        block: BlockId,
        sides: Sides<'_>,
        head: &PrimaryMap<SideId, SecondaryMap<BlockId, BlockId>>,
    ) {
        let row = &self.rows[block];
        let mut insts = Vec::with_capacity(row.steps.len());
        for (at, step) in row.steps.iter().enumerate() {
            let (side, inst) = sides.insts(step).next().expect("a step has an instruction");
            if inst.kind.is_terminator() && at + 1 < row.steps.len() {
                continue;
            }
            insts.push(self.function.insts.push(placed(inst, block, &head[side])));
            self.steps.push(at);
        }
        let runs = row.blocks.iter().map(|(side, own)| sides.on(side).blocks[own].frequency);
        let frequency = runs.max().unwrap_or_default();
        self.function.blocks.push(Block { insts, frequency });
    }

    /// The alignment of all functions and `new`. In `two`, the consensus is on the left and `new` is on the right.
    pub fn with(self, new: SideId, two: &Alignment) -> Alignment {
        let [left, right] = [0, 1].map(SideId::new);
        let Consensus { mut rows, steps, .. } = self;
        for pair in &two.rows {
            if let (Some(own), Some(block)) = (pair.blocks.on(left), pair.blocks.on(right))
                && begins(&rows[own].blocks) == begins(&BySide::one(new, block))
            {
                rows[own].blocks.insert(new, block);
                let matched = pair.steps.iter();
                let matched =
                    matched.map(|step| (step.on(left).map(|inst| steps[inst]), step.on(right)));
                rows[own].add(new, matched);
            }
        }
        rows.values_mut().for_each(Row::order_stretches);
        let mut alignment = Alignment {
            rows: rows
                .into_iter()
                .map(|(_, row)| row)
                .filter(|row| row.blocks.is_shared())
                .collect(),
        };
        alignment.order_rows();
        alignment
    }
}

impl Row {
    /// Adds the instructions of `new`. `matched` lists, in order, steps of this row by index, each with the instruction of
    /// `new` that joins it. A step may come without an instruction, and an instruction without a step.
    fn add(&mut self, new: SideId, matched: impl Iterator<Item = (Option<usize>, Option<InstId>)>) {
        let mut old = std::mem::take(&mut self.steps).into_iter().enumerate().peekable();
        let mut alone = Vec::new();
        for (place, inst) in matched {
            match (place, inst) {
                (None, Some(inst)) => alone.push(Origin::one(new, inst)),
                (Some(place), Some(inst)) => {
                    while let Some((_, step)) = old.next_if(|&(at, _)| at < place) {
                        self.steps.push(step);
                    }
                    let (_, mut step) = old.next().expect("the place is in the row");
                    step.insert(new, inst);
                    self.steps.append(&mut alone);
                    self.steps.push(step);
                }
                (_, None) => {}
            }
        }
        self.steps.extend(old.map(|(_, step)| step));
        self.steps.append(&mut alone);
    }
}

/// The rows of the alignment, and a row for each block that is in none of them. They are ordered by the first of their
/// sides and its block.
fn all_rows(sides: Sides<'_>, alignment: &Alignment) -> PrimaryMap<BlockId, Row> {
    let mut row_of = sides.map(|_| SecondaryMap::<BlockId, Option<&Row>>::new());
    for row in &alignment.rows {
        row.blocks.iter().for_each(|(side, block)| row_of[side][block] = Some(row));
    }
    let mut rows = PrimaryMap::new();
    for (side, function) in sides.iter() {
        for block in function.blocks.keys() {
            match row_of[side][block] {
                Some(row) if row.blocks.sides().next() == Some(side) => {
                    rows.push(row.clone());
                }
                Some(_) => {}
                None => {
                    let steps = function.alignable(block).map(|inst| Origin::one(side, inst));
                    let blocks = BySide::one(side, block);
                    rows.push(Row { blocks, steps: steps.collect() });
                }
            }
        }
    }
    rows
}

/// Whether one of these blocks is the entry of its function. The entry of the consensus is that of the first function. The
/// entry of another one may be any block of it, so that the aligner may pair it with a block that is no entry.
fn begins(blocks: &BySide<BlockId>) -> bool {
    blocks.iter().any(|(_, block)| block == BlockId::new(0))
}

/// By side and block: the block of the consensus that it is in.
fn heads(
    sides: Sides<'_>,
    rows: &PrimaryMap<BlockId, Row>,
) -> PrimaryMap<SideId, SecondaryMap<BlockId, BlockId>> {
    let mut head = sides.map(|_| SecondaryMap::with_default(BlockId::new(0)));
    for (id, row) in rows {
        row.blocks.iter().for_each(|(side, block)| head[side][block] = id);
    }
    head
}

/// Moves the step that ends the block behind all others, together with the steps of the same sides right before it. The
/// order of each side stays as it is, because the steps that come to stand before it are of other sides.
fn end_last(row: &mut Row, sides: Sides<'_>) {
    let Some(end) = way_out(row, sides) else { return };
    let is_with = |&at: &usize| row.steps[at].sides().eq(row.steps[end].sides());
    let first = (0..end).rev().take_while(is_with).last().unwrap_or(end);
    row.steps[first..].rotate_left(end + 1 - first);
}

/// The step that ends the block of the consensus: the terminator that most sides have. Among equals, any other terminator
/// goes before a return, then an earlier one before a later one. Those that are not chosen match nothing.
fn way_out(row: &Row, sides: Sides<'_>) -> Option<usize> {
    let terminators = row.steps.iter().enumerate().filter_map(|(at, step)| {
        let (_, inst) = sides.insts(step).next()?;
        inst.kind.is_terminator().then(|| (step.count(), inst.kind != InstKind::Ret, Reverse(at)))
    });
    terminators.max().map(|(_, _, Reverse(at))| at)
}

/// An instruction as it stands in a block of the consensus: its block operands name blocks of the consensus.
fn placed(inst: &Inst, block: BlockId, head: &SecondaryMap<BlockId, BlockId>) -> Inst {
    let mut inst = Inst { block, ..inst.clone() };
    for operand in &mut inst.operands {
        if let Value::Block(to) = operand.value {
            operand.value = Value::Block(head[to]);
        }
    }
    inst
}
