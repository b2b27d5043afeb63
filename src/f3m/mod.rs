//! The pass `f3m`: the functions of an LLVM module for the driver of the core.
//!
//! Consumes: a module and the pass's options. Produces: the module with functions merged, and a [`Report`]. Guarantees:
//! what [`fmerge_core::driver`] decides is what is done; what is not merged is left as it was. With the option `dump`, a
//! file of the encoded functions and of all that became of them.

mod apply;
mod groups;

use std::env;
use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::by_hand;
use fmerge_core::cache::{self, PairCache};
use fmerge_core::driver::{Driver, Host, Session};
use fmerge_core::ir::{EncodedFunction, FuncId};
use fmerge_core::options::{Options, Order, PassName, Profit};
use fmerge_core::price::TTI;
use fmerge_core::reject::Reject;
use fmerge_core::report::{Phase, Report};
use fmerge_core::stack::Recursion;
use fmerge_core::store::Recorder;
use fmerge_core::summary::write_atomically;
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::encode::{self, eligibility};
use crate::error::PassError;
use crate::ffi::startup::Cycles;
use crate::gfm;
use crate::limit::Limit;
use crate::llvm::{FunctionRef, ModuleRef};
use crate::machine_code::Scale;
use crate::module::{Handles, ModuleContext};
use crate::plugin_file;
use crate::references::{self, Kept};
use crate::remarks;

/// The pass as remarks name it.
const PASS: &CStr = c"fmerge-f3m";

/// The variable that names a folder for what builds learn, where the option `cache` does not. It may be a variable, because
/// it changes no output.
const CACHE: &str = "FMERGE_CACHE";

/// What runs over `module` learn for each other; with a cache, what builds before this one have learned, too.
pub fn session(options: &Options, module: ModuleRef) -> Session {
    let variable = || Some(PathBuf::from(env::var_os(CACHE).filter(|folder| !folder.is_empty())?));
    let folder = options.cache.clone().or_else(variable);
    // The papers' order asks for no pair twice.
    let asks = options.system.order == Order::Gain;
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
) -> Result<Report, PassError> {
    let start = Instant::now();
    let mut session = session(options, ctx.module);
    // SAFETY: the caller's promise.
    let mut report = unsafe { run(options, ctx, analyses, false, &mut session) }?;
    session.end();
    report.set_total(start.elapsed());
    Ok(report)
}

/// Merges what pays in the module of `ctx`; the report says whether anything changed. What is learned of the module for
/// further runs goes to `ctx` and `session`. With `with_constants`, functions that differ in constants are merged as well, where
/// that saves more.
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
    with_constants: bool,
    session: &mut Session,
) -> Result<Report, PassError> {
    let start = Instant::now();
    ctx.begin_run(options, analyses);
    if options.profit == Profit::Tti {
        ctx.tables.prices = &TTI;
    }
    ctx.find_recursion();
    let kept = Kept::of(ctx.module, ctx.sections, references::drops(options, ctx.place));
    let mut host = ModuleHost { with_constants, kept, ..ModuleHost::new(options, ctx, analyses) };
    let mut report = Report::new("f3m");
    let functions = host.encode_all(&mut report);
    let mut report = match (&options.by_hand, &options.dump) {
        (Some(path), _) => by_hand::merge(&by_hand::read(path)?, &mut host, functions, report)?,
        (None, None) => merge(options, &mut host, functions, report, session),
        (None, Some(path)) => host.merge_and_dump(functions, report, path, session)?,
    };
    report.set_total_beside(start.elapsed(), PassName::Gfm.name());
    Ok(report)
}

/// Merges what pays. The driver is compiled once for all hosts, so that the plugin stays small.
fn merge(
    options: &Options,
    host: &mut dyn Host,
    functions: Vec<EncodedFunction>,
    report: Report,
    session: &mut Session,
) -> Report {
    Driver::new(options, host, functions, report, session).merge()
}

/// What weighs functions, where the options ask for it.
fn scale(options: &Options, module: ModuleRef) -> Option<Scale> {
    if options.profit != Profit::Exact {
        return None;
    }
    let scale = Scale::new(module);
    if scale.is_none() {
        let target = module.target();
        log::warn!(
            "profit=exact: this program generates no code for {target}, so that the model decides"
        );
    }
    scale
}

/// A function of the module that takes part.
struct Member {
    value: FunctionRef,
    /// None once they were given back.
    handles: Option<Handles>,
}

