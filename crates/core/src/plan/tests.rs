//! The planner against its two judges: replay, which proves, and the interpreter, which runs.

use cranelift_entity::EntityRef;
use proptest::prelude::*;

use super::build::build_matched;
use super::matching::Matching;
use super::*;
use crate::align::{AlignParams, Alignment, Outline, Row, TimePrices, add, align};
use crate::ir::{
    BlockId, ConstId, EncodedFunction, Inst, InstId, InstKind, OperandMode, Tables, Uses, Value,
};
use crate::price::Tenths;
use crate::reject::Reject;
use crate::speed::Frequency;
use crate::stack::{FrameLimit, Recursion};
use crate::store::EncodedModule;
use crate::testing::build::*;
use crate::testing::modules::{Size, module, renumbered};
use crate::testing::{Tape, alignments, generate, interpret, mutate};

/// Instructions that the interpreter runs before it gives up on a loop.
const FUEL: usize = 400;

fn plan_for(sides: Sides<'_>, tables: &Tables, options: PlanOptions) -> Result<MergePlan, Reject> {
    let alignment = align(sides.0[0], sides.0[1], &AlignParams::default());
    build(sides, &alignment, tables, options)
}

/// Plans a pair; whatever comes out must be proved and run right.
fn check(left: &EncodedFunction, right: &EncodedFunction) -> Result<(), TestCaseError> {
    let sides = Sides(&[left, right]);
    check_along(sides, &align(left, right, &AlignParams::default()))
}

/// Plans along an alignment; whatever comes out must be proved and run right.
fn check_along(sides: Sides<'_>, alignment: &Alignment) -> Result<(), TestCaseError> {
    let tables = generate::tables();
    match build(sides, alignment, &tables, PlanOptions::default()) {
        Ok(plan) => {
            prop_assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
            prop_assert_eq!(interpret::same_behaviour_on_all(&plan, sides, FUEL), Ok(()));
        }
        Err(reason) => prop_assert!(is_honest(reason, sides), "refused for {:?}", reason),
    }
    Ok(())
}

/// Whether a refusal is one that the pair really gives cause for.
fn is_honest(reason: Reject, sides: Sides<'_>) -> bool {
    match reason {
        Reject::DifferentAttributes => !sides.agree(|function| function.compat),
        Reject::DifferentReturnType => !sides.agree(|function| function.ret),
        Reject::PinnedParameter => {
            sides.functions().any(|f| f.params.values().any(|p| p.abi.pinned))
        }
        Reject::FrameGrows => sides.functions().any(|f| f.limit != FrameLimit::default()),
        Reject::ScopeLost => sides.functions().any(|f| f.scopes_count),
        Reject::TailCall => sides.functions().any(has_tail_calls),
        Reject::ArgumentsOnStack => {
            let params = sides.functions().map(|f| f.params.len());
            let matters = |f: &EncodedFunction| {
                !f.uses.removable || f.uses.tail_called || f.recursion == Recursion::Certain
            };
            params.sum::<usize>() > 5 && sides.functions().any(matters)
        }
        Reject::NothingAligned | Reject::UnsupportedType | Reject::PlanTooLarge => true,
        _ => false,
    }
}

/// Whether a φ stands where no select may. φs are not aligned, so the instruction that uses it is not shared.
fn has_fixed_phis(function: &EncodedFunction) -> bool {
    let mut operands = function.insts.values().flat_map(|inst| &inst.operands);
    operands.any(|operand| match (operand.mode, operand.value) {
        (OperandMode::Same, Value::Inst(inst)) => function.insts[inst].kind == InstKind::Phi,
        _ => false,
    })
}

