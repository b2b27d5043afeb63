//! The catalogue: the types, constants and instructions of all generated functions.
//!
//! Consumes: nothing. Produces: [`tables`], keys, and instructions that stand in no block yet.
//! Guarantees: a key says an instruction's type, its operands' types and modes, and whether they commute.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::ir::{
    BlockId, Call, ConstId, ConstInfo, Inst, InstKind, Operand, OperandMode, Tables, TypeId,
    TypeInfo, Value,
};
use crate::key::MergeKey;
use crate::registers::ValueSize;

use OperandMode::{Same, Selectable};

/// Names and selectability of the types, by id.
const TYPES: [(&str, bool); 7] = [
    ("void", false),
    ("i1", true),
    ("i32", true),
    ("i64", true),
    ("ptr", true),
    ("label", false),
    ("token", false),
];
pub(in crate::testing) const VOID: u32 = 0;
pub(in crate::testing) const I1: u32 = 1;
pub(in crate::testing) const I32: u32 = 2;
pub(in crate::testing) const I64: u32 = 3;
pub(in crate::testing) const PTR: u32 = 4;
pub(in crate::testing) const TOKEN: u32 = 6;
/// The types whose values may be selected.
pub(in crate::testing) const SELECTABLE: [u32; 4] = [I1, I32, I64, PTR];
/// How many constants each of them has.
pub(in crate::testing) const CONSTS: usize = 3;

/// The types and constants of all generated functions.
pub fn tables() -> Tables {
    let mut tables = Tables::default();
    for (name, selectable) in TYPES {
        let is_void = name == "void";
        let size = if is_void { ValueSize::default() } else { ValueSize::INTEGER };
        tables.types.push(TypeInfo { name: name.into(), is_void, selectable, size });
    }
    for ty in SELECTABLE {
        for number in 0..CONSTS {
            tables.consts.push(ConstInfo {
                ty: ty_id(ty),
                name: format!("{number}"),
                variable: None,
            });
        }
    }
    tables
}

pub(in crate::testing) fn ty_id(ty: u32) -> TypeId {
    TypeId::from_u32(ty)
}

/// The constant of a selectable type with this number.
pub(in crate::testing) fn constant(ty: TypeId, number: usize) -> Value {
    let row = SELECTABLE.iter().position(|&t| ty_id(t) == ty).expect("constants are selectable");
    Value::Const(ConstId::new(row * CONSTS + number % CONSTS))
}

/// The type of a constant of [`tables`].
pub(in crate::testing) fn constant_type(id: ConstId) -> TypeId {
    ty_id(SELECTABLE[id.index() / CONSTS])
}

/// An instruction that a function may hold anywhere.
pub(in crate::testing) struct Op {
    ty: u32,
    commutes: bool,
    operands: &'static [(u32, OperandMode)],
}

/// The catalogue. The index is the merge key. Neighbours of equal types are there on purpose: they differ
/// in their keys, and in whether they commute.
pub(in crate::testing) const OPS: [Op; 14] = [
    Op { ty: I32, commutes: true, operands: &[(I32, Selectable), (I32, Selectable)] },
    Op { ty: I32, commutes: false, operands: &[(I32, Selectable), (I32, Selectable)] },
    Op { ty: I64, commutes: true, operands: &[(I64, Selectable), (I64, Selectable)] },
    Op { ty: I64, commutes: false, operands: &[(I32, Selectable)] },
    Op { ty: I1, commutes: true, operands: &[(I32, Selectable), (I32, Selectable)] },
    Op { ty: I32, commutes: false, operands: &[(PTR, Selectable)] },
    Op { ty: VOID, commutes: false, operands: &[(I32, Selectable), (PTR, Selectable)] },
    // An address at some distance from another: it is rematerializable.
    Op { ty: PTR, commutes: false, operands: &[(PTR, Selectable), (I64, Selectable)] },
    Op { ty: I32, commutes: false, operands: &[(I32, Selectable), (PTR, Selectable)] },
    Op { ty: VOID, commutes: false, operands: &[(I64, Selectable)] },
    Op { ty: VOID, commutes: false, operands: &[(I64, Selectable)] },
    Op { ty: TOKEN, commutes: false, operands: &[] },
    Op { ty: I32, commutes: false, operands: &[(TOKEN, Same), (I32, Selectable)] },
    // Such as a prefetch: LLVM lets no select stand in an operand of an intrinsic.
    Op { ty: I32, commutes: false, operands: &[(PTR, Same), (I32, Selectable)] },
];
/// The key in the catalogue of an address at some distance from another.
pub(in crate::testing) const ADDRESS: u32 = 7;
/// The key of the instruction with an operand that must be an alloca, on both sides the same.
pub(in crate::testing) const LIFETIME: u32 = 50;
/// Plus the return type: the key of a call that may be a tail call.
pub(in crate::testing) const CALL: u32 = 60;
pub(in crate::testing) const JUMP: u32 = 100;
pub(in crate::testing) const BRANCH: u32 = 101;
/// Two keys, which differ in nothing else.
pub(in crate::testing) const INVOKE: u32 = 102;
pub(in crate::testing) const RESUME: u32 = 105;
/// Plus the return type.
pub(in crate::testing) const RET: u32 = 110;
/// Plus the number of successors.
pub(in crate::testing) const SWITCH: u32 = 120;
/// Plus the clause.
pub(in crate::testing) const LANDING_PAD: u32 = 130;
/// Plus the type.
pub(in crate::testing) const PHI: u32 = 200;
/// Plus the constant.
pub(in crate::testing) const ALLOCA: u32 = 300;

