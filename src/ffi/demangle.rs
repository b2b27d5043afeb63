//! Declarations of `shim/demangle.cpp`; what each does is said there.

use std::ffi::{c_char, c_void};
use std::slice;

unsafe extern "C" {
    /// Hands the readable form of a name to `take`, once.
    fn fmerge_demangle(
        name: *const c_char,
        length: usize,
        take: unsafe extern "C" fn(place: *mut c_void, text: *const c_char, length: usize),
        place: *mut c_void,
    );
}

/// The demangled name of a function of C++, Rust or D; any other name as it is.
pub fn readable(name: &str) -> String {
    let mut text = String::new();
    // SAFETY: the name owns its bytes during the call, and `take` is given this text, which outlives it.
    unsafe {
        fmerge_demangle(name.as_ptr().cast(), name.len(), take, (&raw mut text).cast());
    }
    text
}

/// # Safety
/// `place` is a `String` that nobody else uses meanwhile; `length` bytes are readable at `text`.
unsafe extern "C" fn take(place: *mut c_void, text: *const c_char, length: usize) {
    // SAFETY: the caller's promise; the data of a `std::string` are not null even if it is empty.
    let (place, bytes) =
        unsafe { (&mut *place.cast::<String>(), slice::from_raw_parts(text.cast::<u8>(), length)) };
    place.push_str(&String::from_utf8_lossy(bytes));
}
