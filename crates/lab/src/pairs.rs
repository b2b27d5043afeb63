//! `fmerge-lab pairs`: which functions the ranking pairs, how well they align, and what merging them saves.
//!
//! Consumes: a file of `f3m<dump=FILE>`. Produces: the candidates of each function as a table, as JSON, or as a line of
//! JSON for each pair, which `fmerge-lab plot` draws. Guarantees: pairs are sorted by similarity, then by alignment, then
//! by name, so that the same set of pairs gives the same bytes.

use std::cmp::Ordering;
use std::fmt::Write;
use std::path::PathBuf;

use fmerge_core::driver::Truth;
use fmerge_core::options::{Options, parse_f3m};
use fmerge_core::search::{LshParams, LshStats};
use fmerge_core::store::EncodedModule;
use serde::Serialize;

/// Arguments of `fmerge-lab pairs`.
#[derive(clap::Args)]
pub struct Args {
    /// What f3m<dump=FILE> wrote.
    file: PathBuf,
    /// How functions are ranked and aligned, as in --by 'f3m<system=hyfm;explore=3>'.
    #[arg(long, value_name = "PASS", default_value = "f3m", value_parser = parse_f3m)]
    by: Box<Options>,
    /// One JSON document.
    #[arg(long, conflicts_with = "lines")]
    json: bool,
    /// A line of JSON for each pair.
    #[arg(long)]
    lines: bool,
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let report = ranked(&crate::read(&args.file)?, &args.by);
    Ok(match (args.json, args.lines) {
        (true, _) => report.json(),
        (_, true) => report.lines(),
        _ => report.text(),
    })
}

/// The candidates of all functions.
fn ranked(module: &EncodedModule, options: &Options) -> RankReport {
    let (nearest, truths, stats) = crate::simulated(module, options, |driver| {
        let nearest = driver.nearest();
        let ids: Vec<_> = nearest.iter().map(|&(ids, _)| ids).collect();
        let truths = driver.truths(&ids);
        (nearest, truths, driver.search_stats())
    });
    let pairs = nearest.into_iter().zip(truths).filter_map(|((ids, similarity), truth)| {
        let [left, right] = ids.map(|id| &module.functions[id.as_u32() as usize]);
        let [left, right] = [left, right].map(|f| (f.name.as_str(), f.alignable_size()));
        Some(RankedPair::new(left, right, similarity, truth?))
    });
    let functions = module.functions.len();
    let (params, threshold) = options.index(functions);
    RankReport::new(RankSummary { functions, params, threshold, stats }, pairs.collect())
}

/// A function and the candidate that was found for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedPair {
    /// The function that the candidate was searched for.
    pub left: String,
    /// The candidate.
    pub right: String,
    /// Similarity of the fingerprints, 0 to 1.
    pub similarity: f64,
    /// The share of the instructions of both that are matched, 0 to 1.
    pub alignment: f64,
    /// Instructions of the left function.
    pub left_size: usize,
    /// Instructions of the right function.
    pub right_size: usize,
    /// Bytes that merging them saves by the estimate; 0 where `f3m` would not merge them.
    pub saved: i64,
}

impl RankedPair {
    /// Two functions with their sizes.
    pub fn new(
        (left, left_size): (&str, usize),
        (right, right_size): (&str, usize),
        similarity: f64,
        truth: Truth,
    ) -> RankedPair {
        let Truth { alignment, saved, .. } = truth;
        let (left, right, saved) = (left.to_owned(), right.to_owned(), saved.count());
        RankedPair { left, right, similarity, alignment, left_size, right_size, saved }
    }

    /// Most similar first, then best aligned, then by name.
    fn rank(&self, other: &RankedPair) -> Ordering {
        let similarity = other.similarity.total_cmp(&self.similarity);
        let alignment = other.alignment.total_cmp(&self.alignment);
        let names = (&self.left, &self.right).cmp(&(&other.left, &other.right));
        similarity.then(alignment).then(names)
    }
}

/// What was searched, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RankSummary {
    /// Functions that took part.
    pub functions: usize,
    /// The shape of the index.
    #[serde(flatten)]
    pub params: LshParams,
    /// Least similarity of a candidate.
    pub threshold: f64,
    /// What the queries cost.
    #[serde(flatten)]
    pub stats: LshStats,
}

/// The whole report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankReport {
    #[serde(flatten)]
    summary: RankSummary,
    pairs: Vec<RankedPair>,
}

impl RankReport {
    /// Puts the pairs in order.
    pub fn new(summary: RankSummary, mut pairs: Vec<RankedPair>) -> RankReport {
        pairs.sort_by(RankedPair::rank);
        RankReport { summary, pairs }
    }

    fn lines(&self) -> String {
        let line = |pair| serde_json::to_string(pair).expect("names and numbers are JSON") + "\n";
        self.pairs.iter().map(line).collect()
    }

    fn json(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("names and numbers are JSON");
        json + "\n"
    }

    fn text(&self) -> String {
        let s = &self.summary;
        let mut out = format!(
            "{} functions, {} pairs; rows {}, bands {}, bucket cap {}, threshold {:.4}; \
             {} comparisons, {} cap hits\n",
            s.functions,
            self.pairs.len(),
            s.params.rows,
            s.params.bands,
            s.params.bucket_cap,
            s.threshold,
            s.stats.comparisons,
            s.stats.cap_hits
        );
        table(&self.pairs, &mut out);
        out
    }
}

