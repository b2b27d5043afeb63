//! Report files, as the passes write them (`docs/reports.md`).
//!
//! Consumes: paths of files and folders. Produces: the runs of passes that they tell of, in order. Guarantees: a file
//! that is named and cannot be read, or is no report of this version, is an error that names it. In folders, files that
//! are no reports are passed over.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use fmerge_core::report::{Location, Place, SCHEMA_VERSION};
use serde::Deserialize;
use serde_json::error::Category;

/// No count and no size in a report is larger: no program has so many functions or bytes. So sums over many runs fit.
const LIMIT: u64 = u32::MAX as u64;

/// How often each reason was given.
pub type Counts = BTreeMap<String, u64>;

/// What one run of a pass did, as far as it is shown.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Run {
    version: u32,
    /// The pass.
    pub pass: String,
    /// The module's identifier.
    pub module: String,
    /// Where in the build it was.
    pub place: Place,
    /// Functions with a body.
    pub functions: u64,
    /// Functions refused, by reason.
    pub rejects: Counts,
    /// Functions of some size.
    pub sizable: u64,
    /// Those of them that were refused, by reason.
    pub sizable_rejects: Counts,
    /// Pairs and groups refused, by reason.
    pub pair_rejects: Counts,
    merged: Vec<Pair>,
    groups: Vec<Group>,
    /// Where the functions of merges are in the sources.
    pub locations: BTreeMap<String, Location>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Pair {
    members: Vec<Member>,
    merged: String,
    gain: i64,
    thunks: u64,
}

#[derive(Debug, Deserialize)]
struct Member {
    name: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Group {
    kind: String,
    originals: Vec<String>,
    merged: String,
    gain: i64,
    thunks: u64,
    removed: u64,
}

/// Functions that became one.
#[derive(Clone, Debug)]
pub struct Merge {
    /// The pass that did it; of the combined pass, the one in it.
    pub pass: String,
    /// Where in the build it was.
    pub place: Place,
    /// The module's identifier.
    pub module: String,
    /// What the functions became.
    pub merged: String,
    /// The functions.
    pub originals: Vec<String>,
    /// Bytes saved by the estimate.
    pub gain: i64,
    /// Originals that remain as thunks.
    pub thunks: u64,
    /// Originals that are gone.
    pub removed: u64,
}

impl Merge {
    /// How many functions fewer have a body of their own. One that shares its body with other modules counts as one.
    pub fn count(&self) -> u64 {
        (self.originals.len() as u64).saturating_sub(1).max(1)
    }
}

impl Run {
    /// The number in it that no program can have, if there is one.
    fn impossible(&self) -> Option<i128> {
        let counts = [&self.rejects, &self.sizable_rejects, &self.pair_rejects];
        let counts = counts.into_iter().flat_map(|counts| counts.values().copied());
        let pairs = self.merged.iter().map(|pair| (pair.gain, [pair.thunks, 0]));
        let groups = self.groups.iter().map(|group| (group.gain, [group.thunks, group.removed]));
        let (gains, others): (Vec<i64>, Vec<[u64; 2]>) = pairs.chain(groups).unzip();
        let mut all = gains.into_iter().map(i128::from).chain(
            counts
                .chain([self.functions, self.sizable])
                .chain(others.into_iter().flatten())
                .map(i128::from),
        );
        all.find(|number| number.unsigned_abs() > LIMIT.into())
    }

    /// All merges of the run: groups, then pairs.
    pub fn merges(&self) -> Vec<Merge> {
        let blank = Merge {
            pass: self.pass.clone(),
            place: self.place,
            module: self.module.clone(),
            merged: String::new(),
            originals: Vec::new(),
            gain: 0,
            thunks: 0,
            removed: 0,
        };
        let groups = self.groups.iter().map(|group| Merge {
            pass: match (&*self.pass, &*group.kind) {
                ("fmerge", "constants") => "gfm".to_owned(),
                ("fmerge", kind) => kind.to_owned(),
                (pass, _) => pass.to_owned(),
            },
            merged: group.merged.clone(),
            originals: group.originals.clone(),
            gain: group.gain,
            thunks: group.thunks,
            removed: group.removed,
            ..blank.clone()
        });
        let pairs = self.merged.iter().map(|pair| Merge {
            pass: "f3m".to_owned(),
            merged: pair.merged.clone(),
            originals: pair.members.iter().map(|member| member.name.clone()).collect(),
            gain: pair.gain,
            thunks: pair.thunks,
            removed: pair.members.len() as u64 - pair.thunks.min(pair.members.len() as u64),
            ..blank.clone()
        });
        groups.chain(pairs).collect()
    }
}

/// All runs that files, and the files of folders, tell of.
pub fn runs(paths: &[PathBuf]) -> anyhow::Result<Vec<Run>> {
    let mut runs = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => add_folder(path, &mut runs)?,
            false => runs.extend(file(path)?),
        }
    }
    Ok(runs)
}

fn add_folder(folder: &Path, runs: &mut Vec<Run>) -> anyhow::Result<()> {
    let failed = || format!("cannot read the folder {}", folder.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        // Of a link it is not asked where it leads, so that circles do no harm.
        entries.push((entry.path(), entry.file_type().with_context(failed)?));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (path, kind) in entries {
        if kind.is_dir() {
            add_folder(&path, runs)?;
        } else if kind.is_file() && is_report(&path) {
            runs.extend(file(&path)?);
        }
    }
    Ok(())
}

/// Whether a file begins as reports do.
fn is_report(path: &Path) -> bool {
    let mut start = [0; 11];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"{\"version\":"
}

/// The runs of one file.
fn file(path: &Path) -> anyhow::Result<Vec<Run>> {
    let name = path.display();
    let text = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let advice = || {
        format!(
            "{name} is no report of this fmerge; write one with -passes='fmerge<report={name}>'"
        )
    };
    let mut runs = Vec::new();
    for run in serde_json::Deserializer::from_slice(&text).into_iter::<Run>() {
        let run = match run {
            Err(error) if error.classify() == Category::Eof && !runs.is_empty() => {
                return Err(error).with_context(|| format!("{name} ends too soon"));
            }
            run => run.with_context(advice)?,
        };
        let version = run.version;
        ensure!(
            version == SCHEMA_VERSION,
            "{}: it has version {version}, and this fmerge reads version {SCHEMA_VERSION}",
            advice()
        );
        if let Some(number) = run.impossible() {
            bail!("{name} is damaged: no program has functions or bytes in the number of {number}");
        }
        runs.push(run);
    }
    ensure!(!runs.is_empty(), "{}: it is empty", advice());
    Ok(runs)
}
