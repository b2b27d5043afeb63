//! Bodies that functions of several objects share: how they get from process to process.
//!
//! Consumes: bitcode. Produces: bytes for a section of an object ([`ModuleRecord`]) or for a file ([`BodyStore`]), and both
//! back. Guarantees: bytes that are damaged, cut short or foreign are refused, with a reason.
//!
//! A *store* has the code of functions that share bodies, by their digests, and the bodies. What it holds is code, and whoever
//! writes it decides what programs do, as with any object file: the checksum finds accidents only. The *slice* of an object
//! is the part of its program's store that it needs.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::container::{Container, Unreadable, pack, unpack};

mod batches;
mod digests;
mod needs;
mod store;

pub use batches::batches;
pub use digests::{Other, OwnCode, digests};
pub use needs::{LOCAL, Needs, NeedsOf, SymbolName, symbol_name};
pub use store::{BodyStore, StoredCode, is_store};

/// The section in which an object carries its module. As of [`crate::summary::SECTION`].
pub const SECTION: &str = ".fmerge.module";

/// How names of bodies begin. 64 hexadecimal digits follow: the digest of the body.
pub const BODY_PREFIX: &str = "fmerge.";

const RECORD: Container = Container { magic: *b"\x89fmergeM", version: 2 };
const BATCH: Container = Container { magic: *b"\x89fmergeI", version: 1 };
/// How records are aligned in a section: each is filled up with zeros.
const ALIGN: usize = 8;

/// The folder of the slices of a program's store.
pub fn slices_of(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(".slices");
    name.into()
}

/// The name of the slice of what is compiled from a source, in the folder of the store's slices. It tells what the source is
/// called, and is the same wherever the whole tree lies. `source` and `store` are absolute.
pub fn slice_name(source: &Path, store: &Path) -> String {
    let folder: Vec<_> = store.parent().into_iter().flat_map(Path::components).collect();
    let path: Vec<_> = source.components().collect();
    let common = folder.iter().zip(&path).take_while(|(one, other)| one == other).count();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&((folder.len() - common) as u64).to_le_bytes());
    for part in &path[common..] {
        hasher.update(part.as_os_str().as_encoded_bytes());
        hasher.update(b"\0");
    }
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    // LLVM cuts a pipeline at some characters.
    let plain =
        |one: char| if one.is_ascii_alphanumeric() || "._-".contains(one) { one } else { '_' };
    // Names of files have an end, too.
    let name: String = name.chars().map(plain).take(100).collect();
    format!("{name}-{}", &hasher.finalize().to_hex()[..16])
}

/// The digest of all that a function does, promises and refers to, in its object.
pub type FunctionDigest = [u8; 32];

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

impl BodyError {
    fn of(why: Unreadable, kind: Container) -> BodyError {
        match why {
            Unreadable::Foreign => BodyError::Foreign,
            Unreadable::Damaged => BodyError::Damaged,
            Unreadable::OtherVersion(found) => BodyError::OtherVersion {
                found: format!("format {found}"),
                known: format!("format {}", kind.version),
            },
        }
    }
}

/// Plain data as the content of a file.
fn packed(data: &impl Serialize) -> Vec<u8> {
    pack(&postcard::to_stdvec(data).expect("plain data into memory"))
}

/// The data that [`packed`] wrote.
fn unpacked<T: DeserializeOwned>(packed: &[u8]) -> Result<T, BodyError> {
    let plain = unpack(packed).map_err(|_| BodyError::Damaged)?;
    postcard::from_bytes(&plain).map_err(|_| BodyError::Damaged)
}

fn check_llvm(found: u32, known: u32) -> Result<(), BodyError> {
    if found == known {
        return Ok(());
    }
    Err(BodyError::OtherVersion { found: format!("LLVM {found}"), known: format!("LLVM {known}") })
}

/// The numbers of a sketch.
pub const SKETCH: usize = 8;

/// A function that may share a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedFunction {
    /// All that it does, promises and refers to.
    pub digest: FunctionDigest,
    /// How many instructions it has.
    pub instructions: u32,
    /// Its symbol, by the place in the list of these.
    pub symbol: u32,
    /// Whether linkers keep one of all that have its symbol.
    pub is_inline: bool,
    /// The MinHash fingerprint of its instructions' kinds and types, which is the same in all modules. Similar functions have many
    /// equal places.
    pub sketch: [u32; SKETCH],
    /// The functions that it refers to and that count by their code, by their places in the list: local and inline ones.
    pub inner: Vec<u32>,
}

/// A symbol of a module, and what it refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedSymbol {
    /// Its name, or [`LOCAL`].
    pub name: SymbolName,
    /// Whether it is a function.
    pub is_function: bool,
    /// Whether the module defines it.
    pub is_defined: bool,
    /// Whether a reference to it may need what the module does not show ([`crate::references::SymbolFacts`]).
    pub is_needed: bool,
    /// Whether the linker may take another definition in its place.
    pub is_replaceable: bool,
    /// The symbols that it refers to, by their places in the list.
    pub refers_to: Vec<u32>,
}

/// What `fmerge combine` has the optimiser merge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombineInputs {
    /// The files of further modules.
    pub modules: Vec<String>,
    /// Only these functions, in ascending order, and the file with what others need ([`Needs`]). None for all functions.
    pub batch: Option<(Vec<FunctionDigest>, String)>,
}

