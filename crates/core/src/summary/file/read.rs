//! Reading a combined summary in place.
//!
//! Consumes: a [`ByteSource`] of bytes, such as a file's pages. Produces: [`Proposal`]s by hash, or all
//! groups. Guarantees: opening reads one page; a look-up reads some fences, one page of entries, and the pages of
//! the holes. The checksum of a page is verified when it is read, and every number in it is checked before it
//! is used. So wrong bytes, or bytes that change meanwhile, give an error and nothing worse.

use std::marker::PhantomData;
use std::ops::Range;

use serde::Deserialize;
use zerocopy::byteorder::little_endian::U64;
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use super::layout::{
    ChunkRecord, FileHole, MAX_HOLES, PAGE, PAYLOAD, SAME, Section, SummaryEntry, SummaryHeader,
    checksum, per_page,
};
use super::{SUMMARY_MAGIC, check_version, is_part};
use crate::price::Bytes;
use crate::summary::{
    ConstantHash, CostModel, Group, HoleRole, Proposal, ProposedHole, StableHash, SummaryError,
};

/// Bytes that can be read in any order, such as the pages of a file. Every byte slice is such a source.
pub trait ByteSource {
    /// How many there are.
    fn length(&self) -> u64;
    /// Those in a range; `None` if it goes beyond the end.
    fn bytes(&self, range: Range<u64>) -> Option<&[u8]>;
}

impl<B: AsRef<[u8]> + ?Sized> ByteSource for B {
    fn length(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn bytes(&self, range: Range<u64>) -> Option<&[u8]> {
        let place = |at| usize::try_from(at).ok();
        self.as_ref().get(place(range.start)?..place(range.end)?)
    }
}

/// A combined summary, open. Threads can share it.
#[derive(Debug)]
pub struct SummaryReader<S> {
    source: S,
    header: SummaryHeader,
    fences: Table<U64>,
    entries: Table<SummaryEntry>,
    holes: Table<FileHole>,
    chunks: Table<ChunkRecord>,
}

impl<S: ByteSource> SummaryReader<S> {
    /// Opens a summary: looks at its first page.
    ///
    /// # Errors
    /// When the first page shows that the bytes are something else, newer, truncated or damaged.
    pub fn open(source: S) -> Result<SummaryReader<S>, SummaryError> {
        let header = header(&source)?;
        let pages = header.length.get() / PAGE as u64;
        let reader = SummaryReader {
            fences: Table::open(header.fences, pages)?,
            entries: Table::open(header.entries, pages)?,
            holes: Table::open(header.holes, pages)?,
            chunks: Table::open(header.chunks, pages)?,
            header,
            source,
        };
        let fences = reader.entries.records.div_ceil(per_page::<SummaryEntry>() as u64);
        match reader.fences.records == fences && reader.chunks.records > 0 {
            true => Ok(reader),
            false => Err(SummaryError::Inconsistent("tables of sizes that do not agree")),
        }
    }

    /// How the functions of a hash share a body; `None` when the hash is unknown or does not pay.
    ///
    /// # Errors
    /// When a page that is needed is damaged or contradicts itself.
    pub fn lookup(&self, hash: StableHash) -> Result<Option<Proposal>, SummaryError> {
        let page = per_page::<SummaryEntry>() as u64;
        let prefix = hash.prefix();
        let fences = 0..self.fences.records;
        let below = self.fences.partition_point(&self.source, fences, |f| f.get() < prefix)?;
        let first = below.saturating_sub(1);
        let rest = below..self.fences.records;
        let end = self.fences.partition_point(&self.source, rest, |f| f.get() <= prefix)?;
        let range = first * page..(end * page).min(self.entries.records);
        let found =
            self.entries.partition_point(&self.source, range.clone(), |e| e.hash() < hash)?;
        if !range.contains(&found) {
            return Ok(None);
        }
        let entry = self.entries.get(&self.source, found)?;
        if entry.hash() == hash { self.proposal(&entry).map(Some) } else { Ok(None) }
    }

