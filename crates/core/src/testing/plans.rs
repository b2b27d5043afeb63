//! Plans made without a planner, to try replay and emission on.
//!
//! Consumes: functions of [`generate`](super::generate), two or more. Produces: plans that are right by construction:
//! [`side_by_side`] shares nothing; [`weave`] merges functions of the same shape block by block, and takes
//! from a [`Tape`] whether to share an instruction, with selects, operands commuted or not, or to guard it, with
//! φs of the plan's own.
//! Guarantees: [`replay`](crate::plan::replay::replay) accepts them; no plan where these simple ways fail.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};

use super::Tape;
use crate::ir::{BlockId, EncodedFunction, Inst, InstId, InstKind, OperandMode, TypeId, Value};
use crate::plan::{
    BySide, MergePlan, Origin, PlanBlock, PlanBlockId, PlanMarker, PlanParam, PlanParamId,
    PlanValue, SideId, Sides, Slot, SlotId, SlotKind,
};
use crate::stack::FrameSize;
use crate::stack::Marker;

/// The type `void` of [`tables`](super::generate::tables).
fn void() -> TypeId {
    TypeId::from_u32(0)
}

/// Makes one of parameters of equal index where type and ABI agree; a later side's others come last. `None` if a pinned
/// parameter is left alone.
fn params(sides: Sides<'_>) -> Option<PrimaryMap<PlanParamId, PlanParam>> {
    let mut params = PrimaryMap::<PlanParamId, PlanParam>::new();
    for (side, function) in sides.iter() {
        for (arg, own) in &function.params {
            let fits = |(of, other)| other == arg && sides.on(of).params[arg] == *own;
            let known = params.values_mut().find(|p| p.args.first().is_some_and(fits));
            match known {
                Some(param) => param.args.insert(side, arg),
                None => {
                    let args = BySide::one(side, arg);
                    _ = params.push(PlanParam { ty: own.ty, abi: own.abi, args });
                }
            }
        }
    }
    let is_lonely = |p: &PlanParam| p.abi.pinned && p.args.count() < sides.count();
    if params.values().any(is_lonely) { None } else { Some(params) }
}

/// The return type for all, if there is one.
fn ret(sides: Sides<'_>) -> Option<TypeId> {
    let mut values = sides.functions().map(|f| f.ret).filter(|&ty| ty != void());
    let first = values.next().unwrap_or(void());
    values.all(|ty| ty == first).then_some(first)
}

/// What all ways of building share.
struct Builder<'a> {
    sides: Sides<'a>,
    plan: MergePlan,
    /// By side and instruction, where its result is found.
    values: PrimaryMap<SideId, SecondaryMap<InstId, PlanValue>>,
    /// Selects to be placed right before a slot.
    before: SecondaryMap<SlotId, Vec<SlotId>>,
}

