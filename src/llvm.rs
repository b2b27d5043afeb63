//! References to modules, functions and types of LLVM that are alive.
//!
//! Consumes: pointers of LLVM's C API. Produces: [`ModuleRef`], [`FunctionRef`] and [`TypeRef`], and the questions that
//! need no further condition. Guarantees: whoever makes a reference promises that its object is alive for as long as a
//! copy of the reference is used. So a function that takes a reference is safe to call, unless it deletes a function.
//!
//! inkwell's types do not fit. Its `Module` owns its object, while a pass is lent its module. Its `FunctionValue` has
//! the lifetime of a context, which says nothing of the function.

use std::ffi::{CStr, c_char};
use std::iter;
use std::ptr::NonNull;
use std::slice;

use fmerge_core::price::Unwind;
use fmerge_core::report::Location;
use fmerge_core::speed::SizeLevel;
use inkwell::llvm_sys::core::{
    LLVMCountParams, LLVMDisposeMessage, LLVMGetEnumAttributeAtIndex,
    LLVMGetEnumAttributeKindForName, LLVMGetFirstBasicBlock, LLVMGetFirstFunction,
    LLVMGetFirstInstruction, LLVMGetLinkage, LLVMGetModuleIdentifier, LLVMGetNextBasicBlock,
    LLVMGetNextFunction, LLVMGetNextInstruction, LLVMGetReturnType, LLVMGetSourceFileName,
    LLVMGetTarget, LLVMGetValueName2, LLVMGlobalGetValueType, LLVMHasPersonalityFn,
    LLVMIntrinsicGetName, LLVMIsDeclaration,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetFilename, LLVMDIScopeGetFile, LLVMDISubprogramGetLine, LLVMGetSubprogram,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target_machine::LLVMGetDefaultTargetTriple;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage, LLVMValue};

/// A module that is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleRef(LLVMModuleRef);

impl ModuleRef {
    /// # Safety
    /// The module is alive for as long as the result, or a copy of it, is used.
    pub unsafe fn new(module: LLVMModuleRef) -> ModuleRef {
        ModuleRef(module)
    }

    /// The module, as LLVM's C API takes it.
    pub fn as_ptr(self) -> LLVMModuleRef {
        self.0
    }

    /// Its identifier: the source file, or the name that a link step gives to its merged module.
    pub fn name(self) -> String {
        // SAFETY: LLVM gives a pointer to as many bytes as it says, never null.
        unsafe { self.text(LLVMGetModuleIdentifier) }
    }

    /// The source file, as the compiler named it.
    pub fn source(self) -> String {
        // SAFETY: as for the name.
        unsafe { self.text(LLVMGetSourceFileName) }
    }

    /// A text of the module.
    ///
    /// # Safety
    /// `get` gives a pointer to as many bytes as it says. They live until something changes the module.
    unsafe fn text(
        self,
        get: unsafe extern "C" fn(LLVMModuleRef, *mut usize) -> *const c_char,
    ) -> String {
        let mut length = 0;
        // SAFETY: the module is alive; the caller's promise; the bytes are copied at once.
        let bytes = unsafe {
            let start = get(self.0, &raw mut length);
            slice::from_raw_parts(start.cast::<u8>(), length)
        };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Its target triple. If it names none, this is the triple that LLVM compiles for by default.
    pub fn target(self) -> String {
        // SAFETY: the module is alive, and its triple is a C string.
        let own = unsafe { CStr::from_ptr(LLVMGetTarget(self.0)) };
        if !own.is_empty() {
            return own.to_string_lossy().into_owned();
        }
        // SAFETY: the result is a C string of LLVM's, which is disposed of once.
        unsafe {
            let default = LLVMGetDefaultTargetTriple();
            let text = CStr::from_ptr(default).to_string_lossy().into_owned();
            LLVMDisposeMessage(default);
            text
        }
    }

    /// Its functions with a body, in its order. A function must not be asked for anything once it is deleted, which is
    /// why deleting is unsafe.
    pub fn defined_functions(self) -> Vec<FunctionRef> {
        // SAFETY: the module is alive, and so are its functions.
        unsafe {
            let all = chain(LLVMGetFirstFunction(self.0), |f| LLVMGetNextFunction(f));
            let defined = all.filter(|&f| LLVMIsDeclaration(f) == 0);
            defined.filter_map(|f| FunctionRef::new(f)).collect()
        }
    }

    /// Whether most of its functions have unwind entries.
    pub fn unwind(self) -> Unwind {
        let functions = self.defined_functions();
        let without = functions.iter().filter(|one| !one.has_unwind_entry()).count();
        if 2 * without > functions.len() { Unwind::NoEntries } else { Unwind::Entries }
    }
}

/// A function that is alive. Lists of these are lists of the C API's pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct FunctionRef(NonNull<LLVMValue>);

impl FunctionRef {
    /// A reference to a function; none for null.
    ///
    /// # Safety
    /// If `function` is not null, it is a function of a living module. It is not deleted for as long as the result, or
    /// a copy of it, is used.
    pub unsafe fn new(function: LLVMValueRef) -> Option<FunctionRef> {
        NonNull::new(function).map(FunctionRef)
    }

