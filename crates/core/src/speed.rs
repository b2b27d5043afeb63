//! How often code runs, and what merges may cost in time.
//!
//! Consumes: what LLVM's block frequencies, entry counts and profile summary say. Produces: the same as plain numbers,
//! and what a merge must save for what it adds to them ([`TimePolicy`]).
//! Guarantees: a [`Frequency`] is relative to one entry of the function, so that it says the same with and without a
//! profile; [`Runs`] says what a profile knows of the function as a whole.
//!
//! Time is counted in instructions that one call of a function executes, by the estimate: a select in a loop counts as
//! often as the loop turns. How often the function is called counts only where a profile tells it ([`Weight`]): then
//! that alone makes time dear or cheap, and there is no limit beside it.

use serde::{Deserialize, Serialize};

pub use crate::frequency::Frequency;
use crate::price::{Bytes, Executed, Tenths};

/// What LLVM's `ProfileSummaryInfo` says of a function, from cold to hot.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Heat {
    /// It hardly ever runs, nor does any of its blocks; or it has the attribute `cold`.
    Cold,
    /// Neither cold nor hot, or there is no profile.
    #[default]
    Unknown,
    /// Its entry or one of its blocks is among what a profile has counted most often, up to 99% of all counts. That is what
    /// LLVM calls hot.
    Hot,
    /// The same up to 90% of all counts; or it has the attribute `hot`.
    Hottest,
}

/// How often a function runs, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Runs {
    /// How often it was entered in the profile.
    pub entries: Option<u64>,
    /// What the profile has counted in all, of edges of all functions.
    pub all: Option<u64>,
    /// Whether it is worth its speed.
    pub heat: Heat,
}

impl Runs {
    /// How much the time of the function counts.
    pub fn weight(self) -> Weight {
        self.known_weight().unwrap_or(Weight::ONE)
    }

    /// The same, where a profile or an attribute tells it.
    fn known_weight(self) -> Option<Weight> {
        match self.heat {
            Heat::Cold => Some(Weight::NOTHING),
            Heat::Unknown | Heat::Hot | Heat::Hottest => Some(Weight::of(self.entries?, self.all?)),
        }
    }
}

/// How much time in a function counts, in parts of 1,024 of what it counts where no profile tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight(u64);

impl Weight {
    const NOTHING: Weight = Weight(0);
    const ONE: Weight = Weight(1024);
    /// That of a function which is called for everything that is counted would be more than prices can bear.
    const MOST: u64 = 1 << 20;

    /// A function that is entered once while a profile counts so much counts as one without a profile does. With a tenth
    /// of it, harfbuzz becomes 0.2 points smaller and executes 0.2 % more; with ten times as much, 1.2 points larger for
    /// 0.2 % less. SQLite becomes smallest with this, and Lua with a tenth of it.
    const USUAL: u64 = 3_000_000;

    /// Of a function that was entered so often, where so much was counted in all.
    fn of(entries: u64, all: u64) -> Weight {
        let [entries, all, usual] = [entries, all.max(1), 1024 * Weight::USUAL].map(u128::from);
        let parts = u64::try_from(entries * usual / all).unwrap_or(u64::MAX);
        Weight(parts.min(Weight::MOST))
    }

    /// A block's frequency, as much as it counts.
    pub fn frequency(self, frequency: Frequency) -> Frequency {
        let parts = u64::from(frequency.parts()) * self.0 / 1024;
        Frequency::from_parts(u32::try_from(parts).unwrap_or(u32::MAX))
    }

    /// What is executed, as much as it counts.
    pub fn executed(self, executed: Executed) -> Executed {
        executed.parts(self.0, 1024)
    }
}

/// Named choices of what merges may cost in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// Next to nothing.
    Keep,
    /// Little.
    Balanced,
    /// Anything.
    Ignore,
}

impl Speed {
    /// What it stands for.
    pub fn policy(self) -> TimePolicy {
        let of = |percent, always, entry, price, beyond| TimePolicy {
            slowdown: Some(percent),
            beyond: Some(Tenths::new(beyond)),
            always: Executed::new(always),
            entry: Tenths::new(entry),
            price: Tenths::new(price),
            counted: None,
        };
        match self {
            Speed::Keep => of(1, 20, 120, 20, 800),
            Speed::Balanced => of(3, 40, 110, 5, 200),
            Speed::Ignore => TimePolicy::ANY,
        }
    }
}

