//! The pass `gfm-merge`: functions that the combined summary names become thunks of parameterised bodies.
//!
//! Consumes: a module and the combined summary. Produces: the module rewritten (algorithm 3 of *Optimistic
//! Global Function Merger*): for each function that fits, `NAME.Tgm` with the summary's parameters, and a
//! thunk, or calls that pass the constants.
//! Guarantees: each function is rewritten by what it holds itself; the summary only says which constants
//! become parameters, and places share one only where they hold the same constant. Types of parameters are those of the places, never of the values, so that all modules
//! make the same body. A summary that cannot be read is one warning, and nothing is merged.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::ConstantId;
use fmerge_core::gfm::{Plan, proposed};
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::price::Bytes;
use fmerge_core::reject::Reject;
use fmerge_core::report::{Group, GroupKind, Phase, Report};
use fmerge_core::summary::{PagedFile, Proposal, StableHash, SummaryError, SummaryReader};
use inkwell::llvm_sys::core::LLVMCountParams;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::candidates::{Candidate, Finder};
use super::fold;
use crate::commit::{self, CallLog};
use crate::emit;
use crate::encode::Analyses;
use crate::ffi::commit::{fmerge_drop_body, fmerge_is_removable};
use crate::ffi::emit::{fmerge_erase_function, fmerge_invalidate};
use crate::ffi::global::drop_promises;
use crate::gfm::share::{arguments, parameter_types, places, share};
use crate::limit::Limit;
use crate::module::full_name;
use crate::pass::PassError;
use crate::remarks;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"gfm-merge";

/// Splits what the summary names; the report says whether anything changed.
///
/// # Errors
/// When no summary was named. One that cannot be read is a warning.
///
/// # Safety
/// The module is alive, and `analyses` is the `ModuleAnalysisManager` of a pass that runs on it.
pub unsafe fn merge(
    options: &Options,
    module: LLVMModuleRef,
    analyses: Analyses,
) -> Result<Report, PassError> {
    let start = Instant::now();
    let mut report = Report::new("gfm-merge");
    let path = options.summary.as_deref().ok_or(PassError::NoSummary)?;
    let Some(reader) = open(path) else { return Ok(report) };
    // SAFETY: the caller's promise.
    let mut finder = unsafe { Finder::new(options, PASS, module, analyses) };
    let candidates = finder.find(&mut report);
    report.add_time(Phase::Canonicalize, start.elapsed());
    let jobs = select(options, module, &finder, &candidates, &reader, path, &mut report);
    let limit = Limit::new(options, PassName::GfmMerge, module);
    let constants = finder.constants();
    let mut merger = Merger { options, module, constants, analyses, limit, report };
    merger.carry_out(jobs);
    merger.report.set_total(start.elapsed());
    Ok(merger.report)
}

/// The summary; a warning, once for each file, if it cannot be used.
fn open(path: &Path) -> Option<SummaryReader<PagedFile>> {
    match PagedFile::open(path) {
        Ok(file) => SummaryReader::open(file).map_err(|error| warn(path, &error)).ok(),
        Err(error) => {
            warn(path, &format_args!("{error}; make it with `fmerge combine`"));
            None
        }
    }
}

/// Says what is wrong with a summary, once for each: many modules may be compiled in one process.
fn warn(path: &Path, problem: &dyn std::fmt::Display) {
    static TOLD: Mutex<BTreeMap<String, ()>> = Mutex::new(BTreeMap::new());
    let text = format!("{}: {problem}; nothing is merged by it", path.display());
    let mut told = TOLD.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if told.insert(text.clone(), ()).is_none() {
        log::warn!("{text}");
    }
}

/// A function with what the summary says of it, and what is to be made of it by that.
struct Job<'c> {
    candidate: &'c Candidate,
    proposal: Proposal,
    plan: Plan,
}

