//! The Rust side of `src/shim/loading.cpp` and `src/shim/register.cpp`.

use std::ffi::{c_char, c_void};

/// `llvm::PassBuilder`, only ever seen through a pointer.
#[repr(C)]
pub struct PassBuilder {
    _opaque: [u8; 0],
}

/// A `std::string` of the shim, which ends the program with what it finds there.
#[repr(C)]
pub struct ErrorText {
    _opaque: [u8; 0],
}

/// Takes one pass text for the place in a pipeline behind the first pointer.
pub type AddPass = unsafe extern "C" fn(place: *mut c_void, text: *const c_char, length: usize);

unsafe extern "C" {
    /// Ends the program with a message unless it is of the LLVM that we were built for.
    pub safe fn fmerge_require_llvm();
    /// Registers pass names and extension points. `builder` must be alive.
    pub fn fmerge_register_callbacks(builder: *mut PassBuilder);
    /// Runs what is to run right before code generation; false: LLVM is to generate the code. The module and
    /// the target machine must be alive and belong together.
    pub fn fmerge_before_codegen(
        module: *mut c_void,
        machine: *mut c_void,
        file_type: i32,
        out: *mut c_void,
    ) -> bool;
    /// Tests LLVM as at load, with a wrong expectation: `error` must be alive, and is told what is wrong.
    pub fn fmerge_self_test_wrongly(error: *mut ErrorText);
    /// Copies the text; `error` must be alive and `length` bytes readable at `text`.
    pub fn fmerge_set_error(error: *mut ErrorText, text: *const c_char, length: usize);
}
