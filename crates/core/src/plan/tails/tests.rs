//! Which calls are tail calls, and what a plan makes of them.

use super::*;
use crate::align::{AlignParams, align};
use crate::plan::{PlanOptions, build, replay};
use crate::reject::Reject;
use crate::testing::build::*;
use crate::testing::generate;

/// The key of a call.
const CALL: u32 = 60;

/// What both sides of a pair have in common: enough for a merge.
fn common() -> Vec<Inst> {
    (0..4).map(|n| op(VOID, 9, &[c(n)])).collect()
}

/// The common code as instructions 0 to 3, then this; more blocks follow.
fn function_with(end: &[Inst], more: Vec<Vec<Inst>>) -> EncodedFunction {
    let entry = [common(), end.to_vec()].concat();
    function(&[], I32, [vec![entry], more].concat())
}

fn plan_of(sides: Sides<'_>) -> Result<MergePlan, Reject> {
    let alignment = align(sides.0[0], sides.0[1], &AlignParams::default());
    let tables = generate::tables();
    let plan = build(sides, &alignment, &tables, PlanOptions::default())?;
    assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
    assert_eq!(lost(&plan, sides), vec![]);
    Ok(plan)
}

/// The origins of the slots with this key.
fn origins(plan: &MergePlan, sides: Sides<'_>, key: u32) -> Vec<Origin> {
    let has_key = |origin: &&Origin| sides.insts(origin).any(|(_, inst)| inst.key.0 == key);
    plan.slots.values().filter_map(|slot| slot.copied().filter(has_key).cloned()).collect()
}

/// A tail call right before the return of its result.
fn direct() -> EncodedFunction {
    function_with(&[tail_call(I32, CALL, &[c(3)]), ret(&[i(4)])], vec![])
}

/// Instruction 4 decides; 5 and 7 are tail calls in blocks of their own, which meet in φ 9 and its return.
fn joined() -> EncodedFunction {
    let arm = |n| vec![tail_call(I32, CALL, &[c(n)]), branch(&[b(3)])];
    let join = vec![phi(I32, &[i(5), b(1), i(7), b(2)]), ret(&[i(9)])];
    function_with(&[branch(&[c(0), b(1), b(2)])], vec![arm(3), arm(4), join])
}

#[test]
fn a_tail_call_stands_before_a_return_of_its_result() {
    let id = |n| InstId::from_u32(n);
    assert_eq!(tail_calls(&direct()), [vec![id(4), id(5)]]);
    let call = || tail_call(I32, CALL, &[c(3)]);
    for end in [
        vec![op(I32, CALL, &[c(3)]), ret(&[i(4)])],
        vec![call(), ret(&[c(3)])],
        vec![call(), op(VOID, 9, &[c(4)]), ret(&[i(4)])],
    ] {
        assert!(!has_tail_calls(&function_with(&end, vec![])), "{end:?}");
    }
    let nothing = vec![vec![tail_call(VOID, CALL, &[]), ret(&[])]];
    assert!(has_tail_calls(&function(&[], VOID, nothing)));
}

#[test]
fn a_tail_call_may_stand_before_a_jump_to_phis_and_a_return() {
    let id = |n| InstId::from_u32(n);
    let joined = joined();
    assert_eq!(joined.validate(), Ok(()));
    assert_eq!(tail_calls(&joined), [vec![id(5), id(6), id(10)], vec![id(7), id(8), id(10)]]);
    // One arm's call gives another value to the φ than its own.
    let mut other = joined.clone();
    other.insts[id(9)].operands[0].value = c(3);
    assert_eq!(tail_calls(&other), [vec![id(7), id(8), id(10)]]);
    // Something else runs before the return.
    let mut more = vec![tail_call(I32, CALL, &[c(3)]), branch(&[b(1)])];
    let last = vec![phi(I32, &[i(4), b(0)]), op(VOID, 9, &[c(3)]), ret(&[i(6)])];
    more.insert(0, op(VOID, 9, &[c(3)]));
    assert!(!has_tail_calls(&function_with(&more[1..], vec![last])));
}

#[test]
fn tail_calls_of_both_sides_are_shared() {
    for function in [direct(), joined()] {
        let sides = Sides(&[&function, &function]);
        let plan = plan_of(sides).expect("a function merges with itself");
        assert!(origins(&plan, sides, CALL).iter().all(Origin::is_shared));
    }
}

#[test]
fn a_tail_call_is_parted_from_a_call_behind_which_the_other_side_goes_on() {
    let left = direct();
    let goes_on = [op(I32, CALL, &[c(3)]), op(VOID, 9, &[c(3)]), ret(&[i(4)])];
    let also_marked = [tail_call(I32, CALL, &[c(3)]), op(VOID, 10, &[c(3)]), ret(&[i(4)])];
    for end in [goes_on, also_marked] {
        let right = function_with(&end, vec![]);
        for sides in [Sides(&[&left, &right]), Sides(&[&right, &left])] {
            let plan = plan_of(sides).expect("they share the code before");
            let calls = origins(&plan, sides, CALL);
            assert_eq!(calls.iter().filter(|call| call.is_shared()).count(), 0, "{calls:?}");
            assert!(origins(&plan, sides, 9).iter().any(Origin::is_shared));
        }
    }
}

#[test]
fn a_tail_call_is_parted_from_a_call_that_is_not_marked() {
    let left = direct();
    let right = function_with(&[op(I32, CALL, &[c(3)]), ret(&[i(4)])], vec![]);
    let sides = Sides(&[&left, &right]);
    let plan = plan_of(sides).expect("they share the code before");
    assert!(!origins(&plan, sides, CALL).iter().any(Origin::is_shared));
}

#[test]
fn ordinary_calls_are_shared_whatever_follows() {
    let end = |last: &[Inst]| {
        let code = [&[op(I32, CALL, &[c(3)]), op(VOID, 9, &[i(4)])], last].concat();
        function_with(&code, vec![])
    };
    let (left, right) = (end(&[ret(&[i(4)])]), end(&[op(VOID, 9, &[c(3)]), ret(&[c(3)])]));
    let sides = Sides(&[&left, &right]);
    let plan = plan_of(sides).expect("they share nearly all");
    assert!(origins(&plan, sides, CALL).iter().all(Origin::is_shared));
}
