//! Having an attempt carried out: its proof, its line of the report, and what comes of it as a new function.
//!
//! Consumes: an [`Attempt`]. Produces: a merge that the host has made, a line of the report, and an entry for the
//! merged function, which may be merged again. Guarantees: the host never sees a plan that replay refutes, and a
//! pair that the host does not merge stays as it was.

use cranelift_entity::{EntityRef, PrimaryMap};

use super::explore::{CALLERS, NEAR, SURE};
use super::{Attempt, Body, CarriedOut, Driver, Host, ProvenMerge, ToWeigh};
use crate::ir::{EncodedFunction, FuncId};
use crate::plan::{Sides, replay};
use crate::policy::Spare;
use crate::price::Bytes;
use crate::profit::Tally;
use crate::reject::Reject;
use crate::report::{Member, Merge, Phase};
use crate::stack::FrameLimit;

fn functions<'a>(bodies: &'a PrimaryMap<FuncId, Body>, ids: &[FuncId]) -> Vec<&'a EncodedFunction> {
    ids.iter().map(|&id| &bodies[id].encoded).collect()
}

impl<H: Host + ?Sized> Driver<'_, H> {
    /// Proves a plan and lets the host carry it out. A plan that is refuted is a bug of ours: it is logged, the
    /// functions are left as they were, and the counters tell.
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
                    attempt.members.into_iter().for_each(|id| self.drop_function(id));
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
        self.host.carry_out(&merge, &mut self.report)
    }

    /// How many bytes a merge must save more than: beside the least gain, the price of the time.
    fn must_save(&self, attempt: &Attempt) -> Bytes {
        Bytes::from(self.options.min_gain) + attempt.estimate.gain() - attempt.worth
    }

    /// What a merge is weighed for, if it is. One argument that comes to go by the stack may make LLVM pass those of all
    /// calls in a function another way, so that nothing about such a merge is sure, however large its callers are.
    fn to_weigh(&self, attempt: &Attempt) -> Option<ToWeigh> {
        let least = Bytes::from(self.options.min_gain);
        let by_stack = attempt.estimate.by_stack;
        let is_sure = attempt.worth > least + SURE && !by_stack;
        let any = Bytes::new(i64::MAX);
        let (near, callers) = if by_stack { (any, any) } else { (NEAR, CALLERS) };
        (self.weighs && !is_sure).then_some(ToWeigh { near, callers })
    }

    /// Notes the merge, and takes from the host what has changed.
    fn take_in(&mut self, attempt: &Attempt, done: CarriedOut) {
        self.note(attempt, &done);
        self.take_note(&attempt.members, &done.touched);
        if let Ok(encoded) = done.encoded {
            self.feed_back(attempt, encoded);
        }
    }

    fn note(&mut self, attempt: &Attempt, done: &CarriedOut) {
        let functions = functions(&self.bodies, &attempt.members);
        let member =
            |one: &&EncodedFunction| Member { name: one.name.clone(), tally: Tally::function(one) };
        let merge = Merge {
            number: 0,
            members: functions.iter().map(member).collect(),
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

    /// The merged function is a candidate like any other.
    fn feed_back(&mut self, attempt: &Attempt, mut encoded: EncodedFunction) {
        let sides = attempt.members;
        let bodies = || sides.iter().map(|&id| &self.bodies[id]);
        let depth = 1 + bodies().map(|body| body.depth).max().unwrap_or(0);
        let limits = bodies().map(|body| body.encoded.limit);
        encoded.limit = limits.reduce(FrameLimit::and).unwrap_or(encoded.limit);
        encoded.recursion = bodies().map(|body| body.encoded.recursion).max().unwrap_or_default();
        let added = attempt.estimate.added.iter();
        let left_over =
            added.map(|(side, added)| self.bodies[sides[side.index()]].spare.less(added));
        let spare = left_over.fold(Spare::default(), Spare::and);
        self.session.allow(&encoded.name, spare, encoded.limit);
        self.add(encoded, depth, spare);
    }
}
