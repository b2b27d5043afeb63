//! LLVM's analyses, as a pass is given them.
//!
//! Consumes: the `ModuleAnalysisManager` of a pass. Produces: a handle, which whoever needs an analysis hands to the shim.
//! Guarantees: whoever makes a handle promises that it is used only while that pass runs, and only with functions of
//! its module.

use std::ffi::c_void;

/// LLVM's analyses of the module: the `ModuleAnalysisManager` that a module pass is given.
#[derive(Clone, Copy, Debug)]
pub struct Analyses(*mut c_void);

impl Analyses {
    /// # Safety
    /// `manager` is the `ModuleAnalysisManager` of a pass that runs for as long as the result is used, and the result
    /// is used with functions of that pass's module only.
    pub unsafe fn new(manager: *mut c_void) -> Analyses {
        Analyses(manager)
    }

    /// The `ModuleAnalysisManager`, as the shim takes it.
    pub fn as_ptr(self) -> *mut c_void {
        self.0
    }
}
