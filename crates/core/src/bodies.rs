//! Bodies that functions of several objects share: how they get from process to process.
//!
//! Consumes: bitcode. Produces: bytes for a section of an object ([`ModuleRecord`]) or for a file of a store
//! ([`StoredBody`]), and both back. Guarantees: bytes that are damaged, cut short or foreign are refused, with a reason.
//!
//! A *store* is a folder with one file for each function that shares a body, and one for each body. The file of a function is
//! named by its digest ([`file_name`]), that of a body as the body is, so a compiler reads what it needs and nothing else. What the files hold is code, and whoever
//! writes it decides what programs do, as with any object file: the checksum finds accidents only.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The section in which an object carries its module. As of [`crate::summary::SECTION`].
pub const SECTION: &str = ".fmerge.module";

/// How names of bodies begin. 64 hexadecimal digits follow: the digest of the body.
pub const BODY_PREFIX: &str = "fmerge.";

/// The file of a store that lists all others, with what is in them.
pub const INDEX: &str = "index";

const MODULE_MAGIC: [u8; 8] = *b"fmergemo";
const BODY_MAGIC: [u8; 8] = *b"fmergebo";
/// Goes up when the meaning of the bytes changes.
const VERSION: u32 = 1;
/// The bytes of magic, length and checksum.
const HEADER: usize = 8 + 8 + 32;
/// How records are aligned in a section: each is filled up with zeros.
const ALIGN: usize = 8;

/// How a list of bodies begins that takes the place of a summary.
pub const LIST: &str = "bodies of fmerge, format 1\n";

/// Removes the files of a store that are not named.
///
/// # Errors
/// The folder cannot be read, or a file not removed.
pub fn remove_others(store: &Path, keeps: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(store)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_of_store(&name) && !keeps(&name) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// How many functions a list has that share bodies. The bodies stand in it, too.
pub fn functions_in(list: &str) -> usize {
    list.lines().filter(|line| !line.starts_with(BODY_PREFIX)).count()
}

/// The store that belongs to a summary.
pub fn store_of(summary: &Path) -> PathBuf {
    let mut name = summary.as_os_str().to_owned();
    name.push(".bodies");
    name.into()
}

/// The digest of all that a function does, promises and refers to, in its object.
pub type FunctionDigest = [u8; 32];

/// The digest of a function that refers to local functions with these digests, in order, and perhaps to itself by its name.
/// `own` is the digest of all else.
pub fn digest_with(
    own: FunctionDigest,
    itself: Option<&str>,
    locals: &[FunctionDigest],
) -> FunctionDigest {
    if locals.is_empty() && itself.is_none() {
        return own;
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"with local functions and itself");
    hasher.update(&own);
    hasher.update(&(itself.map_or(0, str::len) as u64).to_le_bytes());
    hasher.update(itself.unwrap_or_default().as_bytes());
    locals.iter().for_each(|local| {
        hasher.update(local);
    });
    *hasher.finalize().as_bytes()
}

/// What is wrong with bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    /// The bytes begin with no magic of ours.
    #[error("not written by fmerge")]
    Foreign,
    /// Fewer bytes than the header says, or others than were written.
    #[error("damaged or cut short; make it again")]
    Damaged,
    /// Another version wrote it.
    #[error(
        "written by fmerge for {found}, and this is fmerge for {known}: use the same for all objects"
    )]
    OtherVersion {
        /// The format, and the LLVM whose bitcode it is.
        found: String,
        /// Those of this fmerge.
        known: String,
    },
}

/// The module of one object, as it was before functions of it shared bodies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleRecord<'a> {
    /// The format's version.
    version: u32,
    /// The major version of the LLVM whose bitcode it is.
    pub llvm: u32,
    /// All that decides on the code of each function of the module. Only modules with equal settings share bodies.
    pub settings: &'a [u8],
    /// The module.
    pub bitcode: &'a [u8],
}

/// A function that passes a body what it needs, or a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredBody<'a> {
    /// The format's version.
    version: u32,
    /// The major version of the LLVM whose bitcode it is.
    pub llvm: u32,
    /// The function or the body: the name of the file says it, too.
    pub function: FunctionDigest,
    /// The code.
    pub bitcode: &'a [u8],
}

impl<'a> ModuleRecord<'a> {
    /// A record of today's format.
    pub fn new(llvm: u32, settings: &'a [u8], bitcode: &'a [u8]) -> ModuleRecord<'a> {
        ModuleRecord { version: VERSION, llvm, settings, bitcode }
    }

    /// The bytes for a section.
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed(MODULE_MAGIC, self)
    }

    /// The records in a section; `ld -r` puts one behind the other. `llvm` is the major version that can be read, if only
    /// one can.
    ///
    /// # Errors
    /// The first fault.
    pub fn all(mut bytes: &'a [u8], llvm: Option<u32>) -> Result<Vec<ModuleRecord<'a>>, BodyError> {
        let mut records = Vec::new();
        while !bytes.is_empty() {
            let (content, rest) = opened(MODULE_MAGIC, bytes)?;
            let record: ModuleRecord = decoded(content)?;
            check(record.version, record.llvm, llvm)?;
            records.push(record);
            let zeros = rest.iter().take_while(|byte| **byte == 0).count();
            bytes = &rest[zeros..];
        }
        Ok(records)
    }
}

impl<'a> StoredBody<'a> {
    /// A file of today's format.
    pub fn new(llvm: u32, function: FunctionDigest, bitcode: &'a [u8]) -> StoredBody<'a> {
        StoredBody { version: VERSION, llvm, function, bitcode }
    }

    /// The bytes for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed(BODY_MAGIC, self)
    }

