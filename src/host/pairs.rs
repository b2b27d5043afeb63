//! Carries out a proven plan: emits the merged function, makes thunks and rewrites calls, and encodes the merged
//! function.
//!
//! Consumes: a [`ProvenMerge`]. Produces: the module with the functions merged, and a [`CarriedOut`]. Guarantees:
//! functions are left as they were if their merged function cannot be emitted, or is invalid.

use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::driver::{CallerWeighing, CarriedOut, GroupHost, Host, ProvenMerge};
use fmerge_core::icf::Icf;
use fmerge_core::ir::{EncodedFunction, FuncId, Tables};
use fmerge_core::options::Thunks;
use fmerge_core::plan;
use fmerge_core::price::{Bytes, Price};
use fmerge_core::reject::Reject;
use fmerge_core::replacement::Fate;
use fmerge_core::report::{Phase, Report};
use fmerge_core::stack::{FrameLimit, Recursion};

use super::{F3M, MemberFunction, ModuleHost};
use crate::announce::{Made, announce};
use crate::commit::{self, CommittedMerge};
use crate::emit::{self, Original};
use crate::encode;
use crate::linker::Folding;
use crate::llvm::FunctionRef;
use crate::machine_code::{self, StackArguments};
use crate::module::Encoded;
use crate::remarks;
use crate::replace::Replacement;

impl Host for ModuleHost<'_> {
    fn tables(&self) -> &Tables {
        &self.ctx.tables
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        let value = self.members[id].value;
        self.forget(&[], &[value]);
        match encode::encode(self.ctx, value, self.analyses) {
            Ok((encoded, handles)) => {
                self.members[id].handles = Some(handles);
                Ok(encoded)
            }
            Err(reason) => {
                remarks::refused(value, F3M, reason);
                Err(reason)
            }
        }
    }

    fn weighs(&self) -> bool {
        let weighs = self.code_generation().is_some();
        if !weighs {
            let target = self.ctx.module.target();
            log::warn!(
                "profit=exact: this program generates no code for {target}, so that the model decides"
            );
        }
        weighs
    }

    fn groups(&mut self) -> Option<&mut dyn GroupHost> {
        self.grouping.is_some().then_some(self as &mut dyn GroupHost)
    }

    fn keep(&mut self, id: FuncId, function: EncodedFunction) {
        let member = &mut self.members[id];
        if let Some(handles) = member.handles.take() {
            self.ctx.keep_body(member.value, Ok((function, handles)));
        }
    }

    fn missed(&mut self, id: FuncId, partner: &str, reason: Reject, given_up: Bytes) {
        remarks::missed(self.members[id].value, F3M, partner, reason, given_up);
    }

    fn is_limit_reached(&mut self) -> bool {
        self.limit.is_reached()
    }

    /// Emits, verifies and commits. If one of the first two fails, that is a bug of ours, and is logged.
    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        self.erase_dead();
        let originals: Vec<_> = merge.ids.iter().map(|&id| self.members[id].value).collect();
        self.check_folded(merge, &originals)?;
        self.check_references(&originals)?;
        self.limit.admit(&[&originals])?;
        let made = report.time(Phase::Emit, || self.emit(merge));
        let made = made.and_then(|merged| self.verify(merged, report).map(|()| merged));
        let merged = made.inspect_err(|_| self.limit.take_back())?;
        let has_tail_calls = merge.functions.functions().any(plan::has_tail_calls);
        report.time(Phase::Emit, || emit::cleanup(merged, self.analyses, has_tail_calls));
        self.check_own_frame(merge, merged, report)?;
        let most_stack = report.time(Phase::Weigh, || self.check_generated_frame(merge, merged))?;
        let on_stack = self.stack_arguments(merge, merged);
        self.check_frames(&on_stack, merged)?;
        report.time(Phase::Weigh, || self.check_generated_callers(merge, merged, &on_stack))?;
        let saved = report.time(Phase::Weigh, || self.weigh(merge, merged, &on_stack))?;
        self.ctx.stands_for(merged, &originals);
        let limits = merge.functions.functions().map(|function| function.limit);
        self.ctx.allow(merged, limits.reduce(FrameLimit::and));
        let done = self.commit(merge, merged, report);
        self.ctx.limit_stack(merged, most_stack);
        let name = merged.name();
        self.tell(merge, merged, saved);
        let removed = originals.iter().zip(&done.removed).filter(|&(_, &removed)| removed);
        let deleted: Vec<FunctionRef> = removed.map(|(&original, _)| original).collect();
        self.forget(&originals, &done.touched);
        self.forget_constants(&deleted);
        self.note_references(merged, originals, &deleted, &done.touched);
        let touched = self.known(&done.touched);
        let in_groups = self.may_join_groups(merged);
        let encoded = report.time(Phase::Encode, || self.encode_merged(merged));
        let (removed, call_sites) = (done.removed, done.call_sites);
        Ok(CarriedOut { name, removed, call_sites, saved, touched, encoded, in_groups })
    }
}

