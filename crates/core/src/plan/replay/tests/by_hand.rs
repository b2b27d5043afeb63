//! One small plan for each rule that random corruption seldom meets.

use super::*;
use crate::ir::{BlockId, Inst, InstId, ParamAbi, Value};
use crate::plan::{PlanBlock, Slot, SlotKind};
use crate::testing::build::*;

fn shared(function: &EncodedFunction) -> MergePlan {
    let sides = Sides(&[function, function]);
    plans::weave(sides, &mut Tape::default()).expect("equal functions are woven")
}

fn says(plan: &MergePlan, function: &EncodedFunction) -> Result<(), ReplayError> {
    accepts(plan, Sides(&[function, function]))
}

fn block(number: usize) -> PlanBlockId {
    PlanBlockId::new(number)
}

fn slot(number: usize) -> SlotId {
    SlotId::new(number)
}

/// Puts a new slot into a block.
fn put(
    plan: &mut MergePlan,
    at: (usize, usize),
    kind: SlotKind,
    ty: u32,
    ops: &[PlanValue],
) -> SlotId {
    let (block, ty) = (block(at.0), TypeId::from_u32(ty));
    let id = plan.slots.push(Slot::new(block, kind, ty, ops.to_vec()));
    plan.blocks[block].slots.insert(at.1, id);
    id
}

/// A loop that computes i2 from φ i1, and uses i2 in i3.
fn loop_function() -> EncodedFunction {
    let header = vec![
        phi(I32, &[c(3), b(0), i(2), b(1)]),
        op(I32, 0, &[i(1), i(1)]),
        op(VOID, 9, &[i(2)]),
        branch(&[c(0), b(1), b(2)]),
    ];
    function(&[], VOID, vec![vec![branch(&[b(1)])], header, vec![ret(&[])]])
}

#[test]
fn a_value_of_an_older_iteration_is_refused() {
    let function = loop_function();
    let mut plan = shared(&function);
    assert_eq!(says(&plan, &function), Ok(()));
    for start in [PlanValue::Poison(TypeId::from_u32(I32)), PlanValue::Const(ConstId::new(3))] {
        let mut stale = plan.clone();
        let pairs = [
            start,
            PlanValue::Block(block(0)),
            PlanValue::Slot(slot(2)),
            PlanValue::Block(block(1)),
        ];
        let old = put(&mut stale, (1, 0), SlotKind::Phi(None), I32, &pairs);
        assert_eq!(says(&stale, &function), Ok(()), "it is there, but nobody reads it");
        stale.slots[slot(3)].operands[0] = PlanValue::Slot(old);
        let fault = ReplayError::Value { side: side(0), slot: slot(3), index: 0 };
        assert_eq!(says(&stale, &function), Err(fault));
    }
    // The φ of the function itself holds what i2 was, one iteration ago.
    plan.slots[slot(3)].operands[0] = PlanValue::Slot(slot(1));
    assert!(matches!(says(&plan, &function), Err(ReplayError::Value { .. })));
}

/// The value of a loop's last φ comes back to the first φ only after the first φ was looked at.
#[test]
fn values_are_followed_around_a_loop() {
    let header = vec![op(I32, 0, &[c(3), c(3)]), branch(&[c(0), b(2), b(3)])];
    let body = vec![branch(&[b(1)])];
    let function = function(&[], VOID, vec![vec![branch(&[b(1)])], header, body, vec![ret(&[])]]);
    let mut plan = shared(&function);
    let (start, around) = (PlanValue::Block(block(0)), PlanValue::Block(block(2)));
    let later = [PlanValue::Slot(slot(1)), PlanValue::Block(block(1))];
    let later = put(&mut plan, (2, 0), SlotKind::Phi(None), I32, &later);
    let first = [PlanValue::Const(ConstId::new(3)), start, PlanValue::Slot(later), around];
    let first = put(&mut plan, (1, 0), SlotKind::Phi(None), I32, &first);
    plan.slots[slot(1)].operands[0] = PlanValue::Slot(first);
    let fault = ReplayError::Value { side: side(0), slot: slot(1), index: 0 };
    assert_eq!(says(&plan, &function), Err(fault));
}

