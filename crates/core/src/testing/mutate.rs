//! Near twins: a valid function changed a little, so that alignments are rich.
//!
//! Consumes: a valid function of [`generate`](super::generate) and a [`Tape`]. Produces: another valid one.
//! Guarantees: validity, as every change only uses values that dominate: parameters, constants, static
//! allocas, and what stands earlier in the same block; and as taking edges away keeps dominance.

use cranelift_entity::EntityRef;

use super::Tape;
use super::draft::Draft;
use super::generate::{self, OPS, constant, constant_type};
use crate::ir::{
    ArgId, BlockId, Call, EncodedFunction, Inst, InstId, InstKind, OperandMode, Param, ParamAbi,
    TypeId, Value,
};
use crate::registers::ArgumentRegisters;
use crate::stack::Marker;

/// A twin by at most `most` changes of any sort.
pub fn twin(function: &EncodedFunction, tape: &mut Tape, most: usize) -> EncodedFunction {
    let mut draft = Draft::of(function);
    for _ in 0..tape.pick(most + 1) {
        match tape.pick(11) {
            0 => insert(&mut draft, tape),
            1 => delete(&mut draft, tape),
            2 => split(&mut draft, tape),
            3 => drop_edges(&mut draft, tape),
            4 => swap_params(&mut draft, tape),
            5 => add_param(&mut draft, tape),
            6 => drop_value(&mut draft, tape),
            _ => change_in_place(&mut draft, tape),
        }
    }
    draft.finish("twin")
}

/// A twin that differs in operands, operations and the order of successors alone, by at most `most` changes.
pub fn lookalike(function: &EncodedFunction, tape: &mut Tape, most: usize) -> EncodedFunction {
    let mut draft = Draft::of(function);
    for _ in 0..tape.pick(most + 1) {
        change_in_place(&mut draft, tape);
    }
    draft.finish("lookalike")
}

fn change_in_place(draft: &mut Draft, tape: &mut Tape) {
    match tape.pick(12) {
        0 | 1 => change_op(draft, tape),
        2 | 3 => swap_successors(draft, tape),
        4 | 5 => exchange_operands(draft, tape),
        6 => change_markers(draft, tape),
        7 => change_tail(draft, tape),
        _ => change_operand(draft, tape),
    }
}

/// A block and a position in it.
pub(super) fn pick_place(draft: &Draft, tape: &mut Tape) -> (usize, usize) {
    let block = tape.pick(draft.blocks.len());
    (block, tape.pick(draft.blocks[block].len()))
}

fn pick_inst(draft: &Draft, tape: &mut Tape) -> usize {
    let (block, position) = pick_place(draft, tape);
    draft.blocks[block][position]
}

/// Where code may be inserted: the first position at or after this one past φs, allocas and landing pads.
pub(super) fn after_head(draft: &Draft, block: usize, position: usize) -> usize {
    let heads = [InstKind::Phi, InstKind::StaticAlloca, InstKind::LandingPad];
    let is_head = |&i: &usize| heads.contains(&draft.insts[i].kind);
    let head = draft.blocks[block].iter().take_while(|i| is_head(i)).count();
    position.max(head)
}

/// A value of this type that dominates a position; a φ's position is the head of its block.
pub(super) fn pick_value(
    draft: &Draft,
    tape: &mut Tape,
    (block, position): (usize, usize),
    ty: TypeId,
) -> Option<Value> {
    let args = (0..draft.params.len()).filter(|&a| draft.params[a].ty == ty);
    let mut known: Vec<Value> = args.map(|a| Value::Arg(ArgId::new(a))).collect();
    let is_alloca = |&i: &usize| draft.insts[i].kind == InstKind::StaticAlloca;
    let allocas = draft.blocks[0].iter().copied().filter(|i| block != 0 && is_alloca(i));
    let earlier = draft.blocks[block][..position].iter().copied();
    let insts = allocas.chain(earlier).filter(|&i| draft.insts[i].ty == ty);
    known.extend(insts.map(|i| Value::Inst(InstId::new(i))));
    let has_constants = generate::tables().consts.values().any(|c| c.ty == ty);
    if has_constants && (known.is_empty() || tape.one_in(3)) {
        return Some(constant(ty, tape.pick(usize::MAX)));
    }
    tape.choose(&known)
}

fn insert(draft: &mut Draft, tape: &mut Tape) {
    let (block, position) = pick_place(draft, tape);
    let position = after_head(draft, block, position);
    let key = tape.pick(OPS.len());
    let made = generate::op(key, |ty| pick_value(draft, tape, (block, position), ty));
    if let Some(inst) = made {
        insert_at(draft, block, position, inst);
    }
}

pub(super) fn insert_at(draft: &mut Draft, block: usize, position: usize, inst: Inst) {
    let number = draft.push(block, inst);
    draft.blocks[block].pop();
    draft.blocks[block].insert(position, number);
}

