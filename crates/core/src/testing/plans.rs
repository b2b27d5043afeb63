//! Plans made without a planner, to try replay and emission on.
//!
//! Consumes: two functions of [`generate`](super::generate). Produces: plans that are right by construction:
//! [`side_by_side`] shares nothing; [`weave`] merges functions of the same shape block by block, and takes
//! from a [`Tape`] whether to share an instruction, with selects, operands crossed or not, or to guard it, with
//! φs of the plan's own.
//! Guarantees: [`replay`](crate::plan::replay::replay) accepts them; no plan where these simple ways fail.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

use super::Tape;
use crate::ir::{
    ArgId, BlockId, EncodedFunction, Inst, InstId, InstKind, OperandMode, TypeId, Value,
};
use crate::plan::{
    MergePlan, Origin, Pair, PlanBlock, PlanBlockId, PlanMarker, PlanParam, PlanParamId, PlanValue,
    Side, Slot, SlotId, SlotKind,
};
use crate::stack::Marker;

/// The type `void` of [`tables`](super::generate::tables).
fn void() -> TypeId {
    TypeId::from_u32(0)
}

/// Pairs parameters of equal index where type and ABI agree; the others of the right come last. None if a
/// pinned parameter is left alone.
fn params(pair: Pair<'_>) -> Option<PrimaryMap<PlanParamId, PlanParam>> {
    let mut params = PrimaryMap::new();
    let mut rest = Vec::new();
    for index in 0..pair.left.params.len().max(pair.right.params.len()) {
        let id = ArgId::new(index);
        let (left, right) = (pair.left.params.get(id), pair.right.params.get(id));
        let shared = left.is_some() && left == right;
        if !shared && left.into_iter().chain(right).any(|p| p.abi.pinned) {
            return None;
        }
        if let Some(p) = left {
            let right = shared.then_some(id);
            params.push(PlanParam { ty: p.ty, abi: p.abi, left: Some(id), right });
        }
        if let Some(p) = right.filter(|_| !shared) {
            rest.push(PlanParam { ty: p.ty, abi: p.abi, left: None, right: Some(id) });
        }
    }
    rest.into_iter().for_each(|p| {
        params.push(p);
    });
    Some(params)
}

/// The return type for both, if there is one.
fn ret(pair: Pair<'_>) -> Option<TypeId> {
    match (pair.left.ret, pair.right.ret) {
        (l, r) if l == r || r == void() => Some(l),
        (l, r) if l == void() => Some(r),
        _ => None,
    }
}

/// What all ways of building share.
struct Builder<'a> {
    pair: Pair<'a>,
    plan: MergePlan,
    /// By side and instruction, where its result is found.
    values: [SecondaryMap<InstId, PlanValue>; 2],
    /// Selects to be placed right before a slot.
    before: SecondaryMap<SlotId, Vec<SlotId>>,
}

impl<'a> Builder<'a> {
    fn new(pair: Pair<'a>) -> Option<Self> {
        let (blocks, slots) = (PrimaryMap::new(), PrimaryMap::new());
        let plan = MergePlan {
            params: params(pair)?,
            ret: ret(pair)?,
            blocks,
            slots,
            markers: Vec::new(),
        };
        let none = || SecondaryMap::with_default(PlanValue::Id);
        let values = [none(), none()];
        Some(Builder { pair, plan, values, before: SecondaryMap::new() })
    }

    fn block(&mut self) -> PlanBlockId {
        self.plan.blocks.push(PlanBlock::default())
    }

    /// Makes a slot, in no list yet.
    fn slot(
        &mut self,
        block: PlanBlockId,
        kind: SlotKind,
        ty: TypeId,
        operands: Vec<PlanValue>,
    ) -> SlotId {
        self.plan.slots.push(Slot { kind, ty, block, crossed: false, operands })
    }

    fn push(
        &mut self,
        block: PlanBlockId,
        kind: SlotKind,
        ty: TypeId,
        operands: Vec<PlanValue>,
    ) -> SlotId {
        let slot = self.slot(block, kind, ty, operands);
        self.plan.blocks[block].slots.push(slot);
        slot
    }

    fn jump(&mut self, from: PlanBlockId, to: PlanBlockId) {
        self.push(from, SlotKind::Jump, void(), vec![PlanValue::Block(to)]);
    }

    fn id_branch(&mut self, from: PlanBlockId, to: [PlanBlockId; 2]) {
        self.push(from, SlotKind::IdBranch, void(), to.map(PlanValue::Block).to_vec());
    }

