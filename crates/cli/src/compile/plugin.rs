//! Where the plugin is.
//!
//! Consumes: what the user named, the path of this program. Produces: the plugin's absolute path and a digest of it.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// The file's name.
pub const NAME: &str = "libfmerge.so";

/// The plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// An absolute path: builds run compilers in many folders, and a name without a folder means the system's libraries.
    pub path: PathBuf,
}

impl Plugin {
    /// The one that the user named, else the one of `FMERGE_PLUGIN`, else the one beside this program.
    pub fn find(named: Option<&OsStr>) -> anyhow::Result<Plugin> {
        let variable = env::var_os("FMERGE_PLUGIN").filter(|value| !value.is_empty());
        if let Some(path) = named.map(OsStr::to_owned).or(variable) {
            let path = fs::canonicalize(&path)
                .with_context(|| format!("there is no plugin {}", path.display()))?;
            return Ok(Plugin { path });
        }
        let program = env::current_exe().context("cannot tell where this program is")?;
        let folder = program.parent().unwrap_or(Path::new("/"));
        match places(folder).into_iter().find(|path| path.is_file()) {
            Some(path) => Ok(Plugin { path }),
            None => bail!(
                "there is no {NAME} in {} nor in the folder lib beside it; `make install` puts it there; otherwise name \
                 it by FMERGE_PLUGIN",
                folder.display()
            ),
        }
    }

    /// A plugin that the build named itself, if there is a file of this path.
    pub fn named(path: &OsStr) -> Option<Plugin> {
        fs::canonicalize(path).ok().map(|path| Plugin { path })
    }

    /// Says which plugin and which summary these are; others have other digests.
    pub fn digest(&self, summary: Option<&str>) -> String {
        let mut hasher = DefaultHasher::new();
        for file in [Some(self.path.as_path()), summary.map(Path::new)] {
            let content = file.and_then(|file| fs::read(file).ok()).unwrap_or_default();
            hasher.write_usize(content.len());
            hasher.write(&content);
        }
        format!("{:016x}", hasher.finish())
    }
}

/// Where the plugin may be if this program is in `folder`: a cargo build has both in one folder, an installation has
/// `bin` and `lib`, or a folder of `lib` for each machine.
fn places(folder: &Path) -> Vec<PathBuf> {
    let prefix = folder.join("..");
    let mut folders = vec![folder.to_owned(), prefix.join("lib"), prefix.join("lib64")];
    let mut others: Vec<PathBuf> = fs::read_dir(prefix.join("lib"))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    others.sort();
    folders.extend(others);
    let canonical = |path: PathBuf| fs::canonicalize(&path).unwrap_or(path);
    folders.into_iter().map(|folder| canonical(folder.join(NAME))).collect()
}
