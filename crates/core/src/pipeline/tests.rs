//! The choice and the cutting of pipelines, and what presets stand for.

use regex::Regex;

use super::*;
use crate::options::parse_pass;

const POINTS: [Point; 3] = [Point::CompileLast, Point::LinkLast, Point::LinkEarly];

fn variable(source: PipelineSource, text: &str) -> impl Fn(&str) -> Option<String> {
    move |name| (name == source.variable).then(|| text.to_owned())
}

fn chosen(last: &str, early: &str, variable: &dyn Fn(&str) -> Option<String>) -> [String; 3] {
    let given = Given { last, early, codegen: "", variable };
    POINTS.map(|point| given.choose(point).expect("a choice").passes.join(","))
}

fn by_default(point: Point) -> String {
    Preset::default().passes(point).join(",")
}

fn preset(text: &str) -> Preset {
    Preset::parse("a test", text).expect("no error").expect("a preset")
}

#[test]
fn the_option_goes_before_the_variable_before_the_default() {
    let set = variable(LAST, "gfm");
    assert_eq!(chosen("f3m", "", &set)[1], "f3m");
    assert_eq!(chosen("", "", &set)[1], "gfm");
    assert_eq!(chosen("", "", &|_| None), POINTS.map(by_default));
    let given = Given { last: "f3m", early: "", codegen: "", variable: &set };
    let source = |given: &Given<'_>| given.choose(Point::LinkLast).expect("a choice").source;
    assert_eq!(source(&given), LAST.option);
    assert_eq!(source(&Given { last: "", ..given }), LAST.variable);
}

#[test]
fn before_code_generation_nothing_runs_unless_given_there() {
    let elsewhere = variable(LAST, "gfm");
    let there = variable(CODEGEN, "gfm");
    let choice = |given: &Given<'_>| given.choose(Point::BeforeCodegen).expect("a choice");
    let given = Given { last: "f3m", early: "f3m", codegen: "", variable: &elsewhere };
    assert!(choice(&given).passes.is_empty());
    let given = Given { variable: &there, ..given };
    assert_eq!(choice(&given).passes, ["gfm"]);
    let given = Given { codegen: "gfm", ..given };
    assert_eq!(choice(&given).source, CODEGEN.option);
}

#[test]
fn an_empty_value_counts_as_not_given() {
    assert_eq!(chosen(" ", "", &variable(LAST, "gfm"))[0], "gfm");
    assert_eq!(chosen("", " ", &variable(LAST, " ")), POINTS.map(by_default));
}

#[test]
fn who_says_what_runs_last_says_that_nothing_runs_early() {
    assert_eq!(chosen("f3m", "", &|_| None), ["f3m", "f3m", ""]);
    assert_eq!(chosen("", "", &variable(LAST, "f3m")), ["f3m", "f3m", ""]);
    assert_eq!(chosen("f3m", "identical", &|_| None), ["f3m", "f3m", "identical"]);
}

#[test]
fn what_runs_early_can_be_given_alone() {
    let [compile, link, early] = chosen("", "", &variable(EARLY, "identical"));
    assert_eq!(early, "identical");
    assert_eq!(link, by_default(Point::LinkLast));
    assert_eq!(compile, by_default(Point::CompileLast));
}

#[test]
fn commas_inside_angle_brackets_do_not_separate() {
    assert_eq!(split("identical, f3m<k=200;x=a,b> ,gfm"), ["identical", "f3m<k=200;x=a,b>", "gfm"]);
    assert_eq!(split("a<b<c,d>,e>,f"), ["a<b<c,d>,e>", "f"]);
}

#[test]
fn a_stray_bracket_hides_nothing_that_a_parser_would_refuse() {
    assert_eq!(split("f3m>,gfm"), ["f3m>", "gfm"]);
    assert_eq!(split("f3m<,gfm"), ["f3m<,gfm"]);
    assert_eq!(split("f3m,,gfm"), ["f3m", "", "gfm"]);
}

#[test]
fn none_switches_off_only_alone() {
    assert!(split(" none ").is_empty());
    assert_eq!(split("none,f3m"), ["none", "f3m"]);
    assert_eq!(chosen("none", "", &variable(LAST, "smallest")), ["", "", ""]);
}

#[test]
fn none_in_the_environment_switches_off_what_options_ask_for() {
    let all = [
        chosen("smallest", "f3m", &variable(LAST, " none ")),
        chosen("f3m-merge", "", &variable(LAST, "none")),
    ];
    assert_eq!(all, [["", "", ""], ["", "", ""]]);
}

#[test]
fn a_preset_decides_for_all_places() {
    assert_eq!(
        chosen("safe", "", &|_| None),
        [
            "identical<others=free;linkonce=skip>",
            "identical<others=free>",
            "identical<others=free;before-inlining>"
        ]
    );
    assert_eq!(chosen("", "", &variable(LAST, "small")), POINTS.map(by_default));
    // A pipeline that is given for one place goes before the preset there.
    assert_eq!(chosen("safe", "gfm", &|_| None)[2], "gfm");
    assert!(preset("smallest").passes(Point::BeforeCodegen).is_empty());
}

#[test]
fn all_functions_goes_with_each_of_the_others_and_alone() {
    assert_eq!(preset("all-functions"), preset("small, all-functions"));
    assert_eq!(preset("all-functions,smallest"), preset("smallest,all-functions"));
    let others = Regex::new(r"<others=\w+>|others=\w+;").expect("a valid pattern");
    for one in PRESETS {
        let all =
            preset(&format!("all-functions,{}", one.name).replace("all-functions,all", "all"));
        for point in Point::ALL {
            let with = preset(one.name).passes(point).join(",");
            let without = others.replace_all(&with, "");
            assert_eq!(all.passes(point).join(","), without, "{}", one.name);
        }
    }
}

#[test]
fn every_pass_of_every_preset_is_one() {
    for one in PRESETS {
        assert!(parse_pass(one.name).is_none(), "{} is the name of a pass", one.name);
        for point in Point::ALL {
            for text in preset(one.name).passes(point) {
                parse_pass(&text).expect("a pass").unwrap_or_else(|e| panic!("{text}: {e}"));
            }
        }
    }
}

#[test]
fn what_is_no_preset_is_left_to_the_passes() {
    for text in ["none", "fmerge", "gfm,f3m<only=safe>", "wrong", "safe<x>", ""] {
        assert_eq!(Preset::parse("a test", text), Ok(None), "{text}");
    }
}

#[test]
fn presets_that_do_not_go_together() {
    for text in ["safe,smallest", "smallest,gfm", "fmerge<report=r>,all-functions", "small,none"] {
        let error = Preset::parse("a test", text).expect_err(text).to_string();
        assert!(error.contains(text) && error.contains("in a test"), "{error}");
    }
    let given = Given { last: "", early: "safe", codegen: "small", variable: &|_| None };
    for point in [Point::LinkEarly, Point::BeforeCodegen] {
        let error = given.choose(point).expect_err("no place for it").to_string();
        assert!(error.contains("give it by -fmerge-pipeline or FMERGE_PIPELINE"), "{error}");
    }
    assert!(given.choose(Point::LinkLast).is_ok());
}
