//! What a pass does to a module.
//!
//! Consumes: a parsed request, the module, LLVM's analyses of it.
//! Produces: whether the module was changed.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::io::Write;

use fmerge_core::bisect::FileError;
use fmerge_core::options::{Options, Output, PassName, PassRequest};
use fmerge_core::report::{Location, Origin, Place};
use fmerge_core::summary::SummaryError;

use crate::combined;
use crate::encode::Analyses;
use crate::ending;
use crate::f3m;
use crate::ffi::references::Sections;
use crate::gfm;
use crate::global;
use crate::identical;
use crate::limit;
use crate::llvm::ModuleRef;
use crate::module::ModuleContext;

/// Runs a pass on `module`; true when it changed something.
///
/// # Safety
/// `analyses` is the `ModuleAnalysisManager` of the pass that runs on the module. Nobody keeps references to the
/// module's functions, which may be deleted.
pub unsafe fn run(
    request: &PassRequest,
    module: ModuleRef,
    analyses: *mut c_void,
    place: Place,
    sections: Sections,
) -> Result<bool, PassError> {
    let options = &request.options;
    let extent = ending::extent(options, module);
    log::info!("{} on {}: {} functions", request.pass, module.name(), extent.functions);
    limit::begin(module)?;
    // What is merged may be gone afterwards.
    let locations =
        request.options.files.report.as_ref().map(|_| locations(module)).unwrap_or_default();
    // SAFETY: the caller's promise.
    let analyses = unsafe { Analyses::new(analyses) };
    // SAFETY: the caller's promise, for each of them; a context is asked about what the module's functions refer to.
    let mut report = unsafe {
        let mut ctx = ModuleContext::new(module);
        (ctx.place, ctx.sections) = (place, sections);
        match request.pass {
            PassName::F3m => f3m::run_once(options, &mut ctx, analyses)?,
            PassName::Identical => identical::run(options, &mut ctx, analyses),
            PassName::Gfm => gfm::run(options, &mut ctx, analyses),
            PassName::Fmerge => combined::run(options, &mut ctx, analyses)?,
            PassName::GfmMerge => global::merge(options, &mut ctx, analyses)?,
            PassName::GfmAnalyze => return global::analyze(options, &mut ctx, analyses),
            PassName::F3mRank => return rank(options, &mut ctx, analyses),
        }
    };
    ending::add(module, extent, &report, place);
    log::info!("{report}");
    if let Some(destination) = &options.files.report {
        let origin = Origin { module: module.name(), source: module.source(), place };
        report.identify(origin, locations);
        destination.add(&report)?;
    }
    Ok(report.merges > 0)
}

/// Where the sources of the module's functions are.
fn locations(module: ModuleRef) -> BTreeMap<String, Location> {
    let functions = module.defined_functions().into_iter();
    functions.filter_map(|function| Some((function.name(), function.location()?))).collect()
}

fn rank(options: &Options, ctx: &mut ModuleContext, analyses: Analyses) -> Result<bool, PassError> {
    let report = f3m::rank(options, ctx, analyses);
    write(
        options.files.out.as_ref().unwrap_or(&Output::Stdout),
        report.render(options.files.format).trim_end(),
    )?;
    Ok(false)
}

/// What went wrong before or after a pass, such as reading and writing files.
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    /// A ranking could not be written.
    #[error("cannot write {path}: {source}; name a file in a folder that exists and is writable")]
    Write {
        /// The file.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The file of the bisection's driver cannot be read.
    #[error(
        "{0}; {VARIABLE} must name a folder that `fmerge bisect` has made, or be unset",
        VARIABLE = fmerge_core::bisect::VARIABLE
    )]
    Driver(#[from] FileError),
    /// A summary could not be made, or a file not written.
    #[error("{0}")]
    Summary(#[from] SummaryError),
    /// No summary to merge by.
    #[error("gfm-merge needs a summary: gfm-merge<summary=FILE>, as `fmerge combine` writes it")]
    NoSummary,
    /// The object format has no section that a linker leaves out.
    #[error("only ELF objects can carry a summary; write it to a file: gfm-analyze<out=FILE>")]
    NoSection,
    /// A summary was to be written to the terminal.
    #[error("a summary is not text; write it to a file: gfm-analyze<out=FILE>")]
    BinaryOutput,
}

fn write(output: &Output, text: &str) -> Result<(), PassError> {
    let (path, result) = match output {
        Output::Stdout => ("standard output".into(), writeln!(std::io::stdout(), "{text}")),
        Output::File(path) => (path.display().to_string(), std::fs::write(path, text)),
    };
    result.map_err(|source| PassError::Write { path, source })
}
