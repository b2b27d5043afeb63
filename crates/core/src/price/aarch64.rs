//! AArch64, at -Oz, with unwind entries. Fitted by `bench/calibrate.py --target aarch64`. Thunks and
//! arguments are those of `bench/calibrate_arguments.py aarch64-linux-gnu`.

use super::{Price, Prices};

/// The prices of AArch64.
pub const AARCH64: Prices = Prices {
    worth_of_time: 1,
    //               bytes, executed
    unit: Price::new(2.6, 0.6),
    constant: Price::new(2.1, 0.6),
    function: Price::new(22.3, 0.3),
    // Half of an instruction that stores two registers and of one that loads them, with an unwind entry.
    callee_saved: Price::new(6.0, 1.0),
    callee_saved_registers: 10,
    thunk: Price::new(24.0, 1.0),
    bare_thunk: Price::new(4.0, 1.0),
    framed_thunk: Price::new(48.0, 5.0),

    // No merge had a select with one constant, to which that price could be fitted: it is a test, a select and half a constant.
    select: [Price::new(6.2, 2.0), Price::new(8.2, 2.6), Price::new(10.2, 3.2)],
    id_branch: Price::new(3.7, 0.4),
    jump: Price::new(4.1, 1.1),
    copy: Price::new(0.7, 0.4),
    copy_constant: Price::new(0.0, 0.0),

    parameter: Price::new(4.0, 0.2),
    table_entry: Price::new(2.0, 1.0),
    callee: Price::new(0.0, 20.0),
    indirect_call: Price::new(0.0, 3.0),
    division: Price::new(0.0, 10.0),
    product: Price::new(0.0, 1.0),
    shift: Price::new(0.0, 1.0),
    loop_bound: Price::new(0.0, 1.0),
    extension: Price::new(4.0, 1.0),

    integer: &[
        (-0x1_0000..=0xffff, Price::new(4.0, 1.0)),
        (-0x8000_0000..=0xffff_ffff, Price::new(8.0, 2.0)),
        (i64::MIN..=i64::MAX, Price::new(14.0, 3.5)),
    ],
    address: Price::new(8.0, 2.0),
    // An immediate, or loaded from memory.
    float: Price::new(8.0, 1.5),
    stack_argument: Price::new(8.0, 2.0),
    call_beside_pushes: Price::new(0.0, 0.0),
};

/// The prices of AArch64 without unwind entries.
pub const AARCH64_NO_UNWIND: Prices = Prices {
    function: Price::new(2.3, 0.3),
    // Half of an instruction that stores two registers and of one that loads them.
    callee_saved: Price::new(4.0, 1.0),
    thunk: Price::new(4.0, 1.0),
    framed_thunk: Price::new(20.0, 5.0),
    ..AARCH64
};
