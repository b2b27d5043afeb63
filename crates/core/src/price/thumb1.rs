//! Thumb of ARMv6-M and before, as in a Cortex-M0, at -Oz, without unwind entries. Fitted by `bench/calibrate.py` to
//! merges in MicroPython for the BBC micro:bit, LVGL and OpenThread. Thunks and arguments are those of
//! `bench/calibrate_arguments.py thumbv6m-none-eabi`. A thunk is no jump: it calls the merged function.

use super::{Price, Prices, THUMB2};

/// The prices of Thumb of 16 bits.
pub const THUMB1: Prices = Prices {
    //               bytes, executed
    unit: Price::new(2.1, 1.0),
    constant: Price::new(1.5, 0.7),
    function: Price::new(0.4, 0.3),
    // One instruction stores all, and one loads them.
    callee_saved: Price::new(1.0, 0.4),
    // The high registers are reached by copies alone, so they do not count.
    callee_saved_registers: 4,
    thunk: Price::new(8.0, 3.0),
    bare_thunk: Price::new(8.0, 3.0),
    framed_thunk: Price::new(8.0, 3.0),

    select: [Price::new(9.7, 4.6), Price::new(11.5, 6.6), Price::new(9.7, 5.2)],
    id_branch: Price::new(3.9, 2.0),
    jump: Price::new(0.5, 0.3),
    copy: Price::new(1.1, 0.5),
    copy_constant: Price::new(4.0, 2.1),

    // There is no instruction that divides.
    division: Price::new(0.0, 40.0),
    integer: &[
        (0..=0xff, Price::new(2.0, 1.0)),
        (-0xff..=0x1fe, Price::new(4.0, 2.0)),
        // From a pool behind the code.
        (i64::MIN..=i64::MAX, Price::new(7.0, 1.0)),
    ],
    stack_argument: Price::new(4.0, 2.0),
    ..THUMB2
};
