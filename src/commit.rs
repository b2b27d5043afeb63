//! Putting a merged function in the place of its originals.
//!
//! Consumes: the merged function that [`crate::emit`] made, its plan, and the two originals.
//! Produces: a module in which the merged function does the originals' work, and [`Committed`].
//! Guarantees: those of [`crate::replace`]. An original that was planned to stay as a thunk does.

use fmerge_core::options::Thunks;
use fmerge_core::plan::{MergePlan, Side};
use fmerge_core::replacement::{Argument, Fate};
use inkwell::llvm_sys::core::{LLVMConstInt, LLVMGetLastParam, LLVMTypeOf};
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::emit::Original;
use crate::encode::Analyses;
use crate::module::ModuleContext;
use crate::replace::{self, Replacement};

/// What committing did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// By side: whether the original was deleted; else it is a thunk.
    pub removed: [bool; 2],
    /// How many calls were rewritten.
    pub call_sites: u64,
    /// Functions that may have changed and are alive, each once: those with rewritten calls, thunks, the merged one.
    pub touched: Vec<LLVMValueRef>,
}

/// Makes the merged function do the work of both originals. Afterwards their handles are stale, and `ctx`
/// has forgotten those that were deleted. `analyses` are those of the module.
pub fn commit(
    ctx: &mut ModuleContext,
    analyses: Analyses,
    merged: LLVMValueRef,
    plan: &MergePlan,
    left: Original<'_>,
    right: Original<'_>,
    thunks: Thunks,
) -> Committed {
    let originals = [left, right];
    let replacement = |side: Side| replacement(merged, plan, side, originals[side.index()], thunks);
    let replacements = Side::BOTH.map(replacement).into();
    // SAFETY: the originals are alive, and no body will be asked for again; the plan was proved.
    let done = unsafe { replace::execute(replacements, analyses) };
    done.gone.iter().for_each(|&original| ctx.forget(original));
    // SAFETY: nothing has happened since they went.
    unsafe { replace::erase(&done.gone, analyses) };
    Committed {
        removed: Side::BOTH.map(|side| done.fates[side.index()] == Fate::Gone),
        call_sites: done.all_calls(),
        touched: done.changed,
    }
}

fn replacement(
    merged: LLVMValueRef,
    plan: &MergePlan,
    side: Side,
    original: Original<'_>,
    thunks: Thunks,
) -> Replacement {
    let goes = thunks == Thunks::Auto && original.encoded.uses.removable;
    let own = plan.params.values().map(|param| {
        param.on(side).map_or(Argument::Poison, |own| Argument::Parameter(own.as_u32()))
    });
    let arguments = own.chain([Argument::Constant(identifier(merged, side))]).collect();
    Replacement::new(original.handles.function, merged, arguments, goes)
}

/// What the merged function's last parameter is for a side.
fn identifier(merged: LLVMValueRef, side: Side) -> LLVMValueRef {
    // SAFETY: the merged function is alive, and its last parameter is the identifier, an integer.
    unsafe { LLVMConstInt(LLVMTypeOf(LLVMGetLastParam(merged)), u64::from(side == Side::Right), 0) }
}
