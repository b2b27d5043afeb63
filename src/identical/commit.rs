//! Carrying out choices: one body for the functions of each class.
//!
//! Consumes: [`Choice`]s of one module, none of which shares a function with another. Produces: the module
//! with one body for each, and [`Committed`].
//! Guarantees: every body is weakened before any function loses its own; beyond that, those of [`crate::replace`].

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::choice::Choice;
use fmerge_core::ir::FuncId;
use fmerge_core::replacement::{Fate, Moves, own_and};

use super::Member;
use crate::encode::Analyses;
use crate::ffi::identical::{
    fmerge_join_counts, fmerge_private_body, fmerge_weaken_body, fmerge_weaken_thunk,
};
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::replace::{self, Replacement};

/// What was done.
pub struct Committed {
    /// The body of each choice, in order.
    pub bodies: Vec<FunctionRef>,
    /// Calls that were redirected, of each choice.
    pub calls: Vec<u64>,
    /// Functions that were changed and are alive: callers, bodies, thunks.
    pub changed: Vec<FunctionRef>,
}

/// The functions of the classes, and what is common to all steps.
pub struct Committer<'a> {
    /// The functions.
    pub members: &'a PrimaryMap<FuncId, Member>,
    /// Their canonical promises.
    pub promises: &'a dyn Fn(FuncId) -> u32,
    /// Every use stays.
    pub keep: bool,
    /// Those of the module.
    pub analyses: Analyses,
}

impl Committer<'_> {
    /// Carries out all choices in the module of `ctx`.
    ///
    /// # Panics
    /// When a function did not become what was chosen: what rests on the choice would be wrong.
    ///
    /// # Safety
    /// The functions of a choice are equal, and those that went are not used again.
    pub unsafe fn commit(&self, choices: &[Choice], ctx: &mut ModuleContext) -> Committed {
        choices.iter().for_each(|choice| self.weaken(choice));
        let bodies: Vec<_> = choices.iter().map(|choice| self.body(choice)).collect();
        let pairs = || choices.iter().zip(&bodies);
        let replacements: Vec<_> =
            pairs().flat_map(|(choice, &body)| self.replacements(choice, body)).collect();
        let chosen: Vec<Fate> = replacements.iter().map(|r| r.fate).collect();
        // SAFETY: the functions are equal to the bodies that take their places; no body will be asked for again.
        let done = unsafe { ctx.replace(replacements, self.analyses) };
        assert!(chosen == done.fates, "a function is still used that was to go");
        // SAFETY: nothing has happened since they went; the caller's promise.
        unsafe { replace::erase(&done.gone, self.analyses) };
        let mut each = done.calls.iter().map(|&calls| calls as u64);
        let calls = |choice: &Choice| each.by_ref().take(choice.merged().count()).sum();
        Committed { calls: choices.iter().map(calls).collect(), bodies, changed: done.changed }
    }

    /// Weakens the body that stays against those of the others, while all have theirs.
    fn weaken(&self, choice: &Choice) {
        let kept = self.members[choice.source].value;
        for (id, _) in choice.merged().filter(|&(id, _)| id != choice.source) {
            let other = self.members[id].value;
            // SAFETY: both are alive, and of equal canonical code.
            unsafe {
                if (self.promises)(id) != (self.promises)(choice.source) {
                    fmerge_weaken_body(kept.as_ptr(), other.as_ptr());
                }
                fmerge_join_counts(kept.as_ptr(), other.as_ptr());
            }
        }
    }

    fn body(&self, choice: &Choice) -> FunctionRef {
        let source = &self.members[choice.source];
        if !choice.private {
            return source.value;
        }
        let name = format!("{}.fmerge", source.name);
        // SAFETY: the function is alive and has its body; the name comes with its length.
        let body = unsafe {
            let (text, length) = (name.as_ptr().cast(), name.len());
            FunctionRef::new(fmerge_private_body(source.value.as_ptr(), text, length))
        };
        body.expect("a body can always be moved")
    }

    fn replacements(&self, choice: &Choice, body: FunctionRef) -> Vec<Replacement> {
        let is_insignificant =
            choice.private || self.members[choice.source].standing.is_insignificant();
        let replacement = |(id, fate)| {
            let Member { value: member, standing, .. } = self.members[id];
            if fate == Fate::Thunk {
                // SAFETY: both are alive, and what the thunk will call is equal to it.
                unsafe { fmerge_weaken_thunk(member.as_ptr(), body.as_ptr()) };
            }
            let moves = standing.moves(fate, is_insignificant);
            Replacement {
                member,
                target: body,
                arguments: own_and(member.parameters(), []),
                moves: if self.keep { Moves::Nothing } else { moves },
                fate,
            }
        };
        choice.merged().map(replacement).collect()
    }
}
