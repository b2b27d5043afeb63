//! What the core is told of LLVM's types and constants: names for people, and what a type is good for.
//!
//! Consumes: types and constants of a living module. Produces: [`TypeInfo`]s, and short names. Guarantees: nothing is changed;
//! equal names say nothing, since a name is kept up to its limit.

use std::ffi::CStr;

use fmerge_core::ir::TypeInfo;
use fmerge_core::registers::Registers;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMConstIntGetSExtValue, LLVMDisposeMessage, LLVMGetIntTypeWidth, LLVMIsAConstantInt,
    LLVMIsAGlobalValue, LLVMIsNull, LLVMIsPoison, LLVMIsUndef, LLVMPrintTypeToString, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

use crate::ffi::encode as shim;
use crate::ffi::open::kind_of;
use crate::ffi::stack;
use crate::llvm::full_name;

/// The longest name of a type or constant that is kept, in bytes.
const NAME_LIMIT: usize = 60;

/// What the core knows of a type.
///
/// # Safety
/// `ty` is a type of the living module's context.
pub(super) unsafe fn type_info(
    ty: LLVMTypeRef,
    module: LLVMModuleRef,
    registers: Registers,
) -> TypeInfo {
    // SAFETY: the caller's promise.
    unsafe {
        TypeInfo {
            name: type_name(ty),
            is_void: kind_of(ty) == Some(LLVMTypeKind::LLVMVoidTypeKind),
            selectable: shim::type_selectable(ty, module),
            size: stack::value_size(ty, module, registers.bits),
        }
    }
}

/// Whether a type of a living module's context is that of metadata.
pub(super) fn is_metadata(ty: LLVMTypeRef) -> bool {
    // SAFETY: the context is alive, and its types live as long.
    unsafe { kind_of(ty) == Some(LLVMTypeKind::LLVMMetadataTypeKind) }
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

/// A name that is cheap to make, for symbols, small integers, null, undef and poison. To print any other constant would
/// print whole initialisers.
///
/// # Safety
/// `value` is a living value.
pub(super) unsafe fn const_name(value: LLVMValueRef) -> String {
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
    // SAFETY: the caller's promise.
    shortened(unsafe { full_name(value) }.as_bytes())
}

fn shortened(bytes: &[u8]) -> String {
    let kept = &bytes[..bytes.len().min(NAME_LIMIT)];
    let mut name = String::from_utf8_lossy(kept).into_owned();
    if kept.len() < bytes.len() {
        name.push('…');
    }
    name
}
