//! Candidate search: which functions are most similar to a given one.
//!
//! Consumes: fingerprints by function. Produces: candidates, best first, ties by id.
//! Guarantees: a result depends on what is in the index, never on the order in which it came there.

mod adaptive;
mod lsh;

pub use adaptive::adaptive;
pub use lsh::LshParams;
