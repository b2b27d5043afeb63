//! `gfm`: what its plans make of programs.

use proptest::prelude::*;

use super::super::fault::Fault;
use super::super::group::{Settings, Step, run};
use super::super::{Program, generate, judge};
use crate::canon::ConstantMode;
use crate::gfm::registers::Registers;
use crate::gfm::{Access, Limits, Parameter, Plan, Prices};
use crate::profit::CostModel;

/// Limits under which everything is planned that may be.
pub(super) fn forced(fault: Fault) -> Settings {
    let free = Registers { integers: 6, floats: 8, bits: 64 };
    let limits = Limits { parameters: 6, free, callees: true, min_gain: 0, force: true };
    Settings { limits, keep: false, fault }
}

fn settings() -> impl Strategy<Value = Settings> {
    let limits = (0usize..6, 0u32..6, any::<bool>(), any::<bool>(), any::<bool>());
    let limits = limits.prop_map(|(parameters, integers, callees, force, narrow)| {
        let bits = if narrow { 32 } else { 64 };
        let free = Registers { integers, floats: 8, bits };
        Limits { parameters, free, callees, min_gain: 0, force }
    });
    (limits, any::<bool>()).prop_map(|(limits, keep)| Settings { limits, keep, fault: Fault::None })
}

/// What is wrong with these steps, if anything.
pub(super) fn fault_of(program: &Program, steps: &[Step]) -> Option<String> {
    let mut before = program;
    for (number, step) in steps.iter().enumerate() {
        let bodies = step.program.defined().find_map(|(id, d)| d.body.validate().err().map(|e| (id, e)));
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

/// What a step saves, less what it costs, as `gfm/price.rs` tells it.
fn gain(step: &Step) -> i64 {
    let (prices, Plan { parameters, .. }) = (Prices::default(), &step.plan);
    let (units, constants) = (i64::from(step.forms[0].size), step.forms[0].constants.len() as i64);
    let CostModel { function, unit, constant, .. } = prices.code;
    let body = function + unit * units + constant * constants;
    let mut gain = body * (step.forms.len() as i64 - 1);
    for (i, form) in step.forms.iter().enumerate() {
        let argument = |p: &Parameter| prices.argument(p.shape, p.arguments[i], &step.infos);
        let arguments: i64 = parameters.iter().map(argument).sum();
        let sites = i64::from(form.uses.call_sites) - step.plan.self_calls.len() as i64;
        gain -= match step.plan.access[i] {
            Access::Thunk => prices.thunk + arguments,
            Access::Calls => arguments * sites.max(0),
        };
    }
    let mode = |place: &u32| step.forms[0].constants[*place as usize].mode;
    for place in parameters.iter().flat_map(|p| &p.places) {
        let callee = mode(place) == ConstantMode::Callee;
        gain -= if callee { prices.callee } else { prices.place };
    }
    (gain - prices.parameter * parameters.len() as i64).div_euclid(10)
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
            prop_assert!(settings.limits.force || step.plan.gain > 0);
            prop_assert!(step.plan.parameters.len() <= settings.limits.parameters);
        }
    }

    #[test]
    fn so_they_do_by_force(program in generate::programs()) {
        prop_assert_eq!(fault_of(&program, &run(&program, forced(Fault::None))), None);
    }
}
