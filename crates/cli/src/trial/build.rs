//! Builds of a copy of a project, each with passes of its own.
//!
//! Consumes: a project, the command that builds it, tests. Produces: what was built, in a folder of its own, how long it took, and
//! how the tests went. Guarantees: all builds are made in folders of one name, one after another, of the same files.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use fmerge_core::pipeline::{LAST, NONE};
use fmerge_core::report::DESTINATION_VARIABLE;
use fmerge_core::totals::{self, Totals};
use object::{Object, ObjectKind};

use super::tree;
use crate::compile::{Installed, Tool, llvm};
use crate::terminal;

/// What all builds have in common.
pub struct Workshop<'a> {
    /// Where everything is made.
    pub folder: &'a Path,
    /// The project.
    pub source: &'a Path,
    /// What of it is copied.
    pub files: Vec<PathBuf>,
    pub plugins: Installed,
    pub command: &'a [OsString],
    pub tests: &'a [String],
    /// What is measured; empty for all that is built.
    pub artifacts: &'a [PathBuf],
}

/// A build that is done.
pub struct Build {
    /// What is merged.
    pub name: String,
    /// What was built, by its path in the project, and where it is now.
    pub artifacts: Vec<(PathBuf, PathBuf)>,
    pub time: Duration,
    /// Whether each test passed.
    pub tests: Vec<bool>,
    /// What the plugin said of all links; nothing where none ran it.
    pub totals: Option<Totals>,
}

impl Build {
    /// What was gained, or why nothing was.
    pub fn said(&self) -> String {
        match &self.totals {
            Some(totals) => totals.advice().unwrap_or_else(|| totals.summary()),
            None => "no link ran the plugin, so that functions were merged within each object at most; -flto gains most"
                .to_owned(),
        }
    }
}

/// The name of the folder in which each build is made.
const TREE: &str = "tree";
/// The last lines of what failed.
const LINES: usize = 20;
/// Folders of what is built on the way: CMake's tries of the compiler, cargo's build scripts and copies with a hash.
const ON_THE_WAY: [&str; 4] = ["CMakeFiles", "build-script-build", "deps", "incremental"];

