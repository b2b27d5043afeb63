//! x86-64, at -Oz, with unwind entries. They are a third of the size of small functions, because each push, pop and
//! `push imm; pop reg` has an entry of its own.

use super::{Price, Prices};

/// The prices of x86-64.
pub const X86_64: Prices = Prices {
    worth_of_time: 1,
    //               bytes, executed
    unit: Price::new(3.7, 1.0),
    constant: Price::new(1.7, 0.0),
    // Entry and exit of a function take 24. The other 8 are a part of the 12 bytes that merges save on average beyond
    // the sum of all prices (`bench/calibrate.py`).
    function: Price::new(32.0, 1.0),
    // A `push` and a `pop` or two with their unwind entries. Programs are smallest with 8 to 12 bytes.
    callee_saved: Price::new(9.0, 2.0),
    callee_saved_registers: 6,
    thunk: Price::new(25.0, 1.0),
    bare_thunk: Price::new(5.0, 1.0),
    framed_thunk: Price::new(30.0, 4.0),

    select: [Price::new(10.5, 2.0), Price::new(14.5, 3.0), Price::new(14.5, 4.0)],
    id_branch: Price::new(13.8, 2.0),
    jump: Price::new(2.0, 0.5),
    copy: Price::new(1.1, 0.3),
    copy_constant: Price::new(2.3, 0.5),

    parameter: Price::new(3.0, 0.2),
    table_entry: Price::new(2.0, 1.0),
    callee: Price::new(0.0, 20.0),
    indirect_call: Price::new(0.0, 3.0),
    division: Price::new(0.0, 20.0),
    product: Price::new(0.0, 1.0),
    shift: Price::new(0.0, 2.0),
    loop_bound: Price::new(0.0, 1.0),
    extension: Price::new(3.0, 1.0),

    integer: &[
        (0..=0, Price::new(2.5, 1.0)),
        // `push` and `pop`, each with an unwind entry.
        (-0x80..=0x7f, Price::new(7.5, 2.0)),
        (0..=0xffff_ffff, Price::new(5.0, 1.0)),
        (-0x8000_0000..=0x7fff_ffff, Price::new(7.0, 1.0)),
        (i64::MIN..=i64::MAX, Price::new(10.0, 1.0)),
    ],
    address: Price::new(7.0, 1.0),
    float: Price::new(12.0, 1.0),
    stack_argument: Price::new(8.0, 2.0),
    call_beside_pushes: Price::new(3.0, 0.0),
};

/// The prices of x86-64 without unwind entries. Fitted by `bench/calibrate.py` to programs in C whose functions had
/// lost `uwtable`. Where those merges did not determine a price, it is that of [`X86_64`] less the unwind entries.
pub const X86_64_NO_UNWIND: Prices = Prices {
    unit: Price::new(2.9, 1.0),
    constant: Price::new(1.3, 0.0),
    // A part of what merges save on average beyond the sum of all prices, as above: as much as lets further merges pay.
    function: Price::new(4.0, 1.0),
    callee_saved: Price::new(2.0, 2.0),
    thunk: Price::new(5.0, 1.0),
    framed_thunk: Price::new(7.0, 4.0),

    select: [Price::new(7.9, 2.0), Price::new(11.1, 3.0), Price::new(11.1, 4.0)],
    id_branch: Price::new(10.3, 2.0),

    integer: &[
        (0..=0, Price::new(2.5, 1.0)),
        // `push` and `pop`.
        (-0x80..=0x7f, Price::new(3.0, 2.0)),
        (0..=0xffff_ffff, Price::new(5.0, 1.0)),
        (-0x8000_0000..=0x7fff_ffff, Price::new(7.0, 1.0)),
        (i64::MIN..=i64::MAX, Price::new(10.0, 1.0)),
    ],
    // A `push`, and half of what removes the argument from the stack.
    stack_argument: Price::new(4.0, 2.0),
    call_beside_pushes: Price::new(0.0, 0.0),
    ..X86_64
};
