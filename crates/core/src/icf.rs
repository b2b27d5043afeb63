//! What a linker folds by itself: identical code folding.
//!
//! Consumes: the name and the arguments of the program that has loaded the plugin. Produces: [`Icf`]. Guarantees: where
//! nothing says that a linker folds, none does.
//!
//! lld folds functions of equal code whatever refers to them (`--icf=all`), or only those whose addresses nothing
//! compares (`--icf=safe`). In ELF it leaves out those whose row in `.eh_frame` names a table of call sites for exceptions
//! (`lld/ELF/ICF.cpp`); 32-bit Arm has `.ARM.exidx` in place of that.

use std::path::Path;

/// Which functions of equal code the linker makes one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Icf {
    /// None.
    #[default]
    None,
    /// Those whose addresses do not matter.
    Safe,
    /// All.
    All,
}

/// Who links, or hands arguments on to the linker: lld, and rustc by `-Clink-arg`. A compiler that is given the linker's
/// arguments may put all functions of an object into one section, which is never folded.
const LINKERS: [&str; 2] = ["lld", "rustc"];
const OPTION: &str = "icf=";

/// lld, as it is told to make an object for another link.
const RELOCATABLE: [&str; 3] = ["-r", "--relocatable", "-relocatable"];

/// Whether the program of these arguments, the first of which is its name, is a linker that makes a program or a library of all
/// it is given, and no object for another link.
pub fn links_a_program(mut arguments: impl Iterator<Item = String>) -> bool {
    let program = arguments.next().unwrap_or_default();
    is_named(&program, "lld") && !arguments.any(|one| RELOCATABLE.contains(&one.as_str()))
}

/// Whether a word is part of the name of a program.
fn is_named(program: &str, word: &str) -> bool {
    Path::new(program).file_name().unwrap_or_default().to_string_lossy().contains(word)
}

impl Icf {
    /// What the last of these arguments says that says anything; the first is the program's name.
    pub fn of_arguments(mut arguments: impl Iterator<Item = String>) -> Icf {
        let program = arguments.next().unwrap_or_default();
        if !LINKERS.iter().any(|linker| is_named(&program, linker)) {
            return Icf::None;
        }
        arguments.filter_map(|argument| Icf::of_argument(&argument)).last().unwrap_or_default()
    }

    /// Whether functions with a table of call sites are folded too, where any are, for the target of this triple. That holds of
    /// 32-bit Arm on ELF, with lld 22: it even folds those that catch different types.
    pub fn folds_call_site_tables(triple: &str) -> bool {
        let is_elf = !["windows", "apple", "macho", "coff"].iter().any(|os| triple.contains(os));
        (triple.starts_with("arm") || triple.starts_with("thumb"))
            && !triple.starts_with("arm64")
            && is_elf
    }

    fn of_argument(argument: &str) -> Option<Icf> {
        let (_, value) = argument.rsplit_once(OPTION)?;
        let value = value.split(|c: char| !c.is_ascii_alphabetic()).next();
        [("none", Icf::None), ("safe", Icf::Safe), ("all", Icf::All)]
            .into_iter()
            .find(|(word, _)| value == Some(word))
            .map(|(_, icf)| icf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn icf(line: &str) -> Icf {
        Icf::of_arguments(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn lld_is_told_by_its_own_option() {
        assert_eq!(icf("/usr/bin/ld.lld-22 -o a --icf=all a.o"), Icf::All);
        assert_eq!(icf("ld.lld --icf=safe a.o"), Icf::Safe);
        assert_eq!(icf("ld.lld -icf=all a.o"), Icf::All);
        assert_eq!(icf("ld.lld a.o"), Icf::None);
    }

    #[test]
    fn who_links_for_good_is_lld_without_r() {
        let links = |line: &str| links_a_program(line.split_whitespace().map(str::to_owned));
        assert!(links("/usr/bin/ld.lld-22 -o a a.o"));
        assert!(links("rust-lld -flavor gnu -shared -o a.so a.o"));
        assert!(!links("ld.lld -r -o a.o b.o"));
        assert!(!links("ld.lld --relocatable b.o"));
        assert!(!links("rustc -Clinker=ld.lld a.rs"));
        assert!(!links("opt a.bc"));
        assert!(!links(""));
    }

    #[test]
    fn the_last_one_counts() {
        assert_eq!(icf("ld.lld --icf=all --icf=none"), Icf::None);
        assert_eq!(icf("ld.lld --icf=none --icf=all"), Icf::All);
        assert_eq!(icf("ld.lld --icf=all --icf=whatever"), Icf::All);
    }

    #[test]
    fn rustc_is_told_by_what_it_hands_on() {
        assert_eq!(icf("rustc a.rs -C link-arg=-Wl,--icf=all,--gc-sections"), Icf::All);
        assert_eq!(icf("/bin/rustc -Clink-args=-fuse-ld=lld@-Wl,--icf=safe a.rs"), Icf::Safe);
    }

    #[test]
    fn call_site_tables_are_folded_on_arm_alone() {
        let folded = ["thumbv7m-none-eabi", "armv7-unknown-linux-gnueabihf", "thumbebv7-none-eabi"];
        let not = ["x86_64-unknown-linux-gnu", "aarch64-linux-gnu", "arm64-apple-ios", ""];
        let others = ["thumbv7-pc-windows-msvc", "armv7-apple-ios", "arm64ec-pc-windows-msvc"];
        assert!(folded.into_iter().all(Icf::folds_call_site_tables));
        assert!(!not.into_iter().chain(others).any(Icf::folds_call_site_tables));
    }

    #[test]
    fn who_only_compiles_is_not_asked() {
        assert_eq!(icf("clang -c -Wl,--icf=all a.c"), Icf::None);
        assert_eq!(icf("opt --icf=all a.bc"), Icf::None);
        assert_eq!(icf(""), Icf::None);
    }
}
