//! Where the arguments of a merged function go.
//!
//! Consumes: the merged parameters, the pair, the target's [`Registers`](crate::registers::Registers).
//! Produces: nothing, or the reason against the merge. Guarantees: where an original stays as a thunk, or is
//! tail-called, all arguments go in registers. An argument on the stack would turn the jump into a call with a
//! frame of its own, and functions that hand on to each other would fill the stack.

use cranelift_entity::PrimaryMap;

use super::{Pair, PlanParam, PlanParamId, Side};
use crate::ir::{EncodedFunction, Tables};
use crate::registers::ArgumentRegisters;
use crate::reject::Reject;

/// Refuses merged parameters that would go by the stack where they may not. With `thunks_stay`, both originals
/// become thunks whatever calls them.
///
/// # Errors
/// [`Reject::TooManyArguments`] or [`Reject::ArgumentsOnStack`].
pub(super) fn check(
    params: &PrimaryMap<PlanParamId, PlanParam>,
    pair: Pair<'_>,
    tables: &Tables,
    thunks_stay: bool,
) -> Result<(), Reject> {
    let own: ArgumentRegisters = params.values().map(|param| registers(param, pair)).sum();
    if tables.registers.hold_all(own + ArgumentRegisters::ONE) {
        return Ok(());
    }
    if !tables.registers.stack {
        return Err(Reject::TooManyArguments);
    }
    let is_jumped_to = |function: &EncodedFunction| {
        thunks_stay || !function.uses.removable || function.uses.tail_called
    };
    let jumps = Side::BOTH.into_iter().any(|side| is_jumped_to(pair.on(side)));
    if jumps { Err(Reject::ArgumentsOnStack) } else { Ok(()) }
}

/// What the argument takes; both sides' parameters take the same.
fn registers(param: &PlanParam, pair: Pair<'_>) -> ArgumentRegisters {
    let of = |side| param.on(side).map(|arg| pair.on(side).params[arg].registers);
    of(Side::Left).or(of(Side::Right)).unwrap_or_default()
}
