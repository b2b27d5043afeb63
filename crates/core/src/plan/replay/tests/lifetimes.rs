//! Lifetime markers that are right, and each way in which one may be wrong.

use super::*;
use crate::plan::PlanMarker;
use crate::testing::build::*;

/// A marker: before which slot or instruction, whether it starts, of which alloca.
type Mark = (usize, bool, usize);

/// Allocas 0 and 1, code 2 to 5, and a return.
fn code(markers: &[Mark]) -> EncodedFunction {
    let ops = (0..4).map(|n| op(VOID, 9, &[c(n)]));
    let body = [alloca(), alloca()].into_iter().chain(ops).chain([ret(&[])]).collect();
    marked(function(&[], VOID, vec![body]), markers)
}

fn slot(number: usize) -> SlotId {
    SlotId::new(number)
}

/// What replay says of these markers in the plan that shares all code.
fn says(
    left: &EncodedFunction,
    right: &EncodedFunction,
    markers: &[Mark],
) -> Result<(), ReplayError> {
    let sides = Sides(&[left, right]);
    let mut plan = plans::weave(sides, &mut Tape::default()).expect("they have the same shape");
    let marker =
        |&(before, starts, of): &Mark| PlanMarker { before: slot(before), starts, slot: slot(of) };
    plan.markers = markers.iter().map(marker).collect();
    let says = accepts(&plan, sides);
    let behaviour = interpret::same_behaviour_on_all(&plan, sides, FUEL);
    assert!(says.is_err() || behaviour.is_ok(), "accepted, but {behaviour:?}");
    says
}

fn lost(before: usize, of: usize) -> Result<(), ReplayError> {
    Err(ReplayError::ContentLost { side: side(0), before: slot(before), slot: slot(of) })
}

fn dead(before: usize, of: usize) -> Result<(), ReplayError> {
    Err(ReplayError::NotAlive { side: side(0), before: slot(before), slot: slot(of) })
}

#[test]
fn a_slot_may_live_longer() {
    let marks = [(2, true, 0), (4, false, 0)];
    let function = code(&marks);
    let says = |marks: &[Mark]| says(&function, &function, marks);
    for right in [&marks[..], &marks[..1], &marks[1..], &[], &[(2, true, 0), (5, false, 0)]] {
        assert_eq!(says(right), Ok(()), "{right:?}");
    }
    // Markers may do anything while the slot is dead in the function.
    assert_eq!(says(&[(2, true, 0), (5, false, 0), (5, true, 0), (6, true, 0)]), Ok(()));
}

#[test]
fn a_start_that_is_moved_or_dropped_is_refused() {
    let function = code(&[(2, true, 0), (3, false, 0), (4, true, 0), (5, false, 0)]);
    let says = |marks: &[Mark]| says(&function, &function, marks);
    assert_eq!(says(&[(4, true, 0)]), dead(2, 0));
    assert_eq!(says(&[(2, true, 0), (3, false, 0)]), dead(4, 0));
    assert_eq!(says(&[(3, true, 0), (4, true, 0)]), dead(2, 0));
    assert_eq!(says(&[(2, true, 0), (3, false, 0), (5, true, 0)]), dead(4, 0));
}

#[test]
fn a_marker_that_is_added_where_the_slot_lives_is_refused() {
    let function = code(&[(2, true, 0), (5, false, 0)]);
    let says = |marks: &[Mark]| says(&function, &function, marks);
    assert_eq!(says(&[(2, true, 0), (4, true, 0)]), lost(4, 0));
    assert_eq!(says(&[(2, true, 0), (4, false, 0)]), lost(4, 0));
    assert_eq!(says(&[(2, true, 0), (4, false, 0), (4, true, 0)]), lost(4, 0));
    // An end at the place of the function's own start comes before it, and takes nothing.
    assert_eq!(says(&[(2, false, 0), (2, true, 0)]), Ok(()));
    // A start at the place of its end begins a life that is not the function's.
    assert_eq!(says(&[(2, true, 0), (5, true, 0)]), Ok(()));
}

#[test]
fn a_marker_of_another_slot_is_refused() {
    let function = code(&[(2, true, 0), (3, true, 1), (4, false, 0), (5, false, 1)]);
    let says = |marks: &[Mark]| says(&function, &function, marks);
    assert_eq!(says(&[(2, true, 1), (4, false, 1)]), dead(3, 1).or(lost(4, 1)));
    assert_eq!(says(&[(2, true, 0), (3, true, 0), (4, false, 0)]), lost(3, 0));
}

