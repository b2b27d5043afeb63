//! Where plugins are, and which LLVM each is for.
//!
//! Consumes: what the user named, the path of this program. Produces: the absolute path of the plugin for an LLVM, and a digest
//! of it. Guarantees: a plugin that was found, not named, fits the LLVM that it was asked for.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use object::read::ReadCache;
use object::{Object, ObjectSymbol};

/// The file's name.
pub const NAME: &str = "libfmerge.so";

/// The variable that names a plugin.
pub const VARIABLE: &str = "FMERGE_PLUGIN";

/// The plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plugin {
    /// An absolute path: builds run compilers in many folders, and a name without a folder means the system's libraries.
    pub path: PathBuf,
    /// The major version of the LLVM that it says it is for.
    llvm: Option<u32>,
}

impl Plugin {
    /// The plugin of this path, which is absolute.
    pub fn at(path: PathBuf) -> Plugin {
        let llvm = llvm_of(&path);
        Plugin { path, llvm }
    }

    /// A plugin that the build named itself, if there is a file of this path.
    pub fn named(path: &OsStr) -> Option<Plugin> {
        fs::canonicalize(path).ok().map(Plugin::at)
    }

    /// Whether compilers read LLVM's options before they load it, as clang up to 21 does.
    pub fn is_loaded_late(&self) -> bool {
        self.llvm.is_some_and(|major| major < 22)
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

/// The plugins that this program finds, each for one major version of LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Installed {
    /// The user said which: it is taken as it is, and says itself if the compiler is of another LLVM.
    Named(Plugin),
    /// Those beside this program, by the versions that they are for.
    Found(BTreeMap<u32, Plugin>),
}

impl Installed {
    /// The one that the user named, else the one of `FMERGE_PLUGIN`, else those beside this program.
    ///
    /// # Errors
    /// There is none.
    pub fn find(named: Option<&OsStr>) -> anyhow::Result<Installed> {
        let variable = env::var_os(VARIABLE).filter(|value| !value.is_empty());
        if let Some(path) = named.map(OsStr::to_owned).or(variable) {
            let path = fs::canonicalize(&path)
                .with_context(|| format!("there is no plugin {}", path.display()))?;
            let plugin = Plugin::at(path);
            let path = plugin.path.display();
            ensure!(plugin.llvm.is_some(), "{path} is no plugin of fmerge: name a {NAME}");
            return Ok(Installed::Named(plugin));
        }
        let program = env::current_exe().context("cannot tell where this program is")?;
        let folder = program.parent().unwrap_or(Path::new("/"));
        let mut found = BTreeMap::new();
        for plugin in places(folder).into_iter().map(Plugin::at) {
            if let Some(major) = plugin.llvm {
                found.entry(major).or_insert(plugin);
            }
        }
        if found.is_empty() {
            bail!(
                "there is no {NAME} in {} nor in the folder lib beside it; `make install` puts it there; otherwise name \
                 it by FMERGE_PLUGIN",
                folder.display()
            );
        }
        Ok(Installed::Found(found))
    }

    /// The versions of LLVM that there are plugins for, the usual one first, then the newest.
    pub fn versions(&self) -> Vec<u32> {
        let Installed::Found(found) = self else { return Vec::new() };
        let mut all: Vec<u32> = found.keys().rev().copied().collect();
        all.sort_by_key(|&major| major != USUAL);
        all
    }

