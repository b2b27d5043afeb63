//! Filters of LLVM functions: which of them may have equal canonical forms.
//!
//! Consumes: functions of one module. Produces: their [`filter`](fmerge_core::canon::filter)s.
//! Guarantees: as there. The module is not changed.

use fmerge_core::canon::filter;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use rustc_hash::FxHashMap;

use crate::canon::types::number;
use crate::ffi::canon as shim;
use crate::llvm::{FunctionRef, TypeRef};

/// Makes filters of the functions of one module.
#[derive(Default)]
pub struct Filters {
    /// Of types that were seen.
    types: FxHashMap<TypeRef, u64>,
}

impl Filters {
    /// The filter of a function's code; constants do not count.
    pub fn of_code(&mut self, function: FunctionRef) -> u64 {
        self.of(function, false, &mut Vec::new())
    }

    /// The functions that share their filter with another, in the order given; constants count.
    pub fn with_company(&mut self, functions: &[FunctionRef]) -> Vec<FunctionRef> {
        let mut references = Vec::with_capacity(functions.len());
        let of = |&function: &FunctionRef| {
            references.push(Vec::new());
            let own = references.last_mut().expect("it was just added");
            self.of(function, true, own)
        };
        let mut filters: Vec<u64> = functions.iter().map(of).collect();
        let indices: FxHashMap<_, _> =
            functions.iter().map(|function| function.as_ptr()).zip(0..).collect();
        // What takes no part is no one's equal.
        let index = |function| indices.get(&function).copied().ok_or(function as u64);
        let references: Vec<_> =
            references.into_iter().map(|of| of.into_iter().map(index).collect()).collect();
        filter::refine(&mut filters, &references);
        let company = functions.iter().zip(filter::with_company(&filters));
        company.filter(|&(_, has)| has).map(|(&function, _)| function).collect()
    }

    fn of(
        &mut self,
        function: FunctionRef,
        with_constants: bool,
        references: &mut Vec<LLVMValueRef>,
    ) -> u64 {
        let types = &mut self.types;
        let mut number = |ty| *types.entry(ty).or_insert_with(|| number(ty));
        let mut sum = u64::from(function.parameters());
        let mut add = |(outlines, operands): shim::OutlinedBlock<'_>| {
            sum = sum.wrapping_add(filter::of_block(outlines, operands, references));
        };
        shim::outline(function, with_constants, &mut number, &mut add);
        sum
    }
}
