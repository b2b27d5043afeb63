//! The pass `gfm-merge`: functions that the combined summary names become thunks of parameterised bodies.
//!
//! Consumes: a module and the combined summary. Produces: the module rewritten (algorithm 3 of *Optimistic Global
//! Function Merger*). Each function that fits becomes a body `NAME.Tgm` with the summary's parameters, and a thunk, or
//! calls that pass the constants.
//! Guarantees: each function is rewritten by its own content only. The summary only says which constants become
//! parameters, and places share a parameter only if they hold the same constant. Types of parameters are those of the
//! places, never of the values, so that all modules make the same body. A summary that cannot be read causes one
//! warning, and nothing is merged.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::CanonicalConst;
use fmerge_core::gfm::Plan;
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::price::Bytes;
use fmerge_core::reject::Reject;
use fmerge_core::replacement::{Fate, own_and};
use fmerge_core::report::{GroupKind, Phase, Report, ReportedGroup};
use fmerge_core::summary::{PagedFile, Proposal, StableHash, SummaryError, SummaryReader};
use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::candidates::{Finder, GlobalCandidate};
use super::fold;
use crate::analyses::Analyses;
use crate::announce::{Made, announce};
use crate::emit;
use crate::error::PassError;
use crate::ffi::global::drop_promises;
use crate::gfm::share::{arguments, parameter_types, places, share};
use crate::limit::Limit;
use crate::llvm::{FunctionRef, ModuleRef};
use crate::logging::warn_once;
use crate::module::ModuleContext;
use crate::replace::{self, Replacement};
use crate::standing::Census;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"fmerge-gfm-merge";

/// Splits the functions of the module of `ctx` that the summary names; the report says whether anything changed.
///
/// # Errors
/// When no summary was named. One that cannot be read is a warning.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn merge(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
) -> Result<Report, PassError> {
    let start = Instant::now();
    let (module, mut report) = (ctx.module, Report::new("gfm-merge"));
    let path = options.summary.as_deref().ok_or(PassError::NoSummary)?;
    let Some(reader) = open(path) else { return Ok(report) };
    let mut finder = Finder::new(options, PASS, ctx, analyses);
    let candidates = finder.find(&mut report);
    report.add_time(Phase::Canonicalize, start.elapsed());
    let jobs = select(options, module, &mut finder, &candidates, &reader, path, &mut report);
    let limit = Limit::new(options, PassName::GfmMerge, module);
    let constants = finder.constants();
    let mut merger = Merger { options, module, constants, analyses, limit, report };
    merger.carry_out(jobs);
    merger.report.set_total(start.elapsed());
    Ok(merger.report)
}

/// Opens the summary. If that fails, a warning says so once for each file.
fn open(path: &Path) -> Option<SummaryReader<PagedFile>> {
    match PagedFile::open(path) {
        Ok(file) => SummaryReader::open(file).map_err(|error| warn_once(path, &error)).ok(),
        Err(error) => {
            warn_once(path, &format_args!("{error}; make it with `fmerge combine`"));
            None
        }
    }
}

/// A function that is to be split, with what the summary says of it, and the plan for that.
struct Job<'c> {
    candidate: &'c GlobalCandidate,
    proposal: Proposal,
    plan: Plan,
}

/// The candidates that the summary names and that fit. If all functions of a group were in one module, a single
/// candidate of it is left as it is: there is no other to share with (algorithm 3).
fn select<'c>(
    options: &Options,
    module: ModuleRef,
    finder: &mut Finder<'_>,
    candidates: &'c [GlobalCandidate],
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
                warn_once(path, &error);
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

/// The plan for a function by what the summary says of it. The error is `None` if the summary does not name the
/// function.
fn look_up<'c>(
    finder: &mut Finder<'_>,
    candidate: &'c GlobalCandidate,
    reader: &SummaryReader<PagedFile>,
) -> Result<Result<Job<'c>, Option<Reject>>, SummaryError> {
    let Some(proposal) = reader.lookup(candidate.summary.hash)? else { return Ok(Err(None)) };
    let plan = finder.plan(candidate, &proposal);
    Ok(plan.map(|plan| Job { candidate, proposal, plan }).map_err(Some))
}

