//! Steps done wrong are found out: an oracle that accepts them would be worth nothing.

use super::super::fault::Fault;
use super::super::{Program, group};
use super::by_hand::{calls_of_what_stays, groups_that_call_each_other, one_that_promises};
use super::equal::{fault_of as fault_of_equal, plainly};
use super::groups::{fault_of as fault_of_groups, forced};
use super::programs;

/// How many programs are tried.
const TRIED: u64 = 800;

fn groups_find(program: &Program, fault: Fault, parameters: usize) -> bool {
    let mut settings = forced(fault);
    settings.limits.parameters = parameters;
    fault_of_groups(program, &group::run(program, settings)).is_some()
}

fn equal_find(program: &Program, fault: Fault, force: bool) -> bool {
    let mut settings = plainly(fault);
    settings.choice.force = force;
    fault_of_equal(program, settings).is_some()
}

#[test]
fn of_groups() {
    use Fault::*;
    for fault in [
        ArgumentsSwapped,
        ArgumentsOfAnother,
        PlaceForgotten,
        SelfCallForgotten,
        PromisesKept,
        NotConverted,
        PassedMemberGoes,
    ] {
        assert!(programs(TRIED).any(|p| groups_find(&p, fault, 6)), "{fault:?} goes unseen");
    }
}

/// Merging one group rewrites calls in the other.
#[test]
fn of_groups_that_call_each_other() {
    let program = groups_that_call_each_other();
    assert!(!groups_find(&program, Fault::None, 1));
    assert!(groups_find(&program, Fault::StaleForms, 1));
}

#[test]
fn of_equal_functions() {
    use Fault::*;
    for fault in [NeverRefined, InterposableCallsMove, AddressesMove, InlineTakenForExact] {
        assert!(programs(TRIED).any(|p| equal_find(&p, fault, true)), "{fault:?} goes unseen");
    }
}

#[test]
fn of_promises() {
    let program = one_that_promises();
    assert!(!equal_find(&program, Fault::None, true));
    assert!(equal_find(&program, Fault::PromisesKept, true));
}

/// Callees that are equal but for promises, and too small to be merged, are not taken for each other.
#[test]
fn of_references_to_what_is_not_merged() {
    let program = calls_of_what_stays();
    assert!(!equal_find(&program, Fault::None, false));
    assert!(equal_find(&program, Fault::NotSettled, false));
}
