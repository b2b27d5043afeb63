//! Declarations of `shim/identical.cpp`, in its order; what each does is said there.

use std::ffi::c_char;

use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    /// Whether equal functions may share all metadata that the function has.
    pub fn fmerge_function_metadata_known(function: LLVMValueRef) -> bool;
    /// Takes from the body of `kept` what that of `other`, of equal canonical code, does not promise.
    pub fn fmerge_weaken_body(kept: LLVMValueRef, other: LLVMValueRef);
    /// `kept` is called in the place of `other` from now on.
    pub fn fmerge_join_counts(kept: LLVMValueRef, other: LLVMValueRef);
    /// Moves a body to a new private function of this name.
    pub fn fmerge_private_body(
        function: LLVMValueRef,
        name: *const c_char,
        length: usize,
    ) -> LLVMValueRef;
    /// Takes from what a thunk promises what the body that it is going to call does not promise.
    pub fn fmerge_weaken_thunk(thunk: LLVMValueRef, body: LLVMValueRef);
}
