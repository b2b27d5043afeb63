//! The pass `gfm-analyze`: tells other processes what they need to know of this module's functions.
//!
//! Consumes: a module. Produces: the module's part of a summary, in a file, or in a section of the object that linkers
//! leave out.

use std::path::{Path, PathBuf};

use fmerge_core::options::{Options, Output};
use fmerge_core::report::Report;
use fmerge_core::summary::{self, StableHasher, Summary, part_bytes, write_atomically};

use super::candidates::Finder;
use crate::analyses::Analyses;
use crate::error::PassError;
use crate::ffi::global::{emit_section, is_elf};
use crate::module::ModuleContext;

/// The section of the summary, as a C string for LLVM.
const SECTION: &std::ffi::CStr = c".fmerge.summary";

/// Describes the functions of the module of `ctx`; true when the module was changed, because it got the section.
///
/// # Errors
/// When the file cannot be written, or the object format has no section for the summary.
pub fn analyze(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
) -> Result<bool, PassError> {
    let (module, mut report) = (ctx.module, Report::new("gfm-analyze"));
    let mut finder = Finder::new(options, c"fmerge-gfm-analyze", ctx, analyses);
    let candidates = finder.find(&mut report);
    let name = candidates.first().map(|c| c.summary.module.clone()).unwrap_or_default();
    let summary: Summary = candidates.into_iter().map(|candidate| candidate.summary).collect();
    let bytes = part_bytes(summary)?;
    log::info!("{report}");
    match &options.out {
        None if is_elf(module) => {
            debug_assert_eq!(SECTION.to_bytes(), summary::SECTION.as_bytes());
            emit_section(module, SECTION, &bytes);
            Ok(true)
        }
        None => Err(PassError::NoSection),
        Some(Output::File(path)) => write(&file_for(path, &name), &bytes).map(|()| false),
        Some(Output::Stdout) => Err(PassError::BinaryOutput),
    }
}

/// The file for a module. In a folder, each module has a file of its own, so that many processes can write there.
fn file_for(path: &Path, module: &str) -> PathBuf {
    if !path.is_dir() {
        return path.to_owned();
    }
    let mut hasher = StableHasher::new("module");
    hasher.bytes(module.as_bytes());
    let stem = Path::new(module).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    path.join(format!("{stem}-{}.fmsum", hasher.finish()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), PassError> {
    Ok(write_atomically(path, |out| out.write_all(bytes))?)
}
