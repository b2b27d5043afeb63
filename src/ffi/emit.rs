//! Declarations of `shim/emit.cpp`, in its order; what each does is said there.

use std::ffi::{c_char, c_uint, c_void};

use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMTypeRef, LLVMValueRef};

use super::structure::crosses;

/// A parameter of the merged function.
#[repr(C)]
pub struct RawParam {
    /// Its type.
    pub ty: LLVMTypeRef,
    /// By side, its index among the original's parameters, or -1.
    pub indices: *const i32,
}
crosses!("FmergeParam", RawParam: ty, indices);

unsafe extern "C" {
    /// Declares a function for all originals, without a body; null when their attributes contradict each other. With
    /// `identifier_bits` over 0, its last parameter is an identifier of at least so many bits.
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
    /// Makes code generation turn all switches of a function into compares and branches.
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
    /// Puts a lifetime marker before an instruction: there the life of a static alloca starts, or else ends.
    pub fn fmerge_mark_lifetime(before: LLVMValueRef, slot: LLVMValueRef, starts: bool);
    /// Gives each loop of a complete function its own loop metadata, without debug locations.
    pub fn fmerge_renew_loops(function: LLVMValueRef);
    /// Runs the verifier. If it complains, `complain` gets its text, and the result is false.
    pub fn fmerge_verify(
        function: LLVMValueRef,
        complain: unsafe extern "C" fn(*mut c_void, *const c_char, usize),
        data: *mut c_void,
    ) -> bool;
    /// Runs the clean-up passes on a complete function; `analyses` must be those of its module. Only with
    /// `join_common`, equal instructions of two branches become one.
    pub fn fmerge_cleanup(function: LLVMValueRef, analyses: *mut c_void, join_common: bool);
    /// Fills `out` with the sum of the code-size costs of each block; `analyses` must be those of the function's
    /// module.
    pub fn fmerge_block_code_sizes(function: LLVMValueRef, analyses: *mut c_void, out: *mut u64);
    /// Tells LLVM that a body changed; `analyses` must be those of the function's module.
    pub fn fmerge_invalidate(function: LLVMValueRef, analyses: *mut c_void);
    /// Deletes a function without uses; `analyses` may be null for one that nobody analysed.
    pub fn fmerge_erase_function(function: LLVMValueRef, analyses: *mut c_void);
}
