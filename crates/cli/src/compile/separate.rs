//! `--summary`: objects that are compiled one by one and share code.
//!
//! Consumes: the file that `fmerge combine` writes, or is to write, and the command line of a compiler. Produces: the pipeline.
//! Guarantees: what the compiler does depends on one file, and that is the summary or the slice of the object. A slice is
//! there from the first build on, empty at first, so that build tools compile an object again when its slice is another one.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
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
    let pass = |name: PassName, path: &str| format!("{}<summary={path}>", name.name());
    let mut passes = Preset::default().passes(Point::CompileLast);
    let decides = match kind(&summary) {
        Kind::OfConstants => {
            let path = text(&summary)?;
            passes.extend([PassName::F3mAnalyze.name().to_owned(), pass(PassName::GfmMerge, path)]);
            summary
        }
        Kind::OfBodies => {
            let slice = slice(&summary, arguments);
            let path = text(slice.as_ref().unwrap_or(&summary))?;
            passes.push(match &slice {
                Some(_) => pass(PassName::F3mAnalyze, path),
                None => PassName::F3mAnalyze.name().to_owned(),
            });
            let is_empty = fs::metadata(path).map_or(true, |about| about.len() == 0);
            passes.extend((!is_empty).then(|| pass(PassName::F3mMerge, path)));
            slice.unwrap_or(summary)
        }
    };
    Ok(Choice { last: Some(passes.join(",")), summary: Some(text(&decides)?.to_owned()), ..choice })
}

/// What a summary is of.
enum Kind {
    /// Functions that are equal but for constants (`gfm-merge`).
    OfConstants,
    /// Similar functions (`f3m-merge`), also where there is no file yet.
    OfBodies,
}

fn kind(summary: &Path) -> Kind {
    let mut first = [0; 8];
    let read =
        fs::File::open(summary).and_then(|mut file| io::Read::read_exact(&mut file, &mut first));
    if read.is_ok() && is_summary(&first) { Kind::OfConstants } else { Kind::OfBodies }
}

/// The slice of what is compiled, which may be empty; none where the whole store decides: a store without slices was given to
/// this compiler alone.
fn slice(summary: &Path, arguments: &[OsString]) -> Option<PathBuf> {
    let folder = slices_of(summary);
    if summary.exists() && !folder.is_dir() {
        return None;
    }
    let source = CommandLine::read(&response::expand(arguments).words).source?;
    let path = folder.join(slice_name(&std::path::absolute(source).ok()?, summary));
    // Where it cannot be made, the object is compiled as without it, and again in the second round if the build says so.
    let _ = fs::create_dir_all(&folder);
    let _ = OpenOptions::new().write(true).create_new(true).open(&path);
    Some(path)
}

fn text(path: &Path) -> anyhow::Result<&str> {
    let path = path.to_str().context("the summary's path is not UTF-8")?;
    if path.contains(['<', '>', ',', ';']) {
        bail!("a pipeline cannot name the file {path}: its path must be without < > , and ;");
    }
    Ok(path)
}
