//! Functions that are aligned already, read as one function, so that a further one can be aligned with all of them.
//!
//! Consumes: functions by side and their [`Alignment`]; then how their consensus is aligned with a further function.
//! Produces: a [`Consensus`], and the alignment of all. Guarantees: each block of each function is in one block of the
//! consensus, the entries first; a further function changes nothing among those before it. Linear time.
//!
//! An alignment of several sequences is a graph in which some of them share a way (Lee, Grasso and Sharlow 2002 call it a
//! partial order). Aligning with the graph takes a table that knows its edges. Rows list their steps one by one, though, and
//! what a further function has in common with steps of several sides in that order may be shared with each of them:
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

/// Functions as one.
pub struct Consensus {
    /// Good for an alignment and nothing else: it has no φs and no slots, and operands are those of the first side that has
    /// the instruction, but for blocks.
    pub function: EncodedFunction,
    /// What each block stands for: a row, or a block of one side with all that it has.
    rows: PrimaryMap<BlockId, Row>,
    /// What each instruction stands for: a step, by its place in its row.
    steps: PrimaryMap<InstId, usize>,
}

impl Consensus {
    /// The consensus of functions that are aligned like this.
    pub fn of(sides: Sides<'_>, alignment: &Alignment) -> Consensus {
        let rows = all_rows(sides, alignment);
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
        let end = way_out(row, sides);
        let mut insts = Vec::with_capacity(row.steps.len());
        for (at, step) in row.steps.iter().enumerate() {
            let (side, inst) = sides.insts(step).next().expect("a step has an instruction");
            if inst.kind.is_terminator() && at != end {
                continue;
            }
            insts.push(self.function.insts.push(placed(inst, block, &head[side])));
            self.steps.push(at);
        }
        let runs = row.blocks.iter().map(|(side, own)| sides.on(side).blocks[own].frequency);
        let frequency = runs.max().unwrap_or_default();
        self.function.blocks.push(Block { insts, frequency });
    }

    /// The alignment of all with the further function `new`, by that of the consensus, on the left, with it, on the right.
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
    /// Adds the instructions of `new`: each with a step, by its place, or with none; and steps without an instruction of it.
    /// Both are in order.
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

/// A row for each block of each side, in the order in which the sides have them.
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

/// Whether one of these blocks is the entry of its function. The consensus begins where the first function does, so that the
/// entry of another one may stand in the midst of it, where a block that is no entry seems to match it.
fn begins(blocks: &BySide<BlockId>) -> bool {
    blocks.iter().any(|(_, block)| block == BlockId::new(0))
}

/// By side, which block of the consensus each of its blocks is in.
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

/// The step that ends the block of the consensus: of the terminators, that of most sides, if possible no return; of several
/// such, the first. The others match nothing.
fn way_out(row: &Row, sides: Sides<'_>) -> usize {
    let terminators = row.steps.iter().enumerate().filter_map(|(at, step)| {
        let (_, inst) = sides.insts(step).next()?;
        inst.kind.is_terminator().then(|| (step.count(), inst.kind != InstKind::Ret, Reverse(at)))
    });
    terminators.max().map_or(usize::MAX, |(_, _, Reverse(at))| at)
}

/// An instruction in its block of the consensus.
fn placed(inst: &Inst, block: BlockId, head: &SecondaryMap<BlockId, BlockId>) -> Inst {
    let mut inst = Inst { block, ..inst.clone() };
    for operand in &mut inst.operands {
        if let Value::Block(to) = operand.value {
            operand.value = Value::Block(head[to]);
        }
    }
    inst
}
