//! The functions of a module that may share a body with functions of other modules.
//!
//! Consumes: a module. Produces: [`GlobalCandidate`]s: their parts of a summary, and the constants in their holes.
//! Guarantees: which constants are holes depends on the canonical code alone, so equal functions of any two modules
//! have the same holes. All other constants count into the hash.

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::timing::Timing;
use fmerge_core::canon::{CanonicalConst, CanonicalFunction, ConstantMode, ConstantUse};
use fmerge_core::gfm::{ArgumentInfo, Held, Named, Plan, Shape, proposed};
use fmerge_core::ir::FuncId;
use fmerge_core::options::{Options, Thunks};
use fmerge_core::reject::Reject;
use fmerge_core::report::Report;
use fmerge_core::summary::{FunctionSummary, Hole, Proposal, Scope, StableHash, StableHasher};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

use crate::analyses::Analyses;
use crate::canon::{Canonical, Canonicalizer};
use crate::emit;
use crate::encode::{self, eligibility};
use crate::ffi::gfm as shim;
use crate::gfm::share::converted;
use crate::gfm::{TableRules, limits};
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::remarks;
use crate::stack::parameters_left;
use crate::timing::timing;

/// A function that may share its body.
pub struct GlobalCandidate {
    /// The function.
    pub value: FunctionRef,
    /// What other modules are told of it.
    pub summary: FunctionSummary,
    /// Its canonical form.
    pub form: CanonicalFunction,
    /// Its number among the candidates.
    pub id: FuncId,
    /// The constants in its holes, in the order of the holes.
    pub held: Vec<Held>,
    /// Where it calls itself: indices of constants.
    pub self_calls: Vec<u32>,
}

impl GlobalCandidate {
    /// The candidate for the planner, with its timing. With `thunks_stay`, it becomes a thunk in any case.
    fn named<'a>(&'a self, timing: &'a Timing, thunks_stay: bool) -> Named<'a> {
        let GlobalCandidate { id, summary, held, self_calls, form, .. } = self;
        let removable = form.uses.removable && !thunks_stay;
        Named { id: *id, summary, held, self_calls, timing, removable }
    }
}

/// Finds the candidates of one module.
pub struct Finder<'o> {
    options: &'o Options,
    /// The name of the pass, for remarks.
    pass: &'static std::ffi::CStr,
    /// A text that tells the module from all others of a program.
    identity: String,
    analyses: Analyses,
    ctx: &'o mut ModuleContext,
    canonicalizer: Canonicalizer,
}

