//! The frame of files that only fmerge reads: a header that tells kinds of files apart, and a checksum.
//!
//! Consumes: bytes. Produces: the same behind a header of 40 bytes, and back. Guarantees: bytes that are damaged, cut off, of
//! another version or foreign give an error that says so, and no bytes at all make the reader panic.

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
    /// They are of this version, which is another one.
    OtherVersion(u32),
    /// Fewer or more bytes than the header says, or a checksum that does not match.
    Damaged,
}

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct ContainerHeader {
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
    /// The bytes of a file with such content.
    pub fn framed(self, content: &[u8]) -> Vec<u8> {
        let header = ContainerHeader {
            magic: self.magic,
            version: self.version.into(),
            reserved: 0.into(),
            length: (content.len() as u64).into(),
            checksum: xxh3_128(content).into(),
        };
        [header.as_bytes(), content].concat()
    }

    /// The content of a file.
    ///
    /// # Errors
    /// [`Unreadable`]: what is wrong with its bytes.
    pub fn content(self, bytes: &[u8]) -> Result<&[u8], Unreadable> {
        if !bytes.starts_with(&self.magic) {
            return Err(Unreadable::Foreign);
        }
        let (header, content) =
            ContainerHeader::ref_from_prefix(bytes).map_err(|_| Unreadable::Damaged)?;
        let found = header.version.get();
        if found != self.version {
            return Err(Unreadable::OtherVersion(found));
        }
        let sound = header.length.get() == content.len() as u64
            && header.checksum.get() == xxh3_128(content);
        if sound { Ok(content) } else { Err(Unreadable::Damaged) }
    }
}
