//! Tests of the alignment: naive oracles, structure, and the cases that pairing must get right.
//!
//! Functions are written as [`Spec`]s: blocks of (key, cost, constant) and the indices of successors.

use std::collections::BTreeMap;

use cranelift_entity::{EntityRef, PrimaryMap};
use proptest::prelude::*;

use super::candidates::KeyIndex;
use super::sequence::{Match, Scoring, best_matches, score};
use super::settle::Sequences;
use super::view::{Outline, View};
use super::weight::{shared_edges, terminators_merge};
use super::{
    AlignParams, Alignment, AlignmentError, Method, Pair, Step, TimePrices, align, blocks, settle,
};
use crate::ir::{
    Block, BlockId, ConstId, EncodedFunction, Inst, InstId, InstKind, Operand, OperandMode, TypeId,
    Value,
};
use crate::key::MergeKey;
use crate::speed::Runs;
use crate::testing::{build, generate};

mod time;

/// Key, cost, and the constant that is the one operand.
type InstSpec = (u32, u32, u32);

/// A block: its instructions and its successors; without successors it ends in a `ret`.
#[derive(Clone, Debug)]
struct BlockSpec {
    insts: Vec<InstSpec>,
    successors: Vec<usize>,
}

type Spec = Vec<BlockSpec>;

fn block(insts: &[InstSpec], successors: &[usize]) -> BlockSpec {
    BlockSpec { insts: insts.to_vec(), successors: successors.to_vec() }
}

fn selectable(value: Value) -> Operand {
    Operand { value, mode: OperandMode::Selectable }
}

fn normal(block: BlockId, (key, cost, constant): InstSpec) -> Inst {
    let operand = selectable(Value::Const(ConstId::from_u32(constant)));
    let key = MergeKey(key);
    let ty = TypeId::from_u32(0);
    Inst {
        bytes: 0,
        call: None,
        commutes: false,
        kind: InstKind::Normal,
        ty,
        key,
        code: 0,
        cost,
        block,
        operands: [operand].into_iter().collect(),
    }
}

fn terminator(block: BlockId, successors: &[usize]) -> Inst {
    let kind = if successors.is_empty() { InstKind::Ret } else { InstKind::Terminator };
    let key = MergeKey(1000 + successors.len() as u32);
    let target = |&s: &usize| selectable(Value::Block(BlockId::from_u32(s as u32)));
    let operands = successors.iter().map(target).collect();
    Inst {
        kind,
        ty: TypeId::from_u32(0),
        key,
        code: 0,
        cost: 1,
        bytes: 0,
        call: None,
        commutes: false,
        block,
        operands,
    }
}

fn function(spec: &[BlockSpec]) -> EncodedFunction {
    let mut insts = PrimaryMap::new();
    let mut blocks: PrimaryMap<BlockId, Block> = PrimaryMap::new();
    for b in spec {
        let id = blocks.next_key();
        let body: Vec<Inst> = b.insts.iter().map(|&i| normal(id, i)).collect();
        let all = body.into_iter().chain([terminator(id, &b.successors)]);
        blocks.push(Block { insts: all.map(|i| insts.push(i)).collect(), ..Block::default() });
    }
    EncodedFunction { blocks, insts, ..EncodedFunction::empty("f", TypeId::from_u32(0)) }
}

/// `count` different instructions of cost 1, the first with key `from`.
fn body(from: u32, count: u32) -> Vec<InstSpec> {
    (from..from + count).map(|key| (key, 1, 0)).collect()
}

fn aligned(left: &EncodedFunction, right: &EncodedFunction) -> Alignment {
    let alignment = align(left, right, &AlignParams::default());
    assert_eq!(alignment.validate(left, right), Ok(()));
    alignment
}

fn pairs(alignment: &Alignment) -> Vec<(u32, u32)> {
    alignment.pairs.iter().map(|p| (p.left.as_u32(), p.right.as_u32())).collect()
}

fn insts_strategy(longest: usize) -> impl Strategy<Value = Vec<InstSpec>> {
    prop::collection::vec((0u32..4, 0u32..4, 0u32..3), 0..=longest)
}

