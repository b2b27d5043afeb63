//! Groups of functions that differ in constants: which of them could share a body, as proposals to the driver's queue.
//!
//! Consumes: functions by id, what has become of them (the [`Roster`]), and a [`GroupHost`] that has them. Produces:
//! proposals, each with a [`Plan`], and the plans that are carried out.
//! Guarantees: the canonical form of a function is made only if another function has the same filter, and made again
//! once the function has changed. A plan is carried out only on functions that are as they were when it was made;
//! otherwise they are planned for again. A function is in at most one plan that waits. Callees are planned for before
//! their callers. Equal answers of the host give equal plans.
//!
//! ```text
//! refresh: make outlines of what has changed, filters where outlines are shared, forms where filters are shared
//!          for each class of equal code with something new, callees first: propose its plans
//! carry out a plan: if a member has changed, the class is due again; else the host gives its members one body
//! ```

use std::collections::BTreeSet;
use std::mem;
use std::time::Instant;

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;

use super::host::{GroupHost, SharedBody};
use super::roster::{Roster, Version};
use crate::call_order::ranks;
use crate::canon::timing::Timing;
use crate::canon::together::ClassId;
use crate::canon::{CanonicalConst, CanonicalFunction};
use crate::gfm::{Class, Limits, Member, Plan, plans};
use crate::ir::FuncId;
use crate::policy::Spare;
use crate::price::Bytes;
use crate::reject::Reject;
use crate::report::{Phase, Report};

/// A plan that waits for its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PlanId(u32);
entity_impl!(PlanId, "plan");

/// A plan with the versions of its members, in their order.
struct Waiting {
    plan: Plan,
    versions: Vec<Version>,
}

/// What is known of a function that may share a body.
struct GroupCandidate {
    /// For a shared body, what merges may still add to it because of its members; any function has a limit of its own
    /// besides.
    spare: Spare,
    /// None if it takes no part.
    description: Option<VersionDescription>,
}

/// What is known of a function at a version.
struct VersionDescription {
    version: Version,
    /// A number that is equal for functions of equal code.
    outline: u64,
    /// None until another function has the same outline.
    filter: Option<u64>,
    /// None until another function has the same filter.
    form: Option<CanonicalFunction>,
    /// None until the function is planned for.
    timing: Option<Timing>,
    /// Whether it was planned for at this version.
    is_planned: bool,
    /// The count of [`Groups::others`] when the form was last seen to be right.
    seen: u32,
}

impl VersionDescription {
    fn new(version: Version, outline: u64) -> VersionDescription {
        let (filter, form, timing) = (None, None, None);
        VersionDescription { version, outline, filter, form, timing, is_planned: false, seen: 0 }
    }

    fn form(&self) -> &CanonicalFunction {
        self.form.as_ref().expect("members of classes have a form")
    }
}

/// Functions by a number that they share. A function that no longer has the number is removed when that is asked for.
#[derive(Default)]
struct Alike(FxHashMap<u64, Vec<FuncId>>);

impl Alike {
    fn add(&mut self, number: u64, id: FuncId) {
        self.0.entry(number).or_default().push(id);
    }

    /// The functions of a number, in order of ids; none if it is only one.
    fn of(&mut self, number: u64, has_it: impl Fn(FuncId) -> bool) -> &[FuncId] {
        let Some(all) = self.0.get_mut(&number) else { return &[] };
        all.retain(|&id| has_it(id));
        all.sort_unstable();
        all.dedup();
        if all.len() > 1 { all } else { &[] }
    }
}

/// Of functions that share one of these numbers with another one, those that lack what is made next, in order of ids. Each
/// number is looked at once, however many functions have brought it.
fn lacking(
    candidates: &PrimaryMap<FuncId, GroupCandidate>,
    alike: &mut Alike,
    mut numbers: Vec<u64>,
    has: impl Fn(&VersionDescription, u64) -> bool,
    lacks: impl Fn(&VersionDescription) -> bool,
) -> Vec<FuncId> {
    let description = |id: FuncId| candidates[id].description.as_ref();
    numbers.sort_unstable();
    numbers.dedup();
    let mut all = Vec::new();
    for number in numbers {
        let sharing = alike.of(number, |id| description(id).is_some_and(|one| has(one, number)));
        all.extend(sharing.iter().copied().filter(|&id| description(id).is_some_and(&lacks)));
    }
    all.sort_unstable();
    all
}

/// A plan that was carried out: its members share this body, to which merges may still add `spare`.
pub(super) struct Carried {
    pub(super) members: Vec<FuncId>,
    pub(super) body: SharedBody,
    pub(super) spare: Spare,
}

/// Why the members of a plan were left as they are.
pub(super) enum Left {
    /// The host refused. `left_out` are functions that a bisection leaves out from now on.
    Refused { left_out: Vec<FuncId> },
    /// Some have changed. The others will be planned for again.
    OutOfDate,
}

