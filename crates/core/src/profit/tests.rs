//! Each price has a pair of functions whose merge needs just that; the prices themselves are fitted, and
//! tests ask only that they stand in the right place.

use super::*;
use crate::align::{AlignParams, align};
use crate::ir::{BlockId, Call};
use crate::plan::{self, PlanOptions};
use crate::price::X86_64;
use crate::speed::Frequency;
use crate::stack::FrameSize;
use crate::testing::build::*;
use crate::testing::generate;

/// A straight line of `length` instructions on the first parameter, then `last`, then `ret`.
fn line(length: usize, last: Vec<Inst>) -> EncodedFunction {
    let mut insts: Vec<Inst> = (0..length).map(|k| op(I32, k as u32, &[a(0), a(0)])).collect();
    insts.extend(last);
    insts.push(ret(&[]));
    function(&[I32, I32], VOID, vec![insts])
}

/// A store of two values.
fn store(values: [Value; 2]) -> Inst {
    op(VOID, 90, &values)
}

fn local(mut function: EncodedFunction, call_sites: u32) -> EncodedFunction {
    function.uses.removable = true;
    function.uses.call_sites = call_sites;
    function
}

fn merge(left: &EncodedFunction, right: &EncodedFunction) -> MergePlan {
    // No price stands in the way of a match: what is tested is the estimate.
    let params = AlignParams { gap: 0, select: 0, ..AlignParams::default() };
    let alignment = align(left, right, &params);
    let plan =
        plan::build(Sides(&[left, right]), &alignment, &generate::tables(), PlanOptions::default());
    plan.expect("a pair made by hand can be merged")
}

fn merged(left: &EncodedFunction, right: &EncodedFunction) -> Tally {
    Tally::merged(&merge(left, right), Sides(&[left, right]))
}

fn estimate(left: &EncodedFunction, right: &EncodedFunction, keep_thunks: bool) -> Estimate {
    let plan = merge(left, right);
    X86_64.estimate(&plan, Sides(&[left, right]), Registers::default(), keep_thunks)
}

#[test]
fn a_function_counts_units_and_constants_but_not_those_of_free_instructions() {
    let mut free = op(PTR, 91, &[a(0), c(0)]);
    free.cost = 0;
    let mut fixed = rigid(I32, 92, &[c(1)]);
    fixed.cost = 3;
    let tally = Tally::function(&line(2, vec![store([a(0), c(1)]), free, fixed]));
    assert_eq!(tally, Tally { units: 2 + 1 + 3 + 1, constants: 1, params: 2, ..Tally::default() });
}

#[test]
fn equal_functions_become_what_one_of_them_is() {
    let one = local(line(5, vec![store([a(0), c(1)])]), 1);
    assert_eq!(merged(&one, &one), Tally::function(&one));
}

#[test]
fn a_select_is_counted_by_its_constants_which_are_no_operands_any_more() {
    let tally = |l, r| {
        let [left, right] = [l, r].map(|value| local(line(4, vec![store([a(0), value])]), 1));
        merged(&left, &right)
    };
    assert_eq!(tally(c(3), c(4)).selects, [0, 0, 1]);
    assert_eq!(tally(c(3), a(0)).selects, [0, 1, 0]);
    assert_eq!(tally(a(0), a(1)).selects, [1, 0, 0]);
    assert_eq!(tally(c(3), c(4)).constants, 0);
    assert_eq!(tally(c(3), c(4)).params, 3);
    assert_eq!(tally(c(3), c(3)), Tally::function(&line(4, vec![store([a(0), c(3)])])));
}

#[test]
fn code_of_one_side_is_guarded_by_a_branch_and_a_jump() {
    let extra = vec![op(VOID, 95, &[a(1)]), op(VOID, 96, &[a(1)])];
    let tail = [op(VOID, 97, &[a(0)]), op(VOID, 98, &[a(0)])];
    let left = line(4, tail.to_vec());
    let right = line(4, [extra, tail.to_vec()].concat());
    let tally = merged(&left, &right);
    assert_eq!((tally.id_branches, tally.jumps), (1, 1));
    assert_eq!(tally.units, Tally::function(&right).units);
}

#[test]
fn a_placed_phi_costs_its_values_beyond_the_first() {
    let phi = |values: &[PlanValue]| {
        let block = PlanValue::Block(crate::plan::PlanBlockId::from_u32(0));
        let operands: Vec<PlanValue> = values.iter().flat_map(|&v| [v, block]).collect();
        let (kind, ty) = (SlotKind::Phi(None), crate::ir::TypeId::from_u32(I32));
        let block = crate::plan::PlanBlockId::from_u32(0);
        let tally = Tally::placed_phi(&Slot::new(block, kind, ty, operands));
        (tally.copies, tally.copy_constants)
    };
    let poison = PlanValue::Poison(crate::ir::TypeId::from_u32(I32));
    let constant = PlanValue::Const(crate::ir::ConstId::from_u32(3));
    assert_eq!(phi(&[poison, poison]), (0, 0));
    assert_eq!(phi(&[PlanValue::Id, poison]), (0, 0));
    assert_eq!(phi(&[constant, poison]), (0, 0));
    assert_eq!(phi(&[constant, PlanValue::Id, PlanValue::Id]), (2, 1));
}

