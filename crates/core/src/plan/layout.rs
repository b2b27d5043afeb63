//! The merged control-flow graph: blocks of instruction slots, with every branch in place.
//!
//! Consumes: a pair, its settled [`Matching`], parameters and allocas. Produces: a [`Draft`]: a plan whose
//! operands other than blocks are still open. Guarantees: each instruction but φs has exactly one slot;
//! both sides' block orders and edges are kept, with dispatch blocks on the identifier where the two
//! sides go different ways.
//!
//! The normal edge of an invoke whose result is used leads to a block that no other edge enters and that has
//! no original φs, if need be one made for it: there the result comes into being, and what selects and φs
//! make of it can stand there. Unwind edges are never split: they lead to landing pads.
//!
//! A pair of blocks becomes a chain: shared stretches in line, and for each stretch without matches a
//! branch on the identifier to the left's or the right's code and back (HyFM's and SalSSA's shape).

use std::collections::BTreeSet;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::build::{AllocaPairs, Params};
use super::matching::Matching;
use super::{
    MergePlan, Origin, Pair, PlanBlock, PlanBlockId, PlanValue, Side, Slot, SlotId, SlotKind,
};
use crate::align::Step;
use crate::ir::{BlockId, InstId, InstKind, TypeId, Value};

/// Stands where an operand is still open.
const OPEN: PlanValue = PlanValue::Id;

/// An edge into the head of an original block, and which original edges it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Edge {
    /// The head that it leads to.
    pub(super) to: PlanBlockId,
    /// The plan block that it leaves.
    pub(super) from: PlanBlockId,
    /// By side: the original block that control comes from, if this side can take the edge.
    pub(super) origin: [Option<BlockId>; 2],
}

/// A plan in the making.
pub(super) struct Draft<'a> {
    pub(super) pair: Pair<'a>,
    pub(super) params: Params,
    pub(super) plan: MergePlan,
    /// By side, then by instruction: its slot.
    pub(super) slot_of: [Vec<Option<SlotId>>; 2],
    /// By side, then by block: where its code begins.
    pub(super) head: [Vec<PlanBlockId>; 2],
    /// Edges into heads, sorted by target, then source; one for each two blocks.
    pub(super) edges: Vec<Edge>,
    void: TypeId,
}

/// Lays out the merged blocks.
pub(super) fn lay_out<'a>(
    pair: Pair<'a>,
    matching: &Matching,
    params: Params,
    allocas: &AllocaPairs,
    ret: TypeId,
    void: TypeId,
) -> Draft<'a> {
    let mut draft = Draft::new(pair, params, ret, void);
    draft.add_allocas(allocas);
    let chains = draft.add_heads(matching);
    for (head, chain) in chains {
        draft.fill(head, chain);
    }
    draft.cross(&matching.crossed);
    draft.connect_entry();
    draft.connect_terminators();
    draft.split_normal_edges();
    draft.edges.sort_unstable();
    draft.edges.dedup();
    draft
}

/// What stands in the blocks that begin at one head.
enum Chain<'m> {
    /// An aligned pair.
    Pair(&'m [Step]),
    /// A block of one side.
    Alone(Side, BlockId),
}

