//! Similar functions of several objects that are compiled one by one: `f3m-analyze`, `f3m-combine` and `f3m-merge`.
//!
//! Consumes: a module; for combining, the modules of other objects; for merging, a store of bodies
//! ([`fmerge_core::bodies`]). Produces: the module in a section of its object; the store; the module with each function
//! that has a body in the store as a thunk of that body, or with calls of the body in the place of calls of the function.
//!
//! Guarantees: what an object does depends on no other object being as it was when the store was made.
//! - A function takes a body only if all of it is what it was then: a 256-bit digest of its code, promises, constants and
//!   symbols, and of the module's settings, says so.
//! - A body calls other functions by the symbols by which its members call them. It calls a shared body in place of such a function only
//!   if what that does is part of the digests of its members: it is local, or inline and defined in their objects.
//! - Nothing is known of a symbol where functions are merged, not even that it is defined. So no body depends on what
//!   another object defined when the store was made.
//! - A body refers to what its other members refer to as to symbols that may be missing. Where nobody defines them, only
//!   functions share a body that refer to the same. So no link needs more than it did.
//! - The name of a body is a digest of its content, so a linker keeps one of those that are the same, and keeps all others.

mod analyze;
mod classes;
mod combine;
mod merge;

pub use analyze::analyze;
pub use combine::combine;
pub use merge::merge;

use fmerge_core::bodies::{FunctionDigest, Other, OwnCode, digest_text, digests};
use fmerge_core::options::Options;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyses::Analyses;
use crate::canon::Canonicalizer;
use crate::encode::eligibility::{check_heat, check_movable, check_selected};
use crate::ffi::bodies::{compared_constants, is_bound, named_symbols, plain_callees};
use crate::ffi::closed::{Closed, close};
use crate::ffi::global::{local_functions, module_settings};
use crate::ffi::references::Sections;
use crate::llvm::{FunctionRef, ModuleRef};
use crate::replace;

/// The major version of LLVM that this plugin was built for.
fn llvm_major() -> u32 {
    env!("FMERGE_LLVM_MAJOR").parse().expect("the build script writes a number")
}

/// The most parameters of a function that passes variables: those of more go by the stack on most targets.
const MOST_PARAMETERS: usize = 6;

/// Tells which functions cannot stand in another object as they are.
struct HomeBound {
    compared: FxHashSet<LLVMValueRef>,
}

impl HomeBound {
    fn new(module: ModuleRef) -> HomeBound {
        HomeBound { compared: compared_constants(module) }
    }

    /// Whether the function refers to something that would be another thing in another object, or is refused.
    fn holds(&self, function: FunctionRef) -> bool {
        let is_compared = |symbol| self.compared.contains(symbol);
        check_movable(function).is_err()
            || is_bound(function)
            || (!self.compared.is_empty() && named_symbols(function).iter().any(is_compared))
    }
}

