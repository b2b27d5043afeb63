//! Whether rustc links by a compiler, as it does for programs of a system, or by lld itself, as for firmware.
//!
//! Consumes: a target, flags of rustc, variables and files of cargo's configuration. Produces: how the linker takes its
//! arguments. Guarantees: the same answer as rustc's, where the linker is named as rustc knows linkers; files of the
//! configuration are read line by line, so a linker that a file names in another way counts as not named.

use std::env;

/// What rustc runs to link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    /// A compiler, which runs the linker: `cc`.
    Driver,
    /// The linker: `rust-lld`.
    Lld,
}

impl Linker {
    /// Of a target, with flags that a variable gives and files of the configuration, the nearest first.
    pub fn of(target: &str, flags: &[String], configured: &[String]) -> Linker {
        let variable = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
        let variable = env::var(variable).ok();
        let named = flag(flags, "linker-flavor")
            .or_else(|| flag(flags, "linker"))
            .or(variable.as_deref())
            .or_else(|| configured.iter().find_map(|text| in_file(text, target)));
        named.and_then(Linker::named).unwrap_or(Linker::usual(target))
    }

    /// Targets without a system are linked by lld.
    fn usual(target: &str) -> Linker {
        if target.contains("-none") { Linker::Lld } else { Linker::Driver }
    }

    /// By the name of a program or of a flavour of linkers, as rustc does it.
    fn named(path: &str) -> Option<Linker> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let without_version = name.rsplit_once('-').filter(|(_, version)| is_number(version));
        let name = without_version.map_or(name, |(stem, _)| stem);
        let ends = |endings: &[&str]| endings.iter().any(|&ending| name.ends_with(ending));
        if ends(&["cc", "g++", "c++", "clang", "clang++"]) {
            Some(Linker::Driver)
        } else {
            ends(&["ld", "lld"]).then_some(Linker::Lld)
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The last value of an option for code generation: `-Clinker=x`, or `-C` and `linker=x`.
fn flag<'a>(flags: &'a [String], name: &str) -> Option<&'a str> {
    flags.iter().rev().find_map(|flag| {
        let option = flag.strip_prefix("-C").unwrap_or(flag).trim_start();
        option.strip_prefix(name)?.strip_prefix('=')
    })
}

/// The linker that a file of cargo's configuration names for a target, or for those of a condition.
fn in_file<'a>(text: &'a str, target: &str) -> Option<&'a str> {
    let mut is_for_target = false;
    let mut found = None;
    for line in text.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix("[target.") {
            is_for_target = table.contains(target) || table.contains("cfg(");
        } else if line.starts_with('[') {
            is_for_target = false;
        } else if let Some((key, value)) = line.split_once('=')
            && is_for_target
            && key.trim() == "linker"
        {
            found = value.split(['"', '\'']).nth(1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Linker::{self, Driver, Lld};

    #[test]
    fn linkers_are_known_by_their_names() {
        for (name, linker) in [
            ("arm-none-eabi-gcc", Some(Driver)),
            ("/usr/bin/clang-22", Some(Driver)),
            ("gnu-lld-cc", Some(Driver)),
            ("riscv64-unknown-elf-ld", Some(Lld)),
            ("rust-lld", Some(Lld)),
            ("ld.lld-22", Some(Lld)),
            ("flip-link", None),
        ] {
            assert_eq!(Linker::named(name), linker, "{name}");
        }
    }

    #[test]
    fn what_names_the_linker() {
        let of = |target, flags: &[&str], file: &str| {
            let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
            Linker::of(target, &flags, &[file.to_owned()])
        };
        let (arm, linux) = ("thumbv6m-none-eabi", "x86_64-unknown-linux-gnu");
        assert_eq!(of(arm, &[], ""), Lld);
        assert_eq!(of(linux, &[], ""), Driver);
        assert_eq!(of(arm, &["-Clinker=arm-none-eabi-gcc"], ""), Driver);
        assert_eq!(of(arm, &["-C", "linker=x-gcc", "-Clinker-flavor=gnu-lld"], ""), Lld);
        let file = "[target.thumbv6m-none-eabi]\nlinker = \"arm-none-eabi-gcc\"\n";
        assert_eq!(of(arm, &[], file), Driver);
        assert_eq!(of("riscv32imc-unknown-none-elf", &[], file), Lld);
        let some =
            "[target.'cfg(all())']\nrunner = 'x'\nlinker = 'ld.lld'\n[build]\nlinker = 'cc'\n";
        assert_eq!(of(arm, &[], some), Lld);
        assert_eq!(of(arm, &[], "[target.'cfg(all())']\nlinker = 'clang'\n"), Driver);
    }
}
