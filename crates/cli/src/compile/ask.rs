//! Asking clang what it is going to do.
//!
//! Consumes: the program and its arguments; what `-###` prints. Produces: the link step, if there is one.
//! Guarantees: nothing is run or written. What clang does not answer is no link step: it fails then, and says why.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use object::read::ReadCache;
use object::read::archive::ArchiveFile;

use super::response;

/// What clang is going to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClangPlan {
    /// Something is done; nothing is with `--version`.
    pub works: bool,
    /// Something is compiled.
    pub compiles: bool,
    /// The link step.
    pub link: Option<Link>,
}

/// A link step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The linker's file name.
    pub linker: String,
    /// The target.
    pub target: String,
    /// It optimises: clang tells the linker so, or an input is LLVM's bitcode.
    pub lto: bool,
    /// What the linker is told, response files read.
    pub words: Vec<OsString>,
}

/// Asks the program, which `before` belongs to.
pub fn ask(program: &str, before: &[String], arguments: &[OsString]) -> ClangPlan {
    let mut command = Command::new(program);
    command.args(before).arg("-###").args(arguments).stdin(Stdio::null());
    match command.output() {
        Ok(output) if output.status.success() => {
            ClangPlan::read(&String::from_utf8_lossy(&output.stderr))
        }
        _ => ClangPlan { works: true, compiles: true, link: None },
    }
}

impl ClangPlan {
    /// Reads what `-###` prints: a command a line, in quotes.
    fn read(text: &str) -> ClangPlan {
        let target = text.lines().find_map(|line| line.strip_prefix("Target: "));
        let commands: Vec<Vec<OsString>> = text
            .lines()
            .filter(|line| line.starts_with(" \"") || line.starts_with(" (in-process)"))
            .map(|line| response::cut(line.as_bytes()))
            .collect();
        // In a compile, `-flto` stands beside `-cc1`.
        let is_lto =
            |word: &OsString| word == "-flto" || word.to_string_lossy().starts_with("-flto=");
        let compiles_for_lto = commands.iter().any(|command| command.iter().any(is_lto));
        let link = commands.iter().find_map(|command| Link::read(command)).map(|link| Link {
            target: target.unwrap_or_default().trim().to_owned(),
            lto: link.lto || compiles_for_lto,
            ..link
        });
        let compiles = commands.iter().any(|command| compiles(command));
        ClangPlan { works: !commands.is_empty(), compiles, link }
    }
}

impl Link {
    /// The link step that a command is, if it is one.
    fn read(command: &[OsString]) -> Option<Link> {
        let (program, arguments) = command.split_first()?;
        let linker = Path::new(program).file_name()?.to_string_lossy().into_owned();
        if compiles(command) || !(linker.contains("ld") || linker.contains("link")) {
            return None;
        }
        let told = |word: &OsString| word.to_string_lossy().starts_with("-plugin-opt=");
        let words = response::expand(arguments).words;
        let has_bitcode =
            inputs_of(&words).any(is_bitcode) || libraries_of(&words).any(|path| is_bitcode(&path));
        let lto = arguments.iter().any(told) || has_bitcode;
        Some(Link { linker, target: String::new(), lto, words })
    }

    /// Whether it is an lld that loads plugins, that of ELF.
    pub fn is_lld(&self) -> bool {
        self.linker.contains("lld") && self.is_elf()
    }

    /// Whether programs of this target are linked by the lld that loads plugins.
    pub fn is_elf(&self) -> bool {
        !["wasm", "windows", "mingw", "apple", "darwin"]
            .iter()
            .any(|part| self.target.contains(part))
    }

    /// Whether it makes a module of WebAssembly, and nothing else of it.
    pub fn is_wasm(&self) -> bool {
        self.linker.starts_with("wasm-ld")
    }

    /// Whether nobody has chosen this linker: where clang has no lld of its own, it is called `ld`, or `TARGET-ld`.
    pub fn is_usual(&self) -> bool {
        self.linker == "ld" || self.linker.ends_with("-ld")
    }
}

/// Whether a command compiles or assembles.
fn compiles(command: &[OsString]) -> bool {
    command.get(1).is_some_and(|first| first.to_string_lossy().starts_with("-cc1"))
}

/// The words that may be inputs.
fn inputs_of(words: &[OsString]) -> impl Iterator<Item = &Path> {
    let outputs = words.iter().zip(words.iter().skip(1));
    let output = outputs.filter(|(word, _)| *word == "-o").map(|(_, path)| path).next_back();
    words
        .iter()
        .filter(move |word| !word.to_string_lossy().starts_with('-') && Some(*word) != output)
        .map(Path::new)
}

/// The libraries that are named without their folders: `-l:FILE`, and `-lNAME`, for which linkers take `libNAME.so` before
/// `libNAME.a`. Each is the first that is found.
pub fn libraries_of(words: &[OsString]) -> impl Iterator<Item = PathBuf> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let after = |short: &'static str, long: &'static str| {
        let given = |(n, word): (usize, &Cow<'_, str>)| {
            let joined = word.strip_prefix(long).or_else(|| word.strip_prefix(short));
            let next = || words.get(n + 1).map(|next| next.to_string());
            joined.and_then(|text| if text.is_empty() { next() } else { Some(text.to_owned()) })
        };
        words.iter().enumerate().filter_map(given).collect::<Vec<String>>()
    };
    let folders = after("-L", "--library-path=");
    let is_static = words.iter().any(|word| *word == "-static" || *word == "-Bstatic");
    after("-l", "--library=").into_iter().filter_map(move |name| {
        let names = match name.strip_prefix(':') {
            Some(file) => vec![file.to_owned()],
            None if is_static => vec![format!("lib{name}.a")],
            None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
        };
        let paths =
            |folder: &String| names.iter().map(|name| Path::new(folder).join(name)).collect();
        folders
            .iter()
            .flat_map(|folder| -> Vec<PathBuf> { paths(folder) })
            .find(|path| path.is_file())
    })
}

