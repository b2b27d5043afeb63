//! The driver of `gfm`: which classes are planned for in which order, and which plans are carried out.
//!
//! Consumes: a number of functions, and a [`Host`] that has them. Produces: a [`Report`] of what the host was made to
//! merge.
//! Guarantees: callees are merged before their callers, and rounds go on until nothing changes: once callees share a
//! body, what their callers differ in may be a constant. A form is made only for functions with a filter that another
//! one shares, and again once the function has changed. A plan is carried out only on functions that are as they were
//! when it was made. A function that was merged or refused does not come back. Equal answers of the host give equal
//! merges. What a run has learned and left for later is kept in [`Functions`] for the next one; what happens to functions
//! between runs has to be told. A form of an earlier run is compared with a fresh one before the function is merged.
//!
//! ```text
//! until a round merges nothing:
//!     make filters and forms of what has changed
//!     for each class of equal code with something new, callees first, unless a member has changed meanwhile:
//!         for each of its plans, unless a member has changed meanwhile: let the host carry it out
//!             its members are gone, and the shared body takes part; functions whose bodies changed are stale
//! ```

use std::mem;
use std::ops::Deref;
use std::time::Instant;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{ArgumentInfo, Class, Limits, Member, Plan, plans};
use crate::call_order;
use crate::canon::filter::with_company;
use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction};
use crate::ir::{FuncId, Uses};
use crate::policy::Spare;
use crate::price::{Bytes, Prices};
use crate::reject::Reject;
use crate::report::{Phase, Report};

/// The owner of the functions. They are numbered from 0 on: first those that the driver was made with, then each body
/// that a plan made.
pub trait Host {
    /// Equal for functions whose code may be equal.
    fn outline(&mut self, id: FuncId) -> u64;

    /// The same, nearly always different for others; it takes more time.
    fn filter(&mut self, id: FuncId) -> u64;

    /// The canonical form of a function as it is now.
    ///
    /// # Errors
    /// The reason why it takes no part, which the host adds to `report`.
    fn form(&mut self, id: FuncId, report: &mut Report) -> Result<CanonicalFunction, Reject>;

    /// What is known of all constants of the forms.
    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo>;

    /// The constant that is the function's address, if some form has it.
    fn address(&self, id: FuncId) -> Option<CanonicalConst>;

    /// Whether a call of the function within itself certainly leads back to it.
    fn leads_back(&self, id: FuncId) -> bool;

    /// How it is referred to: calls appear and go with the bodies of others.
    fn uses(&mut self, id: FuncId) -> Uses;

    /// The number of those that the linker folds with it although they are not equal, if there are any.
    fn folds_with(&self, _id: FuncId) -> Option<u32> {
        None
    }

    /// How long it takes, by its form.
    fn timing(&mut self, id: FuncId, form: &CanonicalFunction) -> Timing;

    /// TargetTransformInfo's code size of its body.
    fn units(&mut self, id: FuncId) -> u64;

    /// What a plan may do with functions of its type.
    fn limits(&self, id: FuncId) -> Limits;

    /// How many more parameters the frame limit of a function allows; none if it does not even allow a thunk.
    fn parameters_left(&mut self, _id: FuncId) -> Option<usize> {
        Some(usize::MAX)
    }

    /// What everything costs.
    fn prices(&self) -> &Prices;

    /// Gives the members of a plan a body, the next function. Their forms are in their order.
    ///
    /// # Errors
    /// The reason why that was not done; all functions are then as before.
    fn carry_out(
        &mut self,
        plan: &Plan,
        forms: &[&CanonicalFunction],
        report: &mut Report,
    ) -> Result<CarriedOut, Reject>;
}

/// What came of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarriedOut {
    /// Functions whose bodies changed, as far as they have numbers.
    pub touched: Vec<FuncId>,
}

/// A function that takes part.
struct Entry {
    /// Of the body as it is, unless it is stale.
    outline: u64,
    /// None before another function has its outline.
    filter: Option<u64>,
    form: Option<CanonicalFunction>,
    /// Of the body as the form has it.
    timing: Option<Timing>,
    /// Of a shared body: what its members may still bear, beside what any function may.
    spare: Spare,
    state: State,
    /// The run in which the form was made.
    run: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Changed since filter and form were made.
    Stale,
    /// Not planned for since it changed.
    New,
    /// Planned for as it is.
    Planned,
    /// Merged, refused, or left out by a bisection.
    Gone,
}

