//! Putting a merged function in the place of its originals.
//!
//! Consumes: the merged function that [`crate::emit`] made, its plan, and the originals, by side.
//! Produces: a module in which the merged function does the originals' work, and [`CommittedMerge`].
//! Guarantees: those of [`crate::replace`]. An original that was planned to stay as a thunk stays.

use cranelift_entity::EntityRef;
use fmerge_core::options::Thunks;
use fmerge_core::plan::{MergePlan, SideId};
use fmerge_core::replacement::{Argument, Fate};
use inkwell::llvm_sys::core::{LLVMConstInt, LLVMGetLastParam, LLVMTypeOf};
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::analyses::Analyses;
use crate::emit::Original;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::replace::{self, Replacement};

/// What committing did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommittedMerge {
    /// By side: whether the original was deleted; otherwise it is a thunk.
    pub removed: Vec<bool>,
    /// How many calls were rewritten.
    pub call_sites: u64,
    /// Functions that may have changed and are alive, each once: those with rewritten calls, thunks, the merged one.
    pub touched: Vec<FunctionRef>,
}

/// Makes the merged function do the work of all originals. Afterwards the originals' handles are stale. `ctx` has
/// forgotten what it knew of the originals and of their users.
///
/// # Safety
/// `analyses` are those of the module. The plan was proved. Deleted functions are not used again.
pub unsafe fn commit(
    ctx: &mut ModuleContext,
    analyses: Analyses,
    merged: FunctionRef,
    plan: &MergePlan,
    originals: &[Original<'_>],
    thunks: Thunks,
) -> CommittedMerge {
    let replacements = replacements(merged, plan, originals, thunks);
    // SAFETY: no body will be asked for again; the caller's promise.
    let done = unsafe { ctx.replace(replacements, analyses) };
    // SAFETY: nothing has happened since they went; the caller's promise.
    unsafe { replace::erase(&done.gone, analyses) };
    CommittedMerge {
        removed: done.fates.iter().map(|&fate| fate == Fate::Gone).collect(),
        call_sites: done.all_calls(),
        touched: done.changed,
    }
}

/// How the merged function takes the originals' places.
pub fn replacements(
    merged: FunctionRef,
    plan: &MergePlan,
    originals: &[Original<'_>],
    thunks: Thunks,
) -> Vec<Replacement> {
    let replacement = |(side, original): (usize, &Original<'_>)| {
        replacement(merged, plan, SideId::new(side), original, thunks)
    };
    originals.iter().enumerate().map(replacement).collect()
}

fn replacement(
    merged: FunctionRef,
    plan: &MergePlan,
    side: SideId,
    original: &Original<'_>,
    thunks: Thunks,
) -> Replacement {
    let may_go = match thunks {
        Thunks::Auto => true,
        Thunks::Keep => false,
        // Only what a merge has made is local then.
        Thunks::Later => original.handles.function.is_local(),
    };
    let goes = may_go && original.encoded.uses.removable;
    let own = plan.params.values().map(|param| {
        param.args.on(side).map_or(Argument::Poison, |own| Argument::Parameter(own.as_u32()))
    });
    let identifier = || Argument::Constant(identifier(merged, side));
    let arguments = own.chain(plan.needs_identifier().then(identifier)).collect();
    Replacement::new(original.handles.function, merged, arguments, goes)
}

/// What a side passes for the merged function's last parameter, the identifier.
fn identifier(merged: FunctionRef, side: SideId) -> LLVMValueRef {
    // SAFETY: the merged function is alive, and its last parameter is the identifier, an integer.
    unsafe { LLVMConstInt(LLVMTypeOf(LLVMGetLastParam(merged.as_ptr())), side.index() as u64, 0) }
}
