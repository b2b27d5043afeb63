//! What can go wrong around a pass.
//!
//! Consumes: errors of files. Produces: messages for people. Guarantees: each says what to do about it.

use std::path::PathBuf;

use fmerge_core::bisect::FileError;
use fmerge_core::by_hand::ByHandError;
use fmerge_core::summary::SummaryError;

/// What went wrong before or after a pass, such as reading and writing files.
#[derive(Debug, thiserror::Error)]
pub enum PassError {
    /// The file of the bisection's driver cannot be read.
    #[error(
        "{0}; {VARIABLE} must name a folder that `fmerge bisect` has made, or be unset",
        VARIABLE = fmerge_core::bisect::VARIABLE
    )]
    Driver(#[from] FileError),
    /// The file of the option `by-hand` is wrong.
    #[error("{0}")]
    ByHand(#[from] ByHandError),
    /// A summary could not be made, or a file not written.
    #[error("{0}")]
    Summary(#[from] SummaryError),
    /// The variable that says where reports go does not name a file.
    #[error("{0}")]
    Destination(String),
    /// No summary to merge by.
    #[error("gfm-merge needs a summary: gfm-merge<summary=FILE>, as `fmerge combine` writes it")]
    NoSummary,
    /// No file for the store.
    #[error(
        "f3m-combine needs a file to write to: f3m-combine<out=FILE>; `fmerge combine` runs it"
    )]
    NoStore,
    /// No summary with bodies.
    #[error("f3m-merge needs a summary: f3m-merge<summary=FILE>, as `fmerge combine` writes it")]
    NoBodies,
    /// A file of `f3m-combine`.
    #[error("f3m-combine: {}: {problem}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The object format has no section that linkers leave out.
    #[error("only ELF objects can carry a summary; write it to a file: gfm-analyze<out=FILE>")]
    NoSection,
    /// A summary was to be written to the terminal.
    #[error("a summary is not text; write it to a file: gfm-analyze<out=FILE>")]
    BinaryOutput,
}
