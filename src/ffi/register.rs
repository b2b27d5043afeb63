//! The Rust side of `src/shim/register.cpp`.

use std::ffi::{c_char, c_void};

/// `llvm::PassBuilder`, only ever seen through a pointer.
#[repr(C)]
pub struct PassBuilder {
    _opaque: [u8; 0],
}

/// Takes one pass text for the pass manager behind the first pointer.
pub type AddPass = unsafe extern "C" fn(passes: *mut c_void, text: *const c_char, length: usize);

unsafe extern "C" {
    /// Registers pass names and extension points. `builder` must be alive.
    pub fn fmerge_register_callbacks(builder: *mut PassBuilder);
    fn fmerge_fatal_error(text: *const c_char, length: usize) -> !;
}

/// Ends the program that loaded the plugin: a plain message, a failing exit status, no crash report.
pub fn fatal_error(message: &str) -> ! {
    // SAFETY: the shim reads `length` bytes at `text`, which `message` owns, and does not return.
    unsafe { fmerge_fatal_error(message.as_ptr().cast(), message.len()) }
}
