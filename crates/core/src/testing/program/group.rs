//! The pass `gfm` on plain data: what becomes of a program by the plans of the real planner.
//!
//! Consumes: a [`Program`], [`Settings`]. Produces: the program after each plan, and for each member the body that does
//! its work now, with the arguments that the body needs ([`Step`]). Guarantees: the [`Driver`] is that of the plugin,
//! and plans are carried out as `src/host/groups.rs` does: thunks, rewritten calls. What is done wrong on purpose is in
//! the settings' [`Fault`].

use cranelift_entity::PrimaryMap;

use super::super::build::{I1, I32, I64, PTR};
use super::fault::Fault;
use super::form::{Forms, canonical_instructions, uses};
use super::share::{Work, pass, thunk};
use super::*;
use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction};
use crate::driver::{
    CarriedOut, Driver, GroupHost, Host, Participant, ProvenMerge, Session as Learned, SharedBody,
};
use crate::gfm::{Access, ArgumentInfo, Limits, Parameter, Plan};
use crate::ir::{EncodedFunction, Tables, Uses};
use crate::options::{Options, Thunks};
use crate::reject::Reject;
use crate::replacement::{Fate, Replacement, keep_what_is_passed, own_and};
use crate::report::Report;

/// How the pass is run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// What plans may do.
    pub limits: Limits,
    /// All members stay, as thunks.
    pub keep: bool,
    /// What is done wrong.
    pub fault: Fault,
}

/// A function whose work another one does now, with constants behind its own arguments.
pub type Replaced = Replacement<FuncId, ConstId>;

/// What one plan did.
#[derive(Clone, Debug)]
pub struct Step {
    /// The plan.
    pub plan: Plan,
    /// The forms of its members, as it was made for.
    pub forms: Vec<CanonicalFunction>,
    /// What was known of all constants.
    pub infos: PrimaryMap<CanonicalConst, ArgumentInfo>,
    /// The program after it.
    pub program: Program,
    /// Its members.
    pub replaced: Vec<Replaced>,
}

/// Runs the pass: the steps, in order.
pub fn run(program: &Program, settings: Settings) -> Vec<Step> {
    let (forms, steps) = (Forms::default(), Vec::new());
    let tables = Tables::default();
    let mut session = Session { program: program.clone(), tables, settings, forms, steps };
    let thunks = if settings.keep { Thunks::Keep } else { Thunks::Auto };
    let (options, mut learned) = (Options { thunks, ..Options::default() }, Learned::default());
    let functions = program.symbols.keys().map(|_| Participant { encoded: None, in_groups: true });
    let report = Report::new("gfm");
    Driver::new(&options, &mut session, functions, report, &mut learned).merge();
    session.steps
}

struct Session {
    program: Program,
    tables: Tables,
    settings: Settings,
    forms: Forms,
    steps: Vec<Step>,
}

impl Session {
    fn definition(&self, id: FuncId) -> &Definition {
        self.program.definition(id).expect("functions that take part have bodies")
    }
}

impl Host for Session {
    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn encode(&mut self, _: FuncId) -> Result<EncodedFunction, Reject> {
        panic!("no function is merged with a similar one")
    }

    fn groups(&mut self) -> Option<&mut dyn GroupHost> {
        Some(self)
    }

    fn carry_out(&mut self, _: &ProvenMerge<'_>, _: &mut Report) -> Result<CarriedOut, Reject> {
        panic!("no function is merged with a similar one")
    }
}

impl GroupHost for Session {
    fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Any two functions may be equal.
    fn outline(&mut self, _: FuncId) -> u64 {
        0
    }

    fn filter(&mut self, _: FuncId) -> u64 {
        0
    }

    fn form(&mut self, id: FuncId, _: &mut Report) -> Result<CanonicalFunction, Reject> {
        let definition = self.program.definition(id).ok_or(Reject::Declaration)?;
        Ok(self.forms.form(&self.program, id, definition))
    }

    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo> {
        &self.forms.infos
    }

    fn address(&self, id: FuncId) -> Option<CanonicalConst> {
        self.forms.address(id)
    }

    fn leads_back(&self, id: FuncId) -> bool {
        self.definition(id).linkage != Linkage::Interposable
    }

    fn uses(&mut self, id: FuncId) -> Uses {
        uses(&self.program, id, self.definition(id))
    }

    fn timing(&mut self, _: FuncId, _: &CanonicalFunction) -> Timing {
        Timing::default()
    }

    fn units(&mut self, id: FuncId) -> u64 {
        canonical_instructions(&self.definition(id).body).len() as u64
    }

    fn limits(&self, _: FuncId) -> Limits {
        self.settings.limits
    }

    fn carry_out_group(
        &mut self,
        plan: &Plan,
        forms: &[&CanonicalFunction],
        _: &mut Report,
    ) -> Result<SharedBody, Reject> {
        let touched = self.merge(plan, forms);
        let is_told = self.settings.fault != Fault::StaleForms;
        let touched = if is_told { touched } else { Vec::new() };
        Ok(SharedBody { touched, encoded: Err(Reject::NotSelected) })
    }
}

