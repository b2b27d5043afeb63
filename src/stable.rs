//! Hashes of canonical forms that mean the same in any module, process and machine.
//!
//! Consumes: forms that were made of stable words. Produces: the hash of a function without its constants, the hashes
//! of the constants (section 3.2 of *Optimistic Global Function Merger*), or a digest of the whole function.
//! Guarantees: no hash depends on what could differ in another module with the same function: addresses, numbers given
//! by order, names of local symbols whose content can speak for them, debug information.

use fmerge_core::canon::form::CanonicalForm;
use fmerge_core::summary::{ConstantHash, StableHash, StableHasher};

/// A function as other modules can know it.
#[derive(Clone, Debug)]
pub struct StableForm {
    /// The hash of all but the values of the constants.
    pub hash: StableHash,
    /// The hashes of the constants, in canonical order.
    pub constants: Vec<ConstantHash>,
}

impl StableForm {
    /// Made of a form of stable words, and the digests of its constants.
    pub fn of(form: &CanonicalForm, constants: &[[u64; 2]]) -> StableForm {
        let mut hasher = StableHasher::new("function");
        add_words(&mut hasher, &form.code);
        add_words(&mut hasher, &form.kinds);
        let constants = constants.iter().map(constant_hash).collect();
        StableForm { hash: hasher.finish(), constants }
    }
}

/// A collision-resistant digest of all that a function does, promises and refers to. The form was made of stable words,
/// in a module with these settings. External symbols count by name. So two functions with one digest are the same
/// function wherever they are linked together, as long as neither names a local symbol that has no content.
pub fn digest(form: &CanonicalForm, constants: &[[u64; 2]], settings: &[u8]) -> [u8; 32] {
    let mut hasher = StableHasher::new("body");
    hasher.bytes(settings);
    for words in [&form.code, &form.kinds, &form.promises] {
        add_words(&mut hasher, words);
    }
    for constant in constants {
        add_words(&mut hasher, constant);
    }
    hasher.finish_wide()
}

/// The same of what a function does and refers to, without its promises.
pub fn code_digest(form: &CanonicalForm, constants: &[[u64; 2]]) -> [u8; 32] {
    let mut hasher = StableHasher::new("code");
    for words in [&form.code, &form.kinds] {
        add_words(&mut hasher, words);
    }
    for constant in constants {
        add_words(&mut hasher, constant);
    }
    hasher.finish_wide()
}

fn constant_hash(constant: &[u64; 2]) -> ConstantHash {
    let mut hasher = StableHasher::new("constant");
    add_words(&mut hasher, constant);
    hasher.finish_constant()
}

/// Adds a list with its length, so that two lists do not read like two others.
fn add_words(hasher: &mut StableHasher, words: &[u64]) {
    hasher.word(words.len() as u64);
    for &word in words {
        hasher.word(word);
    }
}
