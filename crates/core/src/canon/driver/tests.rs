//! The driver over functions made by hand, and a host that writes down what it is asked.

use super::super::samples::{EXTERNAL, LOCAL, calling};
use super::*;
use crate::canon::CanonicalFunction;
use crate::price::X86_64;
use crate::standing::Standing;
use Fate::{Body, Gone, Thunk};

/// Constants below this number are functions of the same number.
const REFERENCES: u32 = 10;
const PLAIN: ClassSettings = ClassSettings {
    choice: choice::ChoiceSettings { keep: false, force: false, icf: Icf::None },
    time: TimePolicy::ANY,
};
const FOLDED: ClassSettings =
    ClassSettings { choice: choice::ChoiceSettings { icf: Icf::All, ..PLAIN.choice }, ..PLAIN };

/// A function: its code, what it promises, and what it calls.
fn function(code: u32, promises: u32, calls: &[u32]) -> CanonicalFunction {
    CanonicalFunction { promises, ..calling(code, calls) }
}

fn functions(all: Vec<(CanonicalFunction, Standing)>) -> Functions {
    let mut of_constants = SecondaryMap::new();
    for n in 0..REFERENCES.min(all.len() as u32) {
        of_constants[CanonicalConst::from_u32(n)] = Some(FuncId::from_u32(n));
    }
    let (forms, standings): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let forms = forms.into_iter().collect();
    let (standings, ties) = (standings.into_iter().collect(), SecondaryMap::new());
    Functions { forms, standings, of_constants, ties }
}

fn locals(all: &[(u32, &[u32])]) -> Functions {
    functions(all.iter().map(|&(code, calls)| (function(code, 0, calls), LOCAL)).collect())
}

#[derive(Default)]
struct Recording {
    /// Groups with any of these are not admitted.
    refused: Vec<u32>,
    /// Functions of which a size or the time was asked.
    sized: Vec<u32>,
    timed: Vec<u32>,
    admitted: Vec<Vec<Vec<u32>>>,
    merges: Vec<ClassMerge>,
    left: Vec<u32>,
    twins: Vec<(u32, Vec<u32>)>,
    by_reference: Vec<Vec<u32>>,
}

impl Recording {
    fn run(&mut self, functions: &Functions, settings: ClassSettings) -> Report {
        let mut report = Report::new("identical");
        let folded = merge(functions, settings, self, &mut report);
        let FoldedByLinker { left, twins, by_reference } = folded;
        self.left = left.iter().map(|id| id.as_u32()).collect();
        let numbers = |ids: &Vec<FuncId>| ids.iter().map(|id| id.as_u32()).collect();
        self.twins = twins.iter().map(|(id, twins)| (id.as_u32(), numbers(twins))).collect();
        self.by_reference = by_reference.iter().map(numbers).collect();
        report
    }

    /// What becomes of each function of each merge.
    fn fates(&self) -> Vec<Vec<(u32, Fate)>> {
        let fates = |merge: &ClassMerge| {
            merge.choice.fates.iter().map(|&(id, fate)| (id.as_u32(), fate)).collect()
        };
        self.merges.iter().map(fates).collect()
    }
}

impl ClassHost for Recording {
    fn prices(&self) -> &Prices {
        &X86_64
    }

    fn can_fold(&self, _: FuncId) -> bool {
        true
    }

    fn units(&mut self, id: FuncId) -> u64 {
        self.sized.push(id.as_u32());
        40
    }

    fn timing(&mut self, id: FuncId) -> Timing {
        self.timed.push(id.as_u32());
        Timing::default()
    }

    fn is_defined(&self, constant: CanonicalConst) -> bool {
        constant.as_u32() < REFERENCES
    }

    fn admit(&mut self, groups: &[Vec<FuncId>]) -> Result<(), Reject> {
        let groups: Vec<Vec<u32>> =
            groups.iter().map(|group| group.iter().map(|id| id.as_u32()).collect()).collect();
        let refused = groups.iter().flatten().any(|id| self.refused.contains(id));
        self.admitted.push(groups);
        if refused { Err(Reject::OutsideLimit) } else { Ok(()) }
    }

    fn carry_out(&mut self, merges: &[ClassMerge], _: &mut Report) {
        self.merges.extend_from_slice(merges);
    }
}

/// Two that call two others, which are equal.
fn callers() -> Functions {
    locals(&[(1, &[2]), (1, &[3]), (2, &[]), (2, &[])])
}

