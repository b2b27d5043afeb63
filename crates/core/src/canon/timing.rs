//! How long a canonical function takes, and where its constants save time.
//!
//! Consumes: LLVM's frequencies of its blocks, with the units of each, and what its constants are operands of.
//! Produces: [`Timing`]: what one call executes, and how much more it executes with parameters in place of constants
//! ([`Timing::added`]).
//! Guarantees: constants have the same indices as in
//! [`CanonicalFunction::constants`](super::CanonicalFunction::constants). The timing of a function whose time is of no
//! interest ([`Timing::default`]) costs nothing and allows anything.

use crate::policy::{Spare, TimePolicy};
use crate::price::{Bytes, Executed, Prices, Tenths, TimedBlock};
use crate::speed::{Frequency, Runs};

/// What a constant is an operand of, told apart where code is slower with a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Anything else.
    #[default]
    Ordinary,
    /// The callee of a direct call.
    Callee,
    /// The divisor of an integer division, which LLVM replaces by a multiplication. In functions with `minsize` it does
    /// not, and a divisor is ordinary.
    Divisor,
    /// A factor of an integer multiplication, which LLVM may replace by additions.
    Factor,
    /// The number of bits by which a value is shifted or rotated.
    ShiftAmount,
    /// The bound that decides whether a loop goes on, if LLVM may still unroll or vectorise the loop.
    LoopBound,
}

/// How the code uses a constant when it runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimedUse {
    /// How often its value is used.
    pub frequency: Frequency,
    /// What uses it.
    pub operation: Operation,
}

/// What is known of the time that a function takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// How often it runs.
    pub runs: Runs,
    /// How much merges may add to one call.
    pub spare: Spare,
    /// Its constants, in canonical order; empty if its time is of no interest.
    pub uses: Box<[TimedUse]>,
}

impl Timing {
    /// The timing of a function of these blocks, without its constants.
    pub fn of(
        blocks: impl Iterator<Item = TimedBlock>,
        runs: Runs,
        policy: TimePolicy,
        prices: &Prices,
    ) -> Timing {
        let call = prices.executed_blocks(blocks);
        Timing { runs, spare: policy.of(runs).spare(call, runs), uses: Box::default() }
    }

    /// How much more one call executes with variables at these places.
    pub fn added(&self, places: impl Iterator<Item = u32>, prices: &Prices) -> Executed {
        let uses = places.filter_map(|place| self.uses.get(place as usize));
        uses.map(|one| prices.variable(one.operation).at(one.frequency)).sum()
    }

    /// How much more one call executes if it executes `each` more whenever one of these constants is used.
    pub fn at(&self, each: Executed, places: impl Iterator<Item = u32>) -> Executed {
        let uses = places.filter_map(|place| self.uses.get(place as usize));
        uses.map(|one| each.at(one.frequency)).sum()
    }

    /// The bytes that a merge must save for adding this to one call; none if it may not add so much for the bytes it
    /// saves.
    pub fn cost(&self, added: Executed, saved: Bytes, policy: TimePolicy) -> Option<Tenths> {
        let tolerance = policy.of(self.runs);
        tolerance.bears(self.spare, added, saved).then(|| tolerance.cost(added, self.runs))
    }
}

impl Prices {
    /// What a variable in place of a constant costs each time that it is used.
    pub fn variable(&self, operation: Operation) -> Executed {
        let more = match operation {
            Operation::Ordinary => return self.parameter.executed,
            Operation::Callee => self.indirect_call,
            Operation::Divisor => self.division,
            Operation::Factor => self.product,
            Operation::ShiftAmount => self.shift,
            Operation::LoopBound => self.loop_bound,
        };
        self.parameter.executed + more.executed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Tolerance;
    use crate::price::X86_64;
    use crate::speed::Heat;

    const POLICY: TimePolicy =
        TimePolicy::all(Tolerance { slowdown: Some(10), price: Tenths::new(5), ..Tolerance::ANY });

    fn timing(uses: &[(u64, Operation)], heat: Heat) -> Timing {
        // Ten units before a loop of ten that turns 30 times: 310 instructions.
        let blocks = [(1, 10), (30, 10)].map(|(times, units)| TimedBlock {
            frequency: Frequency::of(times, 1),
            units,
            calls: 0,
        });
        let runs = Runs { heat, ..Runs::default() };
        let timed =
            |&(times, operation)| TimedUse { frequency: Frequency::of(times, 1), operation };
        let uses = uses.iter().map(timed).collect();
        Timing { uses, ..Timing::of(blocks.into_iter(), runs, POLICY, &X86_64) }
    }

    #[test]
    fn a_variable_costs_as_often_as_it_is_used() {
        let timing = timing(&[(1, Operation::Ordinary), (30, Operation::Ordinary)], Heat::Unknown);
        let each = X86_64.parameter.executed;
        assert_eq!(timing.added([0].into_iter(), &X86_64), each);
        assert_eq!(timing.added([0, 1].into_iter(), &X86_64), each * 31);
        assert_eq!(timing.at(Executed::new(10), [1].into_iter()), Executed::new(300));
    }

    #[test]
    fn a_loop_that_divides_by_a_variable_is_too_slow() {
        let plain = timing(&[(30, Operation::Ordinary)], Heat::Unknown);
        let divided = timing(&[(30, Operation::Divisor)], Heat::Unknown);
        let added = |timing: &Timing| timing.added([0].into_iter(), &X86_64);
        assert!(plain.cost(added(&plain), Bytes::ZERO, POLICY).is_some());
        assert_eq!(divided.cost(added(&divided), Bytes::ZERO, POLICY), None);
        let once = timing(&[(1, Operation::Divisor)], Heat::Unknown);
        assert!(once.cost(added(&once), Bytes::ZERO, POLICY).is_some());
    }

    #[test]
    fn what_is_called_counts_as_often_as_it_is_called() {
        let frequency = Frequency::of(30, 1);
        let spare = |calls| {
            let block = TimedBlock { frequency, units: 1, calls };
            Timing::of(std::iter::once(block), Runs::default(), POLICY, &X86_64).spare
        };
        let executed = X86_64.callee.executed * 30 + X86_64.unit.executed * 30;
        let most = (executed + X86_64.function.executed).percent(10);
        assert!(spare(1).allows(most) && !spare(1).allows(most + Executed::new(1)));
        assert!(!spare(0).allows(most));
    }

    #[test]
    fn cold_functions_may_divide() {
        let cold = timing(&[(30, Operation::Divisor)], Heat::Cold);
        let added = cold.added([0].into_iter(), &X86_64);
        assert_eq!(cold.cost(added, Bytes::ZERO, POLICY), Some(Tenths::ZERO));
    }

    #[test]
    fn what_is_of_no_interest_costs_nothing() {
        let nothing = Timing::default();
        let added = nothing.added(0..9, &X86_64);
        assert_eq!(added, Executed::ZERO);
        let any = Executed::new(i64::MAX);
        assert_eq!(nothing.cost(any, Bytes::ZERO, TimePolicy::ANY), Some(Tenths::ZERO));
    }

    #[test]
    fn every_operation_costs_at_least_what_a_parameter_does() {
        use Operation::{Callee, Divisor, Factor, LoopBound, Ordinary, ShiftAmount};
        for operation in [Ordinary, Callee, Divisor, Factor, ShiftAmount, LoopBound] {
            assert!(X86_64.variable(operation) >= X86_64.parameter.executed);
        }
        assert!(X86_64.variable(Divisor) > X86_64.variable(Callee));
    }
}
