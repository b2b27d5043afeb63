//! Types by layout: which LLVM types count as one.
//!
//! Consumes: types of one module's context. Produces: the type that each counts as.
//! Guarantees: a pointer and the integer of its size count as one type, also as parts of others. Structs count by their
//! layout, not by their names. A type of very many parts counts only as itself.

use fmerge_core::canon::layout;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMArrayType2, LLVMFunctionType, LLVMGetArrayLength2, LLVMGetNumContainedTypes,
    LLVMGetPointerAddressSpace, LLVMGetReturnType, LLVMGetSubtypes, LLVMGetTypeContext,
    LLVMGetVectorSize, LLVMIsFunctionVarArg, LLVMIsOpaqueStruct, LLVMIsPackedStruct,
    LLVMScalableVectorType, LLVMStructTypeInContext, LLVMVectorType,
};
use smallvec::SmallVec;

use crate::ffi::canon::address_type;
use crate::ffi::open::kind_of;
use crate::llvm::{ModuleRef, TypeRef};

/// For each part of a type that is a pointer or an integer of its size, 1 if it is a pointer.
pub type Kinds = SmallVec<[u64; 4]>;

/// The types that the types of one module count as.
pub struct CanonicalTypes {
    /// The integer as wide as a pointer of address space 0.
    address: TypeRef,
    plain_pointers: bool,
}

impl CanonicalTypes {
    /// The types for the module's target.
    pub fn new(module: ModuleRef) -> CanonicalTypes {
        let (address, plain_pointers) = address_type(module);
        CanonicalTypes { address, plain_pointers }
    }

    /// The type that a type counts as. A function type counts by its result and its parameters.
    pub fn canonical(&self, ty: TypeRef, kinds: &mut Kinds) -> TypeRef {
        // SAFETY: types live as long as their context.
        let kind = unsafe { kind_of(ty.as_ptr()) };
        match kind {
            Some(LLVMTypeKind::LLVMFunctionTypeKind) => self.function(ty, kinds),
            _ if is_by_layout(ty) => self.part(ty, kinds),
            _ => ty,
        }
    }

    fn function(&self, ty: TypeRef, kinds: &mut Kinds) -> TypeRef {
        // SAFETY: types live as long as their context; it is a function type, whose parameters come after the result.
        let result = unsafe { TypeRef::new(LLVMGetReturnType(ty.as_ptr())) };
        let result = self.canonical(result, kinds);
        let params = parts(ty).into_iter().skip(1);
        let mut params: Vec<_> = params.map(|param| self.canonical(param, kinds)).collect();
        // SAFETY: as above; the list comes with its length.
        unsafe {
            let count = params.len() as u32;
            let is_vararg = LLVMIsFunctionVarArg(ty.as_ptr());
            let params = params.as_mut_ptr().cast();
            TypeRef::new(LLVMFunctionType(result.as_ptr(), params, count, is_vararg))
        }
    }

    fn part(&self, ty: TypeRef, kinds: &mut Kinds) -> TypeRef {
        use LLVMTypeKind::{
            LLVMArrayTypeKind, LLVMPointerTypeKind, LLVMScalableVectorTypeKind, LLVMStructTypeKind,
            LLVMVectorTypeKind,
        };
        // SAFETY: types live as long as their context; what is asked suits the kind.
        unsafe {
            let kind = kind_of(ty.as_ptr());
            let is_pointer = self.plain_pointers
                && kind == Some(LLVMPointerTypeKind)
                && LLVMGetPointerAddressSpace(ty.as_ptr()) == 0;
            if is_pointer || ty == self.address {
                kinds.push(is_pointer.into());
                return self.address;
            }
            let kind = match kind {
                Some(LLVMStructTypeKind) if LLVMIsOpaqueStruct(ty.as_ptr()) != 0 => return ty,
                Some(
                    kind @ (LLVMArrayTypeKind
                    | LLVMScalableVectorTypeKind
                    | LLVMStructTypeKind
                    | LLVMVectorTypeKind),
                ) => kind,
                _ => return ty,
            };
            let mut all: Vec<_> =
                parts(ty).into_iter().map(|part| self.part(part, kinds)).collect();
            let like = match kind {
                LLVMArrayTypeKind => {
                    LLVMArrayType2(all[0].as_ptr(), LLVMGetArrayLength2(ty.as_ptr()))
                }
                LLVMVectorTypeKind => {
                    LLVMVectorType(all[0].as_ptr(), LLVMGetVectorSize(ty.as_ptr()))
                }
                LLVMScalableVectorTypeKind => {
                    LLVMScalableVectorType(all[0].as_ptr(), LLVMGetVectorSize(ty.as_ptr()))
                }
                _ => {
                    let (context, count) = (LLVMGetTypeContext(ty.as_ptr()), all.len() as u32);
                    let packed = LLVMIsPackedStruct(ty.as_ptr());
                    LLVMStructTypeInContext(context, all.as_mut_ptr().cast(), count, packed)
                }
            };
            TypeRef::new(like)
        }
    }
}

fn is_by_layout(ty: TypeRef) -> bool {
    layout::has_few_parts(ty, &|ty| (parts(ty), times(ty)))
}

fn parts(ty: TypeRef) -> Vec<TypeRef> {
    // SAFETY: the type is alive, and all elements of the list are written before it gets its length.
    unsafe {
        let count = LLVMGetNumContainedTypes(ty.as_ptr()) as usize;
        let mut parts: Vec<TypeRef> = Vec::with_capacity(count);
        LLVMGetSubtypes(ty.as_ptr(), parts.as_mut_ptr().cast());
        parts.set_len(count);
        parts
    }
}

/// How often an array repeats its part; 1 for all other types.
fn times(ty: TypeRef) -> u64 {
    // SAFETY: the type is alive, and an array where its length is asked for.
    unsafe {
        match kind_of(ty.as_ptr()) {
            Some(LLVMTypeKind::LLVMArrayTypeKind) => LLVMGetArrayLength2(ty.as_ptr()),
            _ => 1,
        }
    }
}
