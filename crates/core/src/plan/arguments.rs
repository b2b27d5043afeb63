//! Where the arguments of a merged function go.
//!
//! Consumes: the merged parameters, the functions, the target's [`Registers`](crate::registers::Registers).
//! Produces: nothing, or the reason against the merge. Guarantees:
//! - predicates go in registers, since not every one can be stored;
//! - where an original stays as a thunk, or is tail-called, none of its own arguments moves from a register to
//!   the stack;
//! - if such an original may also call itself, directly or by way of others, the merge adds no argument to it, such as
//!   the identifier, unless all merged arguments go in registers. Otherwise its tail call could become a call with a
//!   frame, and functions that tail-call each other would fill the stack. Without recursion it is one frame, which has a
//!   price;
//! - where direct calls lead back to an original, no more arguments go by the stack than before: each caller on the cycle
//!   has them in its frame. (The host looks at other callers on cycles.)

use cranelift_entity::PrimaryMap;

use super::{PlanParam, PlanParamId, Sides};
use crate::ir::{EncodedFunction, Tables};
use crate::registers::{ArgumentRegisters, Registers};
use crate::reject::Reject;
use crate::stack::Recursion;

/// Refuses merged parameters that would go by the stack where they may not. With `identifier`, the identifier comes after
/// them. With `thunks_stay`, all originals become thunks.
///
/// # Errors
/// [`Reject::TooManyArguments`] or [`Reject::ArgumentsOnStack`].
pub(super) fn check(
    params: &PrimaryMap<PlanParamId, PlanParam>,
    identifier: bool,
    sides: Sides<'_>,
    tables: &Tables,
    thunks_stay: bool,
) -> Result<(), Reject> {
    let target = tables.registers;
    let taken: ArgumentRegisters = params.values().map(|param| registers(param, sides)).sum();
    if taken.predicates > target.predicates {
        return Err(Reject::TooManyArguments);
    }
    let merged: Vec<bool> = places(params, identifier, sides, target).collect();
    if !merged.contains(&true) {
        return Ok(());
    }
    for (side, function) in sides.iter() {
        let own: Vec<bool> = own_places(function, target).collect();
        if function.recursion == Recursion::Certain
            && count(merged.iter().copied()) > count(own.iter().copied())
        {
            return Err(Reject::ArgumentsOnStack);
        }
        if !function.uses.meets_thunks(thunks_stay) {
            continue;
        }
        let is_moved = |(param, &stack): (&PlanParam, &bool)| {
            param.args.on(side).is_some_and(|arg| stack && !own[arg.as_u32() as usize])
        };
        let is_more = identifier || params.len() > function.params.len();
        let may_pile_up = is_more && function.recursion != Recursion::None;
        if may_pile_up || params.values().zip(&merged).any(is_moved) {
            return Err(Reject::ArgumentsOnStack);
        }
    }
    Ok(())
}

/// For each of these parameters, and the identifier behind them, whether it is passed by the stack.
pub(super) fn places<'a>(
    params: &'a PrimaryMap<PlanParamId, PlanParam>,
    identifier: bool,
    sides: Sides<'a>,
    target: Registers,
) -> impl Iterator<Item = bool> + 'a {
    let last = identifier.then_some((ArgumentRegisters::ONE, false));
    let all = params.values().map(move |param| (registers(param, sides), param.abi.by_stack));
    on_stack(target, all.chain(last))
}

/// For each parameter of a function, whether it is passed by the stack.
fn own_places(function: &EncodedFunction, target: Registers) -> impl Iterator<Item = bool> + '_ {
    on_stack(target, function.params.values().map(|param| (param.registers, param.abi.by_stack)))
}

/// How many arguments of a call of a function go by the stack.
pub(crate) fn own_by_stack(function: &EncodedFunction, target: Registers) -> usize {
    count(own_places(function, target))
}

/// How many arguments go by the stack.
pub(super) fn count(places: impl Iterator<Item = bool>) -> usize {
    places.filter(|&stack| stack).count()
}

/// For each argument, in order, whether it goes by the stack. An argument is given by the registers that it takes, and
/// whether it goes by the stack in any case.
fn on_stack(
    target: Registers,
    all: impl Iterator<Item = (ArgumentRegisters, bool)>,
) -> impl Iterator<Item = bool> {
    let mut taken = ArgumentRegisters::default();
    all.map(move |(one, always)| target.passes_by_stack(&mut taken, one, always))
}

/// The registers that the argument of a merged parameter takes. All parameters that it carries take the same.
fn registers(param: &PlanParam, sides: Sides<'_>) -> ArgumentRegisters {
    let first = param.args.first();
    first.map(|(side, arg)| sides.on(side).params[arg].registers).unwrap_or_default()
}

#[cfg(test)]
mod tests;
