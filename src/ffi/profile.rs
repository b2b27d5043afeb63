//! The Rust side of `src/shim/profile.cpp`: what it asks of the core, then its declarations, in its order.
//!
//! Consumes: how often two functions were entered, and weights as LLVM has them. Produces: shares and weights.
//! Guarantees: where it is not known of both how often they were entered, each counts the same.

use std::slice;

use fmerge_core::profile::{Shares, mixed};
use inkwell::llvm_sys::prelude::LLVMValueRef;

/// The shim's `FmergeEntries`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Entries {
    one: u64,
    other: u64,
    is_one_known: bool,
    is_other_known: bool,
}

impl Entries {
    fn shares(self) -> Option<Shares> {
        let known = |count, is_known: bool| is_known.then_some(count);
        Shares::of(known(self.one, self.is_one_known), known(self.other, self.is_other_known))
    }
}

/// In proportion, how often two functions were entered; false where that is not known of both.
///
/// # Safety
/// A number can be written to `one`, and to `other`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_entry_shares(
    entries: Entries,
    one: *mut u64,
    other: *mut u64,
) -> bool {
    let shares = entries.shares();
    if let Some(shares) = shares {
        // SAFETY: the caller's promise.
        unsafe { (*one, *other) = (shares.one, shares.other) };
    }
    shares.is_some()
}

/// Fills `result` with the weights of a branch that stands for two; false when there are none.
///
/// # Safety
/// `count` numbers can be read at `one` and at `other`, which may be null where there are none, and written at
/// `result`, which is none of the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_mixed_weights(
    one: *const u64,
    other: *const u64,
    count: usize,
    entries: Entries,
    result: *mut u64,
) -> bool {
    if count == 0 {
        return false;
    }
    // SAFETY: the caller's promise.
    let (one, other) =
        unsafe { (slice::from_raw_parts(one, count), slice::from_raw_parts(other, count)) };
    let weights = mixed(one, other, entries.shares().unwrap_or(Shares::EQUAL));
    if let Some(weights) = &weights {
        // SAFETY: the caller's promise; there are as many weights as of each side.
        unsafe { slice::from_raw_parts_mut(result, count) }.copy_from_slice(weights);
    }
    weights.is_some()
}

unsafe extern "C" {
    /// Gives a branch on the identifier weights from the two functions' entry counts, if both are known.
    pub fn fmerge_weigh_id_branch(branch: LLVMValueRef, left: LLVMValueRef, right: LLVMValueRef);
}
