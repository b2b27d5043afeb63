//! Functions that were tried and not merged. For each, the refused pair that says most about why.
//!
//! Consumes: refusals of pairs. Produces: the best refused partner of each function, and the bytes that were given up
//! because merges would have taken too much time. Guarantees: a function counts in at most one pair, so that merges
//! without regard for time could save that sum.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::ir::FuncId;
use crate::price::Bytes;
use crate::reject::Reject;

/// A refused pair, as seen by one of its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Miss {
    pub(super) partner: FuncId,
    pub(super) reason: Reject,
    /// Bytes that it would have saved, if only its time was to blame.
    pub(super) given_up: Bytes,
}

/// The refusals of a run.
#[derive(Default)]
pub(super) struct Missed {
    /// The refused pair of each function: the one that gives up most, or the first if none gives up anything.
    best: BTreeMap<FuncId, Miss>,
    /// The bytes that each pair gives up which was too slow.
    slow: BTreeMap<[FuncId; 2], Bytes>,
}

impl Missed {
    /// Takes note of a pair that was refused.
    pub(super) fn note(&mut self, pair: [FuncId; 2], reason: Reject, given_up: Bytes) {
        for (id, partner) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let miss = Miss { partner, reason, given_up };
            let best = self.best.entry(id).or_insert(miss);
            if given_up > best.given_up {
                *best = miss;
            }
        }
        if given_up > Bytes::ZERO {
            self.slow.insert(pair, given_up);
        }
    }

    /// The bytes that pairs could save which were too slow, and whose functions are still there. Pairs count from the
    /// best on, and each function in at most one of them.
    pub(super) fn given_up(&self, is_there: impl Fn(FuncId) -> bool) -> Bytes {
        let mut pairs: Vec<_> = self.slow.iter().map(|(&pair, &bytes)| (bytes, pair)).collect();
        pairs.sort_by_key(|&(bytes, pair)| (Reverse(bytes), pair));
        let mut taken = BTreeSet::new();
        let mut sum = Bytes::ZERO;
        for (bytes, pair) in pairs {
            if pair.iter().all(|&id| is_there(id) && !taken.contains(&id)) {
                taken.extend(pair);
                sum += bytes;
            }
        }
        sum
    }

    /// The refused pair of each function, in order of functions.
    pub(super) fn iter(&self) -> impl Iterator<Item = (FuncId, Miss)> {
        self.best.iter().map(|(&id, &miss)| (id, miss))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cranelift_entity::EntityRef;

    #[test]
    fn a_function_counts_in_one_pair() {
        let id = FuncId::new;
        let mut missed = Missed::default();
        for (one, other, bytes) in [(0, 1, 10), (1, 2, 30), (2, 3, 20), (4, 5, 7)] {
            missed.note([id(one), id(other)], Reject::TooSlow, Bytes::new(bytes));
        }
        missed.note([id(0), id(6)], Reject::Unprofitable, Bytes::ZERO);
        assert_eq!(missed.given_up(|_| true), Bytes::new(37));
        assert_eq!(missed.given_up(|one| one != id(2)), Bytes::new(17));
        let partners: Vec<_> = missed.iter().map(|(id, miss)| (id, miss.partner)).collect();
        assert_eq!(partners[1], (id(1), id(2)));
        assert_eq!(missed.iter().last().expect("one").1.reason, Reject::Unprofitable);
    }
}
