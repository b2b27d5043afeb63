//! What a program does, and whether another one does the same.
//!
//! Consumes: a program, one of its functions, arguments. Produces: a [`Run`]: the instructions that ran, in
//! all functions together, and how it ended.
//! Guarantees: never panics, whatever was done to the program; ends, as fuel and depth are limited. Calls and
//! returns are not seen, nor are thunks and conversions: all else is, with the values it ran on. So a body
//! that does for several functions must run the very instructions of each.
//!
//! Other programs see what they are given: an external function calls back each function among its
//! arguments. All functions whose address does not matter have one address. An instruction that promises
//! something breaks its promise on some values, and then nothing that follows means anything.

use cranelift_entity::{PrimaryMap, SecondaryMap};
use thiserror::Error;

use super::super::interpret::{self, Trace, hash};
use super::{CONVERSION, Constant, Definition, Program, Symbol, bits, is_call, plain, promises};
use crate::ir::{ArgId, BlockId, FuncId, Inst, InstId, InstKind, Value};
use crate::standing::Linkage;

/// A value: what is seen of it, and the function that it leads to when it is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// What is seen.
    pub bits: u64,
    /// The function that it is the address of.
    pub target: Option<FuncId>,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It returned this, or nothing.
    Returned(Option<u64>),
    /// It threw this.
    Threw(u64),
    /// Fuel or depth ran out.
    Cut,
    /// A promise was broken.
    Undefined,
    /// A symbol that does not exist was called, or a function with arguments that it does not take.
    Stuck(FuncId),
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What ran.
    pub trace: Trace,
    /// How it ended.
    pub end: End,
}

/// How a program fails to do what another does.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// The traces differ from this event on.
    #[error("event {0} differs")]
    Event(usize),
    /// They end in different ways.
    #[error("one ends as {0:?}, the other as {1:?}")]
    End(End, End),
}

/// How many calls may be active at a time.
const DEPTH: u32 = 24;
/// How many thunks may call each other in a row.
const HOPS: u32 = 50;

/// Runs a function for at most `fuel` events and calls.
pub fn run(program: &Program, function: FuncId, arguments: &[Word], fuel: usize) -> Run {
    let mut machine =
        Machine { program, trace: Trace::new(), fuel, depth: 0, hops: HOPS, slots: 0 };
    let end = match machine.call(function, arguments.to_vec()) {
        Ok(Done::Returned(word)) => End::Returned(word.map(|w| w.bits)),
        Ok(Done::Threw(word)) => End::Threw(word.bits),
        Err(end) => end,
    };
    Run { trace: machine.trace, end }
}

/// Whether what was found is what was expected: all of it, up to the first broken promise.
///
/// # Errors
/// The first difference.
pub fn compare(expected: &Run, found: &Run) -> Result<(), Mismatch> {
    let pairs = expected.trace.iter().zip(&found.trace);
    let same = pairs.take_while(|(e, f)| e == f).count();
    if same < expected.trace.len() {
        return Err(Mismatch::Event(same));
    }
    match expected.end {
        End::Undefined => Ok(()),
        _ if same < found.trace.len() => Err(Mismatch::Event(same)),
        end if end == found.end => Ok(()),
        end => Err(Mismatch::End(end, found.end)),
    }
}

/// Arguments for a function, other ones for each seed. Now and then one is the address of a function.
pub fn arguments(program: &Program, function: FuncId, seed: u64) -> Vec<Word> {
    let Some(definition) = program.definition(function) else { return Vec::new() };
    let argument = |(id, param): (ArgId, &crate::ir::Param)| {
        let number = hash([3, seed, u64::from(id.as_u32())]);
        let is_pointer = param.ty.as_u32() == super::super::build::PTR;
        let callee = FuncId::from_u32((number >> 8) as u32 % program.symbols.len() as u32);
        // Nobody else knows a local function, and each object has its own inline functions.
        let known = [Linkage::External, Linkage::Interposable];
        let is_known = program.definition(callee).is_some_and(|d| known.contains(&d.linkage));
        match is_pointer && number.is_multiple_of(3) && is_known {
            true => address(program, callee),
            false => Word { bits: number, target: None },
        }
    };
    definition.body.params.iter().map(argument).collect()
}

