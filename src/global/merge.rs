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

use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::registers::Registers;
use fmerge_core::reject::Reject;
use fmerge_core::replacement::{Fate, own_and};
use fmerge_core::report::{Group, GroupKind, Phase, Report};
use fmerge_core::summary::{
    Fit, PagedFile, Parameterization, StableHash, SummaryError, SummaryReader,
};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::LLVMGetTypeKind;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use super::candidates::{Candidate, Finder};
use super::fold;
use crate::emit;
use crate::encode::Analyses;
use crate::ffi::encode::argument_registers;
use crate::ffi::gfm::{Place, Shared, fmerge_parameterize};
use crate::ffi::global::drop_promises;
use crate::limit::Limit;
use crate::module::{full_name, target as module_target};
use crate::pass::PassError;
use crate::remarks;
use crate::replace::{self, Replacement};
use crate::standing::Census;

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
    let jobs = select(options, module, &candidates, &reader, path, &mut report);
    let limit = Limit::new(options, PassName::GfmMerge, module);
    let mut merger = Merger { options, module, analyses, limit, report };
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

/// A function with what the summary says of it.
struct Job<'c> {
    candidate: &'c Candidate,
    plan: Parameterization,
}

/// The candidates that the summary names and that fit. One alone of a group that was of one module is left:
/// there is nobody to share with (algorithm 3).
fn select<'c>(
    options: &Options,
    module: LLVMModuleRef,
    candidates: &'c [Candidate],
    reader: &SummaryReader<PagedFile>,
    path: &Path,
    report: &mut Report,
) -> Vec<Job<'c>> {
    let start = Instant::now();
    let registers = Registers::of(&module_target(module));
    let mut jobs = Vec::new();
    for candidate in candidates {
        match look_up(options, &registers, candidate, reader) {
            Ok(Ok(plan)) if !is_foldable(options, module, candidate, &plan) => {
                report.reject_pair(Reject::NotFoldable);
            }
            Ok(Ok(plan)) => jobs.push(Job { candidate, plan }),
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
        *counts.entry(job.plan.hash).or_default() += 1;
    }
    jobs.retain(|job| !job.plan.local || counts[&job.plan.hash] > 1);
    report.candidates = jobs.len() as u64;
    report.add_time(Phase::Search, start.elapsed());
    jobs
}

/// What the summary says of a function; no reason when it does not name it.
fn look_up(
    options: &Options,
    registers: &Registers,
    candidate: &Candidate,
    reader: &SummaryReader<PagedFile>,
) -> Result<Result<Parameterization, Option<Reject>>, SummaryError> {
    let Some(plan) = reader.lookup(candidate.summary.hash)? else { return Ok(Err(None)) };
    let fits = matches!(plan.fit(&candidate.summary), Fit::Exact | Fit::Pattern);
    let few = plan.parameters <= options.params && goes_in_registers(registers, candidate, &plan);
    Ok(match () {
        () if !fits => Err(Some(Reject::StaleSummary)),
        () if !shares_only_what_is_equal(candidate, &plan) => Err(Some(Reject::DifferentConstants)),
        () if !few => Err(Some(Reject::Unprofitable)),
        () => Ok(plan),
    })
}

/// Whether all places of each parameter hold the very same constant: that of the first place is passed for all of
/// them. The summary knows digests alone, which may propose this, but not decide it.
fn shares_only_what_is_equal(candidate: &Candidate, plan: &Parameterization) -> bool {
    (0..plan.parameters).all(|n| {
        let mut values = plan.holes_of(n).map(|hole| candidate.values[hole]);
        let first = values.next().expect("a parameter stands somewhere");
        values.all(|value| value == first)
    })
}

fn is_foldable(
    options: &Options,
    module: LLVMModuleRef,
    candidate: &Candidate,
    plan: &Parameterization,
) -> bool {
    fold::is_foldable(options.fold, module, candidate.value, &places(candidate, plan))
}

fn goes_in_registers(
    registers: &Registers,
    candidate: &Candidate,
    plan: &Parameterization,
) -> bool {
    // SAFETY: the function is alive.
    let own = unsafe { argument_registers(candidate.value, registers.bits) };
    let types = parameter_types(candidate, plan);
    registers.without(own.integers, own.floats).hold(types.iter().map(|&ty| is_float(ty)))
}

fn is_float(ty: LLVMTypeRef) -> bool {
    // SAFETY: types live as long as their context.
    let kind = unsafe { LLVMGetTypeKind(ty) };
    matches!(kind, LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind)
}

