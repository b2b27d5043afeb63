//! Which merges of equal functions stand or fall together, and in which order they are numbered.
//!
//! Consumes: for each class of equal functions the classes on which its equality rests: its members refer to
//! different members of these at the same place. Produces: [`batches`], and which classes are carried out when
//! only some batches may be ([`admitted`]).
//! Guarantees: classes that rest on each other are one batch, and a batch comes after those that it rests on. A class
//! is carried out only with all classes that it rests on. Equal input gives equal output.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use crate::call_order::ranks;

/// A class: its index in the list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(u32);
entity_impl!(ClassId, "class");

/// The classes that each class rests on.
pub type RestsOn = PrimaryMap<ClassId, Vec<ClassId>>;

/// The strongly connected components, each after those that it rests on; the classes of each are in order. This is
/// Kosaraju's algorithm. The second walk goes against the edges, and begins with the class that the first walk left
/// last. It reaches one component at a time, those that rest on others first.
pub fn batches(rests_on: &RestsOn) -> Vec<Vec<ClassId>> {
    let mut resting: SecondaryMap<ClassId, Vec<ClassId>> = SecondaryMap::new();
    for (class, others) in rests_on {
        others.iter().for_each(|&other| resting[other].push(class));
    }
    let left = ranks(rests_on);
    let mut order: Vec<ClassId> = rests_on.keys().collect();
    order.sort_unstable_by_key(|&class| std::cmp::Reverse(left[class]));
    let mut seen: SecondaryMap<ClassId, bool> = SecondaryMap::new();
    let mut batches = Vec::new();
    for start in order {
        let batch = reached(start, &resting, &mut seen);
        if !batch.is_empty() {
            batches.push(batch);
        }
    }
    batches.reverse();
    batches
}

/// The classes that can be reached from `start` and were not seen before, in order.
fn reached(
    start: ClassId,
    edges: &SecondaryMap<ClassId, Vec<ClassId>>,
    seen: &mut SecondaryMap<ClassId, bool>,
) -> Vec<ClassId> {
    let mut found = Vec::new();
    let mut open = vec![start];
    while let Some(class) = open.pop() {
        if !std::mem::replace(&mut seen[class], true) {
            found.push(class);
            open.extend(&edges[class]);
        }
    }
    found.sort_unstable();
    found
}

/// Whether each class is carried out. `admit` is asked about each batch in order. A batch is not carried out if it
/// rests on one that is not, whatever `admit` says.
pub fn admitted(
    rests_on: &RestsOn,
    mut admit: impl FnMut(&[ClassId]) -> bool,
) -> PrimaryMap<ClassId, bool> {
    let mut done: PrimaryMap<ClassId, bool> = rests_on.keys().map(|_| false).collect();
    for batch in batches(rests_on) {
        let mut others = batch.iter().flat_map(|&class| &rests_on[class]);
        let stands = others.all(|other| done[*other] || batch.contains(other));
        let goes = admit(&batch) && stands;
        batch.iter().for_each(|&class| done[class] = goes);
    }
    done
}

impl ClassId {
    /// Its place in the list.
    pub fn place(self) -> usize {
        self.index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CLASSES: usize = 12;

    fn graph(edges: &[(usize, usize)]) -> RestsOn {
        let mut lists = vec![Vec::new(); CLASSES];
        edges.iter().for_each(|&(a, b)| lists[a].push(ClassId::new(b)));
        lists.into_iter().collect()
    }

    /// Who rests on whom, over any number of steps.
    fn closure(edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
        let mut rests = vec![vec![false; CLASSES]; CLASSES];
        edges.iter().for_each(|&(a, b)| rests[a][b] = true);
        for k in 0..CLASSES {
            for a in 0..CLASSES {
                for b in 0..CLASSES {
                    rests[a][b] |= rests[a][k] && rests[k][b];
                }
            }
        }
        rests
    }

    #[test]
    fn what_others_rest_on_comes_first_and_cycles_are_one() {
        // The first rests on a cycle of two, which rests on the last.
        let rests_on = graph(&[(0, 1), (1, 2), (2, 1), (2, 3)]);
        let mut batches = batches(&rests_on);
        batches.retain(|batch| batch[0].place() < 4);
        let places: Vec<Vec<usize>> =
            batches.iter().map(|batch| batch.iter().map(|class| class.place()).collect()).collect();
        assert_eq!(places, [vec![3], vec![1, 2], vec![0]]);
    }

    proptest! {
        #[test]
        fn batches_are_the_cycles_in_order(
            edges in prop::collection::vec((0..CLASSES, 0..CLASSES), 0..30)
        ) {
            let rests = closure(&edges);
            let batches = batches(&graph(&edges));
            let mut at = [None; CLASSES];
            for (n, batch) in batches.iter().enumerate() {
                for class in batch {
                    prop_assert_eq!(at[class.place()].replace(n), None);
                }
            }
            for a in 0..CLASSES {
                for b in 0..CLASSES {
                    let (here, there) = (at[a].expect("in one"), at[b].expect("in one"));
                    prop_assert_eq!(here == there, a == b || rests[a][b] && rests[b][a]);
                    prop_assert!(!rests[a][b] || there <= here);
                }
            }
        }

        #[test]
        fn nothing_is_carried_out_without_what_it_rests_on(
            edges in prop::collection::vec((0..CLASSES, 0..CLASSES), 0..30),
            allowed in prop::collection::vec(any::<bool>(), CLASSES)
        ) {
            let rests_on = graph(&edges);
            let mut asked = 0;
            let done = admitted(&rests_on, |_| { asked += 1; allowed[asked - 1] });
            prop_assert_eq!(asked, batches(&rests_on).len());
            for (class, others) in &rests_on {
                prop_assert!(!done[class] || others.iter().all(|&other| done[other]));
            }
            let all = admitted(&rests_on, |_| true);
            prop_assert!(all.values().all(|&done| done));
        }

        #[test]
        fn the_first_so_many_batches_are_carried_out(
            edges in prop::collection::vec((0..CLASSES, 0..CLASSES), 0..30), first in 0..CLASSES
        ) {
            let rests_on = graph(&edges);
            let mut asked = 0;
            let done = admitted(&rests_on, |_| { asked += 1; asked <= first });
            for (n, batch) in batches(&rests_on).iter().enumerate() {
                prop_assert!(batch.iter().all(|&class| done[class] == (n < first)));
            }
        }
    }
}
