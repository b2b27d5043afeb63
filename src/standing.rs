//! How functions are referred to: LLVM's facts, from which the core derives what may become of the functions.
//!
//! Consumes: functions of one module. Produces: a [`Standing`] for each.
//! Guarantees: nothing is changed; equal function types have equal numbers.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use fmerge_core::options::ThunkEntries;
use fmerge_core::registers::Registers;
use fmerge_core::standing::{FunctionSymbol, Standing};
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use rustc_hash::FxHashMap;

use crate::ffi::encode::callees;
use crate::ffi::stack::parameters;
use crate::ffi::standing::{
    RawStanding, fmerge_is_in_library, fmerge_library_create, fmerge_library_dispose,
    fmerge_standing,
};
use crate::llvm::{FunctionRef, ModuleRef};

/// Finds the standing of functions.
#[derive(Default)]
pub struct Census {
    entries: ThunkEntries,
    types: FxHashMap<LLVMTypeRef, u32>,
    library: Option<Library>,
}

impl Census {
    /// A census for functions whose thunks have such unwind entries.
    pub fn of(entries: ThunkEntries) -> Census {
        Census { entries, ..Census::default() }
    }

    /// The same, but it knows the names of library functions. That decides only whose body may be kept.
    pub fn with_library(self, module: ModuleRef) -> Census {
        Census { library: Some(Library::of(module)), ..self }
    }

    /// The standing of a function with a body, as of now.
    pub fn standing(&mut self, function: FunctionRef) -> Standing {
        let mut raw = MaybeUninit::uninit();
        let drops = self.entries == ThunkEntries::Drop;
        // SAFETY: the function is alive; the shim fills every field.
        let raw: RawStanding = unsafe {
            fmerge_standing(function.as_ptr(), drops, raw.as_mut_ptr());
            raw.assume_init()
        };
        let named_as_library = self.library.as_ref().is_some_and(|l| l.has(function));
        let next = self.types.len() as u32;
        let signature = *self.types.entry(raw.ty).or_insert(next);
        Standing::of(&FunctionSymbol { named_as_library, ..raw.symbol }, raw.uses, signature)
    }
}

/// The library functions of a module's target.
pub(crate) struct Library(NonNull<c_void>);

impl Library {
    /// The library functions of this module's target.
    pub(crate) fn of(module: ModuleRef) -> Library {
        // SAFETY: the module is alive.
        Library(unsafe { fmerge_library_create(module.as_ptr()) })
    }

    fn has(&self, function: FunctionRef) -> bool {
        // SAFETY: the function is alive, and the object came from `create`.
        unsafe { fmerge_is_in_library(function.as_ptr(), self.0) }
    }

    /// The functions that a function of the module calls, once for each call. None stands for a callee that is not
    /// known.
    pub(crate) fn callees(&self, function: FunctionRef) -> Vec<Option<FunctionRef>> {
        // SAFETY: the object came from `create`.
        unsafe { callees(function, self.0) }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: the object came from `create` and goes once.
        unsafe { fmerge_library_dispose(self.0) };
    }
}

/// Whether some arguments of a function go on the stack.
pub(crate) fn takes_stack(function: FunctionRef, registers: Registers) -> bool {
    registers.bytes_by_stack(parameters(function, registers.bits)) > 0
}
