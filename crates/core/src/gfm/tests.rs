//! Plans for groups, by hand and against what they must mean: with a member's arguments, the body has the
//! constants of that member.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use cranelift_entity::PrimaryMap;
use proptest::prelude::*;

use super::parameters::cut;
use super::*;
use crate::canon::timing::{Operation, TimedUse};
use crate::canon::{ConstantMode, ConstantUse};
use crate::ir::Uses;
use crate::policy::{self, TimePolicy, Tolerance};
use crate::price::{Bytes, Executed, OneCall, Price, Tenths, TimedBlock, X86_64};
use crate::speed::{Frequency, Heat, Runs};

/// Addresses are numbered from here; below it are integers of 64 bits with the value of their number, from
/// 50 on integers of 32 bits with the value of their number less 50.
const ADDRESSES: u32 = 100;
/// The address of function n is this number plus n.
const FUNCTIONS: u32 = 200;
/// Something that cannot be passed.
const UNFIT: u32 = 300;

fn constants() -> PrimaryMap<CanonicalConst, ArgumentInfo> {
    let info = |n: u32| match n {
        0..50 => ArgumentInfo { shape: Shape::Integer(64), value: Some(n.into()), in_table: None },
        50..ADDRESSES => ArgumentInfo {
            shape: Shape::Integer(32),
            value: Some(i64::from(n) - 50),
            in_table: None,
        },
        ADDRESSES..UNFIT => ArgumentInfo {
            shape: Shape::Pointer,
            value: None,
            in_table: Some(AddressForm::ShortDistance),
        },
        _ => ArgumentInfo { shape: Shape::Unfit, value: None, in_table: None },
    };
    (0..UNFIT + 10).map(info).collect()
}

/// A place is a callee when its first member's constant is a function.
fn function(row: &[u32], callees: &[bool]) -> CanonicalFunction {
    let uses = row.iter().zip(callees).zip(0..).map(|((&value, &callee), operand)| ConstantUse {
        value: CanonicalConst::from_u32(value),
        mode: if callee { ConstantMode::Callee } else { ConstantMode::Variable },
        instruction: 0,
        operand,
    });
    CanonicalFunction {
        name: String::new(),
        code: 1,
        promises: 0,
        kinds: Box::new([]),
        constants: uses.collect(),
        size: 40,
        uses: Uses { removable: false, call_sites: 2, ..Uses::default() },
    }
}

fn forms(rows: &[Vec<u32>]) -> Vec<CanonicalFunction> {
    let callees: Vec<bool> = rows[0].iter().map(|&v| (FUNCTIONS..UNFIT).contains(&v)).collect();
    rows.iter().map(|row| function(row, &callees)).collect()
}

/// Of functions whose time is of no interest.
fn members(forms: &[CanonicalFunction], removable: bool) -> Vec<Member<'_>> {
    static NOTHING: LazyLock<Timing> = LazyLock::new(Timing::default);
    let member = |(form, n): (_, u32)| Member {
        id: FuncId::from_u32(n),
        form,
        timing: &NOTHING,
        own_address: Some(CanonicalConst::from_u32(FUNCTIONS + n)),
        removable,
        folds_with: None,
    };
    forms.iter().zip(0..).map(member).collect()
}

/// Usual limits.
pub(crate) const LIMITS: Limits = Limits {
    parameters: 4,
    free: Registers { integers: 6, floats: 8, bits: 64, ..Registers::X86_64 },
    tables: false,
    tabled_callees: true,
    min_gain: Bytes::ZERO,
    time: ANY_TIME,
    force: false,
};

const ANY_TIME: TimePolicy = TimePolicy::ANY;

/// The forms of these rows, with calls that must not become indirect.
fn direct_forms(rows: &[Vec<u32>]) -> Vec<CanonicalFunction> {
    let mut forms = forms(rows);
    for constant in forms.iter_mut().flat_map(|form| &mut form.constants) {
        if constant.mode == ConstantMode::Callee {
            constant.mode = ConstantMode::Direct;
        }
    }
    forms
}