    /// Appends a slot for an origin, whose operands are filled in later.
    fn place(&mut self, block: PlanBlockId, origin: Origin) -> SlotId {
        let side = Side::BOTH.into_iter().find(|&s| origin.on(s).is_some()).expect("it has a side");
        let inst = &self.pair.on(side).insts[origin.on(side).expect("it was just found")];
        let is_phi = inst.kind == InstKind::Phi;
        let kind = if is_phi { SlotKind::Phi(Some(origin)) } else { SlotKind::Inst(origin) };
        let slot = self.push(block, kind, inst.ty, Vec::new());
        for side in Side::BOTH {
            if let Some(inst) = origin.on(side) {
                self.values[side.index()][inst] = PlanValue::Slot(slot);
            }
        }
        slot
    }

    fn value(&self, side: Side, value: Value) -> PlanValue {
        match value {
            Value::Inst(i) => self.values[side.index()][i],
            Value::Const(c) => PlanValue::Const(c),
            Value::Arg(a) => {
                let carries = |(_, p): &(PlanParamId, &PlanParam)| p.on(side) == Some(a);
                let found = self.plan.params.iter().find(carries);
                PlanValue::Param(found.expect("every parameter is carried").0)
            }
            Value::Block(_) => unreachable!("blocks are no values"),
        }
    }

    /// The operands of a slot that is no φ, on one side; `blocks` gives the targets.
    fn operands(
        &self,
        side: Side,
        inst: &Inst,
        mut blocks: impl FnMut(BlockId) -> PlanBlockId,
    ) -> Vec<PlanValue> {
        if inst.kind == InstKind::Ret && inst.operands.is_empty() && self.plan.ret != void() {
            return vec![PlanValue::Poison(self.plan.ret)];
        }
        let operands = inst.operands.iter().map(|o| match o.value {
            Value::Block(b) => PlanValue::Block(blocks(b)),
            value => self.value(side, value),
        });
        operands.collect()
    }

    /// The lifetime markers of all static allocas that one side has alone, or that both mark alike. For
    /// functions of the same shape that share what has one number.
    fn markers(&self) -> Vec<PlanMarker> {
        let mut slots = Side::BOTH.map(|_| SecondaryMap::<InstId, Option<SlotId>>::new());
        for (id, slot) in &self.plan.slots {
            if let SlotKind::Inst(origin) = slot.kind {
                let own = Side::BOTH.map(|side| origin.on(side));
                own.iter().zip(&mut slots).for_each(|(own, slots)| {
                    own.iter().for_each(|&inst| slots[inst] = Some(id));
                });
            }
        }
        let of = |side: Side, alloca: Option<InstId>| -> Vec<Marker> {
            let all = self.pair.on(side).markers.iter();
            all.filter(|m| Some(m.slot) == alloca).copied().collect()
        };
        let mut markers = Vec::new();
        for (id, slot) in &self.plan.slots {
            let SlotKind::Inst(origin) = slot.kind else { continue };
            let own = Side::BOTH.map(|side| of(side, origin.on(side)));
            if matches!(origin, Origin::Both(..)) && own[0] != own[1] {
                continue;
            }
            for (own, slots) in own.iter().zip(&slots) {
                let place = |m: &Marker| slots[m.before].expect("each instruction has a slot");
                let placed = |m| PlanMarker { before: place(m), starts: m.starts, slot: id };
                markers.extend(own.iter().map(placed));
            }
        }
        markers.sort_unstable();
        markers.dedup();
        markers
    }

    /// Puts the selects in their places.
    fn finish(mut self) -> MergePlan {
        self.plan.markers = self.markers();
        for block in self.plan.blocks.keys() {
            let slots = std::mem::take(&mut self.plan.blocks[block].slots);
            let with_selects = slots.into_iter().flat_map(|slot| {
                let selects = std::mem::take(&mut self.before[slot]);
                selects.into_iter().chain([slot])
            });
            self.plan.blocks[block].slots = with_selects.collect();
        }
        self.plan
    }
}

/// Both functions, one beside the other, behind a branch on the identifier. None if they have no common
/// return type, or a pinned parameter has no partner.
pub fn side_by_side(pair: Pair<'_>) -> Option<MergePlan> {
    let mut builder = Builder::new(pair)?;
    let entry = builder.block();
    let mut starts = [entry; 2];
    for side in Side::BOTH {
        starts[side.index()] = copy(&mut builder, entry, side);
    }
    builder.id_branch(entry, starts);
    Some(builder.finish())
}