#[test]
fn the_identifier_is_no_operand() {
    let function = function(&[], VOID, vec![vec![op(VOID, 9, &[c(0)]), ret(&[])]]);
    let mut plan = shared(&function);
    plan.slots[slot(0)].operands[0] = PlanValue::Id;
    assert!(matches!(says(&plan, &function), Err(ReplayError::Value { .. })));
}

#[test]
fn a_silent_circle_is_refused() {
    let function = function(&[], VOID, vec![vec![ret(&[])]]);
    let sides = Sides(&[&function, &function]);
    let mut plan = plans::side_by_side(sides).expect("nothing hinders");
    let circle = plan.blocks.push(Default::default());
    let ways = [circle, block(1)].map(PlanValue::Block);
    put(&mut plan, (circle.index(), 0), SlotKind::IdBranch, VOID, &ways);
    let entry = *plan.blocks[block(0)].slots.last().expect("it ends in a branch");
    plan.slots[entry].operands[0] = PlanValue::Block(circle);
    let fault = ReplayError::SilentLoop { side: side(0), block: circle };
    assert_eq!(accepts(&plan, sides), Err(fault));
}

#[test]
fn an_operand_that_must_be_the_same_is_not_selected() {
    let uses = |n| {
        let body = vec![alloca(), alloca(), rigid(VOID, 50, &[i(n)]), ret(&[])];
        function(&[], VOID, vec![body])
    };
    let (left, right) = (uses(0), uses(1));
    let sides = Sides(&[&left, &right]);
    let plan = plans::weave(sides, &mut Tape::default()).expect("they have the same shape");
    assert!(plan.slots.values().any(|s| s.kind == SlotKind::Select));
    assert_eq!(accepts(&plan, sides), Err(ReplayError::Mode { slot: slot(2), index: 0 }));
}

#[test]
fn an_operand_that_must_be_the_same_may_be_carried_by_a_phi_but_not_mixed_by_it() {
    let join = vec![rigid(VOID, 50, &[a(0)]), ret(&[])];
    let arm = || vec![branch(&[b(3)])];
    let entry = vec![branch(&[b(1), b(2)])];
    let function = function(&[PTR, PTR], VOID, vec![entry, arm(), arm(), join]);
    let with_phi = |from_arms: [u32; 2]| {
        let mut plan = shared(&function);
        let [one, two] = from_arms.map(|n| PlanValue::Param(PlanParamId::from_u32(n)));
        let pairs = [one, PlanValue::Block(block(1)), two, PlanValue::Block(block(2))];
        let copy = put(&mut plan, (3, 0), SlotKind::Phi(None), PTR, &pairs);
        plan.slots[slot(3)].operands[0] = PlanValue::Slot(copy);
        says(&plan, &function)
    };
    assert_eq!(with_phi([0, 0]), Ok(()));
    assert_eq!(with_phi([0, 1]), Err(ReplayError::Mode { slot: slot(3), index: 0 }));
}

#[test]
fn a_static_alloca_stays_in_the_entry() {
    let function = function(&[], VOID, vec![vec![alloca(), branch(&[b(1)])], vec![ret(&[])]]);
    let mut plan = shared(&function);
    assert_eq!(says(&plan, &function), Ok(()));
    plan.blocks[block(0)].slots.remove(0);
    plan.blocks[block(1)].slots.insert(0, slot(0));
    plan.slots[slot(0)].block = block(1);
    assert_eq!(says(&plan, &function), Err(ReplayError::Place(slot(0))));
}

