//! What a pass does to a module.
//!
//! Consumes: a parsed request, the module, LLVM's analyses of it.
//! Produces: whether the module was changed.

use std::ffi::c_void;
use std::iter;
use std::slice;

use fmerge_core::options::PassRequest;
use inkwell::llvm_sys::core::{LLVMGetFirstFunction, LLVMGetModuleIdentifier, LLVMGetNextFunction};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

/// Runs a pass on `module`; true when it changed something. `analyses` is LLVM's `ModuleAnalysisManager`.
pub fn run(request: &PassRequest, module: LLVMModuleRef, _analyses: *mut c_void) -> bool {
    log::info!(
        "{} on {}: {} functions",
        request.pass,
        module_name(module),
        count_functions(module)
    );
    false
}

/// The module's identifier: the source file, or what a link step calls its merged module.
fn module_name(module: LLVMModuleRef) -> String {
    let mut length = 0;
    // SAFETY: the module is alive while its pass runs, and owns the identifier.
    let name = unsafe { LLVMGetModuleIdentifier(module, &mut length) };
    // SAFETY: LLVM gives a pointer to `length` bytes, never null, which are copied at once.
    let bytes = unsafe { slice::from_raw_parts(name.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

fn count_functions(module: LLVMModuleRef) -> usize {
    let existing = |f: LLVMValueRef| (!f.is_null()).then_some(f);
    // SAFETY: the module is alive while its pass runs, and is not changed in here.
    let first = unsafe { LLVMGetFirstFunction(module) };
    // SAFETY: as above; `f` is a function of the module, never null.
    iter::successors(existing(first), |&f| existing(unsafe { LLVMGetNextFunction(f) })).count()
}
