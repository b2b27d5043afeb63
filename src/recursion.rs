//! Functions that may call themselves, directly or by way of others.
//!
//! Consumes: the functions of a module. Produces: which of them lie on a cycle of calls. Guarantees: a call of an
//! unknown function (through a pointer, or of another module) counts as a call of every function that other modules
//! see or whose address is taken.

use std::collections::HashMap;

use fmerge_core::graph::on_cycles;
use fmerge_core::stack::Recursion;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::ffi::encode as shim;
use crate::ffi::standing::{fmerge_library_create, fmerge_library_dispose};

/// Whether each of these functions may recurse; they are all that the module defines.
///
/// # Safety
/// The module and its functions are alive.
pub unsafe fn find(
    module: LLVMModuleRef,
    functions: &[LLVMValueRef],
) -> HashMap<LLVMValueRef, Recursion> {
    // SAFETY: the caller's promise.
    let library = unsafe { fmerge_library_create(module) };
    let ids: HashMap<LLVMValueRef, u32> = functions.iter().copied().zip(0u32..).collect();
    let unknown = functions.len() as u32;
    let mut calls: Vec<Vec<u32>> = Vec::with_capacity(functions.len() + 1);
    let mut open = Vec::new();
    for (&function, id) in functions.iter().zip(0u32..) {
        // SAFETY: the caller's promise.
        let (callees, is_open) = unsafe {
            (shim::callees(function, library.as_ptr().cast_const()), shim::is_open(function))
        };
        let mut own: Vec<u32> =
            callees.iter().map(|callee| ids.get(callee).copied().unwrap_or(unknown)).collect();
        own.sort_unstable();
        own.dedup();
        calls.push(own);
        if is_open {
            open.push(id);
        }
    }
    // SAFETY: it was made above, and goes once.
    unsafe { fmerge_library_dispose(library) };
    let is_certain = {
        let direct = |own: &Vec<u32>| own.iter().copied().filter(|&c| c != unknown).collect();
        on_cycles(&calls.iter().map(direct).collect::<Vec<_>>())
    };
    calls.push(open);
    let verdicts = on_cycles(&calls).into_iter().zip(is_certain).map(|verdict| match verdict {
        (_, true) => Recursion::Certain,
        (true, false) => Recursion::Possible,
        (false, false) => Recursion::None,
    });
    functions.iter().copied().zip(verdicts).collect()
}