fn plan_rows(rows: &[Vec<u32>], units: u64, limits: &Limits) -> Vec<Plan> {
    plan_forms(&forms(rows), units, limits)
}

fn plan_forms(forms: &[CanonicalFunction], units: u64, limits: &Limits) -> Vec<Plan> {
    let (members, constants) = (members(forms, false), constants());
    let class = Class { members: &members, constants: &constants, units };
    plans(&class, limits, &X86_64)
}

/// The members of each plan, with the places of each parameter and the self-calls.
type Short = Vec<(Vec<u32>, Vec<Vec<u32>>, Vec<u32>)>;

fn short(plans: &[Plan]) -> Short {
    let one = |plan: &Plan| {
        let members = plan.members.iter().map(|m| m.as_u32()).collect();
        let places = plan.parameters.iter().map(|p| p.places.clone()).collect();
        (members, places, plan.self_calls.clone())
    };
    plans.iter().map(one).collect()
}

fn planned(rows: &[Vec<u32>]) -> Short {
    short(&plan_rows(rows, 100, &LIMITS))
}

#[test]
fn equal_sequences_share_a_parameter() {
    // The example of the paper, figure 6.
    let rows = [vec![1, 1, 2, 1], vec![1, 2, 1, 2], vec![1, 1, 1, 1]];
    assert_eq!(planned(&rows), [(vec![0, 1, 2], vec![vec![1, 3], vec![2]], vec![])]);
}

#[test]
fn equal_functions_need_no_parameter() {
    assert_eq!(planned(&[vec![1, 100], vec![1, 100]]), [(vec![0, 1], vec![], vec![])]);
}

#[test]
fn what_the_linker_folds_counts_once() {
    let (rows, constants) = ([vec![1], vec![2], vec![3]], constants());
    let forms = forms(&rows);
    let gain = |folds_with: [Option<u32>; 3]| {
        let mut members = members(&forms, false);
        for (member, number) in members.iter_mut().zip(folds_with) {
            member.folds_with = number;
        }
        let class = Class { members: &members, constants: &constants, units: 100 };
        plans(&class, &LIMITS, &X86_64).first().map(|plan| plan.gain)
    };
    let [all, two] = [[None; 3], [Some(0), None, Some(0)]].map(|one| gain(one).expect("a plan"));
    let body = X86_64.body(100, 1).bytes.floor();
    assert!([body, body + Bytes::new(1)].contains(&(all - two)), "{all} {two} {body}");
    assert_eq!(gain([Some(0), Some(1), None]), Some(all));
    assert_eq!(gain([Some(4); 3]), None);
}

#[test]
fn a_narrower_integer_shares_the_parameter_of_a_wider_one() {
    let rows = [vec![7, 57], vec![8, 58]];
    let plans = plan_rows(&rows, 100, &LIMITS);
    assert_eq!(short(&plans), [(vec![0, 1], vec![vec![0, 1]], vec![])]);
    assert_eq!(plans[0].parameters[0].shape, Shape::Integer(64));
}

#[test]
fn an_integer_wider_than_a_register_is_narrowed() {
    let free = Registers { integers: 3, floats: 0, bits: 32, ..Registers::X86_64 };
    let plans = plan_rows(&[vec![7], vec![8]], 100, &Limits { free, ..LIMITS });
    assert_eq!(plans[0].parameters[0].shape, Shape::Integer(32));
    assert_eq!(
        plans[0].parameters[0].arguments,
        [MemberArgument::Integer(7), MemberArgument::Integer(8)]
    );
}

#[test]
fn calls_of_the_function_itself_need_no_parameter() {
    let rows = [vec![FUNCTIONS, 1], vec![FUNCTIONS + 1, 2]];
    assert_eq!(planned(&rows), [(vec![0, 1], vec![vec![1]], vec![0])]);
}

