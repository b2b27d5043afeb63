//! What code costs: one table of prices for each target, from which every estimate is derived.
//!
//! Consumes: a target triple, and whether functions have unwind entries. Produces: the [`Prices`] of that target: for
//! everything that code consists of, the bytes that it takes in the linked program, unwind entries included, and the
//! machine instructions that it executes.
//! Guarantees: units cannot be mixed up ([`Bytes`], [`Tenths`], [`Executed`]).
//!
//! `bench/calibrate.py` fits the prices to machine code at -Oz, and `docs/lab/algorithm.md` says how far
//! off they are on code that they were not fitted to. A target without a table has the prices of x86-64 for the units of
//! its own TargetTransformInfo.

mod aarch64;
pub(crate) mod named;
mod riscv32;
mod riscv64;
mod thumb1;
mod thumb2;
mod tti;
mod units;
mod wasm32;
mod x86_64;

use std::iter::Sum;
use std::ops::{Add, Mul, RangeInclusive, Sub};

pub use aarch64::{AARCH64, AARCH64_NO_UNWIND};
pub use riscv32::RISCV32;
pub use riscv64::{RISCV64, RISCV64_NO_UNWIND};
pub use thumb1::THUMB1;
pub use thumb2::THUMB2;
pub use tti::TTI;
pub use units::{Bytes, Executed, Tenths};
pub use wasm32::WASM32;
pub use x86_64::{X86_64, X86_64_NO_UNWIND};

use crate::frequency::Frequency;

/// What one thing costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Its code, with the unwind entries that it needs.
    pub bytes: Tenths,
    /// Instructions that are executed each time that control passes it.
    pub executed: Executed,
}

/// A block of a function, as far as its time is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimedBlock {
    /// How often it runs.
    pub frequency: Frequency,
    /// Its units of TargetTransformInfo.
    pub units: u64,
    /// Its calls of other functions.
    pub calls: u64,
}

/// What one call of a function executes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneCall {
    /// All of it, by LLVM's guess of how often loops turn.
    pub executed: Executed,
    /// The same if no loop turned twice.
    pub once: Executed,
}

impl OneCall {
    /// Code without loops.
    #[cfg(test)]
    pub(crate) fn straight(executed: Executed) -> OneCall {
        OneCall { executed, once: executed }
    }
}

/// The prices of one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// The factor by which this target multiplies what [`policy`](crate::policy) charges for added instructions.
    pub worth_of_time: i64,
    /// One unit of TargetTransformInfo's code-size cost.
    pub unit: Price,
    /// A constant operand of an instruction: TargetTransformInfo counts the instruction alone.
    pub constant: Price,
    /// A function's fixed part: mostly its unwind entry, where it has one.
    pub function: Price,
    /// A value that is live across calls: a callee-saved register that is saved where the function begins and restored
    /// wherever it ends, with the unwind entries of both. It executes so much at each call of the function.
    pub callee_saved: Price,
    /// How many registers there are for such values. Those beyond are spilled.
    pub callee_saved_registers: i64,
    /// A thunk, all but its arguments: unwind entry and jump.
    pub thunk: Price,
    /// The same without an unwind entry.
    pub bare_thunk: Price,
    /// A thunk that passes more by the stack than it gets: it calls, and has a frame and an unwind entry.
    pub framed_thunk: Price,

    /// A select on the identifier, by how many of its arms are constants: a test, a conditional move, a register
    /// for each constant. The identifier itself is kept in a register, or reloaded from the stack.
    pub select: [Price; 3],
    /// A branch on the identifier: a test, a conditional jump, often a jump in the block layout, and what
    /// the split of the live ranges costs.
    pub id_branch: Price,
    /// A jump to a block that others reach too; half of such jumps fall through.
    pub jump: Price,
    /// An incoming value of a φ placed by SSA repair; most are coalesced.
    pub copy: Price,
    /// A constant as such an incoming value: loaded into a register.
    pub copy_constant: Price,

    /// A parameter in place of constants of a shared body: it is kept in a register, or saved and reloaded. It
    /// executes so much each time that it is used.
    pub parameter: Price,
    /// A constant that is read from a table, in place of one in the code: a load, for addresses an addition.
    pub table_entry: Price,
    /// The least that a callee executes: prologue, epilogue and a few instructions. Otherwise a function that mostly
    /// calls others would seem to take no time.
    pub callee: Price,
    /// A call through such a parameter in place of a direct one. It executes no more instructions, but it is
    /// mispredicted now and then, which takes as long as 15 to 20 instructions, and it is never inlined.
    pub indirect_call: Price,
    /// The extra time of a division by a variable, in instructions: LLVM replaces one by a constant with a
    /// multiplication.
    pub division: Price,
    /// The extra time of a multiplication by a variable: LLVM replaces one by a constant with additions.
    pub product: Price,
    /// The extra cost of a shift by a variable over one by a constant.
    pub shift: Price,
    /// The extra time of one iteration of a loop that is not unrolled, because its trip count is unknown.
    pub loop_bound: Price,
    /// A sign extension of an integer in the body.
    pub extension: Price,

    /// An integer as an argument: the price is that of the first range that holds it. For an integer of up to 32 bits,
    /// the range may hold its unsigned value instead.
    pub integer: &'static [(RangeInclusive<i64>, Price)],
    /// An address as an argument.
    pub address: Price,
    /// A floating-point number as an argument.
    pub float: Price,
    /// The extra cost of an argument that is passed on the stack.
    pub stack_argument: Price,
    /// The extra cost of each call in a function with landing pads, if any of its calls pushes arguments. x86 then
    /// tells unwinders at each call how much was pushed (LLVM's `X86FrameLowering::eliminateCallFramePseudoInstr`).
    pub call_beside_pushes: Price,
}

