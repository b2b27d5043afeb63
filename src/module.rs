//! The bridge between ids and LLVM: which type, constant, instruction an id of the core stands for.
//!
//! Consumes: one LLVM module. Produces: [`ModuleContext`] (tables shared by all of its functions) and
//! [`Handles`] (the LLVM values behind one encoded function).
//! Guarantees: ids are given out in order of first sight while walking the module in its own order, so
//! the same module gives the same ids; the maps are only ever asked, never iterated by pointer.

use std::collections::HashMap;
use std::ffi::CStr;
use std::iter;
use std::slice;

use cranelift_entity::PrimaryMap;
use fmerge_core::ir::{ArgId, BlockId, ConstId, ConstInfo, InstId, Tables, TypeId, TypeInfo};
use fmerge_core::key::Interner;
use fmerge_core::price::Prices;
use fmerge_core::registers::Registers;
use fmerge_core::stack::Recursion;
use inkwell::llvm_sys::core::{
    LLVMConstIntGetSExtValue, LLVMDisposeMessage, LLVMGetEnumAttributeAtIndex,
    LLVMGetEnumAttributeKindForName, LLVMGetFirstFunction, LLVMGetIntTypeWidth, LLVMGetIntrinsicID,
    LLVMGetLinkage, LLVMGetModuleIdentifier, LLVMGetNextFunction, LLVMGetTarget, LLVMGetTypeKind,
    LLVMGetValueName2, LLVMIntrinsicGetName, LLVMIsAConstantInt, LLVMIsAFunction,
    LLVMIsAGlobalValue, LLVMIsDeclaration, LLVMIsNull, LLVMIsPoison, LLVMIsUndef,
    LLVMPrintTypeToString, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target_machine::LLVMGetDefaultTargetTriple;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage, LLVMTypeKind};

use crate::encode::intrinsic::{self, Treatment};
use crate::ffi::encode as shim;
use crate::recursion;

/// Longest name of a type or constant that is kept, in bytes.
const NAME_LIMIT: usize = 60;

/// Everything that the functions of one module share while a pass runs.
pub struct ModuleContext {
    /// The module; valid for as long as the pass runs.
    pub module: LLVMModuleRef,
    /// What the core knows of types and constants.
    pub tables: Tables,
    /// The LLVM type behind each id.
    pub types: PrimaryMap<TypeId, LLVMTypeRef>,
    /// The LLVM value behind each id: a constant, global, inline asm, or metadata wrapped as a value.
    pub consts: PrimaryMap<ConstId, LLVMValueRef>,
    /// The way back from LLVM types.
    pub type_ids: HashMap<LLVMTypeRef, TypeId>,
    /// The way back from LLVM constants.
    pub const_ids: HashMap<LLVMValueRef, ConstId>,
    /// Merge keys of instructions.
    pub keys: Interner,
    /// Facts that two functions must share ([`fmerge_core::ir::EncodedFunction::compat`]).
    pub compat: Interner,
    /// Sets of ABI attributes of parameters ([`fmerge_core::ir::ParamAbi::attrs`]); 0 is the empty set.
    pub abi: Interner,
    /// Functions that may call themselves.
    recursive: HashMap<LLVMValueRef, Recursion>,
    /// The shim's facts of each constant.
    const_facts: PrimaryMap<ConstId, u64>,
    /// What is known of callees: the treatment of an intrinsic, none for any other.
    callees: HashMap<LLVMValueRef, Option<Treatment>>,
}

/// The LLVM values behind one [`fmerge_core::ir::EncodedFunction`]; stale once that function is changed.
pub struct Handles {
    /// The function.
    pub function: LLVMValueRef,
    /// Its parameters.
    pub args: PrimaryMap<ArgId, LLVMValueRef>,
    /// Its blocks.
    pub blocks: PrimaryMap<BlockId, LLVMBasicBlockRef>,
    /// Its instructions.
    pub insts: PrimaryMap<InstId, LLVMValueRef>,
}

/// Tables without types and constants, for a target.
fn tables(triple: &str) -> Tables {
    let (registers, prices) = (Registers::of(triple), Prices::of(triple));
    Tables { registers, prices, ..Tables::default() }
}

impl ModuleContext {
    /// Empty tables for `module`.
    ///
    /// # Safety
    /// The module stays alive for as long as the result is used, and every type, constant or function
    /// that the result is asked about belongs to it and is alive.
    pub unsafe fn new(module: LLVMModuleRef) -> ModuleContext {
        let mut abi = Interner::default();
        let empty = abi.intern(&[]);
        debug_assert_eq!(empty, 0, "0 is the empty set of ABI attributes");
        ModuleContext {
            module,
            tables: tables(&target(module)),
            types: PrimaryMap::new(),
            consts: PrimaryMap::new(),
            type_ids: HashMap::new(),
            const_ids: HashMap::new(),
            keys: Interner::default(),
            compat: Interner::default(),
            abi,
            recursive: HashMap::new(),
            const_facts: PrimaryMap::new(),
            callees: HashMap::new(),
        }
    }

