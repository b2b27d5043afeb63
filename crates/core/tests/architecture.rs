//! Rules of the repository as a whole, checked on its text.
//!
//! Every path that `ARCHITECTURE.md` and the pages in [`PAGES`] name exists, and `unsafe` appears in the plugin's
//! `src/` alone.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Where Rust code may lie that must do without `unsafe`; `src/` is the one place that need not.
const SAFE: [&str; 6] = ["crates", "tests", "benches", "fuzz", "examples", "build.rs"];

/// The pages whose paths are checked.
const PAGES: [&str; 17] = [
    "ARCHITECTURE.md",
    "README.md",
    "bench/README.md",
    "fuzz/README.md",
    "docs/algorithm.md",
    "docs/broken.md",
    "docs/building.md",
    "docs/by-hand.md",
    "docs/cmake.md",
    "docs/debugging.md",
    "docs/how-it-works.md",
    "docs/make.md",
    "docs/objects.md",
    "docs/pipeline.md",
    "docs/rust.md",
    "docs/summaries.md",
    "docs/wasm.md",
];

/// What a build makes, and what need not be there.
const MADE: [&str; 2] = ["build/", "target/"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a text has in backticks and looks like a path: it has a slash or a file's ending, and no space.
fn named_paths(text: &str) -> Vec<&str> {
    let quoted = Regex::new(r"`([\w./-]+)`").expect("a valid pattern");
    let path = Regex::new(r"/|\.(rs|md|toml|cpp|h|py)$").expect("a valid pattern");
    let all = quoted.captures_iter(text).map(|c| c.get(1).expect("one group").as_str());
    all.filter(|word| path.is_match(word)).collect()
}

/// The lines of Rust code that use the keyword; comments and attributes' `unsafe_code` do not count.
fn unsafe_lines(code: &str) -> Vec<usize> {
    let keyword = Regex::new(r"\bunsafe\b").expect("a valid pattern");
    let without_comment = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    let lines = code.lines().enumerate();
    lines.filter(|(_, l)| keyword.is_match(&without_comment(l))).map(|(i, _)| i + 1).collect()
}

/// Every Rust file under a path, sorted; the path may be absent, or a file itself.
fn rust_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return Some(path.to_owned())
            .filter(|p| p.extension().is_some_and(|e| e == "rs"))
            .into_iter()
            .collect();
    }
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|e| e.expect("a readable folder").path()).collect();
    paths.retain(|p| p.file_name().is_some_and(|name| name != "target"));
    paths.sort();
    paths.iter().flat_map(|p| rust_files(p)).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()))
}

#[test]
fn every_path_in_the_pages_exists() {
    for page in PAGES {
        let text = read(&root().join(page));
        let made = |path: &str| MADE.iter().any(|folder| path.starts_with(folder));
        let paths = named_paths(&text).into_iter().filter(|p| !made(p));
        let missing: Vec<_> = paths.filter(|p| !root().join(p).exists()).collect();
        assert!(missing.is_empty(), "{page} names what does not exist: {missing:?}");
    }
}

#[test]
fn paths_are_found_in_the_architecture() {
    let text = read(&root().join(PAGES[0]));
    let paths = named_paths(&text);
    assert!(paths.len() > 20, "only {} paths found: is the pattern still right?", paths.len());
}

#[test]
fn unsafe_code_is_in_the_plugin_alone() {
    let files: Vec<_> = SAFE.iter().flat_map(|place| rust_files(&root().join(place))).collect();
    assert!(
        files.len() > 10,
        "only {} files found: is the list of places still right?",
        files.len()
    );
    for file in files.iter().filter(|f| !f.ends_with(file!())) {
        let lines = unsafe_lines(&read(file));
        assert!(lines.is_empty(), "{} is unsafe in lines {lines:?}", file.display());
    }
}

#[test]
fn paths_are_told_from_other_words() {
    let text = "`src/a.rs`, `MergePlan`, `b.md`, `f3m<x/y>`, `two words/x`, plain/c.rs, `d/`";
    assert_eq!(named_paths(text), ["src/a.rs", "b.md", "d/"]);
}

#[test]
fn the_keyword_is_told_from_comments_and_other_words() {
    let code =
        "// unsafe\n#![forbid(unsafe_code)]\nunsafe fn f() {}\nlet x = unsafe { y }; // fine?\n";
    assert_eq!(unsafe_lines(code), [3, 4]);
}