impl<'a> Draft<'a> {
    fn new(pair: Pair<'a>, params: Params, ret: TypeId, void: TypeId) -> Draft<'a> {
        let none = |side| vec![None; pair.on(side).insts.len()];
        let entry = PlanBlockId::from_u32(0);
        let heads = |side| vec![entry; pair.on(side).blocks.len()];
        let plan = MergePlan {
            params: params.merged.clone(),
            ret,
            blocks: PrimaryMap::from_iter([PlanBlock::default()]),
            slots: PrimaryMap::new(),
            markers: Vec::new(),
        };
        let slot_of = Side::BOTH.map(none);
        Draft { pair, params, plan, slot_of, head: Side::BOTH.map(heads), edges: vec![], void }
    }

    /// Appends a slot to a block.
    pub(super) fn push(
        &mut self,
        block: PlanBlockId,
        kind: SlotKind,
        ty: TypeId,
        operands: Vec<PlanValue>,
    ) -> SlotId {
        let id = self.plan.slots.push(Slot { kind, ty, block, crossed: false, operands });
        self.plan.blocks[block].slots.push(id);
        id
    }

    /// The slot of an original instruction.
    pub(super) fn slot(&self, side: Side, inst: InstId) -> SlotId {
        self.slot_of[side.index()][inst.as_u32() as usize].expect("each instruction has a slot")
    }

    /// The head of an original block.
    pub(super) fn head(&self, side: Side, block: BlockId) -> PlanBlockId {
        self.head[side.index()][block.as_u32() as usize]
    }

    /// The edges into a head, ordered by source.
    pub(super) fn edges_into(&self, head: PlanBlockId) -> impl Iterator<Item = &Edge> {
        let first = self.edges.partition_point(|e| e.to < head);
        self.edges[first..].iter().take_while(move |e| e.to == head)
    }

    /// Notes that `slot` stands for the instructions of `origin`.
    pub(super) fn note_origin(&mut self, origin: Origin, slot: SlotId) {
        for side in Side::BOTH {
            if let Some(inst) = origin.on(side) {
                self.slot_of[side.index()][inst.as_u32() as usize] = Some(slot);
            }
        }
    }

    fn push_inst(&mut self, block: PlanBlockId, origin: Origin) {
        let (side, inst) = match origin {
            Origin::Both(left, _) | Origin::Left(left) => (Side::Left, left),
            Origin::Right(right) => (Side::Right, right),
        };
        let inst = &self.pair.on(side).insts[inst];
        let lacks_value = inst.kind == InstKind::Ret
            && inst.operands.is_empty()
            && self.pair.on(side).ret != self.plan.ret;
        let operands = match lacks_value {
            true => vec![PlanValue::Poison(self.plan.ret)],
            false => vec![OPEN; inst.operands.len()],
        };
        let slot = self.push(block, SlotKind::Inst(origin), inst.ty, operands);
        self.note_origin(origin, slot);
    }

    fn add_allocas(&mut self, allocas: &AllocaPairs) {
        for &pair in allocas {
            let origin = match pair {
                (Some(left), Some(right)) => Origin::Both(left, right),
                (Some(left), None) => Origin::Left(left),
                (None, Some(right)) => Origin::Right(right),
                (None, None) => continue,
            };
            self.push_inst(self.plan.entry(), origin);
        }
    }

    /// Gives each original block its head: left blocks in order with their partners, then the rest.
    fn add_heads<'m>(&mut self, matching: &'m Matching) -> Vec<(PlanBlockId, Chain<'m>)> {
        let mut paired = vec![None; self.pair.left.blocks.len()];
        let mut alone = vec![true; self.pair.right.blocks.len()];
        for pair in &matching.pairs {
            paired[pair.left.as_u32() as usize] = Some(pair);
            alone[pair.right.as_u32() as usize] = false;
        }
        let mut chains = Vec::new();
        for block in self.pair.left.blocks.keys() {
            let head = self.new_head(Side::Left, block);
            match paired[block.as_u32() as usize] {
                Some(pair) => {
                    self.head[1][pair.right.as_u32() as usize] = head;
                    chains.push((head, Chain::Pair(&pair.steps)));
                }
                None => chains.push((head, Chain::Alone(Side::Left, block))),
            }
        }
        let rights = self.pair.right.blocks.keys();
        for block in rights.filter(|b| alone[b.as_u32() as usize]) {
            let head = self.new_head(Side::Right, block);
            chains.push((head, Chain::Alone(Side::Right, block)));
        }
        chains
    }

    fn new_head(&mut self, side: Side, block: BlockId) -> PlanBlockId {
        let head = self.plan.blocks.push(PlanBlock::default());
        self.head[side.index()][block.as_u32() as usize] = head;
        head
    }

