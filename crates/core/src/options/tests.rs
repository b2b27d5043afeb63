//! Every kind of error, every form of an option, and the table itself.

use super::table::TABLE;
use super::*;
use crate::align::Method;
use crate::price::X86_64;
use crate::report::Destination;

fn parse(text: &str) -> Result<Options, OptionError> {
    let request = parse_pass(text).unwrap_or_else(|| panic!("{text} names no pass"))?;
    Ok(request.options)
}

fn ok(text: &str) -> Options {
    parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The message of the error; each of them names the pass and where the options are listed.
fn message(text: &str) -> String {
    let pass = text.split('<').next().unwrap();
    let message = parse(text).expect_err(text).to_string();
    assert!(message.starts_with(&format!("{pass}: ")), "{message}");
    assert!(message.contains(&format!("`fmerge options {pass}`")), "{message}");
    message
}

fn says(text: &str, parts: &[&str]) {
    let message = message(text);
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
}

#[test]
fn other_names_are_not_ours() {
    for text in
        ["f3", "f3mm", "F3m", "f3m-ran", "hyfm", "gvn", "", "<force>", "gvn<force>", "f3m>", " f3m"]
    {
        assert!(parse_pass(text).is_none(), "{text}");
    }
}

#[test]
fn pass_names() {
    for pass in PassName::ALL {
        let request = parse_pass(pass.name()).unwrap().unwrap();
        assert_eq!(request.pass, pass);
    }
}

#[test]
fn no_options_are_the_defaults() {
    let defaults = Options { threshold: Some(0.25), ..Options::default() };
    for text in ["f3m", "f3m<>"] {
        assert_eq!(format!("{:?}", ok(text)), format!("{defaults:?}"));
    }
    assert_eq!(defaults.system, &OURS);
}

#[test]
fn options_are_read() {
    let o = ok(
        "f3m<threshold=0.5;explore=5;min-size=9;min-gain=12;force;verify;thunks=keep;only=^a$|b<;skip=^y;hot=merge;\
         others=skip;report=r.json;alignment=whole>",
    );
    assert_eq!((o.threshold, o.explore), (Some(0.5), 5));
    assert_eq!((o.min_size, o.min_gain), (9, 12));
    assert!(o.force && o.verify && o.others == Others::Skip && o.thunks == Thunks::Keep);
    assert!(o.admits("a") && o.admits("xb<y") && !o.admits("ab") && !o.admits("yb<"));
    assert_eq!((o.hot, o.alignment), (HotFunctions::Merge, Method::Whole));
    assert_eq!(o.report, Some("r.json".parse().expect("a pattern")));
    assert_eq!(ok("gfm-analyze<out=x=y>").out, Some(Output::File("x=y".into())));
}

#[test]
fn a_dash_is_a_stream() {
    assert_eq!(ok("f3m<report=->").report, Some(Destination::Stderr));
    assert_eq!(ok("gfm-analyze<out=->").out, Some(Output::Stdout));
}

#[test]
fn flags_have_four_forms() {
    assert!(ok("f3m<force>").force && ok("f3m<force=true>").force);
    assert!(!ok("f3m<no-force>").force && !ok("f3m<force=false>").force);
}

#[test]
fn many_functions_have_fewer_bands() {
    let bands = |text: &str, functions| ok(text).index(functions).0.bands;
    assert_eq!([bands("f3m", 19_999), bands("f3m", 20_000)], [100, 18]);
    let threshold = |functions| ok("f3m<speed=ignore>").index(functions).1;
    assert_eq!([threshold(19_999), threshold(20_000)], [0.05, 0.25]);
    assert_eq!(bands("f3m<threshold=0.3>", 1_000_000), 14, "as F3M for a million functions");
    assert_eq!(bands("f3m<system=static>", 1_239_140), 100);
}

#[test]
fn systems_are_sound_and_their_options_can_be_overridden() {
    for one in &SYSTEMS {
        let text = format!("f3m<system={}>", one.name);
        assert_eq!(ok(&text).system, one);
        assert_eq!(ok(&text).system.among, 0, "{} tries the nearest", one.name);
        // Other passes that merge similar functions take systems too.
        assert_eq!(ok(&format!("fmerge<system={}>", one.name)).system, one);
    }
    let o = ok("f3m<explore=3;system=hyfm>");
    assert_eq!((o.explore, o.alignment, o.speed), (3, Method::Linear, Speed::Ignore));
    assert_eq!(ok("f3m<system=hyfm;speed=keep>").speed, Speed::Keep);
    says("f3m<system=hyfm;system=salssa>", &["`system` is given twice"]);
    says("gfm<system=hyfm>", &["`system` belongs to f3m, f3m-combine, fmerge"]);
    says("f3m<system=x>", &["`system` cannot be `x`", "ours, static, adaptive, hyfm"]);
}

#[test]
fn how_alike_candidates_must_be_goes_by_what_is_wanted() {
    let threshold = |text| ok(text).threshold;
    for (text, expected) in [
        ("fmerge", 0.25),
        ("f3m<speed=keep>", 0.25),
        ("fmerge<speed=ignore>", 0.05),
        ("f3m<speed=ignore;threshold=0.3>", 0.3),
        ("f3m<force>", 0.0),
        ("f3m<system=hyfm;force>", 0.0),
        ("f3m<force;threshold=0.5>", 0.5),
        ("f3m<system=static>", 0.0),
        ("f3m<system=hyfm;speed=ignore>", 0.0),
    ] {
        assert_eq!(threshold(text), Some(expected), "{text}");
    }
    assert_eq!(threshold("f3m<system=adaptive>"), None);
    assert_eq!(ok("f3m<system=adaptive;threshold=0.5>").index(10_000).1, 0.5);
}

/// F3M, section IV-A and the text below equation 4.
#[test]
fn the_systems_of_the_f3m_paper() {
    let o = ok("f3m<system=static>");
    let (LshParams { rows, bands, bucket_cap }, threshold) = o.index(10_000);
    assert_eq!((rows, bands, bucket_cap, threshold), (2, 100, 100, 0.0));
    assert_eq!((o.explore, o.system.order, o.alignment), (1, Order::Size, Method::Linear));
    let adaptive = ok("f3m<system=adaptive>");
    let bands = |count| adaptive.index(count).0.bands;
    assert_eq!([bands(10_000), bands(100_000), bands(1_000_000)], [57, 25, 14]);
    let threshold = |count| (adaptive.index(count).1 * 1000.0).round();
    assert_eq!(
        [threshold(10_000), threshold(100_000), threshold(1_000_000)],
        [100.0, 200.0, 300.0]
    );
    // Section IV-C says 13 bands and a threshold of 0.31 for the 1,239,140 functions of Chrome.
    assert_eq!((bands(1_239_140), threshold(1_239_140)), (13, 309.0));
}

/// Functions that are merged before inlining are inlined less, so counted calls cost more there.
#[test]
fn before_inlining_counted_calls_are_dearer() {
    let of = |text: &str| ok(text).time_policy(&X86_64);
    assert_ne!(of("f3m<before-inlining>"), of("f3m"));
    assert_eq!(of("f3m<before-inlining;speed=ignore>"), TimePolicy::ANY);
}

#[test]
fn unknown_names_get_the_nearest_spelling() {
    says("f3m<explor=2>", &["unknown option `explor`", "did you mean `explore`?"]);
    says("f3m<no-forse>", &["`no-forse`", "`no-force`"]);
    says("f3m<min_size=3>", &["`min_size`", "`min-size`"]);
    assert!(!message("f3m<xyzzy=3>").contains("did you mean"));
}

#[test]
fn options_of_another_pass() {
    says("f3m<out=x>", &["`out` belongs to gfm-analyze, f3m-analyze, f3m-combine, not to f3m"]);
    says(
        "gfm-analyze<no-force>",
        &[
            "`force` belongs to identical, gfm, gfm-merge, f3m, f3m-combine, fmerge, not to gfm-analyze",
        ],
    );
}

#[test]
fn bad_values() {
    says("f3m<explore=many>", &["`explore` cannot be `many`", "1 to 1000"]);
    says("f3m<explore=-1>", &["`explore` cannot be `-1`"]);
    says("f3m<min-gain=99999999999999999999>", &["`min-gain` cannot be"]);
    says("f3m<explore=0>", &["`explore` cannot be `0`", "1 to 1000"]);
    says("f3m<explore=1001>", &["`explore` cannot be `1001`"]);
    says("f3m<threshold=1.5>", &["`threshold` cannot be `1.5`", "0 to 1"]);
    says("f3m<threshold=nan>", &["`threshold` cannot be `nan`"]);
    says("f3m<force=yes>", &["`force` cannot be `yes`", "true, false"]);
    says("f3m<thunks=never>", &["`thunks` cannot be `never`", "auto, keep"]);
    says("f3m<only=[a>", &["`only` cannot be `[a`", "character class has no closing bracket"]);
}

#[test]
fn missing_values_and_empty_options() {
    says("f3m<explore>", &["`explore` needs a value", "1 to 1000"]);
    says("f3m<report=>", &["`report` needs a value", "a file"]);
    says("f3m<force=>", &["`force` needs a value", "true, false"]);
    says("f3m<force;;verify>", &["empty option in `<force;;verify>`"]);
    says("f3m<force;>", &["empty option"]);
}

#[test]
fn negations_that_cannot_be() {
    says("f3m<no-explore>", &["`no-explore`"]);
    says("f3m<no-force=true>", &["`no-force=true`"]);
}

#[test]
fn options_given_twice() {
    says("f3m<depth=10;depth=20>", &["`depth` is given twice", "`depth=20`"]);
    says("f3m<force;no-force>", &["`force` is given twice", "`no-force`"]);
}

#[test]
fn unclosed_parameters() {
    says("f3m<depth=1", &["`f3m<depth=1`", "`>`"]);
    says("f3m<depth=1>x", &["`f3m<depth=1>x`"]);
    says("f3m<", &["`f3m<`"]);
}

#[test]
fn names_of_options_are_unique_and_plain() {
    for (i, row) in TABLE.iter().enumerate() {
        assert!(TABLE[..i].iter().all(|r| r.name != row.name), "{}", row.name);
        assert!(!row.name.starts_with("no-"), "{}", row.name);
        assert!(
            row.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}",
            row.name
        );
    }
}

