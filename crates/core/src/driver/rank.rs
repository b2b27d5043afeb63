//! What `f3m-rank` reports: which functions are similar, and what merging them would bring. Nothing is changed.
//!
//! Consumes: functions in the index. Produces: for each function the most similar ones, each pair once, with the
//! similarity of the fingerprints and what is true of the two. Or what is true of pairs that are given, for
//! [`study`](crate::rank::study). Guarantees: the same fingerprints, index, aligner and planner as for merging.

use std::collections::BTreeSet;

use super::explore::Explorer;
use super::{Driver, Host};
use crate::align::{self, AlignParams, TimePrices};
use crate::ir::FuncId;
use crate::plan::{self, Sides};
use crate::price::Bytes;
use crate::rank::{RankSummary, RankedPair, Truth};
use crate::search::Candidate;

impl<H: Host + ?Sized> Driver<'_, H> {
    pub(super) fn ranked_pairs(&mut self) -> Vec<RankedPair> {
        let ids: Vec<FuncId> = self.bodies.keys().collect();
        let mut seen = BTreeSet::new();
        let explorer = self.explorer();
        let candidates =
            self.threads.map(&ids, |&id| explorer.nearest(id, self.options.search.explore));
        let candidates = ids.iter().zip(candidates);
        let pairs = candidates.flat_map(|(&id, near)| near.into_iter().map(move |one| (id, one)));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.retain(|&(id, near)| seen.insert((id.min(near.func), id.max(near.func))));
        self.threads.map(&pairs, |&(id, near)| {
            let ids = [id.min(near.func), id.max(near.func)];
            let truth = explorer.truth(ids);
            let [left, right] =
                explorer.functions(ids).map(|f| (f.name.as_str(), f.alignable_size()));
            RankedPair::new(left, right, near.similarity, truth)
        })
    }

    pub(super) fn rank_summary(&self) -> RankSummary {
        let functions = self.bodies.len();
        let (params, threshold) = self.options.search.index(functions);
        RankSummary { functions, params, threshold, stats: self.index.stats() }
    }

    /// What is true of each pair; none where the two may not be merged at all.
    pub fn truths(&self, pairs: &[[FuncId; 2]]) -> Vec<Option<Truth>> {
        let explorer = self.explorer();
        self.threads.map(pairs, |&ids| {
            let sides = explorer.functions(ids);
            plan::compatible(Sides(&sides), explorer.tables).ok()?;
            Some(explorer.truth(ids))
        })
    }
}

impl Explorer<'_> {
    /// Aligns two functions as if time had no price, and plans a merge where the sure bound on its gain leaves hope.
    fn truth(&self, [left, right]: [FuncId; 2]) -> Truth {
        let functions = self.functions([left, right]);
        let params = AlignParams { time: TimePrices::NONE, ..self.align_params() };
        let alignment = align::align(functions[0], functions[1], &params);
        let alignment = alignment.ratio(functions[0], functions[1]);
        let least = Bytes::from(self.options.min_gain);
        let candidate = Candidate { func: right, similarity: 0.0 };
        let most = self.most(left, right);
        let attempt = (most > least).then(|| self.explore(left, &candidate).attempt.ok()).flatten();
        let saved = attempt.map_or(Bytes::ZERO, |attempt| attempt.estimate.gain());
        Truth { alignment, saved, most }
    }
}
