//! Groups of functions made by hand, over a host that writes down what it is asked.

use super::*;
use crate::canon::{ConstantMode, ConstantUse};
use crate::gfm::{ArgumentInfo, Shape};
use crate::ir::{Tables, Uses};
use crate::policy::TimePolicy;
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
    tables: Tables,
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
        tables: Tables::default(),
        functions: functions.iter().map(function).collect(),
        infos: (0..ADDRESSES.into()).map(number).chain([address; 20]).collect(),
        refused: vec![],
        contradict: vec![],
        because: Reject::DifferentAttributes,
        asked: vec![],
        filters: vec![],
    }
}

/// What is known of the functions of a host, as the driver has it.
struct Run {
    groups: Groups,
    roster: Roster,
    report: Report,
}

impl Run {
    fn new(host: &Recording) -> Run {
        let report = Report::new("gfm");
        let mut run = Run { groups: Groups::new(false), roster: Roster::default(), report };
        host.functions.iter().for_each(|_| run.add(Spare::default()));
        run
    }

    fn add(&mut self, spare: Spare) {
        self.roster.add();
        self.groups.add(true, spare);
    }

    fn change(&mut self, id: u32) {
        self.roster.change(FuncId::from_u32(id));
        self.groups.change(FuncId::from_u32(id));
    }

    fn remove(&mut self, id: FuncId) {
        self.roster.remove(id);
        self.groups.remove(id);
    }

    fn refresh(&mut self, host: &mut Recording) -> Vec<PlanId> {
        self.groups.refresh(host, &self.roster, &mut self.report)
    }

    fn carry_out(&mut self, host: &mut Recording, plan: PlanId) {
        let mut aside = Report::new("aside");
        let Run { groups, roster, report } = self;
        match groups.carry_out(plan, host, roster, report, &mut aside) {
            Ok(Carried { members, body, spare }) => {
                members.into_iter().for_each(|id| self.remove(id));
                body.touched.into_iter().for_each(|id| self.change(id.as_u32()));
                self.add(spare);
            }
            Err(Left::Refused { left_out }) => left_out.into_iter().for_each(|id| self.remove(id)),
            Err(Left::OutOfDate) => {}
        }
    }

    /// Carries out these plans, and then all that are found.
    fn go_on(&mut self, host: &mut Recording, mut plans: Vec<PlanId>) {
        loop {
            plans.into_iter().for_each(|plan| self.carry_out(host, plan));
            if !self.groups.is_due() {
                break;
            }
            plans = self.refresh(host);
        }
    }
}

