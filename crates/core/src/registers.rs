//! How many registers there are, by target: for arguments, and for values between calls.
//!
//! Consumes: a target triple. Produces: [`Registers`].
//! Guarantees: there are never more registers for arguments than in the platform's C convention, so that a thunk never
//! has to move arguments to the stack.

use serde::{Deserialize, Serialize};

/// The registers that arguments take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ArgumentRegisters {
    /// For integers and pointers.
    pub integers: u32,
    /// For floating-point numbers and vectors.
    pub floats: u32,
    /// For predicates, where these have registers of their own: scalable vectors of `i1` on AArch64.
    pub predicates: u32,
    /// Whether the first one for integers must be an even one, as `i64` has it on Arm. The one before it then stays empty.
    pub is_paired: bool,
}

impl ArgumentRegisters {
    /// The registers of one integer or pointer.
    pub const ONE: ArgumentRegisters =
        ArgumentRegisters { integers: 1, floats: 0, predicates: 0, is_paired: false };
}

impl std::ops::Add for ArgumentRegisters {
    type Output = ArgumentRegisters;

    /// What is taken once `other` follows.
    fn add(self, other: ArgumentRegisters) -> ArgumentRegisters {
        let begun = match other.is_paired {
            true => self.integers.next_multiple_of(2),
            false => self.integers,
        };
        ArgumentRegisters {
            integers: begun + other.integers,
            floats: self.floats + other.floats,
            predicates: self.predicates + other.predicates,
            is_paired: self.is_paired,
        }
    }
}

impl std::iter::Sum for ArgumentRegisters {
    fn sum<I: Iterator<Item = ArgumentRegisters>>(all: I) -> ArgumentRegisters {
        all.fold(ArgumentRegisters::default(), std::ops::Add::add)
    }
}

/// The registers that a value takes while it is alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueSize {
    /// Integer registers.
    pub integers: u32,
    /// Registers for floating-point numbers and vectors, of 16 bytes each.
    pub vectors: u32,
    /// Bytes of the stack that the contents of the vector registers take when they are spilled.
    pub vector_bytes: u32,
}

impl ValueSize {
    /// An integer or pointer that one register holds.
    pub const INTEGER: ValueSize = ValueSize { integers: 1, vectors: 0, vector_bytes: 0 };

    /// The same where a spill stores all of each vector register, whatever it holds.
    pub fn of_whole_registers(self) -> ValueSize {
        ValueSize { vector_bytes: self.vector_bytes.max(16 * self.vectors), ..self }
    }
}

/// How one argument of a call is passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassedArgument {
    /// The registers that it takes if enough are left.
    pub registers: ArgumentRegisters,
    /// The bytes of the stack that it takes otherwise.
    pub bytes: u64,
    /// It never takes a register: a copy of what it points to is passed (`byval`).
    pub by_stack: bool,
    /// Where this is no argument: bytes of registers that the function has to save for the call.
    pub saved: u64,
}

/// Registers by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Registers {
    /// For arguments that are integers and pointers.
    pub integers: u32,
    /// For arguments that are floating-point numbers; 0 where these take the registers of integers.
    pub floats: u32,
    /// For arguments that are predicates. What of these no register takes goes by memory, but not every predicate can be
    /// stored.
    pub predicates: u32,
    /// For integers between calls: as many as a function may use without saving them.
    pub unsaved: u32,
    /// For floating-point numbers and vectors between calls: as many as a function may use without saving them.
    pub vectors: u32,
    /// Bits of an integer register.
    pub bits: u16,
    /// Whether code generation makes jumps of calls that are marked `tail`.
    pub tail_calls: bool,
    /// Whether loads and stores take the addresses of global variables from registers, which may keep these across calls.
    pub addresses: bool,
    /// Whether a spill of a floating-point number may store all of the vector register that holds it. That is so where
    /// the instructions that convert the number or change its sign are vector instructions.
    pub wide_floats: bool,
    /// Whether the most that values may take is measured, and not the least.
    pub at_most: bool,
}

impl Default for Registers {
    fn default() -> Registers {
        Registers::X86_64
    }
}

impl Registers {
    /// The registers of x86-64.
    pub const X86_64: Registers = Registers {
        integers: 6,
        floats: 8,
        predicates: 0,
        unsaved: 9,
        vectors: 16,
        bits: 64,
        tail_calls: true,
        addresses: false,
        wide_floats: true,
        at_most: false,
    };

