//! The pass `identical`: functions that are equal share one body, n at a time.
//!
//! Consumes: a module and the pass's options. Produces: the module with equal functions merged, and what
//! was done in a [`Report`]. Guarantees: two functions count as equal only when their canonical forms are,
//! word by word, or differ in references to functions that count as equal and are merged themselves.
//!
//! # Why it is right
//!
//! All functions that may take part are assumed equal where their code is, then refuted
//! ([`equality::classes`](fmerge_core::canon::equality::classes)); [`choice::choose`] says what becomes of
//! each class; both are repeated until they agree ([`settle`]). At the end every reference that was taken for another one leads to a class that is merged.
//! So the argument is about the module after all merges:
//!
//! 1. *Bodies.* The members of a class have equal code: the same instructions in the same order of blocks,
//!    but for the order of operands that may change places. What they may differ in are promises, from
//!    which the kept body loses what not all of them make, and `norecurse`, which is lost for good: what were
//!    two functions may now be active at the same time.
//!    Where one has pointers and the other integers of their size, the body with the pointers is kept.
//! 2. *References.* A call of `f` in one member may meet a call of `g` in another when `f` and `g` are in
//!    one class and each call runs the definition that was compared: it is exact; or one of several that
//!    the linker chooses from (ODR), and all calls of it in this module are redirected to the class's body,
//!    which is exact or private. The latter is what inlining does. What is not right is to call ODR `f` for
//!    ODR `g`: the linker's `f` may have been optimised otherwise than ours, and in another object `g` may
//!    call `f`. Interposable functions are only themselves. An address of `f` may meet one of `g` when both
//!    are exact and neither address matters (`unnamed_addr`). By induction over the steps of a run, the
//!    merged module does what the original did.
//! 3. *Functions that are left as they are* (a thunk would not pay, or may not be made) leave their class
//!    and are only themselves; whatever rested on their equality is refuted in the next round.
//! 4. *Symbols.* A thunk keeps name, address, linkage, comdat, section and debug information. A function
//!    goes when each of its uses became one of the body and no other object can miss it. Addresses
//!    become those of the body only where they matter on neither side.

mod admit;
mod commit;
mod eligible;

use std::ffi::CStr;
use std::time::Instant;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use fmerge_core::canon::choice::{self, Choice, Equal, Settings};
use fmerge_core::canon::settle::{is_uniform, settle};
use fmerge_core::canon::{CanonicalConst, CanonicalFunction, ConstantMode, ConstantUse};
use fmerge_core::ir::FuncId;
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::price::Tenths;
use fmerge_core::reject::Reject;
use fmerge_core::replacement::Fate;
use fmerge_core::report::{Group, GroupKind, Phase, Report};
use fmerge_core::standing::Standing;
use inkwell::llvm_sys::core::{LLVMIsAFunction, LLVMIsDeclaration};
use rustc_hash::FxHashMap;

use crate::canon::Canonicalizer;
use crate::emit;
use crate::encode::Analyses;
use crate::encode::eligibility::check_heat;
use crate::ffi::standing::fmerge_drop_unused_constants;
use crate::limit::Limit;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::remarks::{self, Remark};
use crate::standing::Census;
use crate::timing::timing;
use commit::Committer;
use eligible::Frame;

/// The pass as remarks name it.
const PASS: &CStr = c"fmerge-identical";

/// Instructions of a thunk: a call and a return.
const THUNK_SIZE: u32 = 2;

/// A function that takes part.
pub(crate) struct Member {
    value: FunctionRef,
    name: String,
    standing: Standing,
}

/// Merges what is equal in the module of `ctx` and pays.
///
/// # Safety
/// Nobody keeps references to the module's functions, which may be deleted.
pub unsafe fn run(options: &Options, ctx: &mut ModuleContext, analyses: Analyses) -> Report {
    let start = Instant::now();
    ctx.begin_run(options);
    let mut session = Session::new(options, ctx, analyses);
    session.canonicalize();
    let choices = session.settle();
    let choices = session.admitted(choices);
    session.carry_out(&choices);
    session.report.set_total(start.elapsed());
    session.report
}

/// What was found out about functions while choices were made.
#[derive(Default)]
struct Known {
    /// What a function takes, by its code.
    sizes: FxHashMap<u32, Tenths>,
    /// The bytes that a thunk must save for its time; none where it would be too slow.
    thunks: SecondaryMap<FuncId, Option<Option<Tenths>>>,
}

