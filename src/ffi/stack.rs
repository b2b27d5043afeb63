//! Declarations of `shim/stack.cpp`, in its order; what each does is said there.

use std::ffi::c_void;

use fmerge_core::registers::{ArgumentRegisters, PassedArgument, ValueSize};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::encode::{append, context};
use crate::llvm::{FunctionRef, ModuleRef};

type WordSink = unsafe extern "C" fn(*mut c_void, *const u64, usize);

unsafe extern "C" {
    fn fmerge_value_size(
        ty: LLVMTypeRef,
        module: LLVMModuleRef,
        bits: u32,
        integers: *mut u32,
        vectors: *mut u32,
        bytes: *mut u32,
    );
    fn fmerge_passed_arguments(call: LLVMValueRef, bits: u32, sink: WordSink, context: *mut c_void);
    fn fmerge_parameters(function: LLVMValueRef, bits: u32, sink: WordSink, context: *mut c_void);
    fn fmerge_thunk_calls(function: LLVMValueRef) -> bool;
    fn fmerge_stack_warned_of(function: LLVMValueRef) -> u64;
    fn fmerge_has_few_registers(module: LLVMModuleRef) -> bool;
}

/// What a value of the type takes while it is alive, in integer registers of so many bits.
///
/// # Safety
/// `ty` is a type of the living module's context.
pub unsafe fn value_size(ty: LLVMTypeRef, module: LLVMModuleRef, bits: u16) -> ValueSize {
    let mut size = ValueSize::default();
    let ValueSize { integers, vectors, vector_bytes } = &mut size;
    // SAFETY: the caller's promise; all three numbers are filled.
    unsafe { fmerge_value_size(ty, module, bits.into(), integers, vectors, vector_bytes) };
    size
}

/// The arguments that a call passes, in order, with integer registers of so many bits.
///
/// # Safety
/// `call` is a living call.
pub unsafe fn passed_arguments(call: LLVMValueRef, bits: u16) -> Vec<PassedArgument> {
    let mut words = Vec::new();
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_passed_arguments(call, bits.into(), append, context(&mut words)) };
    passed(&words)
}

/// The arguments that a function is passed, as above.
pub fn parameters(function: FunctionRef, bits: u16) -> Vec<PassedArgument> {
    let mut words = Vec::new();
    // SAFETY: the function is alive; `append` gets the vector that it expects.
    unsafe { fmerge_parameters(function.as_ptr(), bits.into(), append, context(&mut words)) };
    passed(&words)
}

/// The shim gives four words for each argument.
fn passed(words: &[u64]) -> Vec<PassedArgument> {
    let argument = |words: &[u64; 4]| {
        let [integers, floats, bytes, by_stack] = *words;
        let registers = ArgumentRegisters { integers: integers as u32, floats: floats as u32 };
        PassedArgument { registers, bytes, by_stack: by_stack != 0 }
    };
    words.as_chunks().0.iter().map(argument).collect()
}

/// Whether something of the function keeps code generation from making a jump of a thunk's call.
pub fn thunk_calls(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_thunk_calls(function.as_ptr()) }
}

/// How many bytes of stack the compiler is to warn of, if it is to.
pub fn stack_warned_of(function: FunctionRef) -> Option<u64> {
    // SAFETY: the function is alive.
    let most = unsafe { fmerge_stack_warned_of(function.as_ptr()) };
    (most != u64::MAX).then_some(most)
}

/// Whether the module is for a RISC-V of 16 integer registers.
pub fn has_few_registers(module: ModuleRef) -> bool {
    // SAFETY: the module is alive.
    unsafe { fmerge_has_few_registers(module.as_ptr()) }
}
