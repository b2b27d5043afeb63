//! Encoding: an LLVM function as plain data.
//!
//! Consumes: a function of a [`ModuleContext`]'s module, and LLVM's analyses of it.
//! Produces: [`EncodedFunction`] with the [`Handles`] behind its ids, or the [`Reject`](fmerge_core::reject::Reject) that keeps the
//! function from being merged. The module is not changed.
//! Guarantees: ids of blocks, instructions and parameters follow LLVM's order. Two instructions have equal keys only
//! where one can do the work of both after it is weakened: its flags, alignment, metadata and call attributes to what
//! both promise, and a stack slot to the larger size and the greater alignment. So `CallBase::tryIntersectAttributes`
//! succeeds on two such calls. Where it is not known whether that is right, the function is refused, or the instruction
//! gets the key that matches nothing.
//!
//! Merged functions do without blocks that cannot be reached, and without the calls that
//! [`fmerge_core::intrinsic::IntrinsicTreatment::Drop`] names: both are left out. The declarations of alias scopes are among
//! these calls, so the copies of all other instructions must lose `!alias.scope` and `!noalias`. Lifetime markers are
//! no instructions either, but are kept beside them.

pub(crate) mod eligibility;
pub(crate) mod signature;

use fmerge_core::encode;
use fmerge_core::ir::{EncodedFunction, Uses};
use fmerge_core::speed::{Frequency, Runs};
use fmerge_core::stack::{FrameLimit, FrameSize, Recursion};

use crate::analyses::Analyses;
use crate::ffi::encode as shim;
use crate::ffi::hidden_slots::realigns;
use crate::ffi::stack;
use crate::llvm::FunctionRef;
use crate::module::{Encoded, Handles, ModuleContext};

/// Attributes of functions in which a sanitizer looks at the lifetimes of stack slots.
const SCOPED: [&str; 4] =
    ["sanitize_address", "sanitize_hwaddress", "sanitize_memory", "sanitize_memtag"];

/// Encodes `function`, which belongs to the module of `ctx`. Its body is taken from an earlier run, if that has encoded
/// it. How others use the function, and which calls lead back to it, is asked anew.
///
/// # Errors
/// The reason why the function may not be merged.
pub fn encode(ctx: &mut ModuleContext, function: FunctionRef, analyses: Analyses) -> Encoded {
    eligibility::check_function(function)?;
    let known = ctx.take_body(function);
    if ctx.verify
        && let Some(known) = &known
    {
        expect_current(known, &encode_alone(ctx, function, analyses));
    }
    let encoded = known.unwrap_or_else(|| encode_alone(ctx, function, analyses));
    let (mut encoded, handles) = encoded.inspect_err(|&reason| {
        ctx.keep_body(function, Err(reason));
    })?;
    ctx.note_frame(function, encoded.frame);
    encoded.uses = signature::uses(function, ctx);
    encoded.recursion = ctx.recursion(function);
    encoded.runs = ctx.runs(function, analyses);
    encoded.folds = ctx.to_be_folded(function);
    encoded.inlines = ctx.slots_to_come(function);
    encoded.limit = limit(ctx, function, encoded.frame, encoded.recursion);
    Ok((encoded, handles))
}

/// The frame limit of a function with such a frame, and of the originals behind it.
pub(crate) fn limit(
    ctx: &ModuleContext,
    function: FunctionRef,
    frame: FrameSize,
    recursion: Recursion,
) -> FrameLimit {
    let limit = FrameLimit::of(frame, recursion, ctx.tables.registers.bytes())
        .warned(stack::stack_warned_of(function));
    ctx.allowed(&function.name()).map_or(limit, |behind| limit.and(behind))
}

/// Encodes the body of a function that is no candidate yet, if that is possible.
pub(crate) fn body(
    ctx: &mut ModuleContext,
    function: FunctionRef,
    analyses: Analyses,
) -> Option<EncodedFunction> {
    Some(encode_alone(ctx, function, analyses).ok()?.0)
}

/// What the body of a function needs of the stack, if it can be encoded.
pub(crate) fn frame(
    ctx: &mut ModuleContext,
    function: FunctionRef,
    analyses: Analyses,
) -> Option<FrameSize> {
    eligibility::check_function(function).ok()?;
    if let Some(known) = ctx.frame(function) {
        return Some(known);
    }
    let encoded = ctx.take_body(function).unwrap_or_else(|| encode_alone(ctx, function, analyses));
    let frame = encoded.as_ref().ok().map(|(function, _)| function.frame);
    ctx.keep_body(function, encoded);
    frame
}

/// Checks that a function would be encoded now as an earlier run has encoded it. Its uses by others may differ, and so
/// may its block frequencies, which LLVM estimates from attributes of callees.
///
/// # Panics
/// When anything else differs: then a change of the function was missed, and merges of it would be wrong.
fn expect_current(known: &Encoded, now: &Encoded) {
    let bodies = [known, now].map(|encoded| {
        let alone = encoded.as_ref().map(|(function, _)| EncodedFunction {
            uses: Uses::default(),
            recursion: Recursion::default(),
            folds: None,
            inlines: None,
            limit: FrameLimit::default(),
            runs: Runs::default(),
            ..function.clone()
        });
        alone.map(|mut function| {
            function.blocks.values_mut().for_each(|block| block.frequency = Frequency::ONCE);
            function
        })
    });
    assert!(
        bodies[0] == bodies[1],
        "{:?} has changed since it was encoded; this is a bug in fmerge",
        bodies[1].as_ref().map(|function| &function.name)
    );
}

/// Encodes a function by itself, as if nothing else used it.
fn encode_alone(ctx: &mut ModuleContext, function: FunctionRef, analyses: Analyses) -> Encoded {
    let signature = signature::encode(ctx, function)?;
    // SAFETY: the function has a body, since declarations are refused; the promise of `Analyses::new`.
    let described =
        unsafe { shim::describe_body(function, analyses.as_ptr(), ctx.tables.registers.bits) };
    let body = encode::encode(&described.body, ctx)?;
    // SAFETY: the blocks are the function's.
    let frequencies =
        unsafe { ctx.frequencies(function, described.blocks.as_values_slice(), analyses) };
    let mut encoded = EncodedFunction {
        params: signature.params,
        compat: signature.compat,
        blocks: body.blocks(&frequencies),
        insts: body.insts,
        markers: body.markers,
        scopes_count: SCOPED.iter().any(|name| function.has_attribute(name)),
        realigns: realigns(function),
        ..EncodedFunction::empty(function.name(), signature.ret)
    };
    encoded.frame = encoded.frame_size(&ctx.tables);
    let insts = body.described.values().map(|&number| described.values[number as usize]).collect();
    Ok((encoded, Handles { function, args: signature.args, blocks: described.blocks, insts }))
}
