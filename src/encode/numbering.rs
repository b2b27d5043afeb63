//! Numbering: which blocks and instructions are encoded, and under which ids.
//!
//! Consumes: a function. Produces: [`Numbering`], or the reason why an instruction refuses it.
//! Guarantees: blocks that can be reached, in the function's order, entry first; their instructions in
//! program order, without those that are dropped.

use cranelift_entity::PrimaryMap;
use fmerge_core::intrinsic::Treatment;
use fmerge_core::ir::{ArgId, Block, BlockId, InstId, Value};
use fmerge_core::reject::Reject;
use fmerge_core::speed::Frequency;
use fmerge_core::stack::Marker;
use inkwell::llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMGetBasicBlockTerminator, LLVMGetCalledValue, LLVMGetEntryBasicBlock,
    LLVMGetNumSuccessors, LLVMGetOperand, LLVMGetSuccessor,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use rustc_hash::{FxHashMap, FxHashSet};

use super::eligibility;
use crate::ffi::encode::{self as shim, RawInstruction, RawKind};
use crate::llvm::{FunctionRef, blocks, instructions};
use crate::module::{Handles, ModuleContext};

/// An instruction that is encoded.
pub struct NumberedInst {
    /// The instruction.
    pub value: LLVMValueRef,
    /// The block that holds it.
    pub block: BlockId,
    /// Its head, as the shim gives it.
    pub raw: RawInstruction,
    /// What sort it is.
    pub kind: RawKind,
    /// All of its operands are to be the same on both sides.
    pub exact: bool,
}

/// The ids of one function.
pub struct Numbering {
    /// The blocks that can be reached.
    pub blocks: PrimaryMap<BlockId, LLVMBasicBlockRef>,
    /// What is encoded of them.
    pub insts: PrimaryMap<InstId, NumberedInst>,
    /// Lifetime markers.
    markers: Vec<NumberedMarker>,
    /// Parameters, blocks and instructions by LLVM value.
    ids: FxHashMap<LLVMValueRef, Value>,
}

/// A lifetime marker.
struct NumberedMarker {
    /// The stack slot, or poison.
    slot: LLVMValueRef,
    starts: bool,
    /// The instruction that it stands before.
    before: InstId,
}

impl Numbering {
    /// Numbers `function`.
    ///
    /// # Errors
    /// The reason of the first instruction, in the function's order, that refuses the function.
    pub fn of(ctx: &mut ModuleContext, function: FunctionRef) -> Result<Numbering, Reject> {
        let mut numbering = Numbering {
            blocks: reachable_blocks(function),
            insts: PrimaryMap::new(),
            markers: Vec::new(),
            ids: FxHashMap::default(),
        };
        numbering.add_args(function);
        for block in numbering.blocks.keys() {
            numbering.add_block(ctx, block)?;
        }
        Ok(numbering)
    }

    /// What an operand refers to, if it is a parameter, block or instruction that is encoded.
    pub fn get(&self, value: LLVMValueRef) -> Option<Value> {
        self.ids.get(&value).copied()
    }

    /// The lifetime markers of static allocas, sorted.
    pub fn markers(&self) -> Vec<Marker> {
        let encoded = |marker: &NumberedMarker| match self.get(marker.slot) {
            Some(Value::Inst(slot)) if self.insts[slot].kind == RawKind::Alloca => {
                Some(Marker { before: marker.before, starts: marker.starts, slot })
            }
            // The marker of a slot that is nowhere in reachable code.
            _ => None,
        };
        let mut markers: Vec<Marker> = self.markers.iter().filter_map(encoded).collect();
        markers.sort_unstable();
        markers.dedup();
        markers
    }

    /// The blocks, which run so often, with the ids of their instructions.
    pub fn encoded_blocks(&self, frequencies: &[Frequency]) -> PrimaryMap<BlockId, Block> {
        let block = |&frequency| Block { frequency, ..Block::default() };
        let mut blocks: PrimaryMap<BlockId, Block> = frequencies.iter().map(block).collect();
        for (id, inst) in &self.insts {
            blocks[inst.block].insts.push(id);
        }
        blocks
    }

    /// The LLVM values behind the ids.
    pub fn into_handles(
        self,
        function: FunctionRef,
        args: PrimaryMap<ArgId, LLVMValueRef>,
    ) -> Handles {
        let insts = self.insts.values().map(|inst| inst.value).collect();
        Handles { function, args, blocks: self.blocks, insts }
    }

    fn add_args(&mut self, function: FunctionRef) {
        for (arg, &value) in &super::signature::arguments(function) {
            self.ids.insert(value, Value::Arg(arg));
        }
    }

    fn add_block(&mut self, ctx: &mut ModuleContext, block: BlockId) -> Result<(), Reject> {
        let handle = self.blocks[block];
        let mut waiting = Vec::new();
        // SAFETY: the block belongs to a living function.
        self.ids.insert(unsafe { LLVMBasicBlockAsValue(handle) }, Value::Block(block));
        for value in instructions(handle) {
            // SAFETY: as above, and so does its instruction.
            let raw = unsafe { shim::instruction(value) };
            eligibility::check_instruction(raw.facts)?;
            let kind = RawKind::of(raw.kind);
            match treatment(ctx, value, kind) {
                Treatment::Refuse(reason) => return Err(reason),
                Treatment::Drop => {}
                Treatment::Lifetime { starts } => {
                    // SAFETY: a marker has one argument, the slot.
                    let slot = unsafe { LLVMGetOperand(value, 0) };
                    waiting.push((slot, starts));
                }
                treatment => {
                    let exact = treatment == Treatment::Exact;
                    let id = self.insts.push(NumberedInst { value, block, raw, kind, exact });
                    self.ids.insert(value, Value::Inst(id));
                    if kind != RawKind::Alloca {
                        let marker = |(slot, starts)| NumberedMarker { slot, starts, before: id };
                        self.markers.extend(waiting.drain(..).map(marker));
                    }
                }
            }
        }
        Ok(())
    }
}

fn treatment(ctx: &mut ModuleContext, value: LLVMValueRef, kind: RawKind) -> Treatment {
    if !matches!(kind, RawKind::Call | RawKind::Invoke) {
        return Treatment::Ordinary;
    }
    // SAFETY: the instruction is alive and a call or invoke.
    let callee = unsafe { LLVMGetCalledValue(value) };
    match ctx.intrinsic(callee).unwrap_or(Treatment::Ordinary) {
        // Its block must still end in something.
        Treatment::Drop if kind == RawKind::Invoke => Treatment::Exact,
        treatment => treatment,
    }
}

/// The blocks that can be reached from the entry, in the function's order, which begins with it.
fn reachable_blocks(function: FunctionRef) -> PrimaryMap<BlockId, LLVMBasicBlockRef> {
    // SAFETY: `encode` has refused declarations, so there is an entry block.
    let entry = unsafe { LLVMGetEntryBasicBlock(function.as_ptr()) };
    let mut reached = FxHashSet::from_iter([entry]);
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        pending.extend(successors(block).filter(|&next| reached.insert(next)));
    }
    blocks(function).filter(|block| reached.contains(block)).collect()
}

fn successors(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMBasicBlockRef> {
    // SAFETY: a block of a function that LLVM has verified ends in a terminator.
    let (terminator, count) = unsafe {
        let terminator = LLVMGetBasicBlockTerminator(block);
        (terminator, LLVMGetNumSuccessors(terminator))
    };
    // SAFETY: each index is below the count.
    (0..count).map(move |index| unsafe { LLVMGetSuccessor(terminator, index) })
}
