//! The pass `identical`: functions that are equal share one body, any number of them at a time.
//!
//! Consumes: a module and the pass's options. Produces: the module with equal functions merged, and a [`Report`] of
//! what was done. Guarantees: two functions count as equal only if their canonical forms are equal word by word, or
//! differ only in references to functions that count as equal and are merged themselves.
//!
//! # Why it is right
//!
//! All functions that may take part are assumed equal if their code is, and then refuted
//! ([`equality::classes`](fmerge_core::canon::equality::classes)). [`choose`](fmerge_core::canon::choice::choose) says
//! what becomes of each class. Both are repeated until they agree ([`settle`](fmerge_core::canon::settle::settle)), in
//! [`driver`]. At the end, every reference that was taken for another one leads to a class that is merged. So the
//! argument is about the module after all merges:
//!
//! 1. *Bodies.* The members of a class have equal code: the same instructions in the same order of blocks, except for
//!    the order of operands that may change places. They may differ in promises: the kept body loses those that not all
//!    members make. It also loses `norecurse` for good, because what were two functions may now be active at the same
//!    time. If one member has pointers where another has integers of their size, the body with the pointers is kept.
//! 2. *References.* A call of `f` in one member may meet a call of `g` in another one if `f` and `g` are in one class,
//!    and each call runs the definition that was compared. That is so in two cases. Either the definition is exact. Or
//!    it is one of several that the linker chooses from (ODR), and all calls of it in this module are redirected to the
//!    class's body, which is exact or private; the inliner does the like. But ODR `f` must not be called for ODR `g`:
//!    the linker's `f` may have been optimised otherwise than ours, and in another object `g` may call `f`.
//!    Interposable functions equal only themselves. An address of `f` may meet one of `g` if both are exact and neither
//!    address matters (`unnamed_addr`). By induction over the steps of a run, the merged module does what the original
//!    did.
//! 3. *Functions that are left as they are* (a thunk would not pay, or may not be made) leave their class and equal
//!    only themselves. Whatever rested on their equality is refuted in the next round.
//! 4. *Functions that stay for the linker to fold* keep their bodies, and their calls go to the class's body, like
//!    those of a thunk. So they are as equal to it as thunks are, whether the linker folds them or not.
//! 5. *Symbols.* A thunk keeps name, address, linkage, comdat, section and debug information. A function goes if each
//!    of its uses became one of the body and no other object can miss it. Addresses become those of the body only if
//!    they matter on neither side.

mod commit;
mod eligible;

use std::ffi::CStr;
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::canon::CanonicalConst;
use fmerge_core::canon::choice::{self, ClassChoice};
use fmerge_core::canon::driver::{
    self, CallerTie, ClassHost, ClassMerge, ClassSettings, Functions,
};
use fmerge_core::canon::timing::Timing;
use fmerge_core::encode::facts::has_pad;
use fmerge_core::icf::Icf;
use fmerge_core::ir::FuncId;
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::price::Prices;
use fmerge_core::reject::Reject;
use fmerge_core::replacement::Fate;
use fmerge_core::report::{GroupKind, Phase, Report, ReportedGroup};
use inkwell::llvm_sys::core::{LLVMIsAFunction, LLVMIsDeclaration};
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::announce::{Made, announce};
use crate::canon::Canonicalizer;
use crate::emit;
use crate::encode::eligibility::{check_company, check_recursion, may_be_thunk};
use crate::ffi::standing::fmerge_drop_unused_constants;
use crate::limit::Limit;
use crate::linker::Folding;
use crate::llvm::FunctionRef;
use crate::module::{LinkerFolded, ModuleContext};
use crate::remarks;
use crate::stack::thunk_fits;
use crate::standing::Census;
use crate::timing::timing;
use eligible::FrameVisibility;

/// The name that remarks give to the pass.
const PASS: &CStr = c"fmerge-identical";

/// Merges functions of the module of `ctx` that are equal, if that pays.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn run(options: &Options, ctx: &mut ModuleContext, analyses: Analyses) -> Report {
    let start = Instant::now();
    ctx.begin_run(options, analyses);
    ctx.folded = LinkerFolded::default();
    let mut report = Report::new(PassName::Identical.name());
    let mut host = ModuleClassHost::new(options, ctx, analyses);
    let functions = host.canonicalize(&mut report);
    let settings = settings(options, host.folding.icf, host.ctx.tables.prices);
    let folded = driver::merge(&functions, settings, &mut host, &mut report);
    host.note_folded(folded);
    ctx.end_run();
    report.set_total(start.elapsed());
    report
}

