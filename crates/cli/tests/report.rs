//! `fmerge report` as a user calls it.

mod common;

use std::fs;
use std::path::Path;

use common::{complaint, fmerge, stdout};
use fmerge_core::price::Executed;
use fmerge_core::profit::Tally;
use fmerge_core::reject::Reject;
use fmerge_core::report::{
    GroupKind, Location, Place, Report, ReportOrigin, ReportedGroup, ReportedMember, ReportedMerge,
    SCHEMA_VERSION,
};
use tempfile::TempDir;

/// A folder with report files.
struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Files {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
            fs::write(path, text).expect("a writable folder");
        }
        Files(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// What `fmerge report` prints for this file.
    fn report(&self, name: &str, options: &[&str]) -> String {
        let mut args = vec!["report".to_owned()];
        args.extend(options.iter().map(|&option| option.to_owned()));
        args.push(self.path(name));
        stdout(&args)
    }
}

/// An empty run of a pass.
fn run(pass: &str, module: &str, place: Place) -> Report {
    let mut report = Report::new(pass);
    let origin = ReportOrigin { module: module.to_owned(), source: module.to_owned(), place };
    report.identify(origin, Default::default());
    report
}

/// A run on so many functions of 10 instructions, with these refusals among them.
fn refusing(module: &str, functions: usize, refusals: &[Reject]) -> Report {
    let mut report = run("f3m", module, Place::ByHand);
    report.function(3, Err(Reject::TooSmall));
    (0..functions).for_each(|_| report.function(10, Ok(())));
    refusals.iter().for_each(|&reason| report.function(10, Err(reason)));
    report
}

fn group(
    kind: GroupKind,
    originals: &[&str],
    merged: &str,
    gain: u32,
    thunks: u32,
) -> ReportedGroup {
    let removed = originals.len() as u32 - thunks - 1;
    let originals = originals.iter().map(|&name| name.to_owned()).collect();
    let merged = merged.to_owned();
    ReportedGroup {
        kind,
        originals,
        merged,
        parameters: 0,
        gain: gain.into(),
        thunks,
        aliases: 0,
        removed,
        number: 0,
    }
}

fn pair(members: [&str; 2], merged: &str, gain: u32) -> ReportedMerge {
    let member = |name: &str| ReportedMember {
        name: name.to_owned(),
        executed: Executed::ZERO,
        tally: Tally::default(),
    };
    ReportedMerge {
        number: 0,
        members: members.map(member).into(),
        merged: merged.to_owned(),
        similarity: 1.0,
        aligned: 1.0,
        gain: gain.into(),
        executed: Executed::default(),
        tally: Tally::default(),
        thunks: 1,
    }
}

/// Both places of a link: `Json::a`, `Json::b` and `Json::c` are equal, `one` and `two` similar, and what came of these is merged
/// with the first.
fn program() -> String {
    let at = |file: &str| Location { file: file.to_owned(), line: 7 };
    let [a, b, c] = ["_ZN4Json1aEv", "_ZN4Json1bEv", "_ZN4Json1cEv"];
    let mut early = run("identical", "ld-temp.o", Place::Early);
    early.group(group(GroupKind::Identical, &[a, b, c], a, 30, 1), 2);
    let origin = early.origin.clone();
    early.identify(origin, [(a.into(), at("json.cpp")), (b.into(), at("json.cpp"))].into());
    let mut late = run("fmerge", "ld-temp.o", Place::Late);
    late.merge(pair(["one", "two"], "one.fmerge", 20), 0);
    late.merge(pair(["one.fmerge", a], "one.fmerge.fmerge", 12), 0);
    let origin = late.origin.clone();
    late.identify(origin, [("one".into(), at("one.c"))].into());
    format!("{}\n{}\n", early.to_json(), late.to_json())
}

#[test]
fn refusals_are_counted_over_all_files_and_explained() {
    let one = refusing("one.c", 97, &[Reject::VarArgs, Reject::Hot, Reject::VarArgs]);
    let two = refusing("two.c", 98, &[Reject::VarArgs, Reject::Naked]);
    let files = Files::new(&[("a/one.json", &one.to_json()), ("a/two.json", &two.to_json())]);
    let text = files.report("a", &["--by", "reason"]);
    let lines: Vec<&str> = text.lines().collect();
    let head = "202 functions, 200 of 10 instructions or more, of which 5 (2.50%) are refused";
    assert_eq!(lines[0], head);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines[2])[..4], ["varargs", "3", "3", "1.50%"]);
    assert!(lines[2].ends_with(Reject::VarArgs.explanation()), "{text}");
    let small = words(lines.last().expect("a line"));
    assert_eq!(small[..4], ["too-small", "2", "0", "0.00%"]);
}

