//! The pass `f3m-merge`: functions that have a body in a store become thunks of it.
//!
//! Consumes: a module and a store. Produces: the module rewritten, by the rules of [`crate::replace`].
//! Guarantees: those of [`crate::bodies`]. What is missing in the store, or cannot be read, merges nothing; what cannot be
//! read causes a warning.

use std::fs;
use std::path::Path;
use std::time::Instant;

use fmerge_core::bodies::{BodyError, BodyStore, StoredCode, digest_of_body};
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::price::Bytes;
use fmerge_core::reject::Reject;
use fmerge_core::replacement::{Fate, own_and};
use fmerge_core::report::{GroupKind, Phase, Report, ReportedGroup};
use rustc_hash::FxHashSet;

use super::{ObjectDigests, close_all, forget, llvm_major, members};
use crate::analyses::Analyses;
use crate::announce::{Made, announce};
use crate::emit;
use crate::error::PassError;
use crate::ffi::bodies::ImportTarget;
use crate::ffi::closed::Closed;
use crate::ffi::global::is_elf;
use crate::limit::Limit;
use crate::llvm::FunctionRef;
use crate::logging::warn_once;
use crate::module::ModuleContext;
use crate::replace::{self, Replacement};
use crate::standing::Census;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"fmerge-f3m-merge";

/// Makes thunks; the report says whether anything changed.
///
/// # Errors
/// No summary is named.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn merge(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
) -> Result<Report, PassError> {
    let start = Instant::now();
    let path = options.summary.as_deref().ok_or(PassError::NoBodies)?;
    let mut report = Report::new(PassName::F3mMerge.name());
    if !is_elf(ctx.module) {
        return Ok(report);
    }
    let store = match fs::read(path) {
        Ok(bytes) => BodyStore::from_bytes(&bytes),
        Err(error) => {
            warn_once(path, &format!("{error}; `fmerge combine` makes it"));
            return Ok(report);
        }
    };
    let store = match store {
        Ok(store) => OpenStore { path, store },
        Err(error) => {
            warn_once(path, &error);
            return Ok(report);
        }
    };
    let closed = close_all(ctx.module);
    let found = find(options, ctx, &store.store, &closed, analyses, &mut report);
    report.add_time(Phase::Search, start.elapsed());
    let mut limit = Limit::new(options, PassName::F3mMerge, ctx.module);
    let mut jobs = Vec::new();
    let target = ImportTarget::new(ctx.module);
    for one in found {
        if let Err(reason) = limit.admit(&[&[one.function]]) {
            report.reject_pair(reason);
            continue;
        }
        match job(&target, &store, one, options) {
            Some(job) => jobs.push(job),
            None => {
                limit.take_back();
                report.reject_pair(Reject::NotFoldable);
            }
        }
    }
    let merged: FxHashSet<FunctionRef> = jobs.iter().map(|job| job.replacement.member).collect();
    let (used, unused): (Vec<Closed>, Vec<Closed>) =
        closed.into_iter().partition(|one| merged.contains(&one.form));
    forget(unused, analyses);
    // SAFETY: a closed form does the work of its function, and a body that of its members, with what they pass.
    unsafe {
        open(&used, options, analyses);
        carry_out(options, jobs, analyses, &mut limit, &mut report);
    }
    report.set_total(start.elapsed());
    Ok(report)
}

/// A store that was read, and where it came from.
struct OpenStore<'a> {
    path: &'a Path,
    store: BodyStore,
}

impl OpenStore<'_> {
    /// Code that this LLVM can read; none otherwise, with a warning.
    fn bitcode<'a>(&self, code: &'a StoredCode) -> Option<&'a [u8]> {
        let warn = |error: &BodyError| warn_once(self.path, error);
        code.for_llvm(llvm_major()).inspect_err(warn).ok()
    }
}

/// A function that the store has a body for.
struct KnownFunction<'a> {
    function: FunctionRef,
    /// Its name, or that of the function whose closed form it is.
    name: String,
    thunk: &'a StoredCode,
}