/// What is known of the functions that may share a body.
#[derive(Default)]
pub(super) struct Groups {
    /// Whether every function stays as a thunk.
    keep: bool,
    candidates: PrimaryMap<FuncId, GroupCandidate>,
    by_outline: Alike,
    by_filter: Alike,
    by_code: Alike,
    /// Functions that are new or have changed since the last refresh.
    changed: Vec<FuncId>,
    /// Codes of classes that are to be planned for.
    due: BTreeSet<u32>,
    /// The plans that wait, by number; none once a plan was taken or given up.
    waiting: PrimaryMap<PlanId, Option<Waiting>>,
    /// The plans of each code.
    of_code: FxHashMap<u32, Vec<PlanId>>,
    /// How many merges other than those of groups were made since the run began. Such a merge may change things that
    /// nobody is told of, such as what metadata refers to.
    others: u32,
}

impl Groups {
    /// None yet. With `keep`, every function stays as a thunk.
    pub(super) fn new(keep: bool) -> Groups {
        Groups { keep, ..Groups::default() }
    }

    /// Adds the next function, and whether it takes part. If it is a shared body, `spare` is what merges may still add
    /// to it.
    pub(super) fn add(&mut self, takes_part: bool, spare: Spare) {
        let id = self.candidates.push(GroupCandidate { spare, description: None });
        if takes_part {
            self.changed.push(id);
        }
    }

    /// Notes that the code of a function has changed; the roster has its version.
    pub(super) fn change(&mut self, id: FuncId) {
        if self.candidates[id].description.is_some() {
            self.changed.push(id);
        }
    }

    /// A function no longer takes part.
    pub(super) fn remove(&mut self, id: FuncId) {
        self.candidates[id].description = None;
    }

    /// Notes that functions are about to be merged that are no group.
    pub(super) fn note_other_merge(&mut self) {
        self.others += 1;
    }

    /// Whether a refresh may find something.
    pub(super) fn is_due(&self) -> bool {
        !(self.changed.is_empty() && self.due.is_empty())
    }

    /// Forgets what is to be looked for, because nobody can merge groups.
    pub(super) fn leave_alone(&mut self) {
        self.changed.clear();
        self.due.clear();
    }

    fn describes(&self, id: FuncId, what: impl Fn(&VersionDescription) -> bool) -> bool {
        self.candidates[id].description.as_ref().is_some_and(what)
    }

    fn description(&self, id: FuncId) -> &VersionDescription {
        self.candidates[id].description.as_ref().expect("it takes part")
    }

    fn description_mut(&mut self, id: FuncId) -> &mut VersionDescription {
        self.candidates[id].description.as_mut().expect("it takes part")
    }

    //===-- Proposals -----------------------------------------------------------------------------------

    /// Describes what has changed, and plans for each class with something new in it. Returns the plans that are to
    /// wait.
    pub(super) fn refresh(
        &mut self,
        host: &mut dyn GroupHost,
        roster: &Roster,
        report: &mut Report,
    ) -> Vec<PlanId> {
        let start = Instant::now();
        self.describe(host, roster, report);
        report.add_time(Phase::Canonicalize, start.elapsed());
        let start = Instant::now();
        let classes = self.due_classes(host);
        report.add_time(Phase::Group, start.elapsed());
        classes.iter().flat_map(|members| self.propose(host, members, report)).collect()
    }

    /// Plans for these functions alone, class by class.
    pub(super) fn refresh_among(
        &mut self,
        host: &mut dyn GroupHost,
        roster: &Roster,
        among: &[FuncId],
        report: &mut Report,
    ) -> Vec<PlanId> {
        self.describe(host, roster, report);
        let mut codes: Vec<(u32, FuncId)> = among
            .iter()
            .filter(|&&id| self.describes(id, |one| one.form.is_some()))
            .map(|&id| (self.description(id).form().code, id))
            .collect();
        codes.sort_unstable();
        let classes = codes.chunk_by(|one, other| one.0 == other.0);
        let classes: Vec<Vec<FuncId>> =
            classes.map(|class| class.iter().map(|&(_, id)| id).collect()).collect();
        let several = classes.iter().filter(|members| members.len() > 1);
        several.flat_map(|members| self.propose(host, members, report)).collect()
    }

    /// Makes the outlines of changed functions, and what filters and forms then have to be made.
    fn describe(&mut self, host: &mut dyn GroupHost, roster: &Roster, report: &mut Report) {
        let mut changed = mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        let mut outlines = Vec::with_capacity(changed.len());
        for id in changed {
            let Some(version) = roster.version(id) else { continue };
            let outline = host.outline(id);
            self.candidates[id].description = Some(VersionDescription::new(version, outline));
            self.by_outline.add(outline, id);
            outlines.push(outline);
        }
        let filters = self.filter(host, outlines);
        self.make_forms(host, filters, report);
    }

