//! The body of a function: instructions with their operands, keys, codes and costs.
//!
//! Consumes: a [`Numbering`]. Produces: the [`Inst`]s in its order.
//! Guarantees: the words behind a key are, in this order: opcode; result type; all that the shim knows of
//! the instruction beside its operands, counted; one word for each operand, its type and whether it is
//! fixed; the constants that are fixed. Keys of φs end after the result type, since two φs may become one
//! whatever comes in. A comparison is encoded as itself or as its mirror image (`a < b`, `b > a`), so that both
//! have one key; the operands are then in the order of what it is encoded as.

use std::ffi::c_void;

use cranelift_entity::PrimaryMap;
use fmerge_core::fingerprint::instruction_code;
use fmerge_core::ir::{BlockId, Inst, InstId, InstKind, Operand, OperandMode, TypeId, Value};
use fmerge_core::key::MergeKey;
use fmerge_core::reject::Reject;
use inkwell::llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMCountIncoming, LLVMGetIncomingBlock, LLVMGetIncomingValue,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use smallvec::SmallVec;

use super::eligibility;
use super::numbering::{NumberedInst, Numbering};
use crate::ffi::encode::{self as shim, OperandClass, RawKind, RawOperand};
use crate::ffi::stack;
use crate::llvm::TypeRef;
use crate::module::ModuleContext;

/// Operand words: the type in the low half, these bits above it.
const FIXED: u64 = 1 << 32;
const CONSTANT: u64 = 1 << 33;

/// Encodes the instructions of one function.
pub struct BodyEncoder<'a> {
    ctx: &'a mut ModuleContext,
    numbering: &'a Numbering,
    /// The function's `TargetTransformInfo`.
    target_info: *const c_void,
    // Kept between instructions, so as to allocate once.
    words: Vec<u64>,
    raw_operands: Vec<RawOperand>,
    types: Vec<TypeId>,
}

