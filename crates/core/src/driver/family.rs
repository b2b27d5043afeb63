//! Families: functions that join a pair before it is merged.
//!
//! Consumes: a pair that is to be merged, and functions similar to its members. Produces: the pair with further
//! functions, each of which adds at least as much as it saves in the best other merge known for it; it looks for that
//! merge first. Guarantees: a function that joins is aligned with all before it ([`align::add`]) and becomes the last
//! side. The family is the same on any number of threads.
//!
//! A family that is merged in one step has one identifier and one set of parameters. If merged functions were merged
//! again instead, there would be selects of selects, and thunks and fixed costs at each step. In a family it also
//! matters less which of its pairs comes first.
//! ```text
//! a pair is first in line
//! the functions most similar to its members are tried with it; the one that adds the most joins
//! those most similar to that one are tried as well, and so on, until none adds anything
//! ```

use std::cmp::Ordering;
use std::time::Instant;

use super::explore::{Attempt, Explored, Explorer, PairAnswer};
use super::{Driver, Host};
use crate::align;
use crate::cache::PairId;
use crate::ir::FuncId;
use crate::options::Order;
use crate::plan::Sides;
use crate::price::Bytes;
use crate::search::Candidate;

/// The most functions that are tried with a family at a time: the most similar ones.
const TRIED: usize = 8;

/// How many functions similar to each member are considered.
const NEAR: u32 = 12;

/// The most members of a family under `force`, where any function joins. Merges of few functions find faults that
/// larger ones do not.
const MOST_FORCED: usize = 4;

/// A function that may join.
#[derive(Clone, Copy)]
struct Relative {
    near: Candidate,
    /// The member that it is most similar to.
    of: FuncId,
}

/// Functions that may join a family.
#[derive(Default)]
struct Relatives {
    /// The functions that are still to be tried, the most similar first.
    waiting: Vec<Relative>,
    /// All functions that ever waited, and the members of the pair.
    known: Vec<FuncId>,
}

impl Relatives {
    /// Adds functions that are similar to the member `of`. A function that was tried before does not wait again.
    fn add(&mut self, of: FuncId, found: Vec<Candidate>) {
        for near in found {
            match self.waiting.iter_mut().find(|one| one.near.func == near.func) {
                Some(one) if near.similarity > one.near.similarity => *one = Relative { near, of },
                Some(_) => {}
                None if self.known.contains(&near.func) => {}
                None => {
                    self.known.push(near.func);
                    self.waiting.push(Relative { near, of });
                }
            }
        }
        self.waiting.sort_by(Relative::order);
    }

    fn is_waiting(&self, id: FuncId) -> bool {
        self.waiting.iter().any(|one| one.near.func == id)
    }

    fn drop(&mut self, id: FuncId) {
        self.waiting.retain(|one| one.near.func != id);
    }
}

impl Relative {
    fn order(&self, other: &Relative) -> Ordering {
        let by_similarity = other.near.similarity.total_cmp(&self.near.similarity);
        by_similarity.then(self.near.func.cmp(&other.near.func))
    }
}

