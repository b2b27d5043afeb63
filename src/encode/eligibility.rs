//! Which functions may be merged at all: LLVM's facts become reasons for refusals.
//!
//! Consumes: the shim's facts of functions, and canonical forms. Produces: nothing, or a [`Reject`].
//! Guarantees: the reason given is the first in the order of the tables, so it does not change from run
//! to run.

use fmerge_core::encode::facts;
use fmerge_core::intrinsic::IntrinsicTreatment;
use fmerge_core::options::{HotFunctions, LinkOnce, Options, Others};
use fmerge_core::reject::Reject;
use fmerge_core::report::GroupKind;
use fmerge_core::speed::{Heat, SizeLevel};
use fmerge_core::stack::Recursion;

use crate::analyses::Analyses;
use crate::canon::Canonical;
use crate::ffi::encode as shim;
use crate::ffi::enumeration::bit;
use crate::ffi::inlining::{
    fmerge_calls_pointers, fmerge_is_lent_pointer, fmerge_is_lent_values, only_caller,
};
use crate::ffi::startup::Cycles;
use crate::frequencies;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;

/// Pairs each fact of the shim with the reason of the same name.
macro_rules! reasons {
    ($enumeration:literal: $($name:ident),* $(,)?) => {
        [$((bit($enumeration, stringify!($name)), Reject::$name)),*]
    };
}

/// The facts that keep a function from being merged, in the order in which reasons are given.
const FUNCTION_FACTS: [(u64, Reject); 30] = reasons![
    "FunctionFact":
    Declaration,
    AvailableExternally,
    OptNone,
    Naked,
    VarArgs,
    AlwaysInline,
    ReturnsTwice,
    Coroutine,
    Convergent,
    NoDuplicate,
    NoMerge,
    UnusualParameter,
    SwiftError,
    PrefixData,
    Gc,
    ThunkAttribute,
    JumpTable,
    IfuncResolver,
    CallingConvention,
    StrictFp,
    SwitchedOff,
    AddressTakenBlock,
    FunctionMetadata,
    LibraryFunction,
    UnknownAttribute,
    AttributeForbids,
    NoFloatRegisters,
    BpfProgram,
    Interpreted,
    BacktraceEdge,
];

/// Refuses functions that the options leave out.
///
/// # Errors
/// The first reason, in the order of the checks below.
pub fn check_selected(
    options: &Options,
    function: FunctionRef,
    analyses: Analyses,
) -> Result<(), Reject> {
    let is_for_size = || {
        function.size_level() > SizeLevel::None
            || frequencies::is_cold_by_profile(function, analyses)
    };
    let takes_part = options.others != Others::Skip || is_for_size();
    if !options.admits(&function.name()) || !takes_part {
        return Err(Reject::NotSelected);
    }
    if options.linkonce == LinkOnce::Skip && function.is_linkonce() {
        return Err(Reject::LinkOnce);
    }
    Ok(())
}

/// Refuses functions that are too hot for the options.
///
/// # Errors
/// [`Reject::Hot`].
pub fn check_heat(
    options: &Options,
    function: FunctionRef,
    analyses: Analyses,
) -> Result<(), Reject> {
    match is_below(Heat::Hottest, options, function, analyses) {
        true => Ok(()),
        false => Err(Reject::Hot),
    }
}

