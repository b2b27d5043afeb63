//! Declarations of `shim/debug.cpp`, in its order; what each does is said there.

use inkwell::llvm_sys::prelude::LLVMValueRef;

/// An instruction of the merged function, and what it stands for on each side; null for nothing.
#[repr(C)]
pub struct FMergeOrigin {
    /// The merged function's instruction.
    pub merged: LLVMValueRef,
    /// The left function's instruction, or null.
    pub left: LLVMValueRef,
    /// The right function's instruction, or null.
    pub right: LLVMValueRef,
}

unsafe extern "C" {
    /// Gives a complete merged function a subprogram, and its instructions locations.
    pub fn fmerge_describe(
        merged: LLVMValueRef,
        left: LLVMValueRef,
        right: LLVMValueRef,
        origins: *const FMergeOrigin,
        count: usize,
    );
}
