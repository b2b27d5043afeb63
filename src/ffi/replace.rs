//! Declarations of `shim/replace.cpp`, in its order; what each does is said there.

use std::ffi::c_void;

use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::structure::crosses;

/// What the target gets for one of its parameters: the shim's `FmergeArgument`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawArgument {
    /// A value, or null.
    pub value: LLVMValueRef,
    /// Where the value is null: the index of a parameter of the replaced function, or -1 for poison.
    pub parameter: i32,
}
crosses!("FmergeArgument", RawArgument: value, parameter);

/// How a call of a function becomes a call of the target: the shim's `FmergeTarget`.
#[repr(C)]
pub struct RawTarget {
    /// The target.
    pub function: LLVMValueRef,
    /// The argument for each of its parameters.
    pub arguments: *const RawArgument,
    /// How many there are.
    pub count: usize,
    /// Whether the arguments are the replaced function's own parameters in their order, and nothing else.
    pub passes_on: bool,
}
crosses!("FmergeTarget", RawTarget: function, arguments, count, passes_on);

unsafe extern "C" {
    /// Deletes the body, and keeps all else of the function.
    pub fn fmerge_drop_body(function: LLVMValueRef);
    /// Makes calls of the function calls of the target, as far as that is allowed, and returns how many. With
    /// `addresses`, other uses become uses of the target, too. `touch` gets each function that may have changed, once.
    pub fn fmerge_redirect(
        function: LLVMValueRef,
        target: *const RawTarget,
        addresses: bool,
        touch: unsafe extern "C" fn(*mut c_void, LLVMValueRef),
        data: *mut c_void,
    ) -> usize;
    /// Fills a function without a body with one call of the target. With `jumps`, the thunk may go without an unwind
    /// entry: thunks may, and all arguments of this one go in registers. It then has no entry if its call can be a
    /// jump.
    pub fn fmerge_make_thunk(function: LLVMValueRef, target: *const RawTarget, jumps: bool);
    /// Puts an alias of `other` in the place of the function.
    pub fn fmerge_alias_to(function: LLVMValueRef, other: LLVMValueRef);
    /// Prepares the deletion of a function. Metadata that names it names `successor` instead, unless that is null.
    /// False when something else still uses the function.
    pub fn fmerge_detach(function: LLVMValueRef, successor: LLVMValueRef) -> bool;
}
