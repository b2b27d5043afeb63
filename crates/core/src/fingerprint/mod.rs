//! Fingerprints: short vectors whose similarity estimates how much of two functions would align.
//!
//! Consumes: [`EncodedFunction`]s. Produces: [`MinHash`] fingerprints of F3M's instruction codes.
//! Guarantees: equal code sequences get equal fingerprints, on every machine and in every run; the
//! similarity of two fingerprints is symmetric, from 0 to 1, and 1 for equal ones.

mod code;
mod fnv;
mod minhash;
#[cfg(any(test, feature = "testing"))]
mod oracle;

pub use code::{OPCODE_SHIFT, instruction_code, instruction_codes};
pub use minhash::{MinHash, MinHasher};
#[cfg(any(test, feature = "testing"))]
pub use oracle::exact_jaccard;

pub(crate) use fnv::fnv1a;

#[cfg(doc)]
use crate::ir::EncodedFunction;

/// Fingerprints that can be ranked by how similar they are.
pub trait Similarity {
    /// From 0, nothing in common, to 1, equal; symmetric.
    fn similarity(&self, other: &Self) -> f64;
}
