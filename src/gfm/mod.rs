//! The pass `gfm`: functions that are equal but for constants share a body, in which these are parameters.
//!
//! Consumes: a module and the pass's options. Produces: the module with functions merged, and a line for each
//! group in a [`Report`].
//! Guarantees: what [`fmerge_core::gfm::driver`] decides is what is done. Unless `force`, a group is merged only when it is
//! estimated to pay, the time that it costs included, and none of its members becomes slower than it may by all merges
//! of the pass together. Equal input gives equal output.

mod apply;
pub(crate) mod share;

use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::timing::Timing;
use fmerge_core::canon::{CanonicalConst, CanonicalFunction};
use fmerge_core::gfm::driver::{self, CarriedOut, Host};
use fmerge_core::gfm::{ArgumentInfo, Limits, Plan};
use fmerge_core::ir::{FuncId, Uses};
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::price::Prices;
use fmerge_core::reject::Reject;
use fmerge_core::report::Report;
use rustc_hash::FxHashMap;

use crate::canon::Canonicalizer;
use crate::emit;
use crate::encode::{Analyses, eligibility};
use crate::ffi::encode::argument_registers;
use crate::ffi::gfm as shim;
use crate::limit::Limit;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::remarks;
use crate::standing::Census;
use crate::timing::timing;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"fmerge-gfm";

/// Merges what pays in the module of `ctx`; the report says what was done and refused.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn run(options: &Options, ctx: &mut ModuleContext, analyses: Analyses) -> Report {
    let start = Instant::now();
    ctx.begin_run(options);
    let mut report = Report::new(PassName::Gfm.name());
    let mut host = ModuleHost::new(options, ctx, analyses);
    host.admit_all(&mut report);
    let keep = options.thunks != Thunks::Auto;
    let count = host.members.len();
    driver::merge(&mut host, count, keep, &mut report);
    host.erase_dead();
    report.set_total(start.elapsed());
    report
}

/// The LLVM module behind a run of the driver.
struct ModuleHost<'o> {
    options: &'o Options,
    analyses: Analyses,
    ctx: &'o mut ModuleContext,
    canonicalizer: Canonicalizer,
    infos: PrimaryMap<CanonicalConst, ArgumentInfo>,
    /// By the driver's ids.
    members: PrimaryMap<FuncId, FunctionRef>,
    /// Which are they; what is deleted keeps its address to the end.
    ids: FxHashMap<FunctionRef, FuncId>,
    /// Without bodies and uses. They go last: what takes their addresses would be taken for them.
    dead: Vec<FunctionRef>,
    limit: Limit,
}

impl<'o> ModuleHost<'o> {
    fn new(options: &'o Options, ctx: &'o mut ModuleContext, analyses: Analyses) -> ModuleHost<'o> {
        let module = ctx.module;
        ModuleHost {
            options,
            analyses,
            ctx,
            // SAFETY: it is asked about functions that the module defines; what is deleted is kept to the end.
            canonicalizer: unsafe { Canonicalizer::new(module, false) },
            infos: PrimaryMap::new(),
            members: PrimaryMap::new(),
            ids: FxHashMap::default(),
            dead: Vec::new(),
            limit: Limit::new(options, PassName::Gfm, module),
        }
    }

    /// All functions that may take part, as far as their outsides say.
    fn admit_all(&mut self, report: &mut Report) {
        for function in self.ctx.module.defined_functions() {
            report.function(self.ctx.instruction_count(function), Ok(()));
            match self.admit(function) {
                Ok(()) => self.add(function),
                Err(reason) => self.refuse(function, reason, report),
            }
        }
    }

    fn admit(&self, function: FunctionRef) -> Result<(), Reject> {
        eligibility::check_selected(self.options, function, self.analyses)?;
        eligibility::check_heat(self.options, function, self.analyses)?;
        eligibility::check_movable(function)
    }

    /// Gives a function the driver's next id.
    fn add(&mut self, function: FunctionRef) {
        self.ids.insert(function, self.members.push(function));
    }

    fn refuse(&mut self, function: FunctionRef, reason: Reject, report: &mut Report) {
        report.refuse(self.ctx.instruction_count(function), reason);
        remarks::refused(function, PASS, reason);
    }

    fn describe_constants(&mut self) {
        for id in self.canonicalizer.constants.keys().skip(self.infos.len()) {
            let constant = self.canonicalizer.constants[id];
            // SAFETY: constants live as long as their context, functions until `erase_dead`.
            self.infos.push(unsafe { shim::argument_info(constant, self.ctx.module) });
        }
    }
}

impl Host for ModuleHost<'_> {
    fn filter(&mut self, id: FuncId) -> u64 {
        self.ctx.filters.of_code(self.members[id])
    }

    fn form(&mut self, id: FuncId, report: &mut Report) -> Result<CanonicalFunction, Reject> {
        let value = self.members[id];
        let canonical = self.canonicalizer.canonicalize(value);
        let min_size = self.options.select.min_size;
        match eligibility::check_movable_body(self.ctx, &canonical, min_size) {
            Ok(()) => {
                self.describe_constants();
                Ok(canonical.form)
            }
            Err(reason) => {
                self.refuse(value, reason, report);
                Err(reason)
            }
        }
    }

    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo> {
        &self.infos
    }

    fn address(&self, id: FuncId) -> Option<CanonicalConst> {
        self.canonicalizer.id_of(self.members[id].as_ptr())
    }

    fn leads_back(&self, id: FuncId) -> bool {
        shim::calls_lead_back(self.members[id])
    }

    fn uses(&mut self, id: FuncId) -> Uses {
        Census::default().standing(self.members[id]).uses()
    }

    fn timing(&mut self, id: FuncId, form: &CanonicalFunction) -> Timing {
        let policy = self.options.time_policy();
        // SAFETY: the function is alive, and has not changed since its form was made.
        unsafe { timing(self.members[id], &form.constants, policy, self.ctx, self.analyses) }
    }

    fn units(&mut self, id: FuncId) -> u64 {
        emit::code_size(self.members[id], self.analyses)
    }

    fn limits(&self, id: FuncId) -> Limits {
        limits(self.options, self.ctx, self.members[id])
    }

    fn prices(&self) -> &Prices {
        self.ctx.tables.prices
    }

    fn carry_out(
        &mut self,
        plan: &Plan,
        forms: &[&CanonicalFunction],
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        let members: Vec<_> = plan.members.iter().map(|&id| self.members[id]).collect();
        let (shared, changed) = self.merge(plan, forms[plan.representative], &members, report)?;
        self.add(shared);
        let touched = changed.iter().filter_map(|function| self.ids.get(function).copied());
        Ok(CarriedOut { touched: touched.collect() })
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
