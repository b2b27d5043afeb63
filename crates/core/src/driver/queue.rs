//! The order in which functions have their turn, and what is out of date when they do.
//!
//! Consumes: functions with what they gain or could gain. Produces: the function that is first in line, encoded as
//! it is now. Guarantees: the most first, then in order of ids; a function is in the queue once at most, and one
//! that is gone never comes out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

use super::{Attempt, Driver, Host};
use crate::ir::FuncId;
use crate::price::Bytes;
use crate::report::Phase;

/// The bytes that a merge may save for each instruction, about.
const MOST_GAIN: Bytes = Bytes::new(8);

/// Functions by what the attempt gains that they have found, or else by what one could gain.
#[derive(Default)]
pub(super) struct Queue(BinaryHeap<(Bytes, Reverse<FuncId>)>);

impl Queue {
    pub(super) fn push(&mut self, gain: Bytes, id: FuncId) {
        self.0.push((gain, Reverse(id)));
    }

    fn pop(&mut self) -> Option<FuncId> {
        self.0.pop().map(|(_, Reverse(id))| id)
    }

    fn peek(&self) -> Option<FuncId> {
        self.0.peek().map(|&(_, Reverse(id))| id)
    }
}

impl<H: Host> Driver<'_, H> {
    /// An attempt waits until no function can have a better one. By then a merge may have taken its partner or
    /// changed either; the function tries again.
    pub(super) fn merge_all(&mut self) {
        while !self.host.is_spent()
            && let Some(id) = self.next()
        {
            match self.entries[id].found.take() {
                Some(attempt) if self.is_current(&attempt) => {
                    let attempt = self.refine(*attempt);
                    self.carry_out(&attempt);
                }
                Some(_) => self.enqueue(id),
                None => self.explore_from(id),
            }
        }
    }

    /// Puts a function with nothing found before all whose attempts gain less than it could.
    pub(super) fn enqueue(&mut self, id: FuncId) {
        let most = MOST_GAIN * self.bodies[id].encoded.size() as i64;
        self.queue.push(most, id);
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

    fn is_current(&self, attempt: &Attempt) -> bool {
        let is = |id: FuncId, version| {
            let entry = &self.entries[id];
            !entry.gone && !entry.stale && self.bodies[id].version == version
        };
        is(attempt.left, attempt.versions[0]) && is(attempt.right, attempt.versions[1])
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
                let body = &mut self.bodies[id];
                // What the originals behind it allow.
                encoded.limit = body.encoded.limit;
                encoded.recursion = body.encoded.recursion;
                (body.encoded, body.version) = (encoded, body.version + 1);
                self.entries[id].stale = false;
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
