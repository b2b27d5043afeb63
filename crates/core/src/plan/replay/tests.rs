//! Replay against plans that are right by construction, and against the same plans broken.

use cranelift_entity::EntityRef;
use proptest::prelude::*;

use super::*;
use crate::ir::{ConstId, EncodedFunction, TypeId};
use crate::plan::{Origin, PlanValue, SlotKind};
use crate::testing::build::side;
use crate::testing::{Tape, generate, interpret, mutate, plans};

/// Events per run.
const FUEL: usize = 150;

fn accepts(plan: &MergePlan, sides: Sides<'_>) -> Result<(), ReplayError> {
    replay(plan, sides, &generate::tables())
}

/// What must hold of a plan that is right by construction.
fn check_right(plan: &MergePlan, sides: Sides<'_>) -> Result<(), TestCaseError> {
    prop_assert_eq!(accepts(plan, sides), Ok(()));
    prop_assert_eq!(interpret::same_behaviour_on_all(plan, sides, FUEL), Ok(()));
    Ok(())
}

proptest! {
    #[test]
    fn side_by_side_is_accepted((left, right) in generate::strangers()) {
        let sides = Sides(&[&left, &right]);
        if let Some(plan) = plans::side_by_side(sides) {
            check_right(&plan, sides)?;
        }
    }

    #[test]
    fn twins_side_by_side_are_accepted((left, right) in generate::twins()) {
        let sides = Sides(&[&left, &right]);
        if let Some(plan) = plans::side_by_side(sides) {
            check_right(&plan, sides)?;
        }
    }

    /// With an empty tape, all that can be shared is shared: here, everything.
    #[test]
    fn a_function_shared_with_itself_is_accepted(function in generate::functions()) {
        let sides = Sides(&[&function, &function]);
        let plan = plans::weave(sides, &mut Tape::default()).expect("equal functions are woven");
        prop_assert_eq!(plan.slots.len(), function.insts.len());
        check_right(&plan, sides)?;
    }

    #[test]
    fn woven_lookalikes_are_accepted((left, right) in generate::lookalikes(), mut tape in generate::tapes()) {
        let sides = Sides(&[&left, &right]);
        if let Some(plan) = plans::weave(sides, &mut tape) {
            check_right(&plan, sides)?;
        }
    }

    #[test]
    fn what_runs_differently_is_refused(
        (left, right) in generate::lookalikes(),
        mut tape in generate::tapes(),
        mut choices in generate::tapes(),
    ) {
        let sides = Sides(&[&left, &right]);
        if let Some(mut plan) = plans::weave(sides, &mut tape) {
            for _ in 0..4 {
                corrupt(&mut plan, &mut choices);
                let accepted = accepts(&plan, sides).is_ok();
                let behaviour = interpret::same_behaviour_on_all(&plan, sides, FUEL);
                prop_assert!(!accepted || behaviour.is_ok(), "accepted, but {behaviour:?}");
            }
        }
    }
}

/// Breaks a plan in one place. Some changes leave it as it is, or right.
fn corrupt(plan: &mut MergePlan, tape: &mut Tape) {
    match tape.pick(12) {
        9..12 if !plan.markers.is_empty() => corrupt_markers(plan, tape),
        0 => swap_neighbours(plan, tape),
        1 => swap_params(plan, tape),
        2 => swap_origins(plan, tape),
        3 => drop_operands(plan, tape),
        4 => swap_operands(plan, tape),
        5 => commute(plan, tape),
        _ => replace_operand(plan, tape),
    }
}

/// Takes a lifetime marker away, moves it, turns it round, or gives it to another stack slot.
fn corrupt_markers(plan: &mut MergePlan, tape: &mut Tape) {
    let number = tape.pick(plan.markers.len());
    let places: Vec<SlotId> = plan.markers.iter().map(|m| m.before).collect();
    let slots: Vec<SlotId> = plan.markers.iter().map(|m| m.slot).collect();
    match tape.pick(5) {
        0 => _ = plan.markers.swap_remove(number),
        1 => plan.markers[number].starts ^= true,
        2 => plan.markers[number].slot = slots[tape.pick(slots.len())],
        3 => plan.markers[number].before = places[tape.pick(places.len())],
        _ => plan.markers[number].before = pick_slot(plan, tape),
    }
    plan.markers.sort_unstable();
    plan.markers.dedup();
}

