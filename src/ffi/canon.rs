//! The Rust side of `src/shim/canon.cpp`: declarations in the same order, then safe-to-read forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: the canonical form's lists.
//! Guarantees: the numbers of modes are those of the shim's enumeration.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::slice;

use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

/// The shim's `FmergeConstantUse`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawConstantUse {
    /// The constant.
    pub value: LLVMValueRef,
    /// The intrinsic that it is an operand of, or null.
    pub intrinsic: LLVMValueRef,
    /// Its type as it stands there; the constant itself may be the integer zero for a null pointer.
    pub ty: LLVMTypeRef,
    /// Number of the instruction in the canonical order.
    pub instruction: u32,
    /// Number of the operand, or [`GEP_OFFSET`].
    pub operand: u32,
    /// 0 variable, 1 callee, 2 reference, 3 direct callee.
    pub mode: u32,
    /// Of the content, where words are stable; else zero.
    pub digest: [u64; 2],
}

/// In place of an operand's number: the constant offset of a GEP, in bytes.
pub const GEP_OFFSET: u32 = u32::MAX;

#[repr(C)]
struct RawCanonical {
    code: *const u64,
    code_count: usize,
    promises: *const u64,
    promise_count: usize,
    kinds: *const u64,
    kind_count: usize,
    constants: *const RawConstantUse,
    constant_count: usize,
    intrinsics: *const LLVMValueRef,
    intrinsic_count: usize,
    instruction_facts: u64,
    constant_facts: u64,
    instruction_count: u32,
}

unsafe extern "C" {
    fn fmerge_canonical_filter(
        function: LLVMValueRef,
        with_constants: bool,
        refer: unsafe extern "C" fn(*mut c_void, *const LLVMValueRef, usize),
        context: *mut c_void,
    ) -> u64;
    fn fmerge_canonicalizer_create(module: LLVMModuleRef, stable: bool) -> NonNull<c_void>;
    fn fmerge_canonicalizer_dispose(object: NonNull<c_void>);
    fn fmerge_canonicalize(object: NonNull<c_void>, value: LLVMValueRef, out: *mut RawCanonical);
}

/// A number that is equal for functions with equal canonical code, and with `with_constants` also equal
/// constants; it decides nothing. Functions with bodies count as one another there: those that are referred
/// to are appended to `references`.
///
/// # Safety
/// The function is alive and has a body.
pub unsafe fn filter(
    function: LLVMValueRef,
    with_constants: bool,
    references: &mut Vec<LLVMValueRef>,
) -> u64 {
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe {
        fmerge_canonical_filter(function, with_constants, append, ptr::from_mut(references).cast())
    }
}

/// Appends values to the `Vec<LLVMValueRef>` behind `context`.
unsafe extern "C" fn append(context: *mut c_void, values: *const LLVMValueRef, count: usize) {
    // SAFETY: the caller hands over its vector, which nobody else uses meanwhile, and `count` values.
    unsafe { (*context.cast::<Vec<LLVMValueRef>>()).extend_from_slice(list(values, count)) };
}

/// What the shim keeps while it walks the functions of one module.
pub struct Canonicalizer(NonNull<c_void>);

/// The canonical form of one function, in the shim's memory.
pub struct RawForm<'a> {
    /// All but constants and promises.
    pub code: &'a [u64],
    /// What could be weakened.
    pub promises: &'a [u64],
    /// 1 for a pointer, 0 for an integer of its size, wherever either may stand.
    pub kinds: &'a [u64],
    /// The constants.
    pub constants: &'a [RawConstantUse],
    /// The intrinsics that are called.
    pub intrinsics: &'a [LLVMValueRef],
    /// The shim's facts of all instructions.
    pub instruction_facts: u64,
    /// The shim's facts of all constants.
    pub constant_facts: u64,
    /// Instructions that can be reached.
    pub instruction_count: u32,
}

impl Canonicalizer {
    /// With `stable`, the words mean the same in any process, for any module.
    ///
    /// # Safety
    /// The module stays alive for as long as the result is used.
    pub unsafe fn new(module: LLVMModuleRef, stable: bool) -> Canonicalizer {
        // SAFETY: the caller's promise.
        Canonicalizer(unsafe { fmerge_canonicalizer_create(module, stable) })
    }

    /// The canonical form of a function.
    ///
    /// # Safety
    /// The function is alive, has a body, and belongs to the module.
    pub unsafe fn form(&mut self, function: LLVMValueRef) -> RawForm<'_> {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: the object is alive until it is dropped; the shim fills every field.
        let raw: RawCanonical = unsafe {
            fmerge_canonicalize(self.0, function, raw.as_mut_ptr());
            raw.assume_init()
        };
        // SAFETY: the shim's lists stay as they are until the next call, which needs `&mut self`.
        unsafe {
            RawForm {
                code: list(raw.code, raw.code_count),
                promises: list(raw.promises, raw.promise_count),
                kinds: list(raw.kinds, raw.kind_count),
                constants: list(raw.constants, raw.constant_count),
                intrinsics: list(raw.intrinsics, raw.intrinsic_count),
                instruction_facts: raw.instruction_facts,
                constant_facts: raw.constant_facts,
                instruction_count: raw.instruction_count,
            }
        }
    }
}

impl Drop for Canonicalizer {
    fn drop(&mut self) {
        // SAFETY: the object came from `create` and goes once.
        unsafe { fmerge_canonicalizer_dispose(self.0) };
    }
}

/// # Safety
/// `count` elements are readable at `start` for as long as the result is used.
unsafe fn list<'a, T>(start: *const T, count: usize) -> &'a [T] {
    // SAFETY: the caller's promise; an empty list may have no memory behind it.
    unsafe { if count == 0 { &[] } else { slice::from_raw_parts(start, count) } }
}
