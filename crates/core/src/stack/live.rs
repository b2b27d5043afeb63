//! Values that are alive at once: what they take of registers, and so of the frame.
//!
//! Consumes: code in SSA form as plain numbers ([`Values`]): where values are defined and used, what each takes, and where
//! calls are. Produces: the bytes of the frame that values take at most ([`KeptValues`]).
//! Guarantees: a value counts at an instruction if it is defined before it and, on some path, used after it. The time
//! is linear in the number of blocks in which values are alive, summed over all values.
//!
//! A value that is alive across a call is kept in a register that the function has saved, or it is spilled: either
//! takes its bytes in the frame. Where no call is, values take registers that nobody has to save, as long as there are
//! any; those beyond take their bytes in the frame too. The place with the most bytes decides.
//!
//! Addresses of global variables are computed where they are used. LLVM's MachineCSE may keep one for all uses that its
//! computation dominates. Whether it does is not known, so they are counted apart ([`KeptValues::addresses`]).

use std::mem;

use smallvec::SmallVec;

use crate::graph::{Dominance, Nodes};
use crate::grouped::Grouped;
use crate::registers::{Registers, ValueSize};

/// A place in a block: 0 before the first instruction, then 1, 2, … for the instructions.
type Position = u32;

/// A block, and a position in it.
type ProgramPoint = (u32, Position);

/// The values of a function: values by number, blocks by number, the entry first.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// Where each value is defined; parameters at position 0 of the entry.
    defined: Vec<ProgramPoint>,
    /// What each value takes.
    sizes: Vec<ValueSize>,
    /// The value that does not count among those that are kept across calls.
    uncounted: Option<u32>,
    /// Uses: the value, and where. An operand of a φ is used at the end of the predecessor.
    uses: Vec<(usize, ProgramPoint)>,
    /// The successors of each block.
    successors: Vec<Nodes>,
    /// The number of instructions of each block.
    lengths: Vec<Position>,
    /// The calls of each block.
    calls: Vec<SmallVec<[Position; 4]>>,
    /// The calls that pass arguments by the stack, in order.
    passing: Vec<ProgramPoint>,
    /// Uses of addresses: the variable, and where.
    addresses: Vec<(u32, ProgramPoint)>,
}

/// What an instruction does to the values that are alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionRole {
    /// A φ: its operands are pairs of a value and the predecessor that it comes from.
    Phi,
    /// A call, which may pass arguments by the stack.
    Call {
        /// Whether it does.
        by_stack: bool,
    },
    /// Any other.
    Plain,
}

/// What an operand keeps alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandRole {
    /// The value of this number.
    Value(u32),
    /// The block of this number.
    Block(u32),
    /// An address in the variable of this number.
    Variable(u32),
    /// It takes no register: a constant, or what is computed again where it is needed.
    Free,
}

/// What values take of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptValues {
    /// Bytes of registers that are saved, and of values that are spilled.
    pub bytes: u64,
    /// Bytes of the values that are alive across one call, at most: no order of instructions needs less.
    pub bytes_across: u64,
    /// The most values that are alive across one call.
    pub across_calls: u32,
    /// The most variables whose addresses may be kept across one call, beside these.
    pub addresses: u32,
}

impl Values {
    /// Code without a block, of a function with parameters of these sizes: they are the first values.
    pub fn new(params: impl Iterator<Item = ValueSize>) -> Values {
        let sizes: Vec<ValueSize> = params.collect();
        Values { defined: vec![(0, 0); sizes.len()], sizes, ..Values::default() }
    }

    /// One value takes its bytes, but does not count among those that are kept across calls, because prices count it apart.
    pub fn uncounted(self, value: u32) -> Values {
        Values { uncounted: Some(value), ..self }
    }

    /// Begins the next block.
    pub fn block(&mut self, successors: Nodes) {
        self.successors.push(successors);
        self.lengths.push(0);
        self.calls.push(SmallVec::new());
    }

