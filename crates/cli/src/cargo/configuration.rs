//! What the user tells cargo of flags and linkers, other than on the command line of rustc.
//!
//! Consumes: variables, files of cargo's configuration, `--config`. Produces: flags of rustc, the texts that configure cargo, and
//! which linkers they name. Guarantees: cargo's order: `CARGO_ENCODED_RUSTFLAGS` before `RUSTFLAGS` before what is configured for
//! targets. Texts are read line by line, so what a text says in another way counts as not said.

use std::env;
use std::fs;
use std::path::PathBuf;

/// What says something of identical code folding.
const FOLDING: &str = "-icf=";

/// Variables and texts that configure cargo.
#[derive(Default)]
pub struct Configuration {
    /// The flags of a variable that takes precedence over all that is configured for targets.
    pub set: Option<Vec<String>>,
    /// What is given by `--config`, then the files, the nearest first.
    pub texts: Vec<String>,
}

/// A linker that the user names and that cannot load the plugin.
#[derive(Debug, PartialEq, Eq)]
pub struct Other {
    /// The word that names it, such as `-fuse-ld=mold`.
    pub word: String,
    /// Whether no flag of ours can overrule it.
    pub is_last: bool,
}

impl Configuration {
    /// As cargo finds it, with the values of `--config`.
    pub fn found(given: &[&str]) -> Configuration {
        let told = given.iter().map(|&one| fs::read_to_string(one).unwrap_or(one.to_owned()));
        Configuration { set: flags_of_environment(), texts: told.chain(files()).collect() }
    }

    /// The flags that variables give for a target.
    pub fn flags(&self, target: &str) -> Vec<String> {
        match &self.set {
            Some(set) => set.clone(),
            None => words(&variable(target, "RUSTFLAGS").unwrap_or_default(), &[' ']),
        }
    }

    /// Whether the user says how equal code is folded.
    pub fn says_folding(&self, target: &str) -> bool {
        let by_texts = self.set.is_none() && self.texts.iter().any(|text| text.contains(FOLDING));
        by_texts || self.flags(target).iter().any(|flag| flag.contains(FOLDING))
    }

    /// The linker that the user names for a compiler that links, if it is none that loads the plugin. Our flags stand under a
    /// key of the configuration; cargo puts those of later keys behind them.
    pub fn other_linker(&self, target: &str, key: &str) -> Option<Other> {
        let flags = self.flags(target);
        let by_flags = flags.iter().filter_map(|flag| other(flag, false));
        let texts = if self.set.is_none() { &self.texts[..] } else { &[] };
        let by_texts =
            texts.iter().flat_map(|text| lines(text, target)).filter_map(|(its_key, line)| {
                other(line, its_key.starts_with("cfg(") && its_key > key)
            });
        let all: Vec<Other> = by_texts.chain(by_flags).collect();
        let last = all.iter().position(|one| one.is_last).or(all.len().checked_sub(1));
        last.and_then(|at| all.into_iter().nth(at))
    }
}

/// The key of the configuration for the flags of a target. Cargo sorts the keys of conditions and puts their flags behind those of the
/// target's name; this one is behind nearly all, and nobody else writes it, so that it does not matter
/// whether the user's flags are one text or several.
pub fn key(target: &str) -> &'static str {
    let is_unix = target.contains("linux") || target.contains("bsd");
    if is_unix { "cfg(unix )" } else { "cfg(not(unix ))" }
}

/// A variable of cargo for a target.
pub fn variable(target: &str, name: &str) -> Option<String> {
    let target = target.to_uppercase().replace(['-', '.'], "_");
    env::var(format!("CARGO_TARGET_{target}_{name}")).ok()
}

/// The lines of a text that are for a target, or for those of a condition, with the name or the condition.
pub fn lines<'a>(text: &'a str, target: &str) -> Vec<(&'a str, &'a str)> {
    let mut table = None;
    let mut found = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if line.starts_with('[') {
            table = line.strip_prefix("[target.").map(first_key);
        } else {
            found.extend(
                table.or(line.strip_prefix("target.").map(first_key)).map(|key| (key, line)),
            );
        }
    }
    found.retain(|(key, _)| *key == target || key.starts_with("cfg("));
    found
}

/// The first part of a key with dots, of which quotes may be around a part.
fn first_key(text: &str) -> &str {
    let quoted =
        ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.split(quote).next());
    quoted.or(text.split(['.', ']']).next()).unwrap_or_default()
}

