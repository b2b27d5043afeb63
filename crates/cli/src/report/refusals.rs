//! What was refused, by reason.
//!
//! Consumes: the runs of report files. Produces: counts by reason, most frequent first. Guarantees: of each module the
//! last run counts that refused functions, so that no function is counted once for each pass.

use std::collections::BTreeMap;

use fmerge_core::reject::Reject;

use super::read::{Counts, Run};

/// A reason and how often it was given.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason's name.
    pub reason: String,
    /// How many functions, or pairs and groups.
    pub count: u64,
    /// How many of the functions are sizable.
    pub sizable: u64,
}

impl Refused {
    /// The reason in plain words; nothing for one that this version does not know.
    pub fn explanation(&self) -> &'static str {
        let known = Reject::ALL.iter().find(|reason| reason.name() == self.reason);
        known.map_or("", |reason| reason.explanation())
    }
}

/// Refusals of functions, with the counts of the functions that were looked at.
#[derive(Debug, Default)]
pub struct Functions {
    /// Functions with a body.
    pub all: u64,
    /// Those of some size.
    pub sizable: u64,
    /// What was refused of them.
    pub refused: Vec<Refused>,
}

/// Why functions were refused.
pub fn functions(runs: &[Run]) -> Functions {
    let mut last: BTreeMap<&str, &Run> = BTreeMap::new();
    for run in runs {
        let known = last.get(&*run.module);
        if known.is_none_or(|known| known.rejects.is_empty() || !run.rejects.is_empty()) {
            last.insert(&run.module, run);
        }
    }
    let of_last = |rejects: fn(&Run) -> &Counts| last.values().map(move |&run| rejects(run));
    Functions {
        all: last.values().map(|run| run.functions).sum(),
        sizable: last.values().map(|run| run.sizable).sum(),
        refused: sorted(of_last(|run| &run.rejects), of_last(|run| &run.sizable_rejects)),
    }
}

/// Why pairs and groups were not merged, in all runs.
pub fn pairs(runs: &[Run]) -> Vec<Refused> {
    sorted(runs.iter().map(|run| &run.pair_rejects), [])
}

/// Counts of all functions, or pairs, and of the sizable functions, added up by reason.
fn sorted<'r>(
    all: impl IntoIterator<Item = &'r Counts>,
    sizable: impl IntoIterator<Item = &'r Counts>,
) -> Vec<Refused> {
    let mut counts: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (reason, count) in all.into_iter().flatten() {
        counts.entry(reason).or_default().0 += count;
    }
    for (reason, count) in sizable.into_iter().flatten() {
        counts.entry(reason).or_default().1 += count;
    }
    let refused = |(reason, (count, sizable)): (&str, (u64, u64))| Refused {
        reason: reason.to_owned(),
        count,
        sizable,
    };
    let mut all: Vec<Refused> = counts.into_iter().map(refused).collect();
    all.sort_by(|a, b| (b.sizable, b.count, &a.reason).cmp(&(a.sizable, a.count, &b.reason)));
    all
}
