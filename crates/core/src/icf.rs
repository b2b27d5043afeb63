//! What a linker does by itself: identical code folding, and dropping what nobody refers to.
//!
//! Consumes: the name and the arguments of the program that has loaded the plugin. Produces: [`Icf`], [`DroppedFunctions`].
//! Guarantees: without an argument that asks for folding, the answer is that nothing is folded.
//!
//! lld folds functions of equal code whatever refers to them (`--icf=all`), or only those whose addresses nothing
//! compares (`--icf=safe`). In ELF, it does not fold functions whose row in `.eh_frame` names a table of call sites for
//! exceptions (`lld/ELF/ICF.cpp`). On 32-bit Arm there is no such row: `.ARM.exidx` takes the place of `.eh_frame`.

use std::path::Path;

/// Which functions of equal code the linker folds into one.
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

/// Programs whose arguments tell whether the linker folds: lld, and rustc, which hands `-Clink-arg` on to it. Other
/// compilers are not asked: they may put all functions of an object into one section, which is never folded.
const LINKERS: [&str; 2] = ["lld", "rustc"];
const OPTION: &str = "icf=";

/// Which of the functions that LTO has left are dropped by the linker.
///
/// Before LTO, lld finds the symbols that code outside of the bitcode may refer to. LTO drops functions that are
/// neither such a symbol nor needed by one. Whether that outside code is dropped itself, and what
/// `__attribute__((used))` names, lld decides after LTO, by `--gc-sections`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DroppedFunctions {
    /// Nothing is dropped.
    None,
    /// Functions that nobody refers to, except symbols that loaders may ask for.
    Unexported,
    /// Functions that nobody refers to; which symbols loaders may ask for is not known.
    Unreferenced,
}

/// Options by which lld makes an object for another link.
const RELOCATABLE: [&str; 2] = ["r", "relocatable"];
/// Options by which lld drops what nobody refers to, or keeps it. The last of them counts.
const COLLECTS: [(&str, bool); 2] = [("gc-sections", true), ("no-gc-sections", false)];
/// Options by which lld exports all symbols of default visibility to loaders.
const EXPORTS: [&str; 4] = ["shared", "Bshareable", "export-dynamic", "E"];
/// Options that may take some of these exports back.
const HIDES: [&str; 4] = ["version-script", "dynamic-list", "exclude-libs", "retain-symbols-file"];

impl DroppedFunctions {
    /// What the program with these arguments drops; the first argument is its name. If it is not lld for ELF, or makes
    /// an object for another link, nothing is known: [`DroppedFunctions::Unreferenced`].
    pub fn of_arguments(mut arguments: impl Iterator<Item = String>) -> DroppedFunctions {
        let program = arguments.next().unwrap_or_default();
        let others = ["ld64", "link", "wasm"].iter().any(|other| is_named(&program, other));
        let all: Vec<String> = arguments.collect();
        let flavor = all.iter().zip(all.iter().skip(1)).find(|(one, _)| *one == "-flavor");
        let is_elf = flavor.is_none_or(|(_, name)| name == "gnu" || name == "ld");
        if !is_named(&program, "lld") || others || !is_elf {
            return DroppedFunctions::Unreferenced;
        }
        let names = all.iter().filter_map(|one| {
            let name = one.strip_prefix("--").or_else(|| one.strip_prefix('-'))?;
            Some(name.split_once('=').map_or(name, |(name, _)| name))
        });
        let is = |some: &[&str]| names.clone().any(|name| some.contains(&name));
        let of = |name| COLLECTS.iter().find(|one| one.0 == name);
        if is(&RELOCATABLE) {
            DroppedFunctions::Unreferenced
        } else if !names.clone().filter_map(of).next_back().is_some_and(|one| one.1) {
            DroppedFunctions::None
        } else if is(&EXPORTS) && !is(&HIDES) {
            DroppedFunctions::Unexported
        } else {
            DroppedFunctions::Unreferenced
        }
    }
}

/// Whether `word` is part of the file name of `program`.
fn is_named(program: &str, word: &str) -> bool {
    Path::new(program).file_name().unwrap_or_default().to_string_lossy().contains(word)
}

impl Icf {
    /// The value of the last argument that chooses one; the first argument is the program's name.
    pub fn of_arguments(mut arguments: impl Iterator<Item = String>) -> Icf {
        let program = arguments.next().unwrap_or_default();
        if !LINKERS.iter().any(|linker| is_named(&program, linker)) {
            return Icf::None;
        }
        arguments.filter_map(|argument| Icf::of_argument(&argument)).last().unwrap_or_default()
    }

    /// Whether the linker folds functions with a table of call sites too, if it folds any, for the target of this
    /// triple. lld 22 does so on 32-bit Arm with ELF: it even folds functions that catch different types.
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
    fn lld_drops_what_it_is_told_to() {
        let dropped =
            |line: &str| DroppedFunctions::of_arguments(line.split_whitespace().map(str::to_owned));
        for line in [
            "/usr/bin/ld.lld-22 -o a a.o",
            "rust-lld -flavor gnu -shared -o a.so a.o",
            "ld.lld --gc-sections -no-gc-sections a.o",
        ] {
            assert_eq!(dropped(line), DroppedFunctions::None, "{line}");
        }
        for line in ["ld.lld -shared --gc-sections a.o", "ld.lld -gc-sections --export-dynamic a.o"]
        {
            assert_eq!(dropped(line), DroppedFunctions::Unexported, "{line}");
        }
        for line in [
            "ld.lld --gc-sections a.o",
            "ld.lld --no-gc-sections --gc-sections a.o",
            "ld.lld -shared --gc-sections --version-script=x a.o",
            "ld.lld -shared --gc-sections --version-script x a.o",
            "ld.lld -r -o a.o b.o",
            "ld.lld --relocatable b.o",
            "rust-lld -flavor wasm a.o",
            "lld-link a.o",
            "ld64.lld a.o",
            "rustc -Clinker=ld.lld a.rs",
            "opt a.bc",
            "",
        ] {
            assert_eq!(dropped(line), DroppedFunctions::Unreferenced, "{line}");
        }
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
