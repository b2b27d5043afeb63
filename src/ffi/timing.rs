//! The Rust side of `src/shim/timing.cpp`.
//!
//! Consumes: a function, and its constants as canonical forms have them. Produces: [`Use`]s.
//! Guarantees: the numbers of operations are those of the shim.

use std::mem::MaybeUninit;

use fmerge_core::canon::ConstantUse;
use fmerge_core::canon::timing::Operation;
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

use super::enumeration::of_number;
use super::gfm::ParameterPlace;
use super::structure::crosses;

#[repr(C)]
#[derive(Clone, Copy)]
struct RawUse {
    block: LLVMBasicBlockRef,
    operation: u32,
}
crosses!("FmergeUse", RawUse: block, operation);

unsafe extern "C" {
    fn fmerge_constant_uses(
        function: LLVMValueRef,
        places: *const ParameterPlace,
        count: usize,
        out: *mut MaybeUninit<RawUse>,
    );
}

/// A use of a constant.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The block with which its value is used. For an operand of a φ, this is the incoming block.
    pub block: LLVMBasicBlockRef,
    /// What it is an operand of.
    pub operation: Operation,
}

/// How a function uses its constants, in their order.
///
/// # Safety
/// The function is alive, and the constants are those of its canonical form as it is now.
pub unsafe fn constant_uses(function: LLVMValueRef, constants: &[ConstantUse]) -> Vec<Use> {
    let place = |constant: &ConstantUse| {
        let ConstantUse { instruction, operand, .. } = *constant;
        ParameterPlace { instruction, operand, parameter: -1, entry: -1 }
    };
    let places: Vec<ParameterPlace> = constants.iter().map(place).collect();
    let mut uses = vec![MaybeUninit::uninit(); places.len()];
    // SAFETY: the caller's promise; there is room for a use of each place, and the shim fills all.
    let use_of = |raw: &MaybeUninit<RawUse>| unsafe {
        let RawUse { block, operation } = raw.assume_init();
        Use { block, operation: operation_of(operation) }
    };
    // SAFETY: as above.
    unsafe {
        fmerge_constant_uses(function, places.as_ptr(), places.len(), uses.as_mut_ptr());
    }
    uses.iter().map(use_of).collect()
}

fn operation_of(raw: u32) -> Operation {
    of_number!(raw, "Operation":
        "Ordinary" => Operation::Ordinary,
        "Callee" => Operation::Callee,
        "Divisor" => Operation::Divisor,
        "Factor" => Operation::Factor,
        "ShiftAmount" => Operation::ShiftAmount,
        "LoopBound" => Operation::LoopBound,
    )
}
