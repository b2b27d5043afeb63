//! The pass `gfm`: functions that are equal but for constants share a body, in which these are parameters.
//!
//! Consumes: a module and the pass's options. Produces: the module with functions merged, and a line for each
//! group in a [`Report`].
//! Guarantees: unless `force`, a group is merged only when it is estimated to pay, the time that it costs included, and
//! none of its members becomes slower than it may by all merges of the pass together. Callees are merged before
//! their callers, and rounds go on until nothing changes: once callees share a body, what their callers
//! differ in may be a constant. Equal input gives equal output.

mod apply;
mod functions;
pub(crate) mod share;

use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::CanonicalConst;
use fmerge_core::gfm::{ArgumentInfo, Class, Limits, Member, Plan, order, plans};
use fmerge_core::ir::FuncId;
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::reject::Reject;
use fmerge_core::report::{Phase, Report};

use crate::canon::Canonicalizer;
use crate::emit;
use crate::encode::Analyses;
use crate::ffi::encode::argument_registers;
use crate::ffi::gfm as shim;
use crate::limit::Limit;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::standing::Census;
use crate::timing::timing;
use functions::Functions;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"fmerge-gfm";

/// Merges what pays in the module of `ctx`; the report says what was done and refused.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn run(options: &Options, ctx: &mut ModuleContext, analyses: Analyses) -> Report {
    let start = Instant::now();
    ctx.begin_run(options);
    let mut session = Session::new(options, ctx, analyses);
    session.functions = session.admit_all();
    while session.round() {}
    session.erase_dead();
    session.report.set_total(start.elapsed());
    session.report
}

/// One run of the pass.
struct Session<'o> {
    options: &'o Options,
    analyses: Analyses,
    ctx: &'o mut ModuleContext,
    canonicalizer: Canonicalizer,
    infos: PrimaryMap<CanonicalConst, ArgumentInfo>,
    functions: Functions,
    /// Without bodies and uses. They go last: what takes their addresses would be taken for them.
    dead: Vec<FunctionRef>,
    limit: Limit,
    report: Report,
}

impl<'o> Session<'o> {
    fn new(options: &'o Options, ctx: &'o mut ModuleContext, analyses: Analyses) -> Session<'o> {
        let module = ctx.module;
        Session {
            options,
            analyses,
            ctx,
            // SAFETY: it is asked about functions that the module defines; what is deleted is kept to the end.
            canonicalizer: unsafe { Canonicalizer::new(module, false) },
            infos: PrimaryMap::new(),
            functions: Functions::default(),
            dead: Vec::new(),
            limit: Limit::new(options, PassName::Gfm, module),
            report: Report::new(PassName::Gfm.name()),
        }
    }

    /// Plans and merges every class with something new in it; whether anything was merged.
    fn round(&mut self) -> bool {
        self.refresh();
        let start = Instant::now();
        let classes = self.classes();
        self.report.add_time(Phase::Group, start.elapsed());
        let before = self.report.merges;
        for members in classes {
            // A callee of these was merged: the next round sees what they are now.
            if !members.iter().any(|&f| self.functions.is_stale(f)) {
                self.merge_class(&members);
            }
        }
        self.report.merges > before
    }

    /// Classes of equal code with something new, callees first.
    fn classes(&mut self) -> Vec<Vec<FuncId>> {
        let ranks = order::ranks(&self.functions.callees(&self.canonicalizer));
        let mut classes = self.functions.classes();
        classes.sort_by_key(|members| members.iter().map(|&f| ranks[f]).max());
        classes
    }

    fn merge_class(&mut self, members: &[FuncId]) {
        let start = Instant::now();
        let plans = self.plan(members);
        self.report.candidates += members.len() as u64;
        self.report.add_time(Phase::Plan, start.elapsed());
        self.functions.mark_planned(members);
        if plans.is_empty() {
            self.report.reject_pair(Reject::Unprofitable);
        }
        for plan in &plans {
            // An earlier group of the class may have rewritten calls in these: the next round plans for them
            // as they are now.
            if !plan.members.iter().any(|&f| self.functions.is_stale(f)) {
                self.report.attempts += 1;
                self.carry_out(plan);
            }
        }
    }

    fn plan(&mut self, ids: &[FuncId]) -> Vec<Plan> {
        self.describe_constants();
        let first = self.functions.value(ids[0]);
        for &id in ids {
            self.refresh_uses(id);
            self.refresh_timing(id);
        }
        let members: Vec<_> = ids.iter().map(|&id| self.member(id)).collect();
        let units = emit::code_size(first, self.analyses);
        let class = Class { members: &members, constants: &self.infos, units };
        plans(&class, &limits(self.options, self.ctx, first), self.ctx.tables.prices)
    }

    fn member(&self, id: FuncId) -> Member<'_> {
        let value = self.functions.value(id);
        let form = self.functions.form(id);
        let leads_back = shim::calls_lead_back(value);
        let own = self.canonicalizer.id_of(value.as_ptr()).filter(|_| leads_back);
        let removable = form.uses.removable && self.options.thunks == Thunks::Auto;
        Member { id, form, timing: self.functions.timing(id), own, removable }
    }

    fn refresh_timing(&mut self, id: FuncId) {
        if self.functions.is_timed(id) {
            return;
        }
        let (value, constants) = (self.functions.value(id), &self.functions.form(id).constants);
        let (policy, prices) = (self.options.time_policy(), self.ctx.tables.prices);
        // SAFETY: the function is alive, and has not changed since its form was made.
        let timing = unsafe { timing(value, constants, policy, prices, self.analyses) };
        self.functions.set_timing(id, timing);
    }

    /// Calls appear and go with the bodies of others.
    fn refresh_uses(&mut self, id: FuncId) {
        let standing = Census::default().standing(self.functions.value(id));
        self.functions.form_mut(id).uses = standing.uses();
    }

    fn describe_constants(&mut self) {
        for id in self.canonicalizer.constants.keys().skip(self.infos.len()) {
            let constant = self.canonicalizer.constants[id];
            // SAFETY: constants live as long as their context, functions until `erase_dead`.
            self.infos.push(unsafe { shim::argument_info(constant, self.ctx.module) });
        }
    }
}

/// What a plan may do with a function of this type, by the options and the registers of the target.
pub(crate) fn limits(options: &Options, ctx: &ModuleContext, function: FunctionRef) -> Limits {
    let registers = ctx.tables.registers;
    let own = argument_registers(function, registers.bits);
    Limits {
        parameters: options.params as usize,
        free: registers.without(own.integers, own.floats),
        callees: options.callees,
        min_gain: options.min_gain.into(),
        time: options.time_policy(),
        force: options.force,
    }
}