    /// Makes the filters that functions of these outlines lack, if others share the outline. Returns these filters.
    fn filter(&mut self, host: &mut dyn GroupHost, outlines: Vec<u64>) -> Vec<u64> {
        let has_it = |one: &VersionDescription, outline| one.outline == outline;
        let lacking = lacking(&self.candidates, &mut self.by_outline, outlines, has_it, |one| {
            one.filter.is_none()
        });
        let filters = lacking.into_iter().map(|id| {
            let filter = host.filter(id);
            self.description_mut(id).filter = Some(filter);
            self.by_filter.add(filter, id);
            filter
        });
        filters.collect()
    }

    /// Makes the forms that functions of these filters lack, if others share the filter.
    fn make_forms(&mut self, host: &mut dyn GroupHost, filters: Vec<u64>, report: &mut Report) {
        let has_it = |one: &VersionDescription, filter| one.filter == Some(filter);
        let lacking = lacking(&self.candidates, &mut self.by_filter, filters, has_it, |one| {
            one.form.is_none()
        });
        let seen = self.others;
        for id in lacking {
            match host.form(id, report) {
                Ok(form) => {
                    report.eligible += 1;
                    self.by_code.add(form.code.into(), id);
                    self.due.insert(form.code);
                    let description = self.description_mut(id);
                    (description.form, description.seen) = (Some(form), seen);
                }
                Err(_) => self.candidates[id].description = None,
            }
        }
    }

    /// Classes with something new in them, callees first, then in order of first members.
    fn due_classes(&mut self, host: &dyn GroupHost) -> Vec<Vec<FuncId>> {
        let mut classes: Vec<Vec<FuncId>> = Vec::new();
        for code in mem::take(&mut self.due) {
            let Groups { candidates, by_code, .. } = &mut *self;
            let description = |id: FuncId| candidates[id].description.as_ref();
            let has_it =
                |d: &VersionDescription| d.form.as_ref().is_some_and(|form| form.code == code);
            let members = by_code.of(code.into(), |id| description(id).is_some_and(has_it));
            if members.iter().any(|&id| description(id).is_some_and(|d| !d.is_planned)) {
                classes.push(members.to_vec());
            }
        }
        classes.sort_unstable();
        let ranks = ranks(&self.callees(host, &classes));
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by_key(|&class| ranks[ClassId::new(class)]);
        order.into_iter().map(|class| mem::take(&mut classes[class])).collect()
    }

    /// For each class, the classes that its members call.
    fn callees(
        &self,
        host: &dyn GroupHost,
        classes: &[Vec<FuncId>],
    ) -> PrimaryMap<ClassId, Vec<ClassId>> {
        let mut class_of: FxHashMap<CanonicalConst, ClassId> = FxHashMap::default();
        for (number, members) in classes.iter().enumerate() {
            let addresses = members.iter().filter_map(|&id| host.address(id));
            class_of.extend(addresses.map(|address| (address, ClassId::new(number))));
        }
        let called = |&id: &FuncId| {
            let calls = self.description(id).form().constants.iter().filter(|c| c.mode.is_callee());
            calls.filter_map(|c| class_of.get(&c.value).copied()).collect::<Vec<_>>()
        };
        classes.iter().map(|members| members.iter().flat_map(called).collect()).collect()
    }

    /// Plans for a class. Plans for the same code that still wait are given up.
    fn propose(
        &mut self,
        host: &mut dyn GroupHost,
        members: &[FuncId],
        report: &mut Report,
    ) -> Vec<PlanId> {
        let start = Instant::now();
        let code = self.description(members[0]).form().code;
        for id in self.of_code.remove(&code).unwrap_or_default() {
            self.waiting[id] = None;
        }
        let plans = self.plan(host, members, report);
        report.candidates += members.len() as u64;
        report.add_time(Phase::Plan, start.elapsed());
        for &id in members {
            self.description_mut(id).is_planned = true;
        }
        if plans.is_empty() {
            report.reject_pair(Reject::Unprofitable);
        }
        let ids: Vec<PlanId> = plans.into_iter().map(|plan| self.wait(plan)).collect();
        self.of_code.insert(code, ids.clone());
        ids
    }

    fn wait(&mut self, plan: Plan) -> PlanId {
        let versions = plan.members.iter().map(|&id| self.description(id).version).collect();
        self.waiting.push(Some(Waiting { plan, versions }))
    }

