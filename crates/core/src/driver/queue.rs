//! The order in which functions have their turn, and what is out of date when they do.
//!
//! Consumes: functions with what they gain or could gain. Produces: the function that is first in line, encoded as
//! it is now. Guarantees: the most first, then in order of ids; a function is in the queue once at most, and one
//! that is gone never comes out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

use super::{Body, Driver, Found, Host};
use crate::ir::FuncId;
use crate::options::Order;
use crate::price::Bytes;
use crate::reject::Reject;
use crate::report::Phase;

/// Reasons that only the host knows. Others may still do.
const BY_HOST: [Reject; 4] =
    [Reject::Unprofitable, Reject::ArgumentsOnStack, Reject::LeftToLinker, Reject::DeadReferences];

/// Functions by the place of the merge that they have found, or else by what one could gain; or by their size.
#[derive(Default)]
pub(super) struct Queue(BinaryHeap<(Bytes, Reverse<FuncId>)>);

impl Queue {
    pub(super) fn push(&mut self, gain: Bytes, id: FuncId) {
        self.0.push((gain, Reverse(id)));
    }

    fn pop(&mut self) -> Option<FuncId> {
        self.0.pop().map(|(_, Reverse(id))| id)
    }

    /// The place of the function that is first in line.
    pub(super) fn first(&self) -> Option<Bytes> {
        self.0.peek().map(|&(place, _)| place)
    }

    fn peek(&self) -> Option<FuncId> {
        self.0.peek().map(|&(_, Reverse(id))| id)
    }
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// What is found waits until no function can find better. By then a merge may have taken the partner or changed
    /// either; the function looks again.
    pub(super) fn merge_all(&mut self) {
        while !self.host.is_spent() {
            if self.groups_come_first() {
                self.merge_groups();
                continue;
            }
            let Some(id) = self.next() else {
                if self.may_have_new_groups() {
                    continue;
                }
                break;
            };
            if self.options.system.order == Order::Size {
                self.merge_first(id);
                continue;
            }
            match self.entries[id].found.take() {
                Some(found) if !self.is_current(id, &found) => self.enqueue(id),
                Some(found) => match self.remake(id, &found.candidate) {
                    Ok(attempt) => {
                        if self.carry_out(&attempt).is_err_and(|why| BY_HOST.contains(&why)) {
                            self.give_up(&attempt);
                            self.enqueue(id);
                        }
                    }
                    Err(reason) => self.report.reject_pair(reason),
                },
                None => self.explore_from(id),
            }
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
        self.queue.push(place, id);
    }

    /// The function that is first in line, encoded anew if a merge has changed it.
    fn next(&mut self) -> Option<FuncId> {
        while let Some(id) = self.queue.pop() {
            if self.is_usable(id) {
                return Some(id);
            }
        }
        None
    }

    /// The function that is first in line, if nothing was found for it yet.
    pub(super) fn next_with_nothing(&mut self) -> Option<FuncId> {
        while let Some(id) = self.queue.peek()
            && (self.entries[id].gone || self.entries[id].found.is_none())
        {
            self.queue.pop();
            if self.is_usable(id) {
                return Some(id);
            }
        }
        None
    }

    fn is_current(&self, id: FuncId, found: &Found) -> bool {
        let is = |id: FuncId, version| {
            let entry = &self.entries[id];
            !entry.gone && !entry.stale && self.bodies[id].version == version
        };
        let other = found.candidate.func;
        is(id, found.versions[0]) && is(other, found.versions[1]) && !self.is_given_up(id, other)
    }

    /// Whether a function still takes part. If a merge has changed its body, it is encoded anew, and given up where
    /// that is impossible.
    pub(super) fn is_usable(&mut self, id: FuncId) -> bool {
        if self.entries[id].gone || !self.entries[id].stale {
            return !self.entries[id].gone;
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
                let (depth, version, spare) = (body.depth, body.version + 1, body.spare);
                self.bodies[id] = Body { version, ..Body::new(encoded, depth, spare) };
                self.entries[id].stale = false;
                self.index_anew(id);
                true
            }
            Err(reason) => {
                self.report.reject(reason);
                self.drop_function(id);
                false
            }
        }
    }
}
