//! The passes `f3m` and `gfm`, alone or together: they hand the functions of an LLVM module to the core's driver.
//!
//! Consumes: a module and the pass's options. Produces: the module with functions merged, and a [`Report`]. With the
//! option `dump`, also a file of the encoded functions and of what became of them. Guarantees: the merges that
//! [`fmerge_core::driver`] decides on are made, and no others; a function that is not merged is left as it was.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Instant;

use fmerge_core::by_hand;
use fmerge_core::cache::{self, PairCache};
use fmerge_core::driver::{Driver, Host, Participant, Session};
use fmerge_core::options::{Options, Order, PassName, Profit};
use fmerge_core::price::TTI;
use fmerge_core::report::Report;
use fmerge_core::store::Recorder;
use fmerge_core::summary::write_atomically;

use crate::analyses::Analyses;
use crate::error::PassError;
use crate::host::{ModuleHost, WantedMerges};
use crate::llvm::{FunctionRef, ModuleRef};
use crate::module::ModuleContext;
use crate::plugin_file;

/// The environment variable that names a folder for what builds learn, if the option `cache` names none. It may be a
/// variable, because the cache changes no output.
const CACHE: &str = "FMERGE_CACHE";

/// A session, in which runs over `module` learn from each other. With a cache, they also learn from earlier builds.
pub fn session(options: &Options, module: ModuleRef, wanted: WantedMerges) -> Session {
    let variable = || Some(PathBuf::from(env::var_os(CACHE).filter(|folder| !folder.is_empty())?));
    let folder = options.cache.clone().or_else(variable);
    // The papers' order tries no pair twice.
    let asks = wanted.pairs() && options.system.order == Order::Gain;
    let cache = folder.filter(|_| asks).and_then(|folder| {
        let Some(plugin) = plugin_file::digest() else {
            log::warn!("cache: not used, because the plugin's own file cannot be read");
            return None;
        };
        let names: Vec<String> =
            module.defined_functions().into_iter().map(FunctionRef::name).collect();
        let subject = cache::subject(plugin, &module.name(), names.iter().map(String::as_str));
        Some(PairCache::open(&folder, subject))
    });
    Session::new(options.rounds, cache)
}

/// [`run`] in a session of its own.
///
/// # Errors
/// As of [`run`].
///
/// # Safety
/// As for [`run`].
pub unsafe fn run_once(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
    wanted: WantedMerges,
) -> Result<Report, PassError> {
    let start = Instant::now();
    let mut session = session(options, ctx.module, wanted);
    // SAFETY: the caller's promise.
    let mut report = unsafe { run(options, ctx, analyses, wanted, &mut session) }?;
    session.end();
    report.set_total(start.elapsed());
    Ok(report)
}

/// Merges what pays in the module of `ctx`; the report says whether anything changed. `ctx` and `session` keep what
/// further runs can use.
///
/// # Errors
/// When the file of the option `dump` cannot be written, or that of `by-hand` is wrong.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn run(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
    wanted: WantedMerges,
    session: &mut Session,
) -> Result<Report, PassError> {
    let start = Instant::now();
    ctx.begin_run(options, analyses);
    if wanted.pairs() {
        if options.profit == Profit::Tti {
            ctx.tables.prices = &TTI;
        }
        ctx.find_recursion();
    }
    let pass = if wanted.pairs() { PassName::F3m } else { PassName::Gfm };
    let (mut host, mut report) =
        (ModuleHost::new(options, ctx, analyses, wanted), Report::new(pass.name()));
    let functions = host.participants(&mut report);
    let mut report = match (&options.by_hand, &options.dump) {
        (Some(path), _) => {
            let functions = functions.into_iter().filter_map(|one| one.encoded).collect();
            by_hand::merge(&by_hand::read(path)?, &mut host, functions, report)?
        }
        (None, None) => merge(options, &mut host, functions, report, session),
        (None, Some(path)) => merge_and_dump(options, &mut host, functions, report, path, session)?,
    };
    host.finish();
    ctx.end_run();
    report.set_total_beside(start.elapsed(), PassName::Gfm.name());
    Ok(report)
}

/// Merges what pays. The host is `dyn`, so that the driver is compiled once for all hosts and the plugin stays small.
fn merge(
    options: &Options,
    host: &mut dyn Host,
    functions: Vec<Participant>,
    report: Report,
    session: &mut Session,
) -> Report {
    Driver::new(options, host, functions, report, session).merge()
}

/// Merges, and writes the functions and what became of them to a file.
fn merge_and_dump(
    options: &Options,
    host: &mut ModuleHost<'_>,
    functions: Vec<Participant>,
    report: Report,
    path: &Path,
    session: &mut Session,
) -> Result<Report, PassError> {
    let name = host.module().name();
    let encoded = functions.iter().filter_map(|one| one.encoded.clone()).collect();
    let mut recorder = Recorder::new(host, encoded);
    let report = merge(options, &mut recorder, functions, report, session);
    let bytes = recorder.finish(name).to_bytes();
    write_atomically(path, |out| out.write_all(&bytes))?;
    Ok(report)
}