/// What a constant is when the program runs.
pub fn constant(program: &Program, constant: Constant) -> Word {
    let plain = |bits| Word { bits, target: None };
    match constant {
        Constant::Integer(_, value) => plain(value as u64),
        Constant::Null => plain(0),
        Constant::Address(number) => plain(hash([4, number.into()])),
        Constant::Local(number) => plain(hash([5, number.into()])),
        Constant::External(number) => plain(hash([6, number.into()])),
        Constant::Function(function) => address(program, function),
    }
}

fn address(program: &Program, function: FuncId) -> Word {
    let body = resolved(program, function);
    let seen = program.definition(body).filter(|d| !d.insignificant);
    let bits = seen.map_or(hash([8]), |d| hash([7, d.address.into()]));
    Word { bits, target: Some(function) }
}

/// The symbol behind an alias.
fn resolved(program: &Program, function: FuncId) -> FuncId {
    match program.symbols[function] {
        Symbol::Alias(body) => body,
        _ => function,
    }
}

/// What becomes of a call.
enum Done {
    Returned(Option<Word>),
    Threw(Word),
}

struct Machine<'p> {
    program: &'p Program,
    trace: Trace,
    fuel: usize,
    depth: u32,
    /// How many thunks may still call each other.
    hops: u32,
    /// Static allocas so far: each has an address of its own.
    slots: u64,
}

impl Machine<'_> {
    fn call(&mut self, function: FuncId, arguments: Vec<Word>) -> Result<Done, End> {
        let function = resolved(self.program, function);
        let found = self.program.definition(function);
        let Some(definition) = found.filter(|d| d.body.params.len() == arguments.len()) else {
            return Err(End::Stuck(function));
        };
        if definition.is_thunk {
            self.hops = self.hops.checked_sub(1).ok_or(End::Stuck(function))?;
            return self.run_body(definition, arguments);
        }
        self.hops = HOPS;
        self.burn()?;
        if self.depth == DEPTH {
            return Err(End::Cut);
        }
        self.depth += 1;
        let done = self.run_body(definition, arguments)?;
        self.depth -= 1;
        Ok(done)
    }

    fn burn(&mut self) -> Result<(), End> {
        self.fuel = self.fuel.checked_sub(1).ok_or(End::Cut)?;
        Ok(())
    }

    fn run_body(&mut self, definition: &Definition, arguments: Vec<Word>) -> Result<Done, End> {
        let body = &definition.body;
        let arguments = arguments.into_iter().collect();
        let mut frame = Frame { definition, arguments, values: SecondaryMap::new() };
        let mut block = body.entry();
        loop {
            let step = self.run_block(&mut frame, block)?;
            let next = match step {
                Step::Leave(done) => return Ok(done),
                Step::Go(next) => next,
            };
            frame.take_edge(self.program, block, next);
            block = next;
        }
    }

    fn run_block(&mut self, frame: &mut Frame<'_>, block: BlockId) -> Result<Step, End> {
        let body = &frame.definition.body;
        for &id in &body.blocks[block].insts {
            let inst = &body.insts[id];
            let operands = frame.operands(self.program, inst);
            let targets: Vec<_> = inst.successors().collect();
            match inst.kind {
                InstKind::Phi => {}
                InstKind::Ret => return Ok(Step::Leave(Done::Returned(operands.first().copied()))),
                _ if is_call(inst) => match self.run_call(inst, &operands)? {
                    Done::Returned(word) => {
                        frame.values[id] = word.unwrap_or_default();
                        if inst.kind == InstKind::Invoke {
                            return Ok(Step::Go(targets[0]));
                        }
                    }
                    Done::Threw(_) if inst.kind == InstKind::Invoke => {
                        return Ok(Step::Go(targets[1]));
                    }
                    thrown => return Ok(Step::Leave(thrown)),
                },
                _ if plain(inst).0 == CONVERSION => {
                    frame.values[id] = converted(operands[0], bits(inst.ty));
                }
                _ => {
                    let result = self.event(inst, &operands)?;
                    frame.values[id] = Word { bits: result, target: None };
                    if inst.kind.is_terminator() {
                        let taken = interpret::choice(result, targets.len());
                        let thrown = Step::Leave(Done::Threw(frame.values[id]));
                        return Ok(targets.get(taken).map_or(thrown, |&next| Step::Go(next)));
                    }
                }
            }
        }
        unreachable!("blocks end in terminators")
    }

    /// What an instruction does that is no call.
    fn event(&mut self, inst: &Inst, operands: &[Word]) -> Result<u64, End> {
        self.burn()?;
        let mut operands: Vec<u64> = operands.iter().map(|w| w.bits).collect();
        if promises(inst) && hash(operands.iter().copied()).is_multiple_of(4) {
            return Err(End::Undefined);
        }
        if inst.kind == InstKind::StaticAlloca {
            self.slots += 1;
            operands.push(self.slots);
        }
        let shown = Inst { key: plain(inst), ..inst.clone() };
        Ok(interpret::run(&mut self.trace, &shown, operands))
    }

    fn run_call(&mut self, inst: &Inst, operands: &[Word]) -> Result<Done, End> {
        let (callee, arguments) = operands.split_first().expect("a call has a callee");
        if let Some(function) = callee.target {
            return self.call(function, arguments.to_vec());
        }
        // Calls by name and other calls look the same.
        let ty = inst.ty;
        let seen = super::call(super::CALL, ty, Value::Block(BlockId::from_u32(0)), []);
        let result = self.event(&seen, operands)?;
        for (argument, number) in arguments.iter().zip(0u64..) {
            if let Some(function) = argument.target {
                self.call_back(function, hash([9, result, number]))?;
            }
        }
        let word = Word { bits: result, target: None };
        Ok(if result.is_multiple_of(5) { Done::Threw(word) } else { Done::Returned(Some(word)) })
    }

    /// Others call back the function whose address they got. They catch what it throws.
    fn call_back(&mut self, function: FuncId, seed: u64) -> Result<(), End> {
        let resolved = resolved(self.program, function);
        let definition = self.program.definition(resolved).ok_or(End::Stuck(function))?;
        let numbers = 0..definition.body.params.len() as u64;
        let argument = |number| Word { bits: hash([seed, number]), target: None };
        self.call(function, numbers.map(argument).collect()).map(drop)
    }
}

