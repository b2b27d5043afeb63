//! The Rust side of `src/shim/`: one file for each of its files, with declarations in the same order; and `open`, which
//! reads LLVM's own answers.
//!
//! Guarantees: nothing outside this folder declares a C function. A C function that asks nothing of its caller has a
//! safe wrapper here.

pub mod attributes;
pub mod bodies;
pub mod canon;
pub mod closed;
pub mod content;
pub mod debug;
pub mod demangle;
pub mod emit;
pub mod encode;
pub mod ending;
pub mod enumeration;
pub mod frequencies;
pub mod gfm;
pub mod global;
pub mod hidden_slots;
pub mod identical;
pub mod inlining;
pub mod machine_code;
pub mod modules;
pub mod open;
pub mod profile;
pub mod references;
pub mod register;
pub mod remarks;
pub mod replace;
pub mod sccp;
pub mod stack;
pub mod standing;
pub mod startup;
pub mod structure;
pub mod tables;
pub mod timing;
pub mod weaken;

use std::slice;

/// A list that C++ hands over as an address and a number of elements.
///
/// # Safety
/// `count` elements are readable at `start` for as long as the result is used.
unsafe fn list<'a, T>(start: *const T, count: usize) -> &'a [T] {
    // SAFETY: the caller's promise; an empty list may have no memory behind it.
    unsafe { if count == 0 { &[] } else { slice::from_raw_parts(start, count) } }
}
