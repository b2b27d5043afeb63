//! A wrong merge, made on purpose, so that tests show that `fmerge bisect` finds it.
//!
//! Consumes: the environment variable `FMERGE_TEST_WRONG_MERGE`, which names a merged function. Produces: that function
//! with a fault: the operands of its first instruction whose operands have an order are swapped. Guarantees: nothing
//! happens without the variable; the damage is logged as a warning.

use std::env;
use std::sync::OnceLock;

use inkwell::llvm_sys::core::{
    LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetICmpPredicate,
    LLVMGetInstructionOpcode, LLVMGetNextBasicBlock, LLVMGetNextInstruction, LLVMGetOperand,
    LLVMSetOperand,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use crate::llvm::{FunctionRef, chain};

/// The variable.
const VARIABLE: &str = "FMERGE_TEST_WRONG_MERGE";

/// Damages a function that was just merged, if it is the one that the variable names.
pub fn plant(merged: FunctionRef) {
    static WANTED: OnceLock<Option<String>> = OnceLock::new();
    let Some(wanted) = WANTED.get_or_init(|| env::var(VARIABLE).ok()) else { return };
    if merged.name() != *wanted {
        return;
    }
    // SAFETY: the function is alive and has a body; its instructions stay while operands are swapped.
    let found = unsafe {
        let blocks = chain(LLVMGetFirstBasicBlock(merged.as_ptr()), |b| LLVMGetNextBasicBlock(b));
        blocks
            .flat_map(|b| chain(LLVMGetFirstInstruction(b), |i| LLVMGetNextInstruction(i)))
            .find(|&instruction| is_ordered(instruction))
    };
    match found {
        Some(instruction) => {
            // SAFETY: the instruction has two operands of one type.
            unsafe {
                let (left, right) =
                    (LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1));
                LLVMSetOperand(instruction, 0, right);
                LLVMSetOperand(instruction, 1, left);
            }
            log::warn!("{VARIABLE}: {wanted} is wrong now");
        }
        None => log::warn!("{VARIABLE}: nothing in {wanted} can be made wrong"),
    }
}

/// Whether it matters which of two different operands comes first.
///
/// # Safety
/// The instruction is alive.
unsafe fn is_ordered(instruction: LLVMValueRef) -> bool {
    use LLVMOpcode::{LLVMAShr, LLVMFSub, LLVMICmp, LLVMLShr, LLVMShl, LLVMSub};
    // SAFETY: the caller's promise; only comparisons are asked for a predicate, and all of these have two operands.
    unsafe {
        let ordered = match LLVMGetInstructionOpcode(instruction) {
            LLVMSub | LLVMShl | LLVMLShr | LLVMAShr | LLVMFSub => true,
            LLVMICmp => !matches!(
                LLVMGetICmpPredicate(instruction),
                LLVMIntPredicate::LLVMIntEQ | LLVMIntPredicate::LLVMIntNE
            ),
            _ => false,
        };
        ordered && LLVMGetOperand(instruction, 0) != LLVMGetOperand(instruction, 1)
    }
}
