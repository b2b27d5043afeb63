//! From a merge plan to LLVM IR.
//!
//! Consumes: a [`MergePlan`] and the LLVM values behind the two originals ([`Original`]).
//! Produces: the merged function, in the module of the originals.
//! Guarantees: no decision is taken here; every slot becomes one instruction. An instruction that stands
//! for two promises no more than both. The originals are not changed. When a plan cannot be carried out,
//! which is a bug in whoever made it, nothing of it stays in the module. Debug information never
//! changes the code; when both originals have some, what one does shows as that one, inlined here.

mod body;
mod finish;

use std::error::Error;
use std::fmt;
use std::ptr::null_mut;

use fmerge_core::ir::{ArgId, EncodedFunction};
use fmerge_core::plan::{MergePlan, PlanParam, SlotId};
use inkwell::llvm_sys::prelude::LLVMValueRef;

pub use finish::{cleanup, code_size, discard, expect_valid, verify};

use crate::ffi::emit::{FMergeParam, fmerge_create_function, fmerge_erase_function};
use crate::module::{Handles, ModuleContext};

/// One of the two functions that a plan merges.
#[derive(Clone, Copy)]
pub struct Original<'a> {
    /// Its encoded form, to which the plan refers.
    pub encoded: &'a EncodedFunction,
    /// The LLVM values behind it; they must not be stale.
    pub handles: &'a Handles,
}

/// Why a plan could not be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmitError {
    /// The attributes of the two functions contradict each other.
    FunctionAttributes,
    /// The attributes of the two calls that this slot stands for contradict each other.
    CallAttributes(SlotId),
    /// The slot is not what the plan's rules ask for.
    Malformed(SlotId, &'static str),
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FunctionAttributes => {
                write!(f, "the functions' attributes contradict each other")
            }
            Self::CallAttributes(slot) => {
                write!(f, "the attributes of the calls in {slot} contradict each other")
            }
            Self::Malformed(slot, problem) => {
                write!(f, "{slot} of the plan is malformed: {problem}")
            }
        }
    }
}

impl Error for EmitError {}

/// Creates the merged function of `plan`, named `name` (LLVM makes the name unique).
///
/// Its parameters are the plan's, then `i1 %fmerge.id`. It is `internal`, `unnamed_addr`, `noinline`.
///
/// # Errors
/// When the plan breaks its own rules, or joins what has contradicting attributes; the module is as before.
pub fn emit(
    ctx: &ModuleContext,
    left: Original<'_>,
    right: Original<'_>,
    plan: &MergePlan,
    name: &str,
) -> Result<LLVMValueRef, EmitError> {
    let function = declare(ctx, left, right, plan, name).ok_or(EmitError::FunctionAttributes)?;
    match body::fill(ctx, [left, right], plan, function) {
        Ok(()) => Ok(function),
        Err(error) => {
            // SAFETY: the function was just made and nothing uses it; LLVM has analysed nothing of it.
            unsafe { fmerge_erase_function(function, null_mut()) };
            Err(error)
        }
    }
}

/// The merged function without a body; `None` when the attributes contradict each other.
fn declare(
    ctx: &ModuleContext,
    left: Original<'_>,
    right: Original<'_>,
    plan: &MergePlan,
    name: &str,
) -> Option<LLVMValueRef> {
    let params: Vec<_> = plan.params.values().map(|p| c_param(ctx, p)).collect();
    // SAFETY: the functions and types belong to the module of `ctx`, which is alive; lists and name come
    // with their lengths.
    let function = unsafe {
        fmerge_create_function(
            left.handles.function,
            right.handles.function,
            ctx.types[plan.ret],
            params.as_ptr(),
            params.len(),
            name.as_ptr().cast(),
            name.len(),
        )
    };
    (!function.is_null()).then_some(function)
}

fn c_param(ctx: &ModuleContext, param: &PlanParam) -> FMergeParam {
    FMergeParam { ty: ctx.types[param.ty], left: c_index(param.left), right: c_index(param.right) }
}

/// A parameter's index as the shim takes it: -1 for none. LLVM itself counts parameters in 32 bits.
pub(crate) fn c_index(arg: Option<ArgId>) -> i32 {
    arg.map_or(-1, |a| i32::try_from(a.as_u32()).expect("fewer parameters than i32::MAX"))
}
