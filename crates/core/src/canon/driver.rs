//! The driver of `identical`: which classes of equal functions are merged, and what becomes of each of their members.
//!
//! Consumes: the [`Functions`] that may be equal, [`ClassSettings`], and a [`ClassHost`] that has them. Produces:
//! [`ClassMerge`]s, which the host carries out all at once.
//! Guarantees: two functions may count as equal although they refer to different functions at the same place. If such
//! functions are merged, then the functions that they refer to are merged as well. The host may refuse classes: classes
//! that rest on each other are admitted together, and a class that rests on a refused class is not merged. Equal
//! answers of the host give equal merges.

use std::collections::BTreeSet;

use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;

pub use super::functions::{CallerTie, Functions};

use super::choice::{self, ClassChoice, Equal};
use super::linker;
use super::settle::{is_uniform, settle};
use super::timing::Timing;
use super::together::{self, ClassId, RestsOn};
use super::{CanonicalConst, ConstantMode, ConstantUse};
use crate::icf::Icf;
use crate::ir::FuncId;
use crate::policy::TimePolicy;
use crate::price::{Bytes, Prices, Tenths};
use crate::reject::Reject;
use crate::replacement::{Fate, Moves};
use crate::report::{Phase, Report};

/// Instructions of a thunk: a call and a return.
const THUNK_SIZE: u32 = 2;

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct ClassSettings {
    /// How the fates of a class are chosen.
    pub choice: choice::ChoiceSettings,
    /// What the jumps of thunks may cost in time.
    pub time: TimePolicy,
}

/// The owner of the functions.
pub trait ClassHost {
    /// What code costs on the target.
    fn prices(&self) -> &Prices;

    /// TargetTransformInfo's code size of a function's body.
    fn units(&mut self, id: FuncId) -> u64;

    /// How long a function takes. [`Timing::uses`] may be empty.
    fn timing(&mut self, id: FuncId) -> Timing;

    /// Whether a linker that folds identical code can fold the function with equal ones.
    fn can_fold(&self, id: FuncId) -> bool;

    /// Whether a constant is a function with a body.
    fn is_defined(&self, constant: CanonicalConst) -> bool;

    /// Whether these groups may be merged: all of them, or none.
    ///
    /// # Errors
    /// The reason why not.
    fn admit(&mut self, groups: &[Vec<FuncId>]) -> Result<(), Reject>;

    /// Carries out all merges. No function is in two of them. They rest on each other, so none may fail. Adds the time
    /// that this takes to `report`.
    fn carry_out(&mut self, merges: &[ClassMerge], report: &mut Report);
}

/// A class, and what is to be done with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMerge {
    /// Whose body is kept, where it goes, and what is saved.
    pub choice: ClassChoice,
    /// The functions that share the body but do not have it, in order.
    pub members: Vec<Merged>,
}

/// A function that shares the body of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The function.
    pub id: FuncId,
    /// What becomes of it.
    pub fate: Fate,
    /// Which of its uses become uses of the body.
    pub moves: Moves,
    /// Whether its promises differ from those of the body, which is then weakened to what both promise.
    pub weakens: bool,
}

/// Functions that the linker folds with equal ones. Merging one of them with another function saves nothing, because
/// the linker still keeps one of its class: all of the class must be merged.
#[derive(Clone, Debug, Default)]
pub struct FoldedByLinker {
    /// Functions that are not to be merged with others.
    pub left: EntitySet<FuncId>,
    /// Functions that may be merged with others, each with its equal functions, which are in `left`. If such a function
    /// is merged, these must become thunks as well.
    pub twins: Vec<(FuncId, Vec<FuncId>)>,
    /// Classes of functions of which the linker keeps one although not all are equal ([`linker::classes`]). Merging
    /// them with each other saves nothing.
    pub by_reference: Vec<Vec<FuncId>>,
}

/// Merges equal functions where that pays, and adds what was done to `report`. Returns the functions that are left to
/// the linker.
pub fn merge<H: ClassHost>(
    functions: &Functions,
    settings: ClassSettings,
    host: &mut H,
    report: &mut Report,
) -> FoldedByLinker {
    let mut driver = ClassDriver::new(functions, settings, host);
    let choices = report.time(Phase::Group, || driver.settle());
    let choices = driver.admitted(choices, report);
    choices.iter().for_each(|choice| driver.note_folded(choice));
    driver.folded.by_reference = report.time(Phase::Group, || driver.folded_by_reference(&choices));
    let merges = driver.merges(choices);
    let folded = driver.folded;
    host.carry_out(&merges, report);
    folded
}

