//! Combining: algorithm 2 of the paper (section 3.3), for as many functions as there are.
//!
//! Consumes: functions, parts of objects, and combined summaries, from many threads at once. Produces:
//! [`Combined`], which is written to a file, or gives [`Proposal`]s. Guarantees: the result depends only
//! on the set of functions and the cost model. Order, threads, repetition, and a detour through other combined
//! summaries do not change a byte.
//!
//! ```text
//! put each group into a shard, by the first byte of its hash
//! in each shard: sort, join groups of equal hash and structure,
//!                and of the structures that share a hash take the one that saves most, if it pays
//! ```
//! Shards hold encoded groups, and each thread decodes one shard at a time. So memory is a small multiple of the
//! size of the inputs. Groups that do not pay stay in the result too, because a function may join them later.

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::file::layout::{FileHole, MAX_HOLES, SummaryEntry};
use super::file::read::proposal_of;
use super::group::join_all;
use super::{ByteSource, CostModel, FunctionSummary, Group, Proposal, SummaryError, SummaryReader};

/// How many shards there are: one for each first byte of a hash.
const SHARDS: usize = 256;

/// Collects functions and summaries; [`Combiner::finish`] combines them.
pub struct Combiner {
    /// Encoded groups, by the first byte of their hash. Modules are numbered by `modules`.
    shards: Vec<Mutex<Vec<u8>>>,
    /// Modules in the order of their arrival.
    modules: Mutex<IndexSet<String, FxBuildHasher>>,
}

impl Default for Combiner {
    fn default() -> Combiner {
        Combiner::new()
    }
}

impl Combiner {
    /// A combiner without functions.
    pub fn new() -> Combiner {
        let shards = std::iter::repeat_with(Mutex::default).take(SHARDS).collect();
        Combiner { shards, modules: Mutex::default() }
    }

    /// Adds functions as the compiler describes them.
    ///
    /// # Errors
    /// When the positions of a function's holes do not go up.
    pub fn add_functions(&self, functions: &[FunctionSummary]) -> Result<(), SummaryError> {
        let places = self.places(functions.iter().map(|f| f.module.as_str()))?;
        let groups = functions.iter().zip(places).map(|(f, module)| Group::of(f, module));
        self.push(&groups.collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }

    /// Adds the parts of objects, one after the other, or a combined summary; the first bytes say which.
    ///
    /// # Errors
    /// When the bytes are neither, or were damaged; nothing of a faulty part is added.
    pub fn add_bytes(&self, bytes: &[u8]) -> Result<(), SummaryError> {
        if super::file::is_summary(bytes) {
            return self.add_summary(&SummaryReader::open(bytes)?);
        }
        super::parts(bytes).try_for_each(|part| {
            let part = part?;
            self.add_groups(part.modules, part.groups)
        })
    }

    /// Adds a combined summary.
    ///
    /// # Errors
    /// When its tables are damaged.
    pub fn add_summary<S: ByteSource + Sync>(
        &self,
        summary: &SummaryReader<S>,
    ) -> Result<(), SummaryError> {
        let places = self.places(summary.modules()?.into_iter())?;
        (0..summary.chunks()).into_par_iter().try_for_each(|chunk| {
            let mut groups = summary.groups(chunk)?;
            groups.iter_mut().for_each(|g| g.renumber(&places));
            self.push(&groups);
            Ok(())
        })
    }

    fn add_groups(
        &self,
        modules: Vec<&str>,
        mut groups: Vec<Group<'_>>,
    ) -> Result<(), SummaryError> {
        let places = self.places(modules.into_iter())?;
        groups.iter_mut().for_each(|g| g.renumber(&places));
        self.push(&groups);
        Ok(())
    }

    /// The number of each module, new or known.
    fn places<'m>(&self, modules: impl Iterator<Item = &'m str>) -> Result<Vec<u32>, SummaryError> {
        let mut table = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        let limit = u64::from(u32::MAX);
        let place = |module: &str| {
            let place = match table.get_index_of(module) {
                Some(place) => place,
                None => table.insert_full(module.to_owned()).0,
            };
            u32::try_from(place).map_err(|_| SummaryError::TooLarge { what: "modules", limit })
        };
        modules.map(place).collect()
    }

