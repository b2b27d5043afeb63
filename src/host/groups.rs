//! The host of the driver for groups of functions that differ in constants: gives their forms, and carries out plans.
//!
//! Consumes: functions by id, and [`Plan`]s. Produces: canonical forms with what is known of their constants; the
//! module with the members of a plan sharing a body, and a line of the report. Guarantees: those of [`crate::replace`].
//! Functions that went stay allocated until [`ModuleHost::erase_dead`], because another function at such an address
//! would be taken for the one that went.

use std::ffi::CStr;
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::timing::Timing;
use fmerge_core::canon::{CanonicalConst, CanonicalFunction};
use fmerge_core::driver::{GroupHost, SharedBody};
use fmerge_core::gfm::{Access, ArgumentInfo, Limits, Plan};
use fmerge_core::icf::DroppedFunctions;
use fmerge_core::ir::{EncodedFunction, FuncId, Tables, Uses};
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::policy::TimePolicy;
use fmerge_core::reject::Reject;
use fmerge_core::replacement::{Fate, own_and};
use fmerge_core::report::{GroupKind, Phase, Report, ReportedGroup};
use fmerge_core::speed::Heat;
use fmerge_core::stack::{FrameLimit, Recursion};
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use rustc_hash::FxHashSet;

use super::{F3M, ModuleHost};
use crate::analyses::Analyses;
use crate::announce::{Made, announce};
use crate::canon::Canonicalizer;
use crate::emit;
use crate::encode::{self, eligibility};
use crate::ffi::gfm as shim;
use crate::gfm::share::{arguments, parameter_types, share};
use crate::gfm::{TableRules, limits};
use crate::limit::Limit;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::references;
use crate::remarks;
use crate::replace::{self, Replaced, Replacement};
use crate::stack::parameters_left;
use crate::standing::Census;
use crate::timing::timing;

/// The name that remarks give to merges of functions that differ in constants.
const GFM: &CStr = c"fmerge-gfm";

/// What is known of the module for merging groups.
pub(super) struct Grouping {
    canonicalizer: Canonicalizer,
    infos: PrimaryMap<CanonicalConst, ArgumentInfo>,
    tables: TableRules,
    /// Functions that have neither bodies nor uses any more.
    dead: Vec<FunctionRef>,
    limit: Limit,
}

impl Grouping {
    pub(super) fn new(options: &Options, ctx: &ModuleContext, analyses: Analyses) -> Grouping {
        Grouping {
            // SAFETY: it is asked only about functions that the module defines, and told of those that are deleted.
            canonicalizer: unsafe { Canonicalizer::new(ctx.module, false) },
            infos: PrimaryMap::new(),
            tables: tables(options, ctx, analyses),
            dead: Vec::new(),
            limit: Limit::new(options, PassName::Gfm, ctx.module),
        }
    }
}

/// What tables may hold, and whether they stand apart. They do if the linker drops functions, but not single constants.
/// A table in one section with other constants would be kept for their sake, and would keep what it names for members
/// that are gone.
fn tables(options: &Options, ctx: &ModuleContext, analyses: Analyses) -> TableRules {
    let tables = TableRules::of(ctx.module, analyses);
    let drops = references::dropped_functions(options, ctx.place) != DroppedFunctions::None;
    let shares_a_section = drops && ctx.sections.keep_data_together();
    if shares_a_section { tables.apart() } else { tables }
}