/// Whether a file is LLVM's bitcode, as objects are that were compiled for LTO, whatever they are called (builds say
/// `.lo`, `.os` or `.sho`), or an archive in which one is. A file that cannot be read is not; clang will say what is
/// wrong with it. Pipes are left to the linker.
pub fn is_bitcode(path: &Path) -> bool {
    let file = path.is_file().then(|| File::open(path).ok()).flatten();
    file.and_then(|file| holds_bitcode(file, path)).unwrap_or_default()
}

fn holds_bitcode(mut file: File, path: &Path) -> Option<bool> {
    let mut begins = |at: u64| {
        let mut magic = [0; 4];
        file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut magic)).ok()?;
        Some(magic)
    };
    if begins(0)? != *b"!<ar" && begins(0)? != *b"!<th" {
        return Some(begins(0)? == BITCODE);
    }
    let cache = ReadCache::new(File::open(path).ok()?);
    let archive = ArchiveFile::parse(&cache).ok()?;
    let folder = path.parent()?;
    Some(archive.members().flatten().any(|member| {
        if member.is_thin() {
            let name = String::from_utf8_lossy(member.name()).into_owned();
            return is_bitcode(&folder.join(name));
        }
        begins(member.file_range().0) == Some(BITCODE)
    }))
}

/// How bitcode begins.
const BITCODE: [u8; 4] = *b"BC\xC0\xDE";

#[cfg(test)]
mod tests {
    use super::{ClangPlan, Link, is_bitcode};

    fn read(commands: &str) -> ClangPlan {
        ClangPlan::read(&format!("clang version 22\nTarget: x86_64-pc-linux-gnu\n{commands}"))
    }

    #[test]
    fn nothing_is_done() {
        assert_eq!(read(""), ClangPlan::default());
        assert_eq!(
            read(" \"/usr/bin/clang\" \"-cc1\" \"ld\""),
            ClangPlan { works: true, compiles: true, link: None }
        );
    }

    #[test]
    fn links() {
        let link = |text: &str| read(text).link.expect("a link step");
        let plain = link(" \"/clang\" \"-cc1\" \"a.c\"\n \"/usr/bin/ld\" \"-o\" \"a\" \"a.o\"\n");
        assert!(!plain.lto && !plain.is_lld() && plain.is_elf() && plain.is_usual());
        let lld = link(" \"/usr/bin/ld.lld-22\" \"-plugin-opt=mcpu=x86-64\"");
        assert!(lld.lto && lld.is_lld() && !lld.is_usual());
        let bare = Link { linker: "ld.lld".to_owned(), ..Link::default() };
        assert!(bare.is_lld());
        let other = Link { target: "wasm32-unknown-wasi".to_owned(), ..bare };
        assert!(!other.is_lld() && !other.is_elf());
        let wasm = link(" \"/clang\" \"-cc1\" \"-flto=full\" \"a.c\"\n \"/wasm-ld\" \"a.o\"\n");
        assert!(wasm.lto);
        assert_eq!(read(" \"/usr/bin/llvm-ar\" \"rcsD\" \"a\"").link, None);
    }

    #[test]
    fn bitcode_is_linked_with_lto() {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = |content: &str| {
            format!("!<arch>\n{:<16}{:<32}{:<10}`\n{content}", "a.o/", "0", content.len())
        };
        let thin = format!("!<thin>\n{:<16}{:<32}{:<10}`\n", "lto.o/", "0", 12);
        for (name, content, lto) in [
            ("lto.o", &b"BC\xC0\xDE and more"[..], true),
            ("shared.sho", b"BC\xC0\xDE and more", true),
            ("plain.o", b"\x7fELF", false),
            ("short.o", b"BC", false),
            ("none.a", archive("some object ").as_bytes(), false),
            ("cut.a", b"!<arch>\nwrong", false),
            ("thin.a", thin.as_bytes(), true),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, content).expect("a file");
            assert_eq!(is_bitcode(&path), lto, "{name}");
        }
        let mut whole = archive("some object ").into_bytes();
        whole.extend(&archive("BC!! is it  ").as_bytes()[8..]);
        let at = whole.len() - 12;
        whole[at..at + 4].copy_from_slice(b"BC\xC0\xDE");
        let path = folder.path().join("mixed.a");
        std::fs::write(&path, whole).expect("a file");
        assert!(is_bitcode(&path));
        assert!(!is_bitcode(folder.path()));
    }

    #[test]
    fn libraries_are_found_where_linkers_find_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, content: &[u8]| {
            std::fs::write(folder.path().join(name), content).expect("a file");
        };
        file("odd.bc", b"BC\xC0\xDE and more");
        file("libone.a", b"BC\xC0\xDE and more");
        file("libtwo.so", b"\x7fELF");
        file("libtwo.a", b"BC\xC0\xDE and more");
        for (words, lto) in [
            ("-l:odd.bc", true),
            ("--library=:odd.bc", true),
            ("-l one", true),
            ("-lone", true),
            ("-ltwo", false),
            ("-static -ltwo", true),
            ("-lthree -l:none.a", false),
        ] {
            let command = format!("ld -o a -L/nowhere -L{} {words}", folder.path().display());
            let command: Vec<_> = command.split(' ').map(Into::into).collect();
            assert_eq!(Link::read(&command).map(|link| link.lto), Some(lto), "{words}");
        }
        assert!(!Link::read(&["ld".into(), "-lone".into()]).expect("a link step").lto);
    }
}
