//! Random valid functions: structured code, so that SSA form comes for free.
//!
//! Consumes: a [`Tape`]. Produces: [`EncodedFunction`]s over the types and constants of [`tables`].
//! Guarantees: every function passes [`EncodedFunction::validate`]; keys, types and modes are those of one
//! fixed catalogue, so that functions of different tapes go together.
//!
//! Control flow: conditionals and switches with empty, returning and joined arms (so edges may repeat),
//! loops with breaks and continues, invokes whose result may feed a φ of their normal destination, landing
//! pads of one invoke or of all invokes of a region (nested in one another), which resume or go on. Lifetime
//! markers stand around stretches of code, or anywhere; tail calls before returns, or before a join of them.

use cranelift_entity::EntityRef;
use proptest::prelude::*;
use smallvec::SmallVec;

use super::draft::Draft;
use super::{Tape, mutate};
use crate::ir::{
    ArgId, BlockId, Call, ConstId, ConstInfo, EncodedFunction, Inst, InstId, InstKind, Operand,
    OperandMode, Param, ParamAbi, Tables, TypeId, TypeInfo, Value,
};
use crate::key::MergeKey;
use crate::registers::ArgumentRegisters;
use crate::stack::{FrameLimit, Marker, Recursion};

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
const VOID: u32 = 0;
const I1: u32 = 1;
const I32: u32 = 2;
const I64: u32 = 3;
const PTR: u32 = 4;
const TOKEN: u32 = 6;
/// The types that values may be selected of.
const SELECTABLE: [u32; 4] = [I1, I32, I64, PTR];
/// How many constants each of them has.
const CONSTS: usize = 3;

/// The types and constants of all generated functions.
pub fn tables() -> Tables {
    let mut tables = Tables::default();
    for (name, selectable) in TYPES {
        tables.types.push(TypeInfo { name: name.into(), is_void: name == "void", selectable });
    }
    for ty in SELECTABLE {
        for number in 0..CONSTS {
            tables.consts.push(ConstInfo { ty: ty_id(ty), name: format!("{number}") });
        }
    }
    tables
}

fn ty_id(ty: u32) -> TypeId {
    TypeId::from_u32(ty)
}

/// The constant of a selectable type with this number.
pub(super) fn constant(ty: TypeId, number: usize) -> Value {
    let row = SELECTABLE.iter().position(|&t| ty_id(t) == ty).expect("constants are selectable");
    Value::Const(ConstId::new(row * CONSTS + number % CONSTS))
}

/// The type of a constant of [`tables`].
pub(super) fn constant_type(id: ConstId) -> TypeId {
    ty_id(SELECTABLE[id.index() / CONSTS])
}

/// An instruction that a function may hold anywhere.
pub(super) struct Op {
    ty: u32,
    commutes: bool,
    operands: &'static [(u32, OperandMode)],
}

use OperandMode::{Same, Selectable};

/// The catalogue. The index is the merge key. Neighbours of equal types are there on purpose: they differ
/// in their keys, and in whether they commute.
pub(super) const OPS: [Op; 13] = [
    Op { ty: I32, commutes: true, operands: &[(I32, Selectable), (I32, Selectable)] },
    Op { ty: I32, commutes: false, operands: &[(I32, Selectable), (I32, Selectable)] },
    Op { ty: I64, commutes: true, operands: &[(I64, Selectable), (I64, Selectable)] },
    Op { ty: I64, commutes: false, operands: &[(I32, Selectable)] },
    Op { ty: I1, commutes: true, operands: &[(I32, Selectable), (I32, Selectable)] },
    Op { ty: I32, commutes: false, operands: &[(PTR, Selectable)] },
    Op { ty: VOID, commutes: false, operands: &[(I32, Selectable), (PTR, Selectable)] },
    Op { ty: PTR, commutes: false, operands: &[(PTR, Selectable), (I64, Selectable)] },
    Op { ty: I32, commutes: false, operands: &[(I32, Selectable), (PTR, Selectable)] },
    Op { ty: VOID, commutes: false, operands: &[(I64, Selectable)] },
    Op { ty: VOID, commutes: false, operands: &[(I64, Selectable)] },
    Op { ty: TOKEN, commutes: false, operands: &[] },
    Op { ty: I32, commutes: false, operands: &[(TOKEN, Same), (I32, Selectable)] },
];
/// The key of the instruction with an operand that must be an alloca, on both sides the same.
const LIFETIME: u32 = 50;
/// Plus the return type: a call that may be a tail call.
const CALL: u32 = 60;
const JUMP: u32 = 100;
const BRANCH: u32 = 101;
/// Two keys, which differ in nothing else.
const INVOKE: u32 = 102;
const RESUME: u32 = 105;
/// Plus the return type.
const RET: u32 = 110;
/// Plus the number of successors.
const SWITCH: u32 = 120;
/// Plus the clause.
const LANDING_PAD: u32 = 130;
/// Plus the type.
const PHI: u32 = 200;
/// Plus the constant.
const ALLOCA: u32 = 300;

