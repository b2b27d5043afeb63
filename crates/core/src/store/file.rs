//! An encoded module as bytes.
//!
//! Consumes: an [`EncodedModule`]. Produces: bytes, and the same module from bytes. Guarantees: equal modules give
//! equal bytes; bytes that are damaged, cut off, of another version or foreign give one clear error, and no bytes at
//! all make the reader panic.
//!
//! Behind the header of a [`Container`], an LZ4 frame of the module in postcard's encoding (its wire format is fixed and
//! portable).

use super::{EncodedModule, StoreError};
use crate::container::{Container, Unreadable, pack, unpack};

/// A test notices when a byte changes its meaning, as by a new field of an encoded function.
const FILE: Container = Container { magic: *b"\x89fmergeE", version: 25 };

impl EncodedModule {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let plain = postcard::to_stdvec(self).expect("an encoded module is plain data");
        FILE.framed(&pack(&plain))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`StoreError`]: what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<EncodedModule, StoreError> {
        let packed = FILE.content(bytes)?;
        let odd = |error: &dyn std::error::Error| StoreError::Inconsistent(error.to_string());
        let plain = unpack(packed).map_err(|error| odd(&error))?;
        let module: EncodedModule = postcard::from_bytes(&plain).map_err(|error| odd(&error))?;
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
        }
    }
}

#[cfg(test)]
mod tests;