/// A regression: a φ joined the addresses that two functions load from, although one of them gave its address to an
/// intrinsic as well. Replay refused the plan: no select may stand there, whichever side runs it.
#[test]
fn what_stands_where_no_select_may_is_not_joined_with_another_value() {
    let code = |own: Inst, address: u32| {
        let load = || op(I32, 5, &[i(0)]);
        let insts = vec![
            op(PTR, address, &[a(0)]),
            load(),
            load(),
            load(),
            load(),
            own,
            load(),
            ret(&[i(1)]),
        ];
        function(&[PTR], I32, vec![insts])
    };
    let (left, right) = (code(op(I32, 31, &[c(3)]), 20), code(rigid(I32, 30, &[i(0)]), 21));
    let (tables, sides) = (generate::tables(), Sides(&[&left, &right]));
    let plan = plan_for(sides, &tables, PlanOptions::default()).expect("they share their loads");
    assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
    assert!(plan.slots.values().any(|slot| slot.kind == SlotKind::Select));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(600)))]

    #[test]
    fn plans_of_near_twins_are_proved_and_run_right((left, right) in generate::twins()) {
        check(&left, &right)?;
    }

    #[test]
    fn a_plan_does_not_go_by_how_a_module_numbers_its_types_constants_and_keys(seed: u64) {
        let size = Size { families: 2, twins: 1, instructions: 30 };
        let module = module(seed, size);
        let planned = |module: &EncodedModule| {
            let (tables, functions) = (&module.tables, &module.functions);
            let params = AlignParams::of(tables.prices);
            let time = TimePrices::of(tables.prices, Tenths::new(10));
            let params = AlignParams { time, ..params };
            let pair = |left: usize, right: usize| {
                let sides = Sides(&[&functions[left], &functions[right]]);
                let alignment = align(sides.0[0], sides.0[1], &params);
                let plan = build(sides, &alignment, tables, PlanOptions::default());
                let estimate = |plan| tables.prices.estimate(&plan, sides, tables.registers, false);
                (alignment, plan.map(estimate))
            };
            [pair(0, 1), pair(0, 2), pair(1, 3)]
        };
        prop_assert_eq!(planned(&module), planned(&renumbered(&module)));
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
        prop_assume!(!has_fixed_phis(&function));
        let (tables, sides) = (generate::tables(), Sides(&[&function, &function]));
        let alignment = align(sides.0[0], sides.0[1], &AlignParams::default());
        prop_assume!(alignment.ratio(sides) == 1.0);
        let plan = build(sides, &alignment, &tables, PlanOptions::default());
        prop_assume!(plan != Err(Reject::NothingAligned));
        // The identifier has no register left.
        prop_assume!(function.params.len() < 6 || plan != Err(Reject::ArgumentsOnStack));
        let plan = plan.expect("a function is compatible with itself");
        prop_assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
        for slot in plan.slots.values() {
            let one_sided = slot.copied().is_some_and(|origin| !origin.is_shared());
            prop_assert!(!one_sided && slot.kind != SlotKind::IdBranch);
        }
    }

    #[test]
    fn the_same_pair_gives_the_same_plan((left, right) in generate::twins()) {
        let (tables, sides) = (generate::tables(), Sides(&[&left, &right]));
        let plans = [(); 2].map(|()| plan_for(sides, &tables, PlanOptions::default()));
        prop_assert_eq!(&plans[0], &plans[1]);
    }

    #[test]
    fn any_choice_of_matches_gives_a_plan_that_is_proved(
        (left, right) in generate::twins(),
        keep in proptest::collection::vec(any::<bool>(), 1..40),
    ) {
        let (tables, sides) = (generate::tables(), Sides(&[&left, &right]));
        let alignment = align(sides.0[0], sides.0[1], &AlignParams::default());
        let mut matching = Matching::new(&alignment);
        thin_out(&mut matching, &keep);
        if let Ok(plan) = build_matched(sides, matching, &tables, PlanOptions::default(), &|_| Ok(())) {
            prop_assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
            prop_assert_eq!(interpret::same_behaviour_on_all(&plan, sides, FUEL), Ok(()));
        }
    }
}

