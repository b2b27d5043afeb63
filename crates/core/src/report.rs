//! What a run of a pass did, as data: counters, refusals by reason, times by phase.
//!
//! Consumes: notes taken while a pass runs. Produces: JSON (schema version 3, `docs/reports.md`) and a short text.
//! Guarantees: maps are ordered, so equal runs give equal reports but for the times.

mod destination;
mod merges;
mod origin;

use std::collections::BTreeMap;
use std::fmt;
use std::mem;
use std::time::{Duration, Instant};

use serde::Serialize;

pub use destination::{
    Destination, NamePattern, SYNTAX as DESTINATION_SYNTAX, VARIABLE as DESTINATION_VARIABLE,
};
pub use merges::{GroupKind, ReportedGroup, ReportedMember, ReportedMerge};
pub use origin::{Location, Place, ReportOrigin};

use crate::price::Bytes;
use crate::reject::Reject;

/// The version of the JSON schema; counted up when a field changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 3;

/// Functions of at least so many instructions count as sizable. The share of refused functions is taken among these.
pub const SIZABLE: usize = 10;

/// The phases that are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// LLVM functions to canonical forms.
    Canonicalize,
    /// Groups of functions that are equal, or equal but for constants.
    Group,
    /// LLVM functions to plain data.
    Encode,
    /// MinHash fingerprints, and entering them in the index.
    Fingerprint,
    /// Queries for candidates.
    Search,
    /// Alignment of pairs.
    Align,
    /// Plans of pairs, with their estimates.
    Plan,
    /// The proof of the plans that are to be emitted.
    Replay,
    /// New IR, with its clean-up.
    Emit,
    /// Code generation of what the estimate cannot decide.
    Weigh,
    /// LLVM's verifier.
    Verify,
    /// Thunks, rewritten calls, deletion.
    Commit,
}

/// What a run did.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA_VERSION`].
    pub version: u32,
    /// The pass that ran.
    pub pass: String,
    /// What it ran on, and where.
    #[serde(flatten)]
    pub origin: ReportOrigin,
    /// Functions with a body.
    pub functions: u64,
    /// Functions that could take part.
    pub eligible: u64,
    /// Candidate pairs that the search gave.
    pub candidates: u64,
    /// Fingerprints compared.
    pub comparisons: u64,
    /// Buckets that were cut at the cap.
    pub bucket_cap_hits: u64,
    /// Pairs that were aligned and planned.
    pub attempts: u64,
    /// Pairs whose result was known from an earlier round or build.
    pub known: u64,
    /// Merges: pairs that were merged, and of each group all members but one.
    pub merges: u64,
    /// Originals that remain as thunks.
    pub thunks: u64,
    /// Originals that are gone.
    pub removed: u64,
    /// Calls rewritten to the merged function.
    pub call_sites: u64,
    /// Bytes saved by the estimates.
    pub gain: Bytes,
    /// Bytes that further pairs would have saved, by the estimates, if time did not count.
    pub given_up: Bytes,
    /// Functions refused, by reason.
    pub rejects: BTreeMap<&'static str, u64>,
    /// Functions with a body of at least [`SIZABLE`] instructions.
    pub sizable: u64,
    /// Those of them that were refused, by reason.
    pub sizable_rejects: BTreeMap<&'static str, u64>,
    /// Pairs refused, by reason.
    pub pair_rejects: BTreeMap<&'static str, u64>,
    /// Milliseconds by phase, of all threads together, and `total`, elapsed.
    pub phases_ms: BTreeMap<String, f64>,
    /// The merges of pairs, in order.
    pub merged: Vec<ReportedMerge>,
    /// The groups that share a body, in order.
    pub groups: Vec<ReportedGroup>,
    /// Where the functions of merges and groups are in the sources, as far as debug information says.
    pub locations: BTreeMap<String, Location>,
}

impl Report {
    /// An empty report.
    pub fn new(pass: impl Into<String>) -> Report {
        Report {
            version: SCHEMA_VERSION,
            pass: pass.into(),
            origin: ReportOrigin::default(),
            functions: 0,
            eligible: 0,
            candidates: 0,
            comparisons: 0,
            bucket_cap_hits: 0,
            attempts: 0,
            known: 0,
            merges: 0,
            thunks: 0,
            removed: 0,
            call_sites: 0,
            gain: Bytes::ZERO,
            given_up: Bytes::ZERO,
            rejects: BTreeMap::new(),
            sizable: 0,
            sizable_rejects: BTreeMap::new(),
            pair_rejects: BTreeMap::new(),
            phases_ms: BTreeMap::new(),
            merged: Vec::new(),
            groups: Vec::new(),
            locations: BTreeMap::new(),
        }
    }

