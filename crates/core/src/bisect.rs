//! Finding the one merge that breaks a program: which merges the next run may make, and how the search goes on.
//!
//! Consumes: how many merges each module made, and whether the program was good with the first n merges.
//! Produces: what the plugin may do in the next run ([`Allowed`]), and in the end the merge ([`BisectionSearch`]).
//! Guarantees: all merges of a build are numbered from 1 on, module by module in the order of their names
//! ([`Numbering`]). So a number means one merge of one module, whichever process makes it and when. A search
//! among `n` merges takes at most ⌈log₂ n⌉ runs.
//!
//! # The folder
//!
//! A build runs many compilers and linkers, which `fmerge bisect` does not start itself. They exchange files in
//! the folder that the variable [`VARIABLE`] names. Before a run, `fmerge bisect` writes [`ALLOWED`]. Each
//! compiler or linker writes a [`Count`] for each of its modules into the folder [`MADE`], and what became of
//! the merge that `show` asks for into [`SHOWN`]. Files name a module by its [`module_key`], because several
//! modules may have one name; for example, the modules that LTO makes are all called `ld-temp.o`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::intervals::Intervals;
use crate::summary::{SummaryError, write_atomically};

/// The environment variable that names the folder.
pub const VARIABLE: &str = "FMERGE_BISECT";
/// The file that says what may be merged.
pub const ALLOWED: &str = "allowed.json";
/// The folder of the counts.
pub const MADE: &str = "made";
/// The file with the merge that was asked for.
pub const SHOWN: &str = "shown.json";
/// The version of all of these files.
pub const VERSION: u32 = 1;

/// What may be merged in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowed {
    /// [`VERSION`].
    pub version: u32,
    /// The numbers of the merges that a module may make, by the module's key.
    pub modules: BTreeMap<String, Intervals>,
    /// Whether modules that are not named may make all merges. Otherwise they may make none.
    pub others: bool,
    /// The merge to be written to [`SHOWN`].
    pub show: Option<Numbered>,
}

/// A merge of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbered {
    /// The module's key.
    pub module: String,
    /// Its number in the module, from 1 on.
    pub number: u64,
}

/// How many merges a module made, or would have made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// [`VERSION`].
    pub version: u32,
    /// [`module_key`].
    pub key: String,
    /// The module's name.
    pub module: String,
    /// The highest number that was given to a merge.
    pub merges: u64,
}

/// A merge, described for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// [`VERSION`].
    pub version: u32,
    /// The pass that made it.
    pub pass: String,
    /// The module's name.
    pub module: String,
    /// Its number in the module.
    pub number: u64,
    /// The functions as they were.
    pub originals: Vec<Function>,
    /// What they became; nothing if the compiler ended before.
    pub merged: Vec<Function>,
}

/// A function, described for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its symbol.
    pub name: String,
    /// Where its source is: the file and the line, if debug information says it, else the module.
    pub place: String,
    /// LLVM's text of it.
    pub ir: String,
}

impl Allowed {
    /// All merges, or none.
    pub fn any(everything: bool) -> Allowed {
        Allowed { version: VERSION, modules: BTreeMap::new(), others: everything, show: None }
    }

    /// The numbers of the merges that a module may make; `None` if it may make all.
    pub fn of(&self, key: &str) -> Option<Intervals> {
        match self.modules.get(key) {
            Some(allowed) => Some(allowed.clone()),
            None => (!self.others).then(Intervals::default),
        }
    }
}

/// Why a file of the folder cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Its content is not that of such a file.
    #[error("{path} is no file of `fmerge bisect`: {source}")]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// Another version wrote it.
    #[error(
        "{path} was written by another version of fmerge; let plugin and command line be of one"
    )]
    Version {
        /// The file.
        path: PathBuf,
    },
}

