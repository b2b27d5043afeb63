//! Functions written by hand: as short as a test wants them.
//!
//! Consumes: instructions per block, over the types and constants of [`tables`](super::generate::tables).
//! Produces: an [`EncodedFunction`], which the test may make as invalid as it likes.

use cranelift_entity::EntityRef;

use crate::ir::{
    ArgId, Block, BlockId, Call, ConstId, EncodedFunction, Inst, InstId, InstKind, Operand,
    OperandMode, Param, ParamAbi, TypeId, Value,
};
use crate::key::MergeKey;
use crate::plan::SideId;
use crate::registers::ArgumentRegisters;
use crate::stack::Marker;

/// `void`.
pub const VOID: u32 = 0;
/// `i1`.
pub const I1: u32 = 1;
/// `i32`.
pub const I32: u32 = 2;
/// `i64`.
pub const I64: u32 = 3;
/// `ptr`.
pub const PTR: u32 = 4;

/// The result of the instruction with this number.
pub fn i(number: usize) -> Value {
    Value::Inst(InstId::new(number))
}

/// The parameter with this number.
pub fn a(number: usize) -> Value {
    Value::Arg(ArgId::new(number))
}

/// The constant with this number: three each of `i1`, `i32`, `i64`, `ptr`.
pub fn c(number: usize) -> Value {
    Value::Const(ConstId::new(number))
}

/// The block with this number.
pub fn b(number: usize) -> Value {
    Value::Block(BlockId::new(number))
}

/// The side with this number.
pub fn side(number: usize) -> SideId {
    SideId::new(number)
}

/// An instruction of some kind, all of its operands selectable.
pub fn inst(kind: InstKind, ty: u32, key: u32, values: &[Value]) -> Inst {
    let selectable = |&value: &Value| Operand { value, mode: OperandMode::Selectable };
    Inst {
        kind,
        ty: TypeId::from_u32(ty),
        key: MergeKey(key),
        code: key,
        cost: 1,
        bytes: 0,
        passed_bytes: 0,
        saved_bytes: 0,
        call: None,
        commutes: false,
        rematerializable: false,
        folded: false,
        block: BlockId::new(0),
        operands: values.iter().map(selectable).collect(),
    }
}

/// A normal instruction.
pub fn op(ty: u32, key: u32, values: &[Value]) -> Inst {
    inst(InstKind::Normal, ty, key, values)
}

/// A normal instruction whose operands must be the same on both sides.
pub fn rigid(ty: u32, key: u32, values: &[Value]) -> Inst {
    let mut inst = op(ty, key, values);
    inst.operands.iter_mut().for_each(|o| o.mode = OperandMode::Same);
    inst
}

/// A normal instruction whose first two operands may change places.
pub fn commuting(ty: u32, key: u32, values: &[Value]) -> Inst {
    Inst { commutes: true, ..op(ty, key, values) }
}

/// A normal instruction that may be computed wherever its operands are at hand.
pub fn rematerializable(ty: u32, key: u32, values: &[Value]) -> Inst {
    Inst { rematerializable: true, cost: 0, ..op(ty, key, values) }
}

/// A φ: values and blocks in turn.
pub fn phi(ty: u32, pairs: &[Value]) -> Inst {
    inst(InstKind::Phi, ty, 200 + ty, pairs)
}

/// A static alloca, of the size of the first `i64` constant.
pub fn alloca() -> Inst {
    inst(InstKind::StaticAlloca, PTR, 300, &[c(6)])
}

/// A static alloca like [`alloca`], of so many bytes.
pub fn sized_alloca(bytes: u64) -> Inst {
    Inst { bytes, ..alloca() }
}

/// A call marked `tail`.
pub fn tail_call(ty: u32, key: u32, values: &[Value]) -> Inst {
    Inst { call: Some(Call::Tail), ..op(ty, key, values) }
}

/// The function with lifetime markers, sorted: the number of the instruction that each stands before, whether a life
/// starts, and the number of the slot.
pub fn marked(mut function: EncodedFunction, markers: &[(usize, bool, usize)]) -> EncodedFunction {
    let id = InstId::new;
    let marker = |&(before, starts, slot): &(usize, bool, usize)| Marker {
        before: id(before),
        starts,
        slot: id(slot),
    };
    function.markers = markers.iter().map(marker).collect();
    function
}

/// A branch or switch without a result.
pub fn branch(values: &[Value]) -> Inst {
    inst(InstKind::Terminator, VOID, 100 + values.len() as u32, values)
}

/// An invoke of result type `i32`: arguments, the normal and the unwind successor.
pub fn invoke(values: &[Value]) -> Inst {
    inst(InstKind::Invoke, I32, 102, values)
}

/// A landing pad with one clause; its result is an `i64`.
pub fn landing_pad(clause: Value) -> Inst {
    let mut pad = rigid(I64, 130, &[clause]);
    pad.kind = InstKind::LandingPad;
    pad
}

/// A `ret`.
pub fn ret(values: &[Value]) -> Inst {
    inst(InstKind::Ret, VOID, 110 + values.len() as u32, values)
}

/// A function with parameters of these types.
pub fn function(params: &[u32], return_type: u32, blocks: Vec<Vec<Inst>>) -> EncodedFunction {
    let abi = ParamAbi::default();
    let registers = ArgumentRegisters::ONE;
    let param = |&ty: &u32| Param { ty: TypeId::from_u32(ty), abi, registers };
    let mut function = EncodedFunction::empty("by_hand", TypeId::from_u32(return_type));
    function.params = params.iter().map(param).collect();
    for insts in blocks {
        let block = function.blocks.next_key();
        let place = |inst| function.insts.push(Inst { block, ..inst });
        let insts = insts.into_iter().map(place).collect();
        function.blocks.push(Block { insts, ..Block::default() });
    }
    function
}
