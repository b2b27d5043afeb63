//! Does a merge pay? Bytes saved, estimated from the plan before any IR is built.
//!
//! Consumes: a [`MergePlan`], its functions ([`Sides`]), the target's [`Prices`]. Produces: an [`Estimate`].
//! Guarantees: everything that the merge adds is counted: selects, branches on the identifier, φs that need copies, the
//! identifier at every call site or in a thunk, unwind entries. Added instructions count for each side as often as the
//! side's own code runs there.
//!
//! Follows the thesis chapter on profitability: Δ = (c(f₁) + c(f₂)) − (c(f₁,₂) + ε), where c sums
//! TargetTransformInfo's code-size costs and ε is what callers and thunks cost extra. Originals and merged
//! body are counted in the same way, as a [`Tally`], and priced by the same prices.

mod bound;
mod draft;
mod paths;

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use cranelift_entity::{EntityRef, PrimaryMap};
use serde::Serialize;

pub use bound::{Bound, Stock};
pub use paths::Paths;

use crate::ir::{Block, BlockId, EncodedFunction, Inst, InstKind, OperandMode, Value};
use crate::plan::{
    BySide, Choice, MergePlan, PlanBlock, PlanValue, SideId, Sides, Slot, SlotKind, own_by_stack,
};
use crate::policy::TimePolicy;
use crate::price::{Bytes, Executed, OneCall, Price, Prices, Tenths, TimedBlock};
use crate::registers::Registers;

/// What code consists of, as far as it costs bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// TargetTransformInfo's code-size units of all instructions.
    pub units: i64,
    /// Constants that instructions have as operands: immediates, offsets, addresses.
    pub constants: i64,
    /// Selects on the identifier, by how many of their arms are constants.
    pub selects: [i64; 3],
    /// Branches on the identifier.
    pub id_branches: i64,
    /// Jumps that the merge adds.
    pub jumps: i64,
    /// Incoming values of φs that SSA repair placed, beyond the first of each φ; poison does not count.
    pub copies: i64,
    /// Constants among the incoming values of these φs.
    pub copy_constants: i64,
    /// Parameters, the identifier included if there is one.
    pub params: i64,
    /// Values that are live across calls.
    pub across_calls: i64,
}

/// What a merge changes, by the estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The originals.
    pub before: Bytes,
    /// The merged function, thunks, and what callers pay extra.
    pub after: Bytes,
    /// Thunks, and what callers pay extra, alone.
    pub callers: Bytes,
    /// By side: the instructions that the merge adds to one call of the function.
    pub added: BySide<Executed>,
    /// Whether some call passes more arguments on the stack than before.
    pub by_stack: bool,
}

impl Estimate {
    /// Bytes saved; negative when the program would grow.
    pub fn gain(&self) -> Bytes {
        self.before - self.after
    }

    /// Bytes saved, less the worth of the time that the merge adds to the functions.
    pub fn worth(&self, sides: Sides<'_>, policy: TimePolicy) -> Bytes {
        self.gain() - time_price(&self.added, sides, policy)
    }

    /// The least worth that the functions which the merge slows down ask for; `None` if they ask for none.
    pub fn least(&self, sides: Sides<'_>, policy: TimePolicy) -> Option<Bytes> {
        let slowed = self.added.iter().filter(|&(_, added)| added > Executed::ZERO);
        slowed.filter_map(|(side, _)| policy.of(sides.on(side).runs).least).max()
    }

    /// The most instructions that it adds to one call of a function.
    pub fn executed(&self) -> Executed {
        self.added.iter().map(|(_, added)| added).max().unwrap_or_default()
    }
}

impl Prices {
    /// Estimates a merge. With `keep_thunks` all originals stay as thunks.
    pub fn estimate(
        &self,
        plan: &MergePlan,
        sides: Sides<'_>,
        registers: Registers,
        keep_thunks: bool,
    ) -> Estimate {
        let has_identifier = plan.needs_identifier();
        let by_stack = plan.arguments_by_stack(has_identifier, sides, registers);
        let calls = self.calls(by_stack, has_identifier, sides, registers, keep_thunks);
        let [before, after] = self.before_and_after(Tally::merged(plan, sides), &calls, sides);
        let callers = callers(&calls, sides).bytes.ceil();
        let added = calls.iter().map(|(side, call)| {
            let function = sides.on(side);
            let entered = call.more.executed + self.saves(plan, function);
            (side, entered.at(function.entered()) + self.inside(plan, sides, side))
        });
        let by_stack = by_stack > 0 && calls.values().any(|call| !call.is_thunk);
        Estimate { before, after, callers, added: added.collect(), by_stack }
    }

    /// The bytes of the originals, and those of the merged function with what callers pay. Both are rounded against
    /// the merge.
    fn before_and_after(
        &self,
        merged: Tally,
        calls: &PrimaryMap<SideId, CallChange>,
        sides: Sides<'_>,
    ) -> [Bytes; 2] {
        let before: Price = sides.functions().map(|f| Tally::function(f).price(self)).sum();
        [before.bytes.floor(), (merged.price(self) + callers(calls, sides)).bytes.ceil()]
    }

