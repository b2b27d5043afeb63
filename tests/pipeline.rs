//! The choice and the cutting of pipelines. Taken in by path: the plugin itself cannot be linked into a
//! test, for lack of the LLVM that its host supplies.

#[path = "../src/pipeline.rs"]
mod pipeline;

use pipeline::{COMPILE_DEFAULT, LINK_DEFAULT, OPTION, VARIABLE, choose, split};

#[test]
fn the_option_goes_before_the_variable_before_the_default() {
    let variable = || Some("hyfm".to_owned());
    assert_eq!(
        (choose("f3m", variable(), true).source, &*choose("f3m", variable(), true).text),
        (OPTION, "f3m")
    );
    assert_eq!(
        (choose("", variable(), true).source, &*choose("", variable(), true).text),
        (VARIABLE, "hyfm")
    );
    assert_eq!(choose("", None, true).text, LINK_DEFAULT);
    assert_eq!(choose("", None, false).text, COMPILE_DEFAULT);
}

#[test]
fn an_empty_value_counts_as_not_given() {
    assert_eq!(choose(" ", Some("hyfm".to_owned()), false).source, VARIABLE);
    assert_eq!(choose("", Some(" ".to_owned()), false).text, COMPILE_DEFAULT);
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
