//! Merge reports, as the passes write them: what each merged function was made of.
//!
//! Consumes: JSON files with a list `merged`, whose items have `merged` and either `left` and `right` (f3m)
//! or `originals` (gfm-merge). Produces: [`Reports`]. Guarantees: functions merged of merged ones are
//! followed to the end, and a report that claims a circle does no harm.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Deserialize;

/// The version of the reports' schema that this reads.
const SCHEMA: u32 = fmerge_core::report::SCHEMA_VERSION;

#[derive(Deserialize)]
struct Report {
    version: u32,
    merged: Vec<Merge>,
}

#[derive(Deserialize)]
struct Merge {
    merged: String,
    left: Option<String>,
    right: Option<String>,
    #[serde(default)]
    originals: Vec<String>,
}

/// What merged functions were made of, in all reports together.
#[derive(Debug, Default)]
pub struct Reports {
    parts: BTreeMap<String, BTreeSet<String>>,
}

impl Reports {
    /// Reads reports.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Reports> {
        let mut reports = Reports::default();
        for path in paths {
            reports.add(path).with_context(|| format!("the report {}", path.display()))?;
        }
        Ok(reports)
    }

    fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        let text = std::fs::read(path)?;
        let report: Report = serde_json::from_slice(&text)
            .context("not a JSON report of an fmerge pass, as f3m<report=FILE> writes it")?;
        let version = report.version;
        ensure!(version == SCHEMA, "schema {version}, and this fmerge reads schema {SCHEMA}");
        for Merge { merged, left, right, originals } in report.merged {
            let parts = self.parts.entry(merged).or_default();
            parts.extend(left.into_iter().chain(right).chain(originals));
        }
        Ok(())
    }

    /// The original functions in a merged one, sorted; none if it is none.
    pub fn originals(&self, name: &str) -> BTreeSet<&str> {
        let mut originals = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<&str> = self.parts_of(name).collect();
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            match self.parts.contains_key(part) {
                true => open.extend(self.parts_of(part)),
                false => drop(originals.insert(part)),
            }
        }
        originals
    }

    fn parts_of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.parts.get(name).into_iter().flatten().map(String::as_str)
    }
}
