//! The command on a file of encoded functions: tables, lines, pictures, and what it says when something is missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use fmerge_core::testing::modules::{Size, module};
use tempfile::TempDir;

/// A folder with the file `m.dump`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let module = module(1, Size { families: 4, twins: 2, instructions: 30 });
    fs::write(folder.path().join("m.dump"), module.to_bytes()).expect("a file");
    folder
}

fn lab(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmerge-lab"));
    command.current_dir(folder).args(words).output().expect("fmerge-lab runs")
}

fn stdout(folder: &Path, words: &[&str]) -> String {
    let output = lab(folder, words);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn error(folder: &Path, words: &[&str]) -> String {
    let output = lab(folder, words);
    assert!(!output.status.success(), "{words:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn every_kind_of_fingerprint_is_measured_and_drawn() {
    let folder = folder();
    let at = folder.path();
    let table = stdout(at, &["rank", "m.dump", "--out", "m.jsonl"]);
    assert!(
        table.contains("12 functions, 12 asked about") && table.contains("  minhash "),
        "{table}"
    );
    assert!(table.lines().all(|line| !line.ends_with(' ')), "{table}");
    let words = ["plot", "heatmap", "m.jsonl", "--fingerprint", "minhash", "--title", "Map"];
    let said = stdout(at, &[&words[..], &["-o", "m.svg"]].concat());
    assert!(said.contains("pairs, R = "), "{said}");
    let svg = fs::read_to_string(at.join("m.svg")).expect("a picture");
    assert!(svg.contains("Map (R = ") && svg.contains("alignment ratio"));
    let words = ["plot", "histogram", "m.jsonl", "--fingerprint", "opcodes", "-o", "m.svg"];
    assert!(stdout(at, &words).contains("of them gain by their nearest"));
    let json = stdout(at, &["rank", "m.dump", "--fingerprints", "minhash,opcodes", "--json"]);
    fs::write(at.join("m.json"), json).expect("a file");
    assert!(stdout(at, &["plot", "recall", "m.json", "-o", "m.svg"]).contains("2 fingerprints on"));
}

#[test]
fn candidates_are_listed_and_drawn() {
    let folder = folder();
    let at = folder.path();
    let text = stdout(at, &["pairs", "m.dump", "--by", "f3m<explore=3>"]);
    assert!(text.starts_with("12 functions, ") && text.contains("similarity  alignment"), "{text}");
    assert!(stdout(at, &["pairs", "m.dump", "--json"]).starts_with("{\n  \"functions\": 12,"));
    let lines = stdout(at, &["pairs", "m.dump", "--by", "f3m<system=hyfm>", "--lines"]);
    fs::write(at.join("m.jsonl"), &lines).expect("a file");
    let said = stdout(at, &["plot", "heatmap", "m.jsonl", "-o", "m.svg"]);
    assert!(said.contains(&format!("{} pairs", lines.lines().count())), "{said}");
}

#[test]
fn no_random_order_is_counted_worse_than_the_usual_one() {
    let folder = folder();
    let words = ["order", "m.dump", "--orders", "5", "--merge", "f3m<speed=ignore>"];
    let table = stdout(folder.path(), &words);
    assert_eq!(table, stdout(folder.path(), &words));
    let row = table.lines().find(|line| line.starts_with("| m |")).expect("a row for the module");
    let cells: Vec<u32> =
        row.split('|').filter_map(|cell| cell.trim().parse().ok()).take(6).collect();
    let [functions, saved @ ..] = &cells[..] else { panic!("no numbers in {row}") };
    assert_eq!(*functions, 12);
    assert!(saved[0] > 0 && saved[..5].is_sorted(), "{row}");
}

#[test]
fn a_synthetic_module_is_ranked() {
    let folder = folder();
    let line = stdout(folder.path(), &["scale", "f3m", "50", "m.dump"]);
    assert!(line.contains("\"functions\":50") && line.contains("\"search_s\":"), "{line}");
}

#[test]
fn what_is_missing_is_named() {
    let folder = folder();
    let at = folder.path();
    stdout(at, &["rank", "m.dump", "--out", "m.jsonl"]);
    let several = error(at, &["plot", "heatmap", "m.jsonl", "-o", "m.svg"]);
    assert!(
        several.contains("has several similarities; name one of them by --fingerprint"),
        "{several}"
    );
    let wrong = error(at, &["rank", "m.dump", "--fingerprints", "wrong"]);
    assert!(wrong.contains("no such fingerprint; there are:\n  opcodes: "), "{wrong}");
    assert!(error(at, &["pairs", "absent.dump"]).contains("cannot read absent.dump"));
    assert!(error(at, &["pairs", "m.dump", "--by", "gfm"]).contains("only f3m"));
}
