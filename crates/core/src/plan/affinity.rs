//! Which values of different sides are best made one.
//!
//! Consumes: the functions and their [`Matching`]. Produces: for a value of one side and one of another, a weight that
//! counts the operand places of matched instructions which hold exactly these two: each place costs a select unless the
//! two become one merged value. Guarantees: it only counts; asking for a weight changes nothing.

use std::cmp::Reverse;
use std::collections::BTreeMap;

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

/// Pairs of values of weight 0 that are looked at. If more are free, only values of near numbers are grouped, so that time stays
/// linear in the number of values: all 512 × 512 pairs are looked at, but of 10,000 values only those at most 13 places apart.
const UNRELATED_PAIRS: usize = 512 * 512;

/// Weights of pairs of values; the earlier side's comes first.
#[derive(Default)]
pub(super) struct Affinity {
    weights: FxHashMap<(Own, Own), u32>,
    /// For each value, those of earlier sides with which it has a weight, in the order in which they first meet.
    met: FxHashMap<Own, Vec<Own>>,
}

impl Affinity {
    /// Counts over all matched instructions.
    pub(super) fn count(sides: Sides<'_>, matching: &Matching<'_>) -> Affinity {
        let mut affinity = Affinity::default();
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
            let (earlier, later) = ((side, l.value), (of, r.value));
            let known = self.weights.entry((earlier, later)).or_insert_with(|| {
                self.met.entry(later).or_default().push(earlier);
                0
            });
            *known += weight;
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
        let mut group_of: FxHashMap<Own, usize> = FxHashMap::default();
        for (side, own) in values {
            let mut free = FreePairs::new(groups.len(), own.len());
            let misfit_of = |i: usize, j: usize| -> Option<u64> {
                groups[i].iter().map(|member| misfit(member, (side, j))).sum()
            };
            let candidate = |(weight, i, j): (u32, usize, usize)| -> Option<JoinCandidate> {
                Some((Reverse(weight), misfit_of(i, j)?, i.abs_diff(j), i, j))
            };
            let related = (0..own.len()).flat_map(|j| {
                let weights = self.weights_of((side, own[j]), &group_of).into_iter();
                weights.map(move |(i, weight)| (weight, i, j))
            });
            let mut joined = free.join(related.filter_map(candidate).collect());
            // Pairs of weight 0 come last, so that only those are sorted whose two values are still free.
            let unrelated = free.pairs().into_iter().map(|(i, j)| (0, i, j));
            joined.extend(free.join(unrelated.filter_map(candidate).collect()));
            for (i, j) in joined {
                groups[i].insert(side, j);
                group_of.insert((side, own[j]), i);
            }
            for j in (0..own.len()).filter(|&j| free.values[j]) {
                group_of.insert((side, own[j]), groups.len());
                groups.push(BySide::one(side, j));
            }
        }
        groups
    }

    /// The groups with which a value has a weight, in order of their numbers, and these weights.
    fn weights_of(&self, later: Own, group_of: &FxHashMap<Own, usize>) -> BTreeMap<usize, u32> {
        let mut weights = BTreeMap::new();
        for earlier in self.met.get(&later).into_iter().flatten() {
            if let Some(&group) = group_of.get(earlier) {
                *weights.entry(group).or_insert(0) += self.of(*earlier, later);
            }
        }
        weights
    }
}

/// A group and a value that may join it: the weight, how ill they fit, how far their numbers are apart, and these numbers.
type JoinCandidate = (Reverse<u32>, u64, usize, usize, usize);

/// The groups and the values of one side that have not been joined yet, by number.
struct FreePairs {
    groups: Vec<bool>,
    values: Vec<bool>,
}

impl FreePairs {
    fn new(groups: usize, values: usize) -> FreePairs {
        FreePairs { groups: vec![true; groups], values: vec![true; values] }
    }

    /// Joins candidates from the best on, as long as both are free. Returns the pairs that were joined.
    fn join(&mut self, mut candidates: Vec<JoinCandidate>) -> Vec<(usize, usize)> {
        candidates.sort_unstable();
        let mut joined = Vec::new();
        for (.., i, j) in candidates {
            if self.groups[i] && self.values[j] {
                (self.groups[i], self.values[j]) = (false, false);
                joined.push((i, j));
            }
        }
        joined
    }

