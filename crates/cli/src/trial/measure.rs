//! The table of `fmerge try`.
//!
//! Consumes: builds, the first of which is without merging. Produces: what each weighs, section by section, and its change.
//! Guarantees: nothing is left out of the sums; what the command did not build each time is an error.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use lzma_rust2::{LzmaOptions, LzmaWriter};

use super::build::Build;
use crate::diff::Binary;
use crate::table::{Column, lines};
use crate::terminal;

/// Sections that have a line of their own; the others are summed.
const SECTIONS: usize = 6;
/// Programs that have a part of their own in the table; the others are in the sum.
const PROGRAMS: usize = 3;
/// Fills a page of memory, and has no bytes of its own.
const PADDING: &str = ".relro_padding";
/// As `xz` does it unless told otherwise.
const LEVEL: u32 = 6;

/// What a file weighs.
#[derive(Clone, Default)]
struct Weight {
    sections: BTreeMap<String, u64>,
    file: u64,
    compressed: u64,
}

impl Weight {
    fn of(path: &Path) -> anyhow::Result<Weight> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        // What cannot be looked into, such as an image of a flash memory, has a size all the same.
        let mut sections = Binary::read(path).map(|binary| binary.sections).unwrap_or_default();
        sections.remove(PADDING);
        Ok(Weight { sections, file: bytes.len() as u64, compressed: compressed(&bytes)? })
    }

    fn add(&mut self, other: &Weight) {
        for (name, size) in &other.sections {
            *self.sections.entry(name.clone()).or_default() += size;
        }
        self.file += other.file;
        self.compressed += other.compressed;
    }
}

/// Bytes by LZMA, as in files of xz and 7z.
fn compressed(bytes: &[u8]) -> anyhow::Result<u64> {
    let options = LzmaOptions::with_preset(LEVEL);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    Ok(writer.finish()?.len() as u64)
}

/// The table.
pub fn table(builds: &[Build], tests: &[String]) -> anyhow::Result<String> {
    let mut programs: Vec<(String, Vec<Weight>)> = Vec::new();
    for (path, _) in &builds[0].artifacts {
        let mut weights = Vec::new();
        for build in builds {
            let found = build.artifacts.iter().find(|(other, _)| other == path);
            ensure!(found.is_some(), "{} was not built {}", path.display(), build.name);
            weights.extend(found.map(|(_, kept)| Weight::of(kept)).transpose()?);
        }
        programs.push((terminal::word(&path.display().to_string()).into_owned(), weights));
    }
    programs.sort_by(|one, other| (other.1[0].file, &one.0).cmp(&(one.1[0].file, &other.0)));
    let mut rows = vec![head(builds)];
    let several = programs.len() > 1;
    for (name, weights) in programs.iter().take(PROGRAMS) {
        rows.push(row(name, builds.len()));
        rows.extend(parts(weights, true));
    }
    if several {
        let mut sums = vec![Weight::default(); builds.len()];
        for (_, weights) in &programs {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| sum.add(weight));
        }
        rows.push(row(&format!("all {} programs and libraries", programs.len()), builds.len()));
        rows.extend(parts(&sums, false));
    }
    rows.extend(others(builds, tests));
    let columns: Vec<Column> =
        (0..rows[0].len()).map(|at| if at == 0 { Column::Left } else { Column::Right }).collect();
    Ok(lines(&columns, &rows))
}

fn head(builds: &[Build]) -> Vec<String> {
    let names = builds.iter().enumerate().flat_map(|(at, build)| {
        let name = terminal::word(&build.name).into_owned();
        if at == 0 { vec![name] } else { vec![name, String::new()] }
    });
    [String::new()].into_iter().chain(names).collect()
}

/// A line of its own.
fn row(name: &str, builds: usize) -> Vec<String> {
    [name.to_owned()].into_iter().chain(vec![String::new(); 2 * builds - 1]).collect()
}

