//! How much more of the stack functions may take.
//!
//! Consumes: functions of the module. Produces: the bytes of stack that a thunk of a function adds to each call, and
//! how many more values the function may keep across its calls of others.
//! Guarantees: the limits are those of [`FrameLimit`]. Here they apply to functions whose bodies stay as they are, and
//! whose frames are not known.

use fmerge_core::registers::Registers;
use fmerge_core::stack::{FrameLimit, FrameSize, POINTED, Recursion};

use crate::ffi::hidden_slots::has_saving_calls;
use crate::ffi::stack::{parameters, stack_warned_of, thunk_calls};
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;

/// The bytes of stack that a thunk in the place of a function adds to each call of it. It adds none if code generation
/// makes the thunk's call a jump. Otherwise the thunk has a frame, and passes all stack arguments again.
pub(crate) fn thunk_bytes(function: FunctionRef, registers: Registers) -> u64 {
    if registers.tail_calls && !thunk_calls(function) {
        return 0;
    }
    2 * registers.bytes() + registers.bytes_by_stack(parameters(function, registers.bits))
}

/// [`thunk_bytes`], or `None` if no thunk is allowed. If calls may lead back to the function, the thunk has a frame at
/// each level of the recursion. Such a thunk must not copy stack arguments into its frame.
fn allowed_thunk_bytes(ctx: &mut ModuleContext, function: FunctionRef) -> Option<u64> {
    let registers = ctx.tables.registers;
    let bytes = thunk_bytes(function, registers);
    let recurses = ctx.recursion_of(function) != Recursion::None;
    (!recurses || bytes <= 2 * registers.bytes()).then_some(bytes)
}

/// Whether a function may become a thunk of another one that needs as much of the stack.
pub(crate) fn thunk_fits(ctx: &mut ModuleContext, function: FunctionRef) -> bool {
    allowed_thunk_bytes(ctx, function).is_some_and(|bytes| bytes <= spare(ctx, function))
}

/// How many more parameters a function may have, if each is live across calls. `None` if not even a thunk is allowed.
/// `needs` gives the function's frame as it is now, if that is known.
pub(crate) fn parameters_left(
    ctx: &mut ModuleContext,
    function: FunctionRef,
    needs: impl FnOnce(&mut ModuleContext) -> Option<FrameSize>,
) -> Option<usize> {
    let thunk = allowed_thunk_bytes(ctx, function)?;
    let word = ctx.tables.registers.bytes();
    let recursion = ctx.recursion_of(function);
    let left = match stack_warned_of(function) {
        None if recursion == Recursion::Possible && !has_saving_calls(function) => {
            let left = twice(needs(ctx).map_or(0, FrameSize::bytes), word).min(POINTED);
            left.saturating_sub(thunk).max(2 * word)
        }
        None => spare(ctx, function).checked_sub(thunk)?,
        Some(most) => {
            let grown = |frame: FrameSize| {
                let limit = FrameLimit::of(frame, recursion, word).warned(Some(most));
                limit.bytes.saturating_sub(frame.bytes())
            };
            needs(ctx).map_or(0, grown).checked_sub(thunk)?
        }
    };
    usize::try_from(left / word).ok()
}

/// By how many bytes a frame of so many may grow, so that a call takes at most twice the stack. A call takes the return address,
/// too, and a multiple of two words.
fn twice(bytes: u64, word: u64) -> u64 {
    let taken = bytes.saturating_add(word);
    taken.next_multiple_of(2 * word).saturating_mul(2).saturating_sub(taken)
}

/// By how many bytes a frame of unknown size may grow. For a function that may call itself, this is what the smallest possible frame
/// may grow by.
fn spare(ctx: &mut ModuleContext, function: FunctionRef) -> u64 {
    let word = ctx.tables.registers.bytes();
    match ctx.recursion_of(function) {
        Recursion::Certain | Recursion::Possible => 2 * word,
        Recursion::None => Recursion::None.spare(u64::MAX, word),
    }
}