impl<'o> Finder<'o> {
    /// A finder for the module of `ctx`, which must not change while candidates are looked for.
    pub fn new(
        options: &'o Options,
        pass: &'static std::ffi::CStr,
        ctx: &'o mut ModuleContext,
        analyses: Analyses,
    ) -> Finder<'o> {
        // SAFETY: it is asked only about functions that the module defines.
        let mut canonicalizer = unsafe { Canonicalizer::new(ctx.module, true) };
        let identity = canonicalizer.identity();
        Finder { options, pass, identity, analyses, ctx, canonicalizer }
    }

    /// All candidates, in the module's order. Refusals go to the report and to remarks.
    pub fn find(&mut self, report: &mut Report) -> Vec<GlobalCandidate> {
        let mut found = Vec::new();
        for function in self.ctx.module.defined_functions() {
            let size = self.ctx.instruction_count(function);
            match self.admit(function, FuncId::from_u32(found.len() as u32)) {
                Ok(candidate) => {
                    report.function(size, Ok(()));
                    found.push(candidate);
                }
                Err(reason) => {
                    report.function(size, Err(reason));
                    remarks::refused(function, self.pass, reason);
                }
            }
        }
        report.eligible += found.len() as u64;
        found
    }

    fn admit(&mut self, function: FunctionRef, id: FuncId) -> Result<GlobalCandidate, Reject> {
        eligibility::check_selected(self.options, function, self.analyses)?;
        eligibility::check_heat(self.options, function, self.analyses)?;
        eligibility::check_movable(function)?;
        let canonical = self.canonicalizer.canonicalize(function);
        eligibility::check_movable_body(self.ctx, &canonical, self.options.min_size)?;
        Ok(self.describe(function, id, canonical))
    }

    fn describe(&self, value: FunctionRef, id: FuncId, canonical: Canonical) -> GlobalCandidate {
        let Canonical { form, stable, types, .. } = canonical;
        let stable = stable.expect("the canonicalizer makes stable forms");
        let roles: Vec<ConstantRole> = form.constants.iter().map(|c| self.role(value, c)).collect();
        let all = || roles.iter().zip(&stable.constants).zip(0u32..);
        let holes = all().filter(|((role, _), _)| **role == ConstantRole::Hole);
        let holes: Vec<_> =
            holes.map(|((_, &constant), position)| Hole { position, constant }).collect();
        let fixed = all().filter(|((role, _), _)| **role == ConstantRole::Fixed);
        let mut hasher = StableHasher::new("candidate");
        hasher.hash(stable.hash);
        for ((_, constant), position) in fixed {
            hasher.word(position.into());
            hasher.word(constant.bits());
        }
        let self_calls = all().filter(|((role, _), _)| **role == ConstantRole::SelfCall);
        let held = |hole: &Hole| {
            let constant = form.constants[hole.position as usize].value;
            Held { constant, info: self.info(constant, types[hole.position as usize]) }
        };
        GlobalCandidate {
            value,
            id,
            held: holes.iter().map(held).collect(),
            self_calls: self_calls.map(|(_, position)| position).collect(),
            summary: self.summary(value, &form, hasher.finish(), holes),
            form,
        }
    }

    fn summary(
        &self,
        value: FunctionRef,
        form: &CanonicalFunction,
        hash: StableHash,
        holes: Vec<Hole>,
    ) -> FunctionSummary {
        let units = emit::code_size(value, self.analyses);
        // Constants are not counted: they change next to nothing.
        let size = self.ctx.tables.prices.body(units, 0).bytes.floor().size();
        FunctionSummary {
            hash,
            name: form.name.clone(),
            module: self.identity.clone(),
            scope: if value.is_local() { Scope::Module } else { Scope::Program },
            instructions: form.size,
            size,
            folds_alone: !value.has_personality(),
            holes,
        }
    }

    /// What a constant is as a parameter, in a place of this type.
    fn info(&self, constant: CanonicalConst, ty: LLVMTypeRef) -> ArgumentInfo {
        // SAFETY: the constant, and the type of its place, are of a function that is alive.
        unsafe {
            shim::argument_info(
                converted(self.canonicalizer.constants[constant], ty),
                self.ctx.module,
            )
        }
    }

    /// The timing of a candidate.
    fn timing(&self, candidate: &GlobalCandidate) -> Timing {
        let policy = self.options.time_policy(self.ctx.tables.prices);
        let constants = &candidate.form.constants;
        // SAFETY: the candidate is alive, and its form is up to date, since the module does not change.
        unsafe { timing(candidate.value, constants, policy, self.ctx, self.analyses) }
    }

    /// The plan that a proposal gives for a candidate.
    ///
    /// # Errors
    /// As of [`proposed`].
    pub fn plan(
        &mut self,
        candidate: &GlobalCandidate,
        proposal: &Proposal,
    ) -> Result<Plan, Reject> {
        let timing = self.timing(candidate);
        let named = candidate.named(&timing, self.options.thunks == Thunks::Keep);
        let limits = limits(self.options, self.ctx, candidate.value, TableRules::NONE);
        let needs = |ctx: &mut ModuleContext| encode::frame(ctx, candidate.value, self.analyses);
        let left = parameters_left(self.ctx, candidate.value, needs);
        if left.is_none_or(|left| proposal.parameters as usize > left) {
            return Err(Reject::FrameGrows);
        }
        proposed(proposal, &named, &limits, self.ctx.tables.prices)
    }

    /// The constants behind the ids of forms.
    pub fn constants(&self) -> &PrimaryMap<CanonicalConst, LLVMValueRef> {
        &self.canonicalizer.constants
    }

    fn role(&self, function: FunctionRef, constant: &ConstantUse) -> ConstantRole {
        let value = self.canonicalizer.constants[constant.value];
        let is_own = constant.mode.is_callee() && value == function.as_ptr();
        if is_own && shim::calls_lead_back(function) {
            return ConstantRole::SelfCall;
        }
        let allowed = match constant.mode {
            ConstantMode::Variable | ConstantMode::Callee => true,
            ConstantMode::Reference | ConstantMode::Direct => false,
        };
        // SAFETY: the constant is one of a function that is alive.
        let shape = || unsafe { shim::argument_info(value, self.ctx.module) }.shape;
        if allowed && shape() != Shape::Unfit { ConstantRole::Hole } else { ConstantRole::Fixed }
    }
}

/// What a constant counts as for other modules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConstantRole {
    Hole,
    Fixed,
    SelfCall,
}
