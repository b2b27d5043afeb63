//! `fmerge report` as a user calls it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fmerge_core::reject::Reject;
use fmerge_core::report::Report;

fn fmerge_report(files: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmerge"));
    command.arg("report").args(files).output().expect("fmerge runs")
}

/// A file of its own for each test.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder is there");
    path
}

/// A report of so many functions of 10 instructions, with these refusals among them.
fn report(functions: usize, refusals: &[Reject]) -> String {
    let mut report = Report::new("f3m");
    report.function(3, Err(Reject::TooSmall));
    (0..functions).for_each(|_| report.function(10, Ok(())));
    refusals.iter().for_each(|&reason| report.function(10, Err(reason)));
    report.to_json()
}

#[test]
fn shares_are_shown_for_each_file_and_for_all() {
    let one = file("one.json", &report(97, &[Reject::VarArgs, Reject::Hot, Reject::VarArgs]));
    let two = file("two.json", &report(98, &[Reject::VarArgs, Reject::Naked]));
    let output = fmerge_report(&[&one, &two]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let head =
        "one.json: 101 functions, 100 of 10 instructions or more, of which 3 (3.00%) are refused";
    assert!(lines[0].ends_with(head), "{text}");
    assert_eq!(lines[1], "  varargs                        2    2.00%");
    assert_eq!(lines[2], "  hot                            1    1.00%");
    assert!(lines[3].contains("two.json: "), "{text}");
    let all = "all 2 files: 202 functions, 200 of 10 instructions or more, of which 5 (2.50%) are refused";
    assert_eq!(lines[6], all);
    assert_eq!(lines[7], "  varargs                        3    1.50%");
}

#[test]
fn one_file_needs_no_sum() {
    let one = file("alone.json", &report(1, &[]));
    let text = String::from_utf8(fmerge_report(&[&one]).stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn what_is_no_report_is_an_error_that_says_what_to_do() {
    let missing = Path::new("no-such-report.json").to_owned();
    let other = report(1, &[]).replace("\"version\": 2", "\"version\": 99");
    let cases = [
        (missing, "cannot read no-such-report.json"),
        (file("broken.json", "{"), "f3m<report="),
        (file("old.json", "{\"version\": 1}"), "f3m<report="),
        (file("new.json", &other), "it has version 99"),
    ];
    for (path, expected) in cases {
        let output = fmerge_report(&[&path]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
    }
    assert_eq!(fmerge_report(&[]).status.code(), Some(2));
}