/// Functions whose blocks are all reachable: each but the entry gets an edge from an earlier one.
fn spec_strategy(most_blocks: usize) -> impl Strategy<Value = Spec> {
    let block =
        (insts_strategy(5), any::<prop::sample::Index>(), any::<Option<prop::sample::Index>>());
    prop::collection::vec(block, 1..=most_blocks).prop_map(|parts| {
        let count = parts.len();
        let mut spec: Spec = parts.iter().map(|p| block_of(&p.0)).collect();
        for (b, (_, parent, extra)) in parts.iter().enumerate().skip(1) {
            spec[parent.index(b)].successors.push(b);
            let target = extra.map(|e| 1 + e.index(count - 1));
            spec[b].successors.extend(target);
        }
        spec
    })
}

fn block_of(insts: &[InstSpec]) -> BlockSpec {
    block(insts, &[])
}

/// Two functions of which the second is often a changed copy of the first.
fn two_specs(most_blocks: usize) -> impl Strategy<Value = (Spec, Spec)> {
    let change = (any::<prop::sample::Index>(), insts_strategy(5));
    let twin = (spec_strategy(most_blocks), prop::collection::vec(change, 0..3));
    let twins = twin.prop_map(|(spec, changes)| {
        let mut other = spec.clone();
        for (at, insts) in changes {
            let at = at.index(other.len());
            other[at].insts = insts;
        }
        (spec, other)
    });
    prop_oneof![twins, (spec_strategy(most_blocks), spec_strategy(most_blocks))]
}

/// The greatest score of any set of matches, by trying all of them.
fn best_score_naively(lens: Match, scoring: &impl Scoring, gap: i64) -> i64 {
    fn extend(lens: Match, scoring: &impl Scoring, gap: i64, chosen: &mut Vec<Match>) -> i64 {
        let mut best = score(lens, chosen, scoring, gap);
        let from = chosen.last().map_or((0, 0), |&(i, j)| (i + 1, j + 1));
        for i in from.0..lens.0 {
            for j in from.1..lens.1 {
                if scoring.weight(i, j).is_some() {
                    chosen.push((i, j));
                    best = best.max(extend(lens, scoring, gap, chosen));
                    chosen.pop();
                }
            }
        }
        best
    }
    extend(lens, scoring, gap, &mut Vec::new())
}

/// With cheap selects.
const CHEAP: AlignParams = AlignParams {
    method: Method::Blocks,
    unit: 4,
    gap: 14,
    select: 8,
    time: TimePrices::NONE,
    cells: 1 << 20,
    candidates: 6,
};

/// The sequences of the only blocks of two functions.
fn sequences<'a>(
    left: &'a EncodedFunction,
    right: &'a EncodedFunction,
    guards: i64,
) -> Sequences<'a> {
    Sequences::new(Pair { left, right }, (left.entry(), right.entry()), &CHEAP, Some(guards))
}

fn is_ascending(lens: Match, matches: &[Match]) -> bool {
    let steps = matches.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1);
    steps && matches.last().is_none_or(|&(i, j)| i < lens.0 && j < lens.1)
}

