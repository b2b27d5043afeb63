//! The Rust side of `src/shim/encode_functions.cpp`, `encode_operands.cpp` and `encode_body.cpp`: declarations in the
//! same order, then safe forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: facts, words, bodies.
//! Guarantees: facts and classes are looked up by name.

use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::slice;

use cranelift_entity::PrimaryMap;
use fmerge_core::encode::facts::REFUSING;
use fmerge_core::encode::{BodyDescription, DescribedInst, DescribedOperand, OperandReference};
use fmerge_core::ir::{ArgId, BlockId, InstKind};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::content::RawPart;
use super::enumeration::{bit, of_number};
use super::list;
use super::stack::{RawPassed, passed};
use super::structure::crosses;
use crate::llvm::FunctionRef;

/// Receives words in one piece. Each function that takes a sink calls it exactly once.
pub(super) type WordSink =
    unsafe extern "C" fn(context: *mut c_void, words: *const u64, count: usize);

#[repr(C)]
#[derive(Clone, Copy)]
struct RawInstruction {
    value: LLVMValueRef,
    ty: LLVMTypeRef,
    facts: u64,
    bytes: u64,
    opcode: u32,
    kind: u32,
    block: u32,
    intrinsic: u32,
    cost: u32,
    operands: u32,
    words: u32,
    passed: u32,
}
crosses!("FmergeInstruction", RawInstruction:
    value, ty, facts, bytes, opcode, kind, block, intrinsic, cost, operands, words, passed);

#[repr(C)]
#[derive(Clone, Copy)]
struct RawOperand {
    word: u64,
    ty: LLVMTypeRef,
    operand_class: u32,
    must_stay: u32,
}
crosses!("FmergeOperand", RawOperand: word, ty, operand_class, must_stay);

#[repr(C)]
struct RawBody {
    blocks: *const LLVMBasicBlockRef,
    block_count: usize,
    instructions: *const RawInstruction,
    instruction_count: usize,
    operands: *const RawOperand,
    operand_count: usize,
    words: *const u64,
    word_count: usize,
    parts: *const RawPart,
    part_count: usize,
    passed: *const RawPassed,
    passed_count: usize,
}
crosses!("FmergeBody", RawBody:
    blocks, block_count, instructions, instruction_count, operands, operand_count, words, word_count, parts,
    part_count, passed, passed_count);

type BodySink = unsafe extern "C" fn(context: *mut c_void, body: *const RawBody);

unsafe extern "C" {
    fn fmerge_function_facts(function: LLVMValueRef) -> u64;
    fn fmerge_function_words(function: LLVMValueRef, sink: WordSink, context: *mut c_void);
    fn fmerge_param_words(
        function: LLVMValueRef,
        index: u32,
        sink: WordSink,
        context: *mut c_void,
    ) -> bool;
    fn fmerge_tail_callers(function: LLVMValueRef, sink: WordSink, context: *mut c_void);
    fn fmerge_callees(
        function: LLVMValueRef,
        library: *const c_void,
        sink: WordSink,
        context: *mut c_void,
    );
    fn fmerge_outline(function: LLVMValueRef, out: *mut u64) -> usize;
    fn fmerge_is_open(function: LLVMValueRef) -> bool;
    fn fmerge_constant_facts(value: LLVMValueRef) -> u64;
    fn fmerge_type_selectable(ty: LLVMTypeRef, module: LLVMModuleRef) -> bool;
    fn fmerge_describe_body(
        function: LLVMValueRef,
        analyses: *mut c_void,
        bits: u32,
        refusing: u64,
        sink: BodySink,
        context: *mut c_void,
    );
    fn fmerge_is_mirrored(instruction: LLVMValueRef) -> bool;
}

/// The fact that a constant names a local symbol of a comdat.
pub const CONSTANT_COMDAT_LOCAL: u64 = bit("ConstantFact", "ComdatLocal");
/// The fact that a constant may not stand in a select.
pub const CONSTANT_FIXED: u64 = bit("ConstantFact", "Fixed");

