//! How often code runs, and how much its time counts.
//!
//! Consumes: what LLVM's block frequencies, entry counts and profile summary say, and attributes of functions. Produces:
//! the same as plain numbers.
//! Guarantees: a [`Frequency`] is relative to one entry of the function, so that it says the same with and without a
//! profile; [`Runs`] says what is known of the function as a whole.
//!
//! What a merge must save for the time that it costs is in [`policy`](crate::policy).

use serde::{Deserialize, Serialize};

pub use crate::frequency::Frequency;
use crate::price::Executed;

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
    /// Its entry or one of its blocks is among the most often executed ones that make up 99% of all counts of a
    /// profile. That is what LLVM calls hot.
    Hot,
    /// The same for 90% of all counts; or it has the attribute `hot`.
    Hottest,
}

/// What a function asks for by its attributes. LLVM calls it the size level.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum SizeLevel {
    /// Nothing: `-O1` to `-O3`.
    #[default]
    None,
    /// `optsize`: `-Os`.
    Small,
    /// `minsize`: `-Oz`.
    Smallest,
}

/// How often a function runs, as far as it is known, and what it asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Runs {
    /// How often it was entered in the profile.
    pub entries: Option<u64>,
    /// The sum of the profile's counts for the edges of all functions.
    pub all: Option<u64>,
    /// How hot it is.
    pub heat: Heat,
    /// What its attributes ask for.
    pub size_level: SizeLevel,
}

impl Runs {
    /// How much the time of the function counts.
    pub fn weight(self) -> Weight {
        self.known_weight().unwrap_or(Weight::ONE)
    }

    /// The same, if a profile or an attribute tells it.
    pub(crate) fn known_weight(self) -> Option<Weight> {
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
    /// The greatest weight, so that prices cannot overflow.
    const MOST: u64 = 1 << 20;

    /// If the counts of a profile add up to so many, one entry of a function weighs as much as without a profile. A
    /// smaller number makes programs smaller and slower, a greater one larger and faster.
    pub(crate) const USUAL: u64 = 3_000_000;

    /// The weight of a function that was entered so often, if so much was counted in all.
    fn of(entries: u64, all: u64) -> Weight {
        let [entries, all, usual] = [entries, all.max(1), 1024 * Weight::USUAL].map(u128::from);
        let parts = u64::try_from(entries * usual / all).unwrap_or(u64::MAX);
        Weight(parts.min(Weight::MOST))
    }

    /// A block's frequency, weighted.
    pub fn frequency(self, frequency: Frequency) -> Frequency {
        let parts = u64::from(frequency.parts()) * self.0 / 1024;
        Frequency::from_parts(u32::try_from(parts).unwrap_or(u32::MAX))
    }

    /// Executed instructions, weighted.
    pub fn executed(self, executed: Executed) -> Executed {
        executed.parts(self.0, 1024)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn the_time_of_a_function_counts_as_often_as_it_is_called() {
        let called = |times| Runs {
            entries: Some(times),
            all: Some(Weight::USUAL * 1000),
            ..Runs::default()
        };
        let often = Frequency::of(8, 1);
        assert_eq!(called(500).weight().frequency(often), Frequency::of(4, 1));
        assert_eq!(called(u64::MAX).weight(), Weight(Weight::MOST));
        assert_eq!(Runs { heat: Heat::Cold, ..called(1000) }.weight(), Weight::NOTHING);
        assert_eq!(Runs { all: None, ..called(1000) }.weight(), Weight::ONE);
    }
}
