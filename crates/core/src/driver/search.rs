//! Looking for the best attempts of many functions at a time.
//!
//! Consumes: functions that have found nothing yet. Produces: for each the [`Attempt`] that gains the most, if one
//! pays. Guarantees: which functions are explored together does not depend on the number of threads.

use super::explore::{Explored, OTHER_GAPS};
use super::{Attempt, Driver, Host};
use crate::ir::FuncId;
use crate::report::Phase;
use crate::search::Candidate;

/// How many functions are explored together, at most. The same on any number of threads, because which
/// functions are explored before a merge decides what they are offered.
const TOGETHER: usize = 64;

impl<H: Host> Driver<'_, H> {
    /// Looks for the best attempts of `first` and of those behind it that have none either.
    pub(super) fn explore_from(&mut self, first: FuncId) {
        let mut ids = vec![first];
        while ids.len() < TOGETHER
            && let Some(id) = self.next_with_nothing()
        {
            ids.push(id);
        }
        let pairs = self.candidates(&ids);
        let explorer = self.explorer();
        let explored = self.threads.map(&pairs, |(id, candidate)| explorer.explore(*id, candidate));
        self.report.attempts += explored.len() as u64;
        for ((id, _), explored) in pairs.into_iter().zip(explored) {
            self.keep_best(id, explored);
        }
        for id in ids {
            if let Some(found) = &self.entries[id].found {
                self.queue.push(found.worth, id);
            }
        }
    }

    /// The best candidates of each function that still take part, in order.
    pub(super) fn candidates(&mut self, ids: &[FuncId]) -> Vec<(FuncId, Candidate)> {
        let explorer = self.explorer();
        let found = self.threads.map(ids, |&id| explorer.candidates(id));
        let mut pairs = Vec::new();
        for (&id, (candidates, time)) in ids.iter().zip(found) {
            self.report.candidates += candidates.len() as u64;
            self.report.add_time(Phase::Search, time);
            pairs.extend(candidates.into_iter().map(|candidate| (id, candidate)));
        }
        pairs.retain(|(_, candidate)| self.is_usable(candidate.func));
        pairs
    }

    fn keep_best(&mut self, id: FuncId, explored: Explored) {
        self.take_time(&explored);
        let best = &mut self.entries[id].found;
        match explored.attempt {
            Ok(attempt) => {
                if best.as_ref().is_none_or(|b| attempt.worth > b.worth) {
                    *best = Some(Box::new(attempt));
                }
            }
            Err(reason) => self.report.reject_pair(reason),
        }
    }

    /// Aligns a pair that pays anew, at other prices of a gap, and keeps the plan that gains the most.
    pub(super) fn refine(&mut self, mut best: Attempt) -> Attempt {
        if self.options.force {
            return best;
        }
        let explorer = self.explorer();
        let again = self.threads.map(&OTHER_GAPS, |&gap| explorer.explore_again(&best, gap));
        for explored in again {
            self.take_time(&explored);
            if let Ok(attempt) = explored.attempt
                && attempt.worth > best.worth
            {
                best = attempt;
            }
        }
        best
    }

    fn take_time(&mut self, explored: &Explored) {
        self.report.add_time(Phase::Align, explored.align);
        self.report.add_time(Phase::Plan, explored.plan);
    }
}
