//! Names for what the canonical forms of one module's functions refer to.
//!
//! Consumes: addresses of LLVM's types, constants and metadata, as the shim's tapes have them. Produces: [`TapeNames`].
//! Guarantees: a name is an address, or a digest of the content if words are stable. Each type is looked at once.

use fmerge_core::canon::content::{self, ContentPart, Digests};
use fmerge_core::canon::form::{FormConstant, TapeNames, TypeName};
use inkwell::llvm_sys::core::{
    LLVMConstNull, LLVMGetPoison, LLVMGetUndef, LLVMIsNull, LLVMIsPoison, LLVMIsUndef, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMTypeRef, LLVMValueRef};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::types::CanonicalTypes;
use crate::ffi::canon::{Describer, FunctionDescription, Tape};
use crate::ffi::content::{Contents, Thing};
use crate::llvm::{FunctionRef, ModuleRef, TypeRef};

/// The names of one module.
pub struct ModuleNames {
    describer: Describer,
    /// None if names are addresses.
    digests: Option<Digests<Contents>>,
    types: CanonicalTypes,
    known: FxHashMap<u64, KnownType>,
}

/// What was found out about a type.
struct KnownType {
    name: TypeName,
    /// The type that it counts as.
    canonical: LLVMTypeRef,
}

impl ModuleNames {
    /// Nothing is known yet.
    ///
    /// # Safety
    /// With `is_stable`, the module does not change for as long as the result is used.
    pub unsafe fn new(module: ModuleRef, is_stable: bool) -> ModuleNames {
        ModuleNames {
            describer: Describer::new(module, is_stable),
            // SAFETY: the caller's promise; it is asked only about things of the module.
            digests: is_stable.then(|| Digests::new(unsafe { Contents::new(module) })),
            types: CanonicalTypes::new(module),
            known: FxHashMap::default(),
        }
    }

    /// # Safety
    /// The function has a body, and belongs to the module.
    pub unsafe fn describe(&mut self, function: FunctionRef) -> FunctionDescription {
        // SAFETY: the caller's promise.
        let mut description = unsafe { self.describer.describe(function) };
        self.fill(&mut description.tape);
        description
    }

    /// Writes the digests on a tape, which has places for them only if words are stable.
    fn fill(&mut self, tape: &mut Tape) {
        for &(at, part) in &tape.parts {
            if let (Some(digests), ContentPart::Digest(thing)) = (&mut self.digests, part) {
                tape.words[at..at + 2].copy_from_slice(&digests.of(thing));
            }
        }
    }

    /// The digest of a constant's content. It needs stable words.
    pub fn digest(&mut self, constant: &FormConstant) -> [u64; 2] {
        match constant.is_itself {
            true => content::of_text("self"),
            false => self.stable().of(Thing::value(constant.value)),
        }
    }

    /// A text that tells the module from all others of a program. It needs stable words.
    pub fn identity(&mut self) -> String {
        self.stable().identity().to_owned()
    }

    fn stable(&mut self) -> &mut Digests<Contents> {
        self.digests.as_mut().expect("digests are of stable words")
    }

    fn known(&mut self, ty: u64) -> &KnownType {
        let ModuleNames { digests, types, known, .. } = self;
        known.entry(ty).or_insert_with(|| {
            let mut kinds = SmallVec::new();
            // SAFETY: a type of the module's context.
            let ty = unsafe { TypeRef::new(ty as LLVMTypeRef) };
            let canonical = types.canonical(ty, &mut kinds).as_ptr();
            let words = match digests {
                Some(digests) => SmallVec::from(digests.of(Thing::ty(canonical as u64))),
                None => SmallVec::from_slice(&[canonical as u64]),
            };
            KnownType { name: TypeName { words, kinds }, canonical }
        })
    }
}

impl TapeNames for ModuleNames {
    fn ty(&mut self, ty: u64) -> &TypeName {
        &self.known(ty).name
    }

    /// The constant itself. But null, undef and poison become those of the canonical type.
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
        match &mut self.digests {
            Some(digests) => words.extend(digests.of(Thing::value(constant))),
            None => words.push(constant),
        }
    }

    fn node(&mut self, node: u64, place: u64) -> Vec<u64> {
        // SAFETY: the core asks only for nodes and places that are on the tapes.
        let mut tape = unsafe { self.describer.node(node as LLVMMetadataRef, place) };
        self.fill(&mut tape);
        tape.words
    }
}
