//! The driver over functions made by hand, and a host that writes down what it is asked.

use super::*;
use crate::canon::{ConstantMode, ConstantUse};
use crate::gfm::Shape;
use crate::policy::TimePolicy;
use crate::price::{Bytes, X86_64};
use crate::registers::Registers;

/// A function: its code, and its constants.
#[derive(Clone)]
struct Function {
    code: u32,
    outline: u64,
    filter: u64,
    constants: Vec<Constant>,
}

#[derive(Clone, Copy, PartialEq)]
enum Constant {
    Number(u32),
    /// A direct call of a function.
    Call(u32),
}
use Constant::{Call, Number};

/// Addresses of functions come behind the numbers.
const ADDRESSES: u32 = 10;

/// What the host was asked, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    Form(u32),
    CarryOut(Vec<u32>),
}
use Asked::{CarryOut, Form};

struct Recording {
    functions: Vec<Function>,
    infos: PrimaryMap<CanonicalConst, ArgumentInfo>,
    /// Functions whose forms are refused.
    refused: Vec<u32>,
    /// Functions whose plans cannot be carried out.
    contradict: Vec<u32>,
    /// Why not.
    because: Reject,
    asked: Vec<Asked>,
    /// Functions whose filters it was asked for.
    filters: Vec<u32>,
}

fn host(functions: &[(u32, &[Constant])]) -> Recording {
    let function = |&(code, constants): &(u32, &[Constant])| Function {
        code,
        outline: 0,
        filter: code.into(),
        constants: constants.to_vec(),
    };
    let number = |n| ArgumentInfo { shape: Shape::Integer(32), value: Some(n), in_table: None };
    let address = ArgumentInfo { shape: Shape::Pointer, value: None, in_table: None };
    Recording {
        functions: functions.iter().map(function).collect(),
        infos: (0..ADDRESSES.into()).map(number).chain([address; 20]).collect(),
        refused: vec![],
        contradict: vec![],
        because: Reject::DifferentAttributes,
        asked: vec![],
        filters: vec![],
    }
}

impl Recording {
    fn run(&mut self) -> Report {
        let mut all = Functions::new(self.functions.len());
        self.run_on(&mut all, None)
    }

    /// Carries out what is worth more than so much.
    fn run_on(&mut self, all: &mut Functions, more_than: Option<i64>) -> Report {
        let mut report = Report::new("gfm");
        let wanted = Wanted { more_than: more_than.map(Bytes::new), ..Wanted::default() };
        merge(self, all, wanted, &mut report);
        report
    }

    /// Merges these functions alone.
    fn run_among(&mut self, all: &mut Functions, among: &[u32]) -> Report {
        let mut report = Report::new("gfm");
        let among = among.iter().copied().map(FuncId::from_u32).collect();
        let wanted = Wanted { among: Some(&among), ..Wanted::default() };
        merge(self, all, wanted, &mut report);
        report
    }

    fn carried_out(&self) -> Vec<&[u32]> {
        let plans = self.asked.iter();
        let plans =
            plans.filter_map(|a| if let CarryOut(plan) = a { Some(&plan[..]) } else { None });
        plans.collect()
    }

    fn forms(&self, of: u32) -> usize {
        self.asked.iter().filter(|&asked| *asked == Form(of)).count()
    }
}

impl Host for Recording {
    fn outline(&mut self, id: FuncId) -> u64 {
        self.functions[id.as_u32() as usize].outline
    }

    fn filter(&mut self, id: FuncId) -> u64 {
        self.filters.push(id.as_u32());
        self.functions[id.as_u32() as usize].filter
    }

    fn form(&mut self, id: FuncId, report: &mut Report) -> Result<CanonicalFunction, Reject> {
        self.asked.push(Form(id.as_u32()));
        if self.refused.contains(&id.as_u32()) {
            report.refuse(0, Reject::TooSmall);
            return Err(Reject::TooSmall);
        }
        let function = &self.functions[id.as_u32() as usize];
        let constant = |(&constant, operand)| {
            let (value, mode) = match constant {
                Number(n) => (n, ConstantMode::Variable),
                Call(f) => (ADDRESSES + f, ConstantMode::Direct),
            };
            let value = CanonicalConst::from_u32(value);
            ConstantUse { value, mode, instruction: 0, operand }
        };
        Ok(CanonicalFunction {
            name: id.to_string(),
            code: function.code,
            promises: 0,
            kinds: Box::default(),
            constants: function.constants.iter().zip(0..).map(constant).collect(),
            size: 40,
            uses: Uses::default(),
        })
    }

    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo> {
        &self.infos
    }

    fn address(&self, id: FuncId) -> Option<CanonicalConst> {
        Some(CanonicalConst::from_u32(ADDRESSES + id.as_u32()))
    }

    fn leads_back(&self, _: FuncId) -> bool {
        true
    }

