//! A plan in the making, which the planner's phases hand on.
//!
//! Consumes and produces: plain data. Guarantees: the slot of an instruction is found by the instruction; the *head* of an
//! original block, that is the plan's block in which its code begins, is found by the original block.

use cranelift_entity::{EntityRef, PrimaryMap};

use super::{
    BySide, MergePlan, Origin, PlanBlockId, PlanOperands, PlanParam, PlanParamId, PlanValue,
    SideId, Sides, Slot, SlotId, SlotKind,
};
use crate::ir::{ArgId, BlockId, InstId, TypeId};

/// What a plan depends on besides its originals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanOptions {
    /// All originals stay as thunks, whatever calls them.
    pub thunks_stay: bool,
}

/// How the parameters of the sides map to the merged ones.
#[derive(Clone, Debug)]
pub(super) struct Params {
    pub(super) merged: PrimaryMap<PlanParamId, PlanParam>,
    /// By side and its parameter: the merged parameter.
    pub(super) of: PrimaryMap<SideId, Vec<PlanParamId>>,
}

impl Params {
    /// The merged parameter that carries a parameter of one side.
    pub(super) fn carrying(&self, side: SideId, arg: ArgId) -> PlanParamId {
        self.of[side][arg.index()]
    }
}

/// The placeholder for an operand that is still open.
pub(super) const OPEN: PlanValue = PlanValue::Id;

/// An edge into the head of an original block, and which original edges it stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    /// The head that it leads to.
    pub(super) to: PlanBlockId,
    /// The plan block that it leaves.
    pub(super) from: PlanBlockId,
    /// By side that can take the edge: the original block that control comes from.
    pub(super) origin: BySide<BlockId>,
}

/// A plan in the making.
pub(super) struct Draft<'a> {
    pub(super) sides: Sides<'a>,
    pub(super) params: Params,
    pub(super) plan: MergePlan,
    /// By side and instruction: its slot.
    pub(super) slot_of: PrimaryMap<SideId, Vec<Option<SlotId>>>,
    /// By side and block: its head.
    pub(super) head: PrimaryMap<SideId, Vec<PlanBlockId>>,
    /// Edges into heads, sorted by target, then source; there is one edge for each target and source.
    pub(super) edges: Vec<Edge>,
    pub(super) void: TypeId,
}

impl Draft<'_> {
    /// Appends a slot to a block.
    pub(super) fn push(
        &mut self,
        block: PlanBlockId,
        kind: SlotKind,
        ty: TypeId,
        operands: impl Into<PlanOperands>,
    ) -> SlotId {
        let id = self.plan.slots.push(Slot::new(block, kind, ty, operands));
        self.plan.blocks[block].slots.push(id);
        id
    }

    /// The slot of an original instruction.
    pub(super) fn slot(&self, side: SideId, inst: InstId) -> SlotId {
        self.slot_of[side][inst.index()].expect("each instruction has a slot")
    }

    /// The head of an original block.
    pub(super) fn head(&self, side: SideId, block: BlockId) -> PlanBlockId {
        self.head[side][block.index()]
    }

    /// The edges into a head, ordered by source.
    pub(super) fn edges_into(&self, head: PlanBlockId) -> impl Iterator<Item = &Edge> {
        let first = self.edges.partition_point(|e| e.to < head);
        self.edges[first..].iter().take_while(move |e| e.to == head)
    }

    /// Makes `slot` the slot of the instructions that it stands for.
    pub(super) fn note_origin(&mut self, slot: SlotId) {
        for (side, inst) in self.plan.slots[slot].origin().into_iter().flat_map(Origin::iter) {
            self.slot_of[side][inst.index()] = Some(slot);
        }
    }
}
