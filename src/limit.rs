//! Which merges are carried out: the option `limit`, and the driver of a bisection.
//!
//! Consumes: a merge that is about to be made, when everything about it is decided. Produces: whether it may be made.
//! The driver (`fmerge_core::bisect`) gets files that say how many merges a module made, and what one of them was.
//! Guarantees: in each module, merges are counted from 1 on, in the order in which they are made, over all passes that
//! the process runs on it. Modules that threads compile side by side are counted apart. No decision depends on a later
//! merge, so the merges 1 to n are the same whether or not there is a limit behind them.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fmerge_core::bisect::{
    self, ALLOWED, Allowed, Count, Function, MADE, SHOWN, Shown, VARIABLE, VERSION, module_key,
};
use fmerge_core::intervals::Intervals;
use fmerge_core::options::{Options, PassName};
use fmerge_core::reject::Reject;
use fmerge_core::summary::SummaryError;
use inkwell::llvm_sys::core::{
    LLVMDisposeMessage, LLVMGetFirstFunction, LLVMGetFirstGlobal, LLVMGetNextFunction,
    LLVMGetNextGlobal, LLVMPrintValueToString,
};

use crate::error::PassError;
use crate::llvm::{FunctionRef, ModuleRef, chain, full_name};

/// The modules of this process by their identifiers, which are unique in a process.
static MODULES: Mutex<BTreeMap<String, Arc<Mutex<NumberedModule>>>> = Mutex::new(BTreeMap::new());

/// A module, and how many of its merges were numbered.
struct NumberedModule {
    name: String,
    /// The number that the last merge was given.
    given: u64,
    request: Option<BisectionRequest>,
}

/// What the driver of a bisection wants of a module.
struct BisectionRequest {
    folder: PathBuf,
    key: String,
    /// The merges that may be made; all if none.
    allowed: Option<Intervals>,
    /// The number of the merge to be written down.
    show: Option<u64>,
}

/// A pass asks this before each merge.
pub struct Limit {
    option: Option<Intervals>,
    pass: PassName,
    module: Arc<Mutex<NumberedModule>>,
    /// The merge to be written down, while it is made, and how many bodies it makes.
    shown: Option<(Shown, usize)>,
}

/// Reads what a driver wants of a module, when the first pass runs on it.
///
/// # Errors
/// A driver is named, and its file cannot be read.
pub fn begin(module: ModuleRef) -> Result<(), PassError> {
    of(module).map(drop)
}

fn of(module: ModuleRef) -> Result<Arc<Mutex<NumberedModule>>, PassError> {
    let name = module.name();
    let mut modules = locked(&MODULES);
    if let Some(known) = modules.get(&name) {
        return Ok(Arc::clone(known));
    }
    let folder = env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
    let request = folder.map(|folder| BisectionRequest::new(folder.into(), module)).transpose()?;
    let fresh = Arc::new(Mutex::new(NumberedModule { name: name.clone(), given: 0, request }));
    modules.insert(name, Arc::clone(&fresh));
    Ok(fresh)
}

/// Locks a mutex, even if a thread has panicked while it held the lock: a panic ends the program anyway.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BisectionRequest {
    fn new(folder: PathBuf, module: ModuleRef) -> Result<BisectionRequest, PassError> {
        let wanted: Allowed = bisect::read(&folder.join(ALLOWED))?;
        let key = key(module);
        let show = wanted.show.as_ref().filter(|show| show.module == key).map(|show| show.number);
        Ok(BisectionRequest { allowed: wanted.of(&key), show, key, folder })
    }

    fn write_down(&self, shown: &Shown) {
        expect_written(bisect::write(&self.folder.join(SHOWN), shown));
    }
}

impl NumberedModule {
    /// The next number. The driver's file gets it at once, because the merge might crash the compiler.
    fn number(&mut self) -> u64 {
        self.given += 1;
        self.write_count();
        self.given
    }

    /// Tells the driver how many numbers were given.
    fn write_count(&self) {
        let Some(request) = &self.request else { return };
        let count = Count {
            version: VERSION,
            key: request.key.clone(),
            module: self.name.clone(),
            merges: self.given,
        };
        let file = format!("{}-{}.json", request.key, process::id());
        expect_written(bisect::write(&request.folder.join(MADE).join(file), &count));
    }
}