    fn plan(&mut self, host: &mut dyn GroupHost, ids: &[FuncId], report: &mut Report) -> Vec<Plan> {
        let left = ids.iter().filter_map(|&id| Some((id, host.parameters_left(id)?)));
        let (ids, left): (Vec<FuncId>, Vec<usize>) = left.unzip();
        if ids.len() < 2 {
            report.reject_pair(Reject::FrameGrows);
            return Vec::new();
        }
        ids.iter().for_each(|&id| self.complete(host, id));
        let units = host.units(ids[0]);
        let left = left.into_iter().min().unwrap_or(0);
        let members: Vec<_> = ids.iter().map(|&id| self.member(host, id)).collect();
        let class = Class { members: &members, constants: host.constants(), units };
        let limits = host.limits(ids[0]);
        let limits = Limits { parameters: limits.parameters.min(left), ..limits };
        plans(&class, &limits, host.tables().prices)
    }

    /// Finds out what else must be known of a function to plan for it.
    fn complete(&mut self, host: &mut dyn GroupHost, id: FuncId) {
        let GroupCandidate {
            description: Some(VersionDescription { form: Some(form), timing, .. }),
            spare,
        } = &mut self.candidates[id]
        else {
            panic!("members of classes have a form");
        };
        form.uses = host.uses(id);
        timing.get_or_insert_with(|| {
            let timing = host.timing(id, form);
            Timing { spare: timing.spare.and(*spare), ..timing }
        });
    }

    fn member(&self, host: &dyn GroupHost, id: FuncId) -> Member<'_> {
        let description = self.description(id);
        let form = description.form();
        Member {
            id,
            form,
            timing: description.timing.as_ref().expect("it is set before plans are made"),
            own_address: host.address(id).filter(|_| host.leads_back(id)),
            removable: form.uses.removable && !self.keep,
            folds_with: host.folds_with(id),
        }
    }

    /// The worth of a plan that waits.
    pub(super) fn worth(&self, id: PlanId) -> Bytes {
        self.waiting[id].as_ref().map(|one| one.plan.worth()).unwrap_or_default()
    }

    //===-- What becomes of a proposal --------------------------------------------------------------------

    /// Lets the host carry out a plan. What is found out about functions meanwhile is reported in `aside`.
    ///
    /// # Errors
    /// The plan is out of date, or the host refused.
    pub(super) fn carry_out(
        &mut self,
        id: PlanId,
        host: &mut dyn GroupHost,
        roster: &Roster,
        report: &mut Report,
        aside: &mut Report,
    ) -> Result<Carried, Left> {
        let nothing = Left::Refused { left_out: Vec::new() };
        let Waiting { plan, versions } = self.waiting[id].take().ok_or(nothing)?;
        let is_told = |(&id, &version)| roster.version(id) == Some(version);
        let are_told = plan.members.iter().zip(&versions).all(is_told);
        if !are_told || !self.are_as_they_were(&plan.members, host, aside) {
            self.plan_again(&plan.members);
            return Err(Left::OutOfDate);
        }
        report.attempts += 1;
        let forms: Vec<_> = plan.members.iter().map(|&id| self.description(id).form()).collect();
        debug_assert!(
            forms.iter().all(|form| form.code == forms[0].code),
            "a plan is of equal code"
        );
        match host.carry_out_group(&plan, &forms, report) {
            Ok(body) => Ok(Carried { members: plan.members, body, spare: plan.spare }),
            Err(reason) => {
                report.reject_pair(reason);
                // What a bisection leaves out stays as it is, so that no other merge takes its place.
                let is_left_out = reason == Reject::OutsideLimit;
                Err(Left::Refused { left_out: if is_left_out { plan.members } else { Vec::new() } })
            }
        }
    }

    /// Has those members of a plan planned for again, with others, that have not changed.
    fn plan_again(&mut self, members: &[FuncId]) {
        for &id in members {
            if let Some(description) = &mut self.candidates[id].description
                && let Some(form) = &description.form
            {
                self.due.insert(form.code);
                description.is_planned = false;
            }
        }
    }

    /// Whether functions without a known change still are what their forms say. A function that is not will be
    /// described again in the next refresh.
    fn are_as_they_were(
        &mut self,
        ids: &[FuncId],
        host: &mut dyn GroupHost,
        report: &mut Report,
    ) -> bool {
        let mut all = true;
        for &id in ids {
            all &= self.is_as_it_was(id, host, report);
        }
        all
    }

    /// Compares a form with a fresh one, if other merges than those of groups were made since it was last seen to be
    /// right.
    fn is_as_it_was(&mut self, id: FuncId, host: &mut dyn GroupHost, report: &mut Report) -> bool {
        let others = self.others;
        let description = self.description_mut(id);
        if description.seen == others {
            return true;
        }
        let uses = description.form().uses;
        let fresh = host.form(id, report).map(|fresh| CanonicalFunction { uses, ..fresh });
        let is_same = fresh.is_ok_and(|fresh| fresh == *description.form());
        if is_same {
            description.seen = others;
        } else {
            self.changed.push(id);
        }
        is_same
    }
}

#[cfg(test)]
mod tests;
