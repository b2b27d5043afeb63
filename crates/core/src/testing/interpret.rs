//! An oracle for plans: runs functions and plans with instructions that mean nothing in particular.
//!
//! Consumes: a function or a plan, and arguments. Produces: a [`Trace`]: which keys were run on which values.
//! Guarantees: never panics on a plan, however broken; ends, as fuel limits it. A result is a hash of key, operand
//! values and the number of instructions run so far, so that values of different iterations differ. The result of a
//! rematerializable instruction is a hash of key and operand values alone. A terminator goes where such a hash points.
//! An instruction that commutes sees its first two operands in ascending order, so that their order makes no
//! difference. Two runs with equal traces are indistinguishable. Each event of a plan reads and writes all stack slots
//! that are alive in the side's function: they must be alive in the plan, and still have what was written into them.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use thiserror::Error;

use crate::ir::{ArgId, EncodedFunction, Inst, InstId, InstKind, Value};
use crate::plan::{
    MergePlan, Origin, PlanBlockId, PlanValue, SideId, Sides, Slot, SlotId, SlotKind,
};

/// One instruction run: its key, and the values of its operands but for blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The merge key.
    pub key: u32,
    /// The operands' values.
    pub operands: Vec<u64>,
}

/// What was run, φs and static allocas not counted, in order.
pub type Trace = Vec<Event>;

/// How a plan fails to do what its function does.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// The plan cannot be run on: a slot, an edge or an operand is missing, or it circles without an event.
    #[error("the plan is stuck in {0}")]
    Stuck(PlanBlockId),
    /// An instruction met poison.
    #[error("{0} gets poison")]
    Poison(SlotId),
    /// A stack slot is dead, or its content is lost, while it lives in the function.
    #[error("a stack slot is lost before {0}")]
    StackSlot(SlotId),
    /// The traces differ from this event on.
    #[error("event {0} differs")]
    Event(usize),
}

/// A hash of one word (the finaliser of Steele, Lea and Flood's SplitMix).
pub(super) fn scramble(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

pub(super) fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0x5eed, |all, word| scramble(all ^ scramble(word.wrapping_add(1))))
}

fn constant(id: crate::ir::ConstId) -> u64 {
    hash([1, u64::from(id.as_u32())])
}

/// The address of a static alloca.
fn address(id: InstId) -> u64 {
    hash([2, u64::from(id.as_u32())])
}

/// Arguments that all differ, other ones for each seed. Nearly every choice of a run depends on them, if there are any.
pub fn arguments(function: &EncodedFunction, seed: u64) -> PrimaryMap<ArgId, u64> {
    function.params.keys().map(|a| hash([3, seed, u64::from(a.as_u32())])).collect()
}

/// Runs one event: its result, which a terminator takes for the choice of its successor.
pub(super) fn run(trace: &mut Trace, inst: &Inst, operands: Vec<u64>) -> u64 {
    let (event, result) = event(inst, operands, trace.len());
    trace.push(event);
    result
}

/// The event of an instruction that runs after so many others, and its result.
fn event(inst: &Inst, mut operands: Vec<u64>, after: usize) -> (Event, u64) {
    let (step, key) = (if inst.rematerializable { 0 } else { after as u64 }, inst.key.0);
    if inst.commutes && operands.len() > 1 {
        operands[..2].sort_unstable();
    }
    let result = hash([u64::from(key), step].into_iter().chain(operands.iter().copied()));
    (Event { key, operands }, result)
}

/// Which of so many successors a terminator with this result takes.
pub(super) fn choice(result: u64, count: usize) -> usize {
    result.checked_rem(count as u64).unwrap_or(0) as usize
}

/// Runs a valid function for at most `fuel` events.
pub fn run_function(
    function: &EncodedFunction,
    args: &PrimaryMap<ArgId, u64>,
    fuel: usize,
) -> Trace {
    let (values, trace) = (SecondaryMap::new(), Trace::new());
    let mut machine = Machine { function, args, values, trace };
    let mut block = function.entry();
    loop {
        for &inst in &function.blocks[block].insts {
            if function.insts[inst].kind == InstKind::Phi {
                continue;
            }
            if machine.trace.len() >= fuel {
                return machine.trace;
            }
            machine.step(inst);
        }
        let last = function.terminator(block);
        let targets: Vec<_> = function.insts[last].successors().collect();
        let taken = choice(machine.values[last], targets.len());
        let Some(&next) = targets.get(taken) else {
            return machine.trace;
        };
        machine.take_edge(block, next);
        block = next;
    }
}