fn settings(options: &Options, icf: Icf, prices: &Prices) -> ClassSettings {
    let choice =
        choice::ChoiceSettings { force: options.force, keep: options.thunks == Thunks::Keep, icf };
    // The time of thunks has one price, also before inlining, because thunks are inlined.
    ClassSettings { choice, time: options.time_policy(prices).at_one_price() }
}

/// The LLVM module that a run of the driver works on.
struct ModuleClassHost<'a> {
    options: &'a Options,
    analyses: Analyses,
    ctx: &'a mut ModuleContext,
    canonicalizer: Canonicalizer,
    /// The functions that take part, by the driver's ids.
    members: PrimaryMap<FuncId, FunctionRef>,
    /// Whether exceptions land in the members.
    has_pads: PrimaryMap<FuncId, bool>,
    /// What the linker folds.
    folding: Folding,
    limit: Limit,
}

impl<'a> ModuleClassHost<'a> {
    fn new(
        options: &'a Options,
        ctx: &'a mut ModuleContext,
        analyses: Analyses,
    ) -> ModuleClassHost<'a> {
        let module = ctx.module;
        ModuleClassHost {
            options,
            analyses,
            ctx,
            // SAFETY: it is asked only about functions that the module defines, before anything is changed.
            canonicalizer: unsafe { Canonicalizer::new(module, false) },
            members: PrimaryMap::new(),
            has_pads: PrimaryMap::new(),
            folding: Folding::new(options, module),
            limit: Limit::new(options, PassName::Identical, module),
        }
    }

    //===-- What takes part ---------------------------------------------------------------------------

    /// All functions that may have an equal one.
    fn canonicalize(&mut self, report: &mut Report) -> Functions {
        let start = Instant::now();
        let mut eligible = Vec::new();
        for function in self.ctx.module.defined_functions() {
            report.function(self.ctx.instruction_count(function), Ok(()));
            let checked = eligible::check(self.options, self.ctx, function, self.analyses);
            match checked.and_then(|()| check_recursion(self.ctx, function)) {
                Ok(()) => eligible.push(function),
                Err(reason) => self.refuse(function, reason, report),
            }
        }
        report.eligible += eligible.len() as u64;
        let company = self.ctx.facts.filters.with_company(&eligible, &mut self.canonicalizer);
        let mut census = Census::of(self.options.thunk_entries).with_library(self.ctx.module);
        let mut functions = Functions::default();
        for function in company {
            if let Err(reason) = self.admit_function(function, &mut census, &mut functions) {
                self.refuse(function, reason, report);
            }
        }
        let ids: FxHashMap<_, _> =
            self.members.iter().map(|(id, member)| (member.as_ptr(), id)).collect();
        for (id, &member) in &self.members {
            if let Some(caller) = self.ctx.shrinking_caller(member) {
                let caller = ids.get(&caller.as_ptr());
                functions.ties[id] = caller.map_or(CallerTie::Alone, |&id| CallerTie::To(id));
            }
        }
        for (constant, value) in &self.canonicalizer.constants {
            functions.of_constants[constant] = ids.get(value).copied();
        }
        report.add_time(Phase::Canonicalize, start.elapsed());
        functions
    }

    fn admit_function(
        &mut self,
        function: FunctionRef,
        census: &mut Census,
        functions: &mut Functions,
    ) -> Result<(), Reject> {
        let company = check_company(self.options, self.ctx, GroupKind::Identical, function)?;
        let canonical = self.canonicalizer.canonicalize_within(function, &company);
        let frame = eligible::check_body(self.ctx, &canonical)?;
        // SAFETY: the function is alive. The constants that nothing uses are in no form.
        unsafe { fmerge_drop_unused_constants(function.as_ptr()) };
        let mut standing = census.standing(function);
        standing.can_be_thunk &=
            frame == FrameVisibility::Unseen && may_be_thunk(self.options, function, self.analyses);
        standing.can_be_thunk = standing.can_be_thunk && thunk_fits(self.ctx, function);
        functions.forms.push(canonical.form);
        functions.standings.push(standing);
        self.members.push(function);
        self.has_pads.push(has_pad(canonical.instruction_facts));
        Ok(())
    }

    fn refuse(&mut self, function: FunctionRef, reason: Reject, report: &mut Report) {
        report.refuse(self.ctx.instruction_count(function), reason);
        remarks::refused(function, PASS, reason);
    }

    /// Tells the passes that follow which functions to leave to the linker.
    fn note_folded(&mut self, folded: driver::FoldedByLinker) {
        let values = |ids: Vec<FuncId>| ids.into_iter().map(|id| self.members[id]).collect();
        self.ctx.folded = LinkerFolded {
            left: folded.left.iter().map(|id| self.members[id]).collect(),
            twins: folded
                .twins
                .into_iter()
                .map(|(id, twins)| (self.members[id], values(twins)))
                .collect(),
            by_reference: (0..)
                .zip(folded.by_reference)
                .flat_map(|(number, ids)| values(ids).into_iter().map(move |one| (one, number)))
                .collect(),
        };
    }

    //===-- What is said of it ------------------------------------------------------------------------

    fn note(
        &mut self,
        choice: &ClassChoice,
        originals: Vec<String>,
        body: FunctionRef,
        calls: u64,
        report: &mut Report,
    ) {
        let group = ReportedGroup {
            number: 0,
            kind: GroupKind::Identical,
            originals,
            merged: body.name(),
            parameters: 0,
            gain: choice.own_gain(),
            thunks: choice.count(Fate::Thunk),
            aliases: choice.count(Fate::Alias),
            removed: choice.count(Fate::Gone),
        };
        let ReportedGroup { gain, .. } = group;
        announce(&Made::group(PASS, body, &group), &mut self.limit, |names| {
            let (count, names) = (names.len(), names.join(", "));
            format!("merged {count} equal functions, saving {gain} bytes: {names}")
        });
        report.group(group, calls);
    }

    /// The names of the functions that share a body.
    fn names(&self, choice: &ClassChoice) -> Vec<String> {
        let kept = choice.fates.iter().filter(|(_, fate)| *fate != Fate::Apart);
        kept.map(|(id, _)| self.members[*id].name()).collect()
    }
}

