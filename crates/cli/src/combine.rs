//! `fmerge combine`: the summaries of many objects become one, or similar functions of theirs share bodies.
//!
//! Consumes: objects, archives, parts, summaries, modules. Produces: a summary for gfm-merge; or a store of bodies for f3m-merge,
//! and in a folder beside it the part that each object needs.
//! Guarantees: the same summary whatever the order of the inputs; for the store, the first of several definitions of a symbol
//! counts, as for linkers. Each file appears whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use fmerge_core::bodies::ModuleRecord;
use fmerge_core::price::{Bytes, Prices, Unwind};
use fmerge_core::summary::{Combined, CostModel, write_atomically};
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::inputs::{Gathered, InputCounts, add_file, expand};

mod bodies;

/// Arguments of `fmerge combine`.
#[derive(clap::Args)]
pub struct Args {
    /// Objects and archives compiled with gfm-analyze, files that gfm-analyze or combine wrote, or @FILE for
    /// a file that lists more.
    #[arg(required = true, value_name = "OBJECTS")]
    inputs: Vec<PathBuf>,
    /// The summary to write.
    #[arg(short, long, value_name = "SUMMARY")]
    output: PathBuf,
    /// Threads; as many as the machine has processors without it.
    #[arg(short, long, default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// The plugin that merges similar functions [default: the installed one]
    #[arg(long, value_name = "PLUGIN")]
    plugin: Option<OsString>,
    /// What is merged of similar functions, and how far: options of the pass f3m-combine
    #[arg(long, value_name = "OPTIONS", default_value = "others=free")]
    similar: String,
    /// Most instructions of functions that are merged at once, in about 1 kB of memory for each; a larger program is merged in
    /// batches of similar functions, as many at a time as there are threads
    #[arg(long, value_name = "INSTRUCTIONS", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// What is combined of objects that were compiled with both f3m-analyze and gfm-analyze
    #[arg(long)]
    only: Option<Only>,
    #[command(flatten)]
    model: Model,
}

/// What a summary is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    /// Similar functions, for f3m-merge.
    Similar,
    /// Functions that are equal but for constants, for gfm-merge.
    Constants,
}

/// The cost model: prices in bytes, and limits.
#[derive(clap::Args, Clone)]
struct Model {
    /// The target whose prices thunks and parameters have, unless they are given.
    #[arg(long, value_name = "TRIPLE", default_value = "x86_64")]
    target: String,
    /// Bytes of a thunk without parameters, its unwind entry included.
    #[arg(long, value_name = "BYTES")]
    thunk: Option<u32>,
    /// Bytes of each parameter in a thunk.
    #[arg(long, value_name = "BYTES")]
    parameter: Option<u32>,
    /// Most parameters of a merged function.
    #[arg(long, value_name = "NUMBER", default_value_t = CostModel::default().max_parameters)]
    max_parameters: u32,
    /// Bytes that a group of functions must save.
    #[arg(long, value_name = "BYTES", default_value_t = CostModel::default().min_saving.size())]
    min_saving: u32,
}

impl Model {
    fn costs(&self) -> CostModel {
        let of_target = CostModel::of(Prices::of(&self.target, Unwind::Entries));
        CostModel {
            thunk: self.thunk.map_or(of_target.thunk, Bytes::from),
            parameter: self.parameter.map_or(of_target.parameter, Bytes::from),
            max_parameters: self.max_parameters,
            min_saving: self.min_saving.into(),
        }
    }
}

/// Combines, writes, and gives the text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    check_output(&args.output)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs).build();
    let pool = pool.context("cannot start threads")?;
    let (found, combined, mut modules) =
        pool.install(|| combine(&args.inputs, &args.model.costs()))?;
    if modules.is_empty() || args.only == Some(Only::Constants) {
        write_atomically(&args.output, |out| combined.write_to(out))?;
        return Ok(tell(found, &combined));
    }
    ensure!(
        combined.functions() == 0 || args.only == Some(Only::Similar),
        "these objects were compiled with f3m-analyze and with gfm-analyze, and a summary is of one of the two: add --only similar, \
         or --only constants"
    );
    let (plugin, options) = (args.plugin.as_deref(), args.similar.as_str());
    let combining = bodies::Combining { plugin, options, batch: args.batch };
    let (store, batches) = pool.install(|| bodies::make(&mut modules, &combining))?;
    bodies::write(&store, &modules, &args.output)?;
    Ok(format!(
        "{} functions of {} modules share {} bodies with similar ones{}\n",
        store.function_count(),
        modules.len(),
        store.body_count(),
        if batches > 0 { format!(", in {batches} batches") } else { String::new() }
    ))
}

/// Refuses what is there and no file: it would be read as the file of the last time, and a pipe or a device may never end.
fn check_output(path: &Path) -> anyhow::Result<()> {
    let is_other = fs::metadata(path).is_ok_and(|about| !about.is_file());
    ensure!(
        !is_other,
        "{} is no file: name a file to write, which is replaced if it is there",
        path.display()
    );
    Ok(())
}

/// Combines what the arguments stand for.
fn combine(
    inputs: &[PathBuf],
    model: &CostModel,
) -> anyhow::Result<(InputCounts, Combined, Vec<ModuleRecord>)> {
    let paths = expand(inputs)?;
    let gathered = Gathered::default();
    let added = paths.par_iter().enumerate().progress_with(progress(paths.len()));
    let added: Vec<_> = added.map(|(input, path)| add_file(&gathered, input, path)).collect();
    // Of several errors that of the first input, whichever thread was faster.
    let found = added.into_iter().try_fold(InputCounts::default(), |sum, found| Ok(sum + found?));
    let found = found.and_then(|found: InputCounts| {
        ensure!(
            found.with > 0,
            "nothing of fmerge in any of {} inputs: compile them with the pass f3m-analyze or gfm-analyze",
            paths.len()
        );
        Ok(found)
    });
    let found = found?;
    let (combiner, modules) = gathered.into_parts();
    Ok((found, combiner.finish(model)?, modules))
}

/// A bar on the terminal; nothing where there is none.
fn progress(inputs: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("reading {wide_bar} {pos}/{len} {eta}");
    ProgressBar::new(inputs as u64).with_style(style.expect("a valid template"))
}

fn tell(found: InputCounts, combined: &Combined) -> String {
    let without = match found.without {
        0 => String::new(),
        n => format!(" ({n} more have none)"),
    };
    format!(
        "{} functions in {} groups, from {} summaries{without}; {} groups pay, {} bytes expected\n",
        combined.functions(),
        combined.groups(),
        found.with,
        combined.merged(),
        combined.saving(),
    )
}

#[cfg(test)]
mod tests {
    use super::check_output;

    #[test]
    fn what_is_no_file_is_not_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("summary");
        assert!(check_output(&file).is_ok(), "not there yet");
        std::fs::write(&file, "").expect("written");
        assert!(check_output(&file).is_ok());
        let error = check_output(folder.path()).expect_err("a folder").to_string();
        assert!(error.contains("is no file: name a file"), "{error}");
        #[cfg(unix)]
        assert!(check_output("/dev/null".as_ref()).is_err());
    }
}
