//! The Rust side of `src/shim/global.cpp`.

use std::ffi::{CStr, c_char, c_void};

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::gfm::ParameterPlace;
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
    fn fmerge_names_local(
        function: LLVMValueRef,
        places: *const ParameterPlace,
        count: usize,
    ) -> bool;
    fn fmerge_names_local_beside(
        function: LLVMValueRef,
        sink: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        context: *mut c_void,
    ) -> bool;
    fn fmerge_make_comdat(
        function: LLVMValueRef,
        name: *const c_char,
        length: usize,
    ) -> LLVMValueRef;
}

/// Puts bytes into a section of the module's object that linkers leave out.
pub fn emit_section(module: ModuleRef, name: &CStr, bytes: &[u8]) {
    // SAFETY: the module is alive; the bytes come with their length, and LLVM copies them.
    unsafe { fmerge_emit_section(module.as_ptr(), name.as_ptr(), bytes.as_ptr(), bytes.len()) }
}

/// Whether the module is compiled to ELF.
pub fn is_elf(module: ModuleRef) -> bool {
    // SAFETY: the module is alive.
    unsafe { fmerge_is_elf(module.as_ptr()) }
}

/// Takes from a body its promises about types, values, aliasing and pointers, which code generation hardly uses.
pub fn drop_promises(function: FunctionRef) {
    // SAFETY: the function is alive.
    unsafe { fmerge_drop_promises(function.as_ptr()) }
}

/// The settings of the whole module on which the code of each function depends.
pub fn module_settings(module: ModuleRef) -> Vec<u8> {
    let mut settings: Vec<u8> = Vec::new();
    // SAFETY: the module is alive; `receive` is called only during this call, and gets the list that it expects.
    unsafe { fmerge_module_settings(module.as_ptr(), receive, (&raw mut settings).cast()) };
    settings
}

/// Appends a value to the `Vec<LLVMValueRef>` behind `context`.
pub(super) unsafe extern "C" fn push_value(context: *mut c_void, value: LLVMValueRef) {
    // SAFETY: the context is the caller's list.
    unsafe { (*context.cast::<Vec<LLVMValueRef>>()).push(value) };
}

/// Appends bytes to the `Vec<u8>` behind `context`.
pub(super) unsafe extern "C" fn receive(context: *mut c_void, bytes: *const u8, length: usize) {
    // SAFETY: the context is the caller's list, and the shim's bytes come with their length.
    unsafe { (*context.cast::<Vec<u8>>()).extend(std::slice::from_raw_parts(bytes, length)) };
}

/// Whether the function refers to something that only its own module can mean. The operands at `places` do not count,
/// because parameters will stand there.
///
/// # Safety
/// The places are of the function's instructions.
pub unsafe fn names_local(function: FunctionRef, places: &[ParameterPlace]) -> bool {
    // SAFETY: the function is alive; the caller's promise; the places come with their number.
    unsafe { fmerge_names_local(function.as_ptr(), places.as_ptr(), places.len()) }
}

/// The local functions that a function refers to, in order, if it refers to nothing else that only its own module can mean.
/// Their addresses do not matter.
pub fn local_functions(function: FunctionRef) -> Option<Vec<FunctionRef>> {
    unsafe extern "C" fn note(context: *mut c_void, function: LLVMValueRef) {
        // SAFETY: the context is the caller's list, and the function is alive.
        unsafe {
            (*context.cast::<Vec<FunctionRef>>()).extend(FunctionRef::new(function));
        }
    }
    let mut functions: Vec<FunctionRef> = Vec::new();
    // SAFETY: the function is alive; `note` gets the list that it expects.
    let names_local =
        unsafe { fmerge_names_local_beside(function.as_ptr(), note, (&raw mut functions).cast()) };
    (!names_local).then_some(functions)
}

/// Gives a local function such a name that every linker keeps one of all functions that have it, and returns the
/// function that has the name now. If the module already has a function of that name, this is the result, and the local
/// function stays as it was. If something else has the name, the result is the local function as it was.
pub fn make_comdat(function: FunctionRef, name: &str) -> FunctionRef {
    // SAFETY: the function is alive, and so is the one that has the name; the name comes with its length.
    let known = unsafe {
        FunctionRef::new(fmerge_make_comdat(function.as_ptr(), name.as_ptr().cast(), name.len()))
    };
    known.expect("some function has the name, or this one is as it was")
}