#[test]
fn every_row_parses_at_its_default() {
    for row in TABLE {
        let default = (row.default)();
        for pass in row.passes.iter().filter(|_| !default.is_empty()) {
            let [given, without] = [format!("{pass}<{}={default}>", row.name), pass.to_string()];
            assert_eq!(format!("{:?}", ok(&given)), format!("{:?}", ok(&without)), "{}", row.name);
        }
    }
}

#[test]
fn users_see_few_options() {
    let count = |list| TABLE.iter().filter(|row| row.list == list).count();
    assert!(count(List::Use) <= 10 && count(List::Use) + count(List::Research) <= 30);
}

#[test]
fn a_cache_is_a_folder() {
    for pass in ["f3m", "fmerge"] {
        let cache = ok(&format!("{pass}<cache=/a/b c>")).cache;
        assert_eq!(cache, Some("/a/b c".into()), "{pass}");
    }
    assert_eq!(ok("fmerge").cache, None);
    says("fmerge<cache=>", &["`cache`", "a path"]);
    says("fmerge<cache>", &["`cache`", "a path"]);
    says("identical<cache=x>", &["`cache`", "f3m"]);
}

#[test]
fn limits_are_sets_of_numbers() {
    let limit = |text: &str| ok(text).limit_numbers().expect("given").clone();
    assert!(ok("gfm").limit.is_none());
    for pass in ["identical", "gfm", "gfm-merge", "f3m", "fmerge"] {
        let set = limit(&format!("{pass}<force;limit=1-3:7>"));
        let contained: Vec<u64> = (0..10).filter(|&n| set.contains(n)).collect();
        assert_eq!(contained, [1, 2, 3, 7], "{pass}");
    }
    assert_eq!(limit("f3m<limit=1-3,7>"), limit("f3m<limit=1-3:7>"));
    assert_eq!(limit("f3m<limit=0>").last(), 0);
    says("f3m<limit=5-1>", &["`limit`", "`5-1`", "smaller number first", "1-10:20-30:45"]);
    says("f3m<limit=5:1>", &["ascending order"]);
    says("f3m<limit=1:x>", &["`x` is neither a number nor a range"]);
    says("f3m<limit=x>", &["cannot read x"]);
    says("f3m<limit>", &["needs a value"]);
    // What is left of `f3m<limit=1-3,7>` when LLVM has cut it.
    says("f3m<limit=1-3", &["no value may hold one of them"]);
    says("gfm-analyze<limit=1>", &["belongs to"]);
}

#[test]
fn every_row_is_documented() {
    let (text, markdown) = (text_table(None, true), markdown_table(None, true));
    for row in TABLE {
        assert!(!row.help.is_empty() && !row.passes.is_empty(), "{}", row.name);
        assert!(text.contains(&format!("{} (", row.name)) && text.contains(row.help));
        assert!(markdown.contains(&format!("| `{}` | ", row.name)));
    }
    let shown = text_table(None, false);
    assert!(shown.contains("\nspeed (") && !shown.contains("\nforce ("));
    assert!(text.contains("default 0 with force, 0.05 with speed=ignore, 0.25 else)"), "{text}");
}

#[test]
fn markdown_rows_have_as_many_cells_as_the_head() {
    for line in markdown_table(None, true).lines().filter(|line| line.starts_with('|')) {
        assert_eq!(line.replace("\\|", "").matches('|').count(), 6, "{line}");
    }
}

#[test]
fn documentation_of_one_pass() {
    let names: Vec<_> =
        documented(Some(PassName::GfmAnalyze), true).iter().map(|d| d.name).collect();
    assert!(names.contains(&"out") && names.contains(&"only") && !names.contains(&"force"));
}
