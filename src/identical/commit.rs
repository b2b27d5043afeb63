//! Carrying out choices: one body for the functions of each class.
//!
//! Consumes: [`ClassMerge`]s of one module, none of which shares a function with another one. Produces: the module with one
//! body for each of them, and [`CommittedClasses`].
//! Guarantees: every body is weakened before any function loses its own; beyond that, those of [`crate::replace`].

use fmerge_core::canon::driver::{ClassMerge, Merged};
use fmerge_core::replacement::{Fate, own_and};

use super::ModuleClassHost;
use crate::ffi::identical::{
    fmerge_join_counts, fmerge_private_body, fmerge_weaken_body, fmerge_weaken_thunk,
};
use crate::llvm::FunctionRef;
use crate::replace::{self, Replacement};

/// What was done.
pub(super) struct CommittedClasses {
    /// The body of each merge, in order.
    pub bodies: Vec<FunctionRef>,
    /// How many calls were redirected for each merge, in order.
    pub calls: Vec<u64>,
    /// Functions that were changed and are alive: callers, bodies, thunks.
    pub changed: Vec<FunctionRef>,
}

impl ModuleClassHost<'_> {
    /// Carries out all merges.
    ///
    /// # Panics
    /// When a function did not become what was chosen for it: other choices rely on that.
    ///
    /// # Safety
    /// The functions of a merge are equal, and those that went are not used again.
    pub(super) unsafe fn commit(&mut self, merges: &[ClassMerge]) -> CommittedClasses {
        merges.iter().for_each(|merge| self.weaken(merge));
        let bodies: Vec<_> = merges.iter().map(|merge| self.body(merge)).collect();
        let pairs = merges.iter().zip(&bodies);
        let replacements: Vec<_> =
            pairs.flat_map(|(merge, &body)| self.replacements(merge, body)).collect();
        let chosen: Vec<Fate> = replacements.iter().map(|r| r.fate).collect();
        // SAFETY: the functions are equal to the bodies that take their places; no body will be asked for again.
        let done = unsafe { self.ctx.replace(replacements, self.analyses) };
        assert!(chosen == done.fates, "a function is still used that was to go");
        // SAFETY: nothing has happened since they went; the caller's promise.
        unsafe { replace::erase(&done.gone, self.analyses) };
        let mut each = done.calls.iter().map(|&calls| calls as u64);
        let calls = |merge: &ClassMerge| each.by_ref().take(merge.members.len()).sum();
        CommittedClasses {
            calls: merges.iter().map(calls).collect(),
            bodies,
            changed: done.changed,
        }
    }

    /// Weakens the promises of the kept body to what the others promise, while all have bodies. Bodies that the linker
    /// folds are weakened in the same way.
    fn weaken(&self, merge: &ClassMerge) {
        let source = merge.choice.source;
        let kept = self.members[source];
        for member in merge.members.iter().filter(|member| member.id != source) {
            let other = self.members[member.id];
            // SAFETY: both are alive, and of equal canonical code.
            unsafe {
                if member.weakens {
                    fmerge_weaken_body(kept.as_ptr(), other.as_ptr());
                }
                fmerge_join_counts(kept.as_ptr(), other.as_ptr());
            }
        }
        // The linker must find the same code.
        let folded = merge.members.iter().filter(|member| member.fate == Fate::Folded);
        for member in folded.filter(|member| member.weakens) {
            // SAFETY: as above.
            unsafe { fmerge_weaken_body(self.members[member.id].as_ptr(), kept.as_ptr()) };
        }
    }

    fn body(&self, merge: &ClassMerge) -> FunctionRef {
        let source = self.members[merge.choice.source];
        if !merge.choice.private {
            return source;
        }
        let name = format!("{}.fmerge", source.name());
        // SAFETY: the function is alive and has its body; the name comes with its length.
        let body = unsafe {
            let (text, length) = (name.as_ptr().cast(), name.len());
            FunctionRef::new(fmerge_private_body(source.as_ptr(), text, length))
        };
        body.expect("a body can always be moved")
    }

    fn replacements(&self, merge: &ClassMerge, body: FunctionRef) -> Vec<Replacement> {
        let replacement = |merged: &Merged| {
            let member = self.members[merged.id];
            if matches!(merged.fate, Fate::Thunk | Fate::Folded) {
                // SAFETY: both are alive, and what the thunk will call, if it becomes one, is equal to it.
                unsafe { fmerge_weaken_thunk(member.as_ptr(), body.as_ptr()) };
            }
            let arguments = own_and(member.parameters(), []);
            let Merged { moves, fate, .. } = *merged;
            Replacement { member, target: body, arguments, moves, fate }
        };
        merge.members.iter().map(replacement).collect()
    }
}
