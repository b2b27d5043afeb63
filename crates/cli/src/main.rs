//! `fmerge`: the command line beside the plugin.
//!
//! Consumes: arguments. Produces: text on standard output; an error on standard error and exit code 1 (2
//! for arguments that make no sense). Guarantees: no LLVM in here, so it runs wherever Rust does.

mod bisect;
mod cargo;
mod combine;
mod compile;
mod demangle;
mod diff;
mod dump;
mod generate;
mod inputs;
mod merge;
mod options;
mod report;
mod scopes;
mod show;
mod symbolize;
mod table;

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};

use crate::compile::Tool;

/// The command line beside the fmerge plugin, which makes programs smaller by merging similar functions.
#[derive(Parser)]
#[command(name = "fmerge", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the options that passes take, as in f3m<k=200;rows=2>.
    Options(options::Args),
    /// Combine the summaries of separately compiled objects into one for gfm-merge.
    Combine(combine::Args),
    /// Show the encoded functions that f3m<dump=FILE> wrote, or merge them anew without LLVM.
    Dump(dump::Args),
    /// List what a summary says: groups of functions, their parameters, what merging them saves.
    Show(show::Args),
    /// List the original functions that an address or a stack trace may stand for after merging.
    Symbolize(symbolize::Args),
    /// Find the one merge that makes a command fail.
    Bisect(bisect::Args),
    /// Run clang with the plugin, as CC='fmerge cc'.
    Cc(compile::Args),
    /// Run clang++ with the plugin, as CXX='fmerge c++'.
    #[command(name = "c++")]
    Cxx(compile::Args),
    /// Run lld with the plugin, as LD='fmerge ld'.
    Ld(compile::Args),
    /// Merge functions in files of bitcode, for linkers that cannot load the plugin.
    Merge(merge::Args),
    /// Run cargo with a linker that loads the plugin, as `cargo fmerge`.
    Cargo(cargo::Args),
    /// Show what was merged and refused, from the files that fmerge<report=FILE> wrote.
    Report(report::Args),
    /// Compare two binaries: by section, file, crate and symbol.
    Diff(diff::Args),
    /// Write manual pages and shell completions, for packages.
    #[command(hide = true)]
    Generate(generate::Args),
}

fn main() -> anyhow::Result<()> {
    let text = match Cli::parse_from(words()).command {
        Command::Options(args) => options::run(&args)?,
        Command::Combine(args) => combine::run(&args)?,
        Command::Dump(args) => dump::run(&args)?,
        Command::Show(args) => show::run(&args)?,
        Command::Symbolize(args) => symbolize::run(&args)?,
        Command::Bisect(args) => bisect::run(&args)?,
        Command::Cc(args) => compile::run(Tool::C, &args)?,
        Command::Cxx(args) => compile::run(Tool::Cxx, &args)?,
        Command::Ld(args) => compile::run(Tool::Ld, &args)?,
        Command::Merge(args) => merge::run(&args)?,
        Command::Cargo(args) => cargo::run(&args)?,
        Command::Report(args) => report::run(&args)?,
        Command::Diff(args) => diff::run(&args)?,
        Command::Generate(args) => generate::run(&args, Cli::command())?,
    };
    print(&text)
}

/// The words of the command line. Under the name `fmerge-cc` this program is `fmerge cc`, for builds that want a compiler of
/// one word; the same with the other compilers and the linker. Cargo runs `cargo-fmerge fmerge ...` for its command
/// `cargo fmerge ...`.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = env::args_os().collect();
    let name = words.first().and_then(|path| Path::new(path).file_name()).and_then(OsStr::to_str);
    if name == Some("cargo-fmerge") {
        let end = if words.get(1).is_some_and(|word| word == "fmerge") { 2 } else { 1 };
        words.splice(1..end, ["cargo".into()]);
        return words;
    }
    let short = name.and_then(|name| name.strip_prefix("fmerge-"));
    let tools = [Tool::C, Tool::Cxx, Tool::Ld].map(Tool::command);
    if let Some(tool) = tools.into_iter().find(|&tool| short == Some(tool)) {
        words.insert(1, tool.into());
    }
    words
}

/// Writes to standard output. A reader that has seen enough (`fmerge options | head`) is no error.
fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}