    fn uses(&mut self, _: FuncId) -> Uses {
        Uses { removable: true, call_sites: 1, ..Uses::default() }
    }

    fn timing(&mut self, _: FuncId, _: &CanonicalFunction) -> Timing {
        Timing::default()
    }

    fn units(&mut self, _: FuncId) -> u64 {
        40
    }

    fn limits(&self, _: FuncId) -> Limits {
        let free = Registers::default();
        let (time, min_gain) = (TimePolicy::ANY, Bytes::ZERO);
        Limits {
            parameters: 6,
            free,
            tables: false,
            tabled_callees: true,
            min_gain,
            time,
            force: false,
        }
    }

    fn prices(&self) -> &Prices {
        &X86_64
    }

    /// Calls of the members become calls of the body, which has no constants of its own in the places of parameters.
    fn carry_out(
        &mut self,
        plan: &Plan,
        forms: &[&CanonicalFunction],
        _: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        let members: Vec<u32> = plan.members.iter().map(|id| id.as_u32()).collect();
        self.asked.push(CarryOut(members.clone()));
        if members.iter().any(|member| self.contradict.contains(member)) {
            return Err(self.because);
        }
        assert_eq!(forms.len(), members.len());
        let shared = self.functions.len() as u32;
        let code = 100 + shared;
        self.functions.push(Function { code, outline: 0, filter: code.into(), constants: vec![] });
        let is_call = |c: &Constant| members.iter().any(|&member| *c == Call(member));
        let mut touched = Vec::new();
        for (function, id) in self.functions.iter_mut().zip(0..) {
            for constant in function.constants.iter_mut().filter(|c| is_call(c)) {
                *constant = Call(shared);
                touched.push(FuncId::from_u32(id));
            }
        }
        Ok(CarriedOut { touched })
    }
}

#[test]
fn where_some_functions_alone_are_wanted_others_are_left_for_later() {
    let function: &[Constant] = &[Number(1)];
    let mut host = host(&[(1, function); 4]);
    let mut all = Functions::new(4);
    host.run_among(&mut all, &[1, 3]);
    assert_eq!(host.carried_out(), [[1, 3]]);
    host.run_on(&mut all, None);
    assert_eq!(host.carried_out(), [[1, 3], [0, 2]]);
}

#[test]
fn callees_are_merged_first_and_then_their_callers_are_equal() {
    let mut host = host(&[(1, &[Call(2)]), (1, &[Call(3)]), (2, &[Number(1)]), (2, &[Number(2)])]);
    let report = host.run();
    assert_eq!(host.carried_out(), [[2, 3], [0, 1]]);
    assert_eq!((host.forms(0), host.forms(2)), (2, 1), "the callers changed, and once");
    assert_eq!(report.attempts, 2);
}

/// Calls that stay direct cannot be parameters: only once the callees are one function, the callers may be.
#[test]
fn what_differs_in_calls_that_stay_direct_is_not_merged() {
    let mut host = host(&[(1, &[Call(2)]), (1, &[Call(3)]), (2, &[]), (3, &[])]);
    let report = host.run();
    assert_eq!(host.carried_out(), [[0u32; 0]; 0]);
    assert_eq!((report.candidates, report.attempts), (2, 0));
    assert_eq!(report.pair_rejects[Reject::Unprofitable.name()], 1);
}

#[test]
fn a_form_is_made_only_of_what_has_company() {
    let mut host = host(&[(1, &[Number(1)]), (2, &[Number(1)]), (1, &[Number(2)])]);
    let report = host.run();
    assert_eq!(host.asked, [Form(0), Form(2), CarryOut(vec![0, 2])]);
    assert_eq!(report.eligible, 2);
}

#[test]
fn a_filter_is_made_only_of_what_shares_its_outline() {
    let mut host = host(&[(1, &[Number(1)]), (1, &[Number(2)]), (1, &[Number(3)])]);
    host.functions[1].outline = 7;
    let mut all = Functions::new(3);
    host.run_on(&mut all, MUCH);
    assert_eq!((host.filters.clone(), host.forms(1)), (vec![0, 2], 0));
    // Of what had no filter before, one is made once another function has become like it.
    host.functions[2].outline = 7;
    all.touch(FuncId::from_u32(2));
    host.run_on(&mut all, MUCH);
    assert_eq!(host.filters, [0, 2, 1, 2]);
}

#[test]
fn what_is_refused_does_not_come_back() {
    let mut host = host(&[
        (1, &[Number(1), Call(3)]),
        (1, &[Number(2), Call(3)]),
        (1, &[Number(3), Call(4)]),
        (2, &[Number(1)]),
        (2, &[Number(2)]),
    ]);
    host.refused = vec![1];
    let report = host.run();
    assert_eq!(host.forms(1), 1);
    assert_eq!(host.carried_out(), [[3, 4], [0, 2]]);
    assert_eq!(report.rejects[Reject::TooSmall.name()], 1);
}

