//! From a merge plan to LLVM IR.
//!
//! Consumes: a [`MergePlan`] and the LLVM values behind the originals ([`Original`]), by side.
//! Produces: the merged function, in the module of the originals.
//! Guarantees: no decision is taken here. Every slot becomes one instruction, unless it is a choice among more than two
//! sides. An instruction that stands for several promises no more than each of them. The originals are not changed.
//! When a plan cannot be carried out, which is a bug in whoever made it, nothing of it stays in the module. Debug
//! information never changes the code. When all originals have debug information, code that only one of them executes
//! is shown as that one, inlined here.

mod body;
mod finish;

use std::error::Error;
use std::fmt;
use std::ptr::null_mut;

use cranelift_entity::EntityRef;
use fmerge_core::ir::{ArgId, EncodedFunction};
use fmerge_core::plan::{MergePlan, PlanParam, SideId, SlotId, identifier_bits};

pub use finish::{block_sizes, cleanup, code_size, discard, expect_valid, verify};

use crate::ffi::emit::{
    RawParam, fmerge_create_function, fmerge_erase_function, fmerge_forbid_jump_tables,
};
use crate::ffi::tables::is_placed;
use crate::llvm::FunctionRef;
use crate::module::{Handles, ModuleContext};

/// One of the functions that a plan merges.
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
    /// The attributes of the functions contradict each other.
    FunctionAttributes,
    /// The attributes of the calls that this slot stands for contradict each other.
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
/// Its parameters are those of the plan. If the plan needs an identifier, that comes last: `%fmerge.id`, an i1 for two
/// originals. The function is `internal`, `unnamed_addr` and `noinline`.
///
/// # Errors
/// When the plan breaks its own rules, or joins functions or calls whose attributes contradict each other; the module
/// is then as before.
pub fn emit(
    ctx: &ModuleContext,
    originals: &[Original<'_>],
    plan: &MergePlan,
    name: &str,
) -> Result<FunctionRef, EmitError> {
    let function = declare(ctx, originals, plan, name).ok_or(EmitError::FunctionAttributes)?;
    match body::fill(ctx, originals, plan, function) {
        Ok(()) => Ok(function),
        Err(error) => {
            // SAFETY: the function was just made and nothing uses it; LLVM has analysed nothing of it.
            unsafe { fmerge_erase_function(function.as_ptr(), null_mut()) };
            Err(error)
        }
    }
}

/// The merged function without a body; `None` when the attributes contradict each other.
fn declare(
    ctx: &ModuleContext,
    originals: &[Original<'_>],
    plan: &MergePlan,
    name: &str,
) -> Option<FunctionRef> {
    let functions = functions(originals);
    let indices = all_indices(plan, originals.len());
    let params = raw_params(ctx, plan, &indices);
    // SAFETY: the functions and types belong to the module of `ctx`, which is alive; lists and name come
    // with their lengths, and parameters with an index for each function.
    let merged = unsafe {
        FunctionRef::new(fmerge_create_function(
            functions.as_ptr().cast(),
            functions.len(),
            ctx.types[plan.ret],
            params.as_ptr(),
            params.len(),
            if plan.needs_identifier() { identifier_bits(originals.len()) } else { 0 },
            name.as_ptr().cast(),
            name.len(),
        ))
    }?;
    // Code generation may make a jump table of a switch on the identifier. A function whose section the source names may
    // run when no other memory can be read. The originals' sections are equal, so that one original answers for all.
    if originals.len() > 2 && is_placed(functions[0]) {
        // SAFETY: the function is alive.
        unsafe { fmerge_forbid_jump_tables(merged.as_ptr()) };
    }
    Some(merged)
}

/// The originals' functions, by side.
fn functions(originals: &[Original<'_>]) -> Vec<FunctionRef> {
    originals.iter().map(|original| original.handles.function).collect()
}

/// For each parameter of the plan, by side, the index of the original's parameter that it carries.
fn all_indices(plan: &MergePlan, sides: usize) -> Vec<Vec<i32>> {
    plan.params.values().map(|param| indices(param, sides)).collect()
}

/// The parameters of the plan as the shim takes them. They point into `indices`, those of [`all_indices`].
fn raw_params(ctx: &ModuleContext, plan: &MergePlan, indices: &[Vec<i32>]) -> Vec<RawParam> {
    let raw = |(param, indices): (&PlanParam, &Vec<i32>)| RawParam {
        ty: ctx.types[param.ty],
        indices: indices.as_ptr(),
    };
    plan.params.values().zip(indices).map(raw).collect()
}

/// By side, the index of the original's parameter that `param` carries.
fn indices(param: &PlanParam, sides: usize) -> Vec<i32> {
    (0..sides).map(|side| c_index(param.args.on(SideId::new(side)))).collect()
}

/// A parameter's index as the shim takes it: -1 for none. LLVM itself counts parameters in 32 bits.
pub(crate) fn c_index(arg: Option<ArgId>) -> i32 {
    arg.map_or(-1, |a| i32::try_from(a.as_u32()).expect("fewer parameters than i32::MAX"))
}
