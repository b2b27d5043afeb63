//! Generators and oracles for property tests and fuzzing.
//!
//! Consumes: choices, from proptest, from a fuzzer's bytes or from a seed, all by way of a [`Tape`].
//! Produces: valid functions ([`generate`]), near twins of them ([`mutate`]), what functions and plans do when run
//! ([`interpret`]), alignments made without an aligner ([`alignments`]) and plans made without a planner ([`plans`]);
//! and for the passes that merge many functions at a time, whole programs and what becomes of them ([`program`]), and
//! encoded modules ([`modules`]).
//! Guarantees: equal tapes give equal results; shorter tapes with smaller numbers give smaller functions,
//! so that proptest shrinks well.
//!
//! A property test of a planner reads:
//! ```
//! # use fmerge_core::ir::Tables;
//! # use fmerge_core::plan::{MergePlan, Sides, replay::replay};
//! use fmerge_core::testing::{generate, interpret, plans};
//! use proptest::prelude::*;
//!
//! # fn make_plan(sides: Sides<'_>, _: &Tables) -> Option<MergePlan> { plans::side_by_side(sides) }
//! proptest!(|((left, right) in generate::twins())| {
//!     let (tables, sides) = (generate::tables(), Sides(&[&left, &right]));
//!     if let Some(plan) = make_plan(sides, &tables) {
//!         prop_assert_eq!(replay(&plan, sides, &tables), Ok(()));
//!         prop_assert_eq!(interpret::same_behaviour_on_all(&plan, sides, 200), Ok(()));
//!     }
//! });
//! ```
//! [`generate::twins`] gives pairs that align well, [`generate::strangers`] unrelated ones, and
//! [`generate::lookalikes`] pairs of the same shape, [`generate::families`] more than two of one shape,
//! [`generate::relatives`] more than two that align well. A fuzz target makes its [`Tape`] from bytes.

pub mod alignments;
pub mod bodies;
pub mod build;
mod draft;
pub mod generate;
pub mod interpret;
pub mod modules;
pub mod mutate;
pub mod plans;
pub mod program;
pub mod summaries;
mod tape;

pub use tape::Tape;