/// The candidates that the summary names and that fit. One alone of a group that was of one module is left:
/// there is nobody to share with (algorithm 3).
fn select<'c>(
    options: &Options,
    module: LLVMModuleRef,
    finder: &Finder<'_>,
    candidates: &'c [Candidate],
    reader: &SummaryReader<PagedFile>,
    path: &Path,
    report: &mut Report,
) -> Vec<Job<'c>> {
    let start = Instant::now();
    let mut jobs = Vec::new();
    for candidate in candidates {
        match look_up(finder, candidate, reader) {
            Ok(Ok(job)) if !is_foldable(options, module, &job) => {
                report.reject_pair(Reject::NotFoldable);
            }
            Ok(Ok(job)) => jobs.push(job),
            Ok(Err(Some(reason))) => report.reject_pair(reason),
            Ok(Err(None)) => {}
            Err(error) => {
                warn(path, &error);
                return Vec::new();
            }
        }
    }
    let mut counts: BTreeMap<StableHash, u32> = BTreeMap::new();
    for job in &jobs {
        *counts.entry(job.proposal.hash).or_default() += 1;
    }
    jobs.retain(|job| !job.proposal.local || counts[&job.proposal.hash] > 1);
    report.candidates = jobs.len() as u64;
    report.add_time(Phase::Search, start.elapsed());
    jobs
}

/// The plan for a function by what the summary says of it; no reason when that does not name it.
fn look_up<'c>(
    finder: &Finder<'_>,
    candidate: &'c Candidate,
    reader: &SummaryReader<PagedFile>,
) -> Result<Result<Job<'c>, Option<Reject>>, SummaryError> {
    let Some(proposal) = reader.lookup(candidate.summary.hash)? else { return Ok(Err(None)) };
    let plan = proposed(&proposal, &candidate.named(), &finder.limits(candidate.value));
    Ok(plan.map(|plan| Job { candidate, proposal, plan }).map_err(Some))
}

fn is_foldable(options: &Options, module: LLVMModuleRef, job: &Job<'_>) -> bool {
    let places = places(&job.plan, &job.candidate.form);
    fold::is_foldable(options.fold, module, job.candidate.value, &places)
}

/// A function that was split.
struct Split {
    original: LLVMValueRef,
    body: LLVMValueRef,
    arguments: Vec<LLVMValueRef>,
    name: String,
    parameters: u32,
    gain: Bytes,
    members: u32,
}

/// What is to be looked at again.
struct Changed {
    /// Originals whose last use was rewritten.
    gone: Vec<LLVMValueRef>,
    /// Originals that stay.
    thunks: Vec<LLVMValueRef>,
    /// Functions with rewritten calls that are neither gone nor bodies: of these LLVM knows nothing yet, and
    /// one may have gone in favour of its equal.
    callers: Vec<LLVMValueRef>,
}

impl Changed {
    fn of(splits: &[Split], removed: &[bool], callers: &[LLVMValueRef]) -> Changed {
        let originals = |wanted| {
            let pairs = splits.iter().zip(removed).filter(move |&(_, &gone)| gone == wanted);
            pairs.map(|(split, _)| split.original)
        };
        let left_out: HashSet<_> =
            originals(true).chain(splits.iter().map(|split| split.body)).collect();
        let callers = callers.iter().copied().filter(|caller| !left_out.contains(caller));
        Changed {
            gone: originals(true).collect(),
            thunks: originals(false).collect(),
            callers: callers.collect(),
        }
    }
}

/// Rewrites the module.
struct Merger<'o> {
    options: &'o Options,
    module: LLVMModuleRef,
    constants: &'o PrimaryMap<ConstantId, LLVMValueRef>,
    analyses: Analyses,
    limit: Limit,
    report: Report,
}

