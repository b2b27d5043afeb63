//! The order in which proposals have their turn, and what is out of date when they do.
//!
//! Consumes: functions with what they gain or could gain by a similar one, and plans for groups with what they are worth.
//! Produces: whoever is first in line; a function is encoded as it is now. Guarantees: the most first, then functions before
//! groups, then in order of ids; a function is in the queue once at most, and one that is gone never comes out.
//! What a merge adds to a function's time is lost for all others, so that it matters which merge comes first, be it of two
//! functions or of a group.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

use super::groups::{Groups, PlanId};
use super::roster::Roster;
use super::{Attempt, Body, Driver, Found, GroupHost, Host};
use crate::ir::FuncId;
use crate::options::{Options, Order, PassName};
use crate::price::Bytes;
use crate::reject::Reject;
use crate::report::{Phase, Report};

/// Reasons that only the host knows. Others may still do.
const BY_HOST: [Reject; 4] =
    [Reject::Unprofitable, Reject::ArgumentsOnStack, Reject::LeftToLinker, Reject::DeadReferences];

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turn {
    /// A function, with the similar one that it has found or is to find.
    Function(FuncId),
    /// A plan for a group.
    Group(PlanId),
}

/// Functions by the place of the merge that they have found, or else by what one could gain, or by their size; and plans for
/// groups by what they are worth.
#[derive(Default)]
pub(super) struct Queue(BinaryHeap<(Bytes, Reverse<Turn>)>);

impl Queue {
    pub(super) fn push(&mut self, place: Bytes, turn: Turn) {
        self.0.push((place, Reverse(turn)));
    }

    fn pop(&mut self) -> Option<Turn> {
        self.0.pop().map(|(_, Reverse(turn))| turn)
    }

    fn peek(&self) -> Option<Turn> {
        self.0.peek().map(|&(_, Reverse(turn))| turn)
    }
}