/// The class is not planned for again, as nothing in it is new.
#[test]
fn a_plan_that_cannot_be_carried_out_changes_nothing() {
    let mut host =
        host(&[(1, &[Number(1)]), (1, &[Number(2)]), (2, &[Number(1)]), (2, &[Number(2)])]);
    host.contradict = vec![0];
    let report = host.run();
    assert_eq!(host.carried_out(), [[0, 1], [2, 3]]);
    assert_eq!(host.functions.len(), 5);
    assert_eq!(report.pair_rejects[Reject::DifferentAttributes.name()], 1);
}

/// Members of a class that call one another: the one that changed waits for the next round.
#[test]
fn functions_that_changed_meanwhile_wait_for_the_next_round() {
    let mut host = host(&[
        (1, &[Number(1), Call(2)]),
        (1, &[Number(2), Call(2)]),
        (2, &[Number(1), Call(0)]),
        (2, &[Number(2), Call(0)]),
    ]);
    host.run();
    assert_eq!(host.carried_out(), [[0, 1], [2, 3]]);
    assert_eq!([0, 1, 2, 3].map(|f| host.forms(f)), [1, 1, 2, 2]);
}

//===-- Runs that leave something for later -------------------------------------------------------

const MUCH: Option<i64> = Some(1 << 40);

/// After a run in which everything was left for later.
fn with_plans_left(functions: &[(u32, &[Constant])]) -> (Recording, Functions) {
    let (mut host, mut all) = (host(functions), Functions::new(functions.len()));
    host.run_on(&mut all, MUCH);
    (host, all)
}

#[test]
fn what_is_worth_too_little_is_left_and_carried_out_when_less_will_do() {
    let (mut host, mut all) =
        with_plans_left(&[(1, &[Number(1)]), (1, &[Number(2)]), (2, &[Number(1)])]);
    let worth = all.best_left().expect("a plan was left").count();
    assert_eq!(host.carried_out(), [[0u32; 0]; 0]);
    host.run_on(&mut all, Some(worth));
    assert_eq!(host.carried_out(), [[0u32; 0]; 0]);
    let report = host.run_on(&mut all, Some(worth - 1));
    assert_eq!((host.carried_out(), all.best_left()), (vec![&[0, 1][..]], None));
    // It was planned once; each form was made once, and compared with a fresh one before it went.
    assert_eq!((report.candidates, host.forms(0), host.forms(1)), (0, 2, 2));
}

#[test]
fn a_function_that_was_merged_otherwise_takes_its_plans_along() {
    let (mut host, mut all) =
        with_plans_left(&[(1, &[Number(1)]), (1, &[Number(2)]), (1, &[Number(3)])]);
    all.remove(FuncId::from_u32(1));
    host.run_on(&mut all, None);
    assert_eq!(host.carried_out(), [[0, 2]]);
}

#[test]
fn a_function_that_changed_between_runs_is_planned_for_as_it_is() {
    let (mut host, mut all) =
        with_plans_left(&[(1, &[Number(1)]), (1, &[Number(2)]), (2, &[Number(3)])]);
    (host.functions[1].code, host.functions[1].filter) = (2, 2);
    all.touch(FuncId::from_u32(1));
    host.run_on(&mut all, None);
    assert_eq!(host.carried_out(), [[1, 2]]);
}

/// As where metadata becomes other metadata.
#[test]
fn a_function_that_changed_unnoticed_between_runs_is_not_merged_as_it_was() {
    let (mut host, mut all) =
        with_plans_left(&[(1, &[Number(1)]), (1, &[Number(2)]), (1, &[Number(3)])]);
    host.functions[1].code = 2;
    host.run_on(&mut all, None);
    assert_eq!(host.carried_out(), [[0, 2]]);
}

#[test]
fn a_function_that_is_new_joins_a_class_of_which_plans_were_left() {
    let (mut host, mut all) = with_plans_left(&[(1, &[Number(1)]), (1, &[Number(2)])]);
    host.functions.push(Function { code: 1, outline: 0, filter: 1, constants: vec![Number(3)] });
    all.add();
    host.run_on(&mut all, None);
    assert_eq!(host.carried_out(), [[0, 1, 2]]);
}

/// Otherwise another merge would take the place of the one that a bisection asks about.
#[test]
fn functions_whose_group_a_bisection_leaves_out_stay_as_they_are() {
    let (mut host, mut all) = with_plans_left(&[(1, &[Number(1)]), (1, &[Number(2)])]);
    (host.contradict, host.because) = (vec![0], Reject::OutsideLimit);
    host.run_on(&mut all, None);
    host.functions.push(Function { code: 1, outline: 0, filter: 1, constants: vec![Number(3)] });
    all.add();
    host.run_on(&mut all, None);
    assert_eq!(host.carried_out(), [[0, 1]], "asked once");
}