proptest! {
    #[test]
    fn alignment_in_a_pair_has_the_best_score(
        (l, r) in (insts_strategy(6), insts_strategy(6)),
        gap in 0i64..12,
        guards in 0i64..12,
    ) {
        let (left, right) = (function(&[block(&l, &[])]), function(&[block(&r, &[])]));
        let sequences = sequences(&left, &right, guards);
        let lens = sequences.lens();
        let matches = best_matches(lens, &sequences, gap, 1 << 20);
        prop_assert!(is_ascending(lens, &matches));
        prop_assert!(matches.iter().all(|&(i, j)| sequences.weight(i, j).is_some()));
        let best = best_score_naively(lens, &sequences, gap);
        prop_assert_eq!(score(lens, &matches, &sequences, gap), best);
    }

    #[test]
    fn a_band_keeps_the_structure_and_never_beats_the_best(
        (l, r) in (insts_strategy(60), insts_strategy(60)),
        cells in 0usize..2000,
    ) {
        let (left, right) = (function(&[block(&l, &[])]), function(&[block(&r, &[])]));
        let sequences = sequences(&left, &right, 0);
        let lens = sequences.lens();
        let matches = best_matches(lens, &sequences, 8, cells);
        prop_assert!(is_ascending(lens, &matches));
        prop_assert!(matches.iter().all(|&(i, j)| sequences.weight(i, j).is_some()));
        let best = best_matches(lens, &sequences, 8, usize::MAX);
        let (banded, best) = (score(lens, &matches, &sequences, 8), score(lens, &best, &sequences, 8));
        prop_assert!(banded <= best);
        prop_assert!(cells < lens.0 * lens.1 || banded == best);
    }

    #[test]
    fn alignments_are_valid_and_repeatable((l, r) in two_specs(9), gap in 0u32..20, candidates in 0usize..5) {
        let (left, right) = (function(&l), function(&r));
        let params = AlignParams { gap, candidates, ..AlignParams::default() };
        let alignment = align(&left, &right, &params);
        prop_assert_eq!(alignment.validate(&left, &right), Ok(()));
        prop_assert_eq!(&alignment, &align(&left.clone(), &right.clone(), &params));
        prop_assert!((0.0..=1.0).contains(&alignment.ratio(&left, &right)));
    }

    #[test]
    fn alignments_of_functions_that_throw_are_valid((left, right) in generate::twins()) {
        let alignment = aligned(&left, &right);
        prop_assert_eq!(alignment.validate(&left, &right), Ok(()));
    }

    #[test]
    fn alignments_of_the_papers_are_valid((left, right) in prop_oneof![
        generate::twins(),
        two_specs(9).prop_map(|(l, r)| (function(&l), function(&r))),
    ]) {
        for method in [Method::Linear, Method::Whole] {
            let params = AlignParams { method, ..AlignParams::default() };
            let alignment = align(&left, &right, &params);
            prop_assert_eq!(alignment.validate(&left, &right), Ok(()));
            prop_assert_eq!(align(&left, &right, &params), alignment);
        }
    }

    /// Which the other methods give up where it does not pay.
    #[test]
    fn whole_functions_have_the_most_matches_in_order(spec in spec_strategy(9), other in insts_strategy(5)) {
        let whole = AlignParams { method: Method::Whole, ..AlignParams::default() };
        let left = function(&spec);
        prop_assert_eq!(align(&left, &left, &whole).matched(), left.alignable_size());
        let mut changed = spec;
        changed[0].insts = other;
        let right = function(&changed);
        let rest = right.alignable_size() - right.alignable(right.entry()).count();
        prop_assert!(align(&left, &right, &whole).matched() > rest);
    }

    #[test]
    fn identical_functions_align_completely(spec in spec_strategy(12)) {
        let func = function(&spec);
        let alignment = aligned(&func, &func);
        prop_assert_eq!(alignment.ratio(&func, &func), 1.0);
        prop_assert!(alignment.pairs.iter().all(|p| p.left == p.right));
    }

    #[test]
    fn every_pair_pays((l, r) in two_specs(9), gap in 0u32..20) {
        let (left, right) = (function(&l), function(&r));
        let funcs = Pair { left: &left, right: &right };
        let params = AlignParams { gap, ..AlignParams::default() };
        let alignment = align(&left, &right, &params);
        let whole = total(funcs, &params, &alignment);
        prop_assert!(whole >= total(funcs, &params, &Alignment::default()));
        for dropped in 0..alignment.pairs.len() {
            let mut fewer = alignment.clone();
            fewer.pairs.remove(dropped);
            prop_assert!(total(funcs, &params, &fewer) < whole);
        }
    }

    #[test]
    fn comparisons_are_bounded((l, r) in two_specs(12), candidates in 0usize..4) {
        let (left, right) = (function(&l), function(&r));
        let params = AlignParams { candidates, ..AlignParams::default() };
        let pairing = paired(&left, &right, &params);
        prop_assert!(pairing.comparisons <= most_comparisons(&left, &params));
    }
}