/// Two to five functions: of one shape, near twins of one, or some of each.
fn members() -> impl Strategy<Value = Vec<EncodedFunction>> {
    let mixed = (generate::twins(), generate::lookalikes(), generate::functions());
    let mixed =
        mixed.prop_map(|((one, two), (three, four), five)| vec![one, three, two, four, five]);
    prop_oneof![
        3 => (2..=5_usize).prop_flat_map(generate::families),
        3 => (2..=5_usize).prop_flat_map(generate::relatives),
        1 => mixed,
    ]
}

/// Rows of all blocks of functions of one shape; instructions of equal key and place match.
fn same_places(sides: Sides<'_>) -> Alignment {
    let blocks = sides.on(SideId::from_u32(0)).blocks.keys();
    let all = |block: BlockId| BySide::all(sides.functions().map(|_| block));
    let rows = blocks.map(|block| Row::in_step(all(block), sides));
    let rows = rows.filter(|row| row.steps.iter().any(Origin::is_shared));
    Alignment { rows: rows.collect() }
}

proptest! {
    #[test]
    fn plans_of_three_and_four_functions_are_proved_and_run_right(
        family in (3..=4_usize).prop_flat_map(generate::families),
        keep in proptest::collection::vec(any::<bool>(), 1..40),
        all in any::<bool>(),
    ) {
        let functions: Vec<&EncodedFunction> = family.iter().collect();
        let (tables, sides) = (generate::tables(), Sides(&functions));
        let alignment = same_places(sides);
        let mut matching = Matching::new(&alignment);
        if !all {
            thin_out(&mut matching, &keep);
        }
        if let Ok(plan) = build_matched(sides, matching, &tables, PlanOptions::default(), &|_| Ok(())) {
            prop_assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
            prop_assert_eq!(interpret::same_behaviour_on_all(&plan, sides, FUEL), Ok(()));
        }
    }

    #[test]
    fn any_alignment_of_two_to_five_functions_gives_a_plan_that_is_proved_and_runs_right(
        members in members(),
        mut tape in generate::tapes(),
    ) {
        let functions: Vec<&EncodedFunction> = members.iter().collect();
        check_along(Sides(&functions), &alignments::any(Sides(&functions), &mut tape))?;
    }

    #[test]
    fn functions_aligned_one_after_another_give_a_plan_that_is_proved_and_runs_right(
        members in members(),
        gap in 0..30_u32,
    ) {
        let functions: Vec<&EncodedFunction> = members.iter().collect();
        let params = AlignParams { gap, ..AlignParams::default() };
        let mut alignment = align(functions[0], functions[1], &params);
        for new in 2..functions.len() {
            let outline = Outline::of(functions[new], params.unit);
            alignment = add(Sides(&functions[..new]), &alignment, (functions[new], &outline), &params);
        }
        check_along(Sides(&functions), &alignment)?;
    }

    #[test]
    fn equal_functions_that_go_need_no_identifier(mut function in generate::functions(), count in 2..=4_usize) {
        prop_assume!(!has_fixed_phis(&function));
        function.uses = Uses { removable: true, call_sites: 1, ..Uses::default() };
        let functions = vec![&function; count];
        let (tables, sides) = (generate::tables(), Sides(&functions));
        match build(sides, &same_places(sides), &tables, PlanOptions::default()) {
            Ok(plan) => {
                prop_assert!(!plan.needs_identifier());
                prop_assert_eq!(plan.params.len(), function.params.len());
                prop_assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
            }
            Err(reason) => prop_assert_eq!(reason, Reject::NothingAligned),
        }
    }
}

/// A regression: of several matches that were taken back at once, the last one stayed, and tail calls were lost with it.
#[test]
fn matches_that_are_taken_back_at_once_are_all_taken_back() {
    let code =
        function(&[], VOID, vec![(0..4).map(|n| op(VOID, n, &[])).chain([ret(&[])]).collect()]);
    let sides = Sides(&[&code, &code]);
    let alignment = same_places(sides);
    let mut matching = Matching::new(&alignment);
    let broken =
        matching.broken(|origin| origin.first() > Some((SideId::from_u32(0), InstId::from_u32(0))));
    assert_eq!(broken.len(), 4);
    matching.unmatch(&broken);
    assert_eq!(matching.matches().count(), 1);
    assert_eq!(matching.rows[0].steps.len(), 9);
    assert_eq!(alignment.matches().count(), 5, "the alignment stays as it was");
}

