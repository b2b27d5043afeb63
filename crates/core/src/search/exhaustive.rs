//! Exhaustive search: every function is compared with every other, as HyFM and FMSA do.
//!
//! Consumes: fingerprints of any kind. Produces: the true nearest candidates.
//! Guarantees: nothing is missed. Tests compare [`LshIndex`](super::LshIndex) with it.

use std::collections::BTreeMap;

use super::{Candidate, best};
use crate::fingerprint::Similarity;
use crate::ir::FuncId;

/// Fingerprints by function.
#[derive(Clone, Debug)]
pub struct ExhaustiveIndex<F> {
    fingerprints: BTreeMap<FuncId, F>,
}

impl<F> Default for ExhaustiveIndex<F> {
    fn default() -> Self {
        ExhaustiveIndex { fingerprints: BTreeMap::new() }
    }
}

impl<F: Similarity> ExhaustiveIndex<F> {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function, in place of an earlier one of the same id.
    pub fn insert(&mut self, func: FuncId, fingerprint: F) {
        self.fingerprints.insert(func, fingerprint);
    }

    /// Takes a function out, if it is in.
    pub fn remove(&mut self, func: FuncId) {
        self.fingerprints.remove(&func);
    }

    /// The `limit` most similar others that `accept` takes and whose similarity is `threshold` or more;
    /// none if `func` is not in the index. `accept` is asked at most once about each.
    pub fn query(
        &self,
        func: FuncId,
        limit: usize,
        threshold: f64,
        mut accept: impl FnMut(FuncId) -> bool,
    ) -> Vec<Candidate> {
        let Some(own) = self.fingerprints.get(&func) else {
            return Vec::new();
        };
        let others = self.fingerprints.iter().filter(|&(&other, _)| other != func && accept(other));
        let scored = others
            .map(|(&func, other)| Candidate { func, similarity: own.similarity(other) })
            .filter(|candidate| candidate.similarity >= threshold);
        best(scored.collect(), limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Similar where close on a line.
    struct Point(f64);

    impl Similarity for Point {
        fn similarity(&self, other: &Self) -> f64 {
            1.0 - (self.0 - other.0).abs()
        }
    }

    fn found(index: &ExhaustiveIndex<Point>, limit: usize, threshold: f64) -> Vec<u32> {
        let candidates = index.query(FuncId::from_u32(0), limit, threshold, |f| f.as_u32() != 4);
        candidates.iter().map(|c| c.func.as_u32()).collect()
    }

    #[test]
    fn nearest_first_within_limit_and_threshold() {
        let mut index = ExhaustiveIndex::new();
        for (id, at) in [(0, 0.5), (1, 0.0), (2, 0.75), (3, 0.25), (4, 0.5)] {
            index.insert(FuncId::from_u32(id), Point(at));
        }
        assert_eq!(found(&index, 9, 0.0), [2, 3, 1]);
        assert_eq!(found(&index, 9, 0.75), [2, 3]);
        assert_eq!(found(&index, 1, 0.0), [2]);
        index.remove(FuncId::from_u32(2));
        assert_eq!(found(&index, 9, 0.0), [3, 1]);
        index.remove(FuncId::from_u32(0));
        assert!(found(&index, 9, 0.0).is_empty());
    }
}
