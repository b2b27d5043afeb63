//! The functions that take part, and their canonical forms while the module changes.
//!
//! Consumes: functions of the module, and word of those that were changed. Produces: classes of equal code.
//! Guarantees: a form is made only for functions with a filter that another one shares, and again once the
//! function has changed. A function that was merged or refused does not come back.

use cranelift_entity::{PrimaryMap, SecondaryMap};
use fmerge_core::canon::timing::Timing;
use fmerge_core::canon::{CanonicalConst, CanonicalFunction};
use fmerge_core::ir::FuncId;
use fmerge_core::reject::Reject;
use fmerge_core::report::Phase;
use fmerge_core::speed::Spare;
use rustc_hash::FxHashMap;

use super::{PASS, Session};
use crate::canon::Canonicalizer;
use crate::encode::eligibility;
use crate::filter::Filters;
use crate::llvm::FunctionRef;
use crate::remarks;

/// All that take part.
#[derive(Default)]
pub(super) struct Functions {
    entries: PrimaryMap<FuncId, Entry>,
    by_value: FxHashMap<FunctionRef, FuncId>,
}

struct Entry {
    value: FunctionRef,
    /// Of the body as it is, unless it is stale.
    filter: u64,
    form: Option<CanonicalFunction>,
    /// Of the body as the form has it.
    timing: Option<Timing>,
    /// Of a shared body: what its members may still bear.
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

impl Functions {
    /// A function to which merges may add so much at most, beside what may be added to any.
    pub fn add(&mut self, value: FunctionRef, spare: Spare) {
        let entry =
            Entry { value, filter: 0, form: None, timing: None, spare, state: State::Stale };
        self.by_value.insert(value, self.entries.push(entry));
    }

    pub fn value(&self, id: FuncId) -> FunctionRef {
        self.entries[id].value
    }

    /// # Panics
    /// When it has none: members of classes have.
    pub fn form(&self, id: FuncId) -> &CanonicalFunction {
        self.entries[id].form.as_ref().expect("members of classes have a form")
    }

    /// # Panics
    /// As for [`Self::form`].
    pub fn form_mut(&mut self, id: FuncId) -> &mut CanonicalFunction {
        self.entries[id].form.as_mut().expect("members of classes have a form")
    }

    /// # Panics
    /// When it was not set.
    pub fn timing(&self, id: FuncId) -> &Timing {
        self.entries[id].timing.as_ref().expect("it is set before plans are made")
    }

    pub fn is_timed(&self, id: FuncId) -> bool {
        self.entries[id].timing.is_some()
    }

    pub fn set_timing(&mut self, id: FuncId, timing: Timing) {
        let entry = &mut self.entries[id];
        let spare = timing.spare.and(entry.spare);
        entry.timing = Some(Timing { spare, ..timing });
    }

    pub fn is_stale(&self, id: FuncId) -> bool {
        self.entries[id].state == State::Stale
    }

    pub fn mark_planned(&mut self, members: &[FuncId]) {
        for &id in members {
            self.entries[id].state = State::Planned;
        }
    }

    /// Notes that the body of a function changed, if it takes part.
    pub fn touch(&mut self, value: FunctionRef) {
        if let Some(&id) = self.by_value.get(&value) {
            let entry = &mut self.entries[id];
            (entry.state, entry.form, entry.timing) = (State::Stale, None, None);
        }
    }

    pub fn drop_function(&mut self, id: FuncId) {
        let entry = &mut self.entries[id];
        (entry.state, entry.form, entry.timing) = (State::Gone, None, None);
        self.by_value.remove(&entry.value);
    }

    /// Classes with a function that is new among them, in order of first members.
    pub fn classes(&self) -> Vec<Vec<FuncId>> {
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
        classes
    }

    /// Who calls whom, of those with forms.
    pub fn callees(&self, canonicalizer: &Canonicalizer) -> PrimaryMap<FuncId, Vec<FuncId>> {
        let mut function_of: SecondaryMap<CanonicalConst, Option<FuncId>> = SecondaryMap::new();
        for (id, entry) in &self.entries {
            if let Some(constant) = canonicalizer.id_of(entry.value.as_ptr()) {
                function_of[constant] = Some(id);
            }
        }
        let called = |form: &CanonicalFunction| {
            let calls = form.constants.iter().filter(|c| c.mode.is_callee());
            calls.filter_map(|c| function_of[c.value]).collect()
        };
        self.entries.values().map(|e| e.form.as_ref().map(called).unwrap_or_default()).collect()
    }

    /// Makes the filters of what has changed, and returns what needs a form.
    fn renew_filters(&mut self, filters: &mut Filters) -> Vec<FuncId> {
        let mut company: FxHashMap<u64, u32> = FxHashMap::default();
        for entry in self.entries.values_mut().filter(|e| e.state != State::Gone) {
            if entry.state == State::Stale {
                entry.filter = filters.of_code(entry.value);
                entry.state = State::New;
            }
            *company.entry(entry.filter).or_default() += 1;
        }
        let needs = |entry: &Entry| {
            entry.state != State::Gone && entry.form.is_none() && company[&entry.filter] > 1
        };
        self.entries.iter().filter(|(_, entry)| needs(entry)).map(|(id, _)| id).collect()
    }
}

impl Session<'_> {
    /// All functions that may take part, as far as their outsides say.
    pub fn admit_all(&mut self) -> Functions {
        let mut functions = Functions::default();
        for function in self.ctx.module.defined_functions() {
            self.report.function(self.ctx.instruction_count(function), Ok(()));
            match self.admit(function) {
                Ok(()) => functions.add(function, Spare::default()),
                Err(reason) => self.refuse(function, reason),
            }
        }
        functions
    }

    fn admit(&self, function: FunctionRef) -> Result<(), Reject> {
        eligibility::check_selected(self.options, function, self.analyses)?;
        eligibility::check_heat(self.options, function, self.analyses)?;
        eligibility::check_movable(function)
    }

    fn refuse(&mut self, function: FunctionRef, reason: Reject) {
        self.report.refuse(self.ctx.instruction_count(function), reason);
        remarks::refused(function, PASS, reason);
    }

    /// Makes the forms that are missing.
    pub fn refresh(&mut self) {
        let start = std::time::Instant::now();
        for id in self.functions.renew_filters(&mut self.ctx.filters) {
            let value = self.functions.value(id);
            let canonical = self.canonicalizer.canonicalize(value);
            match eligibility::check_movable_body(
                self.ctx,
                &canonical,
                self.options.select.min_size,
            ) {
                Ok(()) => {
                    self.report.eligible += 1;
                    self.functions.entries[id].form = Some(canonical.form);
                }
                Err(reason) => {
                    self.functions.drop_function(id);
                    self.refuse(value, reason);
                }
            }
        }
        self.report.add_time(Phase::Canonicalize, start.elapsed());
    }
}
