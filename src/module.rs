//! The bridge between ids and LLVM: which type, constant, instruction an id of the core stands for.
//!
//! Consumes: one LLVM module. Produces: [`ModuleContext`] (tables shared by all of its functions) and
//! [`Handles`] (the LLVM values behind one encoded function).
//! Guarantees: ids are given out in order of first sight while walking the module in its own order, so
//! the same module gives the same ids; the maps are only ever asked, never iterated by pointer.

use std::collections::HashMap;

use cranelift_entity::PrimaryMap;
use fmerge_core::ir::{ArgId, BlockId, ConstId, InstId, Tables, TypeId};
use fmerge_core::key::Interner;
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

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