/// The functions that the store knows.
fn find<'a>(
    options: &Options,
    ctx: &mut ModuleContext,
    store: &'a BodyStore,
    closed: &[Closed],
    analyses: Analyses,
    report: &mut Report,
) -> Vec<KnownFunction<'a>> {
    let digests = ObjectDigests::of(ctx.module, ctx.sections);
    let mut found = Vec::new();
    for (function, named) in members(options, ctx.module, closed, analyses) {
        if named == function {
            report.function(ctx.instruction_count(function), Ok(()));
        }
        if !may_be_member(named) {
            continue;
        }
        let digest = digests.by_function.get(&function);
        if let Some(thunk) = digest.and_then(|digest| store.function(digest)) {
            found.push(KnownFunction { function, name: named.name(), thunk });
        }
    }
    report.eligible += found.len() as u64;
    report.candidates += found.len() as u64;
    found
}

/// Whether the function can go, or stay as a thunk.
fn may_be_member(function: FunctionRef) -> bool {
    let standing = Census::default().standing(function);
    standing.goes_with_its_calls() || standing.can_be_thunk
}

/// Makes functions call their closed forms.
///
/// # Safety
/// Closed forms do the work of their functions with what these pass.
unsafe fn open(closed: &[Closed], options: &Options, analyses: Analyses) {
    let replacement = |one: &Closed| {
        let standing = Census::default().standing(one.function);
        let goes = standing.goes_with_its_calls() && options.thunks == Thunks::Auto;
        let arguments = own_and(one.function.parameters(), one.variables.iter().copied());
        Replacement::new(one.function, one.form, arguments, goes)
    };
    let replacements = closed.iter().map(replacement).collect();
    // SAFETY: the caller's promise; nothing happens to those that go before they are erased.
    unsafe {
        let done = replace::execute(replacements, None, analyses);
        replace::erase(&done.gone, analyses);
    }
}

/// A function, and the body that it is to be a thunk of.
struct Thunking {
    name: String,
    body: FunctionRef,
    replacement: Replacement,
}

/// Brings the body into the module; none if that is impossible.
fn job(
    target: &ImportTarget,
    store: &OpenStore,
    found: KnownFunction,
    options: &Options,
) -> Option<Thunking> {
    let KnownFunction { function, name, thunk } = found;
    let standing = Census::default().standing(function);
    let load = |name: &str| store.bitcode(store.store.body(&digest_of_body(name)?)?);
    let (body, arguments) = target.import(function, store.bitcode(thunk)?, &load)?;
    let goes = standing.goes_with_its_calls() && options.thunks == Thunks::Auto;
    let replacement = Replacement::new(function, body, arguments, goes);
    Some(Thunking { name, body, replacement })
}

/// # Safety
/// Bodies do the work of the functions that they replace.
unsafe fn carry_out(
    options: &Options,
    jobs: Vec<Thunking>,
    analyses: Analyses,
    limit: &mut Limit,
    report: &mut Report,
) {
    let start = Instant::now();
    let replacements = jobs.iter().map(|job| job.replacement.clone()).collect();
    // SAFETY: the caller's promise.
    let done = unsafe { replace::execute(replacements, None, analyses) };
    for (job, &fate) in jobs.iter().zip(&done.fates) {
        let group = ReportedGroup {
            number: 0,
            kind: GroupKind::Similar,
            originals: vec![job.name.clone()],
            merged: job.body.name(),
            parameters: job.replacement.arguments.len() as u32,
            gain: Bytes::new(0),
            thunks: u32::from(fate == Fate::Thunk),
            aliases: 0,
            removed: u32::from(fate == Fate::Gone),
        };
        announce(&Made::group(PASS, job.body, &group), limit, |names| {
            format!("{} shares {} with functions of other objects", names.join(", "), group.merged)
        });
        report.share(group);
    }
    report.call_sites += done.all_calls();
    // SAFETY: nothing has happened to them since they went.
    unsafe { replace::erase(&done.gone, analyses) };
    report.add_time(Phase::Commit, start.elapsed());
    emit::expect_valid(done.changed.iter().copied(), options, report);
}