impl<'a> BodyEncoder<'a> {
    /// For the function that `numbering` and `target_info` are of.
    pub fn new(
        ctx: &'a mut ModuleContext,
        numbering: &'a Numbering,
        target_info: *const c_void,
    ) -> BodyEncoder<'a> {
        let (words, raw_operands, types) = (Vec::new(), Vec::new(), Vec::new());
        BodyEncoder { ctx, numbering, target_info, words, raw_operands, types }
    }

    /// Encodes all instructions.
    ///
    /// # Errors
    /// [`Reject::ComdatLocalReference`] when a constant names what the merged function may not.
    pub fn encode(mut self) -> Result<PrimaryMap<InstId, Inst>, Reject> {
        let mut insts = PrimaryMap::with_capacity(self.numbering.insts.len());
        for numbered in self.numbering.insts.values() {
            insts.push(self.inst(numbered)?);
        }
        Ok(insts)
    }

    fn inst(&mut self, numbered: &NumberedInst) -> Result<Inst, Reject> {
        // SAFETY: the type of an instruction of the module.
        let ty = self.ctx.type_id(unsafe { TypeRef::new(numbered.raw.ty) });
        self.types.clear();
        let operands = match numbered.kind {
            RawKind::Phi => self.incoming(numbered.value)?,
            _ => self.operands(numbered)?,
        };
        let code = instruction_code(numbered.raw.opcode, ty, self.types.iter().copied());
        // SAFETY: the numbering and the target information are of the same living function.
        let cost = unsafe { shim::instruction_cost(self.target_info, numbered.value) };
        Ok(Inst {
            kind: kind(numbered.kind),
            ty,
            key: self.key(numbered, ty, &operands),
            code,
            cost,
            bytes: self.bytes(numbered),
            passed: self.passed(numbered),
            call: eligibility::call(numbered.raw.facts),
            commutes: self.commutes(numbered, &operands),
            floats: cost == 0 && eligibility::floats(numbered.raw.facts),
            block: numbered.block,
            operands,
        })
    }

    fn bytes(&self, numbered: &NumberedInst) -> u64 {
        let is_slot = numbered.kind == RawKind::Alloca;
        // SAFETY: the instruction is alive, and a static alloca, as functions with others are refused.
        if is_slot { unsafe { shim::alloca_bytes(numbered.value) } } else { 0 }
    }

    /// The bytes that a call passes by the stack.
    fn passed(&self, numbered: &NumberedInst) -> u64 {
        if !matches!(numbered.kind, RawKind::Call | RawKind::Invoke) {
            return 0;
        }
        let registers = self.ctx.tables.registers;
        // SAFETY: the instruction is alive, and a call.
        let arguments = unsafe { stack::passed_arguments(numbered.value, registers.bits) };
        registers.bytes_by_stack(arguments)
    }

    /// What is fixed cannot change places, nor can what is of two types.
    fn commutes(&self, numbered: &NumberedInst, operands: &[Operand]) -> bool {
        let free = |o: &Operand| o.mode == OperandMode::Selectable;
        eligibility::commutes(numbered.raw.facts)
            && operands.len() > 1
            && operands[..2].iter().all(free)
            && self.types[0] == self.types[1]
    }

    fn operands(&mut self, numbered: &NumberedInst) -> Result<SmallVec<[Operand; 3]>, Reject> {
        let mut raw_operands = std::mem::take(&mut self.raw_operands);
        // SAFETY: the instruction is alive and has as many operands as its head says.
        unsafe {
            shim::instruction_operands(numbered.value, numbered.raw.operands, &mut raw_operands);
        }
        if eligibility::is_mirrored(numbered.raw.facts) {
            raw_operands.swap(0, 1);
        }
        let operands = raw_operands.iter().map(|raw| self.operand(raw, numbered.exact)).collect();
        self.raw_operands = raw_operands;
        operands
    }

    fn operand(&mut self, raw: &RawOperand, exact: bool) -> Result<Operand, Reject> {
        let ty = self.ctx.type_of(raw.value);
        self.types.push(ty);
        let value = self.value(raw.value, OperandClass::of(raw.operand_class))?;
        let fixed = exact || raw.must_stay != 0 || !self.may_be_selected(value, ty);
        let mode = if fixed { OperandMode::Same } else { OperandMode::Selectable };
        Ok(Operand { value, mode })
    }

    fn value(&mut self, value: LLVMValueRef, class: OperandClass) -> Result<Value, Reject> {
        if class != OperandClass::Constant {
            // What is defined in a block that cannot be reached is not used in one that can.
            return self.numbering.get(value).ok_or(Reject::UnsupportedInstruction);
        }
        let id = self.ctx.const_id(value);
        if self.ctx.const_is_comdat_local(id) {
            return Err(Reject::ComdatLocalReference);
        }
        Ok(Value::Const(id))
    }

    fn may_be_selected(&self, value: Value, ty: TypeId) -> bool {
        self.ctx.tables.types[ty].selectable
            && match value {
                Value::Const(id) => self.ctx.const_selectable(id),
                Value::Block(_) => false,
                Value::Inst(_) | Value::Arg(_) => true,
            }
    }

    /// The pairs of a φ: reachable predecessors in LLVM's order, the first of equal ones.
    fn incoming(&mut self, phi: LLVMValueRef) -> Result<SmallVec<[Operand; 3]>, Reject> {
        let mut operands = SmallVec::new();
        let mut seen: SmallVec<[BlockId; 8]> = SmallVec::new();
        for (value, block) in incoming(phi) {
            let Some(Value::Block(from)) = self.numbering.get(block) else { continue };
            if seen.contains(&from) {
                continue;
            }
            seen.push(from);
            operands.push(self.phi_value(value)?);
            operands.push(Operand { value: Value::Block(from), mode: OperandMode::Same });
        }
        Ok(operands)
    }

    fn phi_value(&mut self, value: LLVMValueRef) -> Result<Operand, Reject> {
        let local = self.numbering.get(value).map(Ok);
        let value = local.unwrap_or_else(|| self.value(value, OperandClass::Constant))?;
        Ok(Operand { value, mode: OperandMode::Selectable })
    }

    fn key(&mut self, numbered: &NumberedInst, ty: TypeId, operands: &[Operand]) -> MergeKey {
        if eligibility::never_merges(numbered.raw.facts) {
            return MergeKey::NEVER;
        }
        self.words.clear();
        self.words.extend([u64::from(numbered.raw.opcode), u64::from(ty.as_u32())]);
        if numbered.kind != RawKind::Phi {
            self.add_special_words(numbered.value);
            self.add_operand_words(operands);
        }
        self.ctx.keys.key(&self.words)
    }

    /// The shim's words, with their number before them.
    fn add_special_words(&mut self, value: LLVMValueRef) {
        let start = self.words.len();
        self.words.push(0);
        // SAFETY: the instruction is alive.
        unsafe { shim::instruction_words(value, &mut self.words) };
        self.words[start] = (self.words.len() - start - 1) as u64;
    }

    fn add_operand_words(&mut self, operands: &[Operand]) {
        self.words.push(operands.len() as u64);
        let typed = self.types.iter().zip(operands);
        self.words.extend(typed.map(|(ty, operand)| operand_word(*ty, operand)));
        self.words.extend(operands.iter().filter_map(fixed_constant));
    }
}

fn kind(raw: RawKind) -> InstKind {
    match raw {
        RawKind::Normal | RawKind::Call => InstKind::Normal,
        RawKind::LandingPad => InstKind::LandingPad,
        RawKind::Invoke => InstKind::Invoke,
        RawKind::Phi => InstKind::Phi,
        RawKind::Alloca => InstKind::StaticAlloca,
        RawKind::Ret => InstKind::Ret,
        RawKind::Terminator => InstKind::Terminator,
    }
}

fn operand_word(ty: TypeId, operand: &Operand) -> u64 {
    let fixed = if operand.mode == OperandMode::Same { FIXED } else { 0 };
    let constant = if fixed_constant(operand).is_some() { CONSTANT } else { 0 };
    u64::from(ty.as_u32()) | fixed | constant
}

/// The constant of an operand that has to be that constant on both sides.
fn fixed_constant(operand: &Operand) -> Option<u64> {
    match (operand.value, operand.mode) {
        (Value::Const(id), OperandMode::Same) => Some(u64::from(id.as_u32())),
        _ => None,
    }
}

/// The (value, block) pairs of a φ, as LLVM has them.
fn incoming(phi: LLVMValueRef) -> impl Iterator<Item = (LLVMValueRef, LLVMValueRef)> {
    // SAFETY: the φ is alive, and each index is below the count.
    unsafe {
        (0..LLVMCountIncoming(phi)).map(move |index| {
            let block = LLVMGetIncomingBlock(phi, index);
            (LLVMGetIncomingValue(phi, index), LLVMBasicBlockAsValue(block))
        })
    }
}
