//! How bodies of several objects become one.
//!
//! Consumes: the bodies that `gfm-merge` made. Produces: the same, or functions of a name that stands for
//! their content, of which every linker keeps one.
//! Guarantees: such a name is a collision-resistant digest of all that the body does, promises and refers
//! to, and only a body gets one that refers to nothing but what every module means by the same name.

use fmerge_core::options::Fold;
use fmerge_core::replacement::{Moves, own_and};
use inkwell::llvm_sys::core::LLVMHasPersonalityFn;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::canon::Canonicalizer;
use crate::encode::Analyses;
use crate::ffi::gfm::Place;
use crate::ffi::global::{is_elf, make_comdat, module_settings, names_local};
use crate::replace::{self, Replacement};

/// Names the bodies that can be folded by name, unless that is not wanted; returns what each is now. Callees go
/// first: a body that calls another has a name only when that one has. The others are left to the linker's
/// folding of identical code.
pub fn fold(
    fold: Fold,
    module: LLVMModuleRef,
    bodies: &[LLVMValueRef],
    analyses: Analyses,
) -> Vec<LLVMValueRef> {
    let mut now = bodies.to_vec();
    // SAFETY: the module is alive.
    if fold == Fold::Icf || !unsafe { is_elf(module) } {
        return now;
    }
    // SAFETY: the module is alive.
    let settings = unsafe { module_settings(module) };
    let mut waiting: Vec<usize> = (0..now.len()).collect();
    loop {
        // SAFETY: the bodies are alive; each replaced one was taken off the list.
        let (ready, blocked): (Vec<usize>, Vec<usize>) =
            waiting.iter().partition(|&&i| !unsafe { names_local(now[i], &[]) });
        if ready.is_empty() {
            return now;
        }
        // A fresh one for each turn: naming functions changes what their callers are, and these wait.
        // SAFETY: the module is alive and does not change before the digests are made.
        let mut canonicalizer = unsafe { Canonicalizer::new(module, true) };
        let digests: Vec<_> =
            ready.iter().map(|&i| canonicalizer.digest(now[i], &settings)).collect();
        for (&i, digest) in ready.iter().zip(digests) {
            now[i] = named(now[i], &name(digest), analyses);
        }
        waiting = blocked;
    }
}

/// The body under a name that stands for its content: the one that the module has already, which takes its place, or
/// the body itself.
fn named(body: LLVMValueRef, name: &str, analyses: Analyses) -> LLVMValueRef {
    // SAFETY: the body is alive.
    let known = unsafe { make_comdat(body, name) };
    if known == body {
        return body;
    }
    // SAFETY: the body is alive.
    let own = unsafe { replace::parameters(body) };
    let one = Replacement {
        moves: Moves::CallsAndAddresses,
        ..Replacement::new(body, known, own_and(own, []), true)
    };
    // SAFETY: both are alive, and by their name they do the same.
    let done = unsafe { replace::execute(vec![one], analyses) };
    // SAFETY: nothing has happened since it went.
    unsafe { replace::erase(&done.gone, analyses) };
    if done.gone.is_empty() { body } else { known }
}

/// Whether a linker may keep one of a function's bodies, once parameters stand in the places given: by name, or
/// as identical code, which has no landing pads.
pub fn is_foldable(
    fold: Fold,
    module: LLVMModuleRef,
    function: LLVMValueRef,
    places: &[Place],
) -> bool {
    // SAFETY: the module is alive.
    if !unsafe { is_elf(module) } {
        return true;
    }
    // SAFETY: the function is alive, and the places are its own.
    let has_name = || !unsafe { names_local(function, places) };
    // SAFETY: the function is alive.
    let has_code_alone = || unsafe { LLVMHasPersonalityFn(function) } == 0;
    match fold {
        Fold::Icf => has_code_alone(),
        Fold::Comdat => has_name(),
        Fold::Auto => has_code_alone() || has_name(),
    }
}

fn name(digest: [u8; 32]) -> String {
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("fmerge.{digits}")
}