/// The last word of a line that names a linker other than lld.
fn other(line: &str, is_behind: bool) -> Option<Other> {
    const NAMING: [(&str, bool); 2] = [("-fuse-ld=", false), ("--ld-path=", true)];
    let separate = |c: char| c.is_whitespace() || "\"',]".contains(c);
    NAMING.into_iter().rev().find_map(|(naming, overrules)| {
        let name = line.rsplit_once(naming)?.1.split(separate).next()?;
        let word = format!("{naming}{name}");
        (!name.contains("lld")).then_some(Other { word, is_last: overrules || is_behind })
    })
}

/// Flags for rustc that variables name for all targets.
fn flags_of_environment() -> Option<Vec<String>> {
    let split = |variable, at: &[char]| Some(words(&env::var(variable).ok()?, at));
    split("CARGO_ENCODED_RUSTFLAGS", &['\x1f']).or_else(|| split("RUSTFLAGS", &[' ']))
}

fn words(text: &str, at: &[char]) -> Vec<String> {
    text.split(at).filter(|flag| !flag.is_empty()).map(str::to_owned).collect()
}

/// The files of cargo's configuration. What is configured stands before what is given here, and the linker takes the last.
fn files() -> impl Iterator<Item = String> {
    let here = env::current_dir().unwrap_or_default();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let folders: Vec<PathBuf> =
        here.ancestors().map(|folder| folder.join(".cargo")).chain(home).collect();
    let files = folders
        .into_iter()
        .flat_map(|folder| ["config.toml", "config"].map(|name| folder.join(name)));
    files.filter_map(|file| fs::read_to_string(file).ok())
}

#[cfg(test)]
mod tests {
    use super::{Configuration, Other, key, lines};

    const LINUX: &str = "x86_64-unknown-linux-gnu";

    fn configured(text: &str) -> Configuration {
        Configuration { set: None, texts: vec![text.to_owned()] }
    }

    fn set(flag: &str) -> Configuration {
        Configuration { set: Some(vec![flag.to_owned()]), texts: Vec::new() }
    }

    #[test]
    fn lines_are_for_targets() {
        let text =
            "[target.'cfg(a = \"b\")']\nx = 1\n# no = 2\n[build]\ny = 3\n[target.other]\nz = 4\n";
        assert_eq!(lines(text, LINUX), [("cfg(a = \"b\")", "x = 1")]);
        let dotted = "target.x86_64-unknown-linux-gnu.linker = 'x'";
        assert_eq!(lines(dotted, LINUX), [(LINUX, dotted)]);
        assert_eq!(lines(dotted, "other"), []);
    }

    #[test]
    fn linkers_that_cannot_load_the_plugin() {
        let named = |configuration: Configuration| configuration.other_linker(LINUX, key(LINUX));
        let other = |word: &str, is_last| Some(Other { word: word.to_owned(), is_last });
        assert_eq!(named(set("-Clink-arg=-fuse-ld=bfd")), other("-fuse-ld=bfd", false));
        assert_eq!(named(set("-Clink-arg=--ld-path=/x/mold")), other("--ld-path=/x/mold", true));
        assert_eq!(named(set("-Clink-arg=-fuse-ld=/x/ld.lld")), None);
        let text = |key: &str| {
            configured(&format!("[target.{key}]\nrustflags = [\n\"-Clink-arg=-fuse-ld=mold\"]"))
        };
        assert_eq!(named(text(LINUX)), other("-fuse-ld=mold", false));
        assert_eq!(named(text("'cfg(target_os = \"linux\")'")), other("-fuse-ld=mold", false));
        assert_eq!(named(text("\"cfg(unix)\"")), other("-fuse-ld=mold", true));
        assert_eq!(named(text("aarch64-apple-darwin")), None);
    }

    #[test]
    fn a_variable_of_flags_takes_precedence() {
        let folds = "[target.'cfg(unix)']\nrustflags = ['-Clink-arg=-Wl,--icf=all']";
        assert!(configured(folds).says_folding(LINUX));
        assert!(!Configuration { set: Some(Vec::new()), ..configured(folds) }.says_folding(LINUX));
        assert!(set("-Clink-arg=-Wl,--icf=none").says_folding(LINUX));
    }
}
