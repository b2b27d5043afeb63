//! The pass `f3m-combine`: merges the functions of many objects, and writes what came of it into a store.
//!
//! Consumes: the module of one object, and a file that names those of others, and of a large program which functions are merged
//! now ([`CombineInputs`]). Produces: a store of bodies
//! ([`fmerge_core::bodies`]). The module is of no other use.
//! Guarantees:
//! - Functions of equal code are one function here, since linkers fold most of them anyway, and whatever becomes of one becomes
//!   of all. Each keeps its own promises at home; the shared body promises what all do.
//! - Equal functions with landing pads, which no linker folds, share a body where that pays.
//! - A local function that others name gets a body that they call directly: their digests say what it was. So do inline functions of
//!   equal code, if whoever names one knows what it does. All other functions go on calling each other by their symbols.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use fmerge_core::bodies::{
    BodyStore, CombineInputs, FunctionDigest, Needs, StoredCode, digest_of_body, digest_of_text,
};
use fmerge_core::options::{Fold, Options, Output, Thunks};
use fmerge_core::price::Bytes;
use fmerge_core::replacement::{Fate, Moves, own_and};
use fmerge_core::report::Report;
use fmerge_core::summary::{CostModel, write_atomically};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use rustc_hash::{FxHashMap, FxHashSet};

use super::classes::{CodeClass, ObjectFunction, classes};
use super::{DIGEST_DIGITS, llvm_major};
use crate::analyses::Analyses;
use crate::emit;
use crate::error::PassError;
use crate::ffi::bodies::{
    named_functions, plain_callees, publish, shared_body, switch_off, write_body, write_thunk,
};
use crate::ffi::identical::fmerge_private_body;
use crate::ffi::modules::{Wanted, forget_fusion, keep_members, link_module};
use crate::global::fold;
use crate::host::WantedMerges;
use crate::llvm::{FunctionRef, ModuleRef};
use crate::merging;
use crate::module::ModuleContext;
use crate::references::ProgramPart;
use crate::replace::{self, Replacement};
use crate::standing::Census;

/// How names of closed forms end, but for a number (`src/shim/closed.cpp`).
const CLOSED: &str = ".closed";
/// How names end of bodies that no other function shares as yet.
const ALONE: &str = ".alone";

/// Merges, and writes the store.
///
/// # Errors
/// The store is not named, or a file cannot be read or written.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn combine(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
) -> Result<Report, PassError> {
    let Some(Output::File(path)) = &options.out else { return Err(PassError::NoStore) };
    let module = ctx.module;
    if let Some(path) = &options.inputs {
        // SAFETY: the caller's promise.
        ctx.part = unsafe { link(module, path) }?.map(Rc::new);
    }
    let mut classes = classes(module);
    // SAFETY: the caller's promise; the functions of a class are equal.
    unsafe { give_bodies(&classes, options, ctx, analyses) };
    if calls_by_symbol(module, &classes) {
        log::warn!(
            "f3m-combine: a call of an inline function could not be moved; nothing is shared"
        );
        classes.clear();
    }
    note_recursion(&classes, ctx);
    // What no object defines must not come into one that did not need it.
    let gc_sections = options.gc_sections.or(Some(true));
    let options = Options { thunks: Thunks::Later, gc_sections, ..options.clone() };
    // SAFETY: the caller's promise.
    let report = unsafe { merging::run_once(&options, ctx, analyses, WantedMerges::Both) }?;
    module.defined_functions().into_iter().for_each(forget_fusion);
    let bodies: Vec<FunctionRef> =
        module.defined_functions().into_iter().filter(|one| one.is_local()).collect();
    let alone: Vec<bool> = bodies.iter().map(|body| ends_in(&body.name(), ALONE)).collect();
    // SAFETY: the analyses are the module's; bodies that went are not used again.
    let bodies = unsafe { fold::fold(Fold::Comdat, module, &bodies, analyses) };
    let alone =
        bodies.into_iter().zip(alone).filter(|one| one.1).map(|one| one.0.as_ptr()).collect();
    let store = stored(&classes, &alone);
    write_atomically(path, |out| out.write_all(&store.to_bytes()))?;
    log::info!("f3m-combine: {} functions share bodies", store.function_count());
    Ok(report)
}

/// Notes which functions call themselves by way of functions of other parts of the program.
fn note_recursion(classes: &[CodeClass], ctx: &mut ModuleContext) {
    let Some(part) = ctx.part.clone() else { return };
    for class in classes {
        if class.members.iter().any(|one| part.is_recursive(&one.digest)) {
            let first = class.first();
            shared_body(first).into_iter().chain([first]).for_each(|one| ctx.note_recursive(one));
        }
    }
}

