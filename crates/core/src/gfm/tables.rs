//! What a table of constants may hold: which targets read tables, and which addresses stand there in which form.
//!
//! Consumes: what is known of a target ([`TableTarget`]) and of an address ([`Address`]). Produces: whether there are tables at
//! all, and an [`AddressForm`] or none.
//! Guarantees: an address that a table gives is the one that code of the target would have computed, wherever the linker
//! puts the table and what it refers to. What is not known to be so is refused. `docs/legality.md` has a row for each rule.

/// The architectures whose code reads constants from the memory that all data are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    /// x86-64, also with pointers of 32 bits (x32).
    X86_64,
    /// AArch64 of either byte order, also with pointers of 32 bits.
    AArch64,
    /// Arm and Thumb.
    Arm,
    /// RISC-V of 32 or 64 bits.
    RiscV,
    /// WebAssembly.
    Wasm,
    /// Any other: GPUs and AVR, where constants are in another memory; 32-bit x86, where no register is left for the
    /// address of a table.
    Other,
}

/// How far code reaches, as the module says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeModel {
    /// The module does not say; this means [`CodeModel::Small`].
    Unsaid,
    /// 1 MB (AArch64).
    Tiny,
    /// 2 GB; 4 GB on AArch64; on RISC-V the lowest and the highest 2 GB (medlow).
    Small,
    /// The highest 2 GB (x86-64).
    Kernel,
    /// 2 GB, but for large variables; on RISC-V 2 GB to either side (medany).
    Medium,
    /// Everywhere.
    Large,
}

/// Whether constants may hold addresses that the linker fills in and that do not change later. On Arm, only code
/// generation knows that code or data move (ROPI, RWPI).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relocation {
    /// Not known, because there is no code generation for the target.
    Unknown,
    /// They may.
    Allowed,
    /// They may not.
    Forbidden,
}

/// What is known of a module's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableTarget {
    /// What runs the code.
    pub architecture: Architecture,
    /// The width of pointers in bits.
    pub pointer_bits: u32,
    /// Whether objects are ELF.
    pub elf: bool,
    /// The code model.
    pub code_model: CodeModel,
    /// Whether the module says that its code is position-independent.
    pub pic: bool,
    /// What code generation says of addresses in constants.
    pub relocation: Relocation,
    /// Whether variables are in the default address space.
    pub plain_variables: bool,
    /// Whether the addresses of variables may get tags later.
    pub tagged: bool,
}

/// How a table holds an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressForm {
    /// The address itself, in four bytes.
    Whole,
    /// Its distance from the table, in four bytes with a sign.
    ShortDistance,
    /// Its distance from the table, in eight bytes.
    LongDistance,
}

/// What is known of an address: a place in a variable, or that of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The number of bytes from the beginning of the variable or function.
    pub offset: i64,
    /// Whether the linker alone decides where it is (`dso_local`): no other program that is loaded has it.
    pub here: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Whether it is certainly in another program (`dllimport`), or here only to be inlined (`available_externally`).
    pub elsewhere: bool,
    /// Whether the loader calls a function to find out where it is (an ifunc).
    pub resolved: bool,
    /// Whether it may be missing, and the address null (`extern_weak`).
    pub weak: bool,
    /// Whether it is a number and no place (`!absolute_symbol`).
    pub absolute: bool,
    /// Whether its memory has a tag (`sanitize_memtag`).
    pub tagged: bool,
    /// Whether it has a code model of its own.
    pub code_model: bool,
    /// Whether the source names its section.
    pub placed: bool,
    /// Whether it is only declared. A shared library may define it; then the linker makes a copy relocation or a PLT
    /// entry.
    pub declared: bool,
}

/// The offset that code may add to an address that is known in 32 bits (LLVM's `X86::isOffsetSuitableForCodeModel`):
/// the end of a large variable may lie further away than any symbol.
const REACH: i64 = 16 << 20;

impl AddressForm {
    /// The number of bytes that it takes.
    pub fn width(self) -> u32 {
        match self {
            AddressForm::Whole | AddressForm::ShortDistance => 4,
            AddressForm::LongDistance => 8,
        }
    }

    /// Whether a table may hold this address in this form.
    pub fn holds(self, address: &Address) -> bool {
        let here = address.here && !address.thread_local && !address.elsewhere && !address.resolved;
        // A variable or function with a section of its own may lie anywhere, or be gone when others are still there.
        let usual = !address.placed && !address.code_model && !address.tagged;
        let near = !address.weak && !address.absolute;
        let reached = (-REACH..REACH).contains(&address.offset);
        match self {
            AddressForm::Whole => here && usual,
            AddressForm::ShortDistance => here && usual && near && reached,
            // On targets other than x86-64, linkers make copy relocations and PLT entries of declared symbols for
            // code alone.
            AddressForm::LongDistance => here && usual && near && !address.declared,
        }
    }
}

impl TableTarget {
    /// Whether functions may read tables of constants: constants lie in memory that code reads like any other, and that
    /// costs no more than code.
    pub fn reads_tables(&self) -> bool {
        self.architecture != Architecture::Other && self.plain_variables
    }

