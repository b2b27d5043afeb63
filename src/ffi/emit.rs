//! Declarations of `shim/emit.cpp`, in its order; what each does is said there.

use std::ffi::{c_char, c_uint, c_void};

use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMTypeRef, LLVMValueRef};

use super::structure::crosses;

/// A parameter of the merged function: its type, and its index on each side or -1.
#[repr(C)]
pub struct RawParam {
    /// Its type.
    pub ty: LLVMTypeRef,
    /// By side, its index among the function's parameters, or -1.
    pub indices: *const i32,
}
crosses!("FmergeParam", RawParam: ty, indices);

unsafe extern "C" {
    /// A function without a body for all; null when their attributes contradict each other. Its last parameter is
    /// the identifier, of so many bits; with 0 it has none.
    pub fn fmerge_create_function(
        originals: *const LLVMValueRef,
        original_count: usize,
        ret: LLVMTypeRef,
        params: *const RawParam,
        param_count: usize,
        identifier_bits: c_uint,
        name: *const c_char,
        name_length: usize,
    ) -> LLVMValueRef;
    /// Has code generation make compares and branches of all of a function's switches.
    pub fn fmerge_forbid_jump_tables(function: LLVMValueRef);
    /// Appends a copy of an instruction to a block; its operands are still the original's.
    pub fn fmerge_clone_into(block: LLVMBasicBlockRef, original: LLVMValueRef) -> LLVMValueRef;
    /// Appends a select on an i1, between poisons of `ty` for now.
    pub fn fmerge_create_select(
        block: LLVMBasicBlockRef,
        condition: LLVMValueRef,
        ty: LLVMTypeRef,
    ) -> LLVMValueRef;
    /// Gives a φ the name and the fast-math flags of another.
    pub fn fmerge_copy_phi(phi: LLVMValueRef, original: LLVMValueRef);
    /// Puts a marker before an instruction: the life of a static alloca begins, or ends.
    pub fn fmerge_mark_lifetime(before: LLVMValueRef, slot: LLVMValueRef, starts: bool);
    /// Gives each loop of a complete function its own loop metadata, without debug locations.
    pub fn fmerge_renew_loops(function: LLVMValueRef);
    /// Runs the verifier; false, and its text given to `complain`, when it finds fault.
    pub fn fmerge_verify(
        function: LLVMValueRef,
        complain: unsafe extern "C" fn(*mut c_void, *const c_char, usize),
        data: *mut c_void,
    ) -> bool;
    /// Runs the clean-up passes on a complete function; `analyses` must be its module's. Only with `join_common`
    /// do instructions that branches have in common become one.
    pub fn fmerge_cleanup(function: LLVMValueRef, analyses: *mut c_void, join_common: bool);
    /// The sum of code-size costs of each block; `analyses` must be those of the function's module.
    pub fn fmerge_block_code_sizes(function: LLVMValueRef, analyses: *mut c_void, out: *mut u64);
    /// Tells LLVM that a body changed; `analyses` must be those of the function's module.
    pub fn fmerge_invalidate(function: LLVMValueRef, analyses: *mut c_void);
    /// Deletes a function without uses; `analyses` may be null for one that nobody analysed.
    pub fn fmerge_erase_function(function: LLVMValueRef, analyses: *mut c_void);
}
