//! The Rust side of `src/shim/startup.cpp`.
//!
//! Consumes: functions of one module that does not change meanwhile. Produces: their callers.
//! Guarantees: what [`Cycles`] remembers lives no longer than it.

use std::ffi::c_void;
use std::ptr::NonNull;

use fmerge_core::startup::{MOST, StartupCall};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::encode::{WordSink, append, context};
use crate::llvm::{FunctionRef, ModuleRef};

unsafe extern "C" {
    safe fn fmerge_cycles_create() -> NonNull<c_void>;
    fn fmerge_cycles_dispose(cycles: NonNull<c_void>);
    fn fmerge_starts(module: LLVMModuleRef, sink: WordSink, context: *mut c_void);
    fn fmerge_named_functions(function: LLVMValueRef, sink: WordSink, context: *mut c_void);
    fn fmerge_callers(
        function: LLVMValueRef,
        most: usize,
        sink: WordSink,
        context: *mut c_void,
    ) -> bool;
    fn fmerge_calls_outside_cycles(
        function: LLVMValueRef,
        cycles: NonNull<c_void>,
        sink: WordSink,
        context: *mut c_void,
    ) -> bool;
    fn fmerge_has_cycle(function: LLVMValueRef, cycles: NonNull<c_void>) -> bool;
}

/// The functions that the module's program starts with.
pub fn starts(module: ModuleRef) -> Vec<FunctionRef> {
    let mut words = Vec::new();
    // SAFETY: the module is alive; `append` gets the vector that it expects.
    unsafe { fmerge_starts(module.as_ptr(), append, context(&mut words)) };
    words.into_iter().filter_map(function).collect()
}

/// The local functions that calls in a body name, as callee or as argument.
pub fn named_functions(by: FunctionRef) -> Vec<FunctionRef> {
    let mut words = Vec::new();
    // SAFETY: the function is alive; `append` gets the vector that it expects.
    unsafe { fmerge_named_functions(by.as_ptr(), append, context(&mut words)) };
    words.into_iter().filter_map(function).collect()
}

/// The functions that call a local function or hand it on. None if it is used otherwise, or has more than [`MOST`]
/// uses.
pub fn callers(of: FunctionRef) -> Option<Vec<FunctionRef>> {
    let mut words = Vec::new();
    // SAFETY: the function is alive; `append` gets the vector that it expects.
    let known = unsafe { fmerge_callers(of.as_ptr(), MOST as usize, append, context(&mut words)) };
    known.then(|| words.into_iter().map(function).collect())?
}

/// The function that a word of the shim stands for. It is alive, since the shim has just found it.
fn function(word: u64) -> Option<FunctionRef> {
    // SAFETY: as said.
    unsafe { FunctionRef::new(word as LLVMValueRef) }
}

/// Remembers which blocks can be executed twice in one call of their function.
pub struct Cycles(NonNull<c_void>);

impl Cycles {
    /// Nothing is known yet.
    ///
    /// # Safety
    /// The functions that the result is asked about are of one module, which does not change meanwhile.
    pub unsafe fn new() -> Cycles {
        Cycles(fmerge_cycles_create())
    }

    /// All calls of a function that has [`callers`]. None if one of them is in a cycle, or hands the function to code
    /// that may call it any number of times.
    pub fn calls_outside(&mut self, of: FunctionRef) -> Option<Vec<StartupCall<FunctionRef>>> {
        let mut words = Vec::new();
        // SAFETY: the function is alive; the object came from `create`; `append` gets the vector that it expects.
        let known = unsafe {
            fmerge_calls_outside_cycles(of.as_ptr(), self.0, append, context(&mut words))
        };
        let call =
            |pair: &[u64]| Some(StartupCall { caller: function(pair[0])?, times: pair[1] as u32 });
        known.then(|| words.chunks_exact(2).map(call).collect())?
    }

    /// Whether a block of the function can be executed twice in one call of it.
    pub fn are_in(&mut self, function: FunctionRef) -> bool {
        // SAFETY: the function is alive, and the object came from `create`.
        unsafe { fmerge_has_cycle(function.as_ptr(), self.0) }
    }
}

impl Drop for Cycles {
    fn drop(&mut self) {
        // SAFETY: the object came from `create` and goes once.
        unsafe { fmerge_cycles_dispose(self.0) };
    }
}