#[test]
fn what_is_alive_on_one_side_without_markers_is_so_in_the_plan() {
    let marks = [(2, true, 0), (4, false, 0)];
    let (with, without) = (code(&marks), code(&[]));
    assert_eq!(says(&without, &with, &[]), Ok(()));
    assert_eq!(says(&without, &with, &marks), lost(2, 0));
    assert_eq!(says(&without, &with, &[(4, false, 0)]), lost(4, 0));
    // Alive from the beginning until its end, for want of a start.
    let ended = code(&[(3, false, 0)]);
    assert_eq!(says(&ended, &ended, &[(3, false, 0)]), Ok(()));
    assert_eq!(says(&ended, &ended, &[(4, true, 0)]), dead(2, 0));
}

/// The slot lives in the join if the code came over one arm, and not if it came over the other. Only the first way must
/// be kept.
#[test]
fn lives_are_compared_way_by_way() {
    let entry = vec![alloca(), branch(&[c(0), b(1), b(2)])];
    let arm = |n| vec![op(VOID, 9, &[c(n)]), branch(&[b(3)])];
    let join = vec![op(VOID, 9, &[c(2)]), ret(&[])];
    let body = function(&[], VOID, vec![entry, arm(0), arm(1), join]);
    let function = marked(body, &[(2, true, 0), (7, false, 0)]);
    let says = |marks: &[Mark]| says(&function, &function, marks);
    assert_eq!(says(&[(2, true, 0), (7, false, 0)]), Ok(()));
    // Dead in the arm where it should live, and behind it.
    let says_dead = says(&[(4, true, 0), (7, false, 0)]);
    assert!(says_dead == dead(2, 0) || says_dead == dead(6, 0), "{says_dead:?}");
    assert_eq!(says(&[(2, true, 0), (4, true, 0)]), Ok(()));
    assert_eq!(says(&[(2, true, 0), (6, true, 0)]), lost(6, 0));
}

/// At the head of a loop the slot still lives from the turn before.
#[test]
fn lives_are_followed_around_a_loop() {
    let entry = vec![alloca(), branch(&[b(1)])];
    let turn = vec![op(VOID, 9, &[c(0)]), op(VOID, 9, &[c(1)]), branch(&[c(0), b(1), b(2)])];
    let body = function(&[], VOID, vec![entry, turn, vec![ret(&[])]]);
    let function = marked(body, &[(3, true, 0)]);
    assert_eq!(says(&function, &function, &[(3, true, 0)]), Ok(()));
    assert_eq!(says(&function, &function, &[(2, true, 0)]), lost(2, 0));
    assert_eq!(says(&function, &function, &[(2, false, 0), (3, true, 0)]), lost(2, 0));
}

#[test]
fn markers_are_in_order_and_of_static_allocas_before_code() {
    let function = code(&[(2, true, 0), (3, true, 1)]);
    let shape = |marks: &[Mark]| says(&function, &function, marks);
    let wrong = |at| Err(ReplayError::Marker(at));
    assert_eq!(shape(&[(3, true, 1), (2, true, 0)]), wrong(1));
    assert_eq!(shape(&[(2, true, 0), (2, true, 0)]), wrong(1));
    // Before nothing, before an alloca; of nothing, of code.
    for mark in [(99, true, 0), (1, true, 0), (2, true, 99), (2, true, 3)] {
        assert_eq!(shape(&[mark]), wrong(0), "{mark:?}");
    }
}

#[test]
fn the_plans_own_slots_have_no_markers() {
    let function = code(&[(2, true, 0)]);
    let sides = Sides(&[&function, &function]);
    let mut plan = plans::side_by_side(sides).expect("nothing hinders");
    assert_eq!(accepts(&plan, sides), Ok(()));
    let of_plan = |s: &crate::plan::Slot| s.kind == SlotKind::IdBranch;
    let branch = plan.slots.iter().find(|(_, s)| of_plan(s)).expect("it is there").0;
    plan.markers.push(PlanMarker { before: branch, starts: false, slot: plan.markers[0].slot });
    plan.markers.sort_unstable();
    assert!(matches!(accepts(&plan, sides), Err(ReplayError::Marker(_))));
}
