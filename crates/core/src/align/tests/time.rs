//! Alignment where time has a price: loops, constants, cold functions.

use super::*;
use crate::price::{Executed, Tenths};
use crate::speed::{Frequency, Heat};

/// The function, whose `blocks` run `times` as often as its entry.
fn often(mut function: EncodedFunction, blocks: &[usize], times: u64) -> EncodedFunction {
    let often = Frequency::of(times, 1);
    blocks.iter().for_each(|&block| function.blocks[BlockId::new(block)].frequency = often);
    function
}

fn timed() -> AlignParams {
    let time =
        TimePrices { price: Tenths::new(10), gap: Executed::new(20), select: Executed::new(20) };
    AlignParams { time, ..AlignParams::default() }
}

/// Code, a loop of two blocks that differ in the middle, and code again.
fn with_loop(different: u32, times: u64) -> EncodedFunction {
    let inside = [body(20, 5), body(different, 3), body(25, 5)].concat();
    let spec = [
        block(&body(0, 9), &[1]),
        block(&inside, &[2]),
        block(&body(40, 5), &[1, 3]),
        block(&body(50, 9), &[]),
    ];
    often(function(&spec), &[1, 2], times)
}

#[test]
fn loops_that_differ_inside_stay_two_loops_while_the_code_around_is_shared() {
    let shared = |times, params: &AlignParams| {
        pairs(&align(&with_loop(60, times), &with_loop(70, times), params))
    };
    assert_eq!(shared(100, &AlignParams::default()), [(0, 0), (1, 1), (2, 2), (3, 3)]);
    assert_eq!(shared(1, &timed()), [(0, 0), (1, 1), (2, 2), (3, 3)]);
    assert_eq!(shared(100, &timed()), [(0, 0), (3, 3)]);
}

#[test]
fn loops_that_are_equal_are_shared_however_often_they_run() {
    let function = with_loop(60, 10_000);
    assert_eq!(matched(&align(&function, &function, &timed())), function.size());
}

#[test]
fn a_choice_between_constants_costs_no_time_in_a_loop() {
    let with = |constant| {
        let inside = [(20, 3, 7), (21, 9, constant), (22, 3, 7)];
        often(
            function(&[block(&body(0, 9), &[1]), block(&inside, &[1, 2]), block(&[], &[])]),
            &[1],
            100,
        )
    };
    assert_eq!(pairs(&align(&with(1), &with(2), &timed())), [(0, 0), (1, 1), (2, 2)]);
}

#[test]
fn in_cold_functions_time_does_not_count() {
    let cold = |function| EncodedFunction {
        runs: Runs { heat: Heat::Cold, ..Runs::default() },
        ..function
    };
    let [left, right] = [60, 70].map(|different| cold(with_loop(different, 100)));
    assert_eq!(pairs(&align(&left, &right, &timed())), [(0, 0), (1, 1), (2, 2), (3, 3)]);
}
