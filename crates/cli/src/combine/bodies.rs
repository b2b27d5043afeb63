//! Bodies that similar functions of several objects share: `fmerge combine` has the plugin make them.
//!
//! Consumes: the modules that objects carry. Produces: a store, by LLVM's optimiser and the plugin (`f3m-combine`), and the
//! slice of each object. Guarantees: modules are taken in the order of the inputs. Only modules with equal settings are merged.
//! A file that would be what it is stays untouched, so that nothing is built anew for it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use anyhow::Context;
use fmerge_core::bodies::{BodyStore, FunctionDigest, ModuleRecord, slices_of};
use fmerge_core::options::PassName;
use fmerge_core::summary::write_atomically;

use crate::compile::{Installed, llvm};
use crate::tool::{self, OPT, program};

/// Makes the store of these modules.
///
/// # Errors
/// No program and plugin could make it.
pub fn make(
    modules: &[ModuleRecord],
    plugin: Option<&OsStr>,
    options: &str,
) -> anyhow::Result<BodyStore> {
    let mut store = BodyStore::default();
    for group in groups(modules) {
        store.add(merge(&group, plugin, options)?);
    }
    Ok(store)
}

/// Writes a store, and the slice of each object that goes by one.
///
/// # Errors
/// A file cannot be written.
pub fn write(store: &BodyStore, modules: &[ModuleRecord], path: &Path) -> anyhow::Result<()> {
    let mut slices: BTreeMap<&str, Vec<FunctionDigest>> = BTreeMap::new();
    for module in modules.iter().filter(|module| is_file_name(&module.slice)) {
        slices.entry(&module.slice).or_default().extend(&module.functions);
    }
    let folder = slices_of(path);
    if !slices.is_empty() {
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    for (name, functions) in slices {
        write_slice(&folder.join(name), &store.part(&functions))?;
    }
    write_if_new(path, &store.to_bytes())
}

/// Writes the slice of an object. It is empty where the object shares nothing, as it is before there is a store.
fn write_slice(path: &Path, part: &BodyStore) -> anyhow::Result<()> {
    let bytes = if part.function_count() == 0 { Vec::new() } else { part.to_bytes() };
    write_if_new(path, &bytes)
}

/// Whether a name stays within its folder.
fn is_file_name(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|own| own == name)
}

/// The modules with equal settings, in order; those that stand alone too.
fn groups(modules: &[ModuleRecord]) -> Vec<Vec<&ModuleRecord>> {
    let mut groups: Vec<Vec<&ModuleRecord>> = Vec::new();
    for module in modules {
        let same = |group: &&mut Vec<&ModuleRecord>| {
            (group[0].llvm, &group[0].settings) == (module.llvm, &module.settings)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(module),
            None => groups.push(vec![module]),
        }
    }
    groups
}

/// Runs the optimiser on modules that may be merged.
fn merge(
    group: &[&ModuleRecord],
    plugin: Option<&OsStr>,
    options: &str,
) -> anyhow::Result<BodyStore> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let folder = folder.path();
    let mut paths = Vec::new();
    for (number, module) in group.iter().enumerate() {
        let name = format!("{number}.bc");
        fs::write(folder.join(&name), &module.bitcode).context("cannot write a temporary file")?;
        paths.push(name);
    }
    fs::write(folder.join("list"), paths[1..].join("\n"))
        .context("cannot write a temporary file")?;
    let installed = Installed::find(plugin)?;
    let usual = format!("opt-{}", group[0].llvm);
    let fitting =
        llvm::fitting(&installed, &[program(OPT, &usual).to_string_lossy().into_owned()])?;
    let mut load = OsString::from("-load-pass-plugin=");
    load.push(std::path::absolute(&fitting.path).context("no path of the plugin")?);
    // LLVM cuts a pipeline at characters that may stand in the folder's name, so the names are relative to it.
    let pass = format!("{}<inputs=list;out=bodies;{options}>", PassName::F3mCombine.name());
    let is_position_independent = group[0].settings.windows(10).any(|text| text == b"PIC Level=");
    tool::run(OPT, &usual, |opt| {
        opt.current_dir(folder).arg(load).arg(format!("-passes={pass}")).arg("-disable-output");
        // A linker may drop each function by itself.
        opt.args(["-function-sections", "-data-sections"]);
        opt.args(is_position_independent.then_some("-relocation-model=pic")).arg(&paths[0])
    })?;
    let bytes = fs::read(folder.join("bodies")).context("cannot read a temporary file")?;
    BodyStore::from_bytes(&bytes).context("the optimiser and this program are of one installation")
}

/// Leaves a file alone that holds these bytes already, so that nothing is built anew for it.
fn write_if_new(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if fs::read(path).ok().as_deref() != Some(bytes) {
        write_atomically(path, |out| out.write_all(bytes))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
