//! Programs on plain data: several functions that call each other, and what other objects do to them.
//!
//! Consumes: functions of [`generate`](super::generate), a [`Tape`](super::Tape). Produces: a [`Program`].
//! Guarantees: functions are valid; a direct call passes as many arguments as its callee takes.
//!
//! These judge `gfm`, `identical` and `gfm-merge`, whose planners see canonical forms alone:
//!
//! | what | where |
//! |---|---|
//! | programs at random: bases, and copies that differ a little | `program/generate.rs` |
//! | the canonical form of each function, as the plugin's shim makes it of LLVM's | `program/form.rs` |
//! | what a program does when it runs, and whether another does the same | `program/run.rs` |
//! | whether all functions of a program still do what they did | `program/judge.rs` |
//! | one body with parameters for several functions, and thunks of it | `program/share.rs` |
//! | what becomes of a program by a plan of `gfm` | `program/group.rs` |
//! | what becomes of it by a choice of `identical` | `program/equal.rs` |
//! | what becomes of it by a proposal of a summary | `program/summary.rs` |
//! | other definitions of its symbols, as a linker may take them | `program/link.rs` |
//! | steps done wrong on purpose, which the judge must find | `program/fault.rs` |

pub mod equal;
pub mod fault;
pub mod form;
pub mod generate;
pub mod group;
pub mod judge;
pub mod link;
pub mod run;
mod share;
pub mod summary;

use std::fmt;

use cranelift_entity::PrimaryMap;

use super::build::{I1, I32, I64, PTR};
use crate::gfm::Shape;
use crate::ir::{
    ConstId, EncodedFunction, FuncId, Inst, InstKind, Operand, OperandMode, TypeId, Value,
};
use crate::key::MergeKey;
use crate::standing::Linkage;

/// A call whose callee may become a parameter. The callee is its first operand.
pub const CALL: u32 = 400;
/// A call whose callee must be named.
pub const NAMED_CALL: u32 = 401;
/// [`CALL`] as an invoke.
pub const INVOKE_CALL: u32 = 402;
/// [`NAMED_CALL`] as an invoke.
pub const NAMED_INVOKE_CALL: u32 = 403;
/// Gives its operand the width of the result's type, with its sign.
pub const CONVERSION: u32 = 410;
/// Keys from here on are those of instructions that promise something.
const PROMISE: u32 = 1 << 20;

/// A constant of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// A number of so many bits, with its sign.
    Integer(u16, i64),
    /// The null pointer.
    Null,
    /// The address of some variable.
    Address(u32),
    /// An address that differs from thread to thread, and cannot be passed.
    Local(u32),
    /// The address of a function of the program.
    Function(FuncId),
    /// The address of a function of another program, or of one that may be replaced by one.
    External(u32),
}

/// A function with what its symbol allows.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its body.
    pub body: EncodedFunction,
    /// Which definition counts.
    pub linkage: Linkage,
    /// Its address does not matter.
    pub insignificant: bool,
    /// What its address is seen as where it matters; copies of a function in several objects share one.
    pub address: u32,
    /// It only calls another: nobody sees that it runs.
    pub is_thunk: bool,
}

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub enum Symbol {
    /// A function.
    Defined(Box<Definition>),
    /// The function with another symbol.
    Alias(FuncId),
    /// Nothing any more.
    Gone,
}

/// Functions that share constants.
#[derive(Clone, Default)]
pub struct Program {
    /// By number.
    pub symbols: PrimaryMap<FuncId, Symbol>,
    /// By number.
    pub constants: PrimaryMap<ConstId, Constant>,
}

/// What a function is used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Calls of it that could call another function.
    pub calls: u32,
    /// Calls of it that could only call another of its type.
    pub named_calls: u32,
    /// Uses as a value in a place that takes any.
    pub values: u32,
    /// All else.
    pub others: u32,
}

impl Constant {
    /// Its type.
    pub fn ty(self) -> TypeId {
        TypeId::from_u32(match self {
            Constant::Integer(1, _) => I1,
            Constant::Integer(32, _) => I32,
            Constant::Integer(..) => I64,
            _ => PTR,
        })
    }

    /// What `gfm` knows of it.
    pub fn shape(self) -> Shape {
        match self {
            Constant::Integer(bits, _) => Shape::Integer(bits),
            Constant::Local(_) => Shape::Unfit,
            _ => Shape::Pointer,
        }
    }
}

/// The width of an integer type, or of a pointer's number.
pub fn bits(ty: TypeId) -> u16 {
    match ty.as_u32() {
        I1 => 1,
        I32 => 32,
        _ => 64,
    }
}

/// Whether an instruction calls what its first operand is.
pub fn is_call(inst: &Inst) -> bool {
    (CALL..=NAMED_INVOKE_CALL).contains(&plain(inst).0)
}