impl Member {
    fn handles(&self) -> &Handles {
        self.handles.as_ref().expect("they are given back when all is done")
    }
}

/// The LLVM module behind a run of the driver.
struct ModuleHost<'o> {
    options: &'o Options,
    analyses: Analyses,
    ctx: &'o mut ModuleContext,
    /// By the driver's ids.
    members: PrimaryMap<FuncId, Member>,
    /// The members that still take part.
    ids: FxHashMap<FunctionRef, FuncId>,
    limit: Limit,
    /// Whether functions that differ in constants are merged as well.
    with_constants: bool,
    /// What is known of those, once it was asked for.
    constants: Option<gfm::Session>,
    /// With [`Profit::Exact`], where code can be generated.
    scale: Option<Scale>,
    /// Where a linker comes later that may drop functions.
    kept: Option<Kept>,
}

impl<'o> ModuleHost<'o> {
    fn new(options: &'o Options, ctx: &'o mut ModuleContext, analyses: Analyses) -> Self {
        let module = ctx.module;
        ModuleHost {
            options,
            analyses,
            ctx,
            members: PrimaryMap::new(),
            ids: FxHashMap::default(),
            limit: Limit::new(options, PassName::F3m, module),
            with_constants: false,
            constants: None,
            scale: scale(options, module),
            kept: None,
        }
    }

    /// Merges, and writes the functions and all that became of them to a file.
    fn merge_and_dump(
        &mut self,
        functions: Vec<EncodedFunction>,
        report: Report,
        path: &Path,
        session: &mut Session,
    ) -> Result<Report, PassError> {
        let (options, name) = (self.options, self.ctx.module.name());
        let mut recorder = Recorder::new(self, functions.clone());
        let report = merge(options, &mut recorder, functions, report, session);
        let bytes = recorder.finish(name).to_bytes();
        write_atomically(path, |out| out.write_all(&bytes))?;
        Ok(report)
    }

    /// Encodes every function that may take part; refusals become counts and remarks.
    fn encode_all(&mut self, report: &mut Report) -> Vec<EncodedFunction> {
        let start = Instant::now();
        let mut functions = Vec::new();
        // SAFETY: it is asked about functions of the module, which is only looked at here.
        let mut cycles = unsafe { Cycles::new() };
        for function in self.ctx.module.defined_functions() {
            let size = self.ctx.instruction_count(function);
            match self.admit(function, Some(&mut cycles)) {
                Ok((encoded, handles)) => {
                    report.function(size, Ok(()));
                    self.add(function, handles);
                    functions.push(encoded);
                }
                Err(reason) => {
                    report.function(size, Err(reason));
                    remarks::refused(function, PASS, reason);
                }
            }
        }
        report.eligible = functions.len() as u64;
        report.add_time(Phase::Encode, start.elapsed());
        functions
    }

    /// Encodes a function that may take part. With `cycles`, it has not come of merging in this run.
    ///
    /// Before inlining, recursive functions are refused. What is inlined into one side would enlarge the frames of
    /// the other, and no frame limit sees that.
    fn admit(
        &mut self,
        function: FunctionRef,
        cycles: Option<&mut Cycles>,
    ) -> Result<(EncodedFunction, Handles), Reject> {
        let (options, analyses) = (self.options, self.analyses);
        let is_before_inlining = options.before_inlining && cycles.is_some();
        eligibility::check_selected(options, function, analyses)?;
        eligibility::check_heat(options, function, analyses)?;
        if cycles.is_some() {
            eligibility::check_inlining(options, self.ctx, function, analyses, cycles)?;
        }
        self.ctx.check_left(function)?;
        let (encoded, handles) = encode::encode(self.ctx, function, self.analyses)?;
        // What takes no part is encoded all the same: the numbers of merge keys, from which fingerprints are made, go by that.
        let reason = if encoded.size() < self.options.min_size as usize {
            Reject::TooSmall
        } else if is_before_inlining && encoded.recursion == Recursion::Certain {
            Reject::Recursive
        } else if self.options.recorded().is_some_and(|all| !all.has_partner(&encoded.name)) {
            Reject::OutsideLimit
        } else {
            return Ok((encoded, handles));
        };
        self.ctx.keep_body(function, Ok((encoded, handles)));
        Err(reason)
    }

    /// Gives a function the driver's next id.
    fn add(&mut self, value: FunctionRef, handles: Handles) {
        let id = self.members.push(Member { value, handles: Some(handles) });
        self.ids.insert(value, id);
    }
}
