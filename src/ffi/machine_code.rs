//! Declarations of `shim/machine_code.cpp`, in its order; what each does is said there.

use std::ffi::{c_uint, c_void};

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::replace::RawTarget;

unsafe extern "C" {
    /// What measures functions of a module, or null when the program has no code generation for its target.
    pub fn fmerge_sizer_create(module: LLVMModuleRef) -> *mut c_void;
    /// Ends it.
    pub fn fmerge_sizer_dispose(sizer: *mut c_void);
    /// Puts the bytes in `size` that a function takes in which calls of `count` members have moved to their targets;
    /// false when no code comes of it.
    pub fn fmerge_sizer_measure(
        sizer: *mut c_void,
        function: LLVMValueRef,
        members: *const LLVMValueRef,
        targets: *const RawTarget,
        count: usize,
        size: *mut u64,
    ) -> bool;
    /// Tells of each function in which calls of `count` members move to their targets.
    pub fn fmerge_sizer_callers(
        members: *const LLVMValueRef,
        targets: *const RawTarget,
        count: usize,
        tell: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        data: *mut c_void,
    );
    /// How many slots more one call of a function passes by the stack, when the calls of `count` members move to their
    /// targets, than its frame has room for now. `beside_pushes` gets the number of calls beside which x86 then describes pushed
    /// arguments to unwinders. So many integers and floating-point numbers go by registers.
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
