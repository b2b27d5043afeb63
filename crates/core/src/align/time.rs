//! The price of time at one place of two functions.
//!
//! Consumes: how often their blocks run, and [`TimePrices`]. Produces: the price of a gap or a select at a place, in
//! whole bytes. Guarantees: without a price of time, every place has the price of [`AlignParams`].

use super::{AlignParams, Pair};
use crate::ir::{BlockId, EncodedFunction};
use crate::price::{Executed, Prices, Tenths};
use crate::speed::Frequency;

/// The price of executed instructions, and how many of them gaps and selects have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePrices {
    /// The price of one executed instruction, in tenths of a byte.
    pub price: Tenths,
    /// What a gap, or a guarded edge, executes.
    pub gap: Executed,
    /// What a select executes.
    pub select: Executed,
}

impl TimePrices {
    /// Time does not count.
    pub const NONE: TimePrices =
        TimePrices { price: Tenths::ZERO, gap: Executed::ZERO, select: Executed::ZERO };

    /// The prices of a target, where one executed instruction costs `price`.
    pub fn of(prices: &Prices, price: Tenths) -> TimePrices {
        let [select, ..] = prices.select;
        TimePrices { price, gap: prices.id_branch.executed, select: select.executed }
    }
}

impl AlignParams {
    /// The price of a gap in code that runs `visits` times, in bytes.
    pub(super) fn gap_at(&self, visits: Frequency) -> i64 {
        i64::from(self.gap) + self.worth(self.time.gap, visits)
    }

    /// The price of a select in code that runs `visits` times, in bytes.
    pub(super) fn select_at(&self, visits: Frequency) -> i64 {
        i64::from(self.select) + self.worth(self.time.select, visits)
    }

    fn worth(&self, executed: Executed, visits: Frequency) -> i64 {
        executed.at(visits).priced(self.time.price).round().count()
    }
}

impl Pair<'_> {
    /// How often the two blocks run together, if both functions are entered once. Each function counts by the weight of
    /// its time, and a cold one not at all.
    pub(super) fn visits(self, (left, right): (BlockId, BlockId)) -> Frequency {
        let of = |function: &EncodedFunction, block| {
            function.runs.weight().frequency(function.blocks[block].frequency)
        };
        of(self.left, left).plus(of(self.right, right))
    }

    /// How often, at most, the edges from one pair of blocks to another are taken.
    pub(super) fn edge_visits(self, from: (BlockId, BlockId), to: (BlockId, BlockId)) -> Frequency {
        self.visits(from).min(self.visits(to))
    }

    /// How often the two entries run, counted in the same way.
    pub(super) fn entries(self) -> Frequency {
        self.visits((self.left.entry(), self.right.entry()))
    }
}
