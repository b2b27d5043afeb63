//! HyFM's alignment in linear time, which the F3M paper uses as well (sections II-A and IV-A).
//!
//! Consumes: two functions. Produces: an [`Alignment`]. Guarantees: each left block is compared with the right blocks of
//! equal length; its instructions are compared with those at the same places of one of them.
//!
//! HyFM pairs a block with the free block of the other function whose histogram of opcodes is nearest. It keeps the pair
//! if the matches save more than the branches around unmatched code cost. Two things are different here: an entry is
//! paired with an entry only, since a merged function has one; and the prices are ours.

use rustc_hash::FxHashMap;

use super::possible::{Matched, possible};
use super::sequence::{Scoring, score};
use super::settle::Sequences;
use super::weight::heads_fit;
use super::{AlignParams, Alignment, Pair};
use crate::fingerprint::Opcodes;
use crate::ir::{BlockId, EncodedFunction};

/// A block of the right function that no block of the left one has taken.
struct Free {
    block: BlockId,
    opcodes: Opcodes,
}

/// Aligns two functions.
pub(super) fn align(funcs: Pair<'_>, params: &AlignParams) -> Alignment {
    // By length. The map is only looked up and never iterated, so that its order does not matter.
    let mut free: FxHashMap<usize, Vec<Free>> = FxHashMap::default();
    for block in funcs.right.blocks.keys() {
        let opcodes = opcodes(funcs.right, block);
        free.entry(opcodes.size() as usize).or_default().push(Free { block, opcodes });
    }
    let mut pairs = Vec::new();
    for left in funcs.left.blocks.keys() {
        let own = opcodes(funcs.left, left);
        let Some(equally_long) = free.get_mut(&(own.size() as usize)) else { continue };
        let fits = |right: BlockId| {
            (left == funcs.left.entry()) == (right == funcs.right.entry())
                && heads_fit(funcs, left, right)
        };
        let fitting = equally_long.iter().enumerate().filter(|(_, free)| fits(free.block));
        let nearest = fitting.min_by_key(|(_, free)| own.distance(&free.opcodes));
        let Some((at, right)) = nearest.map(|(at, free)| (at, free.block)) else { continue };
        if let Some(pair) = in_step(funcs, (left, right), params) {
            equally_long.remove(at);
            pairs.push(pair);
        }
    }
    possible(funcs, pairs)
}

/// The opcodes of a block's alignable instructions, as a histogram.
fn opcodes(func: &EncodedFunction, block: BlockId) -> Opcodes {
    Opcodes::of_insts(func, func.alignable(block))
}

/// Matches the instructions of two blocks of equal length that stand at the same place; none if that does not pay.
fn in_step(funcs: Pair<'_>, blocks: (BlockId, BlockId), params: &AlignParams) -> Option<Matched> {
    let scoring = Sequences::new(funcs, blocks, params, Some(0));
    let lens = scoring.lens();
    let places = 0..lens.0.min(lens.1);
    let matches: Vec<_> =
        places.filter(|&at| scoring.weight(at, at).is_some()).map(|at| (at, at)).collect();
    let pays = score(lens, &matches, &scoring, params.gap.into()) > 0;
    pays.then(|| Matched { matches, ..Matched::none(funcs, blocks) })
}