#[test]
fn what_is_tied_to_its_caller_is_merged_with_the_callers_or_not_at_all() {
    let run = |functions: &Functions, ties: &[(u32, CallerTie)]| {
        let mut functions = functions.clone();
        for &(id, tie) in ties {
            functions.ties[FuncId::from_u32(id)] = tie;
        }
        let mut host = Recording::default();
        host.run(&functions, PLAIN);
        host.fates()
    };
    let to = |id| CallerTie::To(FuncId::from_u32(id));
    let nothing: [[(u32, Fate); 2]; 0] = [];
    let all = [[(0, Body), (1, Gone)], [(2, Body), (3, Gone)]];
    assert_eq!(run(&callers(), &[(2, to(0)), (3, to(1))]), all);
    assert_eq!(run(&callers(), &[(2, to(0)), (3, to(0))]), nothing, "one calls both");
    assert_eq!(run(&callers(), &[(2, CallerTie::Alone), (3, CallerTie::Alone)]), nothing);
    assert_eq!(run(&callers(), &[(3, to(1))]), nothing, "the other one is called elsewhere");
    // The callers do other things.
    let apart = locals(&[(1, &[2]), (3, &[3]), (2, &[]), (2, &[])]);
    assert_eq!(run(&apart, &[(2, to(0)), (3, to(1))]), nothing);
    assert_eq!(run(&apart, &[]), [[(2, Body), (3, Gone)]]);
    // Functions that are called elsewhere share a body without the one that is tied.
    let three = locals(&[(1, &[2]), (3, &[3, 4]), (2, &[]), (2, &[]), (2, &[])]);
    assert_eq!(run(&three, &[(2, to(0))]), [[(3, Body), (4, Gone)]]);
}

#[test]
fn callers_of_equal_functions_are_equal() {
    let mut host = Recording::default();
    host.run(&callers(), PLAIN);
    assert_eq!(host.fates(), [[(0, Body), (1, Gone)], [(2, Body), (3, Gone)]]);
    assert_eq!(host.admitted, [[[3]], [[1]]], "what others rest on comes first");
}

#[test]
fn what_rests_on_a_merge_that_is_not_admitted_is_not_merged() {
    let mut host = Recording { refused: vec![3], ..Recording::default() };
    let report = host.run(&callers(), PLAIN);
    assert_eq!(host.fates(), [[(0u32, Body); 0]; 0]);
    assert_eq!(report.pair_rejects[Reject::OutsideLimit.name()], 1);
    let mut host = Recording { refused: vec![1], ..Recording::default() };
    host.run(&callers(), PLAIN);
    assert_eq!(host.fates(), [[(2, Body), (3, Gone)]]);
}

#[test]
fn classes_that_rest_on_each_other_are_admitted_together() {
    let mut host = Recording::default();
    host.run(&locals(&[(1, &[2]), (1, &[3]), (2, &[0]), (2, &[1])]), PLAIN);
    assert_eq!(host.admitted, [[[1], [3]]]);
}

/// Nobody may take the one for the other, and it may not be touched.
#[test]
fn what_rests_on_functions_that_stay_as_they_are_is_compared_again() {
    let fixed = Standing { can_be_thunk: false, addresses: 1, ..EXTERNAL };
    let mut all = callers();
    all.standings[FuncId::from_u32(2)] = fixed;
    all.standings[FuncId::from_u32(3)] = fixed;
    let mut host = Recording::default();
    host.run(&all, PLAIN);
    assert_eq!(host.fates(), [[(0u32, Body); 0]; 0]);
}

#[test]
fn a_body_is_weakened_where_promises_differ() {
    let all = vec![
        (function(1, 7, &[]), LOCAL),
        (function(1, 8, &[]), EXTERNAL),
        (function(1, 7, &[]), LOCAL),
    ];
    let all = functions(all);
    let mut host = Recording::default();
    host.run(&all, PLAIN);
    let [merge] = &host.merges[..] else { panic!("one class") };
    assert_eq!(merge.choice.source, FuncId::from_u32(1));
    let weakens: Vec<_> = merge.members.iter().map(|m| (m.id.as_u32(), m.weakens)).collect();
    assert_eq!(weakens, [(0, true), (2, true)]);
}

#[test]
fn where_every_function_is_kept_no_use_moves() {
    let all = locals(&[(1, &[]), (1, &[])]);
    let mut settings = PLAIN;
    settings.choice.keep = true;
    let mut host = Recording::default();
    host.run(&all, settings);
    let [merged] = host.merges[0].members[..] else { panic!("the other has the body") };
    assert_eq!((merged.fate, merged.moves), (Thunk, Moves::Nothing));
    let mut host = Recording::default();
    host.run(&all, PLAIN);
    assert_eq!(host.merges[0].members[0].moves, Moves::Calls);
}

/// A thunk of ours calls something of the module.
#[test]
fn a_thunk_does_not_become_one() {
    let call = |callee: u32| {
        let form = CanonicalFunction { size: THUNK_SIZE, ..function(1, 0, &[callee]) };
        (form, Standing { addresses: 1, ..EXTERNAL })
    };
    let mut settings = PLAIN;
    settings.choice.force = true;
    let fates = |callee: u32| {
        let mut host = Recording::default();
        host.run(&functions(vec![call(callee), call(callee)]), settings);
        host.fates()
    };
    assert_eq!(fates(0), [[(0u32, Body); 0]; 0]);
    assert_eq!(fates(REFERENCES), [[(0, Body), (1, Thunk)]]);
}

