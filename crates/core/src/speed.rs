//! How often code runs.
//!
//! Consumes: what LLVM's block frequencies, entry counts and profile summary say. Produces: the same as plain numbers.
//! Guarantees: a [`Frequency`] is relative to one entry of the function, so that it says the same with and without a
//! profile; [`Runs`] says what a profile knows of the function as a whole.

use serde::{Deserialize, Serialize};

/// How often a block runs each time that its function is entered, in parts of 1,024. LLVM's `BlockFrequencyInfo`,
/// divided by the frequency of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Frequency(u32);

impl Frequency {
    /// As often as the entry.
    pub const ONCE: Frequency = Frequency(1024);

    /// That of a block and an entry which run so often. A block of a function that is never entered counts as one that
    /// runs once.
    pub fn of(block: u64, entry: u64) -> Frequency {
        if entry == 0 {
            return Frequency::ONCE;
        }
        let parts = u128::from(block) * u128::from(Frequency::ONCE.0) / u128::from(entry);
        Frequency(u32::try_from(parts).unwrap_or(u32::MAX))
    }

    /// In parts of 1,024.
    pub fn parts(self) -> u32 {
        self.0
    }
}

impl Default for Frequency {
    fn default() -> Frequency {
        Frequency::ONCE
    }
}

/// What LLVM's `ProfileSummaryInfo` says of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Heat {
    /// Neither, or there is no profile.
    #[default]
    Unknown,
    /// It hardly ever runs, nor does any of its blocks; or it has the attribute `cold`.
    Cold,
    /// Its entry or one of its blocks is among those where the program spends its time.
    Hot,
}

/// How often a function runs, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runs {
    /// How often it was entered in the profile.
    pub entries: Option<u64>,
    /// Whether it is worth its speed.
    pub heat: Heat,
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
}
