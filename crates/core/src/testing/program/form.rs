//! The canonical forms of a program's functions: what the plugin's shim makes of LLVM's.
//!
//! Consumes: a [`Program`]. Produces: [`Forms`].
//! Guarantees: two functions have equal code exactly when they are equal but for constants and promises,
//! whatever the order of their blocks; then their constants stand in the same places. Pointers and integers
//! of 64 bits are one type, and the null pointer is the integer zero.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;

use super::super::build::{I64, PTR};
use super::{Constant, Definition, Program, is_call, plain, promises};
use crate::canon::order;
use crate::canon::{CanonicalConst, CanonicalFunction, Codes, ConstantMode, ConstantUse};
use crate::gfm::ArgumentInfo;
use crate::gfm::tables::AddressForm;
use crate::ir::{
    BlockId, ConstId, EncodedFunction, FuncId, Inst, InstId, InstKind, OperandMode, TypeId, Uses,
    Value,
};
use crate::standing::Linkage;

/// What a word of the code introduces.
#[derive(Clone, Copy)]
enum Tag {
    Local,
    Hole,
    Fixed,
    Block,
}

/// The forms of some functions of a program, and what is known of their constants.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    codes: Codes,
    /// A constant of the program for each canonical one.
    pub constants: PrimaryMap<CanonicalConst, ConstId>,
    /// What is known of each.
    pub infos: PrimaryMap<CanonicalConst, ArgumentInfo>,
    ids: FxHashMap<Constant, CanonicalConst>,
}

impl Forms {
    /// The canonical number of a constant.
    pub fn id(&mut self, program: &Program, constant: ConstId) -> CanonicalConst {
        let key = match program.constants[constant] {
            Constant::Null => Constant::Integer(64, 0),
            other => other,
        };
        let Forms { constants, infos, ids, .. } = self;
        *ids.entry(key).or_insert_with(|| {
            let value = if let Constant::Integer(_, value) = key { Some(value) } else { None };
            infos.push(ArgumentInfo {
                shape: key.shape(),
                value,
                in_table: Some(AddressForm::ShortDistance),
            });
            constants.push(constant)
        })
    }

    /// The canonical number of a function's address, if it is used anywhere.
    pub fn address(&self, function: FuncId) -> Option<CanonicalConst> {
        self.ids.get(&Constant::Function(function)).copied()
    }

    /// The function that a canonical constant is.
    pub fn function(&self, program: &Program, id: CanonicalConst) -> Option<FuncId> {
        program.named(Value::Const(self.constants[id]))
    }

    /// The form of one function.
    pub fn form(
        &mut self,
        program: &Program,
        id: FuncId,
        definition: &Definition,
    ) -> CanonicalFunction {
        let body = &definition.body;
        let order = canonical_instructions(body);
        let mut writer = Writer::new(program, self, body, &order);
        writer.header();
        for (&inst, number) in order.iter().zip(0..) {
            writer.instruction(inst, number);
        }
        let Writer { words, kinds, constants, .. } = writer;
        let promised: Vec<_> = order.iter().map(|&i| u64::from(promises(&body.insts[i]))).collect();
        CanonicalFunction {
            name: body.name.clone(),
            code: self.codes.code.intern(&words),
            promises: self.codes.promises.intern(&promised),
            kinds: kinds.into(),
            constants: constants.into(),
            size: order.len() as u32,
            uses: uses(program, id, definition),
        }
    }
}

/// How a function is referred to.
pub fn uses(program: &Program, id: FuncId, definition: &Definition) -> Uses {
    let count = program.count(id);
    let is_local = definition.linkage == Linkage::Local;
    Uses {
        removable: is_local && count.values + count.others == 0,
        call_sites: count.calls + count.named_calls,
        ..Uses::default()
    }
}

/// The blocks in canonical order.
fn canonical_blocks(body: &EncodedFunction) -> impl Iterator<Item = BlockId> {
    let successors = |block| body.successors(BlockId::from_u32(block)).map(BlockId::as_u32);
    order::canonical(body.blocks.len(), successors).into_iter().map(BlockId::from_u32)
}

/// The instructions in canonical order: the same for equal functions, in whatever order their blocks are.
pub fn canonical_instructions(body: &EncodedFunction) -> Vec<InstId> {
    canonical_blocks(body).flat_map(|b| body.blocks[b].insts.iter().copied()).collect()
}

