//! Aliases of cargo's commands that the user has configured.
//!
//! Consumes: the arguments of cargo, what it lists, variables. Produces: the arguments with the alias written out. Guarantees: cargo's
//! own answer, because it lists aliases; commands of cargo itself are never aliases. Our arguments can then stand behind the name of
//! the command, before what an alias says for the program that is run.

use std::env;
use std::ffi::OsString;
use std::process::Command;

use super::{lossy, subcommand};

/// Commands that are asked for most; cargo lets no alias take their places.
const USUAL: [&str; 6] = ["build", "run", "test", "bench", "install", "rustc"];
/// As many aliases may stand for each other; cargo refuses those that never end.
const DEPTH: usize = 16;

/// The arguments with aliases written out. The command is cargo without arguments.
pub fn written_out(mut arguments: Vec<OsString>, cargo: impl Fn() -> Command) -> Vec<OsString> {
    for _ in 0..DEPTH {
        let given = lossy(&arguments);
        let Some(at) = subcommand(&given).filter(|&at| !USUAL.contains(&given[at].as_str())) else {
            break;
        };
        let listed = || listed(cargo().args(&arguments[..at]));
        let words = variable(&given[at]).or_else(|| in_list(&listed()?, &given[at]));
        // A command that is its own alias is another program's.
        let Some(words) = words.filter(|words| words.first() != Some(&given[at])) else { break };
        arguments.splice(at..=at, words.into_iter().map(OsString::from));
    }
    arguments
}

/// The commands that cargo knows.
fn listed(cargo: &mut Command) -> Option<String> {
    let output = cargo.arg("--list").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The alias that a variable gives.
fn variable(name: &str) -> Option<Vec<String>> {
    let name = name.to_uppercase().replace('-', "_");
    env::var(format!("CARGO_ALIAS_{name}")).ok().map(|text| words(&text))
}

/// The alias in what `cargo --list` prints.
fn in_list(listed: &str, name: &str) -> Option<Vec<String>> {
    listed.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix(name)?;
        rest.starts_with(' ').then(|| rest.trim_start().strip_prefix("alias: ").map(words))?
    })
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::in_list;

    #[test]
    fn cargo_lists_aliases() {
        let listed = "Installed Commands:\n    b                    alias: build\n    bench                Execute\n    \
                      xtask                alias: run -q --\n";
        assert_eq!(in_list(listed, "b"), Some(vec!["build".to_owned()]));
        assert_eq!(
            in_list(listed, "xtask").map(|words| words.join(" ")).as_deref(),
            Some("run -q --")
        );
        assert_eq!(in_list(listed, "bench"), None);
        assert_eq!(in_list(listed, "x"), None);
    }
}
