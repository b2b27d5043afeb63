//! `fmerge combine` and `fmerge show` on objects, archives, lists and summaries.

mod common;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use common::{complaint, stdout};
use fmerge_core::summary::{
    ConstantHash, FunctionSummary, Hole, SECTION, Scope, StableHash, SummaryReader, part_bytes,
};
use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionFlags, SectionKind, elf};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A module with functions of one hash; each holds this constant.
fn part(module: &str, functions: &[(&str, u64)]) -> Vec<u8> {
    let function = |&(name, constant): &(&str, u64)| FunctionSummary {
        hash: StableHash::from_bits(0xabc),
        name: name.into(),
        module: module.into(),
        scope: Scope::Module,
        instructions: 10,
        size: 100,
        folds_alone: false,
        holes: vec![Hole { position: 4, constant: ConstantHash::from_bits(constant) }],
    };
    part_bytes(functions.iter().map(function).collect()).expect("holes are in order")
}

/// An object whose section has these bytes.
fn object(section: Option<&[u8]>) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    if let Some(bytes) = section {
        let id = object.add_section(vec![], SECTION.into(), SectionKind::Other);
        object.append_section_data(id, bytes, 8);
        object.section_mut(id).flags =
            SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags: elf::SHF_EXCLUDE };
    }
    object.write().expect("a small object")
}

fn archive(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let header = format!(
            "{:16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
            format!("{name}/"),
            0,
            0,
            0,
            644,
            bytes.len()
        );
        archive.extend(header.as_bytes());
        archive.extend(bytes);
        archive.extend(vec![b'\n'; bytes.len() % 2]);
    }
    archive
}

/// A folder with files.
struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, Vec<u8>)]) -> Files {
        let folder = Files(tempfile::tempdir().expect("a folder"));
        files.iter().for_each(|(name, bytes)| folder.write(name, bytes));
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a writable folder");
    }

    fn args(&self, inputs: &[&str], output: &str) -> Vec<OsString> {
        let inputs = inputs.iter().map(|input| match input.strip_prefix('@') {
            Some(list) => format!("@{}", self.path(list).display()).into(),
            None => self.path(input).into(),
        });
        let mut args: Vec<OsString> = vec!["combine".into()];
        args.extend(inputs);
        args.extend(["-o".into(), self.path(output).into()]);
        args
    }

    /// Combines, and gives the summary's bytes.
    fn combine(&self, inputs: &[&str]) -> Vec<u8> {
        stdout(&self.args(inputs, "summary"));
        fs::read(self.path("summary")).expect("a summary")
    }
}

fn four_ways() -> Files {
    let (a, b) = (part("a.c", &[("f", 1), ("g", 1)]), part("b.c", &[("h", 2)]));
    let files = Files::new(&[
        ("a.part", a.clone()),
        ("b.part", b.clone()),
        ("a.o", object(Some(&a))),
        ("b.o", object(Some(&b))),
        ("without.o", object(None)),
        ("both.o", object(Some(&[&a[..], &[0; 16], &b[..]].concat()))),
    ]);
    let members =
        [("a.o", object(Some(&a))), ("notes", b"text".to_vec()), ("b.o", object(Some(&b)))];
    files.write("both.a", &archive(&members));
    let list = format!("'{}'\n {}\n", files.path("a.o").display(), files.path("b.o").display());
    files.write("list", list.as_bytes());
    let outer = format!("@{}", files.path("list").display());
    files.write("outer", outer.as_bytes());
    files
}