impl Entry {
    fn new(spare: Spare) -> Entry {
        let (filter, form, timing) = (None, None, None);
        Entry { outline: 0, filter, form, timing, spare, state: State::Stale, run: 0 }
    }

    fn set(&mut self, state: State) {
        (self.state, self.form, self.timing) = (state, None, None);
    }

    fn form(&self) -> &CanonicalFunction {
        self.form.as_ref().expect("members of classes have a form")
    }
}

/// What is wanted of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Every function stays, as a thunk.
    pub keep: bool,
    /// Of all plans that pay, only those that are worth more are carried out.
    pub more_than: Option<Bytes>,
    /// Only these functions are merged; all, if there is no set.
    pub among: Option<&'a FxHashSet<FuncId>>,
}

/// What is known of the host's functions, and what was left for later.
#[derive(Default)]
pub struct Functions {
    entries: PrimaryMap<FuncId, Entry>,
    /// Plans that pay, by the code of their members. Some members may have changed since.
    left: FxHashMap<u32, Vec<Plan>>,
    /// How many runs there were.
    runs: u32,
}

impl Functions {
    /// So many.
    pub fn new(count: usize) -> Functions {
        let entries = (0..count).map(|_| Entry::new(Spare::default())).collect();
        Functions { entries, ..Functions::default() }
    }

    /// The host has one more, the next.
    pub fn add(&mut self) {
        self.entries.push(Entry::new(Spare::default()));
    }

    /// The body of a function has changed.
    pub fn touch(&mut self, id: FuncId) {
        if self.entries[id].state != State::Gone {
            self.entries[id].set(State::Stale);
        }
    }

    /// A function takes no part any more.
    pub fn remove(&mut self, id: FuncId) {
        self.entries[id].set(State::Gone);
    }

    /// Forgets plans some member of which has changed.
    fn forget_what_changed(&mut self) {
        let Functions { entries, left, .. } = self;
        let is_as_planned = |code: u32, id: FuncId| {
            let Entry { state, form, .. } = &entries[id];
            *state == State::Planned && form.as_ref().is_some_and(|form| form.code == code)
        };
        left.retain(|&code, plans| {
            plans.retain(|plan| plan.members.iter().all(|&id| is_as_planned(code, id)));
            !plans.is_empty()
        });
    }

    /// What the best plan is worth that was left for later.
    pub fn best_left(&self) -> Option<Bytes> {
        self.left.values().flatten().map(Plan::worth).max()
    }
}

/// Merges what pays. What is done is added to the report.
pub fn merge<H: Host>(host: &mut H, all: &mut Functions, wanted: Wanted<'_>, report: &mut Report) {
    all.runs += 1;
    let mut driver = Driver { host, all, wanted, refuted: false, report };
    while driver.round() {}
    all.forget_what_changed();
}

struct Driver<'a, H> {
    host: &'a mut H,
    all: &'a mut Functions,
    wanted: Wanted<'a>,
    /// A plan was not carried out, because a member of it had changed.
    refuted: bool,
    report: &'a mut Report,
}

impl<H> Deref for Driver<'_, H> {
    type Target = Functions;

    fn deref(&self) -> &Functions {
        self.all
    }
}

