//! How many arguments go in registers, by target.
//!
//! Consumes: a target triple. Produces: [`Registers`].
//! Guarantees: never more than the platform's C convention passes in registers, so that a thunk never has to
//! move arguments to the stack.

use serde::{Deserialize, Serialize};

/// The registers that arguments take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ArgumentRegisters {
    /// For integers and pointers.
    pub integers: u32,
    /// For floating-point numbers and vectors.
    pub floats: u32,
}

impl ArgumentRegisters {
    /// The registers of one integer or pointer.
    pub const ONE: ArgumentRegisters = ArgumentRegisters { integers: 1, floats: 0 };
}

impl std::ops::Add for ArgumentRegisters {
    type Output = ArgumentRegisters;

    fn add(self, other: ArgumentRegisters) -> ArgumentRegisters {
        ArgumentRegisters {
            integers: self.integers + other.integers,
            floats: self.floats + other.floats,
        }
    }
}

impl std::iter::Sum for ArgumentRegisters {
    fn sum<I: Iterator<Item = ArgumentRegisters>>(all: I) -> ArgumentRegisters {
        all.fold(ArgumentRegisters::default(), std::ops::Add::add)
    }
}

/// Registers for arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Registers {
    /// For integers and pointers.
    pub integers: u32,
    /// For floating-point numbers; none where these go in the others.
    pub floats: u32,
    /// Bits of an integer register.
    pub bits: u16,
    /// Whether arguments beyond these may go by the stack. BPF has functions of five arguments at most.
    pub stack: bool,
}

/// The registers of x86-64.
impl Default for Registers {
    fn default() -> Registers {
        Registers { integers: 6, floats: 8, bits: 64, stack: true }
    }
}

impl Registers {
    /// The registers of the target of this triple.
    pub fn of(triple: &str) -> Registers {
        let arch = triple.split('-').next().unwrap_or_default();
        let (integers, floats, bits) = match arch {
            // One sequence of four for both kinds: those that are left are counted twice, so none for floats.
            "x86_64" if triple.contains("windows") => (4, 0, 64),
            "x86_64" if triple.ends_with("x32") => (6, 8, 32),
            "x86_64" => (6, 8, 64),
            "i386" | "i486" | "i586" | "i686" => (0, 0, 32),
            "aarch64" | "aarch64_be" | "arm64" | "arm64e" => (8, 8, 64),
            // Without knowing the float convention: integer registers.
            arch if arch.starts_with("arm") || arch.starts_with("thumb") => (4, 0, 32),
            "riscv64" | "loongarch64" => (8, 0, 64),
            "riscv32" => (8, 0, 32),
            "bpf" | "bpfel" | "bpfeb" => (5, 0, 64),
            arch if arch.contains("64") => (4, 0, 64),
            _ => (4, 0, 32),
        };
        Registers { integers, floats, bits, stack: !arch.starts_with("bpf") }
    }

    /// Whether all arguments of a function go in registers.
    pub fn hold_all(self, taken: ArgumentRegisters) -> bool {
        let moved = if self.floats == 0 { taken.floats * 64 / u32::from(self.bits) } else { 0 };
        let floats = if self.floats == 0 { 0 } else { taken.floats };
        taken.integers + moved <= self.integers && floats <= self.floats
    }

    /// The registers that are left when so many of either kind are taken.
    pub fn without(self, integers: u32, floats: u32) -> Registers {
        // Floats that have no registers of their own take integer registers, as many as the widest needs.
        let (moved, floats) =
            if self.floats == 0 { (floats * 64 / u32::from(self.bits), 0) } else { (0, floats) };
        Registers {
            integers: self.integers.saturating_sub(integers + moved),
            floats: self.floats.saturating_sub(floats),
            bits: self.bits,
            stack: self.stack,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_differ() {
        let integers = |triple| Registers::of(triple).integers;
        assert_eq!(integers("x86_64-unknown-linux-gnu"), 6);
        assert_eq!(integers("x86_64-pc-windows-msvc"), 4);
        assert_eq!(integers("aarch64-unknown-linux-gnu"), 8);
        assert_eq!(integers("arm64-apple-ios"), 8);
        assert_eq!(integers("thumbv7m-none-eabi"), 4);
        assert_eq!(integers("armv7-unknown-linux-gnueabihf"), 4);
        assert_eq!(integers("riscv64-unknown-linux-gnu"), 8);
        assert_eq!(integers("i686-pc-linux-gnu"), 0);
        assert_eq!(integers("mips-unknown-linux"), 4);
        assert_eq!(integers("bpfel"), 5);
        assert!(!Registers::of("bpf-pc-linux").stack);
        assert_eq!(integers(""), 4);
        assert_eq!(Registers::of("riscv32-unknown-none").bits, 32);
        assert_eq!(Registers::of("x86_64-unknown-linux-gnux32").bits, 32);
    }

    #[test]
    fn what_is_taken_is_no_longer_there() {
        let left = Registers::of("x86_64-linux").without(4, 9);
        assert_eq!((left.integers, left.floats), (2, 0));
        let left = Registers::of("riscv32-none").without(1, 2);
        assert_eq!((left.integers, left.floats), (3, 0));
    }

    #[test]
    fn all_arguments_go_in_registers_until_there_are_none_left() {
        let taken = |integers, floats| ArgumentRegisters { integers, floats };
        let linux = Registers::of("x86_64-linux");
        assert!(linux.hold_all(taken(6, 8)));
        assert!(!linux.hold_all(taken(7, 0)));
        assert!(!linux.hold_all(taken(0, 9)));
        let arm = Registers::of("thumbv7m-none-eabi");
        assert!(arm.hold_all(taken(2, 1)));
        assert!(!arm.hold_all(taken(3, 1)));
    }
}
