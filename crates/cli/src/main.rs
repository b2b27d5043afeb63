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
mod scratch;
mod show;
mod slice;
mod symbolize;
mod table;
mod terminal;
mod tool;
mod trial;

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

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
    /// List the options that passes take, as in f3m<min-gain=20;speed=keep>.
    Options(options::Args),
    /// Combine the summaries of separately compiled objects into one for gfm-merge.
    Combine(combine::Args),
    /// Write the part of a combined summary that some objects need, for builds that say what each step reads.
    Slice(slice::Args),
    /// Show the encoded functions that f3m<dump=FILE> wrote, or merge them anew without LLVM.
    Dump(dump::Args),
    /// List what a summary says: groups of functions, their parameters, what merging them saves.
    Show(show::Args),
    /// List the original functions that an address or a stack trace may stand for after merging.
    Symbolize(symbolize::Args),
    /// Find the one merge that makes a command fail.
    Bisect(bisect::Args),
    /// Run clang with the plugin, as CC='fmerge cc'.
    #[command(mut_arg("quiet", |quiet| quiet.short('q')))]
    Cc(compile::Args),
    /// Run clang++ with the plugin, as CXX='fmerge c++'.
    #[command(name = "c++", mut_arg("quiet", |quiet| quiet.short('q')))]
    Cxx(compile::Args),
    /// Run lld with the plugin, as LD='fmerge ld'.
    Ld(compile::Args),
    /// Merge functions in files of bitcode, for linkers that cannot load the plugin.
    Merge(merge::Args),
    /// Run cargo with a linker that loads the plugin, as `cargo fmerge`.
    #[command(version)]
    Cargo(cargo::Args),
    /// Build a project without and with merging, in copies, and say what it would gain.
    Try(trial::Args),
    /// Show what was merged and refused, from the files that fmerge<report=FILE> wrote.
    Report(report::Args),
    /// Compare two binaries: by section, file, crate and symbol.
    Diff(diff::Args),
    /// Write manual pages and shell completions, for packages.
    #[command(hide = true)]
    Generate(generate::Args),
}

fn main() -> ExitCode {
    match run(command()).and_then(|(text, code)| print(&text).map(|()| code)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("Error: {}", terminal::lines(&told(&error)));
            ExitCode::FAILURE
        }
    }
}

/// What went wrong, and what that came of. `anyhow` would add the frames of this program where `RUST_BACKTRACE` is set, which
/// those who debug their own programs have set.
fn told(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1) {
        text += &format!("\n\nCaused by:\n    {cause}");
    }
    text
}

/// The text to print.
fn run(command: Command) -> anyhow::Result<(String, ExitCode)> {
    let text = match command {
        Command::Options(args) => options::run(&args)?,
        Command::Combine(args) => combine::run(&args)?,
        Command::Slice(args) => slice::run(&args)?,
        Command::Dump(args) => dump::run(&args)?,
        Command::Show(args) => show::run(&args)?,
        Command::Symbolize(args) => symbolize::run(&args)?,
        Command::Bisect(args) => bisect::run(&args)?,
        Command::Cc(args) => compile::run(Tool::C, &args)?,
        Command::Cxx(args) => compile::run(Tool::Cxx, &args)?,
        Command::Ld(args) => compile::run(Tool::Ld, &args)?,
        Command::Merge(args) => merge::run(&args)?,
        // These end as what they run.
        Command::Cargo(args) => return Ok((String::new(), cargo::run(&args)?)),
        Command::Try(args) => return trial::run(&args),
        Command::Report(args) => report::run(&args)?,
        Command::Diff(args) => diff::run(&args)?,
        Command::Generate(args) => {
            generate::run(&args, Cli::command(), cargo::CargoCli::command())?
        }
    };
    Ok((text, ExitCode::SUCCESS))
}

/// What the command line asks for. Cargo runs `cargo-fmerge fmerge ...` for its command `cargo fmerge ...`.
fn command() -> Command {
    let words = words();
    let is = |at: usize, word: &str| words.get(at).is_some_and(|given| given == word);
    let name = words.first().and_then(|path| Path::new(path).file_stem());
    if name == Some(OsStr::new("cargo-fmerge")) {
        let begin = if is(1, "fmerge") { 2 } else { 1 };
        let ordered = cargo::in_order(&words[begin.min(words.len())..]);
        let words = [OsString::from("cargo fmerge")].into_iter().chain(ordered);
        return Command::Cargo(cargo::CargoCli::parse_from(words).args);
    }
    if is(1, "cargo") {
        let words = words[..2].iter().cloned().chain(cargo::in_order(&words[2..]));
        return Cli::parse_from(words).command;
    }
    Cli::parse_from(words).command
}

/// The words of the command line. Under the name `fmerge-cc` this program is `fmerge cc`, for builds that want a compiler of
/// one word; the same with the other compilers and the linker.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = env::args_os().collect();
    let name = words.first().and_then(|path| Path::new(path).file_name()).and_then(OsStr::to_str);
    let tools = [Tool::C, Tool::Cxx, Tool::Ld];
    if let Some(tool) = tools.into_iter().find(|tool| name == Some(&tool.name())) {
        words.insert(1, tool.command().into());
    }
    words
}

/// Writes to standard output. A reader that has seen enough (`fmerge options | head`) is no error.
fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().write_all(terminal::lines(text).as_bytes()) {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}
