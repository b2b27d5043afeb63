//! RISC-V of 32 bits with compressed instructions, at -Oz, without unwind entries. Not fitted to merges: instructions
//! have the lengths that they have on [`RISCV64`], whose prices of code these are; thunks and arguments are those of
//! `bench/calibrate_arguments.py riscv32-unknown-elf --features=+m,+a,+c`.

use super::{Price, Prices, RISCV64};

/// The prices of RISC-V of 32 bits.
pub const RISCV32: Prices = Prices {
    //                   bytes, executed
    function: Price::new(1.6, 0.3),
    callee_saved: Price::new(4.0, 2.0),
    thunk: Price::new(4.0, 1.0),
    bare_thunk: Price::new(4.0, 1.0),
    // Numbers of another kind go in registers for integers.
    float: Price::new(8.0, 2.0),
    ..RISCV64
};
