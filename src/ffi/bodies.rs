//! The Rust side of `src/shim/bodies.cpp`.

use std::ffi::{c_char, c_void};
use std::ptr::from_mut;
use std::slice;

use fmerge_core::replacement::Argument;
use inkwell::llvm_sys::core::LLVMIsAFunction;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use rustc_hash::FxHashSet;

use super::global::{push_value, receive};
use super::modules::ByteSink;
use crate::llvm::{FunctionRef, ModuleRef};

unsafe extern "C" {
    fn fmerge_publish(function: LLVMValueRef);
    fn fmerge_switch_off(function: LLVMValueRef);
    fn fmerge_named_symbols(
        function: LLVMValueRef,
        sink: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        context: *mut c_void,
    );
    fn fmerge_plain_callees(
        function: LLVMValueRef,
        sink: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        context: *mut c_void,
    );
    fn fmerge_compared_constants(
        module: LLVMModuleRef,
        sink: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        context: *mut c_void,
    );
    fn fmerge_is_bound(function: LLVMValueRef) -> bool;
    fn fmerge_shared_body(function: LLVMValueRef) -> LLVMValueRef;
    fn fmerge_write_thunk(thunk: LLVMValueRef, sink: ByteSink, context: *mut c_void);
    fn fmerge_write_body(body: LLVMValueRef, sink: ByteSink, context: *mut c_void);
    fn fmerge_destination_create(module: LLVMModuleRef) -> *mut c_void;
    fn fmerge_destination_dispose(destination: *mut c_void);
    fn fmerge_import_body(
        destination: *mut c_void,
        member: LLVMValueRef,
        bytes: *const u8,
        length: usize,
        load: unsafe extern "C" fn(
            *mut c_void,
            *const c_char,
            usize,
            *mut *const u8,
            *mut usize,
        ) -> bool,
        argument: unsafe extern "C" fn(*mut c_void, LLVMValueRef, i32),
        context: *mut c_void,
    ) -> LLVMValueRef;
}

/// A local function becomes one that other modules may name, and that goes when nobody calls it.
pub fn publish(function: FunctionRef) {
    // SAFETY: the function is alive.
    unsafe { fmerge_publish(function.as_ptr()) };
}

/// From now on no pass merges the function.
pub fn switch_off(function: FunctionRef) {
    // SAFETY: the function is alive.
    unsafe { fmerge_switch_off(function.as_ptr()) };
}

/// The symbols that a function leads to, with the constants among them that are known by their content.
pub fn named_symbols(function: FunctionRef) -> Vec<LLVMValueRef> {
    let mut symbols: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: the function is alive; `push_value` gets the list that it expects.
    unsafe { fmerge_named_symbols(function.as_ptr(), push_value, from_mut(&mut symbols).cast()) };
    symbols
}

/// The functions among the symbols that a function leads to.
pub fn named_functions(function: FunctionRef) -> Vec<FunctionRef> {
    // SAFETY: symbols that a function names are alive, and only functions are made references to functions.
    let reference =
        |symbol| unsafe { FunctionRef::new(symbol).filter(|_| !LLVMIsAFunction(symbol).is_null()) };
    named_symbols(function).into_iter().filter_map(reference).collect()
}

/// The functions that this one only calls, in the order in which it does; itself, too. Each such call can become a call of an equal
/// function. An alias is none: in another object, it may be a function.
pub fn plain_callees(function: FunctionRef) -> Vec<Option<FunctionRef>> {
    let mut callees: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: the function is alive; `push_value` gets the list that it expects; a callee is an alive function, or null.
    unsafe {
        fmerge_plain_callees(function.as_ptr(), push_value, from_mut(&mut callees).cast());
        callees.into_iter().map(|callee| FunctionRef::new(callee)).collect()
    }
}

/// The constants known by their content whose addresses code of the module compares although more than one function, or a variable,
/// refers to them.
pub fn compared_constants(module: ModuleRef) -> FxHashSet<LLVMValueRef> {
    let mut constants: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: the module is alive; `push_value` gets the list that it expects.
    unsafe {
        fmerge_compared_constants(module.as_ptr(), push_value, from_mut(&mut constants).cast());
    }
    constants.into_iter().collect()
}