/// Numbers stand first, because they have a fixed width, and names behind them; the last name is not padded.
fn table(pairs: &[RankedPair], out: &mut String) {
    let widest = pairs.iter().map(|p| p.left.chars().count()).max();
    let width = widest.unwrap_or(0).max("left".len());
    let head = ["similarity", "alignment", "saved", "left size", "right size"];
    line(out, head, ("left", "right"), width);
    for pair in pairs {
        let shares = [pair.similarity, pair.alignment].map(|share| format!("{share:.4}"));
        let saved = pair.saved.to_string();
        let sizes = [pair.left_size, pair.right_size].map(|size| size.to_string());
        let numbers = [&*shares[0], &*shares[1], &*saved, &*sizes[0], &*sizes[1]];
        line(out, numbers, (&pair.left, &pair.right), width);
    }
}

fn line(out: &mut String, numbers: [&str; 5], names: (&str, &str), width: usize) {
    let [similarity, alignment, saved, left, right] = numbers;
    let numbers = format!("{similarity:>10}  {alignment:>9}  {saved:>5}  {left:>9}  {right:>10}");
    writeln!(out, "{numbers}  {:<width$}  {}", names.0, names.1).expect("a string takes all");
}

#[cfg(test)]
mod tests {
    use fmerge_core::price::Bytes;
    use fmerge_core::testing::modules::{Size, module};

    use super::*;

    fn report(pairs: Vec<RankedPair>) -> RankReport {
        let params = LshParams { rows: 2, bands: 100, bucket_cap: 7 };
        let stats = LshStats { comparisons: 11, cap_hits: 3 };
        RankReport::new(RankSummary { functions: 5, params, threshold: 0.25, stats }, pairs)
    }

    fn truth(alignment: f64, saved: i64) -> Truth {
        Truth { alignment, saved: Bytes::new(saved), most: Bytes::new(saved) }
    }

    fn pairs() -> Vec<RankedPair> {
        vec![
            RankedPair::new(("b", 10), ("c", 6), 0.5, truth(0.5, 0)),
            RankedPair::new(("a", 10), ("z", 6), 0.5, truth(0.5, 0)),
            RankedPair::new(("a", 10), ("c", 6), 0.5, truth(0.5, 4)),
            RankedPair::new(("y", 10), ("x", 6), 0.5, truth(0.75, 20)),
            RankedPair::new(("longer", 1200), ("name", 1000), 0.995, truth(1.0, 3000)),
        ]
    }

    #[test]
    fn text_is_aligned_and_in_order() {
        let expected = "\
5 functions, 5 pairs; rows 2, bands 100, bucket cap 7, threshold 0.2500; 11 comparisons, 3 cap hits
similarity  alignment  saved  left size  right size  left    right
    0.9950     1.0000   3000       1200        1000  longer  name
    0.5000     0.7500     20         10           6  y       x
    0.5000     0.5000      4         10           6  a       c
    0.5000     0.5000      0         10           6  a       z
    0.5000     0.5000      0         10           6  b       c
";
        assert_eq!(report(pairs()).text(), expected);
    }

    #[test]
    fn order_of_pairs_does_not_matter() {
        let mut reversed = pairs();
        reversed.reverse();
        assert_eq!(report(reversed), report(pairs()));
    }

    #[test]
    fn without_pairs_the_head_stands_alone() {
        assert_eq!(report(vec![]).text().lines().count(), 2);
    }

    #[test]
    fn json_has_the_summary_and_the_pairs() {
        let pairs = vec![RankedPair::new(("quote\"", 10), ("c", 6), 0.5, truth(0.5, 7))];
        let text = report(pairs).json();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = serde_json::json!({
            "functions": 5, "rows": 2, "bands": 100, "bucket_cap": 7, "threshold": 0.25,
            "comparisons": 11, "cap_hits": 3,
            "pairs": [{
                "left": "quote\"", "right": "c", "similarity": 0.5, "alignment": 0.5,
                "left_size": 10, "right_size": 6, "saved": 7
            }]
        });
        assert_eq!(json, expected);
        assert!(text.ends_with("}\n"));
    }

    #[test]
    fn a_line_of_json_for_each_pair() {
        let text = report(pairs()).lines();
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 5);
        assert_eq!((&lines[0]["left"], &lines[0]["saved"]), (&"longer".into(), &3000.into()));
    }

    #[test]
    fn threads_and_repeats_give_the_same_pairs() {
        let module = module(1, Size { families: 6, twins: 2, instructions: 40 });
        let by = |text: &str| ranked(&module, &parse_f3m(text).expect("a pass"));
        let alone = by("f3m<explore=5;threads=1>");
        assert!(alone.pairs.len() > 5, "{alone:?}");
        for text in ["f3m<explore=5;threads=4>", "f3m<explore=5;threads=1>"] {
            assert_eq!(by(text).text(), alone.text());
        }
        let near = by("f3m<explore=5;threshold=0.9>");
        assert!(near.pairs.len() < alone.pairs.len());
        assert!(near.pairs.iter().all(|pair| pair.similarity >= 0.9));
    }
}
