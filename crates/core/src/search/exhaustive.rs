//! Exhaustive search: every function is compared with every other, as HyFM and FMSA do.
//!
//! Consumes: fingerprints of any kind. Produces: the true nearest candidates.
//! Guarantees: nothing is missed. Tests compare [`LshIndex`](super::LshIndex) with it. Queries may run in parallel.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::atomic::{self, AtomicU64};

use cranelift_entity::SecondaryMap;

use super::Candidate;
use crate::fingerprint::Similarity;
use crate::ir::FuncId;

/// Fingerprints by function.
#[derive(Debug)]
pub struct ExhaustiveIndex<F: Clone> {
    fingerprints: SecondaryMap<FuncId, Option<F>>,
    comparisons: AtomicU64,
}

impl<F: Clone> Default for ExhaustiveIndex<F> {
    fn default() -> Self {
        let comparisons = AtomicU64::new(0);
        ExhaustiveIndex { fingerprints: SecondaryMap::new(), comparisons }
    }
}

impl<F: Similarity + Clone> ExhaustiveIndex<F> {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function, in place of an earlier one of the same id.
    pub fn insert(&mut self, func: FuncId, fingerprint: F) {
        self.fingerprints[func] = Some(fingerprint);
    }

    /// Takes a function out, if it is in.
    pub fn remove(&mut self, func: FuncId) {
        self.fingerprints[func] = None;
    }

    /// How many pairs of fingerprints were compared so far.
    pub fn comparisons(&self) -> u64 {
        self.comparisons.load(atomic::Ordering::Relaxed)
    }

    /// The `limit` nearest others that `accept` takes and whose similarity is `threshold` or more; none if `func` is
    /// not in the index. `accept` is asked about the nearest ones first, until there are enough.
    pub fn query(
        &self,
        func: FuncId,
        limit: usize,
        threshold: f64,
        mut accept: impl FnMut(FuncId) -> bool,
    ) -> Vec<Candidate> {
        let Some(own) = self.fingerprints.get(func).and_then(Option::as_ref) else {
            return Vec::new();
        };
        let all = self.fingerprints.iter().filter(|&(other, _)| other != func);
        let others = all.filter_map(|(id, other)| Some((id, other.as_ref()?)));
        let scored = others.map(|(func, other)| Scored { nearness: own.nearness(other), func });
        let mut nearest: BinaryHeap<Scored> = scored.collect();
        self.comparisons.fetch_add(nearest.len() as u64, atomic::Ordering::Relaxed);
        let in_order = std::iter::from_fn(|| nearest.pop()).map(|scored| scored.func);
        let candidates = in_order.filter_map(|func| {
            let similarity = own.similarity(self.fingerprints[func].as_ref()?);
            Some(Candidate { func, similarity })
        });
        let alike = candidates.filter(|candidate| candidate.similarity >= threshold);
        alike.filter(|candidate| accept(candidate.func)).take(limit).collect()
    }
}

/// A function by how near it is; the greatest is the nearest, of equally near ones that of the lowest id.
#[derive(PartialEq)]
struct Scored {
    nearness: f64,
    func: FuncId,
}

impl Eq for Scored {}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        self.nearness.total_cmp(&other.nearness).then(other.func.cmp(&self.func))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Similar where close on a line.
    #[derive(Clone)]
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