/// Makes one module of several, or of the parts of them that a batch has; what the rest of the program needs, then.
///
/// # Safety
/// Nobody keeps references to what is in the module.
unsafe fn link(module: ModuleRef, path: &Path) -> Result<Option<ProgramPart>, PassError> {
    let problem =
        |path: &Path, problem: String| PassError::Input { path: path.to_owned(), problem };
    let read = |path: &Path| fs::read(path).map_err(|error| problem(path, error.to_string()));
    let inputs = CombineInputs::from_bytes(&read(path)?)
        .map_err(|error| problem(path, error.to_string()))?;
    let functions = inputs.batch.as_ref().map(|one| &one.0);
    let digest = |text: &str| digest_of_text(text.get(..DIGEST_DIGITS)?);
    let is_in = |text: &str| {
        functions.zip(digest(text)).is_some_and(|(all, one)| all.binary_search(&one).is_ok())
    };
    let wanted: Option<Wanted> = functions.is_some().then_some(&is_in);
    // SAFETY: the caller's promise.
    if wanted.is_some_and(|wanted| !unsafe { keep_members(module, wanted) }) {
        return Err(problem(path, "the first module cannot be read".to_owned()));
    }
    for path in inputs.modules.iter().map(Path::new) {
        link_module(module, &read(path)?, wanted).map_err(|error| problem(path, error))?;
    }
    let needs = |path: &Path| {
        Needs::from_bytes(&read(path)?).map_err(|error| problem(path, error.to_string()))
    };
    let needs = inputs.batch.map(|(_, path)| needs(Path::new(&path))).transpose()?;
    Ok(needs.map(|needs| ProgramPart::new(module, needs)))
}

/// Moves code into local functions, which others may call in its place: that of local functions that others name, and that of
/// equal functions where it pays.
///
/// # Safety
/// The functions of a class are equal.
unsafe fn give_bodies(
    classes: &[CodeClass],
    options: &Options,
    ctx: &ModuleContext,
    analyses: Analyses,
) {
    let mut replacements = Vec::new();
    let worth = |class: &CodeClass| {
        class.members.len() > 1 && (options.force || pays(class, ctx, analyses))
    };
    let worth: Vec<bool> = classes.iter().map(worth).collect();
    let folded = folded(classes, &worth);
    for (number, class) in classes.iter().enumerate() {
        let first = class.first();
        let pays = worth[number] && !folded[number];
        if !class.is_named && !pays {
            continue;
        }
        let name = if pays {
            format!("{}.fmerge", first.name())
        } else {
            format!("{}{ALONE}", first.name())
        };
        // SAFETY: the function is alive and has its body; the name comes with its length.
        let body = unsafe {
            FunctionRef::new(fmerge_private_body(first.as_ptr(), name.as_ptr().cast(), name.len()))
        };
        let body = body.expect("a body can always be moved");
        for (place, member) in class.members.iter().enumerate() {
            let is_local = member.function.is_local();
            let is_called = class.is_named && member.calls_move;
            if is_local || is_called || place == 0 {
                let moves = match () {
                    () if is_local => Moves::CallsAndAddresses,
                    () if is_called => Moves::Calls,
                    () => Moves::Nothing,
                };
                let arguments = own_and(first.parameters(), []);
                replacements.push(Replacement {
                    moves,
                    fate: Fate::Thunk,
                    ..Replacement::new(member.function, body, arguments, false)
                });
                switch_off(member.function);
            }
        }
    }
    // SAFETY: a body does the work of each member of its class.
    unsafe { replace::execute(replacements, None, analyses) };
    classes.iter().flat_map(|class| &class.members).for_each(|member| publish(member.function));
}

/// Which classes linkers fold anyway: those without landing pads, and without others in them that are neither folded nor `worth` a
/// body.
fn folded(classes: &[CodeClass], worth: &[bool]) -> Vec<bool> {
    let numbered = classes.iter().zip(0..);
    let numbers: FxHashMap<FunctionRef, usize> = numbered
        .flat_map(|(class, number)| class.members.iter().map(move |one| (one.function, number)))
        .collect();
    let inner: Vec<Vec<usize>> = classes
        .iter()
        .map(|class| class.members[0].inner.all())
        .map(|inner| inner.iter().filter_map(|other| numbers.get(other).copied()).collect())
        .collect();
    let folds = |class: &CodeClass| !class.first().has_personality() && !is_closed(class.first());
    let mut folded: Vec<bool> = classes.iter().map(folds).collect();
    loop {
        let is_one =
            |&other: &usize| folded[other] || worth[other] || classes[other].members.len() == 1;
        let next: Vec<bool> =
            (0..classes.len()).map(|one| folded[one] && inner[one].iter().all(is_one)).collect();
        if next == folded {
            return folded;
        }
        folded = next;
    }
}

