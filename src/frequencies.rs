//! How often the blocks of a function run, and what is known of the function as a whole.
//!
//! Consumes: a living function with a body, and LLVM's analyses of its module. Produces: [`Frequency`] of blocks, and
//! [`Runs`]. Guarantees: the answers are for the body as it is now, and no analysis of it stays behind.

use fmerge_core::speed::{Frequency, Heat, Runs};
use inkwell::llvm_sys::prelude::LLVMBasicBlockRef;

use crate::analyses::Analyses;
use crate::ffi::enumeration::of_number;
use crate::ffi::frequencies::{
    fmerge_block_frequencies, fmerge_entry_count, fmerge_heat, fmerge_is_profiled,
    fmerge_profile_count,
};
use crate::llvm::FunctionRef;
use crate::llvm::blocks;

/// How often the `asked` blocks of a function run for each time that it is entered, in their order. Blocks that cannot
/// be reached never run. With `of_loops` and without an entry count, blocks outside of loops count as if they never
/// ran, too.
///
/// # Safety
/// The blocks are the function's.
pub unsafe fn of_blocks(
    function: FunctionRef,
    asked: &[LLVMBasicBlockRef],
    of_loops: bool,
    analyses: Analyses,
) -> Vec<Frequency> {
    if asked.len() <= 1 && blocks(function).nth(1).is_none() {
        return vec![Frequency::ONCE; asked.len()];
    }
    let (mut counts, mut depths) = (vec![0; asked.len()], vec![0; asked.len()]);
    let mut shares = vec![1.0; asked.len()];
    // SAFETY: the function is alive; the caller's promise; there are as many blocks as numbers; the analyses are those
    // of its module, by the promise of `Analyses::new`.
    let entry = unsafe {
        fmerge_block_frequencies(
            function.as_ptr(),
            analyses.as_ptr(),
            asked.as_ptr(),
            asked.len(),
            counts.as_mut_ptr(),
            depths.as_mut_ptr(),
            shares.as_mut_ptr(),
        )
    };
    let counted = entries(function).is_some();
    let known = counts.into_iter().map(|count| Frequency::of(count, entry));
    let places = depths.into_iter().zip(shares);
    let frequency = |(known, (depth, share)): (Frequency, (u32, f64))| match counted {
        true => known,
        false if of_loops && depth == 0 => Frequency::NEVER,
        false => known.guessed(depth, share),
    };
    known.zip(places).map(frequency).collect()
}

/// How often a function runs, and what is known of its heat.
pub fn runs(function: FunctionRef, analyses: Analyses) -> Runs {
    let entries = entries(function);
    let all = entries.and_then(|_| all_counts(function));
    Runs { entries, all, heat: heat(function, analyses), size_level: function.size_level() }
}

/// Whether a function is hot or cold. The attribute `hot` overrides a profile, and a profile overrides the attribute
/// `cold`. Without a profile, this is cheap.
pub fn heat(function: FunctionRef, analyses: Analyses) -> Heat {
    // SAFETY: the function is alive; the promise of `Analyses::new`.
    let raw = unsafe { fmerge_heat(function.as_ptr(), analyses.as_ptr()) };
    of_number!(raw, "Heat":
        "Cold" => Heat::Cold,
        "Unknown" => Heat::Unknown,
        "Hot" => Heat::Hot,
        "Hottest" => Heat::Hottest,
    )
}

/// Whether the program has a profile, and the function is cold by that or by its attributes.
pub fn is_cold_by_profile(function: FunctionRef, analyses: Analyses) -> bool {
    // SAFETY: the function is alive; the promise of `Analyses::new`.
    let is_profiled = unsafe { fmerge_is_profiled(function.as_ptr(), analyses.as_ptr()) };
    is_profiled && heat(function, analyses) == Heat::Cold
}

/// The sum of all counts in the profile of the function's program.
fn all_counts(function: FunctionRef) -> Option<u64> {
    let mut count = 0;
    // SAFETY: the function is alive and part of a module.
    unsafe { fmerge_profile_count(function.as_ptr(), &raw mut count) }.then_some(count)
}

/// How often a function was entered, if a profile says that.
pub(crate) fn entries(function: FunctionRef) -> Option<u64> {
    let mut count = 0;
    // SAFETY: the function is alive.
    unsafe { fmerge_entry_count(function.as_ptr(), &raw mut count) }.then_some(count)
}