impl Limit {
    /// The limit for one run of a pass on `module`.
    pub fn new(options: &Options, pass: PassName, module: ModuleRef) -> Limit {
        let module = of(module).expect("`begin` has read what the driver wants");
        Limit { option: options.limit_numbers().cloned(), pass, module, shown: None }
    }

    /// Numbers a merge, each of whose groups is about to share a body.
    ///
    /// # Errors
    /// [`Reject::OutsideLimit`] when it must not be made.
    pub fn admit(&mut self, groups: &[&[FunctionRef]]) -> Result<(), Reject> {
        let mut module = locked(&self.module);
        let number = module.number();
        let request = module.request.as_ref();
        let sets = [self.option.as_ref(), request.and_then(|request| request.allowed.as_ref())];
        if !sets.into_iter().flatten().all(|set| set.contains(number)) {
            return Err(Reject::OutsideLimit);
        }
        if let Some(request) = request.filter(|request| request.show == Some(number)) {
            let originals = groups.iter().copied().flatten();
            let shown = Shown {
                version: VERSION,
                pass: self.pass.to_string(),
                module: module.name.clone(),
                number,
                originals: originals.map(|&f| described(f, &module.name)).collect(),
                merged: Vec::new(),
            };
            // Written now, because the merge might crash the compiler; the merged function is added afterwards.
            request.write_down(&shown);
            self.shown = Some((shown, groups.len()));
        }
        Ok(())
    }

    /// Takes back the number of the merge that was admitted last, because it turned out to be impossible and nothing
    /// was changed. The next merge gets this number.
    pub fn take_back(&mut self) {
        let mut module = locked(&self.module);
        module.given -= 1;
        module.write_count();
        self.shown = None;
    }

    /// Notes that `merged` is now the body of `original` and others; called for each group of an admitted merge.
    pub fn made(&mut self, merged: FunctionRef, original: &str) {
        let Some((shown, bodies)) = &mut self.shown else { return };
        if !shown.originals.iter().any(|f| f.name == original) {
            return;
        }
        let module = locked(&self.module);
        shown.merged.push(described(merged, &module.name));
        if let Some(request) = &module.request {
            request.write_down(shown);
        }
        if shown.merged.len() == *bodies {
            self.shown = None;
        }
    }

    /// Whether the driver allows no further merge, so that no pass needs to look for one. The option `limit` does not
    /// count.
    pub fn is_reached(&self) -> bool {
        let module = locked(&self.module);
        let allowed = module.request.as_ref().and_then(|request| request.allowed.as_ref());
        allowed.is_some_and(|allowed| allowed.last() <= module.given)
    }
}

/// Logs an error, and does nothing else: if a file is missing, the driver says that nothing was recorded.
fn expect_written(result: Result<(), SummaryError>) {
    if let Err(error) = result {
        log::error!("{error}; {VARIABLE} must name a folder that `fmerge bisect` has made");
    }
}

/// The key that names the module in every run of a build; see [`module_key`].
fn key(module: ModuleRef) -> String {
    // SAFETY: the module is alive, and so are its functions and variables, which do not change meanwhile.
    let names: Vec<String> = unsafe {
        let functions = chain(LLVMGetFirstFunction(module.as_ptr()), |f| LLVMGetNextFunction(f));
        let variables = chain(LLVMGetFirstGlobal(module.as_ptr()), |v| LLVMGetNextGlobal(v));
        functions.chain(variables).map(|value| full_name(value)).collect()
    };
    module_key(&module.source(), names.iter().map(String::as_bytes))
}

/// A function's name, place and text as they are now.
fn described(function: FunctionRef, module: &str) -> Function {
    // SAFETY: the function is alive; the message is ours until it is disposed of.
    let ir = unsafe {
        let message = LLVMPrintValueToString(function.as_ptr());
        let text = std::ffi::CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    };
    Function {
        name: function.name(),
        place: function.location().map_or_else(|| module.to_owned(), |at| at.to_string()),
        ir,
    }
}
