//! Putting a merged function in the place of its originals.
//!
//! Consumes: the merged function that [`crate::emit`] made, its plan, and the originals, by side.
//! Produces: a module in which the merged function does the originals' work, and [`Committed`].
//! Guarantees: an original goes only when nobody else can see it and each of its uses is a call that was
//! rewritten. Otherwise it stays as a thunk with its name, address, linkage, visibility, comdat, section
//! and debug information. All bodies are gone before the first call is rewritten, so nothing dangles.

use std::collections::HashSet;
use std::ffi::c_void;
use std::ptr::from_mut;

use cranelift_entity::EntityRef;
use fmerge_core::plan::{MergePlan, SideId};
use inkwell::llvm_sys::core::{LLVMConstInt, LLVMGetLastParam, LLVMTypeOf};
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::emit::{Original, c_index};
use crate::ffi::commit::{
    FMergeTarget, fmerge_drop_body, fmerge_is_removable, fmerge_make_thunk, fmerge_redirect_calls,
};
use crate::ffi::emit::{fmerge_erase_function, fmerge_invalidate};
use crate::module::ModuleContext;

/// Whether originals may be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThunkMode {
    /// Rewrite calls and delete the original where that is right.
    Auto,
    /// Always leave a thunk.
    Keep,
}

/// What committing did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// By side: whether the original was deleted; else it is a thunk.
    pub removed: Vec<bool>,
    /// How many calls were rewritten.
    pub call_sites: usize,
    /// The functions in which calls were rewritten, each once, in order of first touch; the merged
    /// function may be among them, a deleted one never is.
    pub touched: Vec<LLVMValueRef>,
}

/// Makes the merged function do the work of all originals. Afterwards their handles are stale, and `ctx`
/// has forgotten those that were deleted. `analyses` is the `ModuleAnalysisManager` of the module.
pub fn commit(
    ctx: &mut ModuleContext,
    analyses: *mut c_void,
    merged: LLVMValueRef,
    plan: &MergePlan,
    originals: &[Original<'_>],
    thunks: ThunkMode,
) -> Committed {
    for original in originals {
        // SAFETY: the originals are alive, and no body will be asked for again.
        unsafe { fmerge_drop_body(original.handles.function) };
    }
    let mut log = CallLog::default();
    let needs_identifier = plan.needs_identifier();
    let mut removed = Vec::with_capacity(originals.len());
    for (number, original) in originals.iter().enumerate() {
        let side = SideId::new(number);
        let sources = sources(plan, side);
        let identifier: Vec<_> =
            needs_identifier.then(|| identifier(merged, side)).into_iter().collect();
        let target = target(merged, &sources, &identifier);
        let removable = thunks == ThunkMode::Auto && can_go(original);
        replace(original.handles.function, &target, removable, &mut log);
        removed.push(removable);
    }
    finish(ctx, analyses, originals, &removed, &log.callers);
    Committed { removed, call_sites: log.calls, touched: log.callers }
}

/// Calls that were rewritten, and where.
#[derive(Default)]
pub(crate) struct CallLog {
    /// How many.
    pub calls: usize,
    /// The functions that they are in, each once, in order of first touch.
    pub callers: Vec<LLVMValueRef>,
    seen: HashSet<LLVMValueRef>,
}

impl CallLog {
    fn note(&mut self, caller: LLVMValueRef) {
        self.calls += 1;
        if self.seen.insert(caller) {
            self.callers.push(caller);
        }
    }
}

/// For each merged parameter, the index of the parameter of `side` that it carries, or -1.
fn sources(plan: &MergePlan, side: SideId) -> Vec<i32> {
    plan.params.values().map(|param| c_index(param.args.on(side))).collect()
}

/// What the merged function's last parameter is for a side.
fn identifier(merged: LLVMValueRef, side: SideId) -> LLVMValueRef {
    // SAFETY: the merged function is alive, and its last parameter is the identifier, an integer.
    unsafe { LLVMConstInt(LLVMTypeOf(LLVMGetLastParam(merged)), side.index() as u64, 0) }
}

/// `sources` for the merged function's first parameters, `extra` for the rest.
pub(crate) fn target(
    merged: LLVMValueRef,
    sources: &[i32],
    extra: &[LLVMValueRef],
) -> FMergeTarget {
    FMergeTarget {
        merged,
        sources: sources.as_ptr(),
        count: sources.len(),
        extra: extra.as_ptr(),
        extra_count: extra.len(),
    }
}

/// What the encoder found, and LLVM still says.
fn can_go(original: &Original<'_>) -> bool {
    // SAFETY: the function is alive.
    original.encoded.uses.removable && unsafe { fmerge_is_removable(original.handles.function) }
}

/// Redirects the calls of a function without a body, or gives it a thunk's body.
pub(crate) fn replace(
    function: LLVMValueRef,
    target: &FMergeTarget,
    removable: bool,
    log: &mut CallLog,
) {
    if removable {
        // SAFETY: each use is a call that can be rewritten; `note_call` is given the log that it expects.
        unsafe { fmerge_redirect_calls(function, target, note_call, from_mut(log).cast()) };
    } else {
        // SAFETY: the function has no body, and the target is of its parameters' types.
        unsafe { fmerge_make_thunk(function, target) };
    }
}

/// Notes a rewritten call in the [`CallLog`] behind `log`.
unsafe extern "C" fn note_call(log: *mut c_void, caller: LLVMValueRef) {
    // SAFETY: the caller hands over its log, which nobody else uses meanwhile.
    unsafe { &mut *log.cast::<CallLog>() }.note(caller);
}

/// Deletes what goes, and tells LLVM what changed.
fn finish(
    ctx: &mut ModuleContext,
    analyses: *mut c_void,
    originals: &[Original<'_>],
    removed: &[bool],
    touched: &[LLVMValueRef],
) {
    for &caller in touched {
        // SAFETY: callers are alive: no call stands in a body that was dropped.
        unsafe { fmerge_invalidate(caller, analyses) };
    }
    for (original, removed) in originals.iter().zip(removed) {
        let function = original.handles.function;
        if *removed {
            ctx.forget(function);
            // SAFETY: its last use was rewritten.
            unsafe { fmerge_erase_function(function, analyses) };
        } else {
            // SAFETY: the function is alive.
            unsafe { fmerge_invalidate(function, analyses) };
        }
    }
}
