//! A combined summary that lies in a file, read page by page.
//!
//! Consumes: a path. Produces: a [`ByteSource`] of the pages that a compiler looks at. Guarantees: each page is read
//! once, when it is first asked for, and copied. If another process shortens, overwrites or deletes the file
//! meanwhile, fewer or other bytes are read, which the reader's checksums refuse. (If the file was mapped instead,
//! shortening it would end the process.) Only regular files are read, because reading from a pipe could wait
//! for ever.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::layout::PAGE;
use super::read::ByteSource;

/// A page; shorter than [`PAGE`] at the end of the file, and empty where it cannot be read.
type Page = Box<[u8]>;

/// The entries of so many pages are allocated together, so that a large file costs little before it is read.
const REGION: usize = 1 << 12;

/// A summary in a file. Only ranges within one page can be looked at, so [`super::read::SummaryReader`] can look
/// functions up in it, but not list its groups.
#[derive(Debug)]
pub struct PagedFile {
    file: Mutex<File>,
    regions: Vec<OnceLock<Box<[OnceLock<Page>]>>>,
}

impl PagedFile {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read, or is a folder, a pipe or a device.
    pub fn open(path: &Path) -> io::Result<PagedFile> {
        // This comes before opening, because opening a pipe waits until somebody writes to it.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
        }
        let file = File::open(path)?;
        let pages = file.metadata()?.len().div_ceil(PAGE as u64);
        let count = usize::try_from(pages.div_ceil(REGION as u64)).map_err(io::Error::other)?;
        let mut regions = Vec::new();
        regions.try_reserve_exact(count).map_err(io::Error::other)?;
        regions.resize_with(count, OnceLock::new);
        Ok(PagedFile { file: Mutex::new(file), regions })
    }

    fn page(&self, number: usize) -> Option<&Page> {
        let region = self.regions.get(number / REGION)?;
        let region = region.get_or_init(|| (0..REGION).map(|_| OnceLock::new()).collect());
        Some(region[number % REGION].get_or_init(|| self.read(number).unwrap_or_default()))
    }

    fn read(&self, number: usize) -> io::Result<Page> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut page = Vec::with_capacity(PAGE);
        file.seek(SeekFrom::Start(number as u64 * PAGE as u64))?;
        (&*file).take(PAGE as u64).read_to_end(&mut page)?;
        Ok(page.into_boxed_slice())
    }
}

impl ByteSource for PagedFile {
    /// The present length of the file.
    fn length(&self) -> u64 {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.metadata().map_or(0, |data| data.len())
    }

    fn bytes(&self, range: Range<u64>) -> Option<&[u8]> {
        let first = range.start / PAGE as u64;
        let place = |at: u64| usize::try_from(at - first * PAGE as u64).ok();
        let page = self.page(usize::try_from(first).ok()?)?;
        page.get(place(range.start)?..place(range.end.max(range.start))?)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::summary::{
        CostModel, FunctionSummary, Hole, Scope, StableHasher, Summary, SummaryError, SummaryReader,
    };

    fn hash(n: u64) -> StableHasher {
        let mut hasher = StableHasher::new("test");
        hasher.word(n);
        hasher
    }

    fn function(n: u64, name: &str) -> FunctionSummary {
        FunctionSummary {
            hash: hash(n).finish(),
            name: name.to_owned(),
            module: "m".to_owned(),
            scope: Scope::Module,
            instructions: 30,
            size: 300,
            folds_alone: true,
            holes: vec![Hole { position: 1, constant: hash(name.len() as u64).finish_constant() }],
        }
    }

    /// Two thousand groups that pay, in some dozens of pages.
    fn summary() -> Vec<u8> {
        let functions = (0..2000).flat_map(|n| [function(n, "a"), function(n, "bb")]);
        let summary: Summary = functions.collect();
        let combiner = crate::summary::Combiner::new();
        combiner.add_functions(&summary.into_functions()).expect("sound functions");
        combiner.finish(&CostModel::default()).expect("few functions").to_bytes()
    }

    fn written(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(bytes).expect("space");
        file
    }

    #[test]
    fn a_file_says_what_its_bytes_say() {
        let bytes = summary();
        let file = written(&bytes);
        let paged = PagedFile::open(file.path()).expect("a regular file");
        let by_file = SummaryReader::open(paged).expect("a sound summary");
        let by_bytes = SummaryReader::open(&bytes[..]).expect("a sound summary");
        for n in 0..2001 {
            let found = by_file.lookup(hash(n).finish()).expect("sound");
            assert_eq!(found, by_bytes.lookup(hash(n).finish()).expect("sound"));
            assert_eq!(found.is_some(), n < 2000);
        }
    }

    #[test]
    fn a_file_that_is_shortened_while_it_is_open_is_an_error() {
        let file = written(&summary());
        let paged = PagedFile::open(file.path()).expect("a regular file");
        let reader = SummaryReader::open(paged).expect("a sound summary");
        file.as_file().set_len(PAGE as u64 + 10).expect("a shorter file");
        let error = reader.lookup(hash(3).finish()).expect_err("most pages are gone");
        assert!(matches!(error, SummaryError::Truncated { found: 4106, .. }), "{error}");
    }

    #[test]
    fn a_file_that_is_overwritten_while_it_is_open_is_an_error() {
        let file = written(&summary());
        let paged = PagedFile::open(file.path()).expect("a regular file");
        let reader = SummaryReader::open(paged).expect("a sound summary");
        let length = file.as_file().metadata().expect("a file").len();
        file.as_file().set_len(0).expect("a shorter file");
        file.as_file().set_len(length).expect("zeros");
        let error = reader.lookup(hash(3).finish()).expect_err("all but the first page are zeros");
        assert!(matches!(error, SummaryError::Damaged { .. }), "{error}");
    }

    #[test]
    fn files_that_are_shorter_than_a_page_are_told_by_what_they_are() {
        for (bytes, is_foreign) in [(&b"no summary"[..], true), (&summary()[..100], false)] {
            let file = written(bytes);
            let paged = PagedFile::open(file.path()).expect("a regular file");
            let error = SummaryReader::open(paged).expect_err("no whole page");
            assert_eq!(matches!(error, SummaryError::Foreign), is_foreign, "{error}");
        }
    }

    #[test]
    fn what_is_no_regular_file_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [folder.path(), Path::new("/dev/null")] {
            let error = PagedFile::open(path).expect_err("no regular file");
            assert_eq!(error.to_string(), "not a regular file");
        }
    }
}