#[test]
fn where_calls_stay_direct_those_of_the_function_itself_go_to_the_body() {
    let plans_of = |rows: &[Vec<u32>]| short(&plan_forms(&direct_forms(rows), 100, &LIMITS));
    let own = [vec![FUNCTIONS, 1], vec![FUNCTIONS + 1, 2]];
    assert_eq!(plans_of(&own), [(vec![0, 1], vec![vec![1]], vec![0])]);
    let others = [vec![FUNCTIONS + 8, 1], vec![FUNCTIONS + 9, 2]];
    assert_eq!(plans_of(&others), []);
    let one_of_each = [vec![FUNCTIONS, 1], vec![FUNCTIONS + 9, 2]];
    assert_eq!(plans_of(&one_of_each), []);
}

#[test]
fn the_address_of_the_function_itself_is_a_parameter() {
    let mut forms = forms(&[vec![FUNCTIONS], vec![FUNCTIONS + 1]]);
    for form in &mut forms {
        form.constants[0].mode = ConstantMode::Variable;
    }
    let (members, constants) = (members(&forms, false), constants());
    let class = Class { members: &members, constants: &constants, units: 100 };
    let plans = plans(&class, &LIMITS, &X86_64);
    assert_eq!(short(&plans), [(vec![0, 1], vec![vec![0]], vec![])]);
}

#[test]
fn a_function_called_by_itself_and_by_another_is_a_parameter() {
    // The second calls the first.
    let rows = [vec![FUNCTIONS], vec![FUNCTIONS]];
    assert_eq!(planned(&rows), [(vec![0, 1], vec![], vec![])]);
    let rows = [vec![FUNCTIONS], vec![FUNCTIONS + 1], vec![FUNCTIONS]];
    assert_eq!(planned(&rows)[0].1, [vec![0]]);
}

#[test]
fn what_cannot_be_passed_splits() {
    let rows = [vec![UNFIT, 1], vec![UNFIT + 1, 1], vec![UNFIT, 2]];
    assert_eq!(planned(&rows), [(vec![0, 2], vec![vec![1]], vec![])]);
}

#[test]
fn groups_that_need_fewer_parameters_are_split_off() {
    let rows = [
        vec![1, 101, 102, 103, 104, 105],
        vec![2, 101, 102, 103, 104, 105],
        vec![1, 111, 112, 113, 114, 115],
        vec![2, 111, 112, 113, 114, 115],
    ];
    let expected = [(vec![0, 1], vec![vec![0]], vec![]), (vec![2, 3], vec![vec![0]], vec![])];
    assert_eq!(planned(&rows), expected);
}

#[test]
fn more_parameters_than_allowed_are_not_planned() {
    let rows = [vec![1, 2, 3, 4, 5], vec![6, 7, 8, 9, 10]];
    assert!(planned(&rows).is_empty());
    let limits = Limits { parameters: 5, ..LIMITS };
    assert_eq!(plan_rows(&rows, 300, &limits).len(), 1);
    let free = Registers { integers: 4, ..LIMITS.free };
    assert!(plan_rows(&rows, 300, &Limits { free, ..limits }).is_empty());
}

#[test]
fn small_functions_stay_unless_forced() {
    let rows = [vec![101], vec![102]];
    assert!(plan_rows(&rows, 5, &LIMITS).is_empty());
    assert_eq!(plan_rows(&rows, 5, &Limits { force: true, ..LIMITS }).len(), 1);
}

#[test]
fn a_function_with_more_calls_than_a_thunk_costs_keeps_its_name() {
    let mut forms = forms(&[vec![101], vec![102]]);
    forms[0].uses.call_sites = 50;
    let (members, constants) = (members(&forms, true), constants());
    let class = Class { members: &members, constants: &constants, units: 100 };
    let plans = plans(&class, &LIMITS, &X86_64);
    assert_eq!(plans[0].access, [Access::Thunk, Access::Calls]);
}

#[test]
fn who_has_the_pointers_lends_the_body() {
    let mut forms = forms(&[vec![1], vec![2], vec![3]]);
    for (form, kinds) in forms.iter_mut().zip([[false, false], [true, true], [true, false]]) {
        form.kinds = Box::new(kinds);
    }
    let (members, constants) = (members(&forms, true), constants());
    let class = Class { members: &members, constants: &constants, units: 100 };
    let plans = plans(&class, &LIMITS, &X86_64);
    assert_eq!((plans[0].members.len(), plans[0].representative), (3, 1));
}