fn pick_slot(plan: &MergePlan, tape: &mut Tape) -> SlotId {
    SlotId::new(tape.pick(plan.slots.len()))
}

fn swap_neighbours(plan: &mut MergePlan, tape: &mut Tape) {
    let slot = pick_slot(plan, tape);
    let slots = &mut plan.blocks[plan.slots[slot].block].slots;
    if slots.len() > 1 {
        let position = tape.pick(slots.len() - 1);
        slots.swap(position, position + 1);
    }
}

fn swap_params(plan: &mut MergePlan, tape: &mut Tape) {
    let count = plan.params.len();
    if count > 0 {
        let (a, b) = (PlanParamId::new(tape.pick(count)), PlanParamId::new(tape.pick(count)));
        let [one, other] = [a, b].map(|param| plan.params[param].args.on(side(0)));
        for (param, arg) in [(a, other), (b, one)] {
            let args = &mut plan.params[param].args;
            args.remove(side(0));
            arg.into_iter().for_each(|arg| args.insert(side(0), arg));
        }
    }
}

fn swap_origins(plan: &mut MergePlan, tape: &mut Tape) {
    let (a, b) = (pick_slot(plan, tape), pick_slot(plan, tape));
    let kind = plan.slots[a].kind.clone();
    plan.slots[a].kind = std::mem::replace(&mut plan.slots[b].kind, kind);
}

/// A φ loses its last pair of value and block, any other slot its last operand.
fn drop_operands(plan: &mut MergePlan, tape: &mut Tape) {
    let slot = pick_slot(plan, tape);
    let slot = &mut plan.slots[slot];
    let count = if slot.is_phi() { 2 } else { 1 };
    slot.operands.truncate(slot.operands.len().saturating_sub(count));
}

/// Select arms, branch targets, φ values, or just operands.
fn swap_operands(plan: &mut MergePlan, tape: &mut Tape) {
    let slot = pick_slot(plan, tape);
    let operands = &mut plan.slots[slot].operands;
    if operands.len() > 1 {
        let (a, b) = (tape.pick(operands.len()), tape.pick(operands.len()));
        operands.swap(a, b);
    }
}

/// Marks a slot as commuted for the right, or takes such a mark away.
fn commute(plan: &mut MergePlan, tape: &mut Tape) {
    let slot = pick_slot(plan, tape);
    let commuted = &mut plan.slots[slot].commuted;
    if commuted.pop().is_none() {
        commuted.push(side(1));
    }
}

/// Gives an operand another block, or another value of its type.
fn replace_operand(plan: &mut MergePlan, tape: &mut Tape) {
    let slot = pick_slot(plan, tape);
    let index = tape.pick(plan.slots[slot].operands.len());
    let Some(&old) = plan.slots[slot].operands.get(index) else {
        return;
    };
    let others: Vec<PlanValue> = match old {
        PlanValue::Block(_) => plan.blocks.keys().map(PlanValue::Block).collect(),
        _ => values(plan, type_of(plan, old)),
    };
    plan.slots[slot].operands[index] = tape.choose(&others).unwrap_or(old);
}

fn type_of(plan: &MergePlan, value: PlanValue) -> Option<TypeId> {
    match value {
        PlanValue::Slot(s) => plan.slots.get(s).map(|s| s.ty),
        PlanValue::Param(p) => Some(plan.params[p].ty),
        PlanValue::Const(c) => Some(generate::tables().consts[c].ty),
        PlanValue::Poison(ty) => Some(ty),
        PlanValue::Id | PlanValue::Block(_) => None,
    }
}

fn values(plan: &MergePlan, ty: Option<TypeId>) -> Vec<PlanValue> {
    let slots = plan.slots.keys().map(PlanValue::Slot);
    let params = plan.params.keys().map(PlanValue::Param);
    let consts = generate::tables().consts.keys().map(PlanValue::Const);
    let poison = ty.map(PlanValue::Poison);
    let all = slots.chain(params).chain(consts).chain(poison);
    all.filter(|&v| type_of(plan, v) == ty).collect()
}

