//! Locality-sensitive hashing, section III-C of F3M.
//!
//! Consumes: [`MinHash`] fingerprints of `rows * bands` positions. Produces: candidates that share at least
//! one band. By equation 2, two functions of similarity s share one with probability 1 − (1 − s^rows)^bands.
//! Guarantees: a query compares each candidate once and takes at most `bucket_cap` from a bucket. Its answer
//! does not depend on the order in which functions were put in and taken out.
//!
//! ```text
//! insert f:  for each band: put f in the bucket of the band's rows
//! query f:   for each band: note up to bucket_cap others of its bucket
//!            compare f with each one noted often enough, keep what reaches the threshold, sort
//! ```
//!
//! Most functions that share a bucket with another one share only that one, by chance. Two functions of similarity s
//! share bands · s^rows buckets on average. So with a threshold t, a function that was noted less often than a quarter
//! of bands · t^rows is not compared. For example, with t = 0.3, rows = 2 and bands = 100, nine shared buckets are
//! expected. Of functions as similar as that, one in a thousand shares fewer than two.
//!
//! Of a crowded bucket, a query takes the functions whose ids follow a start, and goes on at the lowest id after the
//! highest. In every second band, the start is the function asked for: neighbours in the module come first, and two
//! that are close meet in many bands. In the other bands it lies 2, 4, 8, … ids further on, so that the cap does not
//! always hide the same functions. For example, with a cap of 2 and the members 1, 4, 6, 9, a query for 6 takes 9, then
//! function 1. Members that other buckets gave already, or that the caller does not accept, count towards the cap as well,
//! because the cap bounds the time of a query. Similar functions share more than one bucket, so that they are still
//! found.
//!
//! How a band keeps its buckets is in `band.rs`.

mod band;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use cranelift_entity::EntityRef;
use serde::Serialize;

use super::Candidate;
use crate::fingerprint::{MinHash, equal_positions};
use crate::ir::FuncId;
use crate::threads::Threads;
use band::{Band, Bucket};

/// How fingerprints are cut into bands, and how much of a bucket is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LshParams {
    /// Hashes in a band.
    pub rows: u32,
    /// Bands in a fingerprint.
    pub bands: u32,
    /// The most candidates that a query takes from one bucket.
    pub bucket_cap: u32,
}

impl LshParams {
    /// The positions of a fingerprint: k in the paper.
    pub fn k(self) -> u32 {
        self.rows * self.bands
    }
}

/// What queries have cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LshStats {
    /// Pairs of fingerprints that were compared.
    pub comparisons: u64,
    /// How often a bucket had more members than the cap allows.
    pub cap_hits: u64,
}

/// Fingerprints by function, and the buckets that they fall in. Queries may run in parallel.
#[derive(Debug)]
pub struct LshIndex {
    params: LshParams,
    fingerprints: Fingerprints,
    bands: Vec<Band>,
    comparisons: AtomicU64,
    cap_hits: AtomicU64,
}

/// The positions of all fingerprints in one array.
#[derive(Debug)]
struct Fingerprints {
    k: usize,
    rows: usize,
    /// By id: `k` positions for each function.
    positions: Vec<u32>,
    /// By id: the low bytes of the positions, in as many chunks as they fill; bytes beyond `k` are 0. Positions whose
    /// low bytes differ are different. Most comparisons need no more, and they take a quarter of the memory traffic.
    low_bytes: Vec<[u8; CHUNK]>,
    /// By id: whether the function is in the index.
    present: Vec<bool>,
    /// By id: whether the function came with [`LshIndex::fill`] and has not left since.
    stays: Vec<bool>,
}

impl Fingerprints {
    fn get(&self, func: FuncId) -> Option<&[u32]> {
        let is_in = self.present.get(func.index()).copied().unwrap_or(false);
        is_in.then(|| &self.positions[func.index() * self.k..][..self.k])
    }

    fn set(&mut self, func: FuncId, fingerprint: &MinHash) {
        assert_eq!(fingerprint.0.len(), self.k, "positions of a fingerprint");
        let slots = self.present.len().max(func.index() + 1);
        self.present.resize(slots, false);
        self.positions.resize(slots * self.k, 0);
        self.low_bytes.resize(slots * self.chunks(), [0; CHUNK]);
        self.positions[func.index() * self.k..][..self.k].copy_from_slice(&fingerprint.0);
        let first = func.index() * self.chunks();
        let low_bytes = self.low_bytes[first..].as_flattened_mut();
        low_bytes.iter_mut().zip(&fingerprint.0).for_each(|(byte, min)| *byte = *min as u8);
        self.present[func.index()] = true;
    }

    fn low_bytes(&self, func: FuncId) -> &[[u8; CHUNK]] {
        &self.low_bytes[func.index() * self.chunks()..][..self.chunks()]
    }

