//! How long functions take, for the passes that merge by canonical forms.
//!
//! Consumes: a living function, the constants of its canonical form, and LLVM's analyses of its module. Produces: a
//! [`Timing`].
//! Guarantees: where merges may cost any time, LLVM is not asked.

use fmerge_core::canon::ConstantUse;
use fmerge_core::canon::timing::{TimedUse, Timing};
use fmerge_core::policy::TimePolicy;
use fmerge_core::price::TimedBlock;
use fmerge_core::speed::Frequency;
use inkwell::llvm_sys::core::{
    LLVMGetCalledValue, LLVMGetIntrinsicID, LLVMIsACallInst, LLVMIsAFunction, LLVMIsAInlineAsm,
    LLVMIsAInvokeInst,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::emit;
use crate::ffi::timing::{Use, constant_uses};
use crate::llvm::FunctionRef;
use crate::llvm::{blocks, instructions};
use crate::module::ModuleContext;

/// The timing of a function, and how often it uses these constants of its canonical form.
///
/// # Safety
/// The function is alive, and has not changed since its form was made.
pub(crate) unsafe fn timing(
    function: FunctionRef,
    constants: &[ConstantUse],
    policy: TimePolicy,
    ctx: &ModuleContext,
    analyses: Analyses,
) -> Timing {
    if policy == TimePolicy::ANY {
        return Timing::default();
    }
    let all: Vec<_> = blocks(function).collect();
    // SAFETY: the blocks are the function's.
    let often = unsafe { ctx.frequencies(function, &all, analyses) };
    let units = emit::block_sizes(function, analyses);
    let runs = ctx.runs(function, analyses);
    let of_block: FxHashMap<LLVMBasicBlockRef, Frequency> =
        all.iter().copied().zip(often.iter().copied()).collect();
    let timed = |one: &Use| TimedUse { frequency: of_block[&one.block], operation: one.operation };
    // SAFETY: the caller's promise.
    let uses = unsafe { constant_uses(function.as_ptr(), constants) };
    let timed_block =
        |((block, frequency), units)| TimedBlock { frequency, units, calls: calls(block) };
    let timed_blocks = all.into_iter().zip(often).zip(units).map(timed_block);
    let timing = Timing::of(timed_blocks, runs, policy, ctx.tables.prices);
    Timing { uses: uses.iter().map(timed).collect(), ..timing }
}

/// How many calls a block of a living function has, without those of intrinsics and inline assembly.
fn calls(block: LLVMBasicBlockRef) -> u64 {
    // SAFETY: all values are of a living function; only calls are asked for their callee, and only functions for the
    // intrinsic that they are.
    let is_call = |&instruction: &LLVMValueRef| unsafe {
        if LLVMIsACallInst(instruction).is_null() && LLVMIsAInvokeInst(instruction).is_null() {
            return false;
        }
        let callee = LLVMGetCalledValue(instruction);
        let is_intrinsic = !LLVMIsAFunction(callee).is_null() && LLVMGetIntrinsicID(callee) != 0;
        !is_intrinsic && LLVMIsAInlineAsm(callee).is_null()
    };
    instructions(block).filter(is_call).count() as u64
}