impl Explorer<'_> {
    /// What comes of [joining](Self::join): the session may know it, otherwise it is tried.
    fn ask_to_join(&self, attempt: &Attempt, near: &Candidate) -> PairAnswer {
        let id = self.joined_id(attempt, near.func);
        self.known_or(id, || self.join(attempt, near))
    }

    /// The id by which the session knows an attempt with one more function.
    fn joined_id(&self, attempt: &Attempt, new: FuncId) -> Option<PairId> {
        let with = |id: PairId, &member: &FuncId| Some(id.and(self.pair([member, new])?));
        attempt.members.iter().try_fold(attempt.id?, with)
    }

    /// Aligns one more function with those of an attempt. Plans and estimates the merge of all. It is refused unless the
    /// function adds more than the least gain of a merge.
    fn join(&self, attempt: &Attempt, near: &Candidate) -> Explored {
        let start = Instant::now();
        let functions = self.functions(&attempt.members);
        let mut members = attempt.members.clone();
        members.push(near.func);
        let params = self.align_params(&members);
        let new = self.outlined(near.func, &params);
        let alignment = align::add(Sides(&functions), &attempt.alignment, new, &params);
        let align = start.elapsed();
        let id = self.joined_id(attempt, near.func);
        let similarity = attempt.similarity.min(near.similarity);
        let least = attempt.worth + Bytes::from(self.options.min_gain);
        let attempt = self.planned(members, id, alignment, similarity, least);
        Explored { attempt, align, plan: start.elapsed() - align }
    }
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// The family that a pair grows into; none if no function joins.
    pub(super) fn grow(&mut self, pair: &Attempt) -> Option<Attempt> {
        if self.options.system.order != Order::Gain {
            return None;
        }
        let most = self.options.families as usize;
        let most = if self.options.force { most.min(MOST_FORCED) } else { most };
        let mut relatives = Relatives { known: pair.members.to_vec(), ..Relatives::default() };
        let mut family: Option<Attempt> = None;
        let mut asked = 0;
        while family.as_ref().unwrap_or(pair).members.len() < most {
            let now = family.as_ref().unwrap_or(pair);
            for &member in &now.members[asked..] {
                relatives.add(member, self.explorer().nearest(member, NEAR));
            }
            asked = now.members.len();
            self.let_look(&relatives);
            match self.with_best(now, &mut relatives) {
                Some(grown) => family = Some(grown),
                None => break,
            }
        }
        family
    }

    /// Lets relatives look for partners if they have not done so yet. Otherwise it would not be known what they save
    /// elsewhere, and a family would take functions that save more with each other.
    fn let_look(&mut self, relatives: &Relatives) {
        if self.options.force {
            return;
        }
        let mut ids = Vec::new();
        for one in &relatives.waiting {
            let id = one.near.func;
            if self.is_usable(id) && !self.bodies[id].has_looked {
                ids.push(id);
            }
        }
        self.look_for_partners(&ids);
    }

    /// The family with the relative that adds the most. Relatives whose merge is refused are dropped.
    fn with_best(&mut self, now: &Attempt, relatives: &mut Relatives) -> Option<Attempt> {
        let tried = self.promising_relatives(now, relatives);
        let explorer = self.explorer();
        let ask = |one: &Relative| explorer.ask_to_join(now, &one.near);
        let answers = self.threads.map(&tried, ask);
        let mut best: Option<(Relative, Bytes, Option<Attempt>)> = None;
        for (one, answer) in tried.into_iter().zip(answers) {
            self.count(&answer);
            let worth = answer.worth;
            let attempt = self.take(answer);
            match worth {
                Ok(worth) if best.as_ref().is_some_and(|&(_, most, _)| worth <= most) => {}
                Ok(worth) if self.is_at_home(one, now, worth, relatives) => {
                    best = Some((one, worth, attempt));
                }
                Ok(_) => {}
                Err(_) => relatives.drop(one.near.func),
            }
        }
        let (Relative { near, .. }, _, attempt) = best?;
        relatives.drop(near.func);
        attempt.or_else(|| self.made(|explorer| explorer.join(now, &near)))
    }

    /// The relatives that are to be tried now: the most similar ones that promise enough.
    fn promising_relatives(&mut self, now: &Attempt, relatives: &Relatives) -> Vec<Relative> {
        let mut tried = Vec::new();
        for &one in &relatives.waiting {
            if tried.len() < TRIED
                && self.is_usable(one.near.func)
                && self.may_join(one, now)
                && self.promises(one, now, relatives)
            {
                tried.push(one);
            }
        }
        tried
    }

    /// Whether a function is known to pay with a member, or so similar to one that it may join without that.
    fn may_join(&self, one: Relative, now: &Attempt) -> bool {
        let explorer = self.explorer();
        let pays = |&member: &FuncId| matches!(self.outcome(member, one.near.func), Some(Ok(_)));
        explorer.is_near(one.near) || now.members.iter().any(pays)
    }

    fn promises(&self, one: Relative, now: &Attempt, relatives: &Relatives) -> bool {
        let explorer = self.explorer();
        let promise = explorer.prospect(one.of, one.near.func).promise(one.near.similarity);
        let elsewhere = self.elsewhere(one.near.func, now, relatives);
        self.options.force || promise > explorer.promising(one.near.func).max(elsewhere)
    }

    /// Whether a function adds at least as much to a family as it saves elsewhere.
    fn is_at_home(
        &self,
        one: Relative,
        now: &Attempt,
        worth: Bytes,
        relatives: &Relatives,
    ) -> bool {
        let elsewhere = self.elsewhere(one.near.func, now, relatives);
        self.options.force || worth - now.worth >= elsewhere
    }

    /// What a function is known to save with a partner that is no member. It is half of that if the partner may join as
    /// well.
    fn elsewhere(&self, id: FuncId, family: &Attempt, relatives: &Relatives) -> Bytes {
        let found = self.bodies[id].found.as_ref().map(|found| found.candidate.func);
        let Some(other) = found.filter(|other| !family.members.contains(other)) else {
            return Bytes::ZERO;
        };
        let worth = self.outcome(id, other).and_then(Result::ok).unwrap_or_default();
        if relatives.is_waiting(other) { worth.share(0.5) } else { worth }
    }

    /// A pair with those of these functions that still add something, in this order.
    pub(super) fn grow_again(&mut self, pair: Attempt, others: &[Candidate]) -> Attempt {
        let mut family = pair;
        for near in others {
            let explored = self.explorer().join(&family, near);
            self.report.attempts += 1;
            self.take_time(&explored);
            if let Ok(grown) = explored.attempt {
                family = grown;
            }
        }
        family
    }
}
