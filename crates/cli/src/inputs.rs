//! What users give to `fmerge combine`: objects, archives, parts, summaries, and lists of them.
//!
//! Consumes: paths as arguments, or `@FILE` for a file that lists more. Produces: what is in them, added to a
//! [`Gathered`]. Guarantees: an error names the file, the archive's member, and what to do about it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use fmerge_core::bodies::{self, ModuleRecord};
use fmerge_core::summary::file::{is_part, is_summary};
use fmerge_core::summary::{Combiner, SECTION};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection};

/// How deep lists may lie in lists: more means that they name each other.
const MAX_DEPTH: u32 = 16;

/// The paths that arguments stand for, in order.
pub fn expand(arguments: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    expand_into(arguments, 0, &mut paths)?;
    Ok(paths)
}

fn expand_into(arguments: &[PathBuf], depth: u32, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            // As the linkers do: where there is no such list, the name is meant as it is.
            Some(list) if Path::new(list).exists() || !argument.exists() => {
                ensure!(depth < MAX_DEPTH, "{list}: lists that name each other");
                expand_into(&read_list(list)?, depth + 1, paths)?;
            }
            _ => paths.push(argument.clone()),
        }
    }
    Ok(())
}

/// A response file: paths between white space, quoted where they have it in them.
fn read_list(list: &str) -> anyhow::Result<Vec<PathBuf>> {
    let text = fs::read_to_string(list).with_context(|| format!("cannot read the list {list}"))?;
    let words = shell_words::split(&text).with_context(|| format!("the list {list}"))?;
    Ok(words.into_iter().map(PathBuf::from).collect())
}

/// What was found in inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputCounts {
    /// Objects, parts and summaries with something for us.
    pub with: u64,
    /// Objects that were compiled without analysis.
    pub without: u64,
}

impl std::ops::Add for InputCounts {
    type Output = InputCounts;

    fn add(self, other: InputCounts) -> InputCounts {
        InputCounts { with: self.with + other.with, without: self.without + other.without }
    }
}

/// What inputs have to tell.
#[derive(Default)]
pub struct Gathered {
    /// Their summaries.
    pub combiner: Combiner,
    /// Their modules, by the number of the input, and within that in order.
    modules: Mutex<BTreeMap<(usize, usize), ModuleRecord>>,
}

impl Gathered {
    /// The summaries, and the modules in the order of the inputs.
    pub fn into_parts(self) -> (Combiner, Vec<ModuleRecord>) {
        let modules = self.modules.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.combiner, modules.into_values().collect())
    }

    fn add_modules(&self, input: usize, section: &[u8]) -> anyhow::Result<()> {
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        for record in ModuleRecord::all(section)? {
            let before = modules.range((input, 0)..=(input, usize::MAX)).count();
            modules.insert((input, before), record);
        }
        Ok(())
    }
}

/// Adds what the input of this number has to tell.
pub fn add_file(gathered: &Gathered, input: usize, path: &Path) -> anyhow::Result<InputCounts> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    match is_archive(&bytes) {
        true => {
            add_archive(gathered, input, path, &bytes).with_context(|| format!("archive {name}"))
        }
        false => match add_object(gathered, input, &bytes).with_context(|| name.to_string())? {
            Some(found) => Ok(found),
            None => bail!("{name}: {}", not_ours(&bytes)),
        },
    }
}

fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n")
}

fn not_ours(bytes: &[u8]) -> &'static str {
    match is_bitcode(bytes) {
        true => {
            "LLVM bitcode, which has no sections; give the objects that code generation makes, or \
             what gfm-analyze<out=FILE> wrote"
        }
        false if bodies::is_store(bytes) => {
            "a store of bodies, which is made anew each time; give the objects"
        }
        false => "neither an object, an archive nor an fmerge summary",
    }
}

fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xc0\xde") || bytes.starts_with(&[0xde, 0xc0, 0x17, 0x0b])
}

/// Adds the members of an archive. Those that are no objects, such as metadata of Rust, are passed over.
fn add_archive(
    gathered: &Gathered,
    input: usize,
    path: &Path,
    bytes: &[u8],
) -> anyhow::Result<InputCounts> {
    let archive = ArchiveFile::parse(bytes)?;
    let mut found = InputCounts::default();
    for member in archive.members() {
        let member = member?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let added = match member.is_thin() {
            // The object lies beside the archive.
            true => add_file(gathered, input, &path.with_file_name(path_of(member.name())?)),
            false => member.data(bytes).map_err(Into::into).and_then(|object| {
                Ok(add_object(gathered, input, object)?
                    .unwrap_or(InputCounts { with: 0, without: 1 }))
            }),
        };
        found = found + added.with_context(|| format!("member {name}"))?;
    }
    Ok(found)
}

/// The path that an archive names.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere not all bytes are a path")]
fn path_of(name: &[u8]) -> anyhow::Result<&Path> {
    Ok(Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name)))
}

/// The path that an archive names.
#[cfg(not(unix))]
fn path_of(name: &[u8]) -> anyhow::Result<&Path> {
    Ok(Path::new(std::str::from_utf8(name).context("a path that is not UTF-8")?))
}

/// Adds a part, a summary, or the section of an object; none if the bytes are none of these.
fn add_object(
    gathered: &Gathered,
    input: usize,
    bytes: &[u8],
) -> anyhow::Result<Option<InputCounts>> {
    if is_part(bytes) || is_summary(bytes) {
        gathered.combiner.add_bytes(bytes)?;
        return Ok(Some(InputCounts { with: 1, without: 0 }));
    }
    if bodies::is_module(bytes) {
        gathered.add_modules(input, bytes)?;
        return Ok(Some(InputCounts { with: 1, without: 0 }));
    }
    if object::FileKind::parse(bytes).is_err() {
        return Ok(None);
    }
    let object = object::File::parse(bytes)?;
    let mut with = 0;
    for section in object.sections().filter(|s| s.name_bytes() == Ok(SECTION.as_bytes())) {
        gathered
            .combiner
            .add_bytes(section.data()?)
            .with_context(|| format!("section {SECTION}"))?;
        with = 1;
    }
    let is_ours = |name: &[u8]| name == bodies::SECTION.as_bytes();
    for section in object.sections().filter(|s| s.name_bytes().is_ok_and(is_ours)) {
        let added = gathered.add_modules(input, section.data()?);
        added.with_context(|| format!("section {}", bodies::SECTION))?;
        with = 1;
    }
    Ok(Some(InputCounts { with, without: 1 - with }))
}