impl ModuleHost<'_> {
    fn grouping(&self) -> &Grouping {
        self.grouping.as_ref().expect("groups are wanted")
    }

    fn grouping_mut(&mut self) -> &mut Grouping {
        self.grouping.as_mut().expect("groups are wanted")
    }

    //===-- What takes part -----------------------------------------------------------------------------

    /// Whether a function of the module may be in a group, by all but its body.
    pub(super) fn takes_part_in_groups(
        &mut self,
        function: FunctionRef,
        report: &mut Report,
    ) -> bool {
        if self.grouping.is_none() {
            return false;
        }
        if !self.has_pairs {
            report.function(self.ctx.instruction_count(function), Ok(()));
        }
        let (options, analyses) = (self.options, self.analyses);
        let inlining =
            |ctx: &mut _| eligibility::check_inlining(options, ctx, function, analyses, None);
        let admitted = self.ctx.check_left(function).and_then(|()| inlining(self.ctx));
        let admitted = admitted.and_then(|()| eligibility::check_recursion(self.ctx, function));
        let admitted = admitted.and_then(|()| eligibility::check_frames(self.ctx, function));
        let admitted = admitted.and_then(|()| self.check_outside(function));
        match admitted {
            Ok(()) => true,
            Err(reason) => {
                self.refuse(function, reason, report);
                false
            }
        }
    }

    /// Whether a function that a merge has made may be in a group.
    pub(super) fn may_join_groups(&self, function: FunctionRef) -> bool {
        self.grouping.is_some() && self.check_outside(function).is_ok()
    }

    fn check_outside(&self, function: FunctionRef) -> Result<(), Reject> {
        eligibility::check_selected(self.options, function, self.analyses)?;
        eligibility::check_heat(self.options, function, self.analyses)?;
        eligibility::check_movable(function)
    }

    /// Adds a refusal to the report and the remarks. If pairs are merged too, the report counts functions for these.
    fn refuse(&mut self, function: FunctionRef, reason: Reject, report: &mut Report) {
        if !self.has_pairs {
            report.refuse(self.ctx.instruction_count(function), reason);
        }
        remarks::refused(function, GFM, reason);
    }

    fn describe_constants(&mut self) {
        let module = self.ctx.module;
        let Grouping { canonicalizer, infos, tables, .. } = self.grouping_mut();
        for id in canonicalizer.constants.keys().skip(infos.len()) {
            let constant = canonicalizer.constants[id];
            // SAFETY: constants live as long as their context, functions until `erase_dead`.
            let info = unsafe {
                let in_table = tables.form(constant, module);
                ArgumentInfo { in_table, ..shim::argument_info(constant, module) }
            };
            infos.push(info);
        }
    }

    fn form_of(&mut self, value: FunctionRef) -> Result<CanonicalFunction, Reject> {
        let company =
            eligibility::check_company(self.options, self.ctx, GroupKind::Constants, value)?;
        let canonicalizer = &mut self.grouping_mut().canonicalizer;
        let canonical = canonicalizer.canonicalize_within(value, &company);
        // This is done for a refused function, too: what it refers to may be gone later.
        self.describe_constants();
        eligibility::check_movable_body(self.ctx, &canonical, self.options.min_size)?;
        Ok(canonical.form)
    }

    /// What all of these functions allow together. It is computed only if further runs ask for it and the driver does
    /// not know it.
    fn allowed_by(&mut self, members: &[FunctionRef]) -> Option<FrameLimit> {
        if self.has_pairs || !self.ctx.keeps_allowed() {
            return None;
        }
        let limit = |&member: &FunctionRef| {
            let frame = encode::frame(self.ctx, member, self.analyses)?;
            let recursion = self.ctx.recursion_of(member);
            Some(encode::limit(self.ctx, member, frame, recursion))
        };
        members.iter().filter_map(limit).reduce(FrameLimit::and)
    }

    /// To be called when functions were deleted: other values may get their addresses.
    pub(super) fn forget_constants(&mut self, deleted: &[FunctionRef]) {
        if let Some(grouping) = &mut self.grouping {
            deleted.iter().for_each(|one| grouping.canonicalizer.forget(one.as_ptr()));
        }
    }

    /// Deletes the functions that nothing uses any more.
    pub(super) fn erase_dead(&mut self) {
        let Some(grouping) = &mut self.grouping else { return };
        let dead = std::mem::take(&mut grouping.dead);
        self.forget_constants(&dead);
        // SAFETY: their last uses were rewritten, and no reference to them is used again.
        unsafe { replace::erase(&dead, self.analyses) };
    }

    //===-- Carrying a plan out -------------------------------------------------------------------------

    /// Merges the members of a plan, unless their attributes contradict each other. Returns the shared body, and what
    /// has changed. `form` is the canonical form of the representative.
    fn merge_members(
        &mut self,
        plan: &Plan,
        form: &CanonicalFunction,
        members: &[FunctionRef],
        report: &mut Report,
    ) -> Result<(FunctionRef, Replaced), Reject> {
        let start = Instant::now();
        self.grouping_mut().limit.admit(&[members])?;
        let names: Vec<_> = members.iter().map(|&member| member.name()).collect();
        let types = parameter_types(plan, self.ctx.module);
        let name = format!("{}.gfm", names[plan.representative]);
        // SAFETY: the members have equal code, and bodies as their forms have it.
        let shared = unsafe { share(plan, form, members, &types, &name, self.ctx.module) };
        report.add_time(Phase::Emit, start.elapsed());
        let Some(shared) = shared else {
            self.grouping_mut().limit.take_back();
            return Err(Reject::DifferentAttributes);
        };
        self.ctx.stands_for(shared, members);
        let done = self.commit_group(plan, shared, members, &types, report);
        self.note_group(plan, shared, names, &done, report);
        Ok((shared, done))
    }

    fn commit_group(
        &mut self,
        plan: &Plan,
        shared: FunctionRef,
        members: &[FunctionRef],
        types: &[LLVMTypeRef],
        report: &mut Report,
    ) -> Replaced {
        let start = Instant::now();
        let Grouping { canonicalizer, tables, .. } = self.grouping();
        let thunks = self.options.thunks;
        let (constants, module, apart) =
            (&canonicalizer.constants, self.ctx.module, tables.stand_apart());
        let replacement = |(i, &member): (usize, &FunctionRef)| {
            // SAFETY: constants live as long as their context, functions until `erase_dead`.
            let constants = unsafe { arguments(plan, i, types, constants, module, apart) };
            let arguments = own_and(member.parameters(), constants);
            // A result of another type would have to be converted behind each call, so such a member stays.
            let goes = plan.access[i] == Access::Calls
                && member.return_type() == shared.return_type()
                && (thunks != Thunks::Later || member.is_local());
            Replacement::new(member, shared, arguments, goes)
        };
        let replacements = members.iter().enumerate().map(replacement).collect();
        // SAFETY: the body does the work of each member with its arguments, and nobody asks for the members' bodies
        // again.
        let done = unsafe { self.ctx.replace(replacements, self.analyses) };
        self.grouping_mut().dead.extend(&done.gone);
        report.add_time(Phase::Commit, start.elapsed());
        emit::expect_valid(done.changed.iter().copied(), self.options, report);
        done
    }

    fn note_group(
        &mut self,
        plan: &Plan,
        shared: FunctionRef,
        originals: Vec<String>,
        done: &Replaced,
        report: &mut Report,
    ) {
        let group = ReportedGroup {
            number: 0,
            kind: GroupKind::Constants,
            merged: shared.name(),
            parameters: plan.parameters.len() as u32 + u32::from(!plan.table.is_empty()),
            gain: plan.gain,
            thunks: done.count(Fate::Thunk),
            aliases: 0,
            removed: done.count(Fate::Gone),
            originals,
        };
        let ReportedGroup { gain, parameters, .. } = group;
        announce(&Made::group(GFM, shared, &group), &mut self.grouping_mut().limit, |names| {
            format!("merged {}, saving {gain} bytes with {parameters} parameters", names.join(", "))
        });
        report.group(group, done.all_calls());
    }

    /// Enters the body of a group as the driver's next function, encoded so that it can be merged with similar ones.
    fn encode_shared(&mut self, body: FunctionRef) -> Result<EncodedFunction, Reject> {
        let encoded = match self.has_pairs {
            true => self.admit(body, None).inspect_err(|&why| remarks::refused(body, F3M, why)),
            false => Err(Reject::NotSelected),
        };
        self.enter(body, encoded)
    }
}

