//! What `f3m-rank` reports: what the driver would try, without changing anything.
//!
//! Consumes: functions in the index. Produces: for each function its best candidates, each pair once, with the
//! similarity of the fingerprints and the share of instructions that align. Guarantees: the same fingerprints,
//! index and aligner as for merging.

use std::collections::BTreeSet;

use super::explore::Explorer;
use super::{Driver, Host};
use crate::align::{self, AlignParams};
use crate::ir::FuncId;
use crate::rank::{RankSummary, RankedPair};
use crate::search::Candidate;

impl<H: Host> Driver<'_, H> {
    pub(super) fn ranked_pairs(&mut self) -> Vec<RankedPair> {
        let ids: Vec<FuncId> = self.bodies.keys().collect();
        let mut seen = BTreeSet::new();
        let candidates = ids.iter().zip(self.candidates(&ids));
        let pairs = candidates.flat_map(|(&id, near)| near.into_iter().map(move |one| (id, one)));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.retain(|&(id, near)| seen.insert((id.min(near.func), id.max(near.func))));
        let explorer = self.explorer();
        self.threads.map(&pairs, |(id, near)| ranked_pair(&explorer, *id, near))
    }

    pub(super) fn rank_summary(&self) -> RankSummary {
        let functions = self.bodies.len();
        let (params, threshold) = self.options.ranking(functions);
        RankSummary { functions, params, threshold, stats: self.index.stats() }
    }
}

fn ranked_pair(explorer: &Explorer<'_>, id: FuncId, near: &Candidate) -> RankedPair {
    let [left, right] = explorer.functions([id.min(near.func), id.max(near.func)]);
    let alignment = align::align(left, right, &AlignParams::of(explorer.tables.prices));
    let [left, right] = [left, right].map(|f| (f.name.as_str(), f.alignable_size()));
    RankedPair::new(left, right, near.similarity, alignment.matched())
}