    /// Looks for functions that may call themselves; before any is encoded.
    pub(crate) fn find_recursion(&mut self) {
        // SAFETY: the promise of `new`.
        self.recursive = unsafe { recursion::find(self.module, &self.defined_functions()) };
    }

    /// The id of an LLVM type.
    pub(crate) fn type_id(&mut self, ty: LLVMTypeRef) -> TypeId {
        if let Some(&id) = self.type_ids.get(&ty) {
            return id;
        }
        // SAFETY: `ty` is alive, by the promise of `new`.
        let info = unsafe { type_info(ty, self.module) };
        let id = self.types.push(ty);
        self.tables.types.push(info);
        self.type_ids.insert(ty, id);
        id
    }

    /// The type of an LLVM value.
    pub(crate) fn type_of(&mut self, value: LLVMValueRef) -> TypeId {
        // SAFETY: `value` is alive, by the promise of `new`.
        self.type_id(unsafe { LLVMTypeOf(value) })
    }

    /// The id of a constant, global, inline asm, or metadata wrapped as a value.
    pub(crate) fn const_id(&mut self, value: LLVMValueRef) -> ConstId {
        if let Some(&id) = self.const_ids.get(&value) {
            return id;
        }
        let ty = self.type_of(value);
        // SAFETY: `value` is alive, by the promise of `new`.
        let (name, facts) = unsafe { (const_name(value), shim::constant_facts(value)) };
        let id = self.consts.push(value);
        self.tables.consts.push(ConstInfo { ty, name });
        self.const_facts.push(facts);
        self.const_ids.insert(value, id);
        id
    }

    /// Whether the constant may stand in a select.
    pub fn const_selectable(&self, id: ConstId) -> bool {
        self.const_facts[id] & shim::CONSTANT_FIXED == 0
    }

    /// Whether the constant names a local symbol of a comdat.
    pub fn const_is_comdat_local(&self, id: ConstId) -> bool {
        self.const_facts[id] & shim::CONSTANT_COMDAT_LOCAL != 0
    }

    /// How to treat calls of `callee`, when it is an intrinsic.
    pub(crate) fn intrinsic(&mut self, callee: LLVMValueRef) -> Option<Treatment> {
        // SAFETY: `callee` is alive, by the promise of `new`.
        *self.callees.entry(callee).or_insert_with(|| unsafe {
            intrinsic_name(callee).map(|name| intrinsic::treatment(&name))
        })
    }

    /// The functions with a body, in the module's order.
    pub fn defined_functions(&self) -> Vec<LLVMValueRef> {
        // SAFETY: the module is alive, by the promise of `new`.
        let first = unsafe { LLVMGetFirstFunction(self.module) };
        // SAFETY: as above; `f` is one of its functions.
        let functions = chain(first, |f| unsafe { LLVMGetNextFunction(f) });
        // SAFETY: as above.
        functions.filter(|&f| unsafe { LLVMIsDeclaration(f) } == 0).collect()
    }

    /// The name of a function.
    pub(crate) fn name(&self, function: LLVMValueRef) -> String {
        // SAFETY: the function is alive, by the promise of `new`.
        unsafe { full_name(function) }
    }

    /// Whether other objects may hold copies of a function: linkonce and weak linkage.
    pub(crate) fn is_linkonce(&self, function: LLVMValueRef) -> bool {
        use LLVMLinkage::{
            LLVMLinkOnceAnyLinkage, LLVMLinkOnceODRLinkage, LLVMWeakAnyLinkage, LLVMWeakODRLinkage,
        };
        // SAFETY: the function is alive, by the promise of `new`.
        let linkage = unsafe { LLVMGetLinkage(function) };
        matches!(
            linkage,
            LLVMLinkOnceAnyLinkage
                | LLVMLinkOnceODRLinkage
                | LLVMWeakAnyLinkage
                | LLVMWeakODRLinkage
        )
    }

    /// Whether a function asks to be small: `minsize` or `optsize`.
    pub(crate) fn wants_small(&self, function: LLVMValueRef) -> bool {
        ["minsize", "optsize"].iter().any(|name| self.has_attribute(function, name))
    }

