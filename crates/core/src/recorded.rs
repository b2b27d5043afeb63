//! The merges of an earlier run, to be made again and no others: the option `recorded`.
//!
//! Consumes: a report (`docs/reports.md`). Produces: whether functions of these names were merged with each other, by kind of
//! merge. Guarantees: nothing is asked but names, so that a merge which the report lacks is not made in place of one that it
//! lacks too. That is how a single merge is taken back alone: by a report without it, all others are made as before.
//!
//! ```text
//! report:  a + b -> a.fmerge;   a.fmerge + c -> a.fmerge.fmerge;   d = e
//! without the first:                                              d = e     and a, b and c stay as they are
//! ```

use std::fs;
use std::io;
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use thiserror::Error;

use crate::report::GroupKind;

/// The merges of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    equal: Sets,
    differ_in_constants: Sets,
    /// By the name of a function, those that it was merged with as a similar one.
    partners: FxHashMap<String, FxHashSet<String>>,
}

/// Why a report cannot be used.
#[derive(Debug, Error)]
pub enum RecordedError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why not.
        source: io::Error,
    },
    /// It is no report.
    #[error("{path} is not a report of a merging pass: {source}")]
    Content {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// It is another document.
    #[error(
        "{path} is not a report of a merging pass: it lacks a list `merged` or `groups`, or names in them"
    )]
    Shape {
        /// The file.
        path: String,
    },
}

impl Recorded {
    /// Reads a report: a document a line, each of which is of one run.
    ///
    /// # Errors
    /// The file cannot be read, or is no report.
    pub fn read(path: &Path) -> Result<Recorded, RecordedError> {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|source| RecordedError::Read { path: name(), source })?;
        let mut recorded = Recorded::default();
        for line in text.lines() {
            let run = serde_json::from_slice(line.as_bytes())
                .map_err(|source| RecordedError::Content { path: name(), source })?;
            recorded.add(&run).ok_or_else(|| RecordedError::Shape { path: name() })?;
        }
        if text.is_empty() { Err(RecordedError::Shape { path: name() }) } else { Ok(recorded) }
    }

    /// Adds the merges of a run; none if that is not one.
    fn add(&mut self, run: &Value) -> Option<()> {
        for group in run.get("groups")?.as_array()? {
            let originals = group.get("originals")?.as_array()?;
            let names = originals.iter().map(|name| Some(name.as_str()?.to_owned()));
            let sets = match group.get("kind")?.as_str()? {
                "identical" => &mut self.equal,
                "constants" => &mut self.differ_in_constants,
                _ => return None,
            };
            sets.unite(names.collect::<Option<_>>()?);
        }
        for pair in run.get("merged")?.as_array()? {
            let members = pair.get("members")?.as_array()?;
            let names = members.iter().map(|member| member.get("name")?.as_str());
            let names: Vec<&str> = names.collect::<Option<_>>()?;
            for &one in &names {
                let partners = self.partners.entry(one.to_owned()).or_default();
                let others = names.iter().filter(|&&other| other != one);
                partners.extend(others.map(|&other| other.to_owned()));
            }
        }
        Some(())
    }

    /// A number for all that a function was merged with in groups of a kind, if it was merged so.
    pub fn group(&self, kind: GroupKind, name: &str) -> Option<u32> {
        let sets = match kind {
            GroupKind::Identical => &self.equal,
            GroupKind::Constants => &self.differ_in_constants,
        };
        sets.of.get(name).copied()
    }

    /// Whether a function was merged with a similar one.
    pub fn has_partner(&self, name: &str) -> bool {
        self.partners.contains_key(name)
    }

    /// Whether two functions were merged as similar ones.
    pub fn pairs(&self, one: &str, other: &str) -> bool {
        self.partners.get(one).is_some_and(|partners| partners.contains(other))
    }
}

/// Groups of names, of which those are one that have a name in common: one function may be the body of several groups, one
/// after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sets {
    of: FxHashMap<String, u32>,
    count: u32,
}

impl Sets {
    fn unite(&mut self, names: Vec<String>) {
        let number = self.count;
        self.count += 1;
        let known: FxHashSet<u32> =
            names.iter().filter_map(|name| self.of.get(name).copied()).collect();
        if !known.is_empty() {
            self.of.values_mut().filter(|set| known.contains(set)).for_each(|set| *set = number);
        }
        self.of.extend(names.into_iter().map(|name| (name, number)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"{"version": 3, "pass": "fmerge",
        "merged": [{"members": [{"name": "a"}, {"name": "b"}], "merged": "a.fmerge"},
                   {"members": [{"name": "a.fmerge"}, {"name": "c"}], "merged": "a.fmerge.fmerge"}],
        "groups": [{"kind": "identical", "originals": ["d", "e"]}, {"kind": "identical", "originals": ["f", "g"]},
                   {"kind": "identical", "originals": ["d", "h"]}, {"kind": "constants", "originals": ["f", "h"]}]}"#;

    /// What a file with this text means.
    fn read(name: &str, text: &str) -> Result<Recorded, RecordedError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        Recorded::read(&path)
    }

    fn recorded() -> Recorded {
        let more = r#"{"merged": [], "groups": [{"kind": "identical", "originals": ["x", "y"]}]}"#;
        let lines = format!("{}\n{more}\n", REPORT.replace('\n', ""));
        read("report.json", &lines).expect("a report")
    }

    #[test]
    fn pairs_are_those_of_the_report() {
        let recorded = recorded();
        assert!(recorded.pairs("a", "b") && recorded.pairs("b", "a"));
        assert!(recorded.pairs("c", "a.fmerge"));
        for (one, other) in [("a", "c"), ("a", "a"), ("d", "e")] {
            assert!(!recorded.pairs(one, other), "{one} and {other}");
        }
        assert!(recorded.has_partner("c") && !recorded.has_partner("d"));
    }

    #[test]
    fn groups_with_a_common_name_are_one_and_runs_are_added_up() {
        let recorded = recorded();
        let equal = |name| recorded.group(GroupKind::Identical, name);
        assert!(equal("d").is_some() && equal("d") == equal("e") && equal("d") == equal("h"));
        assert!(equal("f") == equal("g") && equal("f") != equal("d"));
        assert!(equal("x").is_some() && equal("x") == equal("y"));
        assert_eq!(equal("a"), None);
        let constants = |name| recorded.group(GroupKind::Constants, name);
        assert!(constants("f").is_some() && constants("f") == constants("h"));
        assert_eq!(constants("g"), None);
    }

    #[test]
    fn what_is_no_report_is_an_error() {
        let wrong = [
            "",
            "{\"merged\": []}",
            "[]",
            "{",
            r#"{"merged": [{"members": [{"name": 1}]}], "groups": []}"#,
            r#"{"merged": [], "groups": [{"kind": "odd", "originals": []}]}"#,
        ];
        for text in wrong {
            let error = read("odd.json", text).expect_err(text).to_string();
            assert!(error.contains("odd.json is not a report"), "{error}");
        }
        let error = Recorded::read(Path::new("/nowhere/report.json")).expect_err("no file");
        assert!(error.to_string().contains("cannot read /nowhere/report.json"), "{error}");
    }
}
