//! Which LLVM a program is of.
//!
//! Consumes: the name of a program, what it says of its version. Produces: the major version, and the plugin for it. Guarantees:
//! a program is asked only where its name does not say, and where there is a choice between plugins.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Installed, Plugin};

/// A tool of LLVM by the usual name of those versions, with its version: the first that is there, of those that a plugin is
/// installed for.
pub fn program(tool: &str, installed: &Installed) -> String {
    let versions = installed.versions();
    let there = versions.iter().find(|major| is_on_path(&format!("{tool}-{major}")));
    let major = there.or(versions.first()).copied().unwrap_or(super::plugin::USUAL);
    format!("{tool}-{major}")
}

fn is_on_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// The plugin for what a command runs: a program, perhaps behind others such as ccache.
///
/// # Errors
/// No plugin fits it.
pub fn fitting(installed: &Installed, command: &[String]) -> anyhow::Result<Plugin> {
    let program = command.last().map(String::as_str).unwrap_or_default();
    let major = match installed {
        Installed::Named(_) => None,
        Installed::Found(_) => named(program).or_else(|| asked(command)),
    };
    installed.fitting(major, program)
}

/// The version at the end of a program's name: clang++-22.
fn named(program: &str) -> Option<u32> {
    Path::new(program).file_name()?.to_str()?.rsplit_once('-')?.1.parse().ok()
}

/// What a program says of itself.
fn asked(command: &[String]) -> Option<u32> {
    let (program, before) = command.split_first()?;
    let mut asking = Command::new(program);
    asking.args(before).arg("--version").stdin(Stdio::null()).stderr(Stdio::null());
    told(&String::from_utf8_lossy(&asking.output().ok()?.stdout))
}

/// The version in what clang, lld and LLVM's tools say. Apple numbers its clang by its own count.
fn told(text: &str) -> Option<u32> {
    if text.contains("Apple") {
        return None;
    }
    let after = ["clang version ", "LLVM version ", "LLD "];
    let version = after.iter().find_map(|words| Some(text.split_once(words)?.1))?;
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{named, told};

    #[test]
    fn names_and_words_tell_the_version() {
        assert_eq!(named("/usr/bin/clang++-19"), Some(19));
        assert_eq!([named("clang"), named("my-clang")], [None, None]);
        assert_eq!(told("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x"), Some(19));
        assert_eq!(told("LLVM (http://llvm.org/):\n  Debian LLVM version 22.1.8\n"), Some(22));
        assert_eq!(told("Debian LLD 19.1.7 (compatible with GNU linkers)"), Some(19));
        assert_eq!(told("Apple clang version 16.0.0"), None);
        assert_eq!(told("gcc (Debian) 12"), None);
    }
}
