//! The merged control-flow graph: blocks of instruction slots, with every branch in place.
//!
//! Consumes: the functions, their settled [`Matching`], parameters and allocas. Produces: a [`Draft`]: a plan whose
//! operands other than blocks are still open. Guarantees: each instruction but φs has exactly one slot;
//! the order of instructions and the edges of each side are kept. Where an edge leads the sides to different places, a
//! dispatch block branches on the identifier.
//!
//! The normal edge of an invoke whose result is used leads to a block that no other edge enters and that has no
//! original φs; where there is none, a block is inserted. The result is defined in that block, so that selects and φs
//! of it can stand there. Unwind edges are never split: they lead to landing pads.
//!
//! A row of blocks becomes a chain: the steps that all of its sides share stand in line. For each stretch between them,
//! a branch on the identifier leads to the code of each side, and from there back to the line (HyFM's and SalSSA's shape).

use std::collections::{BTreeMap, BTreeSet};

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use smallvec::smallvec;

use super::draft::{Draft, Edge, OPEN, Params};
use super::matching::{MatchId, Matching};
use super::{
    BySide, MergePlan, Origin, PlanBlock, PlanBlockId, PlanOperands, PlanValue, SideId, Sides,
    SlotId, SlotKind,
};
use crate::align::Row;
use crate::ir::{BlockId, InstKind, TypeId, Value};
use crate::speed::Frequency;
use crate::stack::FrameSize;

/// An edge of a side: the head that it leads to, and the original block that it leaves.
type Way = (PlanBlockId, BlockId);

/// Lays out the merged blocks.
pub(super) fn lay_out<'a>(
    sides: Sides<'a>,
    matching: &Matching<'_>,
    params: Params,
    allocas: Vec<Origin>,
    ret: TypeId,
    void: TypeId,
) -> Draft<'a> {
    let mut draft = Draft::new(sides, params, ret, void);
    let entry = draft.plan.entry();
    allocas.into_iter().for_each(|origin| draft.push_inst(entry, origin));
    let chains = draft.add_heads(matching);
    for (head, chain) in chains {
        draft.fill(head, chain);
    }
    draft.commute(&matching.commuted);
    draft.connect_entry();
    draft.connect_terminators();
    draft.split_normal_edges();
    draft.edges.sort_unstable();
    draft.edges.dedup();
    draft
}

/// The original blocks whose code begins at one head.
enum Chain<'m> {
    /// Blocks of several sides.
    Row(&'m Row),
    /// A block of one side.
    Alone(SideId, BlockId),
}

impl<'a> Draft<'a> {
    fn new(sides: Sides<'a>, params: Params, ret: TypeId, void: TypeId) -> Draft<'a> {
        let slot_of = sides.map(|side| vec![None; sides.on(side).insts.len()]);
        let entry = PlanBlockId::new(0);
        let head = sides.map(|side| vec![entry; sides.on(side).blocks.len()]);
        let plan = MergePlan {
            params: params.merged.clone(),
            ret,
            blocks: PrimaryMap::from_iter([PlanBlock {
                slots: Vec::new(),
                frequency: sides.ids().map(|side| (side, Frequency::ONCE)).collect(),
            }]),
            slots: PrimaryMap::new(),
            markers: Vec::new(),
            keeps_apart: false,
            frame: FrameSize::default(),
        };
        Draft { sides, params, plan, slot_of, head, edges: vec![], void }
    }

    /// Adds a block that each side runs this often.
    fn add_block(&mut self, frequency: BySide<Frequency>) -> PlanBlockId {
        self.plan.blocks.push(PlanBlock { slots: Vec::new(), frequency })
    }

    /// How often each side runs its block.
    fn frequency(&self, blocks: &BySide<BlockId>) -> BySide<Frequency> {
        blocks.map(|side, block| self.sides.on(side).blocks[block].frequency)
    }

    /// How often, at most, each side takes the edge that operand `at` of its terminator names: no more often than it runs
    /// either end.
    fn edge_frequency(&self, origin: &Origin, at: usize) -> BySide<Frequency> {
        let of = |side: SideId| {
            let function = self.sides.on(side);
            let inst = &function.insts[origin.on(side)?];
            match inst.operands.get(at)?.value {
                Value::Block(to) => {
                    Some([to, inst.block].map(|block| function.blocks[block].frequency))
                }
                _ => None,
            }
        };
        origin.sides().filter_map(|side| Some((side, of(side)?.into_iter().min()?))).collect()
    }

    fn push_inst(&mut self, block: PlanBlockId, origin: Origin) {
        let first = self.sides.insts(&origin).next();
        let (side, inst) = first.expect("an origin has an instruction");
        let lacks_value = inst.kind == InstKind::Ret
            && inst.operands.is_empty()
            && self.sides.on(side).ret != self.plan.ret;
        let operands: PlanOperands = match lacks_value {
            true => smallvec![PlanValue::Poison(self.plan.ret)],
            false => smallvec![OPEN; inst.operands.len()],
        };
        let slot = self.push(block, SlotKind::Inst(origin), inst.ty, operands);
        self.note_origin(slot);
    }

    /// Ends a block that only these sides reach: each of them goes to its target.
    fn branch(&mut self, from: PlanBlockId, targets: &BySide<PlanBlockId>) {
        let (_, first) = targets.first().expect("a branch is for some side");
        if targets.agreed().is_some() {
            self.push(from, SlotKind::Jump, self.void, [PlanValue::Block(first)].as_slice());
            return;
        }
        // A side that never comes here gets the target of the side before it, so that fewer questions are needed.
        let mut last = first;
        let target = |side| {
            last = targets.on(side).unwrap_or(last);
            PlanValue::Block(last)
        };
        let operands: PlanOperands = self.sides.ids().map(target).collect();
        self.push(from, SlotKind::IdBranch, self.void, operands);
    }

    /// Gives each original block its head: first the blocks of the first side in order, with those in one row with them;
    /// then the blocks of the next side that have none yet, and so on.
    fn add_heads<'m>(&mut self, matching: &'m Matching<'_>) -> Vec<(PlanBlockId, Chain<'m>)> {
        let mut row_of = self.sides.map(|side| vec![None; self.sides.on(side).blocks.len()]);
        for row in matching.rows.iter().map(AsRef::<Row>::as_ref) {
            row.blocks.iter().for_each(|(side, block)| row_of[side][block.index()] = Some(row));
        }
        let mut chains = Vec::new();
        for (side, function) in self.sides.iter() {
            for block in function.blocks.keys() {
                let row = row_of[side][block.index()];
                let blocks = row.map_or_else(|| BySide::one(side, block), |row| row.blocks.clone());
                if blocks.sides().next() != Some(side) {
                    continue;
                }
                let head = self.add_block(self.frequency(&blocks));
                blocks.iter().for_each(|(side, block)| self.head[side][block.index()] = head);
                chains.push((head, row.map_or(Chain::Alone(side, block), Chain::Row)));
            }
        }
        chains
    }