    /// The next instruction of the block; its own value has this number and takes so much.
    pub fn instruction(
        &mut self,
        value: u32,
        size: ValueSize,
        role: InstructionRole,
        operands: impl Iterator<Item = OperandRole>,
    ) {
        let block = self.lengths.len() - 1;
        self.lengths[block] += 1;
        let here = self.lengths[block];
        if let InstructionRole::Call { by_stack } = role {
            self.calls[block].push(here);
            self.passing.extend(by_stack.then_some((block as u32, here)));
        }
        let (mut incoming, mut variable) = (None, None);
        for operand in operands {
            match (operand, role) {
                (OperandRole::Variable(number), InstructionRole::Phi) => variable = Some(number),
                (OperandRole::Variable(number), _) => {
                    self.addresses.push((number, (block as u32, here)));
                }
                (OperandRole::Value(value), InstructionRole::Phi) => incoming = Some(value),
                (OperandRole::Block(from), InstructionRole::Phi) => {
                    let end = (from, Position::MAX);
                    self.uses.extend(incoming.take().map(|value| (value as usize, end)));
                    self.addresses.extend(variable.take().map(|number| (number, end)));
                }
                (OperandRole::Value(value), _) => {
                    self.uses.push((value as usize, (block as u32, here)));
                }
                (OperandRole::Block(_) | OperandRole::Free, _) => {}
            }
        }
        let value = value as usize;
        if self.defined.len() <= value {
            self.defined.resize(value + 1, (0, 0));
            self.sizes.resize(value + 1, ValueSize::default());
        }
        self.defined[value] = (block as u32, here);
        self.sizes[value] = size;
    }

    /// Whether there are no calls, and the registers that nobody has to save are enough for all values at once.
    fn all_fit(&self, registers: Registers) -> bool {
        let count = |of: fn(&ValueSize) -> u32| {
            self.sizes.iter().map(|size| u64::from(of(size))).sum::<u64>()
        };
        self.calls.iter().all(|calls| calls.is_empty())
            && count(|size| size.integers) <= u64::from(registers.unsaved)
            && count(|size| size.vectors) <= u64::from(registers.vectors)
    }

    /// Whether nothing but the next call uses a value, and that call passes arguments on the stack: the value is stored
    /// there as soon as it is computed.
    fn is_stored(&self, (block, from): ProgramPoint, uses: &[ProgramPoint]) -> bool {
        let [only @ (at, _)] = *uses else { return false };
        let next = self.calls[block as usize].iter().find(|&&call| call > from);
        at == block && next == Some(&only.1) && self.passing.binary_search(&only).is_ok()
    }

    /// What the values take of the frame, on a target of these registers.
    pub fn kept(self, registers: Registers) -> KeptValues {
        if self.all_fit(registers) {
            return KeptValues::default();
        }
        let uses = Grouped::new(self.defined.len(), &self.uses);
        let mut counter = PressureCounter::new(&self);
        for (value, (&defined, &size)) in self.defined.iter().zip(&self.sizes).enumerate() {
            let uses_of = uses.of(value);
            if !uses_of.is_empty()
                && size != ValueSize::default()
                && !self.is_stored(defined, uses_of)
            {
                let counts = self.uncounted.is_none_or(|one| one as usize != value);
                let size = if registers.at_most && registers.wide_floats {
                    size.of_whole_registers()
                } else {
                    size
                };
                counter.add(defined, RegisterPressure::of(size, counts), uses_of);
            }
        }
        let mut most = counter.most(registers);
        if registers.addresses {
            most.addresses = self.addresses_kept(self.addresses.clone());
        }
        most
    }

    /// The most variables whose addresses may be kept across one call. An address is computed at each use that no other
    /// use dominates, and kept for all uses that this one dominates. Where a path leads from one such place to another,
    /// code generation computes the address once before both, as its partial redundancy elimination does.
    fn addresses_kept(&self, mut all: Vec<(u32, ProgramPoint)>) -> u32 {
        if all.is_empty() || self.calls.iter().all(|calls| calls.is_empty()) {
            return 0;
        }
        let dominance = Dominance::new(&self.successors);
        let mut when = vec![u32::MAX; self.successors.len()];
        for (time, block) in (0..).zip(dominance.preorder()) {
            when[block as usize] = time;
        }
        all.sort_unstable_by_key(|&(variable, (block, position))| {
            (variable, when[block as usize], position)
        });
        let mut counter = PressureCounter::new(self);
        let address = RegisterPressure { values: 1, ..RegisterPressure::default() };
        for uses in all.chunk_by(|one, other| one.0 == other.0) {
            for Computed { at: (block, position), kept } in self.computed(uses, &dominance) {
                // Behind the last instruction, for a φ of the next block.
                let from = position.min(self.lengths[block as usize]);
                counter.add((block, from), address, &kept);
            }
        }
        counter.most(Registers::default()).across_calls
    }

