//! Functions that may call themselves, directly or by way of others.
//!
//! Consumes: the functions of a module. Produces: those that lie on a cycle of calls. Guarantees: calls of what
//! is not known (through a pointer, or of another module) may lead to every function that others see or whose
//! address is taken; `norecurse` is believed.

use std::collections::{HashMap, HashSet};

use fmerge_core::graph::on_cycles;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::ffi::encode as shim;
use crate::ffi::standing::{fmerge_library_create, fmerge_library_dispose};

/// The functions that may recurse, of these, which are all that the module defines.
///
/// # Safety
/// The module and its functions are alive.
pub unsafe fn find(module: LLVMModuleRef, functions: &[LLVMValueRef]) -> HashSet<LLVMValueRef> {
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
    calls.push(open);
    let cyclic = on_cycles(&calls);
    functions.iter().zip(cyclic).filter(|&(_, on_cycle)| on_cycle).map(|(&f, _)| f).collect()
}