/// What merges may cost in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimePolicy {
    /// The most percent that all merges together may add to what one call of a function executes.
    pub slowdown: Option<u32>,
    /// What a merge must save for each instruction that it adds, to add more than that; none if it never may.
    pub beyond: Option<Tenths>,
    /// What they may add beside that, at a price of its own: arguments and choices of a function that may be small.
    pub always: Executed,
    /// What a merge must save for each of the first instructions that it adds to one call, as many as `always`. Small
    /// functions are called most often, and such instructions are most of what they come to execute more.
    pub entry: Tenths,
    /// What a merge must save for each further instruction; where it is known how often a function is called, for each,
    /// unless that has a price of its own.
    pub price: Tenths,
    /// What a merge must save for each instruction where it is known how often a function is called.
    pub counted: Option<Tenths>,
}

impl TimePolicy {
    /// They may cost anything.
    pub const ANY: TimePolicy = TimePolicy {
        slowdown: None,
        beyond: None,
        always: Executed::ZERO,
        entry: Tenths::ZERO,
        price: Tenths::ZERO,
        counted: None,
    };

    /// The bytes that a merge must save which adds so much to one call of a function, by how often a profile saw it called.
    /// Nobody waits for a function that is cold.
    pub fn cost(self, added: Executed, runs: Runs) -> Tenths {
        match runs.known_weight() {
            Some(weight) => weight.executed(added).priced(self.counted.unwrap_or(self.price)),
            None => {
                let first = added.min(self.always);
                first.priced(self.entry) + (added - first).priced(self.price)
            }
        }
    }

    /// Whether a merge that saves so much may add so much to one call of a function with this to spare.
    pub fn bears(self, spare: Spare, added: Executed, saved: Bytes) -> bool {
        spare.allows(added) || self.beyond.is_some_and(|each| added.priced(each).ceil() <= saved)
    }

    /// What merges may add to one call of a function that executes so much: anything where it is known how often that is.
    pub fn spare(self, executed: Executed, runs: Runs) -> Spare {
        match self.slowdown {
            Some(percent) if runs.known_weight().is_none() => {
                Spare(Some(executed.percent(percent) + self.always))
            }
            _ => Spare::default(),
        }
    }
}

/// What merges may still add to one call of a function; by default, anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spare(Option<Executed>);

impl Spare {
    /// Whether they may add so much.
    pub fn allows(self, added: Executed) -> bool {
        self.0.is_none_or(|most| added <= most)
    }

    /// What is left when so much was added.
    pub fn less(self, added: Executed) -> Spare {
        Spare(self.0.map(|most| most - added))
    }