impl Workshop<'_> {
    fn tools(&self) -> PathBuf {
        self.folder.join("bin")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// Compilers of one word, programs that make archives of bitcode, and a cargo that is `cargo fmerge` where it builds something.
    pub fn make_tools(&self) -> anyhow::Result<()> {
        let fmerge = env::current_exe().context("cannot tell where this program is")?;
        let tools = self.tools();
        fs::create_dir(&tools).with_context(|| format!("cannot make {}", tools.display()))?;
        for tool in [Tool::C, Tool::Cxx, Tool::Ld] {
            link(&fmerge, &tools.join(tool.name()))?;
        }
        // Others may be of an older LLVM, or know no bitcode.
        for names in [["ar", "llvm-ar"], ["ranlib", "llvm-ranlib"]] {
            if let Some(program) = on_path(&llvm::program(names[1], &self.plugins)) {
                names.iter().try_for_each(|name| link(&program, &tools.join(name)))?;
            }
        }
        let Some(cargo) = on_path("cargo") else { return Ok(()) };
        let quoted = |path: &Path| shell_words::quote(&path.to_string_lossy()).into_owned();
        let script = format!(
            "#!/bin/sh\nfor word; do\n  case $word in\n  -* | +*) ;;\n  build | b | run | r | test | t | bench | \
             install | rustc) CARGO={cargo} exec {fmerge} cargo \"$@\" ;;\n  *) break ;;\n  esac\ndone\nexec {cargo} \
             \"$@\"\n",
            cargo = quoted(&cargo),
            fmerge = quoted(&fmerge),
        );
        let path = tools.join("cargo");
        fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
        make_executable(&path)
    }

    /// Builds and tests the project with these passes; what is to be kept comes into a folder of this name.
    pub fn build(&self, folder: &str, pipeline: &str) -> anyhow::Result<Build> {
        let name = if pipeline == NONE { "without" } else { pipeline };
        let what = if pipeline == NONE { "without merging" } else { name };
        eprintln!("fmerge: building {}", terminal::word(what));
        let (tree, kept) = (self.folder.join(TREE), self.folder.join(folder));
        fs::create_dir(&tree).with_context(|| format!("cannot make {}", tree.display()))?;
        tree::copy(self.source, &tree, &self.files)?;
        fs::create_dir(&kept).with_context(|| format!("cannot make {}", kept.display()))?;
        let totals = kept.join("totals");
        let begun = Instant::now();
        let built = self.run(self.command, pipeline, &kept)?;
        let time = begun.elapsed();
        ensure!(built, "the build {what} failed; it ended with\n{}", self.last_lines());
        let artifacts = self.collect(&tree, &kept)?;
        let mut tests = Vec::new();
        for test in self.tests {
            let words = ["sh".into(), "-c".into(), OsString::from(test)];
            tests.push(self.run(&words, pipeline, &kept)?);
            if tests.last() == Some(&false) {
                let last = self.last_lines();
                eprintln!(
                    "fmerge: {name}: `{test}` failed; it ended with\n{last}",
                    test = terminal::word(test)
                );
            }
        }
        fs::rename(self.log(), kept.join("log")).context("cannot keep what was printed")?;
        fs::remove_dir_all(&tree).with_context(|| format!("cannot remove {}", tree.display()))?;
        let text = fs::read_to_string(&totals).unwrap_or_default();
        let totals = Totals::sum(&text);
        Ok(Build { name: name.to_owned(), artifacts, time, tests, totals })
    }

    /// Runs a command in the copy; whether it succeeded. What it prints is added to the log.
    fn run(&self, words: &[OsString], pipeline: &str, kept: &Path) -> anyhow::Result<bool> {
        let [program, arguments @ ..] = words else { bail!("there is no command") };
        let cannot = || format!("cannot run {}", program.display());
        let log =
            File::options().create(true).append(true).open(self.log()).with_context(cannot)?;
        let (cc, cxx) = (Tool::C.name(), Tool::Cxx.name());
        let mut path = self.tools().into_os_string();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        let mut make = env::var_os("MAKEFLAGS").unwrap_or_default();
        make.push(format!(" CC={cc} CXX={cxx}"));
        let mut reports = kept.join("reports").into_os_string();
        reports.push("/%m-%p.json");
        // A program that stands on the path with the tools, as a shell would find it.
        let found = program.to_str().and_then(|name| match name {
            "cargo" => Some(self.tools().join(name)).filter(|tool| tool.exists()),
            _ => None,
        });
        let mut command =
            Command::new(found.as_deref().map_or(program.as_os_str(), Path::as_os_str));
        command.args(arguments).current_dir(self.folder.join(TREE)).stdin(Stdio::null());
        command.env("PATH", path).env("MAKEFLAGS", make).env("CC", cc).env("CXX", cxx);
        if let Installed::Named(plugin) = &self.plugins {
            command.env("FMERGE_PLUGIN", &plugin.path);
        }
        command.env(LAST.variable, pipeline);
        command.env(totals::VARIABLE, kept.join("totals")).env(DESTINATION_VARIABLE, reports);
        command.stdout(log.try_clone().with_context(cannot)?).stderr(log);
        Ok(command.status().with_context(cannot)?.success())
    }

    /// The programs and libraries that were built, in a folder that stays.
    fn collect(&self, tree: &Path, kept: &Path) -> anyhow::Result<Vec<(PathBuf, PathBuf)>> {
        let mut paths = self.artifacts.to_vec();
        if paths.is_empty() {
            let mut all = Vec::new();
            tree::walk(tree, Path::new(""), &mut all)?;
            // Caches are skipped as projects are copied, but cargo builds into one.
            for target in ["target", "build"] {
                if tree.join(target).is_dir() {
                    walk_all(tree, Path::new(target), &mut all);
                }
            }
            let mut seen = BTreeSet::new();
            all.sort();
            all.dedup();
            all.retain(|path| {
                let is_new = self.files.binary_search(path).is_err();
                let on_the_way =
                    path.iter().any(|part| ON_THE_WAY.iter().any(|name| part == *name));
                is_new
                    && !on_the_way
                    && is_program(&tree.join(path))
                    && seen.insert(identity(&tree.join(path)))
            });
            paths = all;
        }
        ensure!(
            !paths.is_empty(),
            "the command built no program and no shared library; name what to measure by --artifact. It ended with\n{}",
            self.last_lines()
        );
        let mut found = Vec::new();
        for path in paths {
            let to = kept.join("built").join(&path);
            fs::create_dir_all(to.parent().unwrap_or(kept))?;
            fs::copy(tree.join(&path), &to)
                .with_context(|| format!("the command did not build {}", path.display()))?;
            found.push((path, to));
        }
        Ok(found)
    }

    /// The end of what was printed.
    fn last_lines(&self) -> String {
        let bytes = fs::read(self.log()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        terminal::lines(&lines[lines.len().saturating_sub(LINES)..].join("\n")).into_owned()
    }
}

/// Adds all below a folder; what cannot be read is not there.
fn walk_all(root: &Path, below: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(below)).into_iter().flatten().flatten() {
        let path = below.join(entry.file_name());
        match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            true => walk_all(root, &path, found),
            false => found.push(path),
        }
    }
}

/// Whether a file is a program or a shared library.
fn is_program(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    let mut magic = [0; 4];
    let begins = is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && [*b"\x7FELF", *b"\0asm"].contains(&magic);
    let kind = |bytes: Vec<u8>| object::File::parse(&*bytes).map(|object| object.kind());
    begins
        && matches!(
            fs::read(path).map(kind),
            Ok(Ok(ObjectKind::Executable | ObjectKind::Dynamic)) | Ok(Ok(ObjectKind::Unknown))
        )
}

/// The same for several names of one file.
#[cfg(unix)]
fn identity(path: &Path) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map_or((0, 0), |data| (data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> PathBuf {
    path.to_owned()
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::os::unix::fs::symlink(from, to).with_context(|| format!("cannot make {}", to.display()))
}

#[cfg(not(unix))]
fn link(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot make {}", to.display())).map(|_| ())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// Where a program is.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(OsStr::new(name))).find(|file| file.is_file())
}
