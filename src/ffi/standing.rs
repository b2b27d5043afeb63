//! Declarations of `shim/standing.cpp`, in its order; what each does is said there.

use std::ffi::c_void;
use std::ptr::NonNull;

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

/// The shim's `FmergeStanding`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawStanding {
    /// 0 local, 1 external, 2 one of equal, 3 interposable.
    pub linkage: u32,
    /// The function's type.
    pub ty: LLVMTypeRef,
    /// Uses as the callee of a plain call.
    pub calls: u32,
    /// Other uses as a callee.
    pub other_calls: u32,
    /// Uses as a value that may become another function.
    pub addresses: u32,
    /// Uses that must stay.
    pub others: u32,
    /// Has global `unnamed_addr`.
    pub insignificant: bool,
    /// Nobody misses it once it is not used.
    pub droppable: bool,
    /// Others may call it.
    pub can_be_body: bool,
    /// An alias may take its place.
    pub can_be_alias: bool,
    /// It may have aliases.
    pub can_be_aliasee: bool,
    /// It can be a thunk.
    pub can_be_thunk: bool,
    /// Metadata names it.
    pub named_by_metadata: bool,
}

unsafe extern "C" {
    /// The library functions of the module's target.
    pub fn fmerge_library_create(module: LLVMModuleRef) -> NonNull<c_void>;
    /// Ends the life of what `fmerge_library_create` gave.
    pub fn fmerge_library_dispose(library: NonNull<c_void>);
    /// Fills `out`.
    pub fn fmerge_standing(function: LLVMValueRef, library: NonNull<c_void>, out: *mut RawStanding);
}
