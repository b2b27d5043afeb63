//! Partition refinement, beside an oracle that splits pairs until nothing changes.

use cranelift_entity::{EntityRef, PrimaryMap};
use proptest::prelude::*;

use super::classes;
use crate::canon::samples::calling;
use crate::canon::{CanonicalFunction, Classes, ConstantUse};
use crate::ir::FuncId;

/// Constants below this number are functions of the same number.
const REFERENCES: u32 = 100;

fn target(constant: &ConstantUse) -> Option<FuncId> {
    let number = constant.value.as_u32();
    (number < REFERENCES).then(|| FuncId::from_u32(number))
}

fn classes_of(functions: Vec<CanonicalFunction>) -> Vec<Vec<usize>> {
    let functions: PrimaryMap<FuncId, _> = functions.into_iter().collect();
    let Classes { classes } = classes(&functions, |_| (), target);
    classes.iter().map(|c| c.iter().map(|f| f.index()).collect()).collect()
}

#[test]
fn functions_with_equal_code_and_constants_are_equal() {
    let functions = vec![calling(1, &[500]), calling(2, &[500]), calling(1, &[500])];
    assert_eq!(classes_of(functions), [vec![0, 2]]);
}

#[test]
fn one_constant_tells_functions_apart() {
    assert!(classes_of(vec![calling(1, &[500]), calling(1, &[501])]).is_empty());
}

#[test]
fn functions_that_call_themselves_are_equal() {
    assert_eq!(classes_of(vec![calling(1, &[0]), calling(1, &[1])]), [vec![0, 1]]);
}

#[test]
fn two_cycles_of_mutual_recursion_are_equal_pair_by_pair() {
    let functions = vec![calling(1, &[1]), calling(2, &[0]), calling(1, &[3]), calling(2, &[2])];
    assert_eq!(classes_of(functions), [vec![0, 2], vec![1, 3]]);
}

#[test]
fn a_difference_at_the_end_of_a_chain_of_calls_reaches_its_start() {
    let functions = vec![
        calling(1, &[1]),
        calling(1, &[2]),
        calling(2, &[500]),
        calling(1, &[4]),
        calling(1, &[5]),
        calling(2, &[501]),
    ];
    assert!(classes_of(functions).is_empty());
}

#[test]
fn long_chains_of_calls_that_differ_at_their_ends_take_no_longer_than_short_ones() {
    const LENGTH: usize = 30_000;
    let chain = |start: usize, end: u32| {
        let calls = (1..LENGTH).map(move |n| (start + n) as u32);
        calls.map(|next| calling(1, &[next])).chain([calling(2, &[end])])
    };
    let other = 4 * LENGTH as u32;
    let all: PrimaryMap<FuncId, _> = chain(0, other).chain(chain(LENGTH, other + 1)).collect();
    let target = |constant: &ConstantUse| {
        let number = constant.value.as_u32();
        (number < other).then(|| FuncId::from_u32(number))
    };
    assert!(classes(&all, |_| (), target).classes.is_empty());
}

/// Assumes all pairs of equal code equal, and refutes pairs one after the other.
fn oracle(functions: &[CanonicalFunction]) -> Vec<Vec<usize>> {
    let count = functions.len();
    let mut equal: Vec<Vec<bool>> = (0..count)
        .map(|a| (0..count).map(|b| functions[a].code == functions[b].code).collect())
        .collect();
    let agree = |equal: &Vec<Vec<bool>>, a: usize, b: usize| {
        functions[a].constants.iter().zip(&functions[b].constants).all(|(x, y)| {
            match (target(x), target(y)) {
                (Some(f), Some(g)) => equal[f.index()][g.index()],
                _ => x.value == y.value,
            }
        })
    };
    while let Some((a, b)) = (0..count)
        .flat_map(|a| (0..count).map(move |b| (a, b)))
        .find(|&(a, b)| equal[a][b] && !agree(&equal, a, b))
    {
        equal[a][b] = false;
    }
    let members = |a: usize| (0..count).filter(|&b| equal[a][b]).collect::<Vec<_>>();
    (0..count).map(members).filter(|m| m.len() > 1).fold(Vec::new(), |mut all, m| {
        if !all.contains(&m) {
            all.push(m);
        }
        all
    })
}

fn programs() -> impl Strategy<Value = Vec<(u32, u32, u32)>> {
    (2usize..9).prop_flat_map(|count| {
        let value = prop_oneof![3 => 0..count as u32, 1 => 500u32..502];
        proptest::collection::vec((0u32..2, value.clone(), value), count)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn refinement_finds_what_the_oracle_finds(program in programs()) {
        let functions: Vec<_> = program.iter().map(|&(code, x, y)| calling(code, &[x, y])).collect();
        prop_assert_eq!(classes_of(functions.clone()), oracle(&functions));
    }
}
