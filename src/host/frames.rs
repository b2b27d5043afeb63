//! Frames as code generation makes them.
//!
//! Consumes: merged functions and what they were made of. Produces: the most bytes that a call may take of the stack, or the
//! refusal of a merge. Guarantees: where direct calls lead back to a function, what takes its place takes at most twice as
//! much; where calls through pointers may and code generation aligns slots beyond the stack or makes some of its own, hardly more
//! than that; the same holds for callers that pass arguments by the stack; and no frame becomes larger than `warn-stack-size` says.
//!
//! The estimate ([`fmerge_core::stack`]) says so, too, but cannot know how code generation allots registers and rounds
//! frames. So code is generated where the estimate comes near to these limits. That is so for few merges.

use fmerge_core::driver::ProvenMerge;
use fmerge_core::ir::EncodedFunction;
use fmerge_core::options::Thunks;
use fmerge_core::reject::Reject;
use fmerge_core::stack::{Realignment, Recursion};

use super::ModuleHost;
use crate::ffi::hidden_slots::{has_hidden_slots, realigns};
use crate::ffi::stack::{parameters, stack_warned_of};
use crate::llvm::FunctionRef;
use crate::machine_code::{self, Scale, StackArguments};

/// Some registers, in bytes: what a function may take beside twice what it took, if only calls through pointers may lead back to
/// it.
const REGISTERS: u64 = 64;

/// The estimate is trusted if it is smaller than a limit by so many bytes.
const TRUSTED: u64 = 32;

/// A frame is taken to be smaller than its limit if so many times the estimate are, with some registers beside: vectors that the
/// target does not have take more than twice the estimate.
const UNCERTAIN: u64 = 4;

