//! Declarations of `shim/standing.cpp`, in its order; what each does is said there.

use std::ffi::c_void;
use std::ptr::NonNull;

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

/// The shim's `FmergeStanding`: facts, as [`fmerge_core::standing::Symbol`] and
/// [`fmerge_core::standing::UseCounts`] explain them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawStanding {
    /// The function's type.
    pub ty: LLVMTypeRef,
    /// Uses, by what may become of them.
    pub calls: u32,
    /// See `calls`.
    pub other_calls: u32,
    /// See `calls`.
    pub addresses: u32,
    /// See `calls`.
    pub others: u32,
    /// Facts of the symbol.
    pub local: bool,
    /// See `local`.
    pub strong: bool,
    /// See `local`.
    pub linkonce_odr: bool,
    /// See `local`.
    pub interposable: bool,
    /// See `local`.
    pub exact: bool,
    /// See `local`.
    pub dll_exported: bool,
    /// See `local`.
    pub in_comdat: bool,
    /// See `local`.
    pub has_company: bool,
    /// See `local`.
    pub selected_by_linker: bool,
    /// See `local`.
    pub keeps_callers: bool,
    /// See `local`.
    pub no_builtin: bool,
    /// See `local`.
    pub insignificant: bool,
    /// See `local`.
    pub target_has_aliases: bool,
    /// See `local`.
    pub odd_parameters: bool,
    /// See `local`.
    pub odd_frame: bool,
    /// See `local`.
    pub hot: bool,
    /// See `local`.
    pub associated: bool,
    /// See `local`.
    pub named_by_metadata: bool,
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
