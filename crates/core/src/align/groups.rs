//! Groups of connected blocks: a disjoint-set forest.
//!
//! Consumes: pairs of blocks that belong together. Produces: one block that stands for each group.
//! Guarantees: nearly linear time (path splitting, the lower block becomes the root).

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::ir::BlockId;

/// Blocks in groups; at first, each is a group of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockGroups {
    /// The parent of each block; none at the roots.
    parents: SecondaryMap<BlockId, PackedOption<BlockId>>,
}

impl BlockGroups {
    /// The block that stands for the group of `block`.
    pub(super) fn find(&mut self, mut block: BlockId) -> BlockId {
        while let Some(parent) = self.parents[block].expand() {
            if let Some(grandparent) = self.parents[parent].expand() {
                self.parents[block] = grandparent.into();
            }
            block = parent;
        }
        block
    }

    /// Makes the groups of two blocks one.
    pub(super) fn join(&mut self, a: BlockId, b: BlockId) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parents[a.max(b)] = a.min(b).into();
        }
    }
}
