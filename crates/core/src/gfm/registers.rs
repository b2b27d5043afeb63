//! How many arguments go in registers, by target.
//!
//! Consumes: a target triple. Produces: [`Registers`].
//! Guarantees: never more than the platform's C convention passes in registers, so that a thunk never has to
//! move arguments to the stack.

/// Registers for arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// For integers and pointers.
    pub integers: u32,
    /// For floating-point numbers; none where these go in the others.
    pub floats: u32,
    /// Bits of an integer register.
    pub bits: u16,
}

impl Registers {
    /// Of the target of this triple.
    pub fn of(triple: &str) -> Registers {
        let (integers, floats, bits) = match triple.split('-').next().unwrap_or_default() {
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
            arch if arch.contains("64") => (4, 0, 64),
            _ => (4, 0, 32),
        };
        Registers { integers, floats, bits }
    }

    /// Whether so many arguments go in these, told whether each is a floating-point number.
    pub fn hold(self, are_floats: impl Iterator<Item = bool>) -> bool {
        let (mut integers, mut floats) = (0, 0);
        for is_float in are_floats {
            *(if is_float { &mut floats } else { &mut integers }) += 1;
        }
        let left = self.without(0, floats);
        floats <= self.floats.max(left.integers) && integers <= left.integers
    }

    /// What is left when so many of either kind are taken.
    pub fn without(self, integers: u32, floats: u32) -> Registers {
        // Floats that have no registers of their own take integer registers, as many as the widest needs.
        let (moved, floats) =
            if self.floats == 0 { (floats * 64 / u32::from(self.bits), 0) } else { (0, floats) };
        Registers {
            integers: self.integers.saturating_sub(integers + moved),
            floats: self.floats.saturating_sub(floats),
            bits: self.bits,
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
}