/// The lines of a program.
fn parts(weights: &[Weight], in_full: bool) -> Vec<Vec<String>> {
    let mut names: Vec<&String> = weights.iter().flat_map(|one| one.sections.keys()).collect();
    let size = |one: &Weight, name: &str| one.sections.get(name).copied().unwrap_or(0);
    let most = |name: &str| weights.iter().map(|one| size(one, name)).max().unwrap_or(0);
    names.sort_by_key(|name| (std::cmp::Reverse(most(name)), *name));
    names.dedup();
    let mut rows = Vec::new();
    if in_full {
        for name in names.iter().take(SECTIONS) {
            rows.push(bytes(name, weights.iter().map(|one| size(one, name))));
        }
        let rest = names.get(SECTIONS..).unwrap_or_default();
        if !rest.is_empty() {
            let sum = |one: &Weight| rest.iter().map(|name| size(one, name)).sum();
            rows.push(bytes("other sections", weights.iter().map(sum)));
        }
    }
    if !names.is_empty() {
        let sum = |one: &Weight| one.sections.values().sum();
        rows.push(bytes("loaded", weights.iter().map(sum)));
    }
    rows.push(bytes("file", weights.iter().map(|one| one.file)));
    rows.push(bytes("file, compressed by LZMA", weights.iter().map(|one| one.compressed)));
    rows
}

/// What is no size: time, tests, merges.
fn others(builds: &[Build], tests: &[String]) -> Vec<Vec<String>> {
    let mut rows = vec![row("the build", builds.len())];
    let seconds: Vec<f64> = builds.iter().map(|build| build.time.as_secs_f64()).collect();
    rows.push(changes("seconds", &seconds, |value| format!("{value:.1}")));
    let cells = |name: &str, cell: &dyn Fn(&Build) -> String| {
        let mut cells = vec![format!("  {name}")];
        for (at, build) in builds.iter().enumerate() {
            cells.push(cell(build));
            if at > 0 {
                cells.push(String::new());
            }
        }
        cells
    };
    rows.push(cells("merges", &|build| {
        build.totals.as_ref().map_or_else(String::new, |totals| totals.merges.to_string())
    }));
    for (at, test) in tests.iter().enumerate() {
        let told = |build: &Build| if build.tests[at] { "passed" } else { "FAILED" }.to_owned();
        rows.push(cells(&terminal::word(test), &told));
    }
    rows
}

fn bytes(name: &str, sizes: impl Iterator<Item = u64>) -> Vec<String> {
    let sizes: Vec<f64> = sizes.map(|size| size as f64).collect();
    changes(&terminal::word(name), &sizes, |value| format!("{value:.0}"))
}

/// A line of numbers, each behind the first with its change.
fn changes(name: &str, values: &[f64], shown: impl Fn(f64) -> String) -> Vec<String> {
    let mut cells = vec![format!("  {name}")];
    for (at, &value) in values.iter().enumerate() {
        cells.push(shown(value));
        if at > 0 {
            let before = values[0];
            let share = |before: f64| format!("{:+.1}%", 100.0 * (value - before) / before);
            cells.push(if before > 0.0 { share(before) } else { String::new() });
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_changed() {
        assert_eq!(
            bytes(".text", [200, 150, 200].into_iter()),
            ["  .text", "200", "150", "-25.0%", "200", "+0.0%"]
        );
        assert_eq!(bytes(".new", [0, 5].into_iter()), ["  .new", "0", "5", ""]);
    }

    #[test]
    fn sections_that_have_no_line_are_summed() {
        let sections = (0..9).map(|at| (format!(".{at}"), 10 + at)).collect();
        let rows = parts(&[Weight { sections, file: 200, compressed: 90 }], true);
        let others = rows.iter().find(|row| row[0] == "  other sections").expect("a line");
        assert_eq!(others[1], "33");
        assert_eq!(rows.last().expect("a line")[1], "90");
    }
}
