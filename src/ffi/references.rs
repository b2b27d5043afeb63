//! The Rust side of `src/shim/references.cpp`.
//!
//! Consumes: a module that does not change meanwhile. Produces: its symbols as words, and what is known of each.
//! Guarantees: facts are looked up by name.

use std::ffi::{c_char, c_void};
use std::ptr::from_mut;
use std::slice;

use fmerge_core::references::{Root, SymbolFacts};
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
    fn fmerge_symbol_place(what: u64, sections: u64) -> u64;
    fn fmerge_symbol_name(
        what: u64,
        sink: unsafe extern "C" fn(*mut c_void, *const c_char, usize, bool),
        context: *mut c_void,
    );
}

/// How code generation places symbols: one bit for each known `SectionFact`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sections(u64);

impl Sections {
    /// From the shim.
    pub fn of(bits: u64) -> Sections {
        Sections(bits)
    }

    /// Each symbol in a section of its own.
    pub fn apart() -> Sections {
        Sections(
            const { bit("SectionFact", "FunctionsApart") }
                | const { bit("SectionFact", "DataApart") },
        )
    }

    /// Whether constants may share a section, while functions may have sections of their own.
    pub fn keep_data_together(self) -> bool {
        let has = |fact| self.0 & fact != 0;
        !has(const { bit("SectionFact", "DataApart") })
            && !has(const { bit("SectionFact", "FunctionsTogether") })
    }

    /// Whether code generation makes one operation of a product and a sum, as far as that is known.
    pub fn fuses_operations(self) -> bool {
        self.0 & const { bit("SectionFact", "OperationsFused") } != 0
    }
}

/// A symbol, or something else that a link may need, as a word of the shim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SymbolRef(u64);

impl SymbolRef {
    /// The symbol of a function or variable. It is only compared with others.
    pub fn of(address: *const c_void) -> SymbolRef {
        SymbolRef(address as u64)
    }
}

/// What stands for the section in which a symbol may lie with others, which are kept where it is.
///
/// # Safety
/// The symbol came from a function of this module, and still exists.
pub unsafe fn place_of(symbol: SymbolRef, sections: Sections) -> Option<SymbolRef> {
    // SAFETY: the caller's promise.
    let place = unsafe { fmerge_symbol_place(symbol.0, sections.0) };
    (place != 0).then_some(SymbolRef(place))
}

/// A symbol's name, and whether it is declared; none for what is no symbol, and for a local one.
///
/// # Safety
/// The symbol came from a function of this module, and still exists.
pub unsafe fn name_of(symbol: SymbolRef) -> Option<(String, bool)> {
    unsafe extern "C" fn receive(
        context: *mut c_void,
        name: *const c_char,
        length: usize,
        is_declared: bool,
    ) {
        // SAFETY: the context is the caller's place; the shim's text comes with its length.
        unsafe {
            let name = slice::from_raw_parts(name.cast::<u8>(), length);
            let place = &mut *context.cast::<Option<(String, bool)>>();
            *place = Some((String::from_utf8_lossy(name).into_owned(), is_declared));
        }
    }
    let mut found: Option<(String, bool)> = None;
    // SAFETY: the caller's promise; `receive` gets the place that it expects.
    unsafe { fmerge_symbol_name(symbol.0, receive, from_mut(&mut found).cast()) };
    found
}

/// What the shim says of a symbol.
pub struct DescribedSymbol {
    /// What is known of it.
    pub facts: SymbolFacts,
    /// The symbol that stands for what it is kept and dropped with, if it is not its own.
    pub home: Option<SymbolRef>,
    /// What it refers to.
    pub refers_to: Vec<SymbolRef>,
    /// Whether loaders may ask for it, if the linker lets them.
    pub is_exported: bool,
    /// Whether it is a function.
    pub is_function: bool,
}

type Lister = unsafe extern "C" fn(LLVMModuleRef, WordSink, *mut c_void);

fn list(module: ModuleRef, lister: Lister) -> Vec<SymbolRef> {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the module is alive; `append` gets the vector that it expects.
    unsafe { lister(module.as_ptr(), append, context(&mut words)) };
    words.into_iter().map(SymbolRef).collect()
}

/// All symbols that a module defines.
pub fn symbols(module: ModuleRef) -> Vec<SymbolRef> {
    list(module, fmerge_defined_symbols)
}

/// The symbols that the module's lists name, such as `llvm.used`: they may be kept for reasons that no reference shows.
pub fn listed(module: ModuleRef) -> Vec<SymbolRef> {
    list(module, fmerge_listed_symbols)
}

/// The symbols that are always kept, because a program starts with them.
pub fn starting(module: ModuleRef) -> Vec<SymbolRef> {
    list(module, fmerge_starting_symbols)
}

/// Pairs of a symbol and another one that is kept with it, because the other says so (`!associated`).
pub fn associated(module: ModuleRef) -> Vec<(SymbolRef, SymbolRef)> {
    let words = list(module, fmerge_associated_symbols);
    words.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Describes a symbol.
///
/// # Safety
/// The symbol came from one of the functions above, and still exists.
pub unsafe fn describe(symbol: SymbolRef, sections: Sections) -> DescribedSymbol {
    let mut words: Vec<u64> = Vec::new();
    // SAFETY: the caller's promise; `append` gets the vector that it expects.
    unsafe { fmerge_symbol(symbol.0, sections.0, append, context(&mut words)) };
    let is = |fact| words[0] & fact != 0;
    let root =
        if is(const { bit("SymbolFact", "MayBeKept") }) { Root::Possible } else { Root::None };
    let facts = SymbolFacts {
        root,
        is_needed: is(const { bit("SymbolFact", "Needed") }),
        is_replaceable: is(const { bit("SymbolFact", "Replaceable") }),
    };
    let home = (words[1] != 0).then_some(SymbolRef(words[1]));
    let refers_to = words[2..].iter().copied().map(SymbolRef).collect();
    let is_exported = is(const { bit("SymbolFact", "Exported") });
    let is_function = is(const { bit("SymbolFact", "Function") });
    DescribedSymbol { facts, home, refers_to, is_exported, is_function }
}