    /// The pairs of which both are free: all of them, or where those are too many, those of near numbers.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let free = |all: &[bool]| -> Vec<usize> { (0..all.len()).filter(|&at| all[at]).collect() };
        let (groups, values) = (free(&self.groups), free(&self.values));
        let most = groups.len().max(values.len());
        let is_few = groups.len() * values.len() <= UNRELATED_PAIRS;
        let reach = if is_few { usize::MAX } else { UNRELATED_PAIRS / 2 / most };
        let near = |&i: &usize| {
            let from = values.partition_point(|&j| j < i.saturating_sub(reach));
            let to = values.partition_point(|&j| j <= i.saturating_add(reach));
            values[from..to].iter().map(move |&j| (i, j))
        };
        groups.iter().flat_map(near).collect()
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;
    use proptest::prelude::*;

    use super::*;
    use crate::ir::ArgId;

    fn args(counts: &[usize]) -> PrimaryMap<SideId, Vec<Value>> {
        counts
            .iter()
            .map(|&count| (0..count).map(|at| Value::Arg(ArgId::new(at))).collect())
            .collect()
    }

    fn own(side: usize, at: usize) -> Own {
        (SideId::new(side), Value::Arg(ArgId::new(at)))
    }

    fn affinity(weights: &[(usize, usize, u32)]) -> Affinity {
        let mut affinity = Affinity::default();
        for &(one, other, weight) in weights {
            affinity.weights.insert((own(0, one), own(1, other)), weight);
            affinity.met.entry(own(1, other)).or_default().push(own(0, one));
        }
        affinity
    }

    /// Groups of two sides by looking at all pairs, as [`Affinity::group`] says: which of the first each of the second joins.
    fn naive(
        affinity: &Affinity,
        counts: [usize; 2],
        misfit: impl Fn(usize, usize) -> Option<u64>,
    ) -> Vec<Option<usize>> {
        let pairs = (0..counts[0]).flat_map(|i| (0..counts[1]).map(move |j| (i, j)));
        let mut pairs: Vec<_> = pairs
            .filter_map(|(i, j)| {
                let weight = affinity.of(own(0, i), own(1, j));
                Some((Reverse(weight), misfit(i, j)?, i.abs_diff(j), i, j))
            })
            .collect();
        pairs.sort_unstable();
        let mut joins = vec![None; counts[1]];
        for (.., i, j) in pairs {
            if joins[j].is_none() && !joins.contains(&Some(i)) {
                joins[j] = Some(i);
            }
        }
        joins
    }

    proptest! {
        #[test]
        fn groups_are_those_of_looking_at_all_pairs(
            weights in proptest::collection::btree_map((0..8_usize, 0..8_usize), 1..4_u32, 0..20),
            kinds in proptest::collection::vec((0..3_u64, 0..3_u64), 8),
        ) {
            let weights: Vec<_> = weights.into_iter().map(|((i, j), weight)| (i, j, weight)).collect();
            let affinity = affinity(&weights);
            let misfit = |i: usize, j: usize| (kinds[i].0 != 2 || kinds[j].0 == 2).then_some(kinds[i].1.abs_diff(kinds[j].1));
            let groups = affinity.group(&args(&[8, 8]), |one, other| misfit(one.1, other.1));
            let joins: Vec<_> = (0..8)
                .map(|j| groups.iter().find(|group| group.on(SideId::new(1)) == Some(j)).and_then(|group| group.on(SideId::new(0))))
                .collect();
            prop_assert_eq!(joins, naive(&affinity, [8, 8], misfit));
        }
    }

    /// All pairs of 10,000 parameters would be 100 million.
    #[test]
    fn of_many_values_without_weight_those_of_equal_numbers_are_grouped() {
        let groups = affinity(&[]).group(&args(&[10_000, 10_001]), |_, _| Some(0));
        let expected = (0..10_000).map(|at| BySide::all([at, at]));
        assert!(groups[..10_000].iter().cloned().eq(expected));
        assert_eq!(groups[10_000..], [BySide::one(SideId::new(1), 10_000)]);
    }
}
