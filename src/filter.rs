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

/// Makes filters of the functions of one module, and keeps them until it is told that a function has changed.
#[derive(Default)]
pub struct Filters {
    /// Of types that were seen.
    types: FxHashMap<TypeRef, u64>,
    /// Of code without constants.
    code: FxHashMap<FunctionRef, u64>,
    /// Of code with constants, and the functions that it refers to.
    whole: FxHashMap<FunctionRef, (u64, Vec<LLVMValueRef>)>,
}

impl Filters {
    /// The filter of a function's code; constants do not count.
    pub fn of_code(&mut self, function: FunctionRef) -> u64 {
        let Filters { types, code, .. } = self;
        *code.entry(function).or_insert_with(|| of(types, function, false, &mut Vec::new()))
    }

    /// A function has changed, or is about to be deleted.
    pub fn forget(&mut self, function: FunctionRef) {
        self.code.remove(&function);
        self.whole.remove(&function);
    }

    /// The functions that share their filter with another, in the order given; constants count.
    pub fn with_company(&mut self, functions: &[FunctionRef]) -> Vec<FunctionRef> {
        let indices: FxHashMap<_, _> =
            functions.iter().map(|function| function.as_ptr()).zip(0..).collect();
        // What takes no part is no one's equal.
        let index = |&function: &_| indices.get(&function).copied().ok_or(function as u64);
        let mut references = Vec::with_capacity(functions.len());
        let of = |&function: &FunctionRef| {
            let (filter, own) = self.of_whole(function);
            references.push(own.iter().map(index).collect());
            filter
        };
        let mut filters: Vec<u64> = functions.iter().map(of).collect();
        filter::refine(&mut filters, &references);
        let company = functions.iter().zip(filter::with_company(&filters));
        company.filter(|&(_, has)| has).map(|(&function, _)| function).collect()
    }

    /// The filter of a function's code with its constants, and the functions that it refers to.
    fn of_whole(&mut self, function: FunctionRef) -> (u64, &[LLVMValueRef]) {
        let Filters { types, whole, .. } = self;
        let (filter, references) = whole.entry(function).or_insert_with(|| {
            let mut references = Vec::new();
            (of(types, function, true, &mut references), references)
        });
        (*filter, references)
    }
}

/// The filter of a function as it is now; `types` are numbers of those that were seen.
fn of(
    types: &mut FxHashMap<TypeRef, u64>,
    function: FunctionRef,
    with_constants: bool,
    references: &mut Vec<LLVMValueRef>,
) -> u64 {
    let mut number = |ty| *types.entry(ty).or_insert_with(|| number(ty));
    let mut sum = u64::from(function.parameters());
    let mut add = |(outlines, operands): shim::OutlinedBlock<'_>| {
        sum = sum.wrapping_add(filter::of_block(outlines, operands, references));
    };
    shim::outline(function, with_constants, &mut number, &mut add);
    sum
}
