//! How long functions take, for the passes that go by canonical forms.
//!
//! Consumes: a living function with constants of its form, and LLVM's analyses of its module. Produces: a [`Timing`].
//! Guarantees: where merges may cost any time, LLVM is not asked.

use std::collections::HashMap;

use fmerge_core::canon::ConstantUse;
use fmerge_core::canon::timing::{TimedUse, Timing};
use fmerge_core::price::Prices;
use fmerge_core::speed::{Frequency, TimePolicy};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

use crate::encode::{Analyses, blocks};
use crate::ffi::timing::{Use, constant_uses};
use crate::{emit, frequencies};

/// The timing of a function, with uses of these constants of its canonical form.
///
/// # Safety
/// The function is alive, and as its form has it.
pub(crate) unsafe fn timing(
    function: LLVMValueRef,
    constants: &[ConstantUse],
    policy: TimePolicy,
    prices: &Prices,
    analyses: Analyses,
) -> Timing {
    if policy == TimePolicy::default() {
        return Timing::default();
    }
    let often = frequencies::of_function(function, analyses);
    let units = emit::block_sizes(function, analyses.as_ptr());
    let runs = frequencies::runs(function, analyses);
    let of_block: HashMap<LLVMBasicBlockRef, Frequency> =
        blocks(function).zip(often.iter().copied()).collect();
    let timed = |one: &Use| TimedUse { frequency: of_block[&one.block], operation: one.operation };
    // SAFETY: the caller's promise.
    let uses = unsafe { constant_uses(function, constants) };
    let timing = Timing::of(often.into_iter().zip(units), runs, policy, prices);
    Timing { uses: uses.iter().map(timed).collect(), ..timing }
}
