//! `fmerge` as a user calls it, for all tests of the command line.
#![allow(dead_code, reason = "no test file needs all of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `fmerge` with nothing on standard input.
pub fn fmerge(args: &[impl AsRef<OsStr>]) -> Output {
    fmerge_with(args, "")
}

/// Runs `fmerge` with this on standard input.
pub fn fmerge_with(args: &[impl AsRef<OsStr>], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fmerge"));
    command.env("RUST_BACKTRACE", "0").args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("fmerge starts");
    let written = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    // Who needs no input need not read it.
    assert!(written.is_ok() || input.is_empty(), "fmerge reads its input");
    child.wait_with_output().expect("fmerge runs")
}

/// What it prints; it must succeed.
pub fn stdout(args: &[impl AsRef<OsStr>]) -> String {
    text(fmerge(args))
}

/// What it printed; it must have succeeded.
pub fn text(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What it complains of; it must fail with code 1.
pub fn complaint(args: &[impl AsRef<OsStr>]) -> String {
    let output = fmerge(args);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    stderr
}