    /// Where the address of one variable is computed. The uses are in the order of the dominator tree.
    fn computed(&self, uses: &[(u32, ProgramPoint)], dominance: &Dominance) -> Vec<Computed> {
        let mut all: Vec<Computed> = Vec::new();
        let mut rest = uses;
        while let [(_, at), behind @ ..] = rest {
            let is_dominated = |&&(_, (block, _)): &&_| dominance.dominates(at.0, block);
            let count = behind.iter().take_while(is_dominated).count();
            let kept = behind[..count].iter().map(|&(_, place)| place).collect();
            rest = &behind[count..];
            self.compute(Computed { at: *at, kept }, dominance, &mut all);
        }
        all
    }

    /// Adds a place where an address is computed. If a path leads from it to another such place or back, one place that
    /// dominates both takes their place.
    fn compute(&self, one: Computed, dominance: &Dominance, all: &mut Vec<Computed>) {
        let leads =
            |other: &Computed| self.leads(other.at.0, one.at.0) || self.leads(one.at.0, other.at.0);
        let Some(other) = all.iter_mut().find(|other| leads(other)) else {
            return all.push(one);
        };
        let mut above = other.at.0;
        while !dominance.dominates(above, one.at.0)
            && let Some(up) = dominance.idom(above)
        {
            above = up;
        }
        if above != other.at.0 {
            other.kept.push(other.at);
            other.at = (above, Position::MAX);
        }
        other.kept.push(one.at);
        other.kept.extend(one.kept);
    }

    /// Whether a path leads from the end of a block to another block.
    fn leads(&self, from: u32, to: u32) -> bool {
        let mut seen = vec![false; self.successors.len()];
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            for &next in &self.successors[block as usize] {
                if next == to {
                    return true;
                }
                if !mem::replace(&mut seen[next as usize], true) {
                    work.push(next);
                }
            }
        }
        false
    }
}

/// Where an address is computed, and the later uses for which it is kept.
struct Computed {
    at: ProgramPoint,
    kept: Vec<ProgramPoint>,
}

/// How many values are alive, and the registers and bytes that they take.
#[derive(Clone, Copy, Default)]
struct RegisterPressure {
    values: i64,
    integers: i64,
    vectors: i64,
    vector_bytes: i64,
}

impl RegisterPressure {
    /// One value; `counts` says whether it counts among those that are kept across calls.
    fn of(size: ValueSize, counts: bool) -> RegisterPressure {
        let ValueSize { integers, vectors, vector_bytes } = size;
        let [integers, vectors, vector_bytes] = [integers, vectors, vector_bytes].map(i64::from);
        RegisterPressure { values: counts.into(), integers, vectors, vector_bytes }
    }

    /// Adds the other so many times.
    fn add(&mut self, times: i64, other: RegisterPressure) {
        self.values += times * other.values;
        self.integers += times * other.integers;
        self.vectors += times * other.vectors;
        self.vector_bytes += times * other.vector_bytes;
    }

    /// The bytes of the frame that these take across a call.
    fn across_call(self, registers: Registers) -> i64 {
        self.integers * registers.bytes() as i64 + self.vector_bytes
    }

    /// The part of these for which, where no call is, no register is left that need not be saved.
    fn beyond(self, registers: Registers) -> RegisterPressure {
        let integers = (self.integers - i64::from(registers.unsaved)).max(0);
        let vectors = (self.vectors - i64::from(registers.vectors)).max(0);
        // Divided only where it matters: this is asked of every place.
        let vector_bytes =
            if vectors > 0 { vectors * (self.vector_bytes / self.vectors) } else { 0 };
        RegisterPressure { values: 0, integers, vectors, vector_bytes }
    }

    /// Takes the larger of either kind.
    fn grow_to(&mut self, other: RegisterPressure) {
        self.integers = self.integers.max(other.integers);
        self.vector_bytes = self.vector_bytes.max(other.vector_bytes);
    }
}

