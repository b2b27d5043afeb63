//! One function as the pairing of blocks sees it.
//!
//! Consumes: an [`EncodedFunction`]. Produces: an [`Outline`] of profiles, reverse post-order and predecessors, which does
//! not depend on the function that it is paired with; and a [`View`] of the outline for one pairing.
//! Guarantees: linear time, no recursion; a block that the entry does not reach (the encoder leaves none)
//! comes last in the order.

use std::ops::Range;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};

use super::profile::{Profile, ProfileItem};
use crate::ir::{BlockId, EncodedFunction};

/// An edge into a block: the predecessor, and the index of the block among its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InEdge {
    pub(super) from: BlockId,
    pub(super) index: usize,
}

/// What the pairing knows of one function alone. It is made once for a function that is aligned with many.
#[derive(Debug)]
pub struct Outline {
    /// Blocks in reverse post-order.
    order: Vec<BlockId>,
    /// Each block, by number.
    blocks: Vec<BlockOutline>,
    /// The profiles of all blocks, one after the other.
    items: Vec<ProfileItem>,
    /// Edges into blocks, block by block, in reverse post-order of their origins.
    in_edges: Vec<InEdge>,
}

/// One block: its place in reverse post-order, its bytes, and its parts of the lists of its [`Outline`].
#[derive(Clone, Debug, Default)]
struct BlockOutline {
    position: usize,
    items: Range<usize>,
    bytes: i64,
    in_edges: Range<usize>,
}

impl Outline {
    /// The outline of a function; one unit of cost is `unit` bytes.
    pub fn of(func: &EncodedFunction, unit: u32) -> Outline {
        let order = reverse_post_order(func);
        let mut blocks = vec![BlockOutline::default(); func.blocks.len()];
        let mut items = Vec::new();
        for (position, &block) in order.iter().enumerate() {
            let from = items.len();
            let bytes = Profile::collect(func, block, unit, &mut items);
            let own = &mut blocks[block.index()];
            (own.position, own.bytes, own.items) = (position, bytes, from..items.len());
        }
        let in_edges = in_edges(func, &order, &mut blocks);
        Outline { order, blocks, items, in_edges }
    }
}

/// What a pairing knows of one function.
pub(super) struct View<'a> {
    func: &'a EncodedFunction,
    outline: &'a Outline,
    /// By block: the block of the other function that it is paired with, if it is.
    pub(super) partner: SecondaryMap<BlockId, PackedOption<BlockId>>,
    /// The best similarity of each block with any of its candidates.
    pub(super) best: SecondaryMap<BlockId, i64>,
}

impl<'a> View<'a> {
    pub(super) fn new(func: &'a EncodedFunction, outline: &'a Outline) -> Self {
        View { func, outline, partner: SecondaryMap::new(), best: SecondaryMap::new() }
    }

    /// Blocks that may still be paired by similarity, in reverse post-order. The entry is not among them, because it is
    /// paired only with the other entry.
    pub(super) fn free(&self) -> impl Iterator<Item = BlockId> + '_ {
        let free = |&b: &BlockId| self.partner[b].is_none() && b != self.func.entry();
        self.outline.order.iter().copied().filter(free)
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.outline.order.len()
    }

    /// Where a block stands in reverse post-order.
    pub(super) fn position(&self, block: BlockId) -> usize {
        self.outline.blocks[block.index()].position
    }

    pub(super) fn profile(&self, block: BlockId) -> Profile<'a> {
        let own = &self.outline.blocks[block.index()];
        Profile { items: &self.outline.items[own.items.clone()], bytes: own.bytes }
    }

    /// Edges into a block, in reverse post-order of their origins.
    pub(super) fn in_edges(&self, block: BlockId) -> &'a [InEdge] {
        &self.outline.in_edges[self.outline.blocks[block.index()].in_edges.clone()]
    }
}

/// Lists edges by the block that they lead to: counts them, and then fills each block's part of the list.
fn in_edges(func: &EncodedFunction, order: &[BlockId], blocks: &mut [BlockOutline]) -> Vec<InEdge> {
    let edges = || {
        order.iter().flat_map(|&from| {
            func.successors(from).enumerate().map(move |(index, to)| (to, InEdge { from, index }))
        })
    };
    let mut counts = vec![0; blocks.len()];
    edges().for_each(|(to, _)| counts[to.index()] += 1);
    let mut all = 0;
    for (block, count) in blocks.iter_mut().zip(counts) {
        block.in_edges = all..all;
        all += count;
    }
    let mut list = vec![InEdge { from: func.entry(), index: 0 }; all];
    for (to, edge) in edges() {
        let end = &mut blocks[to.index()].in_edges.end;
        list[*end] = edge;
        *end += 1;
    }
    list
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