    /// What calls of each side pay for a merged function that takes so many arguments by the stack. A thunk that passes
    /// more by the stack than it gets is left by no jump: it has a frame and an entry for unwinding, and returns.
    fn calls(
        &self,
        by_stack: usize,
        has_identifier: bool,
        sides: Sides<'_>,
        registers: Registers,
        keep_thunks: bool,
    ) -> PrimaryMap<SideId, CallChange> {
        sides.map(|side| {
            let function = sides.on(side);
            let own = own_by_stack(function, registers);
            let identifier =
                if has_identifier { self.identifier(side.index()) } else { Price::default() };
            let is_thunk = !function.uses.removable || keep_thunks;
            let itself = match (is_thunk, by_stack > own) {
                (true, true) => self.framed_thunk,
                (true, false) => self.thunk_of(function.uses.bare_thunk),
                (false, _) => self.kept_apart(function),
            };
            let more_by_stack = self.stack_argument * (by_stack as i64 - own as i64);
            CallChange { more: itself + identifier + more_by_stack, is_thunk }
        })
    }

    /// The price of keeping a function that would be inlined if it were not merged: a call with arguments, and the
    /// function's fixed part, which the original's price counts although inlining would remove it.
    fn kept_apart(&self, function: &EncodedFunction) -> Price {
        if !function.uses.inlined {
            return Price::default();
        }
        let call = self.unit + self.parameter * function.params.len() as i64;
        Price { executed: Executed::ZERO, ..self.function + call }
    }

    /// The instructions that one call executes more to save and restore the callee-saved registers of the merged function.
    fn saves(&self, plan: &MergePlan, function: &EncodedFunction) -> Executed {
        let [own, merged] = [function.frame, plan.frame]
            .map(|frame| self.callee_saved_for(frame.across_calls.into()).executed);
        (merged - own).max(Executed::ZERO)
    }

    /// What the merge adds to one call of one side inside of the merged function.
    fn inside(&self, plan: &MergePlan, sides: Sides<'_>, side: SideId) -> Executed {
        let in_block = |block: &PlanBlock| {
            let frequency = block.frequency.on(side)?;
            Some(self.added_in(plan, sides, block).at(frequency))
        };
        plan.blocks.values().filter_map(in_block).sum()
    }

    /// What one call of a function executes.
    pub fn executed(&self, function: &EncodedFunction) -> OneCall {
        self.executed_blocks(function.blocks.keys().map(|block| timed(function, block)))
    }
}

/// A block of a function, as far as its time is counted.
fn timed(function: &EncodedFunction, block: BlockId) -> TimedBlock {
    let Block { frequency, insts } = &function.blocks[block];
    let insts = || insts.iter().map(|&inst| &function.insts[inst]);
    TimedBlock {
        frequency: *frequency,
        units: insts().map(|inst| u64::from(inst.cost)).sum(),
        calls: insts().filter(|inst| inst.call.is_some()).count() as u64,
    }
}

/// What a merge must save if it adds so much to one call of each side.
fn time_price(added: &BySide<Executed>, sides: Sides<'_>, policy: TimePolicy) -> Bytes {
    let costs = added.iter().map(|(side, added)| {
        let runs = sides.on(side).runs;
        policy.of(runs).cost(added, runs)
    });
    costs.sum::<Tenths>().ceil()
}

/// What all calls and thunks cost more than before.
fn callers(calls: &PrimaryMap<SideId, CallChange>, sides: Sides<'_>) -> Price {
    calls.iter().map(|(side, call)| call.of_all(sides.on(side))).sum()
}

/// What a call of one side costs more than before; if the function stays as a thunk, what the thunk costs.
struct CallChange {
    more: Price,
    /// The function stays as a thunk.
    is_thunk: bool,
}

impl CallChange {
    /// What all calls of the function cost.
    fn of_all(&self, function: &EncodedFunction) -> Price {
        if self.is_thunk { self.more } else { self.more * i64::from(function.uses.call_sites) }
    }
}

impl Tally {
    /// What an original function consists of.
    pub fn function(function: &EncodedFunction) -> Tally {
        let (params, across_calls) =
            (function.params.len() as i64, i64::from(function.frame.across_calls));
        Tally { params, across_calls, ..Tally::default() }
            + function.insts.values().map(Tally::inst).sum()
    }

    /// What the merged function consists of.
    pub fn merged(plan: &MergePlan, sides: Sides<'_>) -> Tally {
        let params = plan.params.len() as i64 + i64::from(plan.needs_identifier());
        let across_calls = i64::from(plan.frame.across_calls);
        Tally { params, across_calls, ..Tally::default() }
            + plan.slots.values().map(|slot| Tally::slot(plan, sides, slot)).sum()
    }

