//! Steps done wrong are found out: an oracle that accepts them would be worth nothing.

use super::super::fault::Fault;
use super::super::group;
use super::equal::{fault_of as fault_of_equal, plainly};
use super::groups::{fault_of as fault_of_groups, forced};
use super::programs;

/// How many programs are tried.
const TRIED: u64 = 3000;

fn groups_find(fault: Fault) -> Option<usize> {
    programs(TRIED).position(|p| fault_of_groups(&p, &group::run(&p, forced(fault))).is_some())
}

fn equal_find(fault: Fault) -> Option<usize> {
    programs(TRIED).position(|p| fault_of_equal(&p, plainly(fault)).is_some())
}

#[test]
fn of_groups() {
    use Fault::*;
    assert!(!programs(30).any(|p| fault_of_groups(&p, &group::run(&p, forced(None))).is_some()));
    for fault in [
        ArgumentsSwapped,
        ArgumentsOfAnother,
        PlaceForgotten,
        SelfCallForgotten,
        PromisesKept,
        NotConverted,
        PassedMemberGoes,
        StaleForms,
    ] {
        let t = std::time::Instant::now();
        println!("{fault:?} {:?} {:?}", groups_find(fault), t.elapsed());
    }
}

#[test]
fn of_equal_functions() {
    use Fault::*;
    assert!(!programs(30).any(|p| fault_of_equal(&p, plainly(None)).is_some()));
    for fault in [
        PromisesKept,
        NeverRefined,
        NotSettled,
        InterposableCallsMove,
        AddressesMove,
        InlineTakenForExact,
    ] {
        let t = std::time::Instant::now();
        println!("{fault:?} {:?} {:?}", equal_find(fault), t.elapsed());
    }
}