/// Whether groups and pairs take turns: not where any merge will do, and not in the papers' order.
pub fn takes_groups(options: &Options) -> bool {
    options.system.order == Order::Gain && !options.force
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// Gives each proposal its turn. Groups are looked for at first, when one of them turned out to be out of date, and when
    /// nothing else is left to do.
    pub(super) fn merge_all(&mut self) {
        while !self.host.is_spent() {
            if self.groups_are_late {
                self.propose_groups();
            }
            match self.next() {
                Some(Turn::Group(id)) => self.merge_group(id),
                Some(Turn::Function(id)) if self.options.system.order == Order::Size => {
                    self.merge_first(id);
                }
                Some(Turn::Function(id)) => self.merge_best(id),
                None if self.groups.is_due() => self.propose_groups(),
                None => break,
            }
        }
    }

    /// Looks for groups in what has changed.
    fn propose_groups(&mut self) {
        self.groups_are_late = false;
        let plans =
            self.plan_groups(|groups, host, roster, report| groups.refresh(host, roster, report));
        for id in plans {
            // Where there are no pairs, callees come before their callers, in the order in which plans were made.
            let place = if self.has_pairs { self.groups.worth(id) } else { Bytes::ZERO };
            self.queue.push(place, Turn::Group(id));
        }
    }

    /// Plans for groups, if the host can merge them. Where there are pairs, the counts of functions are those of pairs.
    pub(super) fn plan_groups(
        &mut self,
        plan: impl FnOnce(&mut Groups, &mut dyn GroupHost, &Roster, &mut Report) -> Vec<PlanId>,
    ) -> Vec<PlanId> {
        let start = Instant::now();
        let Driver { host, groups, roster, report, aside, has_pairs, .. } = self;
        let Some(host) = host.groups() else {
            groups.leave_alone();
            return Vec::new();
        };
        let plans = plan(groups, host, roster, if *has_pairs { aside } else { report });
        self.add_time_of_groups(start);
        plans
    }

    /// The time of groups is told apart from that of pairs.
    pub(super) fn add_time_of_groups(&mut self, start: Instant) {
        if self.has_pairs {
            self.report.add_time_of(PassName::Gfm.name(), start.elapsed());
        }
    }

    /// A function whose turn it is merges with the partner that it has found, or looks for one. What is found waits until no
    /// function can find better. By then a merge may have taken the partner or changed either; the function looks again.
    fn merge_best(&mut self, id: FuncId) {
        match self.bodies[id].found.take() {
            Some(found) if !self.is_current(id, &found) => self.enqueue(id),
            Some(found) => match self.remake(id, &found.candidate) {
                Ok(pair) => self.merge_family_or(id, &pair),
                Err(reason) => self.report.reject_pair(reason),
            },
            None => self.explore_from(id),
        }
    }

    /// Merges the family that a pair grows into. Where there is none, or the host refuses it, merges the pair.
    fn merge_family_or(&mut self, id: FuncId, pair: &Attempt) {
        let refused = |result: Result<(), Reject>| result.is_err_and(|why| BY_HOST.contains(&why));
        if let Some(family) = self.grow(pair)
            && !refused(self.carry_out(&family))
        {
            return;
        }
        if refused(self.carry_out(pair)) {
            self.give_up(pair);
            self.enqueue(id);
        }
    }

    /// Puts a function with nothing found before all who found less than it could: a merge saves no more than the whole
    /// of one function. Or by its size, where that is the order.
    pub(super) fn enqueue(&mut self, id: FuncId) {
        let body = &self.bodies[id];
        let place = match self.options.system.order {
            Order::Gain => body.stock.whole(self.host.tables().prices),
            Order::Size => Bytes::new(body.encoded.size() as i64),
        };
        self.queue.push(place, Turn::Function(id));
    }

    /// Whoever is first in line. A function is encoded anew if a merge has changed it.
    fn next(&mut self) -> Option<Turn> {
        while let Some(turn) = self.queue.pop() {
            match turn {
                Turn::Function(id) if !self.is_usable(id) => {}
                turn => return Some(turn),
            }
        }
        None
    }

    /// The function that is first in line, if nothing was found for it yet.
    pub(super) fn next_with_nothing(&mut self) -> Option<FuncId> {
        while let Some(Turn::Function(id)) = self.queue.peek()
            && (!self.takes_part(id) || self.bodies[id].found.is_none())
        {
            self.queue.pop();
            if self.is_usable(id) {
                return Some(id);
            }
        }
        None
    }

    fn is_current(&self, id: FuncId, found: &Found) -> bool {
        let is = |id: FuncId, version| self.is_encoded(id) && self.bodies[id].version == version;
        let other = found.candidate.func;
        is(id, found.versions[0]) && is(other, found.versions[1]) && !self.is_given_up(id, other)
    }

    /// Whether a function is merged with similar ones: it is there, and can be encoded as far as is known.
    pub(super) fn takes_part(&self, id: FuncId) -> bool {
        self.roster.is_there(id) && self.bodies.get(id).is_some_and(|body| !body.is_out)
    }

    /// The same, and it is encoded as it is.
    pub(super) fn is_encoded(&self, id: FuncId) -> bool {
        self.takes_part(id) && self.roster.version(id) == Some(self.bodies[id].version)
    }

    /// Whether a function still takes part. If a merge has changed its body, it is encoded anew, and given up where
    /// that is impossible.
    pub(super) fn is_usable(&mut self, id: FuncId) -> bool {
        let Some(version) = self.roster.version(id).filter(|_| self.takes_part(id)) else {
            return false;
        };
        if self.is_encoded(id) {
            return true;
        }
        let start = Instant::now();
        let fresh = self.host.encode(id);
        self.report.add_time(Phase::Encode, start.elapsed());
        match fresh {
            Ok(mut encoded) => {
                let body = &self.bodies[id];
                // What the originals behind it allow.
                encoded.limit = body.encoded.limit;
                encoded.recursion = body.encoded.recursion;
                self.bodies[id] = Body::new(encoded, version, body.depth, body.spare);
                self.index_anew(id);
                true
            }
            Err(reason) => {
                self.report.reject(reason);
                self.leave_pairs(id);
                false
            }
        }
    }
}