impl Merger<'_> {
    /// First all bodies, whose places are counted in what is there now; then thunks and calls.
    fn carry_out(&mut self, jobs: Vec<Job<'_>>) {
        let start = Instant::now();
        let splits: Vec<_> = jobs.iter().filter_map(|job| self.split(job)).collect();
        self.report.add_time(Phase::Emit, start.elapsed());
        let start = Instant::now();
        let mut log = CallLog::default();
        // What a thunk passes stays, though until now it may only have been called.
        let passed: HashSet<_> = splits.iter().flat_map(|split| split.arguments.iter()).collect();
        let stays = |split: &Split| passed.contains(&split.original);
        let removed: Vec<bool> =
            splits.iter().map(|split| self.replace(split, stays(split), &mut log)).collect();
        let bodies: Vec<_> = splits.iter().map(|split| split.body).collect();
        let kept = fold::fold(self.options.fold, self.module, &bodies);
        for ((split, &removed), &body) in splits.iter().zip(&removed).zip(&kept) {
            self.note(split, body, removed);
        }
        self.report.call_sites += log.calls as u64;
        let changed = Changed::of(&splits, &removed, &log.callers);
        self.tell_llvm(&changed);
        self.report.add_time(Phase::Commit, start.elapsed());
        let written = kept.iter().chain(&changed.thunks).chain(&changed.callers);
        emit::expect_valid(written.copied(), self.options, &mut self.report);
    }

    fn split(&mut self, job: &Job<'_>) -> Option<Split> {
        let Job { candidate, proposal, plan } = job;
        if let Err(reason) = self.limit.admit(&[&[candidate.value]]) {
            self.report.reject_pair(reason);
            return None;
        }
        let types = parameter_types(plan, self.module);
        let arguments = arguments(plan, 0, &types, self.constants);
        let name = format!("{}.Tgm", candidate.form.name);
        // SAFETY: the function is alive and has the body that its form was made of.
        let body = unsafe { share(plan, &candidate.form, &[candidate.value], &types, &name) };
        let Some(body) = body else {
            self.limit.take_back();
            self.report.reject_pair(Reject::DifferentAttributes);
            return None;
        };
        // SAFETY: the body is alive.
        unsafe { drop_promises(body) };
        Some(Split {
            original: candidate.value,
            body,
            arguments,
            name: candidate.form.name.clone(),
            parameters: plan.parameters.len() as u32,
            gain: plan.gain,
            members: proposal.members,
        })
    }

    /// Whether the original went; else it is a thunk now, as one that `stays` always is.
    fn replace(&self, split: &Split, stays: bool, log: &mut CallLog) -> bool {
        // SAFETY: the original is alive, and its body has moved.
        let (count, removable) = unsafe {
            fmerge_drop_body(split.original);
            (LLVMCountParams(split.original) as i32, fmerge_is_removable(split.original))
        };
        let sources: Vec<i32> = (0..count).collect();
        let target = commit::target(split.body, &sources, &split.arguments);
        let removable = removable && !stays && self.options.thunks == Thunks::Auto;
        commit::replace(split.original, &target, removable, log);
        removable
    }

    fn note(&mut self, split: &Split, body: LLVMValueRef, removed: bool) {
        // SAFETY: the body is alive.
        let merged = unsafe { full_name(body) };
        let text = format!("shares {merged} with {} others", split.members.saturating_sub(1));
        remarks::passed(body, PASS, "merged", || format!("{} {text}", split.name));
        let group = Group {
            kind: GroupKind::Constants,
            originals: vec![split.name.clone()],
            merged,
            parameters: split.parameters,
            gain: split.gain,
            thunks: u32::from(!removed),
            aliases: 0,
            removed: u32::from(removed),
        };
        self.limit.made(body, &split.name);
        self.report.share(group);
    }

    fn tell_llvm(&self, changed: &Changed) {
        let analyses = self.analyses.as_ptr();
        for &function in changed.callers.iter().chain(&changed.thunks) {
            // SAFETY: the function is alive.
            unsafe { fmerge_invalidate(function, analyses) };
        }
        for &function in &changed.gone {
            // SAFETY: its last use was rewritten.
            unsafe { fmerge_erase_function(function, analyses) };
        }
    }
}
