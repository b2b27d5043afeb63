//! Declarations of `shim/identical.cpp`, in its order; what each does is said there.

use std::ffi::c_char;

use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    /// Whether the function has only such metadata as equal functions may share.
    pub fn fmerge_function_metadata_known(function: LLVMValueRef) -> bool;
    /// Takes from the body of `kept` what the body of `other`, which has equal canonical code, does not promise.
    pub fn fmerge_weaken_body(kept: LLVMValueRef, other: LLVMValueRef);
    /// Adjusts entry counts and attributes of `kept`, which is called in place of `other`, too, from now on.
    pub fn fmerge_join_counts(kept: LLVMValueRef, other: LLVMValueRef);
    /// Moves a body to a new private function of this name.
    pub fn fmerge_private_body(
        function: LLVMValueRef,
        name: *const c_char,
        length: usize,
    ) -> LLVMValueRef;
    /// Takes from `thunk` the promises that `body`, which it is going to call, does not make.
    pub fn fmerge_weaken_thunk(thunk: LLVMValueRef, body: LLVMValueRef);
}