    /// Whether a function has the attribute of this name, which is no text.
    pub(crate) fn has_attribute(&self, function: LLVMValueRef, name: &str) -> bool {
        // SAFETY: the function is alive, by the promise of `new`; names come with their lengths.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    /// Whether a function may call itself, by way of others too, as [`recursion::find`] saw it.
    pub(crate) fn recursion(&self, function: LLVMValueRef) -> Recursion {
        self.recursive.get(&function).copied().unwrap_or_default()
    }

    /// To be called before a global or constant is deleted: its address may come back as another value.
    /// Its id stays, but nothing leads to it any more.
    pub(crate) fn forget(&mut self, value: LLVMValueRef) {
        self.const_ids.remove(&value);
        self.callees.remove(&value);
        self.recursive.remove(&value);
    }
}

/// The module's identifier: the source file, or what a link step calls its merged module.
pub(crate) fn module_name(module: LLVMModuleRef) -> String {
    let mut length = 0;
    // SAFETY: the module is alive while its pass runs, and owns the identifier.
    let name = unsafe { LLVMGetModuleIdentifier(module, &mut length) };
    // SAFETY: LLVM gives a pointer to `length` bytes, never null, which are copied at once.
    let bytes = unsafe { slice::from_raw_parts(name.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Follows one of LLVM's linked lists, whose end is null.
pub(crate) fn chain<T>(
    first: *mut T,
    next: impl Fn(*mut T) -> *mut T,
) -> impl Iterator<Item = *mut T> {
    let existing = |pointer: *mut T| (!pointer.is_null()).then_some(pointer);
    iter::successors(existing(first), move |&pointer| existing(next(pointer)))
}

/// # Safety
/// `ty` is a type of the living module's context.
unsafe fn type_info(ty: LLVMTypeRef, module: LLVMModuleRef) -> TypeInfo {
    // SAFETY: the caller's promise.
    unsafe {
        TypeInfo {
            name: type_name(ty),
            is_void: LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVoidTypeKind,
            selectable: shim::type_selectable(ty, module),
        }
    }
}

/// # Safety
/// `ty` is a living type.
unsafe fn type_name(ty: LLVMTypeRef) -> String {
    // SAFETY: the caller's promise; the message is ours until it is disposed of.
    unsafe {
        let message = LLVMPrintTypeToString(ty);
        let name = shortened(CStr::from_ptr(message).to_bytes());
        LLVMDisposeMessage(message);
        name
    }
}

/// A name that is cheap to make: symbols, small integers, and what is null, undefined or poison. Printing
/// any constant whatever would print whole initialisers.
///
/// # Safety
/// `value` is a living value.
unsafe fn const_name(value: LLVMValueRef) -> String {
    // SAFETY: the caller's promise; the type of a constant integer is an integer type.
    unsafe {
        if !LLVMIsAGlobalValue(value).is_null() {
            return format!("@{}", value_name(value));
        }
        if !LLVMIsAConstantInt(value).is_null() && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64 {
            return LLVMConstIntGetSExtValue(value).to_string();
        }
        let is = |answer| answer != 0;
        let name = match () {
            () if is(LLVMIsPoison(value)) => "poison",
            () if is(LLVMIsUndef(value)) => "undef",
            () if is(LLVMIsNull(value)) => "null",
            () => "constant",
        };
        name.to_owned()
    }
}

/// The symbol of a global, shortened.
///
/// # Safety
/// `value` is a living value.
unsafe fn value_name(value: LLVMValueRef) -> String {
    // SAFETY: `full_name` has the same contract.
    shortened(unsafe { full_name(value) }.as_bytes())
}

/// The name of a value.
///
/// # Safety
/// `value` is a living value.
pub(crate) unsafe fn full_name(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the caller's promise; LLVM gives `length` bytes that live as long as the name.
    let bytes = unsafe {
        let start = LLVMGetValueName2(value, &raw mut length);
        if length == 0 { &[] } else { slice::from_raw_parts(start.cast::<u8>(), length) }
    };
    String::from_utf8_lossy(bytes).into_owned()
}

/// The name of an intrinsic without its overloaded types, and none of any other value.
///
/// # Safety
/// `callee` is a living value.
pub(crate) unsafe fn intrinsic_name(callee: LLVMValueRef) -> Option<String> {
    // SAFETY: the caller's promise; a number that is not 0 has a name, which lives for ever.
    unsafe {
        let id = if LLVMIsAFunction(callee).is_null() { 0 } else { LLVMGetIntrinsicID(callee) };
        if id == 0 {
            return None;
        }
        let mut length = 0;
        let start = LLVMIntrinsicGetName(id, &raw mut length);
        let bytes = slice::from_raw_parts(start.cast::<u8>(), length);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

fn shortened(bytes: &[u8]) -> String {
    let kept = &bytes[..bytes.len().min(NAME_LIMIT)];
    let mut name = String::from_utf8_lossy(kept).into_owned();
    if kept.len() < bytes.len() {
        name.push('…');
    }
    name
}

/// The module's target triple; where it names none, the one that LLVM compiles for by default.
pub(crate) fn target(module: LLVMModuleRef) -> String {
    // SAFETY: the module is alive, and its triple is a C string.
    let own = unsafe { CStr::from_ptr(LLVMGetTarget(module)) };
    if !own.is_empty() {
        return own.to_string_lossy().into_owned();
    }
    // SAFETY: the result is a C string of LLVM's, which goes once.
    unsafe {
        let default = LLVMGetDefaultTargetTriple();
        let text = CStr::from_ptr(default).to_string_lossy().into_owned();
        LLVMDisposeMessage(default);
        text
    }
}
