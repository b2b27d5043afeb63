//! The merge plan: the pivot between deciding and doing.
//!
//! Consumes: [`EncodedFunction`](crate::ir::EncodedFunction)s by side ([`Sides`]) and their [`Alignment`](crate::align::Alignment).
//! Produces: a [`MergePlan`]: blocks of slots, which say for every instruction of the merged function
//! where it comes from and what its operands are.
//! Guarantees: a plan that [`replay`] accepts does for each identifier exactly what the original of that side does;
//! the plugin's `emit` turns it into LLVM IR one slot at a time, without a decision of its own.

use cranelift_entity::{PrimaryMap, entity_impl};
use smallvec::SmallVec;

use crate::ir::{ArgId, ConstId, Inst, ParamAbi, TypeId};
use crate::registers::Registers;
use crate::speed::Frequency;
use crate::stack::FrameSize;

/// A block of the merged function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanBlockId(u32);
entity_impl!(PlanBlockId, "m");

/// A slot of the merged function: one instruction to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(u32);
entity_impl!(SlotId, "s");

/// A parameter of the merged function, the identifier not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanParamId(u32);
entity_impl!(PlanParamId, "p");

/// What an operand of a slot refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlanValue {
    /// The result of a slot.
    Slot(SlotId),
    /// A parameter of the merged function.
    Param(PlanParamId),
    /// The identifier, the last parameter.
    Id,
    /// A constant of the module.
    Const(ConstId),
    /// Poison of this type, where no side uses the value. Example: what a φ takes from a path that its side never takes.
    Poison(TypeId),
    /// A block: operands of terminators, and the odd operands of φs.
    Block(PlanBlockId),
}

/// What a slot is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// A copy of these instructions, which are no φs. Operands stand in the order of the first side that has one; a
    /// side that the slot is [commuted](Slot::commuted) for has its first two in the other order. A `ret` without a
    /// value has a single [`PlanValue::Poison`] operand if the merged function returns a value.
    Inst(Origin),
    /// A further copy of instructions that have a slot of kind [`Inst`](Self::Inst) and are
    /// [rematerializable](crate::ir::Inst::rematerializable): it computes their result again where it is used, so
    /// that no φ carries it there. Operands are as in [`Inst`](Self::Inst).
    Rematerialized(Origin),
    /// A φ. Operands alternate value and block, one pair for each predecessor block. With an origin it
    /// stands for original φs; without, it was placed by SSA repair.
    Phi(Option<Origin>),
    /// A choice by the identifier; operands: the value for each side, in order.
    Select,
    /// A branch by the identifier; operands: the block for each side, in order.
    IdBranch,
    /// `br`; operand: the block.
    Jump,
}

/// The operands of a slot, in order. Three or fewer take no memory on the heap.
pub type PlanOperands = SmallVec<[PlanValue; 3]>;

/// One instruction of the merged function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is.
    pub kind: SlotKind,
    /// The type of its result; `void` where it has none.
    pub ty: TypeId,
    /// The block that holds it.
    pub block: PlanBlockId,
    /// The sides, in order, whose first two operands are exchanged. Empty unless the slot stands for instructions of
    /// several sides, all of which commute.
    pub commuted: Vec<SideId>,
    /// Its operands.
    pub operands: PlanOperands,
}

impl Slot {
    /// A slot of the block that is commuted for no side.
    pub fn new(
        block: PlanBlockId,
        kind: SlotKind,
        ty: TypeId,
        operands: impl Into<PlanOperands>,
    ) -> Slot {
        Slot { kind, ty, block, commuted: Vec::new(), operands: operands.into() }
    }

    /// The instructions that this slot replaces. None for a φ, a [rematerialized](SlotKind::Rematerialized) copy, and what
    /// is the plan's own.
    pub fn copied(&self) -> Option<&Origin> {
        match &self.kind {
            SlotKind::Inst(origin) => Some(origin),
            _ => None,
        }
    }

    /// The instructions or φs whose results it holds. None if it is the plan's own.
    pub fn origin(&self) -> Option<&Origin> {
        match &self.kind {
            SlotKind::Inst(origin)
            | SlotKind::Rematerialized(origin)
            | SlotKind::Phi(Some(origin)) => Some(origin),
            _ => None,
        }
    }

    /// Whether it is a φ, of an original or placed.
    pub fn is_phi(&self) -> bool {
        matches!(self.kind, SlotKind::Phi(_))
    }

    /// The index of the operand of a side's original that stands at index `at` of this slot, which is no φ.
    pub fn original_operand(&self, side: SideId, at: usize) -> usize {
        if at < 2 && self.commuted.contains(&side) { 1 - at } else { at }
    }

    /// How a select or a branch on the identifier chooses between its operands. A side whose operand is poison may get
    /// any of them.
    ///
    /// # Panics
    /// When it has no operands.
    pub fn choice(&self) -> Choice<PlanValue> {
        let matters =
            |value: &PlanValue| (!matches!(value, PlanValue::Poison(_))).then_some(*value);
        let mut values: SmallVec<[_; 4]> = self.operands.iter().map(matters).collect();
        if values.iter().all(Option::is_none) {
            values[0] = self.operands.first().copied();
        }
        Choice::of(&values)
    }