    fn fill(&mut self, head: PlanBlockId, chain: Chain<'_>) {
        match chain {
            Chain::Alone(side, block) => {
                for inst in self.pair.on(side).alignable(block) {
                    self.push_inst(head, Origin::one(side, inst));
                }
            }
            Chain::Pair(steps) => self.fill_pair(head, steps),
        }
    }

    fn fill_pair(&mut self, head: PlanBlockId, steps: &[Step]) {
        let mut current = head;
        let shared = |step: &Step| matches!(step, Step::Match(..));
        for stretch in steps.chunk_by(|a, b| shared(a) == shared(b)) {
            if shared(&stretch[0]) {
                for step in stretch {
                    if let Step::Match(left, right) = *step {
                        self.push_inst(current, Origin::Both(left, right));
                    }
                }
            } else {
                current = self.fill_gap(current, stretch);
            }
        }
    }

    /// A stretch without matches; returns the block where both sides meet again.
    fn fill_gap(&mut self, from: PlanBlockId, stretch: &[Step]) -> PlanBlockId {
        let arms = Side::BOTH.map(|side| {
            let insts: Vec<InstId> = stretch.iter().filter_map(|s| s.on(side)).collect();
            (!insts.is_empty()).then(|| {
                let block = self.plan.blocks.push(PlanBlock::default());
                for &inst in &insts {
                    self.push_inst(block, Origin::one(side, inst));
                }
                block
            })
        });
        if let ([Some(left), Some(right)], true) = (arms, self.is_last(stretch)) {
            // Both sides leave by their own terminators: nothing comes after.
            let targets = vec![PlanValue::Block(left), PlanValue::Block(right)];
            self.push(from, SlotKind::IdBranch, self.void, targets);
            return from;
        }
        let join = self.plan.blocks.push(PlanBlock::default());
        let targets = arms.map(|arm| PlanValue::Block(arm.unwrap_or(join)));
        self.push(from, SlotKind::IdBranch, self.void, targets.to_vec());
        for arm in arms.into_iter().flatten() {
            self.push(arm, SlotKind::Jump, self.void, vec![PlanValue::Block(join)]);
        }
        join
    }

    /// Whether a stretch holds the terminators of its blocks.
    fn is_last(&self, stretch: &[Step]) -> bool {
        let last = stretch.last().and_then(|step| step.on(Side::Right));
        last.is_some_and(|inst| self.pair.right.insts[inst].kind.is_terminator())
    }

    /// Marks the slots of these left instructions as crossed.
    fn cross(&mut self, crossed: &BTreeSet<InstId>) {
        for &left in crossed {
            let slot = self.slot(Side::Left, left);
            self.plan.slots[slot].crossed = true;
        }
    }

    fn connect_entry(&mut self) {
        let entry = self.plan.entry();
        let heads = Side::BOTH.map(|side| self.head(side, self.pair.on(side).entry()));
        if heads[0] == heads[1] {
            self.push(entry, SlotKind::Jump, self.void, vec![PlanValue::Block(heads[0])]);
        } else {
            let targets = heads.map(PlanValue::Block).to_vec();
            self.push(entry, SlotKind::IdBranch, self.void, targets);
        }
        for head in heads {
            self.edges.push(Edge { to: head, from: entry, origin: [None, None] });
        }
    }

    fn connect_terminators(&mut self) {
        let slots: Vec<SlotId> = self.plan.slots.keys().collect();
        for slot in slots {
            if let SlotKind::Inst(origin) = self.plan.slots[slot].kind {
                self.connect(slot, origin);
            }
        }
    }

    /// Points the block operands of a slot at the heads of the original successors.
    fn connect(&mut self, slot: SlotId, origin: Origin) {
        let from = self.plan.slots[slot].block;
        let mut dispatches: Vec<([PlanBlockId; 2], PlanBlockId)> = Vec::new();
        for at in 0..self.plan.slots[slot].operands.len() {
            let ways = Side::BOTH.map(|side| self.way(side, origin, at));
            let target = match ways {
                [None, None] => continue,
                [Some((head, source)), None] => self.edge(from, head, [Some(source), None]),
                [None, Some((head, source))] => self.edge(from, head, [None, Some(source)]),
                [Some((l, a)), Some((r, b))] if l == r => self.edge(from, l, [Some(a), Some(b)]),
                [Some((l, a)), Some((r, b))] => {
                    let known = dispatches.iter().find(|d| d.0 == [l, r]).map(|d| d.1);
                    let block = known.unwrap_or_else(|| self.dispatch([l, r], [a, b]));
                    dispatches.push(([l, r], block));
                    block
                }
            };
            self.plan.slots[slot].operands[at] = PlanValue::Block(target);
        }
    }