/// Appends the words to the `Vec<u64>` that `context` points to.
pub(super) unsafe extern "C" fn append(context: *mut c_void, words: *const u64, count: usize) {
    if count == 0 {
        return;
    }
    // SAFETY: `context` is the vector that the caller of the shim passed along, borrowed by no one else
    // meanwhile; the shim passes `count` words that live until this returns.
    unsafe { (*context.cast::<Vec<u64>>()).extend_from_slice(slice::from_raw_parts(words, count)) };
}

pub(super) fn context(out: &mut Vec<u64>) -> *mut c_void {
    ptr::from_mut(out).cast()
}

/// The facts of a function, a bit for each of the shim's `FunctionFact`.
pub fn function_facts(function: FunctionRef) -> u64 {
    // SAFETY: the function is alive.
    unsafe { fmerge_function_facts(function.as_ptr()) }
}

/// Appends all that two functions must share to be merged.
pub fn function_words(function: FunctionRef, out: &mut Vec<u64>) {
    // SAFETY: the function is alive; `append` gets the vector that it expects.
    unsafe { fmerge_function_words(function.as_ptr(), append, context(out)) }
}

/// Appends the ABI attributes of a parameter; true when it is pinned to its place.
///
/// # Panics
/// When the function has no parameter of this index.
pub fn param_words(function: FunctionRef, index: u32, out: &mut Vec<u64>) -> bool {
    assert!(index < function.parameters(), "no such parameter");
    // SAFETY: the function is alive and has the parameter; `append` gets the vector that it expects.
    unsafe { fmerge_param_words(function.as_ptr(), index, append, context(out)) }
}

/// The callers that have a call of this function marked `tail` right before a return, once for each such call.
pub fn tail_callers(function: FunctionRef) -> Vec<FunctionRef> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the function is alive, and so are its callers; `append` gets the vector that it expects.
    unsafe {
        fmerge_tail_callers(function.as_ptr(), append, context(&mut words));
        words.into_iter().filter_map(|word| FunctionRef::new(word as LLVMValueRef)).collect()
    }
}

/// The functions that a function calls, once for each call. None stands for a callee that is not known.
///
/// # Safety
/// `library` describes the library functions of the target of the function's module.
pub unsafe fn callees(function: FunctionRef, library: NonNull<c_void>) -> Vec<Option<FunctionRef>> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the function is alive, and so are its callees; the caller's promise; `append` gets the vector that it
    // expects.
    unsafe {
        fmerge_callees(function.as_ptr(), library.as_ptr(), append, context(&mut words));
        words.into_iter().map(|word| FunctionRef::new(word as LLVMValueRef)).collect()
    }
}

/// A quick look at a function.
#[derive(Clone, Copy, Debug)]
pub struct FilterOutline {
    /// How many instructions it has in LLVM, those that are not encoded included.
    pub instructions: usize,
    /// Equal for functions with equal canonical code.
    pub number: u64,
}

/// The outline of a function.
pub fn outline(function: FunctionRef) -> FilterOutline {
    let mut number = 0;
    // SAFETY: the function is alive, and the number is filled.
    let instructions = unsafe { fmerge_outline(function.as_ptr(), &raw mut number) };
    FilterOutline { instructions, number }
}

/// Whether calls of unknown functions may lead to this one: others see it, or its address is taken.
pub fn is_open(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_is_open(function.as_ptr()) }
}

/// The facts of a constant; 0 for inline asm and metadata.
///
/// # Safety
/// `value` is a living value.
pub unsafe fn constant_facts(value: LLVMValueRef) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { fmerge_constant_facts(value) }
}

/// Whether a select, a φ or a parameter of the type is legal.
///
/// # Safety
/// `ty` is a type of the living module's context.
pub unsafe fn type_selectable(ty: LLVMTypeRef, module: LLVMModuleRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe { fmerge_type_selectable(ty, module) }
}