#[test]
fn each_call_of_a_local_function_pays_for_the_identifier_and_more_on_the_right() {
    let body = |constant| line(40, vec![store([a(0), c(constant)])]);
    let gain = |l, r| {
        let (left, right) = (local(body(3), l), local(body(4), r));
        estimate(&left, &right, false).gain()
    };
    let ten = |side| (X86_64.identifier(side) * 10).bytes.floor();
    assert_eq!(gain(0, 0) - gain(10, 0), ten(0));
    assert_eq!(gain(0, 0) - gain(0, 10), ten(1));
    assert!(gain(10, 0) > gain(0, 10));
}

#[test]
fn calls_of_equal_functions_pay_for_nothing() {
    let gain = |calls| {
        let one = local(line(40, vec![]), calls);
        estimate(&one, &one, false).gain()
    };
    assert_eq!(gain(10), gain(0));
}

#[test]
fn an_argument_that_no_longer_fits_in_registers_is_paid_for_at_each_call() {
    let with_params = |count: usize, constant| {
        let code = (0..40).map(|k| op(I32, k, &[a(0)]));
        let end = [store([a(0), c(constant)]), ret(&[])];
        local(function(&vec![I32; count], VOID, vec![code.chain(end).collect()]), 10)
    };
    let gain = |count| estimate(&with_params(count, 3), &with_params(count, 4), false).gain();
    assert_eq!(gain(5) - gain(6), (X86_64.stack_argument * 20).bytes.floor());
    assert_eq!(gain(6), gain(7));
}

#[test]
fn a_thunk_that_passes_more_by_the_stack_than_it_gets_is_no_jump_and_keeps_its_entry() {
    let with_params = |count: usize, constant| {
        let end = [store([a(0), c(constant)]), ret(&[])];
        let code: Vec<_> = (0..40).map(|k| op(I32, k, &[a(0)])).chain(end).collect();
        let mut body = local(function(&vec![I32; count], VOID, vec![code]), 1);
        body.uses.bare_thunk = true;
        body
    };
    let gain = |count| estimate(&with_params(count, 3), &with_params(count, 4), true).gain();
    let framed = X86_64.framed_thunk + X86_64.stack_argument;
    let more = (framed.bytes - X86_64.bare_thunk.bytes) * 2;
    assert_eq!(gain(5) - gain(6), more.floor());
    assert!(more > (X86_64.thunk.bytes - X86_64.bare_thunk.bytes) * 2);
    // Where one more argument went by the stack before, the same holds for the identifier behind it.
    assert_eq!(gain(6), gain(7));
}

#[test]
fn thunks_eat_up_what_small_functions_save() {
    let saves = |length, keep| {
        let body = local(line(length, vec![]), 1);
        estimate(&body, &body, keep).gain() > Bytes::ZERO
    };
    assert!(saves(4, false) && saves(40, true));
    assert!(!saves(4, true));
}

#[test]
fn thunks_without_unwind_entries_leave_more() {
    let saves = |bare_thunk| {
        let mut body = local(line(8, vec![]), 1);
        body.uses.bare_thunk = bare_thunk;
        [true, false].map(|keep| estimate(&body, &body, keep).gain())
    };
    let entry = X86_64.thunk.bytes - X86_64.bare_thunk.bytes;
    let ([with, calls], [without, same_calls]) = (saves(false), saves(true));
    assert_eq!(without - with, (entry * 2).floor());
    assert_eq!(calls, same_calls);
}

#[test]
fn what_would_be_inlined_has_no_entry_of_its_own_and_no_call() {
    let gain = |inlined| {
        let mut body = local(line(20, vec![]), 1);
        body.uses.inlined = inlined;
        estimate(&body, &body, false).gain()
    };
    let call = X86_64.unit + X86_64.parameter * 2;
    assert_eq!(gain(false) - gain(true), ((X86_64.function + call) * 2).bytes.ceil());
}

#[test]
fn strangers_do_not_pay() {
    let left = local(line(12, vec![]), 1);
    let mut insts: Vec<Inst> = (40..52).map(|k| op(I32, k, &[a(0), a(0)])).collect();
    insts.push(op(I32, 3, &[a(0), a(0)]));
    insts.extend((60..72).map(|k| op(I32, k, &[a(0), a(0)])));
    insts.push(ret(&[]));
    let right = local(function(&[I32, I32], VOID, vec![insts]), 1);
    assert!(estimate(&left, &right, false).gain() < Bytes::ZERO);
}

