//! Units: bytes, tenths of a byte, executed instructions.
//!
//! Consumes: numbers. Produces: numbers that know their unit. Guarantees: one unit is never added to or
//! compared with another, and no operation overflows: what is too large stays at the largest number.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::frequency::Frequency;

/// How many tenths a whole has.
const TENTHS: i64 = 10;

/// A number with a unit, and the arithmetic that a unit has: sums, differences, multiples.
macro_rules! unit {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            /// None.
            pub const ZERO: $name = $name(0);

            /// So many.
            pub const fn new(count: i64) -> $name {
                $name(count)
            }

            /// How many.
            pub const fn count(self) -> i64 {
                self.0
            }
        }

        impl Add for $name {
            type Output = $name;

            fn add(self, other: $name) -> $name {
                $name(self.0.saturating_add(other.0))
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }

        impl Sub for $name {
            type Output = $name;

            fn sub(self, other: $name) -> $name {
                $name(self.0.saturating_sub(other.0))
            }
        }

        impl Neg for $name {
            type Output = $name;

            fn neg(self) -> $name {
                $name(self.0.saturating_neg())
            }
        }

        impl Mul<i64> for $name {
            type Output = $name;

            fn mul(self, times: i64) -> $name {
                $name(self.0.saturating_mul(times))
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(all: I) -> $name {
                all.fold($name::ZERO, $name::add)
            }
        }
    };
}

unit! {
    /// Bytes of a linked program.
    Bytes
}

unit! {
    /// Tenths of a byte: what prices are in, because most of them are means over much code.
    Tenths
}

unit! {
    /// Executed machine instructions, in tenths of one.
    Executed
}

impl Bytes {
    /// The number as a size in 32 bits, as files keep it: clamped to 0 and `u32::MAX`.
    pub fn size(self) -> u32 {
        self.0.clamp(0, u32::MAX.into()) as u32
    }

    /// This share of it, 0 to 1, rounded up.
    pub fn share(self, share: f64) -> Bytes {
        Bytes((self.0 as f64 * share).ceil() as i64)
    }
}

impl Tenths {
    /// The whole bytes that these certainly are: rounded down.
    pub fn floor(self) -> Bytes {
        Bytes(self.0.div_euclid(TENTHS))
    }

    /// The whole bytes that these may need: rounded up.
    pub fn ceil(self) -> Bytes {
        -(-self).floor()
    }

    /// The nearest number of bytes.
    pub fn round(self) -> Bytes {
        (self + Tenths(TENTHS / 2)).floor()
    }
}

impl Executed {
    /// What code that runs so often executes for each entry of its function, to the nearest tenth.
    pub fn at(self, frequency: Frequency) -> Executed {
        let parts = i64::from(Frequency::ONCE.parts());
        let product = self.0.saturating_mul(frequency.parts().into());
        Executed(product.saturating_add(parts / 2).div_euclid(parts))
    }

    /// So many percent of it.
    pub fn percent(self, percent: u32) -> Executed {
        self.parts(percent.into(), 100)
    }

    /// `parts` of `of` equal parts of it.
    pub fn parts(self, parts: u64, of: i64) -> Executed {
        Executed(self.0.saturating_mul(i64::try_from(parts).unwrap_or(i64::MAX)) / of)
    }

    /// The price of all of it, at this price of one instruction.
    pub fn priced(self, each: Tenths) -> Tenths {
        Tenths(self.0.saturating_mul(each.0) / TENTHS)
    }
}

impl From<u32> for Bytes {
    fn from(count: u32) -> Bytes {
        Bytes(count.into())
    }
}

impl From<Bytes> for Tenths {
    fn from(bytes: Bytes) -> Tenths {
        Tenths(bytes.0.saturating_mul(TENTHS))
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_overflows() {
        let most = Bytes::new(i64::MAX);
        assert_eq!(most + Bytes::new(1), most);
        assert_eq!(-Bytes::new(i64::MIN), most);
        assert_eq!(most * 2, most);
        assert_eq!(Tenths::from(most), Tenths::new(i64::MAX));
        assert_eq!((Bytes::new(-5).size(), most.size()), (0, u32::MAX));
    }

    #[test]
    fn executed_instructions_count_as_often_as_their_block_runs() {
        let two = Executed::new(20);
        assert_eq!(two.at(Frequency::ONCE), two);
        assert_eq!(two.at(Frequency::of(32, 1)), Executed::new(640));
        assert_eq!(two.at(Frequency::of(1, 4)), Executed::new(5));
        assert_eq!(two.at(Frequency::of(1, 1000)), Executed::ZERO);
        assert_eq!(two.percent(10), Executed::new(2));
        assert_eq!(two.priced(Tenths::new(5)), Tenths::new(10));
    }

    proptest! {
        #[test]
        fn tenths_lie_between_the_bytes_that_they_are_rounded_to(count in -1000i64..1000) {
            let tenths = Tenths::new(count);
            prop_assert!(Tenths::from(tenths.floor()) <= tenths);
            prop_assert!(tenths <= Tenths::from(tenths.ceil()));
            prop_assert!(tenths.ceil() - tenths.floor() <= Bytes::new(1));
            prop_assert!(tenths.floor() <= tenths.round() && tenths.round() <= tenths.ceil());
            let off = (Tenths::from(tenths.round()) - tenths).count();
            prop_assert!((-4..=5).contains(&off));
        }

        #[test]
        fn whole_bytes_stay_as_they_are(count in any::<u32>()) {
            let bytes = Bytes::from(count);
            prop_assert_eq!(Tenths::from(bytes).floor(), bytes);
            prop_assert_eq!(Tenths::from(bytes).ceil(), bytes);
            prop_assert_eq!(bytes.size(), count);
        }
    }
}
