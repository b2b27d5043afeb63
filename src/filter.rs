//! Filters of LLVM functions: which of them may have equal canonical forms.
//!
//! Consumes: functions of one module. Produces: their [`filter`](fmerge_core::canon::filter)s.
//! Guarantees: as there. The module is not changed.

// Whoever holds an LLVM reference while a pass runs vouches that it is alive; see `crate::module`.
#![allow(clippy::not_unsafe_ptr_arg_deref)]

use fmerge_core::canon::filter;
use fmerge_core::canon::layout::{self, Layout};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMCountParams, LLVMGetArrayLength2, LLVMGetIntTypeWidth, LLVMGetNumContainedTypes,
    LLVMGetSubtypes, LLVMGetTypeKind,
};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use rustc_hash::FxHashMap;

use crate::ffi::canon as shim;

/// Makes filters of the functions of one module.
#[derive(Default)]
pub struct Filters {
    /// Of types that were seen.
    types: FxHashMap<LLVMTypeRef, u64>,
}

impl Filters {
    /// The filter of a function's code; constants do not count.
    ///
    /// # Safety
    /// The function is alive and has a body.
    pub unsafe fn of_code(&mut self, function: LLVMValueRef) -> u64 {
        // SAFETY: the caller's promise.
        unsafe { self.of(function, false, &mut Vec::new()) }
    }

    /// The functions that share their filter with another, in the order given; constants count.
    ///
    /// # Safety
    /// The functions are alive and have bodies.
    pub unsafe fn with_company(&mut self, functions: &[LLVMValueRef]) -> Vec<LLVMValueRef> {
        let mut references = Vec::with_capacity(functions.len());
        let of = |&function: &LLVMValueRef| {
            references.push(Vec::new());
            let own = references.last_mut().expect("it was just added");
            // SAFETY: the caller's promise.
            unsafe { self.of(function, true, own) }
        };
        let mut filters: Vec<u64> = functions.iter().map(of).collect();
        let indices: FxHashMap<_, _> = functions.iter().copied().zip(0..).collect();
        // What takes no part is no one's equal.
        let index = |function| indices.get(&function).copied().ok_or(function as u64);
        let references: Vec<_> =
            references.into_iter().map(|of| of.into_iter().map(index).collect()).collect();
        filter::refine(&mut filters, &references);
        let company = functions.iter().zip(filter::with_company(&filters));
        company.filter(|&(_, has)| has).map(|(&function, _)| function).collect()
    }

    /// # Safety
    /// The function is alive and has a body.
    unsafe fn of(
        &mut self,
        function: LLVMValueRef,
        with_constants: bool,
        references: &mut Vec<LLVMValueRef>,
    ) -> u64 {
        let types = &mut self.types;
        let mut number = |ty| *types.entry(ty).or_insert_with(|| number(ty));
        // SAFETY: the caller's promise.
        let mut sum = u64::from(unsafe { LLVMCountParams(function) });
        let mut add = |(outlines, operands): shim::OutlinedBlock<'_>| {
            sum = sum.wrapping_add(filter::of_block(outlines, operands, references));
        };
        // SAFETY: as above.
        unsafe { shim::outline(function, with_constants, &mut number, &mut add) };
        sum
    }
}

/// Equal for types that count as one.
fn number(ty: LLVMTypeRef) -> u64 {
    let is_by_layout = layout::has_few_parts(ty, &|ty| (parts(ty), times(ty)));
    if is_by_layout { layout::number(ty, &layout_of) } else { ty as u64 }
}

fn layout_of(ty: LLVMTypeRef) -> Layout<LLVMTypeRef> {
    use LLVMTypeKind::{
        LLVMArrayTypeKind, LLVMIntegerTypeKind, LLVMPointerTypeKind, LLVMScalableVectorTypeKind,
        LLVMStructTypeKind, LLVMVectorTypeKind,
    };
    // SAFETY: a type of a living module lives as long as that.
    let kind = unsafe { LLVMGetTypeKind(ty) };
    match kind {
        LLVMPointerTypeKind => Layout::Address,
        // SAFETY: as above; it is an integer type.
        LLVMIntegerTypeKind if matches!(unsafe { LLVMGetIntTypeWidth(ty) }, 32 | 64) => {
            Layout::Address
        }
        LLVMStructTypeKind
        | LLVMArrayTypeKind
        | LLVMVectorTypeKind
        | LLVMScalableVectorTypeKind => Layout::Parts(kind as u64, parts(ty)),
        _ => Layout::Scalar(ty as u64),
    }
}

fn parts(ty: LLVMTypeRef) -> Vec<LLVMTypeRef> {
    // SAFETY: the type is alive, and all elements of the list are written before it gets its length.
    unsafe {
        let count = LLVMGetNumContainedTypes(ty) as usize;
        let mut parts = Vec::with_capacity(count);
        LLVMGetSubtypes(ty, parts.as_mut_ptr());
        parts.set_len(count);
        parts
    }
}

/// How often an array has its part; 1 for all else.
fn times(ty: LLVMTypeRef) -> u64 {
    // SAFETY: the type is alive, and an array where its length is asked for.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(ty),
            _ => 1,
        }
    }
}