/// Whether functions have entries in the tables by which unwinders find what their callers had in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// They have, as C++, Rust, and C for most systems have.
    Entries,
    /// They have none, as in kernels, in firmware, and with `-fno-asynchronous-unwind-tables`.
    NoEntries,
}

/// A table of prices: its name in files, the prefixes of the architectures that have it, and the prices.
type PriceRow = (&'static str, &'static [&'static str], &'static Prices);

/// All tables. An architecture that none of them names has the table of x86-64.
const TABLES: [PriceRow; 11] = [
    ("aarch64", &["aarch64", "arm64"], &AARCH64),
    ("aarch64-no-unwind", &[], &AARCH64_NO_UNWIND),
    ("riscv32", &["riscv32"], &RISCV32),
    ("riscv64", &["riscv64"], &RISCV64),
    ("riscv64-no-unwind", &[], &RISCV64_NO_UNWIND),
    ("thumb1", &["thumbv4", "thumbv5", "thumbv6m"], &THUMB1),
    ("thumb2", &["thumb"], &THUMB2),
    ("wasm32", &["wasm"], &WASM32),
    ("x86-64", &["x86_64"], &X86_64),
    ("x86-64-no-unwind", &[], &X86_64_NO_UNWIND),
    ("tti", &[], &TTI),
];

/// Tables for code with unwind entries, each with the table for code without. The other tables price no unwind entries.
const WITHOUT_ENTRIES: [(&Prices, &Prices); 3] =
    [(&AARCH64, &AARCH64_NO_UNWIND), (&RISCV64, &RISCV64_NO_UNWIND), (&X86_64, &X86_64_NO_UNWIND)];

impl Prices {
    /// The prices of the target of this triple.
    pub fn of(triple: &str, unwind: Unwind) -> &'static Prices {
        let arch = triple.split('-').next().unwrap_or_default();
        let is_of =
            |&&(_, begins, _): &&PriceRow| begins.iter().any(|begin| arch.starts_with(begin));
        let table = TABLES.iter().find(is_of).map_or(&X86_64, |&(_, _, prices)| prices);
        match unwind {
            Unwind::Entries => table,
            Unwind::NoEntries => table.without_entries(),
        }
    }

    /// The prices of the same target where functions have no unwind entries.
    fn without_entries(&'static self) -> &'static Prices {
        let pair = WITHOUT_ENTRIES.iter().find(|&&(with, _)| with == self);
        pair.map_or(self, |&(_, without)| without)
    }

    /// A function of so many units and constants.
    pub fn body(&self, units: u64, constants: usize) -> Price {
        let units = i64::try_from(units).unwrap_or(i64::MAX);
        self.function + self.unit * units + self.constant * constants as i64
    }

    /// A thunk in the place of a function, all but its arguments.
    pub fn thunk_of(&self, is_bare: bool) -> Price {
        if is_bare { self.bare_thunk } else { self.thunk }
    }

    /// Callee-saved registers for so many values that are live across calls.
    pub fn callee_saved_for(&self, values: i64) -> Price {
        self.callee_saved * values.min(self.callee_saved_registers)
    }

    /// What one call of a function of these blocks executes. A callee counts as the least that any function executes,
    /// since its code is not looked at.
    pub fn executed_blocks(&self, blocks: impl Iterator<Item = TimedBlock>) -> OneCall {
        let fixed = self.function.executed;
        blocks.fold(OneCall { executed: fixed, once: fixed }, |sum, block| {
            let once = TimedBlock { frequency: block.frequency.min(Frequency::ONCE), ..block };
            OneCall {
                executed: sum.executed + self.executed_block(block),
                once: sum.once + self.executed_block(once),
            }
        })
    }

    /// What a block executes in one call of its function.
    pub fn executed_block(&self, TimedBlock { frequency, units, calls }: TimedBlock) -> Executed {
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let own = self.unit.executed * count(units);
        (own + self.callee.executed * count(calls)).at(frequency)
    }

    /// An integer of so many bits as an argument.
    pub fn integer(&self, value: i64, bits: u16) -> Price {
        let unsigned = if bits <= 32 { i64::from(value as u32) } else { value };
        let holds =
            |range: &RangeInclusive<i64>| range.contains(&value) || range.contains(&unsigned);
        let found = self.integer.iter().find(|(range, _)| holds(range));
        found.map(|&(_, price)| price).unwrap_or_default()
    }

    /// The identifier as an argument.
    pub fn identifier(&self, value: usize) -> Price {
        self.integer(value as i64, 32)
    }
}

impl Default for &Prices {
    fn default() -> Self {
        &X86_64
    }
}

impl Price {
    /// Bytes and executed instructions, to a tenth.
    const fn new(bytes: f64, executed: f64) -> Price {
        let (bytes, executed) = ((bytes * 10.0).round(), (executed * 10.0).round());
        Price { bytes: Tenths::new(bytes as i64), executed: Executed::new(executed as i64) }
    }
}

impl Add for Price {
    type Output = Price;

    fn add(self, other: Price) -> Price {
        Price { bytes: self.bytes + other.bytes, executed: self.executed + other.executed }
    }
}

impl Sub for Price {
    type Output = Price;

    fn sub(self, other: Price) -> Price {
        Price { bytes: self.bytes - other.bytes, executed: self.executed - other.executed }
    }
}

impl Mul<i64> for Price {
    type Output = Price;

    fn mul(self, times: i64) -> Price {
        Price { bytes: self.bytes * times, executed: self.executed * times }
    }
}

impl Sum for Price {
    fn sum<I: Iterator<Item = Price>>(prices: I) -> Price {
        prices.fold(Price::default(), Price::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_have_the_table_of_their_target() {
        let is = |triple, table| assert_eq!(Prices::of(triple, Unwind::Entries), table, "{triple}");
        is("x86_64-unknown-linux-gnu", &X86_64);
        is("arm64-apple-ios", &AARCH64);
        is("thumbv6m-none-eabi", &THUMB1);
        is("thumbv6t2-none-eabi", &THUMB2);
        is("thumbv7m-none-eabi", &THUMB2);
        is("thumbv8m.base-none-eabi", &THUMB2);
        is("riscv32imac-unknown-none-elf", &RISCV32);
        is("riscv64-linux-gnu", &RISCV64);
        is("wasm32-unknown-unknown", &WASM32);
        is("mips-unknown-linux", &X86_64);
        is("", &X86_64);
    }

    #[test]
    fn code_without_unwind_entries_has_prices_of_its_own() {
        let is = |triple, table| {
            assert_eq!(Prices::of(triple, Unwind::NoEntries), table, "{triple}");
        };
        is("x86_64-unknown-none-elf", &X86_64_NO_UNWIND);
        is("aarch64-unknown-none", &AARCH64_NO_UNWIND);
        is("riscv64-unknown-elf", &RISCV64_NO_UNWIND);
        is("thumbv7m-none-eabi", &THUMB2);
        is("mips-unknown-linux", &X86_64_NO_UNWIND);
    }

    #[test]
    fn nothing_costs_more_without_unwind_entries() {
        for (with, without) in WITHOUT_ENTRIES {
            let all = |one: &Prices| {
                [one.function, one.unit, one.constant, one.callee_saved, one.thunk, one.id_branch]
                    .map(|price| price.bytes)
            };
            assert!(all(without).iter().zip(all(with)).all(|(&one, other)| one <= other));
            assert_eq!(without.thunk, without.bare_thunk);
        }
    }

    #[test]
    fn every_integer_has_a_price_and_small_ones_the_least() {
        for (_, _, table) in TABLES {
            let bytes = |value| table.integer(value, 64).bytes;
            assert!(table.integer.last().is_some_and(|(range, _)| *range == (i64::MIN..=i64::MAX)));
            assert!(
                [1, 0x100, 0x1234_5678, i64::MIN].iter().all(|&value| bytes(0) <= bytes(value))
            );
            assert!(bytes(0) > Tenths::ZERO);
            assert!(
                table.thunk.bytes < table.body(8, 2).bytes,
                "what is worth merging is larger than a thunk"
            );
            // The bound on what a merge saves counts on it.
            assert!(table.framed_thunk.bytes >= table.thunk.bytes);
            assert!(table.framed_thunk.executed >= table.thunk.executed);
        }
    }

    #[test]
    fn an_integer_of_32_bits_may_be_taken_without_its_sign() {
        assert_eq!(X86_64.integer(-1000, 32), X86_64.integer(1000, 32));
        assert!(X86_64.integer(-1000, 64).bytes > X86_64.integer(1000, 64).bytes);
        assert_eq!(X86_64.integer(-1, 32), X86_64.identifier(1));
    }

    #[test]
    fn a_body_too_large_to_count_stays_the_largest() {
        assert_eq!(X86_64.body(u64::MAX, usize::MAX >> 1).bytes, Tenths::new(i64::MAX));
    }
}