/// What an alignment saves, counted from its definition: matches, less stretches and guarded edges.
fn total(funcs: Pair<'_>, params: &AlignParams, alignment: &Alignment) -> i64 {
    let gap = i64::from(params.gap);
    let partner: BTreeMap<_, _> = alignment.pairs.iter().map(|p| (p.left, p.right)).collect();
    let entry_guard = if partner.contains_key(&funcs.left.entry()) { 0 } else { gap };
    let pairs = alignment.pairs.iter().map(|pair| {
        let sequences = Sequences::new(funcs, (pair.left, pair.right), params, Some(0));
        let score = score(sequences.lens(), &matches_of(&pair.steps), &sequences, gap);
        let edges = shared_edges(funcs, pair.left, pair.right);
        let guarded = edges.iter().filter(|(l, r)| partner.get(l) != Some(r)).count() as i64;
        let shares_edges = matches!(pair.steps.last(), Some(Step::Match(..)));
        score - if shares_edges { gap * guarded } else { 0 }
    });
    pairs.sum::<i64>() - entry_guard
}

fn matches_of(steps: &[Step]) -> Vec<Match> {
    let mut next = (0, 0);
    let mut matches = Vec::new();
    for step in steps {
        if let Step::Match(..) = step {
            matches.push(next);
        }
        next.0 += usize::from(step.left().is_some());
        next.1 += usize::from(step.right().is_some());
    }
    matches
}

fn most_comparisons(left: &EncodedFunction, params: &AlignParams) -> usize {
    let edges: usize = left.blocks.keys().map(|b| left.successors(b).count()).sum();
    blocks::ROUNDS * params.candidates * left.blocks.len() + 2 * edges + 1
}

#[test]
fn a_stretch_costs_one_gap_however_long() {
    let left = function(&[block(&[body(0, 3), body(10, 1), body(20, 3)].concat(), &[])]);
    let right = function(&[block(&[body(0, 3), body(30, 5), body(20, 3)].concat(), &[])]);
    let alignment = aligned(&left, &right);
    let shape: String = alignment.pairs[0].steps.iter().map(letter).collect();
    assert_eq!(shape, "MMMLRRRRRMMMM");
    assert_eq!(alignment.matched(), 7);
    assert_eq!(alignment.ratio(&left, &right), 14.0 / 20.0);
}

fn letter(step: &Step) -> char {
    match step {
        Step::Match(..) => 'M',
        Step::Left(_) => 'L',
        Step::Right(_) => 'R',
    }
}

/// HyFM compares blocks of one length alone, and each instruction with that at the same place.
#[test]
fn linear_alignment_goes_in_step() {
    let linear = AlignParams { method: Method::Linear, ..AlignParams::default() };
    let matched = |left: &[InstSpec], right: &[InstSpec]| {
        let [left, right] = [left, right].map(|insts| function(&[block(insts, &[])]));
        align(&left, &right, &linear).matched()
    };
    let one = body(1, 9);
    assert_eq!(matched(&one, &one), 10);
    let shifted = [body(50, 1), body(1, 8)].concat();
    assert_eq!(matched(&one, &shifted), 0, "what is shifted is not found");
    let changed = [body(1, 4), body(50, 1), body(6, 4)].concat();
    assert_eq!(matched(&one, &changed), 9);
    assert_eq!(matched(&one, &body(1, 8)), 0, "blocks of other lengths are no pair");
}

#[test]
fn whole_functions_match_across_what_is_shifted() {
    let whole = AlignParams { method: Method::Whole, ..AlignParams::default() };
    let shifted = [body(50, 1), body(1, 8)].concat();
    let [left, right] = [body(1, 9), shifted].map(|insts| function(&[block(&insts, &[])]));
    assert_eq!(align(&left, &right, &whole).matched(), 9);
}

#[test]
fn a_match_between_two_stretches_must_pay_for_the_second() {
    let shape = |cost| {
        let around =
            |a: u32, b: u32| vec![(0, 9, 0), (a, 1, 0), (5, cost, 0), (b, 1, 0), (1, 9, 0)];
        let left = function(&[block(&around(10, 11), &[])]);
        let right = function(&[block(&around(12, 13), &[])]);
        aligned(&left, &right).pairs[0].steps.iter().map(letter).collect::<String>()
    };
    assert_eq!(shape(1), "MLLLRRRMM");
    assert_eq!(shape(4), "MLRMLRMM");
}