#[test]
fn a_choice_costs_time_as_often_as_its_block_runs() {
    let looping = |constant, times| {
        let inside =
            [op(I32, 50, &[a(0)]), store([i(41), c(constant)]), branch(&[a(1), b(1), b(2)])];
        let head = (0..40).map(|k| op(I32, k, &[a(0), a(0)])).chain([branch(&[b(1)])]).collect();
        let mut function = function(&[I32, I1], VOID, vec![head, inside.to_vec(), vec![ret(&[])]]);
        function.blocks[BlockId::from_u32(1)].frequency = Frequency::of(times, 1);
        local(function, 1)
    };
    // A value that the loop computes is chosen in it, a constant before it.
    let chosen = |right: &dyn Fn(u64) -> EncodedFunction, times| {
        let estimate = estimate(&looping(3, times), &right(times), false);
        estimate.executed() - X86_64.identifier(1).executed
    };
    let constants = |times| chosen(&|times| looping(4, times), times);
    let computed = |times| {
        let with = |times| {
            let mut function = looping(4, times);
            let store = function.insts.values_mut().find(|inst| inst.key.0 == 90);
            store.expect("there is one").operands[1].value = i(41);
            function
        };
        chosen(&with, times)
    };
    assert_eq!([1, 100].map(constants), [X86_64.select[2].executed; 2]);
    assert_eq!(computed(100), X86_64.select[1].executed * 100);
}

#[test]
fn what_a_call_executes_counts_loops_and_callees() {
    let call = Inst { call: Some(crate::ir::Call::Plain), ..op(VOID, 60, &[a(0)]) };
    let mut function = function(
        &[I32],
        VOID,
        vec![vec![branch(&[b(1)])], vec![call, branch(&[a(0), b(1), b(2)])], vec![ret(&[])]],
    );
    let once = X86_64.executed(&function);
    function.blocks[BlockId::from_u32(1)].frequency = Frequency::of(10, 1);
    let more = X86_64.unit.executed * 2 + X86_64.callee.executed;
    assert_eq!(once.executed, once.once);
    let looping = OneCall { executed: once.executed + more * 9, ..once };
    assert_eq!(X86_64.executed(&function), looping);
}

/// Computes seven values and calls; uses `count` of the values after the call.
fn holding(count: usize) -> EncodedFunction {
    let values = (0..7).map(|k| op(I32, k, &[a(0)]));
    let call = Inst { call: Some(Call::Plain), ..op(VOID, 60, &[a(0)]) };
    let uses = (0..count).map(|k| op(VOID, 20 + k as u32, &[i(k)]));
    let body = values.chain([call]).chain(uses).chain([ret(&[])]).collect();
    let function = function(&[I32], VOID, vec![body]);
    EncodedFunction { frame: function.frame_size(&generate::tables()), ..function }
}

/// A small function, merged with one that keeps many values across calls, saves and restores the registers of that
/// one at each call.
#[test]
fn a_function_that_held_nothing_pays_for_the_registers_of_the_other_at_each_call() {
    let [few, many] = [0, 4].map(holding);
    assert_eq!([&few, &many].map(|f| Tally::function(f).across_calls), [0, 4]);
    let plan = merge(&few, &many);
    let across_calls = Tally::merged(&plan, Sides(&[&few, &many])).across_calls;
    assert!(across_calls >= 4);
    assert_eq!(X86_64.saves(&plan, &few), X86_64.callee_saved_for(across_calls).executed);
    assert_eq!(X86_64.saves(&plan, &many), X86_64.callee_saved_for(across_calls - 4).executed);
    let alone = X86_64.estimate(&plan, Sides(&[&few, &many]), Registers::default(), true);
    let added = |side| alone.added.on(SideId::new(side)).expect("both sides run");
    assert!(added(0) > X86_64.callee_saved_for(across_calls).executed && added(0) > added(1));
}

#[test]
fn functions_that_hold_the_same_values_save_the_registers_once() {
    let gain = |frame| {
        let one = EncodedFunction { frame, ..local(holding(4), 0) };
        let plan = MergePlan { frame, ..merge(&one, &one) };
        X86_64.estimate(&plan, Sides(&[&one, &one]), Registers::default(), false).gain()
    };
    let [none, four] =
        [0, 4].map(|values| gain(FrameSize { across_calls: values, ..FrameSize::default() }));
    assert_eq!(four - none, X86_64.callee_saved_for(4).bytes.floor());
    // Values beyond the registers are spilled.
    assert_eq!(X86_64.callee_saved_for(7), X86_64.callee_saved_for(6));
}
