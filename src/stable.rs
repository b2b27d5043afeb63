//! Hashes of functions that mean the same in any module, process and machine.
//!
//! Consumes: functions of one module. Produces: [`StableForm`] (section 3.2 of *Optimistic Global Function
//! Merger*: the function without its constants, and these beside), or the digest of all that a function is.
//! The module is not changed; once it is, a new [`StableForms`] is needed.
//! Guarantees: nothing goes in that another module with the same function could have otherwise: no address,
//! no number given by order, no name of a local symbol whose content can speak for it, no debug information.

use fmerge_core::summary::{Hole, StableHash, StableHasher};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::ffi::canon::{Canonicalizer, RawConstantUse, RawForm};

/// A function as other modules can know it.
pub struct StableForm {
    /// Of everything but what the holes hold.
    pub hash: StableHash,
    /// Its constants: positions count them in canonical order.
    pub holes: Vec<Hole>,
    /// Where the constants are.
    pub places: Vec<RawConstantUse>,
    /// Instructions that can be reached.
    pub instructions: u32,
    /// The shim's facts of its instructions.
    pub instruction_facts: u64,
    /// The shim's facts of its constants.
    pub constant_facts: u64,
    /// The intrinsics that it calls.
    pub intrinsics: Vec<LLVMValueRef>,
}

/// Makes stable forms of the functions of one module.
pub struct StableForms(Canonicalizer);

impl StableForms {
    /// # Safety
    /// The module, and every function that the result is asked about, is alive and does not change for as
    /// long as the result is used.
    pub unsafe fn new(module: LLVMModuleRef) -> StableForms {
        // SAFETY: the caller's promise.
        StableForms(unsafe { Canonicalizer::new(module, true) })
    }

    /// The stable form of a function with a body.
    pub fn of(&mut self, function: LLVMValueRef) -> StableForm {
        // SAFETY: the promise of `new`.
        let form = unsafe { self.0.form(function) };
        let mut hasher = StableHasher::new("function");
        add_words(&mut hasher, form.code);
        add_words(&mut hasher, form.kinds);
        StableForm {
            hash: hasher.finish(),
            holes: form.constants.iter().zip(0..).map(hole).collect(),
            places: form.constants.to_vec(),
            instructions: form.instruction_count,
            instruction_facts: form.instruction_facts,
            constant_facts: form.constant_facts,
            intrinsics: form.intrinsics.to_vec(),
        }
    }

    /// A collision-resistant digest of all that a function does, promises and refers to. External symbols
    /// count by name, so two functions with one digest are one function wherever they are linked together.
    pub fn digest(&mut self, function: LLVMValueRef) -> [u8; 32] {
        // SAFETY: the promise of `new`.
        let RawForm { code, kinds, promises, constants, .. } = unsafe { self.0.form(function) };
        let mut hasher = StableHasher::new("body");
        for words in [code, kinds, promises] {
            add_words(&mut hasher, words);
        }
        for constant in constants {
            add_words(&mut hasher, &constant.digest);
        }
        hasher.finish_wide()
    }
}

fn hole((constant, position): (&RawConstantUse, u32)) -> Hole {
    let mut hasher = StableHasher::new("constant");
    add_words(&mut hasher, &constant.digest);
    Hole { position, constant: hasher.finish_constant() }
}

/// A list, told from another that reads the same by its length.
fn add_words(hasher: &mut StableHasher, words: &[u64]) {
    hasher.word(words.len() as u64);
    for &word in words {
        hasher.word(word);
    }
}
