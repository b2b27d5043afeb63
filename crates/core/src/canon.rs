//! The canonical form: what decides whether functions are equal, or equal but for constants.
//!
//! Consumes: nothing; the plugin fills it from LLVM, and tests by hand.
//! Produces: [`CanonicalFunction`]: a number for the code, a number for the promises, and the list of constants.
//! Guarantees: two numbers are equal exactly if the sequences of words behind them are equal: nothing is decided by a
//! hash. Functions of equal code have equally many constants. Constants at the same place have the same mode, except
//! that the modes of callees may differ.

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

/// A constant in canonical forms; equal ids mean the same value. A null pointer and the integer zero of the same size
/// have one id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalConst(u32);
entity_impl!(CanonicalConst, "k");

/// What may become of a constant in which functions that share a body differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConstantMode {
    /// It may become a parameter.
    Variable,
    /// The callee of a direct call. If it becomes a parameter, the call becomes indirect.
    Callee,
    /// At its place no variable may be: it is the same in all functions or, if it is a function, one of several equal
    /// ones.
    Reference,
    /// The callee of a call that stays direct: it is the same in all functions, or one of several equal ones. If it is
    /// the calling function itself, it may also become the new body.
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
    /// The constant.
    pub value: CanonicalConst,
    /// What may become of it.
    pub mode: ConstantMode,
    /// The index of the instruction, in canonical order.
    pub instruction: u32,
    /// The index of the operand; `u32::MAX` for the constant offset of an address computation.
    pub operand: u32,
}

/// One function, in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalFunction {
    /// Its symbol; for people, and the last tie-break of orders.
    pub name: String,
    /// Everything but constants and promises: signature, instructions, types, the control-flow graph.
    pub code: u32,
    /// What the body promises and another may not: flags, alignments, metadata, attributes. Functions of equal code but
    /// different promises can share one body, which is weakened to what all of them promise.
    pub promises: u32,
    /// One entry for each place where the code may have a pointer or an integer of the same size: true for a pointer. A
    /// body with pointers can do the work of functions that have integers there.
    pub kinds: Box<[bool]>,
    /// Its constants, in canonical order.
    pub constants: Box<[ConstantUse]>,
    /// The number of reachable instructions.
    pub size: u32,
    /// How it is used.
    pub uses: Uses,
}

/// The sequences of words behind the numbers of canonical functions.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    /// Behind [`CanonicalFunction::code`].
    pub code: Interner,
    /// Behind [`CanonicalFunction::promises`].
    pub promises: Interner,
}

/// Functions by class. Classes and their members are in order of ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Each with two members or more.
    pub classes: Vec<Vec<FuncId>>,
}

impl CanonicalFunction {
    /// Whether this body can do the work of `other`, which has equal code: it needs a pointer wherever `other` has one.
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
