//! Plans of more than two functions.

use super::*;
use crate::ir::InstId;
use crate::plan::{PlanOptions, build};
use crate::testing::alignments;
use crate::testing::build::*;

fn woven(family: &[EncodedFunction], tape: &mut Tape) -> Option<MergePlan> {
    let functions: Vec<&EncodedFunction> = family.iter().collect();
    plans::weave(Sides(&functions), tape)
}

/// What replay says of a plan. A plan that it accepts must run right as well.
fn says(plan: &MergePlan, family: &[EncodedFunction]) -> Result<(), ReplayError> {
    let functions: Vec<&EncodedFunction> = family.iter().collect();
    let says = accepts(plan, Sides(&functions));
    let behaviour = interpret::same_behaviour_on_all(plan, Sides(&functions), FUEL);
    assert!(says.is_err() || behaviour.is_ok(), "accepted, but {behaviour:?}");
    says
}

fn families() -> impl Strategy<Value = Vec<EncodedFunction>> {
    (2..=5_usize).prop_flat_map(generate::families)
}

/// The planner's plan along some alignment.
fn planned(family: &[EncodedFunction], tape: &mut Tape) -> Option<MergePlan> {
    let functions: Vec<&EncodedFunction> = family.iter().collect();
    let sides = Sides(&functions);
    let alignment = alignments::any(sides, tape);
    build(sides, &alignment, &generate::tables(), PlanOptions::default()).ok()
}

/// Breaks a plan a few times and returns how often replay refused it. No plan that it accepts may run differently.
fn break_in_places(mut plan: MergePlan, family: &[EncodedFunction], choices: &mut Tape) -> usize {
    let broken = (0..4).map(|_| {
        corrupt(&mut plan, choices);
        says(&plan, family).is_err()
    });
    broken.filter(|&refused| refused).count()
}

proptest! {
    #[test]
    fn many_side_by_side_are_accepted(family in families()) {
        let functions: Vec<&EncodedFunction> = family.iter().collect();
        if let Some(plan) = plans::side_by_side(Sides(&functions)) {
            check_right(&plan, Sides(&functions))?;
        }
    }

    #[test]
    fn many_strangers_side_by_side_are_accepted(
        (one, two) in generate::strangers(),
        (three, four) in generate::twins(),
    ) {
        let sides = Sides(&[&one, &two, &three, &four]);
        if let Some(plan) = plans::side_by_side(sides) {
            check_right(&plan, sides)?;
        }
    }

    #[test]
    fn many_woven_lookalikes_are_accepted(family in families(), mut tape in generate::tapes()) {
        if let Some(plan) = woven(&family, &mut tape) {
            prop_assert_eq!(says(&plan, &family), Ok(()));
        }
    }

    #[test]
    fn what_one_of_many_runs_differently_is_refused(
        family in families(),
        mut tape in generate::tapes(),
        mut choices in generate::tapes(),
    ) {
        if let Some(plan) = woven(&family, &mut tape) {
            break_in_places(plan, &family, &mut choices);
        }
    }

    #[test]
    fn a_plan_of_the_planner_that_one_of_many_runs_differently_is_refused(
        family in prop_oneof![families(), (2..=5_usize).prop_flat_map(generate::relatives)],
        mut tape in generate::tapes(),
        mut choices in generate::tapes(),
    ) {
        if let Some(plan) = planned(&family, &mut tape) {
            break_in_places(plan, &family, &mut choices);
        }
    }
}

