//! Copies of a project.
//!
//! Consumes: its folder. Produces: the paths of what belongs to it, and copies of that. Guarantees: copies have the times and
//! permissions of the originals, so that a build does not think that something generated is out of date; links stay links.
//! What git ignores, and folders that say they are caches, were built, and are left out.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;

/// In a folder that can be made anew, such as cargo's.
const CACHE: &str = "CACHEDIR.TAG";

/// The files and links below a folder, by their paths from there, in order; what lies in `out` is none of them.
pub fn files(folder: &Path, all: bool, out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    match (!all).then(|| known_to_git(folder)).flatten() {
        Some(paths) => {
            for path in paths {
                // A folder is another repository; what is missing was deleted and not yet committed.
                match fs::symlink_metadata(folder.join(&path)) {
                    Ok(data) if data.is_dir() => walk(folder, &path, &mut found)?,
                    Ok(_) => found.push(path),
                    Err(_) => {}
                }
            }
        }
        None => walk(folder, Path::new(""), &mut found)?,
    }
    found.retain(|path| !folder.join(path).starts_with(out));
    found.sort();
    Ok(found)
}

/// What git would take note of; nothing where there is no repository, or no git.
fn known_to_git(folder: &Path) -> Option<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let output = git.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.split('\0').filter(|path| !path.is_empty()).map(PathBuf::from).collect())
}

/// Adds all below a folder but caches.
pub fn walk(root: &Path, below: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let folder = root.join(below);
    let read = || format!("cannot read {}", folder.display());
    if folder.join(CACHE).is_file() && !below.as_os_str().is_empty() {
        return Ok(());
    }
    for entry in fs::read_dir(&folder).with_context(read)? {
        let entry = entry.with_context(read)?;
        let path = below.join(entry.file_name());
        match entry.file_type().with_context(read)?.is_dir() {
            true => walk(root, &path, found)?,
            false => found.push(path),
        }
    }
    Ok(())
}

/// Copies files from one folder to another.
pub fn copy(from: &Path, to: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    for path in files {
        let (old, new) = (from.join(path), to.join(path));
        copy_one(&old, &new)
            .with_context(|| format!("cannot copy {} to {}", old.display(), new.display()))?;
    }
    Ok(())
}

fn copy_one(old: &Path, new: &Path) -> io::Result<()> {
    if let Some(folder) = new.parent() {
        fs::create_dir_all(folder)?;
    }
    let data = fs::symlink_metadata(old)?;
    #[cfg(unix)]
    if data.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(old)?, new);
    }
    if data.is_file() || data.is_symlink() {
        fs::copy(old, new)?;
        // A file that may not be written to may not have its time set by its owner either, on some systems.
        if let Ok(file) = File::open(new) {
            let _ = data.modified().map(|time| file.set_modified(time));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_built_is_not_copied() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("project");
        for (path, text) in [("a/b.c", "int b;"), ("target/CACHEDIR.TAG", ""), ("target/x", "")] {
            fs::create_dir_all(root.join(path).parent().expect("a folder")).expect("a folder");
            fs::write(root.join(path), text).expect("a file");
        }
        let found = files(&root, true, &root.join("out")).expect("files");
        assert_eq!(found, [PathBuf::from("a/b.c")]);
        let to = folder.path().join("copy");
        copy(&root, &to, &found).expect("a copy");
        let time = |root: &Path| fs::metadata(root.join("a/b.c")).and_then(|data| data.modified());
        assert_eq!(time(&to).expect("a time"), time(&root).expect("a time"));
    }
}
