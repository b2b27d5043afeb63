//! The features by which two functions are compared: sets of hashes.
//!
//! Consumes: a function. Produces: hashes, in no order. Guarantees: equal on every machine. If a feature counts as
//! often as it occurs, each occurrence has a hash of its own, so that two functions share as many as both have.

use std::mem;

use super::{fnv1a, instruction_codes, shingle_hashes};
use crate::ir::EncodedFunction;

/// Which features are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Features {
    /// Pairs of neighbouring F3M codes, across block ends: the paper's choice.
    Codes,
    /// Pairs of neighbouring merge keys, across block ends.
    KeyPairs,
    /// Pairs of neighbouring merge keys within blocks; the first key of a block makes a pair with its beginning.
    KeyPairsInBlocks,
    /// Pairs of neighbouring merge keys, across block ends, each as often as it occurs.
    CountedPairs,
    /// Pairs as in [`Features::KeyPairsInBlocks`], each as often as it occurs.
    CountedPairsInBlocks,
    /// [`Features::CountedPairs`] and [`Features::Blocks`]: our choice, by `docs/lab/ranking.md`.
    PairsAndBlocks,
    /// Merge keys, each as often as it occurs.
    Keys,
    /// Merge keys, each as often as its instructions have units of cost.
    KeysByCost,
    /// Merge keys and their pairs, each as often as it occurs.
    KeysAndPairs,
    /// Whole blocks by the keys that they consist of, each as often as it occurs.
    Blocks,
}

/// Takes the place of a key before the first key of a block. Only instructions that never merge have a key of this
/// number.
const BEGINNING: u32 = u32::MAX;

/// The most times that an instruction counts, whatever it costs.
const MOST_COPIES: u32 = 16;

impl Features {
    /// The features of a function, distinct.
    pub fn of(self, function: &EncodedFunction) -> Vec<u32> {
        match self {
            Features::Codes => shingle_hashes(&instruction_codes(function)),
            Features::KeyPairs => distinct(pairs(&keys(function))),
            Features::KeyPairsInBlocks => distinct(pairs_in_blocks(function)),
            Features::CountedPairs => counted(pairs(&keys(function))),
            Features::CountedPairsInBlocks => counted(pairs_in_blocks(function)),
            Features::PairsAndBlocks => {
                let (keys, ends) = keys_and_ends(function);
                let mut all = Vec::with_capacity(keys.len() + ends.len());
                all.extend(blocks(&keys, &ends));
                all.extend(pairs(&keys));
                counted(all)
            }
            Features::Keys => counted(keys(function)),
            Features::KeysByCost => {
                let insts = function.insts.values();
                let copies = insts.map(|inst| (inst.key.0, inst.cost.clamp(1, MOST_COPIES)));
                counted(copies.flat_map(|(key, n)| (0..n).map(move |_| key)).collect())
            }
            Features::KeysAndPairs => {
                let mut all = keys(function);
                all.extend(pairs(&all));
                counted(all)
            }
            Features::Blocks => {
                let (keys, ends) = keys_and_ends(function);
                counted(blocks(&keys, &ends).collect())
            }
        }
    }
}

/// The keys of the instructions that take part in alignment, block by block.
fn keys(function: &EncodedFunction) -> Vec<u32> {
    keys_and_ends(function).0
}

/// The same keys, and the index at which each block ends in them. All keys are read before any is hashed, so that the
/// processor waits for many of them at a time.
fn keys_and_ends(function: &EncodedFunction) -> (Vec<u32>, Vec<usize>) {
    let mut keys = Vec::with_capacity(function.insts.len());
    let mut ends = Vec::with_capacity(function.blocks.len());
    for block in function.blocks.keys() {
        keys.extend(function.alignable(block).map(|inst| function.insts[inst].key.0));
        ends.push(keys.len());
    }
    (keys, ends)
}

/// For each block, a hash of its keys.
fn blocks<'a>(keys: &'a [u32], ends: &'a [usize]) -> impl Iterator<Item = u32> + 'a {
    let mut first = 0;
    ends.iter().map(move |&end| fnv1a(&keys[mem::replace(&mut first, end)..end]))
}

/// Hashes of neighbouring keys. A single key is a pair by itself.
fn pairs(keys: &[u32]) -> Vec<u32> {
    match keys {
        [one] => vec![pair(BEGINNING, *one)],
        _ => keys.windows(2).map(|two| pair(two[0], two[1])).collect(),
    }
}

fn pairs_in_blocks(function: &EncodedFunction) -> Vec<u32> {
    let mut all = Vec::with_capacity(function.insts.len());
    for block in function.blocks.keys() {
        let mut before = BEGINNING;
        for inst in function.alignable(block) {
            let key = function.insts[inst].key.0;
            all.push(pair(before, key));
            before = key;
        }
    }
    all
}

/// The hash of two numbers: the high half of their product with an odd number near 2^64 / φ, after which all bits of
/// both count.
fn pair(one: u32, other: u32) -> u32 {
    let word = (u64::from(one) << 32 | u64::from(other)).wrapping_add(1);
    let mixed = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}

fn distinct(mut hashes: Vec<u32>) -> Vec<u32> {
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// Makes equal hashes different by the number of the occurrence. The first one stays as it is.
fn counted(mut hashes: Vec<u32>) -> Vec<u32> {
    let mut seen = Occurrences::of_at_most(hashes.len());
    for hash in &mut hashes {
        let number = seen.count(*hash);
        *hash = if number == 0 { *hash } else { pair(*hash, number) };
    }
    hashes
}

/// How often each hash has occurred: a table with open addressing, at least half of which stays free.
struct Occurrences {
    /// A hash, and how often it has occurred; never, if the place is free.
    places: Vec<(u32, u32)>,
}

impl Occurrences {
    fn of_at_most(distinct: usize) -> Occurrences {
        Occurrences { places: vec![(0, 0); (2 * distinct).next_power_of_two()] }
    }

    /// Counts a hash. Returns how often it has occurred before.
    fn count(&mut self, hash: u32) -> u32 {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (own, times) = &mut self.places[at & mask];
            if *times == 0 || *own == hash {
                (*own, *times) = (hash, *times + 1);
                return *times - 1;
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::generate;

    #[test]
    fn each_occurrence_counts() {
        let of = |items: &[u32]| counted(items.to_vec());
        assert_eq!(of(&[8, 7]), [8, 7]);
        assert_eq!(of(&[7, 8, 7])[2], of(&[7, 7])[1]);
        assert_eq!(distinct(of(&[7; 9])).len(), 9);
    }

    #[test]
    fn the_order_of_a_pair_matters() {
        assert_ne!(pair(1, 2), pair(2, 1));
        assert_ne!(pairs(&[1]), pairs(&[2]));
        assert_ne!(pair(0, 1), pair(1, 0));
        assert!(pairs(&[]).is_empty());
    }

    #[test]
    fn small_numbers_have_hashes_of_their_own() {
        let all = (0..300).flat_map(|a| (0..300).map(move |b| pair(a, b))).collect();
        // Of 90,000 random hashes, one pair would be equal.
        assert!(distinct(all).len() > 90_000 - 5);
    }

    proptest! {
        #[test]
        fn equal_functions_have_equal_features((one, _) in generate::twins()) {
            for features in [Features::Codes, Features::PairsAndBlocks, Features::KeyPairsInBlocks] {
                let hashes = features.of(&one);
                prop_assert_eq!(&hashes, &features.of(&one.clone()));
                prop_assert!(!hashes.is_empty());
            }
        }
    }
}
