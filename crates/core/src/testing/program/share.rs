//! One body for several functions, and what calls it.
//!
//! Consumes: functions of equal code, the places of parameters in one of them. Produces: a new function with
//! that one's body, and thunks. Guarantees: the body promises no more than each of the functions did. What is
//! done wrong on purpose is a [`Fault`].

use cranelift_entity::EntityRef;

use super::super::draft::Draft;
use super::super::{build, mutate};
use super::fault::Fault;
use super::form::{Forms, canonical_instructions};
use super::group::Replaced;
use super::*;
use crate::gfm::{MemberArgument, Parameter};
use crate::ir::{ArgId, InstId, Param, ParamAbi};
use crate::registers::ArgumentRegisters;

/// Adds arguments to a call.
pub(super) fn pass(call: &mut Inst, extras: impl Iterator<Item = Value>) {
    let count = value_count(call);
    let blocks: Vec<_> = call.operands.drain(count..).collect();
    call.operands.extend(extras.map(|value| Operand { value, mode: OperandMode::Selectable }));
    call.operands.extend(blocks);
}

/// A function of the member's type that calls its body.
pub(super) fn thunk(program: &mut Program, original: &Definition, what: &Replaced) -> Definition {
    let body = program.constant(Constant::Function(what.target));
    let (params, ty) = (&original.body.params, original.body.ret);
    let own = params.keys().map(Value::Arg);
    let extras = what.constants().map(|&e| Value::Const(e));
    let returns = ty.as_u32() != build::VOID;
    let result = Value::Inst(InstId::new(0));
    let draft = Draft {
        insts: vec![
            call(CALL, ty, Value::Const(body), own.chain(extras)),
            build::ret(if returns { std::slice::from_ref(&result) } else { &[] }),
        ],
        blocks: vec![vec![0, 1]],
        params: params.values().copied().collect(),
        ret: ty,
        markers: Vec::new(),
    };
    Definition { body: draft.finish(&original.body.name), is_thunk: true, ..original.clone() }
}

/// Takes from a body what not all of some functions of equal code promise.
pub(super) fn weaken(body: &mut EncodedFunction, others: &[EncodedFunction]) {
    let own = canonical_instructions(body);
    for other in others {
        for (&kept, weaker) in own.iter().zip(canonical_instructions(other)) {
            let both = promises(&body.insts[kept]) && promises(&other.insts[weaker]);
            promise(&mut body.insts[kept], both);
        }
    }
}

/// The making of one body with parameters.
pub(super) struct Work<'a> {
    pub program: &'a mut Program,
    /// Whose body it is.
    pub source: FuncId,
    /// Where its constants stand: instructions in canonical order, and operands.
    pub holes: Vec<(u32, u32)>,
    /// The type of each parameter, and the holes that it fills.
    pub parameters: Vec<(TypeId, Vec<u32>)>,
    pub fault: Fault,
}

impl Work<'_> {
    /// The shared body: a new function.
    pub fn share(&mut self, members: &[FuncId], self_calls: &[u32]) -> FuncId {
        let definition = |id: FuncId| self.program.definition(id).expect("members have bodies");
        let mut body = definition(self.source).body.clone();
        let others: Vec<_> = members.iter().map(|&id| definition(id).body.clone()).collect();
        if self.fault != Fault::PromisesKept {
            weaken(&mut body, &others);
        }
        let shared = self.program.symbols.next_key();
        let body = self.parameterize(&body, shared, self_calls);
        let (linkage, insignificant) = (Linkage::Local, true);
        let definition =
            Definition { body, linkage, insignificant, address: shared.as_u32(), is_thunk: false };
        self.program.symbols.push(Symbol::Defined(Box::new(definition)))
    }

    fn parameterize(
        &mut self,
        body: &EncodedFunction,
        shared: FuncId,
        self_calls: &[u32],
    ) -> EncodedFunction {
        let order = canonical_instructions(body);
        let mut draft = Draft::of(body);
        let own = draft.params.len();
        for n in 0..self.parameters.len() {
            let (ty, mut places) = self.parameters[n].clone();
            let abi = ParamAbi::default();
            draft.params.push(Param { ty, abi, registers: ArgumentRegisters::ONE });
            if self.fault == Fault::PlaceForgotten && places.len() > 1 {
                places.pop();
            }
            for place in places {
                let (instruction, operand) = self.holes[place as usize];
                let inst = order[instruction as usize].index();
                self.put(&mut draft, inst, operand as usize, (own + n, ty));
            }
        }
        let callee = Value::Const(self.program.constant(Constant::Function(shared)));
        for &place in self_calls.iter().filter(|_| self.fault != Fault::SelfCallForgotten) {
            let call = &mut draft.insts[order[self.holes[place as usize].0 as usize].index()];
            call.operands[0].value = callee;
            pass(call, (own..own + self.parameters.len()).map(|n| Value::Arg(ArgId::new(n))));
        }
        draft.finish(&format!("{}.gfm", body.name))
    }

    /// Puts a parameter in a place, in the place's own width.
    fn put(&self, draft: &mut Draft, inst: usize, operand: usize, (param, ty): (usize, TypeId)) {
        let next = Value::Inst(InstId::new(draft.insts.len()));
        let place = &mut draft.insts[inst].operands[operand].value;
        let Value::Const(old) = *place else { panic!("a place holds a constant") };
        let wanted = self.program.constants[old].ty();
        let value = Value::Arg(ArgId::new(param));
        let is_number = |ty: TypeId| ty.as_u32() != PTR;
        let is_converted = bits(wanted) != bits(ty) && is_number(wanted) && is_number(ty);
        if !is_converted || self.fault == Fault::NotConverted {
            *place = value;
            return;
        }
        let conversion = build::op(wanted.as_u32(), CONVERSION, &[value]);
        *place = next;
        let at = mutate::after_head(draft, 0, 0);
        mutate::insert_at(draft, 0, at, conversion);
    }

    /// What member `i` passes.
    pub fn arguments(&mut self, forms: &Forms, parameters: &[Parameter], i: usize) -> Vec<ConstId> {
        let wrong = self.fault == Fault::ArgumentsOfAnother;
        let argument = |parameter: &Parameter| {
            let all = &parameter.arguments;
            match (all[if wrong { all.len() - 1 - i } else { i }], parameter.shape) {
                (MemberArgument::Integer(value), Shape::Integer(bits)) => {
                    self.program.constant(Constant::Integer(bits, value))
                }
                (MemberArgument::Constant(id), _) => forms.constants[id],
                other => panic!("{other:?} is no argument"),
            }
        };
        let mut arguments: Vec<_> = parameters.iter().map(argument).collect();
        if self.fault == Fault::ArgumentsSwapped {
            arguments.reverse();
        }
        arguments
    }
}
