//! Carries out replacements: thunks, moved uses, aliases, deletion. All passes that replace functions use this module.
//!
//! Consumes: [`Replacement`]s of one module, none of which has another's member as its target. Produces: a module in
//! which the targets do the members' work, and [`Replaced`].
//! Guarantees: a member goes only if its [`Standing`](fmerge_core::standing::Standing), as of now, allows that, and no
//! other replacement passes its address. Otherwise it stays as a thunk with its name, address, linkage, visibility,
//! comdat, section and debug information. Before the first use moves, all members have lost their bodies, except those
//! that keep them for the linker to fold. So no use is moved in vain, and nothing dangles. Deleted functions stay
//! allocated until [`erase`].

use std::collections::HashSet;
use std::ffi::c_void;
use std::ptr::{from_mut, null_mut};

use fmerge_core::registers::Registers;
use fmerge_core::replacement::{Argument, Fate, Moves, keep_what_is_passed};
use inkwell::llvm_sys::prelude::LLVMValueRef;

use crate::analyses::Analyses;
use crate::ffi::emit::{fmerge_erase_function, fmerge_invalidate};
use crate::ffi::replace::{
    RawArgument, RawTarget, fmerge_alias_to, fmerge_detach, fmerge_drop_body, fmerge_make_thunk,
    fmerge_redirect,
};
use crate::llvm::FunctionRef;
use crate::standing::Census;
use crate::standing::takes_stack;

/// A function of the module whose work another one does from now on.
pub(crate) type Replacement = fmerge_core::replacement::Replacement<FunctionRef, LLVMValueRef>;

/// What was done.
#[derive(Default)]
pub(crate) struct Replaced {
    /// What became of the member of each replacement, in order.
    pub fates: Vec<Fate>,
    /// How many calls of each member were moved, in order.
    pub calls: Vec<usize>,
    /// Functions that may have changed and are alive: users of members, targets, thunks. Each is there once, in the
    /// order in which they were first touched.
    pub changed: Vec<FunctionRef>,
    /// Members that nothing uses any more, to be deleted by [`erase`].
    pub gone: Vec<FunctionRef>,
}

impl Replaced {
    /// How many calls were moved.
    pub fn all_calls(&self) -> u64 {
        self.calls.iter().map(|&calls| calls as u64).sum()
    }

    /// How many members have this fate.
    pub fn count(&self, fate: Fate) -> u32 {
        self.fates.iter().filter(|&&f| f == fate).count() as u32
    }
}

/// Makes the targets do the members' work, and tells LLVM what has changed. With `bare`, thunks have no unwind entry if
/// none is needed. Their call must then be a jump, so all arguments must go in these registers.
///
/// # Safety
/// Functions and constants are of the module that `analyses` are of, and constants are alive. Each target does its
/// member's work with the arguments given. Members that cannot go can be thunks.
pub(crate) unsafe fn execute(
    mut replacements: Vec<Replacement>,
    bare: Option<Registers>,
    analyses: Analyses,
) -> Replaced {
    for replacement in replacements.iter().filter(|one| one.fate != Fate::Folded) {
        // SAFETY: the member is alive, and nobody asks for its body again.
        unsafe { fmerge_drop_body(replacement.member.as_ptr()) };
    }
    keep_what_is_passed(&mut replacements, |member| member.as_ptr());
    keep_what_must_stay(&mut replacements);
    let prepared: Vec<Prepared> = replacements.iter().map(Prepared::new).collect();
    let mut touched = Touched::default();
    let calls = prepared.iter().map(|one| one.redirect(&mut touched)).collect();
    let gone: Vec<_> = prepared.iter().filter_map(|one| one.replace(bare, &mut touched)).collect();
    let changed = touched.except(&gone);
    for &function in &changed {
        // SAFETY: the function is alive: no use stands in a body that was dropped.
        unsafe { fmerge_invalidate(function.as_ptr(), analyses.as_ptr()) };
    }
    Replaced { fates: replacements.iter().map(|r| r.fate).collect(), calls, changed, gone }
}

/// Deletes members that are gone.
///
/// # Safety
/// Nothing uses them since they went, and no reference to them is used again.
pub(crate) unsafe fn erase(gone: &[FunctionRef], analyses: Analyses) {
    for &function in gone {
        // SAFETY: the caller's promise.
        unsafe { fmerge_erase_function(function.as_ptr(), analyses.as_ptr()) };
    }
}

/// Keeps members as thunks that were to go, if LLVM says that something else would miss them.
fn keep_what_must_stay(replacements: &mut [Replacement]) {
    let mut census = Census::default();
    for replacement in replacements.iter_mut().filter(|r| r.fate == Fate::Gone) {
        let standing = census.standing(replacement.member);
        if !standing.may_go(replacement.moves, has_same_type(replacement)) {
            assert!(standing.can_be_thunk, "{} can neither go nor stay", replacement.member.name());
            replacement.keep();
        }
    }
}

