//! Static libraries that a build has made: they hold bitcode, which few linkers read.
//!
//! Consumes: when the build began, what cargo says of the packages. Produces: the archives that are new. Guarantees: an archive that
//! was there before is not named, so each is named once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde::Deserialize;

/// What `cargo metadata` says, as far as it is asked.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    targets: Vec<Target>,
}

/// What cargo builds of a package.
#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    crate_types: Vec<String>,
}

impl Target {
    /// Its static library, below the folder of a profile.
    fn archive(&self) -> Option<PathBuf> {
        let has = |words: &[String], name: &str| words.iter().any(|word| word == name);
        has(&self.crate_types, "staticlib").then(|| {
            let folder = if has(&self.kind, "example") { "examples" } else { "" };
            Path::new(folder).join(format!("lib{}.a", self.name.replace('-', "_")))
        })
    }
}

/// Where cargo has built.
pub struct Place<'a> {
    /// The folder that the user names for all that is built.
    pub target_dir: Option<&'a str>,
    pub targets: &'a [String],
    pub profile: &'a str,
}

impl Place<'_> {
    /// The static libraries that were written since then. The command is cargo's, with its arguments for `metadata`.
    pub fn written(&self, metadata: &mut Command, since: SystemTime) -> Vec<PathBuf> {
        let output = metadata.args(["--no-deps", "--format-version=1"]).output().ok();
        let told = output.and_then(|output| serde_json::from_slice(&output.stdout).ok());
        told.map(|told| self.among(&told, since)).unwrap_or_default()
    }

    fn among(&self, told: &Metadata, since: SystemTime) -> Vec<PathBuf> {
        let built = self.target_dir.map_or(&*told.target_directory, Path::new);
        let profile = match self.profile {
            "dev" | "test" => "debug",
            "bench" => "release",
            name => name,
        };
        let folders = self.targets.iter().map(|target| {
            // A target may be a file that describes it.
            let name = target.strip_suffix(".json").and_then(|path| Path::new(path).file_name());
            built.join(name.unwrap_or(target.as_ref())).join(profile)
        });
        let names: Vec<PathBuf> = told
            .packages
            .iter()
            .flat_map(|package| &package.targets)
            .filter_map(Target::archive)
            .collect();
        folders
            .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
            .filter(|path| is_new(path, since))
            .collect()
    }
}

fn is_new(path: &Path, since: SystemTime) -> bool {
    fs::metadata(path).and_then(|about| about.modified()).is_ok_and(|written| written >= since)
}

#[cfg(test)]
mod tests {
    use super::{Metadata, Place};
    use std::fs;
    use std::time::{Duration, SystemTime};

    #[test]
    fn new_archives_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = |name, kind: &str, types: &str| serde_json::json!({ "name": name, "kind": [kind], "crate_types": [types] });
        let targets = [
            target("a-b", "staticlib", "staticlib"),
            target("c", "lib", "lib"),
            target("d", "example", "staticlib"),
        ];
        let told: Metadata = serde_json::from_value(serde_json::json!({
            "packages": [{ "targets": targets }],
            "target_directory": folder.path(),
        }))
        .expect("what is asked");
        let built = folder.path().join("t-linux/debug");
        fs::create_dir_all(built.join("examples")).expect("a folder");
        let files = ["liba_b.a", "libc.a", "examples/libd.a"].map(|name| built.join(name));
        for file in &files {
            fs::write(file, "").expect("a file");
        }
        let targets = ["t-linux".to_owned()];
        let place = Place { target_dir: None, targets: &targets, profile: "dev" };
        let now = SystemTime::now();
        let ago = now - Duration::from_secs(60);
        assert_eq!(place.among(&told, ago), [files[0].clone(), files[2].clone()]);
        assert!(place.among(&told, now + Duration::from_secs(60)).is_empty());
    }
}
