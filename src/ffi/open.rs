//! Answers of LLVM's C API in enumerations that grow, read as numbers.
//!
//! Consumes: types and constants as the C API's pointers. Produces: the kinds and opcodes that we ask for. Guarantees:
//! a number that came with a later LLVM, such as that of LLVM 23's byte types, is none of them. The enumerations of
//! `llvm_sys` are those of one LLVM version, and Rust must not hold any other number as one of their values.

use std::ffi::c_int;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::LLVMTypeKind::{
    self, LLVMArrayTypeKind, LLVMFunctionTypeKind, LLVMMetadataTypeKind, LLVMPointerTypeKind,
    LLVMScalableVectorTypeKind, LLVMStructTypeKind, LLVMVectorTypeKind, LLVMVoidTypeKind,
};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

/// The kinds of types that this crate asks for.
const KINDS: [LLVMTypeKind; 8] = [
    LLVMArrayTypeKind,
    LLVMFunctionTypeKind,
    LLVMMetadataTypeKind,
    LLVMPointerTypeKind,
    LLVMScalableVectorTypeKind,
    LLVMStructTypeKind,
    LLVMVectorTypeKind,
    LLVMVoidTypeKind,
];

unsafe extern "C" {
    #[link_name = "LLVMGetTypeKind"]
    fn type_kind(ty: LLVMTypeRef) -> c_int;
    #[link_name = "LLVMGetConstOpcode"]
    fn constant_opcode(constant: LLVMValueRef) -> c_int;
}

/// The kind of a type, if it is in `KINDS`.
///
/// # Safety
/// The type's context is alive.
pub unsafe fn kind_of(ty: LLVMTypeRef) -> Option<LLVMTypeKind> {
    // SAFETY: the caller's promise.
    let number = unsafe { type_kind(ty) };
    KINDS.into_iter().find(|&kind| kind as c_int == number)
}

/// Whether a constant expression is a `getelementptr`: an address inside another constant.
///
/// # Safety
/// The constant is alive, and an expression.
pub unsafe fn is_address_in(constant: LLVMValueRef) -> bool {
    // SAFETY: the caller's promise.
    unsafe { constant_opcode(constant) == LLVMOpcode::LLVMGetElementPtr as c_int }
}