    /// Sets which run this was. `locations` are by the names of functions; those that the report names are kept.
    pub fn identify(&mut self, origin: ReportOrigin, mut locations: BTreeMap<String, Location>) {
        self.origin = origin;
        let members =
            self.merged.iter().flat_map(|merge| &merge.members).map(|member| &member.name);
        let names = members.chain(self.groups.iter().flat_map(|group| &group.originals));
        self.locations = names.filter_map(|name| locations.remove_entry(name)).collect();
    }

    /// Counts a function of the module, of so many instructions, and why it was refused, if it was.
    pub fn function(&mut self, size: usize, verdict: Result<(), Reject>) {
        self.functions += 1;
        self.sizable += u64::from(size >= SIZABLE);
        if let Err(reason) = verdict {
            self.refuse(size, reason);
        }
    }

    /// Counts a function, of so many instructions, that was counted before and is refused after all.
    pub fn refuse(&mut self, size: usize, reason: Reject) {
        self.reject(reason);
        if size >= SIZABLE {
            *self.sizable_rejects.entry(reason.name()).or_default() += 1;
        }
    }

    /// Counts a refused function.
    pub fn reject(&mut self, reason: Reject) {
        *self.rejects.entry(reason.name()).or_default() += 1;
    }

    /// Counts a refused pair.
    pub fn reject_pair(&mut self, reason: Reject) {
        *self.pair_rejects.entry(reason.name()).or_default() += 1;
    }

    /// Counts a merge.
    pub fn merge(&mut self, mut merge: ReportedMerge, call_sites: u64) {
        merge.number = self.listed_merges() + 1;
        self.merges += 1;
        self.thunks += u64::from(merge.thunks);
        self.removed += merge.members.len() as u64 - u64::from(merge.thunks);
        self.call_sites += call_sites;
        self.gain += merge.gain;
        self.merged.push(merge);
    }

    /// Counts the merges of a group.
    pub fn group(&mut self, group: ReportedGroup, call_sites: u64) {
        self.call_sites += call_sites;
        self.merges += group.originals.len() as u64 - 1;
        self.add_group(group);
    }

    /// Counts a function that shares its body with functions of other modules.
    pub fn share(&mut self, group: ReportedGroup) {
        self.merges += 1;
        self.add_group(group);
    }

    fn add_group(&mut self, mut group: ReportedGroup) {
        group.number = self.listed_merges() + 1;
        self.thunks += u64::from(group.thunks);
        self.removed += u64::from(group.removed);
        self.gain += group.gain;
        self.groups.push(group);
    }

    /// How many merges and groups it lists, each of which has a number.
    fn listed_merges(&self) -> u64 {
        (self.merged.len() + self.groups.len()) as u64
    }

    /// Adds what another pass did to the same module afterwards. The counts of functions stay those of the first
    /// pass. Refusals are taken from the pass that looks for similar functions, because it refuses the most.
    pub fn absorb(&mut self, mut other: Report) {
        if self.functions == 0 {
            self.functions = other.functions;
        }
        if other.pass == "f3m" || self.rejects.is_empty() {
            self.eligible = other.eligible;
            self.given_up = other.given_up;
            self.rejects = mem::take(&mut other.rejects);
            self.sizable = other.sizable;
            self.sizable_rejects = mem::take(&mut other.sizable_rejects);
        }
        self.comparisons += other.comparisons;
        self.bucket_cap_hits += other.bucket_cap_hits;
        self.known += other.known;
        self.absorb_merges(other);
    }

    /// Adds the merges that another pass made during this one, with its attempts and its time. Functions that it
    /// refused are not counted.
    pub fn absorb_merges(&mut self, other: Report) {
        let before = self.listed_merges();
        self.candidates += other.candidates;
        for (reason, count) in other.pair_rejects {
            *self.pair_rejects.entry(reason).or_default() += count;
        }
        self.attempts += other.attempts;
        self.merges += other.merges;
        self.thunks += other.thunks;
        self.removed += other.removed;
        self.call_sites += other.call_sites;
        self.gain += other.gain;
        for (phase, time) in other.phases_ms {
            let name = if phase == "total" { other.pass.clone() } else { phase };
            *self.phases_ms.entry(name).or_default() += time;
        }
        let behind = |number| before + number;
        let merged = other.merged.into_iter();
        self.merged.extend(merged.map(|one| ReportedMerge { number: behind(one.number), ..one }));
        let groups = other.groups.into_iter();
        self.groups.extend(groups.map(|one| ReportedGroup { number: behind(one.number), ..one }));
    }

