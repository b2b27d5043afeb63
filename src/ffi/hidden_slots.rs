//! The Rust side of `src/shim/hidden_slots.cpp`: declarations in the same order, then safe forms.
//!
//! Consumes: functions. Produces: what code generation may put on the stack that no alloca shows.
//! Guarantees: nothing is changed.

use fmerge_core::stack::Realignment;
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::llvm::FunctionRef;

unsafe extern "C" {
    fn fmerge_has_hidden_slots(function: LLVMValueRef) -> bool;
    fn fmerge_has_saving_calls(function: LLVMValueRef) -> bool;
    fn fmerge_realigns(function: LLVMValueRef) -> u32;
}

/// Whether code generation may put more on the stack than the estimate counts.
pub fn has_hidden_slots(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_has_hidden_slots(function.as_ptr()) }
}

/// Whether a function makes calls that save registers which those of C do not, so that what it keeps across them need not be on the
/// stack.
pub fn has_saving_calls(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_has_saving_calls(function.as_ptr()) }
}

/// Whether a slot of the function is aligned beyond what callers align the stack to.
pub fn realigns(function: FunctionRef) -> Realignment {
    // SAFETY: the function is alive.
    match unsafe { fmerge_realigns(function.as_ptr()) } {
        0 => Realignment::Never,
        1 => Realignment::Possible,
        _ => Realignment::Certain,
    }
}
