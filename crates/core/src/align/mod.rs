//! Alignment: which instructions of several functions could be one.
//!
//! Consumes: two [`EncodedFunction`]s; or more, with what of them was matched by hand or two at a time. Produces: an
//! [`Alignment`]. Guarantees: a block is in one row at most, an entry only with entries; the steps of a row list every
//! alignable instruction of its blocks exactly once, those of each function in program order; matched instructions
//! have keys that may merge; the same input gives the same alignment.
//!
//! Two functions are aligned by a method of three; ours is HyFM's (F3M paper, sections II and III-E): blocks are paired by similarity, and each pair is
//! aligned inside. Unlike HyFM, everything is counted in bytes, guarded edges included.
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
//! | HyFM's and SalSSA's own alignments, to compare | `linear.rs`, `whole.rs`, `possible.rs` |
//! | a function added to others that are aligned | `consensus.rs` |
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

/// Blocks whose code is interleaved, of two sides or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The block of each side that has one in this row.
    pub blocks: BySide<BlockId>,
    /// Their alignable instructions. What several sides have in one step becomes one. Within a stretch without such
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
    /// HyFM's: blocks of equal length, paired by opcodes, whose instructions are compared in step.
    Linear,
    /// SalSSA's: the most matches of the whole functions, by Needleman and Wunsch's method.
    Whole,
}

/// The prices and limits of the alignment. Prices are in whole bytes of machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlignParams {
    /// How.
    pub method: Method,
    /// One unit of TargetTransformInfo's code-size cost.
    pub unit: u32,
    /// One stretch of unmatched code, or one guarded edge: a branch on the identifier and the jump back.
    pub gap: u32,
    /// One operand that certainly needs a `select`.
    pub select: u32,
    /// What time costs beside them.
    pub time: TimePrices,
    /// How many cells of dynamic programming one pair of blocks may take; a larger pair is aligned within
    /// a band of that many cells around its diagonal. One cell takes one byte.
    pub cells: usize,
    /// With how many blocks of the right function a block of the left one is compared, at most, in each
    /// of the few rounds of pairing (edges that paired blocks share propose more).
    pub candidates: usize,
}

impl Default for AlignParams {
    fn default() -> Self {
        AlignParams::of(Default::default())
    }
}

impl AlignParams {
    /// The prices of a target: most of a gap is a branch on the identifier, and most selects have constants. More
    /// than 6 candidates take more time and make programs no smaller.
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

/// Aligns two functions of which the outlines are known, at the unit of the parameters.
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

/// Aligns a further function with functions that are aligned already. It becomes the last side.
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

    /// The alignment ratio of the F3M paper: which part of the alignable instructions of all functions is
    /// matched, from 0 to 1. It is 0 when there are none.
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
