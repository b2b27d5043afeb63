//! `fmerge diff`: what became smaller from one binary to another.
//!
//! Consumes: two binaries. Produces: tables by section, crate, file and symbol, or JSON. Guarantees: what changed most
//! comes first; equal binaries give equal output.

mod binary;

pub use binary::Binary;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::table::{Column, cut, lines, row};
use crate::{demangle, scopes};
use binary::Sizes;

use Column::{Left, Right};

/// The version of the JSON's schema.
const VERSION: u32 = 1;
/// Most characters of a name in a table; JSON has it whole.
const NAME_LIMIT: usize = 100;

/// Arguments of `fmerge diff`.
#[derive(clap::Args)]
pub struct Args {
    /// The binary before, such as a program built without fmerge
    before: PathBuf,
    /// The binary after
    after: PathBuf,
    /// Only this table
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<DiffTable>,
    /// How many lines a table has at most
    #[arg(long, default_value_t = 10, value_name = "N")]
    top: usize,
    /// All tables in full, as JSON
    #[arg(long, conflicts_with_all = ["by", "top"])]
    json: bool,
}

/// What a table is by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DiffTable {
    /// Sections that are loaded
    Section,
    /// Crates of Rust; in C++, outermost namespaces and classes
    Crate,
    /// Source files, by debug information
    File,
    /// Functions
    Symbol,
}

/// Code and what unwinding takes, before and after.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct CodeSizes {
    /// Bytes of code.
    pub text: [u64; 2],
    /// Bytes of `.eh_frame`.
    pub eh_frame: [u64; 2],
    /// Bytes of `.gcc_except_table`.
    pub gcc_except_table: [u64; 2],
}

/// Both sizes of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Change {
    name: String,
    before: u64,
    after: u64,
}

/// All tables, in full.
#[derive(Serialize)]
struct Changes {
    /// [`VERSION`].
    version: u32,
    /// Bytes of the whole files.
    file: Change,
    sections: Vec<Change>,
    crates: Vec<Change>,
    files: Vec<Change>,
    symbols: Vec<Change>,
}

/// What `fmerge report` compares its estimates with.
pub fn code_sizes(before: &Path, after: &Path) -> anyhow::Result<CodeSizes> {
    let both = [Binary::read(before)?, Binary::read(after)?];
    let of = |name: &str| [both[0].section(name), both[1].section(name)];
    Ok(CodeSizes {
        text: [both[0].code, both[1].code],
        eh_frame: of(".eh_frame"),
        gcc_except_table: of(".gcc_except_table"),
    })
}

impl CodeSizes {
    /// What was saved in all.
    pub fn saved(&self) -> i64 {
        let parts = [self.text, self.eh_frame, self.gcc_except_table];
        parts.iter().map(|[before, after]| *before as i64 - *after as i64).sum()
    }

    /// The sizes for people.
    pub fn sentence(&self) -> String {
        let part = |name: &str, [before, after]: [u64; 2]| format!("{name} {before} -> {after}");
        let before = self.text[0] + self.eh_frame[0] + self.gcc_except_table[0];
        format!(
            "{} bytes saved ({:.2}%): {}, {}, {}",
            self.saved(),
            100.0 * self.saved() as f64 / before.max(1) as f64,
            part("code", self.text),
            part(".eh_frame", self.eh_frame),
            part(".gcc_except_table", self.gcc_except_table)
        )
    }
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let (before, after) = (Binary::read(&args.before)?, Binary::read(&args.after)?);
    let changes = Changes::new(&before, &after);
    if args.json {
        return Ok(serde_json::to_string_pretty(&changes)? + "\n");
    }
    let top = args.top;
    Ok(match args.by {
        Some(DiffTable::Section) => table(&changes.sections, top),
        Some(DiffTable::Crate) => table(&changes.crates, top),
        Some(DiffTable::File) => table(&changes.files, top),
        Some(DiffTable::Symbol) => table(&changes.symbols, top),
        None => changes.overview(top),
    })
}

