//! The pass `gfm`: functions that are equal but for constants share a body, in which these are parameters.
//!
//! Consumes: a module and the pass's options. Produces: the module with functions merged, and a line for each
//! group in a [`Report`].
//! Guarantees: what [`fmerge_core::gfm::driver`] decides is what is done. Unless `force`, a group is merged only when it is
//! estimated to pay, the time that it costs included, and none of its members becomes slower than it may by all merges
//! of the pass together. Equal input gives equal output.

mod apply;
pub(crate) mod share;
mod tables;

use std::mem;
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::timing::Timing;
use fmerge_core::canon::{CanonicalConst, CanonicalFunction};
use fmerge_core::gfm::driver::{self, CarriedOut, Functions, Host, Wanted};
use fmerge_core::gfm::{ArgumentInfo, Limits, Plan};
use fmerge_core::icf::Drops;
use fmerge_core::ir::{FuncId, Uses};
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::policy::TimePolicy;
use fmerge_core::price::{Bytes, Prices};
use fmerge_core::registers::ArgumentRegisters;
use fmerge_core::reject::Reject;
use fmerge_core::report::{GroupKind, Report};
use fmerge_core::speed::Heat;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyses::Analyses;
use crate::canon::Canonicalizer;
use crate::emit;
use crate::encode::{self, eligibility};
use crate::ffi::gfm as shim;
use crate::ffi::stack::parameters;
use crate::limit::Limit;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::references;
use crate::remarks;
use crate::stack::parameters_left;
use crate::standing::Census;
use crate::timing::timing;
pub(crate) use tables::Tables;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"fmerge-gfm";

/// Merges what pays in the module of `ctx`; the report says what was done and refused.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn run(options: &Options, ctx: &mut ModuleContext, analyses: Analyses) -> Report {
    let start = Instant::now();
    ctx.begin_run(options, analyses);
    let mut report = Report::new(PassName::Gfm.name());
    let mut session = Session::new(options, ctx, analyses, &mut report);
    // SAFETY: the caller's promise; nothing has changed since the session began.
    unsafe { session.run(options, ctx, analyses, None, None, &mut report) };
    report.set_total(start.elapsed());
    report
}

/// What is known of the module's functions from one run over them to the next. Whoever changes functions between runs has
/// to say so.
pub(crate) struct Session {
    canonicalizer: Canonicalizer,
    infos: PrimaryMap<CanonicalConst, ArgumentInfo>,
    tables: Tables,
    /// By the driver's ids.
    members: PrimaryMap<FuncId, FunctionRef>,
    /// Which are they, of those that take part.
    ids: FxHashMap<FunctionRef, FuncId>,
    functions: Functions,
}

/// What a run did. Of functions that are deleted only the addresses are here.
pub(crate) struct Done {
    /// Functions that were merged: thunks, or deleted; or what a bisection leaves out.
    pub gone: Vec<FunctionRef>,
    /// Functions that are alive and may have changed.
    pub changed: Vec<FunctionRef>,
    /// Bodies with the functions of before the run whose work they do.
    pub bodies: Vec<(FunctionRef, Vec<FunctionRef>)>,
}

impl Session {
    /// All functions that may take part, as far as their outsides say.
    pub(crate) fn new(
        options: &Options,
        ctx: &mut ModuleContext,
        analyses: Analyses,
        report: &mut Report,
    ) -> Session {
        let mut session = Session {
            // SAFETY: it is asked about functions that the module defines; of what is deleted it is told.
            canonicalizer: unsafe { Canonicalizer::new(ctx.module, false) },
            infos: PrimaryMap::new(),
            tables: tables(options, ctx, analyses),
            members: PrimaryMap::new(),
            ids: FxHashMap::default(),
            functions: Functions::default(),
        };
        for function in ctx.module.defined_functions() {
            let size = ctx.instruction_count(function);
            report.function(size, Ok(()));
            let admitted = ctx
                .check_left(function)
                .and_then(|()| eligibility::check_inlining(options, ctx, function, analyses, None))
                .and_then(|()| session.admit(options, function, analyses));
            if let Err(reason) = admitted {
                refuse(function, size, reason, report);
            }
        }
        session
    }

    /// Has a function take part, if it may.
    ///
    /// # Errors
    /// The reason why not.
    pub(crate) fn admit(
        &mut self,
        options: &Options,
        function: FunctionRef,
        analyses: Analyses,
    ) -> Result<(), Reject> {
        eligibility::check_selected(options, function, analyses)?;
        eligibility::check_heat(options, function, analyses)?;
        eligibility::check_movable(function)?;
        self.functions.add();
        self.enter(function);
        Ok(())
    }

    /// Gives a function the next id.
    fn enter(&mut self, function: FunctionRef) {
        self.ids.insert(function, self.members.push(function));
    }

