//! The driver of `gfm`: which classes are planned for in which order, and which plans are carried out.
//!
//! Consumes: a number of functions, and a [`Host`] that has them. Produces: a [`Report`] of what the host was made to
//! merge.
//! Guarantees: callees are merged before their callers, and rounds go on until nothing changes: once callees share a
//! body, what their callers differ in may be a constant. A form is made only for functions with a filter that another
//! one shares, and again once the function has changed. A plan is carried out only on functions that are as they were
//! when it was made. A function that was merged or refused does not come back. Equal answers of the host give equal
//! merges.
//!
//! ```text
//! until a round merges nothing:
//!     make filters and forms of what has changed
//!     for each class of equal code with something new, callees first, unless a member has changed meanwhile:
//!         for each of its plans, unless a member has changed meanwhile: let the host carry it out
//!             its members are gone, and the shared body takes part; functions whose bodies changed are stale
//! ```

use std::time::Instant;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;

use super::order;
use super::{ArgumentInfo, Class, Limits, Member, Plan, plans};
use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction};
use crate::ir::{FuncId, Uses};
use crate::price::Prices;
use crate::reject::Reject;
use crate::report::{Phase, Report};
use crate::speed::Spare;

/// The owner of the functions. They are numbered from 0 on: first those that the driver was made with, then each body
/// that a plan made.
pub trait Host {
    /// Equal for functions whose code may be equal.
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

    /// How long it takes, by its form.
    fn timing(&mut self, id: FuncId, form: &CanonicalFunction) -> Timing;

    /// TargetTransformInfo's code size of its body.
    fn units(&mut self, id: FuncId) -> u64;

    /// What a plan may do with functions of its type.
    fn limits(&self, id: FuncId) -> Limits;

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
    filter: u64,
    form: Option<CanonicalFunction>,
    /// Of the body as the form has it.
    timing: Option<Timing>,
    /// Of a shared body: what its members may still bear, beside what any function may.
    spare: Spare,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Changed since filter and form were made.
    Stale,
    /// Not planned for since it changed.
    New,
    /// Planned for as it is.
    Planned,
    /// Merged or refused.
    Gone,
}

impl Entry {
    fn new(spare: Spare) -> Entry {
        Entry { filter: 0, form: None, timing: None, spare, state: State::Stale }
    }

    fn set(&mut self, state: State) {
        (self.state, self.form, self.timing) = (state, None, None);
    }

    fn form(&self) -> &CanonicalFunction {
        self.form.as_ref().expect("members of classes have a form")
    }
}

/// Merges what pays among the first `count` functions of the host. With `keep`, every function stays, as a thunk. What
/// is done is added to the report.
pub fn merge<H: Host>(host: &mut H, count: usize, keep: bool, report: &mut Report) {
    let entries = (0..count).map(|_| Entry::new(Spare::default())).collect();
    let mut driver = Driver { host, entries, keep, report };
    while driver.round() {}
}

struct Driver<'a, H> {
    host: &'a mut H,
    entries: PrimaryMap<FuncId, Entry>,
    keep: bool,
    report: &'a mut Report,
}

