//! Looking for the best partners of many functions at a time.
//!
//! Consumes: functions that have found nothing yet. Produces: for each, the partner with which it gains the most, if a
//! merge pays. Guarantees: which functions are explored together does not depend on the number of threads. A pair of
//! bodies is explored once, whichever of the two asks. A pair is not explored if by a sure
//! [bound](crate::profit::Stock) it can gain no more than the best one known.

use rustc_hash::FxHashSet;

use super::explore::{Explored, Explorer, OTHER_GAPS, PairAnswer};
use super::queue::Turn;
use super::{Attempt, Driver, Found, Host, Outcome};
use crate::cache::{self, Refused};
use crate::fingerprint::splitmix64;
use crate::ir::FuncId;
use crate::reject::Reject;
use crate::report::Phase;
use crate::search::Candidate;

/// The most functions that are explored together. The number of threads does not change it, because a merge changes
/// what is offered to functions that are explored after it.
const TOGETHER: usize = 64;

impl<H: Host + ?Sized> Driver<'_, H> {
    /// Looks for the best partners of `first` and of the functions next in the queue that have found none either.
    pub(super) fn explore_from(&mut self, first: FuncId) {
        let mut ids = vec![first];
        while ids.len() < TOGETHER
            && let Some(id) = self.next_with_nothing()
        {
            ids.push(id);
        }
        self.look_for_partners(&ids);
        for id in ids {
            if let Some(found) = &self.bodies[id].found {
                self.queue.push(found.priority, Turn::Function(id));
            }
        }
    }

    /// Looks for the best partner of each function. The first candidates of all of them are explored, then the second
    /// ones, and so on: later candidates must promise more than what earlier ones were worth.
    pub(super) fn look_for_partners(&mut self, ids: &[FuncId]) {
        let candidates = self.candidates(ids);
        let most = candidates.iter().map(Vec::len).max().unwrap_or(0);
        for rank in 0..most {
            let asked = ids.iter().zip(&candidates);
            let asked = asked.filter_map(|(&id, all)| Some((id, *all.get(rank)?)));
            let asked: Vec<_> = asked.filter(|&(id, near)| self.may_be_best(id, near)).collect();
            self.explore_all(&asked);
            for (id, near) in asked {
                self.keep_best(id, near);
            }
        }
        for &id in ids {
            self.bodies[id].has_looked = true;
        }
    }

    /// Merges a function with the first of its candidates with which that pays, as the papers do.
    pub(super) fn merge_first(&mut self, id: FuncId) {
        for near in self.candidates(&[id]).into_iter().flatten() {
            let explored = self.explorer().explore(id, &near);
            self.report.attempts += 1;
            self.take_time(&explored);
            match explored.attempt {
                // `carry_out` counts the reason.
                Ok(attempt) => drop(self.carry_out(&attempt)),
                Err(refused) => self.report.reject_pair(refused.reason),
            }
            if !self.takes_part(id) {
                break;
            }
        }
    }

    /// For each function, its best candidates that still take part.
    pub(super) fn candidates(&mut self, ids: &[FuncId]) -> Vec<Vec<Candidate>> {
        let explorer = self.explorer();
        let found = self.threads.map(ids, |&id| explorer.candidates(id));
        let usable = found.into_iter().map(|(mut candidates, time)| {
            self.report.candidates += candidates.len() as u64;
            self.report.add_time(Phase::Search, time);
            candidates.retain(|candidate| self.is_usable(candidate.func));
            candidates
        });
        usable.collect()
    }

    /// Whether a merge of the two could pay, and gain more than the best one known.
    fn may_be_best(&mut self, id: FuncId, near: Candidate) -> bool {
        if self.options.force || !self.bounded {
            return true;
        }
        let prospect = self.explorer().prospect(id, near.func);
        let best = self.bodies[id].found.as_ref().map(|found| found.priority);
        let may = match best {
            Some(best) => prospect.worth().share(near.similarity) > best,
            None => prospect.gain > self.explorer().least(),
        };
        if !may && best.is_none() {
            self.report.reject_pair(Reject::Unprofitable);
        }
        may
    }

    /// Explores the pairs of which this run knows nothing.
    fn explore_all(&mut self, asked: &[(FuncId, Candidate)]) {
        let mut seen = FxHashSet::default();
        let is_new = |&&(id, near): &&(FuncId, Candidate)| {
            self.outcome(id, near.func).is_none() && seen.insert(in_order([id, near.func]))
        };
        let fresh: Vec<_> = asked.iter().filter(is_new).copied().collect();
        let explorer = self.explorer();
        let answers =
            self.threads.map(&fresh, |&(id, near)| match explorer.not_worth_a_try(id, near) {
                Some(why) => Err(why),
                None => Ok(explorer.ask(id, &near)),
            });
        for ((id, near), answer) in fresh.into_iter().zip(answers) {
            let pair = in_order([id, near.func]);
            let versions = pair.map(|id| self.bodies[id].version);
            let worth = match answer {
                Err(why) => Err(why),
                Ok(answer) => {
                    let worth = answer.worth;
                    self.count(&answer);
                    if let Some(attempt) = self.take(answer) {
                        self.kept.keep(self.versioned(pair), attempt);
                    }
                    worth
                }
            };
            if let Err(Refused { reason, given_up }) = worth {
                self.report.reject_pair(reason);
                self.missed.note(pair, reason, given_up);
            }
            self.outcomes.insert(pair, Outcome { versions, worth });
        }
    }

    pub(super) fn count(&mut self, answer: &PairAnswer) {
        match answer.explored {
            None => self.report.known += 1,
            Some(_) => self.report.attempts += 1,
        }
    }

    /// Tells the session of an answer. Returns the attempt if one was made now and pays.
    pub(super) fn take(&mut self, answer: PairAnswer) -> Option<Attempt> {
        if let Some(id) = answer.id {
            self.session.note(id, answer.worth);
        }
        let explored = answer.explored?;
        self.take_time(&explored);
        explored.attempt.ok()
    }

    /// The ids of two functions with their versions.
    fn versioned(&self, pair: [FuncId; 2]) -> [(FuncId, u32); 2] {
        pair.map(|id| (id, self.bodies[id].version))
    }

    /// What this run knows of two functions as they are now.
    pub(super) fn outcome(&self, one: FuncId, other: FuncId) -> Option<cache::Worth> {
        let pair = in_order([one, other]);
        let versions = pair.map(|id| self.bodies[id].version);
        let known = self.outcomes.get(&pair);
        known.filter(|known| known.versions == versions).map(|known| known.worth)
    }

    fn keep_best(&mut self, id: FuncId, candidate: Candidate) {
        let Some(Ok(worth)) = self.outcome(id, candidate.func) else {
            return;
        };
        let versions = [id, candidate.func].map(|id| self.bodies[id].version);
        let priority = worth.share(candidate.similarity * self.lowered(id, candidate.func));
        let best = &mut self.bodies[id].found;
        if best.as_ref().is_none_or(|best| priority > best.priority) {
            *best = Some(Found { candidate, priority, versions });
        }
    }

    /// The factor by which the priority of a pair is multiplied: 1 in the usual order.
    fn lowered(&self, one: FuncId, other: FuncId) -> f64 {
        let Some(seed) = self.shuffle else {
            return 1.0;
        };
        let pair = in_order([one, other]).map(|id| u64::from(id.as_u32()));
        let mut state = seed ^ pair[0].rotate_left(32) ^ pair[1];
        let random = splitmix64(&mut state) >> 11;
        0.25 + 0.75 * random as f64 / (1_u64 << 53) as f64
    }

    /// Takes the plan of a pair that was found, or makes it anew if it was not kept. Then aligns the pair at other
    /// prices of a gap, and returns the plan that is worth the most.
    pub(super) fn remake(&mut self, id: FuncId, near: &Candidate) -> Result<Attempt, Reject> {
        let best = match self.kept.take(self.versioned(in_order([id, near.func]))) {
            Some(kept) => kept,
            None => {
                let explored = self.explorer().explore(id, near);
                self.take_time(&explored);
                explored.attempt.map_err(|refused| refused.reason)?
            }
        };
        match self.options.force {
            true => Ok(best),
            false => Ok(self.better(&best).unwrap_or(best)),
        }
    }

    /// The best attempt at [other prices of a gap](OTHER_GAPS), if it is worth more than the first.
    fn better(&mut self, first: &Attempt) -> Option<Attempt> {
        let explorer = self.explorer();
        let answers = self.threads.map(&OTHER_GAPS, |&gap| explorer.ask_again(first, gap));
        let (mut most, mut better) = (first.worth, None);
        for (gap, answer) in OTHER_GAPS.into_iter().zip(answers) {
            let found = answer.worth;
            let attempt = self.take(answer);
            if let Ok(worth) = found
                && worth > most
            {
                (most, better) = (worth, Some((gap, attempt)));
            }
        }
        match better? {
            (_, Some(attempt)) => Some(attempt),
            (gap, None) => self.made(|explorer| explorer.explore_again(first, gap)),
        }
    }

    /// Makes an attempt of which the session only knew the worth.
    pub(super) fn made(&mut self, make: impl Fn(&Explorer<'_>) -> Explored) -> Option<Attempt> {
        let explored = make(&self.explorer());
        self.take_time(&explored);
        explored.attempt.ok()
    }

    /// Notes that a pair does not pay, because the host has refused it.
    pub(super) fn give_up(&mut self, attempt: &Attempt) {
        if let Some(id) = self.explorer().pair(attempt.pair()) {
            self.session.give_up(id);
        }
        let pair = in_order(attempt.pair());
        let versions = pair.map(|id| self.bodies[id].version);
        self.outcomes.insert(pair, Outcome { versions, worth: Err(Reject::Unprofitable.into()) });
    }

    /// Whether a pair that was found to pay is given up by now, because the host has refused it.
    pub(super) fn is_given_up(&self, one: FuncId, other: FuncId) -> bool {
        matches!(self.outcome(one, other), Some(Err(_)))
    }

    pub(super) fn take_time(&mut self, explored: &Explored) {
        self.report.add_time(Phase::Align, explored.align);
        self.report.add_time(Phase::Plan, explored.plan);
    }
}

pub(super) fn in_order([one, other]: [FuncId; 2]) -> [FuncId; 2] {
    [one.min(other), one.max(other)]
}
