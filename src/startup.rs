//! Start-up code of a module.
//!
//! Consumes: a module as it is now. Produces: the functions that [`fmerge_core::startup`] finds in it. Guarantees: in a
//! module without `main`, start-up code is only what static initialisers and destructors reach.

use fmerge_core::startup::{self, Program, Startup, StartupCall};

use crate::ffi::startup::{Cycles, callers, named_functions, starts};
use crate::llvm::{FunctionRef, ModuleRef};

/// The functions that run a few times at most.
pub fn find(module: ModuleRef) -> Startup<FunctionRef> {
    // SAFETY: only functions of the module are asked about, and nothing changes it.
    startup::find(&mut CallsOfModule { module, cycles: unsafe { Cycles::new() } })
}

struct CallsOfModule {
    module: ModuleRef,
    cycles: Cycles,
}

impl Program for CallsOfModule {
    type Function = FunctionRef;

    fn starts(&mut self) -> Vec<FunctionRef> {
        starts(self.module)
    }

    fn named_by(&mut self, function: FunctionRef) -> Vec<FunctionRef> {
        named_functions(function)
    }

    fn callers_of(&mut self, function: FunctionRef) -> Option<Vec<FunctionRef>> {
        callers(function)
    }

    fn calls_of(&mut self, function: FunctionRef) -> Option<Vec<StartupCall<FunctionRef>>> {
        self.cycles.calls_outside(function)
    }

    fn has_cycle(&mut self, function: FunctionRef) -> bool {
        self.cycles.are_in(function)
    }
}
