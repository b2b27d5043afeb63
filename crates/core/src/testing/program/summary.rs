//! The pass `gfm-merge` on plain data: what becomes of a function by a proposal.
//!
//! Consumes: a [`Program`], a hash for each constant. Produces: what a summary says of each function
//! ([`Candidate`]), and the program in which one of them is a thunk of its own body with parameters.
//! Guarantees: follows `src/global/` of the plugin: which constants are holes, what counts into the hash,
//! arguments from the first hole of each parameter.

use super::fault::Fault;
use super::form::Forms;
use super::group::{Replaced, typed};
use super::share::{Work, thunk};
use super::*;
use crate::canon::timing::Timing;
use crate::canon::{CanonicalFunction, ConstantMode};
use crate::gfm::{ArgumentInfo, Held, Named, Plan};
use crate::replacement::own_and;
use crate::summary::{ConstantHash, FunctionSummary, Hole, Scope, StableHash, StableHasher};

/// A function with what others are told of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The function.
    pub function: FuncId,
    /// What others are told.
    pub summary: FunctionSummary,
    /// What its holes hold, in their order.
    pub held: Vec<Held>,
    /// Its form.
    pub form: CanonicalFunction,
    /// Calls of itself.
    pub self_calls: Vec<u32>,
    /// Of no interest.
    pub timing: Timing,
}

/// All functions, as summaries describe them; `digest` is the hash of a constant.
pub fn candidates(
    program: &Program,
    forms: &mut Forms,
    digest: impl Fn(&Constant) -> ConstantHash,
) -> Vec<Candidate> {
    let each = program.defined().map(|(id, definition)| {
        let form = forms.form(program, id, definition);
        describe(program, forms, id, form, &digest)
    });
    each.collect()
}

fn describe(
    program: &Program,
    forms: &Forms,
    function: FuncId,
    form: CanonicalFunction,
    digest: &impl Fn(&Constant) -> ConstantHash,
) -> Candidate {
    let mut hasher = StableHasher::new("candidate");
    hasher.word(form.code.into());
    let is_interposable =
        program.definition(function).is_some_and(|d| d.linkage == Linkage::Interposable);
    let (mut holes, mut held, mut self_calls) = (Vec::new(), Vec::new(), Vec::new());
    for (position, constant) in (0..).zip(&form.constants) {
        let what = program.constants[forms.constants[constant.value]];
        let is_own = what == Constant::Function(function) && constant.mode == ConstantMode::Callee;
        if is_own && !is_interposable {
            self_calls.push(position);
        } else if constant.mode != ConstantMode::Reference && what.shape() != Shape::Unfit {
            holes.push(Hole { position, constant: digest(&what) });
            let info = ArgumentInfo { shape: what.shape(), value: None, in_table: None };
            held.push(Held { constant: constant.value, info });
        } else {
            hasher.word(position.into());
            hasher.word(constant.value.as_u32().into());
        }
    }
    let hash = hasher.finish();
    let summary = summary(hash, &form, holes);
    Candidate { function, summary, held, form, self_calls, timing: Timing::default() }
}

fn summary(hash: StableHash, form: &CanonicalFunction, holes: Vec<Hole>) -> FunctionSummary {
    FunctionSummary {
        hash,
        name: form.name.clone(),
        module: "m.c".into(),
        scope: Scope::Program,
        instructions: form.size,
        size: 1000,
        folds_alone: false,
        holes,
    }
}

impl Candidate {
    /// As the planner sees it.
    pub fn named(&self) -> Named<'_> {
        let Candidate { function, summary, held, self_calls, timing, .. } = self;
        Named { id: *function, summary, held, self_calls, timing, removable: false }
    }
}

/// Makes a function a thunk of its own body, in which the plan's parameters stand.
pub fn split(
    program: &Program,
    forms: &Forms,
    candidate: &Candidate,
    plan: &Plan,
) -> (Program, Replaced) {
    let mut after = program.clone();
    let member = candidate.function;
    let constants = candidate.form.constants.iter();
    let holes = constants.map(|c| (c.instruction, c.operand)).collect();
    let parameters = typed(&plan.parameters);
    let mut work =
        Work { program: &mut after, source: member, holes, parameters, fault: Fault::None };
    let body = work.share(&plan.members, &plan.self_calls);
    let extras = work.arguments(forms, &plan.parameters, 0);
    let original = program.definition(member).expect("candidates have bodies");
    let own = original.body.params.len() as u32;
    let arguments = own_and(own, extras);
    let what = Replaced::new(member, body, arguments, false);
    let thunk = thunk(&mut after, original, &what);
    after.symbols[member] = Symbol::Defined(Box::new(thunk));
    (after, what)
}