struct Machine<'a> {
    function: &'a EncodedFunction,
    args: &'a PrimaryMap<ArgId, u64>,
    values: SecondaryMap<InstId, u64>,
    trace: Trace,
}

impl Machine<'_> {
    fn value(&self, value: Value) -> Option<u64> {
        match value {
            Value::Inst(i) => Some(self.values[i]),
            Value::Arg(a) => Some(self.args[a]),
            Value::Const(c) => Some(constant(c)),
            Value::Block(_) => None,
        }
    }

    fn step(&mut self, id: InstId) {
        let inst = &self.function.insts[id];
        self.values[id] = match inst.kind {
            InstKind::StaticAlloca => address(id),
            _ => {
                let operands = inst.operands.iter().filter_map(|o| self.value(o.value)).collect();
                run(&mut self.trace, inst, operands)
            }
        };
    }

    /// Sets all φs of the block that an edge enters, at once.
    fn take_edge(&mut self, from: crate::ir::BlockId, to: crate::ir::BlockId) {
        let taken = |phi: InstId| {
            let mut pairs = self.function.insts[phi].incoming();
            let value = pairs.find(|&(block, _)| block == from).and_then(|(_, v)| self.value(v));
            (phi, value.expect("a φ has a value for each predecessor"))
        };
        let new: Vec<_> = self.function.phis(to).map(taken).collect();
        new.into_iter().for_each(|(phi, value)| self.values[phi] = value);
    }
}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// A value.
    Word(u64),
    /// Poison, or nothing yet.
    Poison,
}

/// Runs a plan on one side for at most `fuel` events.
///
/// # Errors
/// Where it gets stuck, or meets poison.
pub fn run_plan(
    plan: &MergePlan,
    sides: Sides<'_>,
    side: SideId,
    args: &PrimaryMap<ArgId, u64>,
    fuel: usize,
) -> Result<Trace, Difference> {
    let (held, trace) = (SecondaryMap::with_default(Held::Poison), Trace::new());
    let lives = lives_at_entry(plan, sides, side);
    let mut machine = PlanMachine { plan, sides, side, args, held, trace, lives };
    let mut block = plan.entry();
    // Between two events, no path passes a block twice.
    let mut patience = (fuel + 1).saturating_mul(plan.blocks.len() + 1);
    while let Some(next) = machine.run_block(block, fuel)? {
        patience = patience.checked_sub(1).ok_or(Difference::Stuck(block))?;
        machine.take_edge(block, next).ok_or(Difference::Stuck(next))?;
        block = next;
    }
    Ok(machine.trace)
}

struct PlanMachine<'a> {
    plan: &'a MergePlan,
    sides: Sides<'a>,
    side: SideId,
    args: &'a PrimaryMap<ArgId, u64>,
    held: SecondaryMap<SlotId, Held>,
    trace: Trace,
    lives: Vec<StackSlot>,
}

/// What is in a stack slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Life {
    Dead,
    /// Alive, and nothing was written into it yet.
    Fresh,
    Written,
}

/// A static alloca of a side.
struct StackSlot {
    inst: InstId,
    slot: SlotId,
    in_function: Life,
    in_plan: Life,
}

fn lives_at_entry(plan: &MergePlan, sides: Sides<'_>, side: SideId) -> Vec<StackSlot> {
    let function = sides.on(side);
    let life = |is_started| if is_started { Life::Dead } else { Life::Fresh };
    let stack_slot = |(slot, content): (SlotId, &Slot)| {
        let inst = content.copied()?.on(side)?;
        let is_alloca = function.insts.get(inst)?.kind == InstKind::StaticAlloca;
        let in_function = life(function.markers.iter().any(|m| m.starts && m.slot == inst));
        let in_plan = life(plan.markers.iter().any(|m| m.starts && m.slot == slot));
        is_alloca.then_some(StackSlot { inst, slot, in_function, in_plan })
    };
    plan.slots.iter().filter_map(stack_slot).collect()
}