    /// The registers of the target of this triple.
    pub fn of(triple: &str) -> Registers {
        let arch = triple.split('-').next().unwrap_or_default();
        let (integers, floats, bits) = match arch {
            // Both kinds share a sequence of four. Floats count as integers, so that no register counts twice.
            "x86_64" if triple.contains("windows") => (4, 0, 64),
            "x86_64" if triple.ends_with("x32") => (6, 8, 32),
            "x86_64" => (6, 8, 64),
            "i386" | "i486" | "i586" | "i686" => (0, 0, 32),
            "aarch64" | "aarch64_be" | "arm64" | "arm64e" => (8, 8, 64),
            // The convention for floats is not known here: they count as integers.
            arch if arch.starts_with("arm") || arch.starts_with("thumb") => (4, 0, 32),
            "riscv64" | "loongarch64" => (8, 0, 64),
            "riscv32" => (8, 0, 32),
            arch if arch.contains("64") => (4, 0, 64),
            _ => (4, 0, 32),
        };
        let predicates =
            if arch.starts_with("aarch64") || arch.starts_with("arm64") { 4 } else { 0 };
        let (unsaved, vectors) = between_calls(arch);
        let tail_calls = has_tail_calls(arch);
        let is_x86 = matches!(arch, "x86_64" | "i386" | "i486" | "i586" | "i686");
        let addresses = !is_x86 && !arch.starts_with("wasm");
        let wide_floats = is_x86;
        Registers {
            integers,
            floats,
            predicates,
            unsaved,
            vectors,
            bits,
            tail_calls,
            addresses,
            wide_floats,
            at_most: false,
        }
    }

    /// The same where RISC-V has half of its integer registers (ILP32E, LP64E).
    pub fn embedded(self) -> Registers {
        Registers { integers: 6, unsaved: 9, ..self }
    }

    /// The same for functions in Thumb where the triple says Arm. It may be the first Thumb, which has no jumps to other functions.
    pub fn thumb(self, triple: &str) -> Registers {
        let thumb = triple.replacen("arm", "thumb", 1);
        if is_first_thumb(thumb.split('-').next().unwrap_or_default()) {
            let (unsaved, vectors) = between_calls("thumb");
            Registers { unsaved, vectors, tail_calls: false, ..self }
        } else {
            self
        }
    }

    /// Bytes of an integer register.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits / 8)
    }

    /// The bytes of the stack that a call takes which passes these arguments, in order.
    pub fn bytes_by_stack(self, arguments: impl IntoIterator<Item = PassedArgument>) -> u64 {
        let mut taken = ArgumentRegisters::default();
        let place = |one: PassedArgument| {
            let goes = self.passes_by_stack(&mut taken, one.registers, one.by_stack);
            if goes { one.bytes.next_multiple_of(self.bytes().max(1)) } else { 0 }
        };
        arguments.into_iter().map(place).fold(0, u64::saturating_add)
    }

    /// Whether the next argument goes by the stack; some do in any case (`always`). `taken` are the registers of those before it,
    /// and then of this one, too.
    pub fn passes_by_stack(
        self,
        taken: &mut ArgumentRegisters,
        one: ArgumentRegisters,
        always: bool,
    ) -> bool {
        *taken = *taken + one;
        always || !self.hold_all(*taken)
    }

    /// Whether arguments that take so many registers all go in registers.
    pub fn hold_all(self, taken: ArgumentRegisters) -> bool {
        let moved = if self.floats == 0 { taken.floats * 64 / u32::from(self.bits) } else { 0 };
        let floats = if self.floats == 0 { 0 } else { taken.floats };
        taken.integers + moved <= self.integers
            && floats <= self.floats
            && taken.predicates <= self.predicates
    }

    /// The registers that are left when so many of either kind are taken.
    pub fn without(self, integers: u32, floats: u32) -> Registers {
        // Floats that have no registers of their own take integer registers, as many as the widest needs.
        let (moved, floats) =
            if self.floats == 0 { (floats * 64 / u32::from(self.bits), 0) } else { (0, floats) };
        Registers {
            integers: self.integers.saturating_sub(integers + moved),
            floats: self.floats.saturating_sub(floats),
            ..self
        }
    }
}