    /// The (predecessor, value) pairs of a φ slot.
    ///
    /// # Panics
    /// When an odd operand is no block.
    pub fn incoming(&self) -> impl Iterator<Item = (PlanBlockId, PlanValue)> + '_ {
        self.operands.chunks_exact(2).map(|pair| match pair[1] {
            PlanValue::Block(b) => (b, pair[0]),
            other => panic!("φ slot with {other:?} in place of a block"),
        })
    }
}

impl<'a> Sides<'a> {
    /// The instruction that `slot` [replaces](Slot::copied); of several, the first side's.
    ///
    /// # Panics
    /// When that instruction does not exist.
    pub fn copied(self, slot: &Slot) -> Option<&'a Inst> {
        self.insts(slot.copied()?).map(|(_, inst)| inst).next()
    }
}

/// A block of the merged function: φ slots first, one terminator last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanBlock {
    /// Its slots, in order.
    pub slots: Vec<SlotId>,
    /// How often each side that comes here runs the block, in one call.
    pub frequency: BySide<Frequency>,
}

impl PlanBlock {
    /// How often all sides together run the block, if each is called once, in parts of 1,024.
    fn visits(&self) -> u64 {
        self.frequency.iter().map(|(_, frequency)| u64::from(frequency.parts())).sum()
    }
}

/// A parameter of the merged function: which parameter of each side it carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanParam {
    /// Its type.
    pub ty: TypeId,
    /// Its calling-convention facts, which are those of all parameters that it carries.
    pub abi: ParamAbi,
    /// The parameters that it carries. Calls for a side without one pass poison.
    pub args: BySide<ArgId>,
}

/// How to merge functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergePlan {
    /// The merged parameters. The identifier, if it is [needed](Self::needs_identifier), comes after the last of them.
    pub params: PrimaryMap<PlanParamId, PlanParam>,
    /// The merged return type: that of all sides which are not `void`, or `void` if there are none.
    pub ret: TypeId,
    /// The merged blocks; block 0 is the entry, has no predecessors and holds all static allocas.
    pub blocks: PrimaryMap<PlanBlockId, PlanBlock>,
    /// Everything in them.
    pub slots: PrimaryMap<SlotId, Slot>,
    /// Lifetime markers, sorted.
    pub markers: Vec<PlanMarker>,
    /// Callers pass the identifier even if no code uses it, because several originals stay as thunks. Without the
    /// identifier the thunks would be equal, and identical code folding would give two functions one address.
    pub keeps_apart: bool,
    /// What the merged function needs of the stack.
    pub frame: FrameSize,
}

/// A lifetime marker of the merged function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanMarker {
    /// The slot that it stands before.
    pub before: SlotId,
    /// Whether the stack slot's life begins there; else it ends. Ends come first.
    pub starts: bool,
    /// The slot of the static alloca.
    pub slot: SlotId,
}

impl MergePlan {
    /// The entry block.
    pub fn entry(&self) -> PlanBlockId {
        PlanBlockId::from_u32(0)
    }

    /// The bytes of stack that the merge must pay for: those that a call of the merged function needs beyond the
    /// largest original and a tolerance.
    pub fn frame_excess(&self, sides: Sides<'_>) -> u64 {
        frame::excess(self, sides)
    }

    /// How many arguments of a call of the merged function go by the stack, with or without an identifier behind them.
    pub fn arguments_by_stack(
        &self,
        identifier: bool,
        sides: Sides<'_>,
        target: Registers,
    ) -> usize {
        arguments::count(arguments::places(&self.params, identifier, sides, target))
    }

    /// Whether the merged function has the identifier: it [chooses](Self::chooses) by it, or the sides are
    /// [kept apart](Self::keeps_apart).
    pub fn needs_identifier(&self) -> bool {
        self.keeps_apart || self.chooses()
    }

    /// Whether any slot depends on the identifier. If none does, the functions differ only in what they promise the
    /// optimiser and in the order of their blocks.
    pub fn chooses(&self) -> bool {
        self.slots.values().any(|slot| {
            let is_choice = matches!(slot.kind, SlotKind::Select | SlotKind::IdBranch);
            is_choice || slot.operands.contains(&PlanValue::Id)
        })
    }

    /// The successor blocks of a block, repeats included.
    ///
    /// # Panics
    /// On an empty block, which no finished plan has.
    pub fn successors(&self, block: PlanBlockId) -> impl Iterator<Item = PlanBlockId> + '_ {
        let last = *self.blocks[block].slots.last().expect("a block ends in a terminator");
        self.slots[last].operands.iter().filter_map(|v| match *v {
            PlanValue::Block(b) => Some(b),
            _ => None,
        })
    }
}

mod affinity;
mod arguments;
mod build;
mod choice;
mod commute;
mod draft;
mod frame;
mod layout;
mod lifetimes;
mod matching;
mod phis;
pub mod replay;
mod ssa;
mod tails;

pub use crate::sides::{BySide, Origin, SideId, Sides, identifier_bits};
pub(crate) use arguments::own_by_stack;
pub use build::{build, build_where_it_may_pay, compatible};
pub use choice::{Choice, Question};
pub use draft::PlanOptions;
pub use frame::{check_frame, recurses_for_certain};
pub use tails::has_tail_calls;

#[cfg(test)]
mod tests;
