//! How often a block runs.
//!
//! Consumes: what LLVM's block frequencies say. Produces: the same as a plain number. Guarantees: it is relative to one entry
//! of the function, so that it says the same with and without a profile.

use serde::{Deserialize, Serialize};

/// How often a block runs each time that its function is entered, in parts of 1,024. LLVM's `BlockFrequencyInfo`,
/// divided by the frequency of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Frequency(u32);

impl Frequency {
    /// Never.
    pub const NEVER: Frequency = Frequency(0);

    /// As often as the entry.
    pub const ONCE: Frequency = Frequency(1024);

    /// How much more often than the average a case of a `switch` is taken that matters.
    const FAVOURED: f64 = 8.0;

    /// That of a block and an entry which run so often. A block of a function that is never entered counts as one that
    /// runs once.
    pub fn of(block: u64, entry: u64) -> Frequency {
        if entry == 0 {
            return Frequency::ONCE;
        }
        let parts = u128::from(block) * u128::from(Frequency::ONCE.0) / u128::from(entry);
        Frequency(u32::try_from(parts).unwrap_or(u32::MAX))
    }

    /// That of a block in so many loops, where nothing but LLVM's guess is known. LLVM guesses that a path which ends early
    /// is taken nearly always. But when the function takes time, then on the other path: that counts as if it were
    /// taken at each entry, and each loop as if it turned eight times. Of the cases of a `switch` only one is taken, and few are
    /// taken often: a block to which a `share` of them lead, from 0 to 1, counts as if its cases were taken eight times as
    /// often as the average. What hardly one entry in a thousand reaches is said to be unlikely by the program, or leads to
    /// its end, and stays.
    pub fn guessed(self, loops: u32, share: f64) -> Frequency {
        if self.0 == 0 {
            return self;
        }
        let reached = f64::from(Frequency::ONCE.0 << (3 * loops.min(4)));
        let taken = (share * Frequency::FAVOURED).min(1.0);
        self.max(Frequency((reached * taken) as u32))
    }

    /// So many parts of 1,024.
    pub(crate) fn from_parts(parts: u32) -> Frequency {
        Frequency(parts)
    }

    /// In parts of 1,024.
    pub fn parts(self) -> u32 {
        self.0
    }

    /// So many times as often.
    pub fn times(self, times: u32) -> Frequency {
        Frequency(self.0.saturating_mul(times))
    }

    /// How often one or the other runs, each function entered once.
    pub fn plus(self, other: Frequency) -> Frequency {
        Frequency(self.0.saturating_add(other.0))
    }
}

impl Default for Frequency {
    fn default() -> Frequency {
        Frequency::ONCE
    }
}
