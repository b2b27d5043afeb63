//! What a link has beside LLVM's bitcode.
//!
//! Consumes: the words of a linker's command line. Produces: the same without objects of bitcode. An archive with such members is
//! replaced with its others, which stand in files of a folder. Guarantees: the order stays; members of archives are taken
//! only where something refers to them, as before, and all of them behind `--whole-archive`.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use object::read::ReadCache;
use object::read::archive::{ArchiveFile, ArchiveMember};

use super::ask::{is_bitcode, libraries_of};

/// How objects of ELF and of WebAssembly begin.
const OBJECTS: [[u8; 4]; 2] = [*b"\x7FELF", *b"\0asm"];

/// Words behind which stands what is no input.
const WITH_VALUE: [&str; 16] = [
    "-o",
    "--output",
    "-T",
    "-soname",
    "-h",
    "-z",
    "-m",
    "-e",
    "--entry",
    "-u",
    "--undefined",
    "-y",
    "--export",
    "--export-if-defined",
    "-mllvm",
    "-Map",
];

/// Calls `found` with the place and the file of each word that names an input.
fn inputs(words: &[OsString], mut found: impl FnMut(usize, PathBuf)) {
    let is_folder = |word: &&OsString| word.to_string_lossy().starts_with("-L");
    let folders: Vec<OsString> = words.iter().filter(is_folder).cloned().collect();
    let mut is_value = false;
    for (number, word) in words.iter().enumerate() {
        if let Some(file) = input(word, &folders).filter(|_| !is_value) {
            found(number, file);
        }
        is_value = WITH_VALUE.iter().any(|one| word == one);
    }
}

/// The places of the words that are bitcode or archives of it, and their files.
pub fn bitcode(words: &[OsString]) -> Vec<(usize, PathBuf)> {
    let mut all = Vec::new();
    inputs(words, |at, path| {
        if is_bitcode(&path) {
            all.push((at, path));
        }
    });
    all
}

/// The words without bitcode, and where in them the first of it was; of a group (`--start-lib`), where that begins.
///
/// # Errors
/// An archive cannot be read, or the folder not written to.
pub fn without_bitcode(
    words: &[OsString],
    folder: &Path,
) -> anyhow::Result<(Vec<OsString>, usize)> {
    let mut files: BTreeMap<usize, PathBuf> = bitcode(words).into_iter().collect();
    let mut all = Vec::new();
    let (mut whole, mut place, mut group) = (false, None, None);
    for (number, word) in words.iter().enumerate() {
        match word.to_str() {
            Some("--whole-archive" | "-whole-archive") => whole = true,
            Some("--no-whole-archive" | "-no-whole-archive") => whole = false,
            Some("--start-lib" | "-start-lib") => group = Some(all.len()),
            Some("--end-lib" | "-end-lib") => group = None,
            _ => {}
        }
        let Some(file) = files.remove(&number) else {
            all.push(word.clone());
            continue;
        };
        place.get_or_insert(group.unwrap_or(all.len()));
        if !is_archive(&file) {
            continue;
        }
        let members = natives(&file, &folder.join(number.to_string()))
            .with_context(|| format!("cannot read {}", file.display()))?;
        let around = |word: &str| (!whole && !members.is_empty()).then(|| OsString::from(word));
        all.extend(around("--start-lib"));
        all.extend(members.iter().map(|path| path.clone().into_os_string()));
        all.extend(around("--end-lib"));
    }
    let place = place.unwrap_or(all.len());
    Ok((all, place))
}

/// The file that a word names, if it is an input.
fn input(word: &OsStr, folders: &[OsString]) -> Option<PathBuf> {
    match word.to_str() {
        Some(text) if text.starts_with("-l") => {
            let words: Vec<OsString> = folders.iter().cloned().chain([word.to_owned()]).collect();
            libraries_of(&words).next()
        }
        Some(text) if text.starts_with('-') => None,
        _ => Some(PathBuf::from(word)),
    }
}

