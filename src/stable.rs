//! Hashes of canonical forms that mean the same in any module, process and machine.
//!
//! Consumes: forms that the shim made of stable words. Produces: the hash of a function without its
//! constants, hashes of these (section 3.2 of *Optimistic Global Function Merger*), or the digest of all
//! that a function is.
//! Guarantees: nothing goes in that another module with the same function could have otherwise: no address,
//! no number given by order, no name of a local symbol whose content can speak for it, no debug information.

use fmerge_core::summary::{ConstantHash, StableHash, StableHasher};

use crate::ffi::canon::{RawConstantUse, RawForm};

/// A function as other modules can know it.
#[derive(Clone, Debug)]
pub struct StableForm {
    /// Of everything but what the constants are.
    pub hash: StableHash,
    /// The constants, in canonical order.
    pub constants: Vec<ConstantHash>,
}

impl StableForm {
    /// Of a form that was made of stable words.
    pub fn of(form: &RawForm<'_>) -> StableForm {
        let mut hasher = StableHasher::new("function");
        add_words(&mut hasher, form.code);
        add_words(&mut hasher, form.kinds);
        let constants = form.constants.iter().map(constant_hash).collect();
        StableForm { hash: hasher.finish(), constants }
    }
}

/// A collision-resistant digest of all that a function does, promises and refers to, of a form that was made
/// of stable words, in a module with these settings. External symbols count by name, so two functions with one digest are one function
/// wherever they are linked together, as long as neither names a local symbol that has no content.
pub fn digest(form: &RawForm<'_>, settings: &[u8]) -> [u8; 32] {
    let mut hasher = StableHasher::new("body");
    hasher.bytes(settings);
    for words in [form.code, form.kinds, form.promises] {
        add_words(&mut hasher, words);
    }
    for constant in form.constants {
        add_words(&mut hasher, &constant.digest);
    }
    hasher.finish_wide()
}

fn constant_hash(constant: &RawConstantUse) -> ConstantHash {
    let mut hasher = StableHasher::new("constant");
    add_words(&mut hasher, &constant.digest);
    hasher.finish_constant()
}

/// A list, told from another that reads the same by its length.
fn add_words(hasher: &mut StableHasher, words: &[u64]) {
    hasher.word(words.len() as u64);
    for &word in words {
        hasher.word(word);
    }
}
