//! Which markers two functions keep when all of their code is shared, or none.

use super::*;
use crate::plan::replay;
use crate::testing::build::*;
use crate::testing::{Tape, generate, plans};

/// A marker: before which instruction, whether it starts, of which alloca.
type Mark = (usize, bool, usize);

/// Allocas 0 and 1 of so many bytes, code 2 to 5, and a return; with markers.
fn code(bytes: u64, markers: &[Mark]) -> EncodedFunction {
    let allocas = [sized_alloca(bytes), sized_alloca(bytes)];
    let ops = (0..4).map(|n| op(VOID, 9, &[c(n)]));
    let body = allocas.into_iter().chain(ops).chain([ret(&[])]).collect();
    let function = marked(function(&[], VOID, vec![body]), markers);
    assert_eq!(function.validate(), Ok(()));
    function
}

/// The markers of the plan that shares all code, in which slots have the numbers of instructions.
fn shared(left: &EncodedFunction, right: &EncodedFunction) -> Result<Vec<Mark>, Reject> {
    let sides = Sides(&[left, right]);
    let mut plan = plans::weave(sides, &mut Tape::default()).expect("they have the same shape");
    plan.markers.clear();
    place(&mut plan, sides)?;
    assert_eq!(replay::replay(&plan, sides, &generate::tables()), Ok(()));
    let number = |slot: SlotId| slot.as_u32() as usize;
    let marks = plan.markers.iter().map(|m| (number(m.before), m.starts, number(m.slot)));
    Ok(marks.collect())
}

/// The same, for either order of the two.
fn both_ways(left: &[Mark], right: &[Mark]) -> Vec<Mark> {
    let (left, right) = (code(8, left), code(8, right));
    let kept = shared(&left, &right).expect("nothing hinders");
    assert_eq!(shared(&right, &left), Ok(kept.clone()));
    kept
}

#[test]
fn equal_markers_are_kept() {
    let marks = [(2, true, 0), (4, false, 0), (4, true, 1), (6, false, 1)];
    assert_eq!(both_ways(&marks, &marks), marks);
}

#[test]
fn an_end_is_lost_where_the_other_side_goes_on() {
    let kept = both_ways(&[(2, true, 0), (3, false, 0)], &[(2, true, 0), (5, false, 0)]);
    assert_eq!(kept, [(2, true, 0), (5, false, 0)]);
}

#[test]
fn markers_of_both_sides_are_kept_where_the_other_is_dead() {
    let kept = both_ways(&[(2, true, 0), (3, false, 0)], &[(4, true, 0), (5, false, 0)]);
    assert_eq!(kept, [(2, true, 0), (3, false, 0), (4, true, 0), (5, false, 0)]);
}

#[test]
fn a_slot_whose_start_is_lost_has_no_markers() {
    assert_eq!(both_ways(&[(2, true, 0), (5, false, 0)], &[(3, true, 0), (5, false, 0)]), []);
}

#[test]
fn a_slot_without_markers_on_one_side_has_none() {
    let other = [(2, true, 1), (3, false, 1)];
    let marks = [(2, true, 0), other[0], (3, false, 0), other[1]];
    let marks = {
        let mut sorted = marks;
        sorted.sort();
        sorted
    };
    assert_eq!(both_ways(&marks, &other), other);
}

/// A slot has an end and no start, for example, if the start was in code that nothing reached.
#[test]
fn a_slot_that_is_alive_from_the_beginning_on_one_side_has_no_markers() {
    let kept = both_ways(&[(5, false, 0)], &[(3, true, 0), (4, false, 0)]);
    assert_eq!(kept, []);
    // Even where the other's start is behind its end.
    let kept = both_ways(&[(3, false, 0)], &[(4, true, 0), (5, false, 0)]);
    assert_eq!(kept, []);
    assert_eq!(both_ways(&[(3, false, 0)], &[(3, false, 0)]), [(3, false, 0)]);
}

#[test]
fn a_slot_of_one_side_keeps_its_markers() {
    let left = code(8, &[(2, true, 0), (3, false, 0)]);
    let right = code(8, &[(4, true, 1)]);
    let sides = Sides(&[&left, &right]);
    let mut plan = plans::side_by_side(sides).expect("nothing hinders");
    let expected = plan.markers.clone();
    assert_eq!(expected.len(), 3);
    plan.markers.clear();
    assert_eq!(place(&mut plan, sides), Ok(()));
    assert_eq!(plan.markers, expected);
}

#[test]
fn where_scopes_count_no_marker_is_lost() {
    let plain = code(8, &[(2, true, 0), (3, false, 0)]);
    let scoped = |marks: &[Mark]| EncodedFunction { scopes_count: true, ..code(8, marks) };
    let other = [(2, true, 0), (5, false, 0)];
    assert_eq!(shared(&plain, &scoped(&other)), Err(Reject::ScopeLost));
    assert_eq!(shared(&scoped(&other), &plain), Err(Reject::ScopeLost));
    assert!(shared(&scoped(&other), &scoped(&other)).is_ok());
    assert_eq!(shared(&scoped(&other), &code(8, &[])), Err(Reject::ScopeLost));
}