/// Refuses functions that the inliner should inline into their only caller, if it runs after this pass
/// (`before-inlining`).
///
/// The inliner inlines a function that is called once, but not a shared body. In these cases a merge costs more than
/// the call:
/// * The caller passes the function the address of an alloca that holds a pointer of the caller's own, as closures in
///   Rust do. If the alloca stays, whoever sees its address may use the pointer. Then LLVM loads values again that it
///   had in registers, all over the caller. This counts unless the caller takes no time.
/// * The caller passes it the address of an alloca that SROA would otherwise turn into values. If the alloca stays,
///   each use of a value is a load or a store, such as of the bounds of a vector while it grows. This counts only if
///   the caller is among the hottest.
/// * The caller passes it the address of such an alloca, and the function calls pointers, such as those of a trait
///   object in the alloca. When the function is inlined, the pointers are known, and the functions behind them are
///   inlined in turn.
/// * With `cycles`: the call is in a loop, so that it is executed in each iteration. This counts if time has a price,
///   unless the caller takes no time.
/// * With `cycles`: the function does not ask to be small, so the merge has to be free. When the function is inlined,
///   there is no call, and LLVM folds it with what the caller passes. This counts unless the caller takes no time.
///
/// `cycles` is given for similar functions. Functions that are equal, or differ in constants, get none: they share all
/// of their code, which pays even so.
///
/// # Errors
/// [`Reject::ToBeInlined`].
pub fn check_inlining(
    options: &Options,
    ctx: &ModuleContext,
    function: FunctionRef,
    analyses: Analyses,
    cycles: Option<&mut Cycles>,
) -> Result<(), Reject> {
    if !options.before_inlining || options.force {
        return Ok(());
    }
    let Some(caller) = only_caller(function) else { return Ok(()) };
    let heat = ctx.runs(caller, analyses).heat;
    let takes_time = heat > Heat::Cold;
    // SAFETY: the function is alive.
    let is = |this: unsafe extern "C" fn(_) -> bool| unsafe { this(function.as_ptr()) };
    let is_lent_pointer = || takes_time && is(fmerge_is_lent_pointer);
    let needs_values = || heat == Heat::Hottest || is(fmerge_calls_pointers);
    let is_lent_values = || needs_values() && is(fmerge_is_lent_values);
    let counts_turns = takes_time && !options.ignores_time();
    let is_in_cycle = |cycles: &mut Cycles| cycles.calls_outside(function).is_none();
    let must_be_free =
        takes_time && options.others == Others::Free && function.size_level() == SizeLevel::None;
    let counts_calls = |cycles: &mut Cycles| must_be_free || (counts_turns && is_in_cycle(cycles));
    match is_lent_pointer() || is_lent_values() || cycles.is_some_and(counts_calls) {
        true => Err(Reject::ToBeInlined),
        false => Ok(()),
    }
}

/// Refuses functions of a recursion where nobody knows what the inliner does after this pass, and merging may change it:
/// * Functions that direct calls lead back to and that may be inlined into a caller, if they end by calling another function of a
///   cycle, or one ends by calling them. What is inlined into which decides whether such a call becomes a loop.
/// * Functions that decide by constants whether what they call is inlined
///   ([`InlinedSlots::decides_for_shared`](crate::inlining::InlinedSlots::decides_for_shared)).
///
/// # Errors
/// [`Reject::Recursive`].
pub fn check_recursion(ctx: &mut ModuleContext, function: FunctionRef) -> Result<(), Reject> {
    let recursion = if ctx.before_inlining { ctx.recursion_of(function) } else { Recursion::None };
    let may_become_loop = |ctx: &mut ModuleContext| {
        ctx.inlined_slots().may_fit(function) && is_in_tail_cycle(ctx, function)
    };
    let may_change = recursion != Recursion::None
        && (ctx.inlined_slots().decides_for_shared(function)
            || (recursion == Recursion::Certain && may_become_loop(ctx)));
    if may_change { Err(Reject::Recursive) } else { Ok(()) }
}

/// Whether a function ends by calling another one of a cycle of calls, or such a one ends by calling this function.
fn is_in_tail_cycle(ctx: &mut ModuleContext, function: FunctionRef) -> bool {
    let calls = ctx.inlined_slots().calls(function);
    let is_other =
        |other: FunctionRef| other != function && ctx.recursion(other) == Recursion::Certain;
    let ends_by = |callee| shim::tail_callers(callee).contains(&function);
    shim::tail_callers(function).into_iter().any(is_other)
        || calls.iter().any(|call| is_other(call.callee) && ends_by(call.callee))
}

