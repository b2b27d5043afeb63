//! An index of similar functions, by whichever ranking is asked for.
//!
//! Consumes: encoded functions, the options. Produces: [`Candidate`]s, best first. Guarantees: the candidates are those
//! of the index that the option `ranking` names.

use super::{Candidate, ExhaustiveIndex, LshIndex, LshParams, LshStats};
use crate::fingerprint::{Bounds, Features, MinHash, MinHasher, Opcodes};
use crate::ir::{EncodedFunction, FuncId};
use crate::threads::Threads;

const OTHER_KIND: &str = "the fingerprint is of another kind than the index";

/// How the candidates of a function are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// By MinHash fingerprints and locality-sensitive hashing.
    MinHash,
    /// Among all functions, by the distance of their opcode histograms, as HyFM does.
    Opcodes,
    /// Among all functions, by FMSA's upper bounds on what can match.
    Bounds,
}

/// What a function is ranked by.
#[derive(Clone, Debug)]
pub enum Fingerprint {
    /// F3M's.
    MinHash(MinHash),
    /// HyFM's.
    Opcodes(Opcodes),
    /// FMSA's.
    Bounds(Bounds),
}

/// Functions by their fingerprints, all of one kind. Queries may run in parallel.
#[derive(Debug)]
pub enum FunctionIndex {
    /// F3M's, with the features that are compared.
    MinHash(MinHasher, Features, LshIndex),
    /// HyFM's.
    Opcodes(ExhaustiveIndex<Opcodes>),
    /// FMSA's.
    Bounds(ExhaustiveIndex<Bounds>),
}

impl FunctionIndex {
    /// An empty index.
    pub fn new(ranking: Ranking, features: Features, params: LshParams) -> FunctionIndex {
        match ranking {
            Ranking::MinHash => {
                let hasher = MinHasher::new(params.k());
                FunctionIndex::MinHash(hasher, features, LshIndex::new(params))
            }
            Ranking::Opcodes => FunctionIndex::Opcodes(ExhaustiveIndex::new()),
            Ranking::Bounds => FunctionIndex::Bounds(ExhaustiveIndex::new()),
        }
    }

    /// The fingerprint of a function. With MinHash, functions that must not be merged with each other anyway share
    /// hardly any bucket.
    pub fn fingerprint(&self, function: &EncodedFunction) -> Fingerprint {
        match self {
            FunctionIndex::MinHash(hasher, features, _) => {
                let fingerprint = hasher.of_hashes(&features.of(function));
                Fingerprint::MinHash(fingerprint.in_class(function.compat))
            }
            FunctionIndex::Opcodes(_) => Fingerprint::Opcodes(Opcodes::of(function)),
            FunctionIndex::Bounds(_) => Fingerprint::Bounds(Bounds::of(function)),
        }
    }

    /// Adds many functions to an empty index.
    ///
    /// # Panics
    /// On a fingerprint of another index.
    pub fn fill(&mut self, all: Vec<(FuncId, Fingerprint)>, threads: &Threads) {
        match self {
            FunctionIndex::MinHash(.., index) => {
                let own = |(func, fingerprint)| match fingerprint {
                    Fingerprint::MinHash(own) => (func, own),
                    _ => panic!("{OTHER_KIND}"),
                };
                index.fill(all.into_iter().map(own), threads);
            }
            _ => all.into_iter().for_each(|(func, fingerprint)| self.insert(func, fingerprint)),
        }
    }

    /// Adds a function, in place of an earlier one of the same id.
    ///
    /// # Panics
    /// On a fingerprint of another index.
    pub fn insert(&mut self, func: FuncId, fingerprint: Fingerprint) {
        match (self, fingerprint) {
            (FunctionIndex::MinHash(.., index), Fingerprint::MinHash(own)) => {
                index.insert(func, own)
            }
            (FunctionIndex::Opcodes(index), Fingerprint::Opcodes(own)) => index.insert(func, own),
            (FunctionIndex::Bounds(index), Fingerprint::Bounds(own)) => index.insert(func, own),
            _ => panic!("{OTHER_KIND}"),
        }
    }

    /// Takes a function out, if it is in.
    pub fn remove(&mut self, func: FuncId) {
        match self {
            FunctionIndex::MinHash(.., index) => index.remove(func),
            FunctionIndex::Opcodes(index) => index.remove(func),
            FunctionIndex::Bounds(index) => index.remove(func),
        }
    }

    /// The `limit` best candidates for `func` that `accept` takes and whose similarity is `threshold` or more.
    pub fn query(
        &self,
        func: FuncId,
        limit: usize,
        threshold: f64,
        accept: impl FnMut(FuncId) -> bool,
    ) -> Vec<Candidate> {
        match self {
            FunctionIndex::MinHash(.., index) => index.query(func, limit, threshold, accept),
            FunctionIndex::Opcodes(index) => index.query(func, limit, threshold, accept),
            FunctionIndex::Bounds(index) => index.query(func, limit, threshold, accept),
        }
    }

    /// What queries have cost so far.
    pub fn stats(&self) -> LshStats {
        let exhaustive = |comparisons| LshStats { comparisons, cap_hits: 0 };
        match self {
            FunctionIndex::MinHash(.., index) => index.stats(),
            FunctionIndex::Opcodes(index) => exhaustive(index.comparisons()),
            FunctionIndex::Bounds(index) => exhaustive(index.comparisons()),
        }
    }
}
