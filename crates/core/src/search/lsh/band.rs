//! The buckets of one band.
//!
//! Consumes: functions with their rows. Produces: the members of a bucket, by id. Guarantees: a function that came with
//! all others takes 8 bytes, and 2 to 4 for finding it. Functions come and go afterwards without a rebuild.
//!
//! Functions that came together are sorted by the hash of their rows, and found by its high bits. Functions that came
//! later, or came back, have a table of their own. A function that has left stays among the sorted ones; the index
//! knows which of these are still there.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ir::FuncId;

/// Functions by the hash of their rows.
#[derive(Debug, Default)]
pub(super) struct Band {
    /// The hash in the upper half, the id in the lower.
    sorted: Vec<u64>,
    /// By the high bits of a hash: the index in `sorted` where such hashes begin. One more is at the end.
    starts: Vec<u32>,
    /// Functions that came later, by hash, in order of ids. It is only looked up, never iterated.
    late: FxHashMap<u32, SmallVec<[FuncId; 4]>>,
}

impl Band {
    /// The band of functions that come together.
    pub(super) fn of<'a>(all: impl Iterator<Item = (&'a [u32], FuncId)>) -> Band {
        let mut sorted: Vec<u64> = all.map(|(rows, id)| entry(hash(rows), id)).collect();
        sorted.sort_unstable();
        let mut band = Band { sorted, ..Band::default() };
        let places = (band.sorted.len() / 2).next_power_of_two().max(2);
        band.starts.reserve_exact(places + 1);
        let shift = shift(places);
        let mut at = 0;
        for place in 0..=places as u64 {
            while at < band.sorted.len() && band.sorted[at] >> shift < place {
                at += 1;
            }
            band.starts.push(at as u32);
        }
        band
    }

    pub(super) fn insert(&mut self, rows: &[u32], func: FuncId) {
        let bucket = self.late.entry(hash(rows)).or_default();
        if let Err(at) = bucket.binary_search(&func) {
            bucket.insert(at, func);
        }
    }

    /// Takes out a function that came later. A bucket without members is removed.
    pub(super) fn remove(&mut self, rows: &[u32], func: FuncId) {
        let hash = hash(rows);
        let Some(bucket) = self.late.get_mut(&hash) else {
            return;
        };
        if let Ok(at) = bucket.binary_search(&func) {
            bucket.remove(at);
        }
        if bucket.is_empty() {
            self.late.remove(&hash);
        }
    }

    /// The functions with rows of the same hash.
    pub(super) fn bucket(&self, rows: &[u32]) -> Bucket<'_> {
        let hash = hash(rows);
        let late = if self.late.is_empty() { None } else { self.late.get(&hash) };
        Bucket { first: self.first(hash), late: late.map_or(&[], |late| late) }
    }

    /// The entries of a hash among the functions that came together.
    fn first(&self, hash: u32) -> &[u64] {
        if self.starts.is_empty() {
            return &[];
        }
        let place = (u64::from(hash) << 32 >> shift(self.starts.len() - 1)) as usize;
        let near = &self.sorted[self.starts[place] as usize..self.starts[place + 1] as usize];
        let from = near.partition_point(|&one| one >> 32 < u64::from(hash));
        let rest = &near[from..];
        &rest[..rest.partition_point(|&one| one >> 32 == u64::from(hash))]
    }

    /// Whether no function came later.
    #[cfg(test)]
    pub(super) fn has_no_late(&self) -> bool {
        self.late.is_empty()
    }
}

/// Functions with rows of one hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket<'b> {
    /// The entries of functions that came together.
    first: &'b [u64],
    late: &'b [FuncId],
}

impl Bucket<'_> {
    /// Visits the members until `visit` breaks off: first the ids from `start` on, then those below, each part in
    /// ascending order. Of functions that came together, only those that `stays` accepts.
    pub(super) fn members(
        self,
        start: FuncId,
        stays: impl Fn(FuncId) -> bool,
        mut visit: impl FnMut(FuncId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Bucket { first, late } = self;
        let (below, from) = first.split_at(first.partition_point(|&one| id(one) < start));
        let (late_below, late_from) = late.split_at(late.partition_point(|&one| one < start));
        for (first, mut late) in [(from, late_from), (below, late_below)] {
            for one in first.iter().map(|&one| id(one)).filter(|&one| stays(one)) {
                while let Some((&before, rest)) = late.split_first()
                    && before < one
                {
                    late = rest;
                    visit(before)?;
                }
                visit(one)?;
            }
            late.iter().try_for_each(|&one| visit(one))?;
        }
        ControlFlow::Continue(())
    }
}

fn entry(hash: u32, func: FuncId) -> u64 {
    u64::from(hash) << 32 | u64::from(func.as_u32())
}

fn id(entry: u64) -> FuncId {
    FuncId::from_u32(entry as u32)
}

/// By how many bits a hash, in the upper half, is shifted right for an index in so many places, a power of two.
fn shift(places: usize) -> u32 {
    64 - places.trailing_zeros()
}

/// The hash of rows. Multiplying by an odd number makes the high bits depend on all others.
fn hash(rows: &[u32]) -> u32 {
    let mix = |hash: u64, &row: &u32| {
        let mixed = (hash ^ u64::from(row)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 32)
    };
    (rows.iter().fold(0, mix).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}
