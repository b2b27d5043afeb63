//! Which merges are made: the option `limit`. It names the numbers of merges, or a report of an earlier run, whose merges
//! are made again and no others.
//!
//! Consumes: a report (`docs/reports.md`). Produces: which functions were merged with each other, by name and kind of
//! merge, and the order of the merges. Guarantees: no merge is made that the report lacks. So a single merge can be
//! taken back alone: with a report without it, no other takes its place, and all others are made as before, in the same
//! order and with the same function on each side.
//!
//! ```text
//! report:  a + b -> a.fmerge;   a.fmerge + c -> a.fmerge.fmerge;   d = e
//! without the first:                                              d = e     and a, b and c stay as they are
//! ```

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use thiserror::Error;

use crate::intervals::Intervals;
use crate::report::GroupKind;

/// The only merges that are made.
#[derive(Clone, Debug)]
pub enum MergeLimit {
    /// Those of these numbers, counted in the module over all passes.
    Numbers(Intervals),
    /// Those of this report, in its order.
    Recorded(Arc<Recorded>),
}

/// The merges of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    equal: Sets,
    differ_in_constants: Sets,
    /// The names of functions that were merged with a similar one.
    similar: FxHashSet<String>,
    steps: Vec<Step>,
}

/// A merge that the driver of similar functions makes again.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Of functions of these names that differ in constants.
    Constants(Vec<String>),
    /// Of similar functions.
    Similar {
        /// Their names, by side; two or more.
        members: Vec<String>,
        /// Of their fingerprints, 0 to 1; 0 where the report does not say.
        similarity: f64,
    },
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
    /// Reads a report: each line is the document of one run.
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

    /// Adds the merges of a run; `None` if it is no run.
    fn add(&mut self, run: &Value) -> Option<()> {
        // Reports written by hand may lack numbers: then groups come first.
        let number = |merge: &Value| merge.get("number").and_then(Value::as_u64).unwrap_or(0);
        let mut steps = Vec::new();
        for group in run.get("groups")?.as_array()? {
            let originals = group.get("originals")?.as_array()?;
            let names = originals.iter().map(|name| Some(name.as_str()?.to_owned()));
            let names: Vec<String> = names.collect::<Option<_>>()?;
            let sets = match group.get("kind")?.as_str()? {
                "identical" => &mut self.equal,
                "constants" => {
                    steps.push((number(group), Step::Constants(names.clone())));
                    &mut self.differ_in_constants
                }
                _ => return None,
            };
            sets.unite(names);
        }
        for merge in run.get("merged")?.as_array()? {
            let members = merge.get("members")?.as_array()?;
            let names = members.iter().map(|member| Some(member.get("name")?.as_str()?.to_owned()));
            let members = names.collect::<Option<Vec<String>>>().filter(|names| names.len() > 1)?;
            self.similar.extend(members.iter().cloned());
            let similarity = merge.get("similarity").and_then(Value::as_f64).unwrap_or(0.0);
            steps.push((number(merge), Step::Similar { members, similarity }));
        }
        steps.sort_by_key(|&(number, _)| number);
        self.steps.extend(steps.into_iter().map(|(_, step)| step));
        Some(())
    }

    /// The merges that the driver of similar functions made, in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The number of the set that a function was merged with in groups of this kind, if it was merged so.
    pub fn group(&self, kind: GroupKind, name: &str) -> Option<u32> {
        let sets = match kind {
            GroupKind::Identical => &self.equal,
            GroupKind::Constants => &self.differ_in_constants,
            // By stores alone.
            GroupKind::Similar => return None,
        };
        sets.of.get(name).copied()
    }

    /// Whether a function was merged with a similar one.
    pub fn has_partner(&self, name: &str) -> bool {
        self.similar.contains(name)
    }
}

/// Groups of names. Groups that have a name in common are one, because one function may be the body of several groups,
/// one after another.
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
        "merged": [{"number": 9, "members": [{"name": "b"}, {"name": "a"}], "merged": "b.fmerge"},
                   {"members": [{"name": "a.fmerge"}, {"name": "c"}], "merged": "a.fmerge.fmerge", "similarity": 0.5}],
        "groups": [{"kind": "identical", "originals": ["d", "e"]}, {"kind": "identical", "originals": ["f", "g"]},
                   {"kind": "identical", "originals": ["d", "h"]}, {"number": 3, "kind": "constants", "originals": ["f", "h"]}]}"#;

    /// What is read from a file with this text.
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
    fn merges_come_in_the_order_of_their_numbers_with_each_function_on_its_side() {
        let similar = |left: &str, right: &str, similarity| Step::Similar {
            members: vec![left.to_owned(), right.to_owned()],
            similarity,
        };
        let constants = Step::Constants(vec!["f".to_owned(), "h".to_owned()]);
        let recorded = recorded();
        assert_eq!(
            recorded.steps(),
            [similar("a.fmerge", "c", 0.5), constants, similar("b", "a", 0.0)]
        );
        assert!(recorded.has_partner("c") && !recorded.has_partner("d"));
    }

    #[test]
    fn a_merge_may_have_many_members() {
        let three = r#"{"merged": [{"members": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}], "groups": []}"#;
        let recorded = read("three.json", three).expect("a report");
        let members = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(recorded.steps(), [Step::Similar { members, similarity: 0.0 }]);
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
            r#"{"merged": [{"members": [{"name": "a"}]}], "groups": []}"#,
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
