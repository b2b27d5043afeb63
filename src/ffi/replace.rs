//! Declarations of `shim/replace.cpp`, in its order; what each does is said there.

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::structure::crosses;

/// What a parameter of the target is given: the shim's `FmergeArgument`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawArgument {
    /// A value, or null.
    pub value: LLVMValueRef,
    /// Where the value is null: the index of a parameter of the replaced function, or -1 for poison.
    pub parameter: i32,
}
crosses!("FmergeArgument", RawArgument: value, parameter);

/// How a call of a function becomes a call of another: the shim's `FmergeTarget`.
#[repr(C)]
pub struct RawTarget {
    /// The other function.
    pub function: LLVMValueRef,
    /// What each of its parameters is given.
    pub arguments: *const RawArgument,
    /// How many they are.
    pub count: usize,
    /// Whether these are the replaced function's own parameters in their order, and nothing else.
    pub passes_on: bool,
}
crosses!("FmergeTarget", RawTarget: function, arguments, count, passes_on);

unsafe extern "C" {
    /// Deletes the body, and nothing else of the function.
    pub fn fmerge_drop_body(function: LLVMValueRef);
    /// Makes calls of the function calls of the target, as far as they may be, and with `addresses` its other uses;
    /// `touch` gets each function that may have changed, once. The number of calls.
    pub fn fmerge_redirect(
        function: LLVMValueRef,
        target: *const RawTarget,
        addresses: bool,
        touch: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        data: *mut c_void,
    ) -> usize;
    /// Fills a function without a body with one call of the target. `jumps` says that thunks may go without unwind entries
    /// and that all arguments of this one go by registers: then it has none, if it can do without.
    pub fn fmerge_make_thunk(function: LLVMValueRef, target: *const RawTarget, jumps: bool);
    /// Puts an alias of `other` in the place of the function.
    pub fn fmerge_alias_to(function: LLVMValueRef, other: LLVMValueRef);
    /// Prepares the deletion of a function; metadata names the successor instead, if there is one. False when
    /// something still uses the function.
    pub fn fmerge_detach(function: LLVMValueRef, successor: LLVMValueRef) -> bool;
}
