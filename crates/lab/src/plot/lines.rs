//! The pairs of a ranking, from lines of JSON.
//!
//! Consumes: lines of `fmerge-lab rank --out` or `fmerge-lab pairs --lines`. Produces: [`Pair`]s in their order. Guarantees: a
//! line that is none is named by its number.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

/// A function with another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The number of the function that was asked about, in order of first sight.
    pub left: usize,
    /// From 0 to 1.
    pub similarity: f64,
    /// The alignment ratio, from 0 to 1.
    pub alignment: f64,
    /// Bytes that merging saves, or 0.
    pub saved: i64,
}

#[derive(Deserialize)]
struct Line {
    left: String,
    similarity: Similarity,
    alignment: f64,
    saved: i64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Similarity {
    One(f64),
    Several(BTreeMap<String, f64>),
}

impl Similarity {
    /// By this name, or the only one.
    fn of(&self, name: Option<&str>) -> Option<f64> {
        match (self, name) {
            (Similarity::One(value), _) => Some(*value),
            (Similarity::Several(all), Some(name)) => all.get(name).copied(),
            (Similarity::Several(all), None) => {
                all.values().next().copied().filter(|_| all.len() == 1)
            }
        }
    }
}

/// The pairs of a file.
pub fn read(path: &Path, fingerprint: Option<&str>) -> anyhow::Result<Vec<Pair>> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    parse(BufReader::new(file), fingerprint).with_context(|| name.to_string())
}

fn parse(lines: impl BufRead, fingerprint: Option<&str>) -> anyhow::Result<Vec<Pair>> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (number, line) in (1..).zip(lines.lines()) {
        let line: Line = serde_json::from_str(&line?).with_context(|| format!("line {number}"))?;
        let similarity = line.similarity.of(fingerprint).with_context(|| {
            format!("line {number} has several similarities; name one of them by --fingerprint")
        })?;
        let next = numbers.len();
        let left = *numbers.entry(line.left).or_insert(next);
        pairs.push(Pair { left, similarity, alignment: line.alignment, saved: line.saved });
    }
    Ok(pairs)
}

/// The pair of each function with its nearest one; of equally near ones the first.
pub fn nearest(pairs: &[Pair]) -> Vec<Pair> {
    let mut nearest: BTreeMap<usize, &Pair> = BTreeMap::new();
    for pair in pairs {
        let best = nearest.entry(pair.left).or_insert(pair);
        if pair.similarity > best.similarity {
            *best = pair;
        }
    }
    nearest.into_values().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = r#"{"left":"a","right":"b","similarity":{"x":0.5,"y":0.1},"alignment":0.7,"saved":3}
{"left":"a","right":"c","similarity":{"x":0.6,"y":0.1},"alignment":0.7,"saved":0}
{"left":"b","right":"c","similarity":{"x":0.2,"y":0.1},"alignment":0.7,"saved":0}
"#;

    #[test]
    fn the_similarity_is_that_of_one_fingerprint() {
        let pairs = parse(LINES.as_bytes(), Some("x")).expect("lines");
        assert_eq!(pairs.iter().map(|p| p.similarity).collect::<Vec<_>>(), [0.5, 0.6, 0.2]);
        assert!(
            parse(LINES.as_bytes(), None).is_err() && parse(LINES.as_bytes(), Some("z")).is_err()
        );
        let one = r#"{"left":"a","right":"b","similarity":0.25,"alignment":1,"saved":3}"#;
        assert_eq!(parse(one.as_bytes(), None).expect("a line")[0].similarity, 0.25);
    }

    #[test]
    fn each_function_has_one_nearest() {
        let pairs = parse(LINES.as_bytes(), Some("x")).expect("lines");
        assert_eq!(nearest(&pairs), [pairs[1].clone(), pairs[2].clone()]);
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        let error = format!("{:#}", parse("{}\n".as_bytes(), None).expect_err("no line"));
        assert!(error.starts_with("line 1: "), "{error}");
    }
}