#[test]
fn phis_run_on_every_edge() {
    let arms = vec![vec![branch(&[b(3)])], vec![branch(&[b(3)])]];
    let join = vec![phi(I32, &[c(3), b(1), c(4), b(2)]), ret(&[])];
    let start = vec![vec![branch(&[c(0), b(1), b(2)])]];
    let function = function(&[], VOID, [start, arms, vec![join]].concat());
    let mut plan = shared(&function);
    // The φ moves to a block of its own, on one of the two edges.
    let own = plan.blocks.push(Default::default());
    put(&mut plan, (own.index(), 0), SlotKind::Jump, VOID, &[PlanValue::Block(block(3))]);
    plan.slots[slot(1)].operands[0] = PlanValue::Block(own);
    plan.blocks[block(3)].slots.remove(0);
    plan.blocks[own].slots.insert(0, slot(3));
    plan.slots[slot(3)].block = own;
    plan.slots[slot(3)].operands.truncate(2);
    let (side, target) = (side(0), BlockId::new(3));
    let fault = ReplayError::Phis { side, block: block(2), target };
    assert_eq!(says(&plan, &function), Err(fault));
}

/// Two terminators with the same pair of targets share a dispatch block, whose φ tells them apart.
#[test]
fn a_shared_dispatch_block_is_proved() {
    let build = |swapped: bool| {
        let (x, y) = if swapped { (b(4), b(3)) } else { (b(3), b(4)) };
        let fork = vec![branch(&[a(0), b(1), b(2)])];
        let heads = [[c(3), b(1), c(4), b(2)], [c(4), b(1), c(5), b(2)]];
        let heads = heads.map(|pairs| vec![phi(I32, &pairs), ret(&[])]).to_vec();
        let arm = |key| vec![op(VOID, key, &[c(6)]), branch(&[a(1), x, y])];
        function(&[I1, I1], VOID, [vec![fork, arm(9), arm(10)], heads].concat())
    };
    let (left, right) = (build(false), build(true));
    let sides = Sides(&[&left, &right]);
    let mut plan = plans::weave(sides, &mut Tape::default()).expect("they have the same shape");
    assert_eq!(accepts(&plan, sides), Ok(()));
    let is_dispatch_phi = |s: &Slot| s.kind == SlotKind::Phi(None) && s.operands.len() == 4;
    let phi = plan.slots.iter().find(|(_, s)| is_dispatch_phi(s)).map(|(id, _)| id);
    plan.slots[phi.expect("the targets take other values from each arm")].operands.swap(0, 2);
    assert!(matches!(accepts(&plan, sides), Err(ReplayError::IncomingValue { .. })));
}

#[test]
fn a_return_without_a_value_gives_poison_and_nothing_else() {
    let left = function(&[], VOID, vec![vec![ret(&[])]]);
    let right = function(&[], I32, vec![vec![ret(&[c(3)])]]);
    let sides = Sides(&[&left, &right]);
    let mut plan = plans::side_by_side(sides).expect("nothing hinders");
    assert_eq!(accepts(&plan, sides), Ok(()));
    plan.slots[slot(0)].operands[0] = PlanValue::Const(ConstId::new(3));
    assert_eq!(accepts(&plan, sides), Err(ReplayError::OperandCount(slot(0))));
}

#[test]
fn an_invokes_result_is_there_on_its_first_edge_alone() {
    let reads = |n| vec![op(VOID, 9, &[n]), ret(&[])];
    let function = function(&[], VOID, vec![calls(), reads(i(0)), catches(c(3))]);
    let mut plan = shared(&function);
    assert_eq!(says(&plan, &function), Ok(()));
    plan.slots[slot(4)].operands[0] = PlanValue::Slot(slot(0));
    let fault = ReplayError::Dominance { user: slot(4), used: slot(0) };
    assert_eq!(says(&plan, &function), Err(fault));
}

/// An entry that goes on in block 1, or unwinds to block 2.
fn calls() -> Vec<Inst> {
    vec![invoke(&[c(3), b(1), b(2)])]
}

fn catches(value: Value) -> Vec<Inst> {
    vec![landing_pad(c(9)), op(VOID, 9, &[value]), ret(&[])]
}

