//! Merge reports, as the passes write them: what each merged function was made of.
//!
//! Consumes: the runs of report files. Produces: [`Reports`]. Guarantees: functions merged of
//! merged ones are followed to the end, and a report that claims a circle does no harm.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::demangle::readable;
use crate::report::read;

/// What merged functions were made of, in all reports together.
#[derive(Debug, Default)]
pub struct Reports {
    parts: BTreeMap<String, BTreeSet<String>>,
    /// The merged functions by their readable names, as maps may have them.
    by_readable: BTreeMap<String, BTreeSet<String>>,
}

impl Reports {
    /// Reads reports.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Reports> {
        let mut reports = Reports::default();
        for merge in read::runs(paths)?.iter().flat_map(|run| run.merges()) {
            reports.parts.entry(merge.merged.to_owned()).or_default().extend(merge.originals);
        }
        for name in reports.parts.keys() {
            reports.by_readable.entry(readable(name)).or_default().insert(name.clone());
        }
        Ok(reports)
    }

    /// The original functions in a merged one, sorted; none if it is none. One whose body all others share
    /// is an original itself.
    pub fn originals(&self, name: &str) -> BTreeSet<&str> {
        let mut originals = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let names = self.spelled(name);
        let mut open: Vec<&str> = names.iter().flat_map(|name| self.parts_of(name)).collect();
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            let parts = self.parts.get(part);
            if parts.is_none_or(|parts| parts.contains(part)) {
                originals.insert(part);
            }
            open.extend(self.parts_of(part));
        }
        originals
    }

    /// The merged functions that a map means by a name: that one, or those that read like it.
    fn spelled<'a>(&'a self, name: &'a str) -> Vec<&'a str> {
        match self.parts.contains_key(name) {
            true => vec![name],
            false => {
                let alike = self.by_readable.get(&readable(name));
                alike.into_iter().flatten().map(String::as_str).collect()
            }
        }
    }

    fn parts_of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.parts.get(name).into_iter().flatten().map(String::as_str)
    }
}
