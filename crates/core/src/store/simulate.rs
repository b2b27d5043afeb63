//! Merged functions as encoded functions, without LLVM in between.
//!
//! Consumes: a [`ProvenMerge`] and the module's tables. Produces: the merged function as LLVM would be given it, before
//! anything tidies it up. Guarantees: the result is valid and has one instruction for each slot of the plan. Calls of
//! the originals stay in their callers as they are, because the encoded form does not say which calls a rewritten one
//! would be equal to.

use std::collections::BTreeMap;
use std::iter;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use smallvec::SmallVec;

use crate::driver::ProvenMerge;
use crate::fingerprint::instruction_code;
use crate::ir::{
    ArgId, Block, BlockId, Call, ConstId, ConstInfo, EncodedFunction, Inst, InstId, InstKind,
    Operand, OperandMode, Param, ParamAbi, Tables, TypeId, TypeInfo, Uses, Value,
};
use crate::key::MergeKey;
use crate::plan::{MergePlan, Origin, PlanValue, Sides, Slot, SlotId, SlotKind};
use crate::registers::ArgumentRegisters;
use crate::registers::ValueSize;
use crate::stack::Marker;

/// LLVM's numbers of these instructions, for fingerprints.
const BRANCH: u32 = 2;
const PHI: u32 = 55;
const SELECT: u32 = 57;

/// Instructions that a merge makes or changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AddedInst {
    /// A φ of this type.
    Phi(TypeId),
    /// A choice between this many values of this type.
    Select(TypeId, usize),
    /// An unconditional branch.
    Jump,
    /// A branch to one of this many blocks: with two a conditional branch, with more it has a key of its own.
    Branch(usize),
    /// A return from a function of this type.
    Ret(TypeId),
}

/// What an [`AddedInst`] has in an encoded function.
#[derive(Clone, Copy)]
struct Word {
    key: MergeKey,
    code: u32,
    cost: u32,
}

/// The tables and keys of a module, with what merged functions add to them.
pub(super) struct Vocabulary {
    pub(super) tables: Tables,
    known: BTreeMap<AddedInst, Word>,
    /// No instruction has this key, nor any after it.
    next_key: u32,
    poison: BTreeMap<TypeId, ConstId>,
    /// The type of the identifier.
    bit: TypeId,
}

