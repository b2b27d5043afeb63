//! The Rust side of `src/shim/closed.cpp`.

use std::ffi::c_void;
use std::ptr::from_mut;

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::global::push_value;
use crate::llvm::FunctionRef;

unsafe extern "C" {
    fn fmerge_close(
        function: LLVMValueRef,
        most: usize,
        variable: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        context: *mut c_void,
    ) -> LLVMValueRef;
}

/// A function that names local variables, and a local one that does its work and takes these as its last parameters.
#[derive(Clone, Debug)]
pub struct Closed {
    /// The function.
    pub function: FunctionRef,
    /// The one that takes the variables.
    pub form: FunctionRef,
    /// The variables.
    pub variables: Vec<LLVMValueRef>,
}

/// Adds the closed form of a function to its module; none if it names no local variable, more than `most`, or one that cannot
/// be a parameter.
pub fn close(function: FunctionRef, most: usize) -> Option<Closed> {
    let mut variables: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: the function is alive; `push_value` gets the list that it expects.
    let form = unsafe {
        FunctionRef::new(fmerge_close(
            function.as_ptr(),
            most,
            push_value,
            from_mut(&mut variables).cast(),
        ))
    };
    Some(Closed { function, form: form?, variables })
}