/// Copies a side's function, but for its static allocas, which go to `entry`; its first block.
fn copy(builder: &mut Builder<'_>, entry: PlanBlockId, side: Side) -> PlanBlockId {
    let original = builder.pair.on(side);
    let heads: PrimaryMap<BlockId, PlanBlockId> =
        original.blocks.keys().map(|_| builder.block()).collect();
    let mut placed = Vec::new();
    for (id, inst) in &original.insts {
        let is_alloca = inst.kind == InstKind::StaticAlloca;
        let block = if is_alloca { entry } else { heads[inst.block] };
        placed.push((builder.place(block, Origin::one(side, id)), inst));
    }
    for (slot, inst) in placed {
        builder.plan.slots[slot].operands = builder.operands(side, inst, |b| heads[b]);
    }
    heads[original.entry()]
}

/// Merges two functions of the same shape, instruction by instruction. None if an invoke's result, a landing
/// pad or a return type would need more than these simple ways.
pub fn weave(pair: Pair<'_>, tape: &mut Tape) -> Option<MergePlan> {
    let same_shape =
        pair.left.insts.len() == pair.right.insts.len() && pair.left.ret == pair.right.ret;
    if !same_shape || parts_invokes(pair) {
        return None;
    }
    let mut builder = Builder::new(pair)?;
    let heads = pair.left.blocks.keys().map(|_| builder.block()).collect();
    let (sources, dispatches) = (SecondaryMap::new(), Vec::new());
    let mut weaver = Weaver { builder, tape, heads, sources, dispatches, placed: Vec::new() };
    pair.left.blocks.keys().for_each(|block| weaver.lay_out(block));
    weaver.fill_code();
    weaver.fill_phis()?;
    Some(weaver.builder.finish())
}

fn is_used(function: &EncodedFunction, inst: InstId, mode: Option<OperandMode>) -> bool {
    let mut operands = function.insts.values().flat_map(|i| &i.operands);
    operands.any(|o| o.value == Value::Inst(inst) && mode.is_none_or(|m| o.mode == m))
}

/// Whether landing pads differ, or invokes whose result is used.
fn parts_invokes(pair: Pair<'_>) -> bool {
    pair.left.insts.iter().any(|(id, left)| {
        let right = &pair.right.insts[id];
        let used = || Side::BOTH.iter().any(|&s| is_used(pair.on(s), id, None));
        left.key != right.key
            && match left.kind {
                InstKind::LandingPad => true,
                InstKind::Invoke => used(),
                _ => false,
            }
    })
}

/// The distinct predecessors of each block, ascending.
fn preds(plan: &MergePlan) -> SecondaryMap<PlanBlockId, Vec<PlanBlockId>> {
    let mut preds = SecondaryMap::<PlanBlockId, Vec<PlanBlockId>>::new();
    for block in plan.blocks.keys() {
        for succ in plan.successors(block) {
            if preds[succ].last() != Some(&block) {
                preds[succ].push(block);
            }
        }
    }
    preds
}

/// A block that leads the left to one block and the right to another.
struct Dispatch {
    block: PlanBlockId,
    targets: [BlockId; 2],
}

struct Weaver<'a, 't> {
    builder: Builder<'a>,
    tape: &'t mut Tape,
    heads: PrimaryMap<BlockId, PlanBlockId>,
    /// By plan block, the original block whose terminator ends it.
    sources: SecondaryMap<PlanBlockId, Option<BlockId>>,
    dispatches: Vec<Dispatch>,
    /// Slots with origins that are no φs.
    placed: Vec<(SlotId, Origin)>,
}

impl Weaver<'_, '_> {
    fn inst(&self, side: Side, id: InstId) -> &Inst {
        &self.builder.pair.on(side).insts[id]
    }

    fn place(&mut self, block: PlanBlockId, origin: Origin) -> SlotId {
        let slot = self.builder.place(block, origin);
        self.placed.push((slot, origin));
        slot
    }

    /// Makes the slots for a block of both functions, without operands.
    fn lay_out(&mut self, block: BlockId) {
        let mut at = self.heads[block];
        for &id in &self.builder.pair.left.blocks[block].insts {
            let kind = self.inst(Side::Left, id).kind;
            let shared = self.shares(id);
            match kind {
                InstKind::Phi if shared => drop(self.builder.place(at, Origin::Both(id, id))),
                InstKind::Phi => {
                    self.builder.place(at, Origin::Left(id));
                    self.builder.place(at, Origin::Right(id));
                }
                _ if shared => drop(self.place(at, Origin::Both(id, id))),
                InstKind::StaticAlloca => {
                    self.place(at, Origin::Left(id));
                    self.place(at, Origin::Right(id));
                }
                _ => at = self.guard(at, id),
            }
            if shared && kind.is_terminator() {
                self.sources[at] = Some(block);
            }
        }
    }