#[test]
fn the_last_run_of_a_module_says_what_was_refused() {
    let mut combined = Report::new("fmerge");
    combined.absorb(refusing("m", 8, &[Reject::VarArgs, Reject::VarArgs]));
    combined.origin.module = "m".into();
    let early = refusing("m", 9, &[Reject::Hot]);
    let text = format!("{}\n{}\n", early.to_json(), combined.to_json());
    let files = Files::new(&[("report", &text)]);
    let text = files.report("report", &[]);
    assert!(
        text.contains("11 functions, 10 of 10 instructions or more, of which 2 (20.00%)"),
        "{text}"
    );
    assert!(!text.contains("hot"), "{text}");
}

#[test]
fn merges_are_summed_by_pass_and_place() {
    let files = Files::new(&[("report", &program())]);
    let text = files.report("report", &[]);
    assert!(
        text.starts_with("2 runs of passes on 1 module: 62 bytes saved by the estimate\n"),
        "{text}"
    );
    let words: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(words.contains(&vec!["identical", "early", "2", "1", "1", "30"]), "{text}");
    assert!(words.contains(&vec!["f3m", "late", "2", "2", "2", "32"]), "{text}");
    assert!(
        words.contains(&vec!["30", "identical", "early", "Json::a,", "Json::b,", "Json::c"]),
        "{text}"
    );
    let text = files.report("report", &["--top", "1"]);
    assert!(text.contains("and 2 more (--top)") && !text.contains("one, two"), "{text}");
}

#[test]
fn savings_are_spread_over_the_originals() {
    let files = Files::new(&[("report", &program())]);
    // 10 each of the equal ones, 10 each of the pair, then 12 by halves: 6 on one and two, 6 on all that are equal.
    let crates = files.report("report", &["--by", "crate"]);
    let words = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(words(&crates)[1..], ["36 3 Json", "26 2 (no crate or namespace)"]);
    let namespaces = files.report("report", &["--by", "namespace"]);
    assert_eq!(words(&namespaces)[1..], ["36 3 Json", "26 2 (no namespace)"]);
    let of_files = files.report("report", &["--by", "file"]);
    assert_eq!(
        words(&of_files)[1..],
        ["25 2 (no debug information)", "24 2 json.cpp", "13 1 one.c"]
    );
}

#[test]
fn chains_are_trees() {
    let files = Files::new(&[("report", &program())]);
    let expected = "\
62 bytes in all: one.fmerge.fmerge (f3m, 12 bytes)
├─ Json::a() (identical, 30 bytes)
│  ├─ Json::a()
│  ├─ Json::b()
│  └─ Json::c()
└─ one.fmerge (f3m, 20 bytes)
   ├─ one
   └─ two
";
    assert_eq!(files.report("report", &["--chains", "--full-names"]), expected);
    assert_eq!(files.report("report", &["--chains"]), expected.replace("()", ""));
    let none = Files::new(&[("report", &run("f3m", "m", Place::ByHand).to_json())]);
    assert_eq!(
        none.report("report", &["--chains"]),
        "no function was merged of merged functions\n"
    );
}

#[test]
fn a_circle_does_no_harm() {
    let mut report = run("f3m", "m", Place::ByHand);
    report.merge(pair(["x", "y"], "z", 1), 0);
    report.merge(pair(["z", "w"], "x", 1), 0);
    report.merge(pair(["x", "v"], "top", 1), 0);
    let files = Files::new(&[("report", &report.to_json())]);
    for options in [&["--chains"][..], &["--by", "crate"], &[]] {
        files.report("report", options);
    }
}

#[test]
fn names_cannot_end_the_data_of_a_page() {
    let mut report = run("f3m", "m", Place::ByHand);
    report.merge(pair(["</script><script>alert(1)</script>", "b"], "c", 1), 0);
    let files = Files::new(&[("report", &report.to_json())]);
    let page = files.path("page.html");
    files.report("report", &["--html", &page]);
    let text = fs::read_to_string(page).expect("a page");
    assert!(text.contains("\\u003c/script>") && !text.contains("alert(1)</script>"), "{text}");
    for network in ["http://", "https://", "@import", "src=", "url("] {
        let found = text.matches(network).count();
        let names = text.matches("http://www.w3.org/2000/svg").count();
        assert_eq!(found, if network == "http://" { names } else { 0 }, "{network}");
    }
}

#[test]
fn files_of_folders_that_are_no_reports_are_passed_over() {
    let text = run("f3m", "m", Place::ByHand).to_json();
    let files =
        Files::new(&[("a/b/c.json", &text), ("a/compile_commands.json", "[]"), ("a/x", "")]);
    assert!(files.report("a", &[]).starts_with("1 run of passes on 1 module"));
    assert!(files.report(".", &[]).starts_with("1 run"));
}

