//! Summaries as bytes: the part that an object carries, and the combined file that compilers search.
//!
//! Consumes: groups and proposals. Produces: bytes, and the same again from bytes. Guarantees: all
//! numbers are little-endian and fixed; bytes that are damaged, cut off, newer or foreign give one clear
//! error; no bytes at all make a reader panic, hang, or reach beyond them.
//!
//! Two kinds, told apart by their first eight bytes:
//! - a *part* (`part.rs`) is small, read whole, and may be followed by others, because `ld -r` concatenates
//!   sections;
//! - a *summary* (`layout.rs`) is large, and searched in place: what a compiler needs is in pages, each with
//!   a checksum of its own that is verified when the page is looked at. Behind the pages lie all groups,
//!   with names, for `fmerge combine` and `fmerge show`. Because they are kept, summaries combine like parts.

pub mod layout;
pub mod paged;
pub mod part;
pub mod read;
pub mod write;

use super::SummaryError;

/// The version of both formats; counted up whenever a byte changes its meaning.
pub const VERSION: u32 = 1;

/// How a combined summary begins: a byte that no text has, and a name.
pub const SUMMARY_MAGIC: [u8; 8] = *b"\x89fmergeS";

/// How a part begins.
pub const PART_MAGIC: [u8; 8] = *b"\x89fmergeP";

/// Whether bytes are meant to be a combined summary, sound or not.
pub fn is_summary(bytes: &[u8]) -> bool {
    bytes.starts_with(&SUMMARY_MAGIC)
}

/// Whether bytes are meant to be parts, sound or not.
pub fn is_part(bytes: &[u8]) -> bool {
    bytes.starts_with(&PART_MAGIC)
}

/// The version, before any checksum: a newer format may have others.
fn check_version(found: u32) -> Result<(), SummaryError> {
    match found {
        VERSION => Ok(()),
        0 => Err(SummaryError::Inconsistent("version 0")),
        _ => Err(SummaryError::Newer { found, known: VERSION }),
    }
}
