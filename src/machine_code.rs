//! What functions take as machine code, by the target's own code generation.
//!
//! Consumes: functions of one module. Produces: the bytes of each one's code, constants, unwind and exception tables, as
//! if it were alone in an object. Guarantees: the module is not changed; a function that is not changed has the same weight
//! whenever it is asked for.

use std::ffi::c_void;
use std::ptr::NonNull;

use fmerge_core::price::Bytes;
use rustc_hash::FxHashMap;

use crate::ffi::machine_code::{fmerge_sizer_create, fmerge_sizer_dispose, fmerge_sizer_measure};
use crate::llvm::{FunctionRef, ModuleRef};

/// Weighs functions of one module, each once until it changes.
pub struct Scale {
    sizer: Sizer,
    /// Of functions as they are.
    known: FxHashMap<FunctionRef, Option<Bytes>>,
}

impl Scale {
    /// `None` when the program that we run in cannot generate code for the module's target.
    pub fn new(module: ModuleRef) -> Option<Scale> {
        // SAFETY: the module is alive.
        let sizer = NonNull::new(unsafe { fmerge_sizer_create(module.as_ptr()) }).map(Sizer)?;
        Some(Scale { sizer, known: FxHashMap::default() })
    }

    /// What a function takes; `None` when no code comes of it.
    pub fn weigh(&mut self, function: FunctionRef) -> Option<Bytes> {
        *self.known.entry(function).or_insert_with(|| self.sizer.size(function))
    }

    /// A function has changed, or is gone.
    pub fn forget(&mut self, function: FunctionRef) {
        self.known.remove(&function);
    }
}

/// Generates code for functions of one module.
struct Sizer(NonNull<c_void>);

impl Sizer {
    fn size(&self, function: FunctionRef) -> Option<Bytes> {
        let mut size = 0;
        // SAFETY: the sizer is alive, and so is the function, which has a body.
        let measured =
            unsafe { fmerge_sizer_measure(self.0.as_ptr(), function.as_ptr(), &raw mut size) };
        measured.then(|| Bytes::new(i64::try_from(size).unwrap_or(i64::MAX)))
    }
}

impl Drop for Sizer {
    fn drop(&mut self) {
        // SAFETY: it was made by `fmerge_sizer_create`, and nobody uses it any more.
        unsafe { fmerge_sizer_dispose(self.0.as_ptr()) };
    }
}