/// Reads a file of the folder.
///
/// # Errors
/// [`FileError`].
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    let bytes =
        fs::read(path).map_err(|source| FileError::Read { path: path.to_owned(), source })?;
    let wrong = |source| FileError::Content { path: path.to_owned(), source };
    let content: serde_json::Value = serde_json::from_slice(&bytes).map_err(wrong)?;
    match content.get("version").and_then(serde_json::Value::as_u64) {
        Some(version) if version != u64::from(VERSION) => {
            Err(FileError::Version { path: path.to_owned() })
        }
        _ => serde_json::from_value(content).map_err(wrong),
    }
}

/// Writes a file of the folder, which appears whole or not at all.
///
/// # Errors
/// [`SummaryError::Write`].
pub fn write(path: &Path, content: &impl Serialize) -> Result<(), SummaryError> {
    let text = serde_json::to_string(content).expect("plain data");
    write_atomically(path, |out| out.write_all(text.as_bytes()))
}

/// The key that names a module in every run of a build: a digest of the name of its source and of the symbols that
/// it had before the first merge. Paths of temporary files, which change from run to run, are left out.
pub fn module_key<'a>(source: &str, symbols: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut digest = blake3::Hasher::new();
    let mut add = |text: &[u8]| {
        digest.update(&(text.len() as u64).to_le_bytes());
        digest.update(text);
    };
    add(source.as_bytes());
    symbols.into_iter().for_each(add);
    digest.finalize().to_hex()[..32].to_owned()
}

/// All merges of a build, numbered.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    /// Sorted by name, then by key.
    modules: Vec<Count>,
}

impl Numbering {
    /// Puts modules in order. If several processes compiled one module, they did the same, and the highest count is
    /// taken.
    pub fn new(counts: impl IntoIterator<Item = Count>) -> Numbering {
        let mut modules: Vec<Count> = counts.into_iter().collect();
        modules.sort_by(|a, b| (&a.module, &a.key, b.merges).cmp(&(&b.module, &b.key, a.merges)));
        modules.dedup_by(|later, first| later.key == first.key);
        Numbering { modules }
    }

    /// The modules in order.
    pub fn modules(&self) -> &[Count] {
        &self.modules
    }

    /// How many merges there are.
    pub fn total(&self) -> u64 {
        self.modules.iter().map(|count| count.merges).sum()
    }

    /// Allows the merges from 1 to `last`.
    pub fn first(&self, last: u64) -> Allowed {
        let mut left = last;
        let mut modules = BTreeMap::new();
        for count in &self.modules {
            let here = left.min(count.merges);
            left -= here;
            modules.insert(count.key.clone(), Intervals::first(here));
        }
        Allowed { modules, ..Allowed::any(false) }
    }

    /// The merge behind a number; `None` if there are fewer merges.
    pub fn locate(&self, number: u64) -> Option<Numbered> {
        let mut left = number;
        for count in &self.modules {
            if (1..=count.merges).contains(&left) {
                return Some(Numbered { module: count.key.clone(), number: left });
            }
            left = left.saturating_sub(count.merges);
        }
        None
    }
}

/// A binary search for the first merge with which the program goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct BisectionSearch {
    good: u64,
    bad: u64,
}

impl BisectionSearch {
    /// Begins with two known ends: without merges the program is good, with all `merges` it is bad. There is at least one.
    pub fn new(merges: u64) -> BisectionSearch {
        BisectionSearch { good: 0, bad: merges }
    }

    /// The number of merges to make in the next run; `None` when [`BisectionSearch::culprit`] is known.
    pub fn next(&self) -> Option<u64> {
        let half = self.good + (self.bad - self.good) / 2;
        (half != self.good).then_some(half)
    }

    /// Notes how the run of [`BisectionSearch::next`] went.
    pub fn tell(&mut self, merges: u64, good: bool) {
        match good {
            true => self.good = merges,
            false => self.bad = merges,
        }
    }