/// An archive with members of these contents, called by their numbers, and without a table of symbols.
pub fn archive_of(contents: &[Vec<u8>]) -> Vec<u8> {
    let mut all = b"!<arch>\n".to_vec();
    for (number, content) in contents.iter().enumerate() {
        let (name, length) = (format!("{number}.o/"), content.len());
        let head = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{length:<10}`\n", 0, 0, 0, 644);
        all.extend_from_slice(head.as_bytes());
        all.extend_from_slice(content);
        all.extend((length % 2 == 1).then_some(b'\n'));
    }
    all
}

/// The members of a thin archive, which names files beside it; nothing of any other file.
///
/// # Errors
/// A file cannot be read.
pub fn thin_members(archive: &Path) -> anyhow::Result<Option<Vec<Vec<u8>>>> {
    if !begins(archive, b"!<thin>\n") {
        return Ok(None);
    }
    let cache = ReadCache::new(File::open(archive)?);
    let members = ArchiveFile::parse(&cache)?.members();
    let read = |member: object::read::Result<ArchiveMember>| {
        let path = beside(archive, &member?);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    members.map(read).collect::<anyhow::Result<_>>().map(Some)
}

/// The file of a thin archive's member.
fn beside(archive: &Path, member: &ArchiveMember) -> PathBuf {
    let folder = archive.parent().unwrap_or(Path::new("."));
    folder.join(String::from_utf8_lossy(member.name()).into_owned())
}

/// Whether a file is an archive, of whichever kind.
pub fn is_archive(path: &Path) -> bool {
    begins(path, b"!<arch>\n") || begins(path, b"!<thin>\n")
}

/// Whether bytes begin as an object of machine code.
fn is_object(data: &[u8]) -> bool {
    OBJECTS.iter().any(|magic| data.starts_with(magic))
}

/// Whether a file that can be read begins with these bytes.
fn begins<const N: usize>(path: &Path, with: &[u8; N]) -> bool {
    let mut start = [0; N];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && &start == with
}

/// The members of an archive that are machine code, as files.
fn natives(archive: &Path, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let cache = ReadCache::new(File::open(archive)?);
    let parsed = ArchiveFile::parse(&cache)?;
    let mut paths = Vec::new();
    for (number, member) in parsed.members().enumerate() {
        let member = member?;
        if member.is_thin() {
            let path = beside(archive, &member);
            fs::metadata(&path)?;
            paths.extend(OBJECTS.iter().any(|magic| begins(&path, magic)).then_some(path));
            continue;
        }
        let data = member.data(&cache)?;
        if is_object(data) {
            fs::create_dir_all(folder)?;
            let path = folder.join(format!("{number}.o"));
            fs::write(&path, data)?;
            paths.push(path);
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_keep_their_machine_code_where_they_stood() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, content: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, content).expect("written");
            path.into_os_string()
        };
        let archive = |contents: &[&[u8]]| {
            archive_of(&contents.iter().map(|content| content.to_vec()).collect::<Vec<_>>())
        };
        let bitcode = write("a.o", b"BC\xC0\xDE");
        let native = write("b.o", b"\x7FELF1");
        let mixed = write("libm.a", &archive(&[b"BC\xC0\xDE1", b"\x7FELF2", b"metadata"]));
        let pure = write("n.a", &archive(&[b"\x7FELF3"]));
        let path = OsString::from(format!("-L{}", folder.path().display()));
        let words: Vec<OsString> = [&bitcode, &native, &pure, &mixed, &path]
            .into_iter()
            .cloned()
            .chain(
                ["--whole-archive", "-lm", "--no-whole-archive", "-o", "a.o"].map(OsString::from),
            )
            .collect();
        let into = folder.path().join("natives");
        let (all, place) = without_bitcode(&words, &into).expect("words");
        let member = |number: &str| into.join(number).join("1.o").into_os_string();
        let expected: Vec<OsString> =
            [native, pure, "--start-lib".into(), member("3"), "--end-lib".into(), path]
                .into_iter()
                .chain(["--whole-archive".into(), member("6"), "--no-whole-archive".into()])
                .chain(["-o", "a.o"].map(OsString::from))
                .collect();
        assert_eq!((all, place), (expected, 0));
        let grouped: Vec<OsString> = ["-e", "main", "--start-lib", "n.a", "a.o", "--end-lib"]
            .into_iter()
            .map(|word| folder.path().join(word))
            .map(|path| match path.extension() {
                Some(_) => path.into_os_string(),
                None => path.file_name().expect("a name").into(),
            })
            .collect();
        let (_, place) = without_bitcode(&grouped, &into).expect("words");
        assert_eq!(place, 2, "what was taken of a group is not left to choice again");
        assert_eq!(fs::read(member("3")).expect("a member"), b"\x7FELF2");
    }
}
