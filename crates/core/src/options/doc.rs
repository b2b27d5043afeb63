//! The option table for people: as text, as Markdown, and as data for JSON.
//!
//! Consumes: the table. Produces: [`OptionDoc`]s and their renderings. Guarantees: a row for every option.

use serde::Serialize;

use super::PassName;
use super::table::{Row, TABLE};

/// What is to be said about one option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionDoc {
    /// Its name.
    pub name: &'static str,
    /// The values that it takes.
    pub allowed: String,
    /// Its default; none if it is off until given.
    pub default: Option<&'static str>,
    /// The passes that take it.
    pub passes: Vec<&'static str>,
    /// One line about it.
    pub help: &'static str,
}

/// The options of `pass`, or of all passes, in the order of the table.
pub fn documented(pass: Option<PassName>) -> Vec<OptionDoc> {
    let wanted = |row: &&Row| pass.is_none_or(|p| row.passes.contains(&p));
    TABLE.iter().filter(wanted).map(document).collect()
}

fn document(row: &Row) -> OptionDoc {
    OptionDoc {
        name: row.name,
        allowed: row.kind.allowed(),
        default: Some(row.default).filter(|d| !d.is_empty()),
        passes: row.passes.iter().map(|p| p.name()).collect(),
        help: row.help,
    }
}

/// The options as lines for a terminal: one with name, values and default, one with the help.
pub fn text_table(pass: Option<PassName>) -> String {
    documented(pass).iter().map(text_entry).collect()
}

fn text_entry(doc: &OptionDoc) -> String {
    let default = doc.default.map(|d| format!("; default {d}")).unwrap_or_default();
    let passes = doc.passes.join(", ");
    format!("{} ({}{default}) [{passes}]\n    {}\n", doc.name, doc.allowed, doc.help)
}

/// The options as a Markdown table.
pub fn markdown_table(pass: Option<PassName>) -> String {
    let head = "| option | values | default | passes | meaning |\n|---|---|---|---|---|\n";
    documented(pass).iter().fold(head.to_owned(), |table, doc| table + &markdown_row(doc))
}

fn markdown_row(doc: &OptionDoc) -> String {
    let default = doc.default.map(|d| format!("`{d}`")).unwrap_or_default();
    let passes = doc.passes.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>().join(", ");
    // A bar would end the cell, even inside of code.
    let help = doc.help.replace('|', "\\|");
    format!("| `{}` | {} | {default} | {passes} | {help} |\n", doc.name, doc.allowed)
}
