//! Declarations of `shim/standing.cpp`, in its order; what each does is said there.

use std::ffi::c_void;
use std::ptr::NonNull;

use fmerge_core::standing::{Symbol, UseCounts};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

/// The shim's `FmergeStanding`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawStanding {
    /// The function's type.
    pub ty: LLVMTypeRef,
    /// Its uses.
    pub uses: UseCounts,
    /// Its symbol; whether it is named as one of the library is not known here.
    pub symbol: Symbol,
}

const _: () = assert!(size_of::<RawStanding>() == 48, "as the shim's static_assert has it");

unsafe extern "C" {
    /// The library functions of the module's target.
    pub fn fmerge_library_create(module: LLVMModuleRef) -> NonNull<c_void>;
    /// Ends the life of what `fmerge_library_create` gave.
    pub fn fmerge_library_dispose(library: NonNull<c_void>);
    /// Whether LLVM takes callers of the function for callers of the library.
    pub fn fmerge_is_in_library(function: LLVMValueRef, library: NonNull<c_void>) -> bool;
    /// Deletes constants that refer to the function and that nothing uses. Nobody may hold them.
    pub fn fmerge_drop_unused_constants(function: LLVMValueRef);
    /// Fills `out`.
    pub fn fmerge_standing(function: LLVMValueRef, out: *mut RawStanding);
}
