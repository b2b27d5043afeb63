//! Callees before callers.
//!
//! Consumes: for each function, those that it calls. Produces: a rank for each. Guarantees: outside of cycles, a
//! function's rank is above those of its callees. Ranks are a depth-first post-order over the functions in their
//! order, so equal input gives equal ranks.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

/// Ranks from 1 on, in the order in which functions are to be merged.
pub fn ranks<F: EntityRef>(callees: &PrimaryMap<F, Vec<F>>) -> SecondaryMap<F, u32> {
    let mut walk = Walk { callees, seen: SecondaryMap::new(), ranks: SecondaryMap::new(), next: 1 };
    for f in callees.keys() {
        walk.from(f);
    }
    walk.ranks
}

struct Walk<'a, F: EntityRef> {
    callees: &'a PrimaryMap<F, Vec<F>>,
    seen: SecondaryMap<F, bool>,
    ranks: SecondaryMap<F, u32>,
    next: u32,
}

impl<F: EntityRef> Walk<'_, F> {
    /// Without recursion: call chains are as long as the program is large.
    fn from(&mut self, start: F) {
        let mut stack = Vec::new();
        self.enter(start, &mut stack);
        while let Some((function, done)) = stack.last_mut() {
            match self.callees[*function].get(*done) {
                Some(&callee) => {
                    *done += 1;
                    self.enter(callee, &mut stack);
                }
                None => {
                    self.ranks[*function] = self.next;
                    self.next += 1;
                    stack.pop();
                }
            }
        }
    }

    fn enter(&mut self, function: F, stack: &mut Vec<(F, usize)>) {
        if !std::mem::replace(&mut self.seen[function], true) {
            stack.push((function, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::FuncId;
    use proptest::prelude::*;

    fn ranks_of(callees: &[Vec<u32>]) -> Vec<u32> {
        let ids = |list: &Vec<u32>| list.iter().map(|&f| FuncId::from_u32(f)).collect::<Vec<_>>();
        let map: PrimaryMap<FuncId, _> = callees.iter().map(ids).collect();
        let ranks = ranks(&map);
        map.keys().map(|f| ranks[f]).collect()
    }

    #[test]
    fn callees_come_first() {
        assert_eq!(ranks_of(&[vec![1, 2], vec![2], vec![]]), [3, 2, 1]);
    }

    #[test]
    fn cycles_end() {
        assert_eq!(ranks_of(&[vec![0, 1], vec![0]]), [2, 1]);
    }

    proptest! {
        #[test]
        fn without_cycles_every_callee_is_below_its_caller(
            edges in prop::collection::vec((0u32..30, 0u32..30), 0..80)
        ) {
            let mut callees = vec![Vec::new(); 30];
            for (a, b) in edges.into_iter().filter(|(a, b)| a < b) {
                callees[a as usize].push(b);
            }
            let ranks = ranks_of(&callees);
            for (f, called) in callees.iter().enumerate() {
                prop_assert!(called.iter().all(|&c| ranks[c as usize] < ranks[f]));
            }
            let mut sorted = ranks.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (1..=30).collect::<Vec<u32>>());
        }
    }
}