impl PlanMachine<'_> {
    fn value(&self, value: PlanValue) -> Option<Held> {
        match value {
            PlanValue::Slot(s) => Some(self.held[s]),
            PlanValue::Param(p) => {
                let arg = self.plan.params.get(p).and_then(|p| p.args.on(self.side));
                let word = arg.and_then(|a| self.args.get(a));
                Some(word.map_or(Held::Poison, |&w| Held::Word(w)))
            }
            PlanValue::Id => Some(Held::Word(self.side.index() as u64)),
            PlanValue::Const(c) => Some(Held::Word(constant(c))),
            PlanValue::Poison(_) => Some(Held::Poison),
            PlanValue::Block(_) => None,
        }
    }

    /// Runs a block. Returns the next one, unless the run is over.
    fn run_block(
        &mut self,
        block: PlanBlockId,
        fuel: usize,
    ) -> Result<Option<PlanBlockId>, Difference> {
        let plan = self.plan;
        let stuck = || Difference::Stuck(block);
        for &id in &plan.blocks.get(block).ok_or_else(stuck)?.slots {
            let slot = plan.slots.get(id).ok_or_else(stuck)?;
            let targets: Vec<_> = blocks(slot).collect();
            let taken = match &slot.kind {
                SlotKind::Phi(_) => continue,
                SlotKind::Select => {
                    let arm = slot.operands.get(self.side.index());
                    self.held[id] = arm.and_then(|&v| self.value(v)).ok_or_else(stuck)?;
                    continue;
                }
                SlotKind::Rematerialized(origin) => {
                    self.held[id] = self.again(origin, slot).ok_or_else(stuck)?;
                    continue;
                }
                SlotKind::Jump => 0,
                SlotKind::IdBranch => self.side.index(),
                SlotKind::Inst(origin) => {
                    let emitted = emitted(self.sides, origin).ok_or_else(stuck)?;
                    if self.trace.len() >= fuel {
                        return Ok(None);
                    }
                    let word = self.step(id, origin, emitted)?;
                    match emitted.kind {
                        InstKind::Ret => return Ok(None),
                        InstKind::Terminator if ends(emitted, slot) => return Ok(None),
                        InstKind::Invoke | InstKind::Terminator => choice(word, targets.len()),
                        _ => continue,
                    }
                }
            };
            return targets.get(taken).copied().map(Some).ok_or_else(stuck);
        }
        Err(stuck())
    }
}

/// The instruction that is emitted for an origin: of several, the first side's.
fn emitted<'a>(sides: Sides<'a>, origin: &Origin) -> Option<&'a Inst> {
    let (side, inst) = origin.first()?;
    sides.0.get(side.index())?.insts.get(inst)
}

/// Whether a terminator leaves the function, as a `resume` does, and its slot has no targets either.
fn ends(inst: &Inst, slot: &Slot) -> bool {
    inst.successors().next().is_none() && blocks(slot).next().is_none()
}

/// The operands that are blocks.
fn blocks(slot: &Slot) -> impl Iterator<Item = PlanBlockId> + '_ {
    slot.operands.iter().filter_map(|v| match *v {
        PlanValue::Block(b) => Some(b),
        _ => None,
    })
}

