//! Functions of a module that are entered so seldom that they take no time, but for their loops.
//!
//! Consumes: a module as it is now. Produces: the functions that [`fmerge_core::seldom`] finds in it. Guarantees: in a
//! module that no program starts with, there are none but those of static initialisers.

use fmerge_core::seldom::{self, Call, Program, Seldom};

use crate::ffi::seldom::{Cycles, callers, named_functions, starts};
use crate::llvm::{FunctionRef, ModuleRef};

/// The functions that are entered seldom.
pub fn find(module: ModuleRef) -> Seldom<FunctionRef> {
    // SAFETY: only functions of the module are asked about, and nothing changes it.
    seldom::find(&mut Module { module, cycles: unsafe { Cycles::new() } })
}

struct Module {
    module: ModuleRef,
    cycles: Cycles,
}

impl Program for Module {
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

    fn calls_of(&mut self, function: FunctionRef) -> Option<Vec<Call<FunctionRef>>> {
        self.cycles.calls_outside(function)
    }

    fn has_cycle(&mut self, function: FunctionRef) -> bool {
        self.cycles.are_in(function)
    }
}