impl Recording {
    fn run(&mut self) -> Report {
        let mut run = Run::new(self);
        run.go_on(self, Vec::new());
        run.report
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

impl GroupHost for Recording {
    fn tables(&self) -> &Tables {
        &self.tables
    }

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

    /// Calls of the members become calls of the body, which has no constants of its own in the places of parameters.
    fn carry_out_group(
        &mut self,
        plan: &Plan,
        forms: &[&CanonicalFunction],
        _: &mut Report,
    ) -> Result<SharedBody, Reject> {
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
        Ok(SharedBody { touched, encoded: Err(Reject::NotSelected) })
    }
}

#[test]
fn where_some_functions_alone_are_wanted_others_are_left_for_later() {
    let function: &[Constant] = &[Number(1)];
    let mut host = host(&[(1, function); 4]);
    let mut run = Run::new(&host);
    let among = [1, 3].map(FuncId::from_u32);
    let plans = run.groups.refresh_among(&mut host, &run.roster, &among, &mut run.report);
    assert_eq!(plans.len(), 1);
    run.carry_out(&mut host, plans[0]);
    assert_eq!(host.carried_out(), [[1, 3]]);
    run.go_on(&mut host, Vec::new());
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
    let mut run = Run::new(&host);
    run.refresh(&mut host);
    assert_eq!((host.filters.clone(), host.forms(1)), (vec![0, 2], 0));
    // A function without a filter gets one once another function has the same outline.
    host.functions[2].outline = 7;
    run.change(2);
    run.refresh(&mut host);
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
    assert_eq!(host.carried_out(), [[2, 3], [0, 1]]);
    assert_eq!([0, 1, 2, 3].map(|f| host.forms(f)), [2, 2, 1, 1]);
}

//===-- Plans that wait while functions are merged otherwise ----------------------------------------

/// A host, a run, and the plans that wait.
fn waiting(functions: &[(u32, &[Constant])]) -> (Recording, Run, Vec<PlanId>) {
    let mut host = host(functions);
    let mut run = Run::new(&host);
    let plans = run.refresh(&mut host);
    assert!(plans.iter().all(|&plan| run.groups.worth(plan) > Bytes::ZERO));
    (host, run, plans)
}

#[test]
fn a_function_that_was_merged_otherwise_takes_its_plans_along() {
    let (mut host, mut run, plans) =
        waiting(&[(1, &[Number(1)]), (1, &[Number(2)]), (1, &[Number(3)])]);
    run.remove(FuncId::from_u32(1));
    run.go_on(&mut host, plans);
    assert_eq!(host.carried_out(), [[0, 2]]);
}

#[test]
fn a_function_that_changed_is_planned_for_as_it_is() {
    let (mut host, mut run, plans) =
        waiting(&[(1, &[Number(1)]), (1, &[Number(2)]), (2, &[Number(3)])]);
    (host.functions[1].code, host.functions[1].filter) = (2, 2);
    run.change(1);
    run.go_on(&mut host, plans);
    assert_eq!(host.carried_out(), [[1, 2]]);
}

/// The plan would give one body to functions of different code, with constants that may be gone.
#[test]
fn a_plan_is_out_of_date_though_its_members_were_planned_for_again() {
    let (mut host, mut run, plans) =
        waiting(&[(1, &[Number(1)]), (1, &[Number(2)]), (2, &[Number(3)]), (1, &[Number(4)])]);
    (host.functions[1].code, host.functions[1].filter) = (2, 2);
    run.change(1);
    let anew = run.refresh(&mut host);
    run.go_on(&mut host, [plans, anew].concat());
    assert_eq!(host.carried_out(), [[1, 2], [0, 3]]);
}

/// For example, a merge changed metadata that the function refers to.
#[test]
fn a_function_that_changed_unnoticed_is_not_merged_as_it_was() {
    let (mut host, mut run, plans) =
        waiting(&[(1, &[Number(1)]), (1, &[Number(2)]), (1, &[Number(3)])]);
    host.functions[1].code = 2;
    run.groups.note_other_merge();
    run.go_on(&mut host, plans);
    assert_eq!(host.carried_out(), [[0, 2]]);
}

/// A form is made once, and compared with a fresh one only if functions were merged otherwise meanwhile.
#[test]
fn a_plan_that_waited_is_carried_out_on_what_is_still_true() {
    let (mut host, mut run, plans) = waiting(&[(1, &[Number(1)]), (1, &[Number(2)])]);
    assert_eq!(host.forms(0), 1);
    run.groups.note_other_merge();
    run.go_on(&mut host, plans);
    assert_eq!((host.carried_out(), host.forms(0)), (vec![&[0, 1][..]], 2));
    assert_eq!(run.report.candidates, 2, "planned for once");
}

#[test]
fn a_function_that_is_new_joins_a_class_of_which_plans_wait() {
    let (mut host, mut run, plans) = waiting(&[(1, &[Number(1)]), (1, &[Number(2)])]);
    host.functions.push(Function { code: 1, outline: 0, filter: 1, constants: vec![Number(3)] });
    run.add(Spare::default());
    let anew = run.refresh(&mut host);
    run.go_on(&mut host, [plans, anew].concat());
    assert_eq!(host.carried_out(), [[0, 1, 2]]);
}

/// Otherwise another merge would take the place of the one that a bisection asks about.
#[test]
fn functions_whose_group_a_bisection_leaves_out_stay_as_they_are() {
    let (mut host, mut run, plans) = waiting(&[(1, &[Number(1)]), (1, &[Number(2)])]);
    (host.contradict, host.because) = (vec![0], Reject::OutsideLimit);
    run.go_on(&mut host, plans);
    host.functions.push(Function { code: 1, outline: 0, filter: 1, constants: vec![Number(3)] });
    run.add(Spare::default());
    run.go_on(&mut host, Vec::new());
    assert_eq!(host.carried_out(), [[0, 1]], "asked once");
}
