//! Declarations of `shim/machine_code.cpp`, in its order; what each does is said there.

use std::ffi::{c_uint, c_void};

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::replace::RawTarget;

unsafe extern "C" {
    /// Creates an object that measures functions of the module; null when the program has no code generation for the
    /// target.
    pub fn fmerge_sizer_create(module: LLVMModuleRef) -> *mut c_void;
    /// The bytes of the return address, where a call pushes it; else 0.
    pub fn fmerge_return_address(module: LLVMModuleRef) -> u64;
    /// What the target aligns the stack to where a function makes calls, in bytes; 1 if it does not say.
    pub fn fmerge_stack_alignment(module: LLVMModuleRef) -> u64;
    /// Destroys it.
    pub fn fmerge_sizer_dispose(sizer: *mut c_void);
    /// Sets `size` to the bytes of a function in which calls of `count` members have moved to their targets, `frame` to those
    /// of its frame, as `-Wframe-larger-than` counts, and `stack` to those that a call takes of the stack. False when no code can be
    /// generated for it.
    pub fn fmerge_sizer_measure(
        sizer: *mut c_void,
        function: LLVMValueRef,
        members: *const LLVMValueRef,
        targets: *const RawTarget,
        count: usize,
        size: *mut u64,
        frame: *mut u64,
        stack: *mut u64,
    ) -> bool;
    /// Calls `tell` with each function in which calls of `count` members move to their targets.
    pub fn fmerge_sizer_callers(
        members: *const LLVMValueRef,
        targets: *const RawTarget,
        count: usize,
        tell: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        data: *mut c_void,
    );
    /// How many more slots for stack arguments the frame of a function needs when the calls of `count` members move to
    /// their targets. Sets `beside_pushes` to the number of calls beside which x86 must then describe pushed arguments
    /// to unwinders. `integers` and `floats` are how many arguments of each kind go in registers.
    pub fn fmerge_arguments_on_stack(
        function: LLVMValueRef,
        members: *const LLVMValueRef,
        targets: *const RawTarget,
        count: usize,
        integers: c_uint,
        floats: c_uint,
        beside_pushes: *mut usize,
    ) -> u64;
}