    /// What a file for `function` says to a process with this LLVM.
    ///
    /// # Errors
    /// The first fault.
    pub fn of(
        bytes: &'a [u8],
        function: &FunctionDigest,
        llvm: u32,
    ) -> Result<StoredBody<'a>, BodyError> {
        let body: StoredBody = decoded(opened(BODY_MAGIC, bytes)?.0)?;
        check(body.version, body.llvm, Some(llvm))?;
        if body.function != *function {
            return Err(BodyError::Damaged);
        }
        Ok(body)
    }
}

/// Whether bytes are a module's record.
pub fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(&MODULE_MAGIC)
}

/// The name of the file of a function's body.
pub fn file_name(function: &FunctionDigest) -> String {
    blake3::Hash::from_bytes(*function).to_hex().to_string()
}

/// A name for what is in a file.
pub fn content_name(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// The digest that the name of a body ends in; none if it is the name of something else.
pub fn digest_of_body(name: &str) -> Option<FunctionDigest> {
    function_of(name.strip_prefix(BODY_PREFIX)?)
}

/// Whether a file of this name belongs to a store, the list aside.
fn is_of_store(name: &str) -> bool {
    function_of(name).is_some() || digest_of_body(name).is_some()
}

/// The function of a file of this name.
pub fn function_of(name: &str) -> Option<FunctionDigest> {
    blake3::Hash::from_hex(name).ok().map(Into::into)
}

/// A record behind magic, length and checksum, filled up with zeros.
fn sealed(magic: [u8; 8], record: &impl Serialize) -> Vec<u8> {
    let content = postcard::to_stdvec(record).expect("plain data into memory");
    let mut bytes = magic.to_vec();
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(blake3::hash(&content).as_bytes());
    bytes.extend(content);
    bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
    bytes
}

/// The content of the first record, and what is behind it.
fn opened(magic: [u8; 8], bytes: &[u8]) -> Result<(&[u8], &[u8]), BodyError> {
    if !bytes.starts_with(&magic) {
        return Err(BodyError::Foreign);
    }
    let header = bytes.get(..HEADER).ok_or(BodyError::Damaged)?;
    let length = u64::from_le_bytes(std::array::from_fn(|at| header[8 + at]));
    let length = usize::try_from(length).map_err(|_| BodyError::Damaged)?;
    let end = HEADER.checked_add(length).ok_or(BodyError::Damaged)?;
    let content = bytes.get(HEADER..end).ok_or(BodyError::Damaged)?;
    match blake3::hash(content).as_bytes()[..] == header[16..] {
        true => Ok((content, &bytes[end..])),
        false => Err(BodyError::Damaged),
    }
}

/// A record that was written by another version may read as anything, so its version comes first.
fn decoded<'a, T: Deserialize<'a>>(content: &'a [u8]) -> Result<T, BodyError> {
    match postcard::take_from_bytes::<u32>(content) {
        Ok((VERSION, _)) => postcard::from_bytes(content).map_err(|_| BodyError::Damaged),
        Ok((version, _)) => Err(BodyError::OtherVersion {
            found: format!("format {version}"),
            known: format!("format {VERSION}"),
        }),
        Err(_) => Err(BodyError::Damaged),
    }
}

fn check(version: u32, found: u32, known: Option<u32>) -> Result<(), BodyError> {
    debug_assert_eq!(version, VERSION, "others are refused when they are decoded");
    match known {
        Some(known) if known != found => Err(BodyError::OtherVersion {
            found: format!("LLVM {found}"),
            known: format!("LLVM {known}"),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGEST: FunctionDigest = [7; 32];

    #[test]
    fn records_come_back_from_one_section() {
        let (one, two) =
            (ModuleRecord::new(22, b"s", b"BC one"), ModuleRecord::new(22, b"", b"two"));
        let mut bytes = one.to_bytes();
        bytes.extend([0; 24]);
        bytes.extend(two.to_bytes());
        assert_eq!(ModuleRecord::all(&bytes, Some(22)), Ok(vec![one, two]));
        let other = ModuleRecord::all(&bytes, Some(19)).expect_err("other bitcode").to_string();
        assert!(other.starts_with("written by fmerge for LLVM 22, and this is"), "{other}");
    }

    #[test]
    fn a_stored_body_is_of_its_function_alone() {
        let bytes = StoredBody::new(22, DIGEST, b"BC").to_bytes();
        assert_eq!(StoredBody::of(&bytes, &DIGEST, 22).map(|body| body.bitcode), Ok(&b"BC"[..]));
        assert_eq!(StoredBody::of(&bytes, &[8; 32], 22), Err(BodyError::Damaged));
        assert_eq!(function_of(&file_name(&DIGEST)), Some(DIGEST));
        assert_eq!(function_of(INDEX), None);
        let body = format!("{BODY_PREFIX}{}", file_name(&DIGEST));
        assert_eq!(digest_of_body(&body), Some(DIGEST));
        assert!(is_of_store(&body) && !is_of_store(INDEX) && !is_of_store("fmerge.helper"));
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let bytes = StoredBody::new(22, DIGEST, b"some bitcode").to_bytes();
        let end = HEADER
            + postcard::to_stdvec(&StoredBody::new(22, DIGEST, b"some bitcode"))
                .expect("bytes")
                .len();
        for at in 0..end {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(StoredBody::of(&damaged, &DIGEST, 22).is_err(), "byte {at}");
            assert!(StoredBody::of(&bytes[..at], &DIGEST, 22).is_err(), "cut at {at}");
        }
    }
}