/// Whether its callee must be named.
pub fn is_named(inst: &Inst) -> bool {
    matches!(plain(inst).0, NAMED_CALL | NAMED_INVOKE_CALL)
}

/// The key without promises.
pub fn plain(inst: &Inst) -> MergeKey {
    MergeKey(inst.key.0 & !PROMISE)
}

/// Whether an instruction promises something of its operands.
pub fn promises(inst: &Inst) -> bool {
    inst.key.0 & PROMISE != 0
}

/// Makes an instruction promise something, or not.
pub fn promise(inst: &mut Inst, something: bool) {
    inst.key.0 = plain(inst).0 | if something { PROMISE } else { 0 };
}

/// A call of some sort, without successors.
pub fn call(
    key: u32,
    ty: TypeId,
    callee: Value,
    arguments: impl IntoIterator<Item = Value>,
) -> Inst {
    let is_named = matches!(key, NAMED_CALL | NAMED_INVOKE_CALL);
    let mode = if is_named { OperandMode::Same } else { OperandMode::Selectable };
    let is_invoke = matches!(key, INVOKE_CALL | NAMED_INVOKE_CALL);
    let kind = if is_invoke { InstKind::Invoke } else { InstKind::Normal };
    let mut call = super::build::inst(kind, ty.as_u32(), key, &[callee]);
    call.operands[0].mode = mode;
    let selectable = |value| Operand { value, mode: OperandMode::Selectable };
    call.operands.extend(arguments.into_iter().map(selectable));
    call
}

/// How many of a call's operands come before the blocks, if it is an invoke.
pub fn value_count(inst: &Inst) -> usize {
    inst.operands.iter().take_while(|o| !matches!(o.value, Value::Block(_))).count()
}

/// As text, function by function: proptest prints programs that fail.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, constant) in &self.constants {
            write!(f, "{id} = {constant:?}, ")?;
        }
        for (id, symbol) in &self.symbols {
            match symbol {
                Symbol::Alias(body) => writeln!(f, "\n{id} is an alias of {body}")?,
                Symbol::Gone => writeln!(f, "\n{id} is gone")?,
                Symbol::Defined(definition) => {
                    let Definition { body, linkage, insignificant, is_thunk, .. } = &**definition;
                    let address = if *insignificant { "no matter" } else { "matters" };
                    writeln!(
                        f,
                        "\n{id}: {linkage:?}, address {address}, thunk {is_thunk}\n{body}"
                    )?;
                }
            }
        }
        Ok(())
    }
}

impl Program {
    /// The functions with bodies.
    pub fn defined(&self) -> impl Iterator<Item = (FuncId, &Definition)> {
        self.symbols.iter().filter_map(|(id, symbol)| match symbol {
            Symbol::Defined(definition) => Some((id, &**definition)),
            _ => None,
        })
    }

    /// The function with this symbol, if it has a body of its own.
    pub fn definition(&self, id: FuncId) -> Option<&Definition> {
        match &self.symbols[id] {
            Symbol::Defined(definition) => Some(definition),
            _ => None,
        }
    }

    /// All bodies, to be changed.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = (FuncId, &mut EncodedFunction)> {
        self.symbols.iter_mut().filter_map(|(id, symbol)| match symbol {
            Symbol::Defined(definition) => Some((id, &mut definition.body)),
            _ => None,
        })
    }

    /// The number of a constant, a new one if there is none yet.
    pub fn constant(&mut self, constant: Constant) -> ConstId {
        let known = self.constants.iter().find(|(_, known)| **known == constant);
        known.map(|(id, _)| id).unwrap_or_else(|| self.constants.push(constant))
    }

    /// The function that an operand names.
    pub fn named(&self, value: Value) -> Option<FuncId> {
        match value {
            Value::Const(id) => match self.constants[id] {
                Constant::Function(function) => Some(function),
                _ => None,
            },
            _ => None,
        }
    }

    /// What all functions with bodies use this one for.
    pub fn count(&self, function: FuncId) -> Count {
        let mut count = Count::default();
        for inst in self.defined().flat_map(|(_, d)| d.body.insts.values()) {
            for (index, operand) in inst.operands.iter().enumerate() {
                if self.named(operand.value) != Some(function) {
                    continue;
                }
                match (is_call(inst) && index == 0, operand.mode) {
                    (true, OperandMode::Selectable) => count.calls += 1,
                    (true, OperandMode::Same) => count.named_calls += 1,
                    (false, OperandMode::Selectable) => count.values += 1,
                    (false, OperandMode::Same) => count.others += 1,
                }
            }
        }
        count
    }
}

#[cfg(test)]
mod tests;
