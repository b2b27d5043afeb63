//! The Rust side of `src/shim/canon.cpp`: first a function of the core that the shim calls, then declarations in the
//! same order as there, then safe forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: descriptions of functions.
//! Guarantees: lists are copied out of the shim's memory. The core interprets the tapes.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::slice;

use fmerge_core::canon::content::ContentPart;
use fmerge_core::canon::order::canonical;
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::content::{RawPart, Thing, part};
use super::list;
use super::structure::crosses;
use crate::llvm::{FunctionRef, ModuleRef, TypeRef};

#[repr(C)]
struct RawDescription {
    tape: *const u64,
    tape_count: usize,
    parts: *const RawPart,
    part_count: usize,
    intrinsics: *const u32,
    intrinsic_count: usize,
    instruction_facts: u64,
    constant_facts: u64,
    instruction_count: u32,
}
crosses!("FmergeDescription", RawDescription:
    tape, tape_count, parts, part_count, intrinsics, intrinsic_count, instruction_facts, constant_facts, instruction_count);

/// Fills `order` with the blocks in canonical order, and returns how many of them can be reached. `successors` lists
/// the successors of all blocks, one block after the other; `ends` says for each block where its part of the list ends.
///
/// # Safety
/// There are `count` ends and `successor_count` successors, and at least one block. `order` has room for `count`
/// numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmerge_canonical_order(
    ends: *const u32,
    count: usize,
    successors: *const u32,
    successor_count: usize,
    order: *mut u32,
) -> usize {
    // SAFETY: the caller's promise.
    let (ends, all) = unsafe { (list(ends, count), list(successors, successor_count)) };
    let found = canonical(ends.len(), |block| {
        let (before, end) = (block.checked_sub(1), ends[block as usize]);
        let start = before.map_or(0, |before| ends[before as usize]);
        all[start as usize..end as usize].iter().copied()
    });
    // SAFETY: the caller's promise; each block has one place at most.
    unsafe { slice::from_raw_parts_mut(order, found.len()) }.copy_from_slice(&found);
    found.len()
}

unsafe extern "C" {
    fn fmerge_describer_create(module: LLVMModuleRef, stable: bool) -> NonNull<c_void>;
    fn fmerge_describer_dispose(object: NonNull<c_void>);
    fn fmerge_describe_code(object: NonNull<c_void>, value: LLVMValueRef, out: *mut RawDescription);
    fn fmerge_describe_node(
        object: NonNull<c_void>,
        node: LLVMMetadataRef,
        place: u64,
        out: *mut RawDescription,
    );
    fn fmerge_address_type(module: LLVMModuleRef, plain_pointers: *mut bool) -> LLVMTypeRef;
}

/// What the shim keeps while it walks the functions of one module.
pub struct Describer(NonNull<c_void>);

/// What [`fmerge_core::canon::form`] reads.
pub struct Tape {
    /// All words.
    pub words: Vec<u64>,
    /// The things whose digests belong on the tape. Each comes with the index of the first of the two words that its
    /// digest replaces.
    pub parts: Vec<(usize, ContentPart<Thing>)>,
}

impl Tape {
    /// # Safety
    /// The shim's lists have the lengths that `raw` says.
    unsafe fn new(raw: &RawDescription) -> Tape {
        // SAFETY: the caller's promise.
        unsafe {
            let parts = list(raw.parts, raw.part_count).iter().map(part).collect();
            Tape { words: list(raw.tape, raw.tape_count).to_vec(), parts }
        }
    }
}

/// The description of one function.
pub struct FunctionDescription {
    /// The tape for the whole function.
    pub tape: Tape,
    /// The intrinsics that it calls.
    pub intrinsics: Vec<u32>,
    /// The shim's facts of all instructions.
    pub instruction_facts: u64,
    /// The shim's facts of all constants.
    pub constant_facts: u64,
    /// How many instructions can be reached.
    pub instruction_count: u32,
}

impl Describer {
    /// With `stable`, the words mean the same in any process, for any module.
    pub fn new(module: ModuleRef, stable: bool) -> Describer {
        // SAFETY: the module is alive for as long as the result is used.
        Describer(unsafe { fmerge_describer_create(module.as_ptr(), stable) })
    }

    /// Describes a function.
    ///
    /// # Safety
    /// The function has a body, and belongs to the module.
    pub unsafe fn describe(&mut self, function: FunctionRef) -> FunctionDescription {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: the object is alive until it is dropped; the shim fills every field, and its lists stay as they
        // are until the next call.
        unsafe {
            fmerge_describe_code(self.0, function.as_ptr(), raw.as_mut_ptr());
            let raw: RawDescription = raw.assume_init();
            FunctionDescription {
                tape: Tape::new(&raw),
                intrinsics: list(raw.intrinsics, raw.intrinsic_count).to_vec(),
                instruction_facts: raw.instruction_facts,
                constant_facts: raw.constant_facts,
                instruction_count: raw.instruction_count,
            }
        }
    }

    /// Describes a metadata node that the tape of the last function, or of another such node, refers to.
    ///
    /// # Safety
    /// The node and the place are from such a tape.
    pub unsafe fn node(&mut self, node: LLVMMetadataRef, place: u64) -> Tape {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: the caller's promise; the shim fills every field, and its lists stay as they are until the next call.
        unsafe {
            fmerge_describe_node(self.0, node, place, raw.as_mut_ptr());
            Tape::new(&raw.assume_init())
        }
    }
}

impl Drop for Describer {
    fn drop(&mut self) {
        // SAFETY: the object came from `create` and goes once.
        unsafe { fmerge_describer_dispose(self.0) };
    }
}

/// The integer as wide as a pointer of address space 0, and whether such pointers are integers.
pub fn address_type(module: ModuleRef) -> (TypeRef, bool) {
    let mut plain_pointers = false;
    // SAFETY: the module is alive, and so is its context.
    let ty = unsafe { TypeRef::new(fmerge_address_type(module.as_ptr(), &raw mut plain_pointers)) };
    (ty, plain_pointers)
}
