//! An encoded module as bytes.
//!
//! Consumes: an [`EncodedModule`]. Produces: bytes, and the same module from bytes. Guarantees: those of a
//! [`Container`]; what is read is a module that a writer of ours can have made.

use super::{EncodedModule, StoreError};
use crate::container::{Container, Unreadable};

/// A test notices when a byte changes its meaning, as by a new field of an encoded function.
const FILE: Container = Container { magic: *b"\x89fmergeE", version: 5 };

impl EncodedModule {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        FILE.write(self)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`StoreError`]: what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<EncodedModule, StoreError> {
        let module: EncodedModule = FILE.read(bytes)?;
        module.check()?;
        Ok(module)
    }
}

impl From<Unreadable> for StoreError {
    fn from(why: Unreadable) -> StoreError {
        match why {
            Unreadable::Foreign => StoreError::Foreign,
            Unreadable::OtherVersion(found) => {
                StoreError::OtherVersion { found, known: FILE.version }
            }
            Unreadable::Damaged => StoreError::Damaged,
            Unreadable::Inconsistent(how) => StoreError::Inconsistent(how),
        }
    }
}

#[cfg(test)]
mod tests;