impl Session {
    //===-- Carrying a plan out -----------------------------------------------------------------------

    /// The functions that take part and whose bodies changed.
    fn merge(&mut self, plan: &Plan, forms: &[&CanonicalFunction]) -> Vec<FuncId> {
        let fault = self.settings.fault;
        let source = plan.members[plan.representative];
        let form = forms[plan.representative];
        let holes = form.constants.iter().map(|c| (c.instruction, c.operand)).collect();
        let variables = variables(plan);
        let parameters = typed(&variables);
        let mut work = Work { program: &mut self.program, source, holes, parameters, fault };
        let body = work.share(&plan.members, &plan.self_calls);
        let extras: Vec<Vec<ConstId>> =
            (0..plan.members.len()).map(|i| work.arguments(&self.forms, &variables, i)).collect();
        let replacement = |(n, extras): (usize, Vec<ConstId>)| {
            let member = plan.members[n];
            let original = self.program.definition(member).expect("members have bodies");
            let shared = self.program.definition(body).expect("it was just made");
            let goes = plan.access[n] == Access::Calls && original.body.ret == shared.body.ret;
            let own = original.body.params.len() as u32;
            Replacement::new(member, body, own_and(own, extras), goes)
        };
        let mut replaced: Vec<_> = extras.into_iter().enumerate().map(replacement).collect();
        let mut touched = self.replace(&mut replaced);
        // The body has no number yet.
        touched.retain(|&caller| caller != body);
        let forms = forms.iter().map(|&form| form.clone()).collect();
        let (infos, program) = (self.forms.infos.clone(), self.program.clone());
        self.steps.push(Step { plan: plan.clone(), forms, infos, program, replaced });
        touched
    }

    /// Puts thunks, or calls of the body, in the place of the members. Returns the functions that call the body now.
    fn replace(&mut self, replaced: &mut [Replaced]) -> Vec<FuncId> {
        // All bodies are dropped first, so that no call in a body that goes counts.
        let bodies: Vec<Definition> = replaced.iter().map(|r| self.drop_body(r.member)).collect();
        if self.settings.fault != Fault::PassedMemberGoes {
            keep_what_is_passed(replaced, |&f| self.program.constant(Constant::Function(f)));
            let is_used = |program: &Program, f| {
                let count = program.count(f);
                count.values + count.others > 0
            };
            replaced
                .iter_mut()
                .filter(|r| is_used(&self.program, r.member))
                .for_each(Replaced::keep);
        }
        let mut callers = Vec::new();
        for (one, original) in replaced.iter().zip(bodies) {
            if one.fate == Fate::Gone {
                callers.extend(redirect(&mut self.program, one));
            } else {
                let thunk = thunk(&mut self.program, &original, one);
                self.program.symbols[one.member] = Symbol::Defined(Box::new(thunk));
            }
        }
        callers
    }

    fn drop_body(&mut self, member: FuncId) -> Definition {
        match std::mem::replace(&mut self.program.symbols[member], Symbol::Gone) {
            Symbol::Defined(definition) => *definition,
            _ => panic!("members have bodies"),
        }
    }
}

/// What stands in the places of constants. There is no memory here, so that what would be read from a table is passed.
pub(super) fn variables(plan: &Plan) -> Vec<Parameter> {
    let of_program = |parameter: &Parameter| match parameter.shape {
        Shape::Integer(8) => Parameter { shape: Shape::Integer(32), ..parameter.clone() },
        _ => parameter.clone(),
    };
    plan.variables().map(of_program).collect()
}

/// The type of each parameter, and its places.
pub(super) fn typed(parameters: &[Parameter]) -> Vec<(TypeId, Vec<u32>)> {
    parameters.iter().map(|p| (parameter_type(p.shape), p.places.clone())).collect()
}

fn parameter_type(shape: Shape) -> TypeId {
    TypeId::from_u32(match shape {
        Shape::Integer(1) => I1,
        Shape::Integer(32) => I32,
        Shape::Integer(64) => I64,
        Shape::Pointer => PTR,
        other => panic!("programs have no {other:?} to pass"),
    })
}

/// Makes the calls of a function that has no body calls of another. Returns the functions that have such calls.
fn redirect(program: &mut Program, what: &Replaced) -> Vec<FuncId> {
    let body = program.constant(Constant::Function(what.target));
    let old = program.constant(Constant::Function(what.member));
    let mut callers = Vec::new();
    for (caller, function) in program.bodies_mut() {
        for inst in function.insts.values_mut().filter(|i| is_call(i)) {
            if inst.operands[0].value == Value::Const(old) {
                inst.operands[0].value = Value::Const(body);
                pass(inst, what.constants().map(|&e| Value::Const(e)));
                callers.push(caller);
            }
        }
    }
    callers
}
