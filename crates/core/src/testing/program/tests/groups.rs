//! `gfm`: what its plans make of programs.

use proptest::prelude::*;

use super::super::fault::Fault;
use super::super::group::{Settings, Step, run};
use super::super::{Program, generate, judge};
use crate::gfm::Limits;
use crate::gfm::registers::Registers;

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

proptest! {
    #[test]
    fn bodies_with_parameters_do_what_their_functions_did(
        program in generate::programs(), settings in settings()
    ) {
        prop_assert_eq!(fault_of(&program, &run(&program, settings)), None);
    }

    #[test]
    fn so_they_do_by_force(program in generate::programs()) {
        prop_assert_eq!(fault_of(&program, &run(&program, forced(Fault::None))), None);
    }
}