/// Refuses functions that make frames smaller by being inlined into their only caller, if the inliner runs after this pass.
///
/// # Errors
/// [`Reject::ToBeInlined`].
pub fn check_frames(ctx: &mut ModuleContext, function: FunctionRef) -> Result<(), Reject> {
    ctx.shrinking_caller(function).map_or(Ok(()), |_| Err(Reject::ToBeInlined))
}

/// What functions must have in common beside their code to share a body. The first number is that of the group that an
/// earlier run has merged the function in, if the options ask for the same merges as in that run. The second is the
/// number of `ModuleContext::to_be_folded`.
///
/// # Errors
/// [`Reject::OutsideLimit`] if the earlier run has merged the function in no group.
pub fn check_company(
    options: &Options,
    ctx: &ModuleContext,
    kind: GroupKind,
    function: FunctionRef,
) -> Result<[u64; 2], Reject> {
    let group = match options.recorded() {
        None => None,
        Some(recorded) => Some(recorded.group(kind, &function.name()).ok_or(Reject::OutsideLimit)?),
    };
    Ok([group, ctx.to_be_folded(function)].map(|one| one.map_or(0, |number| 1 + u64::from(number))))
}

/// Whether calls of a function that [`check_heat`] lets pass may cost one more jump.
pub fn may_be_thunk(options: &Options, function: FunctionRef, analyses: Analyses) -> bool {
    is_below(Heat::Hot, options, function, analyses)
}

/// Whether a function is less hot than `limit`, or the options do not care.
fn is_below(limit: Heat, options: &Options, function: FunctionRef, analyses: Analyses) -> bool {
    options.hot == HotFunctions::Merge || frequencies::heat(function, analyses) < limit
}

/// Refuses functions for facts of the function as a whole.
///
/// # Errors
/// The first reason of the table.
pub fn check_function(function: FunctionRef) -> Result<(), Reject> {
    check_function_but(function, &[])
}

/// Like [`check_function`], but `tolerated` reasons do not count.
///
/// # Errors
/// The first reason of the table.
pub fn check_function_but(function: FunctionRef, tolerated: &[Reject]) -> Result<(), Reject> {
    facts::first_reason(shim::function_facts(function), &FUNCTION_FACTS, tolerated)
}

/// Reasons that refuse a function for `f3m`, but not for passes that move its body in one piece: nothing in such a body
/// becomes a choice between originals.
const OF_PARTS: [Reject; 5] = [
    Reject::Convergent,
    Reject::NoDuplicate,
    Reject::Token,
    Reject::DynamicAlloca,
    Reject::NoFloatRegisters,
];

/// Refuses functions for facts of the function as a whole, if their bodies are to be moved in one piece.
///
/// # Errors
/// The first reason of the table.
pub fn check_movable(function: FunctionRef) -> Result<(), Reject> {
    check_function_but(function, &OF_PARTS)
}

/// Refuses functions for facts of the body, if it is to be moved in one piece. `min_size` is in instructions.
///
/// # Errors
/// The first reason, in this order: instructions, intrinsics, constants, size.
pub fn check_movable_body(
    ctx: &mut ModuleContext,
    canonical: &Canonical,
    min_size: u32,
) -> Result<(), Reject> {
    facts::check(facts::of_moved_body(canonical.instruction_facts), &OF_PARTS)?;
    if facts::never_merges(canonical.instruction_facts) {
        return Err(Reject::UnsupportedInstruction);
    }
    for &intrinsic in &canonical.intrinsics {
        match ctx.treatment(intrinsic) {
            IntrinsicTreatment::Refuse(reason) if !OF_PARTS.contains(&reason) => {
                return Err(reason);
            }
            _ => {}
        }
    }
    if canonical.constant_facts & shim::CONSTANT_COMDAT_LOCAL != 0 {
        return Err(Reject::ComdatLocalReference);
    }
    if canonical.form.size < min_size { Err(Reject::TooSmall) } else { Ok(()) }
}