    /// The body of a function has changed.
    pub(crate) fn touch(&mut self, function: FunctionRef) {
        if let Some(&id) = self.ids.get(&function) {
            self.functions.touch(id);
        }
    }

    /// A function was merged otherwise; only its address is looked at, which may become that of another function.
    pub(crate) fn remove(&mut self, function: FunctionRef) {
        if let Some(id) = self.ids.remove(&function) {
            self.functions.remove(id);
        }
        self.canonicalizer.forget(function.as_ptr());
    }

    /// What the best group is worth that was left for later.
    pub(crate) fn best_left(&self) -> Option<Bytes> {
        self.functions.best_left()
    }

    /// The functions of these names that take part.
    fn named(&self, names: &[String]) -> FxHashSet<FuncId> {
        let names: FxHashSet<&str> = names.iter().map(String::as_str).collect();
        let is_named = |id: &FuncId| names.contains(&*self.members[*id].name());
        self.ids.values().copied().filter(is_named).collect()
    }

    /// Of all merges that pay, those are made that are worth more than `more_than`, and of functions of these names, if
    /// there are any.
    ///
    /// # Safety
    /// The session is of the module of `ctx`, and knows what has changed since it began. Nobody keeps references to the
    /// functions that are gone afterwards, but for their addresses.
    pub(crate) unsafe fn run(
        &mut self,
        options: &Options,
        ctx: &mut ModuleContext,
        analyses: Analyses,
        more_than: Option<Bytes>,
        among: Option<&[String]>,
        report: &mut Report,
    ) -> Done {
        let among = among.map(|names| self.named(names));
        let mut functions = mem::take(&mut self.functions);
        let mut host = ModuleHost::new(options, ctx, analyses, self);
        let wanted =
            Wanted { keep: options.thunks != Thunks::Auto, more_than, among: among.as_ref() };
        driver::merge(&mut host, &mut functions, wanted, report);
        let done = host.finish();
        self.functions = functions;
        for &function in &done.gone {
            self.remove(function);
        }
        done
    }
}

/// What tables may hold: no addresses where the linker drops functions and not single constants. A table that is kept for the
/// sake of other constants would keep what it names, for members that are gone.
fn tables(options: &Options, ctx: &ModuleContext, analyses: Analyses) -> Tables {
    let tables = Tables::of(ctx.module, analyses);
    let drops = references::drops(options, ctx.place) != Drops::Nothing;
    let is_kept_by_others = drops && ctx.sections.keep_data_together();
    if is_kept_by_others { tables.of_numbers() } else { tables }
}

fn refuse(function: FunctionRef, size: usize, reason: Reject, report: &mut Report) {
    report.refuse(size, reason);
    remarks::refused(function, PASS, reason);
}

/// The LLVM module behind a run of the driver.
struct ModuleHost<'o> {
    options: &'o Options,
    analyses: Analyses,
    ctx: &'o mut ModuleContext,
    session: &'o mut Session,
    /// Without bodies and uses. They go last: what takes their addresses would be taken for them.
    dead: Vec<FunctionRef>,
    /// Members of groups, in order; also of those that a bisection leaves out.
    gone: Vec<FunctionRef>,
    /// Functions that may have changed; some more than once, some that are gone by now.
    changed: Vec<FunctionRef>,
    /// The bodies of groups with their members.
    made: Vec<(FunctionRef, Vec<FunctionRef>)>,
    limit: Limit,
}

impl<'o> ModuleHost<'o> {
    fn new(
        options: &'o Options,
        ctx: &'o mut ModuleContext,
        analyses: Analyses,
        session: &'o mut Session,
    ) -> ModuleHost<'o> {
        let limit = Limit::new(options, PassName::Gfm, ctx.module);
        let (dead, gone, changed, made) = Default::default();
        ModuleHost { options, analyses, ctx, session, dead, gone, changed, made, limit }
    }

    /// Deletes what nothing uses any more, and says what was done.
    fn finish(mut self) -> Done {
        self.erase_dead();
        let gone: FxHashSet<FunctionRef> = self.gone.iter().copied().collect();
        self.changed.retain(|function| !gone.contains(function));
        Done { bodies: self.bodies(), gone: self.gone, changed: self.changed }
    }

    /// The bodies that are left, with the functions whose work they do: of members that were such bodies, their members.
    fn bodies(&self) -> Vec<(FunctionRef, Vec<FunctionRef>)> {
        let mut members: FxHashMap<FunctionRef, Vec<FunctionRef>> = FxHashMap::default();
        for (body, own) in &self.made {
            let all = own.iter().flat_map(|one| members.remove(one).unwrap_or(vec![*one]));
            let all = all.collect();
            members.insert(*body, all);
        }
        let left = self.made.iter();
        left.filter_map(|(body, _)| Some((*body, members.remove(body)?))).collect()
    }

    fn describe_constants(&mut self) {
        for id in self.session.canonicalizer.constants.keys().skip(self.session.infos.len()) {
            let constant = self.session.canonicalizer.constants[id];
            // SAFETY: constants live as long as their context, functions until `erase_dead`.
            let info = unsafe {
                ArgumentInfo {
                    in_table: self.session.tables.form(constant, self.ctx.module),
                    ..shim::argument_info(constant, self.ctx.module)
                }
            };
            self.session.infos.push(info);
        }
    }
}

