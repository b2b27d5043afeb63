//! What a pass does to a module.
//!
//! Consumes: a parsed request, the module, LLVM's analyses of it.
//! Produces: whether the module was changed.

use std::ffi::c_void;
use std::iter;

use inkwell::llvm_sys::core::{LLVMGetFirstFunction, LLVMGetNextFunction};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::register::PassRequest;

/// Runs a pass on `module`; true when it changed something. `analyses` is LLVM's `ModuleAnalysisManager`.
pub fn run(request: &PassRequest, module: LLVMModuleRef, _analyses: *mut c_void) -> bool {
    log::info!("{request:?}: {} functions", count_functions(module));
    false
}

fn count_functions(module: LLVMModuleRef) -> usize {
    let existing = |f: LLVMValueRef| (!f.is_null()).then_some(f);
    // SAFETY: the module is alive while its pass runs, and is not changed in here.
    let first = unsafe { LLVMGetFirstFunction(module) };
    // SAFETY: as above; `f` is a function of the module, never null.
    iter::successors(existing(first), |&f| {
        existing(unsafe { LLVMGetNextFunction(f) })
    })
    .count()
}
