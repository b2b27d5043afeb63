//! Functions of equal code in the one module of many objects.
//!
//! Consumes: the module, whose functions carry what their own objects knew of them. Produces: classes of functions that do the same.
//! Guarantees: a function is of a class only if that is so for the definitions that its own object has. All functions but the
//! first of each class are switched off, and so are those without a class; the first promises no more than all do.

use std::collections::BTreeMap;

use fmerge_core::bodies::{FunctionDigest, digest_of_text};
use fmerge_core::graph::components;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{DIGEST_DIGITS, Inner};
use crate::canon::Canonicalizer;
use crate::ffi::bodies::{named_functions, switch_off};
use crate::ffi::identical::fmerge_weaken_body;
use crate::ffi::modules::open_members;
use crate::llvm::{FunctionRef, ModuleRef};

/// A function of one object.
pub struct ObjectFunction {
    /// Where it is now.
    pub function: FunctionRef,
    /// What it was there.
    pub digest: FunctionDigest,
    /// What it names that counts by its code.
    pub inner: Inner,
    /// It is inline, and all functions that call it count it by its code: their calls may become calls of a body.
    pub calls_move: bool,
}

/// Functions of equal code, the first of which stands for all.
#[derive(Default)]
pub struct CodeClass {
    /// In the order of the module.
    pub members: Vec<ObjectFunction>,
    /// Whether others call the body in the place of members, or a member itself does: members that are local are named, or the
    /// class has several inline functions, and some are called.
    pub is_named: bool,
}

impl CodeClass {
    /// The one that stands for all.
    pub fn first(&self) -> FunctionRef {
        self.members[0].function
    }
}

/// The functions that may be merged, by code. All but the first of each class are switched off; the first promises no
/// more than all do.
pub fn classes(module: ModuleRef) -> Vec<CodeClass> {
    let functions = object_functions(module);
    let numbers = class_numbers(module, &functions);
    let named = counted_functions(&functions, &numbers);
    let mut classes: Vec<CodeClass> = Vec::new();
    for (one, class) in functions.into_iter().zip(numbers) {
        let Some(class) = class else {
            switch_off(one.function);
            continue;
        };
        classes.resize_with(classes.len().max(class + 1), CodeClass::default);
        classes[class].members.push(one);
    }
    for class in &mut classes {
        let several = class.members.len() > 1;
        let is_named = |member: &ObjectFunction| {
            let is_named = named.contains(&member.function) || member.inner.calls_itself;
            is_named && (several || member.function.is_local())
        };
        class.is_named = class.members.iter().any(is_named);
        let first = class.first();
        for other in &class.members[1..] {
            // SAFETY: both are alive, and of equal canonical code.
            unsafe { fmerge_weaken_body(first.as_ptr(), other.function.as_ptr()) };
            switch_off(other.function);
        }
    }
    classes
}

/// The functions that carry digests, but for those that call an inline function of which this module has another definition than
/// their own object has.
fn object_functions(module: ModuleRef) -> Vec<ObjectFunction> {
    let opened = open_members(module);
    let digest = |text: &str| digest_of_text(text.get(..DIGEST_DIGITS)?);
    let digests: FxHashMap<FunctionRef, FunctionDigest> =
        opened.iter().filter_map(|(one, text)| Some((*one, digest(text)?))).collect();
    let members = opened.into_iter().filter_map(|(function, text)| {
        let inner = Inner::noted(function, &text, &digests);
        if inner.is_none() {
            switch_off(function);
        }
        Some(ObjectFunction {
            function,
            digest: *digests.get(&function)?,
            inner: inner?,
            calls_move: false,
        })
    });
    let mut members: Vec<ObjectFunction> = members.collect();
    let by_symbol = called_by_symbol(&members);
    for member in &mut members {
        member.inner.inline.retain(|callee| !by_symbol.contains(callee));
        member.calls_move = member.function.is_inline() && !by_symbol.contains(&member.function);
        member.inner.calls_itself &= member.calls_move;
    }
    members
}

