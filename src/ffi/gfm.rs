//! The Rust side of `src/shim/parameterize.cpp`: declarations in the same order, then safe forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: a shared body, and facts about its members.
//! Guarantees: the kinds of constants have the numbers of the shim.

use std::ffi::c_char;

use fmerge_core::gfm::{ArgumentInfo, Shape};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::enumeration::of_number;
use super::structure::crosses;
use super::tables::RawTableEntry;
use crate::llvm::{FunctionRef, ModuleRef};

/// A place in a shared body where a parameter stands, or a call of the function itself.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ParameterPlace {
    /// Number of the instruction in the canonical order.
    pub instruction: u32,
    /// Number of the operand, or [`fmerge_core::canon::form::OFFSET`].
    pub operand: u32,
    /// The number of the parameter, or -1 for a call of the function itself.
    pub parameter: i32,
    /// The number of the entry if the parameter is the address of a table; otherwise -1.
    pub entry: i32,
}
crosses!("FmergePlace", ParameterPlace: instruction, operand, parameter, entry);

/// All that a shared body is made of.
#[repr(C)]
pub struct Shared {
    /// The functions that share the body, at least one.
    pub members: *const LLVMValueRef,
    /// How many.
    pub member_count: usize,
    /// Which of `members` gives its body.
    pub representative: usize,
    /// The types of the parameters that follow the members' own.
    pub types: *const LLVMTypeRef,
    /// How many.
    pub type_count: usize,
    /// The entries of the table. Its address is the last parameter.
    pub entries: *const RawTableEntry,
    /// How many; 0 if there is no table.
    pub entry_count: usize,
    /// The places in the representative's body.
    pub places: *const ParameterPlace,
    /// How many.
    pub place_count: usize,
    /// The name of the shared body.
    pub name: *const c_char,
    /// Its length in bytes.
    pub name_length: usize,
}
crosses!("FmergeShared", Shared:
    members, member_count, representative, types, type_count, entries, entry_count, places, place_count, name, name_length);

#[repr(C)]
#[derive(Default)]
struct RawConstant {
    kind: u32,
    bits: u32,
    value: i64,
    is_known: bool,
}
crosses!("FmergeConstant", RawConstant: kind, bits, value, is_known);

unsafe extern "C" {
    /// Moves the representative's body into a new function. Null when the members' attributes contradict each other;
    /// then nothing has changed.
    pub fn fmerge_parameterize(what: *const Shared) -> LLVMValueRef;
    fn fmerge_calls_lead_back(function: LLVMValueRef) -> bool;
    fn fmerge_constant_shape(value: LLVMValueRef, module: LLVMModuleRef, out: *mut RawConstant);
}

/// Whether a call of the function certainly leads to its definition here, or to one of the same meaning.
pub fn calls_lead_back(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_calls_lead_back(function.as_ptr()) }
}

/// What a constant is as a parameter. Whether a table may hold it is not known here.
///
/// # Safety
/// The constant is alive.
pub unsafe fn argument_info(constant: LLVMValueRef, module: ModuleRef) -> ArgumentInfo {
    let mut raw = RawConstant::default();
    // SAFETY: the caller's promise, and the module is alive; every field is filled.
    unsafe { fmerge_constant_shape(constant, module.as_ptr(), &raw mut raw) };
    let sized = |shape: fn(u16) -> Shape| u16::try_from(raw.bits).map_or(Shape::Unfit, shape);
    let shape = of_number!(raw.kind, "ConstantKind":
        "Integer" => sized(Shape::Integer),
        "Pointer" => Shape::Pointer,
        "Float" => sized(Shape::Float),
        "Unfit" => Shape::Unfit,
    );
    ArgumentInfo { shape, value: raw.is_known.then_some(raw.value), in_table: None }
}
