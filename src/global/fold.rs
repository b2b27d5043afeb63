//! How bodies of several objects become one.
//!
//! Consumes: the bodies that `gfm-merge` made. Produces: the same, or functions of a name that stands for
//! their content, of which every linker keeps one.
//! Guarantees: such a name is a collision-resistant digest of all that the body does, promises and refers
//! to, and only a body gets one that refers to nothing but what every module means by the same name.

use fmerge_core::options::Fold;
use inkwell::llvm_sys::core::LLVMHasPersonalityFn;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::canon::Canonicalizer;
use crate::ffi::global::{is_elf, make_comdat, module_settings, names_local};

/// Names the bodies that are to be folded by name; returns what each is now. Callees go first: a body that
/// calls another has a name only when that one has.
pub fn fold(fold: Fold, module: LLVMModuleRef, bodies: &[LLVMValueRef]) -> Vec<LLVMValueRef> {
    let mut now = bodies.to_vec();
    // SAFETY: the module is alive.
    if fold == Fold::Icf || !unsafe { is_elf(module) } {
        return now;
    }
    // SAFETY: the module is alive.
    let settings = unsafe { module_settings(module) };
    let mut waiting: Vec<usize> = (0..now.len()).filter(|&i| by_name(fold, now[i])).collect();
    loop {
        // SAFETY: the bodies are alive; each replaced one was taken off the list.
        let (ready, blocked): (Vec<usize>, Vec<usize>) =
            waiting.iter().partition(|&&i| !unsafe { names_local(now[i]) });
        if ready.is_empty() {
            return now;
        }
        // A fresh one for each turn: naming functions changes what their callers are, and these wait.
        // SAFETY: the module is alive and does not change before the digests are made.
        let mut canonicalizer = unsafe { Canonicalizer::new(module, true) };
        let digests: Vec<_> =
            ready.iter().map(|&i| canonicalizer.digest(now[i], &settings)).collect();
        for (&i, digest) in ready.iter().zip(digests) {
            // SAFETY: the body is alive.
            now[i] = unsafe { make_comdat(now[i], &name(digest)) };
        }
        waiting = blocked;
    }
}

/// Whether a body is to be folded by name. Left to itself, only what lld's folding leaves out: functions
/// with landing pads.
fn by_name(fold: Fold, body: LLVMValueRef) -> bool {
    // SAFETY: the body is alive.
    fold == Fold::Comdat || unsafe { LLVMHasPersonalityFn(body) } != 0
}

fn name(digest: [u8; 32]) -> String {
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("fmerge.{digits}")
}
