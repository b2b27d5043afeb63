//! Makes bodies of several objects one, by name.
//!
//! Consumes: the bodies that `gfm-merge` made. Produces: the same bodies, or functions whose names stand for their
//! content. Every linker keeps one function of each such name.
//! Guarantees: such a name is a collision-resistant digest of all that the body does, promises and refers to. A body
//! gets one only if all that it refers to means the same in every module.

use fmerge_core::bodies::{BODY_PREFIX, FunctionDigest, Other, OwnCode, digest_text, digests};
use fmerge_core::graph::components;
use fmerge_core::options::Fold;
use fmerge_core::replacement::{Moves, own_and};
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::canon::Canonicalizer;
use crate::ffi::gfm::ParameterPlace;
use crate::ffi::global::{is_elf, local_functions, make_comdat, module_settings, names_local};
use crate::llvm::{FunctionRef, ModuleRef};
use crate::replace::{self, Replacement};

/// Names the bodies that can be folded by name, if that is wanted; returns the function that stands for each body now.
/// Callees go first: a body that calls another one gets a name only when that one has a name. All other bodies are left
/// to the linker's folding of identical code.
///
/// # Safety
/// `analyses` are those of the module. Bodies that others take the place of are not used again.
pub unsafe fn fold(
    fold: Fold,
    module: ModuleRef,
    bodies: &[FunctionRef],
    analyses: Analyses,
) -> Vec<FunctionRef> {
    let mut now = bodies.to_vec();
    if fold == Fold::Icf || !is_elf(module) {
        return now;
    }
    let settings = module_settings(module);
    let mut waiting: Vec<usize> = (0..now.len()).collect();
    loop {
        // SAFETY: there are no places.
        let (ready, blocked): (Vec<usize>, Vec<usize>) =
            waiting.iter().partition(|&&i| !unsafe { names_local(now[i], &[]) });
        if ready.is_empty() {
            let waited = waiting.len();
            // SAFETY: the caller's promise.
            waiting = unsafe { fold_cycles(module, waiting, &mut now, &settings, analyses) };
            if waiting.len() == waited {
                return now;
            }
            continue;
        }
        // A new canonicalizer for each turn: naming functions changes the content of their callers, which wait.
        // SAFETY: the bodies are of the module, which does not change before the digests are made.
        let mut canonicalizer = unsafe { Canonicalizer::new(module, true) };
        let digests: Vec<_> =
            ready.iter().map(|&i| canonicalizer.digest(now[i], &settings)).collect();
        for (&i, digest) in ready.iter().zip(digests) {
            now[i] = named(now[i], &name(digest), analyses);
        }
        waiting = blocked;
    }
}

/// Names the bodies that lead to each other and to nothing else that has no name, each by what it does and what it leads to. The
/// names that it gives them say how many they are, so that those of one name call others of the same names. Returns which of
/// those that wait still do.
///
/// # Safety
/// As of [`fold`].
unsafe fn fold_cycles(
    module: ModuleRef,
    waiting: Vec<usize>,
    now: &mut [FunctionRef],
    settings: &[u8],
    analyses: Analyses,
) -> Vec<usize> {
    let numbers: FxHashMap<FunctionRef, u32> = waiting.iter().map(|&i| now[i]).zip(0..).collect();
    // SAFETY: the bodies are of the module, which does not change before the digests are made.
    let mut canonicalizer = unsafe { Canonicalizer::new(module, true) };
    let code = |&i: &usize| {
        let others = local_functions(now[i])?;
        let own = canonicalizer.digest_beside(now[i], &others, settings);
        let other = |other| Some(Other { number: *numbers.get(other)?, name: None });
        let others: Option<Vec<Other>> = others.iter().map(other).collect();
        Some(OwnCode { own, itself: None, others: others? })
    };
    let functions: Vec<Option<OwnCode>> = waiting.iter().map(code).collect();
    let numbers = |one: &OwnCode| one.others.iter().map(|other| other.number).collect();
    let edges: Vec<Vec<u32>> =
        functions.iter().map(|one| one.as_ref().map_or_else(Vec::new, numbers)).collect();
    let known = digests(&functions);
    let cycles = components(&edges).into_iter().filter(|component| component.len() > 1);
    let named_now: Vec<(usize, FunctionDigest)> = cycles
        .flatten()
        .filter_map(|one| Some((waiting[one as usize], known[one as usize]?)))
        .collect();
    for &(i, digest) in &named_now {
        now[i] = named(now[i], &name(digest), analyses);
    }
    waiting.into_iter().filter(|i| named_now.iter().all(|(one, _)| one != i)).collect()
}

/// Gives a body the name that stands for its content, and returns it. If the module has a function of that name
/// already, this takes the place of the body and is returned.
fn named(body: FunctionRef, name: &str, analyses: Analyses) -> FunctionRef {
    let known = make_comdat(body, name);
    if known == body {
        return body;
    }
    let one = Replacement {
        moves: Moves::CallsAndAddresses,
        ..Replacement::new(body, known, own_and(body.parameters(), []), true)
    };
    // SAFETY: functions of one such name do the same.
    let done = unsafe { replace::execute(vec![one], None, analyses) };
    // SAFETY: nothing has happened since the body went, and the caller of `fold` does not use it again.
    unsafe { replace::erase(&done.gone, analyses) };
    if done.gone.is_empty() { body } else { known }
}

/// Whether a linker may keep one copy of a function's body, once parameters stand at `places`: by name, or as identical
/// code, which must not have landing pads.
///
/// # Safety
/// The places are of the function's instructions.
pub unsafe fn is_foldable(
    fold: Fold,
    module: ModuleRef,
    function: FunctionRef,
    places: &[ParameterPlace],
) -> bool {
    if !is_elf(module) {
        return true;
    }
    // SAFETY: the caller's promise.
    let has_name = || !unsafe { names_local(function, places) };
    let has_code_alone = || !function.has_personality();
    match fold {
        Fold::Icf => has_code_alone(),
        Fold::Comdat => has_name(),
        Fold::Auto => has_code_alone() || has_name(),
    }
}

fn name(digest: FunctionDigest) -> String {
    format!("{BODY_PREFIX}{}", digest_text(&digest))
}
