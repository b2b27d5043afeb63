//! Alignment inside a pair of blocks: what is matched, in which order, at which price.

use super::*;

#[test]
fn a_stretch_costs_one_gap_however_long() {
    let left = function(&[block(&[body(0, 3), body(10, 1), body(20, 3)].concat(), &[])]);
    let right = function(&[block(&[body(0, 3), body(30, 5), body(20, 3)].concat(), &[])]);
    let alignment = aligned(&left, &right);
    let shape: String = alignment.rows[0].steps.iter().map(letter).collect();
    assert_eq!(shape, "MMMLRRRRRMMMM");
    assert_eq!(matched(&alignment), 7);
    assert_eq!(alignment.ratio(Sides(&[&left, &right])), 14.0 / 20.0);
}

/// HyFM compares only blocks of equal length, and an instruction only with the one at the same place.
#[test]
fn linear_alignment_goes_in_step() {
    let linear = AlignParams { method: Method::Linear, ..AlignParams::default() };
    let matches = |left: &[InstSpec], right: &[InstSpec]| {
        let [left, right] = [left, right].map(|insts| function(&[block(insts, &[])]));
        matched(&align(&left, &right, &linear))
    };
    let one = body(1, 9);
    assert_eq!(matches(&one, &one), 10);
    let shifted = [body(50, 1), body(1, 8)].concat();
    assert_eq!(matches(&one, &shifted), 0, "what is shifted is not found");
    let changed = [body(1, 4), body(50, 1), body(6, 4)].concat();
    assert_eq!(matches(&one, &changed), 9);
    assert_eq!(matches(&one, &body(1, 8)), 0, "blocks of other lengths are no pair");
}

#[test]
fn whole_functions_match_across_what_is_shifted() {
    let whole = AlignParams { method: Method::Whole, ..AlignParams::default() };
    let shifted = [body(50, 1), body(1, 8)].concat();
    let [left, right] = [body(1, 9), shifted].map(|insts| function(&[block(&insts, &[])]));
    assert_eq!(matched(&align(&left, &right, &whole)), 9);
}

#[test]
fn a_match_between_two_stretches_must_pay_for_the_second() {
    let shape = |cost| {
        let around =
            |a: u32, b: u32| vec![(0, 9, 0), (a, 1, 0), (5, cost, 0), (b, 1, 0), (1, 9, 0)];
        let left = function(&[block(&around(10, 11), &[])]);
        let right = function(&[block(&around(12, 13), &[])]);
        aligned(&left, &right).rows[0].steps.iter().map(letter).collect::<String>()
    };
    assert_eq!(shape(1), "MLLLRRRMM");
    assert_eq!(shape(4), "MLRMLRMM");
}

#[test]
fn differing_constants_are_matched_where_a_select_is_cheaper_than_a_guard() {
    let with = |constant| function(&[block(&[(0, 1, 7), (1, 1, constant), (2, 1, 7)], &[])]);
    assert_eq!(matched(&aligned(&with(1), &with(2))), 4);
    let alone = |constant| function(&[block(&[(1, 1, constant)], &[])]);
    assert_eq!(matched(&aligned(&alone(1), &alone(2))), 2);
    let dear = AlignParams { select: 100, ..AlignParams::default() };
    assert_eq!(matched(&align(&with(1), &with(2), &dear)), 3);
}

#[test]
fn instructions_that_never_merge_are_left_alone() {
    let func = function(&[block(&[(0, 4, 0), (u32::MAX, 4, 0), (1, 4, 0)], &[])]);
    assert_eq!(matched(&aligned(&func, &func)), 3);
}
