//! The Rust side of `src/shim/encode_functions.cpp`, `encode_instructions.cpp` and `encode_operands.cpp`:
//! declarations in the same order, then safe-to-read forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: facts, words, operands, costs.
//! Guarantees: facts and classes go by name.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::slice;

use fmerge_core::registers::ArgumentRegisters;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::enumeration::{bit, of_number};
use super::structure::crosses;
use crate::llvm::FunctionRef;

/// Receives words in one piece; called exactly once by each function that takes one.
pub(super) type WordSink =
    unsafe extern "C" fn(context: *mut c_void, words: *const u64, count: usize);

/// The shim's `FmergeInstruction`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawInstruction {
    /// The type of the result.
    pub ty: LLVMTypeRef,
    /// One bit for each fact that holds.
    pub facts: u64,
    /// LLVM's number of the opcode.
    pub opcode: u32,
    /// See [`RawKind::of`].
    pub kind: u32,
    /// How many operands it has.
    pub operands: u32,
}
crosses!("FmergeInstruction", RawInstruction: ty, facts, opcode, kind, operands);

/// The shim's `FmergeOperand`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawOperand {
    /// What it refers to.
    pub value: LLVMValueRef,
    /// See [`OperandClass::of`].
    pub operand_class: u32,
    /// Not 0: no select may stand here.
    pub must_stay: u32,
}
crosses!("FmergeOperand", RawOperand: value, operand_class, must_stay);

unsafe extern "C" {
    fn fmerge_function_facts(function: LLVMValueRef) -> u64;
    fn fmerge_function_words(function: LLVMValueRef, sink: WordSink, context: *mut c_void);
    fn fmerge_param_words(
        function: LLVMValueRef,
        index: u32,
        sink: WordSink,
        context: *mut c_void,
    ) -> bool;
    fn fmerge_param_registers(
        function: LLVMValueRef,
        index: u32,
        bits: u32,
        integers: *mut u32,
        floats: *mut u32,
    );
    fn fmerge_tail_callers(function: LLVMValueRef, sink: WordSink, context: *mut c_void);
    fn fmerge_callees(
        function: LLVMValueRef,
        library: *const c_void,
        sink: WordSink,
        context: *mut c_void,
    );
    fn fmerge_outline(function: LLVMValueRef, out: *mut u64) -> usize;
    fn fmerge_is_open(function: LLVMValueRef) -> bool;
    fn fmerge_realigns(function: LLVMValueRef) -> bool;
    fn fmerge_instruction(instruction: LLVMValueRef, out: *mut RawInstruction);
    fn fmerge_instruction_words(instruction: LLVMValueRef, sink: WordSink, context: *mut c_void);
    fn fmerge_alloca_bytes(instruction: LLVMValueRef) -> u64;
    fn fmerge_is_mirrored(instruction: LLVMValueRef) -> bool;
    fn fmerge_instruction_operands(instruction: LLVMValueRef, out: *mut RawOperand);
    fn fmerge_constant_facts(value: LLVMValueRef) -> u64;
    fn fmerge_type_selectable(ty: LLVMTypeRef, module: LLVMModuleRef) -> bool;
    fn fmerge_target_info(analyses: *mut c_void, function: LLVMValueRef) -> *const c_void;
    fn fmerge_instruction_cost(target_info: *const c_void, instruction: LLVMValueRef) -> u32;
}

/// The sorts of instructions that the encoder tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawKind {
    /// None of the others.
    Normal,
    /// A φ.
    Phi,
    /// An `alloca`; those that are not static have a fact that says so.
    Alloca,
    /// A `call`.
    Call,
    /// A `ret`.
    Ret,
    /// Any other terminator.
    Terminator,
    /// A `landingpad`.
    LandingPad,
    /// An `invoke`.
    Invoke,
}

impl RawKind {
    /// The kind of this number.
    ///
    /// # Panics
    /// On a number that the shim does not give.
    pub fn of(raw: u32) -> RawKind {
        of_number!(raw, "InstructionKind":
            "Normal" => RawKind::Normal,
            "Phi" => RawKind::Phi,
            "Alloca" => RawKind::Alloca,
            "Call" => RawKind::Call,
            "Ret" => RawKind::Ret,
            "Terminator" => RawKind::Terminator,
            "LandingPad" => RawKind::LandingPad,
            "Invoke" => RawKind::Invoke,
        )
    }
}

/// What an operand refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandClass {
    /// An instruction.
    Instruction,
    /// A parameter of the function.
    Argument,
    /// A basic block.
    Block,
    /// A constant, global, inline asm, or metadata.
    Constant,
}

impl OperandClass {
    /// The class of this number.
    ///
    /// # Panics
    /// On a number that the shim does not give.
    pub fn of(raw: u32) -> OperandClass {
        of_number!(raw, "OperandClass":
            "Instruction" => OperandClass::Instruction,
            "Argument" => OperandClass::Argument,
            "Block" => OperandClass::Block,
            "Constant" => OperandClass::Constant,
        )
    }
}

/// Fact of an instruction: its opcode, or something that it refers to, is not known well enough.
pub const INSTRUCTION_UNSUPPORTED: u64 = bit("InstructionFact", "UnsupportedInstruction");
/// Fact of a constant: it names a local symbol of a comdat.
pub const CONSTANT_COMDAT_LOCAL: u64 = bit("ConstantFact", "ComdatLocal");
/// Fact of a constant: it may not stand in a select.
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