/// The functions that a member names without counting what they do: its own object has no definition, or it names their addresses, too.
/// No call of them may become a call of a body, and so they count by their symbols everywhere.
fn called_by_symbol(members: &[ObjectFunction]) -> FxHashSet<FunctionRef> {
    let mut all = FxHashSet::default();
    for ObjectFunction { function, inner, .. } in members {
        let is_known = |callee: &FunctionRef| {
            inner.inline.contains(callee) || (inner.calls_itself && callee == function)
        };
        all.extend(named_functions(*function).into_iter().filter(|callee| !is_known(callee)));
    }
    all
}

/// The functions that those of a class call or name by their code.
fn counted_functions(
    functions: &[ObjectFunction],
    classes: &[Option<usize>],
) -> FxHashSet<FunctionRef> {
    let with_class = functions.iter().zip(classes).filter(|one| one.1.is_some());
    with_class.flat_map(|(one, _)| one.inner.all()).collect()
}

/// The class of each function, numbered from 0 in the order of the functions; none for one that is left alone. Functions of a
/// class have equal code. Where they name different local functions, or call different inline ones, these are of equal classes.
fn class_numbers(module: ModuleRef, functions: &[ObjectFunction]) -> Vec<Option<usize>> {
    // SAFETY: it is asked only about functions that the module defines, before it is changed.
    let mut canonicalizer = unsafe { Canonicalizer::new(module, true) };
    let all = functions.iter().map(|one| one.inner.all()).collect();
    let first = numbered(&mut canonicalizer, functions, all);
    // An inline function that is like no other counts by its symbol, as it does where another object calls it and lacks it.
    let several = several(functions, &first);
    let counts = |other: &FunctionRef| other.is_local() || several.contains(other);
    let fewer =
        functions.iter().map(|one| one.inner.all().into_iter().filter(counts).collect()).collect();
    in_order(&numbered(&mut canonicalizer, functions, fewer))
}

/// The functions whose classes have several.
fn several(functions: &[ObjectFunction], classes: &[Option<usize>]) -> FxHashSet<FunctionRef> {
    let mut members: FxHashMap<usize, Vec<FunctionRef>> = FxHashMap::default();
    for (one, class) in functions.iter().zip(classes) {
        if let Some(class) = class {
            members.entry(*class).or_default().push(one.function);
        }
    }
    members.into_values().filter(|class| class.len() > 1).flatten().collect()
}

/// A number for each class, where these functions that one names count by their classes, and all others by their symbols. Functions
/// that lead back to themselves by way of others are of one class if their digests are equal.
fn numbered(
    canonicalizer: &mut Canonicalizer,
    functions: &[ObjectFunction],
    inner: Vec<Vec<FunctionRef>>,
) -> Vec<Option<usize>> {
    let numbers: FxHashMap<FunctionRef, u32> =
        functions.iter().map(|one| one.function).zip(0..).collect();
    let number = |other: &FunctionRef| numbers.get(other).copied();
    let edges: Vec<Vec<u32>> =
        inner.iter().map(|others| others.iter().filter_map(number).collect()).collect();
    let mut by_key = BTreeMap::new();
    let mut known: Vec<Option<usize>> = vec![None; functions.len()];
    for component in components(&edges) {
        for &one in &component {
            let at = one as usize;
            let ObjectFunction { function, digest, inner: own, .. } = &functions[at];
            let others: Option<Vec<usize>> = match component.len() {
                1 => edges[at].iter().map(|&other| known[other as usize]).collect(),
                _ => Some(Vec::new()),
            };
            let is_whole = edges[at].len() == inner[at].len();
            let Some(others) = others.filter(|_| is_whole) else { continue };
            // A function that names itself by a symbol is like no other.
            let is_alone = own.names_itself && !own.calls_itself;
            let whole = (component.len() > 1 || is_alone).then_some(*digest);
            let code = canonicalizer.code_digest_beside(*function, &inner[at]);
            let next = by_key.len();
            known[at] = Some(*by_key.entry((code, others, whole)).or_insert(next));
        }
    }
    known
}

/// The same classes, numbered in the order of their first members.
fn in_order(classes: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    let mut number = |class: usize| {
        let next = numbers.len();
        *numbers.entry(class).or_insert(next)
    };
    classes.iter().map(|class| class.map(&mut number)).collect()
}
