//! Carrying an attempt out: proof, IR, thunks and rewritten calls, and what comes of it as a new function.
//!
//! Consumes: an [`Attempt`]. Produces: the module with the pair merged, a line of the report, and an entry for
//! the merged function, which may be merged again. Guarantees: nothing is written of a plan that replay
//! refutes, and a pair whose merged function is invalid is left as it was.

use std::time::Instant;

use fmerge_core::plan::{self, replay};
use fmerge_core::profit::Tally;
use fmerge_core::reject::Reject;
use fmerge_core::report::{Merge, Phase};
use inkwell::llvm_sys::prelude::LLVMValueRef;

use super::explore::Attempt;
use super::{PASS, Session, original};
use crate::commit;
use crate::{emit, encode, remarks};

impl Session<'_> {
    /// Proves, emits, verifies and commits. A failure of any of these is a bug of ours: it is logged, the
    /// pair is left as it was, and the counters tell.
    pub(super) fn carry_out(&mut self, attempt: Attempt) {
        match self.prove_and_emit(&attempt) {
            Ok(merged) => self.commit(attempt, merged),
            Err(reason) => self.report.reject_pair(reason),
        }
    }

    fn prove_and_emit(&mut self, attempt: &Attempt) -> Result<LLVMValueRef, Reject> {
        let start = Instant::now();
        let pair = self.explorer().pair(attempt.left, attempt.right);
        let proof = replay::replay(&attempt.plan, pair, &self.ctx.tables);
        let names = (pair.left.name.clone(), pair.right.name.clone());
        self.report.add_time(Phase::Replay, start.elapsed());
        if let Err(error) = proof {
            log::error!("the plan for {} and {} is wrong: {error}", names.0, names.1);
            return Err(Reject::ReplayFailed);
        }
        let originals = [attempt.left, attempt.right].map(|id| self.entries[id].value);
        self.limit.admit(&[&originals])?;
        let start = Instant::now();
        let emitted = self.emit(attempt, &names.0);
        self.report.add_time(Phase::Emit, start.elapsed());
        let merged = emitted.map_err(|error| {
            log::error!("{} and {} could not be emitted: {error}", names.0, names.1);
            Reject::EmissionFailed
        })?;
        self.verify(merged)?;
        Ok(merged)
    }

    fn emit(&self, attempt: &Attempt, left_name: &str) -> Result<LLVMValueRef, emit::EmitError> {
        let [left, right] =
            [attempt.left, attempt.right].map(|id| original(&self.bodies, &self.entries, id));
        emit::emit(&self.ctx, left, right, &attempt.plan, &format!("{left_name}.fmerge"))
    }

    /// With `verify`: asks LLVM's verifier about the merged function, and deletes it if that objects.
    fn verify(&mut self, function: LLVMValueRef) -> Result<(), Reject> {
        if !self.options.verify {
            return Ok(());
        }
        let start = Instant::now();
        let verdict = emit::verify(function);
        self.report.add_time(Phase::Verify, start.elapsed());
        verdict.map_err(|message| {
            log::error!("merged function {} is invalid: {message}", self.ctx.name(function));
            emit::discard(function, self.analyses.as_ptr());
            Reject::VerifierFailed
        })
    }

    fn commit(&mut self, attempt: Attempt, merged: LLVMValueRef) {
        let start = Instant::now();
        let sides = [attempt.left, attempt.right].map(|id| &self.bodies[id].encoded);
        let has_tail_calls = sides.iter().any(|function| plan::has_tail_calls(function));
        emit::cleanup(merged, self.analyses.as_ptr(), has_tail_calls);
        self.report.add_time(Phase::Emit, start.elapsed());
        let start = Instant::now();
        let (bodies, entries) = (&self.bodies, &self.entries);
        let [left, right] = [attempt.left, attempt.right].map(|id| original(bodies, entries, id));
        let done = commit::commit(
            &mut self.ctx,
            self.analyses,
            merged,
            &attempt.plan,
            left,
            right,
            self.options.thunks,
        );
        self.report.add_time(Phase::Commit, start.elapsed());
        emit::expect_valid(done.touched.iter().copied(), self.options, &mut self.report);
        self.note(&attempt, merged, &done);
        for id in [attempt.left, attempt.right] {
            self.drop_function(id);
        }
        for function in &done.touched {
            if let Some(&id) = self.by_value.get(function) {
                self.entries[id].stale = true;
            }
        }
        self.feed_back(&attempt, merged);
    }

    fn note(&mut self, attempt: &Attempt, merged: LLVMValueRef, done: &commit::Committed) {
        let pair = self.explorer().pair(attempt.left, attempt.right);
        let merge = Merge {
            left: pair.left.name.clone(),
            right: pair.right.name.clone(),
            merged: self.ctx.name(merged),
            similarity: attempt.similarity,
            aligned: attempt.aligned,
            gain: attempt.estimate.gain(),
            tallies: [
                Tally::function(pair.left),
                Tally::function(pair.right),
                Tally::merged(&attempt.plan, pair),
            ],
            thunks: done.removed.iter().filter(|&&removed| !removed).count() as u32,
        };
        let gain = merge.gain;
        log::info!("merged {} and {}: {gain} bytes by the estimate", merge.left, merge.right);
        remarks::passed(merged, PASS, "merged", || {
            format!("merged {} and {}, saving {gain} bytes", merge.left, merge.right)
        });
        self.limit.made(merged, &merge.left);
        self.report.merge(merge, done.call_sites);
    }

    /// The merged function is a candidate like any other.
    fn feed_back(&mut self, attempt: &Attempt, merged: LLVMValueRef) {
        let depths = [attempt.left, attempt.right].map(|id| self.bodies[id].depth);
        let depth = 1 + depths[0].max(depths[1]);
        let start = Instant::now();
        let fresh = encode::encode(&mut self.ctx, merged, self.analyses);
        self.report.add_time(Phase::Encode, start.elapsed());
        match fresh {
            Ok((mut encoded, handles)) => {
                let [left, right] =
                    [attempt.left, attempt.right].map(|id| &self.bodies[id].encoded);
                encoded.limit = left.limit.and(right.limit);
                encoded.recursion = left.recursion.max(right.recursion);
                let id = self.add(merged, encoded, handles, depth);
                self.enter(id);
            }
            Err(reason) => log::debug!("{} is not merged again: {reason}", self.ctx.name(merged)),
        }
    }
}
