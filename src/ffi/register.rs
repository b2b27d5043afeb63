//! The Rust side of `src/shim/loading.cpp` and `src/shim/register.cpp`.

use std::ffi::{c_char, c_void};

/// `llvm::PassBuilder`, only ever seen through a pointer.
#[repr(C)]
pub struct PassBuilder {
    _opaque: [u8; 0],
}

/// A `std::string` of the shim. After the call, the shim ends the program with the text that is in it.
#[repr(C)]
pub struct ErrorText {
    _opaque: [u8; 0],
}

/// Adds one pass text to the pipeline behind `place`.
pub type AddPass = unsafe extern "C" fn(place: *mut c_void, text: *const c_char, length: usize);

unsafe extern "C" {
    /// Ends the program with a message, unless its LLVM has the version that we were built for.
    pub safe fn fmerge_require_llvm();
    /// Registers pass names and extension points. `builder` must be alive.
    pub fn fmerge_register_callbacks(builder: *mut PassBuilder);
    /// Runs the passes that are to run right before code generation. The result is false: LLVM is to generate the code.
    /// The module and the target machine must be alive and belong together.
    pub fn fmerge_before_codegen(
        module: *mut c_void,
        machine: *mut c_void,
        file_type: i32,
        out: *mut c_void,
    ) -> bool;
    /// Runs the self-test of LLVM with a wrong expectation; `error`, which must be alive, gets the complaint.
    pub fn fmerge_self_test_wrongly(error: *mut ErrorText);
    /// Copies a text to `error`, which must be alive; `length` bytes must be readable at `text`.
    pub fn fmerge_set_error(error: *mut ErrorText, text: *const c_char, length: usize);
}