    /// Gives the result of each invoke a block to come into being in, at the start of its normal edge.
    fn split_normal_edges(&mut self) {
        let entries = self.entries_and_phis();
        let mut between = SecondaryMap::<PlanBlockId, PackedOption<PlanBlockId>>::new();
        for slot in self.invokes_with_used_results() {
            let from = self.plan.slots[slot].block;
            let normal = self.plan.successors(from).next().expect("invokes have successors");
            if entries[normal] > 1 {
                between[from] = self.split_normal_edge(slot, normal).into();
            }
        }
        for edge in &mut self.edges {
            if let Some(block) = between[edge.from].expand()
                && self.plan.successors(block).eq([edge.to])
            {
                edge.from = block;
            }
        }
    }

    /// By block, how many edges enter it and how many original φs will stand there, added up.
    fn entries_and_phis(&self) -> SecondaryMap<PlanBlockId, usize> {
        let mut entries = SecondaryMap::new();
        for block in self.plan.blocks.keys() {
            self.plan.successors(block).for_each(|to| entries[to] += 1);
        }
        for side in Side::BOTH {
            for block in self.pair.on(side).blocks.keys() {
                entries[self.head(side, block)] += self.pair.on(side).phis(block).count();
            }
        }
        entries
    }

    /// The slots of invokes whose results some instruction of some side uses, in order.
    fn invokes_with_used_results(&self) -> Vec<SlotId> {
        let mut found = BTreeSet::new();
        for side in Side::BOTH {
            let function = self.pair.on(side);
            for operand in function.insts.values().flat_map(|inst| &inst.operands) {
                if let Value::Inst(used) = operand.value
                    && function.insts[used].kind == InstKind::Invoke
                {
                    found.insert(self.slot(side, used));
                }
            }
        }
        found.into_iter().collect()
    }

    /// Puts a block between an invoke and its normal successor.
    fn split_normal_edge(&mut self, slot: SlotId, normal: PlanBlockId) -> PlanBlockId {
        let between = self.plan.blocks.push(PlanBlock::default());
        self.push(between, SlotKind::Jump, self.void, vec![PlanValue::Block(normal)]);
        let operands = &mut self.plan.slots[slot].operands;
        let way = operands.iter_mut().find(|v| **v == PlanValue::Block(normal));
        *way.expect("it leads there") = PlanValue::Block(between);
        between
    }

    /// Where operand `at` of a side's terminator leads: the head, and the original block that is left.
    fn way(&self, side: Side, origin: Origin, at: usize) -> Option<(PlanBlockId, BlockId)> {
        let inst = &self.pair.on(side).insts[origin.on(side)?];
        match inst.operands.get(at)?.value {
            Value::Block(to) => Some((self.head(side, to), inst.block)),
            _ => None,
        }
    }

    fn edge(
        &mut self,
        from: PlanBlockId,
        to: PlanBlockId,
        origin: [Option<BlockId>; 2],
    ) -> PlanBlockId {
        self.edges.push(Edge { to, from, origin });
        to
    }

    /// A block that sends each side its own way.
    fn dispatch(&mut self, heads: [PlanBlockId; 2], sources: [BlockId; 2]) -> PlanBlockId {
        let block = self.plan.blocks.push(PlanBlock::default());
        let targets = heads.map(PlanValue::Block).to_vec();
        self.push(block, SlotKind::IdBranch, self.void, targets);
        self.edge(block, heads[0], [Some(sources[0]), None]);
        self.edge(block, heads[1], [None, Some(sources[1])]);
        block
    }
}