/// How many selects and commuted slots a plan has.
fn selects_and_commuted(left: &EncodedFunction, right: &EncodedFunction) -> (usize, usize) {
    let (tables, sides) = (generate::tables(), Sides(&[left, right]));
    let plan = plan_for(sides, &tables, PlanOptions::default()).expect("they share much");
    assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
    let selects = plan.slots.values().filter(|s| s.kind == SlotKind::Select).count();
    (selects, plan.slots.values().filter(|s| !s.commuted.is_empty()).count())
}

/// Loads from two parameters, and one instruction on what was loaded.
fn combines(inst: crate::ir::Inst) -> EncodedFunction {
    let loads = [op(I32, 5, &[a(0)]), op(I32, 5, &[a(0)]), op(VOID, 6, &[i(0), a(0)])];
    function(&[PTR], I32, vec![[&loads[..], &[inst, ret(&[i(3)])]].concat()])
}

#[test]
fn operands_that_may_change_places_do_so_to_save_selects() {
    let straight = combines(commuting(I32, 0, &[i(0), i(1)]));
    let commuted = combines(commuting(I32, 0, &[i(1), i(0)]));
    assert_eq!(selects_and_commuted(&straight, &commuted), (0, 1));
    assert_eq!(selects_and_commuted(&commuted, &straight), (0, 1));
    assert_eq!(selects_and_commuted(&straight, &straight), (0, 0));
    assert_eq!(selects_and_commuted(&commuted, &commuted), (0, 0));
}

#[test]
fn operands_that_must_stay_are_selected() {
    let straight = combines(op(I32, 1, &[i(0), i(1)]));
    let commuted = combines(op(I32, 1, &[i(1), i(0)]));
    assert_eq!(selects_and_commuted(&straight, &commuted), (2, 0));
}

#[test]
fn one_equal_constant_is_enough_to_cross() {
    let left = combines(commuting(I32, 0, &[i(0), c(3)]));
    let right = combines(commuting(I32, 0, &[c(3), i(1)]));
    assert_eq!(selects_and_commuted(&left, &right), (1, 1));
}

/// What plans with exceptions have been seen to do. Unless they do all of it, the properties say little of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// A shared invoke with a result.
    shared_invoke: bool,
    /// A block made for the normal edge of an invoke, with a select of its result.
    select_on_normal_edge: bool,
    /// A landing pad that both shared and guarded invokes of both sides unwind to.
    mixture: bool,
    /// A φ of the results of two guarded invokes.
    two_results: bool,
}

impl Seen {
    fn look(&mut self, plan: &MergePlan, sides: Sides<'_>) {
        let invokes = Invokes { plan, sides };
        for (id, slot) in &plan.slots {
            match slot.kind {
                SlotKind::Select => {
                    let own = |v: &PlanValue| invokes.normal(*v) == Some(slot.block);
                    self.select_on_normal_edge |= slot.operands.iter().any(own);
                }
                SlotKind::Phi(None) => {
                    let values = slot.operands.iter().step_by(2);
                    self.two_results |= values.filter(|v| invokes.is_guarded(**v)).count() > 1;
                }
                _ => self.shared_invoke |= invokes.origin(id).is_some_and(Origin::is_shared),
            }
        }
        self.mixture |= plan.blocks.keys().any(|block| invokes.meet_in(block));
    }
}

/// The invokes of a plan.
struct Invokes<'a> {
    plan: &'a MergePlan,
    sides: Sides<'a>,
}

