//! Which choices are carried out when a limit leaves some out.
//!
//! Consumes: all choices of a run, which may rest on each other. Produces: those that are carried out, in the same
//! order. Guarantees: what of a choice's equality rests on others that are left out is left out as well; choices that
//! rest on each other are one merge ([`together`]).

use std::collections::BTreeSet;

use cranelift_entity::{EntityRef, SecondaryMap};
use fmerge_core::canon::choice::Choice;
use fmerge_core::canon::together::{self, ClassId, RestsOn};
use fmerge_core::ir::FuncId;

use super::Session;
use crate::llvm::FunctionRef;

impl Session<'_> {
    /// The choices inside of the limit. The others are counted as refused.
    pub(super) fn admitted(&mut self, choices: Vec<Choice>) -> Vec<Choice> {
        let rests_on = self.rests_on(&choices);
        let done = together::admitted(&rests_on, |batch| {
            let groups = batch.iter().map(|class| &choices[class.place()]);
            let groups: Vec<Vec<FunctionRef>> = groups
                .map(|choice| choice.merged().map(|(id, _)| self.members[id].value).collect())
                .collect();
            let groups: Vec<&[FunctionRef]> = groups.iter().map(Vec::as_slice).collect();
            self.limit.admit(&groups).map_err(|reason| self.report.reject_pair(reason)).is_ok()
        });
        choices.into_iter().zip(done.values()).filter(|&(_, &done)| done).map(|(c, _)| c).collect()
    }

    /// For each choice those to whose members its own refer differently at the same place.
    fn rests_on(&self, choices: &[Choice]) -> RestsOn {
        let mut class_of: SecondaryMap<FuncId, Option<ClassId>> = SecondaryMap::new();
        for (n, choice) in choices.iter().enumerate() {
            choice.merged().for_each(|(id, _)| class_of[id] = Some(ClassId::new(n)));
        }
        choices
            .iter()
            .map(|choice| {
                let mut others = BTreeSet::new();
                for (id, _) in choice.merged() {
                    let pairs =
                        self.forms[id].constants.iter().zip(&self.forms[choice.source].constants);
                    let differing = pairs.filter(|(own, kept)| own.value != kept.value);
                    let targets = differing.filter_map(|(own, _)| self.reference(own));
                    others.extend(targets.filter_map(|target| class_of[target]));
                }
                others.into_iter().collect()
            })
            .collect()
    }
}