    /// The number of groups that pay.
    pub fn merged(&self) -> u64 {
        self.entries.records
    }

    /// The number of all functions, each counted once.
    pub fn functions(&self) -> u64 {
        self.header.functions.get()
    }

    /// The number of all groups, those of one function among them.
    pub fn all_groups(&self) -> u64 {
        self.header.groups.get()
    }

    /// Bytes that are expected to be saved in all.
    pub fn saving(&self) -> u64 {
        self.header.saving.get()
    }

    /// The prices and limits with which it was combined.
    pub fn model(&self) -> CostModel {
        let [thunk, parameter, max_parameters, min_saving] = self.header.model.map(|x| x.get());
        let [thunk, parameter, min_saving] = [thunk, parameter, min_saving].map(Bytes::from);
        CostModel { thunk, parameter, max_parameters, min_saving }
    }

    /// Every proposal, by hash.
    pub fn proposals(&self) -> impl Iterator<Item = Result<Proposal, SummaryError>> + '_ {
        let mut end = 0;
        (0..self.entries.records).map(move |i| {
            let entry = self.entries.get(&self.source, i)?;
            if entry.holes().start != std::mem::replace(&mut end, entry.holes().end) {
                return Err(SummaryError::Inconsistent("holes of several functions"));
            }
            self.proposal(&entry)
        })
    }

    /// The table of modules, to which groups refer. Not for compilers.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn modules(&self) -> Result<Vec<&str>, SummaryError> {
        self.chunk(0)
    }

    /// The number of chunks of groups.
    pub fn chunks(&self) -> u64 {
        self.chunks.records - 1
    }

    /// The groups of a chunk, by hash and structure; their modules are in the table. Not for compilers.
    ///
    /// # Errors
    /// When it is damaged, or its groups are not valid.
    pub fn groups(&self, chunk: u64) -> Result<Vec<Group<'_>>, SummaryError> {
        let modules = self.chunks.get(&self.source, 0)?.items.get();
        let groups: Vec<Group<'_>> = self.chunk(chunk + 1)?;
        groups.iter().try_for_each(|g| g.check(modules))?;
        Ok(groups)
    }

    /// Decodes a chunk: a list of as many items as its record says.
    fn chunk<'a, T: Deserialize<'a>>(&'a self, number: u64) -> Result<Vec<T>, SummaryError> {
        let record = self.chunks.get(&self.source, number)?;
        let begin = record.offset.get();
        let end = begin.checked_add(record.length.get());
        let bytes = end.and_then(|end| self.source.bytes(begin..end));
        let bytes = bytes.filter(|_| self.chunk_begin(number).is_ok_and(|b| b == begin));
        let bytes =
            bytes.ok_or(SummaryError::Inconsistent("groups that are not in their place"))?;
        if checksum(bytes, number) != record.checksum {
            return Err(SummaryError::Damaged { place: format!("chunk {number}") });
        }
        let decoded = postcard::take_from_bytes::<Vec<T>>(bytes).ok();
        let whole = decoded
            .filter(|(items, rest)| rest.is_empty() && items.len() as u64 == record.items.get());
        whole
            .map(|(items, _)| items)
            .ok_or(SummaryError::Inconsistent("groups that cannot be decoded"))
    }

    /// Where a chunk must begin: behind the one before, the first one behind the pages.
    fn chunk_begin(&self, number: u64) -> Result<u64, SummaryError> {
        let Some(before) = number.checked_sub(1) else {
            return Ok(self.chunks.end() * PAGE as u64);
        };
        let before = self.chunks.get(&self.source, before)?;
        Ok(before.offset.get().saturating_add(before.length.get()))
    }

    fn proposal(&self, entry: &SummaryEntry) -> Result<Proposal, SummaryError> {
        let first = u64::from(entry.first_hole.get());
        let range = first..first + u64::from(entry.holes.get());
        if entry.holes.get() as usize > MAX_HOLES {
            return Err(SummaryError::Inconsistent("more holes than a function may have"));
        }
        proposal_of(entry, &self.holes.list(&self.source, range)?)
    }
}

