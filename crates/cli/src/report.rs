//! `fmerge report`: what the passes merged and refused, from the files that they wrote.
//!
//! Consumes: report files and folders of them; two binaries, if what was measured is to stand beside the estimates.
//! Produces: tables, or a page for a browser. Guarantees: equal files give equal output.

mod account;
mod page;
pub mod read;
mod refusals;
mod text;

use std::path::PathBuf;

use crate::diff;
use account::{Account, Owner};
use text::Text;

/// Arguments of `fmerge report`.
#[derive(clap::Args)]
pub struct Args {
    /// Files that fmerge<report=FILE> wrote, or folders with such files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many lines a table has at most
    #[arg(long, default_value_t = 10, value_name = "N")]
    top: usize,
    /// Write names with arguments of templates and types of parameters
    #[arg(long)]
    full_names: bool,
    /// Only what was saved by each of these, or what was refused by reason
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<ReportTable>,
    /// Only the functions that were merged of merged functions, as trees
    #[arg(long, conflicts_with = "by")]
    chains: bool,
    /// Also what was measured: a program built without fmerge and the same with it
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"])]
    binaries: Option<Vec<PathBuf>>,
    /// Write a page for a browser in place of tables
    #[arg(long, value_name = "FILE", conflicts_with_all = ["by", "chains"])]
    html: Option<PathBuf>,
}

/// What a table is by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ReportTable {
    /// Source files, by debug information
    File,
    /// Crates of Rust; in C++, outermost namespaces and classes
    Crate,
    /// All scopes around a function
    Namespace,
    /// Passes and their places in the build
    Pass,
    /// Reasons for refusals
    Reason,
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let account = Account::new(read::runs(&args.files)?);
    let measured = match args.binaries.as_deref() {
        Some([before, after]) => Some(diff::code_sizes(before, after)?),
        _ => None,
    };
    if let Some(path) = &args.html {
        return page::write(path, &account, measured.as_ref());
    }
    let text = Text { account: &account, top: args.top, full_names: args.full_names };
    Ok(match (args.by, args.chains) {
        (_, true) => text.chains(),
        (Some(ReportTable::File), _) => text.savings(Owner::File),
        (Some(ReportTable::Crate), _) => text.savings(Owner::Crate),
        (Some(ReportTable::Namespace), _) => text.savings(Owner::Namespace),
        (Some(ReportTable::Pass), _) => text.passes(),
        (Some(ReportTable::Reason), _) => text.refusals(),
        (None, false) => text.overview(measured.as_ref()),
    })
}
