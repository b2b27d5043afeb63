//! What can be asked and done once a merged function is complete: verify, clean up, weigh, throw away.

use std::ffi::{c_char, c_void};
use std::ptr::from_mut;
use std::slice;
use std::time::Instant;

use fmerge_core::options::Options;
use fmerge_core::report::{Phase, Report};

use crate::analyses::Analyses;
use crate::ffi::emit::{
    fmerge_block_code_sizes, fmerge_cleanup, fmerge_erase_function, fmerge_verify,
};
use crate::llvm::FunctionRef;
use crate::llvm::blocks;

/// Runs LLVM's verifier on `function`.
///
/// # Errors
/// What the verifier complains of.
pub fn verify(function: FunctionRef) -> Result<(), String> {
    let mut text = String::new();
    // SAFETY: the function is alive; `append` is given the `String` that it expects.
    let fine = unsafe { fmerge_verify(function.as_ptr(), append, from_mut(&mut text).cast()) };
    if fine { Ok(()) } else { Err(text) }
}

/// With the option `verify`: runs LLVM's verifier on functions that merges have changed, and adds the time to the
/// report.
///
/// # Panics
/// When a function is invalid: there is no way back.
pub fn expect_valid(
    functions: impl IntoIterator<Item = FunctionRef>,
    options: &Options,
    report: &mut Report,
) {
    if !options.verify {
        return;
    }
    let start = Instant::now();
    for function in functions {
        if let Err(message) = verify(function) {
            panic!("{} is invalid after a merge: {message}", function.name());
        }
    }
    report.add_time(Phase::Verify, start.elapsed());
}

/// Appends text to the `String` behind `to`.
unsafe extern "C" fn append(to: *mut c_void, text: *const c_char, length: usize) {
    // SAFETY: the caller hands over its `String`, which nobody else uses meanwhile.
    let to = unsafe { &mut *to.cast::<String>() };
    // SAFETY: the shim passes readable text with its length.
    let text = unsafe { slice::from_raw_parts(text.cast(), length) };
    to.push_str(&String::from_utf8_lossy(text));
}

/// Runs LLVM's SimplifyCFG, InstSimplify, EarlyCSE and ADCE on `function`, because nothing else comes
/// after the late extension points.
///
/// With `has_tail_calls`, equal calls in two branches are not joined: one might be a tail call and the other not.
pub fn cleanup(function: FunctionRef, analyses: Analyses, has_tail_calls: bool) {
    // SAFETY: the function is complete, and belongs to the module that is analysed.
    unsafe { fmerge_cleanup(function.as_ptr(), analyses.as_ptr(), !has_tail_calls) };
}

/// TargetTransformInfo's code size of `function`, in its units.
pub fn code_size(function: FunctionRef, analyses: Analyses) -> u64 {
    block_sizes(function, analyses).into_iter().fold(0, u64::saturating_add)
}

/// The code size of each block, in the same units and in the function's order.
pub fn block_sizes(function: FunctionRef, analyses: Analyses) -> Vec<u64> {
    let mut sizes = vec![0; blocks(function).count()];
    // SAFETY: the function is complete, and belongs to the module that is analysed; there is a number for each block.
    unsafe { fmerge_block_code_sizes(function.as_ptr(), analyses.as_ptr(), sizes.as_mut_ptr()) };
    sizes
}

/// Deletes a merged function that was not committed.
///
/// # Safety
/// Nothing uses the function, and no reference to it is used again.
pub unsafe fn discard(function: FunctionRef, analyses: Analyses) {
    // SAFETY: the caller's promise.
    unsafe { fmerge_erase_function(function.as_ptr(), analyses.as_ptr()) };
}
