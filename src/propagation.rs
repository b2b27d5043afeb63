//! Functions that constant propagation between functions will make much smaller, where it comes after merging.
//!
//! Consumes: a module as it is now. Produces: for each function of which much is folded, a number. Guarantees: functions of
//! one number are folded as much when they are merged with each other, because their parameters have the same constants.

use fmerge_core::key::Interner;
use fmerge_core::policy;
use rustc_hash::FxHashMap;

use crate::analyses::Analyses;
use crate::ffi::sccp;
use crate::llvm::{FunctionRef, ModuleRef};

/// The functions of which much is folded.
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
