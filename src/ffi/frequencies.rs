//! Declarations of `shim/frequencies.cpp`, in its order; what each does is said there.

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

unsafe extern "C" {
    /// How often `count` blocks of a function run, and its entry; `analyses` must be those of its module.
    pub fn fmerge_block_frequencies(
        function: LLVMValueRef,
        analyses: *mut c_void,
        blocks: *const LLVMBasicBlockRef,
        count: usize,
        out: *mut u64,
        depths: *mut u32,
        shares: *mut f64,
    ) -> u64;
    /// How often a profile saw a function entered; false where none says that.
    pub fn fmerge_entry_count(function: LLVMValueRef, out: *mut u64) -> bool;
    /// All that the profile has counted; false where there is none.
    pub fn fmerge_profile_count(function: LLVMValueRef, out: *mut u64) -> bool;
    /// The number of a `Heat`; `analyses` must be those of the function's module.
    pub fn fmerge_heat(function: LLVMValueRef, analyses: *mut c_void) -> u32;
    /// Whether the program comes with a profile; `analyses` must be those of the function's module.
    pub fn fmerge_is_profiled(function: LLVMValueRef, analyses: *mut c_void) -> bool;
}
