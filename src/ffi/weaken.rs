//! Declarations of `shim/weaken.cpp`, in its order; what each does is said there.

use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    /// Takes from `kept`, a copy of `original`, what `other` of equal key does not promise; false on
    /// contradiction.
    pub fn fmerge_weaken(kept: LLVMValueRef, original: LLVMValueRef, other: LLVMValueRef) -> bool;
}
