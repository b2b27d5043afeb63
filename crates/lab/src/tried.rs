//! The fingerprints that [`study`](crate::study) compares.
//!
//! Consumes: functions. Produces: the similarities of pairs. Guarantees: names are unique; what is said of each is what
//! the program does.

use fmerge_core::fingerprint::{Bounds, Features, Opcodes, Similarity};
use fmerge_core::ir::EncodedFunction;

use crate::sketch::{Sketch, Sketched};

/// One way to tell how similar two functions are.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub what: &'static str,
    kind: FingerprintKind,
}

#[derive(Clone, Copy, Debug)]
enum FingerprintKind {
    Opcodes,
    Bounds,
    Set(Features, Sketch),
}

/// Positions of F3M's fingerprints.
const K: u32 = 200;

const fn tried(name: &'static str, what: &'static str, kind: FingerprintKind) -> Tried {
    Tried { name, what, kind }
}

/// Our default.
pub const OURS: Tried = tried(
    "pairs-and-blocks",
    "counted-pairs and blocks",
    FingerprintKind::Set(Features::PairsAndBlocks, Sketch::MinHash(K)),
);

/// All of them.
pub const TRIED: [Tried; 19] = [
    tried("opcodes", "histogram of opcodes, Manhattan distance (HyFM)", FingerprintKind::Opcodes),
    tried("bounds", "the lesser of two upper bounds (FMSA)", FingerprintKind::Bounds),
    tried(
        "minhash",
        "F3M's codes, pairs, MinHash",
        FingerprintKind::Set(Features::Codes, Sketch::MinHash(K)),
    ),
    tried(
        "codes",
        "the index that minhash estimates",
        FingerprintKind::Set(Features::Codes, Sketch::Whole),
    ),
    tried(
        "key-pairs",
        "merge keys, pairs, MinHash",
        FingerprintKind::Set(Features::KeyPairs, Sketch::MinHash(K)),
    ),
    tried(
        "key-pairs-in-blocks",
        "the same, pairs not across block ends",
        FingerprintKind::Set(Features::KeyPairsInBlocks, Sketch::MinHash(K)),
    ),
    tried(
        "counted-pairs",
        "the same, pairs counted",
        FingerprintKind::Set(Features::CountedPairs, Sketch::MinHash(K)),
    ),
    tried(
        "counted-pairs-in-blocks",
        "the same, not across block ends",
        FingerprintKind::Set(Features::CountedPairsInBlocks, Sketch::MinHash(K)),
    ),
    OURS,
    tried(
        "keys",
        "merge keys, counted, MinHash",
        FingerprintKind::Set(Features::Keys, Sketch::MinHash(K)),
    ),
    tried(
        "keys-by-cost",
        "merge keys, weighted by size, MinHash",
        FingerprintKind::Set(Features::KeysByCost, Sketch::MinHash(K)),
    ),
    tried(
        "keys-and-pairs",
        "merge keys and pairs, counted, MinHash",
        FingerprintKind::Set(Features::KeysAndPairs, Sketch::MinHash(K)),
    ),
    tried(
        "keys-one-permutation",
        "keys by one-permutation hashing",
        FingerprintKind::Set(Features::Keys, Sketch::OnePermutation(K)),
    ),
    tried(
        "keys-super",
        "keys by SuperMinHash",
        FingerprintKind::Set(Features::Keys, Sketch::SuperMinHash(K)),
    ),
    tried(
        "keys-bits",
        "keys by MinHash, 8 bits a position",
        FingerprintKind::Set(Features::Keys, Sketch::Bits(K, 8)),
    ),
    tried(
        "keys-whole",
        "the index that keys estimates",
        FingerprintKind::Set(Features::Keys, Sketch::Whole),
    ),
    tried(
        "keys-and-pairs-whole",
        "the index that keys-and-pairs estimates",
        FingerprintKind::Set(Features::KeysAndPairs, Sketch::Whole),
    ),
    tried(
        "keys-contained",
        "the share of the smaller function's keys",
        FingerprintKind::Set(Features::Keys, Sketch::Containment),
    ),
    tried("blocks", "whole blocks, counted", FingerprintKind::Set(Features::Blocks, Sketch::Whole)),
];

/// What a function is compared by.
pub enum Fingerprint {
    Opcodes(Opcodes),
    Bounds(Bounds),
    Set(Sketched),
}

impl Tried {
    /// The function that makes fingerprints.
    pub fn maker(self) -> Box<dyn Fn(&EncodedFunction) -> Fingerprint + Sync> {
        match self.kind {
            FingerprintKind::Opcodes => {
                Box::new(|function| Fingerprint::Opcodes(Opcodes::of(function)))
            }
            FingerprintKind::Bounds => {
                Box::new(|function| Fingerprint::Bounds(Bounds::of(function)))
            }
            FingerprintKind::Set(features, sketch) => {
                let make = sketch.maker();
                Box::new(move |function| {
                    let mut set = features.of(function);
                    set.sort_unstable();
                    Fingerprint::Set(make(&set))
                })
            }
        }
    }
}

impl Fingerprint {
    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        match self {
            Fingerprint::Opcodes(_) => size_of::<Opcodes>(),
            Fingerprint::Bounds(_) => size_of::<Opcodes>() + size_of::<Bounds>(),
            Fingerprint::Set(sketched) => sketched.bytes(),
        }
    }
}

impl Similarity for Fingerprint {
    fn similarity(&self, other: &Fingerprint) -> f64 {
        match (self, other) {
            (Fingerprint::Opcodes(a), Fingerprint::Opcodes(b)) => a.similarity(b),
            (Fingerprint::Bounds(a), Fingerprint::Bounds(b)) => a.similarity(b),
            (Fingerprint::Set(a), Fingerprint::Set(b)) => a.similarity(b),
            _ => panic!("fingerprints of one kind can be compared"),
        }
    }

    fn nearness(&self, other: &Fingerprint) -> f64 {
        match (self, other) {
            (Fingerprint::Opcodes(a), Fingerprint::Opcodes(b)) => a.nearness(b),
            _ => self.similarity(other),
        }
    }
}