impl Changes {
    fn new(before: &Binary, after: &Binary) -> Changes {
        let functions = [&before.functions, &after.functions];
        let by = |name: fn(&str) -> String| {
            let both = functions.map(|sizes| renamed(sizes, name));
            changed(&both[0], &both[1])
        };
        Changes {
            version: VERSION,
            file: Change { name: "file".into(), before: before.file, after: after.file },
            sections: changed(&before.sections, &after.sections),
            crates: by(owner),
            files: changed(&before.files, &after.files),
            symbols: by(demangle::shown),
        }
    }

    fn overview(&self, top: usize) -> String {
        let mut all = vec![self.file.clone()];
        all.extend(self.sections.iter().cloned());
        let mut text = "sections\n".to_owned() + &table(&all, usize::MAX);
        let parts = [
            ("crates and namespaces", &self.crates),
            ("files", &self.files),
            ("symbols", &self.symbols),
        ];
        for (name, changes) in parts {
            text += &match changes.is_empty() {
                true => format!("\n{name}\n  nothing differs, or the binaries do not tell\n"),
                false => format!("\n{name}\n{}", table(changes, top)),
            };
        }
        text
    }
}

fn owner(name: &str) -> String {
    scopes::owner(&demangle::shown(name))
}

fn renamed(sizes: &Sizes, name: fn(&str) -> String) -> Sizes {
    let mut renamed = Sizes::new();
    for (old, size) in sizes {
        *renamed.entry(name(old)).or_default() += size;
    }
    renamed
}

/// What differs, most first.
fn changed(before: &Sizes, after: &Sizes) -> Vec<Change> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let of = |sizes: &Sizes, name: &String| sizes.get(name).copied().unwrap_or(0);
    let change = |name: &String| Change {
        name: name.clone(),
        before: of(before, name),
        after: of(after, name),
    };
    let mut changes: Vec<Change> = names.into_iter().map(change).collect();
    changes.retain(|change| change.before != change.after);
    changes.sort_by_key(|change| {
        (std::cmp::Reverse(change.before.abs_diff(change.after)), change.name.clone())
    });
    changes
}

/// The start and the end of a long name.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= NAME_LIMIT {
        return name.to_owned();
    }
    let part = |letters: &[char]| letters.iter().collect::<String>();
    let half = NAME_LIMIT / 2;
    format!("{}…{}", part(&letters[..half]), part(&letters[letters.len() - half..]))
}

fn table(changes: &[Change], top: usize) -> String {
    let mut rows = vec![row([&"before", &"after", &"change", &"", &"name"])];
    for change in changes.iter().take(top) {
        let difference = change.after as i64 - change.before as i64;
        let share = match change.before {
            0 => "new".to_owned(),
            before => format!("{:+.2}%", 100.0 * difference as f64 / before as f64),
        };
        let difference = format!("{difference:+}");
        let name = shortened(&change.name);
        rows.push(row([&change.before, &change.after, &difference, &share, &name]));
    }
    lines(&[Right, Right, Right, Right, Left], &rows) + &cut(changes.len(), top)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(list: &[(&str, u64)]) -> Sizes {
        list.iter().map(|&(name, size)| (name.to_owned(), size)).collect()
    }

    #[test]
    fn what_changed_most_comes_first() {
        let before = sizes(&[("same", 5), ("smaller", 100), ("gone", 30)]);
        let after = sizes(&[("same", 5), ("smaller", 60), ("new", 30)]);
        let changes = changed(&before, &after);
        let names: Vec<&str> = changes.iter().map(|change| &*change.name).collect();
        assert_eq!(names, ["smaller", "gone", "new"]);
        let text = table(&changes, 2);
        assert!(text.contains("     100     60     -40   -40.00%  smaller\n"), "{text}");
        assert!(text.ends_with("and 1 more (--top)\n"), "{text}");
    }
}