#[test]
fn differing_constants_are_matched_where_a_select_is_cheaper_than_a_guard() {
    let with = |constant| function(&[block(&[(0, 1, 7), (1, 1, constant), (2, 1, 7)], &[])]);
    assert_eq!(aligned(&with(1), &with(2)).matched(), 4);
    let alone = |constant| function(&[block(&[(1, 1, constant)], &[])]);
    assert_eq!(aligned(&alone(1), &alone(2)).matched(), 2);
    let dear = AlignParams { select: 100, ..AlignParams::default() };
    assert_eq!(align(&with(1), &with(2), &dear).matched(), 3);
}

#[test]
fn instructions_that_never_merge_are_left_alone() {
    let func = function(&[block(&[(0, 4, 0), (u32::MAX, 4, 0), (1, 4, 0)], &[])]);
    assert_eq!(aligned(&func, &func).matched(), 3);
}

#[test]
fn functions_with_nothing_in_common_have_no_pairs() {
    let left = function(&[block(&body(0, 4), &[1]), block(&body(4, 4), &[])]);
    let right = function(&[
        block(&body(10, 4), &[1, 2]),
        block(&body(14, 4), &[0]),
        block(&body(18, 4), &[0]),
    ]);
    assert_eq!(aligned(&left, &right).pairs, []);
    assert_eq!(aligned(&left, &right).ratio(&left, &right), 0.0);
}

#[test]
fn blocks_that_look_alike_go_with_the_edges_not_with_the_layout() {
    let arms = |first: usize, second: usize| {
        let switch = block(&body(0, 2), &[first, second, 3]);
        function(&[switch, block(&body(5, 3), &[first]), block(&body(5, 3), &[3]), block(&[], &[])])
    };
    assert_eq!(pairs(&aligned(&arms(1, 2), &arms(2, 1))), [(0, 0), (1, 2), (2, 1), (3, 3)]);
}

#[test]
fn a_block_more_on_one_side_does_not_derail_the_rest() {
    let chain = |keys: &[u32]| {
        let last = keys.len();
        let mut spec: Spec = (0..last).map(|k| block(&body(keys[k], 5), &[k + 1])).collect();
        spec.push(block(&[], &[]));
        function(&spec)
    };
    let alignment = aligned(&chain(&[0, 10, 20, 30, 40]), &chain(&[0, 10, 90, 20, 30, 40]));
    assert_eq!(pairs(&alignment), [(0, 0), (1, 1), (2, 3), (3, 4), (4, 5), (5, 6)]);
}

#[test]
fn a_lone_branch_is_paired_between_pairs_and_not_elsewhere() {
    let around = |key| {
        function(&[block(&body(0, 5), &[1]), block(&body(key, 1), &[2]), block(&body(5, 5), &[])])
    };
    assert_eq!(pairs(&aligned(&around(20), &around(30))), [(0, 0), (1, 1), (2, 2)]);
    let ways = |key, ways: &[usize]| {
        let ends = block(&body(key + 5, 5), &[]);
        function(&[block(&body(key, 5), ways), block(&[], &[2]), ends.clone(), ends])
    };
    assert_eq!(pairs(&aligned(&ways(20, &[1, 2, 3]), &ways(40, &[1, 3]))), []);
}

#[test]
fn an_edge_from_a_pair_to_itself_does_not_pay_for_it() {
    let spin = |key, ways: &[usize]| {
        function(&[block(&[], ways), block(&body(key, 2), &[1, 2]), block(&body(0, 9), &[])])
    };
    assert_eq!(pairs(&aligned(&spin(20, &[1]), &spin(40, &[1, 2, 2]))), [(2, 2)]);
}

#[test]
fn terminators_part_when_the_pairs_that_they_lead_to_are_dropped() {
    let around = |own: u32, shared| vec![(own, 1, 0), (shared, 1, 0), (own + 1, 1, 0)];
    let with = |own, ways: &[usize]| {
        let arms = [block(&around(own, 5), ways), block(&around(own + 2, 6), ways)];
        let [first, second] = arms;
        function(&[block(&body(0, 5), &[1, 2]), first, second, block(&[], &[]), block(&[], &[])])
    };
    let alignment = aligned(&with(20, &[3]), &with(30, &[3, 4]));
    let shape: String = alignment.pairs[0].steps.iter().map(letter).collect();
    assert_eq!(shape, "MMMMMLR");
    assert!(!pairs(&alignment).contains(&(1, 1)) && !pairs(&alignment).contains(&(2, 2)));
}