impl Vocabulary {
    /// The vocabulary of a module with these tables and functions.
    pub(super) fn new<'a>(
        mut tables: Tables,
        functions: impl Iterator<Item = &'a EncodedFunction>,
    ) -> Vocabulary {
        let known_bit = tables.types.iter().find(|(_, ty)| ty.name == "i1").map(|(id, _)| id);
        let bit = known_bit.unwrap_or_else(|| {
            let (name, size) = ("i1".into(), ValueSize::INTEGER);
            tables.types.push(TypeInfo { name, is_void: false, selectable: true, size })
        });
        let (known, poison) = (BTreeMap::new(), BTreeMap::new());
        let mut vocabulary = Vocabulary { tables, known, next_key: 0, poison, bit };
        functions.for_each(|function| vocabulary.learn(function));
        vocabulary
    }

    /// Merged functions use the words of the module where it has them.
    fn learn(&mut self, function: &EncodedFunction) {
        for inst in function.insts.values() {
            if inst.key != MergeKey::NEVER {
                self.next_key = self.next_key.max(inst.key.0.saturating_add(1));
            }
            let is_block = |at: usize| matches!(inst.operands[at].value, Value::Block(_));
            let shape = match (inst.kind, inst.operands.len()) {
                (InstKind::Phi, _) => AddedInst::Phi(inst.ty),
                (InstKind::Ret, 1) => AddedInst::Ret(function.ret),
                (InstKind::Terminator, 1) if is_block(0) => AddedInst::Jump,
                (InstKind::Terminator, 3)
                    if is_block(1)
                        && self.ty(function, inst.operands[0].value) == Some(self.bit) =>
                {
                    AddedInst::Branch(2)
                }
                _ => continue,
            };
            let word = Word { key: inst.key, code: inst.code, cost: inst.cost };
            self.known.entry(shape).or_insert(word);
        }
    }

    /// The type of what an operand refers to; a block has none.
    fn ty(&self, function: &EncodedFunction, value: Value) -> Option<TypeId> {
        match value {
            Value::Inst(id) => Some(function.insts[id].ty),
            Value::Arg(id) => Some(function.params[id].ty),
            Value::Const(id) => Some(self.tables.consts[id].ty),
            Value::Block(_) => None,
        }
    }

    fn word(&mut self, shape: AddedInst, ty: TypeId) -> Word {
        let (bit, next) = (self.bit, &mut self.next_key);
        let choice = |count| iter::once(bit).chain(iter::repeat_n(ty, count));
        *self.known.entry(shape).or_insert_with(|| {
            let code = match shape {
                AddedInst::Phi(_) => instruction_code(PHI, ty, [].into_iter()),
                AddedInst::Select(_, count) => instruction_code(SELECT, ty, choice(count)),
                AddedInst::Jump => instruction_code(BRANCH, ty, [ty].into_iter()),
                AddedInst::Branch(count) => instruction_code(BRANCH, ty, choice(count)),
                AddedInst::Ret(of) => instruction_code(1, ty, [of].into_iter()),
            };
            let key = MergeKey(*next);
            *next = next.saturating_add(1);
            Word { key, code, cost: u32::from(!matches!(shape, AddedInst::Phi(_))) }
        })
    }

    fn poison(&mut self, ty: TypeId) -> ConstId {
        let consts = &mut self.tables.consts;
        *self.poison.entry(ty).or_insert_with(|| {
            let (name, variable) = ("poison".into(), None);
            consts.push(ConstInfo { ty, name, variable })
        })
    }

    /// The merged function, where the originals that `removed` names by side are gone.
    pub(super) fn merged(&mut self, merge: &ProvenMerge<'_>, removed: &[bool]) -> EncodedFunction {
        let (sides, plan) = (merge.functions, merge.plan);
        let first = merge.first();
        let numbers = numbers(plan);
        let mut writer = Writer { words: self, sides, plan, numbers };
        let (insts, blocks) = writer.body();
        let bit = writer.words.bit;
        let (markers, params) = (writer.markers(), params(sides, plan, bit));
        let name = format!("{}.fmerge", first.name);
        EncodedFunction {
            params,
            compat: first.compat,
            folds: first.folds,
            inlines: sides.functions().filter_map(|function| function.inlines).max(),
            blocks,
            insts,
            uses: uses(sides, removed),
            markers,
            scopes_count: sides.functions().any(|function| function.scopes_count),
            realigns: sides.functions().map(|one| one.realigns).max().unwrap_or_default(),
            // The driver fills in what follows from the originals, such as limits.
            ..EncodedFunction::empty(name, plan.ret)
        }
    }
}

/// Instructions are numbered in the order of blocks.
fn numbers(plan: &MergePlan) -> SecondaryMap<SlotId, Option<InstId>> {
    let mut numbers = SecondaryMap::new();
    let slots = plan.blocks.values().flat_map(|block| &block.slots);
    for (number, &slot) in (0..).zip(slots) {
        numbers[slot] = Some(InstId::from_u32(number));
    }
    numbers
}

fn params(sides: Sides<'_>, plan: &MergePlan, bit: TypeId) -> PrimaryMap<ArgId, Param> {
    let carried = plan.params.values().map(|param| {
        let first = param.args.first();
        let registers = first.map(|(side, arg)| sides.on(side).params[arg].registers);
        let registers = registers.unwrap_or_default();
        Param { ty: param.ty, abi: param.abi, registers }
    });
    let abi = ParamAbi::default();
    let identifier = Param { ty: bit, abi, registers: ArgumentRegisters::ONE };
    carried.chain(plan.needs_identifier().then_some(identifier)).collect()
}

/// Thunks call the merged function, and so do those who called an original that is gone.
fn uses(sides: Sides<'_>, removed: &[bool]) -> Uses {
    let sides = || sides.functions().map(|function| function.uses).zip(removed.iter().copied());
    let calls = sides().map(|(uses, removed)| if removed { uses.call_sites } else { 1 });
    let call_sites = calls.fold(0, u32::saturating_add);
    let tail_called = sides().any(|(uses, removed)| !removed || uses.tail_called);
    Uses { removable: true, call_sites, tail_called, ..Uses::default() }
}

struct Writer<'a> {
    words: &'a mut Vocabulary,
    sides: Sides<'a>,
    plan: &'a MergePlan,
    numbers: SecondaryMap<SlotId, Option<InstId>>,
}