impl Invokes<'_> {
    fn origin(&self, slot: SlotId) -> Option<&Origin> {
        let slot = &self.plan.slots[slot];
        let is_invoke = self.sides.copied(slot)?.kind == InstKind::Invoke;
        slot.copied().filter(|_| is_invoke)
    }

    /// The normal successor of the invoke whose result a value is.
    fn normal(&self, value: PlanValue) -> Option<PlanBlockId> {
        let PlanValue::Slot(slot) = value else { return None };
        self.origin(slot)?;
        self.plan.successors(self.plan.slots[slot].block).next()
    }

    fn is_guarded(&self, value: PlanValue) -> bool {
        let PlanValue::Slot(slot) = value else { return false };
        self.origin(slot).is_some_and(|origin| !origin.is_shared())
    }

    /// Whether shared and guarded invokes of both sides unwind to a block.
    fn meet_in(&self, block: PlanBlockId) -> bool {
        let origins: Vec<&Origin> =
            self.plan.slots.keys().filter_map(|s| self.to(s, block)).collect();
        let alone =
            |side| origins.iter().any(|origin| !origin.is_shared() && origin.on(side).is_some());
        origins.iter().any(|origin| origin.is_shared()) && self.sides.ids().all(alone)
    }

    fn to(&self, slot: SlotId, block: PlanBlockId) -> Option<&Origin> {
        let unwind = self.plan.successors(self.plan.slots[slot].block).nth(1);
        self.origin(slot).filter(|_| unwind == Some(block))
    }
}

