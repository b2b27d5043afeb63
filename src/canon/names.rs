//! What the canonical forms of one module's functions refer to, by name.
//!
//! Consumes: addresses of LLVM's types, constants and metadata, as the shim's tapes have them. Produces: [`Names`].
//! Guarantees: a name is an address, or where words are stable a digest of the content. Each type is looked at once.

use fmerge_core::canon::form::{FormConstant, Names, TypeName};
use inkwell::llvm_sys::core::{
    LLVMConstNull, LLVMGetPoison, LLVMGetUndef, LLVMIsNull, LLVMIsPoison, LLVMIsUndef, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMTypeRef, LLVMValueRef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::types::CanonicalTypes;
use crate::ffi::canon::{Describer, Description};
use crate::llvm::{FunctionRef, ModuleRef, TypeRef};

/// The names of one module.
pub struct ModuleNames {
    describer: Describer,
    is_stable: bool,
    types: CanonicalTypes,
    known: FxHashMap<u64, Known>,
}

/// What was found out about a type.
struct Known {
    name: TypeName,
    /// What it counts as.
    canonical: LLVMTypeRef,
}

impl ModuleNames {
    /// Nothing is known yet.
    pub fn new(module: ModuleRef, is_stable: bool) -> ModuleNames {
        ModuleNames {
            describer: Describer::new(module, is_stable),
            is_stable,
            types: CanonicalTypes::new(module),
            known: FxHashMap::default(),
        }
    }

    /// # Safety
    /// The function has a body, and belongs to the module.
    pub unsafe fn describe(&mut self, function: FunctionRef) -> Description {
        // SAFETY: the caller's promise.
        unsafe { self.describer.describe(function) }
    }

    /// Of the content of a constant; only where words are stable.
    pub fn digest(&mut self, constant: &FormConstant) -> [u64; 2] {
        let value = (!constant.is_itself).then_some(constant.value as LLVMValueRef);
        // SAFETY: the constant is of the module, which is alive.
        unsafe { self.describer.constant_digest(value) }
    }

    fn known(&mut self, ty: u64) -> &Known {
        let ModuleNames { describer, is_stable, types, known } = self;
        known.entry(ty).or_insert_with(|| {
            let mut kinds = SmallVec::new();
            // SAFETY: a type of the module's context.
            let ty = unsafe { TypeRef::new(ty as LLVMTypeRef) };
            let canonical = types.canonical(ty, &mut kinds);
            let words = match is_stable {
                // SAFETY: a type of the module's context.
                true => SmallVec::from(unsafe { describer.type_digest(canonical) }),
                false => SmallVec::from_slice(&[canonical.as_ptr() as u64]),
            };
            Known { name: TypeName { words, kinds }, canonical: canonical.as_ptr() }
        })
    }
}

impl Names for ModuleNames {
    fn ty(&mut self, ty: u64) -> &TypeName {
        &self.known(ty).name
    }

    /// Null, undef and poison are those of the canonical type.
    fn constant(&mut self, value: u64, ty: u64) -> u64 {
        let canonical = self.known(ty).canonical;
        let constant = value as LLVMValueRef;
        // SAFETY: the constant is of the module, which is alive.
        let same = unsafe {
            if LLVMTypeOf(constant) == canonical {
                constant
            } else if LLVMIsNull(constant) != 0 {
                LLVMConstNull(canonical)
            } else if LLVMIsPoison(constant) != 0 {
                LLVMGetPoison(canonical)
            } else if LLVMIsUndef(constant) != 0 {
                LLVMGetUndef(canonical)
            } else {
                constant
            }
        };
        same as u64
    }

    fn name(&mut self, constant: u64, words: &mut Vec<u64>) {
        match self.is_stable {
            // SAFETY: the constant is of the module, which is alive.
            true => words
                .extend(unsafe { self.describer.constant_digest(Some(constant as LLVMValueRef)) }),
            false => words.push(constant),
        }
    }

    fn node(&mut self, node: u64, place: u64) -> Vec<u64> {
        // SAFETY: the core asks for what the tapes have.
        unsafe { self.describer.node(node as LLVMMetadataRef, place) }
    }
}
