//! The planner against its two judges: replay, which proves, and the interpreter, which runs.

use proptest::prelude::*;

use super::*;
use crate::align::{AlignParams, Alignment, align};
use crate::ir::{EncodedFunction, Tables};
use crate::reject::Reject;
use crate::testing::{generate, interpret};

/// Instructions that the interpreter runs before it gives up on a loop.
const FUEL: usize = 400;

fn plan_for(pair: Pair<'_>, tables: &Tables, options: PlanOptions) -> Result<MergePlan, Reject> {
    let alignment = align(pair.left, pair.right, &AlignParams::default());
    build(pair, &alignment, tables, options)
}

/// Plans a pair both with and without coalescing; whatever comes out must be proved and run right.
fn check(left: &EncodedFunction, right: &EncodedFunction) -> Result<(), TestCaseError> {
    let (tables, pair) = (generate::tables(), Pair { left, right });
    for coalesce in [true, false] {
        match plan_for(pair, &tables, PlanOptions { coalesce }) {
            Ok(plan) => {
                prop_assert_eq!(replay::replay(&plan, pair, &tables), Ok(()));
                prop_assert_eq!(interpret::same_behaviour_on_both(&plan, pair, FUEL), Ok(()));
            }
            Err(reason) => prop_assert!(is_honest(reason, pair), "refused for {:?}", reason),
        }
    }
    Ok(())
}

/// Whether a refusal is one that the pair really gives cause for.
fn is_honest(reason: Reject, pair: Pair<'_>) -> bool {
    match reason {
        Reject::DifferentAttributes => pair.left.compat != pair.right.compat,
        Reject::DifferentReturnType => pair.left.ret != pair.right.ret,
        Reject::PinnedParameter => {
            [pair.left, pair.right].iter().any(|f| f.params.values().any(|p| p.abi.pinned))
        }
        Reject::NothingAligned | Reject::UnsupportedType | Reject::PlanTooLarge => true,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(600)))]

    #[test]
    fn plans_of_near_twins_are_proved_and_run_right((left, right) in generate::twins()) {
        check(&left, &right)?;
    }

    #[test]
    fn plans_of_lookalikes_are_proved_and_run_right((left, right) in generate::lookalikes()) {
        check(&left, &right)?;
    }

    #[test]
    fn plans_of_strangers_are_proved_and_run_right((left, right) in generate::strangers()) {
        check(&left, &right)?;
    }

    #[test]
    fn a_function_merged_with_itself_shares_every_instruction(function in generate::functions()) {
        let (tables, pair) = (generate::tables(), Pair { left: &function, right: &function });
        let alignment = align(pair.left, pair.right, &AlignParams::default());
        prop_assume!(alignment.ratio(pair.left, pair.right) == 1.0);
        let plan = build(pair, &alignment, &tables, PlanOptions::default());
        prop_assume!(plan != Err(Reject::NothingAligned));
        let plan = plan.expect("a function is compatible with itself");
        prop_assert_eq!(replay::replay(&plan, pair, &tables), Ok(()));
        for slot in plan.slots.values() {
            let one_sided = matches!(slot.kind, SlotKind::Inst(Origin::Left(_) | Origin::Right(_)));
            prop_assert!(!one_sided && slot.kind != SlotKind::IdBranch);
        }
    }

    #[test]
    fn the_same_pair_gives_the_same_plan((left, right) in generate::twins()) {
        let (tables, pair) = (generate::tables(), Pair { left: &left, right: &right });
        let plans = [(); 2].map(|()| plan_for(pair, &tables, PlanOptions::default()));
        prop_assert_eq!(&plans[0], &plans[1]);
    }

    #[test]
    fn any_choice_of_matches_gives_a_plan_that_is_proved(
        (left, right) in generate::twins(),
        keep in proptest::collection::vec(any::<bool>(), 1..40),
    ) {
        let (tables, pair) = (generate::tables(), Pair { left: &left, right: &right });
        let mut alignment = align(pair.left, pair.right, &AlignParams::default());
        thin_out(&mut alignment, &keep);
        if let Ok(plan) = build(pair, &alignment, &tables, PlanOptions::default()) {
            prop_assert_eq!(replay::replay(&plan, pair, &tables), Ok(()));
            prop_assert_eq!(interpret::same_behaviour_on_both(&plan, pair, FUEL), Ok(()));
        }
    }
}

/// Takes back some matches, so that plans do not depend on the aligner's taste.
fn thin_out(alignment: &mut Alignment, keep: &[bool]) {
    let mut matching = matching::Matching::new(alignment);
    let matches = matching.matches().map(|(left, _)| left).collect::<Vec<_>>();
    let broken = matches.into_iter().zip(keep.iter().cycle()).filter(|&(_, &keep)| !keep);
    matching.unmatch(&broken.map(|(left, _)| left).collect());
    alignment.pairs = matching.pairs;
}
