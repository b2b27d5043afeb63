//! What is true of pairs of functions, for studies of how well they are ranked. Nothing is merged.
//!
//! Consumes: functions in the index. Produces: the most similar ones of each function; and of any pair, how well it aligns
//! and what merging it saves. Guarantees: the same fingerprints, index, aligner and planner as for merging.

use std::collections::BTreeSet;

use super::explore::Explorer;
use super::{Driver, Host};
use crate::align::{self, AlignParams, TimePrices};
use crate::ir::FuncId;
use crate::plan::{self, Sides};
use crate::price::Bytes;
use crate::search::{Candidate, LshStats};

/// What is true of two functions, found out by aligning them and planning a merge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// The share of the instructions of both that are matched, 0 to 1.
    pub alignment: f64,
    /// Bytes that merging them saves by the estimate; zero where `f3m` would not merge them.
    pub saved: Bytes,
    /// Bytes that merging them can save at most, by the [bound](crate::profit::Stock) that is known before they are aligned.
    pub most: Bytes,
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// The candidates of each function, with the similarity of their fingerprints: each pair once, the ids in order.
    pub fn nearest(&self) -> Vec<([FuncId; 2], f64)> {
        let ids = self.bodies.ids();
        let explorer = self.explorer();
        let found = self.threads.map(&ids, |&id| explorer.nearest(id, self.options.explore));
        let mut seen = BTreeSet::new();
        let pair = |id: FuncId, near: &Candidate| {
            ([id.min(near.func), id.max(near.func)], near.similarity)
        };
        let pairs = ids.iter().zip(&found);
        let pairs = pairs.flat_map(|(&id, near)| near.iter().map(move |one| pair(id, one)));
        pairs.filter(|&(ids, _)| seen.insert(ids)).collect()
    }

    /// What the search has cost so far.
    pub fn search_stats(&self) -> LshStats {
        self.index.stats()
    }

    /// What is true of each pair; none where the two may not be merged at all.
    pub fn truths(&self, pairs: &[[FuncId; 2]]) -> Vec<Option<Truth>> {
        let explorer = self.explorer();
        self.threads.map(pairs, |&ids| {
            let sides = explorer.functions(&ids);
            plan::compatible(Sides(&sides), explorer.tables).ok()?;
            Some(explorer.truth(ids))
        })
    }
}

impl Explorer<'_> {
    /// Aligns two functions as if time had no price, and plans a merge where the sure bound on its gain leaves hope.
    fn truth(&self, [left, right]: [FuncId; 2]) -> Truth {
        let functions = self.functions(&[left, right]);
        let params = AlignParams { time: TimePrices::NONE, ..self.align_params(&[left, right]) };
        let alignment = align::align(functions[0], functions[1], &params);
        let alignment = alignment.ratio(Sides(&functions));
        let least = Bytes::from(self.options.min_gain);
        let candidate = Candidate { func: right, similarity: 0.0 };
        let most = self.prospect(left, right).gain;
        let attempt = (most > least).then(|| self.explore(left, &candidate).attempt.ok()).flatten();
        let saved = attempt.map_or(Bytes::ZERO, |attempt| attempt.estimate.gain());
        Truth { alignment, saved, most }
    }
}
