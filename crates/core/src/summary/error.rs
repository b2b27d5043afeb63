//! What may be wrong with a summary, said once for all readers.
//!
//! Consumes: nothing. Produces: [`SummaryError`], whose text says what is wrong and what to do.

use std::path::PathBuf;

use thiserror::Error;

/// Why a summary or a part could not be read, combined or written.
#[derive(Debug, Error)]
pub enum SummaryError {
    /// The bytes begin with no magic of ours.
    #[error("not an fmerge summary; give what gfm-analyze or `fmerge combine` wrote")]
    Foreign,
    /// A format of a later version.
    #[error(
        "written in format {found} by a newer fmerge, and this one reads format {known}: use the \
         same fmerge for analysis, combining and merging"
    )]
    Newer {
        /// The version in the file.
        found: u32,
        /// The version that this library reads.
        known: u32,
    },
    /// Fewer bytes than the header says.
    #[error("truncated: {found} bytes of {expected}; make it again")]
    Truncated {
        /// The bytes that there should be.
        expected: u64,
        /// The bytes that there are.
        found: u64,
    },
    /// A checksum does not match.
    #[error("damaged: the checksum of {place} does not match; make it again")]
    Damaged {
        /// What was checked.
        place: String,
    },
    /// Contents that no writer of ours makes, although checksums match.
    #[error("inconsistent: {0}; make it again with a matching fmerge")]
    Inconsistent(&'static str),
    /// The part of an object, where a combined summary is needed.
    #[error("the summary of single objects; combine them first with `fmerge combine`")]
    NotCombined,
    /// More than the format can hold.
    #[error("too large for the format: more than {limit} {what}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// The most that the format holds.
        limit: u64,
    },
    /// The file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file that was to be made.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}