/// One run.
pub struct ClassDriver<'a, H> {
    functions: &'a Functions,
    settings: ClassSettings,
    host: &'a mut H,
    /// The bytes that a function takes, by the number of its code.
    sizes: FxHashMap<u32, Tenths>,
    /// The bytes that a thunk must save for its time: outer none where that is not known yet, inner none where the
    /// thunk would be too slow.
    thunk_times: SecondaryMap<FuncId, Option<Option<Tenths>>>,
    /// The functions that the linker folds.
    folded: FoldedByLinker,
}

impl<'a, H: ClassHost> ClassDriver<'a, H> {
    /// Nothing is known yet.
    pub fn new(
        functions: &'a Functions,
        settings: ClassSettings,
        host: &'a mut H,
    ) -> ClassDriver<'a, H> {
        let (sizes, thunk_times) = (FxHashMap::default(), SecondaryMap::new());
        let folded = FoldedByLinker::default();
        ClassDriver { functions, settings, host, sizes, thunk_times, folded }
    }

    //===-- What becomes of a class -------------------------------------------------------------------

    /// The choices that hold. None of them rests on a merge that is not made.
    fn settle(&mut self) -> Vec<ClassChoice> {
        let (functions, settings) = (self.functions, self.settings);
        let calls_move = !settings.choice.keep;
        let reference = |constant: &ConstantUse| functions.reference(constant, calls_move);
        settle(&functions.forms, &functions.ties, reference, |class| self.choose(class))
    }

    /// Notes which functions the linker folds with the body of a choice.
    fn note_folded(&mut self, choice: &ClassChoice) {
        let folded = choice.fates.iter().filter(|(_, fate)| *fate == Fate::Folded);
        let twins: Vec<FuncId> = folded.map(|(id, _)| *id).collect();
        if twins.is_empty() {
            return;
        }
        self.folded.left.extend(twins.iter().copied());
        if twins.iter().all(|&id| self.equal(id).standing.can_be_thunk) {
            self.folded.twins.push((choice.source, twins));
        } else {
            self.folded.left.insert(choice.source);
        }
    }

    /// The functions that the linker folds once it has folded functions that they refer to.
    fn folded_by_reference(&self, choices: &[ClassChoice]) -> Vec<Vec<FuncId>> {
        if !self.settings.choice.leaves_to_linker() {
            return Vec::new();
        }
        let can_fold = |f: FuncId| self.host.can_fold(f);
        linker::classes(self.functions, can_fold, choices)
    }

    /// What becomes of functions that are equal, provided that the functions they refer to are.
    pub fn choose(&mut self, class: &[FuncId]) -> Option<ClassChoice> {
        let size = self.size(class[0]);
        let members: Vec<_> = class.iter().map(|&id| self.equal(id)).collect();
        let forms = &self.functions.forms;
        let uniform = is_uniform(forms, class);
        let stands_for = |a: FuncId, b: FuncId| uniform || forms[a].can_stand_for(&forms[b]);
        let settings = self.settings.choice;
        let can_fold = settings.icf != Icf::None && class.iter().all(|&id| self.host.can_fold(id));
        let prices = self.host.prices();
        let choice = choice::choose(&members, size, can_fold, prices, settings, stands_for);
        if choice.is_none() && can_fold && settings.leaves_to_linker() {
            self.folded.left.extend(class.iter().copied());
        }
        choice
    }

    fn equal(&mut self, id: FuncId) -> Equal {
        let known = self.thunk_times[id];
        let thunk_time = known.unwrap_or_else(|| self.thunk_time(id));
        self.thunk_times[id] = Some(thunk_time);
        let mut standing = self.functions.standings[id];
        standing.can_be_thunk &= thunk_time.is_some() && !self.is_thunk(id);
        Equal { id, standing, thunk_time: thunk_time.unwrap_or_default() }
    }

    /// The bytes that a thunk must save for the time that its jump costs; none if the function may not become that
    /// slow.
    fn thunk_time(&mut self, id: FuncId) -> Option<Tenths> {
        let added = self.host.prices().thunk.executed;
        self.host.timing(id).cost(added, Bytes::ZERO, self.settings.time)
    }

    /// Whether the function is a thunk already. A thunk of a thunk gains nothing, and the next run would find it again.
    /// Under `force`, a function counts as a thunk only if it calls a function of the module, because our thunks do.
    fn is_thunk(&self, id: FuncId) -> bool {
        let form = &self.functions.forms[id];
        let is_call = |c: &ConstantUse| c.mode != ConstantMode::Variable;
        let may_be_ours =
            |c: &ConstantUse| !self.settings.choice.force || self.host.is_defined(c.value);
        form.size <= THUNK_SIZE && form.constants.iter().any(|c| is_call(c) && may_be_ours(c))
    }

    /// The bytes that the function takes.
    fn size(&mut self, id: FuncId) -> Tenths {
        let form = &self.functions.forms[id];
        let host = &mut self.host;
        *self.sizes.entry(form.code).or_insert_with(|| {
            let units = host.units(id);
            host.prices().body(units, form.constants.len()).bytes
        })
    }

    //===-- Which classes are merged ------------------------------------------------------------------

    /// The choices that the host admits. The others are counted as refused.
    fn admitted(&mut self, choices: Vec<ClassChoice>, report: &mut Report) -> Vec<ClassChoice> {
        let done = together::admitted(&self.rests_on(&choices), |batch| {
            let merging = batch.iter().map(|class| &choices[class.place()]);
            let merging = merging.filter(|choice| !self.is_idle(choice));
            let groups: Vec<Vec<FuncId>> =
                merging.map(|choice| choice.merged().map(|(id, _)| id).collect()).collect();
            if groups.is_empty() {
                return true;
            }
            self.host.admit(&groups).map_err(|reason| report.reject_pair(reason)).is_ok()
        });
        let (made, refused): (Vec<_>, Vec<_>) =
            choices.into_iter().zip(done.values()).partition(|(_, done)| **done);
        // The linker also folds functions that the host refused to merge.
        let refused = refused.iter().filter(|(choice, _)| choice.count(Fate::Folded) > 0);
        let refused = refused.flat_map(|(choice, _)| &choice.fates).map(|&(id, _)| id);
        self.folded.left.extend(refused);
        made.into_iter().map(|(choice, _)| choice).collect()
    }

    /// For each choice, the choices that it rests on: its members refer to different members of these at the same
    /// place, or are tied to callers that these merge.
    fn rests_on(&self, choices: &[ClassChoice]) -> RestsOn {
        let Functions { forms, .. } = self.functions;
        let mut class_of: SecondaryMap<FuncId, Option<ClassId>> = SecondaryMap::new();
        for (n, choice) in choices.iter().enumerate() {
            choice.merged().for_each(|(id, _)| class_of[id] = Some(ClassId::new(n)));
        }
        let calls_move = !self.settings.choice.keep;
        let others = |choice: &ClassChoice| {
            let mut others = BTreeSet::new();
            for (id, _) in choice.merged() {
                let pairs = forms[id].constants.iter().zip(&forms[choice.source].constants);
                let differing = pairs.filter(|(own, kept)| own.value != kept.value);
                let targets =
                    differing.filter_map(|(own, _)| self.functions.reference(own, calls_move));
                others.extend(targets.filter_map(|target| class_of[target]));
                if let CallerTie::To(caller) = self.functions.ties[id] {
                    others.extend(class_of[caller]);
                }
            }
            others.into_iter().collect()
        };
        choices.iter().map(others).collect()
    }

    /// What is to be done for each choice.
    pub fn merges(&self, choices: Vec<ClassChoice>) -> Vec<ClassMerge> {
        let Functions { forms, standings, .. } = self.functions;
        let merge = |choice: ClassChoice| {
            let source = choice.source;
            let is_insignificant = choice.private || standings[source].is_insignificant();
            let merged = |(id, fate)| Merged {
                id,
                fate,
                moves: match self.settings.choice.keep {
                    true => Moves::Nothing,
                    false => standings[id].moves(fate, is_insignificant),
                },
                weakens: forms[id].promises != forms[source].promises,
            };
            ClassMerge { members: choice.merged().map(merged).collect(), choice }
        };
        choices.into_iter().filter(|choice| !self.is_idle(choice)).map(merge).collect()
    }

    /// Whether the choice changes nothing: the linker folds all other functions with the body, they promise the same,
    /// and no use of them moves.
    fn is_idle(&self, choice: &ClassChoice) -> bool {
        let standings = &self.functions.standings;
        let (body, promises) =
            (&standings[choice.source], self.functions.forms[choice.source].promises);
        choice.merged().all(|(id, fate)| {
            let standing = &standings[id];
            let same_type = standing.signature == body.signature;
            let uses = |moves| standing.left(moves, same_type);
            let moves = standing.moves(fate, body.is_insignificant());
            let is_same = self.functions.forms[id].promises == promises;
            fate == Fate::Folded && is_same && uses(moves) == uses(Moves::Nothing)
        })
    }
}

#[cfg(test)]
mod tests;
