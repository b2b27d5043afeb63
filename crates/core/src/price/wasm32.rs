//! WebAssembly, at -Oz. Fitted by `bench/calibrate.py --target wasm32`. Thunks and arguments are those of
//! `bench/calibrate_arguments.py wasm32-unknown-unknown`, with numbers of functions and addresses as large as those of
//! a program.

use super::{Price, Prices};

/// The prices of WebAssembly.
pub const WASM32: Prices = Prices {
    // Interpreters execute every instruction that is counted, and `wasm-opt` shortens unmerged code more than merged code.
    worth_of_time: 5,
    //               bytes, executed
    unit: Price::new(3.6, 2.0),
    constant: Price::new(0.6, 0.1),
    function: Price::new(4.3, 0.0),
    callee_saved: Price::new(0.0, 0.0),
    callee_saved_registers: 0,
    thunk: Price::new(9.0, 2.0),
    bare_thunk: Price::new(9.0, 2.0),
    framed_thunk: Price::new(9.0, 2.0),

    select: [Price::new(4.4, 3.4), Price::new(10.0, 6.4), Price::new(10.6, 6.0)],
    id_branch: Price::new(12.2, 7.3),
    jump: Price::new(3.0, 1.6),
    copy: Price::new(1.0, 0.5),
    copy_constant: Price::new(3.6, 2.3),

    parameter: Price::new(0.0, 0.0),
    table_entry: Price::new(2.0, 1.0),
    callee: Price::new(0.0, 20.0),
    indirect_call: Price::new(3.0, 3.0),
    division: Price::new(0.0, 20.0),
    product: Price::new(0.0, 1.0),
    shift: Price::new(0.0, 0.0),
    loop_bound: Price::new(0.0, 1.0),
    extension: Price::new(1.0, 1.0),

    // An opcode, and a constant with seven bits in each byte.
    integer: &[
        (-0x40..=0x3f, Price::new(2.0, 1.0)),
        (-0x2000..=0x1fff, Price::new(3.0, 1.0)),
        (-0x10_0000..=0xf_ffff, Price::new(4.0, 1.0)),
        (-0x800_0000..=0x7ff_ffff, Price::new(5.0, 1.0)),
        (-0x8000_0000..=0x7fff_ffff, Price::new(6.0, 1.0)),
        (i64::MIN..=i64::MAX, Price::new(10.0, 1.0)),
    ],
    address: Price::new(4.0, 1.0),
    float: Price::new(7.0, 1.0),
    // All arguments go the same way.
    stack_argument: Price::new(0.0, 0.0),
    call_beside_pushes: Price::new(0.0, 0.0),
};
