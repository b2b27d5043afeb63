//! Merging groups of functions in the midst of pairs, where the host knows how.
//!
//! Consumes: the queue of functions, and what the host says of its best group. Produces: functions that are gone, stale, or
//! new, as the host says. Guarantees: a group goes before a pair that has a better place only if the best group does not,
//! and it is worth nearly as much as that; between two merges of pairs the host is asked a number of times that grows with
//! the logarithm of what the best group is worth.

use super::{Driver, Groups, Host};
use crate::options::{Options, Order};
use crate::policy::Spare;
use crate::price::Bytes;
use crate::stack::{FrameLimit, Recursion};

/// What the best group is worth before the host was asked.
pub(super) const UNKNOWN: Bytes = Bytes::new(i64::MAX);

/// All groups that are worth this share of the best are merged together, because the host looks at all functions each time.
const TOGETHER: f64 = 0.7;

/// Whether a driver asks for groups: not where any merge will do, and not in the papers' order.
pub fn takes_groups(options: &Options) -> bool {
    options.system.order == Order::Gain && !options.force
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// Whether the best group is worth more than the place of the function that is first in line.
    pub(super) fn groups_come_first(&self) -> bool {
        self.best_group > self.queue.first()
    }

    /// Whether functions were merged since the host was asked for groups, so that it is to be asked again.
    pub(super) fn may_have_new_groups(&mut self) -> bool {
        let has = takes_groups(self.options) && self.report.merges > self.merges_before;
        if has {
            self.best_group = Some(UNKNOWN);
        }
        has
    }

    /// Has the host merge its best groups.
    pub(super) fn merge_groups(&mut self) {
        let Some(best) = self.best_group else { return };
        let least = Bytes::from(self.options.min_gain);
        let more_than = match best {
            UNKNOWN => self.queue.first().unwrap_or(least),
            best => best.share(TOGETHER) - Bytes::new(1),
        };
        let done = self.host.merge_groups(more_than.max(least), &mut self.report);
        self.best_group = done.left.filter(|&left| left > least && left < best);
        self.merges_before = self.report.merges;
        self.take_in_groups(done);
    }

    /// Notes what the host has merged, and enters the bodies.
    pub(super) fn take_in_groups(&mut self, done: Groups) {
        let Groups { gone, touched, bodies, .. } = done;
        self.take_note(&gone, &touched);
        for (mut encoded, members) in bodies {
            let members = || members.iter().map(|&id| &self.bodies[id]);
            let depth = members().map(|body| body.depth).max().unwrap_or(0);
            let recursions = members().map(|body| body.encoded.recursion);
            encoded.recursion = recursions.fold(encoded.recursion, Recursion::max);
            let limits = members().map(|body| body.encoded.limit);
            encoded.limit = limits.fold(encoded.limit, FrameLimit::and);
            let runs = encoded.runs;
            let executed = self.host.tables().prices.executed(&encoded);
            let own = self.options.time_policy().of(runs).spare(executed, runs);
            let spare = members().map(|body| body.spare).fold(own, Spare::and);
            self.session.allow(&encoded.name, spare, encoded.limit);
            self.add(encoded, depth, spare);
        }
    }
}
