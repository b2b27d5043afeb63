//! Locality-sensitive hashing, section III-C of F3M.
//!
//! Consumes: [`MinHash`] fingerprints of `rows * bands` positions. Produces: candidates that share at least
//! one band. By equation 2, two functions of similarity s share one with probability 1 − (1 − s^rows)^bands.
//! Guarantees: a query compares each candidate once and takes at most `bucket_cap` from a bucket. Its answer
//! does not depend on the order in which functions were put in and taken out.
//!
//! ```text
//! insert f:  for each band: put f in the bucket (band, FNV-1a of the band's rows)
//! query f:   for each band: note up to bucket_cap others of its bucket
//!            compare f with each one noted often enough, keep what reaches the threshold, sort
//! ```
//!
//! Most functions that share a bucket share just one, by chance. Two of the similarity s share bands · s^rows on
//! average. So with a threshold t, those noted less than a quarter of bands · t^rows times are not compared. For example,
//! with t = 0.3, rows = 2 and bands = 100, 9 are expected, and one function in a thousand as similar as that shares
//! less than 2.
//!
//! Of a crowded bucket, a query takes the functions whose ids follow that of the function asked for, and goes
//! on at the lowest id after the highest. So every member is taken by some query, and neighbours in the module
//! first. For example, with a cap of 2 and the members 1, 4, 6, 9, a query for 6 takes 9 and 1. Members that
//! other buckets gave already, or that the caller does not accept, count towards the cap as well, because the
//! cap bounds the time of a query. Similar functions share more than one bucket, so that they are still found.

use std::sync::atomic::{AtomicU64, Ordering};

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use serde::Serialize;
use smallvec::SmallVec;

use super::{Candidate, best};
use crate::fingerprint::{MinHash, fnv1a};
use crate::ir::FuncId;

/// How fingerprints are cut into bands, and how much of a bucket is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LshParams {
    /// Hashes in a band.
    pub rows: u32,
    /// Bands in a fingerprint.
    pub bands: u32,
    /// Most candidates that a query takes from one bucket.
    pub bucket_cap: u32,
}

impl LshParams {
    /// The positions of a fingerprint: k in the paper.
    pub fn k(self) -> u32 {
        self.rows * self.bands
    }
}

/// What queries cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LshStats {
    /// Pairs of fingerprints that were compared.
    pub comparisons: u64,
    /// How often a bucket had more members than the cap allows.
    pub cap_hits: u64,
}

/// The band's number and the hash of its rows.
type BucketKey = (u32, u32);

/// The functions of a bucket in order of id; nearly all have few.
type Bucket = SmallVec<[FuncId; 4]>;

/// Fingerprints by function, and the buckets that they fall in. Queries may run in parallel.
#[derive(Debug)]
pub struct LshIndex {
    params: LshParams,
    fingerprints: SecondaryMap<FuncId, Option<MinHash>>,
    // Only looked up by key, never iterated.
    buckets: FxHashMap<BucketKey, Bucket>,
    comparisons: AtomicU64,
    cap_hits: AtomicU64,
}

impl LshIndex {
    /// An empty index.
    ///
    /// # Panics
    /// When rows or bands are 0.
    pub fn new(params: LshParams) -> LshIndex {
        assert!(params.k() > 0, "a fingerprint has a position");
        LshIndex {
            params,
            fingerprints: SecondaryMap::new(),
            buckets: FxHashMap::default(),
            comparisons: AtomicU64::new(0),
            cap_hits: AtomicU64::new(0),
        }
    }

    /// What queries cost so far.
    pub fn stats(&self) -> LshStats {
        LshStats {
            comparisons: self.comparisons.load(Ordering::Relaxed),
            cap_hits: self.cap_hits.load(Ordering::Relaxed),
        }
    }

    /// Adds a function, in place of an earlier one of the same id.
    ///
    /// # Panics
    /// When the fingerprint has not `rows * bands` positions.
    pub fn insert(&mut self, func: FuncId, fingerprint: MinHash) {
        assert_eq!(fingerprint.0.len(), self.params.k() as usize, "positions of a fingerprint");
        self.remove(func);
        for key in bucket_keys(self.params, &fingerprint) {
            let bucket = self.buckets.entry(key).or_default();
            if let Err(at) = bucket.binary_search(&func) {
                bucket.insert(at, func);
            }
        }
        self.fingerprints[func] = Some(fingerprint);
    }

