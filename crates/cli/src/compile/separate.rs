//! `--summary`: objects that are compiled one by one and share code.
//!
//! Consumes: the file that `fmerge combine` writes, or is to write, and the command line of a compiler. Produces: the pipeline.
//! Guarantees: what the compiler does depends on one file, and that is the summary or the slice of the object. A slice is
//! there from the first build on, empty at first, so that build tools compile an object again when its slice is another one. What
//! is compiled to no code, as text for the assembler, depends on neither.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use fmerge_core::bodies::{slice_name, slices_of};
use fmerge_core::options::PassName;
use fmerge_core::pipeline::{Point, Preset};
use fmerge_core::summary::file::is_summary;

use super::Choice;
use super::read::CommandLine;
use super::response;

/// What is done with an object: functions are merged within it, it tells what it is then, and after that they are merged with
/// those of other objects.
///
/// # Errors
/// A pipeline cannot name the file.
pub fn choose(choice: Choice, file: &str, arguments: &[OsString]) -> anyhow::Result<Choice> {
    let summary = std::path::absolute(file).with_context(|| format!("no path: {file}"))?;
    text(&summary)?;
    let pass = |name: PassName, path: &str| format!("{}<summary={path}>", name.name());
    let mut passes = Preset::default().passes(Point::CompileLast);
    let source = CommandLine::read(&response::expand(arguments).words).source;
    let slice = source.as_ref().and_then(|source| slice(&summary, source));
    passes.push(match &slice {
        Some(slice) => pass(PassName::F3mAnalyze, text(slice)?),
        None => PassName::F3mAnalyze.name().to_owned(),
    });
    // What is compiled to no code depends on nothing.
    let mut decides = source.is_some().then_some(summary.clone());
    let is_of_constants = is_of_constants(&summary);
    if is_of_constants {
        passes.push(pass(PassName::GfmMerge, text(&summary)?));
    } else if slice.is_some() && !is_alone(&summary) {
        decides = slice;
    }
    if let Some(path) = decides.as_ref().filter(|path| !is_of_constants && has_bytes(path)) {
        passes.push(pass(PassName::F3mMerge, text(path)?));
    }
    let decides = decides.as_deref().map(text).transpose()?.map(str::to_owned);
    Ok(Choice { last: Some(passes.join(",")), is_separate: true, summary: decides, ..choice })
}

/// Whether a summary is of functions that are equal but for constants.
fn is_of_constants(summary: &Path) -> bool {
    let mut first = [0; 8];
    let file = fs::File::open(summary);
    file.and_then(|mut file| file.read_exact(&mut first)).is_ok() && is_summary(&first)
}

/// Whether a store was given to this compiler without its slices, which were there before if there had been another build.
fn is_alone(summary: &Path) -> bool {
    has_bytes(summary) && !slices_of(summary).is_dir()
}

fn has_bytes(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() > 0)
}

/// The slice of what is compiled, which may be empty. None where a pipeline could not name it.
fn slice(summary: &Path, source: &Path) -> Option<PathBuf> {
    let folder = slices_of(summary);
    let path = folder.join(slice_name(&std::path::absolute(source).ok()?, summary));
    if !is_alone(summary) {
        // Where it cannot be made, the object is compiled as without it, and again in the second round if the build says so.
        let _ = fs::create_dir_all(&folder);
        let _ = OpenOptions::new().write(true).create_new(true).open(&path);
    }
    Some(path)
}

fn text(path: &Path) -> anyhow::Result<&str> {
    let path = path.to_str().context("the summary's path is not UTF-8")?;
    if path.contains(['<', '>', ',', ';']) {
        bail!("a pipeline cannot name the file {path}: its path must be without < > , and ;");
    }
    Ok(path)
}
