//! Declarations of `shim/frequencies.cpp`, in its order; what each does is said there.

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

unsafe extern "C" {
    /// For each of `count` blocks of a function, in the order of `blocks`: how often it runs (`out`), in how many loops
    /// it is (`depths`), and which part of the cases of switches leads to it (`shares`). Returns how often the entry
    /// runs. `analyses` must be those of the function's module.
    pub fn fmerge_block_frequencies(
        function: LLVMValueRef,
        analyses: *mut c_void,
        blocks: *const LLVMBasicBlockRef,
        count: usize,
        out: *mut u64,
        depths: *mut u32,
        shares: *mut f64,
    ) -> u64;
    /// How often a function was entered, by its profile; false if no profile says that.
    pub fn fmerge_entry_count(function: LLVMValueRef, out: *mut u64) -> bool;
    /// The sum of all counts of the profile; false if there is none.
    pub fn fmerge_profile_count(function: LLVMValueRef, out: *mut u64) -> bool;
    /// The number of a `Heat`; `analyses` must be those of the function's module.
    pub fn fmerge_heat(function: LLVMValueRef, analyses: *mut c_void) -> u32;
    /// Whether the program comes with a profile; `analyses` must be those of the function's module.
    pub fn fmerge_is_profiled(function: LLVMValueRef, analyses: *mut c_void) -> bool;
}
