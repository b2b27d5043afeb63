//! `gfm-merge`: what proposals make of programs.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::form::Forms;
use super::super::summary::{Candidate, candidates, split};
use super::super::{Constant, Program, generate, judge};
use super::programs;
use crate::canon::CanonicalConst;
use crate::gfm::{Limits, Plan, proposed};
use crate::policy::TimePolicy;
use crate::price::{Bytes, X86_64};
use crate::registers::Registers;
use crate::reject::Reject;
use crate::summary::{ConstantHash, CostModel, Proposal, StableHasher, Summary};

/// Everything pays.
const MODEL: CostModel = CostModel {
    thunk: Bytes::new(1),
    parameter: Bytes::ZERO,
    max_parameters: 30,
    min_saving: Bytes::ZERO,
};

/// Everything fits.
const AMPLE: Limits = Limits {
    parameters: 30,
    free: Registers { integers: 30, floats: 30, ..Registers::X86_64 },
    tables: false,
    tabled_callees: true,
    min_gain: Bytes::ZERO,
    time: TimePolicy::ANY,
    force: false,
};

/// A hash that tells all constants apart.
fn strong(constant: &Constant) -> ConstantHash {
    let mut hasher = StableHasher::new("constant");
    hasher.bytes(format!("{constant:?}").as_bytes());
    hasher.finish_constant()
}

/// One of two hashes: most constants collide.
fn weak(constant: &Constant) -> ConstantHash {
    ConstantHash::from_bits(strong(constant).bits() % 2)
}

/// What a summary says of the functions of a program.
struct Summarized {
    program: Program,
    forms: Forms,
    candidates: Vec<Candidate>,
    proposals: Vec<Proposal>,
}

impl Summarized {
    fn new(program: Program, digest: fn(&Constant) -> ConstantHash) -> Summarized {
        let mut forms = Forms::default();
        let candidates = candidates(&program, &mut forms, digest);
        let summary: Summary = candidates.iter().map(|c| c.summary.clone()).collect();
        let proposals = summary.combine(&MODEL).expect("positions go up");
        Summarized { program, forms, candidates, proposals }
    }

    /// What the planner says of each function that is named.
    fn planned(&self) -> impl Iterator<Item = (&Candidate, Result<Plan, Reject>)> {
        self.candidates.iter().filter_map(|candidate| {
            let is_of = |proposal: &&Proposal| proposal.hash == candidate.summary.hash;
            let proposal = self.proposals.iter().find(is_of)?;
            Some((candidate, proposed(proposal, &candidate.named(), &AMPLE, &X86_64)))
        })
    }

    /// Each function with its plan, if there is one.
    fn plans(&self) -> impl Iterator<Item = (&Candidate, Plan)> {
        self.planned().filter_map(|(candidate, plan)| Some((candidate, plan.ok()?)))
    }

    /// What splitting a function by a plan breaks, if anything.
    fn broken_by(&self, candidate: &Candidate, plan: &Plan) -> Option<String> {
        let (after, replaced) = split(&self.program, &self.forms, candidate, plan);
        let judged = judge::same(&self.program, &after, &[replaced]);
        judged.err().map(|(function, mismatch)| format!("{function}: {mismatch}"))
    }

    /// As if equal digests were the same constant: for each digest the constant that was seen first.
    fn believe_digests(&mut self) {
        let mut first: BTreeMap<u64, CanonicalConst> = BTreeMap::new();
        for candidate in &mut self.candidates {
            for (held, hole) in candidate.held.iter_mut().zip(&candidate.summary.holes) {
                held.constant = *first.entry(hole.constant.bits()).or_insert(held.constant);
            }
        }
    }
}

/// A judge who never sees a thing judges nothing.
#[test]
fn plans_of_all_sorts_are_carried_out() {
    let shared = |plan: &Plan| plan.parameters.iter().any(|p| p.places.len() > 1);
    let all: Vec<Summarized> = programs(150).map(|p| Summarized::new(p, strong)).collect();
    let some = |test: &dyn Fn(&Plan) -> bool| all.iter().any(|s| s.plans().any(|(_, p)| test(&p)));
    assert!(some(&shared));
    assert!(some(&|plan| !plan.parameters.is_empty() && !plan.self_calls.is_empty()));
    assert!(some(&|plan| plan.parameters.len() > 2));
    let mut colliding = programs(150).map(|p| Summarized::new(p, weak));
    assert!(colliding.any(|s| s.plans().any(|(_, plan)| shared(&plan))));
}

proptest! {
    #[test]
    fn functions_that_fit_do_what_they_did(program in generate::programs()) {
        let summarized = Summarized::new(program, strong);
        for (candidate, plan) in summarized.planned() {
            prop_assert_ne!(&plan, &Err(Reject::DifferentConstants), "equal digests, other constants");
            if let Ok(plan) = plan {
                prop_assert_eq!(summarized.broken_by(candidate, &plan), None);
            }
        }
    }

    /// The planner compares the constants themselves and is not misled by digests that collide.
    #[test]
    fn digests_that_collide_do_no_harm(program in generate::programs()) {
        let summarized = Summarized::new(program, weak);
        for (candidate, plan) in summarized.plans() {
            prop_assert_eq!(summarized.broken_by(candidate, &plan), None);
        }
    }

    /// A stale summary, or one of another program.
    #[test]
    fn proposals_of_other_programs_do_no_harm(one in generate::programs(), other in generate::programs()) {
        let mut summarized = Summarized::new(one, weak);
        let proposals = Summarized::new(other, weak).proposals;
        let hashes: Vec<_> = summarized.candidates.iter().map(|c| c.summary.hash).collect();
        // As if the hashes of the functions collided too.
        let given = proposals.into_iter().zip(hashes).map(|(proposal, hash)| Proposal { hash, ..proposal });
        summarized.proposals = given.collect();
        for (candidate, plan) in summarized.plans() {
            prop_assert_eq!(summarized.broken_by(candidate, &plan), None);
        }
    }
}

/// Whoever believes the digests is misled, and the judge sees it.
#[test]
fn digests_that_collide_mislead() {
    let misled = |program| {
        let mut summarized = Summarized::new(program, weak);
        summarized.believe_digests();
        summarized.plans().any(|(candidate, plan)| summarized.broken_by(candidate, &plan).is_some())
    };
    assert!(programs(200).any(misled));
}
