//! The Rust side of `src/shim/modules.cpp`.

use std::ffi::{c_char, c_void};
use std::ptr::{from_mut, null_mut};
use std::slice;

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::closed::Closed;
use super::encode::{WordSink, append, context};
use super::global::receive;
use crate::llvm::{FunctionRef, ModuleRef};

/// Gets bytes.
pub type ByteSink = unsafe extern "C" fn(context: *mut c_void, bytes: *const u8, length: usize);

/// Says whether a function that carries this text is wanted.
type IsWanted =
    unsafe extern "C" fn(wanted: *mut c_void, text: *const c_char, length: usize) -> bool;

unsafe extern "C" {
    fn fmerge_write_module(
        module: LLVMModuleRef,
        functions: *const LLVMValueRef,
        texts: *const c_char,
        ends: *const usize,
        count: usize,
        open: *const LLVMValueRef,
        closed: *const LLVMValueRef,
        open_count: usize,
        sink: ByteSink,
        context: *mut c_void,
    );
    fn fmerge_link_module(
        into: LLVMModuleRef,
        bytes: *const u8,
        length: usize,
        is_wanted: Option<IsWanted>,
        wanted: *mut c_void,
        sink: ByteSink,
        context: *mut c_void,
    ) -> bool;
    fn fmerge_keep_members(module: LLVMModuleRef, is_wanted: IsWanted, wanted: *mut c_void)
    -> bool;
    fn fmerge_instruction_kinds(function: LLVMValueRef, sink: WordSink, context: *mut c_void);
    fn fmerge_forget_fusion(function: LLVMValueRef);
    fn fmerge_open_members(
        module: LLVMModuleRef,
        sink: unsafe extern "C" fn(*mut c_void, LLVMValueRef, *const c_char, usize),
        context: *mut c_void,
    );
}

/// The module as bitcode, without debug information; none if it is not valid. `members` are functions of it with the texts that they carry. The functions that have closed forms only call these there.
pub fn write_module(
    module: ModuleRef,
    members: &[(FunctionRef, String)],
    closed: &[Closed],
) -> Option<Vec<u8>> {
    let open: Vec<LLVMValueRef> = closed.iter().map(|one| one.function.as_ptr()).collect();
    let forms: Vec<LLVMValueRef> = closed.iter().map(|one| one.form.as_ptr()).collect();
    let functions: Vec<LLVMValueRef> = members.iter().map(|(one, _)| one.as_ptr()).collect();
    let texts: String = members.iter().map(|(_, text)| text.as_str()).collect();
    let mut end = 0;
    let ends: Vec<usize> = members
        .iter()
        .map(|(_, text)| {
            end += text.len();
            end
        })
        .collect();
    let mut bytes: Vec<u8> = Vec::new();
    // SAFETY: the module and its functions are alive; lists come with their lengths; `receive` gets the list that it
    // expects.
    unsafe {
        fmerge_write_module(
            module.as_ptr(),
            functions.as_ptr(),
            texts.as_ptr().cast(),
            ends.as_ptr(),
            functions.len(),
            open.as_ptr(),
            forms.as_ptr(),
            open.len(),
            receive,
            from_mut(&mut bytes).cast(),
        );
    }
    (!bytes.is_empty()).then_some(bytes)
}

/// A function that is merged no more may be fused as it likes.
pub fn forget_fusion(function: FunctionRef) {
    // SAFETY: the function is alive.
    unsafe { fmerge_forget_fusion(function.as_ptr()) };
}

/// Which functions are wanted, by the texts that they carry.
pub type Wanted<'a> = &'a dyn Fn(&str) -> bool;

unsafe extern "C" fn is_wanted(wanted: *mut c_void, text: *const c_char, length: usize) -> bool {
    // SAFETY: the context is the caller's closure; the shim's text comes with its length.
    let (wanted, text) =
        unsafe { (&*wanted.cast::<Wanted>(), slice::from_raw_parts(text.cast::<u8>(), length)) };
    str::from_utf8(text).is_ok_and(wanted)
}

/// Adds a module in bitcode to another one, or what [`keep_members`] leaves of it.
///
/// # Errors
/// Why that is impossible.
pub fn link_module(into: ModuleRef, bitcode: &[u8], wanted: Option<Wanted>) -> Result<(), String> {
    let mut error: Vec<u8> = Vec::new();
    let mut wanted = wanted;
    let asked = wanted.is_some().then_some(is_wanted as IsWanted);
    let context = wanted.as_mut().map_or(null_mut(), |one| from_mut(one).cast());
    // SAFETY: the module is alive; the bytes come with their length; `is_wanted` gets the closure and `receive` the list
    // that they expect.
    let is_linked = unsafe {
        fmerge_link_module(
            into.as_ptr(),
            bitcode.as_ptr(),
            bitcode.len(),
            asked,
            context,
            receive,
            from_mut(&mut error).cast(),
        )
    };
    if is_linked { Ok(()) } else { Err(String::from_utf8_lossy(&error).into_owned()) }
}

/// Leaves of a module the functions that are wanted, and the local symbols and the constants that these lead to. All else that
/// they name is declared. False if the module cannot be read.
///
/// # Safety
/// Nobody keeps references to what is in the module.
pub unsafe fn keep_members(module: ModuleRef, mut wanted: Wanted) -> bool {
    // SAFETY: the module is alive; `is_wanted` gets the closure that it expects.
    unsafe { fmerge_keep_members(module.as_ptr(), is_wanted, from_mut(&mut wanted).cast()) }
}

/// A number for each instruction, which is the same in all modules.
pub fn instruction_kinds(function: FunctionRef) -> Vec<u32> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the function is alive; `append` gets the vector that it expects.
    unsafe { fmerge_instruction_kinds(function.as_ptr(), append, context(&mut words)) };
    words.into_iter().map(|word| word as u32).collect()
}

/// Each function of the module that carries a text, which is taken from it. All others are switched off.
pub fn open_members(module: ModuleRef) -> Vec<(FunctionRef, String)> {
    unsafe extern "C" fn note(
        context: *mut c_void,
        function: LLVMValueRef,
        digest: *const c_char,
        length: usize,
    ) {
        // SAFETY: the context is the caller's list; the shim's text comes with its length, and its function is alive.
        unsafe {
            let digest = slice::from_raw_parts(digest.cast::<u8>(), length);
            let digest = String::from_utf8_lossy(digest).into_owned();
            let list = &mut *context.cast::<Vec<(FunctionRef, String)>>();
            list.extend(FunctionRef::new(function).map(|function| (function, digest)));
        }
    }
    let mut members: Vec<(FunctionRef, String)> = Vec::new();
    // SAFETY: the module is alive; `note` gets the list that it expects.
    unsafe { fmerge_open_members(module.as_ptr(), note, from_mut(&mut members).cast()) };
    members
}
