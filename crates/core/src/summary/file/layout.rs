//! Where everything lies in a combined summary: the one description that writer and reader share.
//!
//! Consumes and produces nothing: these are types. Guarantees: the types have neither padding nor alignment, so
//! that any bytes of the right length are a value of the type.
//!
//! ```text
//! page 0            SummaryHeader
//! fences            one u64 for each page of entries: the upper half of its first hash
//! entries           SummaryEntry: the groups that pay, by hash. Searched: fences, then one page
//! holes             FileHole: what `SummaryEntry::first_hole` refers to
//! chunks            ChunkRecord: where the groups lie, with their checksums
//! ----------------- a compiler never looks beyond this line
//! modules           the table of modules, sorted
//! groups            all groups with their members' names: a chunk for each first byte of their hashes
//! ```
//! The holes of an entry begin where those of the entry before end, and each chunk begins where the one before
//! ends. Since there are no gaps and no overlaps, reading everything takes time linear in the file's length.
//!
//! Above the line are pages of [`PAGE`] bytes: [`PAYLOAD`] bytes of whole records, and the XXH3-128 of these
//! bytes, seeded with the page's number. Below the line are chunks in postcard's encoding; the checksum of a
//! chunk stands in its record.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_128_with_seed;
use zerocopy::byteorder::little_endian::{U32, U64, U128};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::summary::{HoleRole, Proposal, ProposedHole, StableHash};

/// The bytes of a page. Most machines have memory pages of this size, so that a record touches one of them.
pub const PAGE: usize = 4096;

/// The bytes of a page without its checksum.
pub const PAYLOAD: usize = PAGE - 16;

/// The checksum of a page's payload, or of a chunk.
pub fn checksum(bytes: &[u8], number: u64) -> U128 {
    U128::new(xxh3_128_with_seed(bytes, number))
}

/// A table in pages.
#[derive(Clone, Copy, Debug, Default, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct Section {
    /// The page in which it begins.
    pub first_page: U64,
    /// The number of its records.
    pub records: U64,
}

/// The first page's records: one.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct SummaryHeader {
    /// [`super::SUMMARY_MAGIC`].
    pub magic: [u8; 8],
    /// [`super::VERSION`]. Magic and version keep their places in all versions.
    pub version: U32,
    /// [`PAGE`].
    pub page: U32,
    /// The bytes of the file.
    pub length: U64,
    /// Functions in all groups, each counted once.
    pub functions: U64,
    /// All groups.
    pub groups: U64,
    /// Bytes that the entries are expected to save.
    pub saving: U64,
    /// The cost model: thunk, parameter, most parameters, least saving.
    pub model: [U32; 4],
    /// The upper half of the first hash of each page of entries.
    pub fences: Section,
    /// The groups that pay.
    pub entries: Section,
    /// Their holes.
    pub holes: Section,
    /// Where the groups lie. The first record is the table of modules.
    pub chunks: Section,
}

/// A group that pays.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct SummaryEntry {
    /// The hash. Entries are sorted by it, and no two are equal.
    pub hash: U128,
    /// The place of its first hole.
    pub first_hole: U32,
    /// The number of its holes.
    pub holes: U32,
    /// IR instructions.
    pub instructions: U32,
    /// Functions in the group.
    pub members: U32,
    /// Bytes that it is expected to save.
    pub saving: U32,
    /// Parameters, and in the highest bit whether all members are in one module.
    pub parameters: U32,
}

/// The bit of [`SummaryEntry::parameters`] that says that all members are in one module.
const LOCAL: u32 = 1 << 31;

/// A hole of a [`SummaryEntry`].
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct FileHole {
    /// Its number in the canonical walk.
    pub position: U32,
    /// The number of its parameter, or [`SAME`].
    pub parameter: U32,
    /// The constant that it always holds; 0 in a parameter.
    pub constant: U64,
}

/// The most holes that an entry may have. The limit bounds the time of a look-up, whatever a file says. Functions
/// with more holes are not merged.
pub const MAX_HOLES: usize = 1 << 12;

/// Stands for a parameter where there is none.
pub const SAME: u32 = u32::MAX;

/// A chunk of groups, or the table of modules.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct ChunkRecord {
    /// Where it begins in the file.
    pub offset: U64,
    /// Its bytes.
    pub length: U64,
    /// Its groups, or modules.
    pub items: U64,
    /// Its checksum, seeded by its place among the chunks.
    pub checksum: U128,
}

/// How many records of this type are in a page.
pub const fn per_page<T>() -> usize {
    PAYLOAD / size_of::<T>()
}

impl SummaryEntry {
    /// The entry of a proposal whose holes begin at this place.
    pub fn of(proposal: &Proposal, first_hole: u32) -> SummaryEntry {
        let local = if proposal.local { LOCAL } else { 0 };
        SummaryEntry {
            hash: proposal.hash.bits().into(),
            first_hole: first_hole.into(),
            holes: (proposal.holes.len() as u32).into(),
            instructions: proposal.instructions.into(),
            members: proposal.members.into(),
            saving: proposal.saving.into(),
            parameters: (proposal.parameters | local).into(),
        }
    }

    /// The hash.
    pub fn hash(&self) -> StableHash {
        StableHash::from_bits(self.hash.get())
    }

    /// The places of its holes.
    pub fn holes(&self) -> Range<usize> {
        let first = self.first_hole.get() as usize;
        first..first + self.holes.get() as usize
    }

    /// The number of parameters.
    pub fn parameters(&self) -> u32 {
        self.parameters.get() & !LOCAL
    }

    /// Whether all members are in one module.
    pub fn is_local(&self) -> bool {
        self.parameters.get() & LOCAL != 0
    }
}

impl FileHole {
    /// The record of a hole.
    pub fn of(hole: &ProposedHole) -> FileHole {
        let (parameter, constant) = match hole.role {
            HoleRole::Parameter(number) => (number, 0),
            HoleRole::Same(constant) => (SAME, constant.bits()),
        };
        FileHole {
            position: hole.position.into(),
            parameter: parameter.into(),
            constant: constant.into(),
        }
    }
}