impl ClassHost for ModuleClassHost<'_> {
    fn prices(&self) -> &Prices {
        self.ctx.tables.prices
    }

    fn units(&mut self, id: FuncId) -> u64 {
        emit::code_size(self.members[id], self.analyses)
    }

    fn timing(&mut self, id: FuncId) -> Timing {
        let policy = self.options.time_policy(self.ctx.tables.prices);
        // SAFETY: the function is alive; no constants are asked about.
        unsafe { timing(self.members[id], &[], policy, self.ctx, self.analyses) }
    }

    fn can_fold(&self, id: FuncId) -> bool {
        self.folding.takes(self.members[id], self.has_pads[id])
    }

    fn is_defined(&self, constant: CanonicalConst) -> bool {
        let value = self.canonicalizer.constants[constant];
        // SAFETY: the constant is alive, since nothing was changed; only a function is asked for its body.
        unsafe { !LLVMIsAFunction(value).is_null() && LLVMIsDeclaration(value) == 0 }
    }

    fn admit(&mut self, groups: &[Vec<FuncId>]) -> Result<(), Reject> {
        let value = |&id: &FuncId| self.members[id];
        let groups: Vec<Vec<FunctionRef>> =
            groups.iter().map(|group| group.iter().map(value).collect()).collect();
        let groups: Vec<&[FunctionRef]> = groups.iter().map(Vec::as_slice).collect();
        self.limit.admit(&groups)
    }

    fn carry_out(&mut self, merges: &[ClassMerge], report: &mut Report) {
        let start = Instant::now();
        let names: Vec<_> = merges.iter().map(|merge| self.names(&merge.choice)).collect();
        // SAFETY: the choices were settled, and functions that went are not used again.
        let done = unsafe { self.commit(merges) };
        report.add_time(Phase::Commit, start.elapsed());
        emit::expect_valid(done.changed.iter().copied(), self.options, report);
        let done = done.bodies.into_iter().zip(done.calls);
        for ((merge, names), (body, calls)) in merges.iter().zip(names).zip(done) {
            self.note(&merge.choice, names, body, calls, report);
        }
    }
}