/// Counts what is alive, place by place.
struct PressureCounter<'a> {
    values: &'a Values,
    predecessors: Vec<Nodes>,
    /// For each position of each block, the difference to the one before.
    changes: Vec<RegisterPressure>,
    /// Where each block begins among them.
    starts: Vec<usize>,
    /// By block: up to which place the present value is alive from the start; 0 where it is not alive.
    until: Vec<Position>,
    waiting: Vec<u32>,
    /// The blocks in which the present value is alive, but for that of its definition.
    reached: Vec<u32>,
}

impl<'a> PressureCounter<'a> {
    fn new(values: &'a Values) -> PressureCounter<'a> {
        let count = values.lengths.len();
        let mut predecessors = vec![Nodes::new(); count];
        for (block, successors) in values.successors.iter().enumerate() {
            successors.iter().for_each(|&next| predecessors[next as usize].push(block as u32));
        }
        let mut all = 0;
        let start = |&length: &Position| {
            all += length as usize + 2;
            all - (length as usize + 2)
        };
        let starts = values.lengths.iter().map(start).collect();
        let changes = vec![RegisterPressure::default(); all];
        let (waiting, reached) = (Vec::new(), Vec::new());
        PressureCounter {
            values,
            predecessors,
            changes,
            starts,
            until: vec![0; count],
            waiting,
            reached,
        }
    }

    /// Adds one value: where it is defined, what it takes, and its uses.
    fn add(
        &mut self,
        (block, from): ProgramPoint,
        pressure: RegisterPressure,
        uses: &[ProgramPoint],
    ) {
        let mut last = from;
        for &(at, position) in uses {
            if at == block {
                last = last.max(position);
            } else {
                self.enter(at, position);
            }
        }
        while let Some(next) = self.waiting.pop() {
            for index in 0..self.predecessors[next as usize].len() {
                let before = self.predecessors[next as usize][index];
                if before == block {
                    last = Position::MAX;
                } else {
                    self.enter(before, Position::MAX);
                }
            }
        }
        self.count(block, from, last, pressure);
        while let Some(at) = self.reached.pop() {
            let until = mem::take(&mut self.until[at as usize]);
            self.count(at, 0, until, pressure);
        }
    }

    /// Notes that the value is alive in a block from its start to `position`.
    fn enter(&mut self, block: u32, position: Position) {
        let until = &mut self.until[block as usize];
        if *until == 0 {
            self.waiting.push(block);
            self.reached.push(block);
        }
        *until = (*until).max(position);
    }

    /// Notes that the value is alive in a block behind `from` and before `until`.
    fn count(&mut self, block: u32, from: Position, until: Position, pressure: RegisterPressure) {
        let block = block as usize;
        let end = until.min(self.values.lengths[block] + 1);
        let first = from + 1;
        if first < end {
            let start = self.starts[block];
            self.changes[start + first as usize].add(1, pressure);
            self.changes[start + end as usize].add(-1, pressure);
        }
    }

    fn most(&self, registers: Registers) -> KeptValues {
        let mut most = KeptValues::default();
        let mut apart = RegisterPressure::default();
        let mut rest = &self.changes[..];
        for (&length, calls) in self.values.lengths.iter().zip(&self.values.calls) {
            let mut pressure = RegisterPressure::default();
            let mut calls = calls.iter().peekable();
            let own = rest.split_off(..length as usize + 2).unwrap_or_default();
            for (position, &change) in own.iter().enumerate() {
                pressure.add(1, change);
                let is_call = calls.next_if(|&&call| call as usize == position).is_some();
                apart.grow_to(if is_call { pressure } else { pressure.beyond(registers) });
                let bytes = if is_call {
                    most.across_calls = most.across_calls.max(pressure.values as u32);
                    let across = pressure.across_call(registers);
                    most.bytes_across = most.bytes_across.max(across.unsigned_abs());
                    across
                } else {
                    pressure.beyond(registers).across_call(registers)
                };
                most.bytes = most.bytes.max(bytes.unsigned_abs());
            }
        }
        if registers.at_most {
            // Registers that are saved for one place and slots that are spilled at another share no space.
            most.bytes = most.bytes.max(apart.across_call(registers).unsigned_abs());
        }
        most
    }
}

#[cfg(test)]
mod tests;
