//! Candidate search: which functions are most similar to a given one.
//!
//! Consumes: fingerprints by [`FuncId`]. Produces: [`Candidate`]s, best first, ties by id.
//! Guarantees: a result depends on what is in the index, never on the order of insertion.

mod adaptive;
mod exhaustive;
mod functions;
mod lsh;

pub use adaptive::{adaptive, bands};
pub use exhaustive::ExhaustiveIndex;
pub use functions::{Fingerprint, FunctionIndex, Ranking};
pub use lsh::{LshIndex, LshParams, LshStats};

use crate::ir::FuncId;

/// A function that may be worth merging with the one that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The function.
    pub func: FuncId,
    /// The similarity of the fingerprints, 0 to 1.
    pub similarity: f64,
}
