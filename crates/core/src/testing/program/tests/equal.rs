//! `identical`: what its choices make of programs, alone and linked with others.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::equal::{Outcome, Settings, classes, run, standing};
use super::super::fault::Fault;
use super::super::link::{interposed, linked, reversed};
use super::super::{Program, generate, judge};
use super::{bisimilar, programs};
use crate::canon::choice;
use crate::icf::Icf;
use crate::ir::FuncId;
use crate::replacement::Fate;
use crate::standing::Linkage;

/// Settings under which all is merged that may be, and functions go.
pub(super) fn plainly(fault: Fault) -> Settings {
    let choice = choice::ChoiceSettings { keep: false, force: true, icf: Icf::None };
    Settings { choice, fault }
}

fn settings() -> impl Strategy<Value = Settings> {
    let icf = prop::sample::select(vec![Icf::None, Icf::Safe, Icf::All]);
    (any::<bool>(), any::<bool>(), icf).prop_map(|(keep, force, icf)| {
        let choice = choice::ChoiceSettings { keep, force, icf };
        Settings { choice, fault: Fault::None }
    })
}

/// Every second function, from the first or the second on.
fn every_second(program: &Program, start: usize, linkage: Linkage) -> BTreeSet<FuncId> {
    let all = program.defined().filter(|(_, d)| d.linkage == linkage).map(|(id, _)| id);
    all.skip(start).step_by(2).collect()
}

/// What is wrong with what the pass makes of a program, if anything.
pub(super) fn fault_of(program: &Program, settings: Settings) -> Option<String> {
    let Outcome { program: after, replaced, .. } = run(program, settings);
    if let Err((function, mismatch)) = judge::same(program, &after, &replaced) {
        return Some(format!("{function}: {mismatch}"));
    }
    let count = program.symbols.len();
    let other = run(&reversed(program, count), settings).program;
    let other = reversed(&other, count);
    for start in 0..2 {
        let weak = every_second(program, start, Linkage::Interposable);
        let inline = every_second(program, start, Linkage::OneOfEqual);
        let whole = linked(program, &after, &other, |id| inline.contains(&id));
        let found = judge::same(&interposed(program, &weak), &interposed(&whole, &weak), &[]);
        if let Err((function, mismatch)) = found {
            return Some(format!("linked {start}: {function}: {mismatch}"));
        }
    }
    None
}

/// A judge who never sees a thing judges nothing.
#[test]
fn choices_of_all_sorts_are_carried_out() {
    let outcome = |p: Program| {
        let force = p.symbols.len().is_multiple_of(2);
        let icf = if p.symbols.len() % 4 == 1 { Icf::All } else { Icf::None };
        let settings = plainly(Fault::None);
        run(
            &p,
            Settings {
                choice: choice::ChoiceSettings { force, icf, ..settings.choice },
                ..settings
            },
        )
    };
    let choices: Vec<_> = programs(200).flat_map(|p| outcome(p).choices).collect();
    for fate in [Fate::Gone, Fate::Alias, Fate::Thunk, Fate::Folded, Fate::Apart] {
        assert!(choices.iter().any(|c| c.count(fate) > 0), "nothing becomes {fate:?}");
    }
    assert!(choices.iter().any(|c| c.private) && choices.iter().any(|c| c.fates.len() > 2));
}

proptest! {
    /// Canonical forms and partition refinement find neither more nor less.
    #[test]
    fn classes_are_those_of_the_greatest_bisimulation(
        program in generate::programs(), settings in settings()
    ) {
        let may_change = |function: FuncId, as_value: bool| {
            let definition = program.definition(function).expect("all have bodies");
            let standing = standing(&program, function, definition, Fault::None);
            standing.is_interchangeable(as_value, !settings.choice.keep)
        };
        let expected = bisimilar::classes(&program, &may_change);
        prop_assert_eq!(classes(&program, settings), expected);
    }

    #[test]
    fn equal_functions_do_what_they_did(program in generate::programs(), settings in settings()) {
        prop_assert_eq!(fault_of(&program, settings), None);
    }
}