/// The description of a function's body, with the LLVM values behind it.
#[derive(Default)]
pub struct DescribedBody {
    /// What the core reads.
    pub body: BodyDescription,
    /// The instructions, in the order of their descriptions.
    pub values: Vec<LLVMValueRef>,
    /// The blocks that can be reached, in the function's order.
    pub blocks: PrimaryMap<BlockId, LLVMBasicBlockRef>,
}

/// Describes the body of a function, up to the first instruction that refuses it. `bits` is the width of an integer
/// register.
///
/// # Safety
/// `analyses` is the `ModuleAnalysisManager` of the running pass. `function` belongs to its module and has a body.
pub unsafe fn describe_body(
    function: FunctionRef,
    analyses: *mut c_void,
    bits: u16,
) -> DescribedBody {
    let mut described = DescribedBody::default();
    let context = ptr::from_mut(&mut described).cast();
    // SAFETY: the caller's promise; `receive` gets the object that it expects.
    unsafe {
        fmerge_describe_body(function.as_ptr(), analyses, bits.into(), REFUSING, receive, context);
    }
    described
}

/// Fills the [`DescribedBody`] behind `context`.
unsafe extern "C" fn receive(context: *mut c_void, raw: *const RawBody) {
    // SAFETY: the caller hands over its object, which nobody else uses meanwhile; the shim's lists have the lengths
    // that it says.
    let (described, raw) = unsafe { (&mut *context.cast::<DescribedBody>(), &*raw) };
    // SAFETY: as above.
    let (blocks, instructions, operands, words, parts, arguments) = unsafe {
        (
            list(raw.blocks, raw.block_count),
            list(raw.instructions, raw.instruction_count),
            list(raw.operands, raw.operand_count),
            list(raw.words, raw.word_count),
            list(raw.parts, raw.part_count),
            list(raw.passed, raw.passed_count),
        )
    };
    described.blocks = blocks.iter().copied().collect();
    described.values = instructions.iter().map(|raw| raw.value).collect();
    described.body = BodyDescription {
        insts: instructions.iter().map(instruction_of).collect(),
        operands: operands.iter().map(operand_of).collect(),
        words: words.to_vec(),
        things: parts.iter().map(RawPart::named).collect(),
        passed: arguments.iter().map(passed).collect(),
    };
}

fn instruction_of(raw: &RawInstruction) -> DescribedInst {
    DescribedInst {
        ty: raw.ty as u64,
        facts: raw.facts,
        bytes: raw.bytes,
        kind: kind_of(raw.kind),
        opcode: raw.opcode,
        block: BlockId::from_u32(raw.block),
        intrinsic: raw.intrinsic,
        cost: raw.cost,
        operands: raw.operands,
        words: raw.words,
        passed: raw.passed,
    }
}

fn kind_of(raw: u32) -> InstKind {
    of_number!(raw, "InstructionKind":
        "Normal" => InstKind::Normal,
        "Phi" => InstKind::Phi,
        "StaticAlloca" => InstKind::StaticAlloca,
        "Ret" => InstKind::Ret,
        "LandingPad" => InstKind::LandingPad,
        "Invoke" => InstKind::Invoke,
        "Terminator" => InstKind::Terminator,
    )
}

fn operand_of(raw: &RawOperand) -> DescribedOperand {
    let number = raw.word as u32;
    let reference = of_number!(raw.operand_class, "OperandClass":
        "Instruction" => OperandReference::Inst(number),
        "Argument" => OperandReference::Arg(ArgId::from_u32(number)),
        "Block" => OperandReference::Block(BlockId::from_u32(number)),
        "Constant" => OperandReference::Constant(raw.word),
        "Unreached" => OperandReference::Unreached,
    );
    DescribedOperand { ty: raw.ty as u64, reference, must_stay: raw.must_stay != 0 }
}

/// Whether an instruction is described as its mirror image (`b > a` for `a < b`), with its first two operands
/// exchanged.
///
/// # Safety
/// `instruction` is a living instruction.
pub unsafe fn is_mirrored(instruction: LLVMValueRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe { fmerge_is_mirrored(instruction) }
}