impl GroupHost for ModuleHost<'_> {
    fn tables(&self) -> &Tables {
        &self.ctx.tables
    }

    fn outline(&mut self, id: FuncId) -> u64 {
        self.ctx.facts.filters.outline(self.members[id].value).number
    }

    fn filter(&mut self, id: FuncId) -> u64 {
        let function = self.members[id].value;
        let canonicalizer = &mut self.grouping.as_mut().expect("groups are wanted").canonicalizer;
        self.ctx.facts.filters.of(function, canonicalizer).code
    }

    fn form(&mut self, id: FuncId, report: &mut Report) -> Result<CanonicalFunction, Reject> {
        let value = self.members[id].value;
        let form = self.form_of(value);
        form.inspect_err(|&reason| self.refuse(value, reason, report))
    }

    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo> {
        &self.grouping().infos
    }

    fn address(&self, id: FuncId) -> Option<CanonicalConst> {
        self.grouping().canonicalizer.id_of(self.members[id].value.as_ptr())
    }

    fn leads_back(&self, id: FuncId) -> bool {
        shim::calls_lead_back(self.members[id].value)
    }

    fn uses(&mut self, id: FuncId) -> Uses {
        Census::of(self.options.thunk_entries).standing(self.members[id].value).uses()
    }

    fn folds_with(&self, id: FuncId) -> Option<u32> {
        self.ctx.folds_with(self.members[id].value)
    }

    fn timing(&mut self, id: FuncId, form: &CanonicalFunction) -> Timing {
        let policy = self.options.time_policy(self.ctx.tables.prices);
        // SAFETY: the function is alive, and has not changed since its form was made.
        unsafe { timing(self.members[id].value, &form.constants, policy, self.ctx, self.analyses) }
    }

    fn units(&mut self, id: FuncId) -> u64 {
        emit::code_size(self.members[id].value, self.analyses)
    }

    /// Before inlining, callees go into tables only if the time of the function counts. Then few calls through pointers
    /// are worth their time, and those few are merged.
    fn limits(&self, id: FuncId) -> Limits {
        let function = self.members[id].value;
        let limits = limits(self.options, self.ctx, function, self.grouping().tables);
        let time_counts = || {
            limits.time != TimePolicy::ANY
                && self.ctx.runs(function, self.analyses).heat > Heat::Cold
        };
        Limits { tabled_callees: !self.options.before_inlining || time_counts(), ..limits }
    }

    fn parameters_left(&mut self, id: FuncId) -> Option<usize> {
        let function = self.members[id].value;
        if self.options.before_inlining
            && self.ctx.recursion_of(function) != Recursion::None
            && self.ctx.inlined_slots().depend_on_constants_of(function)
        {
            return Some(0);
        }
        parameters_left(self.ctx, function, |ctx| encode::frame(ctx, function, self.analyses))
    }

    fn named(&self, names: &[String]) -> Vec<FuncId> {
        let names: FxHashSet<&str> = names.iter().map(String::as_str).collect();
        let is_named = |member: &FunctionRef| names.contains(&*member.name());
        let named = self.ids.iter().filter(|(member, _)| is_named(member)).map(|(_, &id)| id);
        let mut named: Vec<FuncId> = named.collect();
        named.sort_unstable();
        named
    }

    fn carry_out_group(
        &mut self,
        plan: &Plan,
        forms: &[&CanonicalFunction],
        report: &mut Report,
    ) -> Result<SharedBody, Reject> {
        let members: Vec<_> = plan.members.iter().map(|&id| self.members[id].value).collect();
        let limit = report.time(Phase::Encode, || self.allowed_by(&members));
        let most_stack = members.iter().filter_map(|&member| self.ctx.most_stack(member)).min();
        let (shared, done) =
            self.merge_members(plan, forms[plan.representative], &members, report)?;
        self.ctx.allow(shared, limit);
        self.ctx.limit_stack(shared, most_stack);
        self.forget(&members, &done.changed);
        self.note_references(shared, members, &done.gone, &done.changed);
        let touched = self.known(&done.changed);
        let encoded = report.time(Phase::Encode, || self.encode_shared(shared));
        Ok(SharedBody { touched, encoded })
    }
}