/// A number cut to so many bits, or a pointer as it is.
fn converted(word: Word, bits: u16) -> Word {
    let unused = 64 - u32::from(bits);
    match bits {
        64 => word,
        _ => Word { bits: ((word.bits as i64) << unused >> unused) as u64, target: None },
    }
}

/// Where a block leads.
enum Step {
    Go(BlockId),
    Leave(Done),
}

struct Frame<'p> {
    definition: &'p Definition,
    arguments: PrimaryMap<ArgId, Word>,
    values: SecondaryMap<InstId, Word>,
}

impl Frame<'_> {
    fn value(&self, program: &Program, value: Value) -> Option<Word> {
        match value {
            Value::Inst(id) => Some(self.values[id]),
            Value::Arg(id) => Some(self.arguments[id]),
            Value::Const(id) => Some(constant(program, program.constants[id])),
            Value::Block(_) => None,
        }
    }

    fn operands(&self, program: &Program, inst: &Inst) -> Vec<Word> {
        inst.operands.iter().filter_map(|o| self.value(program, o.value)).collect()
    }

    /// Sets all φs of the block that an edge enters, at once.
    fn take_edge(&mut self, program: &Program, from: BlockId, to: BlockId) {
        let body = &self.definition.body;
        let taken = |phi: InstId| {
            let mut pairs = body.insts[phi].incoming();
            let value =
                pairs.find(|&(block, _)| block == from).and_then(|(_, v)| self.value(program, v));
            (phi, value.expect("a φ has a value for each predecessor"))
        };
        let new: Vec<_> = body.phis(to).map(taken).collect();
        new.into_iter().for_each(|(phi, value)| self.values[phi] = value);
    }
}
