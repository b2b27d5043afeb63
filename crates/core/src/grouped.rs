//! Items in groups that have numbers.
//!
//! Consumes: items, each with the number of its group. Produces: the items of a group. Guarantees: in a group, items keep
//! their order; linear time, and two allocations however many groups there are.

/// Items by group.
#[derive(Clone, Debug)]
pub(crate) struct Grouped<T> {
    /// Where each group begins in `items`, and, last, the end of all.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Grouped<T> {
    /// Sorts the items into so many groups.
    ///
    /// # Panics
    /// When there is no such group.
    pub(crate) fn new(groups: usize, all: &[(usize, T)]) -> Grouped<T> {
        let mut starts = vec![0; groups + 1];
        all.iter().for_each(|&(group, _)| starts[group + 1] += 1);
        (1..=groups).for_each(|group| starts[group] += starts[group - 1]);
        let Some(&(_, any)) = all.first() else { return Grouped { starts, items: Vec::new() } };
        let mut items = vec![any; all.len()];
        for &(group, item) in all {
            // During this loop, `starts[group]` is the place behind the items of the group that are already there.
            items[starts[group] as usize] = item;
            starts[group] += 1;
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Grouped { starts, items }
    }

    /// The items of a group, in the order in which they came.
    ///
    /// # Panics
    /// When there is no such group.
    pub(crate) fn of(&self, group: usize) -> &[T] {
        &self.items[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_group_has_its_items_in_order(
            all in prop::collection::vec((0_usize..5, any::<u8>()), 0..40),
        ) {
            let grouped = Grouped::new(5, &all);
            for group in 0..5 {
                let own = all.iter().filter(|item| item.0 == group).map(|item| item.1);
                prop_assert_eq!(grouped.of(group), own.collect::<Vec<_>>());
            }
        }
    }
}