/// An entry of `ways` edges that matches no other number of edges, and these blocks.
fn fan(ways: usize, bodies: &[Vec<InstSpec>]) -> EncodedFunction {
    let targets: Vec<usize> = (0..ways).map(|w| 1 + w % bodies.len()).collect();
    let arms = bodies.iter().map(|insts| block(insts, &[]));
    function(&[block(&[], &targets)].into_iter().chain(arms).collect::<Spec>())
}

#[test]
fn the_rarest_keys_find_the_candidates() {
    let bodies: Vec<Vec<InstSpec>> = (0..40).map(|k| vec![(0, 1, 0), (100 + k, 3, 0)]).collect();
    let reversed: Vec<Vec<InstSpec>> = bodies.iter().rev().cloned().collect();
    let (left, right) = (fan(40, &bodies), fan(41, &reversed));
    let params = AlignParams { candidates: 1, ..AlignParams::default() };
    let alignment = align(&left, &right, &params);
    let expected: Vec<(u32, u32)> = (1..=40).map(|k| (k, 41 - k)).collect();
    assert_eq!(pairs(&alignment), expected);
}

#[test]
fn equal_constants_decide_between_blocks_of_equal_keys() {
    let storing = |constant: u32| vec![(1, 1, constant), (2, 1, constant), (3, 2, 0)];
    let bodies = |constants: [u32; 3]| constants.map(storing).to_vec();
    let (left, right) = (fan(3, &bodies([1, 2, 3])), fan(4, &bodies([3, 1, 2])));
    assert_eq!(pairs(&aligned(&left, &right)), [(1, 2), (2, 3), (3, 1)]);
}

#[test]
fn predecessors_of_a_pair_go_together() {
    let arms = |ways: &[usize], first: usize, second: usize| {
        let same = |next| block(&body(0, 3), &[next]);
        let ends = [block(&body(10, 6), &[]), block(&body(20, 6), &[])];
        let [ten, twenty] = ends;
        function(&[block(&[], ways), same(first), same(second), ten, twenty])
    };
    let alignment = aligned(&arms(&[1, 2], 3, 4), &arms(&[1, 2, 2], 4, 3));
    assert_eq!(pairs(&alignment), [(1, 2), (2, 1), (3, 3), (4, 4)]);
}

#[test]
fn among_equals_the_same_place_decides() {
    let left = fan(4, &[body(0, 3), body(20, 3), body(30, 3), body(0, 3)]);
    let right = fan(5, &[body(40, 3), body(50, 3), body(60, 3), body(0, 3)]);
    assert!(pairs(&aligned(&left, &right)).contains(&(4, 4)));
}

#[test]
fn a_block_that_lost_its_first_choice_gets_a_second() {
    let left = fan(4, &[body(20, 3), body(30, 3), body(0, 3), body(0, 3)]);
    let right = fan(5, &[body(0, 3), body(40, 3), body(50, 3), body(0, 3)]);
    let params = AlignParams { candidates: 1, ..AlignParams::default() };
    let alignment = align(&left, &right, &params);
    assert_eq!(pairs(&alignment), [(3, 1), (4, 4)]);
}

#[test]
fn candidates_come_from_near_to_far() {
    let func = fan(9, &vec![body(0, 1); 9]);
    let outline = Outline::of(&func, 4);
    let view = View::new(&func, &outline);
    let index = KeyIndex::new(&view);
    let found = index.candidates([MergeKey(0)].into_iter(), 5, 4);
    let places: Vec<usize> = found.iter().map(|&b| view.position(b)).collect();
    assert_eq!(places, [5, 4, 6, 3]);
}

#[test]
fn the_entry_goes_with_the_entry_or_alone() {
    let left = function(&[block(&body(0, 9), &[1]), block(&body(20, 2), &[])]);
    let right = function(&[block(&body(30, 2), &[1]), block(&body(0, 9), &[])]);
    let alignment = aligned(&left, &right);
    assert!(alignment.pairs.iter().all(|p| (p.left == left.entry()) == (p.right == right.entry())));
}

