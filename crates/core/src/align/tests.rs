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
    AlignParams, Alignment, AlignmentError, Method, Pair, Row, TimePrices, align, blocks, settle,
};
use crate::ir::{
    Block, BlockId, ConstId, EncodedFunction, Inst, InstId, InstKind, Operand, OperandMode, TypeId,
    Value,
};
use crate::key::MergeKey;
use crate::sides::{BySide, Origin, SideId, Sides};
use crate::speed::Runs;
use crate::testing::build::side;
use crate::testing::{alignments, build, generate};

mod checker;
mod many;
mod pairing;
mod sequences;
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
        passed_bytes: 0,
        saved_bytes: 0,
        call: None,
        commutes: false,
        rematerializable: false,
        folded: false,
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
        passed_bytes: 0,
        saved_bytes: 0,
        call: None,
        commutes: false,
        rematerializable: false,
        folded: false,
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
    assert_eq!(alignment.validate(Sides(&[left, right])), Ok(()));
    alignment
}

/// The two blocks of a row.
fn blocks_of(row: &Row) -> (BlockId, BlockId) {
    let block = |number| row.blocks.on(side(number)).expect("the row is of two sides");
    (block(0), block(1))
}

fn pairs(alignment: &Alignment) -> Vec<(u32, u32)> {
    let pairs = alignment.rows.iter().map(blocks_of);
    pairs.map(|(left, right)| (left.as_u32(), right.as_u32())).collect()
}

fn letter(step: &Origin) -> char {
    match (step.on(side(0)), step.on(side(1))) {
        (Some(_), Some(_)) => 'M',
        (Some(_), None) => 'L',
        (None, _) => 'R',
    }
}

/// How many matches there are.
fn matched(alignment: &Alignment) -> usize {
    alignment.matches().count()
}

fn paired(
    left: &EncodedFunction,
    right: &EncodedFunction,
    params: &AlignParams,
) -> blocks::Pairing {
    let outlines = [left, right].map(|function| Outline::of(function, params.unit));
    blocks::pair(Pair { left, right }, [&outlines[0], &outlines[1]], params)
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

/// Parameters with cheap selects.
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
        prop_assert_eq!(alignment.validate(Sides(&[&left, &right])), Ok(()));
        prop_assert_eq!(&alignment, &align(&left.clone(), &right.clone(), &params));
        prop_assert!((0.0..=1.0).contains(&alignment.ratio(Sides(&[&left, &right]))));
    }

    #[test]
    fn alignments_of_functions_that_throw_are_valid((left, right) in generate::twins()) {
        let alignment = aligned(&left, &right);
        prop_assert_eq!(alignment.validate(Sides(&[&left, &right])), Ok(()));
    }

    #[test]
    fn alignments_of_the_papers_are_valid((left, right) in prop_oneof![
        generate::twins(),
        two_specs(9).prop_map(|(l, r)| (function(&l), function(&r))),
    ]) {
        for method in [Method::Linear, Method::Whole] {
            let params = AlignParams { method, ..AlignParams::default() };
            let alignment = align(&left, &right, &params);
            prop_assert_eq!(alignment.validate(Sides(&[&left, &right])), Ok(()));
            prop_assert_eq!(align(&left, &right, &params), alignment);
        }
    }

    /// The other methods give up matches that do not pay.
    #[test]
    fn whole_functions_have_the_most_matches_in_order(spec in spec_strategy(9), other in insts_strategy(5)) {
        let whole = AlignParams { method: Method::Whole, ..AlignParams::default() };
        let left = function(&spec);
        prop_assert_eq!(matched(&align(&left, &left, &whole)), left.alignable_size());
        let mut changed = spec;
        changed[0].insts = other;
        let right = function(&changed);
        let rest = right.alignable_size() - right.alignable(right.entry()).count();
        prop_assert!(matched(&align(&left, &right, &whole)) > rest);
    }

    #[test]
    fn identical_functions_align_completely(spec in spec_strategy(12)) {
        let func = function(&spec);
        let alignment = aligned(&func, &func);
        prop_assert_eq!(alignment.ratio(Sides(&[&func, &func])), 1.0);
        prop_assert!(pairs(&alignment).iter().all(|(left, right)| left == right));
    }

    #[test]
    fn every_pair_pays((l, r) in two_specs(9), gap in 0u32..20) {
        let (left, right) = (function(&l), function(&r));
        let funcs = Pair { left: &left, right: &right };
        let params = AlignParams { gap, ..AlignParams::default() };
        let alignment = align(&left, &right, &params);
        let whole = total(funcs, &params, &alignment);
        prop_assert!(whole >= total(funcs, &params, &Alignment::default()));
        for dropped in 0..alignment.rows.len() {
            let mut fewer = alignment.clone();
            fewer.rows.remove(dropped);
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
    let partner: BTreeMap<_, _> = alignment.rows.iter().map(blocks_of).collect();
    let entry_guard = if partner.contains_key(&funcs.left.entry()) { 0 } else { gap };
    let pairs = alignment.rows.iter().map(|row| {
        let (left, right) = blocks_of(row);
        let sequences = Sequences::new(funcs, (left, right), params, Some(0));
        let score = score(sequences.lens(), &matches_of(&row.steps), &sequences, gap);
        let edges = shared_edges(funcs, left, right);
        let guarded = edges.iter().filter(|(l, r)| partner.get(l) != Some(r)).count() as i64;
        let shares_edges = row.steps.last().is_some_and(Origin::is_shared);
        score - if shares_edges { gap * guarded } else { 0 }
    });
    pairs.sum::<i64>() - entry_guard
}

fn matches_of(steps: &[Origin]) -> Vec<Match> {
    let mut next = (0, 0);
    let mut matches = Vec::new();
    for step in steps {
        if step.is_shared() {
            matches.push(next);
        }
        next.0 += usize::from(step.on(side(0)).is_some());
        next.1 += usize::from(step.on(side(1)).is_some());
    }
    matches
}

fn most_comparisons(left: &EncodedFunction, params: &AlignParams) -> usize {
    let edges: usize = left.blocks.keys().map(|b| left.successors(b).count()).sum();
    blocks::ROUNDS * params.candidates * left.blocks.len() + 2 * edges + 1
}
