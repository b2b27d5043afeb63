//! `gfm`: what its plans make of programs.

use proptest::prelude::*;

use super::super::fault::Fault;
use super::super::group::{Settings, Step, run};
use super::super::{Program, generate, judge};
use super::by_hand::groups_of_groups;
use super::programs;
use crate::canon::ConstantMode;
use crate::gfm::{Access, Limits, Parameter, Plan, Shape};
use crate::policy::TimePolicy;
use crate::price::{Bytes, Price, Tenths, X86_64};
use crate::registers::Registers;

const ANY_TIME: TimePolicy = TimePolicy::ANY;

/// Limits under which everything is planned that may be.
pub(super) fn forced(fault: Fault) -> Settings {
    let free = Registers::default();
    let limits = Limits {
        parameters: 6,
        free,
        tables: false,
        tabled_callees: true,
        min_gain: Bytes::ZERO,
        time: ANY_TIME,
        force: true,
    };
    Settings { limits, keep: false, fault }
}

fn settings() -> impl Strategy<Value = Settings> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    let limits = (0usize..6, 0u32..6, flags);
    let limits = limits.prop_map(|(parameters, integers, (force, narrow, tables))| {
        let bits = if narrow { 32 } else { 64 };
        let free = Registers { integers, bits, ..Registers::default() };
        Limits {
            parameters,
            free,
            tables,
            tabled_callees: narrow,
            min_gain: Bytes::ZERO,
            time: ANY_TIME,
            force,
        }
    });
    (limits, any::<bool>()).prop_map(|(limits, keep)| Settings { limits, keep, fault: Fault::None })
}

/// What is wrong with these steps, if anything.
pub(super) fn fault_of(program: &Program, steps: &[Step]) -> Option<String> {
    let mut before = program;
    for (number, step) in steps.iter().enumerate() {
        let bodies =
            step.program.defined().find_map(|(id, d)| d.body.validate().err().map(|e| (id, e)));
        if let Some((id, error)) = bodies {
            return Some(format!("step {number}: {id} is not valid: {error}"));
        }
        if let Err((function, mismatch)) = judge::same(before, &step.program, &step.replaced) {
            return Some(format!("step {number}: {function}: {mismatch}"));
        }
        before = &step.program;
    }
    let last = judge::same(program, before, &[]);
    last.err().map(|(function, mismatch)| format!("at the end: {function}: {mismatch}"))
}

/// What a step saves, less what it costs, as `gfm/price.rs` has it.
fn gain(step: &Step) -> Bytes {
    let Plan { parameters, table, .. } = &step.plan;
    let end = table.last().map_or(0, |last| last.offset + last.width());
    let own = Price { bytes: Tenths::new(10 * i64::from(end)), ..Price::default() };
    let tables = i64::from(!table.is_empty());
    let body = X86_64.body(step.forms[0].size.into(), step.forms[0].constants.len());
    let mut gain = body * (step.forms.len() as i64 - 1);
    for (i, form) in step.forms.iter().enumerate() {
        let argument = |p: &Parameter| X86_64.argument(p.shape, p.arguments[i].value(&step.infos));
        let arguments = parameters.iter().map(argument).sum::<Price>() + X86_64.address * tables;
        let sites = i64::from(form.uses.call_sites) - step.plan.self_calls.len() as i64;
        gain = gain
            - own
            - match step.plan.access[i] {
                Access::Thunk => X86_64.thunk + arguments,
                Access::Calls => arguments * sites.max(0),
            };
    }
    let mode = |place: &u32| step.forms[0].constants[*place as usize].mode;
    let places = step.plan.variables().flat_map(|p| &p.places);
    let calls = places.filter(|place| mode(place) == ConstantMode::Callee).count() as i64;
    let loads = table.iter().map(|entry| entry.parameter.places.len() as i64).sum::<i64>();
    let in_body = X86_64.parameter * parameters.len() as i64
        + X86_64.indirect_call * calls
        + X86_64.table_entry * loads
        + X86_64.callee_saved * tables;
    (gain - in_body).bytes.floor()
}

/// A judge who never sees a thing judges nothing.
#[test]
fn plans_of_all_sorts_are_carried_out() {
    let steps_with = |parameters: usize| {
        let mut settings = forced(Fault::None);
        settings.limits.parameters = parameters;
        programs(150).flat_map(move |p| run(&p, settings))
    };
    let mut tabled = forced(Fault::None);
    (tabled.limits.parameters, tabled.limits.tables) = (1, true);
    let tabled = programs(150).flat_map(move |p| run(&p, tabled));
    let steps: Vec<Step> = steps_with(6).chain(steps_with(1)).chain(tabled).collect();
    let some = |what: &str, test: &dyn Fn(&Step) -> bool| {
        assert!(steps.iter().any(test), "no plan {what}");
    };
    let callees = |step: &Step, parameter: &Parameter| {
        let mode = |&place: &u32| step.forms[0].constants[place as usize].mode;
        parameter.places.iter().map(mode).filter(|&m| m == ConstantMode::Callee).count()
    };
    some("has two parameters", &|s| s.plan.parameters.len() > 1);
    some("reads numbers and addresses from a table", &|s| {
        let shapes = || s.plan.table.iter().map(|entry| entry.parameter.shape);
        shapes().any(|shape| shape == Shape::Pointer)
            && shapes().any(|shape| shape != Shape::Pointer)
    });
    some("has many members", &|s| s.plan.members.len() > 3);
    some("calls itself", &|s| !s.plan.self_calls.is_empty());
    some("takes the calls of members", &|s| s.plan.access.contains(&Access::Calls));
    some("takes another body than the first", &|s| s.plan.representative > 0);
    some("has a callee for a parameter", &|s| s.plan.parameters.iter().any(|p| callees(s, p) > 0));
    some("has a parameter in several places", &|s| {
        s.plan.parameters.iter().any(|p| p.places.len() > 1)
    });
    let removed = |s: &Step| s.plan.members.iter().any(|&m| s.program.definition(m).is_none());
    some("removes a member", &removed);
    let kept = |s: &Step| {
        let pairs = s.plan.members.iter().zip(&s.plan.access);
        pairs.into_iter().any(|(&m, &a)| a == Access::Calls && s.program.definition(m).is_some())
    };
    some("keeps a member that another one passes", &kept);
}

/// Two groups of two, whose bodies are equal but for one more constant.
#[test]
fn what_was_merged_is_merged_again() {
    let program = groups_of_groups();
    let mut settings = forced(Fault::None);
    settings.limits.parameters = 1;
    let steps = run(&program, settings);
    let again = |s: &Step| s.forms.iter().all(|form| form.name.ends_with(".gfm"));
    assert!(steps.len() == 3 && again(&steps[2]));
    assert_eq!(fault_of(&program, &steps), None);
}

proptest! {
    #[test]
    fn bodies_with_parameters_do_what_their_functions_did(
        program in generate::programs(), settings in settings()
    ) {
        let steps = run(&program, settings);
        prop_assert_eq!(fault_of(&program, &steps), None);
        for step in &steps {
            prop_assert_eq!(step.plan.gain, gain(step));
            prop_assert!(settings.limits.force || step.plan.gain > Bytes::ZERO);
            prop_assert!(step.plan.parameters.len() <= settings.limits.parameters);
        }
    }

    #[test]
    fn so_they_do_by_force(program in generate::programs()) {
        prop_assert_eq!(fault_of(&program, &run(&program, forced(Fault::None))), None);
    }
}
