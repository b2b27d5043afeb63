//! Turns matches that were found without regard to edges into an alignment that can be merged.
//!
//! Consumes: pairs of blocks with matches. Produces: an [`Alignment`]. Guarantees: two invokes are matched only if the
//! blocks that they unwind to are a pair; a pair of blocks with landing pads matches these; every pair has a match.
//! Matches are taken back for these rules only; none is dropped because it does not pay.

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::sequence::Match;
use super::settle::row;
use super::weight::unwind_edge;
use super::{Alignment, Pair};
use crate::ir::{BlockId, EncodedFunction, InstId};

/// A pair of blocks, their alignable instructions, and which of these match.
pub(super) struct Matched {
    pub(super) blocks: (BlockId, BlockId),
    pub(super) left: Vec<InstId>,
    pub(super) right: Vec<InstId>,
    /// Indices into `left` and `right`, ascending on both sides.
    pub(super) matches: Vec<Match>,
}

impl Matched {
    /// Two blocks without matches yet.
    pub(super) fn none(funcs: Pair<'_>, blocks: (BlockId, BlockId)) -> Matched {
        let alignable = |func: &EncodedFunction, block| func.alignable(block).collect();
        let (left, right) = (alignable(funcs.left, blocks.0), alignable(funcs.right, blocks.1));
        Matched { blocks, left, right, matches: Vec::new() }
    }

    fn matches_terminators(&self) -> bool {
        self.matches.last() == Some(&(self.left.len() - 1, self.right.len() - 1))
    }

    /// Whether there is a match, and landing pads are matched if there are any.
    fn stands(&self, funcs: Pair<'_>) -> bool {
        let (left, right) = self.blocks;
        let has_pad = funcs.left.landing_pad(left).or(funcs.right.landing_pad(right)).is_some();
        let first = self.matches.first();
        if has_pad { first == Some(&(0, 0)) } else { first.is_some() }
    }
}

/// The alignment of the pairs and matches that can stay. The pairs may be in any order.
pub(super) fn possible(funcs: Pair<'_>, mut pairs: Vec<Matched>) -> Alignment {
    pairs.sort_unstable_by_key(|pair| pair.blocks);
    loop {
        let before = pairs.len();
        pairs.retain(|pair| pair.stands(funcs));
        let taken_back = separate_invokes(funcs, &mut pairs);
        if pairs.len() == before && !taken_back {
            break;
        }
    }
    let rows = pairs.iter().map(|pair| row(pair.blocks, &pair.left, &pair.right, &pair.matches));
    Alignment { rows: rows.collect() }
}

/// Takes back the matches of invokes whose unwind successors are no pair; true if there were any.
fn separate_invokes(funcs: Pair<'_>, pairs: &mut [Matched]) -> bool {
    let mut partner: SecondaryMap<BlockId, PackedOption<BlockId>> = SecondaryMap::new();
    for pair in &*pairs {
        partner[pair.blocks.0] = pair.blocks.1.into();
    }
    let mut any = false;
    for pair in pairs.iter_mut().filter(|pair| pair.matches_terminators()) {
        let apart = unwind_edge(funcs, pair.blocks.0, pair.blocks.1)
            .is_some_and(|(left, right)| partner[left].expand() != Some(right));
        if apart {
            pair.matches.pop();
            any = true;
        }
    }
    any
}