/// The registers that an argument takes, of integer registers of so many bits.
///
/// # Panics
/// When the function has no parameter of this index.
pub fn param_registers(function: FunctionRef, index: u32, bits: u16) -> ArgumentRegisters {
    assert!(index < function.parameters(), "no such parameter");
    let mut all = ArgumentRegisters::default();
    let (integers, floats) = (&raw mut all.integers, &raw mut all.floats);
    // SAFETY: the function is alive and has the parameter; both numbers are filled.
    unsafe { fmerge_param_registers(function.as_ptr(), index, bits.into(), integers, floats) };
    all
}

/// The registers that all arguments of a function take, of integer registers of so many bits.
pub fn argument_registers(function: FunctionRef, bits: u16) -> ArgumentRegisters {
    (0..function.parameters()).map(|index| param_registers(function, index, bits)).sum()
}

/// The functions that return right after a call of this one that is marked `tail`, each as often as it does.
pub fn tail_callers(function: FunctionRef) -> Vec<FunctionRef> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the function is alive, and so are its callers; `append` gets the vector that it expects.
    unsafe {
        fmerge_tail_callers(function.as_ptr(), append, context(&mut words));
        words.into_iter().filter_map(|word| FunctionRef::new(word as LLVMValueRef)).collect()
    }
}

/// The functions that a function calls, each as often as it does; none stands for any that is not known.
///
/// # Safety
/// `library` are the library functions of the target of the function's module.
pub unsafe fn callees(function: FunctionRef, library: NonNull<c_void>) -> Vec<Option<FunctionRef>> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the function is alive, and so is what it calls; the caller's promise; `append` gets the vector that it
    // expects.
    unsafe {
        fmerge_callees(function.as_ptr(), library.as_ptr(), append, context(&mut words));
        words.into_iter().map(|word| FunctionRef::new(word as LLVMValueRef)).collect()
    }
}

/// What can be seen of a function at a glance.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// How many instructions it has in LLVM, those that are not encoded included.
    pub instructions: usize,
    /// Equal for functions with equal canonical code.
    pub number: u64,
}

/// The outline of a function.
pub fn outline(function: FunctionRef) -> Outline {
    let mut number = 0;
    // SAFETY: the function is alive, and the number is filled.
    let instructions = unsafe { fmerge_outline(function.as_ptr(), &raw mut number) };
    Outline { instructions, number }
}

/// Whether calls of unknown functions may lead to this one: others see it, or its address is taken.
pub fn is_open(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_is_open(function.as_ptr()) }
}

/// Whether a stack slot of the function is aligned beyond what callers align the stack to.
pub fn realigns(function: FunctionRef) -> bool {
    // SAFETY: the function is alive.
    unsafe { fmerge_realigns(function.as_ptr()) }
}

/// The head of an instruction.
///
/// # Safety
/// `instruction` is a living instruction.
pub unsafe fn instruction(instruction: LLVMValueRef) -> RawInstruction {
    let mut out = MaybeUninit::uninit();
    // SAFETY: the caller's promise; the shim fills the whole structure.
    unsafe {
        fmerge_instruction(instruction, out.as_mut_ptr());
        out.assume_init()
    }
}

/// Appends all that two instructions must share beside opcode, result type and operands.
///
/// # Safety
/// `instruction` is a living instruction.
pub unsafe fn instruction_words(instruction: LLVMValueRef, out: &mut Vec<u64>) {
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_instruction_words(instruction, append, context(out)) }
}

/// Fills `out` with the operands of an instruction.
///
/// # Safety
/// `instruction` is a living instruction with exactly `count` operands.
pub unsafe fn instruction_operands(
    instruction: LLVMValueRef,
    count: u32,
    out: &mut Vec<RawOperand>,
) {
    out.clear();
    out.reserve(count as usize);
    // SAFETY: the caller's promise: the shim fills `count` elements, for which there is room.
    unsafe {
        fmerge_instruction_operands(instruction, out.as_mut_ptr());
        out.set_len(count as usize);
    }
}

/// The bytes that a static alloca takes, padding for its alignment included.
///
/// # Safety
/// `instruction` is a living static alloca.
pub unsafe fn alloca_bytes(instruction: LLVMValueRef) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { fmerge_alloca_bytes(instruction) }
}

/// Whether an instruction is encoded as its mirror image (`b > a` for `a < b`): its first two operands are
/// encoded in the other order.
///
/// # Safety
/// `instruction` is a living instruction.
pub unsafe fn is_mirrored(instruction: LLVMValueRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe { fmerge_is_mirrored(instruction) }
}

/// The facts of a constant; none for inline asm and metadata.
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

/// The function's `TargetTransformInfo`.
///
/// # Safety
/// `analyses` is the `ModuleAnalysisManager` of the running pass, `function` one of its module. The
/// result is stale once the analyses of the function are invalidated.
pub unsafe fn target_info(analyses: *mut c_void, function: FunctionRef) -> *const c_void {
    // SAFETY: the caller's promise.
    unsafe { fmerge_target_info(analyses, function.as_ptr()) }
}

/// The code-size cost of an instruction, in TargetTransformInfo's units, at most 2²⁰.
///
/// # Safety
/// `target_info` is what [`target_info`] gave for the function of the living `instruction`.
pub unsafe fn instruction_cost(target_info: *const c_void, instruction: LLVMValueRef) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { fmerge_instruction_cost(target_info, instruction) }
}
