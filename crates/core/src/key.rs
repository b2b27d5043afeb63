//! Merge keys: interned descriptions of all that two instructions must share to become one.
//!
//! Consumes: words that describe an instruction completely but for its selectable operands (opcode,
//! result and operand types, predicate, flags that may not be weakened, fixed operands, …).
//! Produces: [`MergeKey`], a number that is equal exactly when the words are.
//! Guarantees: numbers are given out in order of first sight, so equal input gives equal keys.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Equal keys exactly when two instructions may become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MergeKey(pub u32);

impl MergeKey {
    /// The key of an instruction that may not be merged with any other, not even an equal one.
    pub const NEVER: MergeKey = MergeKey(u32::MAX);

    /// Whether instructions with these two keys may become one.
    pub fn may_merge(self, other: MergeKey) -> bool {
        self == other && self != MergeKey::NEVER
    }
}

/// Interns sequences of words.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    ids: FxHashMap<Box<[u64]>, u32>,
}

impl Interner {
    /// The number of `words`: the same for equal sequences, counted up from 0 in order of first sight.
    ///
    /// # Panics
    /// After 2³² − 1 distinct sequences.
    pub fn intern(&mut self, words: &[u64]) -> u32 {
        if let Some(&id) = self.ids.get(words) {
            return id;
        }
        let id = u32::try_from(self.ids.len()).ok().filter(|&id| id != u32::MAX);
        let id = id.expect("fewer distinct keys than u32::MAX");
        self.ids.insert(words.into(), id);
        id
    }

    /// [`Self::intern`] as a merge key.
    pub fn key(&mut self, words: &[u64]) -> MergeKey {
        MergeKey(self.intern(words))
    }
}