    /// The price of all of it.
    pub fn price(&self, prices: &Prices) -> Price {
        let own = prices.unit * self.units + prices.constant * self.constants;
        prices.function + own + prices.callee_saved_for(self.across_calls) + self.added(prices)
    }

    /// The price of the parts that no original has.
    fn added(&self, prices: &Prices) -> Price {
        let selects = prices.select.iter().zip(self.selects);
        selects.map(|(&price, count)| price * count).sum::<Price>()
            + prices.id_branch * self.id_branches
            + prices.jump * self.jumps
            + prices.copy * self.copies
            + prices.copy_constant * self.copy_constants
    }

    /// What a slot executes each time that control passes it, as far as no original has it. A φ copies one of its values.
    fn added_by(plan: &MergePlan, sides: Sides<'_>, slot: &Slot) -> Tally {
        match slot.kind {
            SlotKind::Inst(_) => Tally::default(),
            _ => {
                let tally = Tally::slot(plan, sides, slot);
                let once = |count: i64| count.min(1);
                Tally {
                    copies: once(tally.copies),
                    copy_constants: once(tally.copy_constants),
                    ..tally
                }
            }
        }
    }

    fn inst(inst: &Inst) -> Tally {
        let constants = inst.operands.iter().map(|o| (o.mode, matches!(o.value, Value::Const(_))));
        Tally::with_constants(inst, constants)
    }

    /// An instruction with its operands: the mode of each, and whether it is a constant. A free instruction is folded
    /// into its users, and its constants with it.
    fn with_constants(inst: &Inst, operands: impl Iterator<Item = (OperandMode, bool)>) -> Tally {
        if inst.kind == InstKind::Phi || inst.cost == 0 {
            return Tally { units: i64::from(inst.cost), ..Tally::default() };
        }
        let constants = operands.filter(|&(mode, c)| mode == OperandMode::Selectable && c).count();
        Tally { units: i64::from(inst.cost), constants: constants as i64, ..Tally::default() }
    }

    fn slot(plan: &MergePlan, sides: Sides<'_>, slot: &Slot) -> Tally {
        let none = Tally::default();
        match slot.kind {
            SlotKind::Inst(_) => Tally::inst_slot(sides, slot),
            SlotKind::Rematerialized(_) | SlotKind::Phi(Some(_)) => none,
            SlotKind::Phi(None) => Tally::placed_phi(slot),
            SlotKind::Select => Tally::selects(&slot.choice(), is_const),
            SlotKind::IdBranch => {
                let id_branches = slot.choice().questions.len() as i64;
                Tally { id_branches, ..none }
            }
            // The entry's jump leads to the block behind it.
            SlotKind::Jump => Tally { jumps: i64::from(slot.block != plan.entry()), ..none },
        }
    }

    /// A select for each question. The last one chooses between two values, each before it between a value and the
    /// result of the next.
    fn selects<T: Copy>(choice: &Choice<T>, is_const: impl Fn(&T) -> bool) -> Tally {
        let mut selects = [0; 3];
        let mut other = is_const(&choice.otherwise);
        for (_, value) in choice.questions.iter().rev() {
            selects[usize::from(is_const(value)) + usize::from(other)] += 1;
            other = false;
        }
        Tally { selects, ..Tally::default() }
    }

    fn inst_slot(sides: Sides<'_>, slot: &Slot) -> Tally {
        let Some(inst) = sides.copied(slot) else {
            return Tally::default();
        };
        let modes = inst.operands.iter().map(|o| o.mode);
        Tally::with_constants(inst, modes.zip(slot.operands.iter().map(is_const)))
    }

    /// A φ with one value that is not poison needs no copy: the value stays where it is.
    fn placed_phi(slot: &Slot) -> Tally {
        let values = slot.operands.iter().step_by(2);
        let real: Vec<_> = values.filter(|v| !matches!(v, PlanValue::Poison(_))).collect();
        let copies = real.len().saturating_sub(1) as i64;
        let constants = real.into_iter().filter(|v| is_const(v)).count() as i64;
        let copy_constants = if copies == 0 { 0 } else { constants };
        Tally { copies, copy_constants, ..Tally::default() }
    }
}

fn is_const(value: &PlanValue) -> bool {
    matches!(value, PlanValue::Const(_))
}

impl Add for Tally {
    type Output = Tally;

    fn add(mut self, other: Tally) -> Tally {
        self += other;
        self
    }
}

impl AddAssign for Tally {
    /// Inlined, so that what is known to be zero is not added.
    #[inline(always)]
    fn add_assign(&mut self, other: Tally) {
        self.units += other.units;
        self.constants += other.constants;
        self.selects.iter_mut().zip(other.selects).for_each(|(own, more)| *own += more);
        self.id_branches += other.id_branches;
        self.jumps += other.jumps;
        self.copies += other.copies;
        self.copy_constants += other.copy_constants;
        self.params += other.params;
        self.across_calls += other.across_calls;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        let mut sum = Tally::default();
        tallies.for_each(|tally| sum += tally);
        sum
    }
}

#[cfg(test)]
mod tests;