#[test]
fn all_kinds_of_inputs_give_the_same_summary() {
    let files = four_ways();
    let expected = files.combine(&["a.part", "b.part"]);
    let reader = SummaryReader::open(&expected).expect("a sound summary");
    assert_eq!((reader.merged(), reader.functions()), (1, 3));
    let ways: [&[&str]; 7] = [
        &["b.part", "a.part"],
        &["b.o", "a.o"],
        &["without.o", "both.o"],
        &["both.a"],
        &["@list"],
        &["@outer"],
        &["a.o", "both.a", "b.part", "a.o"],
    ];
    for way in ways {
        assert_eq!(files.combine(way), expected, "{way:?}");
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let files = four_ways();
    let with = |jobs: &str| {
        let mut args = files.args(&["both.a", "a.o", "b.o", "without.o"], "threads");
        args.extend(["--jobs".into(), jobs.into()]);
        stdout(&args);
        fs::read(files.path("threads")).expect("a summary")
    };
    assert_eq!(with("1"), with("4"));
}

#[test]
fn outputs_that_cannot_be_written_are_named() {
    let files = four_ways();
    let stderr = complaint(&files.args(&["a.o"], "missing/summary"));
    assert!(stderr.contains("cannot write") && stderr.contains("missing/summary"), "{stderr}");
}

#[test]
fn thin_archives_lead_to_their_members() {
    let files = four_ways();
    let expected = files.combine(&["b.o"]);
    let length = fs::metadata(files.path("b.o")).expect("a file").len();
    let header = format!("{:16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "b.o/", 0, 0, 0, 644, length);
    files.write("thin.a", &[b"!<thin>\n", header.as_bytes()].concat());
    assert_eq!(files.combine(&["thin.a"]), expected);
}

/// The name was taken after a lossy conversion, and the member was not found.
#[cfg(unix)]
#[test]
fn thin_archives_lead_to_members_whose_names_are_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;

    let files = four_ways();
    let expected = files.combine(&["b.o"]);
    let name = b"caf\xe9.o";
    let place = files.path("b.o").with_file_name(std::ffi::OsStr::from_bytes(name));
    let length = fs::copy(files.path("b.o"), place).expect("a copy");
    let rest = format!("{:10}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "/", 0, 0, 0, 644, length);
    files.write("thin.a", &[b"!<thin>\n", &name[..], rest.as_bytes()].concat());
    assert_eq!(files.combine(&["thin.a"]), expected);
}

#[test]
fn summaries_of_summaries_are_the_summary_of_all() {
    let files = four_ways();
    let expected = files.combine(&["a.o", "b.o"]);
    files.write("left", &files.combine(&["a.o"]));
    files.write("right", &files.combine(&["b.o"]));
    assert_eq!(files.combine(&["right", "left"]), expected);
}

#[test]
fn prices_decide_what_pays() {
    let files = four_ways();
    let merged = |more: &[&str]| {
        let mut args = files.args(&["a.o", "b.o"], "priced");
        args.extend(more.iter().map(OsString::from));
        stdout(&args);
        let bytes = fs::read(files.path("priced")).expect("a summary");
        SummaryReader::open(&bytes).expect("sound").merged()
    };
    assert_eq!(merged(&[]), 1);
    assert_eq!(merged(&["--thunk", "70"]), 0);
    // Without unwind entries a thunk is smaller.
    assert_eq!(merged(&["--target", "thumbv7m-none-eabi", "--min-saving", "150"]), 1);
    assert_eq!(merged(&["--parameter", "50"]), 0);
    assert_eq!(merged(&["--max-parameters", "0"]), 0);
    // 2 * 100 bytes less 3 thunks of 25 + 7 bytes.
    assert_eq!(merged(&["--min-saving", "104"]), 1);
    assert_eq!(merged(&["--min-saving", "105"]), 0);
}

#[test]
fn what_was_combined_is_told() {
    let files = four_ways();
    let told = stdout(&files.args(&["both.a", "without.o"], "summary"));
    assert_eq!(
        told,
        "3 functions in 1 groups, from 2 summaries (2 more have none); 1 groups pay, 104 bytes \
         expected\n"
    );
}

#[test]
fn show_lists_groups_for_people() {
    let files = four_ways();
    files.combine(&["a.o", "b.o"]);
    let summary = files.path("summary");
    let expected = "\
3 functions in 1 groups; 1 groups pay, 104 bytes expected (thunk 25, parameter 7, at most 4 parameters)

00000000000000000000000000000abc: 3 functions, 100 bytes, 10 instructions; 1 parameters, saves 104 bytes
  hole 4: parameter 0
    f (a.c)
    g (a.c)
    h (b.c)
";
    assert_eq!(stdout(&[Path::new("show"), &summary]), expected);
    assert_eq!(stdout(&[Path::new("show"), &files.path("both.a")]), expected);
}

#[test]
fn show_lists_groups_for_scripts() {
    let files = four_ways();
    files.combine(&["a.o", "b.o"]);
    let text = stdout(&[Path::new("show"), &files.path("summary"), Path::new("--json")]);
    let shown: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&shown["version"], &shown["saving"]), (&json!(1), &json!(104)));
    let group = &shown["list"][0];
    assert_eq!(group["hash"], "00000000000000000000000000000abc");
    assert_eq!(group["holes"], json!([{ "position": 4, "role": { "parameter": 0 } }]));
    assert_eq!(group["functions"][2], json!({ "name": "h", "module": "b.c", "scope": "module" }));
    assert_eq!((&group["size"], &group["local"]), (&json!(100), &json!(false)));
}