    fn fill(&mut self, head: PlanBlockId, chain: Chain<'_>) {
        match chain {
            Chain::Alone(side, block) => {
                for inst in self.sides.on(side).alignable(block) {
                    self.push_inst(head, Origin::one(side, inst));
                }
            }
            Chain::Row(row) => self.fill_row(head, row),
        }
    }

    fn fill_row(&mut self, head: PlanBlockId, row: &Row) {
        let mut current = head;
        let shared = |step: &Origin| step.count() == row.blocks.count();
        for stretch in row.steps.chunk_by(|a, b| shared(a) == shared(b)) {
            if shared(&stretch[0]) {
                stretch.iter().for_each(|step| self.push_inst(current, step.clone()));
            } else {
                current = self.fill_gap(current, &row.blocks, stretch);
            }
        }
    }

    /// Lays out steps that not all sides of the row have: each run of steps of the same sides becomes an arm of a branch on
    /// the identifier. Returns the block where the arms meet, or `from` if nothing comes after them.
    fn fill_gap(
        &mut self,
        from: PlanBlockId,
        row: &BySide<BlockId>,
        stretch: &[Origin],
    ) -> PlanBlockId {
        let mut arms: Vec<(PlanBlockId, &Origin)> = Vec::new();
        for steps in stretch.chunk_by(|a, b| a.sides().eq(b.sides())) {
            let own =
                steps[0].map(|side, _| row.on(side).expect("a step is of a block of its row"));
            let block = self.add_block(self.frequency(&own));
            steps.iter().for_each(|step| self.push_inst(block, step.clone()));
            arms.push((block, &steps[steps.len() - 1]));
        }
        // If the last arm ends in a terminator, so does the code of all sides, and nothing comes after.
        let last = arms.last().expect("a stretch has steps").1;
        let join = (!self.is_terminator(last)).then(|| self.add_block(self.frequency(row)));
        let next = |side: SideId, arms: &[(PlanBlockId, &Origin)]| {
            let own = arms.iter().find(|(_, step)| step.on(side).is_some());
            own.map(|&(block, _)| block).or(join).expect("who has no terminator goes on")
        };
        self.branch(from, &row.map(|side, _| next(side, &arms)));
        for (at, &(block, step)) in arms.iter().enumerate() {
            if !self.is_terminator(step) {
                self.branch(block, &step.map(|side, _| next(side, &arms[at + 1..])));
            }
        }
        join.unwrap_or(from)
    }

    fn is_terminator(&self, origin: &Origin) -> bool {
        self.sides.insts(origin).any(|(_, inst)| inst.kind.is_terminator())
    }

