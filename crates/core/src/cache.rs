//! The results of exploring pairs, kept for the next build of the same module.
//!
//! Consumes: pairs by their [`PairId`], and the result of each. Produces: the result for an id; and a file of all
//! results in a folder that the user names. Guarantees: a known result is what exploring the pair would give, so a
//! build merges the same functions with a cache, with an empty one and without. No error of the file system and no
//! damaged file ends a build or changes what is merged: a file that cannot be read counts as empty, and a file that
//! cannot be written is given up. Builds that run at the same time may share a folder: files are replaced as a whole,
//! and the last one stays.
//!
//! A pair that a module has not asked for in more than [`OLDEST`] builds is forgotten. When all files together take
//! more than [`MOST_BYTES`], those that were written longest ago are removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::container::Container;
use crate::price::Bytes;
use crate::reject::Reject;
use crate::summary::write_atomically;

/// The extension of a cache file. The name before it is the subject in hexadecimal.
const EXTENSION: &str = "fmerge-pairs";

/// The content: pairs in the order of their ids, each as postcard writes a [`Line`].
const FILE: Container = Container { magic: *b"\x89fmergeC", version: 3 };

/// A pair is forgotten when more builds than these in a row have not asked for it.
const OLDEST: u8 = 8;

/// The most bytes that all files in one folder may take.
const MOST_BYTES: u64 = 256 << 20;

/// A hash of everything about two functions that decides what merging them is worth. Different pairs have different
/// ids, up to collisions of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairId(pub u64);

impl PairId {
    /// The same two functions, tried another way.
    pub fn with(self, way: u32) -> PairId {
        PairId(xxh3_64_with_seed(&self.0.to_le_bytes(), way.into()))
    }

    /// These functions together with those of `other`.
    pub fn and(self, other: PairId) -> PairId {
        PairId(xxh3_64_with_seed(&self.0.to_le_bytes(), other.0))
    }
}

/// What a merge is worth by the estimate, or why there is none.
pub type Worth = Result<Bytes, Refused>;

/// Why a pair is not merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The reason.
    pub reason: Reject,
    /// Bytes that the merge would have saved, if it is refused only for its time; else 0.
    pub given_up: Bytes,
}

impl From<Reject> for Refused {
    fn from(reason: Reject) -> Refused {
        Refused { reason, given_up: Bytes::ZERO }
    }
}

/// What is known of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    worth: Worth,
    /// Builds since it was last asked for.
    age: u8,
}

/// One pair in the file: its id, in eight little-endian bytes because postcard would write ten for the number; its
/// result; and its age in builds.
type Line = ([u8; 8], Worth, u8);

/// The hash of a file's content, for [`subject`].
pub fn digest(content: &[u8]) -> u64 {
    xxh3_64(content)
}

/// The number that names a module's cache file: a hash of the plugin's [`digest`], the module's name and its functions' names.
///
/// Linkers give the module of every program the same name. So one function stands for the program: the one whose name
/// has the least hash. That function rarely changes when few functions do (MinHash with one hash function).
pub fn subject<'a>(plugin: u64, module: &str, functions: impl Iterator<Item = &'a str>) -> u64 {
    let least = functions.map(|name| xxh3_64(name.as_bytes())).min().unwrap_or_default();
    xxh3_64_with_seed(module.as_bytes(), plugin ^ least.rotate_left(1))
}

/// Pairs with their results.
#[derive(Clone, Debug, Default)]
pub struct PairCache {
    /// `None` if the cache is not kept in a file.
    file: Option<PathBuf>,
    known: FxHashMap<PairId, Known>,
}

impl PairCache {
    /// What earlier builds left in `folder` for this [`subject`]. If there is no such file, or none that can be read,
    /// nothing is known.
    pub fn open(folder: &Path, subject: u64) -> PairCache {
        let file = folder.join(format!("{subject:016x}.{EXTENSION}"));
        let known = read(&file).unwrap_or_else(|why| {
            log::info!("nothing is known from {}: {why}", file.display());
            FxHashMap::default()
        });
        PairCache { file: Some(file), known }
    }

    /// What came of a pair, if that is known.
    pub fn get(&self, pair: PairId) -> Option<Worth> {
        self.known.get(&pair).map(|known| known.worth)
    }

    /// Notes the result of a pair, and that this build asked for it.
    pub fn note(&mut self, pair: PairId, worth: Worth) {
        self.known.insert(pair, Known { worth, age: 0 });
    }

    /// Writes what is known to the file that it came from. Where that is impossible, a warning says why.
    pub fn save(&self) {
        let Some(file) = &self.file else { return };
        if let Err(why) = self.write(file) {
            log::warn!(
                "the next build will know nothing of this one: {}: {why}; name a folder that can be written by cache=DIR",
                file.display()
            );
        }
    }

    fn write(&self, file: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let bytes = FILE.framed(&postcard::to_stdvec(&self.lines())?);
        write_atomically(file, |out| out.write_all(&bytes))?;
        Ok(shrink(folder, MOST_BYTES, file)?)
    }

    fn lines(&self) -> Vec<Line> {
        let young = self.known.iter().filter(|(_, known)| known.age <= OLDEST);
        let mut ids: Vec<u64> = young.map(|(id, _)| id.0).collect();
        ids.sort_unstable();
        let line = |id: u64| {
            let Known { worth, age } = self.known[&PairId(id)];
            (id.to_le_bytes(), worth, age)
        };
        ids.into_iter().map(line).collect()
    }
}

/// Reads a file. Each pair is now one build older.
fn read(file: &Path) -> Result<FxHashMap<PairId, Known>, String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let content = FILE.content(&bytes).map_err(|why| format!("{why:?}"))?;
    let lines: Vec<Line> = postcard::from_bytes(content).map_err(|error| error.to_string())?;
    let known = lines.into_iter().map(|(id, worth, age)| {
        (PairId(u64::from_le_bytes(id)), Known { worth, age: age.saturating_add(1) })
    });
    Ok(known.collect())
}

/// A cache file.
struct CacheFile {
    /// When it was written.
    time: SystemTime,
    bytes: u64,
    path: PathBuf,
}

/// Removes cache files from a folder, those first that were written longest ago, until the rest takes at most `most`
/// bytes. `newest` stays.
fn shrink(folder: &Path, most: u64, newest: &Path) -> io::Result<()> {
    let mut files: Vec<CacheFile> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // A file that another build has just removed takes nothing.
        if path.extension().is_some_and(|extension| extension == EXTENSION)
            && let Ok(found) = fs::metadata(&path)
        {
            files.push(CacheFile { time: found.modified()?, bytes: found.len(), path });
        }
    }
    let mut sum: u64 = files.iter().map(|file| file.bytes).sum();
    files.retain(|file| file.path != newest);
    while sum > most
        && let Some(oldest) = (0..files.len()).min_by_key(|&place| files[place].time)
    {
        let CacheFile { path, bytes, .. } = files.swap_remove(oldest);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => sum -= bytes,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
