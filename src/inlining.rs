//! What LLVM's inliner may bring into a function: the stack slots of functions that it calls.
//!
//! Consumes: the functions of a module, before they are inlined. Produces: whether inlining may give a function slots that
//! other functions have. Guarantees: calls through pointers and of other modules bring none, because they are not
//! inlined.
//!
//! What is inlined into one member of a merged function is in the frames of all. That matters where a function may have
//! many frames at a time. A constant that becomes a parameter matters too: the callee that it is passed to no longer
//! folds what it decides.
//! ```text
//! helper(n, mode): if (mode == 7) { char buffer[4096]; … }
//! shallow calls helper(n, 3), deep calls helper(n, 7): inlined, only deep has the 4 kB
//! one body with mode as its parameter: inlined, all calls of it have them
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ffi::encode::{has_slots, inlinable_callees};
use crate::llvm::{FunctionRef, ModuleRef};

/// With so many bytes of slots or fewer, a function brings no slots to speak of.
const FEW_BYTES: u64 = 64;

/// With more bytes of slots, it brings many. LLVM's inliner gives a function that calls itself no more in sum
/// (`TotalAllocaSizeRecursiveCaller`).
const MANY_BYTES: u64 = 1024;

/// The functions that bring slots wherever they are inlined.
pub(crate) struct InlinedSlots {
    some: FxHashSet<FunctionRef>,
    many: FxHashSet<FunctionRef>,
}

impl InlinedSlots {
    /// The functions of a module with slots of their own, and those that call such functions.
    pub(crate) fn of(module: ModuleRef) -> InlinedSlots {
        let functions = module.defined_functions();
        let mut callers: FxHashMap<FunctionRef, Vec<FunctionRef>> = FxHashMap::default();
        for &function in &functions {
            for callee in inlinable_callees(function, false) {
                callers.entry(callee).or_default().push(function);
            }
        }
        let with = |bytes: u64| {
            let own = functions.iter().copied().filter(|&one| has_slots(one, bytes));
            let mut work: Vec<FunctionRef> = own.collect();
            let mut bring: FxHashSet<FunctionRef> = work.iter().copied().collect();
            while let Some(one) = work.pop() {
                let callers = callers.get(&one).into_iter().flatten();
                work.extend(callers.copied().filter(|&caller| bring.insert(caller)));
            }
            bring
        };
        InlinedSlots { some: with(FEW_BYTES), many: with(MANY_BYTES) }
    }

    /// Whether a function calls one that brings many.
    pub(crate) fn many_come_into(&self, function: FunctionRef) -> bool {
        inlinable_callees(function, false).iter().any(|callee| self.many.contains(callee))
    }

    /// Whether a function passes constants to one that brings some.
    pub(crate) fn depend_on_constants_of(&self, function: FunctionRef) -> bool {
        inlinable_callees(function, true).iter().any(|callee| self.some.contains(callee))
    }

    /// To be called when a new function does the work of these.
    pub(crate) fn stands_for(&mut self, function: FunctionRef, originals: &[FunctionRef]) {
        for bring in [&mut self.some, &mut self.many] {
            match originals.iter().any(|one| bring.contains(one)) {
                true => bring.insert(function),
                false => bring.remove(&function),
            };
        }
    }
}
