//! The pass `gfm` on plain data: what becomes of a program by the plans of the real planner.
//!
//! Consumes: a [`Program`], [`Settings`]. Produces: the program after each plan, and for each member the body
//! that does for it now, with the arguments that it needs ([`Step`]).
//! Guarantees: follows `src/gfm/` of the plugin step by step: rounds, callees first, stale forms left for the
//! next round, thunks, rewritten calls. What is done wrong on purpose is in the settings' [`Fault`].

use std::collections::BTreeSet;

use cranelift_entity::PrimaryMap;

use super::super::build::{I1, I32, I64, PTR};
use super::fault::Fault;
use super::form::Forms;
use super::share::{Work, pass, thunk};
use super::*;
use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction, ConstantMode};
use crate::gfm::{Access, ArgumentInfo, Class, Limits, Member, Parameter, Plan, order, plans};
use crate::price::X86_64;
use crate::replacement::{Fate, Replacement, keep_what_is_passed, own_and};

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

/// Rounds that are made at most; each has fewer functions to merge than the one before.
const ROUNDS: usize = 6;

/// Runs the pass: the steps, in order.
pub fn run(program: &Program, settings: Settings) -> Vec<Step> {
    let alive = program.defined().map(|(id, _)| id).collect();
    let mut session = Session {
        program: program.clone(),
        settings,
        alive,
        stale: BTreeSet::new(),
        steps: Vec::new(),
    };
    for _ in 0..ROUNDS {
        let before = session.steps.len();
        session.round();
        if session.steps.len() == before {
            break;
        }
    }
    session.steps
}

struct Session {
    program: Program,
    settings: Settings,
    /// Functions that take part.
    alive: BTreeSet<FuncId>,
    /// Those of them that have changed since the round began.
    stale: BTreeSet<FuncId>,
    steps: Vec<Step>,
}

/// What a round knows of the functions.
struct Round {
    forms: Forms,
    by_id: PrimaryMap<FuncId, Option<CanonicalFunction>>,
}

impl Session {
    fn round(&mut self) {
        self.stale.clear();
        let round = self.forms();
        for members in self.classes(&round) {
            if members.iter().any(|f| self.stale.contains(f)) {
                continue;
            }
            for (plan, forms) in self.plan(&round, &members) {
                let is_stale = plan.members.iter().any(|f| self.stale.contains(f));
                if !is_stale || self.settings.fault == Fault::StaleForms {
                    self.carry_out(&round, plan, forms);
                }
            }
        }
    }

    fn forms(&self) -> Round {
        let mut forms = Forms::default();
        let by_id = self.program.symbols.keys().map(|id| {
            let definition = self.program.definition(id).filter(|_| self.alive.contains(&id));
            definition.map(|d| forms.form(&self.program, id, d))
        });
        Round { by_id: by_id.collect(), forms }
    }

    /// Classes of equal code, callees first.
    fn classes(&self, round: &Round) -> Vec<Vec<FuncId>> {
        let called = |form: &CanonicalFunction| {
            let calls = form.constants.iter().filter(|c| c.mode == ConstantMode::Callee);
            calls.filter_map(|c| round.forms.function(&self.program, c.value)).collect()
        };
        let callees = round.by_id.values().map(|f| f.as_ref().map(called).unwrap_or_default());
        let ranks = order::ranks(&callees.collect());
        let mut classes: Vec<(u32, Vec<FuncId>)> = Vec::new();
        for (id, form) in &round.by_id {
            let Some(form) = form else { continue };
            match classes.iter_mut().find(|(code, _)| *code == form.code) {
                Some((_, members)) => members.push(id),
                None => classes.push((form.code, vec![id])),
            }
        }
        let mut classes: Vec<_> = classes.into_iter().map(|(_, members)| members).collect();
        classes.retain(|members| members.len() > 1);
        classes.sort_by_key(|members| members.iter().map(|&f| ranks[f]).max());
        classes
    }