#[test]
fn a_band_finds_what_is_shifted_by_less_than_its_width() {
    let code: Vec<InstSpec> = (0..3000).map(|k| (k * 7919 % 1000, 1, 0)).collect();
    let left = function(&[block(&[body(5000, 1), code.clone(), body(6000, 1)].concat(), &[])]);
    let right = function(&[block(&[body(5001, 40), code, body(6001, 2)].concat(), &[])]);
    assert_eq!(aligned(&left, &right).matched(), 3001);
}

/// An interpreter's loop: a switch over `arms` blocks that all lead back; every tenth looks like no other.
fn interpreter(arms: usize, shift: usize) -> EncodedFunction {
    let mut spec: Spec = vec![block(&body(0, 3), &[1])];
    spec.push(block(&body(3, 2), &(2..arms + 2).collect::<Vec<_>>()));
    for arm in 0..arms {
        let kind = (arm + shift) as u32;
        let key = if kind.is_multiple_of(10) { 100 + kind } else { 10 + kind % 7 };
        spec.push(block(&body(key, 1 + kind % 5), &[1]));
    }
    function(&spec)
}

#[test]
fn thousands_of_blocks_take_few_comparisons() {
    // Blocks of one cheap instruction: with dearer gaps, most pairs would not be kept.
    let params = AlignParams { gap: 8, select: 8, ..AlignParams::default() };
    for (left, right) in [
        (interpreter(3000, 0), interpreter(3000, 0)),
        (interpreter(3000, 0), interpreter(2900, 3)),
        (
            function(&vec![block(&[(1, 1, 0)], &[]); 3000]),
            function(&vec![block(&[(1, 1, 0)], &[]); 2999]),
        ),
    ] {
        let pairing = paired(&left, &right, &params);
        assert!(pairing.comparisons <= most_comparisons(&left, &params));
        assert!(pairing.comparisons < left.blocks.len() * right.blocks.len() / 20);
        let alignment =
            settle::settle(Pair { left: &left, right: &right }, &params, &pairing.pairs);
        assert_eq!(alignment.validate(&left, &right), Ok(()));
        assert!(alignment.ratio(&left, &right) > 0.7, "{}", alignment.ratio(&left, &right));
    }
}

/// A valid alignment of two blocks, two of them alike, to be damaged.
fn sound() -> (EncodedFunction, Alignment) {
    let func = function(&[block(&body(0, 2), &[1]), block(&body(5, 2), &[])]);
    let alignment = aligned(&func, &func);
    (func, alignment)
}

/// An invoke of key `key`, what follows it, and its landing pad with this clause.
fn throws(key: u32, clause: usize) -> EncodedFunction {
    let mut invoke = build::invoke(&[build::c(3), build::b(1), build::b(2)]);
    (invoke.key.0, invoke.cost) = (key, 3);
    let mut pad = build::landing_pad(build::c(9 + clause));
    pad.key.0 += clause as u32;
    let work = |key| build::op(build::VOID, key, &[build::c(6)]);
    let after = vec![work(9), build::ret(&[])];
    let handler = vec![pad, work(10), work(9), build::ret(&[])];
    build::function(&[], build::VOID, vec![vec![invoke], after, handler])
}

#[test]
fn invokes_are_matched_with_the_landing_pads_that_they_lead_to() {
    let pairs = |left: &EncodedFunction, right: &EncodedFunction| {
        let alignment = aligned(left, right);
        assert_eq!(alignment.validate(left, right), Ok(()));
        alignment.pairs.iter().map(|p| (p.left.as_u32(), p.right.as_u32())).collect::<Vec<_>>()
    };
    let one = throws(102, 0);
    assert_eq!(pairs(&one, &one), [(0, 0), (1, 1), (2, 2)]);
    let other_clause = pairs(&one, &throws(102, 1));
    assert!(!other_clause.contains(&(0, 0)) && !other_clause.contains(&(2, 2)), "{other_clause:?}");
    let other_invoke = pairs(&one, &throws(103, 0));
    assert!(!other_invoke.contains(&(0, 0)) && other_invoke.contains(&(2, 2)), "{other_invoke:?}");
}

