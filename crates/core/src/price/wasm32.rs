//! WebAssembly, at -Oz. Fitted by `bench/calibrate.py --target wasm32` to 358 merges in Lua and zstd: a merged body is
//! off by WASM_ERROR bytes in the mean on a program that the prices were not fitted to. Thunks and arguments are those of
//! `bench/calibrate_arguments.py wasm32-unknown-unknown`, with numbers of functions and addresses as large as
//! those of a program.

use super::{Price, Prices};

/// The prices of WebAssembly.
pub const WASM32: Prices = Prices {
    //               bytes, executed
    unit: Price::new(4.5, 2.4),
    constant: Price::new(0.0, 0.0),
    function: Price::new(0.4, 0.0),
    thunk: Price::new(9.0, 2.0),

    select: [Price::new(4.9, 4.0), Price::new(9.2, 4.2), Price::new(13.1, 7.6)],
    id_branch: Price::new(10.7, 7.8),
    jump: Price::new(4.7, 2.2),
    copy: Price::new(0.1, 0.0),
    copy_constant: Price::new(7.1, 5.4),

    parameter: Price::new(0.0, 0.0),
    indirect_call: Price::new(3.0, 1.0),
    extension: Price::new(1.0, 1.0),

    // An instruction, and seven bits a byte.
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
};