/// Takes an instruction out; its users get a constant.
fn delete(draft: &mut Draft, tape: &mut Tape) {
    let (block, position) = pick_place(draft, tape);
    let number = draft.blocks[block][position];
    let inst = &draft.insts[number];
    let stays = inst.kind.is_terminator() || inst.kind == InstKind::LandingPad;
    let tied = stays || is_tied(draft, number);
    if !tied {
        let ty = inst.ty;
        draft.blocks[block].remove(position);
        replace(draft, Value::Inst(InstId::new(number)), ty, tape);
    }
}

/// Whether some user needs this very value.
fn is_tied(draft: &Draft, number: usize) -> bool {
    let value = Value::Inst(InstId::new(number));
    let mut operands = draft.insts.iter().flat_map(|i| &i.operands);
    operands.any(|o| o.value == value && o.mode == OperandMode::Same)
}

fn replace(draft: &mut Draft, old: Value, ty: TypeId, tape: &mut Tape) {
    let number = tape.pick(usize::MAX);
    for operand in draft.insts.iter_mut().flat_map(|i| &mut i.operands) {
        if operand.value == old {
            operand.value = constant(ty, number);
        }
    }
}

/// Ends a block early and goes on in a new one.
fn split(draft: &mut Draft, tape: &mut Tape) {
    let (block, position) = pick_place(draft, tape);
    let position = after_head(draft, block, position);
    let tail = draft.blocks[block].split_off(position);
    let new = draft.new_block();
    tail.iter().for_each(|&i| draft.insts[i].block = BlockId::new(new));
    draft.blocks[new] = tail;
    for phi in draft.insts.iter_mut().filter(|i| i.kind == InstKind::Phi) {
        for operand in phi.operands.iter_mut().skip(1).step_by(2) {
            if operand.value == Value::Block(BlockId::new(block)) {
                operand.value = Value::Block(BlockId::new(new));
            }
        }
    }
    draft.push(block, generate::jump(new));
}

/// Leaves a terminator one of its successors; blocks may go with the others.
fn drop_edges(draft: &mut Draft, tape: &mut Tape) {
    let block = tape.pick(draft.blocks.len());
    let mut successors: Vec<usize> = draft.successors(block).collect();
    let last = *draft.blocks[block].last().expect("blocks end in terminators");
    if draft.insts[last].kind == InstKind::Invoke {
        successors.truncate(1);
    }
    let has_result = is_used(draft, last);
    if let Some(target) = tape.choose(&successors).filter(|_| !has_result) {
        draft.blocks[block].pop();
        draft.push(block, generate::jump(target));
    }
}

fn is_used(draft: &Draft, number: usize) -> bool {
    let value = Value::Inst(InstId::new(number));
    draft.insts.iter().flat_map(|i| &i.operands).any(|o| o.value == value)
}

fn swap_params(draft: &mut Draft, tape: &mut Tape) {
    let count = draft.params.len();
    let (a, b) = (tape.pick(count), tape.pick(count));
    if count == 0 || draft.params[a].abi.pinned || draft.params[b].abi.pinned {
        return;
    }
    draft.params.swap(a, b);
    let (a, b) = (Value::Arg(ArgId::new(a)), Value::Arg(ArgId::new(b)));
    for operand in draft.insts.iter_mut().flat_map(|i| &mut i.operands) {
        if operand.value == a {
            operand.value = b;
        } else if operand.value == b {
            operand.value = a;
        }
    }
}

fn add_param(draft: &mut Draft, tape: &mut Tape) {
    let types: Vec<TypeId> = generate::tables().consts.values().map(|c| c.ty).collect();
    let ty = tape.choose(&types).expect("there are constants");
    let abi = ParamAbi::default();
    draft.params.push(Param { ty, abi, registers: ArgumentRegisters::ONE });
}

/// Drops the last parameter, or makes every `ret` return nothing.
fn drop_value(draft: &mut Draft, tape: &mut Tape) {
    if tape.one_in(2) {
        return drop_returns(draft);
    }
    if draft.params.last().is_some_and(|p| !p.abi.pinned) {
        let ty = draft.params.pop().expect("it has a last").ty;
        replace(draft, Value::Arg(ArgId::new(draft.params.len())), ty, tape);
    }
}

fn drop_returns(draft: &mut Draft) {
    draft.ret = TypeId::from_u32(0);
    for inst in draft.insts.iter_mut().filter(|i| i.kind == InstKind::Ret) {
        *inst = Inst { block: inst.block, ..generate::ret(draft.ret, None) };
    }
}

