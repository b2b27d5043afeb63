//! `gfm-merge`: what parameterizations make of programs.

use proptest::prelude::*;

use super::super::form::Forms;
use super::super::summary::{Candidate, candidates, split};
use super::super::{Constant, Program, generate, judge};
use super::programs;
use crate::summary::{ConstantHash, CostModel, Fit, Parameterization, StableHasher, Summary};

/// Everything pays.
const MODEL: CostModel = CostModel { thunk: 1, parameter: 0, max_parameters: 30, min_saving: 0 };

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
    plans: Vec<Parameterization>,
}

impl Summarized {
    fn new(program: Program, digest: fn(&Constant) -> ConstantHash) -> Summarized {
        let mut forms = Forms::default();
        let candidates = candidates(&program, &mut forms, digest);
        let summary: Summary = candidates.iter().map(|c| c.summary.clone()).collect();
        let plans = summary.combine(&MODEL).expect("positions go up");
        Summarized { program, forms, candidates, plans }
    }

    /// Each function that fits, with its plan.
    fn fitting(&self) -> impl Iterator<Item = (&Candidate, &Parameterization)> {
        self.candidates.iter().filter_map(|candidate| {
            let plan = self.plans.iter().find(|plan| plan.hash == candidate.summary.hash)?;
            let fits = matches!(plan.fit(&candidate.summary), Fit::Exact | Fit::Pattern);
            fits.then_some((candidate, plan))
        })
    }

    /// What splitting a function by a plan breaks, if anything.
    fn broken_by(&self, (candidate, plan): (&Candidate, &Parameterization)) -> Option<String> {
        let (after, replaced) = split(&self.program, &self.forms, candidate, plan);
        let judged = judge::same(&self.program, &after, &[replaced]);
        judged.err().map(|(function, mismatch)| format!("{function}: {mismatch}"))
    }
}

/// A judge who never sees a thing judges nothing.
#[test]
fn fits_of_all_sorts_are_carried_out() {
    let all: Vec<Summarized> = programs(150).map(|p| Summarized::new(p, strong)).collect();
    let some = |test: &dyn Fn(&Candidate, &Parameterization) -> bool| {
        all.iter().any(|s| s.fitting().any(|(c, p)| test(c, p)))
    };
    assert!(some(&|_, plan| (0..plan.parameters).any(|n| plan.holes_of(n).count() > 1)));
    assert!(some(&|candidate, plan| plan.parameters > 0 && !candidate.self_calls.is_empty()));
    assert!(some(&|_, plan| plan.parameters > 2));
    let colliding = programs(150).map(|p| Summarized::new(p, weak));
    let shared =
        |plan: &Parameterization| (0..plan.parameters).any(|n| plan.holes_of(n).count() > 1);
    let agreeing = |s: Summarized| s.fitting().any(|(c, p)| p.agrees(&c.held) && shared(p));
    assert!(colliding.into_iter().any(agreeing));
}

proptest! {
    #[test]
    fn functions_that_fit_do_what_they_did(program in generate::programs()) {
        let summarized = Summarized::new(program, strong);
        for pair in summarized.fitting() {
            prop_assert!(pair.1.agrees(&pair.0.held), "equal hashes, other constants");
            prop_assert_eq!(summarized.broken_by(pair), None);
        }
    }

    /// Whoever compares the constants themselves is not misled by hashes that collide.
    #[test]
    fn functions_whose_constants_agree_do_what_they_did(program in generate::programs()) {
        let summarized = Summarized::new(program, weak);
        for pair in summarized.fitting().filter(|(candidate, plan)| plan.agrees(&candidate.held)) {
            prop_assert_eq!(summarized.broken_by(pair), None);
        }
    }

    /// A stale summary, or one of another program.
    #[test]
    fn plans_of_other_programs_do_no_harm(one in generate::programs(), other in generate::programs()) {
        let mut summarized = Summarized::new(one, weak);
        let plans = Summarized::new(other, weak).plans;
        let hashes: Vec<_> = summarized.candidates.iter().map(|c| c.summary.hash).collect();
        // As if the hashes of the functions collided too.
        let given = plans.into_iter().zip(hashes).map(|(plan, hash)| Parameterization { hash, ..plan });
        summarized.plans = given.collect();
        for pair in summarized.fitting().filter(|(candidate, plan)| plan.agrees(&candidate.held)) {
            prop_assert_eq!(summarized.broken_by(pair), None);
        }
    }
}

/// Whoever trusts them is, and the judge sees it.
#[test]
fn hashes_that_collide_mislead() {
    let misled = |program| {
        let summarized = Summarized::new(program, weak);
        let disagreeing =
            summarized.fitting().filter(|(candidate, plan)| !plan.agrees(&candidate.held));
        disagreeing.into_iter().any(|pair| summarized.broken_by(pair).is_some())
    };
    assert!(programs(200).any(misled));
}
