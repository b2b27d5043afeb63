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
//!
//! Merging also changes how often a function is called, and the inliner inlines the only call of a local function at any size.
//! In both directions, that may make the frames of a recursion larger:
//! ```text
//! two equal functions of a recursion call large(), which has 1 kB: it stays a function
//! merged, the call is the only one: inlined, each frame has the kilobyte      → the call is marked noinline
//!
//! a function of a recursion lends a slot to the only call of helper(): inlined, the slot becomes values
//! helper() is merged with another function: the slot stays in each frame      → helper() is not merged
//! ```

use std::rc::Rc;

use fmerge_core::stack::chains::{Brought, FittingCall, reached, shared_space, with_callees};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ffi::hidden_slots::has_hidden_slots;
use crate::ffi::inlining::{
    self, InlinableCall, inline_cost, keep_calls, only_caller, optional_slot_bytes, slot_bytes,
    use_count,
};
use crate::llvm::{FunctionRef, ModuleRef};

/// With so many bytes of slots or fewer, a function brings no slots to speak of where constants decide on them.
const FEW_BYTES: u64 = 64;

/// With so many bytes or fewer, a function brings no more than any merge may add to a frame (`Recursion::spare`).
const SOME_BYTES: u64 = 128;

/// With more bytes of slots, it brings many. LLVM's inliner gives a function that calls itself no more in sum
/// (`TotalAllocaSizeRecursiveCaller`).
const MANY_BYTES: u64 = 1024;

/// So many bytes count for slots that code generation makes: nobody knows how many they are.
const HIDDEN_BYTES: u64 = MANY_BYTES + 1;

/// What inlining brings into callers: slots of the functions that are inlined, and values in the place of slots that
/// these were lent.
pub(crate) struct InlinedSlots {
    /// The calls of functions that have not changed since these were asked for.
    calls: FxHashMap<FunctionRef, Rc<[InlinableCall]>>,
    /// The same with what is known of their arguments, of functions for which that was asked.
    informed_calls: FxHashMap<FunctionRef, Rc<[InlinableCall]>>,
    /// What each function brings with what is inlined into it.
    brought: FxHashMap<FunctionRef, Brought>,
    /// Functions that may be inlined into another one.
    fitting: FxHashSet<FunctionRef>,
    /// By function, the bytes of slots that its chain of only callers takes less by inlining.
    shared_space: FxHashMap<FunctionRef, u64>,
    /// Functions that are lent a slot of some bytes, by a caller or by way of callers, that becomes values by inlining.
    lent: FxHashSet<FunctionRef>,
    /// Local functions that bring some bytes and are used more than once, by name, with the number of uses. A function
    /// that does the work of several has the uses of all.
    shared: FxHashMap<String, usize>,
    /// Numbers of sets of calls of functions that bring slots: sorted names, and what is known of the arguments.
    numbers: FxHashMap<Vec<(String, u64)>, u32>,
}

/// The calls of a function that LLVM's inliner may inline, without what is known of their arguments.
fn plain_calls(function: FunctionRef) -> Rc<[InlinableCall]> {
    inlining::inlinable_calls(function, SOME_BYTES, false).into()
}

/// The same, with what is known of their arguments.
fn informed_calls(function: FunctionRef) -> Vec<InlinableCall> {
    inlining::inlinable_calls(function, SOME_BYTES, true)
}

/// The calls of each function that LLVM's inliner may inline.
struct InlinableCalls {
    /// The places of functions in the list of all.
    numbers: FxHashMap<FunctionRef, usize>,
    of: Vec<Rc<[InlinableCall]>>,
}

impl InlinableCalls {
    fn of(functions: &[FunctionRef]) -> InlinableCalls {
        InlinableCalls {
            numbers: functions.iter().copied().zip(0..).collect(),
            of: functions.iter().map(|&function| plain_calls(function)).collect(),
        }
    }

    fn numbered(&self) -> Vec<Vec<FittingCall>> {
        let call = |call: &InlinableCall| {
            let callee = *self.numbers.get(&call.callee)?;
            Some(FittingCall { callee, most: call.most })
        };
        self.of.iter().map(|calls| calls.iter().filter_map(call).collect()).collect()
    }

