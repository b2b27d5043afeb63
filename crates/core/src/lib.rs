//! fmerge-core: every algorithm of fmerge, on plain data.
//!
//! No LLVM and no `unsafe` in here: functions arrive encoded ([`ir`]), and what leaves is a
//! [`plan::MergePlan`] that the plugin turns into LLVM IR without taking a decision of its own.
//! `ARCHITECTURE.md` maps each phase to its file.
#![forbid(unsafe_code)]

pub mod align;
pub mod attributes;
pub mod bisect;
pub mod bodies;
pub mod by_hand;
pub mod cache;
mod call_order;
pub mod canon;
mod container;
pub mod driver;
pub mod encode;
pub mod enumeration;
pub mod fingerprint;
pub mod frequency;
pub mod gfm;
pub mod graph;
mod grouped;
pub mod icf;
pub mod intervals;
pub mod intrinsic;
pub mod ir;
mod ir_dump;
pub mod key;
pub mod options;
pub mod pipeline;
pub mod plan;
pub mod policy;
pub mod price;
pub mod profile;
pub mod profit;
pub mod recorded;
pub mod references;
pub mod registers;
pub mod reject;
pub mod replacement;
pub mod report;
pub mod search;
pub mod sides;
pub mod sorted;
pub mod speed;
pub mod stack;
pub mod standing;
pub mod startup;
pub mod store;
pub mod structure;
pub mod summary;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod threads;
pub mod totals;
pub mod validate;