/// The properties above say nothing unless some sides share code that others lack, and choices are between three values.
#[test]
fn the_properties_of_many_are_not_vacuous() {
    let (mut some_share, mut selects, mut branches, mut refused) = (0, 0, 0, 0);
    for seed in 0..120 {
        let first = generate::function(&mut Tape::from_seed(seed, 400), "f", 80);
        let tape = |number: u64| Tape::from_seed(seed + number * 1_000_000, 200);
        let twins = [1, 2].map(|number| mutate::lookalike(&first, &mut tape(number), 12));
        let family = [vec![first], twins.to_vec()].concat();
        let Some(plan) = woven(&family, &mut tape(3)) else { continue };
        let distinct = |slot: &crate::plan::Slot| {
            slot.operands.iter().collect::<std::collections::BTreeSet<_>>().len() == 3
        };
        for slot in plan.slots.values() {
            some_share += u32::from(slot.origin().is_some_and(|origin| origin.count() == 2));
            selects += u32::from(slot.kind == SlotKind::Select && distinct(slot));
            branches += u32::from(slot.kind == SlotKind::IdBranch && distinct(slot));
        }
        let mut broken = plan;
        corrupt(&mut broken, &mut tape(4));
        refused += u32::from(says(&broken, &family).is_err());
    }
    let counts = [some_share, selects, branches, refused];
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// For each number of functions, broken plans of the planner are refused often. In the plans, some sides share code that
/// others lack.
#[test]
fn planted_faults_are_refused_for_two_to_five_functions() {
    for count in 2..=5_u64 {
        let (mut plans, mut refused, mut some_share, mut choices) = (0, 0, 0, 0);
        for seed in 0..40 {
            let tape = |number: u64| Tape::from_seed(seed + number * 1_000_000, 300);
            let first = generate::function(&mut tape(0), "f", 60);
            let others = (1..count).map(|number| mutate::lookalike(&first, &mut tape(number), 12));
            let family: Vec<EncodedFunction> = [first.clone()].into_iter().chain(others).collect();
            let Some(plan) = planned(&family, &mut tape(7)) else { continue };
            assert_eq!(says(&plan, &family), Ok(()));
            plans += 1;
            let is_some = |shared: usize| shared < count as usize && (shared > 1 || count == 2);
            let origins = plan.slots.values().filter_map(|slot| slot.origin());
            some_share += origins.filter(|origin| is_some(origin.count())).count();
            let is_choice = |kind: &SlotKind| matches!(kind, SlotKind::Select | SlotKind::IdBranch);
            choices += plan.slots.values().filter(|slot| is_choice(&slot.kind)).count();
            refused += break_in_places(plan, &family, &mut tape(8));
        }
        let counts = [plans, refused, some_share, choices];
        assert!(counts.iter().all(|&seen| seen >= 20), "{count} functions: {counts:?}");
    }
}

/// Functions that store constants of their own. Before that, those of odd number do something else than those of even.
fn stores(constants: &[usize]) -> Vec<EncodedFunction> {
    let store = |(number, &constant): (usize, &usize)| {
        let before = op(VOID, 10 + (number % 2) as u32, &[a(0)]);
        let store = op(VOID, 9, &[c(constant), a(0)]);
        function(&[I32], VOID, vec![vec![before, store, ret(&[])]])
    };
    constants.iter().enumerate().map(store).collect()
}

fn find(plan: &MergePlan, is: impl Fn(&crate::plan::Slot) -> bool) -> SlotId {
    plan.slots.iter().find(|(_, slot)| is(slot)).expect("the plan has such a slot").0
}

fn select(plan: &MergePlan) -> SlotId {
    find(plan, |slot| slot.kind == SlotKind::Select)
}

fn id_branch(plan: &MergePlan) -> SlotId {
    find(plan, |slot| slot.kind == SlotKind::IdBranch)
}

/// Each family with its plan: all sides share the store, and those of even number share the code before it.
fn stored() -> Vec<(Vec<EncodedFunction>, MergePlan)> {
    let families = [stores(&[3, 4, 5]), stores(&[3, 4, 5, 4])];
    let plans = families.map(|family| {
        let plan = woven(&family, &mut Tape::default()).expect("they have the same shape");
        assert_eq!(says(&plan, &family), Ok(()));
        (family, plan)
    });
    plans.into()
}

#[test]
fn another_sides_value_is_refused() {
    for (family, plan) in stored() {
        let select = select(&plan);
        let store = find(&plan, |slot| slot.operands.contains(&PlanValue::Slot(select)));
        for (wrong, other) in [(0, 1), (1, 2), (2, 0), (2, 1)] {
            let mut plan = plan.clone();
            plan.slots[select].operands[wrong] = plan.slots[select].operands[other];
            let fault = ReplayError::Value { side: side(wrong), slot: store, index: 0 };
            assert_eq!(says(&plan, &family), Err(fault));
        }
    }
}

#[test]
fn exchanged_values_of_two_sides_are_refused() {
    for (family, mut plan) in stored() {
        let select = select(&plan);
        plan.slots[select].operands.swap(1, 2);
        assert!(matches!(
            says(&plan, &family),
            Err(ReplayError::Value { side: of, .. }) if of == side(1)
        ));
    }
}

#[test]
fn a_choice_has_a_case_for_each_side() {
    for (family, plan) in stored() {
        for slot in [select(&plan), id_branch(&plan)] {
            let refused = Err(ReplayError::OperandCount(slot));
            let mut fewer = plan.clone();
            fewer.slots[slot].operands.pop();
            assert_eq!(says(&fewer, &family), refused);
            let mut more = plan.clone();
            let first = more.slots[slot].operands[0];
            more.slots[slot].operands.push(first);
            assert_eq!(says(&more, &family), refused);
        }
    }
}

#[test]
fn a_branch_that_sends_one_side_anothers_way_is_refused() {
    for (family, plan) in stored() {
        let branch = id_branch(&plan);
        for wrong in 0..family.len() {
            let mut plan = plan.clone();
            plan.slots[branch].operands[wrong] = plan.slots[branch].operands[1 - wrong % 2];
            // Of three sides, the second alone has odd code: if it goes another way, nobody reaches this code.
            let nobody_left = family.len() == 3 && wrong == 1;
            let is_refused = match says(&plan, &family) {
                Err(ReplayError::Foreign { side: of, .. }) => of == side(wrong),
                Err(ReplayError::Unreachable(_)) => nobody_left,
                _ => false,
            };
            assert!(is_refused);
        }
    }
}

#[test]
fn a_slot_stands_for_sides_that_there_are_and_that_may_become_one() {
    for (family, plan) in stored() {
        let shared = find(&plan, |slot| slot.copied().is_some_and(|o| o.count() == family.len()));
        let with = |side, slot: SlotId| {
            let mut plan = plan.clone();
            let SlotKind::Inst(origin) = &mut plan.slots[slot].kind else { panic!("it is code") };
            origin.insert(side, InstId::new(0));
            says(&plan, &family)
        };
        assert_eq!(with(side(family.len()), shared), Err(ReplayError::Origin(shared)));
        let of_even = find(&plan, |slot| slot.copied().is_some_and(|o| o.count() == 2));
        assert_eq!(with(side(1), of_even), Err(ReplayError::Origin(of_even)));
    }
}

#[test]
fn a_slot_that_one_of_many_sides_lacks_is_refused() {
    for (family, mut plan) in stored() {
        let shared = find(&plan, |slot| slot.copied().is_some_and(|o| o.count() == family.len()));
        let SlotKind::Inst(origin) = &mut plan.slots[shared].kind else { panic!("it is code") };
        let inst = origin.on(side(2)).expect("all have it");
        origin.remove(side(2));
        assert_eq!(says(&plan, &family), Err(ReplayError::SlotCount(side(2), inst)));
    }
}

#[test]
fn a_parameter_is_carried_for_each_side() {
    for (family, mut plan) in stored() {
        plan.params[PlanParamId::new(0)].args.remove(side(2));
        let fault = ReplayError::ParamCount(side(2), ArgId::new(0));
        assert_eq!(says(&plan, &family), Err(fault));
    }
}

#[test]
fn each_of_many_sides_is_crossed_by_itself() {
    let sums = [[a(0), a(1)], [a(1), a(0)], [a(0), a(1)], [a(1), a(0)]].map(|values| {
        function(&[I32; 2], I32, vec![vec![commuting(I32, 0, &values), ret(&[i(0)])]])
    });
    let mut plan = woven(&sums[..1], &mut Tape::default()).expect("one is woven with itself");
    let all = |inst| SlotKind::Inst(Origin::all([InstId::new(inst); 4]));
    (0..2).for_each(|number| plan.slots[SlotId::new(number)].kind = all(number));
    for number in 0..2 {
        plan.params[PlanParamId::new(number)].args =
            crate::plan::BySide::all([ArgId::new(number); 4]);
    }
    let mut commuted = |sides: &[usize]| {
        plan.slots[SlotId::new(0)].commuted = sides.iter().map(|&number| side(number)).collect();
        says(&plan, &sums)
    };
    assert_eq!(commuted(&[1, 3]), Ok(()));
    let wrong = |number| ReplayError::Value { side: side(number), slot: SlotId::new(0), index: 0 };
    assert_eq!(commuted(&[1]), Err(wrong(3)));
    assert_eq!(commuted(&[1, 2, 3]), Err(wrong(2)));
    assert_eq!(commuted(&[0, 1, 3]), Err(ReplayError::Commuted(SlotId::new(0))));
}
