//! The Rust side of `src/shim/content.cpp`: declarations in the same order, then the core's host.
//!
//! Consumes: a module, and things of it by address or number. Produces: what they consist of.
//! Guarantees: lists are copied out of the shim's memory.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use fmerge_core::canon::content::{Content, ContentHost, ContentPart, NamedSymbol};
use fmerge_core::encode::DescribedThing;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use super::enumeration::{number, of_number};
use super::list;
use super::structure::crosses;
use crate::llvm::ModuleRef;

/// A thing, and where its digest goes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawPart {
    at: usize,
    thing: u64,
    kind: u32,
}
crosses!("FmergePart", RawPart: at, thing, kind);

impl RawPart {
    /// What a word of an instruction names.
    pub(super) fn named(&self) -> DescribedThing {
        DescribedThing { at: self.at, kind: self.kind }
    }
}

#[repr(C)]
struct RawContent {
    bytes: *const u8,
    count: usize,
    parts: *const RawPart,
    part_count: usize,
}
crosses!("FmergeContent", RawContent: bytes, count, parts, part_count);

type SymbolSink = unsafe extern "C" fn(*mut c_void, LLVMValueRef, *const c_char, usize, bool);

unsafe extern "C" {
    fn fmerge_contents_create(module: LLVMModuleRef) -> NonNull<c_void>;
    fn fmerge_contents_dispose(object: NonNull<c_void>);
    fn fmerge_describe_content(
        object: NonNull<c_void>,
        what: *const RawPart,
        leads_back: bool,
        out: *mut RawContent,
    );
    fn fmerge_symbols(module: LLVMModuleRef, sink: SymbolSink, context: *mut c_void);
}

/// Something that has a content: its kind, and its address or number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Thing {
    kind: u32,
    word: u64,
}

impl Thing {
    /// What a word of an instruction names.
    pub fn of_word(kind: u32, word: u64) -> Thing {
        Thing { kind, word }
    }

    /// A type.
    pub fn ty(ty: u64) -> Thing {
        Thing { kind: const { number("ContentKind", "Type") }, word: ty }
    }

    /// A constant.
    pub fn value(value: u64) -> Thing {
        Thing { kind: const { number("ContentKind", "Value") }, word: value }
    }
}

/// The place of a thing's digest, and the thing.
pub fn part(raw: &RawPart) -> (usize, ContentPart<Thing>) {
    let thing = Thing { kind: raw.kind, word: raw.thing };
    let part = of_number!(raw.kind, "ContentKind":
        "Type" => ContentPart::Digest(thing),
        "Attribute" => ContentPart::Digest(thing),
        "Attributes" => ContentPart::Digest(thing),
        "Value" => ContentPart::Digest(thing),
        "Metadata" => ContentPart::Digest(thing),
        "MetadataKind" => ContentPart::Digest(thing),
        "SyncScope" => ContentPart::Digest(thing),
        "BundleTag" => ContentPart::Digest(thing),
        "Module" => ContentPart::Identity,
        "Local" => ContentPart::Local(Thing::value(thing.word)),
    );
    (raw.at, part)
}

/// What the things of one module consist of.
pub struct Contents {
    object: NonNull<c_void>,
    module: ModuleRef,
}

impl Contents {
    /// # Safety
    /// The module does not change for as long as the result is used. Things are of the module or of its context.
    pub unsafe fn new(module: ModuleRef) -> Contents {
        // SAFETY: the module is alive for as long as the result is used.
        Contents { object: unsafe { fmerge_contents_create(module.as_ptr()) }, module }
    }
}

impl ContentHost for Contents {
    type Thing = Thing;

    fn content(&mut self, thing: Thing, leads_back: bool) -> Content<Thing> {
        let what = RawPart { at: 0, thing: thing.word, kind: thing.kind };
        let mut raw = MaybeUninit::uninit();
        // SAFETY: the promise of `new`; the shim fills every field, and its lists stay as they are until the next call.
        unsafe {
            fmerge_describe_content(self.object, &raw const what, leads_back, raw.as_mut_ptr());
            let raw: RawContent = raw.assume_init();
            Content {
                bytes: list(raw.bytes, raw.count).to_vec(),
                parts: list(raw.parts, raw.part_count).iter().map(part).collect(),
            }
        }
    }

    fn module(&self) -> (Thing, String) {
        let kind = const { number("ContentKind", "Module") };
        (Thing { kind, word: self.module.as_ptr() as u64 }, self.module.name())
    }

    fn symbols(&self) -> Vec<NamedSymbol<Thing>> {
        let mut symbols: Vec<NamedSymbol<Thing>> = Vec::new();
        let context = ptr::from_mut(&mut symbols).cast();
        // SAFETY: the module is alive; `receive` gets the list that it expects.
        unsafe { fmerge_symbols(self.module.as_ptr(), receive, context) };
        symbols
    }
}

/// Appends to the list behind `context`.
unsafe extern "C" fn receive(
    context: *mut c_void,
    value: LLVMValueRef,
    name: *const c_char,
    length: usize,
    is_function: bool,
) {
    // SAFETY: the context is the caller's list, and the shim's text comes with its length.
    let (symbols, name) = unsafe {
        (&mut *context.cast::<Vec<NamedSymbol<Thing>>>(), list(name.cast::<u8>(), length))
    };
    let thing = Thing::value(value as u64);
    symbols.push(NamedSymbol { thing, name: name.to_vec(), is_function });
}

impl Drop for Contents {
    fn drop(&mut self) {
        // SAFETY: the object came from `create` and goes once.
        unsafe { fmerge_contents_dispose(self.object) };
    }
}
