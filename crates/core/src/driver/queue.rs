//! The order in which proposals have their turn, and which of them are out of date by then.
//!
//! Consumes: functions with what they gain or could gain by a similar one, and plans for groups with what they are
//! worth. Produces: the proposal that is first in line; if that is a function, it is encoded as it is now. Guarantees:
//! the one that gains most comes first, then functions before groups, then in order of ids. A function is in the queue
//! at most once, and one that is gone never comes out.
//! The time that one merge adds to a function is no longer there for others. So it matters which merge comes first, be
//! it of two functions or of a group.

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

/// Reasons for which the host refuses what the plan allows. Other merges of the same functions may still be made.
const BY_HOST: [Reject; 5] = [
    Reject::Unprofitable,
    Reject::ArgumentsOnStack,
    Reject::FrameGrows,
    Reject::LeftToLinker,
    Reject::DeadReferences,
];

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turn {
    /// A function: it has found a similar one, or is to look for one.
    Function(FuncId),
    /// A plan for a group.
    Group(PlanId),
}

/// Turns, those of the most bytes first. A function counts by the priority of the merge that it has found, or else by the
/// most that one could gain, or by its size. A plan for a group counts by its worth.
#[derive(Default)]
pub(super) struct Queue(BinaryHeap<(Bytes, Reverse<Turn>)>);

impl Queue {
    pub(super) fn push(&mut self, priority: Bytes, turn: Turn) {
        self.0.push((priority, Reverse(turn)));
    }

    fn pop(&mut self) -> Option<(Bytes, Turn)> {
        self.0.pop().map(|(priority, Reverse(turn))| (priority, turn))
    }

    fn peek(&self) -> Option<Turn> {
        self.0.peek().map(|&(_, Reverse(turn))| turn)
    }
}

/// Whether groups and pairs take turns: not under `force`, where any merge will do, and not in the papers' order.
pub fn takes_groups(options: &Options) -> bool {
    options.system.order == Order::Gain && !options.force
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// Gives each proposal its turn. Groups are looked for at first, when one of them turned out to be out of date, and
    /// when there is nothing else to do.
    pub(super) fn merge_all(&mut self) {
        while !self.host.is_limit_reached() {
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
            let priority = if self.has_pairs { self.groups.worth(id) } else { Bytes::ZERO };
            self.queue.push(priority, Turn::Group(id));
        }
    }

    /// Makes plans for groups, if the host can merge these. Where there are pairs, the report counts functions for
    /// pairs only.
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

    /// Where there are pairs, the time of groups is reported apart.
    pub(super) fn add_time_of_groups(&mut self, start: Instant) {
        if self.has_pairs {
            self.report.add_time_of(PassName::Gfm.name(), start.elapsed());
        }
    }

    /// Gives a function its turn: it merges with the partner that it has found, or looks for one. What it has found
    /// waits until no other function can find better. By then a merge may have taken the partner or changed one of the
    /// two; then the function looks again.
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

    /// Puts a function that has found nothing before all that have found less than it could. Its priority is its whole
    /// size in bytes: a merge saves no more than that of one function. In the papers' order, it is the number of its
    /// instructions.
    pub(super) fn enqueue(&mut self, id: FuncId) {
        let body = &self.bodies[id];
        let priority = match self.options.system.order {
            Order::Gain => body.stock.whole(self.host.tables().prices),
            Order::Size => Bytes::new(body.encoded.size() as i64),
        };
        self.queue.push(priority, Turn::Function(id));
    }

    /// The turn that is first in line. A function is encoded anew if a merge has changed it. One that has found a partner
    /// [before its turn](Self::grow) waits until no other function can find better.
    fn next(&mut self) -> Option<Turn> {
        while let Some((priority, turn)) = self.queue.pop() {
            match turn {
                Turn::Function(id) if !self.is_usable(id) => {}
                Turn::Function(id) => match &self.bodies[id].found {
                    Some(found) if found.priority < priority => {
                        self.queue.push(found.priority, turn);
                    }
                    _ => return Some(turn),
                },
                turn => return Some(turn),
            }
        }
        None
    }

    /// The function that is first in line, if it has found nothing yet.
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

    /// Whether a function is merged with similar ones: it is there, and could always be encoded so far.
    pub(super) fn takes_part(&self, id: FuncId) -> bool {
        self.roster.is_there(id) && self.bodies.get(id).is_some_and(|body| !body.is_out)
    }

    /// Whether a function takes part, and its encoded form is of its present version.
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
                // The limits of the originals behind it hold on.
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
