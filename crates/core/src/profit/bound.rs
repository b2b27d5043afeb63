//! The best that can come of merging functions, before they are aligned.
//!
//! Consumes: functions with their [`Stock`]s. Produces: a [`Bound`]. Guarantees: no plan of
//! [`crate::plan::build`] for them, whatever the alignment, has an [`Estimate`](super::Estimate) that gains more, or that
//! adds less to one call of a side. For two functions it takes time linear in the number of instructions, a small part of
//! what an alignment takes; for more, as much for each pair of them.
//!
//! If one function has n instructions of a merge key and another has m, at most min(n, m) of them become one, at best
//! the dearest. Of all instructions that become one, one stays, so all functions but one save what they share.
//! Constants may go, since an instruction whose constants are chosen by a select has none. φs and slots may go too. The
//! merged function saves at least as many registers as any original. The least that callers and thunks pay is
//! subtracted.

use std::cmp::Reverse;

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::{CallChange, Tally, callers, time_price};
use crate::ir::{EncodedFunction, InstKind};
use crate::key::MergeKey;
use crate::plan::{BySide, SideId, Sides};
use crate::policy::TimePolicy;
use crate::price::{Bytes, Executed, Price, Prices};
use crate::sorted;

/// The best that can come of merging functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The most bytes that it can save.
    pub gain: Bytes,
    /// By side: the least instructions that it adds to one call of the function, outside of the merged function.
    pub added: BySide<Executed>,
}

impl Bound {
    /// The least that a merge must save for the time that it adds.
    pub fn time(&self, sides: Sides<'_>, policy: TimePolicy) -> Bytes {
        time_price(&self.added, sides, policy)
    }
}

/// What a function could share with another, without regard to order.
#[derive(Clone, Debug, Default)]
pub struct Stock {
    /// Merge key and units of each instruction that can be matched: by key, then the dearest first.
    items: Vec<(MergeKey, Reverse<u32>)>,
    /// Units of φs and static allocas, which are no part of an alignment.
    beside: i64,
    /// All that the function consists of.
    tally: Tally,
    /// Whether all instructions but φs and static allocas can be matched.
    all: bool,
}

impl Stock {
    /// The stock of a function.
    pub fn of(function: &EncodedFunction) -> Stock {
        let tally = Tally::function(function);
        let mut stock = Stock { tally, all: true, ..Stock::default() };
        for inst in function.insts.values() {
            match inst.kind {
                InstKind::Phi | InstKind::StaticAlloca => stock.beside += i64::from(inst.cost),
                _ if inst.key.may_merge(inst.key) => {
                    stock.items.push((inst.key, Reverse(inst.cost)));
                }
                _ => stock.all = false,
            }
        }
        stock.items.sort_unstable();
        stock
    }

    /// The bytes of the whole function.
    pub fn whole(&self, prices: &Prices) -> Bytes {
        self.tally.price(prices).bytes.ceil()
    }

    /// For each of the two, the units of its instructions that could be matched with those of the other.
    fn shared(&self, other: &Stock) -> [i64; 2] {
        let pairs = sorted::common(&self.items, &other.items, |a, b| a.0.cmp(&b.0));
        pairs.fold([0, 0], |[left, right], ((_, Reverse(one)), (_, Reverse(two)))| {
            [left + i64::from(*one), right + i64::from(*two)]
        })
    }

    /// Whether the two have equally many instructions of each key, so that they may be equal.
    fn may_equal(&self, other: &Stock) -> bool {
        let keys = self.items.iter().map(|item| item.0);
        self.all && other.all && keys.eq(other.items.iter().map(|item| item.0))
    }
}

/// All but the greatest.
fn all_but_one(mut numbers: SmallVec<[i64; 2]>) -> SmallVec<[i64; 2]> {
    numbers.sort_unstable();
    numbers.pop();
    numbers
}

/// The units that functions can save by sharing: all that each shares with any other, except for the function that shares least.
fn shared(stocks: &[&Stock]) -> i64 {
    let mut shared: SmallVec<[i64; 2]> = stocks.iter().map(|_| 0).collect();
    for (at, one) in stocks.iter().enumerate() {
        for (of, other) in stocks.iter().enumerate().skip(at + 1) {
            let [here, there] = one.shared(other);
            shared[at] += here;
            shared[of] += there;
        }
    }
    let least = shared.iter().min().copied().unwrap_or_default();
    shared.iter().sum::<i64>() - least
}

