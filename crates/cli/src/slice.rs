//! `fmerge slice`: the part of a program's store of bodies that objects need.
//!
//! Consumes: a store that `fmerge combine` wrote, and objects that were analysed. Produces: a file for f3m-merge. Guarantees: the
//! same file as long as the store says the same of these objects, so that a build that goes by content compiles no other object
//! again.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use fmerge_core::bodies::{BodyStore, FunctionDigest};
use fmerge_core::summary::write_atomically;

use crate::inputs::{Gathered, add_file, expand};

/// Arguments of `fmerge slice`.
#[derive(clap::Args)]
pub struct Args {
    /// The store, as `fmerge combine` wrote it
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Objects that were compiled with f3m-analyze, or what it wrote into files; others need nothing
    #[arg(required = true, value_name = "OBJECTS")]
    inputs: Vec<PathBuf>,
    /// The slice to write
    #[arg(short, long, value_name = "SLICE")]
    output: PathBuf,
}

/// Writes the slice, and gives the text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let name = || args.store.display().to_string();
    let bytes = fs::read(&args.store).with_context(|| format!("cannot read {}", name()))?;
    let store = BodyStore::from_bytes(&bytes).with_context(name)?;
    let gathered = Gathered::default();
    for (input, path) in expand(&args.inputs)?.iter().enumerate() {
        add_file(&gathered, input, path)?;
    }
    let (_, modules) = gathered.into_parts();
    let functions: Vec<FunctionDigest> =
        modules.into_iter().flat_map(|module| module.functions).map(|one| one.digest).collect();
    let part = store.part(&functions);
    write_atomically(&args.output, |out| out.write_all(&part.to_bytes()))?;
    Ok(format!("{} functions share {} bodies\n", part.function_count(), part.body_count()))
}
