//! Writing a combined summary.
//!
//! Consumes: [`Combined`]. Produces: bytes as `layout.rs` describes them, or a file that appears whole or
//! not at all. Guarantees: equal results give equal bytes.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use zerocopy::{Immutable, IntoBytes};

use super::layout::{
    ChunkRecord, PAGE, PAYLOAD, Section, SummaryEntry, SummaryHeader, checksum, per_page,
};
use super::{SUMMARY_MAGIC, VERSION};
use crate::summary::{Combined, SummaryError};

impl Combined {
    /// Writes the summary to a stream.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let modules = self.encoded_modules();
        let proposal = Layout::of(self, modules.len());
        let mut pages = PageWriter { out, next: 0 };
        pages.table(std::iter::once(proposal.header))?;
        pages.table(self.entries().step_by(per_page::<SummaryEntry>()).map(fence))?;
        pages.table(self.placed_entries())?;
        pages.table(self.holes().copied())?;
        pages.table(self.chunk_records(&modules, proposal.data))?;
        out.write_all(&modules)?;
        self.chunks().try_for_each(|(bytes, _)| out.write_all(bytes))
    }

    /// The summary as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).expect("memory takes everything");
        bytes
    }

    fn encoded_modules(&self) -> Vec<u8> {
        postcard::to_stdvec(&self.modules).expect("plain data into memory")
    }

    /// The entries, their holes counted from the start of the table.
    fn placed_entries(&self) -> impl Iterator<Item = SummaryEntry> + '_ {
        let mut before = 0;
        self.shards.iter().flat_map(move |shard| {
            let base = before;
            before += shard.holes.len() as u32;
            let placed = move |e: &SummaryEntry| SummaryEntry {
                first_hole: (e.first_hole.get() + base).into(),
                ..*e
            };
            shard.entries.iter().map(placed)
        })
    }

    /// The chunks of groups that are not empty, with the number of groups in each.
    fn chunks(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let shards = self.shards.iter().filter(|s| s.count > 0);
        shards.map(|s| (s.groups.as_slice(), u64::from(s.count)))
    }

    fn chunk_records<'a>(
        &'a self,
        modules: &'a [u8],
        data: u64,
    ) -> impl Iterator<Item = ChunkRecord> + 'a {
        let first = std::iter::once((modules, self.modules.len() as u64));
        let mut offset = data;
        first.chain(self.chunks()).enumerate().map(move |(number, (bytes, items))| {
            let begin = offset;
            offset += bytes.len() as u64;
            ChunkRecord {
                offset: begin.into(),
                length: (bytes.len() as u64).into(),
                items: items.into(),
                checksum: checksum(bytes, number as u64),
            }
        })
    }
}

/// What the fence of a page says of its first entry.
fn fence(entry: &SummaryEntry) -> [u8; 8] {
    entry.hash().prefix().to_le_bytes()
}

/// Where everything will lie.
struct Layout {
    header: SummaryHeader,
    /// Where the data begins that is not in pages.
    data: u64,
}

impl Layout {
    fn of(combined: &Combined, modules: usize) -> Layout {
        let mut next = 1;
        let entries = combined.entries().count();
        let fences = place::<[u8; 8]>(&mut next, entries.div_ceil(per_page::<SummaryEntry>()));
        let entries = place::<SummaryEntry>(&mut next, entries);
        let holes = place::<super::layout::FileHole>(&mut next, combined.holes().count());
        let chunks = place::<ChunkRecord>(&mut next, combined.chunks().count() + 1);
        let data = next * PAGE as u64;
        let groups: u64 = combined.chunks().map(|(bytes, _)| bytes.len() as u64).sum();
        let model = combined.model;
        let header = SummaryHeader {
            magic: SUMMARY_MAGIC,
            version: VERSION.into(),
            page: (PAGE as u32).into(),
            length: (data + modules as u64 + groups).into(),
            functions: combined.functions().into(),
            groups: combined.groups().into(),
            saving: combined.saving().into(),
            model: [
                model.thunk.size(),
                model.parameter.size(),
                model.max_parameters,
                model.min_saving.size(),
            ]
            .map(Into::into),
            fences,
            entries,
            holes,
            chunks,
        };
        Layout { header, data }
    }
}

/// Puts a table of so many records at the next page.
fn place<T>(next: &mut u64, records: usize) -> Section {
    let section = Section { first_page: (*next).into(), records: (records as u64).into() };
    *next += records.div_ceil(per_page::<T>()) as u64;
    section
}

/// Writes tables as pages with checksums.
struct PageWriter<'a> {
    out: &'a mut dyn Write,
    next: u64,
}

impl PageWriter<'_> {
    fn table<T: IntoBytes + Immutable>(
        &mut self,
        records: impl Iterator<Item = T>,
    ) -> io::Result<()> {
        let mut payload = Vec::with_capacity(PAGE);
        for record in records {
            payload.extend_from_slice(record.as_bytes());
            if payload.len() + size_of::<T>() > PAYLOAD {
                self.page(&mut payload)?;
            }
        }
        if payload.is_empty() { Ok(()) } else { self.page(&mut payload) }
    }

    fn page(&mut self, payload: &mut Vec<u8>) -> io::Result<()> {
        payload.resize(PAYLOAD, 0);
        let sum = checksum(payload, self.next);
        payload.extend_from_slice(sum.as_bytes());
        self.out.write_all(payload)?;
        payload.clear();
        self.next += 1;
        Ok(())
    }
}

/// Writes a file that appears whole or not at all to whoever reads it at the same time. A pipe or a device is
/// written to directly.
///
/// # Errors
/// [`SummaryError::Write`].
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), SummaryError> {
    let result = match fs::metadata(path) {
        Ok(found) if !found.is_file() => write_through(path, write),
        // A symbolic link stays; the file that it leads to is replaced.
        Ok(_) => fs::canonicalize(path).and_then(|file| replace(&file, write)),
        Err(_) => replace(path, write),
    };
    result.map_err(|source| SummaryError::Write { path: path.to_owned(), source })
}

fn write_through(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(fs::OpenOptions::new().write(true).open(path)?);
    write(&mut out)?;
    out.flush()
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fmerge-");
    // The file gets the permissions of any new file, by the umask; a temporary file is readable to its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut out = BufWriter::new(builder.tempfile_in(folder)?);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.persist(path).map(drop).map_err(|e| e.error)
}