#[test]
fn landing_pads_come_first_and_are_entered_by_unwind_edges() {
    let function = function(&[], VOID, vec![calls(), vec![ret(&[])], catches(c(3))]);
    let says_of = |change: &dyn Fn(&mut MergePlan)| {
        let mut plan = shared(&function);
        change(&mut plan);
        says(&plan, &function)
    };
    assert_eq!(says_of(&|_| ()), Ok(()));
    let [normal, unwind] = [1, 2].map(|n| PlanValue::Block(block(n)));
    let pad = Err(ReplayError::LandingPad(slot(2)));
    assert_eq!(says_of(&|p| p.slots[slot(0)].operands.swap(1, 2)), pad);
    assert_eq!(says_of(&|p| p.slots[slot(0)].operands[1] = unwind), pad);
    assert_eq!(says_of(&|p| p.blocks[block(2)].slots.swap(0, 1)), pad);
    let invoke = Err(ReplayError::Invoke(slot(0)));
    assert_eq!(says_of(&|p| p.slots[slot(0)].operands[2] = normal), invoke);
    // A block between an invoke and its landing pad.
    let between = |plan: &mut MergePlan| {
        let between = plan.blocks.push(PlanBlock::default());
        put(plan, (between.index(), 0), SlotKind::Jump, VOID, &[unwind]);
        plan.slots[slot(0)].operands[2] = PlanValue::Block(between);
    };
    assert_eq!(says_of(&between), invoke);
}

#[test]
fn pinned_parameters_stay_in_place() {
    let mut function = function(&[PTR, PTR], VOID, vec![vec![ret(&[])]]);
    function.params[ArgId::new(0)].abi = ParamAbi { attrs: 1, pinned: true, by_stack: false };
    let mut plan = shared(&function);
    assert_eq!(says(&plan, &function), Ok(()));
    let first = plan.params[PlanParamId::new(0)].clone();
    plan.params[PlanParamId::new(0)] = plan.params[PlanParamId::new(1)].clone();
    plan.params[PlanParamId::new(1)] = first;
    assert_eq!(says(&plan, &function), Err(ReplayError::Pinned(PlanParamId::new(1))));
}

#[test]
fn what_may_never_be_merged_is_not() {
    let mut function = function(&[], VOID, vec![vec![op(VOID, 9, &[]), ret(&[])]]);
    let plan = shared(&function);
    assert_eq!(says(&plan, &function), Ok(()));
    function.insts[InstId::new(0)].key = crate::key::MergeKey::NEVER;
    assert_eq!(says(&plan, &function), Err(ReplayError::Origin(slot(0))));
}

#[test]
fn a_phi_of_a_type_that_cannot_be_selected_is_refused() {
    let token = 6;
    let body = vec![vec![op(token, 11, &[]), branch(&[b(1)])], vec![ret(&[])]];
    let function = function(&[], VOID, body);
    let mut plan = shared(&function);
    let pairs = [PlanValue::Slot(slot(0)), PlanValue::Block(block(0))];
    let phi = put(&mut plan, (1, 0), SlotKind::Phi(None), token, &pairs);
    assert_eq!(says(&plan, &function), Err(ReplayError::Type(phi)));
}

#[test]
fn broken_ids_are_errors() {
    let function = loop_function();
    let plan = shared(&function);
    let broken = |change: &dyn Fn(&mut MergePlan)| {
        let mut plan = plan.clone();
        change(&mut plan);
        says(&plan, &function).expect_err("it is broken")
    };
    let out = PlanValue::Slot(slot(99));
    let fault = ReplayError::Operand { slot: slot(3), index: 0 };
    assert_eq!(broken(&|p| p.slots[slot(3)].operands[0] = out), fault);
    assert_eq!(
        broken(&|p| p.blocks[block(1)].slots.push(slot(99))),
        ReplayError::Listing(slot(99))
    );
    let origin = SlotKind::Inst(Origin::one(side(0), InstId::new(99)));
    assert_eq!(broken(&|p| p.slots[slot(3)].kind = origin.clone()), ReplayError::Origin(slot(3)));
    assert_eq!(broken(&|p| p.blocks.clear()), ReplayError::NoBlocks);
    assert_eq!(
        broken(&|p| {
            p.blocks.push(Default::default());
        }),
        ReplayError::NoTerminator(block(3))
    );
}