impl<H: Host> Driver<'_, H> {
    /// Whether a function has not been planned for since it changed.
    fn is_new(&self, id: FuncId) -> bool {
        self.entries[id].state == State::New
    }

    /// The code of a member of a class.
    fn code(&self, id: FuncId) -> u32 {
        self.entries[id].form().code
    }

    /// Whether a plan is left for later.
    fn waits(&self, plan: &Plan) -> bool {
        self.wanted.more_than.is_some_and(|least| plan.worth() <= least)
    }

    /// Whether functions of this code have plans from an earlier run which no longer wait.
    fn has_left(&self, code: u32) -> bool {
        self.left.get(&code).is_some_and(|plans| plans.iter().any(|plan| !self.waits(plan)))
    }

    /// Plans and merges every class with something new in it; whether there may be more to do.
    fn round(&mut self) -> bool {
        self.refresh();
        let start = Instant::now();
        let classes = self.classes();
        self.report.add_time(Phase::Group, start.elapsed());
        let before = self.all.entries.len();
        for members in classes {
            // A callee of these was merged: the next round sees what they are now.
            if !self.any_stale(&members) {
                self.merge_class(&members);
            }
        }
        self.all.entries.len() > before || mem::take(&mut self.refuted)
    }

    fn any_stale(&self, ids: &[FuncId]) -> bool {
        ids.iter().any(|&id| self.entries[id].state == State::Stale)
    }

    //===-- What takes part ---------------------------------------------------------------------------

    /// Makes the forms that are missing.
    fn refresh(&mut self) {
        let start = Instant::now();
        for id in self.renew_filters() {
            match self.host.form(id, self.report) {
                Ok(form) => {
                    self.report.eligible += 1;
                    let run = self.all.runs;
                    let entry = &mut self.all.entries[id];
                    (entry.form, entry.run) = (Some(form), run);
                }
                Err(_) => self.all.remove(id),
            }
        }
        self.report.add_time(Phase::Canonicalize, start.elapsed());
    }

    /// Makes the filters of what has changed, and returns what needs a form.
    fn renew_filters(&mut self) -> Vec<FuncId> {
        let mut alive = Vec::new();
        for (id, entry) in &mut self.all.entries {
            if entry.state == State::Stale {
                (entry.outline, entry.filter) = (self.host.outline(id), None);
                entry.state = State::New;
            }
            alive.extend((entry.state != State::Gone).then_some(id));
        }
        let alike = with_company(&alive, |id| self.all.entries[id].outline);
        for &id in &alike {
            let filter = &mut self.all.entries[id].filter;
            filter.get_or_insert_with(|| self.host.filter(id));
        }
        let filter = |id| self.all.entries[id].filter.unwrap_or_default();
        let mut equal = with_company(&alike, filter);
        equal.retain(|&id| self.all.entries[id].form.is_none());
        equal
    }

    /// Classes of equal code with something new or left over, callees first, then in order of first members.
    fn classes(&self) -> Vec<Vec<FuncId>> {
        let mut numbers = FxHashMap::default();
        let mut classes: Vec<Vec<FuncId>> = Vec::new();
        for (id, entry) in &self.entries {
            let Some(form) = &entry.form else { continue };
            if self.wanted.among.is_some_and(|among| !among.contains(&id)) {
                continue;
            }
            let number = *numbers.entry(form.code).or_insert(classes.len());
            if number == classes.len() {
                classes.push(Vec::new());
            }
            classes[number].push(id);
        }
        let is_due = |members: &Vec<FuncId>| {
            members.iter().any(|&id| self.is_new(id)) || self.has_left(self.code(members[0]))
        };
        classes.retain(|members| members.len() > 1 && is_due(members));
        let ranks = call_order::ranks(&self.callees());
        classes.sort_by_key(|members| members.iter().map(|&f| ranks[f]).max());
        classes
    }

    /// Who calls whom, of those with forms.
    fn callees(&self) -> PrimaryMap<FuncId, Vec<FuncId>> {
        let mut function_of: SecondaryMap<CanonicalConst, Option<FuncId>> = SecondaryMap::new();
        for id in self.entries.keys() {
            let is_alive = self.entries[id].state != State::Gone;
            if let Some(constant) = self.host.address(id).filter(|_| is_alive) {
                function_of[constant] = Some(id);
            }
        }
        let called = |form: &CanonicalFunction| {
            let calls = form.constants.iter().filter(|c| c.mode.is_callee());
            calls.filter_map(|c| function_of[c.value]).collect()
        };
        self.entries.values().map(|e| e.form.as_ref().map(called).unwrap_or_default()).collect()
    }

    //===-- What becomes of it ------------------------------------------------------------------------

    fn merge_class(&mut self, members: &[FuncId]) {
        let plans = self.plans(members);
        let (later, now): (Vec<_>, Vec<_>) = plans.into_iter().partition(|plan| self.waits(plan));
        if !later.is_empty() {
            self.all.left.insert(self.code(members[0]), later);
        }
        for plan in &now {
            // An earlier group of the class may have rewritten calls in these: the next round plans for them
            // as they are now.
            if !self.any_stale(&plan.members) {
                self.report.attempts += 1;
                self.carry_out(plan);
            }
        }
    }

    /// The plans for a class: those that were left, if they are of the class as it is, or new ones.
    fn plans(&mut self, members: &[FuncId]) -> Vec<Plan> {
        let left = self.all.left.remove(&self.code(members[0]));
        let is_planned = |id: &FuncId| self.entries[*id].state == State::Planned;
        let mut left = left.filter(|_| members.iter().all(is_planned));
        if let Some(plans) = left.take_if(|plans| {
            plans.iter().flat_map(|plan| &plan.members).all(|id| members.contains(id))
        }) {
            return plans;
        }
        let start = Instant::now();
        let plans = self.plan(members);
        self.report.candidates += members.len() as u64;
        self.report.add_time(Phase::Plan, start.elapsed());
        for &id in members {
            self.all.entries[id].state = State::Planned;
        }
        if plans.is_empty() {
            self.report.reject_pair(Reject::Unprofitable);
        }
        plans
    }

    fn plan(&mut self, ids: &[FuncId]) -> Vec<Plan> {
        let left = ids.iter().filter_map(|&id| Some((id, self.host.parameters_left(id)?)));
        let (ids, left): (Vec<FuncId>, Vec<usize>) = left.unzip();
        if ids.len() < 2 {
            self.report.reject_pair(Reject::FrameGrows);
            return Vec::new();
        }
        ids.iter().for_each(|&id| self.refresh_member(id));
        let units = self.host.units(ids[0]);
        let left = left.into_iter().min().unwrap_or(0);
        let members: Vec<_> = ids.iter().map(|&id| self.member(id)).collect();
        let class = Class { members: &members, constants: self.host.constants(), units };
        let limits = self.host.limits(ids[0]);
        let limits = Limits { parameters: limits.parameters.min(left), ..limits };
        plans(&class, &limits, self.host.prices())
    }

    fn refresh_member(&mut self, id: FuncId) {
        let Entry { form: Some(form), timing, spare, .. } = &mut self.all.entries[id] else {
            panic!("members of classes have a form");
        };
        form.uses = self.host.uses(id);
        timing.get_or_insert_with(|| {
            let timing = self.host.timing(id, form);
            Timing { spare: timing.spare.and(*spare), ..timing }
        });
    }

    fn member(&self, id: FuncId) -> Member<'_> {
        let entry = &self.entries[id];
        let form = entry.form();
        Member {
            id,
            form,
            timing: entry.timing.as_ref().expect("it is set before plans are made"),
            own: self.host.address(id).filter(|_| self.host.leads_back(id)),
            removable: form.uses.removable && !self.wanted.keep,
            folds_with: self.host.folds_with(id),
        }
    }

    /// The shared body takes part like any other function; the members do no longer.
    fn carry_out(&mut self, plan: &Plan) {
        if !self.are_as_they_were(&plan.members) {
            // The next round plans for the others, and for these as they are.
            for &id in &plan.members {
                let state = &mut self.all.entries[id].state;
                *state = if *state == State::Planned { State::New } else { *state };
            }
            self.refuted = true;
            return;
        }
        let all = &*self.all;
        let forms: Vec<_> = plan.members.iter().map(|&id| all.entries[id].form()).collect();
        match self.host.carry_out(plan, &forms, self.report) {
            Ok(CarriedOut { touched }) => {
                plan.members.iter().for_each(|&id| self.all.remove(id));
                self.all.entries.push(Entry::new(plan.spare));
                touched.into_iter().for_each(|id| self.all.touch(id));
            }
            Err(reason) => {
                // What a bisection leaves out stays as it is, so that no other merge takes its place.
                if reason == Reject::OutsideLimit {
                    plan.members.iter().for_each(|&id| self.all.remove(id));
                }
                self.report.reject_pair(reason);
            }
        }
    }

    /// Whether functions are what their forms say. Between runs something may have changed that nobody noticed, such as
    /// what metadata refers to; such a function is stale from now on.
    fn are_as_they_were(&mut self, ids: &[FuncId]) -> bool {
        let mut all = true;
        for &id in ids {
            let entry = &self.all.entries[id];
            if entry.run == self.all.runs {
                continue;
            }
            let uses = entry.form().uses;
            let fresh = self.host.form(id, self.report);
            let run = self.all.runs;
            let entry = &mut self.all.entries[id];
            if fresh.is_ok_and(|fresh| CanonicalFunction { uses, ..fresh } == *entry.form()) {
                entry.run = run;
            } else {
                entry.set(State::Stale);
                all = false;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests;