    /// Takes a function out, if it is in.
    pub fn remove(&mut self, func: FuncId) {
        if !self.contains(func) {
            return;
        }
        let fingerprint = self.fingerprints[func].take().expect("it is in");
        for key in bucket_keys(self.params, &fingerprint) {
            self.leave(key, func);
        }
    }

    /// Whether a function is in the index.
    pub fn contains(&self, func: FuncId) -> bool {
        self.fingerprint(func).is_some()
    }

    fn fingerprint(&self, func: FuncId) -> Option<&MinHash> {
        self.fingerprints.get(func).and_then(Option::as_ref)
    }

    /// Takes `func` out of one bucket; a bucket without members is removed.
    fn leave(&mut self, key: BucketKey, func: FuncId) {
        let Some(bucket) = self.buckets.get_mut(&key) else {
            return;
        };
        if let Ok(at) = bucket.binary_search(&func) {
            bucket.remove(at);
        }
        if bucket.is_empty() {
            self.buckets.remove(&key);
        }
    }

    /// The `limit` most similar of the functions that share a bucket with `func`, that `accept` takes and
    /// whose similarity is `threshold` or more; none if `func` is not in the index. `accept` is asked about the most
    /// similar ones first, until there are enough.
    pub fn query(
        &self,
        func: FuncId,
        limit: usize,
        threshold: f64,
        mut accept: impl FnMut(FuncId) -> bool,
    ) -> Vec<Candidate> {
        let Some(own) = self.fingerprint(func) else {
            return Vec::new();
        };
        let near = self.neighbours(func, own, self.least_shared(threshold));
        self.comparisons.fetch_add(near.len() as u64, Ordering::Relaxed);
        let compared = near.into_iter().filter_map(|func| {
            let similarity = own.similarity(self.fingerprint(func)?);
            Some(Candidate { func, similarity })
        });
        let found = best(compared.filter(|c| c.similarity >= threshold).collect(), usize::MAX);
        found.into_iter().filter(|candidate| accept(candidate.func)).take(limit).collect()
    }

    /// How many buckets a function of this similarity shares in any case, nearly.
    fn least_shared(&self, threshold: f64) -> u32 {
        let expected = f64::from(self.params.bands) * threshold.powf(self.params.rows.into());
        ((expected / 4.0) as u32).max(1)
    }

    /// What at least `least` of the buckets of `func` give, each function once.
    fn neighbours(&self, func: FuncId, own: &MinHash, least: u32) -> Vec<FuncId> {
        let cap = self.params.bucket_cap as usize;
        let (mut cap_hits, mut times) = (0, FxHashMap::default());
        for bucket in bucket_keys(self.params, own).filter_map(|key| self.buckets.get(&key)) {
            let others = bucket.len().saturating_sub(1);
            cap_hits += u64::from(others > cap);
            for near in following(bucket, func).take(cap) {
                *times.entry(near).or_insert(0_u32) += 1;
            }
        }
        self.cap_hits.fetch_add(cap_hits, Ordering::Relaxed);
        // Their order does not matter, because the caller sorts by similarity and id.
        times.into_iter().filter(|&(_, times)| times >= least).map(|(near, _)| near).collect()
    }
}

/// The members of a bucket after `func`, then those before it.
fn following(bucket: &[FuncId], func: FuncId) -> impl Iterator<Item = FuncId> + '_ {
    let before = bucket.partition_point(|&member| member < func);
    let after = bucket.partition_point(|&member| member <= func);
    bucket[after..].iter().chain(&bucket[..before]).copied()
}

/// The bucket of each band.
fn bucket_keys(params: LshParams, fingerprint: &MinHash) -> impl Iterator<Item = BucketKey> + '_ {
    let bands = fingerprint.0.chunks_exact(params.rows as usize);
    (0..).zip(bands).map(|(band, rows)| (band, fnv1a(rows)))
}

#[cfg(test)]
mod tests;