#[test]
fn an_edge_runs_the_phis_of_its_own_target() {
    let fork = vec![branch(&[c(0), b(1), b(2)])];
    let arm = || vec![phi(I32, &[c(3), b(0)]), ret(&[])];
    let function = function(&[], VOID, vec![fork, arm(), arm()]);
    let mut plan = shared(&function);
    assert_eq!(says(&plan, &function), Ok(()));
    // Both arms still run one φ, but each runs the other's.
    let kind = plan.slots[slot(1)].kind.clone();
    plan.slots[slot(1)].kind = plan.slots[slot(3)].kind.clone();
    plan.slots[slot(3)].kind = kind;
    let (side, target) = (side(0), BlockId::new(1));
    let fault = ReplayError::Phis { side, block: block(0), target };
    assert_eq!(says(&plan, &function), Err(fault));
}

/// Two functions that add their parameters: in this order, and in that.
fn sums(commutes: [bool; 2]) -> [EncodedFunction; 2] {
    [[a(0), a(1)], [a(1), a(0)]].map(|values| {
        let mut sum = op(I32, 0, &values);
        sum.commutes = commutes[usize::from(values[0] == a(1))];
        function(&[I32, I32], I32, vec![vec![sum, ret(&[i(0)])]])
    })
}

/// The plan that shares everything, with the sum commuted and without selects.
fn crossed_sum(left: &EncodedFunction) -> MergePlan {
    let mut plan = shared(left);
    plan.slots[slot(0)].commuted = vec![side(1)];
    plan
}

#[test]
fn operands_may_be_crossed_where_both_sides_commute() {
    let [left, right] = sums([true; 2]);
    let sides = Sides(&[&left, &right]);
    assert_eq!(accepts(&crossed_sum(&left), sides), Ok(()));
    assert_eq!(interpret::same_behaviour_on_all(&crossed_sum(&left), sides, FUEL), Ok(()));
    let straight = shared(&left);
    let fault = ReplayError::Value { side: side(1), slot: slot(0), index: 0 };
    assert_eq!(accepts(&straight, sides), Err(fault));
    // A slot that is marked as commuted, and is not, is wrong too.
    let itself = Sides(&[&left, &left]);
    assert_eq!(accepts(&crossed_sum(&left), itself), Err(fault));
}

#[test]
fn operands_may_not_be_crossed_where_one_side_does_not_commute() {
    for commutes in [[false, false], [true, false], [false, true]] {
        let [left, right] = sums(commutes);
        let sides = Sides(&[&left, &right]);
        let fault = ReplayError::Commuted(slot(0));
        assert_eq!(accepts(&crossed_sum(&left), sides), Err(fault));
    }
}

#[test]
fn what_one_side_has_alone_is_not_crossed() {
    let [left, right] = sums([true; 2]);
    let sides = Sides(&[&left, &right]);
    let plan = plans::side_by_side(sides).expect("nothing hinders");
    assert_eq!(accepts(&plan, sides), Ok(()));
    for slot in plan.slots.keys() {
        let mut commuted = plan.clone();
        commuted.slots[slot].commuted = vec![side(1)];
        assert_eq!(accepts(&commuted, sides), Err(ReplayError::Commuted(slot)));
    }
}

#[test]
fn only_the_first_two_operands_are_crossed() {
    let functions = [[a(0), a(1), a(2)], [a(1), a(0), a(2)], [a(2), a(1), a(0)]].map(|values| {
        let fma = commuting(I32, 0, &values);
        function(&[I32; 3], I32, vec![vec![fma, ret(&[i(0)])]])
    });
    assert_eq!(
        accepts(&crossed_sum(&functions[0]), Sides(&[&functions[0], &functions[1]])),
        Ok(())
    );
    let fault = ReplayError::Value { side: side(1), slot: slot(0), index: 0 };
    assert_eq!(
        accepts(&crossed_sum(&functions[0]), Sides(&[&functions[0], &functions[2]])),
        Err(fault)
    );
}

