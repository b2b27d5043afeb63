//! Fingerprints: short vectors whose similarity estimates how much of two functions would align.
//!
//! Consumes: [`EncodedFunction`]s. Produces: [`MinHash`] fingerprints of F3M's instruction codes, [`Opcodes`] of HyFM,
//! [`Bounds`] of FMSA.
//! Guarantees: equal code sequences get equal fingerprints, on every machine and in every run; the
//! similarity of two fingerprints is symmetric, from 0 to 1, and 1 for equal ones.

mod bounds;
mod code;
mod features;
mod fnv;
mod minhash;
mod opcodes;
#[cfg(any(test, feature = "testing"))]
mod oracle;

pub use bounds::Bounds;
pub use code::{instruction_code, instruction_codes};
pub use features::Features;
pub use fnv::fnv1a;
pub use minhash::{MinHash, MinHasher, splitmix64};
pub use opcodes::Opcodes;
#[cfg(any(test, feature = "testing"))]
pub use oracle::exact_jaccard;

pub(crate) use minhash::{equal_positions, shingle_hashes};

#[cfg(doc)]
use crate::ir::EncodedFunction;

/// Fingerprints that can be ranked by how similar they are.
pub trait Similarity {
    /// From 0, nothing in common, to 1, equal; symmetric.
    fn similarity(&self, other: &Self) -> f64;

    /// What the nearest fingerprint is found by: greater is nearer. By default, it is the similarity.
    fn nearness(&self, other: &Self) -> f64 {
        self.similarity(other)
    }
}
