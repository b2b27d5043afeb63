//! HyFM's fingerprints: how often a function has each opcode (F3M paper, section II-A and figure 2).
//!
//! Consumes: a function. Produces: [`Opcodes`]. Guarantees: the nearest is the one of the least Manhattan distance,
//! which is a whole number. The similarity is 1 less the distance divided by the size of both functions, as in figures
//! 4 and 6.

use super::Similarity;
use super::code::OPCODE_SHIFT;
use crate::ir::{EncodedFunction, InstId};

/// Enough for LLVM's 68 opcodes, and a whole number of vector registers.
const OPCODES: usize = 72;

/// The number of bits of a code below its opcode.
const COUNT_AND_TYPES: u32 = OPCODE_SHIFT + 4;

/// How often each opcode occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opcodes([u32; OPCODES]);

impl Opcodes {
    /// The opcodes of a function.
    pub fn of(function: &EncodedFunction) -> Opcodes {
        Opcodes::of_insts(function, function.insts.keys())
    }

    /// The opcodes of some of its instructions.
    pub fn of_insts(function: &EncodedFunction, insts: impl Iterator<Item = InstId>) -> Opcodes {
        let mut counts = [0; OPCODES];
        for inst in insts {
            let opcode = function.insts[inst].code >> COUNT_AND_TYPES;
            counts[(opcode as usize).min(OPCODES - 1)] += 1;
        }
        Opcodes(counts)
    }

    /// The Manhattan distance: the sum of the differences.
    pub fn distance(&self, other: &Opcodes) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| a.abs_diff(*b)).sum()
    }

    /// How many instructions of one function could be matched with those of the other if types and order did not
    /// matter.
    pub fn shared(&self, other: &Opcodes) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| *a.min(b)).sum()
    }

    /// The number of instructions.
    pub fn size(&self) -> u32 {
        self.0.iter().sum()
    }
}

impl Similarity for Opcodes {
    fn similarity(&self, other: &Opcodes) -> f64 {
        let all = self.size() + other.size();
        if all == 0 { 1.0 } else { 1.0 - f64::from(self.distance(other)) / f64::from(all) }
    }

    fn nearness(&self, other: &Opcodes) -> f64 {
        -f64::from(self.distance(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &[u32]) -> Opcodes {
        let mut all = [0; OPCODES];
        all[..counts.len()].copy_from_slice(counts);
        Opcodes(all)
    }

    /// The functions of figure 5: one opcode more or less is a distance of 1 each.
    #[test]
    fn distances_of_figure_5() {
        let [kept, taken, better] =
            [&[1, 4, 3, 3, 1], &[1, 4, 4, 3, 1], &[1, 5, 3, 4, 1]].map(|c| of(c));
        assert_eq!((kept.distance(&taken), kept.distance(&better)), (1, 2));
        assert!(kept.nearness(&taken) > kept.nearness(&better));
    }

    #[test]
    fn similarity_goes_by_the_share_of_all_instructions() {
        assert_eq!(of(&[3, 1]).similarity(&of(&[1, 3])), 0.5);
        assert_eq!(of(&[3, 1]).similarity(&of(&[3, 1])), 1.0);
        assert_eq!(of(&[3]).similarity(&of(&[0, 1])), 0.0);
        assert_eq!(of(&[]).similarity(&of(&[])), 1.0);
    }
}
