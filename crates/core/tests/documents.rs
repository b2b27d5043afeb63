//! What pages and scripts say, held against the program and the repository.
//!
//! Every pipeline that is shown is one that the plugin runs, pages are short, generated text stands apart from the manual,
//! links lead somewhere, and each test that LLVM 19 does not run is named.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fmerge_core::pipeline::{Point, Preset};
use regex::Regex;

/// The most lines of a page of the manual.
const LINES: usize = 250;

/// Pages that may be longer: the algorithm, the rules of what is merged, and the generated list of options.
const LONG: [&str; 3] = ["algorithm.md", "legality.md", "options.md"];

/// What shows pipelines besides the pages.
const SCRIPTS: [&str; 2] = ["README.md", "scripts/demo"];

/// Options that a user adds to a pass of a preset, and that are no part of it: where its report goes, and what the bench
/// says of the linker and of checks.
const ADDED: [&str; 3] = ["report=", "icf=", "{check}"];

/// What tests ask for that LLVM 19, or a rustc of another LLVM, has not.
const LACKING_ON_19: [&str; 4] = ["llvm-22", "calls-before-codegen", "rustc", "nightly"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("cannot read {path}: {e}"))
}

/// The pages of a folder, sorted, as paths from the repository's root.
fn pages(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let names = entries.map(|entry| entry.expect("readable").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("a plain name")).collect();
    names.retain(|name| name.ends_with(".md"));
    names.sort();
    names.into_iter().map(|name| format!("{folder}/{name}")).collect()
}

/// A pass as it is shown, without what was [added](ADDED) to it.
fn plain(shown: &str) -> String {
    let Some((pass, options)) = shown.split_once('<') else { return shown.to_owned() };
    let options = options.trim_end_matches('>').replace("{check}", "");
    let own =
        |option: &&str| !option.is_empty() && !ADDED.iter().any(|added| option.starts_with(added));
    let options: Vec<&str> = options.split(';').filter(own).collect();
    if options.is_empty() { pass.to_owned() } else { format!("{pass}<{}>", options.join(";")) }
}

/// The passes of a text, in order, without what was added to them.
fn passes(text: &str) -> Vec<String> {
    let pass = Regex::new(r"\b(identical|gfm|f3m|fmerge)<[^<>]*>").expect("a valid pattern");
    pass.find_iter(text).map(|found| plain(found.as_str())).collect()
}

fn preset(name: &str) -> Preset {
    Preset::parse("a test", name).expect("a preset").expect("a preset")
}

/// In a preset's order: early, at the end of a link.
fn linked(name: &str) -> Vec<String> {
    let preset = preset(name);
    [Point::LinkEarly, Point::LinkLast].into_iter().flat_map(|at| preset.passes(at)).collect()
}

#[test]
fn default_pipelines_that_are_shown_are_those_that_run() {
    let points = [Point::LinkEarly, Point::LinkLast, Point::CompileLast];
    let run: BTreeSet<String> =
        points.into_iter().flat_map(|at| preset("small").passes(at)).collect();
    let early = preset("small").passes(Point::LinkEarly);
    let mut found = 0;
    for page in pages("docs").into_iter().chain(SCRIPTS.map(str::to_owned)) {
        let shown = passes(&read(&page));
        let shown: Vec<_> = shown.iter().filter(|pass| pass.contains("others=")).collect();
        found += shown.len();
        for pass in &shown {
            assert!(run.contains(*pass), "{page} shows {pass}, but the default runs {run:?}");
        }
        let shown_early: Vec<_> = shown.into_iter().filter(|pass| early.contains(pass)).collect();
        let whole = shown_early.is_empty() || shown_early.iter().copied().eq(&early);
        assert!(whole, "{page} shows {shown_early:?}, but what runs early is {early:?}");
    }
    assert!(found >= 4, "only {found} passes found: is the pattern still right?");
}