#[test]
fn the_checker_sees_a_landing_pad_that_is_not_matched() {
    let one = throws(102, 0);
    let mut alignment = aligned(&one, &one);
    let Step::Match(l, r) = alignment.pairs[2].steps[0] else { panic!("the pads are matched") };
    alignment.pairs[2].steps.splice(..1, [Step::Left(l), Step::Right(r)]);
    let pad = BlockId::from_u32(2);
    assert_eq!(alignment.validate(&one, &one), Err(AlignmentError::LandingPad(pad, pad)));
}

#[test]
fn the_checker_sees_broken_pairs() {
    let (func, sound) = sound();
    let check = |damage: fn(&mut Alignment)| {
        let mut damaged = sound.clone();
        damage(&mut damaged);
        damaged.validate(&func, &func).unwrap_err()
    };
    let (b0, b1, b9) = (BlockId::from_u32(0), BlockId::from_u32(1), BlockId::from_u32(9));
    assert_eq!(check(|a| a.pairs.reverse()), AlignmentError::Order(b0));
    assert_eq!(
        check(|a| a.pairs[1].right = BlockId::from_u32(9)),
        AlignmentError::NoSuchBlock(b1, b9)
    );
    assert_eq!(check(|a| a.pairs[1].right = BlockId::from_u32(0)), AlignmentError::Entry(b1, b0));
}

#[test]
fn the_checker_sees_a_block_that_is_paired_twice() {
    let spec = [block(&body(0, 2), &[1, 2]), block(&body(5, 2), &[]), block(&body(5, 2), &[])];
    let func = function(&spec);
    let mut alignment = aligned(&func, &func);
    let wrong = |step: &mut Step| match step {
        Step::Match(l, r) => *r = InstId::from_u32(l.as_u32() - 3),
        other => panic!("equal blocks match, and not {other:?}"),
    };
    alignment.pairs[2].steps.iter_mut().for_each(wrong);
    alignment.pairs[2].right = alignment.pairs[1].right;
    let twice = AlignmentError::PairedTwice(BlockId::from_u32(1));
    assert_eq!(alignment.validate(&func, &func), Err(twice));
}

#[test]
fn the_checker_sees_broken_steps() {
    let (func, sound) = sound();
    let check = |damage: fn(&mut Vec<Step>)| {
        let mut damaged = sound.clone();
        damage(&mut damaged.pairs[1].steps);
        damaged.validate(&func, &func).unwrap_err()
    };
    let (b1, i3, i4) = (BlockId::from_u32(1), InstId::from_u32(3), InstId::from_u32(4));
    let steps = AlignmentError::Steps(b1, b1);
    assert_eq!(check(|s| s.truncate(2)), steps);
    assert_eq!(check(|s| s.swap(0, 1)), steps);
    assert_eq!(check(|s| s.insert(0, s[0])), steps);
    let crossed = |s: &mut Vec<Step>| {
        let [i3, i4] = [3, 4].map(InstId::from_u32);
        s.splice(0..2, [Step::Right(i3), Step::Match(i3, i4), Step::Left(i4)]);
    };
    assert_eq!(check(crossed), AlignmentError::MayNotMerge(i3, i4));
    let right_first = |s: &mut Vec<Step>| {
        let i3 = InstId::from_u32(3);
        s.splice(0..1, [Step::Right(i3), Step::Left(i3)]);
    };
    assert_eq!(check(right_first), AlignmentError::StretchOrder(i3));
}

#[test]
fn terminators_with_other_keys_do_not_merge() {
    let left = function(&[block(&[], &[1]), block(&[], &[])]);
    let funcs = Pair { left: &left, right: &left };
    let [b0, b1] = [0, 1].map(BlockId::from_u32);
    assert!(terminators_merge(funcs, b0, b0));
    assert!(!terminators_merge(funcs, b0, b1));
}

fn paired(
    left: &EncodedFunction,
    right: &EncodedFunction,
    params: &AlignParams,
) -> blocks::Pairing {
    let outlines = [left, right].map(|function| Outline::of(function, params.unit));
    blocks::pair(Pair { left, right }, [&outlines[0], &outlines[1]], params)
}
