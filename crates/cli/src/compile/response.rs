//! Response files: words of a command line that stand in a file, which an argument `@FILE` names.
//!
//! Consumes: arguments. Produces: the arguments that clang sees, and those to hand on. Guarantees: words are cut as LLVM
//! cuts them, which is not the shell's way. An argument whose file cannot be read is a word like any other, as it is for
//! clang. A pipe is read once, so its words are handed on in its place.

use std::ffi::OsString;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};

/// A command line with its response files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expanded {
    /// The words that clang sees.
    pub words: Vec<OsString>,
    /// What clang is to be given: the arguments, in which a pipe is replaced with its words.
    pub handed_on: Vec<OsString>,
}

/// Reads the response files of a command line, and those that they name.
pub fn expand(arguments: &[OsString]) -> Expanded {
    let mut all = Expanded::default();
    for argument in arguments {
        match Response::open(argument) {
            Some(file) => {
                if file.is_pipe {
                    all.handed_on.extend(file.words.iter().cloned());
                } else {
                    all.handed_on.push(argument.clone());
                }
                nested(file, &mut Vec::new(), &mut all.words);
            }
            None => {
                all.handed_on.push(argument.clone());
                all.words.push(argument.clone());
            }
        }
    }
    all
}

/// The words of a file, in which those of the files that it names stand in their places. A file that names itself is an
/// error for clang, which will say so.
fn nested(file: Response, around: &mut Vec<PathBuf>, words: &mut Vec<OsString>) {
    around.push(file.path);
    for word in file.words {
        match Response::path(&word).filter(|path| !around.contains(path)) {
            Some(_) => match Response::open(&word) {
                Some(inner) => nested(inner, around, words),
                None => words.push(word),
            },
            None => words.push(word),
        }
    }
    around.pop();
}

/// A response file.
struct Response {
    path: PathBuf,
    words: Vec<OsString>,
    is_pipe: bool,
}

impl Response {
    /// The file that a word names, if it does.
    fn path(word: &OsString) -> Option<PathBuf> {
        let bytes = word.as_encoded_bytes().strip_prefix(b"@")?;
        Some(PathBuf::from(os_string(bytes.to_vec())))
    }

    fn open(word: &OsString) -> Option<Response> {
        let path = Response::path(word)?;
        let is_pipe = !fs::metadata(&path).ok()?.is_file();
        let words = cut(&text(&path)?);
        Some(Response { path, words, is_pipe })
    }
}

/// The bytes of a file, as UTF-8 where a mark at its beginning says that it is UTF-16.
fn text(path: &Path) -> Option<Vec<u8>> {
    let bytes = fs::read(path).ok()?;
    let wide = |of: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]]));
        let characters =
            char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER));
        characters.collect::<String>().into_bytes()
    };
    Some(match &bytes[..] {
        [0xFF, 0xFE, ..] => wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => wide(u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => rest.to_vec(),
        _ => bytes,
    })
}

/// Cuts a text into words by LLVM's rules for GNU-style files. White space ends a word. `'` and `"` hold a text together,
/// both in the same way: a backslash takes the next character as it is, inside and outside. A word of nothing but empty
/// quotes is none. clang prints commands in quotes that these rules undo.
pub fn cut(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word = Vec::new();
    let mut quote = None;
    let mut rest = text.iter().copied();
    while let Some(byte) = rest.next() {
        match byte {
            // A backslash at the very end stands for itself.
            b'\\' => word.push(rest.next().unwrap_or(byte)),
            _ if quote == Some(byte) => quote = None,
            b'\'' | b'"' if quote.is_none() => quote = Some(byte),
            b' ' | b'\t' | b'\r' | b'\n' if quote.is_none() => finish(&mut word, &mut words),
            _ => word.push(byte),
        }
    }
    finish(&mut word, &mut words);
    words
}

fn finish(word: &mut Vec<u8>, words: &mut Vec<OsString>) {
    if !word.is_empty() {
        words.push(os_string(mem::take(word)));
    }
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::{cut, expand};
    use std::ffi::OsString;
    use std::fs;

    fn strings(words: &[OsString]) -> Vec<&str> {
        words.iter().map(|word| word.to_str().expect("UTF-8")).collect()
    }

    #[test]
    fn words_are_cut_as_llvm_cuts_them() {
        for (text, words) in [
            ("-c a.c\n-o\ta.o \r\n", &["-c", "a.c", "-o", "a.o"][..]),
            (r#"-DX="a b" 'c "d"' e"f"'g'"#, &["-DX=a b", r#"c "d""#, "efg"]),
            (r#"a\ b "c\"d" 'e\'f' \\ g\h"#, &["a b", "c\"d", "e'f", "\\", "gh"]),
            ("a \"\" '' b", &["a", "b"]),
            ("\"open a", &["open a"]),
            ("# no comment", &["#", "no", "comment"]),
            ("end\\", &["end\\"]),
            ("", &[]),
        ] {
            assert_eq!(strings(&cut(text.as_bytes())), words, "{text}");
        }
    }

    #[test]
    fn files_name_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let write = |name: &str, text: &[u8]| fs::write(path(name), text).expect("a file");
        write("inner", b"\xEF\xBB\xBF-flto b.c");
        write("outer", format!("a.c '@{}' @missing", path("inner")).as_bytes());
        write("itself", format!("-c @{}", path("itself")).as_bytes());
        let wide: Vec<u8> = "\u{FEFF}-c x.c".encode_utf16().flat_map(u16::to_le_bytes).collect();
        write("wide", &wide);
        let read = |words: &[&str]| {
            let given: Vec<OsString> = words.iter().map(Into::into).collect();
            let all = expand(&given);
            assert_eq!(all.handed_on, given);
            strings(&all.words).join(" ")
        };
        let outer = format!("@{}", path("outer"));
        assert_eq!(read(&["-O2", &outer, "d.c"]), "-O2 a.c -flto b.c @missing d.c");
        assert_eq!(read(&["@nowhere", "@"]), "@nowhere @");
        let itself = format!("@{}", path("itself"));
        assert_eq!(read(&[&itself]), format!("-c {itself}"));
        assert_eq!(read(&[&format!("@{}", path("wide"))]), "-c x.c");
    }
}
