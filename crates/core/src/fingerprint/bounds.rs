//! FMSA's fingerprints: how often a function has each opcode and each type (thesis, section "Focusing on Profitable
//! Functions").
//!
//! Consumes: a function. Produces: [`Bounds`]. Guarantees: the similarity of two is twice the thesis's s(f₁, f₂), so that
//! it is 1 for equal functions:
//!
//! ```text
//! UB(f₁, f₂, K) = Σ min(freq(k, f₁), freq(k, f₂)) / Σ (freq(k, f₁) + freq(k, f₂))        over all k of K
//! s(f₁, f₂)     = min(UB(f₁, f₂, Opcodes), UB(f₁, f₂, Types))
//! ```

use super::{Opcodes, Similarity};
use crate::ir::{EncodedFunction, TypeId};
use crate::sorted;

/// Frequencies of opcodes and of types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    opcodes: Opcodes,
    /// Sorted; each instruction counts for the type of its result.
    types: Box<[(TypeId, u32)]>,
}

impl Bounds {
    /// The frequencies of a function.
    pub fn of(function: &EncodedFunction) -> Bounds {
        let mut all: Vec<TypeId> = function.insts.values().map(|inst| inst.ty).collect();
        all.sort_unstable();
        let types = all.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect();
        Bounds { opcodes: Opcodes::of(function), types }
    }

    /// How many instructions of one function could be matched with those of the other if opcodes and order did not
    /// matter.
    fn shared_types(&self, other: &Bounds) -> u32 {
        let types = sorted::common(&self.types, &other.types, |a, b| a.0.cmp(&b.0));
        types.map(|(a, b)| a.1.min(b.1)).sum()
    }
}

impl Similarity for Bounds {
    fn similarity(&self, other: &Bounds) -> f64 {
        let all = self.opcodes.size() + other.opcodes.size();
        let shared = self.opcodes.shared(&other.opcodes).min(self.shared_types(other));
        if all == 0 { 1.0 } else { f64::from(2 * shared) / f64::from(all) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::align::{AlignParams, align};
    use crate::testing::generate;

    #[test]
    fn equal_functions_have_the_greatest_value() {
        let none = Bounds::of(&EncodedFunction::empty("f", TypeId::from_u32(0)));
        assert_eq!(none.similarity(&none), 1.0);
    }

    proptest! {
        /// No alignment matches more, where all instructions can be aligned: matched ones have one opcode and type.
        #[test]
        fn it_is_an_upper_bound((left, right) in generate::twins()) {
            let (a, b) = (Bounds::of(&left), Bounds::of(&right));
            prop_assert_eq!(a.similarity(&b), b.similarity(&a));
            let matched = align(&left, &right, &AlignParams::default()).matches().count();
            let shared = a.similarity(&b) * (left.size() + right.size()) as f64 / 2.0;
            prop_assert!(matched as f64 <= shared + 1e-6, "{matched} {shared}");
        }
    }
}
