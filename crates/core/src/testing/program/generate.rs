//! Programs at random: functions that call each other, and copies of them that differ a little.
//!
//! Consumes: a [`Tape`]. Produces: a [`Program`] of up to [`MOST`] functions.
//! Guarantees: functions are valid. Copies of a base call what it calls, or others of the same bases: calls
//! of the function itself, of each other in turn, and chains are frequent. What copies differ in: constants,
//! callees, keys, promises, the number or kind of a parameter, the order of blocks.

use cranelift_entity::EntityRef;
use proptest::prelude::*;

use super::super::build::{I32, I64, PTR, VOID};
use super::super::draft::Draft;
use super::super::{Tape, generate, mutate};
use super::*;
use crate::ir::{ArgId, InstId, Param, ParamAbi};
use crate::registers::ArgumentRegisters;

/// Most functions of a program.
pub const MOST: usize = 8;
/// How many external functions there are.
const EXTERNALS: u32 = 3;
/// The key of an instruction that names a function for good.
const NAMING: u32 = 420;

/// Any program.
pub fn programs() -> impl Strategy<Value = Program> {
    prop::collection::vec(any::<u32>(), 0..600).prop_map(|choices| program(&mut Tape::new(choices)))
}

/// The constants of all programs, but for functions. The first are those of [`generate::tables`], by type.
fn pool() -> PrimaryMap<ConstId, Constant> {
    use Constant::{Address, External, Integer, Local, Null};
    let numbers = |bits| [0, 1, 7].map(|value| Integer(bits, value));
    let flags = [Integer(1, 0), Integer(1, -1), Integer(1, 0)];
    let pointers = [Null, Address(0), Address(1)];
    let more = [
        Integer(32, 300),
        Integer(32, -1),
        Integer(64, 300),
        Integer(64, (1 << 32) + 7),
        Local(0),
        Local(1),
    ];
    let externals = (0..EXTERNALS).map(External);
    let all = flags.into_iter().chain(numbers(32)).chain(numbers(64)).chain(pointers);
    all.chain(more).chain(externals).collect()
}

/// One program.
pub fn program(tape: &mut Tape) -> Program {
    let bases = bases(tape);
    let count = (bases.len() + 1 + tape.pick(MOST - bases.len())).min(MOST);
    let base_of: Vec<usize> =
        (0..count).map(|f| if f < bases.len() { f } else { tape.pick(bases.len()) }).collect();
    let mut program = Program { symbols: PrimaryMap::new(), constants: pool() };
    let mut maker = Maker { tape, program: &mut program, bases, base_of, addresses: Vec::new() };
    maker.addresses = (0..count).map(|f| maker.address(f)).collect();
    (0..maker.bases.len()).for_each(|base| maker.add_calls(base));
    (0..count).for_each(|function| maker.define(function));
    settle_calls(&mut program);
    program
}

fn bases(tape: &mut Tape) -> Vec<EncodedFunction> {
    let count = 1 + tape.pick(3);
    (0..count).map(|n| generate::function(tape, &format!("base{n}"), 4 + 6 * n)).collect()
}

struct Maker<'a> {
    tape: &'a mut Tape,
    program: &'a mut Program,
    bases: Vec<EncodedFunction>,
    /// By function.
    base_of: Vec<usize>,
    /// By function.
    addresses: Vec<ConstId>,
}

