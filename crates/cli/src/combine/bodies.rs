//! Bodies that similar functions of several objects share: `fmerge combine` has the plugin make them.
//!
//! Consumes: the modules that objects carry. Produces: a store, the folder beside the summary, by LLVM's optimiser and the plugin
//! (`f3m-combine`). Guarantees: modules are taken in the order of the inputs. Only modules with equal settings are merged. Without
//! modules, there is no store.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use fmerge_core::bodies::{INDEX, remove_others};
use fmerge_core::options::PassName;
use fmerge_core::summary::write_atomically;

use crate::compile::{Installed, llvm};
use crate::inputs::FoundModule;
use crate::tool::{self, OPT, program};

/// Makes the store of these modules, and returns the list of what is in it: a line for each function.
///
/// # Errors
/// No program and plugin could make it, or it could not be written.
pub fn make(
    modules: &[FoundModule],
    store: &Path,
    plugin: Option<&OsStr>,
    options: &str,
) -> anyhow::Result<String> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    // Each group of modules writes a store of its own, since a store holds what was made last.
    let mut made = Vec::new();
    for (number, group) in groups(modules).into_iter().enumerate() {
        let own = folder.path().join(number.to_string());
        fs::create_dir(&own).context("cannot make a temporary folder")?;
        merge(&group, &own, plugin, options)?;
        made.push(own.join("bodies"));
    }
    publish(&made, store).with_context(|| format!("cannot write {}", store.display()))
}

/// The modules with equal settings, in order; those that stand alone too.
fn groups(modules: &[FoundModule]) -> Vec<Vec<&FoundModule>> {
    let mut groups: Vec<Vec<&FoundModule>> = Vec::new();
    for module in modules {
        let same = |group: &&mut Vec<&FoundModule>| {
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
    group: &[&FoundModule],
    folder: &Path,
    plugin: Option<&OsStr>,
    options: &str,
) -> anyhow::Result<()> {
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
    Ok(())
}

/// Makes the store hold what was made, and nothing else; returns the list of it. A compiler may read it meanwhile: each file
/// appears whole, and what is missing is not merged.
fn publish(made: &[PathBuf], store: &Path) -> anyhow::Result<String> {
    fs::create_dir_all(store)?;
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for folder in made {
        for line in fs::read_to_string(folder.join(INDEX))?.lines() {
            let name = line.split(' ').next().unwrap_or_default();
            write_if_new(&store.join(name), &fs::read(folder.join(name))?)?;
            files.insert(name.to_owned(), format!("{line}\n"));
        }
    }
    remove_others(store, |name| files.contains_key(name))?;
    let list: String = files.into_values().collect();
    write_if_new(&store.join(INDEX), list.as_bytes())?;
    Ok(list)
}

/// Leaves a file alone that holds these bytes already, so that nothing is built anew for it.
fn write_if_new(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if fs::read(path).ok().as_deref() != Some(bytes) {
        write_atomically(path, |out| out.write_all(bytes))?;
    }
    Ok(())
}