    /// The merge that was looked for: the merges up to this one are bad together, and those before it are good.
    pub fn culprit(&self) -> u64 {
        self.bad
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn count(module: &str, key: &str, merges: u64) -> Count {
        Count { version: VERSION, key: key.into(), module: module.into(), merges }
    }

    #[test]
    fn keys_tell_modules_of_one_name_apart() {
        let key = |symbols: &[&str]| module_key("ld-temp.o", symbols.iter().map(|s| s.as_bytes()));
        assert_eq!(key(&["main", "f"]), key(&["main", "f"]));
        assert_ne!(key(&["main", "f"]), key(&["main", "g"]));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(ALLOWED);
        assert!(matches!(read::<Allowed>(&path), Err(FileError::Read { .. })));
        let allowed = Numbering::new([count("a", "k", 9)]).first(4);
        write(&path, &allowed).expect("a writable folder");
        assert_eq!(read::<Allowed>(&path).expect("just written"), allowed);
        write(&path, &Allowed { version: VERSION + 1, ..allowed }).expect("a writable folder");
        assert!(matches!(read::<Allowed>(&path), Err(FileError::Version { .. })));
        write(&path, &count("a", "k", 9)).expect("a writable folder");
        assert!(matches!(read::<Allowed>(&path), Err(FileError::Content { .. })));
    }

    #[test]
    fn a_module_that_is_compiled_twice_counts_once() {
        let both = [count("a.c", "1", 3), count("a.c", "1", 5), count("a.c", "2", 1)];
        let numbering = Numbering::new(both);
        assert_eq!(numbering.total(), 6);
        assert_eq!(numbering.locate(5), Some(Numbered { module: "1".into(), number: 5 }));
        assert_eq!(numbering.locate(6), Some(Numbered { module: "2".into(), number: 1 }));
        assert_eq!((numbering.locate(0), numbering.locate(7)), (None, None));
    }

    #[test]
    fn what_is_not_listed_may_merge_all_or_nothing() {
        assert_eq!(Allowed::any(true).of("x"), None);
        assert_eq!(Allowed::any(false).of("x"), Some(Intervals::default()));
        let listed = Numbering::new([count("a", "k", 9)]).first(4);
        assert_eq!(listed.of("k"), Some(Intervals::first(4)));
        assert_eq!(listed.of("x"), Some(Intervals::default()));
    }

    proptest! {
        #[test]
        fn a_search_finds_every_culprit_in_few_runs(merges in 1u64..100_000, at in 0.0f64..1.0) {
            let culprit = 1 + ((merges - 1) as f64 * at) as u64;
            let mut search = BisectionSearch::new(merges);
            let mut runs = 0;
            while let Some(half) = search.next() {
                search.tell(half, half < culprit);
                runs += 1;
            }
            prop_assert_eq!(search.culprit(), culprit);
            prop_assert!(runs <= merges.next_power_of_two().ilog2(), "{} runs", runs);
        }

        #[test]
        fn the_first_so_many_are_these_of_their_modules(
            merges in prop::collection::vec(0u64..6, 1..8), last in 0u64..50
        ) {
            // The counts come in another order than that of the names.
            let counts = merges.iter().enumerate().rev();
            let counts = counts.map(|(n, &m)| count(&format!("m{n}"), &format!("k{}", 9 - n), m));
            let numbering = Numbering::new(counts);
            prop_assert_eq!(numbering.total(), merges.iter().sum::<u64>());
            let allowed = numbering.first(last);
            let mut number = 0;
            for (n, &count) in merges.iter().enumerate() {
                let key = format!("k{}", 9 - n);
                let of = allowed.of(&key).expect("listed");
                for own in 1..=count {
                    number += 1;
                    prop_assert_eq!(of.contains(own), number <= last);
                    let found = numbering.locate(number).expect("one of all");
                    prop_assert_eq!(found, Numbered { module: key.clone(), number: own });
                }
            }
        }
    }
}
