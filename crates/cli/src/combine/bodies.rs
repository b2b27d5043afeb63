//! Bodies that similar functions of several objects share: `fmerge combine` has the plugin make them.
//!
//! Consumes: the modules that objects carry. Produces: a store, the folder beside the summary, by LLVM's optimiser and the plugin
//! (`f3m-combine`). Guarantees: modules are taken in the order of the inputs. Only modules with equal settings are merged. Without
//! modules, there is no store.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use fmerge_core::bodies::{INDEX, is_of_store};
use fmerge_core::options::PassName;

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
fn publish(made: &[PathBuf], store: &Path) -> std::io::Result<String> {
    fs::create_dir_all(store)?;
    let mut index = String::new();
    for folder in made {
        index += &fs::read_to_string(folder.join(INDEX))?;
    }
    let mut lines: Vec<&str> = index.lines().collect();
    lines.sort_unstable();
    let names: BTreeSet<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    for name in &names {
        let from = made.iter().map(|folder| folder.join(name)).find(|path| path.exists());
        let Some(from) = from else { continue };
        let to = store.join(name);
        let bytes = fs::read(&from)?;
        if fs::read(&to).ok().as_deref() != Some(&bytes[..]) {
            let beside = store.join(format!("{name}.new"));
            fs::write(&beside, &bytes)?;
            fs::rename(&beside, &to)?;
        }
    }
    for entry in fs::read_dir(store)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_of_store(&name) && !names.contains(&name[..]) {
            fs::remove_file(entry.path())?;
        }
    }
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let path = store.join(INDEX);
    if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
        fs::write(path, &text)?;
    }
    Ok(text)
}
