//! The Rust side of `src/shim/inlining.cpp`: declarations in the same order, then safe forms.

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::encode::{WordSink, append, context};
use crate::llvm::FunctionRef;

unsafe extern "C" {
    fn fmerge_only_caller(function: LLVMValueRef) -> LLVMValueRef;
    /// Whether its only caller passes the function the address of an alloca that holds a pointer of the caller's own.
    pub fn fmerge_is_lent_pointer(function: LLVMValueRef) -> bool;
    /// Whether its only caller passes it the address of an alloca that SROA turns into values once calls are inlined.
    pub fn fmerge_is_lent_values(function: LLVMValueRef) -> bool;
    /// Whether it has indirect calls.
    pub fn fmerge_calls_pointers(function: LLVMValueRef) -> bool;
    fn fmerge_slot_bytes(function: LLVMValueRef, optional: bool) -> u64;
    fn fmerge_inline_cost(function: LLVMValueRef) -> u64;
    fn fmerge_use_count(function: LLVMValueRef) -> usize;
    fn fmerge_keep_calls(function: LLVMValueRef, cost: u64, sink: WordSink, context: *mut c_void);
    fn fmerge_inlinable_calls(
        function: LLVMValueRef,
        few: u64,
        with_known: bool,
        sink: WordSink,
        context: *mut c_void,
    );
}

/// The caller of a function whose only use is one call. The inliner makes the function part of this caller.
pub fn only_caller(function: FunctionRef) -> Option<FunctionRef> {
    // SAFETY: the function is alive, and so is what calls it.
    unsafe { FunctionRef::new(fmerge_only_caller(function.as_ptr())) }
}

/// The bytes of the static slots of a function; the greatest number where one has no fixed size.
pub fn slot_bytes(function: FunctionRef) -> u64 {
    // SAFETY: the function is alive, and has a body.
    unsafe { fmerge_slot_bytes(function.as_ptr(), false) }
}

/// The bytes of those slots that a call of the function is not sure to need.
pub fn optional_slot_bytes(function: FunctionRef) -> u64 {
    // SAFETY: the function is alive, and has a body.
    unsafe { fmerge_slot_bytes(function.as_ptr(), true) }
}

/// What inlining a function costs, about as LLVM counts it, in units of a plain instruction.
pub fn inline_cost(function: FunctionRef) -> u64 {
    // SAFETY: the function is alive, and has a body.
    unsafe { fmerge_inline_cost(function.as_ptr()) }
}

/// How many uses a function has.
pub fn use_count(function: FunctionRef) -> usize {
    // SAFETY: the function is alive.
    unsafe { fmerge_use_count(function.as_ptr()) }
}

/// Keeps the inliner from inlining those calls of a function that it would not inline if there were others: they are marked
/// `noinline`. `cost` is what inlining the function costs, with what is inlined into it. Returns the callers, once for each call.
pub fn keep_calls(function: FunctionRef, cost: u64) -> Vec<FunctionRef> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the function is alive, and so are its callers; `append` gets the vector that it expects.
    unsafe {
        let context = context(&mut words);
        fmerge_keep_calls(function.as_ptr(), cost, append, context);
        words.into_iter().filter_map(|word| FunctionRef::new(word as LLVMValueRef)).collect()
    }
}

/// A call that LLVM's inliner may inline.
#[derive(Clone, Copy, Debug)]
pub struct InlinableCall {
    /// The function that is called, or that is handed to what is called.
    pub callee: FunctionRef,
    /// What the callee may cost to be inlined here; the greatest number where it is at any size.
    pub most: u64,
    /// The bytes of the slots that the caller lends it and that become values once calls are inlined; 0 for few.
    pub lent: u64,
    /// Whether the call passes constants.
    pub passes_constants: bool,
    /// Whether the call passes on an address that the caller was given.
    pub passes_on: bool,
    /// Whether the call passes constants by which the callee decides what it executes; no if that was not asked.
    pub decides: bool,
    /// What the caller knows of the arguments, as a number that calls have in common which know the same; 0 if that is
    /// nothing, or was not asked. The number is another one in each process.
    pub known: u64,
}

/// The calls of a function by name that LLVM's inliner may inline, and what these are handed, in order. Of slots that are lent,
/// at most `few` bytes count for nothing. `with_known` asks for [`InlinableCall::decides`] and [`InlinableCall::known`], which take time.
pub fn inlinable_calls(function: FunctionRef, few: u64, with_known: bool) -> Vec<InlinableCall> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the function is alive; `append` gets the vector that it expects.
    unsafe {
        let context = context(&mut words);
        fmerge_inlinable_calls(function.as_ptr(), few, with_known, append, context);
    }
    let (calls, _) = words.as_chunks::<5>();
    let call = |&[callee, most, lent, known, flags]: &[u64; 5]| {
        // SAFETY: the callee of a function that is alive is alive.
        let callee = unsafe { FunctionRef::new(callee as LLVMValueRef) };
        let callee = callee.expect("a call that may be inlined has a callee");
        let [passes_constants, passes_on, decides] = [1, 2, 4].map(|flag| flags & flag != 0);
        InlinableCall { callee, most, lent, passes_constants, passes_on, decides, known }
    };
    calls.iter().map(call).collect()
}
