//! Declarations of `shim/remarks.cpp`, in its order; what each does is said there.

use std::ffi::c_char;

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::structure::crosses;

/// A value of a remark: a key, which is a C string, and a text with its length.
#[repr(C)]
pub struct RemarkValue {
    /// The key.
    pub key: *const c_char,
    /// The text.
    pub text: *const c_char,
    /// The length of the text, in bytes.
    pub length: usize,
}
crosses!("FmergeRemarkValue", RemarkValue: key, text, length);

unsafe extern "C" {
    /// Whether remarks of this pass about the function are wanted; false for one without a body.
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
