//! The Rust side of `src/shim/encode_functions.cpp`, `encode_instructions.cpp` and `encode_operands.cpp`:
//! declarations in the same order, then safe-to-read forms.
//!
//! Consumes: LLVM's values as the C API's pointers. Produces: facts, words, operands, costs.
//! Guarantees: facts and classes go by name.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::slice;

use fmerge_core::registers::ArgumentRegisters;
use inkwell::llvm_sys::core::LLVMCountParams;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::enumeration::{bit, of_number};
use super::structure::crosses;

/// Receives words in one piece; called exactly once by each function that takes one.
type WordSink = unsafe extern "C" fn(context: *mut c_void, words: *const u64, count: usize);

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
    pub class: u32,
    /// Not 0: no select may stand here.
    pub must_stay: u32,
}
crosses!("FmergeOperand", RawOperand: value, class, must_stay);

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
unsafe extern "C" fn append(context: *mut c_void, words: *const u64, count: usize) {
    if count == 0 {
        return;
    }
    // SAFETY: `context` is the vector that the caller of the shim passed along, borrowed by no one else
    // meanwhile; the shim passes `count` words that live until this returns.
    unsafe { (*context.cast::<Vec<u64>>()).extend_from_slice(slice::from_raw_parts(words, count)) };
}

fn context(out: &mut Vec<u64>) -> *mut c_void {
    ptr::from_mut(out).cast()
}

/// The facts of a function, a bit for each of the shim's `FunctionFact`.
///
/// # Safety
/// `function` is a living function.
pub unsafe fn function_facts(function: LLVMValueRef) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { fmerge_function_facts(function) }
}

/// Appends all that two functions must share to be merged.
///
/// # Safety
/// `function` is a living function.
pub unsafe fn function_words(function: LLVMValueRef, out: &mut Vec<u64>) {
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_function_words(function, append, context(out)) }
}

/// Appends the ABI attributes of a parameter; true when it is pinned to its place.
///
/// # Safety
/// `function` is a living function with more than `index` parameters.
pub unsafe fn param_words(function: LLVMValueRef, index: u32, out: &mut Vec<u64>) -> bool {
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_param_words(function, index, append, context(out)) }
}

/// The registers that an argument takes, of integer registers of so many bits.
///
/// # Safety
/// `function` is a living function with more than `index` parameters.
pub unsafe fn param_registers(function: LLVMValueRef, index: u32, bits: u16) -> ArgumentRegisters {
    let mut all = ArgumentRegisters::default();
    let (integers, floats) = (&raw mut all.integers, &raw mut all.floats);
    // SAFETY: the caller's promise; both numbers are filled.
    unsafe { fmerge_param_registers(function, index, bits.into(), integers, floats) };
    all
}

/// The registers that all arguments of a function take, of integer registers of so many bits.
///
/// # Safety
/// `function` is a living function.
pub unsafe fn argument_registers(function: LLVMValueRef, bits: u16) -> ArgumentRegisters {
    // SAFETY: the caller's promise; each index is below the count.
    unsafe {
        (0..LLVMCountParams(function)).map(|index| param_registers(function, index, bits)).sum()
    }
}

/// The functions that return right after a call of this one that is marked `tail`, each as often as it does.
///
/// # Safety
/// `function` is a living function.
pub unsafe fn tail_callers(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_tail_callers(function, append, context(&mut words)) };
    words.into_iter().map(|word| word as LLVMValueRef).collect()
}

/// The functions that a function calls, each as often as it does; null stands for any that is not known.
///
/// # Safety
/// `function` is a living function, and `library` the library functions of its module's target.
pub unsafe fn callees(function: LLVMValueRef, library: *const c_void) -> Vec<LLVMValueRef> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_callees(function, library, append, context(&mut words)) };
    words.into_iter().map(|word| word as LLVMValueRef).collect()
}

/// Whether calls of unknown functions may lead to this one: others see it, or its address is taken.
///
/// # Safety
/// `function` is a living function.
pub unsafe fn is_open(function: LLVMValueRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe { fmerge_is_open(function) }
}

/// Whether a stack slot of the function is aligned beyond what callers align the stack to.
///
/// # Safety
/// `function` is a living function.
pub unsafe fn realigns(function: LLVMValueRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe { fmerge_realigns(function) }
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
pub unsafe fn target_info(analyses: *mut c_void, function: LLVMValueRef) -> *const c_void {
    // SAFETY: the caller's promise.
    unsafe { fmerge_target_info(analyses, function) }
}

/// The code-size cost of an instruction, in TargetTransformInfo's units, at most 2²⁰.
///
/// # Safety
/// `target_info` is what [`target_info`] gave for the function of the living `instruction`.
pub unsafe fn instruction_cost(target_info: *const c_void, instruction: LLVMValueRef) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { fmerge_instruction_cost(target_info, instruction) }
}