impl CombineInputs {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        BATCH.framed(&postcard::to_stdvec(self).expect("plain data into memory"))
    }

    /// What a file says.
    ///
    /// # Errors
    /// The first fault.
    pub fn from_bytes(bytes: &[u8]) -> Result<CombineInputs, BodyError> {
        let plain = BATCH.content(bytes).map_err(|why| BodyError::of(why, BATCH))?;
        postcard::from_bytes(plain).map_err(|_| BodyError::Damaged)
    }
}

/// The module of one object, as it was before functions of it shared bodies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleRecord {
    /// The major version of the LLVM whose bitcode it is.
    pub llvm: u32,
    /// The name of the slice that the object is merged by next time; empty if it goes by the whole store.
    pub slice: String,
    /// All that decides on the code of each function of the module. Only modules with equal settings share bodies.
    pub settings: Vec<u8>,
    /// The functions that may share bodies.
    pub functions: Vec<RecordedFunction>,
    /// What it defines, and what that refers to.
    pub symbols: Vec<RecordedSymbol>,
    /// The module.
    pub bitcode: Vec<u8>,
}

impl ModuleRecord {
    /// The bytes for a section.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = RECORD.framed(&packed(self));
        bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
        bytes
    }

    /// The records in a section; `ld -r` puts one behind the other.
    ///
    /// # Errors
    /// The first fault.
    pub fn all(mut bytes: &[u8]) -> Result<Vec<ModuleRecord>, BodyError> {
        let mut records = Vec::new();
        while !bytes.is_empty() {
            let (packed, rest) = RECORD.first(bytes).map_err(|why| BodyError::of(why, RECORD))?;
            records.push(unpacked(packed)?);
            let zeros = rest.iter().take_while(|byte| **byte == 0).count();
            bytes = &rest[zeros..];
        }
        Ok(records)
    }
}

/// Bytes as the content of each kind of file, with a right checksum.
#[cfg(any(test, feature = "testing"))]
pub fn framed(content: &[u8]) -> Vec<Vec<u8>> {
    let packed = [RECORD, needs::FILE, store::FILE].map(|one| one.framed(&pack(content)));
    packed.into_iter().chain([BATCH.framed(content)]).collect()
}

/// Whether bytes are a module's record.
pub fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(&RECORD.magic)
}

/// A digest as text.
pub fn digest_text(function: &FunctionDigest) -> String {
    blake3::Hash::from_bytes(*function).to_hex().to_string()
}

/// The digest that the name of a body ends in; none if it is the name of something else.
pub fn digest_of_body(name: &str) -> Option<FunctionDigest> {
    digest_of_text(name.strip_prefix(BODY_PREFIX)?)
}

/// The digest that [`digest_text`] wrote.
pub fn digest_of_text(text: &str) -> Option<FunctionDigest> {
    blake3::Hash::from_hex(text).ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(slice: &str, bitcode: &[u8]) -> ModuleRecord {
        ModuleRecord {
            llvm: 22,
            slice: slice.to_owned(),
            settings: b"settings".to_vec(),
            functions: vec![RecordedFunction {
                digest: [7; 32],
                instructions: 9,
                symbol: 0,
                is_inline: false,
                sketch: [5; SKETCH],
                inner: vec![0],
            }],
            symbols: vec![RecordedSymbol {
                name: symbol_name("f"),
                is_function: true,
                is_defined: true,
                is_needed: false,
                is_replaceable: true,
                refers_to: vec![0],
            }],
            bitcode: bitcode.to_vec(),
        }
    }

    #[test]
    fn records_come_back_from_one_section() {
        let (one, two) = (record("a.c-0", b"BC one"), record("", b"two"));
        let mut bytes = one.to_bytes();
        bytes.extend([0; 24]);
        bytes.extend(two.to_bytes());
        assert!(is_module(&bytes));
        assert_eq!(ModuleRecord::all(&bytes), Ok(vec![one, two]));
        assert_eq!(ModuleRecord::all(&bytes[..bytes.len() - 8]), Err(BodyError::Damaged));
        assert_eq!(ModuleRecord::all(b"BC"), Err(BodyError::Foreign));
    }

    #[test]
    fn digests_as_text() {
        let digest = [7; 32];
        assert_eq!(digest_of_text(&digest_text(&digest)), Some(digest));
        assert_eq!(digest_of_body(&format!("{BODY_PREFIX}{}", digest_text(&digest))), Some(digest));
        assert_eq!((digest_of_text("index"), digest_of_body("fmerge.helper")), (None, None));
    }

    #[test]
    fn a_slice_is_named_by_where_its_source_lies_from_the_store() {
        let name = |source: &str, store: &str| slice_name(Path::new(source), Path::new(store));
        let here = name("/home/me/program/lib/a b.c", "/home/me/program/s");
        assert!(here.starts_with("a_b.c-"), "{here}");
        assert_eq!(name("/tmp/lib/a b.c", "/tmp/other"), here);
        assert_ne!(name("/home/me/program/src/a b.c", "/home/me/program/s"), here);
        assert_ne!(name("/home/me/lib/a b.c", "/home/me/program/s"), here);
        assert_ne!(name("/home/lib/a.c", "/home/x/y/s"), name("/home/lib/a.c", "/home/x/s"));
        assert!(name(&format!("/home/{}.c", "a".repeat(250)), "/home/s").len() < 150);
    }

    proptest::proptest! {
        /// With a right checksum, so that the decoders see the bytes.
        #[test]
        fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            crate::testing::bodies::read_anything(&bytes);
        }
    }
}