    /// Marks the slots of these matches as commuted for these sides.
    fn commute(&mut self, commuted: &BTreeMap<MatchId, Vec<SideId>>) {
        for (&(side, inst), commuted) in commuted {
            let slot = self.slot(side, inst);
            self.plan.slots[slot].commuted.clone_from(commuted);
        }
    }

    fn connect_entry(&mut self) {
        let entry = self.plan.entry();
        let heads = self.sides.iter().map(|(side, function)| self.head(side, function.entry()));
        let heads = BySide::all(heads.collect::<Vec<_>>());
        self.branch(entry, &heads);
        for (_, head) in heads.iter() {
            self.edges.push(Edge { to: head, from: entry, origin: BySide::default() });
        }
    }

    fn connect_terminators(&mut self) {
        let slots: Vec<SlotId> = self.plan.slots.keys().collect();
        for slot in slots {
            let origin = self.plan.slots[slot].copied();
            if let Some(origin) = origin.filter(|&origin| self.is_terminator(origin)).cloned() {
                self.connect(slot, &origin);
            }
        }
    }

    /// Points each block operand of a slot at the head of the original successor, or at a dispatch block if the heads of
    /// the sides differ.
    fn connect(&mut self, slot: SlotId, origin: &Origin) {
        let from = self.plan.slots[slot].block;
        let mut dispatches: Vec<(BySide<PlanBlockId>, PlanBlockId)> = Vec::new();
        for at in 0..self.plan.slots[slot].operands.len() {
            let ways: BySide<Way> = origin
                .sides()
                .filter_map(|side| Some((side, self.way(side, origin, at)?)))
                .collect();
            let heads = ways.map(|_, (head, _)| head);
            let target = match (heads.first(), heads.agreed()) {
                (None, _) => continue,
                (_, Some(head)) => {
                    self.lead(from, &ways);
                    head
                }
                _ => {
                    let known = dispatches.iter().find(|d| d.0 == heads).map(|d| d.1);
                    known.unwrap_or_else(|| {
                        let block = self.dispatch(&heads, &ways, self.edge_frequency(origin, at));
                        dispatches.push((heads, block));
                        block
                    })
                }
            };
            self.plan.slots[slot].operands[at] = PlanValue::Block(target);
        }
    }

    /// Inserts a block on the normal edge of each invoke whose result is used, if the edge leads to a block that has other
    /// edges or φs.
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

    /// By block: the number of edges that enter it, plus the number of original φs that will stand there.
    fn entries_and_phis(&self) -> SecondaryMap<PlanBlockId, usize> {
        let mut entries = SecondaryMap::new();
        for block in self.plan.blocks.keys() {
            self.plan.successors(block).for_each(|to| entries[to] += 1);
        }
        for (side, function) in self.sides.iter() {
            for block in function.blocks.keys() {
                entries[self.head(side, block)] += function.phis(block).count();
            }
        }
        entries
    }

    /// The slots of invokes whose results some instruction of some side uses, in order.
    fn invokes_with_used_results(&self) -> Vec<SlotId> {
        let mut found = BTreeSet::new();
        for (side, function) in self.sides.iter() {
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
        let frequency = self.plan.blocks[self.plan.slots[slot].block].frequency.clone();
        let between = self.add_block(frequency);
        self.push(between, SlotKind::Jump, self.void, vec![PlanValue::Block(normal)]);
        let operands = &mut self.plan.slots[slot].operands;
        let way = operands.iter_mut().find(|v| **v == PlanValue::Block(normal));
        *way.expect("it leads there") = PlanValue::Block(between);
        between
    }

    /// Where operand `at` of a side's terminator leads.
    fn way(&self, side: SideId, origin: &Origin, at: usize) -> Option<Way> {
        let inst = &self.sides.on(side).insts[origin.on(side)?];
        match inst.operands.get(at)?.value {
            Value::Block(to) => Some((self.head(side, to), inst.block)),
            _ => None,
        }
    }

    /// Records the edges from a block to the heads that these ways lead to.
    fn lead(&mut self, from: PlanBlockId, ways: &BySide<Way>) {
        for (_, (to, _)) in ways.iter() {
            let taken = ways.iter().filter(|&(_, (head, _))| head == to);
            let origin = taken.map(|(side, (_, source))| (side, source)).collect();
            self.edges.push(Edge { to, from, origin });
        }
    }

    /// Adds a block that branches on the identifier to the head of each side.
    fn dispatch(
        &mut self,
        heads: &BySide<PlanBlockId>,
        ways: &BySide<Way>,
        frequency: BySide<Frequency>,
    ) -> PlanBlockId {
        let block = self.add_block(frequency);
        self.branch(block, heads);
        self.lead(block, ways);
        block
    }
}
