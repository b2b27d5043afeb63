//! Declarations of `shim/identical.cpp`, in its order; what each does is said there.

use std::ffi::{c_char, c_void};

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
    /// Makes `body` the callee of the function's calls, and with `addresses` its replaceable values;
    /// `touch` gets each changed function once. The number of calls.
    pub fn fmerge_redirect(
        function: LLVMValueRef,
        body: LLVMValueRef,
        addresses: bool,
        touch: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        context: *mut c_void,
    ) -> u32;
    /// Fills a function without a body with a call of `body`.
    pub fn fmerge_thunk_to(function: LLVMValueRef, body: LLVMValueRef);
    /// Puts an alias of `body` in the place of the function.
    pub fn fmerge_alias_to(function: LLVMValueRef, body: LLVMValueRef);
    /// Prepares the deletion of a function; false when something still uses it.
    pub fn fmerge_detach(function: LLVMValueRef, body: LLVMValueRef) -> bool;
}