/// Adds closed forms of the functions of a module that name local variables, so that other objects can have their code.
fn close_all(module: ModuleRef) -> Vec<Closed> {
    let bound = HomeBound::new(module);
    let is_open =
        |function: &FunctionRef| !bound.holds(*function) && local_functions(*function).is_none();
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

/// The functions that one refers to and that count by their code: local ones, and behind them inline ones that it calls. It itself
/// is not among them.
struct Inner {
    locals: Vec<FunctionRef>,
    inline: Vec<FunctionRef>,
    /// Whether it refers to itself by its symbol.
    names_itself: bool,
    /// Whether it does so only by calls that may as well be of an equal function.
    calls_itself: bool,
}

impl Inner {
    /// None if the function refers to something else that only its module can mean.
    fn of(function: FunctionRef) -> Option<Inner> {
        let callees = others_called(function);
        let inline = callees.into_iter().flatten().filter(|callee| callee.is_inline());
        Inner::with(function, inline.collect())
    }

    fn with(function: FunctionRef, inline: Vec<FunctionRef>) -> Option<Inner> {
        let locals = local_functions(function)?;
        let calls_itself =
            function.is_inline() && plain_callees(function).contains(&Some(function));
        let names_itself = !function.is_local() && names_itself(function);
        Some(Inner { locals, inline, names_itself, calls_itself })
    }

    /// The same in the module that was made of those of several objects, by what [`noted_text`] said of the function in its own.
    /// None if that was another definition of an inline function than this module has.
    fn noted(
        function: FunctionRef,
        text: &str,
        digests: &FxHashMap<FunctionRef, FunctionDigest>,
    ) -> Option<Inner> {
        let (mut inline, mut rest) = (Vec::new(), text.get(DIGEST_DIGITS..)?);
        for callee in others_called(function) {
            let is_elsewhere = callee.is_some_and(|callee| callee.is_declaration());
            if let Some(behind) = rest.strip_prefix(NOT_INLINE) {
                rest = behind;
            } else if is_elsewhere {
                // It is in another batch, and counts by its symbol.
                rest = rest.get(NOTED..)?;
            } else {
                rest = rest.strip_prefix(&noted(digests.get(&callee?)?))?;
                inline.extend(callee);
            }
        }
        Inner::with(function, inline).filter(|_| rest.is_empty())
    }

    fn all(&self) -> Vec<FunctionRef> {
        [&self.locals[..], &self.inline].concat()
    }
}

/// What tells functions of a module from those of other objects.
struct ObjectDigests {
    /// All that decides on the code of each function.
    settings: Vec<u8>,
    by_function: FxHashMap<FunctionRef, FunctionDigest>,
}

impl ObjectDigests {
    /// The digests of a module. A function has none if its body cannot stand in another object, as it is refused or leads to
    /// something that only this module can mean. The local functions that it leads to are part of its digest, and so
    /// are the inline functions that it calls, by their symbols and by what they are here.
    fn of(module: ModuleRef, sections: Sections) -> ObjectDigests {
        let mut settings = module_settings(module);
        if sections.fuses_operations() {
            settings.extend(b"operations are fused\n");
        }
        let functions = module.defined_functions();
        let numbers: FxHashMap<FunctionRef, u32> = functions.iter().copied().zip(0..).collect();
        // SAFETY: it is asked only about functions that the module defines, and the module does not change meanwhile.
        let mut canonicalizer = unsafe { Canonicalizer::new(module, true) };
        let bound = HomeBound::new(module);
        let code = |&function: &FunctionRef| {
            let inner = Inner::of(function).filter(|_| !bound.holds(function))?;
            let named = |one: &FunctionRef| (!one.is_local()).then(|| one.name());
            let other = |one: &FunctionRef| Other { number: numbers[one], name: named(one) };
            Some(OwnCode {
                own: canonicalizer.digest_beside(function, &inner.all(), &settings),
                // Two functions that call themselves are equal, but others may call one and not the other.
                itself: inner.names_itself.then(|| function.name()),
                others: inner.all().iter().map(other).collect(),
            })
        };
        let known = digests(&functions.iter().map(code).collect::<Vec<_>>());
        let known = functions.into_iter().zip(known);
        let by_function = known.filter_map(|(function, digest)| Some((function, digest?)));
        ObjectDigests { by_function: by_function.collect(), settings }
    }
}

/// The functions that one only calls, but for itself.
fn others_called(function: FunctionRef) -> Vec<Option<FunctionRef>> {
    plain_callees(function).into_iter().filter(|&callee| callee != Some(function)).collect()
}

/// The digits of a digest as text.
const DIGEST_DIGITS: usize = 64;
/// How many of them stand in the text of a function that calls an inline one. Two definitions of one function that an accident makes
/// equal in them would be taken for one.
const NOTED: usize = 32;
/// What stands there for a function that counts by its symbol.
const NOT_INLINE: char = '-';

/// What a function of a module in bitcode carries: its digest, and for each function that it calls, digits of that of an inline
/// one.
fn noted_text(
    function: FunctionRef,
    own: &FunctionDigest,
    digests: &FxHashMap<FunctionRef, FunctionDigest>,
) -> String {
    let digest = |callee: &FunctionRef| digests.get(callee).filter(|_| callee.is_inline());
    let callee = |callee: Option<FunctionRef>| {
        callee.as_ref().and_then(digest).map_or_else(|| NOT_INLINE.to_string(), noted)
    };
    let callees: String = others_called(function).into_iter().map(callee).collect();
    digest_text(own) + &callees
}

fn noted(digest: &FunctionDigest) -> String {
    digest_text(digest)[..NOTED].to_owned()
}