/// An instruction outside of any block yet.
fn inst(kind: InstKind, ty: u32, key: u32, operands: impl IntoIterator<Item = Operand>) -> Inst {
    let operands = operands.into_iter().collect();
    let (block, key) = (BlockId::from_u32(0), MergeKey(key));
    let (ty, code, commutes) = (ty_id(ty), key.0, commutes(key));
    let call = (kind == InstKind::Invoke).then_some(Call::Plain);
    Inst { kind, ty, key, code, cost: 1, bytes: 0, call, commutes, block, operands }
}

/// Whether the first two operands of instructions with this key may change places.
pub(super) fn commutes(key: MergeKey) -> bool {
    OPS.get(key.0 as usize).is_some_and(|op| op.commutes)
}

fn operand(value: Value, mode: OperandMode) -> Operand {
    Operand { value, mode }
}

fn block_operand(block: usize) -> Operand {
    operand(Value::Block(BlockId::new(block)), Same)
}

/// An unconditional branch.
pub(super) fn jump(target: usize) -> Inst {
    inst(InstKind::Terminator, VOID, JUMP, [block_operand(target)])
}

/// A landing pad with one of two clauses.
pub(super) fn landing_pad(clause: usize) -> Inst {
    let clause = clause % 2;
    let operands = [operand(constant(ty_id(PTR), clause), Same)];
    inst(InstKind::LandingPad, I64, LANDING_PAD + clause as u32, operands)
}

/// A `ret` of this type and value.
pub(super) fn ret(ty: TypeId, value: Option<Value>) -> Inst {
    let operands = value.map(|v| operand(v, Selectable));
    inst(InstKind::Ret, VOID, RET + ty.as_u32(), operands)
}

/// One instruction of the catalogue with the values that `value` gives for its operands' types.
pub(super) fn op(key: usize, mut value: impl FnMut(TypeId) -> Option<Value>) -> Option<Inst> {
    let Op { ty, operands, .. } = OPS[key];
    let mut values = SmallVec::<[Operand; 3]>::new();
    for &(ty, mode) in operands {
        values.push(operand(value(ty_id(ty))?, mode));
    }
    Some(inst(InstKind::Normal, ty, key as u32, values))
}

/// Whether instructions with this key may be marked `tail`.
pub(super) fn is_call(key: MergeKey) -> bool {
    (CALL..CALL + TYPES.len() as u32).contains(&key.0)
}

/// The values that may be used at a point, with their types.
type Scope = Vec<(Value, TypeId)>;

/// An edge that is still to get its target: a terminator's block, the operand, and what may be used there.
struct Edge {
    block: usize,
    operand: usize,
    scope: Scope,
}

/// The loop around the current point.
struct Loop {
    continues: Vec<Edge>,
    breaks: Vec<Edge>,
}

struct Generator<'t> {
    tape: &'t mut Tape,
    draft: Draft,
    /// The block that grows; none after a return.
    current: Option<usize>,
    scope: Scope,
    allocas: Vec<Value>,
    /// Markers that will stand before the next code: of which alloca, and whether its life starts.
    waiting: Vec<(InstId, bool)>,
    loops: Vec<Loop>,
    /// The unwind edges of the regions around the current point, outermost first.
    regions: Vec<Vec<Edge>>,
    /// How many instructions may still be made, roughly.
    budget: usize,
}

