//! Frames as code generation makes them.
//!
//! Consumes: merged functions and what they were made of. Produces: the most bytes that a call may take of the stack, or the
//! refusal of a merge. Guarantees: where calls may lead back to a function, what takes its place takes at most twice as
//! much; the same holds for callers that pass arguments by the stack, or that an earlier merge brought near to that limit; and
//! no frame becomes larger than `warn-stack-size` says.
//!
//! The estimate ([`fmerge_core::stack`]) says so, too, but cannot know how code generation allots registers and rounds
//! frames. So code is generated where the estimate comes near to these limits. That is so for few merges.

use std::cell::LazyCell;

use fmerge_core::driver::ProvenMerge;
use fmerge_core::ir::EncodedFunction;
use fmerge_core::options::Thunks;
use fmerge_core::reject::Reject;
use fmerge_core::stack::{Realignment, Recursion};
use rustc_hash::FxHashSet;

use super::ModuleHost;
use crate::ffi::hidden_slots::{has_hidden_slots, has_saving_calls, realigns};
use crate::ffi::stack::{parameters, stack_warned_of};
use crate::llvm::{FunctionRef, blocks};
use crate::machine_code::{self, CallStack, GeneratedCode, Scale, StackArguments};

/// Some registers, in bytes: what code generation may add to a frame beside what the estimate knows.
const REGISTERS: u64 = 64;

/// The estimate is trusted if it is smaller than a limit by so many bytes.
const TRUSTED: u64 = 48;

/// A frame is taken to be smaller than its limit if so many times the estimate are, with some registers beside: vectors that the
/// target does not have take more than twice the estimate.
const UNCERTAIN: u64 = 4;

/// In larger functions, code generation is not asked: it takes longer than linear in blocks, for each member and the merged
/// function, and the link would feel it.
const MOST_BLOCKS: usize = 4096;

/// A member that limits what a call of the merged function may take of the stack.
struct StackLimit<'a> {
    member: FunctionRef,
    function: &'a EncodedFunction,
    /// The bytes, if an earlier merge left a limit.
    known: Option<u64>,
}

/// What limits the stack of a caller whose calls move.
struct CallerLimit {
    caller: FunctionRef,
    /// The bytes that its frame may have without a warning.
    frame: Option<u64>,
    /// The bytes that a call of it may take.
    stack: Option<u64>,
}

impl CallerLimit {
    fn limits(&self) -> bool {
        self.frame.is_some() || self.stack.is_some()
    }

    fn is_exceeded(&self, code: GeneratedCode) -> bool {
        self.frame.is_some_and(|most| code.frame > most)
            || self.stack.is_some_and(|most| code.stack > most)
    }
}

