//! `fmerge-lab rank`: how well fingerprints rank the pairs of real modules, measured without LLVM.
//!
//! Consumes: files of `f3m<dump=FILE>`. Produces: a table for each, or JSON that `fmerge-lab plot recall` draws; and, if asked
//! for, a file with a JSON line for each pair, which `fmerge-lab plot` draws. Guarantees: equal files and arguments give equal
//! figures, but for times.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use fmerge_core::options::{Options, parse_f3m};
use serde::{Deserialize, Serialize};

use crate::measure::Measures;
use crate::study::{Figures, Study};
use crate::tried::{TRIED, Tried};

/// Arguments of `fmerge-lab rank`.
#[derive(clap::Args)]
pub struct Args {
    /// What f3m<dump=FILE> wrote.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Ask about so many functions, evenly spread over the module, each with all others; without it, about all.
    #[arg(long, value_name = "N")]
    functions: Option<usize>,
    /// Only these fingerprints, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = tried)]
    fingerprints: Vec<Tried>,
    /// How pairs are aligned and merged.
    #[arg(long, value_name = "PASS", default_value = "f3m<speed=ignore>", value_parser = parse_f3m)]
    merge: Box<Options>,
    /// Also write a JSON line for each pair to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The figures as JSON.
    #[arg(long)]
    json: bool,
}

/// What was measured of one module.
#[derive(Deserialize, Serialize)]
pub struct Measured<F> {
    /// The module's name.
    pub module: String,
    /// How many functions it has.
    pub functions: usize,
    /// How many were asked about.
    pub asked: usize,
    /// How many pairs were aligned.
    pub pairs: usize,
    /// Seconds that took.
    pub seconds: f64,
    /// By fingerprint.
    pub figures: Vec<F>,
    /// What the driver's choice is worth, by similarity and by what a merge can save.
    pub promised: Measures,
}

fn tried(name: &str) -> Result<Tried, String> {
    TRIED.into_iter().find(|one| one.name == name).ok_or_else(|| {
        let known: Vec<_> = TRIED.iter().map(|o| format!("{}: {}", o.name, o.what)).collect();
        format!("no such fingerprint; there are:\n  {}", known.join("\n  "))
    })
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let wanted = if args.fingerprints.is_empty() { &TRIED[..] } else { &args.fingerprints };
    let mut out = args.out.as_deref().map(create).transpose()?;
    let mut all = Vec::new();
    for path in &args.files {
        let module = crate::read(path)?;
        let study = Study::new(&module, &args.merge, args.functions);
        if let Some(out) = &mut out {
            for line in study.lines(wanted) {
                serde_json::to_writer(&mut *out, &line)?;
                out.write_all(b"\n")?;
            }
        }
        all.push(Measured {
            module: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            functions: module.functions.len(),
            asked: study.asked(),
            pairs: study.pairs(),
            seconds: study.seconds,
            figures: wanted.iter().map(|&one| study.figures(one)).collect::<Vec<_>>(),
            promised: study.promised(),
        });
    }
    if let Some(mut out) = out {
        out.flush().context("cannot write the lines")?;
    }
    Ok(if args.json { serde_json::to_string_pretty(&all)? + "\n" } else { text(&all) })
}

fn create(path: &Path) -> anyhow::Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(BufWriter::new(file))
}

fn text(all: &[Measured<Figures>]) -> String {
    all.iter().map(|one| head(one) + &table(one)).collect()
}

fn head(one: &Measured<Figures>) -> String {
    let Measured { module, functions, asked, pairs, seconds, .. } = one;
    let module = module.escape_debug();
    format!(
        "{module}: {functions} functions, {asked} asked about, {pairs} pairs, aligned and planned in {seconds:.1} s\n"
    )
}

/// For the first and the third candidate: how often the best partner is among them, and the share of its saving.
const HEAD: [&str; 10] = [
    "fingerprint",
    "R aligned",
    "R saved",
    "best@1",
    "best@3",
    "share@1",
    "share@3",
    "µs",
    "ns to compare",
    "bytes",
];

fn table(one: &Measured<Figures>) -> String {
    let cells = |name: &str, measures: &Measures, costs: [String; 3]| {
        let Measures { alignment, saved, recall, share } = measures;
        let shares = [*alignment, *saved, recall[0], recall[2], share[0], share[2]];
        let shares = shares.map(|share| format!("{share:.3}"));
        [name.to_owned()].into_iter().chain(shares).chain(costs).collect::<Vec<_>>()
    };
    let of_fingerprint = |f: &Figures| {
        let costs = [
            format!("{:.2}", f.make_us),
            format!("{:.0}", f.compare_ns),
            format!("{:.0}", f.bytes),
        ];
        cells(f.fingerprint, &f.measures, costs)
    };
    let head = HEAD.map(str::to_owned).to_vec();
    let promised = cells("promised", &one.promised, [const { String::new() }; 3]);
    let figures = one.figures.iter().map(of_fingerprint);
    let rows: Vec<Vec<String>> = [head].into_iter().chain(figures).chain([promised]).collect();
    rows.iter().map(|row| line(&rows, row)).collect()
}

/// A row with the first column on the left and the others, which are numbers, on the right.
fn line(rows: &[Vec<String>], row: &[String]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let width = |column: usize| width(column).unwrap_or(0);
    let numbers = row.iter().enumerate().skip(1);
    let numbers = numbers.map(|(column, text)| format!("  {text:>0$}", width(column)));
    let text = format!("  {:<1$}", row[0], width(0)) + &numbers.collect::<String>();
    text.trim_end().to_owned() + "\n"
}