impl Maker<'_> {
    fn address(&mut self, function: usize) -> ConstId {
        self.program.constants.push(Constant::Function(FuncId::new(function)))
    }

    fn external(&mut self) -> Value {
        let number = self.tape.pick(EXTERNALS as usize) as u32;
        Value::Const(self.program.constant(Constant::External(number)))
    }

    //===-- Bases -------------------------------------------------------------------------------------

    /// Puts calls into a base, and functions in the places of other pointers.
    fn add_calls(&mut self, base: usize) {
        let mut draft = Draft::of(&self.bases[base]);
        for _ in 0..self.tape.pick(5) {
            self.add_call(&mut draft);
        }
        self.turn_invokes(&mut draft);
        self.pass_functions(&mut draft);
        let name = format!("base{base}");
        self.bases[base] = draft.finish(&name);
    }

    fn add_call(&mut self, draft: &mut Draft) {
        let (block, position) = mutate::pick_place(draft, self.tape);
        let position = mutate::after_head(draft, block, position);
        let key = if self.tape.one_in(5) { NAMED_CALL } else { CALL };
        let made = match self.tape.one_in(3) {
            true => self.external_call(draft, (block, position), key),
            false => self.own_call(draft, (block, position), key),
        };
        mutate::insert_at(draft, block, position, made);
    }

    fn value(&mut self, draft: &Draft, at: (usize, usize), ty: TypeId) -> Value {
        mutate::pick_value(draft, self.tape, at, ty).expect("arguments are of selectable types")
    }

    fn external_call(&mut self, draft: &Draft, at: (usize, usize), key: u32) -> Inst {
        let callee = self.external();
        let types = [I32, PTR, I64];
        let types = &types[..1 + self.tape.pick(3)];
        let arguments: Vec<_> =
            types.iter().map(|&ty| self.value(draft, at, TypeId::from_u32(ty))).collect();
        let ty = [I32, I64, PTR][self.tape.pick(3)];
        call(key, TypeId::from_u32(ty), callee, arguments)
    }

    fn own_call(&mut self, draft: &Draft, at: (usize, usize), key: u32) -> Inst {
        let function = self.tape.pick(self.base_of.len());
        let base = &self.bases[self.base_of[function]];
        let (types, ret): (Vec<_>, _) = (base.params.values().map(|p| p.ty).collect(), base.ret);
        let arguments: Vec<_> = types.into_iter().map(|ty| self.value(draft, at, ty)).collect();
        call(key, ret, Value::Const(self.addresses[function]), arguments)
    }

    /// Gives most invokes a callee: a function of a fitting type, or an external one.
    fn turn_invokes(&mut self, draft: &mut Draft) {
        for inst in draft.insts.iter_mut().filter(|i| i.kind == InstKind::Invoke) {
            if self.tape.one_in(4) {
                continue;
            }
            let taking = |b: &EncodedFunction| {
                b.ret.as_u32() == I32
                    && b.params.len() == 1
                    && b.params[ArgId::new(0)].ty.as_u32() == I32
            };
            let fitting = (0..self.base_of.len()).filter(|&f| taking(&self.bases[self.base_of[f]]));
            let fitting: Vec<_> = fitting.collect();
            let own = self.tape.choose(&fitting).map(|f| Value::Const(self.addresses[f]));
            let number = self.tape.pick(EXTERNALS as usize) as u32;
            let external = Value::Const(self.program.constant(Constant::External(number)));
            let callee = own.unwrap_or(external);
            let mut made = call(INVOKE_CALL, inst.ty, callee, [inst.operands[0].value]);
            made.operands.extend(inst.operands[1..].iter().copied());
            *inst = Inst { block: inst.block, ..made };
        }
    }

    /// Puts addresses of functions, and what cannot be passed, where other constant pointers are.
    fn pass_functions(&mut self, draft: &mut Draft) {
        for inst in draft.insts.iter_mut() {
            let first = usize::from(is_call(inst));
            for operand in inst.operands.iter_mut().skip(first) {
                let Value::Const(id) = operand.value else { continue };
                let is_pointer = self.program.constants[id].ty().as_u32() == PTR;
                if is_pointer && operand.mode == OperandMode::Selectable && self.tape.one_in(5) {
                    let function = self.tape.pick(self.addresses.len());
                    operand.value = Value::Const(self.addresses[function]);
                }
            }
        }
        if self.tape.one_in(8) {
            let function = self.tape.pick(self.addresses.len());
            let value = Value::Const(self.addresses[function]);
            let naming = super::super::build::rigid(VOID, NAMING, &[value]);
            let position = mutate::after_head(draft, 0, 0);
            mutate::insert_at(draft, 0, position, naming);
        }
    }

    //===-- Functions ---------------------------------------------------------------------------------

    fn define(&mut self, function: usize) {
        let base = self.base_of[function];
        let mut body = self.bases[base].clone();
        body.name = format!("f{function}");
        if function >= self.bases.len() || self.tape.one_in(2) {
            self.lead_elsewhere(&mut body, function);
            for _ in 0..self.tape.pick(4) {
                self.change(&mut body);
            }
        }
        let linkages = [
            Linkage::Local,
            Linkage::External,
            Linkage::Local,
            Linkage::OneOfEqual,
            Linkage::Interposable,
        ];
        let linkage = linkages[self.tape.pick(linkages.len())];
        let insignificant = self.tape.one_in(2);
        let definition =
            Definition { body, linkage, insignificant, address: function as u32, is_thunk: false };
        self.program.symbols.push(Symbol::Defined(Box::new(definition)));
    }

    /// Each call of the base's own kind leads where it led, to the function itself, or to another copy.
    fn lead_elsewhere(&mut self, body: &mut EncodedFunction, function: usize) {
        let way = self.tape.pick(4);
        for inst in body.insts.values_mut() {
            for operand in inst.operands.iter_mut() {
                let Some(old) = self.program.named(operand.value) else { continue };
                let base = self.base_of[old.index()];
                let alike: Vec<usize> =
                    (0..self.base_of.len()).filter(|&f| self.base_of[f] == base).collect();
                let at = alike.iter().position(|&f| f == old.index()).expect("it is like itself");
                let own = self.base_of[function] == base;
                let new = match way {
                    0 => old.index(),
                    1 if own => function,
                    2 => alike[(at + 1) % alike.len()],
                    _ => alike[self.tape.pick(alike.len())],
                };
                operand.value = Value::Const(self.addresses[new]);
            }
        }
    }

    fn change(&mut self, body: &mut EncodedFunction) {
        match self.tape.pick(12) {
            0 => self.change_key(body),
            1 => self.toggle_promise(body),
            2 => add_param(body),
            3 => self.turn_kind(body),
            4 => self.shuffle(body),
            5 => self.change_callee(body),
            _ => self.change_constant(body),
        }
    }

    fn pick(&mut self, body: &EncodedFunction) -> InstId {
        InstId::new(self.tape.pick(body.insts.len()))
    }

    /// The first instruction from some place on that will do.
    fn pick_one(
        &mut self,
        body: &EncodedFunction,
        will_do: impl Fn(&Inst) -> bool,
    ) -> Option<InstId> {
        let start = self.pick(body).index();
        let numbers = (start..body.insts.len()).chain(0..start).map(InstId::new);
        numbers.into_iter().find(|&i| will_do(&body.insts[i]))
    }

    fn change_key(&mut self, body: &mut EncodedFunction) {
        let twins = [(0, 1), (1, 0), (9, 10), (10, 9), (CALL, NAMED_CALL)];
        let other = |key: u32| twins.iter().find(|&&(old, _)| old == key).map(|&(_, new)| new);
        if let Some(id) = self.pick_one(body, |i| other(plain(i).0).is_some()) {
            let inst = &mut body.insts[id];
            inst.key.0 = other(plain(inst).0).expect("it was looked for");
            inst.commutes = generate::commutes(inst.key);
            if is_named(inst) {
                inst.operands[0].mode = OperandMode::Same;
            }
        }
    }

    /// Only what has operands promises something of them.
    fn toggle_promise(&mut self, body: &mut EncodedFunction) {
        let may = |i: &Inst| i.kind == InstKind::Normal && plain(i).0 < 9;
        if let Some(id) = self.pick_one(body, may) {
            let inst = &mut body.insts[id];
            promise(inst, !promises(inst));
        }
    }

    /// Makes an integer of a pointer that is the result of something, or the other way round.
    fn turn_kind(&mut self, body: &mut EncodedFunction) {
        let other = |ty: TypeId| match ty.as_u32() {
            I64 => Some(TypeId::from_u32(PTR)),
            PTR => Some(TypeId::from_u32(I64)),
            _ => None,
        };
        let number = ArgId::new(self.tape.pick(body.params.len()));
        match body.params.get(number).and_then(|p| other(p.ty)).filter(|_| self.tape.one_in(2)) {
            Some(ty) if !body.params[number].abi.pinned => body.params[number].ty = ty,
            _ => {
                let turns = |i: &Inst| i.kind == InstKind::Normal && other(i.ty).is_some();
                if let Some(id) = self.pick_one(body, turns) {
                    body.insts[id].ty = other(body.insts[id].ty).expect("it was looked for");
                }
            }
        }
    }

    /// The same blocks in another order.
    fn shuffle(&mut self, body: &mut EncodedFunction) {
        let draft = Draft::of(body);
        let mut order: Vec<usize> = (0..draft.blocks.len()).collect();
        let turn = self.tape.pick(order.len().saturating_sub(1));
        order[1..].rotate_left(turn);
        *body = draft.in_order(&order).finish(&body.name.clone());
    }

    fn change_callee(&mut self, body: &mut EncodedFunction) {
        let program = &*self.program;
        let is_external = |i: &Inst| match i.operands.first().map(|o| o.value) {
            Some(Value::Const(id)) => matches!(program.constants[id], Constant::External(_)),
            _ => false,
        };
        if let Some(id) = self.pick_one_call(body, is_external) {
            let callee = self.external();
            body.insts[id].operands[0].value = callee;
        }
    }

    fn pick_one_call(
        &self,
        body: &EncodedFunction,
        will_do: impl Fn(&Inst) -> bool,
    ) -> Option<InstId> {
        body.insts.iter().find(|(_, i)| is_call(i) && will_do(i)).map(|(id, _)| id)
    }

    /// Gives one constant another value of its type; and with it, now and then, all that are equal to it.
    fn change_constant(&mut self, body: &mut EncodedFunction) {
        let may = |inst: &Inst, index: usize| {
            let operand = inst.operands[index];
            let is_callee = is_call(inst) && index == 0;
            matches!(operand.value, Value::Const(_))
                && operand.mode == OperandMode::Selectable
                && !is_callee
        };
        let has = |inst: &Inst| (0..inst.operands.len()).any(|index| may(inst, index));
        let Some(id) = self.pick_one(body, has) else { return };
        let inst = &body.insts[id];
        let places: Vec<usize> = (0..inst.operands.len()).filter(|&i| may(inst, i)).collect();
        let place = self.tape.choose(&places).expect("it has one");
        let Value::Const(old) = inst.operands[place].value else { unreachable!("as was asked") };
        let new = Value::Const(self.other_constant(old));
        if self.tape.one_in(2) {
            body.insts[id].operands[place].value = new;
            return;
        }
        for inst in body.insts.values_mut() {
            for index in 0..inst.operands.len() {
                if may(inst, index) && inst.operands[index].value == Value::Const(old) {
                    inst.operands[index].value = new;
                }
            }
        }
    }

    fn other_constant(&mut self, old: ConstId) -> ConstId {
        let ty = self.program.constants[old].ty();
        let alike = self.program.constants.iter().filter(|(_, c)| c.ty() == ty);
        let is_plain = |c: &Constant| !matches!(c, Constant::External(_));
        let alike: Vec<ConstId> = alike.filter(|(_, c)| is_plain(c)).map(|(id, _)| id).collect();
        self.tape.choose(&alike).expect("at least the constant itself")
    }
}

fn add_param(body: &mut EncodedFunction) {
    let abi = ParamAbi::default();
    body.params.push(Param { ty: TypeId::from_u32(I32), abi, registers: ArgumentRegisters::ONE });
}

/// Makes each call of a function pass as many arguments as it takes now.
fn settle_calls(program: &mut Program) {
    let types = |d: &Definition| d.body.params.values().map(|p| p.ty).collect::<Vec<_>>();
    let taken: Vec<_> = program.defined().map(|(_, d)| types(d)).collect();
    let named: PrimaryMap<ConstId, Constant> = program.constants.clone();
    for (_, body) in program.bodies_mut() {
        for inst in body.insts.values_mut().filter(|i| is_call(i)) {
            let Value::Const(callee) = inst.operands[0].value else { continue };
            let Constant::Function(function) = named[callee] else { continue };
            let count = value_count(inst);
            let blocks: Vec<_> = inst.operands.drain(count..).collect();
            let given = inst.operands.len() - 1;
            for &ty in taken[function.index()].iter().skip(given) {
                let value = generate::constant(ty, 1);
                inst.operands.push(Operand { value, mode: OperandMode::Selectable });
            }
            inst.operands.extend(blocks);
        }
    }
}
