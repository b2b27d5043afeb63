//! Declarations of `shim/weaken.cpp`, in its order; what each does is said there.

use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    /// Takes from `kept` what `other`, which has an equal key, does not promise. `kept` already stands for the `count`
    /// instructions `before`. False when the attributes of two calls contradict each other.
    pub fn fmerge_weaken(
        kept: LLVMValueRef,
        before: *const LLVMValueRef,
        count: usize,
        other: LLVMValueRef,
    ) -> bool;
}
