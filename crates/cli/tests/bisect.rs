//! `fmerge bisect` as a user calls it. The command is a script that does what compilers with the plugin do: it reads
//! what is allowed, and says how many merges it made and which one was asked for.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::Output;

use common::fmerge;
use tempfile::TempDir;

/// Sets `made` to the number of merges that the module `k` makes, of 1000, and writes it down.
const BUILD: &str = r#"
allowed="$FMERGE_BISECT/allowed.json"
if grep -q '"others":true' "$allowed"; then made=1000; else
  made=$(sed -n 's/.*"k":"\(1-\)*\([0-9]*\)".*/\2/p' "$allowed"); fi
made=${made:-0}
echo '{"version":1,"key":"k","module":"a.c","merges":1000}' > "$FMERGE_BISECT/made/k-1.json"
f='{"name":"_Z1fi","place":"a.c:7","ir":"define void @_Z1fi()"}'
if ! grep -q '"show":null' "$allowed"; then
  number=$(sed -n 's/.*"number":\([0-9]*\).*/\1/p' "$allowed")
  echo '{"version":1,"pass":"gfm","module":"a.c","number":'$number',"originals":['$f'],"merged":['$f']}' \
    > "$FMERGE_BISECT/shown.json"
fi
"#;

fn bisect(folder: &Path, options: &[&str], script: &str) -> Output {
    let script = format!("cd '{}'\n{BUILD}\n{script}", folder.display());
    let mut args = vec!["bisect"];
    args.extend(options);
    args.extend(["--", "sh", "-c", &script]);
    fmerge(&args)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// What it complains of; it must fail with code 1.
fn complaint(script: &str) -> String {
    let output = bisect(folder().path(), &[], script);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn the_merge_is_found_and_told() {
    for culprit in [1, 2, 500, 617, 999, 1000] {
        let folder = folder();
        let script = format!("echo x >> runs; test $made -lt {culprit}");
        let keep = folder.path().join("kept");
        let keep = keep.to_str().expect("UTF-8");
        let output = bisect(folder.path(), &["--keep", keep], &script);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let runs = fs::read_to_string(folder.path().join("runs")).expect("it ran").lines().count();
        let head = format!(
            "merge {culprit} of 1000 is to blame, found in {runs} runs: number {culprit} of a.c, by gfm\n  \
             original: _Z1fi (f(int)), a.c:7\n  merged: _Z1fi (f(int)), a.c:7\n"
        );
        assert!(text.starts_with(&head), "{text}");
        assert!((runs as f64) < 2.0 * 1000f64.log2(), "{runs} runs");
        let ir = fs::read_to_string(Path::new(keep).join("merged-1.ll")).expect("kept");
        assert_eq!(ir, "; a.c:7\ndefine void @_Z1fi()\n");
    }
}

/// The plugin writes the originals down before it merges them.
#[test]
fn a_merge_that_ends_the_compiler_is_told_by_its_originals() {
    let script = r#"s="$FMERGE_BISECT/shown.json"; test ! -e $s || sed -i 's/"merged":.*/"merged":[]}/' $s
        test $made -lt 42"#;
    let output = bisect(folder().path(), &[], script);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.starts_with("merge 42 of 1000"), "{text}");
    assert!(text.contains("original: _Z1fi") && !text.contains("merged: _Z1fi"), "{text}");
    assert!(text.contains("the compiler ended before they were merged"), "{text}");
}

#[test]
fn a_command_that_never_works_is_no_fault_of_merges() {
    let text = complaint("echo the reason; false");
    assert!(text.contains("fails without any merge as well (fails, exit status: 1)"), "{text}");
    assert!(text.contains("the reason"), "{text}");
}

#[test]
fn a_command_that_always_works_has_nothing_to_find() {
    let text = complaint("true");
    assert!(text.contains("succeeds with all of 1000 merges"), "{text}");
}

#[test]
fn a_build_that_does_nothing_is_noticed() {
    let text = complaint("rm $FMERGE_BISECT/made/*");
    assert!(text.contains("no merge was recorded") && text.contains("build anew"), "{text}");
}

#[test]
fn modules_that_are_not_compiled_again_are_told_of() {
    let script = "echo x >> runs; test $(wc -l < runs) -lt 3 || rm $FMERGE_BISECT/made/*; test $made -lt 700";
    let text = bisect(folder().path(), &[], script).stderr;
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains("a.c and 0 other modules were not compiled in this run"), "{text}");
}

#[test]
fn contradictions_are_told_of() {
    // Good when it is tried first, and bad when that is repeated.
    let text =
        complaint("echo $made >> runs; test $made -lt 5 && test $(grep -cx $made runs) -lt 2");
    assert!(text.contains("not reliable: with the first 4 merges it was good at first"), "{text}");
    // Bad when it is tried first, and good when that is repeated.
    let text =
        complaint("echo $made >> runs; test $made -lt 5 || test $(grep -cx $made runs) -ge 2");
    assert!(text.contains("not reliable: with the first 5 merges it failed at first"), "{text}");
}

#[test]
fn a_run_that_takes_too_long_has_failed_and_is_ended() {
    let folder = folder();
    let script = "echo x >> runs; test $made -lt 1000 || { sleep 100 & wait; }";
    let start = std::time::Instant::now();
    let output = bisect(folder.path(), &["--timeout", "3"], script);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("run 2: all merges: fails, out of time"), "{stderr}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("merge 1000 of 1000"));
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn a_command_that_does_not_exist_is_named() {
    let output = fmerge(&["bisect", "--", "no-such-command-anywhere"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("cannot run no-such-command-anywhere"), "{text}");
    assert_eq!(fmerge(&["bisect"]).status.code(), Some(2));
}