impl ModuleHost<'_> {
    /// Refuses a merged function that takes too much of the stack by the code that is generated for it. The bytes that a
    /// call of it may take, if that is known.
    pub(super) fn check_generated_frame(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
    ) -> Result<Option<u64>, Reject> {
        let (limits, warned) = (self.limits(merge, merged), self.warned(merge, merged));
        if limits.is_empty() && warned.is_none() {
            return Ok(None);
        }
        if blocks(merged).nth(MOST_BLOCKS).is_some() {
            self.discard(merged);
            return Err(Reject::FrameGrows);
        }
        let replacements = self.replacements(merge, merged);
        let Some(code) = self.scale().and_then(|scale| scale.code_moved(merged, &replacements))
        else {
            return Ok(limits.iter().filter_map(|limit| limit.known).min());
        };
        let taken = code.stack.saturating_add(self.largest_thunk(merge));
        let most = limits.iter().filter_map(|limit| self.most_stack(limit, taken)).min();
        if most.is_some_and(|most| taken > most) || warned.is_some_and(|most| code.frame > most) {
            self.discard(merged);
            return Err(Reject::FrameGrows);
        }
        Ok(most)
    }

    /// Refuses a merge by which a call of a caller takes too much of the stack: it passes other arguments, keeps what it passes
    /// to several calls that become alike, and may save registers for that.
    pub(super) fn check_generated_callers(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
        on_stack: &[StackArguments],
    ) -> Result<(), Reject> {
        let replacements = self.replacements(merge, merged);
        let members: Vec<_> = merge.ids.iter().map(|&id| self.members[id].value).collect();
        let stays = |caller: &FunctionRef| !members.contains(caller);
        let callers = machine_code::callers_of(&replacements).into_iter().filter(stays);
        let pushing: FxHashSet<_> =
            match !on_stack.is_empty() && self.leaves_places(&members, merged) {
                true => on_stack.iter().map(|one| one.caller).collect(),
                false => FxHashSet::default(),
            };
        let limits = callers.map(|caller| CallerLimit {
            caller,
            frame: self.warned_of(caller),
            stack: match pushing.contains(&caller) || self.ctx.most_stack(caller).is_some() {
                true => self.twice_of_caller(caller),
                false => None,
            },
        });
        let limits: Vec<_> = limits.filter(CallerLimit::limits).collect();
        if limits.is_empty() {
            return Ok(());
        }
        let exceeds = |scale: &mut Scale| {
            let code = |caller| scale.code_moved(caller, &replacements);
            limits
                .iter()
                .any(|limit| code(limit.caller).is_some_and(|code| limit.is_exceeded(code)))
        };
        if !self.scale().is_some_and(exceeds) {
            return Ok(());
        }
        self.discard(merged);
        Err(Reject::FrameGrows)
    }

    /// The members that limit what a call of the merged function may take of the stack. Of the others, the estimate is trusted.
    fn limits<'a>(&self, merge: &ProvenMerge<'a>, merged: FunctionRef) -> Vec<StackLimit<'a>> {
        let Some(stack) = self.code_generation().map(Scale::call_stack) else { return Vec::new() };
        let is_unknown = LazyCell::new(|| is_unknown(merged));
        let estimate = stack.of_frame(merge.plan.frame.bytes());
        let is_near = |function: &EncodedFunction| {
            let most = least_stack(function, stack).saturating_mul(2);
            let may_recurse = function.recursion != Recursion::None;
            may_recurse && (estimate.saturating_add(TRUSTED) > most || *is_unknown)
        };
        let limit = |(&id, function): (&_, &'a EncodedFunction)| {
            let member = self.members[id].value;
            let known = self.ctx.most_stack(member);
            let limits = known.is_some() || is_near(function);
            limits.then_some(StackLimit { member, function, known })
        };
        merge.ids.iter().zip(merge.functions.functions()).filter_map(limit).collect()
    }

    /// The bytes that a call may take of what takes the place of a member, if that is known: twice what it takes itself. Where the
    /// values that it keeps across a call leave room for `taken`, that is enough to know.
    fn most_stack(&mut self, limit: &StackLimit<'_>, taken: u64) -> Option<u64> {
        let StackLimit { member, function, known } = *limit;
        if known.is_some() {
            return known;
        }
        let uncertain = 4 * self.ctx.tables.registers.bytes();
        let scale = self.scale()?;
        let stack = scale.call_stack();
        let kept = stack_of_kept(function, stack);
        let is_enough =
            taken.saturating_add(uncertain) <= kept.saturating_mul(2) && !has_saving_calls(member);
        let own = match was_merged(function) || is_enough {
            true => least_stack(function, stack),
            false => scale.code(member)?.stack,
        };
        Some(own.saturating_mul(2))
    }

    /// The bytes of the largest thunk that the members leave.
    fn largest_thunk(&self, merge: &ProvenMerge<'_>) -> u64 {
        let stay = self.options.thunks != Thunks::Auto;
        let of_thunk = |function: &EncodedFunction| match stay || !function.uses.removable {
            true => function.uses.thunk_bytes,
            false => 0,
        };
        merge.functions.functions().map(of_thunk).max().unwrap_or(0)
    }

    /// The bytes that the frame of the merged function may have without a warning, if it may become so large.
    fn warned(&self, merge: &ProvenMerge<'_>, merged: FunctionRef) -> Option<u64> {
        let largest = merge.functions.functions().map(|function| function.frame.bytes()).max()?;
        let members = merge.ids.iter().filter_map(|&id| stack_warned_of(self.members[id].value));
        let estimate = largest.saturating_mul(UNCERTAIN).saturating_add(REGISTERS);
        let may_exceed = |most: &u64| estimate > *most || is_unknown(merged);
        members.min().filter(may_exceed)
    }

    /// Whether calls of one of the members, which pass arguments by the stack, will leave places there without an argument. Then
    /// x86 no longer pushes the others from memory, but loads all of them first.
    fn leaves_places(&self, members: &[FunctionRef], merged: FunctionRef) -> bool {
        let registers = self.ctx.tables.registers;
        let bytes = |function| registers.bytes_by_stack(parameters(function, registers.bits));
        let most = bytes(merged).saturating_sub(registers.bytes());
        members.iter().map(|&member| bytes(member)).any(|bytes| bytes != 0 && bytes < most)
    }

    /// The bytes that the frame of the function may have without a warning, if there is none now.
    fn warned_of(&mut self, caller: FunctionRef) -> Option<u64> {
        let most = stack_warned_of(caller)?;
        self.scale()?.code(caller).filter(|code| code.frame <= most).map(|_| most)
    }

    /// The bytes that a call of a function may take if calls may lead back to it, whatever merges change in it.
    fn twice_of_caller(&mut self, caller: FunctionRef) -> Option<u64> {
        if self.ctx.recursion(caller) == Recursion::None {
            return None;
        }
        let most = match self.ctx.most_stack(caller) {
            Some(most) => most,
            None => self.scale()?.code(caller)?.stack.saturating_mul(2),
        };
        self.ctx.limit_stack(caller, Some(most));
        Some(most)
    }
}

/// Whether the estimate may be far from the frame of a function: code generation makes slots of its own, or aligns slots beyond the
/// stack, or calls save registers for the function.
fn is_unknown(function: FunctionRef) -> bool {
    has_hidden_slots(function)
        || has_saving_calls(function)
        || realigns(function) != Realignment::Never
}

/// Whether a function was merged. Then it may have a larger frame than the least of the originals behind it, of which the
/// estimate is left.
fn was_merged(function: &EncodedFunction) -> bool {
    function.limit.smallest < function.frame.bytes()
}

/// The bytes that a call takes of the stack for the return address and what the function keeps across its own calls.
fn stack_of_kept(function: &EncodedFunction, stack: CallStack) -> u64 {
    match function.frame.kept {
        0 => stack.of_frame(0),
        kept => stack.of_calling_frame(kept),
    }
}

/// The least bytes that a call takes of the stack of the originals behind a function, by the estimate.
fn least_stack(function: &EncodedFunction, stack: CallStack) -> u64 {
    let estimate = stack.of_frame(function.limit.smallest);
    match was_merged(function) {
        true => estimate,
        false => estimate.max(stack_of_kept(function, stack)),
    }
}