impl Prices {
    /// The best that can come of merging functions. Their stocks come in the order of the sides. With `keep_thunks` all
    /// functions stay as thunks.
    pub fn bound(&self, sides: Sides<'_>, stocks: &[&Stock], keep_thunks: bool) -> Bound {
        let beside: i64 = stocks.iter().map(|stock| stock.beside).sum();
        let constants: i64 = stocks.iter().map(|stock| stock.tally.constants).sum();
        let saves = all_but_one(stocks.iter().map(|stock| stock.tally.across_calls).collect());
        let body = self.function * (stocks.len() as i64 - 1)
            + self.unit * (shared(stocks) + beside)
            + self.constant * constants
            + saves.iter().map(|&calls| self.callee_saved_for(calls)).sum::<Price>();
        let differ = stocks.iter().skip(1).any(|stock| !stocks[0].may_equal(stock));
        let calls = sides.map(|side| self.least_call(side, sides.on(side), differ, keep_thunks));
        let added = |(side, call): (SideId, &CallChange)| {
            (side, call.more.executed.at(sides.on(side).entered()))
        };
        Bound {
            gain: (body - callers(&calls, sides)).bytes.floor(),
            added: calls.iter().map(added).collect(),
        }
    }

    /// What each call of one side, or its thunk, pays at least.
    fn least_call(
        &self,
        side: SideId,
        function: &EncodedFunction,
        differ: bool,
        keep_thunks: bool,
    ) -> CallChange {
        let identifier = if differ { self.identifier(side.index()) } else { Price::default() };
        let is_thunk = !function.uses.removable || keep_thunks;
        let itself = match is_thunk {
            true => self.thunk_of(function.uses.bare_thunk),
            false => self.kept_apart(function),
        };
        CallChange { more: itself + identifier, is_thunk }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;
    use crate::align::{AlignParams, align};
    use crate::plan::{MergePlan, PlanOptions, build, build_where_it_may_pay};
    use crate::profit::Estimate;
    use crate::testing::{alignments, generate};

    fn none_better(estimate: &Estimate, bound: &Bound) -> Result<(), TestCaseError> {
        let (gain, most) = (estimate.gain(), bound.gain);
        prop_assert!(gain <= most, "{gain} > {most}");
        for ((side, added), (_, least)) in estimate.added.iter().zip(bound.added.iter()) {
            prop_assert!(added >= least, "{added:?} < {least:?} on side {side}");
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn no_plan_of_many_saves_more_than_the_bound(
            family in (2..=5_usize).prop_flat_map(|count| {
                prop_oneof![generate::families(count), generate::relatives(count)]
            }),
            mut tape in generate::tapes(),
            keep: bool,
        ) {
            let (tables, functions) = (generate::tables(), family.iter().collect::<Vec<_>>());
            let (sides, options) = (Sides(&functions), PlanOptions { thunks_stay: keep });
            let stocks: Vec<Stock> = family.iter().map(Stock::of).collect();
            let stocks: Vec<&Stock> = stocks.iter().collect();
            if let Ok(plan) = build(sides, &alignments::any(sides, &mut tape), &tables, options) {
                let estimate = tables.prices.estimate(&plan, sides, tables.registers, keep);
                none_better(&estimate, &tables.prices.bound(sides, &stocks, keep))?;
            }
        }

        #[test]
        fn no_plan_saves_more_than_the_bound(
            (left, right) in prop_oneof![generate::twins(), generate::lookalikes()],
            gap in 0_u32..40,
            keep: bool,
        ) {
            let tables = generate::tables();
            let functions = [&left, &right];
            let sides = Sides(&functions);
            let stocks = [Stock::of(&left), Stock::of(&right)];
            let params = AlignParams { gap, ..AlignParams::default() };
            let options = PlanOptions { thunks_stay: keep };
            let laid_out = Cell::new(None);
            let note = |draft: &MergePlan| {
                laid_out.set(Some(tables.prices.best_laid_out(draft, sides, tables.registers, keep)));
                Ok(())
            };
            let alignment = align(&left, &right, &params);
            if let Ok(plan) = build_where_it_may_pay(sides, &alignment, &tables, options, &note) {
                let estimate = tables.prices.estimate(&plan, sides, tables.registers, keep);
                none_better(&estimate, &tables.prices.bound(sides, &stocks.each_ref(), keep))?;
                let best = laid_out.take().expect("it was asked");
                none_better(&estimate, &Bound { gain: best.gain(), added: best.added })?;
            }
        }
    }
}
