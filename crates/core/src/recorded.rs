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
use serde::Deserialize;
use serde::de::Error as _;
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
}

/// What is read of a report.
#[derive(Deserialize)]
struct Listed {
    merged: Vec<Pair>,
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Pair {
    members: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
}

#[derive(Deserialize)]
struct Group {
    kind: GroupKind,
    originals: Vec<String>,
}

impl Recorded {
    /// Reads a report.
    ///
    /// # Errors
    /// The file cannot be read, or is no report.
    pub fn read(path: &Path) -> Result<Recorded, RecordedError> {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|source| RecordedError::Read { path: name(), source })?;
        Recorded::of(&text).map_err(|source| RecordedError::Content { path: name(), source })
    }

    fn of(report: &str) -> Result<Recorded, serde_json::Error> {
        let mut recorded = Recorded::default();
        // A document a line, each of which is of one run.
        let mut runs = serde_json::Deserializer::from_str(report).into_iter().peekable();
        if runs.peek().is_none() {
            return Err(serde_json::Error::custom("it is empty"));
        }
        runs.try_for_each(|run| run.map(|run| recorded.add(run)))?;
        Ok(recorded)
    }

    fn add(&mut self, Listed { merged, groups }: Listed) {
        for Group { kind, originals } in groups {
            self.sets_mut(kind).unite(originals);
        }
        for Pair { members } in merged {
            let names = || members.iter().map(|member| &member.name);
            for one in names() {
                let partners = self.partners.entry(one.clone()).or_default();
                partners.extend(names().filter(|&other| other != one).cloned());
            }
        }
    }

    fn sets_mut(&mut self, kind: GroupKind) -> &mut Sets {
        match kind {
            GroupKind::Identical => &mut self.equal,
            GroupKind::Constants => &mut self.differ_in_constants,
        }
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

    #[test]
    fn pairs_are_those_of_the_report() {
        let recorded = Recorded::of(REPORT).expect("a report");
        assert!(recorded.pairs("a", "b") && recorded.pairs("b", "a"));
        assert!(recorded.pairs("c", "a.fmerge"));
        assert!(
            !recorded.pairs("a", "c") && !recorded.pairs("a", "a") && !recorded.pairs("d", "e")
        );
        assert!(recorded.has_partner("c") && !recorded.has_partner("d"));
    }

    #[test]
    fn groups_with_a_common_name_are_one() {
        let recorded = Recorded::of(REPORT).expect("a report");
        let equal = |name| recorded.group(GroupKind::Identical, name);
        assert!(equal("d").is_some() && equal("d") == equal("e") && equal("d") == equal("h"));
        assert!(equal("f") == equal("g") && equal("f") != equal("d"));
        assert_eq!(equal("a"), None);
        let constants = |name| recorded.group(GroupKind::Constants, name);
        assert!(constants("f").is_some() && constants("f") == constants("h"));
        assert_eq!(constants("g"), None);
    }

    #[test]
    fn runs_are_added_up() {
        let more = r#"{"merged": [], "groups": [{"kind": "identical", "originals": ["x", "y"]}]}"#;
        let recorded =
            Recorded::of(&format!("{}\n{more}\n", REPORT.replace('\n', ""))).expect("reports");
        assert!(recorded.pairs("a", "b"));
        assert!(recorded.group(GroupKind::Identical, "x").is_some());
    }

    #[test]
    fn what_is_no_report_is_an_error() {
        assert!(Recorded::of("{\"merged\": []}").is_err());
        assert!(Recorded::of("").is_err());
        let error = Recorded::read(Path::new("/nowhere/report.json")).expect_err("no file");
        assert!(error.to_string().contains("/nowhere/report.json"), "{error}");
    }
}
