//! The pass `f3m-analyze`: puts the module into its object, so that functions of several objects can be merged.
//!
//! Consumes: a module. Produces: a record of it in a file, or in a section of the object that linkers leave out. Nothing
//! else of the module is changed.

use std::path::Path;

use fmerge_core::bodies::{self, FunctionDigest, ModuleRecord, RecordedFunction, SKETCH};
use fmerge_core::fingerprint::MinHasher;
use fmerge_core::options::{Options, Output};
use fmerge_core::summary::write_atomically;
use rustc_hash::FxHashMap;

use super::{Inner, ObjectDigests, close_all, forget, llvm_major, members, noted_text};
use crate::analyses::Analyses;
use crate::error::PassError;
use crate::ffi::global::{emit_section, is_elf};
use crate::ffi::modules::{instruction_kinds, write_module};
use crate::ffi::references::SymbolRef;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;
use crate::references;

/// The section, as a C string for LLVM.
const SECTION: &std::ffi::CStr = c".fmerge.module";

/// Writes the module of `ctx`; true when the module was changed, because it got the section.
///
/// # Errors
/// The file cannot be written.
pub fn analyze(
    options: &Options,
    ctx: &mut ModuleContext,
    analyses: Analyses,
) -> Result<bool, PassError> {
    let module = ctx.module;
    match &options.out {
        None if !is_elf(module) => {
            log::warn!(
                "f3m-analyze: only ELF objects can carry their modules; this one shares nothing with others"
            );
            return Ok(false);
        }
        Some(Output::Stdout) => return Err(PassError::BinaryOutput),
        _ => {}
    }
    let (symbols, places) = references::recorded(module);
    let closed = close_all(module);
    let digests = ObjectDigests::of(module, ctx.sections);
    let taking_part = members(options, module, &closed, analyses);
    let known = |&(function, _): &(FunctionRef, FunctionRef)| {
        Some((function, *digests.by_function.get(&function)?))
    };
    let members: Vec<(FunctionRef, FunctionDigest)> =
        taking_part.iter().filter_map(known).collect();
    // A closed form does the work of its function, and has no symbol.
    let place = |one: FunctionRef| places.get(&SymbolRef::of(one.as_ptr().cast())).copied();
    let symbol_of: FxHashMap<FunctionRef, u32> = taking_part
        .iter()
        .filter_map(|&(function, named)| Some((function, place(named)?)))
        .collect();
    log::info!("f3m-analyze: {} functions can share bodies with other objects", members.len());
    let text = |(one, own): &(FunctionRef, FunctionDigest)| {
        (*one, noted_text(*one, own, &digests.by_function))
    };
    let texts: Vec<_> = members.iter().map(text).collect();
    let functions = recorded(&members, &symbol_of, ctx);
    let bitcode = write_module(module, &texts, &closed);
    forget(closed, analyses);
    let Some(bitcode) = bitcode else {
        log::warn!(
            "f3m-analyze: LLVM's verifier refuses the module; it shares nothing with others"
        );
        return Ok(false);
    };
    let slice = options.summary.as_deref().and_then(Path::file_name).unwrap_or_default();
    let record = ModuleRecord {
        llvm: llvm_major(),
        slice: slice.to_string_lossy().into_owned(),
        settings: digests.settings,
        functions,
        symbols,
        bitcode,
    };
    let bytes = record.to_bytes();
    if let Some(Output::File(path)) = &options.out {
        write_atomically(path, |out| out.write_all(&bytes))?;
        return Ok(false);
    }
    debug_assert_eq!(SECTION.to_bytes(), bodies::SECTION.as_bytes());
    emit_section(module, SECTION, &bytes);
    Ok(true)
}

/// What is recorded of functions that may share bodies.
fn recorded(
    members: &[(FunctionRef, FunctionDigest)],
    symbol_of: &FxHashMap<FunctionRef, u32>,
    ctx: &mut ModuleContext,
) -> Vec<RecordedFunction> {
    let places: FxHashMap<FunctionRef, u32> = members.iter().map(|one| one.0).zip(0..).collect();
    let hasher = MinHasher::new(SKETCH as u32);
    let inner = |function| Inner::of(function).map(|one| one.all()).into_iter().flatten();
    let record = |&(function, digest): &(FunctionRef, FunctionDigest)| RecordedFunction {
        digest,
        instructions: ctx.instruction_count(function) as u32,
        symbol: symbol_of.get(&function).copied().unwrap_or(u32::MAX),
        is_inline: function.is_inline(),
        sketch: hasher.fingerprint(&instruction_kinds(function)).0[..]
            .try_into()
            .expect("a fingerprint has its places"),
        inner: inner(function).filter_map(|one| places.get(&one).copied()).collect(),
    };
    members.iter().map(record).collect()
}