    /// The number of chunks that the low bytes of one fingerprint fill.
    fn chunks(&self) -> usize {
        self.k.div_ceil(CHUNK)
    }

    /// The most positions of two fingerprints that can be equal, by their low bytes.
    fn equal_at_most(&self, one: &[[u8; CHUNK]], other: FuncId) -> u32 {
        let beyond = self.chunks() * CHUNK - self.k;
        equal_bytes(one, self.low_bytes(other)) - beyond as u32
    }

    /// The rows of one band, if the function is in the index.
    fn rows(&self, func: FuncId, band: usize) -> Option<&[u32]> {
        Some(&self.get(func)?[band * self.rows..][..self.rows])
    }

    fn ids(&self) -> impl Iterator<Item = FuncId> + '_ {
        let present = self.present.iter().enumerate().filter(|(_, is_in)| **is_in);
        present.map(|(id, _)| FuncId::new(id))
    }
}

impl LshIndex {
    /// An empty index.
    ///
    /// # Panics
    /// When rows or bands are 0.
    pub fn new(params: LshParams) -> LshIndex {
        assert!(params.k() > 0, "a fingerprint has a position");
        let (k, rows) = (params.k() as usize, params.rows as usize);
        LshIndex {
            params,
            fingerprints: Fingerprints {
                k,
                rows,
                positions: Vec::new(),
                low_bytes: Vec::new(),
                present: Vec::new(),
                stays: Vec::new(),
            },
            bands: (0..params.bands).map(|_| Band::default()).collect(),
            comparisons: AtomicU64::new(0),
            cap_hits: AtomicU64::new(0),
        }
    }

    /// What queries have cost so far.
    pub fn stats(&self) -> LshStats {
        LshStats {
            comparisons: self.comparisons.load(Ordering::Relaxed),
            cap_hits: self.cap_hits.load(Ordering::Relaxed),
        }
    }

    /// Adds many functions to an empty index, which takes less time and memory than one by one.
    ///
    /// # Panics
    /// When the index is not empty, or a fingerprint does not have `rows * bands` positions.
    pub fn fill(&mut self, all: impl IntoIterator<Item = (FuncId, MinHash)>, threads: &Threads) {
        assert!(self.fingerprints.present.is_empty(), "only an empty index is filled");
        for (func, fingerprint) in all {
            self.fingerprints.set(func, &fingerprint);
        }
        self.fingerprints.stays.clone_from(&self.fingerprints.present);
        let fingerprints = &self.fingerprints;
        let numbers: Vec<usize> = (0..self.bands.len()).collect();
        self.bands = threads.map(&numbers, |&band| {
            Band::of(fingerprints.ids().filter_map(|id| Some((fingerprints.rows(id, band)?, id))))
        });
    }

    /// Adds a function, in place of an earlier one of the same id.
    ///
    /// # Panics
    /// When the fingerprint does not have `rows * bands` positions.
    pub fn insert(&mut self, func: FuncId, fingerprint: MinHash) {
        self.remove(func);
        self.fingerprints.set(func, &fingerprint);
        for (rows, band) in fingerprint.0.chunks_exact(self.fingerprints.rows).zip(&mut self.bands)
        {
            band.insert(rows, func);
        }
    }

    /// Takes a function out, if it is in.
    pub fn remove(&mut self, func: FuncId) {
        let Some(own) = self.fingerprints.get(func) else {
            return;
        };
        for (rows, band) in own.chunks_exact(self.fingerprints.rows).zip(&mut self.bands) {
            band.remove(rows, func);
        }
        self.fingerprints.present[func.index()] = false;
        if let Some(stays) = self.fingerprints.stays.get_mut(func.index()) {
            *stays = false;
        }
    }

    /// Whether a function is in the index.
    pub fn contains(&self, func: FuncId) -> bool {
        self.fingerprints.get(func).is_some()
    }

    /// The `limit` most similar functions that share a bucket with `func`, that `accept` takes and whose similarity is
    /// `threshold` or more; none if `func` is not in the index. `accept` is asked about the most similar ones first,
    /// until there are enough.
    pub fn query(
        &self,
        func: FuncId,
        limit: usize,
        threshold: f64,
        mut accept: impl FnMut(FuncId) -> bool,
    ) -> Vec<Candidate> {
        let Some(own) = self.fingerprints.get(func) else {
            return Vec::new();
        };
        let near = self.neighbours(func, own, self.least_shared(threshold));
        self.comparisons.fetch_add(near.len() as u64, Ordering::Relaxed);
        let own_low = self.fingerprints.low_bytes(func);
        let unsure = |id| {
            let equal = self.fingerprints.equal_at_most(own_low, id);
            Near { equal, is_unsure: true, id: Reverse(id) }
        };
        let is_near = |near: &Near| MinHash::share(near.equal, own) >= threshold;
        let mut waiting: BinaryHeap<Near> = near.into_iter().map(unsure).filter(is_near).collect();
        let mut found = Vec::new();
        while found.len() < limit
            && let Some(first) = waiting.pop()
            && is_near(&first)
        {
            let Reverse(id) = first.id;
            if first.is_unsure {
                let equal =
                    self.fingerprints.get(id).map_or(0, |other| equal_positions(own, other));
                waiting.push(Near { equal, is_unsure: false, ..first });
            } else if accept(id) {
                found.push(Candidate { func: id, similarity: MinHash::share(first.equal, own) });
            }
        }
        found
    }