    fn push(&self, groups: &[Group<'_>]) {
        for group in groups {
            let shard = &self.shards[(group.hash.bits() >> 120) as usize];
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            let bytes = std::mem::take(&mut *shard);
            *shard = postcard::to_extend(group, bytes).expect("plain data into memory");
        }
    }

    /// Groups, assigns parameters, and keeps what pays.
    ///
    /// # Errors
    /// When there is more than the file format can hold.
    pub fn finish(self, model: &CostModel) -> Result<Combined, SummaryError> {
        let modules = self.modules.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (modules, places) = sorted(modules);
        let shards = self.shards.into_par_iter().map(|shard| {
            let bytes = shard.into_inner().unwrap_or_else(PoisonError::into_inner);
            Shard::of(&bytes, &places, model)
        });
        let shards: Vec<Shard> = shards.collect();
        let combined = Combined { model: *model, modules, shards };
        let limit = u64::from(u32::MAX);
        match combined.entries().count() as u64 > limit || combined.holes().count() as u64 > limit {
            true => Err(SummaryError::TooLarge { what: "merged functions or holes", limit }),
            false => Ok(combined),
        }
    }
}

/// The modules in the order of their names, and the new place of each.
fn sorted(modules: IndexSet<String, FxBuildHasher>) -> (Vec<String>, Vec<u32>) {
    let mut arrived: Vec<_> = modules.into_iter().zip(0u32..).collect();
    arrived.sort_unstable();
    let mut places = vec![0; arrived.len()];
    for (place, &(_, arrival)) in (0..).zip(&arrived) {
        places[arrival as usize] = place;
    }
    (arrived.into_iter().map(|(name, _)| name).collect(), places)
}

/// What was combined.
pub struct Combined {
    pub(super) model: CostModel,
    /// The table of modules, sorted.
    pub(super) modules: Vec<String>,
    /// By the first byte of the hash.
    pub(super) shards: Vec<Shard>,
}

/// The part of a result whose hashes begin with one byte.
#[derive(Default)]
pub(super) struct Shard {
    /// All groups, encoded as one list.
    pub groups: Vec<u8>,
    /// How many groups these are.
    pub count: u32,
    /// How many functions are in them.
    pub functions: u64,
    /// The groups that pay, by hash. Their holes are counted from the start of `holes`.
    pub entries: Vec<SummaryEntry>,
    /// The holes of `entries`.
    pub holes: Vec<FileHole>,
}

impl Shard {
    fn of(bytes: &[u8], places: &[u32], model: &CostModel) -> Shard {
        let mut groups = decode(bytes);
        groups.iter_mut().for_each(|g| g.renumber(places));
        let groups = join_all(groups);
        let mut shard = Shard { count: groups.len() as u32, ..Shard::default() };
        shard.functions = groups.iter().map(|g| g.members.len() as u64).sum();
        shard.groups = postcard::to_stdvec(&groups).expect("plain data into memory");
        for structures in groups.chunk_by(|a, b| a.hash == b.hash) {
            if let Some(proposal) = best(structures, model) {
                shard.entries.push(SummaryEntry::of(&proposal, shard.holes.len() as u32));
                shard.holes.extend(proposal.holes.iter().map(FileHole::of));
            }
        }
        shard
    }
}

/// Reads back what [`Combiner::push`] wrote.
fn decode(mut bytes: &[u8]) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    while !bytes.is_empty() {
        let (group, rest) = postcard::take_from_bytes(bytes).expect("as it was written");
        groups.push(group);
        bytes = rest;
    }
    groups
}

/// Of several structures under one hash, the one that saves most; the first of equals.
fn best(structures: &[Group<'_>], model: &CostModel) -> Option<Proposal> {
    let small = structures.iter().filter(|group| group.holes.len() <= MAX_HOLES);
    let proposals = small.map(|group| Proposal::of(group, model));
    let paying =
        proposals.filter(|(proposal, saving)| model.pays(*saving, u64::from(proposal.parameters)));
    paying.min_by_key(|(_, saving)| Reverse(*saving)).map(|(proposal, _)| proposal)
}

impl Combined {
    /// The groups that pay, by hash.
    pub fn proposals(&self) -> impl Iterator<Item = Proposal> + '_ {
        self.shards.iter().flat_map(|shard| {
            shard.entries.iter().map(|entry| {
                let holes = &shard.holes[entry.holes()];
                proposal_of(entry, holes).expect("as it was written")
            })
        })
    }

    /// The groups that pay, by hash, as a list.
    pub fn into_proposals(self) -> Vec<Proposal> {
        self.proposals().collect()
    }

    /// How many groups pay.
    pub fn merged(&self) -> u64 {
        self.shards.iter().map(|s| s.entries.len() as u64).sum()
    }

    /// How many functions there are, each counted once.
    pub fn functions(&self) -> u64 {
        self.shards.iter().map(|s| s.functions).sum()
    }

    /// How many groups there are, those of one function among them.
    pub fn groups(&self) -> u64 {
        self.shards.iter().map(|s| u64::from(s.count)).sum()
    }

    /// Bytes that are expected to be saved in all.
    pub fn saving(&self) -> u64 {
        self.entries().map(|e| u64::from(e.saving.get())).sum()
    }

    /// The entries of all shards, their holes counted from the start of the shard's.
    pub(super) fn entries(&self) -> impl Iterator<Item = &SummaryEntry> {
        self.shards.iter().flat_map(|s| &s.entries)
    }

    /// The holes of all shards.
    pub(super) fn holes(&self) -> impl Iterator<Item = &FileHole> {
        self.shards.iter().flat_map(|s| &s.holes)
    }
}
