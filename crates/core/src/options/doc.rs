//! The option table for people: as text, as Markdown, and as data for JSON.
//!
//! Consumes: the table. Produces: [`OptionDoc`]s and their renderings. Guarantees: a row for every option.

use serde::Serialize;

use super::table::{OptionRow, TABLE};
use super::{LISTS, List, PassName};

/// The documentation of one option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionDoc {
    /// Its name.
    pub name: &'static str,
    /// Whom it is for.
    pub list: List,
    /// The values that it takes.
    pub allowed: String,
    /// Its default, which may depend on other options; `None` if it is off until given.
    pub default: Option<String>,
    /// The passes that take it.
    pub passes: Vec<&'static str>,
    /// One line about it.
    pub help: &'static str,
}

/// The options of `pass`, or of all passes, in the order of the table; those for tests only where `tests` says so.
pub fn documented(pass: Option<PassName>, tests: bool) -> Vec<OptionDoc> {
    let wanted = |row: &&OptionRow| pass.is_none_or(|p| row.passes.contains(&p));
    let shown = |row: &&OptionRow| tests || row.list != List::Tests;
    TABLE.iter().filter(wanted).filter(shown).map(document).collect()
}

fn document(row: &OptionRow) -> OptionDoc {
    let derived = row.derived.iter().map(|one| format!("{} {}", one.value, one.said));
    let default = derived.collect::<Vec<_>>().join(", ") + &(row.default)();
    OptionDoc {
        name: row.name,
        list: row.list,
        allowed: (row.allowed)(),
        default: Some(default).filter(|default| !default.is_empty()),
        passes: row.passes.iter().map(|p| p.name()).collect(),
        help: row.help,
    }
}

/// The lists that have options: for each its head, then an entry for each of its options.
fn lists(
    options: &[OptionDoc],
    head: impl Fn(&str) -> String,
    entry: impl Fn(&OptionDoc) -> String,
) -> String {
    let of = |list: List| options.iter().filter(move |doc| doc.list == list).map(&entry);
    let sections = LISTS.iter().map(|&(list, title)| (title, of(list).collect::<String>()));
    let sections = sections.filter(|(_, entries)| !entries.is_empty());
    sections.map(|(title, entries)| head(title) + &entries).collect::<Vec<_>>().join("\n")
}

/// The options as lines for a terminal: one with name, values and default, one with the help.
pub fn text_table(pass: Option<PassName>, tests: bool) -> String {
    lists(&documented(pass, tests), |title| format!("{title}:\n\n"), text_entry)
}

fn text_entry(doc: &OptionDoc) -> String {
    let default = doc.default.as_ref().map(|d| format!("; default {d}")).unwrap_or_default();
    let passes = doc.passes.join(", ");
    format!("{} ({}{default}) [{passes}]\n    {}\n", doc.name, doc.allowed, doc.help)
}

/// The options as Markdown tables.
pub fn markdown_table(pass: Option<PassName>, tests: bool) -> String {
    let head = |title: &str| {
        format!(
            "## {title}\n\n| option | values | default | passes | meaning |\n|---|---|---|---|---|\n"
        )
    };
    lists(&documented(pass, tests), head, markdown_row)
}

fn markdown_row(doc: &OptionDoc) -> String {
    let default = doc.default.as_ref().map(|d| format!("`{d}`")).unwrap_or_default();
    let passes = doc.passes.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ");
    // A bar would end the cell, even inside of code.
    let help = doc.help.replace('|', "\\|");
    format!("| `{}` | {} | {default} | {passes} | {help} |\n", doc.name, doc.allowed)
}