/// The first page, if it is that of a whole summary.
fn header(source: &impl ByteSource) -> Result<SummaryHeader, SummaryError> {
    let found = source.length();
    let start = source.bytes(0..found.min(PAGE as u64)).unwrap_or_default();
    if is_part(start) {
        return Err(SummaryError::NotCombined);
    }
    if !SUMMARY_MAGIC.starts_with(&start[..start.len().min(SUMMARY_MAGIC.len())]) {
        return Err(SummaryError::Foreign);
    }
    let truncated = |expected| SummaryError::Truncated { expected, found };
    let (header, _) = SummaryHeader::read_from_prefix(start).map_err(|_| truncated(PAGE as u64))?;
    check_version(header.version.get())?;
    if header.page.get() != PAGE as u32 {
        return Err(SummaryError::Inconsistent("pages of another size"));
    }
    page(source, 0)?;
    let expected = header.length.get();
    match found {
        _ if found < expected => Err(truncated(expected)),
        _ if found > expected => Err(SummaryError::Inconsistent("bytes behind its end")),
        _ => Ok(header),
    }
}

/// The payload of a page, once its checksum is verified.
fn page(source: &impl ByteSource, number: u64) -> Result<&[u8], SummaryError> {
    let begin = number.saturating_mul(PAGE as u64);
    let end = begin.saturating_add(PAGE as u64);
    let truncated = || SummaryError::Truncated { expected: end, found: source.length() };
    let page = source.bytes(begin..end).ok_or_else(truncated)?;
    let (payload, sum) = page.split_at(PAYLOAD);
    match checksum(payload, number).to_bytes() == sum {
        true => Ok(payload),
        false => Err(SummaryError::Damaged { place: format!("page {number}") }),
    }
}

/// A table of records in pages.
#[derive(Debug)]
struct Table<T> {
    first_page: u64,
    records: u64,
    of: PhantomData<fn() -> T>,
}

impl<T: FromBytes + Immutable + KnownLayout + Unaligned> Table<T> {
    fn open(section: Section, pages: u64) -> Result<Table<T>, SummaryError> {
        let (first_page, records) = (section.first_page.get(), section.records.get());
        let table = Table { first_page, records, of: PhantomData };
        match first_page <= pages && table.end() <= pages {
            true => Ok(table),
            false => Err(SummaryError::Inconsistent("a table beyond the end of the file")),
        }
    }

    /// The page behind the last one.
    fn end(&self) -> u64 {
        self.first_page.saturating_add(self.records.div_ceil(per_page::<T>() as u64))
    }

    fn get(&self, source: &impl ByteSource, place: u64) -> Result<T, SummaryError> {
        if place >= self.records {
            return Err(SummaryError::Inconsistent("a record beyond the end of its table"));
        }
        let payload = page(source, self.first_page + place / Self::PER_PAGE)?;
        Ok(Self::at(payload, place))
    }

    /// Records one after the other, each page looked at once.
    fn list(&self, source: &impl ByteSource, range: Range<u64>) -> Result<Vec<T>, SummaryError> {
        if range.end > self.records {
            return Err(SummaryError::Inconsistent("records beyond the end of their table"));
        }
        let mut records = Vec::new();
        let mut next = range.start;
        while next < range.end {
            let number = next / Self::PER_PAGE;
            let payload = page(source, self.first_page + number)?;
            let end = range.end.min((number + 1) * Self::PER_PAGE);
            records.extend((next..end).map(|place| Self::at(payload, place)));
            next = end;
        }
        Ok(records)
    }

    const PER_PAGE: u64 = per_page::<T>() as u64;