#[test]
fn two_that_cannot_stand_for_each_other_do_not_share() {
    let mut forms = forms(&[vec![1], vec![2]]);
    for (form, kinds) in forms.iter_mut().zip([[false, true], [true, false]]) {
        form.kinds = Box::new(kinds);
    }
    let (members, constants) = (members(&forms, true), constants());
    let class = Class { members: &members, constants: &constants, units: 100 };
    assert!(plans(&class, &LIMITS, &X86_64).is_empty());
}

const TOLERANCE: Tolerance =
    Tolerance { slowdown: Some(10), price: Tenths::new(5), ..Tolerance::ANY };
const TIME: TimePolicy = TimePolicy::all(TOLERANCE);
const TIMED: Limits = Limits { time: TIME, ..LIMITS };

/// A function that executes 1,000 units, and uses each of its constants so often.
fn timing(uses: &[(u64, Operation)], heat: Heat) -> Timing {
    let blocks = std::iter::once(TimedBlock { units: 1000, ..TimedBlock::default() });
    let timed = |&(times, operation)| TimedUse { frequency: Frequency::of(times, 1), operation };
    let runs = Runs { heat, ..Runs::default() };
    let uses = uses.iter().map(timed).collect();
    Timing { uses, ..Timing::of(blocks, runs, TIME, &X86_64) }
}

fn plan_timed(
    rows: &[Vec<u32>],
    timings: &[Timing],
    removable: bool,
    limits: &Limits,
) -> Vec<Plan> {
    let (forms, constants) = (forms(rows), constants());
    let mut members = members(&forms, removable);
    members.iter_mut().zip(timings).for_each(|(member, timing)| member.timing = timing);
    let class = Class { members: &members, constants: &constants, units: 1000 };
    plans(&class, limits, &X86_64)
}

#[test]
fn a_parameter_is_paid_for_as_often_as_it_is_used() {
    let rows = [vec![101, 5], vec![102, 6]];
    let uses = [(1, Operation::Ordinary), (30, Operation::ShiftAmount)];
    let timings = [timing(&uses, Heat::Unknown), timing(&uses, Heat::Cold)];
    let plan = &plan_timed(&rows, &timings, false, &TIMED)[0];
    let each = X86_64.parameter.executed;
    let arguments = X86_64.address.executed + X86_64.integer(5, 64).executed;
    let added = each * 31 + X86_64.shift.executed * 30 + X86_64.thunk.executed + arguments;
    assert_eq!(plan.time, added.priced(TOLERANCE.price).ceil(), "of the first alone");
    assert_eq!(plan.worth(), plan.gain - plan.time - plan.stack);
    assert_eq!(plan.spare, timings[0].spare.less(added));
    let removed = &plan_timed(&rows, &timings, true, &TIMED)[0];
    let removed_added = added - X86_64.thunk.executed;
    assert_eq!(removed.time, removed_added.priced(TOLERANCE.price).ceil());
}

#[test]
fn parameters_beyond_two_pay_for_the_stack_that_they_may_take() {
    let stack = |columns: u32| {
        let row = |first| (0..columns).map(|column| first + 10 * column).collect::<Vec<u32>>();
        let plans = plan_rows(&[row(1), row(2)], 300, &LIMITS);
        (plans[0].parameters.len(), plans[0].stack)
    };
    assert_eq!(stack(2), (2, Bytes::ZERO));
    assert_eq!(stack(3), (3, policy::of_stack(8)));
    assert_eq!(stack(4), (4, policy::of_stack(16)));
}

#[test]
fn indirect_calls_are_paid_for() {
    let rows = [vec![FUNCTIONS + 8], vec![FUNCTIONS + 9]];
    let timings = [(); 2].map(|()| timing(&[(10, Operation::Callee)], Heat::Unknown));
    let plan = &plan_timed(&rows, &timings, true, &TIMED)[0];
    let inside = (X86_64.parameter + X86_64.indirect_call).executed * 10;
    let each = (inside + X86_64.address.executed).priced(TOLERANCE.price);
    assert_eq!(plan.time, (each * 2).ceil());
}

