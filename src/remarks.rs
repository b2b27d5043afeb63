//! Optimisation remarks, as `opt -pass-remarks-missed=f3m` and `clang -Rpass-missed=f3m` show them.
//!
//! Consumes: the function a remark is about, and its text. Produces: remarks through LLVM.
//! Guarantees: no text is made when remarks are off.

use std::ffi::CStr;

use fmerge_core::reject::Reject;

use crate::ffi::remarks::{fmerge_emit_remark, fmerge_remarks_enabled};
use crate::llvm::FunctionRef;

/// Says that `pass` did not merge `function`; `name` is the name of the reason, one word in CamelCase.
pub fn missed(function: FunctionRef, pass: &CStr, name: &str, message: impl FnOnce() -> String) {
    remark(function, pass, false, name, message);
}

/// Says that `pass` merged `function`.
pub fn passed(function: FunctionRef, pass: &CStr, name: &str, message: impl FnOnce() -> String) {
    remark(function, pass, true, name, message);
}

/// Says that `pass` refused `function`, and why.
pub fn refused(function: FunctionRef, pass: &CStr, reason: Reject) {
    missed(function, pass, reason.name(), || reason.explanation().to_owned());
}

fn remark(
    function: FunctionRef,
    pass: &CStr,
    passed: bool,
    name: &str,
    message: impl FnOnce() -> String,
) {
    // SAFETY: the function is alive, the pass name a C string.
    if !unsafe { fmerge_remarks_enabled(function.as_ptr(), pass.as_ptr(), passed) } {
        return;
    }
    let text = message();
    // SAFETY: as above; the function has a body, else nothing is enabled; both texts come with their
    // lengths, and LLVM copies what it keeps.
    unsafe {
        fmerge_emit_remark(
            function.as_ptr(),
            pass.as_ptr(),
            passed,
            name.as_ptr().cast(),
            name.len(),
            text.as_ptr().cast(),
            text.len(),
        );
    }
}
