//! Alignment: which instructions of several functions could be one.
//!
//! Consumes: two [`EncodedFunction`]s; or an alignment of several and one more function; or rows that were written by
//! hand. Produces: an [`Alignment`]. Guarantees: a block is in one row at most, and an entry is in a row with entries
//! only; the steps of a row list every alignable instruction of its blocks exactly once, those of each function in
//! program order; matched instructions have keys that may merge; the same input gives the same alignment.
//!
//! There are three methods of aligning two functions ([`Method`]). Ours is derived from HyFM's (F3M paper, sections II
//! and III-E): blocks are paired by similarity, and the instructions of each pair are aligned. Unlike HyFM, it counts
//! everything in bytes, guarded edges included.
//!
//! | step | file |
//! |---|---|
//! | what a match gains, which edges a pair shares | `weight.rs` |
//! | what gaps and selects cost where code runs often | `time.rs` |
//! | block profiles and their similarity | `profile.rs` |
//! | order of blocks, predecessors, candidates by rare keys | `view.rs`, `candidates.rs` |
//! | pairing: grow from the entry, then from the best pairs left | `blocks.rs` |
//! | alignment in a pair: dynamic programming with affine gaps | `sequence.rs` |
//! | dropping the pairs that do not pay for their gaps and guarded edges | `settle.rs`, `groups.rs` |
//! | the alignments of HyFM and of SalSSA, for comparison | `linear.rs`, `whole.rs`, `possible.rs` |
//! | adding a function to others that are aligned | `consensus.rs` |
//! | rows by hand | `many.rs` |
//! | checking the guarantees above | `check.rs` |

use cranelift_entity::EntityRef;

use crate::ir::{BlockId, EncodedFunction};
use crate::price::{Price, Prices};
use crate::sides::{BySide, Origin, SideId, Sides};

mod blocks;
mod candidates;
mod check;
mod consensus;
mod groups;
mod linear;
mod many;
mod possible;
mod profile;
mod sequence;
mod settle;
#[cfg(test)]
mod tests;
mod time;
mod view;
mod weight;
mod whole;

pub use check::AlignmentError;
use consensus::Consensus;
pub use time::TimePrices;
pub use view::Outline;

/// Blocks of two sides or more whose code is interleaved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The block of each side that has one in this row.
    pub blocks: BySide<BlockId>,
    /// Their alignable instructions. A step of several sides is a match: its instructions become one. Between two
    /// matches, the steps of an earlier side come before those of a later one.
    pub steps: Vec<Origin>,
}

/// Which blocks are interleaved; a block in no row is copied for its side alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// The rows, ordered by the first of their sides and its block.
    pub rows: Vec<Row>,
}

/// How two functions are aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Ours: blocks paired by similarity and edges, aligned with affine gaps, in bytes.
    #[default]
    Blocks,
    /// HyFM's: blocks of equal length, paired by opcodes. An instruction is compared only with the one at the same place.
    Linear,
    /// SalSSA's: as many matches as the whole functions can have, by Needleman and Wunsch's method.
    Whole,
}

/// The prices and limits of the alignment. Prices are in whole bytes of machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignParams {
    /// The method of aligning.
    pub method: Method,
    /// The price of one unit of TargetTransformInfo's code-size cost.
    pub unit: u32,
    /// The price of one stretch of unmatched code, or of one guarded edge: a branch on the identifier and the jump back.
    pub gap: u32,
    /// The price of one operand that certainly needs a `select`.
    pub select: u32,
    /// The prices of executed instructions, which are added to those above.
    pub time: TimePrices,
    /// The most cells of dynamic programming that one pair of blocks may take, of one byte each. A larger pair is
    /// aligned within a band of about that many cells around the diagonal.
    pub cells: usize,
    /// The most blocks of the right function with which a block of the left one is compared in each of the few rounds
    /// of pairing. (Edges of paired blocks lead to further comparisons.)
    pub candidates: usize,
}

impl Default for AlignParams {
    fn default() -> Self {
        AlignParams::of(Default::default())
    }
}

impl AlignParams {
    /// The parameters for the prices of a target. A gap costs a branch on the identifier. A select costs the average of
    /// those with no, one and two constants. More than 6 candidates take more time and make programs no smaller.
    pub fn of(prices: &Prices) -> AlignParams {
        let whole = |price: Price| price.bytes.round().size();
        let selects: Price = prices.select.into_iter().sum();
        AlignParams {
            method: Method::Blocks,
            unit: whole(prices.unit),
            gap: whole(prices.id_branch),
            select: whole(selects) / prices.select.len() as u32,
            time: TimePrices::NONE,
            cells: 1 << 20,
            candidates: 6,
        }
    }
}

/// The two functions.
#[derive(Clone, Copy, Debug)]
struct Pair<'a> {
    left: &'a EncodedFunction,
    right: &'a EncodedFunction,
}

/// Aligns two functions.
pub fn align(left: &EncodedFunction, right: &EncodedFunction, params: &AlignParams) -> Alignment {
    let outlines = [left, right].map(|function| Outline::of(function, params.unit));
    align_outlined([(left, &outlines[0]), (right, &outlines[1])], params)
}

/// Aligns two functions whose outlines are known. The outlines must have been made with `params.unit`.
pub fn align_outlined(
    [(left, left_outline), (right, right_outline)]: [(&EncodedFunction, &Outline); 2],
    params: &AlignParams,
) -> Alignment {
    let funcs = Pair { left, right };
    match params.method {
        Method::Blocks => {
            let pairing = blocks::pair(funcs, [left_outline, right_outline], params);
            settle::settle(funcs, params, &pairing.pairs)
        }
        Method::Linear => linear::align(funcs, params),
        Method::Whole => whole::align(funcs, params),
    }
}

/// Adds a function to others that are aligned already. The new function becomes the last side.
pub fn add(
    sides: Sides<'_>,
    alignment: &Alignment,
    (new, outline): (&EncodedFunction, &Outline),
    params: &AlignParams,
) -> Alignment {
    let consensus = Consensus::of(sides, alignment);
    let own = Outline::of(&consensus.function, params.unit);
    let two = align_outlined([(&consensus.function, &own), (new, outline)], params);
    consensus.with(SideId::new(sides.count()), &two)
}

impl Alignment {
    /// The matches, row by row.
    pub fn matches(&self) -> impl Iterator<Item = &Origin> {
        self.rows.iter().flat_map(|row| &row.steps).filter(|step| step.is_shared())
    }

    /// The alignment ratio of the F3M paper: the share of the alignable instructions of all functions that is
    /// matched, from 0 to 1. It is 0 when there are no such instructions.
    pub fn ratio(&self, sides: Sides<'_>) -> f64 {
        let all: usize = sides.functions().map(EncodedFunction::alignable_size).sum();
        let matched: usize = self.matches().map(Origin::count).sum();
        if all == 0 { 0.0 } else { matched as f64 / all as f64 }
    }
}

impl Row {
    /// The landing pads with which its blocks begin.
    pub(crate) fn landing_pads(&self, sides: Sides<'_>) -> Origin {
        let pad = |(side, block)| Some((side, sides.on(side).landing_pad(block)?));
        self.blocks.iter().filter_map(pad).collect()
    }

    /// Puts the steps of earlier sides first in each stretch without matches.
    pub(crate) fn order_stretches(&mut self) {
        for stretch in self.steps.split_mut(Origin::is_shared) {
            stretch.sort_by_key(|step| step.sides().next());
        }
    }
}
