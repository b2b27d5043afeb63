//! `fmerge-lab`: the ranking laboratory.
//!
//! Consumes: files of `f3m<dump=FILE>`. Produces: how well fingerprints rank the pairs of functions, and how good the order of merges
//! is, as tables, JSON and pictures. Guarantees: nothing of it is linked into the plugin or the command `fmerge`.
//!
//! `crates/lab/ranking.py` runs it over several modules and writes `docs/lab/ranking.md`.
#![forbid(unsafe_code)]

mod measure;
mod order;
mod pairs;
mod plot;
mod rank;
mod scale;
mod sketch;
mod study;
mod tried;

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::{Parser, Subcommand};
use fmerge_core::driver::{Driver, Session};
use fmerge_core::options::{Options, PassName, Thunks};
use fmerge_core::report::Report;
use fmerge_core::store::{EncodedModule, Playback};

/// The ranking laboratory of fmerge.
#[derive(Parser)]
#[command(name = "fmerge-lab", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the candidates of each function, with their similarity, their alignment, and what merging saves.
    Pairs(pairs::Args),
    /// Measure how well each kind of fingerprint ranks the functions of a module.
    Rank(rank::Args),
    /// Compare the order in which the driver merges with the best of many random orders.
    Order(order::Args),
    /// Draw what `rank` or `pairs --lines` has found, as SVG.
    Plot(plot::Args),
    /// Measure time and memory of fingerprints and search on synthetic modules of up to a million functions.
    Scale(scale::Args),
}

fn main() -> anyhow::Result<()> {
    let text = match Cli::parse().command {
        Command::Pairs(args) => pairs::run(&args)?,
        Command::Rank(args) => rank::run(&args)?,
        Command::Order(args) => order::run(&args)?,
        Command::Plot(args) => plot::run(&args)?,
        Command::Scale(args) => scale::run(&args)?,
    };
    match io::stdout().write_all(text.as_bytes()) {
        // The reader has seen enough, as in `fmerge-lab pairs … | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}

/// What comes of the driver over a module, merged functions simulated.
fn simulated<R>(
    module: &EncodedModule,
    options: &Options,
    of: impl FnOnce(Driver<'_, Playback<'_>>) -> R,
) -> R {
    let mut host = Playback::simulated(module, options.thunks == Thunks::Keep);
    let (functions, mut session) = (module.functions.clone(), Session::default());
    let report = Report::new(PassName::F3m.name());
    of(Driver::new(options, &mut host, functions, report, &mut session))
}

/// Reads what `f3m<dump=FILE>` wrote.
fn read(path: &Path) -> anyhow::Result<EncodedModule> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    EncodedModule::from_bytes(&bytes).with_context(|| name.to_string())
}