impl Writer<'_> {
    fn body(&mut self) -> (PrimaryMap<InstId, Inst>, PrimaryMap<BlockId, Block>) {
        let (mut insts, mut blocks) = (PrimaryMap::new(), PrimaryMap::new());
        for (id, content) in &self.plan.blocks {
            let block = BlockId::from_u32(id.as_u32());
            let slots = content.slots.iter().map(|&slot| insts.push(self.inst(slot, block)));
            blocks.push(Block { insts: slots.collect(), ..Block::default() });
        }
        (insts, blocks)
    }

    fn inst(&mut self, id: SlotId, block: BlockId) -> Inst {
        let slot = &self.plan.slots[id];
        let fresh = match slot.kind {
            SlotKind::Inst(ref origin) | SlotKind::Rematerialized(ref origin) => {
                return self.copy(origin, slot, block);
            }
            SlotKind::Phi(_) => (InstKind::Phi, AddedInst::Phi(slot.ty)),
            SlotKind::Select => (InstKind::Normal, AddedInst::Select(slot.ty, slot.operands.len())),
            SlotKind::IdBranch => (InstKind::Terminator, AddedInst::Branch(slot.operands.len())),
            SlotKind::Jump => (InstKind::Terminator, AddedInst::Jump),
        };
        let (kind, shape) = fresh;
        let identifier =
            matches!(slot.kind, SlotKind::Select | SlotKind::IdBranch).then_some(PlanValue::Id);
        let values = identifier.iter().chain(&slot.operands);
        let operands = values.map(|&v| self.operand(v, OperandMode::Selectable)).collect();
        let Word { key, code, cost } = self.words.word(shape, slot.ty);
        let (ty, call, passed_bytes, saved_bytes) = (slot.ty, None, 0, 0);
        let (commutes, rematerializable, folded) = (false, false, false);
        Inst {
            kind,
            ty,
            key,
            code,
            cost,
            bytes: 0,
            passed_bytes,
            saved_bytes,
            call,
            commutes,
            rematerializable,
            folded,
            block,
            operands,
        }
    }

    /// A copy of original instructions, with the operands of the slot.
    fn copy(&mut self, origin: &Origin, slot: &Slot, block: BlockId) -> Inst {
        let sides = self.sides;
        let mut originals = sides.insts(origin).map(|(_, inst)| inst);
        let original = originals.next().expect("an origin has an instruction on one side at least");
        let is_tail = |inst: &Inst| inst.call == Some(Call::Tail);
        let tail = is_tail(original) && originals.all(is_tail);
        let call = original.call.map(|call| match call {
            Call::Possible => Call::Possible,
            _ if tail => Call::Tail,
            _ => Call::Plain,
        });
        let mut inst = Inst { block, call, operands: SmallVec::new(), ..original.clone() };
        if original.operands.len() == slot.operands.len() {
            let modes = original.operands.iter().map(|operand| operand.mode);
            let operands = slot.operands.iter().zip(modes);
            inst.operands = operands.map(|(&value, mode)| self.operand(value, mode)).collect();
            return inst;
        }
        // The originals returned nothing, and the copy returns poison.
        let values = slot.operands.iter();
        inst.operands = values.map(|&v| self.operand(v, OperandMode::Selectable)).collect();
        let Word { key, code, .. } = self.words.word(AddedInst::Ret(self.plan.ret), inst.ty);
        Inst { key, code, ..inst }
    }

    fn operand(&mut self, value: PlanValue, mode: OperandMode) -> Operand {
        let value = match value {
            PlanValue::Slot(slot) => Value::Inst(self.number(slot)),
            PlanValue::Param(param) => Value::Arg(ArgId::from_u32(param.as_u32())),
            PlanValue::Id => Value::Arg(ArgId::from_u32(self.plan.params.len() as u32)),
            PlanValue::Const(id) => Value::Const(id),
            PlanValue::Poison(ty) => Value::Const(self.words.poison(ty)),
            PlanValue::Block(block) => Value::Block(BlockId::from_u32(block.as_u32())),
        };
        let is_block = matches!(value, Value::Block(_));
        Operand { value, mode: if is_block { OperandMode::Same } else { mode } }
    }

    fn markers(&self) -> Vec<Marker> {
        let markers = self.plan.markers.iter().map(|marker| Marker {
            before: self.number(marker.before),
            starts: marker.starts,
            slot: self.number(marker.slot),
        });
        let mut markers: Vec<_> = markers.collect();
        markers.sort_unstable();
        markers
    }

    fn number(&self, slot: SlotId) -> InstId {
        self.numbers[slot].expect("a proven plan uses only what is in its blocks")
    }
}
