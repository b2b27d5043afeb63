//! The checker of alignments.
//!
//! Consumes: an [`Alignment`] and its functions. Produces: nothing, or the first broken rule.
//! Guarantees: an alignment that passes has the properties that the planner relies on:
//! - rows are ordered by the first of their sides and its block; a row has blocks of two sides at least, no block is in
//!   two rows, an entry is in a row with entries only;
//! - the steps of a row list each alignable instruction of its blocks once, those of each side in program order;
//! - matched instructions have keys that may merge; a terminator is only matched with terminators;
//! - a block with a landing pad is only in a row with such blocks, and all these landing pads are one match;
//! - between two matches, the steps of earlier sides come before those of later ones.

use cranelift_entity::{EntityRef, EntitySet, PrimaryMap};
use thiserror::Error;

use super::weight::may_match;
use super::{Alignment, Row};
use crate::ir::{BlockId, InstId};
use crate::sides::{BySide, Origin, SideId, Sides};

/// The rule that an alignment breaks. Rows are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AlignmentError {
    /// There is no function of this number.
    #[error("row {0}: there is no {1}")]
    NoSuchSide(usize, SideId),
    /// A row names a block that its function does not have.
    #[error("row {0}: {1} has no {2}")]
    NoSuchBlock(usize, SideId, BlockId),
    /// A row has blocks of fewer than two sides.
    #[error("row {0}: it has no blocks of two sides")]
    Alone(usize),
    /// Rows are not in order.
    #[error("row {0}: it is out of order")]
    Order(usize),
    /// A block is in two rows.
    #[error("row {0}: {2} of {1} is in a row before")]
    BlockTwice(usize, SideId, BlockId),
    /// A row has an entry and a block that is no entry.
    #[error("row {0}: an entry goes with entries")]
    Entry(usize),
    /// A match by hand names an instruction that is not among the alignable ones of its side's block in the row.
    #[error("row {0}: {2} of {1} is no alignable instruction of its block there")]
    NoSuchInst(usize, SideId, InstId),
    /// Matches by hand name an instruction twice.
    #[error("row {0}: {2} of {1} is in two steps")]
    InstTwice(usize, SideId, InstId),
    /// Matches by hand name an instruction after a later one of the same side.
    #[error("row {0}: {2} of {1} comes after a later instruction")]
    InstOrder(usize, SideId, InstId),
    /// The steps of one side are not the alignable instructions of its block, in program order.
    #[error(
        "row {0}: the steps of {1} are not the alignable instructions of its block in program order"
    )]
    Steps(usize, SideId),
    /// A step has no instruction.
    #[error("row {0}: a step has no instruction")]
    Empty(usize),
    /// Matched instructions may not become one.
    #[error("row {0}: {2} of {1} may not become one with what an earlier side has")]
    MayNotMerge(usize, SideId, InstId),
    /// A block begins with a landing pad that is not matched with one of each other block.
    #[error("row {0}: a landing pad is not matched with one of each block")]
    LandingPad(usize),
    /// A step comes after a step of a later side, and there is no match between them.
    #[error("row {0}: {2} of {1} comes after a later side in its stretch")]
    StretchOrder(usize, SideId, InstId),
}

impl Alignment {
    /// Checks that the alignment has the properties that are listed at the head of this file.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn validate(&self, sides: Sides<'_>) -> Result<(), AlignmentError> {
        let mut seen: PrimaryMap<SideId, EntitySet<BlockId>> = sides.map(|_| EntitySet::new());
        let mut last = None;
        for (number, row) in self.rows.iter().enumerate() {
            check_blocks(number, &row.blocks, sides)?;
            if last >= row.blocks.first() {
                return Err(AlignmentError::Order(number));
            }
            last = row.blocks.first();
            for (side, block) in row.blocks.iter() {
                if !seen[side].insert(block) {
                    return Err(AlignmentError::BlockTwice(number, side, block));
                }
            }
            check_steps(number, row, sides)?;
        }
        Ok(())
    }
}

/// Checks that a row may consist of these blocks.
pub(super) fn check_blocks(
    number: usize,
    blocks: &BySide<BlockId>,
    sides: Sides<'_>,
) -> Result<(), AlignmentError> {
    if !blocks.is_shared() {
        return Err(AlignmentError::Alone(number));
    }
    for (side, block) in blocks.iter() {
        if side.index() >= sides.count() {
            return Err(AlignmentError::NoSuchSide(number, side));
        }
        if !sides.on(side).blocks.is_valid(block) {
            return Err(AlignmentError::NoSuchBlock(number, side, block));
        }
    }
    let is_entry = blocks.map(|side, block| block == sides.on(side).entry());
    if is_entry.agreed().is_none() {
        return Err(AlignmentError::Entry(number));
    }
    Ok(())
}

fn check_steps(number: usize, row: &Row, sides: Sides<'_>) -> Result<(), AlignmentError> {
    let all = row.steps.iter().flat_map(Origin::sides);
    if let Some(side) = all.into_iter().find(|side| side.index() >= sides.count()) {
        return Err(AlignmentError::NoSuchSide(number, side));
    }
    for side in sides.ids() {
        let own = row.steps.iter().filter_map(|step| step.on(side));
        let expected = row.blocks.on(side).into_iter();
        if !own.eq(expected.flat_map(|block| sides.on(side).alignable(block))) {
            return Err(AlignmentError::Steps(number, side));
        }
    }
    check_matches(number, row, sides)?;
    let pads = row.landing_pads(sides);
    if pads.count() > 0 && (pads.count() < row.blocks.count() || row.steps[0] != pads) {
        return Err(AlignmentError::LandingPad(number));
    }
    check_stretches(number, row)
}

fn check_matches(number: usize, row: &Row, sides: Sides<'_>) -> Result<(), AlignmentError> {
    for step in &row.steps {
        let mut insts = sides.insts(step);
        let Some((_, first)) = insts.next() else { return Err(AlignmentError::Empty(number)) };
        for ((side, inst), (_, other)) in step.iter().skip(1).zip(insts) {
            if !may_match(first, other) {
                return Err(AlignmentError::MayNotMerge(number, side, inst));
            }
        }
    }
    Ok(())
}

fn check_stretches(number: usize, row: &Row) -> Result<(), AlignmentError> {
    for stretch in row.steps.split(Origin::is_shared) {
        for two in stretch.windows(2) {
            let [before, after] = [0, 1].map(|at: usize| two[at].first());
            if let (Some((earlier, _)), Some((later, inst))) = (before, after)
                && later < earlier
            {
                return Err(AlignmentError::StretchOrder(number, later, inst));
            }
        }
    }
    Ok(())
}
