//! The Rust side of `src/shim/section.cpp`.

use std::ffi::CStr;
use std::ffi::c_char;

use inkwell::llvm_sys::prelude::LLVMModuleRef;

unsafe extern "C" {
    fn fmerge_emit_section(
        module: LLVMModuleRef,
        name: *const c_char,
        bytes: *const u8,
        length: usize,
    );
    fn fmerge_is_elf(module: LLVMModuleRef) -> bool;
}

/// Puts bytes into a section of the module's object that the linker leaves out.
///
/// # Safety
/// The module is alive.
pub unsafe fn emit_section(module: LLVMModuleRef, name: &CStr, bytes: &[u8]) {
    // SAFETY: the caller's promise; the bytes come with their length, and LLVM copies them.
    unsafe { fmerge_emit_section(module, name.as_ptr(), bytes.as_ptr(), bytes.len()) }
}

/// Whether the module is compiled to ELF.
///
/// # Safety
/// The module is alive.
pub unsafe fn is_elf(module: LLVMModuleRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe { fmerge_is_elf(module) }
}