/// Whether the function refers to something that would be another thing in another object.
pub fn is_bound(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_is_bound(function.as_ptr()) }
}

/// The shared body that a function calls and does nothing else.
pub fn shared_body(function: FunctionRef) -> Option<FunctionRef> {
    // SAFETY: the function is alive, and so is what it calls.
    unsafe { FunctionRef::new(fmerge_shared_body(function.as_ptr())) }
}

/// Bitcode of a thunk that has a shared body.
pub fn write_thunk(thunk: FunctionRef) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    // SAFETY: the function is alive; `receive` gets the list that it expects.
    unsafe { fmerge_write_thunk(thunk.as_ptr(), receive, from_mut(&mut bytes).cast()) };
    bytes
}

/// Bitcode of a shared body.
pub fn write_body(body: FunctionRef) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    // SAFETY: the function is alive; `receive` gets the list that it expects.
    unsafe { fmerge_write_body(body.as_ptr(), receive, from_mut(&mut bytes).cast()) };
    bytes
}

/// Finds the bitcode of a body by its name.
type BodyLoader<'a> = &'a dyn Fn(&str) -> Option<&'a [u8]>;

/// A module that bodies come into.
pub struct ImportTarget(*mut c_void);

impl ImportTarget {
    /// The module outlives the result.
    pub fn new(module: ModuleRef) -> ImportTarget {
        // SAFETY: the module is alive.
        ImportTarget(unsafe { fmerge_destination_create(module.as_ptr()) })
    }

    /// Brings the body of a thunk that [`write_thunk`] wrote into the module, of which `member` is a function: the body, and
    /// what the member passes for each of its parameters. `load` finds the bitcode of the body of a name. None if that is
    /// impossible; then nothing was added that code is generated for.
    pub fn import(
        &self,
        member: FunctionRef,
        bitcode: &[u8],
        load: BodyLoader,
    ) -> Option<(FunctionRef, Vec<Argument<LLVMValueRef>>)> {
        let mut arrival = ImportRequest { load, arguments: Vec::new() };
        // SAFETY: the function is alive; the bytes come with their length; the callbacks get what they expect, and what is
        // loaded is the caller's.
        let body = unsafe {
            FunctionRef::new(fmerge_import_body(
                self.0,
                member.as_ptr(),
                bitcode.as_ptr(),
                bitcode.len(),
                load_body,
                note_argument,
                from_mut(&mut arrival).cast(),
            ))
        };
        Some((body?, arrival.arguments))
    }
}

impl Drop for ImportTarget {
    fn drop(&mut self) {
        // SAFETY: it came from `create`, and goes once.
        unsafe { fmerge_destination_dispose(self.0) };
    }
}

/// What the shim asks while it imports.
struct ImportRequest<'a> {
    load: BodyLoader<'a>,
    arguments: Vec<Argument<LLVMValueRef>>,
}

/// Hands the bitcode of a body to the shim.
unsafe extern "C" fn load_body(
    context: *mut c_void,
    name: *const c_char,
    length: usize,
    bytes: *mut *const u8,
    count: *mut usize,
) -> bool {
    // SAFETY: the context is the caller's; the name comes with its length; the results may be written.
    unsafe {
        let arrival = &mut *context.cast::<ImportRequest<'_>>();
        let name = String::from_utf8_lossy(slice::from_raw_parts(name.cast::<u8>(), length));
        let Some(found) = (arrival.load)(&name) else { return false };
        (*bytes, *count) = (found.as_ptr(), found.len());
        true
    }
}

/// Notes what a member passes for the next parameter.
unsafe extern "C" fn note_argument(context: *mut c_void, constant: LLVMValueRef, parameter: i32) {
    let argument = match (constant.is_null(), u32::try_from(parameter)) {
        (false, _) => Argument::Constant(constant),
        (true, Ok(parameter)) => Argument::Parameter(parameter),
        (true, Err(_)) => Argument::Poison,
    };
    // SAFETY: the context is the caller's.
    unsafe { (*context.cast::<ImportRequest<'_>>()).arguments.push(argument) };
}
