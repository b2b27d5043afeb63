//! Declarations of `shim/stack.cpp`, in its order; what each does is said there.

use std::ffi::c_void;
use std::ptr;

use fmerge_core::registers::{ArgumentRegisters, PassedArgument, ValueSize};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::list;
use super::structure::crosses;
use crate::llvm::{FunctionRef, ModuleRef};

#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct RawPassed {
    bytes: u64,
    integers: u32,
    floats: u32,
    predicates: u32,
    saved: u64,
    by_stack: bool,
    is_paired: bool,
}
crosses!("FmergePassed", RawPassed: bytes, integers, floats, predicates, saved, by_stack, is_paired);

type PassedSink = unsafe extern "C" fn(*mut c_void, *const RawPassed, usize);

unsafe extern "C" {
    fn fmerge_value_size(
        ty: LLVMTypeRef,
        module: LLVMModuleRef,
        bits: u32,
        integers: *mut u32,
        vectors: *mut u32,
        bytes: *mut u32,
    );
    fn fmerge_parameters(function: LLVMValueRef, bits: u32, sink: PassedSink, context: *mut c_void);
    fn fmerge_thunk_calls(function: LLVMValueRef) -> bool;
    fn fmerge_stack_warned_of(function: LLVMValueRef) -> u64;
    fn fmerge_has_few_registers(module: LLVMModuleRef) -> bool;
    fn fmerge_has_thumb_functions(module: LLVMModuleRef) -> bool;
}

/// The registers that a value of the type takes while it is alive, if integer registers have `bits` bits.
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

/// The arguments that a function is passed, in order, if integer registers have `bits` bits.
pub fn parameters(function: FunctionRef, bits: u16) -> Vec<PassedArgument> {
    let mut all: Vec<PassedArgument> = Vec::new();
    let context = ptr::from_mut(&mut all).cast();
    // SAFETY: the function is alive; `receive` gets the vector that it expects.
    unsafe { fmerge_parameters(function.as_ptr(), bits.into(), receive, context) };
    all
}

/// Fills the vector of arguments behind `context`.
unsafe extern "C" fn receive(context: *mut c_void, arguments: *const RawPassed, count: usize) {
    // SAFETY: `context` is the vector that the caller of the shim passed along, and nobody else borrows it meanwhile;
    // the shim's list has the length that it says.
    unsafe {
        let all = &mut *context.cast::<Vec<PassedArgument>>();
        all.extend(list(arguments, count).iter().map(passed));
    }
}

pub(super) fn passed(raw: &RawPassed) -> PassedArgument {
    let &RawPassed { integers, floats, predicates, is_paired, .. } = raw;
    let registers = ArgumentRegisters { integers, floats, predicates, is_paired };
    PassedArgument { registers, bytes: raw.bytes, by_stack: raw.by_stack, saved: raw.saved }
}

/// Whether something about the function keeps code generation from making the call of its thunk a jump.
pub fn thunk_calls(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_thunk_calls(function.as_ptr()) }
}

/// The frame size in bytes above which the compiler is to warn, if it is to.
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

/// Whether some functions of a module for Arm are Thumb code, by their features.
pub fn has_thumb_functions(module: ModuleRef) -> bool {
    // SAFETY: the module is alive.
    unsafe { fmerge_has_thumb_functions(module.as_ptr()) }
}