/// An address, code, and the use of the address; the plan computes it again for the use.
fn computed_again() -> (EncodedFunction, MergePlan, SlotId) {
    let address = rematerializable(PTR, 7, &[a(0), c(3)]);
    let body = vec![address, op(VOID, 9, &[a(0)]), op(VOID, 10, &[i(0)]), ret(&[])];
    let function = function(&[PTR], VOID, vec![body]);
    let mut plan = shared(&function);
    let user =
        plan.slots.keys().find(|&id| plan.slots[id].operands[..] == [PlanValue::Slot(slot(0))]);
    let user = user.expect("something uses the address");
    let origin = plan.slots[slot(0)].origin().expect("it is a copy").clone();
    let operands = plan.slots[slot(0)].operands.to_vec();
    let at = plan.slots[user].block.index();
    let position = plan.blocks[block(at)].slots.iter().position(|&id| id == user);
    let position = position.expect("it is listed");
    let again = put(&mut plan, (at, position), SlotKind::Rematerialized(origin), PTR, &operands);
    plan.slots[user].operands[0] = PlanValue::Slot(again);
    (function, plan, again)
}

#[test]
fn what_floats_may_be_computed_again() {
    let (function, plan, _) = computed_again();
    assert_eq!(says(&plan, &function), Ok(()));
    let sides = Sides(&[&function, &function]);
    assert_eq!(interpret::same_behaviour_on_all(&plan, sides, FUEL), Ok(()));
}

#[test]
fn what_does_not_float_is_not_computed_again() {
    let (mut function, plan, again) = computed_again();
    function.insts[InstId::new(0)].rematerializable = false;
    assert_eq!(says(&plan, &function), Err(ReplayError::Origin(again)));
}

#[test]
fn what_is_computed_again_of_something_else_is_refused() {
    let (function, mut plan, again) = computed_again();
    plan.slots[again].operands[1] = PlanValue::Const(ConstId::new(4));
    let fault = ReplayError::Value { side: side(0), slot: again, index: 1 };
    assert_eq!(says(&plan, &function), Err(fault));
}

#[test]
fn what_is_computed_again_takes_no_instructions_place() {
    let (function, mut plan, _) = computed_again();
    let origin = plan.slots[slot(0)].origin().expect("it is a copy").clone();
    plan.slots[slot(0)].kind = SlotKind::Rematerialized(origin);
    let fault = ReplayError::SlotCount(side(0), InstId::new(0));
    assert_eq!(says(&plan, &function), Err(fault));
}

/// In the loop, the address is computed from the φ of the present turn; behind the loop, from that of the last turn. If it
/// is computed again before the loop, it is that of an older value.
#[test]
fn what_is_computed_again_of_an_older_turn_is_refused() {
    let header = vec![
        phi(PTR, &[a(0), b(0), i(2), b(1)]),
        rematerializable(PTR, 7, &[i(1), c(3)]),
        branch(&[c(0), b(1), b(2)]),
    ];
    let blocks = vec![vec![branch(&[b(1)])], header, vec![op(VOID, 9, &[i(2)]), ret(&[])]];
    let function = function(&[PTR], VOID, blocks);
    let mut plan = shared(&function);
    let origin = plan.slots[slot(2)].origin().expect("it is a copy").clone();
    let operands = plan.slots[slot(2)].operands.to_vec();
    let right = put(&mut plan, (2, 0), SlotKind::Rematerialized(origin.clone()), PTR, &operands);
    let user = plan.blocks[block(2)].slots[1];
    plan.slots[user].operands[0] = PlanValue::Slot(right);
    assert_eq!(says(&plan, &function), Ok(()));
    // Before the loop it can only be computed from the value that the φ has in the first turn.
    let mut stale = plan.clone();
    let PlanValue::Param(_) = stale.slots[slot(1)].operands[0] else {
        panic!("the loop begins with it")
    };
    let operands = [stale.slots[slot(1)].operands[0], operands[1]];
    let early = put(&mut stale, (0, 0), SlotKind::Rematerialized(origin), PTR, &operands);
    stale.slots[user].operands[0] = PlanValue::Slot(early);
    let fault = ReplayError::Value { side: side(0), slot: early, index: 0 };
    assert_eq!(says(&stale, &function), Err(fault));
}
