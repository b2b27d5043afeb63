//! One function as the pairing of blocks sees it.
//!
//! Consumes: an [`EncodedFunction`]. Produces: a [`View`]: profiles, reverse post-order, predecessors.
//! Guarantees: linear time, no recursion; a block that the entry does not reach (the encoder leaves none)
//! comes last in the order.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};

use super::profile::Profile;
use crate::ir::{BlockId, EncodedFunction};

/// An edge into a block: where from, and the index of the block among the successors there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InEdge {
    pub(super) from: BlockId,
    pub(super) index: usize,
}

/// What the pairing knows of one function.
pub(super) struct View<'a> {
    pub(super) func: &'a EncodedFunction,
    pub(super) profiles: SecondaryMap<BlockId, Profile>,
    /// Blocks in reverse post-order.
    pub(super) order: Vec<BlockId>,
    /// Where each block stands in `order`.
    pub(super) position: SecondaryMap<BlockId, usize>,
    /// Edges into each block, in reverse post-order of their origins.
    pub(super) in_edges: SecondaryMap<BlockId, Vec<InEdge>>,
    /// The block of the other function that each is paired with.
    pub(super) partner: SecondaryMap<BlockId, PackedOption<BlockId>>,
    /// The best similarity of each block with any of its candidates.
    pub(super) best: SecondaryMap<BlockId, i64>,
}

impl<'a> View<'a> {
    pub(super) fn new(func: &'a EncodedFunction, unit: u32) -> Self {
        let order = reverse_post_order(func);
        let mut view = View {
            func,
            profiles: SecondaryMap::new(),
            position: SecondaryMap::new(),
            in_edges: in_edges(func, &order),
            order,
            partner: SecondaryMap::new(),
            best: SecondaryMap::new(),
        };
        for (position, &block) in view.order.iter().enumerate() {
            view.position[block] = position;
            view.profiles[block] = Profile::of(func, block, unit);
        }
        view
    }

    /// Blocks that may still be paired by similarity, in order. The entry is not among them, because it is paired
    /// only with the other entry.
    pub(super) fn free(&self) -> impl Iterator<Item = BlockId> + '_ {
        let free = |&b: &BlockId| self.partner[b].is_none() && b != self.func.entry();
        self.order.iter().copied().filter(free)
    }
}

fn in_edges(func: &EncodedFunction, order: &[BlockId]) -> SecondaryMap<BlockId, Vec<InEdge>> {
    let mut edges: SecondaryMap<BlockId, Vec<InEdge>> = SecondaryMap::new();
    for &from in order {
        for (index, to) in func.successors(from).enumerate() {
            edges[to].push(InEdge { from, index });
        }
    }
    edges
}

/// Blocks in reverse post-order, then those that the entry does not reach.
pub(super) fn reverse_post_order(func: &EncodedFunction) -> Vec<BlockId> {
    let mut seen = EntitySet::new();
    let mut order = Vec::with_capacity(func.blocks.len());
    seen.insert(func.entry());
    let mut stack = vec![(func.entry(), func.successors(func.entry()))];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.find(|&s| !seen.contains(s)) {
            Some(next) => {
                seen.insert(next);
                stack.push((next, func.successors(next)));
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order.extend(func.blocks.keys().filter(|&b| !seen.contains(b)));
    order
}
