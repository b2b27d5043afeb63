//! What may be wrong with the file of an encoded module, said once.
//!
//! Consumes: nothing. Produces: [`StoreError`], whose text says what is wrong and what to do.

use thiserror::Error;

/// Why bytes are no encoded module.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The bytes do not begin as the file of an encoded module does.
    #[error("not an encoded module; write one with -passes='f3m<dump=FILE>'")]
    Foreign,
    /// Another version of the format.
    #[error(
        "written in format {found}, and this fmerge reads format {known}: write it again with the \
         plugin of this version, -passes='f3m<dump=FILE>'"
    )]
    OtherVersion {
        /// The version in the file.
        found: u32,
        /// The version that this library reads.
        known: u32,
    },
    /// Fewer or more bytes than the header says, or a checksum that does not match.
    #[error("damaged or cut off; write it again with -passes='f3m<dump=FILE>'")]
    Damaged,
    /// Contents that no writer of ours makes, although the checksum matches.
    #[error("inconsistent: {0}; write it again with -passes='f3m<dump=FILE>'")]
    Inconsistent(String),
}