#[test]
fn what_is_no_report_is_an_error_that_says_what_to_do() {
    let good = run("f3m", "m", Place::ByHand).to_json();
    let other = good.replace(&format!("\"version\":{SCHEMA_VERSION}"), "\"version\":99");
    let cut = format!("{good}\n{}", &good[..20]);
    let files = Files::new(&[
        ("broken.json", "{"),
        ("empty.json", ""),
        ("old.json", "{\"version\": 1}"),
        ("new.json", &other),
        ("cut.json", &cut),
    ]);
    for (name, expected) in [
        ("missing.json", "cannot read"),
        ("broken.json", "<report="),
        ("empty.json", "it is empty"),
        ("old.json", "<report="),
        ("new.json", "it has version 99"),
        ("cut.json", "ends too soon"),
    ] {
        let stderr = complaint(&["report".to_owned(), files.path(name)]);
        assert!(stderr.contains(expected) && stderr.contains(name), "{stderr}");
    }
    assert_eq!(fmerge(&["report"]).status.code(), Some(2));
    let one = Path::new("/nonexistent/one");
    let args =
        ["report", "--binaries", "/nonexistent/one", "/nonexistent/two", &files.path("new.json")]
            .map(str::to_owned);
    assert!(!fmerge(&args).status.success() && !one.exists());
}

/// Sums over such numbers would overflow.
#[test]
fn numbers_that_no_program_has_are_refused() {
    for part in [
        r#""groups": [{"gain": 9223372036854775807, "originals": ["a", "b"], "merged": "a"}]"#,
        r#""merged": [{"gain": -9223372036854775808, "members": [{"name": "a"}], "merged": "a"}]"#,
        r#""groups": [{"removed": 18446744073709551615}]"#,
        r#""functions": 18446744073709551615"#,
        r#""pair_rejects": {"too-slow": 18446744073709551615}"#,
    ] {
        let file = format!(r#"{{"version": {SCHEMA_VERSION}, "pass": "gfm", {part}}}"#);
        let files = Files::new(&[("report", &file.repeat(3))]);
        let message = complaint(&["report", &files.path("report")]);
        assert!(message.contains("is damaged: no program has functions or bytes"), "{message}");
    }
    let most =
        format!(r#""groups": [{{"gain": {}, "originals": ["a", "b"], "merged": "a"}}]"#, u32::MAX);
    let file = format!(r#"{{"version": {SCHEMA_VERSION}, "pass": "gfm", {most}}}"#);
    let files = Files::new(&[("report", &file.repeat(3))]);
    assert!(files.report("report", &[]).contains("12884901885 bytes saved"));
}

/// Two functions on each level are made of both of the level below, and a chain is very long.
#[test]
fn trees_are_no_larger_than_their_report() {
    let group = |merged: String, originals: [String; 2]| {
        format!(
            r#"{{"merged": "{merged}", "originals": ["{}", "{}"], "gain": 1}}"#,
            originals[0], originals[1]
        )
    };
    let mut groups = Vec::new();
    for level in 1..100 {
        let below = || [format!("a{}", level - 1), format!("b{}", level - 1)];
        groups.extend([group(format!("a{level}"), below()), group(format!("b{level}"), below())]);
    }
    for level in 1..400 {
        groups.push(group(format!("c{level}"), [format!("c{}", level - 1), format!("d{level}")]));
    }
    let list = groups.join(",");
    let file = format!(r#"{{"version": {SCHEMA_VERSION}, "pass": "gfm", "groups": [{list}]}}"#);
    let files = Files::new(&[("report", &file)]);
    assert!(files.report("report", &["--chains"]).lines().count() < 2500);
    let page = files.path("page.html");
    files.report("report", &["--html", &page]);
    // Each merge of a chain counts for all functions behind it: told one by one, these alone took 5 MB.
    assert!((100_000..1_000_000).contains(&fs::metadata(page).expect("a page").len()));
}

#[test]
fn names_do_nothing_to_a_terminal() {
    let evil = r"a\u001b[2Jb\nforged\u202e\u009b1m\u0007";
    let run = format!(
        r#"{{"version": {SCHEMA_VERSION}, "pass": "{evil}", "module": "{evil}", "functions": 20, "sizable": 20,
        "groups": [{{"kind": "{evil}", "merged": "{evil}", "originals": ["{evil}", "{evil}x"], "gain": 5}},
        {{"kind": "constants", "merged": "m", "originals": ["{evil}", "y"], "gain": 5}}],
        "rejects": {{"{evil}": 2}}, "sizable_rejects": {{"{evil}": 2}}, "pair_rejects": {{"{evil}": 1}},
        "locations": {{"{evil}": {{"file": "{evil}", "line": 1}}}}}}"#
    )
    .replace('\n', "");
    let files = Files::new(&[("report", &run)]);
    for options in [
        &[][..],
        &["--chains"],
        &["--full-names"],
        &["--by", "file"],
        &["--by", "crate"],
        &["--by", "namespace"],
        &["--by", "pass"],
        &["--by", "reason"],
    ] {
        let text = files.report("report", options);
        let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!text.contains(obeyed), "{options:?}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("forged")), "{options:?}: {text:?}");
    }
    let wrong = r#"{"version": 3, "pass": "\u001b[2J", "place": "\u001b[2J"}"#;
    let files = Files::new(&[("report", wrong)]);
    let message = complaint(&["report", &files.path("report")]);
    assert!(!message.contains('\u{1b}'), "{message:?}");
}