    /// The callees of each function by those calls for which `which` holds.
    fn callees(&self, which: fn(&InlinableCall) -> bool) -> Vec<Vec<usize>> {
        let number = |call: &InlinableCall| self.numbers.get(&call.callee).copied();
        let callees = |calls: &Rc<[InlinableCall]>| {
            let calls = calls.iter().filter(|call| which(call));
            calls.filter_map(number).collect()
        };
        self.of.iter().map(callees).collect()
    }
}

impl InlinedSlots {
    /// What the functions of a module bring.
    pub(crate) fn of(module: ModuleRef) -> InlinedSlots {
        let functions = module.defined_functions();
        let calls = InlinableCalls::of(&functions);
        let own = |&function: &FunctionRef| {
            let hidden = if has_hidden_slots(function) { HIDDEN_BYTES } else { 0 };
            let bytes = slot_bytes(function).saturating_add(hidden);
            Brought { bytes, cost: inline_cost(function) }
        };
        let own: Vec<Brought> = functions.iter().map(own).collect();
        let lent = calls.callees(|call| call.lent > SOME_BYTES).into_iter().flatten();
        let lent = reached(lent, &calls.callees(|call| call.passes_on));
        let numbered = calls.numbered();
        let brought = with_callees(&own, &numbered);
        let fits = |call: &&FittingCall| call.may_fit(brought[call.callee].cost);
        let by = |(caller, calls): (usize, &Vec<FittingCall>)| {
            let fitting = calls.iter().filter(fits).map(|call| call.callee);
            fitting.filter(|&callee| callee != caller).collect::<Vec<usize>>()
        };
        let fitting = (0..).zip(&numbered).flat_map(by).map(|callee| functions[callee]).collect();
        let caller = |&one: &FunctionRef| calls.numbers.get(&only_caller(one)?).copied();
        let callers: Vec<Option<usize>> = functions.iter().map(caller).collect();
        let slots: Vec<u64> = own.iter().map(|own| own.bytes).collect();
        let shared_space = shared_space(&slots, &callers);
        let is_lent = functions.iter().zip(lent).filter(|&(_, is_lent)| is_lent);
        let uses = functions.iter().zip(&brought).map(|(&function, brought)| {
            let brings = function.is_local() && brought.bytes > SOME_BYTES;
            (function, if brings { use_count(function) } else { 0 })
        });
        let shared = uses.filter(|&(_, uses)| uses > 1);
        InlinedSlots {
            fitting,
            shared: shared.map(|(function, uses)| (function.name(), uses)).collect(),
            shared_space: functions.iter().copied().zip(shared_space).collect(),
            lent: is_lent.map(|(&function, _)| function).collect(),
            brought: functions.iter().copied().zip(brought).collect(),
            calls: functions.iter().copied().zip(calls.of).collect(),
            informed_calls: FxHashMap::default(),
            numbers: FxHashMap::default(),
        }
    }

    /// The calls of a function that LLVM's inliner may inline. A callee may have been deleted or replaced since, unless something is
    /// known of what it brings.
    pub(crate) fn calls(&mut self, function: FunctionRef) -> Rc<[InlinableCall]> {
        self.calls.entry(function).or_insert_with(|| plain_calls(function)).clone()
    }

    /// Whether a function brings more than so many bytes wherever it is inlined.
    fn brings(&self, function: FunctionRef, bytes: u64) -> bool {
        self.brought.get(&function).is_some_and(|all| all.bytes > bytes)
    }

    /// A number for what inlining may do to the slots of a function; none if that is hardly anything. Functions with one number
    /// call the same functions that bring slots, or are lent slots.
    pub(crate) fn number(&mut self, function: FunctionRef) -> Option<u32> {
        let calls = self.calls(function);
        let counts =
            |call: &InlinableCall| self.brings(call.callee, SOME_BYTES) || call.lent > SOME_BYTES;
        if !calls.iter().any(counts) {
            return None;
        }
        let calls = informed_calls(function).into_iter().filter(counts);
        let mut called: Vec<(String, u64)> =
            calls.map(|call| (call.callee.name(), call.known)).collect();
        called.sort_unstable();
        called.dedup();
        let next = self.numbers.len() as u32;
        Some(*self.numbers.entry(called).or_insert(next))
    }

    /// Whether a function calls one that brings many.
    pub(crate) fn many_come_into(&mut self, function: FunctionRef) -> bool {
        self.calls(function).iter().any(|call| self.brings(call.callee, MANY_BYTES))
    }

