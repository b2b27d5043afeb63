//! The merge plan: the pivot between deciding and doing.
//!
//! Consumes: two [`EncodedFunction`]s and their [`Alignment`](crate::align::Alignment).
//! Produces: a [`MergePlan`]: blocks of slots, which say for every instruction of the merged function
//! where it comes from and what its operands are.
//! Guarantees: a plan that [`replay`] accepts does for each identifier exactly what the original did;
//! the plugin's `emit` turns it into LLVM IR one slot at a time, without a decision of its own.

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::ir::{ArgId, ConstId, EncodedFunction, InstId, ParamAbi, TypeId};

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

/// One of the two merged functions. The identifier is false for the left and true for the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Runs when the identifier is 0.
    Left,
    /// Runs when the identifier is 1.
    Right,
}

impl Side {
    /// Both sides, left first.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// 0 for left, 1 for right: the value of the identifier.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Which original instructions a slot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// One instruction of each side, with equal keys.
    Both(InstId, InstId),
    /// An instruction of the left side alone.
    Left(InstId),
    /// An instruction of the right side alone.
    Right(InstId),
}

impl Origin {
    /// The instruction of `side` that the slot stands for, if it has one.
    pub fn on(self, side: Side) -> Option<InstId> {
        match (self, side) {
            (Origin::Both(l, _) | Origin::Left(l), Side::Left) => Some(l),
            (Origin::Both(_, r) | Origin::Right(r), Side::Right) => Some(r),
            _ => None,
        }
    }

    /// The origin of a slot of one side alone.
    pub fn one(side: Side, inst: InstId) -> Origin {
        match side {
            Side::Left => Origin::Left(inst),
            Side::Right => Origin::Right(inst),
        }
    }
}

/// What an operand of a slot refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlanValue {
    /// The result of a slot.
    Slot(SlotId),
    /// A parameter of the merged function.
    Param(PlanParamId),
    /// The identifier, an i1: the last parameter.
    Id,
    /// A constant of the module.
    Const(ConstId),
    /// Poison of this type: on paths that the side in question never takes.
    Poison(TypeId),
    /// A block: operands of terminators, and the odd operands of φs.
    Block(PlanBlockId),
}

/// What a slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// A copy of the original instruction(s), never a φ. Operands stand in the left one's order, which is the
    /// right one's too unless the slot is [crossed](Slot::crossed). A `ret`
    /// without a value that returns from a function with one has a single [`PlanValue::Poison`] operand.
    Inst(Origin),
    /// A φ. Operands alternate value and block, one pair for each predecessor block. With an origin it
    /// stands for original φs (of both sides, or of one); without, it was placed by SSA repair.
    Phi(Option<Origin>),
    /// `select identifier, right, left`; operands: left, right.
    Select,
    /// `br identifier, right, left`; operands: the blocks for left and right.
    IdBranch,
    /// `br`; operand: the block.
    Jump,
}

/// One instruction of the merged function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is.
    pub kind: SlotKind,
    /// The type of its result; `void` where it has none.
    pub ty: TypeId,
    /// The block that holds it.
    pub block: PlanBlockId,
    /// The right side's first two operands have changed places. Only where it stands for instructions of
    /// both sides that commute.
    pub crossed: bool,
    /// Its operands.
    pub operands: Vec<PlanValue>,
}

impl Slot {
    /// Which operand of a side's original stands at place `at`, φs apart.
    pub fn original_operand(&self, side: Side, at: usize) -> usize {
        if self.crossed && side == Side::Right && at < 2 { 1 - at } else { at }
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

/// A block of the merged function: φ slots first, one terminator last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanBlock {
    /// Its slots, in order.
    pub slots: Vec<SlotId>,
}

/// A parameter of the merged function: which parameter of each side it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanParam {
    /// Its type.
    pub ty: TypeId,
    /// Its calling-convention facts, equal on the sides that it carries.
    pub abi: ParamAbi,
    /// The left function's parameter; without one, callers for the left pass poison.
    pub left: Option<ArgId>,
    /// The right function's parameter; without one, callers for the right pass poison.
    pub right: Option<ArgId>,
}

impl PlanParam {
    /// The parameter of `side` that this one carries.
    pub fn on(&self, side: Side) -> Option<ArgId> {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }
}

/// How to merge two functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergePlan {
    /// The merged parameters; the identifier comes after the last.
    pub params: PrimaryMap<PlanParamId, PlanParam>,
    /// The merged return type: both sides' own, or that of the side that is not `void`.
    pub ret: TypeId,
    /// The merged blocks; block 0 is the entry, has no predecessors and holds all static allocas.
    pub blocks: PrimaryMap<PlanBlockId, PlanBlock>,
    /// Everything in them.
    pub slots: PrimaryMap<SlotId, Slot>,
    /// Lifetime markers, sorted.
    pub markers: Vec<PlanMarker>,
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

/// The two functions of a pair, by side.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The function for identifier 0.
    pub left: &'a EncodedFunction,
    /// The function for identifier 1.
    pub right: &'a EncodedFunction,
}

impl<'a> Pair<'a> {
    /// The function of `side`.
    pub fn on(self, side: Side) -> &'a EncodedFunction {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }
}

mod affinity;
mod arguments;
mod build;
mod crossing;
mod frame;
mod layout;
mod lifetimes;
mod matching;
mod phis;
pub mod replay;
mod ssa;
mod tails;

pub use build::{PlanOptions, build, compatible};
pub use tails::has_tail_calls;

#[cfg(test)]
mod tests;
