//! An encoded module as bytes.
//!
//! Consumes: an [`EncodedModule`]. Produces: bytes, and the same module from bytes. Guarantees: equal modules give
//! equal bytes; bytes that are damaged, cut off, of another version or foreign give one clear error, and no bytes at
//! all make the reader panic.
//!
//! A header of 40 bytes, then an LZ4 frame of the module in postcard's encoding (its wire format is fixed and
//! portable). LZ4 grows what it unpacks at most 255-fold, so a small file cannot ask for much memory.

use std::io::{Read, Write};

use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use xxhash_rust::xxh3::xxh3_128;
use zerocopy::byteorder::little_endian::{U32, U64, U128};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::{EncodedModule, StoreError};

/// The version of the format: counted up whenever a byte changes its meaning, as by a new field of an encoded
/// function. A test notices.
const VERSION: u32 = 5;

/// How a file begins: a byte that no text has, and a name.
const MAGIC: [u8; 8] = *b"\x89fmergeE";

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Header {
    /// [`MAGIC`].
    magic: [u8; 8],
    /// [`VERSION`]. Magic and version keep their places in all versions.
    version: U32,
    /// Zero.
    reserved: U32,
    /// The bytes behind the header.
    length: U64,
    /// XXH3-128 of the bytes behind the header.
    checksum: U128,
}

impl EncodedModule {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let plain = postcard::to_stdvec(self).expect("an encoded module is plain data");
        framed(&pack(&plain))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`StoreError`]: what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<EncodedModule, StoreError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(StoreError::Foreign);
        }
        let (header, packed) = Header::ref_from_prefix(bytes).map_err(|_| StoreError::Damaged)?;
        let found = header.version.get();
        if found != VERSION {
            return Err(StoreError::OtherVersion { found, known: VERSION });
        }
        if header.length.get() != packed.len() as u64 || header.checksum.get() != xxh3_128(packed) {
            return Err(StoreError::Damaged);
        }
        let odd = |error: &dyn std::error::Error| StoreError::Inconsistent(error.to_string());
        let mut plain = Vec::new();
        FrameDecoder::new(packed).read_to_end(&mut plain).map_err(|error| odd(&error))?;
        let module: EncodedModule = postcard::from_bytes(&plain).map_err(|error| odd(&error))?;
        module.check()?;
        Ok(module)
    }
}

/// Behind a header.
fn framed(packed: &[u8]) -> Vec<u8> {
    let header = Header {
        magic: MAGIC,
        version: VERSION.into(),
        reserved: 0.into(),
        length: (packed.len() as u64).into(),
        checksum: xxh3_128(packed).into(),
    };
    [header.as_bytes(), packed].concat()
}

/// As one LZ4 frame. Writing to memory cannot fail.
fn pack(plain: &[u8]) -> Vec<u8> {
    let info = FrameInfo::new().block_size(BlockSize::Max4MB).block_mode(BlockMode::Linked);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(plain).expect("memory takes all bytes");
    encoder.finish().expect("memory takes all bytes")
}

#[cfg(test)]
mod tests;
