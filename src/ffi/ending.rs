//! The Rust side of `src/shim/ending.cpp`.

use std::ffi::c_char;

unsafe extern "C" {
    /// Has `fmerge_finish` called once, when the program ends by `llvm_shutdown`.
    pub safe fn fmerge_await_end();
    /// Whether `-stats` is given.
    pub safe fn fmerge_wants_statistics() -> bool;
    /// Whether `-time-passes` is given.
    pub safe fn fmerge_wants_times() -> bool;
    /// Prints a text where LLVM prints statistics and times; `length` bytes must be readable at `text`.
    pub fn fmerge_print_info(text: *const c_char, length: usize);
}
