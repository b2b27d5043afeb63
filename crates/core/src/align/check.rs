//! The checker of alignments.
//!
//! Consumes: an [`Alignment`] and its two functions. Produces: nothing, or the first broken rule.
//! Guarantees: an alignment that passes has the properties that the planner relies on:
//! - pairs are ordered by left block, no block is in two pairs, the entry is paired only with the entry;
//! - the steps of a pair list each alignable instruction of both blocks once, each side in program order;
//! - matched instructions have keys that may merge; a terminator is only matched with a terminator;
//! - a block with a landing pad is only paired with another one, and the two are matched;
//! - between two matches, left steps come before right ones.

use cranelift_entity::EntitySet;
use thiserror::Error;

use super::{Alignment, BlockPair, Step};
use crate::ir::{BlockId, EncodedFunction, InstId};

/// The rule that an alignment breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AlignmentError {
    /// A pair names a block that its function does not have.
    #[error("pair {0} and {1}: no such block")]
    NoSuchBlock(BlockId, BlockId),
    /// Pairs are not in ascending order of their left blocks; two with the same left block are not either.
    #[error("pair of {0} is out of order")]
    Order(BlockId),
    /// Two pairs have the same right block.
    #[error("right block {0} is in two pairs")]
    PairedTwice(BlockId),
    /// The entry of one function is paired with another block than the entry.
    #[error("pair {0} and {1}: the entry goes with the entry")]
    Entry(BlockId, BlockId),
    /// The steps of one side are not the alignable instructions of the block, in program order.
    #[error("pair {0} and {1}: the steps are not the alignable instructions in program order")]
    Steps(BlockId, BlockId),
    /// Matched instructions that cannot be one.
    #[error("{0} and {1} may not become one")]
    MayNotMerge(InstId, InstId),
    /// One of the blocks begins with a landing pad, and it is not matched with one of the other.
    #[error("pair {0} and {1}: a landing pad is not matched")]
    LandingPad(BlockId, BlockId),
    /// A left step comes after a right one without a match between.
    #[error("left step {0} comes after a right step of its stretch")]
    StretchOrder(InstId),
}

impl Alignment {
    /// Checks that the alignment has the properties that are listed at the head of this file.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn validate(
        &self,
        left: &EncodedFunction,
        right: &EncodedFunction,
    ) -> Result<(), AlignmentError> {
        let mut rights = EntitySet::new();
        for (index, pair) in self.pairs.iter().enumerate() {
            if index > 0 && self.pairs[index - 1].left >= pair.left {
                return Err(AlignmentError::Order(pair.left));
            }
            check_pair(pair, left, right)?;
            if !rights.insert(pair.right) {
                return Err(AlignmentError::PairedTwice(pair.right));
            }
        }
        Ok(())
    }
}

fn check_pair(
    pair: &BlockPair,
    left: &EncodedFunction,
    right: &EncodedFunction,
) -> Result<(), AlignmentError> {
    if !left.blocks.is_valid(pair.left) || !right.blocks.is_valid(pair.right) {
        return Err(AlignmentError::NoSuchBlock(pair.left, pair.right));
    }
    if (pair.left == left.entry()) != (pair.right == right.entry()) {
        return Err(AlignmentError::Entry(pair.left, pair.right));
    }
    let lefts = pair.steps.iter().filter_map(|s| s.left());
    let rights = pair.steps.iter().filter_map(|s| s.right());
    if !lefts.eq(left.alignable(pair.left)) || !rights.eq(right.alignable(pair.right)) {
        return Err(AlignmentError::Steps(pair.left, pair.right));
    }
    match (left.landing_pad(pair.left), right.landing_pad(pair.right)) {
        (None, None) => {}
        (Some(l), Some(r)) if pair.steps.first() == Some(&Step::Match(l, r)) => {}
        _ => return Err(AlignmentError::LandingPad(pair.left, pair.right)),
    }
    check_matches(&pair.steps, left, right)?;
    check_stretches(&pair.steps)
}

fn check_matches(
    steps: &[Step],
    left: &EncodedFunction,
    right: &EncodedFunction,
) -> Result<(), AlignmentError> {
    for step in steps {
        if let Step::Match(l, r) = *step
            && !super::weight::may_match(&left.insts[l], &right.insts[r])
        {
            return Err(AlignmentError::MayNotMerge(l, r));
        }
    }
    Ok(())
}

fn check_stretches(steps: &[Step]) -> Result<(), AlignmentError> {
    for two in steps.windows(2) {
        if let [Step::Right(_), Step::Left(l)] = *two {
            return Err(AlignmentError::StretchOrder(l));
        }
    }
    Ok(())
}

impl Step {
    /// The instruction of the left function, if the step has one.
    pub fn left(self) -> Option<InstId> {
        match self {
            Step::Match(l, _) | Step::Left(l) => Some(l),
            Step::Right(_) => None,
        }
    }

    /// The instruction of the right function, if the step has one.
    pub fn right(self) -> Option<InstId> {
        match self {
            Step::Match(_, r) | Step::Right(r) => Some(r),
            Step::Left(_) => None,
        }
    }
}
