//! RISC-V of 64 bits with compressed instructions, at -Oz, with unwind entries. Fitted by `bench/calibrate.py --target
//! riscv64`. Thunks and arguments are those of `bench/calibrate_arguments.py riscv64-linux-gnu`, with a thunk's jump as
//! the linker shortens it. The fit did not tell how many instructions are executed: those numbers are counted by hand.

use super::{Price, Prices};

/// The prices of RISC-V of 64 bits.
pub const RISCV64: Prices = Prices {
    worth_of_time: 1,
    //               bytes, executed
    unit: Price::new(2.1, 0.8),
    constant: Price::new(3.3, 1.2),
    function: Price::new(21.6, 0.3),
    // Two compressed instructions and an unwind entry.
    callee_saved: Price::new(6.0, 2.0),
    callee_saved_registers: 12,
    thunk: Price::new(24.0, 1.0),
    bare_thunk: Price::new(4.0, 1.0),
    framed_thunk: Price::new(42.0, 6.0),

    // No merge had a select with one constant, to which that price could be fitted: it lies between the two others.
    select: [Price::new(12.1, 3.0), Price::new(8.6, 3.0), Price::new(5.1, 3.0)],
    id_branch: Price::new(4.1, 1.0),
    jump: Price::new(2.0, 0.6),
    copy: Price::new(1.1, 0.4),
    copy_constant: Price::new(0.0, 0.0),

    parameter: Price::new(2.0, 0.2),
    table_entry: Price::new(2.0, 1.0),
    callee: Price::new(0.0, 20.0),
    indirect_call: Price::new(0.0, 3.0),
    division: Price::new(0.0, 20.0),
    product: Price::new(0.0, 2.0),
    shift: Price::new(0.0, 1.0),
    loop_bound: Price::new(0.0, 1.0),
    extension: Price::new(4.0, 1.0),

    integer: &[
        (-0x20..=0x1f, Price::new(2.0, 1.0)),
        (-0x800..=0x7ff, Price::new(4.0, 1.0)),
        (-0x2_0000..=0x1_ffff, Price::new(6.0, 2.0)),
        (-0x8000_0000..=0x7fff_ffff, Price::new(8.0, 2.0)),
        (i64::MIN..=i64::MAX, Price::new(10.0, 3.0)),
    ],
    address: Price::new(8.0, 2.0),
    float: Price::new(9.0, 2.0),
    stack_argument: Price::new(2.0, 1.0),
    call_beside_pushes: Price::new(0.0, 0.0),
};

/// The prices of RISC-V of 64 bits without unwind entries; [`RISCV32`](super::RISCV32), whose code has none, takes these.
pub const RISCV64_NO_UNWIND: Prices = Prices {
    function: Price::new(1.6, 0.3),
    callee_saved: Price::new(4.0, 2.0),
    thunk: Price::new(4.0, 1.0),
    framed_thunk: Price::new(14.0, 6.0),
    ..RISCV64
};