fn is_foldable(options: &Options, module: ModuleRef, job: &Job<'_>) -> bool {
    let places = places(&job.plan, &job.candidate.form);
    // SAFETY: the places are those of its form.
    unsafe { fold::is_foldable(options.fold, module, job.candidate.value, &places) }
}

/// A function that was split.
struct Split {
    original: FunctionRef,
    body: FunctionRef,
    arguments: Vec<LLVMValueRef>,
    name: String,
    parameters: u32,
    gain: Bytes,
    members: u32,
}

/// Rewrites the module.
struct Merger<'o> {
    options: &'o Options,
    module: ModuleRef,
    constants: &'o PrimaryMap<CanonicalConst, LLVMValueRef>,
    analyses: Analyses,
    limit: Limit,
    report: Report,
}

impl Merger<'_> {
    /// First makes all bodies, because places are counted in the functions as they are now; then thunks and calls.
    fn carry_out(&mut self, jobs: Vec<Job<'_>>) {
        let start = Instant::now();
        let splits: Vec<_> = jobs.iter().filter_map(|job| self.split(job)).collect();
        self.report.add_time(Phase::Emit, start.elapsed());
        let start = Instant::now();
        let replacements = splits.iter().map(|split| self.replacement(split)).collect();
        // SAFETY: a body does its original's work with the constants that it had.
        let done = unsafe { replace::execute(replacements, None, self.analyses) };
        let bodies: Vec<_> = splits.iter().map(|split| split.body).collect();
        // SAFETY: from now on, bodies that went are only compared.
        let kept = unsafe { fold::fold(self.options.fold, self.module, &bodies, self.analyses) };
        for ((split, &fate), &body) in splits.iter().zip(&done.fates).zip(&kept) {
            self.note(split, body, fate);
        }
        self.report.call_sites += done.all_calls();
        // SAFETY: nothing has happened to them since they went.
        unsafe { replace::erase(&done.gone, self.analyses) };
        self.report.add_time(Phase::Commit, start.elapsed());
        let folded: HashSet<_> =
            bodies.iter().zip(&kept).filter(|(b, k)| b != k).map(|p| p.0).collect();
        let written = done.changed.iter().filter(|function| !folded.contains(function));
        emit::expect_valid(written.copied(), self.options, &mut self.report);
    }

    fn split(&mut self, job: &Job<'_>) -> Option<Split> {
        let Job { candidate, proposal, plan } = job;
        if let Err(reason) = self.limit.admit(&[&[candidate.value]]) {
            self.report.reject_pair(reason);
            return None;
        }
        let types = parameter_types(plan, self.module);
        // SAFETY: constants live as long as their context, and functions are deleted only when all is done.
        let arguments = unsafe { arguments(plan, 0, &types, self.constants, self.module, false) };
        let name = format!("{}.Tgm", candidate.form.name);
        let members = [candidate.value];
        // SAFETY: the function has the body that its form was made of.
        let body = unsafe { share(plan, &candidate.form, &members, &types, &name, self.module) };
        let Some(body) = body else {
            self.limit.take_back();
            self.report.reject_pair(Reject::DifferentAttributes);
            return None;
        };
        drop_promises(body);
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

    fn replacement(&self, split: &Split) -> Replacement {
        let standing = Census::default().standing(split.original);
        let goes = standing.goes_with_its_calls() && self.options.thunks == Thunks::Auto;
        let arguments = own_and(split.original.parameters(), split.arguments.iter().copied());
        Replacement::new(split.original, split.body, arguments, goes)
    }

    fn note(&mut self, split: &Split, body: FunctionRef, fate: Fate) {
        let group = ReportedGroup {
            number: 0,
            kind: GroupKind::Constants,
            originals: vec![split.name.clone()],
            merged: body.name(),
            parameters: split.parameters,
            gain: split.gain,
            thunks: u32::from(fate == Fate::Thunk),
            aliases: 0,
            removed: u32::from(fate == Fate::Gone),
        };
        announce(&Made::group(PASS, body, &group), &mut self.limit, |names| {
            let others = split.members.saturating_sub(1);
            format!("{} shares {} with {others} others", names.join(", "), group.merged)
        });
        self.report.share(group);
    }
}