    /// Runs `work` and adds its time to `phase`.
    pub fn time<T>(&mut self, phase: Phase, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add_time(phase, start.elapsed());
        result
    }

    /// Adds to the time of a phase.
    pub fn add_time(&mut self, phase: Phase, time: Duration) {
        self.add_time_of(&format!("{phase:?}").to_lowercase(), time);
    }

    /// Adds to the time of a pass that ran within this one.
    pub fn add_time_of(&mut self, pass: &str, time: Duration) {
        *self.phases_ms.entry(pass.into()).or_default() += milliseconds(time);
    }

    /// Sets the time of the whole run.
    pub fn set_total(&mut self, time: Duration) {
        self.phases_ms.insert("total".into(), milliseconds(time));
    }

    /// Sets the time of the whole run, less that of another pass that ran within it.
    pub fn set_total_beside(&mut self, time: Duration, other: &str) {
        let other = self.phases_ms.get(other).copied().unwrap_or_default();
        self.phases_ms.insert("total".into(), (milliseconds(time) - other).max(0.0));
    }

    /// The report as JSON, in one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a report is plain data")
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} functions, {} eligible, {} candidate pairs, {} attempts, {} merges \
             ({} thunks, {} removed), estimated gain {} bytes, {} ms",
            self.pass,
            self.functions,
            self.eligible,
            self.candidates,
            self.attempts,
            self.merges,
            self.thunks,
            self.removed,
            self.gain,
            self.phases_ms.get("total").copied().unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_small_functions_are_not_counted_as_those_of_others() {
        let mut report = Report::new("f3m");
        report.function(SIZABLE, Ok(()));
        report.function(SIZABLE, Err(Reject::VarArgs));
        report.function(SIZABLE - 1, Err(Reject::VarArgs));
        report.function(SIZABLE - 1, Ok(()));
        assert_eq!((report.functions, report.sizable), (4, 2));
        assert_eq!((report.rejects["varargs"], report.sizable_rejects["varargs"]), (2, 1));
    }
    #[test]
    fn the_combined_pass_knows_the_refusals_of_sizable_functions() {
        let mut combined = Report::new("fmerge");
        let mut identical = Report::new("identical");
        identical.function(SIZABLE, Ok(()));
        combined.absorb(identical);
        let mut similar = Report::new("f3m");
        similar.function(SIZABLE, Err(Reject::VarArgs));
        combined.absorb(similar);
        assert_eq!((combined.sizable, combined.sizable_rejects["varargs"]), (1, 1));
    }

    fn group(name: &str) -> ReportedGroup {
        ReportedGroup {
            kind: GroupKind::Constants,
            originals: vec![name.into(), format!("{name}.2")],
            merged: name.into(),
            parameters: 1,
            gain: Bytes::new(10),
            thunks: 0,
            aliases: 0,
            removed: 2,
            number: 0,
        }
    }

    #[test]
    fn merges_of_several_passes_are_numbered_in_the_order_in_which_they_were_made() {
        let numbers = |report: &Report| -> Vec<(String, u64)> {
            report.groups.iter().map(|group| (group.merged.clone(), group.number)).collect()
        };
        let mut similar = Report::new("f3m");
        similar.group(group("a"), 0);
        let mut constants = Report::new("gfm");
        constants.function(SIZABLE, Err(Reject::VarArgs));
        constants.reject_pair(Reject::Unprofitable);
        constants.group(group("b"), 3);
        constants.group(group("c"), 0);
        similar.absorb_merges(constants);
        similar.group(group("d"), 0);
        let mut all = Report::new("fmerge");
        all.group(group("first"), 0);
        all.absorb(similar);
        let expected = [("first", 1), ("a", 2), ("b", 3), ("c", 4), ("d", 5)];
        assert_eq!(numbers(&all), expected.map(|(name, number)| (name.to_owned(), number)));
        assert_eq!((all.merges, all.removed, all.call_sites, all.functions), (5, 10, 3, 0));
        assert_eq!((all.pair_rejects["unprofitable"], all.rejects.len()), (1, 0));
    }

    #[test]
    fn a_report_is_one_line() {
        assert!(!Report::new("a pass\nof two lines").to_json().contains('\n'));
    }
}
