//! Attempts that pay, kept until they are carried out, so that their plans need not be made again.
//!
//! Consumes: attempts in the order in which they were explored. Produces: the same, asked for by the pair. Guarantees:
//! the latest attempts are kept, as many as fit into a number of slots. The plan of an attempt that is gone can be made
//! again, and is equal.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::Attempt;
use crate::ir::FuncId;

/// The most slots of all kept plans together: some 8 MB. [`SLOTS_FOR_A_FUNCTION`] are added to it.
const SLOTS: usize = 50_000;
/// The slots that are added for each function of the module: some 2 kB.
const SLOTS_FOR_A_FUNCTION: usize = 12;

/// A pair with the versions of its bodies, in order of ids.
type VersionedPair = [(FuncId, u32); 2];

/// The attempts.
pub(super) struct KeptAttempts {
    /// The most slots of all kept plans.
    most: usize,
    attempts: FxHashMap<VersionedPair, Attempt>,
    /// The kept pairs with their slots, the oldest first; also those that were taken out.
    order: VecDeque<(VersionedPair, usize)>,
    /// The sum of the slots in `order`.
    slots: usize,
}

impl KeptAttempts {
    /// None yet. It will keep as many as are worth their memory in a module of so many functions.
    pub(super) fn new(functions: usize) -> KeptAttempts {
        KeptAttempts::within(SLOTS + SLOTS_FOR_A_FUNCTION * functions)
    }

    /// None yet. It will keep as many as have `most` slots together.
    pub(super) fn within(most: usize) -> KeptAttempts {
        KeptAttempts { most, attempts: FxHashMap::default(), order: VecDeque::new(), slots: 0 }
    }

    /// Keeps an attempt on two functions, and lets the oldest go.
    pub(super) fn keep(&mut self, pair: VersionedPair, attempt: Attempt) {
        let slots = attempt.plan.slots.len();
        self.order.push_back((pair, slots));
        self.attempts.insert(pair, attempt);
        self.slots += slots;
        while self.slots > self.most
            && let Some((oldest, slots)) = self.order.pop_front()
        {
            self.attempts.remove(&oldest);
            self.slots -= slots;
        }
    }

    /// Takes the attempt on two functions, if it is still here.
    pub(super) fn take(&mut self, pair: VersionedPair) -> Option<Attempt> {
        self.attempts.remove(&pair)
    }
}
