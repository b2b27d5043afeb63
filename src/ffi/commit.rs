//! Declarations of `shim/commit.cpp`, in its order; what each does is said there.

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::LLVMValueRef;

/// How a call of one original becomes a call of the merged function.
#[repr(C)]
pub struct FMergeTarget {
    /// The merged function.
    pub merged: LLVMValueRef,
    /// For each of the merged function's first parameters: the original's parameter that it carries, or -1.
    pub sources: *const i32,
    /// How many of them.
    pub count: usize,
    /// What the parameters behind these are given.
    pub extra: *const LLVMValueRef,
    /// How many of them.
    pub extra_count: usize,
}

unsafe extern "C" {
    /// Deletes the body, and nothing else of the function.
    pub fn fmerge_drop_body(function: LLVMValueRef);
    /// Whether the function is local and each use is a call that can be rewritten.
    pub fn fmerge_is_removable(function: LLVMValueRef) -> bool;
    /// Makes every use of a removable function a call of the merged one; `touch` gets each caller.
    pub fn fmerge_redirect_calls(
        function: LLVMValueRef,
        target: *const FMergeTarget,
        touch: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        data: *mut c_void,
    );
    /// Fills a function without a body with one call of the merged one.
    pub fn fmerge_make_thunk(function: LLVMValueRef, target: *const FMergeTarget);
}