    /// Whether constants of a function decide which slots it has when what it calls is inlined: it passes them to a function that
    /// brings some, or they are the function that it lends a slot.
    pub(crate) fn depend_on_constants_of(&mut self, function: FunctionRef) -> bool {
        self.calls(function).iter().any(|call| {
            let brings = |bytes| self.brings(call.callee, bytes);
            (call.passes_constants && brings(FEW_BYTES))
                || call.lent > SOME_BYTES
                || (brings(SOME_BYTES) && only_caller(call.callee) == Some(function))
        })
    }

    /// Whether a function calls one with slots that is called elsewhere, too, and passes it constants by which it decides what it
    /// executes. Nobody knows whether such a call is inlined. When others are merged, it may become the only one, which is.
    pub(crate) fn decides_for_shared(&mut self, function: FunctionRef) -> bool {
        if !self.calls(function).iter().any(|call| self.is_too_large(call)) {
            return false;
        }
        let informed = || informed_calls(function).into();
        let calls = self.informed_calls.entry(function).or_insert_with(informed).clone();
        calls.iter().any(|call| call.decides && self.is_too_large(call))
    }

    /// Whether a call is of a function with slots that is called elsewhere, too, and too large to be inlined for that.
    fn is_too_large(&self, call: &InlinableCall) -> bool {
        self.brings(call.callee, SOME_BYTES)
            && self.brought.get(&call.callee).is_some_and(|brought| brought.cost > call.most)
            && self.shared.contains_key(&call.callee.name())
    }

    /// Whether a function may be inlined into another one.
    pub(crate) fn may_fit(&self, function: FunctionRef) -> bool {
        self.fitting.contains(&function)
    }

    /// Whether inlining a function into its only caller keeps frames smaller than a call of it does. A merged function is called
    /// more than once, and not inlined. So:
    /// * A slot that it is lent does not become values.
    /// * If a call of it may lead back to it, its slots do not share space with the caller's, and what the caller passes does not
    ///   decide which it has.
    pub(crate) fn shrink_by_inlining(
        &self,
        function: FunctionRef,
        caller: FunctionRef,
        may_recurse: bool,
    ) -> bool {
        let shared = self.shared_space.get(&function).copied().unwrap_or(0);
        let is_decided = || {
            let knows = |call: InlinableCall| call.callee == function && call.known != 0;
            optional_slot_bytes(function) > SOME_BYTES
                && informed_calls(caller).into_iter().any(knows)
        };
        self.lent.contains(&function) || (may_recurse && (shared > SOME_BYTES || is_decided()))
    }

    /// To be called when a new function does the work of these.
    pub(crate) fn stands_for(&mut self, function: FunctionRef, originals: &[FunctionRef]) {
        let brought = originals.iter().filter_map(|one| self.brought.get(one).copied());
        let most = |a: Brought, b: Brought| Brought {
            bytes: a.bytes.max(b.bytes),
            cost: a.cost.max(b.cost),
        };
        self.brought.insert(function, brought.reduce(most).unwrap_or_default());
        if originals.iter().any(|original| self.lent.contains(original)) {
            self.lent.insert(function);
        }
        let uses = originals.iter().filter_map(|original| self.shared.get(&original.name()));
        let uses: usize = uses.sum();
        if uses > 0 {
            self.shared.insert(function.name(), uses);
        }
    }

    /// To be called when a function has changed or is about to be deleted.
    pub(crate) fn forget_calls(&mut self, function: FunctionRef) {
        self.calls.remove(&function);
        self.informed_calls.remove(&function);
    }

    /// To be called before a function is deleted.
    pub(crate) fn forget(&mut self, function: FunctionRef) {
        self.brought.remove(&function);
        self.fitting.remove(&function);
        self.shared_space.remove(&function);
        self.lent.remove(&function);
    }

    /// To be called when all is merged: calls of functions that have fewer uses than before are not inlined because of that.
    /// Functions may have been deleted since. Returns the callers that have changed.
    pub(crate) fn keep_calls(&self, module: ModuleRef) -> Vec<FunctionRef> {
        let has_lost = |function: &FunctionRef| {
            let before = self.shared.get(&function.name());
            before.is_some_and(|&before| use_count(*function) < before)
        };
        let keep = |function: FunctionRef| {
            let brought = self.brought.get(&function).copied().unwrap_or_default();
            keep_calls(function, brought.cost)
        };
        module.defined_functions().into_iter().filter(has_lost).flat_map(keep).collect()
    }
}