    /// The plugin for an LLVM; the usual one where the version is not known.
    ///
    /// # Errors
    /// There is none; it says what to do, where `what` is the program that has this LLVM.
    pub fn fitting(&self, llvm: Option<u32>, what: &str) -> anyhow::Result<Plugin> {
        let found = match self {
            Installed::Named(plugin) => return Ok(plugin.clone()),
            Installed::Found(found) => found,
        };
        let versions = self.versions();
        let wanted = llvm.or(versions.first().copied());
        match wanted.and_then(|major| found.get(&major)) {
            Some(plugin) => Ok(plugin.clone()),
            None => {
                let wanted = wanted.unwrap_or_default();
                let other = match VERSIONS.contains(&wanted) {
                    true => {
                        format!("install the plugin for LLVM {wanted} (make install LLVM={wanted})")
                    }
                    false => "build the plugin for another of LLVM 19 to 23".to_owned(),
                };
                bail!(
                    "{what} has LLVM {wanted}, and plugins are installed for LLVM {}: use a compiler of one of these, or \
                     {other}",
                    list(&versions)
                )
            }
        }
    }
}

/// The version that is taken where several would do.
pub const USUAL: u32 = 22;

/// Numbers as a sentence has them.
pub fn list(numbers: &[u32]) -> String {
    let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
    match &words[..] {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        words => words.join(""),
    }
}

/// Which LLVM a plugin says that it is for: in a symbol's name, so that nobody needs to load it.
fn llvm_of(path: &Path) -> Option<u32> {
    let cache = ReadCache::new(fs::File::open(path).ok()?);
    let file = object::File::parse(&cache).ok()?;
    let symbols = file.dynamic_symbols().filter(|symbol| symbol.is_definition());
    symbols.filter_map(|symbol| symbol.name().ok()?.strip_prefix(MARK)?.parse().ok()).next()
}

/// The symbol of a plugin for LLVM 22 is `fmerge_for_llvm_22` (`src/interface.rs`).
const MARK: &str = "fmerge_for_llvm_";

/// Where plugins may be if this program is in `folder`: a cargo build has both in one folder, an installation has
/// `bin` and `lib`, or a folder of `lib` for each machine.
fn places(folder: &Path) -> Vec<PathBuf> {
    let prefix = folder.join("..");
    let mut folders = vec![folder.to_owned(), prefix.join("lib"), prefix.join("lib64")];
    let mut others: Vec<PathBuf> = fs::read_dir(prefix.join("lib"))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    others.sort();
    folders.extend(others);
    folders.iter().flat_map(|folder| plugins_in(folder)).collect()
}

/// `libfmerge.so`, and those of several versions side by side: `libfmerge-22.so`.
fn plugins_in(folder: &Path) -> Vec<PathBuf> {
    let numbered = VERSIONS.map(|major| format!("libfmerge-{major}.so"));
    let names = [NAME.to_owned()].into_iter().chain(numbered);
    names.filter_map(|name| fs::canonicalize(folder.join(name)).ok()).collect()
}

/// The versions that plugins can be built for (`build.rs`).
const VERSIONS: [u32; 5] = [22, 23, 21, 20, 19];

#[cfg(test)]
mod tests {
    use super::{Installed, Plugin, list};

    fn installed(versions: &[u32]) -> Installed {
        let plugin = |major: u32| Plugin::at(format!("/p/libfmerge-{major}.so").into());
        Installed::Found(versions.iter().map(|&major| (major, plugin(major))).collect())
    }

    #[test]
    fn the_plugin_fits_the_compiler() {
        let all = installed(&[19, 22, 23]);
        assert_eq!(all.versions(), [22, 23, 19]);
        let path = |llvm| all.fitting(llvm, "clang").expect("installed").path;
        assert_eq!(path(Some(19)).to_str(), Some("/p/libfmerge-19.so"));
        assert_eq!(path(None).to_str(), Some("/p/libfmerge-22.so"));
    }

    #[test]
    fn what_is_missing_is_said_in_a_sentence() {
        let error = installed(&[19, 22]).fitting(Some(20), "clang-20").expect_err("none fits");
        let text = error.to_string();
        assert!(
            text.starts_with("clang-20 has LLVM 20, and plugins are installed for LLVM 22 and 19"),
            "{text}"
        );
        assert!(text.contains("make install LLVM=20"), "{text}");
    }

    #[test]
    fn one_that_is_named_is_taken() {
        let own = Plugin::at("/own.so".into());
        let named = Installed::Named(own.clone());
        assert_eq!(named.fitting(Some(18), "clang").expect("named"), own);
    }

    #[test]
    fn lists_read_well() {
        assert_eq!(
            [list(&[22]), list(&[22, 19]), list(&[22, 23, 19])],
            ["22", "22 and 19", "22, 23 and 19"]
        );
    }
}
