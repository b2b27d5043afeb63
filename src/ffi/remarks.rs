//! Declarations of `shim/remarks.cpp`, in its order; what each does is said there.

use std::ffi::c_char;

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::structure::crosses;

/// What a remark says under a key: a C string, and a text with its length.
#[repr(C)]
pub struct RemarkValue {
    /// The key.
    pub key: *const c_char,
    /// The text.
    pub text: *const c_char,
    /// Its bytes.
    pub length: usize,
}
crosses!("FmergeRemarkValue", RemarkValue: key, text, length);

unsafe extern "C" {
    /// Whether anybody listens to remarks of this pass about a function with a body.
    pub fn fmerge_remarks_enabled(
        function: LLVMValueRef,
        pass: *const c_char,
        passed: bool,
    ) -> bool;
    /// Emits a remark about a function with a body.
    pub fn fmerge_emit_remark(
        function: LLVMValueRef,
        pass: *const c_char,
        passed: bool,
        name: *const c_char,
        name_length: usize,
        text: *const c_char,
        text_length: usize,
        values: *const RemarkValue,
        value_count: usize,
    );
}
