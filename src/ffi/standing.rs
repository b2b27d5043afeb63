//! Declarations of `shim/standing.cpp`, in its order; what each does is said there.

use std::ffi::c_void;
use std::ptr::NonNull;

use fmerge_core::standing::{FunctionSymbol, UseCounts};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::structure::crosses;

/// The shim's `FmergeStanding`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawStanding {
    /// The function's type.
    pub ty: LLVMTypeRef,
    /// Its uses.
    pub uses: UseCounts,
    /// Its symbol. `named_as_library` is not filled here.
    pub symbol: FunctionSymbol,
}
crosses!("FmergeStanding", RawStanding:
    ty, uses.calls, uses.other_calls, uses.addresses, uses.others,
    symbol.local, symbol.strong, symbol.linkonce_odr, symbol.interposable, symbol.overridden_by_loader, symbol.exact, symbol.dll_exported,
    symbol.in_comdat, symbol.has_company, symbol.selected_by_linker, symbol.keeps_callers, symbol.no_builtin,
    symbol.named_as_library, symbol.insignificant, symbol.target_has_aliases, symbol.odd_parameters,
    symbol.odd_frame, symbol.associated, symbol.named_by_metadata, symbol.bare_thunk);

unsafe extern "C" {
    /// The library functions of the module's target.
    pub fn fmerge_library_create(module: LLVMModuleRef) -> NonNull<c_void>;
    /// Destroys what `fmerge_library_create` gave.
    pub fn fmerge_library_dispose(library: NonNull<c_void>);
    /// Whether LLVM takes the function for one of the library, by its name.
    pub fn fmerge_is_in_library(function: LLVMValueRef, library: NonNull<c_void>) -> bool;
    /// Deletes constants that refer to the function and that nothing uses. Nobody may keep references to them.
    pub fn fmerge_drop_unused_constants(function: LLVMValueRef);
    /// Fills `out`. With `drops_entries`, thunks have no unwind entry where they can do without.
    pub fn fmerge_standing(function: LLVMValueRef, drops_entries: bool, out: *mut RawStanding);
}