impl ModuleHost<'_> {
    /// Refuses a merged function that takes too much of the stack by the code that is generated for it. The bytes that a
    /// call of it may take, if that is known.
    pub(super) fn check_generated_frame(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
    ) -> Result<Option<u64>, Reject> {
        let (most, warned) = (self.most_stack(merge, merged), self.warned(merge));
        if least(most, warned).is_none() {
            return Ok(None);
        }
        let stay = self.options.thunks != Thunks::Auto;
        let of_thunk = |function: &EncodedFunction| match stay || !function.uses.removable {
            true => function.uses.thunk_bytes,
            false => 0,
        };
        let thunk = merge.functions.functions().map(of_thunk).max().unwrap_or(0);
        let once = least(most.map(|most| most.saturating_sub(thunk)), warned);
        let replacements = self.replacements(merge, merged);
        let taken = self.scale().and_then(|scale| scale.stack_moved(merged, &replacements));
        if taken.zip(once).is_some_and(|(taken, once)| taken > once) {
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
        let mut limits: Vec<_> = callers.filter_map(|caller| self.warned_of(caller)).collect();
        if !on_stack.is_empty() && self.leaves_places(&members, merged) {
            let pushing = on_stack.iter().map(|one| one.caller).filter(stays);
            limits.extend(pushing.filter_map(|caller| self.twice_of_caller(caller)));
        }
        let exceeds = |scale: &mut Scale| {
            limits.iter().any(|&(caller, most)| {
                let taken = scale.stack_moved(caller, &replacements);
                taken.is_some_and(|taken| taken > most)
            })
        };
        if limits.is_empty() || !self.scale().is_some_and(exceeds) {
            return Ok(());
        }
        self.discard(merged);
        Err(Reject::FrameGrows)
    }

    /// The bytes that a call may take of what takes the place of these functions; `None` if the estimate is trusted.
    fn most_stack(&mut self, merge: &ProvenMerge<'_>, merged: FunctionRef) -> Option<u64> {
        let has_hidden = has_hidden_slots(merged);
        let is_unknown = has_hidden || realigns(merged) != Realignment::Never;
        let mut most = None;
        for (&id, function) in merge.ids.iter().zip(merge.functions.functions()) {
            let member = self.members[id].value;
            let own = match self.ctx.most_stack(member) {
                Some(most) => Some(most),
                None if is_near(merge, function, is_unknown) => {
                    self.twice(member, function, has_hidden)
                }
                None => None,
            };
            most = least(most, own);
        }
        most
    }

    /// Twice the bytes that a call of a recursive function takes; hardly more if only calls through pointers may lead back to it and
    /// code generation makes no slots of its own.
    fn twice(
        &mut self,
        member: FunctionRef,
        function: &EncodedFunction,
        has_hidden: bool,
    ) -> Option<u64> {
        // A function that was merged may have more than the least of the originals behind it, of which the estimate is left.
        let was_merged = function.limit.smallest < function.frame.bytes();
        let scale = self.scale()?;
        let taken = match was_merged {
            true => scale.stack_of_frame(function.limit.smallest),
            false => scale.stack(member)?,
        };
        Some(doubled(taken, if has_hidden { Recursion::Certain } else { function.recursion }))
    }

    /// The bytes that a call of the merged function may take without a warning, if its frame may become so large.
    fn warned(&mut self, merge: &ProvenMerge<'_>) -> Option<u64> {
        let largest = merge.functions.functions().map(|function| function.frame.bytes()).max()?;
        let members = merge.ids.iter().filter_map(|&id| stack_warned_of(self.members[id].value));
        let most = members
            .min()
            .filter(|&most| largest.saturating_mul(UNCERTAIN).saturating_add(REGISTERS) > most)?;
        Some(self.scale()?.stack_of_frame(most))
    }

    /// Whether calls of one of the members, which pass arguments by the stack, will leave places there without an argument. Then
    /// x86 no longer pushes the others from memory, but loads all of them first.
    fn leaves_places(&self, members: &[FunctionRef], merged: FunctionRef) -> bool {
        let registers = self.ctx.tables.registers;
        let bytes = |function| registers.bytes_by_stack(parameters(function, registers.bits));
        let most = bytes(merged).saturating_sub(registers.bytes());
        members.iter().map(|&member| bytes(member)).any(|bytes| bytes != 0 && bytes < most)
    }

    /// The bytes that a call of the function may take without a warning, if there is none now.
    fn warned_of(&mut self, caller: FunctionRef) -> Option<(FunctionRef, u64)> {
        let frame = stack_warned_of(caller)?;
        let scale = self.scale()?;
        let most = scale.stack_of_frame(frame);
        scale.stack(caller).filter(|&taken| taken <= most).map(|_| (caller, most))
    }

    /// The bytes that a call of a function may take if calls may lead back to it, whatever merges change in it.
    fn twice_of_caller(&mut self, caller: FunctionRef) -> Option<(FunctionRef, u64)> {
        let recursion = self.ctx.recursion(caller);
        if recursion == Recursion::None {
            return None;
        }
        let most = match self.ctx.most_stack(caller) {
            Some(most) => most,
            None => doubled(self.scale()?.stack(caller)?, recursion),
        };
        self.ctx.limit_stack(caller, Some(most));
        Some((caller, most))
    }
}

/// The bytes that a call of a recursive function may take in place of so many.
fn doubled(taken: u64, recursion: Recursion) -> u64 {
    let more = if recursion == Recursion::Possible { REGISTERS } else { 0 };
    taken.saturating_mul(2).saturating_add(more)
}

/// Whether the frame of a merge may come to twice what the originals behind a recursive function have. It `is_unknown` if code
/// generation aligns slots beyond the stack, or makes slots of its own.
fn is_near(merge: &ProvenMerge<'_>, function: &EncodedFunction, is_unknown: bool) -> bool {
    let doubles = || {
        merge.plan.frame.bytes().saturating_add(TRUSTED) > function.limit.smallest.saturating_mul(2)
    };
    match function.recursion {
        Recursion::Certain => is_unknown || doubles(),
        Recursion::Possible => is_unknown,
        Recursion::None => false,
    }
}

fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}