    fn shares(&mut self, id: InstId) -> bool {
        let (left, right) = (self.inst(Side::Left, id), self.inst(Side::Right, id));
        let (kind, same_key) = (left.kind, left.key == right.key);
        let pair = self.builder.pair;
        let tied = Side::BOTH.iter().any(|&s| is_used(pair.on(s), id, Some(OperandMode::Same)));
        let unwinds = matches!(kind, InstKind::Invoke | InstKind::LandingPad);
        same_key && (tied || unwinds || !self.tape.one_in(5))
    }

    /// Makes one slot for each side, in blocks of their own; the block where they meet again.
    fn guard(&mut self, at: PlanBlockId, id: InstId) -> PlanBlockId {
        let own = Side::BOTH.map(|_| self.builder.block());
        self.builder.id_branch(at, own);
        let slots = Side::BOTH.map(|s| self.place(own[s.index()], Origin::one(s, id)));
        let inst = self.inst(Side::Left, id);
        let (ty, block, kind) = (inst.ty, inst.block, inst.kind);
        if kind.is_terminator() {
            own.iter().for_each(|&b| self.sources[b] = Some(block));
            return at;
        }
        let join = self.builder.block();
        own.iter().for_each(|&b| self.builder.jump(b, join));
        let used = |s: &Side| is_used(self.builder.pair.on(*s), id, None);
        if Side::BOTH.iter().any(used) {
            self.repair(join, own, slots, id, ty);
        }
        join
    }

    /// Makes φs for what the sides computed in their own blocks: one for both, or one for each.
    fn repair(
        &mut self,
        join: PlanBlockId,
        own: [PlanBlockId; 2],
        slots: [SlotId; 2],
        id: InstId,
        ty: TypeId,
    ) {
        let coalesce = !self.tape.one_in(2);
        for side in Side::BOTH {
            let mut values = slots.map(PlanValue::Slot);
            if !coalesce {
                values[side.other().index()] = PlanValue::Poison(ty);
            }
            let pairs = values.into_iter().zip(own).flat_map(|(v, b)| [v, PlanValue::Block(b)]);
            let phi = self.builder.push(join, SlotKind::Phi(None), ty, pairs.collect());
            let sides: &[Side] = if coalesce { &Side::BOTH } else { &[side] };
            sides.iter().for_each(|s| self.builder.values[s.index()][id] = PlanValue::Slot(phi));
            if coalesce {
                return;
            }
        }
    }

    /// Fills in the operands of all but φs.
    fn fill_code(&mut self) {
        for (slot, origin) in std::mem::take(&mut self.placed) {
            let operands = match origin {
                Origin::Both(left, _) => self.shared_operands(slot, left),
                Origin::Left(id) => self.own_operands(Side::Left, id),
                Origin::Right(id) => self.own_operands(Side::Right, id),
            };
            self.builder.plan.slots[slot].operands = operands;
        }
    }

    fn own_operands(&self, side: Side, id: InstId) -> Vec<PlanValue> {
        self.builder.operands(side, self.inst(side, id), |b| self.heads[b])
    }

    fn shared_operands(&mut self, slot: SlotId, id: InstId) -> Vec<PlanValue> {
        let left = self.inst(Side::Left, id).operands.clone();
        let mut right = self.inst(Side::Right, id).operands.clone();
        if self.inst(Side::Left, id).commutes && self.tape.one_in(3) {
            self.builder.plan.slots[slot].crossed = true;
            right.swap(0, 1);
        }
        let combine = |(l, r): (&crate::ir::Operand, &crate::ir::Operand)| match (l.value, r.value)
        {
            (Value::Block(l), Value::Block(r)) => PlanValue::Block(self.target([l, r])),
            (l, r) => {
                let l = self.builder.value(Side::Left, l);
                let r = self.builder.value(Side::Right, r);
                self.select(slot, [l, r])
            }
        };
        left.iter().zip(&right).map(combine).collect()
    }

    fn type_of(&self, value: PlanValue) -> TypeId {
        match value {
            PlanValue::Slot(s) => self.builder.plan.slots[s].ty,
            PlanValue::Param(p) => self.builder.plan.params[p].ty,
            PlanValue::Const(c) => super::generate::constant_type(c),
            PlanValue::Poison(ty) => ty,
            PlanValue::Id | PlanValue::Block(_) => void(),
        }
    }

