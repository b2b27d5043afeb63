//! Declarations of `shim/debug.cpp`, in its order; what each does is said there.

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::emit::RawParam;
use super::structure::crosses;

/// An instruction of the merged function, and by side what it stands for; null for nothing.
#[repr(C)]
pub struct RawOrigin {
    /// The merged function's instruction.
    pub merged: LLVMValueRef,
    /// By side, the instruction that it stands for, or null.
    pub originals: *const LLVMValueRef,
}
crosses!("FmergeOrigin", RawOrigin: merged, originals);

unsafe extern "C" {
    /// Gives a complete merged function a subprogram, and its instructions locations.
    pub fn fmerge_describe(
        merged: LLVMValueRef,
        originals: *const LLVMValueRef,
        original_count: usize,
        params: *const RawParam,
        param_count: usize,
        origins: *const RawOrigin,
        count: usize,
    );
}
