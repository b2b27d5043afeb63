//! `fmerge symbolize` on maps as lld and GNU ld write them.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{complaint, fmerge_with, stdout, text};
use fmerge_core::price::Executed;
use fmerge_core::profit::Tally;
use fmerge_core::report::{GroupKind, Report, ReportedGroup, ReportedMember, ReportedMerge};
use tempfile::TempDir;

/// `f1` and `f2` were folded; `m2` is merged of `c` and of `m1`, which is merged of `a` and `b`.
const LLD: &str = "\
             VMA              LMA     Size Align Out     In      Symbol
            1600             1600      117    16 .text
            16e0             16e0        0     1                 no_size
            16e9             16e9        e     1         a.o:(.text.f1)
            16e9             16e9        e     1                 f1
            16e9             16e9        e     1                 f2
            1700             1700       10     1         a.o:(.text.m2)
            1700             1700       10     1                 m2
";

/// A local function has no line of its own; a long name stands before the rest of its line.
const GNU: &str = "\
Discarded input sections

 .text.gone     0x0000000000000000        0xe a.o

Memory Configuration

Linker script and memory map

.text           0x0000000000001040      0x10c
 *(.text.unlikely .text.*_unlikely .text.unlikely.*)
 .text          0x0000000000001040       0x22 /lib/x86_64-linux-gnu/Scrt1.o
                0x0000000000001040                _start
 *fill*         0x0000000000001062        0xe 
 .text.local    0x000000000000112c        0xe a.o
 .text.a_function_of_a_long_name
                0x000000000000113a        0xe a.o
                0x000000000000113a                a_function_of_a_long_name
 .text.m2       0x0000000000001148        0x4 a.o
                0x0000000000001148                m2
                0x000000000000114c                PROVIDE (etext = .)
";

const REPORT: &str = r#"{"version": 3, "pass": "f3m", "merged": [
    {"members": [{"name": "a"}, {"name": "b"}], "merged": "m1", "gain": 3},
    {"members": [{"name": "m1"}, {"name": "c"}], "merged": "m2", "gain": 3}],
    "groups": [{"kind": "identical", "originals": ["no_size", "twin"], "merged": "no_size"}]}"#;

struct Files(TempDir);

