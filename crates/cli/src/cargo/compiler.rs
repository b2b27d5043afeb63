//! Which rustc builds, and which plugin fits it.
//!
//! Consumes: the plugins that are installed, what rustc says of itself, the toolchains of rustup. Produces: a compiler, how
//! cargo is run with it, and the plugin for its LLVM. Guarantees: the compiler that cargo would take is taken where a plugin
//! fits it; else another toolchain that is installed, which is said; one that `RUSTC` names is never replaced.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow};

use crate::compile::{Installed, Plugin};

/// A compiler of Rust.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiler {
    /// The target that it compiles for by itself.
    pub host: String,
    /// Its version, such as 1.95.0 or 1.97.0-nightly.
    release: String,
    /// The major version of its LLVM.
    llvm: Option<u32>,
    /// The toolchain of rustup that it is of, if cargo would take another.
    toolchain: Option<String>,
}

impl Compiler {
    /// What `rustc -vV` says.
    pub fn told(text: &str) -> anyhow::Result<Compiler> {
        let field =
            |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let version = field("LLVM version:").context("rustc does not say its LLVM")?;
        Ok(Compiler {
            host: field("host:").context("rustc does not say its host")?.to_owned(),
            release: field("release:").unwrap_or_default().to_owned(),
            llvm: version.split('.').next().and_then(|major| major.parse().ok()),
            toolchain: None,
        })
    }

    /// Cargo, which then takes this compiler.
    pub fn cargo(&self) -> Command {
        match &self.toolchain {
            Some(name) => of_toolchain(name, "cargo"),
            None => Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
        }
    }

    /// The folder of Rust's own lld, where compilers look for linkers; some distributions leave it out.
    pub fn own_lld(&self) -> Option<String> {
        let mut rustc = match &self.toolchain {
            Some(name) => of_toolchain(name, "rustc"),
            None => Command::new(rustc()),
        };
        let sysroot = answer(rustc.args(["--print", "sysroot"]))?;
        let folder = format!("{}/lib/rustlib/{}/bin/gcc-ld", sysroot.trim(), self.host);
        Path::new(&folder).is_dir().then_some(folder)
    }

    /// The major version of its LLVM, as far as it says one.
    pub fn llvm(&self) -> String {
        self.llvm.map(|major| major.to_string()).unwrap_or_default()
    }

    /// The version as numbers.
    fn number(&self) -> Vec<u32> {
        let numbers = self.release.split('-').next().unwrap_or_default().split('.');
        numbers.filter_map(|number| number.parse().ok()).collect()
    }

    /// Of several that would do, the one with the greatest: a stable one before others, then the newest.
    fn preference(&self) -> (bool, Vec<u32>) {
        (!self.release.contains('-'), self.number())
    }
}

/// The compiler that cargo would take, or another toolchain's, and the plugin for its LLVM.
///
/// # Errors
/// No plugin fits any of them.
pub fn fitting(installed: &Installed) -> anyhow::Result<(Compiler, Plugin)> {
    let output = Command::new(rustc()).arg("-vV").output();
    let output = output.with_context(|| format!("cannot run {}", rustc().display()))?;
    let usual = Compiler::told(&String::from_utf8_lossy(&output.stdout))?;
    let release = format!("rustc {}", usual.release);
    let problem = match installed.fitting(usual.llvm, &release) {
        Ok(plugin) => return Ok((usual, plugin)),
        Err(problem) => problem,
    };
    let others = if env::var_os("RUSTC").is_some() { Vec::new() } else { toolchains() };
    let fitting = others.into_iter().filter_map(|other| {
        let plugin = installed.fitting(other.llvm, "it").ok()?;
        Some((other, plugin))
    });
    match fitting.max_by_key(|(other, _)| other.preference()) {
        Some((other, plugin)) => {
            eprintln!(
                "fmerge: no plugin is installed for LLVM {}, which {release} has: taking the toolchain {}, rustc {} with LLVM {}",
                usual.llvm.unwrap_or_default(),
                other.toolchain.as_deref().unwrap_or_default(),
                other.release,
                other.llvm.unwrap_or_default()
            );
            Ok((other, plugin))
        }
        None => Err(anyhow!(
            "{problem}; toolchains of Rust by their LLVM: {}",
            releases(&installed.versions())
        )),
    }
}

/// What cargo takes for the compiler.
fn rustc() -> OsString {
    env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// The compilers that rustup has, if there is a rustup.
fn toolchains() -> Vec<Compiler> {
    let listed = answer(Command::new("rustup").args(["toolchain", "list"])).unwrap_or_default();
    // Behind the name may stand that it is the default one.
    let names = listed.lines().filter_map(|line| line.split_whitespace().next());
    names
        .filter_map(|name| {
            let told = Compiler::told(&answer(of_toolchain(name, "rustc").arg("-vV"))?).ok()?;
            Some(Compiler { toolchain: Some(name.to_owned()), ..told })
        })
        .collect()
}

/// A program of a toolchain.
fn of_toolchain(name: &str, program: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", name, program]);
    command
}

/// What a command prints, if it succeeds.
fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Which stable releases of Rust came with an LLVM: the first and the last, as far as they are out or planned
/// (docs/rust.md).
const RELEASES: [(u32, &str); 5] = [
    (19, "1.82 to 1.86"),
    (20, "1.87 to 1.90"),
    (21, "1.91 to 1.94"),
    (22, "1.95 to 1.98"),
    (23, "1.99 and later"),
];

/// Releases for which a plugin is installed.
fn releases(versions: &[u32]) -> String {
    let fitting = RELEASES.iter().filter(|(llvm, _)| versions.contains(llvm));
    let all: Vec<String> =
        fitting.map(|(llvm, releases)| format!("{releases} (LLVM {llvm})")).collect();
    format!("{}; choose one by `cargo +RELEASE fmerge`", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::Compiler;

    fn compiler(release: &str) -> Compiler {
        let text = format!(
            "rustc {release}\nhost: x86_64-unknown-linux-gnu\nrelease: {release}\nLLVM version: 19.1.7\n"
        );
        Compiler::told(&text).expect("all is said")
    }

    #[test]
    fn a_compiler_says_what_it_is() {
        let told = compiler("1.86.0");
        assert_eq!((told.host.as_str(), told.llvm), ("x86_64-unknown-linux-gnu", Some(19)));
        assert!(Compiler::told("rustc 1.86.0").is_err());
    }

    #[test]
    fn stable_compilers_are_preferred_then_new_ones() {
        let mut all = ["1.97.0-nightly", "1.9.0", "1.86.0", "1.83.1"].map(compiler);
        all.sort_by_key(Compiler::preference);
        let releases = all.iter().map(|one| one.release.as_str()).collect::<Vec<_>>();
        assert_eq!(releases, ["1.97.0-nightly", "1.9.0", "1.83.1", "1.86.0"]);
    }
}
