//! Bodies that similar functions of several objects share: `fmerge combine` has the plugin make them.
//!
//! Consumes: the modules that objects carry. Produces: a store, by LLVM's optimiser and the plugin (`f3m-combine`), and the
//! slice of each object. Guarantees: modules are taken in the order of the inputs. Only modules with equal settings are merged. A
//! large program is merged in batches, so that no run of the optimiser has all of it in memory.
//! A file that would be what it is stays untouched, so that nothing is built anew for it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::{fs, mem};

use anyhow::Context;
use fmerge_core::bodies::{
    BodyStore, CombineInputs, FunctionDigest, ModuleRecord, Needs, batches, slices_of,
};
use fmerge_core::options::PassName;
use fmerge_core::summary::write_atomically;
use rayon::prelude::*;

use crate::compile::{Installed, llvm};
use crate::scratch::Scratch;
use crate::tool::{self, OPT, program};

/// How modules are merged.
pub struct Combining<'a> {
    /// The plugin, if it is not the installed one.
    pub plugin: Option<&'a OsStr>,
    /// Options of the pass.
    pub options: &'a str,
    /// The most instructions that are merged at once.
    pub batch: u64,
}

/// Makes the store of these modules, which are without their bitcode afterwards, and says in how many batches. These are merged side
/// by side.
///
/// # Errors
/// No program and plugin could make it.
pub fn make(
    modules: &mut [ModuleRecord],
    combining: &Combining,
) -> anyhow::Result<(BodyStore, usize)> {
    let folder = Scratch::new()?;
    for (number, module) in modules.iter_mut().enumerate() {
        let bitcode = mem::take(&mut module.bitcode);
        fs::write(folder.path().join(file_name(number)), bitcode)
            .context("cannot write a temporary file")?;
    }
    let mut runs = Vec::new();
    for group in groups(modules) {
        runs.extend(runs_of(modules, &group, folder.path(), combining.batch)?);
    }
    let made = runs.par_iter().enumerate();
    let made: Vec<_> =
        made.map(|(number, run)| merge(number, run, folder.path(), combining)).collect();
    let mut store = BodyStore::default();
    for part in made {
        store.add(part?);
    }
    Ok((store, runs.iter().filter(|run| run.inputs.batch.is_some()).count()))
}

/// The file of the bitcode of this module.
fn file_name(module: usize) -> String {
    format!("{module}.bc")
}

/// Writes a store, and the slice of each object that goes by one.
///
/// # Errors
/// A file cannot be written.
pub fn write(store: &BodyStore, modules: &[ModuleRecord], path: &Path) -> anyhow::Result<()> {
    let mut slices: BTreeMap<&str, Vec<FunctionDigest>> = BTreeMap::new();
    for module in modules.iter().filter(|module| is_file_name(&module.slice)) {
        let functions = module.functions.iter().map(|one| one.digest);
        slices.entry(&module.slice).or_default().extend(functions);
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

/// The numbers of modules with equal settings, in order; those that stand alone too.
fn groups(modules: &[ModuleRecord]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, module) in modules.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| {
            let first = &modules[group[0]];
            (first.llvm, &first.settings) == (module.llvm, &module.settings)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(number),
            None => groups.push(vec![number]),
        }
    }
    groups
}

/// What the optimiser is to merge at once.
struct BatchRun<'a> {
    first: &'a ModuleRecord,
    first_file: String,
    inputs: CombineInputs,
}

/// The runs that merge a group of modules.
fn runs_of<'a>(
    modules: &'a [ModuleRecord],
    group: &[usize],
    folder: &Path,
    most: u64,
) -> anyhow::Result<Vec<BatchRun<'a>>> {
    let members: Vec<&ModuleRecord> = group.iter().map(|&one| &modules[one]).collect();
    let mut parts: Vec<_> = batches(&members, most).into_iter().map(Some).collect();
    let needs = format!("needs-{}", group[0]);
    if parts.len() > 1 {
        fs::write(folder.join(&needs), Needs::of(&members).to_bytes())
            .context("cannot write a temporary file")?;
    } else {
        parts = vec![None];
    }
    let run = |part: Option<Vec<FunctionDigest>>| BatchRun {
        first: members[0],
        first_file: file_name(group[0]),
        inputs: CombineInputs {
            modules: group[1..].iter().map(|&one| file_name(one)).collect(),
            batch: part.map(|functions| (functions, needs.clone())),
        },
    };
    Ok(parts.into_iter().map(run).collect())
}

/// Runs the optimiser.
fn merge(
    number: usize,
    run: &BatchRun,
    folder: &Path,
    combining: &Combining,
) -> anyhow::Result<BodyStore> {
    let (inputs, bodies) = (format!("inputs-{number}"), format!("bodies-{number}"));
    fs::write(folder.join(&inputs), run.inputs.to_bytes())
        .context("cannot write a temporary file")?;
    let installed = Installed::find(combining.plugin)?;
    let usual = format!("opt-{}", run.first.llvm);
    let fitting =
        llvm::fitting(&installed, &[program(OPT, &usual).to_string_lossy().into_owned()])?;
    let mut load = OsString::from("-load-pass-plugin=");
    load.push(std::path::absolute(&fitting.path).context("no path of the plugin")?);
    // LLVM cuts a pipeline at characters that may stand in the folder's name, so the names are relative to it.
    let name = PassName::F3mCombine.name();
    let pass = format!("{name}<inputs={inputs};out={bodies};{}>", combining.options);
    let is_position_independent = run.first.settings.windows(10).any(|text| text == b"PIC Level=");
    tool::run(OPT, &usual, |opt| {
        opt.current_dir(folder).arg(load).arg(format!("-passes={pass}")).arg("-disable-output");
        // A linker may drop each function by itself.
        opt.args(["-function-sections", "-data-sections"]);
        opt.args(is_position_independent.then_some("-relocation-model=pic")).arg(&run.first_file)
    })?;
    let bytes = fs::read(folder.join(bodies)).context("cannot read a temporary file")?;
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