impl PlanMachine<'_> {
    /// What is computed again, which is no event. If an operand is poison, so is the result.
    fn again(&self, origin: &Origin, slot: &Slot) -> Option<Held> {
        let emitted = emitted(self.sides, origin)?;
        let operands: Option<Vec<Held>> = slot.operands.iter().map(|&v| self.value(v)).collect();
        let word = |held: Held| match held {
            Held::Word(word) => Some(word),
            Held::Poison => None,
        };
        let words: Option<Vec<u64>> = operands?.into_iter().map(word).collect();
        let result = |words| Held::Word(event(emitted, words, 0).1);
        Some(words.map_or(Held::Poison, result))
    }

    fn step(&mut self, id: SlotId, origin: &Origin, emitted: &Inst) -> Result<u64, Difference> {
        if emitted.kind == InstKind::StaticAlloca {
            let held = origin.on(self.side).map_or(Held::Poison, |own| Held::Word(address(own)));
            self.held[id] = held;
            return Ok(0);
        }
        self.mark(id, origin)?;
        let operands = self.operands(id, origin)?;
        let result = run(&mut self.trace, emitted, operands);
        self.held[id] = Held::Word(result);
        Ok(result)
    }

    /// Runs the lifetime markers before an event of function and plan, ends before starts. Then the event uses all
    /// slots that live in the function.
    fn mark(&mut self, id: SlotId, origin: &Origin) -> Result<(), Difference> {
        let (plan, function) = (self.plan, self.sides.on(self.side));
        let own = origin.on(self.side);
        for stack_slot in &mut self.lives {
            for (starts, life) in [(false, Life::Dead), (true, Life::Fresh)] {
                let in_plan = plan.markers.iter().filter(|m| m.before == id);
                if in_plan.into_iter().any(|m| m.slot == stack_slot.slot && m.starts == starts) {
                    stack_slot.in_plan = life;
                }
                let in_function = function.markers.iter().filter(|m| Some(m.before) == own);
                if in_function.into_iter().any(|m| m.slot == stack_slot.inst && m.starts == starts)
                {
                    stack_slot.in_function = life;
                }
            }
            let lost = match stack_slot.in_function {
                Life::Dead => continue,
                Life::Fresh => stack_slot.in_plan == Life::Dead,
                Life::Written => stack_slot.in_plan != Life::Written,
            };
            if lost {
                return Err(Difference::StackSlot(id));
            }
            (stack_slot.in_function, stack_slot.in_plan) = (Life::Written, Life::Written);
        }
        Ok(())
    }

    fn operands(&self, id: SlotId, origin: &Origin) -> Result<Vec<u64>, Difference> {
        let own = origin.on(self.side).and_then(|i| self.sides.on(self.side).insts.get(i));
        if own.is_some_and(|i| i.kind == InstKind::Ret && i.operands.is_empty()) {
            return Ok(Vec::new());
        }
        let held = self.plan.slots[id].operands.iter().filter_map(|&v| self.value(v));
        held.map(|held| match held {
            Held::Word(word) => Ok(word),
            Held::Poison => Err(Difference::Poison(id)),
        })
        .collect()
    }

    /// Sets all φs of the block that an edge enters, at once; `None` if one of them has no value for the edge.
    fn take_edge(&mut self, from: PlanBlockId, to: PlanBlockId) -> Option<()> {
        let slots = &self.plan.blocks.get(to)?.slots;
        let mut new = Vec::new();
        for &id in slots {
            let slot = self.plan.slots.get(id)?;
            if slot.is_phi() {
                let comes_from = |pair: &&[PlanValue]| pair[1] == PlanValue::Block(from);
                let pair = slot.operands.chunks_exact(2).find(comes_from)?;
                new.push((id, self.value(pair[0])?));
            }
        }
        new.into_iter().for_each(|(id, held)| self.held[id] = held);
        Some(())
    }
}

/// Whether a plan does on a side what the side's function does, as far as one run shows.
///
/// # Errors
/// The first difference.
pub fn same_behaviour(
    plan: &MergePlan,
    sides: Sides<'_>,
    side: SideId,
    args: &PrimaryMap<ArgId, u64>,
    fuel: usize,
) -> Result<(), Difference> {
    let expected = run_function(sides.on(side), args, fuel);
    let found = run_plan(plan, sides, side, args, fuel)?;
    let same = expected.iter().zip(&found).take_while(|(e, f)| e == f).count();
    if same == expected.len() && same == found.len() {
        Ok(())
    } else {
        Err(Difference::Event(same))
    }
}

/// With how many sets of arguments [`same_behaviour_on_all`] runs each side.
const RUNS: u64 = 4;

/// [`same_behaviour`] on all sides, for a few sets of arguments.
///
/// # Errors
/// The first difference.
pub fn same_behaviour_on_all(
    plan: &MergePlan,
    sides: Sides<'_>,
    fuel: usize,
) -> Result<(), (SideId, Difference)> {
    for (seed, (side, function)) in
        (0..RUNS).flat_map(|seed| sides.iter().map(move |one| (seed, one)))
    {
        let args = arguments(function, seed);
        same_behaviour(plan, sides, side, &args, fuel).map_err(|fault| (side, fault))?;
    }
    Ok(())
}
