//! The Rust side of `src/shim/global.cpp`.

use std::ffi::{CStr, c_char, c_void};

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::gfm::Place;
use crate::llvm::{FunctionRef, ModuleRef};

unsafe extern "C" {
    fn fmerge_emit_section(
        module: LLVMModuleRef,
        name: *const c_char,
        bytes: *const u8,
        length: usize,
    );
    fn fmerge_is_elf(module: LLVMModuleRef) -> bool;
    fn fmerge_drop_promises(function: LLVMValueRef);
    fn fmerge_module_settings(
        module: LLVMModuleRef,
        sink: unsafe extern "C" fn(*mut c_void, *const u8, usize),
        context: *mut c_void,
    );
    fn fmerge_names_local(function: LLVMValueRef, places: *const Place, count: usize) -> bool;
    fn fmerge_make_comdat(
        function: LLVMValueRef,
        name: *const c_char,
        length: usize,
    ) -> LLVMValueRef;
}

/// Puts bytes into a section of the module's object that the linker leaves out.
pub fn emit_section(module: ModuleRef, name: &CStr, bytes: &[u8]) {
    // SAFETY: the module is alive; the bytes come with their length, and LLVM copies them.
    unsafe { fmerge_emit_section(module.as_ptr(), name.as_ptr(), bytes.as_ptr(), bytes.len()) }
}

/// Whether the module is compiled to ELF.
pub fn is_elf(module: ModuleRef) -> bool {
    // SAFETY: the module is alive.
    unsafe { fmerge_is_elf(module.as_ptr()) }
}

/// Takes from a body what it promises of types, aliasing and pointers, and what code generation hardly goes by.
pub fn drop_promises(function: FunctionRef) {
    // SAFETY: the function is alive.
    unsafe { fmerge_drop_promises(function.as_ptr()) }
}

/// What is said of the whole module and counts for the code of each function.
pub fn module_settings(module: ModuleRef) -> Vec<u8> {
    let mut settings: Vec<u8> = Vec::new();
    // SAFETY: the module is alive; `receive` is called during the call alone.
    unsafe { fmerge_module_settings(module.as_ptr(), receive, (&raw mut settings).cast()) };
    settings
}

/// Appends bytes to the `Vec<u8>` behind `context`.
unsafe extern "C" fn receive(context: *mut c_void, bytes: *const u8, length: usize) {
    // SAFETY: the context is the caller's list, and the shim's bytes come with their length.
    unsafe { (*context.cast::<Vec<u8>>()).extend(std::slice::from_raw_parts(bytes, length)) };
}

/// Whether the function refers to something that only its own module can mean, once parameters stand in the
/// places given.
///
/// # Safety
/// The places are of the function's instructions.
pub unsafe fn names_local(function: FunctionRef, places: &[Place]) -> bool {
    // SAFETY: the function is alive; the caller's promise; the places come with their number.
    unsafe { fmerge_names_local(function.as_ptr(), places.as_ptr(), places.len()) }
}

/// Gives a local function a name by which every linker keeps one of all that have it, and returns the function that
/// has the name now: another one when the module had one, and then the function is as it was; the function itself, as
/// it was, when something else has the name.
pub fn make_comdat(function: FunctionRef, name: &str) -> FunctionRef {
    // SAFETY: the function is alive, and so is the one that has the name; the name comes with its length.
    let known = unsafe {
        FunctionRef::new(fmerge_make_comdat(function.as_ptr(), name.as_ptr().cast(), name.len()))
    };
    known.expect("some function has the name, or this one is as it was")
}