    /// How a table holds addresses; none where it cannot.
    ///
    /// A distance has 32 bits where the code model bounds the distance of any two places of the program. On AArch64 and
    /// RISC-V, the code model bounds only how far code reaches, to either side. Two places that code reaches may be
    /// twice as far apart, so there a distance has 64 bits. A whole address is one that the linker writes and nobody
    /// changes.
    pub fn address_form(&self) -> Option<AddressForm> {
        use Architecture::{AArch64, Arm, RiscV, Wasm, X86_64};
        use CodeModel::{Small, Unsaid};
        if self.tagged || !self.reads_tables() {
            return None;
        }
        let is = |models: &[CodeModel]| models.contains(&self.code_model);
        match (self.architecture, self.pointer_bits) {
            (X86_64, 64) if self.elf && is(&[Unsaid, Small]) => Some(AddressForm::ShortDistance),
            (AArch64 | RiscV, 64) if self.elf => Some(AddressForm::LongDistance),
            (Wasm, 32) if !self.pic => Some(AddressForm::Whole),
            (RiscV, 32) if !self.pic && is(&[Unsaid, Small]) => Some(AddressForm::Whole),
            (Arm, 32) if !self.pic && self.relocation == Relocation::Allowed => {
                Some(AddressForm::Whole)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINUX: TableTarget = TableTarget {
        architecture: Architecture::X86_64,
        pointer_bits: 64,
        elf: true,
        code_model: CodeModel::Unsaid,
        pic: true,
        relocation: Relocation::Allowed,
        plain_variables: true,
        tagged: false,
    };
    const ARM: TableTarget =
        TableTarget { architecture: Architecture::Arm, pointer_bits: 32, pic: false, ..LINUX };
    const ALL: [CodeModel; 6] = [
        CodeModel::Unsaid,
        CodeModel::Tiny,
        CodeModel::Small,
        CodeModel::Kernel,
        CodeModel::Medium,
        CodeModel::Large,
    ];
    const HERE: Address = Address {
        offset: 0,
        here: true,
        thread_local: false,
        elsewhere: false,
        resolved: false,
        weak: false,
        absolute: false,
        tagged: false,
        code_model: false,
        placed: false,
        declared: false,
    };

    fn forms(target: TableTarget) -> Vec<Option<AddressForm>> {
        ALL.iter().map(|&code_model| TableTarget { code_model, ..target }.address_form()).collect()
    }

    #[test]
    fn distances_have_the_bits_that_the_code_model_needs() {
        use AddressForm::{LongDistance, ShortDistance};
        let (short, long) = (Some(ShortDistance), Some(LongDistance));
        assert_eq!(forms(LINUX), [short, None, short, None, None, None]);
        let aarch64 = TableTarget { architecture: Architecture::AArch64, ..LINUX };
        assert_eq!(forms(aarch64), [long; 6]);
        let riscv = TableTarget { architecture: Architecture::RiscV, ..LINUX };
        assert_eq!(forms(riscv), [long; 6]);
        for target in [LINUX, aarch64, riscv] {
            assert!(forms(TableTarget { elf: false, ..target }).iter().all(Option::is_none));
        }
    }

    #[test]
    fn pointers_that_are_narrower_than_registers_are_in_no_table() {
        for architecture in [Architecture::X86_64, Architecture::AArch64] {
            let target = TableTarget { architecture, pointer_bits: 32, pic: false, ..LINUX };
            assert_eq!(target.address_form(), None);
        }
    }

    #[test]
    fn addresses_are_whole_where_nobody_changes_them() {
        let whole = Some(AddressForm::Whole);
        assert_eq!(ARM.address_form(), whole);
        for relocation in [Relocation::Unknown, Relocation::Forbidden] {
            assert_eq!(TableTarget { relocation, ..ARM }.address_form(), None);
            let wasm = TableTarget { architecture: Architecture::Wasm, relocation, ..ARM };
            assert_eq!(wasm.address_form(), whole);
        }
        for architecture in [Architecture::Arm, Architecture::RiscV, Architecture::Wasm] {
            assert_eq!(TableTarget { architecture, ..ARM }.address_form(), whole);
            assert_eq!(TableTarget { architecture, pic: true, ..ARM }.address_form(), None);
        }
        let medany =
            TableTarget { architecture: Architecture::RiscV, code_model: CodeModel::Medium, ..ARM };
        assert_eq!(medany.address_form(), None);
    }

    #[test]
    fn no_addresses_where_they_get_tags_and_no_tables_where_constants_are_other_memory() {
        for target in [LINUX, ARM] {
            let tagged = TableTarget { tagged: true, ..target };
            assert!(tagged.reads_tables() && tagged.address_form().is_none());
            for other in [
                TableTarget { architecture: Architecture::Other, ..target },
                TableTarget { plain_variables: false, ..target },
            ] {
                assert!(!other.reads_tables() && other.address_form().is_none());
            }
        }
    }

    #[test]
    fn a_table_refers_to_what_the_linker_places_as_it_likes() {
        use AddressForm::{LongDistance, ShortDistance, Whole};
        let all = [Whole, ShortDistance, LongDistance];
        let holding = |address: Address| all.map(|form| form.holds(&address));
        assert_eq!(holding(HERE), [true; 3]);
        for refused in [
            Address { here: false, ..HERE },
            Address { thread_local: true, ..HERE },
            Address { elsewhere: true, ..HERE },
            Address { resolved: true, ..HERE },
            Address { tagged: true, ..HERE },
            Address { code_model: true, ..HERE },
            Address { placed: true, ..HERE },
        ] {
            assert_eq!(holding(refused), [false; 3], "{refused:?}");
        }
        for no_place in [Address { weak: true, ..HERE }, Address { absolute: true, ..HERE }] {
            assert_eq!(holding(no_place), [true, false, false]);
        }
        assert_eq!(holding(Address { declared: true, ..HERE }), [true, true, false]);
    }

    #[test]
    fn a_distance_of_32_bits_ends_near_a_symbol() {
        let short = |offset| AddressForm::ShortDistance.holds(&Address { offset, ..HERE });
        assert!(short(REACH - 1) && short(-REACH) && !short(REACH) && !short(i64::MIN));
        let far = Address { offset: 3 << 30, ..HERE };
        assert!(AddressForm::LongDistance.holds(&far) && AddressForm::Whole.holds(&far));
    }
}