/// An instruction outside of any block yet.
pub(in crate::testing) fn inst(
    kind: InstKind,
    ty: u32,
    key: u32,
    operands: impl IntoIterator<Item = Operand>,
) -> Inst {
    let operands = operands.into_iter().collect();
    let (block, key) = (BlockId::from_u32(0), MergeKey(key));
    let (ty, code) = (ty_id(ty), key.0);
    let (commutes, rematerializable) = (commutes(key), rematerializable(key));
    let call = (kind == InstKind::Invoke).then_some(Call::Plain);
    Inst {
        kind,
        ty,
        key,
        code,
        cost: 1,
        bytes: 0,
        passed_bytes: 0,
        saved_bytes: 0,
        call,
        commutes,
        rematerializable,
        folded: false,
        block,
        operands,
    }
}

/// Whether the first two operands of instructions with this key may change places.
pub(in crate::testing) fn commutes(key: MergeKey) -> bool {
    OPS.get(key.0 as usize).is_some_and(|op| op.commutes)
}

/// Whether instructions with this key may be computed wherever their operands are at hand.
pub(in crate::testing) fn rematerializable(key: MergeKey) -> bool {
    key.0 == ADDRESS
}

pub(in crate::testing) fn operand(value: Value, mode: OperandMode) -> Operand {
    Operand { value, mode }
}

pub(in crate::testing) fn block_operand(block: usize) -> Operand {
    operand(Value::Block(BlockId::new(block)), Same)
}

/// An unconditional branch.
pub(in crate::testing) fn jump(target: usize) -> Inst {
    inst(InstKind::Terminator, VOID, JUMP, [block_operand(target)])
}

/// A landing pad with one of two clauses.
pub(in crate::testing) fn landing_pad(clause: usize) -> Inst {
    let clause = clause % 2;
    let operands = [operand(constant(ty_id(PTR), clause), Same)];
    inst(InstKind::LandingPad, I64, LANDING_PAD + clause as u32, operands)
}

/// A `ret` of this type and value.
pub(in crate::testing) fn ret(ty: TypeId, value: Option<Value>) -> Inst {
    let operands = value.map(|v| operand(v, Selectable));
    inst(InstKind::Ret, VOID, RET + ty.as_u32(), operands)
}

/// One instruction of the catalogue with the values that `value` gives for its operands' types. Where no select may stand,
/// a constant would be part of the merge key; no key here has one.
pub(in crate::testing) fn op(
    key: usize,
    mut value: impl FnMut(TypeId) -> Option<Value>,
) -> Option<Inst> {
    let Op { ty, operands, .. } = OPS[key];
    let mut values = SmallVec::<[Operand; 3]>::new();
    for &(ty, mode) in operands {
        let value = value(ty_id(ty))?;
        if mode == Same && matches!(value, Value::Const(_)) {
            return None;
        }
        values.push(operand(value, mode));
    }
    Some(inst(InstKind::Normal, ty, key as u32, values))
}

/// Whether instructions with this key may be marked `tail`.
pub(in crate::testing) fn is_call(key: MergeKey) -> bool {
    (CALL..CALL + TYPES.len() as u32).contains(&key.0)
}
