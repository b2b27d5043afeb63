//! `fmerge report`: the share of functions that were refused, by reason.
//!
//! Consumes: report files of the pass. Produces: a table for each file, and one for all.
//! Guarantees: a file that cannot be read, or is no such report, is an error that names it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use fmerge_core::report::{SCHEMA_VERSION, SIZABLE};
use serde::Deserialize;

/// Arguments of `fmerge report`.
#[derive(clap::Args)]
pub struct Args {
    /// Files that f3m<report=FILE> wrote.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// What is shown of a report.
#[derive(Default, Deserialize)]
struct Counts {
    version: u32,
    functions: u64,
    sizable: u64,
    sizable_rejects: BTreeMap<String, u64>,
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut all = Counts::default();
    for file in &args.files {
        let counts = read(file)?;
        text += &table(&file.display().to_string(), &counts);
        all.add(&counts);
    }
    if args.files.len() > 1 {
        text += &table(&format!("all {} files", args.files.len()), &all);
    }
    Ok(text)
}

fn read(file: &Path) -> anyhow::Result<Counts> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let advice = || {
        let name = file.display();
        format!("{name} is no report of this fmerge; write one with -passes='f3m<report={name}>'")
    };
    let counts: Counts = serde_json::from_str(&text).with_context(advice)?;
    ensure!(counts.version == SCHEMA_VERSION, "{}: it has version {}", advice(), counts.version);
    Ok(counts)
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.functions += other.functions;
        self.sizable += other.sizable;
        for (reason, count) in &other.sizable_rejects {
            *self.sizable_rejects.entry(reason.clone()).or_default() += count;
        }
    }
}

/// The reasons, most frequent first, then by name.
fn table(name: &str, counts: &Counts) -> String {
    let refused: u64 = counts.sizable_rejects.values().sum();
    let mut text = format!("{name}: {} functions, ", counts.functions);
    let _ = write!(text, "{} of {SIZABLE} instructions or more, ", counts.sizable);
    let _ = writeln!(text, "of which {refused} ({}) are refused", share(refused, counts));
    let mut reasons: Vec<_> = counts.sizable_rejects.iter().collect();
    reasons.sort_by_key(|&(reason, &count)| (std::cmp::Reverse(count), reason));
    for (reason, &count) in reasons {
        let _ = writeln!(text, "  {reason:<24}{count:>8}{:>9}", share(count, counts));
    }
    text
}

fn share(count: u64, counts: &Counts) -> String {
    format!("{:.2}%", 100.0 * count as f64 / counts.sizable.max(1) as f64)
}