#[test]
fn what_calls_of_the_function_itself_hand_on_is_paid_for() {
    let rows = [vec![FUNCTIONS, 1], vec![FUNCTIONS + 1, 2]];
    let uses = [(10, Operation::Callee), (1, Operation::Ordinary)];
    let timings = [(); 2].map(|()| timing(&uses, Heat::Unknown));
    let plan = &plan_timed(&rows, &timings, true, &TIMED)[0];
    assert_eq!(plan.self_calls, [0]);
    let handed_on = X86_64.identifier(0).executed * 10;
    let argument = X86_64.integer(1, 64).executed;
    let each = (handed_on + X86_64.parameter.executed + argument).priced(TOLERANCE.price);
    assert_eq!(plan.time, (each * 2).ceil());
}

#[test]
fn a_member_that_would_become_too_slow_is_left_out() {
    // Only the third function divides often.
    let rows = [vec![101], vec![102], vec![103]];
    let timings = [1, 1, 100].map(|times| timing(&[(times, Operation::Divisor)], Heat::Unknown));
    let members = |limits: &Limits| {
        let plans = plan_timed(&rows, &timings, false, limits);
        plans.iter().map(|plan| plan.members.len()).collect::<Vec<_>>()
    };
    assert_eq!(members(&TIMED), [2]);
    let by_price = TimePolicy::all(Tolerance { price: Tenths::new(100), ..TOLERANCE });
    assert_eq!(members(&Limits { time: by_price, ..LIMITS }), [2]);
}

#[test]
fn where_one_differs_in_a_hot_place_the_others_share() {
    let rows = [vec![101, 1], vec![102, 1], vec![103, 2]];
    let uses = [(1, Operation::Ordinary), (100, Operation::Divisor)];
    let timings = [(); 3].map(|()| timing(&uses, Heat::Unknown));
    let plans = plan_timed(&rows, &timings, false, &TIMED);
    assert_eq!(short(&plans), [(vec![0, 1], vec![vec![0]], vec![])]);
    let cold = [(); 3].map(|()| timing(&uses, Heat::Cold));
    assert_eq!(plan_timed(&rows, &cold, false, &TIMED)[0].members.len(), 3);
}

#[test]
fn a_function_that_may_bear_no_thunk_may_bear_calls() {
    let rows = [vec![101], vec![102]];
    let arguments = X86_64.address.executed + X86_64.parameter.executed;
    let spare = TOLERANCE.spare(OneCall::straight(arguments * 10), Runs::default());
    let uses = [(1, Operation::Ordinary)];
    let timings = [(); 2].map(|()| Timing { spare, ..timing(&uses, Heat::Unknown) });
    assert!(plan_timed(&rows, &timings, false, &TIMED).is_empty());
    let plans = plan_timed(&rows, &timings, true, &TIMED);
    assert_eq!(plans[0].access, [Access::Calls; 2]);
    assert!(!plans[0].spare.allows(Executed::new(1)), "nothing is left");
}

/// The constant that the body of `plan` has in a place when it runs for its `i`th member, in the width of
/// that place.
fn constant_in_body(plan: &Plan, i: usize, place: u32, rows: &[Vec<u32>]) -> u32 {
    let own = |member: FuncId| rows[member.as_u32() as usize][place as usize];
    let representative = own(plan.members[plan.representative]);
    if plan.self_calls.contains(&place) {
        return FUNCTIONS + plan.members[i].as_u32();
    }
    match plan.parameters.iter().find(|p| p.places.contains(&place)).map(|p| p.arguments[i]) {
        None => representative,
        Some(MemberArgument::Constant(id)) => id.as_u32(),
        Some(MemberArgument::Integer(value)) if representative < 50 => value as u32,
        Some(MemberArgument::Integer(value)) => 50 + cut(value, 32) as u32,
    }
}

