//! Which values of the two sides want to be one.
//!
//! Consumes: a pair and its [`Matching`]. Produces: for each (left value, right value), how many operand
//! places of matched instructions hold exactly these two: each place costs a select unless the two
//! become one merged value. Guarantees: counts only; order of questions does not matter.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::Pair;
use super::matching::Matching;
use crate::ir::{Operand, OperandMode, Value};

/// A place that may hold no select weighs as much as this many that may.
const SAME_WEIGHT: u32 = 1000;

/// The weight of a place; where operands may change places, each of the two ways has half of it.
const WEIGHT: u32 = 2;

/// Weights of value pairs.
pub(super) struct Affinity {
    weights: FxHashMap<(Value, Value), u32>,
}

impl Affinity {
    /// Counts over all matched instructions.
    pub(super) fn count(pair: Pair<'_>, matching: &Matching) -> Affinity {
        let mut weights = FxHashMap::default();
        for (left, right) in matching.matches() {
            let (left, right) = (&pair.left.insts[left], &pair.right.insts[right]);
            let mut add = |l: &Operand, r: &Operand, weight| {
                *weights.entry((l.value, r.value)).or_insert(0) += weight;
            };
            let ways = if left.commutes && right.commutes { 2 } else { 1 };
            for (at, (l, r)) in left.operands.iter().zip(&right.operands).enumerate() {
                let same = if l.mode == OperandMode::Same { SAME_WEIGHT } else { 1 };
                if ways == 2 && at < 2 {
                    add(l, r, WEIGHT / 2);
                    add(l, &right.operands[1 - at], WEIGHT / 2);
                } else {
                    add(l, r, WEIGHT * same);
                }
            }
        }
        Affinity { weights }
    }

    /// The weight of a pair of values; 0 when they never meet.
    pub(super) fn of(&self, left: Value, right: Value) -> u32 {
        self.weights.get(&(left, right)).copied().unwrap_or(0)
    }

    /// Pairs up `left` with `right` so that weights are large: greedy from the heaviest, then from the least
    /// `misfit`, then in order. Two that may not be paired at all have no misfit. Pairs of weight 0 are made
    /// too. Returns index pairs, ordered by left index.
    pub(super) fn pair_up(
        &self,
        left: &[Value],
        right: &[Value],
        misfit: impl Fn(usize, usize) -> Option<u64>,
    ) -> Vec<(usize, usize)> {
        let mut candidates = Vec::new();
        for (i, &l) in left.iter().enumerate() {
            for (j, &r) in right.iter().enumerate() {
                if let Some(misfit) = misfit(i, j) {
                    candidates.push((Reverse(self.of(l, r)), misfit, i.abs_diff(j), i, j));
                }
            }
        }
        candidates.sort_unstable();
        let (mut used_left, mut used_right) = (vec![false; left.len()], vec![false; right.len()]);
        let mut pairs = Vec::new();
        for (.., i, j) in candidates {
            if !used_left[i] && !used_right[j] {
                (used_left[i], used_right[j]) = (true, true);
                pairs.push((i, j));
            }
        }
        pairs.sort_unstable();
        pairs
    }
}