    /// The plans for a class, each with the forms of its members.
    fn plan(&self, round: &Round, ids: &[FuncId]) -> Vec<(Plan, Vec<CanonicalFunction>)> {
        let forms: Vec<CanonicalFunction> =
            ids.iter().map(|&id| self.fresh_form(round, id)).collect();
        let timing = Timing::default();
        let member = |(&id, form)| {
            let definition = self.program.definition(id).expect("members have bodies");
            let leads_back = definition.linkage != Linkage::Interposable;
            Member {
                id,
                form,
                timing: &timing,
                own: round.forms.address(id).filter(|_| leads_back),
                removable: form.uses.removable && !self.settings.keep,
            }
        };
        let members: Vec<_> = ids.iter().zip(&forms).map(member).collect();
        let units = u64::from(forms[0].size);
        let class = Class { members: &members, constants: &round.forms.infos, units };
        let form = |id: &FuncId| forms[ids.iter().position(|f| f == id).expect("a member")].clone();
        let with_forms = |plan: Plan| {
            let forms = plan.members.iter().map(form).collect();
            (plan, forms)
        };
        let found = plans(&class, &self.settings.limits, &X86_64);
        found.into_iter().map(with_forms).collect()
    }

    /// Calls appear and go with the bodies of others.
    fn fresh_form(&self, round: &Round, id: FuncId) -> CanonicalFunction {
        let mut form = round.by_id[id].clone().expect("members have forms");
        let count = self.program.count(id);
        form.uses.call_sites = count.calls + count.named_calls;
        form.uses.removable &= count.values + count.others == 0;
        form
    }

    //===-- Carrying a plan out -----------------------------------------------------------------------

    fn carry_out(&mut self, round: &Round, plan: Plan, forms: Vec<CanonicalFunction>) {
        let fault = self.settings.fault;
        let source = plan.members[plan.representative];
        let form = round.by_id[source].as_ref().expect("members have forms");
        let holes = form.constants.iter().map(|c| (c.instruction, c.operand)).collect();
        let parameters = typed(&plan.parameters);
        let mut work = Work { program: &mut self.program, source, holes, parameters, fault };
        let body = work.share(&plan.members, &plan.self_calls);
        let extras: Vec<Vec<ConstId>> = (0..plan.members.len())
            .map(|i| work.arguments(&round.forms, &plan.parameters, i))
            .collect();
        let replacement = |(n, extras): (usize, Vec<ConstId>)| {
            let member = plan.members[n];
            let original = self.program.definition(member).expect("members have bodies");
            let shared = self.program.definition(body).expect("it was just made");
            let goes = plan.access[n] == Access::Calls && original.body.ret == shared.body.ret;
            let own = original.body.params.len() as u32;
            Replacement::new(member, body, own_and(own, extras), goes)
        };
        let mut replaced: Vec<_> = extras.into_iter().enumerate().map(replacement).collect();
        self.replace(&mut replaced);
        plan.members.iter().for_each(|member| {
            self.alive.remove(member);
        });
        self.alive.insert(body);
        let (infos, program) = (round.forms.infos.clone(), self.program.clone());
        self.steps.push(Step { plan, forms, infos, program, replaced });
    }

    /// Thunks, or calls of the body, in the place of the members.
    fn replace(&mut self, replaced: &mut [Replaced]) {
        // All of them first: no call in a body that goes counts.
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
        for (one, original) in replaced.iter().zip(bodies) {
            if one.fate == Fate::Gone {
                let callers = redirect(&mut self.program, one);
                self.stale.extend(callers);
            } else {
                let thunk = thunk(&mut self.program, &original, one);
                self.program.symbols[one.member] = Symbol::Defined(Box::new(thunk));
            }
        }
    }

    fn drop_body(&mut self, member: FuncId) -> Definition {
        match std::mem::replace(&mut self.program.symbols[member], Symbol::Gone) {
            Symbol::Defined(definition) => *definition,
            _ => panic!("members have bodies"),
        }
    }
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

/// The calls of a function that has no body become calls of another; who they are in.
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