impl<'a> Builder<'a> {
    fn new(sides: Sides<'a>) -> Option<Self> {
        let (blocks, slots) = (PrimaryMap::new(), PrimaryMap::new());
        let plan = MergePlan {
            params: params(sides)?,
            ret: ret(sides)?,
            blocks,
            slots,
            markers: Vec::new(),
            keeps_apart: false,
            frame: FrameSize::default(),
        };
        let values = sides.map(|_| SecondaryMap::with_default(PlanValue::Id));
        Some(Builder { sides, plan, values, before: SecondaryMap::new() })
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
        self.plan.slots.push(Slot::new(block, kind, ty, operands))
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

    /// Sends each of these sides its own way; the others never come there.
    fn id_branch(&mut self, from: PlanBlockId, to: &BySide<PlanBlockId>) {
        let (_, any) = to.first().expect("some side comes there");
        let targets = self.sides.ids().map(|side| PlanValue::Block(to.on(side).unwrap_or(any)));
        self.push(from, SlotKind::IdBranch, void(), targets.collect());
    }

    /// Appends a slot for an origin, whose operands are filled in later.
    fn place(&mut self, block: PlanBlockId, origin: Origin) -> SlotId {
        let (_, inst) = self.sides.insts(&origin).next().expect("it has an instruction");
        let is_phi = inst.kind == InstKind::Phi;
        let kind =
            |origin| if is_phi { SlotKind::Phi(Some(origin)) } else { SlotKind::Inst(origin) };
        let slot = self.push(block, kind(origin.clone()), inst.ty, Vec::new());
        origin.iter().for_each(|(side, inst)| self.values[side][inst] = PlanValue::Slot(slot));
        slot
    }

    fn value(&self, side: SideId, value: Value) -> PlanValue {
        match value {
            Value::Inst(i) => self.values[side][i],
            Value::Const(c) => PlanValue::Const(c),
            Value::Arg(a) => {
                let carries = |(_, p): &(PlanParamId, &PlanParam)| p.args.on(side) == Some(a);
                let found = self.plan.params.iter().find(carries);
                PlanValue::Param(found.expect("every parameter is carried").0)
            }
            Value::Block(_) => unreachable!("blocks are no values"),
        }
    }

    /// Whether a slot for an instruction returns poison, for want of a value.
    fn returns_poison(&self, inst: &Inst) -> bool {
        inst.kind == InstKind::Ret && inst.operands.is_empty() && self.plan.ret != void()
    }

    /// The lifetime markers of all static allocas that one side has alone, or that all mark alike. For
    /// functions of the same shape that share what has one number.
    fn markers(&self) -> Vec<PlanMarker> {
        let mut slots = self.sides.map(|_| SecondaryMap::<InstId, Option<SlotId>>::new());
        for (id, slot) in &self.plan.slots {
            let own = slot.copied().into_iter().flat_map(Origin::iter);
            own.for_each(|(side, inst)| slots[side][inst] = Some(id));
        }
        let of = |(side, alloca): (SideId, InstId)| -> Vec<Marker> {
            let all = self.sides.on(side).markers.iter();
            all.filter(|m| m.slot == alloca).copied().collect()
        };
        let mut markers = Vec::new();
        for (id, slot) in &self.plan.slots {
            let Some(origin) = slot.copied() else { continue };
            let own: Vec<Vec<Marker>> = origin.iter().map(of).collect();
            if own.iter().any(|markers| *markers != own[0]) {
                continue;
            }
            for (side, own) in origin.sides().zip(&own) {
                let place = |m: &Marker| slots[side][m.before].expect("it has a slot");
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

/// All functions, one beside the other, behind a branch on the identifier. `None` if they have no common return type,
/// or a pinned parameter has no partner.
pub fn side_by_side(sides: Sides<'_>) -> Option<MergePlan> {
    let mut builder = Builder::new(sides)?;
    let entry = builder.block();
    let starts: Vec<_> = sides.ids().map(|side| copy(&mut builder, entry, side)).collect();
    builder.id_branch(entry, &BySide::all(starts));
    Some(builder.finish())
}

/// Copies a side's function, but for its static allocas, which go to `entry`. Returns its first block.
fn copy(builder: &mut Builder<'_>, entry: PlanBlockId, side: SideId) -> PlanBlockId {
    let original = builder.sides.on(side);
    let heads: PrimaryMap<BlockId, PlanBlockId> =
        original.blocks.keys().map(|_| builder.block()).collect();
    let mut placed = Vec::new();
    for (id, inst) in &original.insts {
        let is_alloca = inst.kind == InstKind::StaticAlloca;
        let block = if is_alloca { entry } else { heads[inst.block] };
        placed.push((builder.place(block, Origin::one(side, id)), inst));
    }
    for (slot, inst) in placed {
        let operands = inst.operands.iter().map(|o| match o.value {
            Value::Block(b) => PlanValue::Block(heads[b]),
            value => builder.value(side, value),
        });
        let operands = match builder.returns_poison(inst) {
            true => vec![PlanValue::Poison(builder.plan.ret)],
            false => operands.collect(),
        };
        builder.plan.slots[slot].operands = operands.into();
    }
    heads[original.entry()]
}

/// Merges functions of the same shape, instruction by instruction. `None` if an invoke's result, a landing pad or a
/// return type would need more than these simple ways.
pub fn weave(sides: Sides<'_>, tape: &mut Tape) -> Option<MergePlan> {
    let shape = |function: &EncodedFunction| (function.insts.len(), function.ret);
    let first = sides.on(SideId::new(0));
    if sides.functions().any(|f| shape(f) != shape(first)) || parts_invokes(sides) {
        return None;
    }
    let mut builder = Builder::new(sides)?;
    let heads = first.blocks.keys().map(|_| builder.block()).collect();
    let (sources, dispatches) = (SecondaryMap::new(), Vec::new());
    let mut weaver = Weaver { builder, tape, heads, sources, dispatches, placed: Vec::new() };
    first.blocks.keys().for_each(|block| weaver.lay_out(block));
    weaver.fill_code();
    weaver.fill_phis()?;
    Some(weaver.builder.finish())
}

fn is_used(function: &EncodedFunction, inst: InstId, mode: Option<OperandMode>) -> bool {
    let mut operands = function.insts.values().flat_map(|i| &i.operands);
    operands.any(|o| o.value == Value::Inst(inst) && mode.is_none_or(|m| o.mode == m))
}

/// Whether the sides differ in a landing pad, or in an invoke whose result is used.
fn parts_invokes(sides: Sides<'_>) -> bool {
    sides.on(SideId::new(0)).insts.iter().any(|(id, first)| {
        let used = || sides.functions().any(|function| is_used(function, id, None));
        sides.functions().any(|function| function.insts[id].key != first.key)
            && match first.kind {
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

/// A block that leads sides to different blocks.
struct Dispatch {
    block: PlanBlockId,
    targets: BySide<BlockId>,
}

struct Weaver<'a, 't> {
    builder: Builder<'a>,
    tape: &'t mut Tape,
    heads: PrimaryMap<BlockId, PlanBlockId>,
    /// By plan block, the original block whose terminator ends it.
    sources: SecondaryMap<PlanBlockId, Option<BlockId>>,
    dispatches: Vec<Dispatch>,
    /// Slots with origins that are no φs.
    placed: Vec<SlotId>,
}

/// Some sides' instruction, in a block of its own.
struct Arm {
    block: PlanBlockId,
    slot: SlotId,
    origin: Origin,
}

impl<'a> Weaver<'a, '_> {
    fn sides(&self) -> Sides<'a> {
        self.builder.sides
    }

    /// The instruction of this number of the first side; those of others may have other keys.
    fn first(&self, id: InstId) -> &'a Inst {
        &self.sides().on(SideId::new(0)).insts[id]
    }

    fn place(&mut self, block: PlanBlockId, origin: Origin) -> SlotId {
        let slot = self.builder.place(block, origin);
        self.placed.push(slot);
        slot
    }

    /// Makes the slots for a block of all functions, without operands.
    fn lay_out(&mut self, block: BlockId) {
        let mut at = self.heads[block];
        for &id in &self.sides().on(SideId::new(0)).blocks[block].insts {
            let kind = self.first(id).kind;
            let groups = self.groups(id);
            let shared = groups.len() == 1;
            match kind {
                InstKind::Phi => groups.into_iter().for_each(|origin| {
                    self.builder.place(at, origin);
                }),
                _ if shared || kind == InstKind::StaticAlloca => {
                    groups.into_iter().for_each(|origin| _ = self.place(at, origin));
                }
                _ => at = self.guard(at, id, groups),
            }
            if shared && kind.is_terminator() {
                self.sources[at] = Some(block);
            }
        }
    }

    /// Which sides share an instruction: some of those that may.
    fn groups(&mut self, id: InstId) -> Vec<Origin> {
        let sides = self.sides();
        let tied = sides.functions().any(|f| is_used(f, id, Some(OperandMode::Same)));
        let unwinds = matches!(self.first(id).kind, InstKind::Invoke | InstKind::LandingPad);
        let mut groups: Vec<Origin> = Vec::new();
        for (side, function) in sides.iter() {
            let key = function.insts[id].key;
            let same_key = |(of, inst): (SideId, InstId)| sides.on(of).insts[inst].key == key;
            let known = groups.iter_mut().find(|group| group.first().is_some_and(same_key));
            match known {
                Some(group) if tied || unwinds || !self.tape.one_in(5) => group.insert(side, id),
                _ => groups.push(Origin::one(side, id)),
            }
        }
        groups
    }

    /// Makes one slot for each group of sides, in blocks of their own. Returns the block where all meet again.
    fn guard(&mut self, at: PlanBlockId, id: InstId, groups: Vec<Origin>) -> PlanBlockId {
        let blocks: Vec<PlanBlockId> = groups.iter().map(|_| self.builder.block()).collect();
        let ways = groups.iter().zip(&blocks).flat_map(|(g, &b)| g.sides().map(move |s| (s, b)));
        self.builder.id_branch(at, &ways.collect());
        let arms = groups.into_iter().zip(blocks).map(|(origin, block)| {
            let slot = self.place(block, origin.clone());
            Arm { block, slot, origin }
        });
        let arms: Vec<Arm> = arms.collect();
        let Inst { ty, block, kind, .. } = *self.first(id);
        if kind.is_terminator() {
            arms.iter().for_each(|arm| self.sources[arm.block] = Some(block));
            return at;
        }
        let join = self.builder.block();
        arms.iter().for_each(|arm| self.builder.jump(arm.block, join));
        if self.sides().functions().any(|function| is_used(function, id, None)) {
            self.repair(join, &arms, id, ty);
        }
        join
    }

    /// Makes φs for what the sides computed in their own blocks: one for all, or one for each arm.
    fn repair(&mut self, join: PlanBlockId, arms: &[Arm], id: InstId, ty: TypeId) {
        let coalesce = !self.tape.one_in(2);
        for (at, arm) in arms.iter().enumerate() {
            let pairs = arms.iter().enumerate().flat_map(|(of, other)| {
                let value = match coalesce || of == at {
                    true => PlanValue::Slot(other.slot),
                    false => PlanValue::Poison(ty),
                };
                [value, PlanValue::Block(other.block)]
            });
            let phi = self.builder.push(join, SlotKind::Phi(None), ty, pairs.collect());
            let users: Vec<SideId> = match coalesce {
                true => self.sides().ids().collect(),
                false => arm.origin.sides().collect(),
            };
            users.iter().for_each(|&s| self.builder.values[s][id] = PlanValue::Slot(phi));
            if coalesce {
                return;
            }
        }
    }

    /// Fills in the operands of all but φs.
    fn fill_code(&mut self) {
        for slot in std::mem::take(&mut self.placed) {
            let origin = self.builder.plan.slots[slot].copied().cloned().expect("it has one");
            self.builder.plan.slots[slot].operands = self.operands(slot, &origin).into();
        }
    }

    fn operands(&mut self, slot: SlotId, origin: &Origin) -> Vec<PlanValue> {
        let sides = self.sides();
        let insts: Vec<(SideId, &Inst)> = sides.insts(origin).collect();
        let (first, inst) = insts[0];
        for &(side, _) in insts.iter().filter(|(side, _)| inst.commutes && *side != first) {
            if self.tape.one_in(3) {
                self.builder.plan.slots[slot].commuted.push(side);
            }
        }
        let combine = |at: usize| {
            let own = |side| self.builder.plan.slots[slot].original_operand(side, at);
            let values = insts.iter().map(|&(side, i)| (side, i.operands[own(side)].value));
            let values: BySide<Value> = values.collect();
            let block = |(side, value)| match value {
                Value::Block(b) => Some((side, b)),
                _ => None,
            };
            let targets: BySide<BlockId> = values.iter().filter_map(block).collect();
            if targets.first().is_some() {
                return PlanValue::Block(self.target(&targets));
            }
            let values = values.map(|side, value| self.builder.value(side, value));
            self.select(slot, &values)
        };
        (0..inst.operands.len()).map(combine).collect()
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

    /// One value for these sides, chosen right before a slot where they differ.
    fn select(&mut self, before: SlotId, values: &BySide<PlanValue>) -> PlanValue {
        let is_real = |(_, value): &(SideId, PlanValue)| !matches!(value, PlanValue::Poison(_));
        let real: BySide<PlanValue> = values.iter().filter(is_real).collect();
        let Some((_, first)) = real.first().or(values.first()) else { unreachable!("no values") };
        if !real.is_shared() || real.agreed().is_some() {
            return first;
        }
        let (block, ty) = (self.builder.plan.slots[before].block, self.type_of(first));
        let operand = |side| real.on(side).unwrap_or(PlanValue::Poison(ty));
        let operands = self.sides().ids().map(operand).collect();
        let select = self.builder.slot(block, SlotKind::Select, ty, operands);
        self.builder.before[before].push(select);
        PlanValue::Slot(select)
    }

    /// Where a shared terminator leads: terminators of the same targets mostly share one dispatch block.
    fn target(&mut self, targets: &BySide<BlockId>) -> PlanBlockId {
        if let Some(target) = targets.agreed() {
            return self.heads[target];
        }
        let known = self.dispatches.iter().find(|d| d.targets == *targets).map(|d| d.block);
        if let Some(block) = known.filter(|_| !self.tape.one_in(4)) {
            return block;
        }
        let block = self.builder.block();
        self.builder.id_branch(block, &targets.map(|_, b| self.heads[b]));
        self.dispatches.push(Dispatch { block, targets: targets.clone() });
        block
    }

    /// Fills in the φs that have origins, and makes those that dispatch blocks need. `None` if a select would have to
    /// stand after the invoke that it selects.
    fn fill_phis(&mut self) -> Option<()> {
        let preds = preds(&self.builder.plan);
        let slots = self.builder.plan.slots.iter().filter(|(_, slot)| slot.is_phi());
        let phis = slots.filter_map(|(id, slot)| Some((id, slot.block, slot.origin()?.clone())));
        for (slot, block, origin) in phis.collect::<Vec<_>>() {
            for &pred in &preds[block] {
                let mut values = BySide::default();
                for (side, phi) in origin.iter() {
                    values.insert(side, self.incoming(side, slot, phi, pred, &preds));
                }
                let value = self.select_at_end(pred, &values)?;
                let pair = [value, PlanValue::Block(pred)];
                self.builder.plan.slots[slot].operands.extend(pair);
            }
        }
        Some(())
    }

    /// One value for these sides at the end of a block. `None` if it is made of the terminator's result.
    fn select_at_end(
        &mut self,
        block: PlanBlockId,
        values: &BySide<PlanValue>,
    ) -> Option<PlanValue> {
        let last = *self.builder.plan.blocks[block].slots.last()?;
        let value = self.select(last, values);
        let selects = matches!(value, PlanValue::Slot(s) if self.builder.before[last].contains(&s));
        let of_last = values.iter().any(|(_, value)| value == PlanValue::Slot(last));
        if selects && of_last { None } else { Some(value) }
    }

    /// What a φ takes from a predecessor on a side.
    fn incoming(
        &mut self,
        side: SideId,
        slot: SlotId,
        phi: InstId,
        pred: PlanBlockId,
        preds: &SecondaryMap<PlanBlockId, Vec<PlanBlockId>>,
    ) -> PlanValue {
        let ty = self.builder.plan.slots[slot].ty;
        if let Some(source) = self.sources[pred] {
            return self.value_from(side, phi, pred, source);
        }
        let target = self.sides().on(side).insts[phi].block;
        let leads_here = |d: &Dispatch| d.block == pred && d.targets.on(side) == Some(target);
        if !self.dispatches.iter().any(leads_here) {
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
    fn value_from(
        &self,
        side: SideId,
        phi: InstId,
        pred: PlanBlockId,
        source: BlockId,
    ) -> PlanValue {
        let phi = &self.sides().on(side).insts[phi];
        let plan = &self.builder.plan;
        let last = plan.blocks[pred].slots.last().and_then(|&s| plan.slots[s].copied());
        let is_own = last.is_some_and(|origin| origin.on(side).is_some());
        let mut pairs = phi.incoming().filter(|&(block, _)| is_own && block == source);
        let value = pairs.next().map(|(_, value)| self.builder.value(side, value));
        value.unwrap_or(PlanValue::Poison(phi.ty))
    }
}
