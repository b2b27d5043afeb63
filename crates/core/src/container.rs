//! What our files have in common that nobody but us reads: a header that tells them apart, and packed data behind it.
//!
//! Consumes: plain data. Produces: bytes, and the same data from bytes. Guarantees: equal data gives equal bytes; bytes
//! that are damaged, cut off, of another version or foreign give an error that says so, and no bytes at all make the
//! reader panic.
//!
//! A header of 40 bytes, then an LZ4 frame of the data in postcard's encoding (its wire format is fixed and
//! portable). LZ4 grows what it unpacks at most 255-fold, so a small file cannot ask for much memory.

use std::io::{Read, Write};

use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_128;
use zerocopy::byteorder::little_endian::{U32, U64, U128};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container {
    /// How such a file begins: a byte that no text has, and a name.
    pub magic: [u8; 8],
    /// The version of what is in it: counted up whenever a byte changes its meaning.
    pub version: u32,
}

/// Why bytes are not what is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// They do not begin as such a file does.
    Foreign,
    /// They are of this version.
    OtherVersion(u32),
    /// Fewer or more bytes than the header says, or a checksum that does not match.
    Damaged,
    /// Contents that no writer of ours makes, although the checksum matches.
    Inconsistent(String),
}

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Header {
    /// Of the [`Container`].
    magic: [u8; 8],
    /// Of the [`Container`]. Magic and version keep their places in all versions.
    version: U32,
    /// Zero.
    reserved: U32,
    /// The bytes behind the header.
    length: U64,
    /// XXH3-128 of the bytes behind the header.
    checksum: U128,
}

impl Container {
    /// The bytes of a file.
    pub fn write(self, data: &impl Serialize) -> Vec<u8> {
        self.framed(&pack(&postcard::to_stdvec(data).expect("it is plain data")))
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`Unreadable`]: what is wrong with them.
    pub fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, Unreadable> {
        if !bytes.starts_with(&self.magic) {
            return Err(Unreadable::Foreign);
        }
        let (header, packed) = Header::ref_from_prefix(bytes).map_err(|_| Unreadable::Damaged)?;
        let found = header.version.get();
        if found != self.version {
            return Err(Unreadable::OtherVersion(found));
        }
        if header.length.get() != packed.len() as u64 || header.checksum.get() != xxh3_128(packed) {
            return Err(Unreadable::Damaged);
        }
        let odd = |error: &dyn std::error::Error| Unreadable::Inconsistent(error.to_string());
        let mut plain = Vec::new();
        FrameDecoder::new(packed).read_to_end(&mut plain).map_err(|error| odd(&error))?;
        postcard::from_bytes(&plain).map_err(|error| odd(&error))
    }

    /// Behind a header.
    pub(crate) fn framed(self, packed: &[u8]) -> Vec<u8> {
        let header = Header {
            magic: self.magic,
            version: self.version.into(),
            reserved: 0.into(),
            length: (packed.len() as u64).into(),
            checksum: xxh3_128(packed).into(),
        };
        [header.as_bytes(), packed].concat()
    }
}

/// As one LZ4 frame. Writing to memory cannot fail.
pub(crate) fn pack(plain: &[u8]) -> Vec<u8> {
    let info = FrameInfo::new().block_size(BlockSize::Max4MB).block_mode(BlockMode::Linked);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(plain).expect("memory takes all bytes");
    encoder.finish().expect("memory takes all bytes")
}
