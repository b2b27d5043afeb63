//! The price of time at one place of two functions.
//!
//! Consumes: how often their blocks run, and [`TimePrices`]. Produces: the price of a gap or a select at a place, in
//! whole bytes. Guarantees: without a price of time, every place has the price of [`AlignParams`].

use super::{AlignParams, Pair};
use crate::ir::{BlockId, EncodedFunction};
use crate::price::{Executed, Prices, Tenths};
use crate::speed::Frequency;

/// What the alignment counts of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePrices {
    /// One executed instruction.
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

    /// Those of a target, if one executed instruction costs so much.
    pub fn of(prices: &Prices, price: Tenths) -> TimePrices {
        let [select, ..] = prices.select;
        TimePrices { price, gap: prices.id_branch.executed, select: select.executed }
    }
}

impl AlignParams {
    /// A gap in code that runs so often.
    pub(super) fn gap_at(&self, visits: Frequency) -> i64 {
        i64::from(self.gap) + self.worth(self.time.gap, visits)
    }

    /// A select in code that runs so often.
    pub(super) fn select_at(&self, visits: Frequency) -> i64 {
        i64::from(self.select) + self.worth(self.time.select, visits)
    }

    fn worth(&self, executed: Executed, visits: Frequency) -> i64 {
        executed.at(visits).priced(self.time.price).round().count()
    }
}

impl Pair<'_> {
    /// How often the two blocks run, both functions entered once. Time in cold functions does not count.
    pub(super) fn visits(self, (left, right): (BlockId, BlockId)) -> Frequency {
        let of = |function: &EncodedFunction, block| {
            function.runs.weight().frequency(function.blocks[block].frequency)
        };
        of(self.left, left).plus(of(self.right, right))
    }

    /// How often two edges are taken, at most.
    pub(super) fn edge_visits(self, from: (BlockId, BlockId), to: (BlockId, BlockId)) -> Frequency {
        self.visits(from).min(self.visits(to))
    }

    /// How often both are entered.
    pub(super) fn entries(self) -> Frequency {
        self.visits((self.left.entry(), self.right.entry()))
    }
}
