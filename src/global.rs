//! Merging across objects that are compiled one by one: `gfm-analyze` and `gfm-merge`.
//!
//! Consumes: a module; for merging also the combined summary of the program. Produces: the module's part of
//! a summary, or the module with each function that the summary names split into a shared body and a thunk.
//! Guarantees: a module is rewritten by what it holds itself: a summary that is stale, foreign or wrong can
//! cost size, never meaning (section 3.4 of *Optimistic Global Function Merger*).

mod analyze;
mod candidates;
pub(crate) mod fold;
mod merge;

pub use analyze::analyze;
pub use merge::merge;