    /// How many buckets nearly every function of this similarity shares.
    fn least_shared(&self, threshold: f64) -> usize {
        let expected = f64::from(self.params.bands) * threshold.powf(self.params.rows.into());
        ((expected / 4.0) as usize).max(1)
    }

    /// The functions that `least` or more of the buckets of `func` give, each once.
    fn neighbours(&self, func: FuncId, own: &[u32], least: usize) -> Vec<FuncId> {
        let cap = self.params.bucket_cap as usize;
        let (mut cap_hits, mut noted) = (0, Vec::new());
        let stays = |other: FuncId| self.fingerprints.stays[other.index()];
        // All buckets are found before any is read, so that the processor waits for many of them at a time.
        let rows = own.chunks_exact(self.fingerprints.rows).zip(&self.bands);
        let buckets: Vec<Bucket<'_>> = rows.map(|(rows, band)| band.bucket(rows)).collect();
        for (number, bucket) in (0..).zip(buckets) {
            let most = noted.len() + cap;
            let crowded = bucket.members(start(func, number), stays, |other| {
                if other == func {
                    return ControlFlow::Continue(());
                }
                if noted.len() == most {
                    return ControlFlow::Break(());
                }
                noted.push(other);
                ControlFlow::Continue(())
            });
            cap_hits += u64::from(crowded.is_break());
        }
        self.cap_hits.fetch_add(cap_hits, Ordering::Relaxed);
        often(noted, least, self.fingerprints.present.len())
    }
}

/// A function that may be similar; the greatest is the most similar.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Near {
    /// How many positions are equal; an upper bound if `is_unsure`.
    equal: u32,
    /// Whether only the low bytes of the positions were compared. Of equal numbers, such bounds come first.
    is_unsure: bool,
    id: Reverse<FuncId>,
}

/// The number of bytes that are compared together.
const CHUNK: usize = 16;

/// How many bytes at equal places are equal. It counts in bytes, without a check for overflow, which 255 chunks cannot
/// cause: so the compiler can use vectors.
fn equal_bytes(one: &[[u8; CHUNK]], other: &[[u8; CHUNK]]) -> u32 {
    const MOST: usize = u8::MAX as usize;
    let equal = |(some, others): (&[[u8; CHUNK]], &[[u8; CHUNK]])| {
        let mut counts = [0_u8; CHUNK];
        for (a, b) in some.iter().zip(others) {
            for (count, (x, y)) in counts.iter_mut().zip(a.iter().zip(b)) {
                *count = count.wrapping_add(u8::from(x == y));
            }
        }
        counts.iter().map(|&count| u32::from(count)).sum::<u32>()
    };
    one.chunks(MOST).zip(other.chunks(MOST)).map(equal).sum()
}

/// The ids in `noted` that occur `least` times or more, each once, in any order. All are below `ids`.
fn often(mut noted: Vec<FuncId>, least: usize, ids: usize) -> Vec<FuncId> {
    if noted.len() < ids / WORTH_COUNTERS {
        noted.sort_unstable();
        let runs = noted.chunk_by(|a, b| a == b).filter(|run| run.len() >= least);
        return runs.map(|run| run[0]).collect();
    }
    // No function is noted more often than there are bands.
    let mut counters = vec![0_u16; ids];
    noted.retain(|func| {
        let counter = &mut counters[func.index()];
        *counter = counter.saturating_add(1);
        usize::from(*counter) == least
    });
    noted
}

/// If there are this many times more ids than notes, sorting the notes is faster than a counter for each id.
const WORTH_COUNTERS: usize = 64;

/// The starts in the bands lie up to two to this power ids behind the function asked for.
const SPREAD: u32 = 20;

/// The id from which on a query takes the members of a bucket of this band.
fn start(func: FuncId, band: u32) -> FuncId {
    let further = if band.is_multiple_of(2) { 0 } else { 1 << (1 + band / 2 % SPREAD) };
    FuncId::from_u32(func.as_u32().saturating_add(further).min(u32::MAX - 1))
}

#[cfg(test)]
mod tests;
