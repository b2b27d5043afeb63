//! The Rust side of `src/shim/profile.cpp`: what it asks of the core, then its declarations, in its order.
//!
//! Consumes: how often functions were entered, and weights as LLVM has them. Produces: shares and weights.
//! Guarantees: no panic crosses into C++ for any numbers.

use std::slice;

use fmerge_core::profile::{mixed, shares};
use inkwell::llvm_sys::prelude::LLVMValueRef;

/// Makes proportions of how often functions were entered; false where none ever was.
///
/// # Safety
/// `counts` are so many numbers, one at least, that can be written.
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

/// Fills `result` with the weights of a branch that stands for two; false when there are none.
///
/// # Safety
/// There are so many weights of each side, so many numbers can be written to `result`, and there are two `shares`.
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
        // SAFETY: the caller's promise; there are as many weights as of each side.
        unsafe { slice::from_raw_parts_mut(result, count) }.copy_from_slice(weights);
    }
    weights.is_some()
}

unsafe extern "C" {
    /// Gives a branch, select or switch weights from the functions' entry counts, if all are known. There are `count` of
    /// `functions` and of `ways`, which say by function which of its targets or values a choice takes.
    pub fn fmerge_weigh_choice(
        choice: LLVMValueRef,
        functions: *const LLVMValueRef,
        ways: *const usize,
        count: usize,
    );
}
