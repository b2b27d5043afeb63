//! What LLVM's inliner may bring into a function: the stack slots of functions that it calls.
//!
//! Consumes: the functions of a module, before they are inlined. Produces: whether inlining may give a function slots that
//! other functions have, and whether two functions get the same. Guarantees: calls of other modules bring none, because they
//! are not inlined, and calls through pointers only what a function hands to the callees that it names.
//!
//! What is inlined into one member of a merged function is in the frames of all. That matters where a function may have
//! many frames at a time. A constant that becomes a parameter matters too: the callee that it is passed to no longer
//! folds what it decides.
//! ```text
//! helper(n, mode): if (mode == 7) { char buffer[4096]; … }
//! shallow calls helper(n, 3), deep calls helper(n, 7): inlined, only deep has the 4 kB
//! one body with mode as its parameter: inlined, all calls of it have them
//! ```

use fmerge_core::stack::chains::with_callees;
use rustc_hash::FxHashMap;

use crate::ffi::encode::{inlinable_callees, slot_bytes};
use crate::llvm::{FunctionRef, ModuleRef};

/// With so many bytes of slots or fewer, a function brings no slots to speak of where constants decide on them.
const FEW_BYTES: u64 = 64;

/// With so many bytes or fewer, a function brings no more than any merge may add to a frame (`Recursion::spare`).
const SOME_BYTES: u64 = 128;

/// With more bytes of slots, it brings many. LLVM's inliner gives a function that calls itself no more in sum
/// (`TotalAllocaSizeRecursiveCaller`).
const MANY_BYTES: u64 = 1024;

/// The functions that bring slots wherever they are inlined.
pub(crate) struct InlinedSlots {
    /// By function, the bytes that it brings: its own slots, and those of a callee that may be inlined into it. Slots of
    /// two callees are not alive together, so that they share space.
    bytes: FxHashMap<FunctionRef, u64>,
    /// Numbers of sets of functions that bring slots, each by its sorted names.
    numbers: FxHashMap<Vec<String>, u32>,
}

impl InlinedSlots {
    /// What the functions of a module bring.
    pub(crate) fn of(module: ModuleRef) -> InlinedSlots {
        let functions = module.defined_functions();
        let at: FxHashMap<FunctionRef, usize> = functions.iter().copied().zip(0..).collect();
        let callees_of = |&function: &FunctionRef| {
            let callees = inlinable_callees(function, false).into_iter();
            callees.filter_map(|callee| at.get(&callee).copied()).collect()
        };
        let callees: Vec<Vec<usize>> = functions.iter().map(callees_of).collect();
        let own: Vec<u64> = functions.iter().map(|&function| slot_bytes(function)).collect();
        let bytes = functions.iter().copied().zip(with_callees(&own, &callees)).collect();
        InlinedSlots { bytes, numbers: FxHashMap::default() }
    }

    /// Whether a function brings more than so many bytes wherever it is inlined.
    fn brings(&self, function: FunctionRef, bytes: u64) -> bool {
        self.bytes.get(&function).is_some_and(|&own| own > bytes)
    }

    /// A number for the slots that inlining may bring into a function; none if it brings hardly any. Functions with one
    /// number get the same.
    pub(crate) fn number(&mut self, function: FunctionRef) -> Option<u32> {
        let mut callees = inlinable_callees(function, false);
        callees.retain(|&callee| self.brings(callee, SOME_BYTES));
        let mut names: Vec<String> = callees.into_iter().map(|callee| callee.name()).collect();
        names.sort_unstable();
        names.dedup();
        let next = self.numbers.len() as u32;
        (!names.is_empty()).then(|| *self.numbers.entry(names).or_insert(next))
    }

    /// Whether a function calls one that brings many.
    pub(crate) fn many_come_into(&self, function: FunctionRef) -> bool {
        inlinable_callees(function, false).into_iter().any(|callee| self.brings(callee, MANY_BYTES))
    }

    /// Whether a function passes constants to one that brings some.
    pub(crate) fn depend_on_constants_of(&self, function: FunctionRef) -> bool {
        inlinable_callees(function, true).into_iter().any(|callee| self.brings(callee, FEW_BYTES))
    }

    /// To be called when a new function does the work of these.
    pub(crate) fn stands_for(&mut self, function: FunctionRef, originals: &[FunctionRef]) {
        let bytes = originals.iter().filter_map(|one| self.bytes.get(one).copied()).max();
        self.bytes.insert(function, bytes.unwrap_or(0));
    }
}