struct Writer<'a> {
    program: &'a Program,
    forms: &'a mut Forms,
    body: &'a EncodedFunction,
    blocks: SecondaryMap<BlockId, u64>,
    insts: SecondaryMap<InstId, u64>,
    words: Vec<u64>,
    kinds: Vec<bool>,
    constants: Vec<ConstantUse>,
}

impl<'a> Writer<'a> {
    fn new(
        program: &'a Program,
        forms: &'a mut Forms,
        body: &'a EncodedFunction,
        order: &[InstId],
    ) -> Writer<'a> {
        let (mut blocks, mut insts) = (SecondaryMap::new(), SecondaryMap::new());
        canonical_blocks(body).zip(0..).for_each(|(b, n)| blocks[b] = n);
        order.iter().zip(0..).for_each(|(&i, n)| insts[i] = n);
        let (words, kinds, constants) = (Vec::new(), Vec::new(), Vec::new());
        Writer { program, forms, body, blocks, insts, words, kinds, constants }
    }

    fn header(&mut self) {
        let body = self.body;
        self.words.extend([u64::from(body.compat), body.params.len() as u64]);
        self.ty(body.ret);
        for param in body.params.values() {
            self.ty(param.ty);
            self.words.extend([u64::from(param.abi.attrs), u64::from(param.abi.pinned)]);
        }
    }

    fn ty(&mut self, ty: TypeId) {
        let is_pointer = ty.as_u32() == PTR;
        if is_pointer || ty.as_u32() == I64 {
            self.kinds.push(is_pointer);
        }
        self.words.push(if is_pointer { I64 } else { ty.as_u32() }.into());
    }

    fn instruction(&mut self, id: InstId, number: u32) {
        let inst = &self.body.insts[id];
        let kind = inst.kind as u64;
        self.words.extend([kind, plain(inst).0.into(), inst.operands.len() as u64]);
        self.words.push(self.blocks[inst.block]);
        self.ty(inst.ty);
        for index in self.operand_order(inst) {
            self.operand(inst, index, number);
        }
    }

    /// The order in which operands are written. φs may name their predecessors in any order, so theirs are sorted.
    fn operand_order(&self, inst: &Inst) -> Vec<usize> {
        let mut order: Vec<_> = (0..inst.operands.len()).collect();
        if inst.kind == InstKind::Phi {
            let from = |index: &usize| match inst.operands[index | 1].value {
                Value::Block(block) => self.blocks[block],
                _ => unreachable!("φs alternate values and blocks"),
            };
            order.sort_by_key(|index| (from(index), *index));
        }
        order
    }

    fn operand(&mut self, inst: &Inst, index: usize, number: u32) {
        let operand = inst.operands[index];
        let (tag, word) = match operand.value {
            Value::Inst(id) => (Tag::Local, self.insts[id] << 1),
            Value::Arg(id) => (Tag::Local, (id.index() as u64) << 1 | 1),
            Value::Block(id) => (Tag::Block, self.blocks[id]),
            Value::Const(id) => return self.constant(inst, index, number, id),
        };
        self.words.extend([tag as u64, word]);
    }

    fn constant(&mut self, inst: &Inst, index: usize, number: u32, constant: ConstId) {
        let value = self.forms.id(self.program, constant);
        let is_function = self.program.named(Value::Const(constant)).is_some();
        let is_external = matches!(self.program.constants[constant], Constant::External(_));
        let is_callee = is_call(inst) && index == 0;
        let mode = match inst.operands[index].mode {
            OperandMode::Selectable if is_callee && (is_function || is_external) => {
                ConstantMode::Callee
            }
            OperandMode::Selectable => ConstantMode::Variable,
            OperandMode::Same if is_function || is_external => ConstantMode::Reference,
            OperandMode::Same => {
                self.words.extend([Tag::Fixed as u64, value.as_u32().into()]);
                return self.ty(self.program.constants[constant].ty());
            }
        };
        self.words.extend([Tag::Hole as u64, mode as u64]);
        self.ty(self.program.constants[constant].ty());
        self.constants.push(ConstantUse {
            value,
            mode,
            instruction: number,
            operand: index as u32,
        });
    }
}