/// How many registers a function may use between calls without saving them, for integers and for floating-point numbers
/// and vectors. Targets that are not listed are assumed to have few.
fn between_calls(arch: &str) -> (u32, u32) {
    match arch {
        "x86_64" => (9, 16),
        "i386" | "i486" | "i586" | "i686" => (3, 8),
        "aarch64" | "aarch64_be" | "arm64" | "arm64e" | "arm64_32" | "aarch64_32" => (16, 24),
        arch if is_first_thumb(arch) => (4, 8),
        arch if arch.starts_with("arm") || arch.starts_with("thumb") => (5, 16),
        "riscv64" | "riscv32" | "loongarch64" => (15, 20),
        // Engines compile to the machine that they run on; x86-64 is assumed.
        arch if arch.starts_with("wasm") => (9, 16),
        _ => (4, 8),
    }
}

/// Whether code generation makes jumps of calls that are marked `tail`. It does not for ARMv6-M and other first Thumbs,
/// and for WebAssembly without that feature. Targets that are not listed are assumed not to.
fn has_tail_calls(arch: &str) -> bool {
    let known =
        ["x86_64", "i386", "i486", "i586", "i686", "aarch64", "arm", "thumb", "riscv", "loongarch"];
    known.iter().any(|begin| arch.starts_with(begin)) && !is_first_thumb(arch)
}

/// Whether it is the first Thumb, of 16 bits, most of whose instructions reach eight registers only.
fn is_first_thumb(arch: &str) -> bool {
    let later = ["thumbv6t2", "thumbv7", "thumbv8", "thumbv9"];
    let is_later = later.iter().any(|begin| arch.starts_with(begin)) && !arch.contains("base");
    arch.starts_with("thumb") && !is_later
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
        assert_eq!(Registers::of("riscv32-unknown-none").embedded().integers, 6);
        assert_eq!(Registers::of("x86_64-unknown-linux-gnux32").bits, 32);
    }

    #[test]
    fn functions_in_thumb_have_what_their_architecture_has() {
        for (triple, jumps) in [
            ("armv6k-none-eabi", false),
            ("arm-linux-gnueabi", false),
            ("armv6t2-none-eabi", true),
            ("armv7-linux-gnueabihf", true),
        ] {
            assert_eq!(Registers::of(triple).thumb(triple).tail_calls, jumps, "{triple}");
            assert!(Registers::of(triple).tail_calls);
        }
    }

    #[test]
    fn addresses_stay_in_registers_where_loads_take_them_from_there() {
        assert!(!Registers::of("x86_64-linux").addresses);
        assert!(Registers::of("aarch64-linux").addresses);
        assert!(Registers::of("riscv64-linux").addresses);
        assert!(Registers::of("thumbv7m-none-eabi").addresses);
    }

    #[test]
    fn what_no_register_takes_goes_by_the_stack() {
        let integer = PassedArgument {
            registers: ArgumentRegisters::ONE,
            bytes: 4,
            ..PassedArgument::default()
        };
        let copy = PassedArgument { bytes: 100, by_stack: true, ..PassedArgument::default() };
        let linux = Registers::of("x86_64-linux");
        assert_eq!(linux.bytes_by_stack([integer; 6]), 0);
        assert_eq!(linux.bytes_by_stack([integer; 8]), 16);
        assert_eq!(linux.bytes_by_stack([copy, integer]), 104);
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
        let taken = |integers, floats| ArgumentRegisters { integers, floats, ..Default::default() };
        let linux = Registers::of("x86_64-linux");
        assert!(linux.hold_all(taken(6, 8)));
        assert!(!linux.hold_all(taken(7, 0)));
        assert!(!linux.hold_all(taken(0, 9)));
        let arm = Registers::of("thumbv7m-none-eabi");
        assert!(arm.hold_all(taken(2, 1)));
        assert!(!arm.hold_all(taken(3, 1)));
    }

    #[test]
    fn a_pair_begins_with_an_even_register() {
        let (one, arm) = (ArgumentRegisters::ONE, Registers::of("thumbv7m-none-eabi"));
        let pair = ArgumentRegisters { integers: 2, is_paired: true, ..Default::default() };
        assert!(arm.hold_all([one, one, pair].into_iter().sum()));
        assert!(arm.hold_all([one, pair].into_iter().sum()));
        assert!(!arm.hold_all([one, pair, one].into_iter().sum()));
        let double = ArgumentRegisters { floats: 1, is_paired: true, ..Default::default() };
        assert!(!arm.hold_all([one, double, one].into_iter().sum()));
    }
}