/// Whether the target is given the member's own parameters in their order, and nothing else.
fn passes_on(replacement: &Replacement) -> bool {
    let parameters = (0..replacement.member.parameters()).map(Argument::Parameter);
    parameters.eq(replacement.arguments.iter().copied())
}

/// Whether a call of the member can call the target without any other change.
fn has_same_type(replacement: &Replacement) -> bool {
    passes_on(replacement) && replacement.member.value_type() == replacement.target.value_type()
}

/// A replacement in the form that the shim takes.
struct Prepared<'a> {
    replacement: &'a Replacement,
    arguments: Vec<RawArgument>,
    passes_on: bool,
}

impl Prepared<'_> {
    fn new(replacement: &Replacement) -> Prepared<'_> {
        let raw = |argument: &Argument<LLVMValueRef>| match *argument {
            Argument::Parameter(index) => RawArgument {
                value: null_mut(),
                parameter: i32::try_from(index).expect("fewer parameters than i32::MAX"),
            },
            Argument::Constant(value) => RawArgument { value, parameter: -1 },
            Argument::Poison => RawArgument { value: null_mut(), parameter: -1 },
        };
        let arguments = replacement.arguments.iter().map(raw).collect();
        Prepared { replacement, arguments, passes_on: passes_on(replacement) }
    }

    fn target(&self) -> RawTarget {
        RawTarget {
            function: self.replacement.target.as_ptr(),
            arguments: self.arguments.as_ptr(),
            count: self.arguments.len(),
            passes_on: self.passes_on,
        }
    }

    /// Makes uses of the member uses of the target; returns the number of calls.
    fn redirect(&self, touched: &mut Touched) -> usize {
        let Replacement { member, target, moves, .. } = *self.replacement;
        touched.note(target);
        if moves == Moves::Nothing {
            return 0;
        }
        let addresses = moves == Moves::CallsAndAddresses;
        let (raw, log) = (self.target(), from_mut(touched).cast());
        // SAFETY: both are alive, the target is given what its parameters ask for, and `note_touched` gets the log
        // that it expects.
        unsafe { fmerge_redirect(member.as_ptr(), &raw const raw, addresses, note_touched, log) }
    }

    /// Leaves a thunk or an alias in the place of the member. Returns the member if it goes.
    fn replace(&self, bare: Option<Registers>, touched: &mut Touched) -> Option<FunctionRef> {
        let Replacement { member, target, fate, .. } = *self.replacement;
        match fate {
            Fate::Thunk => {
                touched.note(member);
                let raw = self.target();
                let jumps = bare.is_some_and(|registers| !takes_stack(target, registers));
                // SAFETY: the member has no body, and the target is given what its parameters ask for.
                unsafe { fmerge_make_thunk(member.as_ptr(), &raw const raw, jumps) };
                return None;
            }
            // SAFETY: both are alive.
            Fate::Alias => unsafe { fmerge_alias_to(member.as_ptr(), target.as_ptr()) },
            Fate::Gone => {}
            Fate::Folded => return None,
            Fate::Body | Fate::Apart => panic!("{} is not to be replaced", member.name()),
        }
        let successor = if self.passes_on { target.as_ptr() } else { null_mut() };
        // SAFETY: both are alive.
        let is_free = unsafe { fmerge_detach(member.as_ptr(), successor) };
        assert!(
            is_free,
            "{} is still used after all of its uses were replaced; this is a bug in fmerge",
            member.name()
        );
        Some(member)
    }
}

/// Hands the members of replacements and their targets to `to`, in the form that the shim takes.
pub(crate) fn with_targets<R>(
    replacements: &[Replacement],
    to: impl FnOnce(&[LLVMValueRef], &[RawTarget]) -> R,
) -> R {
    let members: Vec<_> = replacements.iter().map(|one| one.member.as_ptr()).collect();
    let prepared: Vec<Prepared> = replacements.iter().map(Prepared::new).collect();
    let targets: Vec<_> = prepared.iter().map(Prepared::target).collect();
    to(&members, &targets)
}

/// Functions in order of first sight.
#[derive(Default)]
struct Touched {
    order: Vec<FunctionRef>,
    seen: HashSet<FunctionRef>,
}

impl Touched {
    fn note(&mut self, function: FunctionRef) {
        if self.seen.insert(function) {
            self.order.push(function);
        }
    }

    fn except(mut self, gone: &[FunctionRef]) -> Vec<FunctionRef> {
        let gone: HashSet<_> = gone.iter().collect();
        self.order.retain(|function| !gone.contains(function));
        self.order
    }
}

/// Notes a changed function in the [`Touched`] behind `log`.
unsafe extern "C" fn note_touched(log: *mut c_void, function: LLVMValueRef) {
    // SAFETY: the caller hands over its log, which nobody else uses meanwhile, and a function that is alive.
    let (log, function) = unsafe { (&mut *log.cast::<Touched>(), FunctionRef::new(function)) };
    function.into_iter().for_each(|function| log.note(function));
}