/// Gives an instruction the key of its neighbour in the catalogue, if that one has the same types. A landing
/// pad gets the other clause.
fn change_op(draft: &mut Draft, tape: &mut Tape) {
    let number = pick_inst(draft, tape);
    let inst = &mut draft.insts[number];
    // Pairs of keys of the catalogue whose instructions differ in nothing else.
    let twins = [(0, 1), (1, 0), (9, 10), (10, 9), (102, 103), (103, 102)];
    if let Some(&(_, new)) = twins.iter().find(|&&(old, _)| old == inst.key.0) {
        inst.key.0 = new;
        inst.code = new;
        inst.commutes = generate::commutes(inst.key);
    }
    if inst.kind == InstKind::LandingPad {
        let block = inst.block;
        *inst = Inst { block, ..generate::landing_pad(inst.key.0 as usize + 1) };
    }
}

/// Takes a lifetime marker away, or puts one somewhere.
fn change_markers(draft: &mut Draft, tape: &mut Tape) {
    if tape.one_in(2) {
        let number = tape.pick(draft.markers.len());
        if number < draft.markers.len() {
            draft.markers.swap_remove(number);
        }
        return;
    }
    let (block, position) = pick_place(draft, tape);
    let before = draft.blocks[block][after_head(draft, block, position)];
    let is_alloca = |&&i: &&usize| draft.insts[i].kind == InstKind::StaticAlloca;
    let allocas: Vec<usize> = draft.blocks[0].iter().filter(is_alloca).copied().collect();
    let starts = tape.one_in(2);
    if let Some(slot) = tape.choose(&allocas) {
        let (before, slot) = (InstId::new(before), InstId::new(slot));
        draft.markers.push(Marker { before, starts, slot });
    }
}

/// Makes an ordinary call of a tail call, or the other way round.
fn change_tail(draft: &mut Draft, tape: &mut Tape) {
    let (block, position) = pick_place(draft, tape);
    let is_call = |&&i: &&usize| generate::is_call(draft.insts[i].key);
    if let Some(&number) = draft.blocks[block][position..].iter().find(is_call) {
        draft.insts[number].call = match draft.insts[number].call {
            Some(Call::Tail) => Some(Call::Plain),
            _ => Some(Call::Tail),
        };
    }
}

/// Exchanges the first two operands of the first instruction from some place on that commutes.
fn exchange_operands(draft: &mut Draft, tape: &mut Tape) {
    let (block, position) = pick_place(draft, tape);
    let commutes = |&&i: &&usize| draft.insts[i].commutes;
    if let Some(&number) = draft.blocks[block][position..].iter().find(commutes) {
        draft.insts[number].operands.swap(0, 1);
    }
}

fn swap_successors(draft: &mut Draft, tape: &mut Tape) {
    let block = tape.pick(draft.blocks.len());
    let last = *draft.blocks[block].last().expect("blocks end in terminators");
    let first_block = draft.insts[last].operands.iter().position(|o| is_block(o.value));
    // The edges of an invoke cannot change places.
    let swaps = draft.insts[last].kind != InstKind::Invoke;
    if let Some(first) = first_block.filter(|_| swaps) {
        let blocks = &mut draft.insts[last].operands[first..];
        let (a, b) = (tape.pick(blocks.len()), tape.pick(blocks.len()));
        blocks.swap(a, b);
    }
}

fn is_block(value: Value) -> bool {
    matches!(value, Value::Block(_))
}

fn type_of(draft: &Draft, value: Value) -> Option<TypeId> {
    match value {
        Value::Inst(i) => Some(draft.insts[i.index()].ty),
        Value::Arg(a) => Some(draft.params[a.index()].ty),
        Value::Const(c) => Some(constant_type(c)),
        Value::Block(_) => None,
    }
}

/// Gives an operand another value of its type.
fn change_operand(draft: &mut Draft, tape: &mut Tape) {
    let (block, position) = pick_place(draft, tape);
    let number = draft.blocks[block][position];
    let inst = &draft.insts[number];
    let index = tape.pick(inst.operands.len());
    let Some(&operand) = inst.operands.get(index) else {
        return;
    };
    // A φ's value must dominate the predecessor, so no instruction of a block is sure to do.
    let (block, position) = if inst.kind == InstKind::Phi { (0, 0) } else { (block, position) };
    let Some(ty) = type_of(draft, operand.value) else {
        return;
    };
    if operand.mode != OperandMode::Selectable {
        return;
    }
    if let Some(value) = pick_value(draft, tape, (block, position), ty) {
        draft.insts[number].operands[index].value = value;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::generate::{lookalikes, twins};

    proptest! {
        #[test]
        fn twins_are_valid((_, right) in twins()) {
            prop_assert_eq!(right.validate(), Ok(()));
        }

        #[test]
        fn lookalikes_have_the_same_shape((left, right) in lookalikes()) {
            prop_assert_eq!(right.validate(), Ok(()));
            let kinds = |f: &crate::ir::EncodedFunction| -> Vec<_> {
                f.insts.values().map(|i| (i.kind, i.ty, i.block, i.operands.len())).collect()
            };
            prop_assert_eq!(kinds(&left), kinds(&right));
        }
    }
}
