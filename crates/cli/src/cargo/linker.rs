//! Whether rustc links by a compiler, as it does for programs of a system, or by lld itself, as for firmware.
//!
//! Consumes: a target, flags of rustc, variables and files of cargo's configuration. Produces: how the linker takes its
//! arguments; an error for linkers that cannot load the plugin. Guarantees: the same answer as rustc's, where the linker is
//! named as rustc knows linkers.

use anyhow::bail;

use super::configuration::{Configuration, lines, variable};

/// What rustc runs to link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    /// A compiler, which runs the linker: `cc`.
    Driver,
    /// The linker: `rust-lld`.
    Lld,
}

impl Linker {
    /// Of a target, as the user configures it.
    ///
    /// # Errors
    /// The user names a linker that cannot load the plugin, and no compiler that would run another one.
    pub fn of(target: &str, configuration: &Configuration) -> anyhow::Result<Linker> {
        let flags = configuration.flags(target);
        let variable = variable(target, "LINKER");
        let path = flag(&flags, "linker")
            .or(variable.as_deref())
            .or_else(|| configuration.texts.iter().find_map(|text| in_file(text, target)));
        let linker = flag(&flags, "linker-flavor")
            .or(path)
            .and_then(Linker::named)
            .unwrap_or(Linker::usual(target));
        match path.filter(|path| linker == Linker::Lld && is_without_plugins(path)) {
            Some(path) => {
                bail!("the linker {path} cannot load the plugin: name lld, a compiler, or none")
            }
            None => Ok(linker),
        }
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

/// Whether a linker is known not to load plugins of passes.
fn is_without_plugins(path: &str) -> bool {
    ["ld.bfd", "gold", "mold", "wild"].iter().any(|name| path.ends_with(name))
}

/// The linker that a file of cargo's configuration names for a target, or for those of a condition.
fn in_file<'a>(text: &'a str, target: &str) -> Option<&'a str> {
    lines(text, target).into_iter().rev().find_map(|(_, line)| {
        let (key, value) = line.rsplit_once('=')?;
        let is_linker = key.trim().rsplit('.').next() == Some("linker");
        value.split(['"', '\'']).nth(1).filter(|_| is_linker)
    })
}

#[cfg(test)]
mod tests {
    use super::Configuration;
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
            let texts = vec![file.to_owned()];
            Linker::of(target, &Configuration { set: Some(flags), texts }).ok()
        };
        let (arm, linux) = ("thumbv6m-none-eabi", "x86_64-unknown-linux-gnu");
        assert_eq!(of(arm, &[], ""), Some(Lld));
        assert_eq!(of(linux, &[], ""), Some(Driver));
        assert_eq!(of(arm, &["-Clinker=arm-none-eabi-gcc"], ""), Some(Driver));
        assert_eq!(of(arm, &["-C", "linker=x-gcc", "-Clinker-flavor=gnu-lld"], ""), Some(Lld));
        let file = "[target.thumbv6m-none-eabi]\nlinker = \"arm-none-eabi-gcc\"\n";
        assert_eq!(of(arm, &[], file), Some(Driver));
        assert_eq!(of("riscv32imc-unknown-none-elf", &[], file), Some(Lld));
        let some =
            "[target.'cfg(all())']\nrunner = 'x'\nlinker = 'ld.lld'\n[build]\nlinker = 'cc'\n";
        assert_eq!(of(arm, &[], some), Some(Lld));
        assert_eq!(of(linux, &["-Clinker=/x/ld.mold"], ""), None);
        assert_eq!(of(linux, &["-Clinker=clang"], ""), Some(Driver));
        assert_eq!(of(linux, &[], "target.x86_64-unknown-linux-gnu.linker='ld.lld'"), Some(Lld));
        assert_eq!(of(arm, &[], "[target.'cfg(all())']\nlinker = 'clang'\n"), Some(Driver));
    }
}