/// Plans and pairs from seeds, for tests that count.
fn woven(seed: u64) -> Option<(EncodedFunction, EncodedFunction, MergePlan)> {
    let left = generate::function(&mut Tape::from_seed(seed, 400), "f", 80);
    let right = mutate::lookalike(&left, &mut Tape::from_seed(seed + 1_000_000, 100), 12);
    let sides = Sides(&[&left, &right]);
    let plan = plans::weave(sides, &mut Tape::from_seed(seed + 2_000_000, 400))?;
    Some((left, right, plan))
}

/// Whether a φ stands in a dispatch block: other φs without origin come from the plan's own branches.
fn comes_from_terminators(plan: &MergePlan, phi: &crate::plan::Slot) -> bool {
    phi.incoming().all(|(from, _)| {
        let last = plan.blocks[from].slots.last();
        last.is_some_and(|&last| plan.slots[last].copied().is_some())
    })
}

/// The properties above say nothing unless plans have selects and φs of all kinds, and runs show many of the corruptions.
#[test]
fn the_properties_are_not_vacuous() {
    let (mut plans, mut changed, mut seen, mut accepted) = (0, 0, 0, 0);
    let mut found = [false; 4];
    for seed in 0..300 {
        let Some((left, right, plan)) = woven(seed) else {
            continue;
        };
        let sides = Sides(&[&left, &right]);
        plans += 1;
        for slot in plan.slots.values() {
            found[0] |= slot.kind == SlotKind::Select;
            found[1] |= slot.kind == SlotKind::Phi(None);
            let one_sided = slot.origin().is_some_and(|origin| !origin.is_shared());
            found[2] |= slot.is_phi() && one_sided;
            found[3] |= slot.kind == SlotKind::Phi(None) && comes_from_terminators(&plan, slot);
        }
        let mut broken = plan.clone();
        corrupt(&mut broken, &mut Tape::from_seed(seed + 3_000_000, 20));
        if broken != plan {
            changed += 1;
            seen += u32::from(interpret::same_behaviour_on_all(&broken, sides, FUEL).is_err());
            accepted += u32::from(accepts(&broken, sides).is_ok());
        }
    }
    assert_eq!(found, [true; 4], "selects, repair φs, one-sided φs, φs of dispatch blocks");
    assert!(plans > 200, "{plans} plans");
    assert!(seen * 5 > changed, "a run shows {seen} of {changed} changes");
    // Some changes are none: a poison on a path that is never taken, two equal parameters, …
    assert!(accepted * 2 < changed, "{accepted} of {changed} changes were accepted");
}

/// Looks through the woven plans for a slot that `change` can break, and returns what replay says.
fn first_refusal(mut change: impl FnMut(&mut MergePlan, SlotId) -> bool) -> Vec<ReplayError> {
    let mut refusals = Vec::new();
    for (left, right, plan) in (0..120).filter_map(woven) {
        let sides = Sides(&[&left, &right]);
        for slot in plan.slots.keys() {
            let mut broken = plan.clone();
            if change(&mut broken, slot) {
                refusals.push(accepts(&broken, sides).expect_err("a broken plan is refused"));
                break;
            }
        }
    }
    assert!(refusals.len() > 3, "only {} plans could be broken so", refusals.len());
    refusals
}

fn all_are(refusals: &[ReplayError], is: impl Fn(&ReplayError) -> bool) {
    let other = refusals.iter().find(|r| !is(r));
    assert_eq!(other, None, "refused for another reason");
}

#[test]
fn exchanged_arms_are_refused() {
    let refusals = first_refusal(|plan, id| {
        let slot = &mut plan.slots[id];
        slot.operands.reverse();
        slot.kind == SlotKind::Select
    });
    all_are(&refusals, |r| {
        matches!(r, ReplayError::Value { .. } | ReplayError::IncomingValue { .. })
    });
}

