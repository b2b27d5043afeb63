//! The LLVM module that a run of the driver works on.
//!
//! Consumes: a module, and which merges are wanted of it ([`WantedMerges`]). Produces: its functions for the driver, each
//! with the driver's id, and the answers to what the driver asks of them: pairs in `pairs.rs`, groups in `groups.rs`.
//! Guarantees: what the driver decides is what is done. A merged function may be merged again, if it may be merged at
//! all.

mod frames;
mod groups;
mod pairs;

use std::cell::OnceCell;
use std::ffi::CStr;
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::driver::Participant;
use fmerge_core::ir::{EncodedFunction, FuncId};
use fmerge_core::options::{Options, PassName};
use fmerge_core::reject::Reject;
use fmerge_core::report::{Phase, Report};
use fmerge_core::stack::Recursion;
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::encode::{self, eligibility};
use crate::ffi::startup::Cycles;
use crate::limit::Limit;
use crate::llvm::{FunctionRef, ModuleRef};
use crate::machine_code::Scale;
use crate::module::{Handles, ModuleContext};
use crate::references::{self, ModuleReferences};
use crate::remarks;
use groups::Grouping;

/// The name that remarks give to merges of similar functions.
const F3M: &CStr = c"fmerge-f3m";

/// Which merges are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedMerges {
    /// Merges of similar functions: the pass `f3m`.
    Pairs,
    /// Merges of functions that differ in constants: the pass `gfm`.
    Groups,
    /// Both, what saves the most first.
    Both,
}

impl WantedMerges {
    /// Whether similar functions are merged.
    pub fn pairs(self) -> bool {
        self != WantedMerges::Groups
    }

    /// Whether functions that differ in constants are merged.
    pub fn groups(self) -> bool {
        self != WantedMerges::Pairs
    }
}

/// A function of the module that takes part.
struct MemberFunction {
    value: FunctionRef,
    /// None if it is not merged with similar functions, or if they were given back.
    handles: Option<Handles>,
}

impl MemberFunction {
    fn handles(&self) -> &Handles {
        self.handles.as_ref().expect("they are given back when all is done")
    }
}

/// The LLVM module that a run of the driver works on.
pub struct ModuleHost<'o> {
    options: &'o Options,
    analyses: Analyses,
    ctx: &'o mut ModuleContext,
    /// The functions that take part, by the driver's ids.
    members: PrimaryMap<FuncId, MemberFunction>,
    /// The ids of members that were not merged yet.
    ids: FxHashMap<FunctionRef, FuncId>,
    /// The limit of pairs.
    limit: Limit,
    /// Generates code, if that can be done; none before it is asked for.
    scale: OnceCell<Option<Scale>>,
    /// Only if pairs are merged, and a linker that comes later may drop functions.
    references: Option<ModuleReferences>,
    /// Only if groups are merged.
    grouping: Option<Grouping>,
    /// Whether similar functions are merged.
    has_pairs: bool,
}

impl<'o> ModuleHost<'o> {
    /// Nothing is known of any function yet.
    pub fn new(
        options: &'o Options,
        ctx: &'o mut ModuleContext,
        analyses: Analyses,
        wanted: WantedMerges,
    ) -> Self {
        let module = ctx.module;
        let dropped = references::dropped_functions(options, ctx.place);
        ModuleHost {
            references: wanted
                .pairs()
                .then(|| ModuleReferences::of(module, ctx.sections, ctx.part.clone(), dropped))
                .flatten(),
            scale: OnceCell::new(),
            grouping: wanted.groups().then(|| Grouping::new(options, ctx, analyses)),
            has_pairs: wanted.pairs(),
            options,
            analyses,
            ctx,
            members: PrimaryMap::new(),
            ids: FxHashMap::default(),
            limit: Limit::new(options, PassName::F3m, module),
        }
    }

    /// The module.
    pub fn module(&self) -> ModuleRef {
        self.ctx.module
    }

    /// Ends the run: deletes what nothing uses any more.
    pub fn finish(mut self) {
        self.erase_dead();
    }

    /// Every function that may take part. Refusals become remarks, and are counted in the report. If pairs are merged,
    /// the report counts their refusals.
    pub fn participants(&mut self, report: &mut Report) -> Vec<Participant> {
        let start = Instant::now();
        let mut all = Vec::new();
        // SAFETY: it is asked only about functions of the module, which does not change here.
        let mut cycles = unsafe { Cycles::new() };
        for function in self.ctx.module.defined_functions() {
            let encoded = self.take_part_in_pairs(function, &mut cycles, report);
            let in_groups = self.takes_part_in_groups(function, report);
            if encoded.is_some() || in_groups {
                let (encoded, handles) = encoded.unzip();
                self.add(function, handles);
                all.push(Participant { encoded, in_groups });
            }
        }
        if self.has_pairs {
            report.eligible = all.iter().filter(|one| one.encoded.is_some()).count() as u64;
            report.add_time(Phase::Encode, start.elapsed());
        }
        all
    }

