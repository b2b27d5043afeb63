//! On x86-64: six integer arguments in registers, the others on the stack.

use cranelift_entity::EntityRef;

use super::*;
use crate::ir::{EncodedFunction, Param};
use crate::plan::SideId;
use crate::testing::build::{I32, VOID, function, ret, side};
use crate::testing::generate;

/// A function of so many integers, whose calls can all be rewritten.
fn of(count: usize) -> EncodedFunction {
    let mut function = function(&vec![I32; count], VOID, vec![vec![ret(&[])]]);
    function.uses.removable = true;
    function
}

/// Parameters of both sides: the first `shared` of each are one, the left's others come before the right's.
fn merged(sides: Sides<'_>, shared: usize) -> PrimaryMap<PlanParamId, PlanParam> {
    let params = |own: SideId| {
        let params = sides.on(own).params.iter();
        params.map(move |(arg, &Param { ty, abi, .. })| {
            let carries = |of: &SideId| *of == own || arg.index() < shared;
            let args = sides.ids().filter(carries).map(|of| (of, arg)).collect();
            PlanParam { ty, abi, args }
        })
    };
    params(side(0)).chain(params(side(1)).skip(shared)).collect()
}

fn check_pair(
    left: &EncodedFunction,
    right: &EncodedFunction,
    shared: usize,
    thunks_stay: bool,
) -> Result<(), Reject> {
    let sides = Sides(&[left, right]);
    check(&merged(sides, shared), true, sides, &generate::tables(), thunks_stay)
}

const ON_STACK: Result<(), Reject> = Err(Reject::ArgumentsOnStack);

#[test]
fn what_fits_in_registers_is_right_everywhere() {
    let (left, right) = (of(5), of(5));
    assert_eq!(check_pair(&left, &right, 5, true), Ok(()));
    let mut recursive = of(5);
    recursive.recursion = Recursion::Certain;
    assert_eq!(check_pair(&left, &recursive, 5, true), Ok(()));
}

#[test]
fn an_argument_of_a_thunk_does_not_move_to_the_stack() {
    let (left, right) = (of(4), of(4));
    // The right's last two are the seventh and the eighth.
    assert_eq!(check_pair(&left, &right, 0, false), Ok(()));
    assert_eq!(check_pair(&left, &right, 0, true), ON_STACK);
    let mut thunk = right.clone();
    thunk.uses.removable = false;
    assert_eq!(check_pair(&left, &thunk, 0, false), ON_STACK);
    // The left's own are all in registers.
    assert_eq!(check_pair(&thunk, &right, 0, false), Ok(()));
}

#[test]
fn an_argument_of_a_tail_call_does_not_move_to_the_stack() {
    let (left, mut right) = (of(4), of(4));
    right.uses.tail_called = true;
    assert_eq!(check_pair(&left, &right, 0, false), ON_STACK);
    assert_eq!(check_pair(&right, &left, 0, false), Ok(()));
}

#[test]
fn the_identifier_of_a_thunk_goes_by_the_stack_only_without_recursion() {
    let six = of(6);
    assert_eq!(check_pair(&six, &six, 6, true), Ok(()));
    for recursion in [Recursion::Possible, Recursion::Certain] {
        let recursive = EncodedFunction { recursion, ..of(6) };
        assert_eq!(check_pair(&six, &recursive, 6, true), ON_STACK);
        assert_eq!(check_pair(&recursive, &six, 6, true), ON_STACK);
    }
    // All calls of the functions are rewritten, so no thunk stays.
    let recursive = EncodedFunction { recursion: Recursion::Possible, ..of(6) };
    assert_eq!(check_pair(&six, &recursive, 6, false), Ok(()));
}

/// Arguments on the stack lie in the frame of each caller, and there may be thousands of these frames.
#[test]
fn no_more_goes_by_the_stack_where_direct_calls_lead_back() {
    let recursive = |count| EncodedFunction { recursion: Recursion::Certain, ..of(count) };
    assert_eq!(check_pair(&of(5), &recursive(5), 5, false), Ok(()));
    assert_eq!(check_pair(&of(6), &recursive(6), 6, false), ON_STACK);
    assert_eq!(check_pair(&recursive(8), &of(8), 8, false), ON_STACK);
    assert_eq!(check_pair(&of(4), &recursive(8), 4, false), ON_STACK);
}

#[test]
fn what_was_on_the_stack_before_may_stay_there() {
    let eight = of(8);
    assert_eq!(check_pair(&eight, &eight, 8, true), Ok(()));
}

#[test]
fn what_needs_no_identifier_has_a_register_more() {
    let says = |left: &EncodedFunction, right: &EncodedFunction, shared| {
        let sides = Sides(&[left, right]);
        check(&merged(sides, shared), false, sides, &generate::tables(), true)
    };
    let recursive = |count| EncodedFunction { recursion: Recursion::Possible, ..of(count) };
    assert_eq!(says(&recursive(6), &recursive(6), 6), Ok(()));
    // No argument is added, so as many go by the stack as before.
    assert_eq!(says(&recursive(8), &recursive(8), 8), Ok(()));
    // The right's own parameter would be the left's seventh.
    assert_eq!(says(&recursive(6), &of(6), 5), ON_STACK);
}

#[test]
fn what_can_not_be_stored_takes_no_more_than_its_registers() {
    let predicate = ArgumentRegisters { predicates: 1, ..ArgumentRegisters::default() };
    let mut tables = generate::tables();
    tables.registers = Registers::of("aarch64-linux");
    let mut function = of(3);
    function.params.values_mut().for_each(|param| param.registers = predicate);
    let sides = Sides(&[&function, &function]);
    let says = |shared| check(&merged(sides, shared), true, sides, &tables, false);
    assert_eq!(says(3), Ok(()));
    assert_eq!(says(2), Ok(()));
    assert_eq!(says(1), Err(Reject::TooManyArguments));
}