#[test]
fn show_leaves_out_what_does_not_pay_unless_asked() {
    let files = four_ways();
    let shown = |more: &[&str]| {
        let mut args: Vec<OsString> = vec!["show".into(), files.path("b.o").into()];
        args.extend(more.iter().map(OsString::from));
        stdout(&args)
    };
    assert!(!shown(&[]).contains("(b.c)"));
    assert!(shown(&["--all"]).contains("10 instructions; does not pay\n    h (b.c)\n"));
}

#[test]
fn faulty_inputs_are_named_and_nothing_is_written() {
    let files = four_ways();
    let part = part("a.c", &[("f", 1)]);
    files.write("cut.o", &object(Some(&part[..part.len() - 3])));
    files.write("cut.a", &archive(&[("cut.o", object(Some(&part[..part.len() - 3])))]));
    files.write("bitcode.o", b"BC\xc0\xde and so on");
    files.write("text.c", b"int main;");
    files.write("circle", format!("@{}", files.path("circle").display()).as_bytes());
    files.write("quote", b"'a.o");
    let says = |input: &str, expected: &[&str]| {
        let stderr = complaint(&files.args(&["a.o", input], "never"));
        for text in expected {
            assert!(stderr.contains(text), "{input}: {stderr:?} does not say {text:?}");
        }
        assert!(!files.path("never").exists(), "{input}");
    };
    says("cut.o", &["cut.o", SECTION, "truncated"]);
    says("cut.a", &["cut.a", "member cut.o", SECTION, "truncated"]);
    says("bitcode.o", &["bitcode.o", "LLVM bitcode", "gfm-analyze"]);
    says("text.c", &["text.c", "neither an object, an archive nor an fmerge summary"]);
    says("@circle", &["lists that name each other"]);
    says("@quote", &["the list", "quote"]);
    says("@missing", &["cannot read the list"]);
    says("missing.o", &["cannot read", "missing.o"]);
}

#[test]
fn of_several_faults_the_first_inputs_is_told() {
    let files = four_ways();
    files.write("x.c", b"int x;");
    files.write("y.c", b"int y;");
    for _ in 0..5 {
        let stderr = complaint(&files.args(&["a.o", "y.c", "x.c"], "never"));
        assert!(stderr.contains("y.c") && !stderr.contains("x.c"), "{stderr}");
    }
}

#[test]
fn objects_without_summaries_are_an_error() {
    let files = four_ways();
    let stderr = complaint(&files.args(&["without.o"], "never"));
    assert!(
        stderr.contains("nothing of fmerge in any of 1 inputs") && stderr.contains("gfm-analyze")
    );
}

#[test]
fn show_names_what_is_wrong() {
    let files = four_ways();
    let mut summary = files.combine(&["a.o", "b.o"]);
    summary.truncate(5000);
    files.write("cut", &summary);
    let stderr = complaint(&[Path::new("show"), &files.path("cut")]);
    assert!(stderr.contains("cut") && stderr.contains("truncated: 5000 bytes of"), "{stderr}");
}
