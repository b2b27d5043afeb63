//! The frame of files that only fmerge reads: a header that tells kinds of files apart, and a checksum.
//!
//! Consumes: bytes. Produces: the same behind a header of 40 bytes, and back. Guarantees: bytes that are damaged, cut off, of
//! another version or foreign give an error that says so, and no bytes at all make the reader panic.

use std::io::{Read, Write};

use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
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
        match self.first(bytes)? {
            (content, []) => Ok(content),
            _ => Err(Unreadable::Damaged),
        }
    }

    /// The content of the first of several files that stand one behind the other, and the bytes behind it.
    ///
    /// # Errors
    /// [`Unreadable`]: what is wrong with its bytes.
    pub fn first(self, bytes: &[u8]) -> Result<(&[u8], &[u8]), Unreadable> {
        if !bytes.starts_with(&self.magic) {
            return Err(Unreadable::Foreign);
        }
        let (header, rest) =
            ContainerHeader::ref_from_prefix(bytes).map_err(|_| Unreadable::Damaged)?;
        let found = header.version.get();
        if found != self.version {
            return Err(Unreadable::OtherVersion(found));
        }
        let length = usize::try_from(header.length.get()).map_err(|_| Unreadable::Damaged)?;
        let (content, rest) = rest.split_at_checked(length).ok_or(Unreadable::Damaged)?;
        let sound = header.checksum.get() == xxh3_128(content);
        if sound { Ok((content, rest)) } else { Err(Unreadable::Damaged) }
    }
}

/// The bytes as one LZ4 frame.
pub(crate) fn pack(plain: &[u8]) -> Vec<u8> {
    let info = FrameInfo::new().block_size(BlockSize::Max4MB).block_mode(BlockMode::Linked);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    // Writing to memory cannot fail.
    encoder.write_all(plain).expect("memory takes all bytes");
    encoder.finish().expect("memory takes all bytes")
}

/// What [`pack`] was given. LZ4 grows what it unpacks at most 255-fold, so a small file cannot ask for much memory.
///
/// # Errors
/// The bytes are no such frame.
pub(crate) fn unpack(packed: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    FrameDecoder::new(packed).read_to_end(&mut plain)?;
    Ok(plain)
}
