//! The file of dependencies of a link that is made by two (`--dependency-file`).
//!
//! Consumes: what the second link wrote into it, and the bitcode that the second link had other files for. Produces: the same
//! file with the names that the user gave. Guarantees: the file names nothing that is gone after the link, so that Ninja and make
//! link again if an object or archive changes, and only then.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Writes to `file` what the second link wrote to `told`, with `bitcode` in the place of what stands in `folder`.
///
/// # Errors
/// A file cannot be read or written.
pub fn write(told: &Path, file: &Path, folder: &Path, bitcode: &[PathBuf]) -> anyhow::Result<()> {
    let text = fs::read(told).context("the second of two links told no dependencies")?;
    let problem = || format!("cannot write the file of dependencies {}", file.display());
    fs::write(file, corrected(&text, folder, bitcode)).with_context(problem)
}

/// The text of such a file with other names. lld writes the target, a line for each file, and an empty rule for each.
fn corrected(text: &[u8], folder: &Path, bitcode: &[PathBuf]) -> Vec<u8> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let target = lines.next().unwrap_or_default();
    let target = target.strip_suffix(b" \\").unwrap_or(target);
    let folder = escaped(folder.join("").as_os_str());
    let mut files: Vec<Vec<u8>> = Vec::new();
    let mut add = |file: Vec<u8>| {
        if !file.starts_with(&folder) && !files.contains(&file) {
            files.push(file);
        }
    };
    bitcode.iter().for_each(|file| add(escaped(file.as_os_str())));
    for line in lines.map_while(|line| line.strip_prefix(b" ")) {
        add(line.strip_suffix(b" \\").unwrap_or(line).to_vec());
    }
    let dependencies = files.iter().flat_map(|file| [b" \\\n ", &file[..]].concat());
    let rules = files.iter().flat_map(|file| [b"\n", &file[..], b":\n"].concat());
    target.iter().copied().chain(dependencies).chain([b'\n']).chain(rules).collect()
}

/// A name as make and Ninja read it, by lld's rules.
fn escaped(name: &OsStr) -> Vec<u8> {
    let mut text = Vec::new();
    for &byte in name.as_encoded_bytes() {
        match byte {
            b' ' => {
                let slashes = text.iter().rev().take_while(|&&before| before == b'\\').count();
                text.extend(vec![b'\\'; slashes + 1]);
            }
            b'#' => text.push(b'\\'),
            b'$' => text.push(b'$'),
            _ => {}
        }
        text.push(byte);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_gone_give_way_to_the_bitcode_that_they_came_of() {
        let told =
            b"a b: \\\n /t/x\\ y/1.o \\\n n.o \\\n lib.a\n\n/t/x\\ y/1.o:\n\nn.o:\n\nlib.a:\n";
        let bitcode = ["m#1.o", "lib.a"].map(PathBuf::from);
        let text = corrected(told, Path::new("/t/x y"), &bitcode);
        let expected = "a b: \\\n m\\#1.o \\\n lib.a \\\n n.o\n\nm\\#1.o:\n\nlib.a:\n\nn.o:\n";
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn names_are_escaped_as_lld_does() {
        assert_eq!(escaped(OsStr::new("x#y$ z\\ ")), b"x\\#y$$\\ z\\\\\\ ");
    }
}
