//! RISC-V of 32 bits with compressed instructions, at -Oz, without unwind entries. Not fitted to merges: instructions
//! have the lengths that they have on [`RISCV64`](super::RISCV64), so the prices of code are the same. Arguments are
//! those of `bench/calibrate_arguments.py riscv32-unknown-elf --features=+m,+a,+c`.

use super::{Price, Prices, RISCV64_NO_UNWIND};

/// The prices of RISC-V of 32 bits.
pub const RISCV32: Prices = Prices {
    // Floating-point numbers are passed in registers for integers.
    float: Price::new(8.0, 2.0),
    ..RISCV64_NO_UNWIND
};
