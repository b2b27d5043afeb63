//! Which values of different sides are best made one.
//!
//! Consumes: the functions and their [`Matching`]. Produces: for a value of one side and one of another, a weight that
//! counts the operand places of matched instructions which hold exactly these two: each place costs a select unless the
//! two become one merged value. Guarantees: it only counts; asking for a weight changes nothing.

use std::cmp::Reverse;

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

use super::matching::Matching;
use super::{BySide, SideId, Sides};
use crate::ir::{Inst, Operand, OperandMode, Value};

/// A place where no select may stand weighs as much as this many places where one may.
const SAME_WEIGHT: u32 = 1000;

/// The weight of a place. Where operands commute, each of their two orders has half of it.
const WEIGHT: u32 = 2;

/// A value, with the side that has it.
pub(super) type Own = (SideId, Value);

/// Weights of pairs of values; the earlier side's comes first.
pub(super) struct Affinity {
    weights: FxHashMap<(Own, Own), u32>,
}

impl Affinity {
    /// Counts over all matched instructions.
    pub(super) fn count(sides: Sides<'_>, matching: &Matching<'_>) -> Affinity {
        let mut affinity = Affinity { weights: FxHashMap::default() };
        for origin in matching.matches() {
            for (at, one) in sides.insts(origin).enumerate() {
                sides.insts(origin).skip(at + 1).for_each(|other| affinity.meet(one, other));
            }
        }
        affinity
    }

    /// Counts the operands of two matched instructions.
    fn meet(&mut self, (side, one): (SideId, &Inst), (of, other): (SideId, &Inst)) {
        let mut add = |l: &Operand, r: &Operand, weight| {
            *self.weights.entry(((side, l.value), (of, r.value))).or_insert(0) += weight;
        };
        let ways = if one.commutes && other.commutes { 2 } else { 1 };
        for (at, (l, r)) in one.operands.iter().zip(&other.operands).enumerate() {
            let same = if l.mode == OperandMode::Same { SAME_WEIGHT } else { 1 };
            if ways == 2 && at < 2 {
                add(l, r, WEIGHT / 2);
                add(l, &other.operands[1 - at], WEIGHT / 2);
            } else {
                add(l, r, WEIGHT * same);
            }
        }
    }

    /// The weight of two values, the earlier side's first; 0 when they never meet.
    pub(super) fn of(&self, one: Own, other: Own) -> u32 {
        self.weights.get(&(one, other)).copied().unwrap_or(0)
    }

    /// Groups values of the sides so that weights are large. Each value is in one group, and a group has at most one value
    /// of each side. Side by side, values join groups greedily: those of the largest weight first, then of the least
    /// `misfit`, then of the nearest numbers. `misfit` is given a value of an earlier side and one of this side, by
    /// number; two values for which it gives none are never in one group. Groups of weight 0 are made too. Returns the
    /// numbers of the values. Groups come in the order of the first side's values, then those without a value of the
    /// first side in the order of the second side's, and so on.
    pub(super) fn group(
        &self,
        values: &PrimaryMap<SideId, Vec<Value>>,
        misfit: impl Fn((SideId, usize), (SideId, usize)) -> Option<u64>,
    ) -> Vec<BySide<usize>> {
        let mut groups: Vec<BySide<usize>> = Vec::new();
        for (side, own) in values {
            let (mut joined, mut used) = (vec![false; groups.len()], vec![false; own.len()]);
            let all = (0..groups.len()).flat_map(|i| (0..own.len()).map(move |j| (i, j)));
            // Most pairs have weight 0. They come last, so that only those are sorted whose two values are still free.
            for with_weight in [true, false] {
                let candidate = |(i, j): (usize, usize)| {
                    let members = || groups[i].iter();
                    let of =
                        |(of, at): (SideId, usize)| self.of((of, values[of][at]), (side, own[j]));
                    let weight = members().map(of).sum::<u32>();
                    if (weight > 0) != with_weight {
                        return None;
                    }
                    let misfits = members().map(|member| misfit(member, (side, j)));
                    Some((Reverse(weight), misfits.sum::<Option<u64>>()?, i.abs_diff(j), i, j))
                };
                let free = all.clone().filter(|&(i, j)| !joined[i] && !used[j]);
                let mut candidates: Vec<_> = free.filter_map(candidate).collect();
                candidates.sort_unstable();
                for (.., i, j) in candidates {
                    if !joined[i] && !used[j] {
                        (joined[i], used[j]) = (true, true);
                        groups[i].insert(side, j);
                    }
                }
            }
            let alone = (0..own.len()).filter(|&j| !used[j]);
            groups.extend(alone.map(|j| BySide::one(side, j)));
        }
        groups
    }
}
