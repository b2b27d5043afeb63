//! Declarations of `shim/weaken.cpp`, in its order; what each does is said there.

use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    /// Takes from `kept` what `other` of equal key does not promise; false on contradiction. `kept` stands for `count`
    /// instructions `before` already.
    pub fn fmerge_weaken(
        kept: LLVMValueRef,
        before: *const LLVMValueRef,
        count: usize,
        other: LLVMValueRef,
    ) -> bool;
}