#[test]
fn an_exchanged_branch_is_refused() {
    let refusals = first_refusal(|plan, id| {
        let slot = &mut plan.slots[id];
        slot.operands.reverse();
        slot.kind == SlotKind::IdBranch
    });
    all_are(&refusals, |r| matches!(r, ReplayError::Foreign { .. } | ReplayError::Order { .. }));
}

#[test]
fn a_missing_pair_is_refused() {
    let refusals = first_refusal(|plan, id| {
        let slot = &mut plan.slots[id];
        let is_phi = slot.is_phi();
        slot.operands.truncate(slot.operands.len().saturating_sub(2));
        is_phi
    });
    all_are(&refusals, |r| matches!(r, ReplayError::Incoming(_)));
}

#[test]
fn a_missing_slot_is_refused() {
    let refusals = first_refusal(|plan, id| {
        let block = plan.slots[id].block;
        plan.blocks[block].slots.retain(|&s| s != id);
        true
    });
    all_are(&refusals, |r| matches!(r, ReplayError::Listing(_)));
}

#[test]
fn exchanged_code_is_refused() {
    let is_code = |plan: &MergePlan, id: SlotId| {
        matches!(plan.slots[id].kind, SlotKind::Inst(_)) && plan.slots[id].block != plan.entry()
    };
    let refusals = first_refusal(|plan, id| {
        let slots = plan.blocks[plan.slots[id].block].slots.clone();
        let position = slots.iter().position(|&s| s == id).expect("it is listed");
        let Some(&next) = slots[..slots.len() - 1].get(position + 1) else {
            return false;
        };
        plan.blocks[plan.slots[id].block].slots.swap(position, position + 1);
        is_code(plan, id) && is_code(plan, next)
    });
    all_are(&refusals, |r| {
        use ReplayError::{Dominance, LandingPad, Order};
        matches!(r, Dominance { .. } | LandingPad(_) | Order { .. })
    });
}

#[test]
fn another_constant_is_refused() {
    let refusals = first_refusal(|plan, id| {
        let slot = &mut plan.slots[id];
        let is_code = matches!(slot.kind, SlotKind::Inst(_));
        let constant = slot.operands.iter_mut().find_map(|v| match v {
            PlanValue::Const(c) => Some(c),
            _ => None,
        });
        let Some(constant) = constant else {
            return false;
        };
        // The next of the same type: three constants of each type follow each other.
        let index = constant.index();
        *constant = ConstId::new(index - index % 3 + (index + 1) % 3);
        is_code
    });
    all_are(&refusals, |r| matches!(r, ReplayError::Value { .. }));
}

#[test]
fn an_instruction_of_one_side_cannot_be_shared() {
    let refusals = first_refusal(|plan, id| {
        let origin = plan.slots[id].copied().and_then(Origin::first);
        let Some((_, inst)) = origin.filter(|&(of, _)| of == side(0)) else { return false };
        let twin = SlotKind::Inst(Origin::one(side(1), inst));
        plan.slots[id].kind = SlotKind::Inst(Origin::all([inst, inst]));
        plan.slots.values().any(|slot| slot.kind == twin)
    });
    let expected =
        |r: &ReplayError| matches!(r, ReplayError::Origin(_) | ReplayError::SlotCount(..));
    all_are(&refusals, expected);
    // Instructions of equal keys are guarded at random, those of different keys always. So both reasons show.
    assert!(refusals.iter().any(|r| matches!(r, ReplayError::Origin(_))));
}

#[test]
fn a_wrong_parameter_is_refused() {
    let refusals = first_refusal(|plan, _| {
        let Some(param) = plan.params.values_mut().next() else {
            return false;
        };
        param.args.remove(side(1));
        true
    });
    let expected = |r: &ReplayError| {
        matches!(r, ReplayError::ParamCount(of, _) if *of == side(1))
            || matches!(r, ReplayError::Pinned(_))
    };
    all_are(&refusals, expected);
}

#[test]
fn a_wrong_return_type_is_refused() {
    let refusals = first_refusal(|plan, _| {
        plan.ret = TypeId::from_u32(1);
        true
    });
    all_are(&refusals, |r| *r == ReplayError::ReturnType);
}

mod by_hand;
mod lifetimes;
mod many;
