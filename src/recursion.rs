//! Functions that may call themselves, directly or by way of others.
//!
//! Consumes: the functions of a module. Produces: which of them lie on a cycle of calls. Guarantees: a call of an
//! unknown function (through a pointer, or of another module) counts as a call of every function that other modules
//! see or whose address is taken.

use fmerge_core::graph::on_cycles;
use fmerge_core::stack::Recursion;
use rustc_hash::FxHashMap;

use crate::ffi::encode::is_open;
use crate::llvm::{FunctionRef, ModuleRef};
use crate::standing::Library;

/// Whether each function that the module defines may recurse.
pub fn find(module: ModuleRef) -> FxHashMap<FunctionRef, Recursion> {
    let functions = module.defined_functions();
    let library = Library::of(module);
    let ids: FxHashMap<FunctionRef, u32> = functions.iter().copied().zip(0u32..).collect();
    let unknown = functions.len() as u32;
    let id_of = |callee: Option<FunctionRef>| callee.and_then(|callee| ids.get(&callee).copied());
    let mut calls: Vec<Vec<u32>> = Vec::with_capacity(functions.len() + 1);
    let mut open = Vec::new();
    for (&function, id) in functions.iter().zip(0u32..) {
        let callees = library.callees(function).into_iter();
        let mut own: Vec<u32> = callees.map(|callee| id_of(callee).unwrap_or(unknown)).collect();
        own.sort_unstable();
        own.dedup();
        calls.push(own);
        if is_open(function) {
            open.push(id);
        }
    }
    let is_certain = {
        let direct =
            |own: &Vec<u32>| own.iter().copied().filter(|&c| c != unknown).collect::<Vec<u32>>();
        on_cycles(&calls.iter().map(direct).collect::<Vec<_>>())
    };
    calls.push(open);
    let verdicts = on_cycles(&calls).into_iter().zip(is_certain).map(|verdict| match verdict {
        (_, true) => Recursion::Certain,
        (true, false) => Recursion::Possible,
        (false, false) => Recursion::None,
    });
    functions.into_iter().zip(verdicts).collect()
}