struct Session<'a> {
    options: &'a Options,
    analyses: Analyses,
    ctx: &'a mut ModuleContext,
    report: Report,
    canonicalizer: Canonicalizer,
    forms: PrimaryMap<FuncId, CanonicalFunction>,
    members: PrimaryMap<FuncId, Member>,
    /// The function that a constant is, when it takes part.
    functions: SecondaryMap<CanonicalConst, Option<FuncId>>,
    known: Known,
    limit: Limit,
}

impl<'a> Session<'a> {
    fn new(options: &'a Options, ctx: &'a mut ModuleContext, analyses: Analyses) -> Session<'a> {
        let module = ctx.module;
        Session {
            options,
            analyses,
            ctx,
            report: Report::new(PassName::Identical.name()),
            // SAFETY: it is asked about functions that the module defines, before anything is changed.
            canonicalizer: unsafe { Canonicalizer::new(module, false) },
            forms: PrimaryMap::new(),
            members: PrimaryMap::new(),
            functions: SecondaryMap::new(),
            known: Known::default(),
            limit: Limit::new(options, PassName::Identical, module),
        }
    }

    //===-- What takes part ---------------------------------------------------------------------------

    /// The canonical forms of all functions that may have an equal one.
    fn canonicalize(&mut self) {
        let start = Instant::now();
        let mut eligible = Vec::new();
        for function in self.ctx.module.defined_functions() {
            self.report.function(self.ctx.instruction_count(function), Ok(()));
            match eligible::check(self.options, function, self.analyses) {
                Ok(()) => eligible.push(function),
                Err(reason) => self.refuse(function, reason),
            }
        }
        self.report.eligible += eligible.len() as u64;
        let company = self.ctx.filters.with_company(&eligible);
        let mut census = Census::with_library(self.ctx.module);
        for function in company {
            if let Err(reason) = self.admit(function, &mut census) {
                self.refuse(function, reason);
            }
        }
        self.note_references();
        self.report.add_time(Phase::Canonicalize, start.elapsed());
    }

    fn admit(&mut self, function: FunctionRef, census: &mut Census) -> Result<(), Reject> {
        let canonical = self.canonicalizer.canonicalize(function);
        let frame = eligible::check_body(self.ctx, &canonical)?;
        // SAFETY: the function is alive, and what no body uses, no form has.
        unsafe { fmerge_drop_unused_constants(function.as_ptr()) };
        let mut standing = census.standing(function);
        let may_be_slower = check_heat(self.options, function, self.analyses).is_ok();
        standing.can_be_thunk &= frame == Frame::Unseen && may_be_slower;
        let name = canonical.form.name.clone();
        self.forms.push(canonical.form);
        self.members.push(Member { value: function, name, standing });
        Ok(())
    }

    fn refuse(&mut self, function: FunctionRef, reason: Reject) {
        self.report.refuse(self.ctx.instruction_count(function), reason);
        remarks::refused(function, PASS, reason);
    }

    fn note_references(&mut self) {
        let ids: FxHashMap<_, _> =
            self.members.iter().map(|(id, m)| (m.value.as_ptr(), id)).collect();
        for (constant, value) in &self.canonicalizer.constants {
            self.functions[constant] = ids.get(value).copied();
        }
    }

    /// The function that a constant refers to, when an equal one may be referred to in its place.
    fn reference(&self, constant: &ConstantUse) -> Option<FuncId> {
        let target = self.functions[constant.value]?;
        let as_value = !constant.mode.is_callee();
        let standing = &self.members[target].standing;
        standing.is_interchangeable(as_value, !self.settings().keep).then_some(target)
    }

    //===-- What becomes of it ------------------------------------------------------------------------

    fn settings(&self) -> Settings {
        let Options { aliases, force, thunks, .. } = *self.options;
        Settings { aliases, force, keep: thunks == Thunks::Keep }
    }

    /// The choices that remain when all that rested on a merge that is not made is refuted.
    fn settle(&mut self) -> Vec<Choice> {
        let start = Instant::now();
        let mut known = std::mem::take(&mut self.known);
        let promises = |f: FuncId| if self.options.weaken { 0 } else { self.forms[f].promises };
        let reference = |constant: &ConstantUse| self.reference(constant);
        let choices =
            settle(&self.forms, promises, reference, |class| self.choose(class, &mut known));
        self.known = known;
        self.report.add_time(Phase::Group, start.elapsed());
        choices
    }

    fn choose(&self, class: &[FuncId], known: &mut Known) -> Option<Choice> {
        let size = self.size(class[0], &mut known.sizes);
        let members: Vec<_> = class.iter().map(|&id| self.equal(id, known)).collect();
        let forms = &self.forms;
        let uniform = is_uniform(forms, class);
        let stands_for = |a: FuncId, b: FuncId| uniform || forms[a].can_stand_for(&forms[b]);
        choice::choose(&members, size, self.ctx.tables.prices, self.settings(), stands_for)
    }

    fn equal(&self, id: FuncId, known: &mut Known) -> Equal {
        let thunk_time = *known.thunks[id].get_or_insert_with(|| self.thunk_time(id));
        let mut standing = self.standing(id);
        standing.can_be_thunk &= thunk_time.is_some();
        Equal { id, standing, thunk_time: thunk_time.unwrap_or_default() }
    }

    /// The bytes that a thunk must save for the time that its jump costs; none when the function may not become so slow.
    fn thunk_time(&self, id: FuncId) -> Option<Tenths> {
        let (policy, prices) = (self.options.time_policy(), self.ctx.tables.prices);
        let value = self.members[id].value;
        // SAFETY: the function is alive; of its constants none is asked.
        let timing = unsafe { timing(value, &[], policy, prices, self.analyses) };
        timing.cost(prices.thunk.executed, policy)
    }

    /// A thunk of a thunk would gain nothing, and the next run would find the same again. Under `force` what
    /// calls something outside of the module counts as no thunk, for no thunk of ours does.
    fn standing(&self, function: FuncId) -> Standing {
        let standing = self.members[function].standing;
        let form = &self.forms[function];
        let is_call = |c: &ConstantUse| c.mode != ConstantMode::Variable;
        let may_be_ours =
            |c: &ConstantUse| !self.options.force || self.is_defined_function(c.value);
        let calls = form.constants.iter().any(|c| is_call(c) && may_be_ours(c));
        let is_thunk = form.size <= THUNK_SIZE && calls;
        Standing { can_be_thunk: standing.can_be_thunk && !is_thunk, ..standing }
    }

    fn is_defined_function(&self, constant: CanonicalConst) -> bool {
        let value = self.canonicalizer.constants[constant];
        // SAFETY: the constant is alive, as nothing was changed; only a function is asked for its body.
        unsafe { !LLVMIsAFunction(value).is_null() && LLVMIsDeclaration(value) == 0 }
    }

    /// What the function takes.
    fn size(&self, function: FuncId, sizes: &mut FxHashMap<u32, Tenths>) -> Tenths {
        let form = &self.forms[function];
        let (value, analyses) = (self.members[function].value, self.analyses);
        let prices = self.ctx.tables.prices;
        *sizes.entry(form.code).or_insert_with(|| {
            prices.body(emit::code_size(value, analyses), form.constants.len()).bytes
        })
    }

    //===-- Doing it ----------------------------------------------------------------------------------

    fn carry_out(&mut self, choices: &[Choice]) {
        let start = Instant::now();
        let forms = &self.forms;
        let committer = Committer {
            members: &self.members,
            promises: &|f| forms[f].promises,
            keep: self.settings().keep,
            analyses: self.analyses,
        };
        // SAFETY: the choices were settled, and what went is not used again.
        let done = unsafe { committer.commit(choices, self.ctx) };
        self.report.add_time(Phase::Commit, start.elapsed());
        emit::expect_valid(done.changed.iter().copied(), self.options, &mut self.report);
        for (n, choice) in choices.iter().enumerate() {
            self.note(choice, done.bodies[n], done.calls[n]);
        }
    }

    fn note(&mut self, choice: &Choice, body: FunctionRef, calls: u64) {
        let kept = choice.fates.iter().filter(|(_, fate)| *fate != Fate::Apart);
        let group = Group {
            kind: GroupKind::Identical,
            originals: kept.map(|(id, _)| self.members[*id].name.clone()).collect(),
            merged: body.name(),
            parameters: 0,
            gain: choice.gain,
            thunks: choice.count(Fate::Thunk),
            aliases: choice.count(Fate::Alias),
            removed: choice.count(Fate::Gone),
        };
        let (count, gain) = (group.originals.len(), group.gain);
        log::info!("{count} equal functions share {}: {gain} bytes by the estimate", group.merged);
        remarks::merged(body, PASS, || {
            let names = group.originals.join(", ");
            let text = format!("merged {count} equal functions, saving {gain} bytes: {names}");
            Remark::merged(text, &group.originals, gain)
        });
        self.limit.made(body, &group.originals[0]);
        self.report.group(group, calls);
    }
}
