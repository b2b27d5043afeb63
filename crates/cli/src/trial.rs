//! `fmerge try`: what a project would gain.
//!
//! Consumes: the command that builds it, commands that test it. Produces: a table of sections, files, times and tests,
//! without merging and with each preset. Guarantees: the project is built in copies, from nothing and in a folder of one
//! name, so that nothing else differs; the project's own folder stays as it is.

mod build;
mod measure;
mod tree;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use fmerge_core::pipeline::{self, ALL_FUNCTIONS, PRESETS};

use crate::compile::{Installed, PipelineText};
use crate::scratch::Scratch;
use build::{Build, Workshop};

/// The pipeline of the build that the others are compared with.
const NONE: &str = pipeline::NONE;

/// Arguments of `fmerge try`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Run this in the shell after each build, in the folder of the build; it may be given several times
    #[arg(long, value_name = "COMMAND")]
    test: Vec<String>,
    /// What to compare with a build without merging: presets, or passes; it may be given several times. Presets may stand
    /// side by side, as in small,smallest [default: small,smallest]
    #[arg(long, visible_alias = "preset", value_name = "PRESETS", value_parser = PipelineText)]
    #[arg(hide_possible_values = true)]
    presets: Vec<String>,
    /// A program or library to measure, by its path in the folder; it may be given several times [default: those that the
    /// build makes]
    #[arg(long, value_name = "PATH")]
    artifact: Vec<PathBuf>,
    /// The folder of the project [default: this one]
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    source: PathBuf,
    /// Keep what was built, its reports, and what was printed, in this folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Copy also what git ignores
    #[arg(long)]
    all_files: bool,
    /// The plugin [default: FMERGE_PLUGIN, or those that were installed with this program]
    #[arg(long, value_name = "FILE")]
    plugin: Option<OsString>,
    /// Builds the project
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

const HELP: &str = "\
  fmerge try -- make -j4 CFLAGS='-Oz -flto'
  fmerge try --test 'make check' -- sh -c './configure CFLAGS=\"-Oz -flto\" && make -j4'
  fmerge try -- sh -c 'cmake -B build -DCMAKE_BUILD_TYPE=MinSizeRel && cmake --build build'
  fmerge try --test 'cargo test --release' -- cargo build --release

The command is run in a copy of this folder: of a git repository, in one of the files that git does not ignore. It finds
fmerge-cc and fmerge-c++ in CC and CXX; make gets them as if they stood on its command line; cargo is cargo fmerge.
What to run of fmerge's passes is told by FMERGE_PIPELINE, so the command is not to say it.

The exit status is 1 if a build or a test fails.";

/// Builds everything, prints the table, and says how it went.
pub fn run(args: &Args) -> anyhow::Result<(String, ExitCode)> {
    let source = fs::canonicalize(&args.source)
        .with_context(|| format!("there is no folder {}", args.source.display()))?;
    let (temporary, folder);
    match &args.keep {
        None => {
            temporary = Scratch::new()?;
            folder = temporary.path().to_owned();
        }
        Some(keep) => {
            fs::create_dir_all(keep)
                .with_context(|| format!("cannot make the folder {}", keep.display()))?;
            folder = fs::canonicalize(keep)?;
            let is_empty = fs::read_dir(&folder)?.next().is_none();
            ensure!(is_empty, "{} is not empty; give --keep a new folder", keep.display());
        }
    }
    let pipelines = pipelines(&args.presets)?;
    let workshop = Workshop {
        folder: &folder,
        source: &source,
        files: tree::files(&source, args.all_files, &folder)?,
        plugins: Installed::find(args.plugin.as_deref())?,
        command: &args.command,
        tests: &args.test,
        artifacts: &args.artifact,
    };
    workshop.make_tools()?;
    let without = workshop.build("without", NONE)?;
    let mut builds = vec![without];
    for (at, pipeline) in pipelines.iter().enumerate() {
        builds.push(workshop.build(&format!("build-{}", at + 1), pipeline)?);
    }
    let failed = builds.iter().any(|build| build.tests.iter().any(|passed| !passed));
    let text = tell(&builds, &args.test, args.keep.as_deref())?;
    Ok((text, if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }))
}

/// What to compare, each checked before anything is built.
fn pipelines(given: &[String]) -> anyhow::Result<Vec<String>> {
    let presets = ["small".to_owned(), "smallest".to_owned()];
    let mut all = Vec::new();
    for text in if given.is_empty() { &presets[..] } else { given } {
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        // `all-functions` goes with the preset before it; passes stand in an order.
        let is_preset = |word: &&str| {
            *word != ALL_FUNCTIONS && PRESETS.iter().any(|preset| preset.name == *word)
        };
        match words.iter().all(is_preset) {
            true => all.extend(words.into_iter().map(str::to_owned)),
            false => all.push(text.clone()),
        }
    }
    all.iter().try_for_each(|text| crate::compile::check_pipeline(text))?;
    Ok(all)
}

fn tell(builds: &[Build], tests: &[String], keep: Option<&Path>) -> anyhow::Result<String> {
    let mut text = measure::table(builds, tests)?;
    for build in builds.iter().skip(1) {
        text += &format!("\n{}: {}\n", build.name, build.said());
    }
    text += &match keep {
        Some(folder) => format!(
            "\n{0} holds the programs, reports and what was printed: fmerge report {0}/build-1/reports\n",
            folder.display()
        ),
        None => "\n--keep FOLDER keeps the programs and reports\n".to_owned(),
    };
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::pipelines;

    #[test]
    fn presets_and_passes() {
        let of = |given: &[&str]| {
            pipelines(&given.iter().map(|&text| text.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of(&[]).expect("the default"), ["small", "smallest"]);
        assert_eq!(of(&["safe,small"]).expect("presets"), ["safe", "small"]);
        let mixed = ["smallest,all-functions", "gfm,f3m<explore=4>"];
        assert_eq!(of(&mixed).expect("both"), mixed);
        assert!(of(&["smalest"]).expect_err("none").to_string().contains("near: `smallest`"));
    }
}