    /// The record of this place, in the page that has it.
    fn at(payload: &[u8], place: u64) -> T {
        let at = (place % Self::PER_PAGE) as usize * size_of::<T>();
        T::read_from_prefix(&payload[at..]).expect("pages hold whole records").0
    }

    /// The first place in the range whose record does not satisfy `before`, which the earlier ones do.
    fn partition_point(
        &self,
        source: &impl ByteSource,
        mut range: Range<u64>,
        before: impl Fn(&T) -> bool,
    ) -> Result<u64, SummaryError> {
        while !range.is_empty() {
            let middle = range.start + (range.end - range.start) / 2;
            match before(&self.get(source, middle)?) {
                true => range.start = middle + 1,
                false => range.end = middle,
            }
        }
        Ok(range.start)
    }
}

/// The proposal that an entry and its holes stand for.
///
/// # Errors
/// When positions do not go up, or parameters are not numbered by their first holes.
pub(in crate::summary) fn proposal_of(
    entry: &SummaryEntry,
    holes: &[FileHole],
) -> Result<Proposal, SummaryError> {
    let mut numbered = 0;
    for hole in holes.iter().map(|h| h.parameter.get()).filter(|p| *p != SAME) {
        match hole {
            _ if hole < numbered => {}
            _ if hole == numbered => numbered += 1,
            _ => return Err(SummaryError::Inconsistent("parameters out of order")),
        }
    }
    if numbered != entry.parameters()
        || !holes.is_sorted_by(|a, b| a.position.get() < b.position.get())
    {
        return Err(SummaryError::Inconsistent("holes that contradict their function"));
    }
    Ok(Proposal {
        hash: entry.hash(),
        instructions: entry.instructions.get(),
        members: entry.members.get(),
        local: entry.is_local(),
        parameters: entry.parameters(),
        saving: entry.saving.get(),
        holes: holes.iter().map(proposed).collect(),
    })
}

fn proposed(hole: &FileHole) -> ProposedHole {
    let role = match hole.parameter.get() {
        SAME => HoleRole::Same(ConstantHash::from_bits(hole.constant.get())),
        number => HoleRole::Parameter(number),
    };
    ProposedHole { position: hole.position.get(), role }
}

/// Makes the checksums of bytes match what is in them: for tests of what lies behind the checksums.
#[cfg(any(test, feature = "testing"))]
pub fn reseal(bytes: &mut [u8]) {
    use zerocopy::IntoBytes;
    let Ok((header, _)) = SummaryHeader::read_from_prefix(bytes) else { return };
    let data = bytes.to_vec();
    let (first, count) = (header.chunks.first_page.get(), header.chunks.records.get());
    for place in 0..count.min(2 * SHARD_CHUNKS) {
        let (page, at) =
            (place / per_page::<ChunkRecord>() as u64, place % per_page::<ChunkRecord>() as u64);
        let at = first
            .saturating_add(page)
            .saturating_mul(PAGE as u64)
            .saturating_add(at * size_of::<ChunkRecord>() as u64);
        let Some(record) = usize::try_from(at).ok().and_then(|at| bytes.get_mut(at..)) else {
            break;
        };
        let Ok((record, _)) = ChunkRecord::mut_from_prefix(record) else { break };
        let begin = record.offset.get();
        let chunk = data.bytes(begin..begin.saturating_add(record.length.get()));
        record.checksum = checksum(chunk.unwrap_or_default(), place);
    }
    for (number, page) in bytes.chunks_exact_mut(PAGE).enumerate() {
        // Only pages that have records: behind them lie chunks.
        if (number as u64) < first.saturating_add(count.div_ceil(per_page::<ChunkRecord>() as u64))
        {
            let sum = checksum(&page[..PAYLOAD], number as u64);
            page[PAYLOAD..].copy_from_slice(sum.as_bytes());
        }
    }
}

/// As many chunks as a writer makes.
#[cfg(any(test, feature = "testing"))]
const SHARD_CHUNKS: u64 = 257;