    /// The function, as LLVM's C API takes it.
    pub fn as_ptr(self) -> LLVMValueRef {
        self.0.as_ptr()
    }

    /// Its name.
    pub fn name(self) -> String {
        // SAFETY: the function is alive.
        unsafe { full_name(self.as_ptr()) }
    }

    /// The number of its parameters.
    pub fn parameters(self) -> u32 {
        // SAFETY: the function is alive.
        unsafe { LLVMCountParams(self.as_ptr()) }
    }

    /// Its type, with result and parameters.
    pub fn value_type(self) -> TypeRef {
        // SAFETY: the function is alive, and so is its context.
        unsafe { TypeRef::new(LLVMGlobalGetValueType(self.as_ptr())) }
    }

    /// The type of its result.
    pub fn return_type(self) -> TypeRef {
        // SAFETY: the value type of a function is a function type, of the same context as its result.
        unsafe { TypeRef::new(LLVMGetReturnType(self.value_type().as_ptr())) }
    }

    /// Whether it has landing pads, or may have.
    pub fn has_personality(self) -> bool {
        // SAFETY: the function is alive.
        unsafe { LLVMHasPersonalityFn(self.as_ptr()) != 0 }
    }

    /// Whether code generation gives it an entry for unwinders, like LLVM's `Function::needsUnwindTableEntry`.
    pub fn has_unwind_entry(self) -> bool {
        self.has_attribute("uwtable") || !self.has_attribute("nounwind") || self.has_personality()
    }

    /// The file and the line that debug information gives for it.
    pub fn location(self) -> Option<Location> {
        // SAFETY: the function is alive, and so is its metadata. A subprogram is a scope, and pointers that are not
        // null have the kind that is asked for. LLVM gives the bytes of the name with their length, and they are
        // copied.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.as_ptr());
            if subprogram.is_null() {
                return None;
            }
            let file = LLVMDIScopeGetFile(subprogram);
            if file.is_null() {
                return None;
            }
            let mut length = 0;
            let name = LLVMDIFileGetFilename(file, &raw mut length);
            if name.is_null() {
                return None;
            }
            let name = slice::from_raw_parts(name.cast::<u8>(), length as usize);
            let line = LLVMDISubprogramGetLine(subprogram);
            Some(Location { file: String::from_utf8_lossy(name).into_owned(), line })
        }
    }

    /// Its linkage.
    pub fn linkage(self) -> LLVMLinkage {
        // SAFETY: the function is alive.
        unsafe { LLVMGetLinkage(self.as_ptr()) }
    }

    /// Whether the module only names it.
    pub fn is_declaration(self) -> bool {
        // SAFETY: the function is alive.
        unsafe { LLVMIsDeclaration(self.as_ptr()) != 0 }
    }

