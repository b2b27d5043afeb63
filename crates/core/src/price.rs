//! What code costs: one table of prices for each target, from which every estimate is derived.
//!
//! Consumes: a target triple. Produces: its [`Prices`]: for everything that code consists of, the bytes that
//! it takes in the linked program, unwind entries included, and the machine instructions that it executes.
//! Guarantees: units cannot be mixed up ([`Bytes`], [`Tenths`], [`Executed`]).
//!
//! `bench/calibrate.py` fits the prices to machine code at -Oz, and each table says to which, and how far off it
//! is on code that it was not fitted to. A target without a table has the prices of x86-64 for the units of
//! its own TargetTransformInfo.

pub(crate) mod named;
mod units;
mod x86_64;

use std::iter::Sum;
use std::ops::{Add, Mul, RangeInclusive, Sub};

pub use units::{Bytes, Executed, Tenths};
pub use x86_64::X86_64;

/// What one thing costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Its code, with the unwind entries that it needs.
    pub bytes: Tenths,
    /// Instructions, each time that control passes it.
    pub executed: Executed,
}

/// The prices of one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// One unit of TargetTransformInfo's code-size cost.
    pub unit: Price,
    /// A constant operand of an instruction: TargetTransformInfo counts the instruction alone.
    pub constant: Price,
    /// A function's fixed part: mostly its unwind entry, where it has one.
    pub function: Price,
    /// A thunk, all but its arguments: unwind entry and jump.
    pub thunk: Price,

    /// A select on the identifier, by how many of its arms are constants: a test, a conditional move, a register
    /// for each constant. The identifier itself is kept in a register, or reloaded from the stack.
    pub select: [Price; 3],
    /// A branch on the identifier: a test, a conditional jump, often a jump in the block layout, and what
    /// the split of the live ranges costs.
    pub id_branch: Price,
    /// A jump to a block that others reach too; half of them fall through.
    pub jump: Price,
    /// An incoming value of a φ placed by SSA repair; most are coalesced.
    pub copy: Price,
    /// A constant as such an incoming value: loaded into a register.
    pub copy_constant: Price,

    /// A parameter in place of constants of a shared body: it is kept in a register, or saved and reloaded.
    pub parameter: Price,
    /// A call through such a parameter in place of a direct one.
    pub indirect_call: Price,
    /// An integer extended with its sign in the body.
    pub extension: Price,

    /// An integer as an argument: the price is that of the first range that holds it. One of up to 32 bits may
    /// be taken without its sign.
    pub integer: &'static [(RangeInclusive<i64>, Price)],
    /// An address as an argument.
    pub address: Price,
    /// A floating-point number as an argument.
    pub float: Price,
    /// What an argument costs more that goes by the stack.
    pub stack_argument: Price,
}

impl Prices {
    /// Those of the target of this triple.
    pub fn of(triple: &str) -> &'static Prices {
        let arch = triple.split('-').next().unwrap_or_default();
        match arch {
            _ => &X86_64,
        }
    }

    /// A function of so many units and constants.
    pub fn body(&self, units: u64, constants: usize) -> Price {
        let units = i64::try_from(units).unwrap_or(i64::MAX);
        self.function + self.unit * units + self.constant * constants as i64
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
