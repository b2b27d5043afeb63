//! Functions that interprocedural constant propagation will make much smaller, if it runs after merging.
//!
//! Consumes: a module as it is now. Produces: a number for each function of which much will be folded. Guarantees:
//! functions with the same number may be merged with each other and are folded as much as before, because their
//! parameters have the same constants.

use fmerge_core::key::Interner;
use fmerge_core::policy;
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::ffi::sccp;
use crate::llvm::{FunctionRef, ModuleRef};

/// The functions of which much will be folded, with their numbers.
pub fn find(module: ModuleRef, analyses: Analyses) -> FxHashMap<FunctionRef, u32> {
    let mut numbers = Interner::default();
    let mut found = FxHashMap::default();
    for mut one in sccp::folded(module, analyses) {
        if policy::is_to_be_folded(one.folded, one.instructions) {
            one.constants.sort_unstable();
            found.insert(one.function, numbers.intern(&one.constants));
        }
    }
    found
}