    /// What is left of a function that stands for both.
    pub fn and(self, other: Spare) -> Spare {
        Spare(self.0.into_iter().chain(other.0).min())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cold_functions_may_become_as_slow_as_they_like() {
        let policy = TimePolicy { slowdown: Some(10), price: Tenths::new(5), ..TimePolicy::ANY };
        let [cold, unknown] =
            [Heat::Cold, Heat::Unknown].map(|heat| Runs { heat, ..Runs::default() });
        let hundred = Executed::new(1000);
        assert_eq!(policy.cost(hundred, unknown), Tenths::new(500));
        assert_eq!(policy.cost(hundred, cold), Tenths::ZERO);
        assert!(policy.spare(hundred, cold).allows(hundred));
        let spare = policy.spare(hundred, unknown);
        assert!(spare.allows(Executed::new(100)) && !spare.allows(Executed::new(101)));
        assert!(!spare.less(Executed::new(60)).allows(Executed::new(60)));
        assert_eq!(
            spare.less(Executed::new(60)).and(spare),
            spare.and(spare.less(Executed::new(60)))
        );
        let some = TimePolicy { always: Executed::new(20), ..policy };
        assert!(some.spare(hundred, unknown).allows(Executed::new(120)));
        assert!(Spare::default().and(Spare::default()).allows(hundred));
    }

    #[test]
    fn what_saves_much_may_add_more_than_a_few_percent() {
        let policy = TimePolicy { beyond: Some(Tenths::new(200)), ..Speed::Balanced.policy() };
        let spare = policy.spare(Executed::new(1000), Runs::default());
        let hundred = Executed::new(1000);
        assert!(!spare.allows(hundred));
        assert!(policy.bears(spare, hundred, Bytes::new(2000)));
        assert!(!policy.bears(spare, hundred, Bytes::new(1999)));
        assert!(policy.bears(spare, Executed::new(40), Bytes::ZERO));
        let never = TimePolicy { beyond: None, ..policy };
        assert!(!never.bears(spare, hundred, Bytes::new(100_000)));
    }

    #[test]
    fn the_first_instructions_have_a_price_of_their_own_where_no_profile_tells() {
        let policy = TimePolicy {
            slowdown: Some(10),
            beyond: None,
            always: Executed::new(40),
            entry: Tenths::new(80),
            price: Tenths::new(5),
            counted: None,
        };
        let cold = Runs { heat: Heat::Cold, ..Runs::default() };
        let usual =
            Runs { entries: Some(1000), all: Some(Weight::USUAL * 1000), ..Runs::default() };
        for (added, unknown, known) in [(0, 0, 0), (10, 80, 5), (40, 320, 20), (100, 350, 50)] {
            let added = Executed::new(added);
            assert_eq!(policy.cost(added, Runs::default()), Tenths::new(unknown));
            assert_eq!(policy.cost(added, usual), Tenths::new(known));
            assert_eq!(policy.cost(added, cold), Tenths::ZERO);
        }
    }

    #[test]
    fn with_a_profile_time_has_a_price_by_how_often_a_function_is_called_and_no_limit() {
        let policy = TimePolicy { slowdown: Some(10), price: Tenths::new(5), ..TimePolicy::ANY };
        let hundred = Executed::new(1000);
        let called = |times| Runs {
            entries: Some(times),
            all: Some(Weight::USUAL * 1000),
            ..Runs::default()
        };
        for (times, cost) in [(0, 0), (500, 250), (1000, 500), (20_000, 10_000)] {
            assert_eq!(policy.cost(hundred, called(times)), Tenths::new(cost));
            assert!(policy.spare(hundred, called(times)).allows(hundred));
        }
        let dear = TimePolicy { counted: Some(Tenths::new(20)), ..policy };
        assert_eq!(dear.cost(hundred, called(500)), Tenths::new(1000));
        assert_eq!(dear.cost(hundred, Runs::default()), policy.cost(hundred, Runs::default()));
        let often = Frequency::of(8, 1);
        assert_eq!(called(500).weight().frequency(often), Frequency::of(4, 1));
        assert_eq!(called(u64::MAX).weight(), Weight(Weight::MOST));
        assert_eq!(Runs { heat: Heat::Cold, ..called(1000) }.weight(), Weight::NOTHING);
        assert_eq!(Runs { all: None, ..called(1000) }.weight(), Weight::ONE);
    }

    #[test]
    fn frequencies_are_relative_to_the_entry() {
        assert_eq!(Frequency::of(8, 8), Frequency::ONCE);
        assert_eq!(Frequency::of(256, 8).parts(), 32 * 1024);
        assert_eq!(Frequency::of(0, 8).parts(), 0);
        assert_eq!(Frequency::of(7, 0), Frequency::ONCE);
        assert_eq!(Frequency::of(u64::MAX, 1).parts(), u32::MAX);
    }

    #[test]
    fn loops_behind_an_early_return_count_as_if_they_were_reached() {
        let seldom = Frequency::of(1, 100);
        assert_eq!(seldom.guessed(0, 1.0), Frequency::ONCE);
        assert_eq!(seldom.guessed(2, 1.0), Frequency::of(64, 1));
        assert_eq!(Frequency::of(1000, 1).guessed(1, 1.0), Frequency::of(1000, 1));
        assert_eq!(Frequency::of(1, 5000).guessed(1, 1.0), Frequency::NEVER);
    }

    #[test]
    fn one_case_of_a_switch_is_taken_and_not_all() {
        let seldom = Frequency::of(1, 100);
        assert_eq!(seldom.guessed(0, 1.0 / 32.0), Frequency::of(1, 4));
        assert_eq!(seldom.guessed(1, 1.0 / 32.0), Frequency::of(2, 1));
        assert_eq!(seldom.guessed(0, 0.25), Frequency::ONCE);
        assert_eq!(seldom.guessed(0, 0.0001), seldom);
    }
}