    /// Whether no other object can name it.
    pub fn is_local(self) -> bool {
        use LLVMLinkage::{LLVMInternalLinkage, LLVMPrivateLinkage};
        matches!(self.linkage(), LLVMInternalLinkage | LLVMPrivateLinkage)
    }

    /// Whether every object that has it has a definition that does the same (the one-definition rule).
    pub fn is_inline(self) -> bool {
        use LLVMLinkage::{LLVMLinkOnceODRLinkage, LLVMWeakODRLinkage};
        matches!(self.linkage(), LLVMLinkOnceODRLinkage | LLVMWeakODRLinkage)
    }

    /// Whether other objects may hold copies of it, by linkonce or weak linkage.
    pub fn is_linkonce(self) -> bool {
        use LLVMLinkage::{
            LLVMLinkOnceAnyLinkage, LLVMLinkOnceODRLinkage, LLVMWeakAnyLinkage, LLVMWeakODRLinkage,
        };
        matches!(
            self.linkage(),
            LLVMLinkOnceAnyLinkage
                | LLVMLinkOnceODRLinkage
                | LLVMWeakAnyLinkage
                | LLVMWeakODRLinkage
        )
    }

    /// Its size level. `minsize` overrides `optsize`, as in LLVM.
    pub fn size_level(self) -> SizeLevel {
        match ["minsize", "optsize"].map(|name| self.has_attribute(name)) {
            [true, _] => SizeLevel::Smallest,
            [false, true] => SizeLevel::Small,
            [false, false] => SizeLevel::None,
        }
    }

    /// Whether it has the enum attribute of this name.
    pub fn has_attribute(self, name: &str) -> bool {
        // SAFETY: the function is alive; the name comes with its length.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let index = LLVMAttributeFunctionIndex;
            !LLVMGetEnumAttributeAtIndex(self.as_ptr(), index, kind).is_null()
        }
    }
}

/// A type whose context is alive. Lists of these are lists of the C API's pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct TypeRef(LLVMTypeRef);

impl TypeRef {
    /// # Safety
    /// The type is not null, and its context is alive for as long as the result, or a copy of it, is used.
    pub unsafe fn new(ty: LLVMTypeRef) -> TypeRef {
        TypeRef(ty)
    }

    /// The type, as LLVM's C API takes it.
    pub fn as_ptr(self) -> LLVMTypeRef {
        self.0
    }
}

/// Follows one of LLVM's linked lists, whose end is null.
pub(crate) fn chain<T>(
    first: *mut T,
    next: impl Fn(*mut T) -> *mut T,
) -> impl Iterator<Item = *mut T> {
    let existing = |pointer: *mut T| (!pointer.is_null()).then_some(pointer);
    iter::successors(existing(first), move |&pointer| existing(next(pointer)))
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

/// The blocks of a function, in its order.
pub fn blocks(function: FunctionRef) -> impl Iterator<Item = LLVMBasicBlockRef> {
    // SAFETY: the function is alive, and not changed while its blocks are gone through.
    let first = unsafe { LLVMGetFirstBasicBlock(function.as_ptr()) };
    // SAFETY: as above; `block` is one of its blocks.
    chain(first, |block| unsafe { LLVMGetNextBasicBlock(block) })
}

/// The instructions of a block of a living function, in its order.
pub(crate) fn instructions(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the block belongs to a living function, which is not changed meanwhile.
    let first = unsafe { LLVMGetFirstInstruction(block) };
    // SAFETY: as above; `inst` is one of its instructions.
    chain(first, |inst| unsafe { LLVMGetNextInstruction(inst) })
}

/// The name of an intrinsic, without its overloaded types. Its number must not be 0.
pub(crate) fn intrinsic_name(intrinsic: u32) -> String {
    let mut length = 0;
    // SAFETY: a number that LLVM gave a call has a name, which lives for ever.
    let name = unsafe {
        let start = LLVMIntrinsicGetName(intrinsic, &raw mut length);
        slice::from_raw_parts(start.cast::<u8>(), length)
    };
    String::from_utf8_lossy(name).into_owned()
}
