//! Every kind of error, every form of an option, and the table itself.

use super::table::{self, Kind, TABLE};
use super::*;
use crate::pipeline::PRESETS;

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

fn shape(o: &Options) -> (u32, u32, u32) {
    (o.search.k, o.search.rows, o.search.bands)
}

#[test]
fn other_names_are_not_ours() {
    for text in ["f3", "f3mm", "F3m", "f3m-ran", "gvn", "", "<k=1>", "gvn<k=1>", "f3m>", " f3m"] {
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
    for text in ["f3m", "f3m<>"] {
        assert_eq!(format!("{:?}", ok(text)), format!("{:?}", Options::default()));
    }
}

#[test]
fn the_shape_of_the_index_is_the_papers() {
    let o = Options::default();
    assert_eq!(shape(&o), (200, 2, 100));
    assert_eq!((o.search.bucket_cap, o.select.min_size), (100, 4));
    // The paper tries the best candidate alone, however unlike, and takes it at once; here the pair that gains the most
    // goes first.
    assert_eq!((o.search.threshold, o.search.explore, o.search.among), (0.25, 3, 32));
    assert_eq!(
        (o.search.ranking, o.search.fingerprint),
        (Ranking::MinHash, Features::PairsAndBlocks)
    );
    assert!(
        !o.search.by_count
            && !o.force
            && !o.verify
            && o.select.others == Others::Same
            && o.coalesce
    );
    assert!(o.select.only.is_none() && o.files.report.is_none());
    assert_eq!((o.thunks, o.files.out), (Thunks::Auto, None));
    assert_eq!(o.thunk_entries, ThunkEntries::Keep);
}

#[test]
fn every_option_is_read() {
    let o = ok(
        "f3m<k=60;rows=3;bands=20;threshold=0.25;bucket-cap=7;explore=5;min-size=9;min-gain=12;\
         force;no-coalesce;verify;thunks=keep;only=^a$|b<;skip=^y;hot=merge;others=skip;report=r.json>",
    );
    assert_eq!(shape(&o), (60, 3, 20));
    assert_eq!((o.search.threshold, o.search.bucket_cap, o.search.explore), (0.25, 7, 5));
    assert_eq!((o.select.min_size, o.min_gain), (9, 12));
    assert!(
        o.force && o.verify && o.select.others == Others::Skip && !o.search.by_count && !o.coalesce
    );
    assert_eq!(o.thunks, Thunks::Keep);
    assert!(
        o.select.admits("a")
            && o.select.admits("xb<y")
            && !o.select.admits("ab")
            && !o.select.admits("yb<")
    );
    assert_eq!(o.select.hot, HotFunctions::Merge);
    assert_eq!(o.files.report, Some("r.json".parse().expect("a pattern")));
    let o = ok("gfm-analyze<out=x=y>");
    assert_eq!(o.files.out, Some(Output::File("x=y".into())));
}

#[test]
fn a_dash_is_a_stream() {
    assert_eq!(ok("f3m<report=->").files.report, Some(Destination::Stderr));
    assert_eq!(ok("gfm-analyze<out=->").files.out, Some(Output::Stdout));
}

#[test]
fn flags_have_four_forms() {
    assert!(ok("f3m<force>").force && ok("f3m<force=true>").force);
    assert!(!ok("f3m<no-force>").force && !ok("f3m<force=false>").force);
}

#[test]
fn the_shape_is_derived() {
    for (text, expected) in [
        ("f3m<k=100>", (100, 2, 50)),
        ("f3m<rows=4>", (200, 4, 50)),
        ("f3m<bands=25>", (50, 2, 25)),
        ("f3m<k=90;rows=3>", (90, 3, 30)),
        ("f3m<bands=30;k=90>", (90, 3, 30)),
        ("f3m<rows=5;bands=6>", (30, 5, 6)),
        ("f3m<k=1;rows=1>", (1, 1, 1)),
    ] {
        assert_eq!(shape(&ok(text)), expected, "{text}");
    }
}

#[test]
fn shapes_that_do_not_fit() {
    says("f3m<k=200;rows=2;bands=50>", &["k=200, rows=2, bands=50", "which is 100"]);
    says("f3m<k=101>", &["k=101, rows=2 (the default)", "with bands a whole number, 1 to 4096"]);
    says("f3m<rows=3>", &["k=200 (the default), rows=3"]);
    says("f3m<k=100;bands=3>", &["k=100, bands=3", "with rows a whole number, 1 to 64"]);
    says("f3m<k=4000;bands=2>", &["k=4000, bands=2"]);
    says("f3m<k=2;rows=4>", &["k=2, rows=4"]);
    says("f3m<rows=64;bands=4096>", &["rows=64, bands=4096", "here 262144", "1 to 4096"]);
}

#[test]
fn by_count_stands_alone() {
    assert!(ok("f3m<by-count;bucket-cap=5>").search.by_count);
    assert!(!ok("f3m<no-by-count;k=100>").search.by_count);
    for option in ["k=100", "rows=4", "bands=10", "threshold=0.5"] {
        says(&format!("f3m<{option};by-count>"), &["`by-count`", &format!("`{option}`")]);
    }
}

#[test]
fn by_count_follows_the_number_of_functions() {
    let (params, threshold) = ok("f3m<by-count;bucket-cap=5>").search.index(10_000);
    assert_eq!((params.rows, params.bands, params.bucket_cap), (2, 57, 5));
    assert!((threshold - 0.1).abs() < 1e-9);
    let (params, threshold) = ok("f3m<k=40;threshold=0.3>").search.index(10_000);
    assert_eq!((params.rows, params.bands, threshold), (2, 20, 0.3));
}

#[test]
fn many_functions_have_fewer_bands() {
    let bands = |text: &str, functions| ok(text).search.index(functions).0.bands;
    assert_eq!([bands("f3m", 19_999), bands("f3m", 20_000)], [100, 18]);
    let threshold = |functions| ok("f3m<speed=ignore>").search.index(functions).1;
    assert_eq!([threshold(19_999), threshold(20_000)], [0.05, 0.25]);
    assert_eq!(bands("f3m<threshold=0.3>", 1_000_000), 14, "as F3M for a million functions");
    assert_eq!(bands("f3m<bands=10>", 20_000), 10);
    assert_eq!([bands("f3m<many=0>", 1), bands("f3m<static>", 1_239_140)], [18, 100]);
}

#[test]
fn systems_are_sound_and_have_names_of_their_own() {
    for one in SYSTEMS {
        let all = |text: &str| format!("{:?}", ok(text));
        assert_eq!(all(one.name), all(&format!("f3m<{}>", one.options)), "{}", one.name);
        assert_eq!(all(one.name), all(&format!("f3m<{}>", one.name)), "{}", one.name);
        assert_eq!(ok(one.name).search.among, 0, "{} tries the nearest", one.name);
        assert!(PassName::from_name(one.name).is_none() && table::row(one.name).is_none());
        assert!(PRESETS.iter().all(|preset| preset.name != one.name), "{}", one.name);
        // What a pass does not take of a system is left out.
        for pass in ["f3m", "fmerge"] {
            assert_eq!(
                ok(&format!("{pass}<{}>", one.name)).search.ranking,
                ok(one.name).search.ranking
            );
        }
    }
}

#[test]
fn under_force_functions_may_be_as_unlike_as_they_like() {
    let threshold = |text| ok(text).search.threshold;
    assert_eq!(["f3m<force>", "fmerge<force>", "f3m<hyfm;force>"].map(threshold), [0.0; 3]);
    assert_eq!(["f3m<force;threshold=0.5>", "f3m<threshold=0.5>"].map(threshold), [0.5; 2]);
}

#[test]
fn where_only_size_counts_functions_may_be_less_alike() {
    let threshold = |text| ok(text).search.threshold;
    assert_eq!(["fmerge", "f3m<speed=keep>"].map(threshold), [0.25; 2]);
    assert_eq!(["fmerge<speed=ignore>", "f3m<speed=ignore;explore=5>"].map(threshold), [0.05; 2]);
    assert_eq!(
        ["f3m<speed=ignore;threshold=0.3>", "fmerge<threshold=0.3;speed=ignore>"].map(threshold),
        [0.3; 2]
    );
    assert_eq!(["f3m<static>", "salssa", "hyfm<speed=ignore>"].map(threshold), [0.0; 3]);
}

/// F3M, section IV-A and the text below equation 4.
#[test]
fn the_systems_of_the_f3m_paper() {
    let o = ok("f3m<static>");
    assert_eq!((shape(&o), o.search.threshold, o.search.bucket_cap), ((200, 2, 100), 0.0, 100));
    assert_eq!((o.search.explore, o.order, o.alignment), (1, Order::Size, Method::Linear));
    let adaptive = ok("f3m<adaptive>");
    let bands = |count| adaptive.search.index(count).0.bands;
    assert_eq!([bands(10_000), bands(100_000), bands(1_000_000)], [57, 25, 14]);
    let threshold = |count| (adaptive.search.index(count).1 * 1000.0).round();
    assert_eq!(
        [threshold(10_000), threshold(100_000), threshold(1_000_000)],
        [100.0, 200.0, 300.0]
    );
    // Section IV-C says 13 bands and a threshold of 0.31 for the 1,239,140 functions of Chrome.
    assert_eq!((bands(1_239_140), threshold(1_239_140)), (13, 309.0));
}

#[test]
fn every_option_of_a_system_can_be_overridden() {
    let o = ok("hyfm<explore=3;ranking=minhash;order=gain>");
    assert_eq!((o.search.explore, o.search.ranking, o.order), (3, Ranking::MinHash, Order::Gain));
    assert_eq!(o.alignment, Method::Linear);
    assert_eq!(ok("f3m<explore=3;hyfm>").search.explore, 3);
    let o = ok("f3m<adaptive;bands=50>");
    assert_eq!((o.search.by_count, shape(&o)), (false, (100, 2, 50)));
    says("f3m<hyfm;salssa>", &["`hyfm`", "`salssa`"]);
    says("gfm<hyfm>", &["`hyfm` belongs to the passes that rank"]);
}

#[test]
fn unknown_names_get_the_nearest_spelling() {
    says("f3m<row=2>", &["unknown option `row`", "did you mean `rows`?"]);
    says("f3m<bucketcap=2>", &["`bucketcap`", "`bucket-cap`"]);
    says("f3m<r=2>", &["`r`", "`rows`"]);
    says("f3m<no-forse>", &["`no-forse`", "`no-force`"]);
    says("f3m<min_size=3>", &["`min_size`", "`min-size`"]);
    assert!(!message("f3m<xyzzy=3>").contains("did you mean"));
}

#[test]
fn options_of_another_pass() {
    says("f3m<out=x>", &["`out` belongs to gfm-analyze, not to f3m"]);
    says(
        "gfm-analyze<no-force>",
        &["`force` belongs to identical, gfm, gfm-merge, f3m, fmerge, not to gfm-analyze"],
    );
}

#[test]
fn bad_values() {
    says("f3m<k=many>", &["`k` cannot be `many`", "1 to 4096"]);
    says("f3m<k=-1>", &["`k` cannot be `-1`"]);
    says("f3m<k=99999999999999999999>", &["`k` cannot be"]);
    says("f3m<explore=0>", &["`explore` cannot be `0`", "1 to 1000"]);
    says("f3m<explore=1001>", &["`explore` cannot be `1001`"]);
    says("f3m<threshold=1.5>", &["`threshold` cannot be `1.5`", "0 to 1"]);
    says("f3m<threshold=nan>", &["`threshold` cannot be `nan`"]);
    says("f3m<force=yes>", &["`force` cannot be `yes`", "true, false"]);
    says("f3m<thunks=never>", &["`thunks` cannot be `never`", "auto, keep"]);
    says("f3m<only=[a>", &["`only` cannot be `[a`", "unclosed character class"]);
}

#[test]
fn missing_values_and_empty_options() {
    says("f3m<k>", &["`k` needs a value", "1 to 4096"]);
    says("f3m<report=>", &["`report` needs a value", "a file"]);
    says("f3m<force=>", &["`force` needs a value", "true, false"]);
    says("f3m<force;;verify>", &["empty option in `<force;;verify>`"]);
    says("f3m<force;>", &["empty option"]);
}

#[test]
fn negations_that_cannot_be() {
    says("f3m<no-k>", &["`no-k`"]);
    says("f3m<no-force=true>", &["`no-force=true`"]);
}

#[test]
fn options_given_twice() {
    says("f3m<k=10;k=20>", &["`k` is given twice", "`k=20`"]);
    says("f3m<force;no-force>", &["`force` is given twice", "`no-force`"]);
}

#[test]
fn unclosed_parameters() {
    says("f3m<k=10", &["`f3m<k=10`", "`>`"]);
    says("f3m<k=10>x", &["`f3m<k=10>x`"]);
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
    for row in TABLE.iter().filter(|r| !r.default.is_empty()) {
        for pass in row.passes {
            let o = ok(&format!("{pass}<{}={}>", row.name, row.default));
            assert_eq!(format!("{o:?}"), format!("{:?}", Options::default()), "{}", row.name);
        }
    }
}

/// A row whose accessor points at another row's field would pass every test of the parser alone.
#[test]
fn every_number_and_flag_changes_its_own_field() {
    for row in TABLE {
        let value = match row.kind {
            Kind::Flag(_) => "true",
            Kind::Count { .. } => "10",
            Kind::Share(_) => "0.5",
            _ => continue,
        };
        let text = format!("{:?}", ok(&format!("{}<{}={value}>", row.passes[0], row.name)));
        let field = format!("{}: {value}", row.name.replace('-', "_"));
        assert!(text.contains(&field), "{field} is not in {text}");
    }
}

#[test]
fn a_cache_is_a_folder() {
    for pass in ["f3m", "fmerge"] {
        let cache = ok(&format!("{pass}<cache=/a/b c>")).files.cache;
        assert_eq!(cache, Some("/a/b c".into()), "{pass}");
    }
    assert_eq!(ok("fmerge").files.cache, None);
    says("fmerge<cache=>", &["`cache`", "a folder"]);
    says("fmerge<cache>", &["`cache`", "a folder"]);
    says("identical<cache=x>", &["`cache`", "f3m"]);
}

#[test]
fn limits_are_sets_of_numbers() {
    let limit = |text: &str| ok(text).limit.expect("given");
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
    says("f3m<limit=x>", &["`x` is neither a number nor a range"]);
    says("f3m<limit>", &["needs a value"]);
    // What is left of `f3m<limit=1-3,7>` when LLVM has cut it.
    says("f3m<limit=1-3", &["no value may hold one of them"]);
    says("gfm-analyze<limit=1>", &["belongs to"]);
}

#[test]
fn every_row_is_documented() {
    let (text, markdown) = (text_table(None), markdown_table(None));
    assert_eq!(markdown.lines().count(), TABLE.len() + 2);
    for row in TABLE {
        assert!(!row.help.is_empty() && !row.passes.is_empty(), "{}", row.name);
        assert!(text.contains(&format!("{} (", row.name)) && text.contains(row.help));
        assert!(markdown.contains(&format!("| `{}` | ", row.name)));
    }
}

#[test]
fn markdown_rows_have_as_many_cells_as_the_head() {
    for line in markdown_table(None).lines() {
        assert_eq!(line.replace("\\|", "").matches('|').count(), 6, "{line}");
    }
}

#[test]
fn documentation_of_one_pass() {
    let names: Vec<_> = documented(Some(PassName::GfmAnalyze)).iter().map(|d| d.name).collect();
    assert!(names.contains(&"out") && names.contains(&"only") && !names.contains(&"force"));
}
