//! Having an attempt carried out: its proof, its line of the report, and what comes of it as a new function.
//!
//! Consumes: an [`Attempt`]. Produces: a merge that the host has made, a line of the report, and an entry for the
//! merged function, which may be merged again. Guarantees: the host never sees a plan that replay refutes, and a
//! pair that the host does not merge stays as it was.

use cranelift_entity::EntityRef;

use super::explore::SURE;
use super::{Attempt, CarriedOut, Driver, Host, ProvenMerge};
use crate::ir::EncodedFunction;
use crate::plan::{Sides, replay};
use crate::price::Bytes;
use crate::profit::Tally;
use crate::reject::Reject;
use crate::report::{Member, Merge, Phase};
use crate::speed::Spare;

impl<H: Host> Driver<'_, H> {
    /// Proves a plan and lets the host carry it out. A plan that is refuted is a bug of ours: it is logged, the
    /// pair is left as it was, and the counters tell.
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
                self.report.reject_pair(reason);
                Err(reason)
            }
        }
    }

    fn prove_and_merge(&mut self, attempt: &Attempt) -> Result<CarriedOut, Reject> {
        let ids = [attempt.left, attempt.right];
        let functions = ids.map(|id| &self.bodies[id].encoded);
        let ([left, right], plan) = (functions, &attempt.plan);
        let tables = self.host.tables();
        let proof =
            self.report.time(Phase::Replay, || replay::replay(plan, Sides(&functions), tables));
        proof.map_err(|error| {
            log::error!("the plan for {} and {} is wrong: {error}", left.name, right.name);
            Reject::ReplayFailed
        })?;
        let (gain, callers) = (attempt.estimate.gain(), attempt.estimate.callers);
        let to_weigh = self.to_weigh(attempt);
        let merge = ProvenMerge { ids, functions, plan, gain, callers, to_weigh };
        self.host.carry_out(&merge, &mut self.report)
    }

    /// What a merge must save more than, if it is to be weighed: beside the least gain, the price of the time.
    fn to_weigh(&self, attempt: &Attempt) -> Option<Bytes> {
        let (least, gain) = (Bytes::from(self.options.min_gain), attempt.estimate.gain());
        let is_sure = attempt.worth > least + SURE;
        (self.weighs && !is_sure).then_some(least + gain - attempt.worth)
    }

    /// Notes the merge, and takes from the host what has changed.
    fn take_in(&mut self, attempt: &Attempt, done: CarriedOut) {
        let ids = [attempt.left, attempt.right];
        self.note(attempt, &done);
        for id in ids {
            self.drop_function(id);
        }
        for id in done.touched {
            self.entries[id].stale = true;
        }
        if let Ok(encoded) = done.encoded {
            self.feed_back(attempt, encoded);
        }
    }

    fn note(&mut self, attempt: &Attempt, done: &CarriedOut) {
        let functions = [attempt.left, attempt.right].map(|id| &self.bodies[id].encoded);
        let member =
            |one: &&EncodedFunction| Member { name: one.name.clone(), tally: Tally::function(one) };
        let merge = Merge {
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
        let [left, right] = [attempt.left, attempt.right].map(|id| &self.bodies[id]);
        let depth = 1 + left.depth.max(right.depth);
        encoded.limit = left.encoded.limit.and(right.encoded.limit);
        encoded.recursion = left.encoded.recursion.max(right.encoded.recursion);
        let added = attempt.estimate.added.iter();
        let left_over = added.map(|(side, added)| [left, right][side.index()].spare.less(added));
        let spare = left_over.fold(Spare::default(), Spare::and);
        self.session.allow(&encoded.name, spare, encoded.limit);
        self.add(encoded, depth, spare);
    }
}
