//! What a pass does to a module.
//!
//! Consumes: a parsed request, the module, LLVM's analyses of it.
//! Produces: whether the module was changed.

use std::collections::BTreeMap;
use std::env;
use std::ffi::c_void;
use std::mem;

use fmerge_core::options::{PassName, PassRequest};
use fmerge_core::report::{Destination, Location, Place, ReportOrigin};

use crate::analyses::Analyses;
use crate::bodies;
use crate::combined;
use crate::ending;
use crate::error::PassError;
use crate::ffi::references::Sections;
use crate::global;
use crate::host::WantedMerges;
use crate::identical;
use crate::limit;
use crate::llvm::ModuleRef;
use crate::merging;
use crate::module::{ModuleContext, ModuleFacts};

/// Runs a pass on `module`, of which `facts` are known; true when it changed something.
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
    facts: &mut ModuleFacts,
) -> Result<bool, PassError> {
    let options = &request.options;
    let extent = ending::extent(options, module);
    log::info!("{} on {}: {} functions", request.pass, module.name(), extent.functions);
    limit::begin(module)?;
    // Functions that are merged may be gone afterwards, so their locations are looked up now.
    let destination = match &options.report {
        Some(destination) => Some(destination.clone()),
        None => Destination::of_variable(variable).map_err(PassError::Destination)?,
    };
    let locations = destination.as_ref().map(|_| locations(module)).unwrap_or_default();
    // SAFETY: the caller's promise.
    let analyses = unsafe { Analyses::new(analyses) };
    // SAFETY: the caller's promise, which holds for each pass; the context is asked only about what the module's
    // functions refer to.
    let mut report = unsafe {
        let mut ctx = ModuleContext::new(module, mem::take(facts));
        (ctx.place, ctx.sections) = (place, sections);
        let report = match request.pass {
            PassName::F3m => merging::run_once(options, &mut ctx, analyses, WantedMerges::Pairs)?,
            PassName::Identical => identical::run(options, &mut ctx, analyses),
            PassName::Gfm => merging::run_once(options, &mut ctx, analyses, WantedMerges::Groups)?,
            PassName::Fmerge => combined::run(options, &mut ctx, analyses)?,
            PassName::GfmMerge => global::merge(options, &mut ctx, analyses)?,
            PassName::GfmAnalyze => return global::analyze(options, &mut ctx, analyses),
            PassName::F3mAnalyze => return bodies::analyze(options, &mut ctx, analyses),
            PassName::F3mCombine => bodies::combine(options, &mut ctx, analyses)?,
            PassName::F3mMerge => bodies::merge(options, &mut ctx, analyses)?,
        };
        *facts = ctx.into_facts();
        report
    };
    ending::add(options, module, extent, &report, place);
    log::info!("{report}");
    if let Some(destination) = destination {
        let origin = ReportOrigin { module: module.name(), source: module.source(), place };
        report.identify(origin, locations);
        destination.add(&report)?;
    }
    Ok(report.merges > 0)
}

/// The source locations of the module's functions, by name.
fn locations(module: ModuleRef) -> BTreeMap<String, Location> {
    let functions = module.defined_functions().into_iter();
    functions.filter_map(|function| Some((function.name(), function.location()?))).collect()
}

/// The value of an environment variable. Bytes that are not UTF-8 become the replacement character, which is refused
/// where passes are named.
pub fn variable(name: &str) -> Option<String> {
    env::var_os(name).map(|text| text.to_string_lossy().into_owned())
}
