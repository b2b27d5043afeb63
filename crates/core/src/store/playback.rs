//! A host that answers from a recording of another one.
//!
//! Consumes: the answers of an [`EncodedModule`], and the driver's questions. Produces: the recorded answers while
//! the questions are those that were asked then. Guarantees: a driver that decides as the recorded one did gets what
//! that got. From the first other question on, merges are simulated: plans become functions as they are, and calls
//! stay as they are. Where the module has no answers, all merges are simulated.

use super::simulate::Vocabulary;
use super::{Answer, EncodedModule};
use crate::driver::{CarriedOut, Host, ProvenMerge};
use crate::ir::{EncodedFunction, FuncId, Tables};
use crate::reject::Reject;
use crate::report::Report;

/// Answers from a recording.
pub struct Playback<'m> {
    /// The answers that were not given yet.
    left: &'m [Answer],
    given: usize,
    /// Whether some question differed from the recorded one.
    strayed: bool,
    words: Vocabulary,
    /// The functions as the driver has them.
    functions: Vec<Option<EncodedFunction>>,
    /// All originals stay as thunks.
    keep: bool,
}

impl<'m> Playback<'m> {
    /// For a driver that is made with [`EncodedModule::functions`]. With `keep`, simulated merges leave thunks.
    pub fn new(module: &'m EncodedModule, keep: bool) -> Self {
        Playback {
            left: &module.answers,
            given: 0,
            strayed: false,
            words: Vocabulary::new(module.tables.clone(), module.all_functions()),
            functions: module.functions.iter().cloned().map(Some).collect(),
            keep,
        }
    }

    /// Ignores the answers, so that all merges are simulated.
    pub fn simulated(module: &'m EncodedModule, keep: bool) -> Self {
        Playback { left: &[], ..Playback::new(module, keep) }
    }

    /// How many answers were given before the driver asked something else than the recorded one did, or stopped; `None`
    /// if it did exactly the same.
    pub fn strayed(&self) -> Option<usize> {
        (self.strayed || !self.left.is_empty()).then_some(self.given)
    }

    /// The next answer, if it is one to this question.
    fn answer(&mut self, is_to: impl Fn(&Answer) -> bool) -> Option<&'m Answer> {
        let next = self.left.first().filter(|next| !self.strayed && is_to(next));
        match next {
            Some(_) => (self.left, self.given) = (&self.left[1..], self.given + 1),
            None => self.strayed = true,
        }
        next
    }

    /// Carries out a merge without LLVM. Where code would be weighed, the estimate takes its place.
    fn simulate(&mut self, merge: &ProvenMerge<'_>) -> Result<CarriedOut, Reject> {
        if merge.to_weigh.is_some() && merge.gain <= merge.least {
            return Err(Reject::Unprofitable);
        }
        let uses = || merge.functions.functions().map(|function| function.uses);
        let removed: Vec<bool> = uses().map(|uses| uses.removable && !self.keep).collect();
        let gone = uses().zip(&removed).filter(|&(_, &removed)| removed);
        let calls = gone.map(|(uses, _)| u64::from(uses.call_sites)).sum();
        let encoded = self.words.merged(merge, &removed);
        let name = encoded.name.clone();
        let (saved, touched) = (merge.to_weigh.map(|_| merge.gain), Vec::new());
        let (call_sites, in_groups, encoded) = (calls, false, Ok(encoded));
        Ok(CarriedOut { name, removed, call_sites, saved, touched, encoded, in_groups })
    }
}

impl Host for Playback<'_> {
    fn tables(&self) -> &Tables {
        &self.words.tables
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        let place = id.as_u32() as usize;
        let answer =
            self.answer(|next| matches!(next, Answer::Encoded { id: of, .. } if *of == id));
        match answer {
            Some(Answer::Encoded { function, .. }) => {
                if let Ok(function) = function {
                    self.functions[place] = Some(function.clone());
                }
                function.clone()
            }
            _ => Ok(self.functions[place].clone().expect("the driver asks for what it was given")),
        }
    }

    fn is_limit_reached(&mut self) -> bool {
        let spent = matches!(self.left.first(), Some(Answer::Spent)) && !self.strayed;
        spent && self.answer(|_| true).is_some()
    }

    fn carry_out(&mut self, merge: &ProvenMerge<'_>, _: &mut Report) -> Result<CarriedOut, Reject> {
        let ids = merge.ids;
        let answer =
            self.answer(|next| matches!(next, Answer::CarriedOut { ids: of, .. } if *of == ids));
        let done = match answer {
            Some(Answer::CarriedOut { done, .. }) => done.clone()?,
            _ => self.simulate(merge)?,
        };
        self.functions.push(done.encoded.clone().ok());
        Ok(done)
    }
}
