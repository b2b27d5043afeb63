//! Carrying out a proposal: its proof, its line of the report, and the new function that comes of it.
//!
//! Consumes: an [`Attempt`], or the number of a plan for a group. Produces: a merge that the host has made, a line of
//! the report, and an entry for the merged function, which may be merged again. Guarantees: the host never sees a plan
//! that replay refutes, and functions that the host does not merge stay as they were. Further merges may add to a
//! merged function only as much time and stack as they might add to each function behind it.

use std::time::Instant;

use cranelift_entity::EntityRef;

use super::explore::{CALLERS, NEAR, SURE};
use super::groups::{Carried, Left, PlanId};
use super::{Attempt, Bodies, Body, CallerWeighing, CarriedOut, Driver, Host, ProvenMerge};
use crate::ir::{EncodedFunction, FuncId};
use crate::plan::{Sides, replay};
use crate::policy::Spare;
use crate::price::Bytes;
use crate::profit::Tally;
use crate::reject::Reject;
use crate::report::{Phase, ReportedMember, ReportedMerge};
use crate::stack::{FrameLimit, Recursion};

fn functions<'a>(bodies: &'a Bodies, ids: &[FuncId]) -> Vec<&'a EncodedFunction> {
    ids.iter().map(|&id| &bodies[id].encoded).collect()
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// Proves a plan and lets the host carry it out. A plan that is refuted is a bug of ours: it is logged and counted,
    /// and the functions are left as they were.
    ///
    /// # Errors
    /// The reason why it was not merged.
    pub(super) fn carry_out(&mut self, attempt: &Attempt) -> Result<(), Reject> {
        match self.prove_and_merge(attempt) {
            Ok(done) => {
                self.take_in(attempt, done);
                Ok(())
            }
            Err(reason) => {
                // What a bisection leaves out stays as it is, so that no other merge takes its place.
                if reason == Reject::OutsideLimit {
                    attempt.members.iter().for_each(|&id| self.drop_function(id));
                }
                self.report.reject_pair(reason);
                Err(reason)
            }
        }
    }

    fn prove_and_merge(&mut self, attempt: &Attempt) -> Result<CarriedOut, Reject> {
        let (ids, plan, to_weigh) = (&attempt.members[..], &attempt.plan, self.to_weigh(attempt));
        let (least, by_stack) = (self.must_save(attempt), attempt.estimate.by_stack);
        let functions = functions(&self.bodies, ids);
        let functions = Sides(&functions);
        let (gain, callers) = (attempt.estimate.gain(), attempt.estimate.callers);
        let merge = ProvenMerge { ids, functions, plan, gain, callers, least, by_stack, to_weigh };
        let tables = self.host.tables();
        let proof = self.report.time(Phase::Replay, || replay::replay(plan, functions, tables));
        proof.map_err(|error| {
            log::error!("the plan for {} is wrong: {error}", merge.names());
            Reject::ReplayFailed
        })?;
        self.groups.note_other_merge();
        self.host.carry_out(&merge, &mut self.report)
    }

    /// The bytes that a merge must save more than: the least gain, and the price of the time and stack that it costs.
    fn must_save(&self, attempt: &Attempt) -> Bytes {
        Bytes::from(self.options.min_gain) + attempt.estimate.gain() - attempt.worth
    }

    /// How a merge is weighed, if it is. If one argument newly goes by the stack, LLVM may pass the arguments of all
    /// calls in the caller in another way. So nothing about such a merge is sure, however large its callers are.
    fn to_weigh(&self, attempt: &Attempt) -> Option<CallerWeighing> {
        let least = Bytes::from(self.options.min_gain);
        let by_stack = attempt.estimate.by_stack;
        let is_sure = attempt.worth > least + SURE && !by_stack;
        let any = Bytes::new(i64::MAX);
        let (near, callers) = if by_stack { (any, any) } else { (NEAR, CALLERS) };
        (self.weighs && !is_sure).then_some(CallerWeighing { near, callers })
    }

    /// Notes the merge, and takes over what the host has changed. The merged function is a candidate like any other.
    fn take_in(&mut self, attempt: &Attempt, done: CarriedOut) {
        self.note(attempt, &done);
        self.note_changes(&attempt.members, &done.touched);
        let body = done.encoded.ok().map(|mut encoded| {
            let Behind { depth, limit, recursion } = self.behind(&attempt.members);
            encoded.limit = limit.unwrap_or(encoded.limit);
            encoded.recursion = recursion;
            let left_over =
                attempt.estimate.added.iter().map(|(side, added)| {
                    self.bodies[attempt.members[side.index()]].spare.less(added)
                });
            let spare = left_over.fold(Spare::default(), Spare::and);
            Body::new(encoded, 0, depth + 1, spare)
        });
        self.enter(body, done.in_groups.then(Spare::default));
    }

    fn note(&mut self, attempt: &Attempt, done: &CarriedOut) {
        let functions = functions(&self.bodies, &attempt.members);
        let merge = ReportedMerge {
            number: 0,
            members: ReportedMember::all(Sides(&functions), &attempt.estimate),
            merged: done.name.clone(),
            similarity: attempt.similarity,
            aligned: attempt.aligned,
            gain: done.saved.unwrap_or_else(|| attempt.estimate.gain()),
            executed: attempt.estimate.executed(),
            tally: Tally::merged(&attempt.plan, Sides(&functions)),
            thunks: done.removed.iter().filter(|&&removed| !removed).count() as u32,
        };
        self.report.merge(merge, done.call_sites);
    }

    /// Lets the host carry out a plan for a group, if its functions are still as they were.
    pub(super) fn merge_group(&mut self, id: PlanId) {
        let start = Instant::now();
        let Driver { host, groups, roster, report, aside, .. } = self;
        let Some(host) = host.groups() else { return };
        match groups.carry_out(id, host, roster, report, aside) {
            Ok(carried) => self.take_in_group(carried),
            Err(Left::OutOfDate) => self.groups_are_late = self.has_pairs,
            Err(Left::Refused { left_out }) => {
                left_out.into_iter().for_each(|id| self.drop_function(id));
            }
        }
        self.add_time_of_groups(start);
    }

    fn take_in_group(&mut self, Carried { members, body, spare }: Carried) {
        self.note_changes(&members, &body.touched);
        let body = body.encoded.ok().map(|mut encoded| {
            let Behind { depth, limit, recursion } = self.behind(&members);
            encoded.limit = limit.map_or(encoded.limit, |limit| limit.and(encoded.limit));
            encoded.recursion = encoded.recursion.max(recursion);
            let runs = encoded.runs;
            let prices = self.host.tables().prices;
            let call = prices.executed(&encoded);
            let own = self.options.time_policy(prices).of(runs).spare(call, runs);
            let bodies = members.iter().filter_map(|&id| self.bodies.get(id));
            let spare = bodies.map(|body| body.spare).fold(own, Spare::and);
            Body::new(encoded, 0, depth, spare)
        });
        self.enter(body, Some(spare));
    }

    /// What these functions hand on to their merged function, as far as they are merged with similar ones.
    fn behind(&self, members: &[FuncId]) -> Behind {
        let bodies = || members.iter().filter_map(|&id| self.bodies.get(id));
        Behind {
            depth: bodies().map(|body| body.depth).max().unwrap_or(0),
            limit: bodies().map(|body| body.encoded.limit).reduce(FrameLimit::and),
            recursion: bodies().map(|body| body.encoded.recursion).max().unwrap_or_default(),
        }
    }

    /// Enters the next function, which a merge has made. `in_groups` is what merges may still add to it as a member of
    /// a group, if it is one.
    fn enter(&mut self, body: Option<Body>, in_groups: Option<Spare>) {
        if let Some(Body { encoded, spare, .. }) = &body {
            self.session.allow(&encoded.name, *spare, encoded.limit);
        }
        self.add(body, in_groups);
    }
}

/// What functions that were merged hand on to the one that does their work.
struct Behind {
    /// The most merges behind one of them.
    depth: u32,
    /// What the frames of all of them allow.
    limit: Option<FrameLimit>,
    recursion: Recursion,
}