impl<H: Host> Driver<'_, H> {
    /// Plans and merges every class with something new in it; whether anything was merged.
    fn round(&mut self) -> bool {
        self.refresh();
        let start = Instant::now();
        let classes = self.classes();
        self.report.add_time(Phase::Group, start.elapsed());
        let before = self.entries.len();
        for members in classes {
            // A callee of these was merged: the next round sees what they are now.
            if !self.any_stale(&members) {
                self.merge_class(&members);
            }
        }
        self.entries.len() > before
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
                    self.entries[id].form = Some(form);
                }
                Err(_) => self.entries[id].set(State::Gone),
            }
        }
        self.report.add_time(Phase::Canonicalize, start.elapsed());
    }

    /// Makes the filters of what has changed, and returns what needs a form.
    fn renew_filters(&mut self) -> Vec<FuncId> {
        let mut company: FxHashMap<u64, u32> = FxHashMap::default();
        let alive = self.entries.iter_mut().filter(|(_, entry)| entry.state != State::Gone);
        for (id, entry) in alive {
            if entry.state == State::Stale {
                entry.filter = self.host.filter(id);
                entry.state = State::New;
            }
            *company.entry(entry.filter).or_default() += 1;
        }
        let needs = |entry: &Entry| {
            entry.state != State::Gone && entry.form.is_none() && company[&entry.filter] > 1
        };
        self.entries.iter().filter(|(_, entry)| needs(entry)).map(|(id, _)| id).collect()
    }

    /// Classes of equal code with something new, callees first, then in order of first members.
    fn classes(&self) -> Vec<Vec<FuncId>> {
        let mut numbers = FxHashMap::default();
        let mut classes: Vec<Vec<FuncId>> = Vec::new();
        for (id, entry) in &self.entries {
            let Some(form) = &entry.form else { continue };
            let number = *numbers.entry(form.code).or_insert(classes.len());
            if number == classes.len() {
                classes.push(Vec::new());
            }
            classes[number].push(id);
        }
        let is_new = |&id: &FuncId| self.entries[id].state == State::New;
        classes.retain(|members| members.len() > 1 && members.iter().any(is_new));
        let ranks = order::ranks(&self.callees());
        classes.sort_by_key(|members| members.iter().map(|&f| ranks[f]).max());
        classes
    }

    /// Who calls whom, of those with forms.
    fn callees(&self) -> PrimaryMap<FuncId, Vec<FuncId>> {
        let mut function_of: SecondaryMap<CanonicalConst, Option<FuncId>> = SecondaryMap::new();
        for id in self.entries.keys() {
            if let Some(constant) = self.host.address(id) {
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
        let start = Instant::now();
        let plans = self.plan(members);
        self.report.candidates += members.len() as u64;
        self.report.add_time(Phase::Plan, start.elapsed());
        for &id in members {
            self.entries[id].state = State::Planned;
        }
        if plans.is_empty() {
            self.report.reject_pair(Reject::Unprofitable);
        }
        for plan in &plans {
            // An earlier group of the class may have rewritten calls in these: the next round plans for them
            // as they are now.
            if !self.any_stale(&plan.members) {
                self.report.attempts += 1;
                self.carry_out(plan);
            }
        }
    }

    fn plan(&mut self, ids: &[FuncId]) -> Vec<Plan> {
        ids.iter().for_each(|&id| self.refresh_member(id));
        let units = self.host.units(ids[0]);
        let members: Vec<_> = ids.iter().map(|&id| self.member(id)).collect();
        let class = Class { members: &members, constants: self.host.constants(), units };
        plans(&class, &self.host.limits(ids[0]), self.host.prices())
    }

    fn refresh_member(&mut self, id: FuncId) {
        let Entry { form: Some(form), timing, spare, .. } = &mut self.entries[id] else {
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
            removable: form.uses.removable && !self.keep,
        }
    }

    /// The shared body takes part like any other function; the members do no longer.
    fn carry_out(&mut self, plan: &Plan) {
        let forms: Vec<_> = plan.members.iter().map(|&id| self.entries[id].form()).collect();
        match self.host.carry_out(plan, &forms, self.report) {
            Ok(CarriedOut { touched }) => {
                plan.members.iter().for_each(|&id| self.entries[id].set(State::Gone));
                self.entries.push(Entry::new(plan.spare));
                touched.into_iter().for_each(|id| self.touch(id));
            }
            Err(reason) => self.report.reject_pair(reason),
        }
    }

    /// Notes that the body of a function changed, if it takes part.
    fn touch(&mut self, id: FuncId) {
        if self.entries[id].state != State::Gone {
            self.entries[id].set(State::Stale);
        }
    }
}

#[cfg(test)]
mod tests;
