//! The choice and the cutting of pipelines. Taken in by path: the plugin itself cannot be linked into a
//! test, for lack of the LLVM that its host supplies.

#[path = "../src/pipeline.rs"]
mod pipeline;

use pipeline::{CODEGEN, EARLY, Given, LAST, NONE, Point, Source, split};

const POINTS: [Point; 3] = [Point::CompileLast, Point::LinkLast, Point::LinkEarly];

fn variable(source: Source, text: &str) -> impl Fn(&str) -> Option<String> {
    move |name| (name == source.variable).then(|| text.to_owned())
}

fn chosen(last: &str, early: &str, variable: &dyn Fn(&str) -> Option<String>) -> [String; 3] {
    let given = Given { last, early, codegen: "", variable };
    POINTS.map(|point| given.choose(point).text)
}

#[test]
fn the_option_goes_before_the_variable_before_the_default() {
    let set = variable(LAST, "hyfm");
    assert_eq!(chosen("f3m", "", &set)[1], "f3m");
    assert_eq!(chosen("", "", &set)[1], "hyfm");
    assert_eq!(chosen("", "", &|_| None), POINTS.map(Point::default_passes));
    let given = Given { last: "f3m", early: "", codegen: "", variable: &set };
    assert_eq!(given.choose(Point::LinkLast).source, LAST.option);
    assert_eq!(Given { last: "", ..given }.choose(Point::LinkLast).source, LAST.variable);
}

#[test]
fn before_code_generation_nothing_runs_unless_given_there() {
    let elsewhere = variable(LAST, "hyfm");
    let there = variable(CODEGEN, "hyfm");
    let given = Given { last: "f3m", early: "f3m", codegen: "", variable: &elsewhere };
    assert_eq!(given.choose(Point::BeforeCodegen).text, NONE);
    let given = Given { variable: &there, ..given };
    assert_eq!(given.choose(Point::BeforeCodegen).text, "hyfm");
    let given = Given { codegen: "gfm", ..given };
    assert_eq!(given.choose(Point::BeforeCodegen).source, CODEGEN.option);
}

#[test]
fn an_empty_value_counts_as_not_given() {
    assert_eq!(chosen(" ", "", &variable(LAST, "hyfm"))[0], "hyfm");
    assert_eq!(chosen("", " ", &variable(LAST, " ")), POINTS.map(Point::default_passes));
}

#[test]
fn who_says_what_runs_last_says_that_nothing_runs_early() {
    assert_eq!(chosen("f3m", "", &|_| None), ["f3m", "f3m", NONE]);
    assert_eq!(chosen("", "", &variable(LAST, "f3m")), ["f3m", "f3m", NONE]);
    assert_eq!(chosen("f3m", "identical", &|_| None), ["f3m", "f3m", "identical"]);
}

#[test]
fn what_runs_early_can_be_given_alone() {
    let [compile, link, early] = chosen("", "", &variable(EARLY, "identical"));
    assert_eq!(early, "identical");
    assert_eq!(link, Point::LinkLast.default_passes());
    assert_eq!(compile, Point::CompileLast.default_passes());
}

#[test]
fn commas_inside_angle_brackets_do_not_separate() {
    assert_eq!(split("identical, f3m<k=200;x=a,b> ,gfm"), ["identical", "f3m<k=200;x=a,b>", "gfm"]);
    assert_eq!(split("a<b<c,d>,e>,f"), ["a<b<c,d>,e>", "f"]);
}

#[test]
fn a_stray_bracket_hides_nothing_that_a_parser_would_refuse() {
    assert_eq!(split("f3m>,hyfm"), ["f3m>", "hyfm"]);
    assert_eq!(split("f3m<,hyfm"), ["f3m<,hyfm"]);
    assert_eq!(split("f3m,,hyfm"), ["f3m", "", "hyfm"]);
}

#[test]
fn none_switches_off_only_alone() {
    assert!(split(" none ").is_empty());
    assert_eq!(split("none,f3m"), ["none", "f3m"]);
}
