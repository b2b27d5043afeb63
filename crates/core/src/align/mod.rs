//! Alignment: which instructions of two functions could be one.
//!
//! Consumes: two [`EncodedFunction`]s. Produces: an [`Alignment`]. Guarantees: blocks are paired at most
//! once; within a pair of blocks the steps list every alignable instruction of both blocks exactly once,
//! each side in program order; matched instructions have keys that may merge.

use crate::ir::{BlockId, InstId};
use crate::plan::Side;

/// One step through a pair of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// These two become one.
    Match(InstId, InstId),
    /// Only on the left.
    Left(InstId),
    /// Only on the right.
    Right(InstId),
}

/// Two blocks whose code is interleaved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockPair {
    /// Block of the left function.
    pub left: BlockId,
    /// Block of the right function.
    pub right: BlockId,
    /// Their alignable instructions. Within a stretch without matches, left steps come before right ones.
    pub steps: Vec<Step>,
}

/// Which blocks are paired; a block in no pair stands alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// The pairs, ordered by left block.
    pub pairs: Vec<BlockPair>,
}

impl Step {
    /// The instruction of `side` that the step passes.
    pub fn on(&self, side: Side) -> Option<InstId> {
        match (*self, side) {
            (Step::Match(l, _) | Step::Left(l), Side::Left) => Some(l),
            (Step::Match(_, r) | Step::Right(r), Side::Right) => Some(r),
            _ => None,
        }
    }
}