/// Properties of lifetimes and tail calls say nothing of plans that have none.
#[test]
fn lifetimes_and_tail_calls_are_met_in_plans() {
    let tables = generate::tables();
    let (mut both, mut alone, mut fewer, mut tails) = (0, 0, 0, 0);
    for seed in 0..600 {
        let left = generate::function(&mut Tape::from_seed(seed, 400), "f", 80);
        // Twins have most stack slots in common; strangers do not.
        let mut tape = Tape::from_seed(seed + 1_000_000, 400);
        let right = match seed % 2 {
            0 => mutate::twin(&left, &mut tape, 12),
            _ => generate::function(&mut tape, "g", 80),
        };
        let sides = Sides(&[&left, &right]);
        let Ok(plan) = plan_for(sides, &tables, PlanOptions::default()) else { continue };
        let is_shared = |slot: SlotId| plan.slots[slot].copied().is_some_and(Origin::is_shared);
        both += plan.markers.iter().filter(|m| is_shared(m.slot) && is_shared(m.before)).count();
        alone += plan.markers.iter().filter(|m| !is_shared(m.slot)).count();
        fewer += usize::from(plan.markers.len() < left.markers.len().max(right.markers.len()));
        tails += usize::from(has_tail_calls(&left) || has_tail_calls(&right));
    }
    let counts = [both, alone, fewer, tails];
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// Stack slots that no matched instruction uses together share their place if they are of similar size.
#[test]
fn slots_of_like_size_are_paired() {
    let body = |sizes: [u64; 3]| {
        let slots = sizes.map(sized_alloca);
        let code = [op(VOID, 9, &[c(1)]), op(VOID, 9, &[c(2)]), ret(&[])];
        function(&[], VOID, vec![slots.into_iter().chain(code).collect()])
    };
    let (left, right) = (body([1000, 8, 50]), body([50, 1000, 12]));
    let sides = Sides(&[&left, &right]);
    let plan =
        plan_for(sides, &generate::tables(), PlanOptions::default()).expect("they are alike");
    let slots = &plan.blocks[plan.entry()].slots;
    let bytes = |slot: &SlotId| {
        let origin = plan.slots[*slot].copied().filter(|origin| origin.is_shared())?;
        let bytes: Vec<u64> = sides.insts(origin).map(|(_, inst)| inst.bytes).collect();
        Some((bytes[0], bytes[1]))
    };
    let shared: Vec<_> = slots.iter().filter_map(bytes).filter(|&(left, _)| left > 0).collect();
    assert_eq!(shared, [(1000, 1000), (8, 12), (50, 50)]);
}

/// A property of commuted operands says nothing of plans that have none.
#[test]
fn operands_are_crossed_in_generated_plans() {
    let tables = generate::tables();
    let commuted = (0..600).filter(|&seed| {
        let left = generate::function(&mut Tape::from_seed(seed, 400), "f", 80);
        let right = mutate::twin(&left, &mut Tape::from_seed(seed + 1_000_000, 60), 12);
        let sides = Sides(&[&left, &right]);
        let plan = plan_for(sides, &tables, PlanOptions::default());
        plan.is_ok_and(|plan| plan.slots.values().any(|slot| !slot.commuted.is_empty()))
    });
    let count = commuted.count();
    assert!(count > 20, "{count} of 600 plans");
}

#[test]
fn exceptions_are_met_in_all_their_forms() {
    let tables = generate::tables();
    let mut seen = Seen::default();
    for seed in 0..2000 {
        let left = generate::function(&mut Tape::from_seed(seed, 400), "f", 80);
        let right = mutate::lookalike(&left, &mut Tape::from_seed(seed + 1_000_000, 60), 12);
        let sides = Sides(&[&left, &right]);
        if let Ok(plan) = plan_for(sides, &tables, PlanOptions::default()) {
            seen.look(&plan, sides);
        }
    }
    let all =
        Seen { shared_invoke: true, select_on_normal_edge: true, mixture: true, two_results: true };
    assert_eq!(seen, all);
}

/// Takes back some matches, so that plans do not depend on the aligner's taste.
fn thin_out(matching: &mut Matching<'_>, keep: &[bool]) {
    let matches: Vec<_> = matching.matches().filter_map(Origin::first).collect();
    let broken = matches.into_iter().zip(keep.iter().cycle()).filter(|&(_, &keep)| !keep);
    matching.unmatch(&broken.map(|(id, _)| id).collect());
}

/// A loop of `times` turns which uses a constant and a value that it computes; behind it, the end.
fn turning(constant: usize, times: u64) -> EncodedFunction {
    let inside =
        [op(I32, 10, &[a(0)]), op(VOID, 11, &[i(1), c(constant)]), branch(&[a(1), b(1), b(2)])];
    let blocks = vec![vec![branch(&[b(1)])], inside.to_vec(), vec![ret(&[])]];
    let mut function = function(&[I32, I1], VOID, blocks);
    function.blocks[BlockId::new(1)].frequency = Frequency::of(times, 1);
    function
}

#[test]
fn a_choice_that_does_not_change_in_a_loop_is_made_before_it() {
    let home = |times| {
        let (left, right) = (turning(3, times), turning(4, times));
        let sides = Sides(&[&left, &right]);
        let alignment = same_places(sides);
        let plan = build(sides, &alignment, &generate::tables(), PlanOptions::default());
        let plan = plan.expect("they have the same shape");
        assert_eq!(replay::replay(&plan, sides, &generate::tables()), Ok(()));
        let block = |is: &dyn Fn(&Slot) -> bool| {
            plan.slots.values().find(|slot| is(slot)).expect("there is one").block
        };
        let select = block(&|slot| slot.kind == SlotKind::Select);
        let user =
            block(&|slot| slot.copied().is_some_and(|of| of.on(side(0)) == Some(InstId::new(2))));
        assert!(plan.blocks[select].visits() <= plan.blocks[user].visits());
        select == user
    };
    assert_eq!([1, 32].map(home), [true, false]);
}

/// Two functions with code of their own before, between and behind two instructions that both have.
fn with_a_stretch_between(
    before: [Vec<Inst>; 2],
    own: [Vec<Inst>; 2],
    behind: [Vec<Inst>; 2],
) -> [EncodedFunction; 2] {
    let shared = |key| op(VOID, key, &[a(1)]);
    [0, 1].map(|side| {
        let [first, second, last] = [[shared(60)], [shared(61)], [ret(&[])]];
        let parts = [&before[side][..], &first, &own[side], &second, &behind[side], &last];
        function(&[PTR, I32], VOID, vec![parts.concat()])
    })
}

/// Their plan, proved and run. Gaps and selects cost the alignment nothing.
fn proved(functions: &[EncodedFunction; 2]) -> MergePlan {
    let [left, right] = functions;
    let (tables, sides) = (generate::tables(), Sides(&[left, right]));
    let params = AlignParams { gap: 0, select: 0, ..AlignParams::default() };
    let alignment = align(left, right, &params);
    let plan = build(sides, &alignment, &tables, PlanOptions::default());
    let plan = plan.expect("they share two instructions");
    assert_eq!(replay::replay(&plan, sides, &tables), Ok(()));
    assert_eq!(interpret::same_behaviour_on_all(&plan, sides, FUEL), Ok(()));
    plan
}

/// How many rematerialized slots, φs of the plan's own, and selects there are.
fn made(plan: &MergePlan) -> [usize; 3] {
    let count =
        |is: &dyn Fn(&SlotKind) -> bool| plan.slots.values().filter(|s| is(&s.kind)).count();
    [
        count(&|kind| matches!(kind, SlotKind::Rematerialized(_))),
        count(&|kind| *kind == SlotKind::Phi(None)),
        count(&|kind| *kind == SlotKind::Select),
    ]
}

/// Otherwise a φ carries the address to its use. In a loop that is short of registers, the address of each field that one
/// side sets would then be read from the stack.
#[test]
fn an_address_is_computed_again_in_place_of_a_phi() {
    let address = rematerializable(PTR, 7, &[a(0), c(3)]);
    let functions = |address: Inst| {
        with_a_stretch_between(
            [vec![address], vec![]],
            [vec![], vec![op(VOID, 40, &[a(1)])]],
            [vec![op(VOID, 41, &[i(0)])], vec![]],
        )
    };
    assert_eq!(made(&proved(&functions(address.clone()))), [1, 0, 0]);
    let fixed = Inst { rematerializable: false, ..address };
    assert_eq!(made(&proved(&functions(fixed))), [0, 1, 0]);
}

/// Both sides have the address, each at its own distance. Code of one side alone needs no select for it.
#[test]
fn an_address_that_a_side_has_at_its_own_distance_is_not_chosen_where_it_is_alone() {
    let address = |distance| vec![rematerializable(PTR, 7, &[a(0), c(distance)])];
    let own = |key| vec![op(VOID, key, &[i(0)])];
    let functions =
        with_a_stretch_between([address(3), address(4)], [own(40), own(41)], [vec![], vec![]]);
    let plan = proved(&functions);
    let again = plan.slots.values().filter(|slot| matches!(slot.kind, SlotKind::Rematerialized(_)));
    let distances: Vec<_> = again.map(|slot| slot.operands[1]).collect();
    assert_eq!(distances, [3, 4].map(|n| PlanValue::Const(ConstId::new(n))));
}

/// Each side computes the address in code of its own; then shared code uses it.
#[test]
fn an_address_that_both_sides_have_computed_apart_is_computed_again_for_both() {
    let address = || rematerializable(PTR, 7, &[a(0), c(3)]);
    let functions = with_a_stretch_between(
        [vec![address()], vec![]],
        [vec![], vec![op(VOID, 41, &[a(1)]), address()]],
        [vec![op(VOID, 42, &[i(0)])], vec![op(VOID, 42, &[i(2)])]],
    );
    let plan = proved(&functions);
    assert_eq!(made(&plan), [1, 0, 0]);
}

/// The base of the address reaches the use only by a φ.
#[test]
fn an_address_whose_base_is_not_at_hand_is_not_computed_again() {
    let base = op(PTR, 43, &[a(0)]);
    let functions = with_a_stretch_between(
        [vec![base, rematerializable(PTR, 7, &[i(0), c(3)])], vec![]],
        [vec![], vec![op(VOID, 40, &[a(1)])]],
        [vec![op(VOID, 41, &[i(1)])], vec![]],
    );
    assert_eq!(made(&proved(&functions)), [0, 1, 0]);
}