#[test]
fn presets_are_as_the_page_says() {
    let page = read("docs/pipeline.md");
    let others = Regex::new(r"<others=\w+>|others=\w+;").expect("a valid pattern");
    for name in ["safe", "small", "smallest"] {
        let start = format!("| `{name}`");
        let row = page.lines().find(|line| line.starts_with(&start)).expect("a row of the table");
        let shown: Vec<&str> = row.split('`').skip(3).step_by(2).collect();
        let everywhere = |pass: String| others.replace_all(&pass, "").into_owned();
        let run: Vec<String> = linked(name).into_iter().map(everywhere).collect();
        assert_eq!(shown, run, "{name}");
    }
}

#[test]
fn the_bench_measures_what_ships() {
    let configurations = read("bench/configurations.toml");
    for (name, shipped) in [("fmerge", "small"), ("smallest", "smallest")] {
        let start = format!("\n[{name}]\n");
        let (_, rest) = configurations.split_once(&start).expect("a configuration");
        let own = rest.split("\n[").next().unwrap_or_default();
        assert_eq!(passes(own), linked(shipped), "{name}");
    }
}

#[test]
fn pages_of_the_manual_are_short_and_written_by_hand() {
    for page in pages("docs") {
        let text = read(&page);
        let name = page.trim_start_matches("docs/");
        let lines = text.lines().count();
        assert!(LONG.contains(&name) || lines <= LINES, "{page} has {lines} lines, over {LINES}");
        let generated = text.contains("do not edit") && name != "options.md";
        assert!(!generated, "{page} is generated: it belongs to docs/lab");
    }
}

#[test]
fn links_lead_somewhere() {
    let link = Regex::new(r"\]\(([^)#\s]+)(?:#[^)]*)?\)").expect("a valid pattern");
    let named = Regex::new(r"`(docs/[\w./-]+)`").expect("a valid pattern");
    let others = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "bench/README.md"];
    let all = pages("docs").into_iter().chain(pages("docs/lab"));
    for page in all.chain(others.map(str::to_owned)) {
        let text = read(&page);
        let folder = root().join(&page).parent().expect("a folder").to_owned();
        let links = link.captures_iter(&text).map(|found| found[1].to_owned());
        let links = links.filter(|to| !to.starts_with("http")).map(|to| folder.join(to));
        let named = named.captures_iter(&text).map(|found| root().join(&found[1]));
        for target in links.chain(named) {
            assert!(target.exists(), "{page} names {}, which is missing", target.display());
        }
    }
}

/// The files below a folder, as paths from the repository's root.
fn files_below(folder: &str) -> Vec<String> {
    let entries =
        fs::read_dir(root().join(folder)).expect("a folder").map(|e| e.expect("readable"));
    let below = |entry: fs::DirEntry| {
        let path = format!("{folder}/{}", entry.file_name().display());
        if entry.path().is_dir() { files_below(&path) } else { vec![path] }
    };
    entries.flat_map(below).collect()
}

/// Whether a test asks for what LLVM 19 has not.
fn lacks_on_19(test: &str) -> bool {
    let Ok(text) = fs::read_to_string(root().join(test)) else { return false };
    let mut asked = text.lines().filter_map(|line| line.split_once("REQUIRES: "));
    asked.any(|(_, words)| words.split(", ").any(|word| LACKING_ON_19.contains(&word)))
}

#[test]
fn tests_that_llvm_19_does_not_run_are_named_with_their_reason() {
    let page = read("docs/llvm.md");
    let (_, rest) = page.split_once("## What LLVM 19 is tested with").expect("a section");
    let (section, _) = rest.split_once("\n## ").expect("a section after it");
    let name = Regex::new(r"`(lit-tests/[^`]+)`").expect("a valid pattern");
    let named = section.lines().filter_map(|row| row.strip_prefix("| ")?.split(" | ").next());
    let named: BTreeSet<String> =
        named.flat_map(|cell| name.captures_iter(cell).map(|found| found[1].to_owned())).collect();
    let lacking: BTreeSet<String> =
        files_below("lit-tests").into_iter().filter(|test| lacks_on_19(test)).collect();
    assert_eq!(named, lacking);
}

#[test]
fn passes_are_told_from_what_was_added() {
    let text = "x,identical<others=skip;icf=all;{check}report={report}>,gfm<report=$r.1>,f3m<k=2>";
    assert_eq!(passes(text), ["identical<others=skip>", "gfm", "f3m<k=2>"]);
}