fn rows() -> impl Strategy<Value = Vec<Vec<u32>>> {
    let place = prop_oneof![
        Just(0u32..4),
        Just(50..54),
        Just(ADDRESSES..ADDRESSES + 3),
        Just(FUNCTIONS..FUNCTIONS + 5),
        Just(UNFIT..UNFIT + 2)
    ];
    let places = prop::collection::vec(place, 1..7);
    places.prop_flat_map(|places| prop::collection::vec(places, 2..8))
}

fn limits() -> impl Strategy<Value = Limits> {
    (0usize..6, 0u32..6, any::<bool>()).prop_map(|(parameters, integers, force)| {
        let free = Registers { integers, ..LIMITS.free };
        Limits { parameters, free, force, ..LIMITS }
    })
}

/// The bytes gained by one way to group members: each group of two or more is planned as a whole.
fn best_of_all(
    rows: &[Vec<u32>],
    units: u64,
    limits: &Limits,
    groups: &mut Vec<Vec<usize>>,
    next: usize,
) -> Bytes {
    if next == rows.len() {
        let each = |group: &Vec<usize>| {
            let chosen: Vec<_> = group.iter().map(|&m| rows[m].clone()).collect();
            let plans =
                if chosen.len() < 2 { Vec::new() } else { plan_rows(&chosen, units, limits) };
            plans.iter().map(|p| p.gain).sum::<Bytes>()
        };
        return groups.iter().map(each).sum();
    }
    let mut best = Bytes::new(i64::MIN);
    for g in 0..=groups.len() {
        if g == groups.len() {
            groups.push(Vec::new());
        }
        groups[g].push(next);
        best = best.max(best_of_all(rows, units, limits, groups, next + 1));
        groups[g].pop();
        groups.retain(|group| !group.is_empty());
    }
    best
}

proptest! {
    #[test]
    fn with_a_members_arguments_the_body_has_its_constants(
        rows in rows(), limits in limits(), units in 0u64..60
    ) {
        let plans = plan_rows(&rows, units, &limits);
        let mut seen = BTreeSet::new();
        for plan in &plans {
            prop_assert!(plan.members.len() > 1);
            prop_assert!(plan.members.iter().all(|&m| seen.insert(m)));
            prop_assert!(plan.members.is_sorted());
            prop_assert!(plan.parameters.len() <= limits.parameters);
            prop_assert!(plan.parameters.len() as u32 <= limits.free.integers);
            prop_assert!(limits.force || plan.gain > Bytes::ZERO);
            for (i, member) in plan.members.iter().enumerate() {
                for place in 0..rows[0].len() as u32 {
                    let wanted = rows[member.as_u32() as usize][place as usize];
                    prop_assert_eq!(constant_in_body(plan, i, place, &rows), wanted);
                }
            }
        }
    }

    #[test]
    fn calls_that_stay_direct_are_never_made_through_a_parameter(
        rows in rows(), limits in limits(), units in 0u64..60
    ) {
        let forms = direct_forms(&rows);
        for plan in plan_forms(&forms, units, &limits) {
            let mut places = plan.parameters.iter().flat_map(|p| &p.places);
            let is_direct = |&p: &u32| forms[0].constants[p as usize].mode == ConstantMode::Direct;
            prop_assert!(!places.any(is_direct));
            for (i, member) in plan.members.iter().enumerate() {
                for place in 0..rows[0].len() as u32 {
                    let wanted = rows[member.as_u32() as usize][place as usize];
                    prop_assert_eq!(constant_in_body(&plan, i, place, &rows), wanted);
                }
            }
        }
    }

    #[test]
    fn parameters_are_as_few_as_distinct_sequences(rows in rows()) {
        let limits = Limits { parameters: 9, free: Registers { integers: 9, ..LIMITS.free }, force: true, ..LIMITS };
        for plan in plan_rows(&rows, 50, &limits) {
            let sequence = |place: usize| -> Vec<u32> {
                plan.members.iter().map(|m| rows[m.as_u32() as usize][place]).collect()
            };
            // Integers are compared by value: all of these fit in any width.
            let by_value = |s: Vec<u32>| -> Vec<u32> { s.iter().map(|&v| if v < ADDRESSES { v % 50 } else { v }).collect() };
            let is_constant = |s: &Vec<u32>| s.iter().all(|v| v == &s[0]);
            let is_own = |s: &Vec<u32>| s.iter().zip(&plan.members).all(|(&v, m)| v == FUNCTIONS + m.as_u32());
            let distinct: BTreeSet<_> = (0..rows[0].len()).map(sequence)
                .filter(|s| !is_constant(s) && !is_own(s)).map(by_value).collect();
            prop_assert_eq!(plan.parameters.len(), distinct.len());
        }
    }

    #[test]
    fn splitting_gains_no_less_than_one_group_and_no_more_than_the_best_of_all(
        rows in prop::collection::vec(prop::collection::vec(101u32..104, 4), 2..6), units in 0u64..60
    ) {
        let limits = Limits { parameters: 2, ..LIMITS };
        let gain: Bytes = plan_rows(&rows, units, &limits).iter().map(|p| p.gain).sum();
        prop_assert!(gain >= Bytes::ZERO);
        prop_assert!(gain <= best_of_all(&rows, units, &limits, &mut Vec::new(), 0));
    }

    #[test]
    fn the_gain_is_what_is_saved_less_what_is_spent(rows in rows(), units in 20u64..60) {
        for plan in plan_rows(&rows, units, &LIMITS) {
            let n = plan.members.len() as i64;
            let body = X86_64.body(units, rows[0].len());
            let infos = constants();
            let arguments: Price = plan.parameters.iter().map(|p| X86_64.arguments(p, &infos)).sum();
            let thunks = plan.access.iter().filter(|&&a| a == Access::Thunk).count() as i64;
            let is_callee = |&&p: &&u32| (FUNCTIONS..UNFIT).contains(&rows[0][p as usize]);
            let inside: Price = plan.parameters.iter().map(|p| {
                let callees = p.places.iter().filter(is_callee).count() as i64;
                X86_64.parameter + X86_64.indirect_call * callees
            }).sum();
            let gain = body * (n - 1) - arguments - X86_64.thunk * thunks - inside;
            prop_assert_eq!(plan.gain, gain.bytes.floor());
        }
    }
}

