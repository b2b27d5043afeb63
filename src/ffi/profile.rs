//! The Rust side of `src/shim/profile.cpp`: what the shim asks of the core, then declarations in its order.
//!
//! Consumes: how often functions were entered, and weights as LLVM has them. Produces: shares and weights.
//! Guarantees: no panic crosses into C++, whatever the numbers are.

use std::slice;

use fmerge_core::profile::{mixed, shares};
use inkwell::llvm_sys::prelude::LLVMValueRef;

/// Replaces entry counts by their proportions; false if all are 0.
///
/// # Safety
/// `count` numbers at `counts` can be read and written, at least one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_entry_shares(counts: *mut u64, count: usize) -> bool {
    // SAFETY: the caller's promise.
    let counts = unsafe { slice::from_raw_parts_mut(counts, count) };
    let shares = shares(counts);
    if let Some(shares) = &shares {
        counts.copy_from_slice(shares);
    }
    shares.is_some()
}

/// Fills `result` with the weights of a branch that stands for two; false when it has none.
///
/// # Safety
/// `one` and `other` have `count` weights each, `result` has room for as many, and `shares` are two numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_mixed_weights(
    one: *const u64,
    other: *const u64,
    count: usize,
    shares: *const [u64; 2],
    result: *mut u64,
) -> bool {
    if count == 0 {
        return false;
    }
    // SAFETY: the caller's promise.
    let (one, other, shares) = unsafe {
        (slice::from_raw_parts(one, count), slice::from_raw_parts(other, count), *shares)
    };
    let weights = mixed(one, other, shares);
    if let Some(weights) = &weights {
        // SAFETY: the caller's promise; there are as many weights as on each side.
        unsafe { slice::from_raw_parts_mut(result, count) }.copy_from_slice(weights);
    }
    weights.is_some()
}

unsafe extern "C" {
    /// Gives a branch, select or switch weights from the functions' entry counts, if all of these are known. There are
    /// `count` functions. For each, `ways` has the index of the successor or value that it takes.
    pub fn fmerge_weigh_choice(
        choice: LLVMValueRef,
        functions: *const LLVMValueRef,
        ways: *const usize,
        count: usize,
    );
}
