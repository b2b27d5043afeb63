//! Code without branches: parameters, stack slots, instructions of the catalogue, calls, lifetime markers.
//!
//! Consumes: the tape. Produces: instructions at the end of the current block, and their values in scope.
//! Guarantees: operands are in scope.

use cranelift_entity::EntityRef;

use super::catalogue::{
    ALLOCA, CALL, CONSTS, I32, I64, LIFETIME, OPS, PTR, SELECTABLE, VOID, constant, inst, op,
    operand, ty_id,
};
use super::{Generator, Scope};
use crate::ir::OperandMode::{Same, Selectable};
use crate::ir::{ArgId, Call, Inst, InstId, InstKind, Param, ParamAbi, TypeId, Value};
use crate::registers::ArgumentRegisters;
use crate::stack::Marker;
use crate::testing::Tape;

impl Generator<'_> {
    pub(super) fn make_params(&mut self) {
        let count = self.tape.pick(5);
        let count = if self.tape.one_in(6) { 5 + count } else { count };
        for index in 0..count {
            let pinned = index == 0 && self.tape.one_in(8);
            let ty = if pinned { PTR } else { SELECTABLE[self.tape.pick(SELECTABLE.len())] };
            let abi = ParamAbi { attrs: u32::from(pinned), pinned, by_stack: false };
            let registers = ArgumentRegisters::ONE;
            self.draft.params.push(Param { ty: ty_id(ty), abi, registers });
            self.scope.push((Value::Arg(ArgId::new(index)), ty_id(ty)));
        }
    }

    pub(super) fn make_allocas(&mut self) {
        for _ in 0..self.tape.pick(3) {
            let size = constant(ty_id(I64), self.tape.pick(CONSTS));
            let Value::Const(id) = size else { unreachable!("constants are constants") };
            let key = ALLOCA + id.as_u32();
            let mut alloca = inst(InstKind::StaticAlloca, PTR, key, [operand(size, Same)]);
            alloca.bytes = 16 << (2 * (id.index() % CONSTS));
            let value = self.push(alloca);
            self.allocas.push(value);
        }
    }

    /// Appends to the current block, and brings the result into scope.
    pub(super) fn push(&mut self, inst: Inst) -> Value {
        self.budget = self.budget.saturating_sub(1);
        let ty = inst.ty;
        let block = self.current.expect("code is only made where a block grows");
        let value = Value::Inst(self.place(block, inst));
        if ty != ty_id(VOID) {
            self.scope.push((value, ty));
        }
        value
    }

    /// Appends to a block. Markers that wait come before it, unless it belongs to the head of the block.
    pub(super) fn place(&mut self, block: usize, inst: Inst) -> InstId {
        let heads = [InstKind::Phi, InstKind::StaticAlloca, InstKind::LandingPad];
        let is_head = heads.contains(&inst.kind);
        let before = InstId::new(self.draft.push(block, inst));
        if !is_head {
            let marker = |(slot, starts)| Marker { before, starts, slot };
            self.draft.markers.extend(self.waiting.drain(..).map(marker));
        }
        before
    }

    pub(super) fn value(&mut self, ty: TypeId) -> Option<Value> {
        pick_value(self.tape, &self.scope, ty)
    }

    /// A value of a selectable type.
    pub(super) fn selectable(&mut self, ty: u32) -> Value {
        self.value(ty_id(ty)).expect("selectable types have constants")
    }

    pub(super) fn make_op(&mut self) {
        let key = self.tape.pick(OPS.len());
        let made = op(key, |ty| pick_value(self.tape, &self.scope, ty));
        if let Some(inst) = made {
            self.push(inst);
        }
    }

    pub(super) fn make_lifetime(&mut self) {
        if let Some(alloca) = self.tape.choose(&self.allocas) {
            self.push(inst(InstKind::Normal, VOID, LIFETIME, [operand(alloca, Same)]));
        }
    }

    /// A static alloca.
    fn alloca(&mut self) -> Option<InstId> {
        match self.tape.choose(&self.allocas)? {
            Value::Inst(alloca) => Some(alloca),
            _ => unreachable!("allocas are instructions"),
        }
    }

    /// Makes a lifetime marker, whatever was before.
    pub(super) fn make_marker(&mut self) {
        let starts = self.tape.one_in(2);
        if let Some(alloca) = self.alloca() {
            self.waiting.push((alloca, starts));
        }
    }

    /// Makes code in which a stack slot lives.
    pub(super) fn make_scope(&mut self, depth: usize) {
        let Some(alloca) = self.alloca() else { return };
        self.waiting.push((alloca, true));
        self.statements(depth - 1);
        if self.current.is_some() {
            self.waiting.push((alloca, false));
        }
    }

    /// Makes a call of the function's type, mostly marked `tail`.
    pub(super) fn make_call(&mut self) -> Value {
        let (ty, argument) = (self.draft.ret.as_u32(), self.selectable(I32));
        let call = inst(InstKind::Normal, ty, CALL + ty, [operand(argument, Selectable)]);
        let kind = if self.tape.one_in(5) { Call::Plain } else { Call::Tail };
        self.push(Inst { call: Some(kind), ..call })
    }
}

/// A value of this type in scope, or a constant; `None` where there can be none.
pub(super) fn pick_value(tape: &mut Tape, scope: &Scope, ty: TypeId) -> Option<Value> {
    let known: Vec<Value> = scope.iter().filter(|(_, t)| *t == ty).map(|(v, _)| *v).collect();
    if SELECTABLE.contains(&ty.as_u32()) && (known.is_empty() || tape.one_in(4)) {
        return Some(constant(ty, tape.pick(CONSTS)));
    }
    tape.choose(&known)
}