impl ModuleHost<'_> {
    /// Refuses functions that the linker makes one anyway: those that [`identical`](crate::identical) left to it, and
    /// those that do the same and would all stay as thunks.
    fn check_folded(
        &self,
        merge: &ProvenMerge<'_>,
        originals: &[FunctionRef],
    ) -> Result<(), Reject> {
        let mut numbers = originals.iter().map(|&original| self.ctx.folds_with(original));
        let first = numbers.next().flatten();
        let are_left = first.is_some() && numbers.all(|number| number == first);
        let do_the_same = || merge.plan.keeps_apart && !merge.plan.chooses();
        let takes_all = || {
            let folding = Folding::new(self.options, self.ctx.module);
            let mut functions = merge.functions.functions().zip(originals);
            let takes = |(one, &original): (&EncodedFunction, &FunctionRef)| {
                folding.takes(original, one.has_pads())
            };
            folding.icf == Icf::All && !self.options.force && functions.all(takes)
        };
        match are_left || (do_the_same() && takes_all()) {
            true => Err(Reject::LeftToLinker),
            false => Ok(()),
        }
    }

    /// Refuses a merge that makes a link with `--gc-sections` need more symbols. Twins of the originals count, too,
    /// because they become thunks with them.
    fn check_references(&mut self, originals: &[FunctionRef]) -> Result<(), Reject> {
        let Some(references) = &mut self.references else { return Ok(()) };
        let twins = originals.iter().flat_map(|&one| self.ctx.twins(one));
        let all: Vec<FunctionRef> = originals.iter().chain(twins).copied().collect();
        if references.may_share(&all) { Ok(()) } else { Err(Reject::DeadReferences) }
    }

    fn emit(&self, merge: &ProvenMerge<'_>) -> Result<FunctionRef, Reject> {
        let sides = originals(&self.members, merge);
        let name = format!("{}.fmerge", merge.first().name);
        emit::emit(self.ctx, &sides, merge.plan, &name).map_err(|error| {
            log::error!("{} could not be emitted: {error}", merge.names());
            Reject::EmissionFailed
        })
    }

    /// With the option `verify`: runs LLVM's verifier on the merged function, and deletes the function if it is
    /// invalid.
    fn verify(&self, function: FunctionRef, report: &mut Report) -> Result<(), Reject> {
        if !self.options.verify {
            return Ok(());
        }
        report.time(Phase::Verify, || emit::verify(function)).map_err(|message| {
            log::error!("merged function {} is invalid: {message}", function.name());
            // SAFETY: nothing uses a merged function before it is committed.
            unsafe { emit::discard(function, self.analyses) };
            Reject::VerifierFailed
        })
    }

    /// Refuses a merged function that may need too much stack after LLVM's clean-up. Only functions that certainly
    /// recurse are checked.
    fn check_own_frame(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
        report: &mut Report,
    ) -> Result<(), Reject> {
        if !plan::recurses_for_certain(merge.functions) {
            return Ok(());
        }
        let made = report.time(Phase::Encode, || encode::body(self.ctx, merged, self.analyses));
        let stay = self.options.thunks != Thunks::Auto;
        let fits = made.map_or(Ok(()), |made| {
            plan::check_frame(&made, merge.functions, &self.ctx.tables, stay)
        });
        fits.inspect_err(|_| self.discard(merged))
    }

    /// What callers will pass on the stack, if the merge makes some of them pass more there.
    fn stack_arguments(&self, merge: &ProvenMerge<'_>, merged: FunctionRef) -> Vec<StackArguments> {
        if !merge.by_stack {
            return Vec::new();
        }
        let replacements = self.replacements(merge, merged);
        machine_code::stack_arguments(&replacements, self.ctx.tables.registers)
    }

    /// Refuses a merge that makes a recursive function pass more arguments on the stack: they lie in its frame, of
    /// which there may be thousands. If the recursion is not certain, the arguments may take as much as any frame of
    /// such a function may grow by.
    fn check_frames(
        &mut self,
        on_stack: &[StackArguments],
        merged: FunctionRef,
    ) -> Result<(), Reject> {
        let word = self.ctx.tables.registers.bytes();
        let most = |caller| match self.ctx.recursion(caller) {
            Recursion::Certain => 0,
            // The size of its frame is not known here, so this is what even the smallest frame may grow by.
            Recursion::Possible => Recursion::Possible.spare(0, word),
            Recursion::None => u64::MAX,
        };
        if on_stack.iter().all(|one| one.more <= most(one.caller)) {
            return Ok(());
        }
        self.discard(merged);
        Err(Reject::ArgumentsOnStack)
    }

    /// Deletes a merged function that was not committed.
    pub(super) fn discard(&mut self, merged: FunctionRef) {
        self.forget(&[], &[merged]);
        self.limit.take_back();
        // SAFETY: nothing uses a merged function before it is committed.
        unsafe { emit::discard(merged, self.analyses) };
    }

    /// The bytes that the merge saves, if more is known than the driver's estimate: by generated code (`profit=exact`)
    /// of originals, merged function and callers, or by [`Self::gain_with_pushes`]. If the merge does not pay, the merged
    /// function is deleted.
    fn weigh(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
        on_stack: &[StackArguments],
    ) -> Result<Option<Bytes>, Reject> {
        let saved = match merge.to_weigh {
            Some(to_weigh) => self.measure(merge, merged, to_weigh),
            None => self.gain_with_pushes(merge, on_stack),
        };
        let pays = saved.unwrap_or(merge.gain) > merge.least;
        if pays || (saved.is_none() && merge.to_weigh.is_none()) {
            return Ok(saved);
        }
        self.discard(merged);
        Err(Reject::Unprofitable)
    }

    /// The bytes that the merge saves by generated code; `None` if no code can be generated for one of the functions.
    fn measure(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
        CallerWeighing { near, callers }: CallerWeighing,
    ) -> Option<Bytes> {
        let members: Vec<_> = merge.ids.iter().map(|&id| self.members[id].value).collect();
        let scale = self.scale()?;
        let before: Option<Bytes> = members.into_iter().map(|member| scale.weigh(member)).sum();
        let bodies = before.zip(scale.weigh(merged)).map(|(before, merged)| before - merged);
        let saved = bodies.map(|saved| saved - merge.callers);
        let near_nothing = |saved: Bytes| (saved - merge.least).max(merge.least - saved) <= near;
        let measured = match saved.is_some_and(near_nothing) {
            true => self.weigh_callers(merge, merged, callers),
            false => None,
        };
        bodies.map(|saved| saved - measured.unwrap_or(merge.callers))
    }

    /// The bytes that the merge saves by the estimate, less what callers pay because they begin to push arguments.
    /// `None` if that costs nothing, or the merge is forced.
    fn gain_with_pushes(
        &self,
        merge: &ProvenMerge<'_>,
        on_stack: &[StackArguments],
    ) -> Option<Bytes> {
        let price = self.ctx.tables.prices.call_beside_pushes;
        if !merge.by_stack || self.options.force || price == Price::default() {
            return None;
        }
        let calls: usize = on_stack.iter().map(|one| one.beside_pushes).sum();
        Some(merge.gain - (price * calls as i64).bytes.ceil())
    }

    /// How many bytes larger the callers become. `None` if an original stays as a thunk, or if the callers are larger
    /// than `most` together: then only the estimate is known.
    fn weigh_callers(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
        most: Bytes,
    ) -> Option<Bytes> {
        let replacements = self.replacements(merge, merged);
        if replacements.iter().any(|one| one.fate != Fate::Gone) {
            return None;
        }
        let more = self.scale()?.weigh_callers(&replacements, most)?;
        log::debug!("calls of {} take {more} bytes more", merge.names());
        Some(more)
    }

    pub(super) fn replacements(
        &self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
    ) -> Vec<Replacement> {
        let sides = originals(&self.members, merge);
        commit::replacements(merged, merge.plan, &sides, self.options.thunks)
    }

    fn commit(
        &mut self,
        merge: &ProvenMerge<'_>,
        merged: FunctionRef,
        report: &mut Report,
    ) -> CommittedMerge {
        let (analyses, start) = (self.analyses, Instant::now());
        let sides = originals(&self.members, merge);
        let (ctx, thunks) = (&mut *self.ctx, self.options.thunks);
        // SAFETY: the driver has proved the plan; what is deleted takes no part any more.
        let done = unsafe { commit::commit(ctx, analyses, merged, merge.plan, &sides, thunks) };
        report.add_time(Phase::Commit, start.elapsed());
        emit::expect_valid(done.touched.iter().copied(), self.options, report);
        done
    }

    fn tell(&mut self, merge: &ProvenMerge<'_>, merged: FunctionRef, saved: Option<Bytes>) {
        let gain = saved.unwrap_or(merge.gain);
        let source = if merge.to_weigh.is_some() && saved.is_some() { "code" } else { "estimate" };
        let originals: Vec<String> = merge.functions.functions().map(|f| f.name.clone()).collect();
        let made = Made { pass: F3M, body: merged, originals: &originals, gain };
        announce(&made, &mut self.limit, |names| {
            format!("merged {}, saving {gain} bytes by the {source}", names.join(" and "))
        });
    }

    /// Enters the merged function as the driver's next one, encoded so that it can be merged with similar ones.
    fn encode_merged(&mut self, merged: FunctionRef) -> Result<EncodedFunction, Reject> {
        let encoded = encode::encode(self.ctx, merged, self.analyses);
        if let Err(reason) = &encoded {
            log::debug!("{} is not merged again: {reason}", merged.name());
        }
        self.enter(merged, encoded)
    }

    /// Gives the next id to a function that a merge has made.
    pub(super) fn enter(
        &mut self,
        function: FunctionRef,
        encoded: Encoded,
    ) -> Result<EncodedFunction, Reject> {
        match encoded {
            Ok((encoded, handles)) => {
                self.add(function, Some(handles));
                Ok(encoded)
            }
            Err(reason) => {
                self.add(function, None);
                Err(reason)
            }
        }
    }
}

/// The functions of a merge, as emission takes them.
fn originals<'a>(
    members: &'a PrimaryMap<FuncId, MemberFunction>,
    merge: &ProvenMerge<'a>,
) -> Vec<Original<'a>> {
    let pairs = merge.ids.iter().zip(merge.functions.functions());
    pairs.map(|(&id, encoded)| Original { encoded, handles: members[id].handles() }).collect()
}
