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

    /// A favoured case of a `switch` is assumed to be taken so many times as often as the average case.
    const FAVOURED: f64 = 8.0;

    /// The frequency of a block that runs `block` times while its function is entered `entry` times. If the function is
    /// never entered, each of its blocks counts as running once.
    pub fn of(block: u64, entry: u64) -> Frequency {
        if entry == 0 {
            return Frequency::ONCE;
        }
        let parts = u128::from(block) * u128::from(Frequency::ONCE.0) / u128::from(entry);
        Frequency(u32::try_from(parts).unwrap_or(u32::MAX))
    }

    /// The frequency of a block in `loops` loops, where nothing but LLVM's guess is known.
    ///
    /// LLVM guesses that a path which ends early is taken nearly always. But a function that takes time takes it on the
    /// other path. So a block counts as if each entry reached it and each loop turned eight times.
    ///
    /// Only one of the cases of a `switch` is taken, and few are taken often. So a block to which a `share` of the
    /// cases lead, from 0 to 1, counts as if these cases were taken eight times as often as the average.
    ///
    /// A frequency of 0 parts, fewer than one run in 1,024 entries, stays: the program calls the block unlikely, or ends there.
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
