//! Telling of the merge that was found.
//!
//! Consumes: the merge as the plugin wrote it down. Produces: text, and where a folder is to be kept, a file for each
//! function in it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Context;
use fmerge_core::bisect::{Function, Shown};

use crate::demangle::demangled;

/// What the bisection came to.
pub struct BisectionResult<'a> {
    /// Its number among all.
    pub culprit: u64,
    /// How many there are.
    pub total: u64,
    /// How often the command was run.
    pub runs: u32,
    /// The merge itself.
    pub shown: &'a Shown,
}

/// The text about the merge.
pub fn tell(found: &BisectionResult<'_>, folder: Option<&Path>) -> anyhow::Result<String> {
    let BisectionResult { culprit, total, runs, shown } = found;
    let mut text = format!(
        "merge {culprit} of {total} is to blame, found in {runs} runs: number {} of {}, by {}\n",
        shown.number, shown.module, shown.pass
    );
    let mut files = Vec::new();
    for (n, function) in shown.originals.iter().enumerate() {
        text += &line("original", function);
        files.push((format!("original-{}.ll", n + 1), function));
    }
    for (n, function) in shown.merged.iter().enumerate() {
        text += &line("merged", function);
        files.push((format!("merged-{}.ll", n + 1), function));
    }
    if shown.merged.is_empty() {
        text += "  the compiler ended before they were merged\n";
    }
    for (name, function) in &files {
        let _ = write!(text, "\n; {name}: {}\n{}\n", function.place, function.ir.trim_end());
    }
    if let Some(folder) = folder {
        for (name, function) in &files {
            let path = folder.join(name);
            let content = format!("; {}\n{}\n", function.place, function.ir.trim_end());
            fs::write(&path, content)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let _ = writeln!(text, "\n{} has these, and what each run printed", folder.display());
    }
    Ok(text)
}

fn line(role: &str, function: &Function) -> String {
    let Function { name, place, .. } = function;
    match demangled(name) {
        Some(readable) => format!("  {role}: {name} ({readable}), {place}\n"),
        None => format!("  {role}: {name}, {place}\n"),
    }
}