/// Rows of members, each with so many different numbers and as many different addresses.
fn rows_of(members: u32, numbers: u32) -> Vec<Vec<u32>> {
    let row = |m: u32| {
        let numbers_of = (0..numbers).map(move |n| 50 + (m * numbers + n) % 50);
        let addresses = (0..numbers).map(move |n| ADDRESSES + (m * numbers + n) % 100);
        numbers_of.chain(addresses).collect()
    };
    (0..members).map(row).collect()
}

const TABLED: Limits = Limits { tables: true, ..LIMITS };

#[test]
fn what_is_too_much_to_pass_is_read_from_a_table() {
    let rows = rows_of(3, 6);
    assert!(plan_rows(&rows, 300, &LIMITS).is_empty());
    let plans = plan_rows(&rows, 300, &TABLED);
    assert_eq!(plans.len(), 1);
    let Plan { members, parameters, table, .. } = &plans[0];
    assert_eq!((members.len(), parameters.len(), table.len()), (3, 0, 12));
    let offsets: Vec<_> = table.iter().map(|entry| entry.offset).collect();
    assert_eq!(offsets, (0..12).map(|n| 4 * n).collect::<Vec<_>>());
    let none = Limits { free: Registers { integers: 0, ..LIMITS.free }, ..TABLED };
    assert!(plan_rows(&rows, 300, &none).is_empty());
}

#[test]
fn what_is_cheap_to_pass_is_passed() {
    let plans = plan_rows(&[vec![7], vec![8]], 100, &TABLED);
    assert_eq!((plans[0].parameters.len(), plans[0].table.len()), (1, 0));
}

#[test]
fn the_widest_entries_of_a_table_come_first() {
    let rows = [vec![51, 1, 61, 2, 71, 3], vec![52, 4, 62, 5, 72, 6]];
    let plans = plan_rows(&rows, 300, &Limits { parameters: 1, ..TABLED });
    let entries: Vec<_> = plans[0].table.iter().map(|e| (e.offset, e.width())).collect();
    assert_eq!(entries, [(0, 8), (8, 8), (16, 8), (24, 4), (28, 4), (32, 4)]);
}