#[test]
fn the_host_is_asked_once() {
    let mut host = Recording::default();
    host.run(&locals(&[(1, &[2]), (1, &[3]), (2, &[]), (3, &[]), (1, &[2])]), PLAIN);
    assert_eq!((host.sized, host.timed), (vec![0], vec![0, 4]));
}

/// Two whose addresses matter, each called by one of two callers.
fn addressed_callees() -> Functions {
    let mut all = callers();
    for callee in [2, 3] {
        all.standings[FuncId::from_u32(callee)] = Standing { addresses: 1, ..LOCAL };
    }
    all
}

#[test]
fn calls_of_what_the_linker_folds_move_so_that_callers_are_equal() {
    let mut host = Recording::default();
    host.run(&addressed_callees(), FOLDED);
    assert_eq!(host.fates(), [[(0, Body), (1, Gone)], [(2, Body), (3, Fate::Folded)]]);
    assert_eq!(host.merges[1].members[0].moves, Moves::Calls);
    assert_eq!((host.left, host.twins), (vec![3], vec![(2, vec![3])]));
}

/// Two that nothing calls, and whose addresses matter.
fn addressed() -> Functions {
    let mut all = locals(&[(2, &[]), (2, &[])]);
    for standing in all.standings.values_mut() {
        (standing.calls, standing.addresses) = (0, 1);
    }
    all
}

#[test]
fn what_the_linker_folds_is_merged_once() {
    let mut host = Recording::default();
    host.run(&addressed(), FOLDED);
    assert_eq!((host.merges.len(), host.admitted.len()), (0, 0));
    assert_eq!((host.left, host.twins), (vec![1], vec![(0, vec![1])]));
}

#[test]
fn what_could_not_follow_its_twin_keeps_that_from_being_merged() {
    let mut all = addressed();
    all.standings[FuncId::from_u32(1)].can_be_thunk = false;
    let mut host = Recording::default();
    host.run(&all, FOLDED);
    assert_eq!((host.left, host.twins), (vec![0, 1], vec![]));
}

#[test]
fn what_nobody_may_call_for_another_is_left_to_the_linker() {
    let linkage = crate::standing::Linkage::Interposable;
    let mut all = locals(&[(2, &[]), (2, &[])]);
    let fixed = Standing { linkage, can_be_body: false, droppable: false, ..EXTERNAL };
    all.standings.values_mut().for_each(|standing| *standing = fixed);
    let mut host = Recording::default();
    host.run(&all, FOLDED);
    assert_eq!((host.merges.len(), host.left), (0, vec![0, 1]));
}

#[test]
fn what_the_linker_folds_comes_to_promise_the_same() {
    let mut all = addressed();
    all.forms[FuncId::from_u32(1)].promises = 7;
    let mut host = Recording::default();
    host.run(&all, FOLDED);
    assert!(host.merges[0].members[0].weakens);
}

#[test]
fn who_is_not_admitted_has_no_twins() {
    let mut host = Recording { refused: vec![3], ..Recording::default() };
    host.run(&addressed_callees(), FOLDED);
    assert_eq!((host.merges.len(), host.left, host.twins), (0, vec![2, 3], vec![]));
}

/// Two that hand on addresses that matter, of functions that are equal.
fn pointing() -> Functions {
    let mut all = addressed_callees();
    for id in [0, 1].map(FuncId::from_u32) {
        all.standings[id].droppable = false;
        for constant in &mut all.forms[id].constants {
            constant.mode = ConstantMode::Variable;
        }
    }
    for id in [2, 3].map(FuncId::from_u32) {
        all.standings[id].calls = 0;
    }
    all
}

#[test]
fn what_points_to_functions_that_the_linker_folds_is_folded_too() {
    let mut host = Recording::default();
    host.run(&pointing(), FOLDED);
    assert_eq!((host.merges.len(), host.by_reference), (0, vec![vec![0, 1]]));
    assert_eq!((host.left, host.twins), (vec![3], vec![(2, vec![3])]));
}

#[test]
fn pointers_are_told_apart_where_the_linker_folds_nothing_or_another_module_may_be_meant() {
    let mut host = Recording::default();
    host.run(&pointing(), PLAIN);
    assert_eq!(host.by_reference, [[0u32; 0]; 0]);
    let mut all = pointing();
    all.standings[FuncId::from_u32(3)].linkage = crate::standing::Linkage::External;
    host.run(&all, FOLDED);
    assert_eq!(host.by_reference, [[0u32; 0]; 0]);
}

#[test]
fn what_promises_something_else_is_folded() {
    let mut all = pointing();
    all.forms[FuncId::from_u32(1)].promises = 7;
    let mut host = Recording::default();
    host.run(&all, FOLDED);
    assert_eq!(host.by_reference, [[0, 1]]);
}
