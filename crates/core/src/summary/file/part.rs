//! Parts: the summary of one module, as its object carries it.
//!
//! Consumes: a [`Summary`]. Produces: bytes, and [`SummaryPart`]s from bytes. Guarantees: the bytes depend on the
//! set of functions alone; what follows a part is another part, zeros for alignment, or the end.
//!
//! A part is a header of 40 bytes and a body in postcard's encoding (its wire format is fixed and portable):
//! the table of modules, and the groups. It is read whole, so one checksum covers all.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;
use zerocopy::byteorder::little_endian::{U32, U64, U128};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::{PART_MAGIC, VERSION, check_version, is_summary};
use crate::summary::group::join_all;
use crate::summary::{Group, Summary, SummaryError};

/// How parts are aligned: each is filled up with zeros.
const ALIGN: usize = 8;

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct PartHeader {
    /// [`PART_MAGIC`].
    magic: [u8; 8],
    /// [`VERSION`]. Magic, version and length keep their places in all versions.
    version: U32,
    /// Zero.
    reserved: U32,
    /// The bytes of the part, header and zeros included.
    length: U64,
    /// XXH3-128 of the body.
    checksum: U128,
}

/// The groups of a module, or of some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryPart<'a> {
    /// The modules, sorted. Groups refer to them by their places.
    #[serde(borrow)]
    pub modules: Vec<&'a str>,
    /// The groups, by hash and structure.
    #[serde(borrow)]
    pub groups: Vec<Group<'a>>,
}

/// The bytes of a part: what `gfm-analyze` writes into a file, or into the section of an object.
///
/// # Errors
/// [`SummaryError::Inconsistent`] when the positions of a function's holes do not go up.
pub fn part_bytes(summary: Summary) -> Result<Vec<u8>, SummaryError> {
    let functions = summary.into_functions();
    let mut modules: Vec<_> = functions.iter().map(|f| f.module.as_str()).collect();
    modules.sort_unstable();
    modules.dedup();
    let groups = functions.iter().map(|function| {
        let place = modules.partition_point(|m| *m < function.module.as_str());
        Group::of(function, place as u32)
    });
    let groups = join_all(groups.collect::<Result<_, _>>()?);
    let body =
        postcard::to_stdvec(&SummaryPart { modules, groups }).expect("plain data into memory");
    Ok(with_header(&body))
}

fn with_header(body: &[u8]) -> Vec<u8> {
    let length = (size_of::<PartHeader>() + body.len()).next_multiple_of(ALIGN);
    let mut padded = body.to_vec();
    padded.resize(length - size_of::<PartHeader>(), 0);
    let header = PartHeader {
        magic: PART_MAGIC,
        version: VERSION.into(),
        reserved: 0.into(),
        length: (length as u64).into(),
        checksum: xxh3_128(&padded).into(),
    };
    [header.as_bytes(), &padded].concat()
}

/// The parts in a file or a section, one behind the other. After an error there are no more.
pub fn parts(bytes: &[u8]) -> impl Iterator<Item = Result<SummaryPart<'_>, SummaryError>> {
    let mut rest = Some(bytes).filter(|b| !b.is_empty());
    // No bytes at all are no part.
    let mut faults = rest.is_none().then_some(SummaryError::Foreign).into_iter();
    std::iter::from_fn(move || {
        if let Some(fault) = faults.next() {
            return Some(Err(fault));
        }
        match take_part(rest.take()?) {
            Ok((part, behind)) => {
                let zeros = behind.iter().take_while(|b| **b == 0).count();
                rest = Some(&behind[zeros..]).filter(|b| !b.is_empty());
                Some(Ok(part))
            }
            Err(fault) => Some(Err(fault)),
        }
    })
}

/// The first part, and what is behind it.
fn take_part(bytes: &[u8]) -> Result<(SummaryPart<'_>, &[u8]), SummaryError> {
    let found = bytes.len() as u64;
    let magic = &bytes[..bytes.len().min(PART_MAGIC.len())];
    if !PART_MAGIC.starts_with(magic) {
        return Err(match is_summary(bytes) {
            true => SummaryError::Inconsistent("a combined summary among the parts of objects"),
            false => SummaryError::Foreign,
        });
    }
    let truncated = |expected| SummaryError::Truncated { expected, found };
    let (header, _) = PartHeader::ref_from_prefix(bytes)
        .map_err(|_| truncated(size_of::<PartHeader>() as u64))?;
    check_version(header.version.get())?;
    let length = usize::try_from(header.length.get()).unwrap_or(usize::MAX);
    if length < size_of::<PartHeader>() {
        return Err(SummaryError::Inconsistent("a part shorter than its header"));
    }
    let part = bytes.get(..length).ok_or_else(|| truncated(header.length.get()))?;
    let body = &part[size_of::<PartHeader>()..];
    if xxh3_128(body) != header.checksum.get() {
        return Err(SummaryError::Damaged { place: "an object's part".into() });
    }
    Ok((decode(body)?, &bytes[length..]))
}

fn decode(body: &[u8]) -> Result<SummaryPart<'_>, SummaryError> {
    let (part, rest) = postcard::take_from_bytes::<SummaryPart<'_>>(body)
        .map_err(|_| SummaryError::Inconsistent("groups that cannot be decoded"))?;
    if rest.len() >= ALIGN || rest.iter().any(|b| *b != 0) {
        return Err(SummaryError::Inconsistent("bytes behind the groups of a part"));
    }
    part.groups.iter().try_for_each(|g| g.check(part.modules.len() as u64))?;
    Ok(part)
}

/// Makes the checksums of bytes match what is in them: for tests of what lies behind the checksums.
#[cfg(any(test, feature = "testing"))]
pub fn reseal(bytes: &mut [u8]) {
    let Ok((header, body)) = PartHeader::mut_from_prefix(bytes) else { return };
    let length = usize::try_from(header.length.get()).unwrap_or(usize::MAX);
    let Some(body) = length.checked_sub(size_of::<PartHeader>()).and_then(|n| body.get(..n)) else {
        return;
    };
    header.checksum = xxh3_128(body).into();
}
