//! The order in which the canonical form walks the blocks of a function.
//!
//! Consumes: a control-flow graph, its entry first. Produces: the blocks that can be reached, in an order.
//! Guarantees: the order depends on the graph alone, and not on the order of blocks in the function.

/// The blocks that can be reached from the entry, which is block 0 of `count`. The walk has a stack: each block pushes
/// those of its successors that were not pushed before, and the block that was pushed last comes next.
pub fn canonical<S: IntoIterator<Item = u32>>(
    count: usize,
    successors: impl Fn(u32) -> S,
) -> Vec<u32> {
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let mut pending = vec![0];
    seen[0] = true;
    while let Some(block) = pending.pop() {
        order.push(block);
        let fresh = successors(block).into_iter();
        pending.extend(fresh.filter(|&next| !std::mem::replace(&mut seen[next as usize], true)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn order_of(lists: &[Vec<u32>]) -> Vec<u32> {
        canonical(lists.len(), |block| lists[block as usize].iter().copied())
    }

    #[test]
    fn one_block_is_an_order() {
        assert_eq!(order_of(&[vec![]]), [0]);
    }

    #[test]
    fn what_was_seen_last_comes_first() {
        assert_eq!(order_of(&[vec![1, 2], vec![3], vec![3], vec![]]), [0, 2, 3, 1]);
    }

    #[test]
    fn what_cannot_be_reached_has_no_place() {
        assert_eq!(order_of(&[vec![2], vec![2], vec![0, 2]]), [0, 2]);
    }

    #[test]
    fn an_edge_that_is_there_twice_counts_once() {
        assert_eq!(order_of(&[vec![1, 1, 2], vec![], vec![1]]), [0, 2, 1]);
    }

    proptest! {
        /// The blocks of the same graph in another order of the function.
        #[test]
        fn the_order_in_the_function_does_not_matter(
            edges in prop::collection::vec(prop::collection::vec(0u32..12, 0..4), 12),
            places in Just((1u32..12).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let place: Vec<u32> = [0].into_iter().chain(places).collect();
            let mut moved = vec![Vec::new(); 12];
            for (block, list) in edges.iter().enumerate() {
                moved[place[block] as usize] = list.iter().map(|&to| place[to as usize]).collect();
            }
            let there: Vec<u32> = order_of(&edges).iter().map(|&block| place[block as usize]).collect();
            prop_assert_eq!(order_of(&moved), there);
        }
    }
}