    fn take_part_in_pairs(
        &mut self,
        function: FunctionRef,
        cycles: &mut Cycles,
        report: &mut Report,
    ) -> Option<(EncodedFunction, Handles)> {
        if !self.has_pairs {
            return None;
        }
        let size = self.ctx.instruction_count(function);
        let admitted = self.admit(function, Some(cycles));
        report.function(size, admitted.as_ref().map(drop).map_err(|&reason| reason));
        admitted.map_err(|reason| remarks::refused(function, F3M, reason)).ok()
    }

    /// Encodes a function that may be merged with similar ones. `cycles` is given for a function of the original
    /// module, and not for one that this run has made.
    ///
    /// Before inlining, recursive functions are refused, and those that may be recursive if inlining may bring many slots. What
    /// is inlined into one side would enlarge the frames of the other, and no frame limit sees that.
    fn admit(
        &mut self,
        function: FunctionRef,
        cycles: Option<&mut Cycles>,
    ) -> Result<(EncodedFunction, Handles), Reject> {
        let (options, analyses) = (self.options, self.analyses);
        eligibility::check_selected(options, function, analyses)?;
        eligibility::check_heat(options, function, analyses)?;
        if cycles.is_some() {
            eligibility::check_inlining(options, self.ctx, function, analyses, cycles)?;
            eligibility::check_frames(self.ctx, function)?;
            eligibility::check_recursion(self.ctx, function)?;
        }
        self.ctx.check_left(function)?;
        if let Some(reason) = self.takes_no_part(function) {
            eligibility::check_function(function)?;
            return Err(reason);
        }
        let (encoded, handles) = encode::encode(self.ctx, function, analyses)?;
        if self.is_too_small(encoded.size()) {
            self.ctx.keep_body(function, Ok((encoded, handles)));
            return Err(Reject::TooSmall);
        }
        Ok((encoded, handles))
    }

    /// Why a function takes no part whatever its body is, if that is so.
    fn takes_no_part(&mut self, function: FunctionRef) -> Option<Reject> {
        // Not all instructions are encoded, so that these are the most.
        let most = self.ctx.instruction_count(function);
        if self.is_too_small(most) {
            Some(Reject::TooSmall)
        } else if self.options.before_inlining && self.inlining_adds_up(function) {
            Some(Reject::Recursive)
        } else if self.options.recorded().is_some_and(|all| !all.has_partner(&function.name())) {
            Some(Reject::OutsideLimit)
        } else {
            None
        }
    }

    fn is_too_small(&self, size: usize) -> bool {
        size < self.options.min_size as usize
    }

    /// Whether what is inlined into a function may be on the stack many times.
    fn inlining_adds_up(&mut self, function: FunctionRef) -> bool {
        match self.ctx.recursion(function) {
            Recursion::None => false,
            Recursion::Possible => self.ctx.inlined_slots().many_come_into(function),
            Recursion::Certain => true,
        }
    }

    /// Gives a function the driver's next id.
    fn add(&mut self, value: FunctionRef, handles: Option<Handles>) {
        let id = self.members.push(MemberFunction { value, handles });
        self.ids.insert(value, id);
    }

    /// The ids of those functions that take part and were not merged yet.
    fn known(&self, functions: &[FunctionRef]) -> Vec<FuncId> {
        functions.iter().filter_map(|function| self.ids.get(function).copied()).collect()
    }

    /// To be called after a merge: the functions in `gone` were merged, and those in `changed` are alive and may have
    /// changed.
    fn forget(&mut self, gone: &[FunctionRef], changed: &[FunctionRef]) {
        for function in gone {
            self.ids.remove(function);
        }
        if let Some(Some(scale)) = self.scale.get_mut() {
            gone.iter().chain(changed).for_each(|&function| scale.forget(function));
        }
    }

    /// Notes that `body` does the work of `originals` from now on, of which `deleted` are gone altogether, and that
    /// `changed` functions may refer to other symbols than before.
    fn note_references(
        &mut self,
        body: FunctionRef,
        originals: Vec<FunctionRef>,
        deleted: &[FunctionRef],
        changed: &[FunctionRef],
    ) {
        if let Some(references) = &mut self.references {
            references.note(&[(body, originals)], changed, |one| !deleted.contains(&one));
        }
    }

    /// What generates code, if that can be done.
    fn code_generation(&self) -> Option<&Scale> {
        self.scale.get_or_init(|| Scale::new(self.ctx.module)).as_ref()
    }

    /// The same, to generate it.
    fn scale(&mut self) -> Option<&mut Scale> {
        self.code_generation()?;
        self.scale.get_mut()?.as_mut()
    }
}
