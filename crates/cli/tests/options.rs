//! `fmerge` as a user calls it.

mod common;

use common::{fmerge, stdout};
use fmerge_core::options::{PassName, documented, markdown_table};

#[test]
fn version() {
    assert_eq!(stdout(&["--version"]), format!("fmerge {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn options_as_text() {
    let all = stdout(&["options"]);
    assert!(
        all.contains("explore (a whole number, 1 to 1000; default 3) [f3m, f3m-combine, fmerge]\n"),
        "{all}"
    );
    let analyze = stdout(&["options", "gfm-analyze"]);
    assert!(analyze.contains("[gfm-analyze, f3m-analyze, f3m-combine]\n"), "{analyze}");
    assert!(all.contains("\nsystem (") && !analyze.contains("\nsystem ("));
    let whole = stdout(&["options", "--tests"]);
    assert!(whole.contains("\nforce (") && !all.contains("\nforce ("));
}

#[test]
fn options_as_markdown() {
    let pass = PassName::from_name("gfm-analyze");
    assert_eq!(stdout(&["options", "gfm-analyze", "--markdown"]), markdown_table(pass, false));
}

/// After a wanted change: `fmerge options --markdown > docs/options.md`.
#[test]
fn the_page_of_options_is_up_to_date() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
    let text = std::fs::read_to_string(page).expect("docs/options.md");
    assert_eq!(stdout(&["options", "--markdown"]), text);
}

#[test]
fn options_as_json() {
    let text = stdout(&["options", "f3m", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let docs = documented(Some(PassName::F3m), false);
    assert_eq!(json, serde_json::to_value(&docs).expect("JSON"));
    assert_eq!(json[0]["name"], "speed");
}

#[test]
fn mistakes_are_named() {
    let output = fmerge(&["options", "f3"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("'f3'") && stderr.contains("f3m-merge, fmerge"), "{stderr}");
    assert_eq!(fmerge(&["options", "--json", "--markdown"]).status.code(), Some(2));
}