/// The type of each parameter: that of its first place.
fn parameter_types(candidate: &Candidate, plan: &Parameterization) -> Vec<LLVMTypeRef> {
    let first = |n| plan.holes_of(n).next().expect("a parameter stands somewhere");
    (0..plan.parameters).map(|n| candidate.types[first(n)]).collect()
}

/// A function that was split.
struct Split {
    original: LLVMValueRef,
    body: LLVMValueRef,
    arguments: Vec<LLVMValueRef>,
    name: String,
    parameters: u32,
    saving: u32,
    members: u32,
}

/// Rewrites the module.
struct Merger<'o> {
    options: &'o Options,
    module: LLVMModuleRef,
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
        let replacements = splits.iter().map(|split| self.replacement(split)).collect();
        // SAFETY: originals and bodies are alive, and a body does its original's work with the constants that it had.
        let done = unsafe { replace::execute(replacements, self.analyses) };
        let bodies: Vec<_> = splits.iter().map(|split| split.body).collect();
        let kept = fold::fold(self.options.fold, self.module, &bodies, self.analyses);
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
        let Job { candidate, plan } = job;
        if let Err(reason) = self.limit.admit(&[&[candidate.value]]) {
            self.report.reject_pair(reason);
            return None;
        }
        let types = parameter_types(candidate, plan);
        let places = places(candidate, plan);
        let name = format!("{}.Tgm", candidate.form.name);
        let members = [candidate.value];
        let what = Shared {
            members: members.as_ptr(),
            member_count: 1,
            representative: 0,
            types: types.as_ptr(),
            type_count: types.len(),
            places: places.as_ptr(),
            place_count: places.len(),
            name: name.as_ptr().cast(),
            name_length: name.len(),
        };
        let arguments = arguments(candidate, plan);
        // SAFETY: the function is alive and has the body that its form was made of; lists and name come
        // with their lengths.
        let body = unsafe { fmerge_parameterize(&raw const what) };
        if body.is_null() {
            self.limit.take_back();
            self.report.reject_pair(Reject::DifferentAttributes);
            return None;
        }
        // SAFETY: the body is alive.
        unsafe { drop_promises(body) };
        Some(Split {
            original: candidate.value,
            body,
            arguments,
            name: candidate.form.name.clone(),
            parameters: plan.parameters,
            saving: plan.saving,
            members: plan.members,
        })
    }

    fn replacement(&self, split: &Split) -> Replacement {
        let standing = Census::default().standing(split.original);
        let goes = standing.goes_with_its_calls() && self.options.thunks == Thunks::Auto;
        // SAFETY: the original is alive.
        let own = unsafe { replace::parameters(split.original) };
        let arguments = own_and(own, split.arguments.iter().copied());
        Replacement::new(split.original, split.body, arguments, goes)
    }

    fn note(&mut self, split: &Split, body: LLVMValueRef, fate: Fate) {
        // SAFETY: the body is alive.
        let merged = unsafe { full_name(body) };
        let text = format!("shares {merged} with {} others", split.members.saturating_sub(1));
        remarks::passed(body, PASS, "merged", || format!("{} {text}", split.name));
        let group = Group {
            kind: GroupKind::Constants,
            originals: vec![split.name.clone()],
            merged,
            parameters: split.parameters,
            gain: i64::from(split.saving / split.members.max(1)),
            thunks: u32::from(fate == Fate::Thunk),
            aliases: 0,
            removed: u32::from(fate == Fate::Gone),
        };
        self.limit.made(body, &split.name);
        self.report.share(group);
    }
}

/// Where parameters and calls of the function itself stand.
fn places(candidate: &Candidate, plan: &Parameterization) -> Vec<Place> {
    let place = |index: u32, parameter: i32| {
        let constant = &candidate.form.constants[index as usize];
        Place { instruction: constant.instruction, operand: constant.operand, parameter }
    };
    let of = |n: u32| plan.holes_of(n).map(move |hole| (plan.holes[hole].position, n as i32));
    let parameters = (0..plan.parameters).flat_map(of);
    let own = candidate.self_calls.iter().map(|&index| (index, -1));
    parameters.chain(own).map(|(index, parameter)| place(index, parameter)).collect()
}

/// What the function passes for each parameter: the constant of its first place.
fn arguments(candidate: &Candidate, plan: &Parameterization) -> Vec<LLVMValueRef> {
    let first = |n| plan.holes_of(n).next().expect("a parameter stands somewhere");
    (0..plan.parameters).map(|n| candidate.values[first(n)]).collect()
}
