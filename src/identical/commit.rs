//! Carrying out choices: one body for the functions of each class.
//!
//! Consumes: [`Choice`]s of one module, none of which shares a function with another. Produces: the module
//! with one body for each, and [`Committed`].
//! Guarantees: every body is weakened before any function loses its own, and every function that goes has
//! lost its body before any use is redirected, so no use is touched in vain and nothing dangles.

use std::collections::HashSet;
use std::ffi::c_void;
use std::ptr::from_mut;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::choice::{Choice, Fate, addresses_move};
use fmerge_core::ir::FuncId;
use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::Member;
use crate::ffi::commit::fmerge_drop_body;
use crate::ffi::emit::{fmerge_erase_function, fmerge_invalidate};
use crate::ffi::identical::{
    fmerge_alias_to, fmerge_detach, fmerge_join_counts, fmerge_private_body, fmerge_redirect,
    fmerge_thunk_to, fmerge_weaken_body,
};

/// What was done.
#[derive(Default)]
pub struct Committed {
    /// The body of each choice, in order.
    pub bodies: Vec<LLVMValueRef>,
    /// Calls that were redirected, of each choice.
    pub calls: Vec<u64>,
    /// Functions that were changed and are alive: callers, bodies, thunks.
    pub changed: Vec<LLVMValueRef>,
}

/// Functions in order of first sight.
#[derive(Default)]
struct Touched {
    order: Vec<LLVMValueRef>,
    seen: HashSet<LLVMValueRef>,
}

impl Touched {
    fn note(&mut self, function: LLVMValueRef) {
        if self.seen.insert(function) {
            self.order.push(function);
        }
    }
}

/// The functions of the classes, and what is common to all steps.
pub struct Committer<'a> {
    /// The functions.
    pub members: &'a PrimaryMap<FuncId, Member>,
    /// Their canonical promises.
    pub promises: &'a dyn Fn(FuncId) -> u32,
    /// Every use stays.
    pub keep: bool,
    /// The `ModuleAnalysisManager` of the module.
    pub analyses: *mut c_void,
}

impl Committer<'_> {
    /// Carries out all choices. Functions that went are no longer alive afterwards.
    pub fn commit(&self, choices: &[Choice]) -> Committed {
        choices.iter().for_each(|choice| self.weaken(choice));
        let bodies: Vec<_> = choices.iter().map(|choice| self.body(choice)).collect();
        for (id, _) in choices.iter().flat_map(Choice::merged) {
            // SAFETY: the function is alive, and its body is not needed any more.
            unsafe { fmerge_drop_body(self.members[id].value) };
        }
        let mut touched = Touched::default();
        let pairs = || choices.iter().zip(&bodies);
        let calls =
            pairs().map(|(choice, &body)| self.redirect(choice, body, &mut touched)).collect();
        pairs().for_each(|(choice, &body)| self.replace(choice, body, &mut touched));
        let gone = self.erase(choices);
        let alive = touched.order.into_iter().filter(|f| !gone.contains(f));
        let changed: Vec<_> = alive.collect();
        for &function in &changed {
            // SAFETY: the function is alive.
            unsafe { fmerge_invalidate(function, self.analyses) };
        }
        Committed { bodies, calls, changed }
    }

    /// Weakens the body that stays against those of the others, while all have theirs.
    fn weaken(&self, choice: &Choice) {
        let kept = self.members[choice.source].value;
        for (id, _) in choice.merged().filter(|&(id, _)| id != choice.source) {
            let other = self.members[id].value;
            // SAFETY: both are alive, and of equal canonical code.
            unsafe {
                if (self.promises)(id) != (self.promises)(choice.source) {
                    fmerge_weaken_body(kept, other);
                }
                fmerge_join_counts(kept, other);
            }
        }
    }

    fn body(&self, choice: &Choice) -> LLVMValueRef {
        let source = &self.members[choice.source];
        if !choice.private {
            return source.value;
        }
        let name = format!("{}.fmerge", source.name);
        // SAFETY: the function is alive and has its body; the name comes with its length.
        unsafe { fmerge_private_body(source.value, name.as_ptr().cast(), name.len()) }
    }

    /// Makes uses of the merged functions uses of the body; the number of calls among them.
    fn redirect(&self, choice: &Choice, body: LLVMValueRef, touched: &mut Touched) -> u64 {
        touched.note(body);
        let mut calls = 0;
        for (id, fate) in choice.merged() {
            let member = &self.members[id];
            if self.keep || !member.standing.calls_may_move() {
                continue;
            }
            let addresses = addresses_move(&member.standing, fate, self.is_insignificant(choice));
            // SAFETY: both are alive and equal, and `note_touched` gets the log that it expects.
            calls += u64::from(unsafe {
                fmerge_redirect(
                    member.value,
                    body,
                    addresses,
                    note_touched,
                    from_mut(touched).cast(),
                )
            });
        }
        calls
    }

    fn is_insignificant(&self, choice: &Choice) -> bool {
        choice.private || self.members[choice.source].standing.is_insignificant()
    }

    /// Leaves thunks and aliases where functions were.
    fn replace(&self, choice: &Choice, body: LLVMValueRef, touched: &mut Touched) {
        for (id, fate) in choice.merged() {
            let function = self.members[id].value;
            // SAFETY: both are alive, and the function has no body.
            unsafe {
                match fate {
                    Fate::Thunk => {
                        touched.note(function);
                        fmerge_thunk_to(function, body);
                    }
                    Fate::Alias => fmerge_alias_to(function, body),
                    Fate::Gone | Fate::Body | Fate::Apart => {}
                }
                let goes = matches!(fate, Fate::Gone | Fate::Alias);
                assert!(
                    !goes || fmerge_detach(function, body),
                    "{} is still used after all of its uses were replaced; this is a bug in fmerge",
                    self.members[id].name
                );
            }
        }
    }

    /// Deletes what nothing uses any more.
    fn erase(&self, choices: &[Choice]) -> HashSet<LLVMValueRef> {
        let goes = |fate| matches!(fate, Fate::Gone | Fate::Alias);
        let going = choices.iter().flat_map(Choice::merged).filter(|&(_, fate)| goes(fate));
        let going: Vec<_> = going.map(|(id, _)| self.members[id].value).collect();
        for &function in &going {
            // SAFETY: nothing uses the function, as `replace` has made sure.
            unsafe { fmerge_erase_function(function, self.analyses) };
        }
        going.into_iter().collect()
    }
}

/// Notes a changed function in the [`Touched`] behind `log`.
unsafe extern "C" fn note_touched(log: *mut c_void, function: LLVMValueRef) {
    // SAFETY: the caller hands over its log, which nobody else uses meanwhile.
    unsafe { &mut *log.cast::<Touched>() }.note(function);
}