/// Whether a function still calls an inline one by its symbol whose calls were to become calls of a body. Equal functions are called
/// otherwise, and their objects may not have that symbol.
fn calls_by_symbol(module: ModuleRef, classes: &[CodeClass]) -> bool {
    let is_moved = |class: &&CodeClass| class.is_named && class.members.len() > 1;
    let members = classes.iter().filter(is_moved).flat_map(|class| &class.members);
    let moved: FxHashSet<FunctionRef> =
        members.filter(|one| one.calls_move).map(|one| one.function).collect();
    let functions = module.defined_functions().into_iter();
    functions.flat_map(plain_callees).flatten().any(|callee| moved.contains(&callee))
}

/// Whether it is the closed form of a function. No linker folds such functions, which name variables of their own.
fn is_closed(function: FunctionRef) -> bool {
    ends_in(&function.name(), CLOSED)
}

/// Whether equal functions that no linker folds are smaller with one body, and thunks of those that are more than called. Each
/// parameter of a closed form may be a variable, which its thunk passes.
fn pays(class: &CodeClass, ctx: &ModuleContext, analyses: Analyses) -> bool {
    let prices = ctx.tables.prices;
    let costs = CostModel::of(prices);
    let first = class.first();
    let body = prices.body(emit::code_size(first, analyses), 0).bytes.floor();
    let passed = if is_closed(first) { i64::from(first.parameters()) } else { 0 };
    let stays = |member: &&ObjectFunction| {
        is_closed(first) || !Census::default().standing(member.function).goes_with_its_calls()
    };
    let stay = class.members.iter().filter(stays).count() as i64;
    let thunks = (costs.thunk + costs.parameter * passed) * stay;
    body * (class.members.len() as i64 - 1) - thunks > Bytes::new(0)
}

/// Whether a name ends so, but for a number that LLVM may have added.
fn ends_in(name: &str, suffix: &str) -> bool {
    name.rsplit_once(suffix)
        .is_some_and(|(_, rest)| rest.chars().all(|c| c == '.' || c.is_ascii_digit()))
}

/// The bodies that the store is made for, and those that they call. A body that no other function shares is of use only to
/// others. One that leads to a body without a name of its own can be had nowhere.
fn wanted(classes: &[CodeClass], alone: &BTreeSet<LLVMValueRef>) -> BTreeSet<LLVMValueRef> {
    let bodies = classes.iter().filter_map(|class| shared_body(class.first()));
    let mut wanted = BTreeSet::new();
    for body in bodies.filter(|body| !alone.contains(&body.as_ptr())) {
        wanted.extend(all_of(body));
    }
    wanted
}

/// A body, and those that it leads to; none if one of these has no name of its own.
fn all_of(body: FunctionRef) -> BTreeSet<LLVMValueRef> {
    let (mut all, mut open) = (BTreeSet::new(), vec![body]);
    while let Some(body) = open.pop() {
        if digest_of_body(&body.name()).is_none() {
            return BTreeSet::new();
        }
        if all.insert(body.as_ptr()) {
            open.extend(called(body));
        }
    }
    all
}

/// The bodies that a function calls or names: shared ones, and those that stayed local.
fn called(function: FunctionRef) -> Vec<FunctionRef> {
    let named = named_functions(function).into_iter();
    named.filter(|one| one.is_local() || digest_of_body(&one.name()).is_some()).collect()
}

/// Each function that has become a thunk of a body, and the bodies.
fn stored(classes: &[CodeClass], alone: &BTreeSet<LLVMValueRef>) -> BodyStore {
    let wanted = wanted(classes, alone);
    let mut store = BodyStore::default();
    for class in classes {
        let thunk = class.first();
        let Some(body) = shared_body(thunk) else { continue };
        // The thunk may pass the address of a local body.
        let named = called(thunk).into_iter().chain([body]);
        if named.into_iter().any(|one| !wanted.contains(&one.as_ptr())) {
            continue;
        }
        let code = stored_code(thunk, write_thunk(thunk));
        for ObjectFunction { digest, .. } in &class.members {
            store.add_function(*digest, code.clone());
        }
    }
    for body in wanted {
        // SAFETY: the bodies are functions of the module.
        let Some(body) = (unsafe { FunctionRef::new(body) }) else { continue };
        if let Some(digest) = digest_of_body(&body.name()) {
            store.add_body(digest, stored_code(body, write_body(body)));
        }
    }
    store
}

fn stored_code(function: FunctionRef, bitcode: Vec<u8>) -> StoredCode {
    let digests = called(function).into_iter().filter_map(|body| digest_of_body(&body.name()));
    // In the order of digests, since the order of symbols is no part of what a function does.
    let bodies: BTreeSet<FunctionDigest> = digests.collect();
    StoredCode { llvm: llvm_major(), bodies: bodies.into_iter().collect(), bitcode }
}
