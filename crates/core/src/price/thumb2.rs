//! Thumb-2, at -Oz, without unwind entries. Fitted by `bench/calibrate.py --target thumb2` to code for
//! Cortex-M3. Thunks and arguments are those of
//! `bench/calibrate_arguments.py thumbv7m-none-eabi`.

use super::{Price, Prices};

/// The prices of Thumb-2.
pub const THUMB2: Prices = Prices {
    worth_of_time: 1,
    //               bytes, executed
    unit: Price::new(2.1, 0.8),
    constant: Price::new(0.4, 0.2),
    function: Price::new(2.4, 1.1),
    // One instruction stores all, and one loads them.
    callee_saved: Price::new(0.0, 1.0),
    callee_saved_registers: 8,
    thunk: Price::new(4.0, 1.0),
    bare_thunk: Price::new(4.0, 1.0),
    framed_thunk: Price::new(8.0, 3.0),

    select: [Price::new(8.0, 3.4), Price::new(8.0, 3.4), Price::new(8.2, 3.4)],
    id_branch: Price::new(5.9, 2.3),
    jump: Price::new(0.0, 0.0),
    copy: Price::new(1.3, 0.4),
    copy_constant: Price::new(6.4, 2.7),

    parameter: Price::new(2.0, 0.2),
    table_entry: Price::new(2.0, 1.0),
    callee: Price::new(0.0, 20.0),
    indirect_call: Price::new(0.0, 3.0),
    division: Price::new(0.0, 10.0),
    product: Price::new(0.0, 1.0),
    shift: Price::new(0.0, 1.0),
    loop_bound: Price::new(0.0, 1.0),
    extension: Price::new(2.0, 1.0),

    integer: &[
        (0..=0xff, Price::new(2.0, 1.0)),
        (-0x100..=0xffff, Price::new(4.0, 1.0)),
        // From a pool behind the code.
        (i64::MIN..=i64::MAX, Price::new(7.0, 1.0)),
    ],
    address: Price::new(7.0, 1.0),
    float: Price::new(7.0, 1.0),
    stack_argument: Price::new(2.0, 1.0),
    call_beside_pushes: Price::new(0.0, 0.0),
};