/// A function of roughly at most `budget` instructions.
pub fn function(tape: &mut Tape, name: &str, budget: usize) -> EncodedFunction {
    let returns = [VOID, I32, I64];
    let ret = ty_id(returns[tape.pick(returns.len())]);
    let draft = Draft {
        insts: Vec::new(),
        blocks: Vec::new(),
        params: Vec::new(),
        ret,
        markers: Vec::new(),
    };
    let (scope, allocas, loops, regions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut generator = Generator {
        tape,
        draft,
        current: None,
        scope,
        allocas,
        waiting: Vec::new(),
        loops,
        regions,
        budget,
    };
    generator.make_params();
    let entry = generator.draft.new_block();
    generator.current = Some(entry);
    generator.make_allocas();
    generator.statements(3);
    generator.make_ret();
    let mut function = generator.draft.finish(name);
    decide_surroundings(&mut function, tape);
    function
}

/// Where it is called from, and how large its frame may be.
fn decide_surroundings(function: &mut EncodedFunction, tape: &mut Tape) {
    function.uses.removable = !tape.one_in(6);
    function.uses.tail_called = tape.one_in(6);
    function.scopes_count = tape.one_in(12);
    let recursions = [Recursion::None, Recursion::Possible, Recursion::Certain];
    function.recursion = recursions[tape.pick(recursions.len())];
    if tape.one_in(4) {
        function.limit = FrameLimit::of(function.frame_size(), function.recursion);
    }
}

impl Generator<'_> {
    fn make_params(&mut self) {
        let count = self.tape.pick(5);
        let count = if self.tape.one_in(6) { 5 + count } else { count };
        for index in 0..count {
            let pinned = index == 0 && self.tape.one_in(8);
            let ty = if pinned { PTR } else { SELECTABLE[self.tape.pick(SELECTABLE.len())] };
            let abi = ParamAbi { attrs: u32::from(pinned), pinned };
            let registers = ArgumentRegisters::ONE;
            self.draft.params.push(Param { ty: ty_id(ty), abi, registers });
            self.scope.push((Value::Arg(ArgId::new(index)), ty_id(ty)));
        }
    }

    fn make_allocas(&mut self) {
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
    fn push(&mut self, inst: Inst) -> Value {
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
    fn place(&mut self, block: usize, inst: Inst) -> InstId {
        let heads = [InstKind::Phi, InstKind::StaticAlloca, InstKind::LandingPad];
        let is_head = heads.contains(&inst.kind);
        let before = InstId::new(self.draft.push(block, inst));
        if !is_head {
            let marker = |(slot, starts)| Marker { before, starts, slot };
            self.draft.markers.extend(self.waiting.drain(..).map(marker));
        }
        before
    }

    fn value(&mut self, ty: TypeId) -> Option<Value> {
        pick_value(self.tape, &self.scope, ty)
    }

    /// A value of a selectable type.
    fn selectable(&mut self, ty: u32) -> Value {
        self.value(ty_id(ty)).expect("selectable types have constants")
    }

    fn statements(&mut self, depth: usize) {
        while self.current.is_some() && self.budget > 0 {
            match self.tape.pick(27) {
                0 => return,
                20 if depth > 0 => self.make_switch(depth),
                21 if depth > 0 => self.make_loop(depth),
                22 if depth > 0 => self.make_invoke(depth),
                24 if depth > 0 => self.make_region(depth),
                25 | 26 if !self.regions.is_empty() => self.make_invoke_in_region(),
                18 | 19 if depth > 0 => self.make_if(depth),
                23 if !self.loops.is_empty() => self.leave_or_continue(),
                23 => return self.maybe_ret(),
                17 => self.make_lifetime(),
                16 => self.make_marker(),
                14 | 15 if depth > 0 && !self.allocas.is_empty() => self.make_scope(depth),
                _ => self.make_op(),
            }
        }
    }

    fn make_op(&mut self) {
        let key = self.tape.pick(OPS.len());
        let made = op(key, |ty| pick_value(self.tape, &self.scope, ty));
        if let Some(inst) = made {
            self.push(inst);
        }
    }

    fn make_lifetime(&mut self) {
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
    fn make_marker(&mut self) {
        let starts = self.tape.one_in(2);
        if let Some(alloca) = self.alloca() {
            self.waiting.push((alloca, starts));
        }
    }

    /// Makes code in which a stack slot lives.
    fn make_scope(&mut self, depth: usize) {
        let Some(alloca) = self.alloca() else { return };
        self.waiting.push((alloca, true));
        self.statements(depth - 1);
        if self.current.is_some() {
            self.waiting.push((alloca, false));
        }
    }

    fn maybe_ret(&mut self) {
        match self.tape.pick(4) {
            0 | 1 => {}
            2 => self.make_ret(),
            _ => self.make_tail_calls(),
        }
    }

    /// Makes a call of the function's type, mostly marked `tail`.
    fn make_call(&mut self) -> Value {
        let (ty, argument) = (self.draft.ret.as_u32(), self.selectable(I32));
        let call = inst(InstKind::Normal, ty, CALL + ty, [operand(argument, Selectable)]);
        let kind = if self.tape.one_in(5) { Call::Plain } else { Call::Tail };
        self.push(Inst { call: Some(kind), ..call })
    }

    /// Makes a tail call before a return, or two before a jump to one.
    fn make_tail_calls(&mut self) {
        let ty = self.draft.ret;
        let is_void = ty == ty_id(VOID);
        let condition = self.selectable(I1);
        if self.tape.one_in(2) {
            let value = self.make_call();
            self.push(ret(ty, Some(value).filter(|_| !is_void)));
            self.current = None;
            return;
        }
        let block = self.terminate(VOID, BRANCH, condition, 2);
        let scope = self.scope.clone();
        let (mut edges, mut operands) = (Vec::new(), Vec::new());
        for at in 1..=2 {
            self.scope.clone_from(&scope);
            self.enter(&[Edge { block, operand: at, scope: Vec::new() }]);
            let value = self.make_call();
            let edge = self.jump_on().expect("a block grows");
            operands.extend([operand(value, Selectable), block_operand(edge.block)]);
            edges.push(edge);
        }
        self.scope = scope;
        self.enter(&edges);
        let phi = inst(InstKind::Phi, ty.as_u32(), PHI + ty.as_u32(), operands);
        let value = if is_void { None } else { Some(self.push(phi)) };
        self.push(ret(ty, value));
        self.current = None;
    }

    fn make_ret(&mut self) {
        if self.current.is_some() {
            let ty = self.draft.ret;
            let value = if ty == ty_id(VOID) { None } else { self.value(ty) };
            self.push(ret(ty, value));
            self.current = None;
        }
    }

    /// Ends the current block; its successors are set later. Returns the block.
    fn terminate(&mut self, ty: u32, key: u32, value: Value, successors: usize) -> usize {
        let is_invoke = [INVOKE, INVOKE + 1].contains(&key);
        let kind = if is_invoke { InstKind::Invoke } else { InstKind::Terminator };
        let block = self.current.expect("code is only made where a block grows");
        let blocks = std::iter::repeat_n(block_operand(0), successors);
        let operands = std::iter::once(operand(value, Selectable)).chain(blocks);
        self.push(inst(kind, ty, key, operands));
        self.current = None;
        block
    }

    fn set_target(&mut self, edge: &Edge, target: usize) {
        let last = *self.draft.blocks[edge.block].last().expect("an edge leaves a terminator");
        self.draft.insts[last].operands[edge.operand] = block_operand(target);
    }

    /// Makes `target` (a new block) the current one, with edges from here.
    fn enter(&mut self, edges: &[Edge]) -> usize {
        let target = self.draft.new_block();
        edges.iter().for_each(|edge| self.set_target(edge, target));
        self.current = Some(target);
        target
    }

    fn make_if(&mut self, depth: usize) {
        let condition = self.selectable(I1);
        let block = self.terminate(VOID, BRANCH, condition, 2);
        self.make_arms(block, 2, depth);
    }

    fn make_switch(&mut self, depth: usize) {
        let (value, count) = (self.selectable(I32), 2 + self.tape.pick(4));
        let block = self.terminate(VOID, SWITCH + count as u32, value, count);
        self.make_arms(block, count, depth);
    }

    /// Makes an arm for each successor of `block`, or leads it straight to the join; then the join.
    fn make_arms(&mut self, block: usize, count: usize, depth: usize) {
        let scope = self.scope.clone();
        let mut ends = Vec::new();
        for operand in 1..=count {
            let edge = Edge { block, operand, scope: scope.clone() };
            if self.tape.one_in(3) {
                ends.push(edge)
            } else {
                self.make_arm(edge, depth, &mut ends)
            }
        }
        self.scope = scope;
        self.join(ends);
    }

    fn make_arm(&mut self, edge: Edge, depth: usize, ends: &mut Vec<Edge>) {
        self.scope.clone_from(&edge.scope);
        self.enter(&[edge]);
        self.statements(depth - 1);
        ends.extend(self.jump_on());
    }

    /// Ends the current block, if there is one, in a jump whose target is set later.
    fn jump_on(&mut self) -> Option<Edge> {
        let block = self.current.take()?;
        self.place(block, jump(0));
        Some(Edge { block, operand: 0, scope: self.scope.clone() })
    }

    /// Makes a block where these edges meet, with a few φs. Without edges, no code follows.
    fn join(&mut self, edges: Vec<Edge>) {
        self.current = None;
        if edges.is_empty() {
            return;
        }
        let block = self.enter(&edges);
        for _ in 0..self.tape.pick(3) {
            self.make_phi(block, &edges);
        }
    }

    /// Makes a φ at the current point, which is still the head of `block`, with a value for each of the
    /// edges' blocks.
    fn make_phi(&mut self, block: usize, edges: &[Edge]) -> usize {
        let ty = SELECTABLE[self.tape.pick(SELECTABLE.len())];
        self.push(inst(InstKind::Phi, ty, PHI + ty, []));
        let phi = self.draft.blocks[block].last().copied().expect("it was just pushed");
        edges.iter().for_each(|edge| self.add_incoming(phi, edge));
        phi
    }

    fn add_incoming(&mut self, phi: usize, edge: &Edge) {
        let from = block_operand(edge.block);
        let ty = self.draft.insts[phi].ty;
        if !self.draft.insts[phi].operands.contains(&from) {
            let value = pick_value(self.tape, &edge.scope, ty);
            let value = operand(value.expect("φs are selectable"), Selectable);
            self.draft.insts[phi].operands.extend([value, from]);
        }
    }

    fn make_invoke(&mut self, depth: usize) {
        let (value, outside) = (self.selectable(I32), self.scope.clone());
        let key = INVOKE + self.tape.pick(2) as u32;
        let block = self.terminate(I32, key, value, 2);
        let mut ends = Vec::new();
        let normal = Edge { block, operand: 1, scope: self.scope.clone() };
        let unwind = Edge { block, operand: 2, scope: outside.clone() };
        // Straight to the join, whose φs may then take the result.
        if self.tape.one_in(3) {
            ends.push(normal)
        } else {
            self.make_arm(normal, depth, &mut ends)
        }
        self.scope.clone_from(&outside);
        self.make_handler(vec![unwind], depth, &mut ends);
        self.scope = outside;
        self.join(ends);
    }

    /// Makes code of which all invokes unwind to one landing pad, and what comes behind it.
    fn make_region(&mut self, depth: usize) {
        let outside = self.scope.clone();
        self.regions.push(Vec::new());
        self.make_invoke_in_region();
        self.statements(depth - 1);
        let mut ends: Vec<Edge> = self.jump_on().into_iter().collect();
        let throws = self.regions.pop().expect("it was just pushed");
        self.scope.clone_from(&outside);
        self.make_handler(throws, depth, &mut ends);
        self.scope = outside;
        self.join(ends);
    }

    /// Makes an invoke that unwinds to the landing pad of the region.
    fn make_invoke_in_region(&mut self) {
        let (value, scope) = (self.selectable(I32), self.scope.clone());
        let key = INVOKE + self.tape.pick(2) as u32;
        let block = self.terminate(I32, key, value, 2);
        let unwind = Edge { block, operand: 2, scope };
        self.regions.last_mut().expect("only called inside of regions").push(unwind);
        let normal = Edge { block, operand: 1, scope: Vec::new() };
        let head = self.enter(&[normal]);
        if self.tape.one_in(4) {
            let scope = self.scope.clone();
            self.make_phi(head, &[Edge { block, operand: 1, scope }]);
        }
    }

    /// Makes the landing pad of these unwind edges, and the code behind it.
    fn make_handler(&mut self, throws: Vec<Edge>, depth: usize, ends: &mut Vec<Edge>) {
        let block = self.enter(&throws);
        for _ in 0..self.tape.pick(3) {
            self.make_phi(block, &throws);
        }
        let pad = landing_pad(self.tape.pick(2));
        let pad = self.push(pad);
        self.statements(depth - 1);
        if self.current.is_some() && self.tape.one_in(3) {
            self.push(inst(InstKind::Terminator, VOID, RESUME, [operand(pad, Selectable)]));
            self.current = None;
        }
        ends.extend(self.jump_on());
    }

    fn make_loop(&mut self, depth: usize) {
        let Some(start) = self.jump_on() else { return };
        let edges = [start];
        let header = self.enter(&edges);
        let phis: Vec<usize> =
            (0..self.tape.pick(4)).map(|_| self.make_phi(header, &edges)).collect();
        let scope = self.scope.clone();
        self.loops.push(Loop { continues: Vec::new(), breaks: Vec::new() });
        self.statements(depth - 1);
        if self.current.is_some() {
            self.leave_or_continue_at_end();
        }
        let Loop { continues, breaks } = self.loops.pop().expect("it was just pushed");
        for edge in &continues {
            self.set_target(edge, header);
            phis.iter().for_each(|&phi| self.add_incoming(phi, edge));
        }
        self.scope = scope;
        self.join(breaks);
    }

    /// Goes back to the header, or leaves, by a condition; nothing follows in the loop.
    fn leave_or_continue_at_end(&mut self) {
        let condition = self.selectable(I1);
        let block = self.terminate(VOID, BRANCH, condition, 2);
        let scope = self.scope.clone();
        let around = self.loops.last_mut().expect("only called inside of loops");
        around.continues.push(Edge { block, operand: 1, scope: scope.clone() });
        around.breaks.push(Edge { block, operand: 2, scope });
    }

    /// Leaves the loop, or goes back to its header, by a condition; else goes on.
    fn leave_or_continue(&mut self) {
        let condition = self.selectable(I1);
        let block = self.terminate(VOID, BRANCH, condition, 2);
        let leaves = !self.tape.one_in(3);
        let edge = Edge { block, operand: 1, scope: self.scope.clone() };
        let around = self.loops.last_mut().expect("only called inside of loops");
        if leaves {
            around.breaks.push(edge)
        } else {
            around.continues.push(edge)
        }
        let on = Edge { block, operand: 2, scope: Vec::new() };
        self.enter(&[on]);
    }
}

/// A value of this type in scope, or a constant; none where there can be none.
fn pick_value(tape: &mut Tape, scope: &Scope, ty: TypeId) -> Option<Value> {
    let known: Vec<Value> = scope.iter().filter(|(_, t)| *t == ty).map(|(v, _)| *v).collect();
    if SELECTABLE.contains(&ty.as_u32()) && (known.is_empty() || tape.one_in(4)) {
        return Some(constant(ty, tape.pick(CONSTS)));
    }
    tape.choose(&known)
}

/// Tapes for functions of up to some hundred instructions.
pub fn tapes() -> impl Strategy<Value = Tape> {
    prop::collection::vec(any::<u32>(), 0..400).prop_map(Tape::new)
}

/// Any function.
pub fn functions() -> impl Strategy<Value = EncodedFunction> {
    tapes().prop_map(|mut tape| function(&mut tape, "f", 80))
}

/// A function and a near twin of it.
pub fn twins() -> impl Strategy<Value = (EncodedFunction, EncodedFunction)> {
    (functions(), tapes()).prop_map(|(left, mut tape)| {
        let right = mutate::twin(&left, &mut tape, 12);
        (left, right)
    })
}

/// A function and another of the same shape: same blocks and φs, other operands, operations and branches.
pub fn lookalikes() -> impl Strategy<Value = (EncodedFunction, EncodedFunction)> {
    (functions(), tapes()).prop_map(|(left, mut tape)| {
        let right = mutate::lookalike(&left, &mut tape, 12);
        (left, right)
    })
}

/// So many functions of the same shape, as [`lookalikes`] are.
pub fn families(count: usize) -> impl Strategy<Value = Vec<EncodedFunction>> {
    (functions(), prop::collection::vec(tapes(), count - 1)).prop_map(|(first, mut tapes)| {
        let others = tapes.iter_mut().map(|tape| mutate::lookalike(&first, tape, 12));
        let others: Vec<EncodedFunction> = others.collect();
        [vec![first], others].concat()
    })
}

/// Two functions that have nothing in common but the catalogue.
pub fn strangers() -> impl Strategy<Value = (EncodedFunction, EncodedFunction)> {
    (functions(), functions())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_tape_gives_the_smallest_function() {
        let smallest = function(&mut Tape::default(), "f", 80);
        assert_eq!((smallest.size(), smallest.params.len()), (1, 0));
    }

    /// A generator that never makes a thing tests nothing of it.
    #[test]
    fn everything_is_generated() {
        let all: Vec<_> =
            (0..200).map(|seed| function(&mut Tape::from_seed(seed, 400), "f", 80)).collect();
        let has = |key: u32| all.iter().any(|f| f.insts.values().any(|i| i.key.0 == key));
        let keys = [
            LIFETIME,
            JUMP,
            BRANCH,
            INVOKE,
            INVOKE + 1,
            RESUME,
            LANDING_PAD,
            LANDING_PAD + 1,
            RET,
            RET + I32,
            CALL,
            CALL + I32,
            SWITCH + 3,
            PHI + PTR,
        ];
        assert!((0..OPS.len() as u32).chain(keys).all(has));
        let repeats = |f: &EncodedFunction| {
            f.blocks.keys().any(|b| {
                let succs: Vec<_> = f.successors(b).collect();
                succs.iter().any(|s| succs.iter().filter(|t| *t == s).count() > 1)
            })
        };
        assert!(all.iter().any(repeats), "a terminator with two edges to one block");
        let loops = |f: &EncodedFunction| {
            f.blocks.keys().any(|b| f.successors(b).any(|s| s <= b && f.phis(s).count() > 1))
        };
        assert!(all.iter().any(loops), "a loop with φs");
        let pads = |f: &EncodedFunction, least: usize| {
            f.blocks.keys().any(|b| {
                let leads = |from: &BlockId| f.successors(*from).any(|s| s == b);
                f.landing_pad(b).is_some() && f.blocks.keys().filter(leads).count() >= least
            })
        };
        assert!(all.iter().any(|f| pads(f, 3)), "a landing pad of several invokes");
        assert!(all.iter().any(|f| f.params.values().any(|p| p.abi.pinned)));
        assert!(all.iter().any(|f| f.size() > 60));
        assert!(all.iter().any(|f| f.params.len() > 7), "arguments on the stack");
        let tail_calls = all.iter().filter(|f| crate::plan::has_tail_calls(f)).count();
        assert!(tail_calls > 20, "{tail_calls} functions with tail calls");
        let marked = all.iter().filter(|f| f.markers.iter().any(|m| m.starts)).count();
        assert!(marked > 40, "{marked} functions with lifetimes");
        let shares = |f: &EncodedFunction| {
            f.frame_size().slots < f.insts.values().map(|inst| inst.bytes).sum::<u64>()
        };
        assert!(all.iter().any(shares), "slots that share their place");
    }

    proptest! {
        #[test]
        fn functions_are_valid(function in functions()) {
            prop_assert_eq!(function.validate(), Ok(()));
        }
    }
}