impl Host for ModuleHost<'_> {
    fn outline(&mut self, id: FuncId) -> u64 {
        self.ctx.filters.outline(self.session.members[id]).number
    }

    fn filter(&mut self, id: FuncId) -> u64 {
        let Session { members, canonicalizer, .. } = &mut *self.session;
        self.ctx.filters.of(members[id], canonicalizer).code
    }

    fn form(&mut self, id: FuncId, report: &mut Report) -> Result<CanonicalFunction, Reject> {
        let value = self.session.members[id];
        let company =
            eligibility::check_company(self.options, self.ctx, GroupKind::Constants, value)
                .inspect_err(|&reason| {
                    refuse(value, self.ctx.instruction_count(value), reason, report);
                })?;
        let canonical = self.session.canonicalizer.canonicalize_within(value, &company);
        // Also where the function is refused: what it refers to may be gone in the next run.
        self.describe_constants();
        let min_size = self.options.min_size;
        match eligibility::check_movable_body(self.ctx, &canonical, min_size) {
            Ok(()) => Ok(canonical.form),
            Err(reason) => {
                refuse(value, self.ctx.instruction_count(value), reason, report);
                Err(reason)
            }
        }
    }

    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo> {
        &self.session.infos
    }

    fn address(&self, id: FuncId) -> Option<CanonicalConst> {
        self.session.canonicalizer.id_of(self.session.members[id].as_ptr())
    }

    fn leads_back(&self, id: FuncId) -> bool {
        shim::calls_lead_back(self.session.members[id])
    }

    fn uses(&mut self, id: FuncId) -> Uses {
        Census::of(self.options.thunk_entries).standing(self.session.members[id]).uses()
    }

    fn folds_with(&self, id: FuncId) -> Option<u32> {
        self.ctx.folds_with(self.session.members[id])
    }

    fn timing(&mut self, id: FuncId, form: &CanonicalFunction) -> Timing {
        let policy = self.options.time_policy();
        // SAFETY: the function is alive, and has not changed since its form was made.
        unsafe {
            timing(self.session.members[id], &form.constants, policy, self.ctx, self.analyses)
        }
    }

    fn units(&mut self, id: FuncId) -> u64 {
        emit::code_size(self.session.members[id], self.analyses)
    }

    /// Before inlining, callees go into tables only where time counts: there, few calls through pointers are worth it, and those
    /// are.
    fn limits(&self, id: FuncId) -> Limits {
        let function = self.session.members[id];
        let limits = limits(self.options, self.ctx, function, self.session.tables);
        let time_counts = || {
            limits.time != TimePolicy::ANY
                && self.ctx.runs(function, self.analyses).heat > Heat::Cold
        };
        Limits { tabled_callees: !self.options.before_inlining || time_counts(), ..limits }
    }

    fn parameters_left(&mut self, id: FuncId) -> Option<usize> {
        let function = self.session.members[id];
        parameters_left(self.ctx, function, |ctx| encode::frame(ctx, function, self.analyses))
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
        let members: Vec<_> = plan.members.iter().map(|&id| self.session.members[id]).collect();
        let merged = self.merge(plan, forms[plan.representative], &members, report);
        let (shared, changed) = merged.inspect_err(|&reason| {
            if reason == Reject::OutsideLimit {
                self.gone.extend(&members);
            }
        })?;
        self.session.enter(shared);
        self.gone.extend(&members);
        self.changed.extend(&changed);
        self.made.push((shared, members));
        let touched = changed.iter().filter_map(|function| self.session.ids.get(function).copied());
        Ok(CarriedOut { touched: touched.collect() })
    }
}

/// What a plan may do with a function of this type, by the options and the registers of the target.
pub(crate) fn limits(
    options: &Options,
    ctx: &ModuleContext,
    function: FunctionRef,
    tables: Tables,
) -> Limits {
    let registers = ctx.tables.registers;
    let own: ArgumentRegisters =
        parameters(function, registers.bits).iter().map(|passed| passed.registers).sum();
    Limits {
        parameters: options.params as usize,
        free: registers.without(own.integers, own.floats),
        tables: tables.are_read_by(function),
        tabled_callees: true,
        min_gain: options.min_gain.into(),
        time: options.time_policy(),
        force: options.force,
    }
}