impl Files {
    fn new() -> Files {
        let files = Files(tempfile::tempdir().expect("a folder"));
        for (name, text) in [("lld", LLD), ("gnu", GNU), ("report", REPORT)] {
            fs::write(files.path(name), text).expect("a writable folder");
        }
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn args(&self, map: &str, more: &[&str]) -> Vec<String> {
        let path = |name| self.path(name).display().to_string();
        let args = ["symbolize", "--map", &path(map), "--report", &path("report")];
        args.iter().chain(more).map(|a| a.to_string()).collect()
    }
}

/// Options first, then addresses: a report used to take the addresses for more reports.
#[test]
fn arguments_come_in_the_order_of_the_help() {
    let help = stdout(&["symbolize", "--help"]);
    assert!(help.contains("symbolize [OPTIONS] --map <FILE> [ADDRESSES]..."), "{help}");
    let files = Files::new();
    let found = stdout(&files.args("lld", &["1705"]));
    assert!(found.starts_with("0x1705\n    m2, merged from\n"), "{found}");
}

#[test]
fn folded_symbols_are_all_listed() {
    let found = stdout(&Files::new().args("lld", &["16f0", "0x16e9"]));
    assert_eq!(found, "0x16f0\n    f1\n    f2\n0x16e9\n    f1\n    f2\n");
}

#[test]
fn merged_functions_are_followed_to_the_originals() {
    let found = stdout(&Files::new().args("lld", &["1705"]));
    assert_eq!(found, "0x1705\n    m2, merged from\n        a\n        b\n        c\n");
}

#[test]
fn symbols_reach_as_far_as_they_should() {
    let files = Files::new();
    let nothing = "    nothing in the map\n";
    // Without a size, to the next symbol; a return address behind a last call counts to the function.
    let found = stdout(&files.args("lld", &["16e8", "16f7", "16f8", "1600", "ffffffffffffffff"]));
    let expected = format!(
        "0x16e8\n    no_size, merged from\n        no_size\n        twin\n0x16f7\n    f1\n    f2\n0x16f8\n{nothing}0x1600\n{nothing}\
         0xffffffffffffffff\n{nothing}"
    );
    assert_eq!(found, expected);
}

#[test]
fn gnu_maps_are_read_with_sections_for_local_functions() {
    let files = Files::new();
    let found = stdout(&files.args("gnu", &["1130", "113b", "1149", "1050", "0"]));
    let expected = "0x1130\n    local\n0x113b\n    a_function_of_a_long_name\n0x1149\n    m2, merged \
                    from\n        a\n        b\n        c\n0x1050\n    _start\n0x0\n    nothing in \
                    the map\n";
    assert_eq!(found, expected);
}

#[test]
fn stack_traces_are_annotated_line_by_line() {
    let files = Files::new();
    let trace = "\
#0  0x00000000000016f0 in f1 () at a.c:3
./program(f2+0x7)[0x16f0]
./program(+0x1705)
16f1
nothing here, not even 0xzz
#9  0xffff0000 in ?? ()
";
    let expected = "\
#0  0x00000000000016f0 in f1 () at a.c:3
    f1
    f2
./program(f2+0x7)[0x16f0]
    f1
    f2
./program(+0x1705)
    m2, merged from
        a
        b
        c
16f1
    f1
    f2
nothing here, not even 0xzz
#9  0xffff0000 in ?? ()
";
    assert_eq!(text(fmerge_with(&files.args("lld", &[]), trace)), expected);
}

#[test]
fn the_load_address_is_subtracted() {
    let files = Files::new();
    let mut args = files.args("lld", &[]);
    args.splice(1..1, ["--base".to_owned(), "0x555555554000".to_owned()]);
    let trace = "#1  0x00005555555556f0 in f1 ()\n";
    let expected = format!("{trace}    f1\n    f2\n");
    assert_eq!(text(fmerge_with(&args, trace)), expected);
}

#[test]
fn mistakes_are_named() {
    let files = Files::new();
    let says = |name: &str, contents: &str, args: Vec<String>, expected: &str| {
        fs::write(files.path(name), contents).expect("a writable folder");
        let stderr = complaint(&args);
        assert!(stderr.contains(expected), "{stderr:?} does not say {expected:?}");
    };
    says("empty", "no map at all\n", files.args("empty", &["1"]), "is it from lld or GNU ld?");
    says("x", "", files.args("missing", &["1"]), "cannot read the map");
    let lld = || files.args("lld", &["1"]);
    says("report", "not JSON", lld(), "is no report of this fmerge");
    says("report", r#"{"version": 9, "merged": []}"#, lld(), "it has version 9");
}

#[test]
fn a_report_that_claims_a_circle_does_no_harm() {
    let files = Files::new();
    let report = r#"{"version": 3, "merged": [{"merged": "m2", "members": [{"name": "m2"}, {"name": "x"}]}]}"#;
    fs::write(files.path("report"), report).expect("a writable folder");
    let expected = "0x1700\n    m2, merged from\n        m2\n        x\n";
    assert_eq!(stdout(&files.args("lld", &["1700"])), expected);
}

/// As the passes write them now, whatever `REPORT` here says.
#[test]
fn reports_of_this_version_are_read() {
    let files = Files::new();
    let mut report = Report::new("fmerge");
    let group = ReportedGroup {
        number: 0,
        kind: GroupKind::Constants,
        originals: vec!["x".into(), "y".into()],
        merged: "m2".into(),
        parameters: 1,
        gain: 3.into(),
        thunks: 2,
        aliases: 0,
        removed: 0,
    };
    report.group(group, 0);
    let member = |name: &str| ReportedMember {
        name: name.into(),
        executed: Executed::ZERO,
        tally: Tally::default(),
    };
    let merge = ReportedMerge {
        number: 0,
        members: ["p", "q", "r"].map(member).into(),
        merged: "x".into(),
        similarity: 1.0,
        aligned: 1.0,
        gain: 3.into(),
        executed: Executed::default(),
        tally: Tally::default(),
        thunks: 1,
    };
    report.merge(merge, 0);
    assert_eq!((report.thunks, report.removed), (3, 2));
    fs::write(files.path("report"), report.to_json()).expect("a writable folder");
    let expected = "0x1700\n    m2, merged from\n        p\n        q\n        r\n        y\n";
    assert_eq!(stdout(&files.args("lld", &["1700"])), expected);
}

/// Both linkers demangle in their maps unless they are told not to; reports never do.
#[test]
fn demangled_maps_agree_with_reports() {
    let files = Files::new();
    let report = r#"{"version": 3, "merged": [
        {"merged": "_ZNK1n1S3getEi.Tgm", "members": [{"name": "_ZN1aEv"}, {"name": "_ZN1bEv"}]},
        {"merged": "_RNvCs1234_7mycrate3foo", "members": [{"name": "c"}, {"name": "d"}]}]}"#;
    fs::write(files.path("report"), report).expect("a writable folder");
    let map =
        LLD.replace("m2\n", "n::S::get(int) const (.Tgm)\n").replace("f1\n", "mycrate::foo\n");
    fs::write(files.path("lld"), map).expect("a writable folder");
    let expected = "0x1700
    n::S::get(int) const (.Tgm), merged from
        _ZN1aEv
        _ZN1bEv
0x16f0
    f2
    mycrate::foo, merged from
        c
        d
";
    assert_eq!(stdout(&files.args("lld", &["1700", "16f0"])), expected);
}

/// The section's name and the symbol's are of one function.
#[test]
fn gnu_maps_name_a_demangled_function_once() {
    let files = Files::new();
    let map = GNU
        .replace(".text.m2      ", ".text._ZNK1n1S3getEi")
        .replace("m2\n", "n::S::get(int) const\n");
    fs::write(files.path("gnu"), map).expect("a writable folder");
    assert_eq!(stdout(&files.args("gnu", &["1149"])), "0x1149\n    _ZNK1n1S3getEi\n");
}
