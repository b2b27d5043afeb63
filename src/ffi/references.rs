//! The Rust side of `src/shim/references.cpp`.
//!
//! Consumes: a module that does not change meanwhile. Produces: its symbols as words, and what is known of each.
//! Guarantees: facts go by name.

use std::ffi::c_void;

use fmerge_core::references::{Facts, Root};
use inkwell::llvm_sys::prelude::LLVMModuleRef;

use super::encode::{WordSink, append, context};
use super::enumeration::bit;
use crate::llvm::ModuleRef;

unsafe extern "C" {
    fn fmerge_defined_symbols(module: LLVMModuleRef, sink: WordSink, context: *mut c_void);
    fn fmerge_listed_symbols(module: LLVMModuleRef, sink: WordSink, context: *mut c_void);
    fn fmerge_starting_symbols(module: LLVMModuleRef, sink: WordSink, context: *mut c_void);
    fn fmerge_associated_symbols(module: LLVMModuleRef, sink: WordSink, context: *mut c_void);
    fn fmerge_symbol(what: u64, sections: u64, sink: WordSink, context: *mut c_void);
}

/// How code generation places symbols: one bit for each `SectionFact` that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sections(u64);

impl Sections {
    /// From the shim.
    pub fn of(bits: u64) -> Sections {
        Sections(bits)
    }

    /// Whether constants may share a section, while functions may have sections of their own.
    pub fn keep_data_together(self) -> bool {
        let has = |fact| self.0 & fact != 0;
        !has(const { bit("SectionFact", "DataApart") })
            && !has(const { bit("SectionFact", "FunctionsTogether") })
    }
}

/// A symbol, or what else a link may need: a word that the shim names it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(u64);

impl Symbol {
    /// That of a function or variable, which is only compared with others.
    pub fn of(address: *const c_void) -> Symbol {
        Symbol(address as u64)
    }
}

/// What the shim says of a symbol.
pub struct Described {
    /// What is known of it.
    pub facts: Facts,
    /// What it is kept and dropped with, if that is something else.
    pub home: Option<Symbol>,
    /// What it refers to.
    pub refers_to: Vec<Symbol>,
    /// Loaders may ask for it, if the linker lets them.
    pub is_exported: bool,
}

type Lister = unsafe extern "C" fn(LLVMModuleRef, WordSink, *mut c_void);

fn list(module: ModuleRef, lister: Lister) -> Vec<Symbol> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the module is alive; `append` gets the vector that it expects.
    unsafe { lister(module.as_ptr(), append, context(&mut words)) };
    words.into_iter().map(Symbol).collect()
}

/// All symbols that a module defines.
pub fn symbols(module: ModuleRef) -> Vec<Symbol> {
    list(module, fmerge_defined_symbols)
}

/// Those that are kept, or may be, for reasons that no symbol shows.
pub fn listed(module: ModuleRef) -> Vec<Symbol> {
    list(module, fmerge_listed_symbols)
}

/// Those that are always kept.
pub fn starting(module: ModuleRef) -> Vec<Symbol> {
    list(module, fmerge_starting_symbols)
}

/// Pairs: a symbol, and one that is kept with it because that says so.
pub fn associated(module: ModuleRef) -> Vec<(Symbol, Symbol)> {
    let words = list(module, fmerge_associated_symbols);
    words.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// What there is to say of a symbol.
///
/// # Safety
/// It came from here, and is still there.
pub unsafe fn describe(symbol: Symbol, sections: Sections) -> Described {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_symbol(symbol.0, sections.0, append, context(&mut words)) };
    let is = |fact| words[0] & fact != 0;
    let root =
        if is(const { bit("SymbolFact", "MayBeKept") }) { Root::Possible } else { Root::None };
    let facts = Facts {
        root,
        is_needed: is(const { bit("SymbolFact", "Needed") }),
        is_replaceable: is(const { bit("SymbolFact", "Replaceable") }),
    };
    let home = (words[1] != 0).then_some(Symbol(words[1]));
    let refers_to = words[2..].iter().copied().map(Symbol).collect();
    let is_exported = is(const { bit("SymbolFact", "Exported") });
    Described { facts, home, refers_to, is_exported }
}