#[test]
fn addresses_that_are_far_are_passed_or_stay() {
    let rows = rows_of(2, 3);
    let far = |info: &mut ArgumentInfo| info.in_table = None;
    let plans_with = |parameters| plans_over(&rows, 300, far, &Limits { parameters, ..TABLED });
    assert!(plans_with(3).is_empty());
    let plan = plans_with(4).remove(0);
    assert_eq!((plan.parameters.len(), plan.table.len()), (3, 3));
}

/// Two members of a class of so many units, with other constants.
fn plans_over(
    rows: &[Vec<u32>],
    units: u64,
    change: impl Fn(&mut ArgumentInfo),
    limits: &Limits,
) -> Vec<Plan> {
    let forms = forms(rows);
    let members = members(&forms, false);
    let mut constants = constants();
    constants.values_mut().for_each(change);
    plans(&Class { members: &members, constants: &constants, units }, limits, &X86_64)
}

#[test]
fn addresses_that_need_eight_bytes_cost_as_much_and_come_with_the_widest() {
    let long = |info: &mut ArgumentInfo| {
        info.in_table = info.in_table.map(|_| AddressForm::LongDistance);
    };
    let rows = rows_of(2, 6);
    let (near, far) =
        (plan_rows(&rows, 300, &TABLED).remove(0), plans_over(&rows, 300, long, &TABLED).remove(0));
    let entries: Vec<_> = far.table.iter().map(|e| (e.offset, e.width())).collect();
    let expected = (0..6).map(|n| (8 * n, 8)).chain((0..6).map(|n| (48 + 4 * n, 4)));
    assert_eq!(entries, expected.collect::<Vec<_>>());
    assert_eq!(near.gain - far.gain, Bytes::new(2 * 6 * 4));
}

#[test]
fn integers_wider_than_64_bits_are_in_no_table() {
    let one = Limits { parameters: 1, force: true, ..TABLED };
    for bits in [65, 128, 32_769, u16::MAX] {
        let wide = |info: &mut ArgumentInfo| {
            if info.shape == Shape::Integer(64) {
                info.shape = Shape::Integer(bits);
            }
        };
        let rows = [vec![1, 2, 51, 61], vec![3, 4, 52, 62]];
        assert!(plans_over(&rows, 300, wide, &one).is_empty());
        let rows = [vec![1, 51, 61], vec![3, 52, 62]];
        let both = Limits { parameters: 2, ..one };
        let plan = plans_over(&rows, 300, wide, &both).remove(0);
        let shapes: Vec<_> = plan.variables().map(|v| v.shape).collect();
        assert_eq!((plan.parameters.len(), plan.table.len()), (1, 2));
        assert_eq!(shapes, [Shape::Integer(64), Shape::Integer(32), Shape::Integer(32)]);
    }
}

#[test]
fn each_member_pays_for_its_table() {
    let gain = |numbers| plan_rows(&rows_of(2, numbers), 300, &TABLED)[0].gain;
    let (fewer, more) = (gain(5), gain(6));
    let constants = X86_64.constant.bytes * 2;
    let entries = Tenths::new(2 * 2 * 40) + X86_64.table_entry.bytes * 2;
    assert_eq!(fewer - more, (entries - constants).ceil());
}

#[test]
fn callees_stay_out_of_tables_where_they_are_still_to_be_inlined() {
    let numbers = |m: u32| (0..6).map(move |n| 50 + 6 * m + n);
    let row = |m: u32| numbers(m).chain([FUNCTIONS + 10 + m]).collect();
    let rows: Vec<_> = (0..2).map(row).collect();
    let plan =
        |tabled_callees| plan_rows(&rows, 300, &Limits { tabled_callees, ..TABLED }).remove(0);
    let (both, numbers) = (plan(true), plan(false));
    assert_eq!((both.parameters.len(), both.table.len()), (0, 7));
    assert_eq!((numbers.parameters.len(), numbers.table.len()), (1, 6));
}