    /// One value for both sides, chosen right before a slot where they differ.
    fn select(&mut self, before: SlotId, values: [PlanValue; 2]) -> PlanValue {
        match values {
            [l, r] if l == r => l,
            [PlanValue::Poison(_), v] | [v, PlanValue::Poison(_)] => v,
            _ => {
                let (block, ty) = (self.builder.plan.slots[before].block, self.type_of(values[0]));
                let select = self.builder.slot(block, SlotKind::Select, ty, values.to_vec());
                self.builder.before[before].push(select);
                PlanValue::Slot(select)
            }
        }
    }

    /// Where a shared terminator leads: terminators of the same targets mostly share one dispatch block.
    fn target(&mut self, targets: [BlockId; 2]) -> PlanBlockId {
        if targets[0] == targets[1] {
            return self.heads[targets[0]];
        }
        let known = self.dispatches.iter().find(|d| d.targets == targets).map(|d| d.block);
        if let Some(block) = known.filter(|_| !self.tape.one_in(4)) {
            return block;
        }
        let block = self.builder.block();
        self.builder.id_branch(block, targets.map(|b| self.heads[b]));
        self.dispatches.push(Dispatch { block, targets });
        block
    }

    /// Fills in the φs that have origins, and makes those that dispatch blocks need. None if a select would
    /// have to stand after the invoke that it selects.
    fn fill_phis(&mut self) -> Option<()> {
        let preds = preds(&self.builder.plan);
        let phis = self.builder.plan.slots.iter().filter_map(|(id, slot)| match slot.kind {
            SlotKind::Phi(Some(origin)) => Some((id, slot.block, origin)),
            _ => None,
        });
        for (slot, block, origin) in phis.collect::<Vec<_>>() {
            for &pred in &preds[block] {
                let values = Side::BOTH.map(|side| self.incoming(side, slot, origin, pred, &preds));
                let value = self.select_at_end(pred, values)?;
                let pair = [value, PlanValue::Block(pred)];
                self.builder.plan.slots[slot].operands.extend(pair);
            }
        }
        Some(())
    }

    /// One value for both sides at the end of a block. None if it is made of the terminator's result.
    fn select_at_end(&mut self, block: PlanBlockId, values: [PlanValue; 2]) -> Option<PlanValue> {
        let last = *self.builder.plan.blocks[block].slots.last()?;
        let value = self.select(last, values);
        let selects = matches!(value, PlanValue::Slot(s) if self.builder.before[last].contains(&s));
        if selects && values.contains(&PlanValue::Slot(last)) { None } else { Some(value) }
    }

    /// What a φ takes from a predecessor on a side.
    fn incoming(
        &mut self,
        side: Side,
        slot: SlotId,
        origin: Origin,
        pred: PlanBlockId,
        preds: &SecondaryMap<PlanBlockId, Vec<PlanBlockId>>,
    ) -> PlanValue {
        let ty = self.builder.plan.slots[slot].ty;
        let Some(phi) = origin.on(side) else {
            return PlanValue::Poison(ty);
        };
        if let Some(source) = self.sources[pred] {
            return self.value_from(side, phi, pred, source);
        }
        let target = self.inst(side, phi).block;
        let leads_here = |d: &&Dispatch| d.block == pred && d.targets[side.index()] == target;
        if !self.dispatches.iter().any(|d| leads_here(&d)) {
            return PlanValue::Poison(ty);
        }
        let mut pairs = Vec::new();
        for &from in &preds[pred] {
            let source = self.sources[from].expect("only terminators lead to dispatch blocks");
            pairs.push((self.value_from(side, phi, from, source), from));
        }
        let first = pairs[0].0;
        if pairs.iter().all(|(v, _)| *v == first) && !self.tape.one_in(3) {
            return first;
        }
        let operands = pairs.into_iter().flat_map(|(v, b)| [v, PlanValue::Block(b)]).collect();
        let made = self.builder.slot(pred, SlotKind::Phi(None), ty, operands);
        self.builder.plan.blocks[pred].slots.insert(0, made);
        PlanValue::Slot(made)
    }

    /// What a φ takes from an original block whose terminator ends `pred`; poison if that one is not the
    /// side's own.
    fn value_from(&self, side: Side, phi: InstId, pred: PlanBlockId, source: BlockId) -> PlanValue {
        let phi = self.inst(side, phi);
        let plan = &self.builder.plan;
        let last = plan.blocks[pred].slots.last().map(|&s| plan.slots[s].kind);
        let is_own = matches!(last, Some(SlotKind::Inst(origin)) if origin.on(side).is_some());
        let mut pairs = phi.incoming().filter(|&(block, _)| is_own && block == source);
        let value = pairs.next().map(|(_, value)| self.builder.value(side, value));
        value.unwrap_or(PlanValue::Poison(phi.ty))
    }
}
