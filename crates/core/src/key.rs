//! Merge keys: interned descriptions of all that two instructions must share to become one.
//!
//! Consumes: words that describe an instruction completely but for its selectable operands (opcode,
//! result and operand types, predicate, flags that may not be weakened, fixed operands, …).
//! Produces: [`MergeKey`], a number that is equal exactly when the words are.
//! Guarantees: equal input gives equal keys. Those of [`Interner`] are given out in order of first sight; those of [`MergeKeys`]
//! depend on what the words say.

use rustc_hash::{FxHashMap, FxHashSet};
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
}

/// Merge keys by the words behind them. Functions of equal code have nearly always the same keys in any module, whatever else it
/// has: a key is a digest of what its words say, unless other words had that one before. So what is similar stays so when something
/// else changes.
#[derive(Clone, Debug, Default)]
pub struct MergeKeys {
    known: FxHashMap<Box<[u64]>, MergeKey>,
    taken: FxHashSet<MergeKey>,
}

impl MergeKeys {
    /// Digests have so many bits, so that there are numbers above all keys.
    const BITS: u32 = 31;

    /// The key of these words, if they have one.
    pub fn known(&self, words: &[u64]) -> Option<MergeKey> {
        self.known.get(words).copied()
    }

    /// Gives new words a key of their own, which is that of `content` if it is free. The content says the same as the words do, in
    /// any module.
    ///
    /// # Panics
    /// After 2³¹ distinct sequences.
    pub fn add(&mut self, words: &[u64], content: u64) -> MergeKey {
        let first = (content >> (u64::BITS - Self::BITS)) as u32;
        let all =
            (0..1 << Self::BITS).map(|step| first.wrapping_add(step) & ((1 << Self::BITS) - 1));
        let key = all.map(MergeKey).find(|&key| self.taken.insert(key));
        let key = key.expect("fewer distinct keys than numbers");
        self.known.insert(words.into(), key);
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_equal_content_have_keys_of_their_own() {
        let mut keys = MergeKeys::default();
        let same = [[1], [2], [3]].map(|words| keys.add(&words, u64::MAX));
        assert!(!same[0].may_merge(same[1]) && !same[1].may_merge(same[2]) && same[0] != same[2]);
        assert_eq!(
            [[1], [2], [3], [4]].map(|words| keys.known(&words)),
            [Some(same[0]), Some(same[1]), Some(same[2]), None]
        );
        // No key is that of instructions which never merge, and there are numbers above all.
        assert!(same.iter().all(|key| key.0 < 1 << MergeKeys::BITS));
    }

    #[test]
    fn a_key_is_that_of_the_content() {
        let key = |before: &[u64]| {
            let mut keys = MergeKeys::default();
            for &word in before {
                keys.add(&[word], word << 40);
            }
            keys.add(&[0], 5 << 33)
        };
        assert_eq!(key(&[]), key(&[1, 2, 3]));
    }
}
