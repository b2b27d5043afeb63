//! The Rust side of `src/shim/canon.cpp`: declarations in the same order, then safe-to-read forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: the canonical form's lists.
//! Guarantees: the numbers of modes are those of the shim's enumeration.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::slice;

use fmerge_core::canon::filter::{Operand, Outline, Shape};
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

/// The shim's `Outline`.
#[repr(C)]
#[derive(Clone, Copy)]
struct RawOutline {
    ty: LLVMTypeRef,
    opcode: u32,
    shape: u32,
    predicate: u32,
    exchanges: u32,
    operands: u32,
}

/// The shim's `OutlinedOperand`.
#[repr(C)]
#[derive(Clone, Copy)]
struct RawOperand {
    word: u64,
    class: u32,
}

type OutlineSink =
    unsafe extern "C" fn(*mut c_void, *const RawOutline, usize, *const RawOperand, usize);

unsafe extern "C" {
    fn fmerge_outline(
        function: LLVMValueRef,
        with_operands: bool,
        sink: OutlineSink,
        context: *mut c_void,
    );
    fn fmerge_canonicalizer_create(module: LLVMModuleRef, stable: bool) -> NonNull<c_void>;
    fn fmerge_canonicalizer_dispose(object: NonNull<c_void>);
    fn fmerge_canonicalize(object: NonNull<c_void>, value: LLVMValueRef, out: *mut RawCanonical);
}

/// The outlines of a block, and operands where they were asked for.
pub type OutlinedBlock<'a> = (&'a [Outline], &'a [Operand<LLVMValueRef>]);

/// Hands `each` the outlines of all blocks of a function that are the entry or have predecessors. Types get their numbers
/// from `number`.
///
/// # Safety
/// The function is alive and has a body.
pub unsafe fn outline(
    function: LLVMValueRef,
    with_operands: bool,
    number: &mut dyn FnMut(LLVMTypeRef) -> u64,
    each: &mut dyn FnMut(OutlinedBlock<'_>),
) {
    let mut blocks = Blocks { number, each, outlines: Vec::new(), operands: Vec::new() };
    // SAFETY: the caller's promise; `add_block` gets the object that it expects.
    unsafe { fmerge_outline(function, with_operands, add_block, ptr::from_mut(&mut blocks).cast()) }
}

struct Blocks<'a> {
    number: &'a mut dyn FnMut(LLVMTypeRef) -> u64,
    each: &'a mut dyn FnMut(OutlinedBlock<'_>),
    outlines: Vec<Outline>,
    operands: Vec<Operand<LLVMValueRef>>,
}

/// Converts a block for the [`Blocks`] behind `context`.
unsafe extern "C" fn add_block(
    context: *mut c_void,
    outlines: *const RawOutline,
    outline_count: usize,
    operands: *const RawOperand,
    operand_count: usize,
) {
    // SAFETY: the caller hands over its object, which nobody else uses meanwhile, and so many of each.
    let (blocks, outlines, operands) = unsafe {
        let blocks = &mut *context.cast::<Blocks<'_>>();
        (blocks, list(outlines, outline_count), list(operands, operand_count))
    };
    blocks.outlines.clear();
    blocks.outlines.extend(outlines.iter().map(|raw| outline_of(raw, (blocks.number)(raw.ty))));
    blocks.operands.clear();
    blocks.operands.extend(operands.iter().map(operand_of));
    (blocks.each)((&blocks.outlines, &blocks.operands));
}

fn outline_of(raw: &RawOutline, ty: u64) -> Outline {
    let shape = match raw.shape {
        0 => Shape::Unordered,
        1 => Shape::Address,
        2 => Shape::Plain,
        _ => panic!("the shim knows no shape {}", raw.shape),
    };
    Outline {
        opcode: raw.opcode,
        ty,
        shape,
        predicate: (raw.predicate != u32::MAX).then_some(raw.predicate),
        exchanges: raw.exchanges != 0,
        operands: raw.operands,
    }
}

fn operand_of(raw: &RawOperand) -> Operand<LLVMValueRef> {
    match raw.class {
        0 => Operand::Local,
        1 => Operand::Number(raw.word),
        2 => Operand::Empty,
        3 => Operand::Function(raw.word as LLVMValueRef),
        4 => Operand::Named(raw.word),
        _ => panic!("the shim knows no class {} of outlined operands", raw.class),
    }
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
