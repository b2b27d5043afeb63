//! Similar functions of several objects that are compiled one by one: `f3m-analyze`, `f3m-combine` and `f3m-merge`.
//!
//! Consumes: a module; for combining, the modules of other objects; for merging, a store of bodies
//! ([`fmerge_core::bodies`]). Produces: the module in a section of its object; the store; the module with each function
//! that has a body in the store as a thunk of that body, or with calls of the body in the place of calls of the function.
//!
//! Guarantees: what an object does depends on no other object being as it was when the store was made.
//! - A function takes a body only if all of it is what it was then: a 256-bit digest of its code, promises, constants and
//!   symbols, and of the module's settings, says so.
//! - A body calls other functions by the symbols by which its members call them. It never calls a shared body in place
//!   of such a function, which may have changed since.
//! - Nothing is known of a symbol where functions are merged, not even that it is defined. So no body depends on what
//!   another object defined when the store was made.
//! - A body refers to what its other members refer to as to symbols that may be missing. Where nobody defines them, only
//!   functions share a body that refer to the same. So no link needs more than it did.
//! - The name of a body is a digest of its content, so a linker keeps one of those that are the same, and keeps all others.

use std::collections::hash_map::Entry;

mod analyze;
mod combine;
mod merge;

pub use analyze::analyze;
pub use combine::combine;
pub use merge::merge;

use fmerge_core::bodies::{FunctionDigest, digest_with};
use fmerge_core::options::Options;
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::canon::Canonicalizer;
use crate::encode::eligibility::{check_heat, check_movable, check_selected};
use crate::ffi::bodies::{is_bound, named_symbols};
use crate::ffi::closed::{Closed, close};
use crate::ffi::global::{local_functions, module_settings};
use crate::llvm::{FunctionRef, ModuleRef};
use crate::replace;

/// The major version of LLVM that this plugin was built for.
fn llvm_major() -> u32 {
    env!("FMERGE_LLVM_MAJOR").parse().expect("the build script writes a number")
}

/// The most parameters of a function that passes variables: those of more go by the stack on most targets.
const MOST_PARAMETERS: usize = 6;

/// Adds closed forms of the functions of a module that name local variables, so that other objects can have their code.
fn close_all(module: ModuleRef) -> Vec<Closed> {
    let is_open = |function: &FunctionRef| {
        check_movable(*function).is_ok()
            && !is_bound(*function)
            && local_functions(*function).is_none()
    };
    let functions = module.defined_functions().into_iter().filter(is_open);
    let left =
        |function: FunctionRef| MOST_PARAMETERS.saturating_sub(function.parameters() as usize);
    functions.filter_map(|function| close(function, left(function))).collect()
}

/// The functions of a module that take part, each with the one that it is the closed form of, or itself.
fn members(
    options: &Options,
    module: ModuleRef,
    closed: &[Closed],
    analyses: Analyses,
) -> Vec<(FunctionRef, FunctionRef)> {
    let open: FxHashMap<FunctionRef, FunctionRef> =
        closed.iter().map(|one| (one.form, one.function)).collect();
    let named = |function| open.get(&function).copied().unwrap_or(function);
    let takes_part = |&(_, named): &(FunctionRef, FunctionRef)| {
        check_selected(options, named, analyses).is_ok()
            && check_heat(options, named, analyses).is_ok()
    };
    let all = module.defined_functions().into_iter();
    all.map(|function| (function, named(function))).filter(takes_part).collect()
}

/// Whether a function refers to itself.
fn names_itself(function: FunctionRef) -> bool {
    named_symbols(function).contains(&function.as_ptr())
}

/// Deletes closed forms that nobody calls.
fn forget(closed: impl IntoIterator<Item = Closed>, analyses: Analyses) {
    for one in closed {
        // SAFETY: nothing uses the form, and no reference to it is used again.
        unsafe { replace::erase(&[one.form], analyses) };
    }
}

/// A function, the local functions that it names, and how many of these were entered.
type OpenFunction = (FunctionRef, Option<Vec<FunctionRef>>, usize);

/// The local functions that a function names; none if it can have no digest.
fn locals(function: FunctionRef) -> Option<Vec<FunctionRef>> {
    check_movable(function).ok()?;
    if is_bound(function) {
        return None;
    }
    local_functions(function)
}

/// Tells which functions of a module another object may share a body with.
struct Digester {
    canonicalizer: Canonicalizer,
    settings: Vec<u8>,
    /// By function; none while it is looked for, and for those that have none.
    known: FxHashMap<FunctionRef, Option<FunctionDigest>>,
}

impl Digester {
    /// The module does not change while the digester is used.
    fn new(module: ModuleRef) -> Digester {
        // SAFETY: it is asked only about functions that the module defines.
        let canonicalizer = unsafe { Canonicalizer::new(module, true) };
        Digester { canonicalizer, settings: module_settings(module), known: FxHashMap::default() }
    }

    /// The digest of a function; none if its body cannot stand in another object, as it is refused or names something
    /// that only this module can mean. The digests of the local functions that it names are part of it. Functions that
    /// lead back to themselves by way of others have none.
    fn digest(&mut self, function: FunctionRef) -> Option<FunctionDigest> {
        let mut open = Vec::new();
        self.enter(function, &mut open);
        while let Some((at, locals, next)) = open.last_mut() {
            match locals.as_ref().and_then(|locals| locals.get(*next)) {
                Some(&local) => {
                    *next += 1;
                    self.enter(local, &mut open);
                }
                None => {
                    let (at, locals) = (*at, locals.take());
                    let made = locals.and_then(|locals| self.made(at, &locals));
                    self.known.insert(at, made);
                    open.pop();
                }
            }
        }
        self.known[&function]
    }

    /// Begins a function, unless it is known. One that is open has no digest, so that none leads back to itself.
    fn enter(&mut self, function: FunctionRef, open: &mut Vec<OpenFunction>) {
        if let Entry::Vacant(unknown) = self.known.entry(function) {
            unknown.insert(None);
            open.push((function, locals(function), 0));
        }
    }

    fn made(&mut self, function: FunctionRef, locals: &[FunctionRef]) -> Option<FunctionDigest> {
        let locals: Option<Vec<FunctionDigest>> =
            locals.iter().map(|one| self.known.get(one).copied().flatten()).collect();
        let locals = locals?;
        // Two functions that call themselves are equal, but others may call one and not the other.
        let itself = (!function.is_local() && names_itself(function)).then(|| function.name());
        let own = self.canonicalizer.digest(function, &self.settings);
        Some(digest_with(own, itself.as_deref(), &locals))
    }
}
