//! The canonical form: what decides whether functions are equal, or equal but for constants.
//!
//! Consumes: nothing; the plugin fills it from LLVM, and tests by hand.
//! Produces: [`CanonicalFunction`]: one number for all but constants and promises, and the constants.
//! Guarantees: numbers stand for whole sequences of words, compared word for word: nothing is decided by a
//! hash. Functions with equal code have as many constants, each in the same place with the same mode.

pub mod choice;
pub mod content;
pub mod driver;
pub mod equality;
pub mod filter;
pub mod form;
pub mod functions;
pub mod layout;
pub mod linker;
pub mod order;
#[cfg(test)]
mod samples;
pub mod settle;
pub mod timing;
pub mod together;

use std::fmt;

use cranelift_entity::entity_impl;

use crate::ir::{FuncId, Uses};
use crate::key::Interner;

/// A constant in canonical forms; equal ids mean the same value. A null pointer and the integer zero of its
/// size are one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalConst(u32);
entity_impl!(CanonicalConst, "k");

/// What may become of a constant when functions that differ in it share a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConstantMode {
    /// A parameter.
    Variable,
    /// The callee of a direct call: as a parameter it makes the call indirect.
    Callee,
    /// In a place that no variable may take: the same in all, or for a function an equal one.
    Reference,
    /// The callee of a call that stays direct: the same in all, or for a function an equal one. A call of the
    /// function itself may become one of its new body.
    Direct,
}

impl ConstantMode {
    /// Whether it is the callee of a call that could name another function.
    pub fn is_callee(self) -> bool {
        matches!(self, ConstantMode::Callee | ConstantMode::Direct)
    }
}

/// One constant of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantUse {
    /// Which.
    pub value: CanonicalConst,
    /// What it may become.
    pub mode: ConstantMode,
    /// The instruction, counted in canonical order.
    pub instruction: u32,
    /// The operand; `u32::MAX` for the constant offset of an address computation.
    pub operand: u32,
}

/// One function, in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalFunction {
    /// Its symbol; for people, and the last tie-break of orders.
    pub name: String,
    /// Everything but constants and promises: signature, instructions, types, the graph.
    pub code: u32,
    /// What its body promises and another may not: flags, alignments, metadata, attributes. Of functions
    /// with equal code but different promises, one can stand for all once it is weakened.
    pub promises: u32,
    /// Where the code has a pointer in one function and an integer of its size in another: one bit each,
    /// true for a pointer. The body of the function with the pointers can do for the others.
    pub kinds: Box<[bool]>,
    /// Its constants, in canonical order.
    pub constants: Box<[ConstantUse]>,
    /// Instructions that can be reached.
    pub size: u32,
    /// How it is used.
    pub uses: Uses,
}

/// The sequences of words behind the numbers of canonical functions.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    /// For [`CanonicalFunction::code`].
    pub code: Interner,
    /// For [`CanonicalFunction::promises`].
    pub promises: Interner,
}

/// Functions by class. Classes and their members are in order of ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Each with two members or more.
    pub classes: Vec<Vec<FuncId>>,
}

impl CanonicalFunction {
    /// Whether the body can do for `other`, of equal code: it has pointers wherever that has.
    pub fn can_stand_for(&self, other: &CanonicalFunction) -> bool {
        self.kinds.iter().zip(&other.kinds).all(|(own, theirs)| own >= theirs)
    }
}

impl fmt::Display for CanonicalFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, code, promises, .. } = self;
        write!(f, "{name}: code {code}, promises {promises}, constants")?;
        self.constants.iter().try_for_each(|c| write!(f, " {}", c.value))
    }
}
