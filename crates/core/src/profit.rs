//! Does a merge pay? Bytes saved, estimated from the plan before any IR is built.
//!
//! Consumes: a [`MergePlan`], its [`Pair`], a [`CostModel`]. Produces: an [`Estimate`] in bytes.
//! Guarantees: everything that the merge adds is counted: selects, branches on the identifier, φs that
//! need copies, the identifier at every call site or in a thunk, unwind entries.
//!
//! Follows the thesis chapter on profitability: Δ = (c(f₁) + c(f₂)) − (c(f₁,₂) + ε), where c sums
//! TargetTransformInfo's code-size costs and ε is what callers and thunks cost extra. Originals and merged
//! body are counted in the same way, as a [`Tally`], and priced by the same prices. These are fitted to
//! machine code and unwind entries of x86-64 at -Oz by `bench/calibrate.py`; other targets differ little
//! in proportion.

use std::iter::Sum;
use std::ops::Add;

use cranelift_entity::EntityRef;
use serde::Serialize;

use crate::ir::{EncodedFunction, Inst, InstKind, OperandMode, Value};
use crate::plan::{MergePlan, PlanValue, SideId, Sides, Slot, SlotKind};

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
    /// Incoming values of φs that SSA repair placed, beyond the first of each; poison is none.
    pub copies: i64,
    /// Constants among the incoming values of these φs.
    pub copy_constants: i64,
    /// Parameters, the identifier included if there is one.
    pub params: i64,
}

/// What things cost, in tenths of a byte, unwind entries included: at -Oz these are a third of the size of
/// small functions, because each push, pop and `push imm; pop reg` has an entry of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostModel {
    /// One unit of TargetTransformInfo's code-size cost.
    pub unit: i64,
    /// A constant operand of an instruction: TargetTransformInfo counts the instruction alone.
    pub constant: i64,
    /// A select on the identifier with so many constant arms: a test, a conditional move, a register for
    /// each constant. The identifier itself is kept in a register, or reloaded from the stack.
    pub select: [i64; 3],
    /// A branch on the identifier: a test, a conditional jump, often a jump in the block layout, and what
    /// the split of the live ranges costs.
    pub id_branch: i64,
    /// A jump to a block that others reach too; half of them fall through.
    pub jump: i64,
    /// An incoming value of a φ placed by SSA repair; most are coalesced.
    pub copy: i64,
    /// A constant as such an incoming value: loaded into a register.
    pub copy_constant: i64,
    /// A function's fixed part: mostly its unwind entry, of 20 bytes or more.
    pub function: i64,
    /// A thunk: unwind entry, identifier, jump.
    pub thunk: i64,
    /// The identifier at a call: 0 is one `xor`; 1 is `push 1; pop reg`, with its unwind entries, and so is more.
    pub id_argument: [i64; 2],
    /// An argument that goes by the stack: pushed, and taken off again.
    pub stack_argument: i64,
    /// Arguments that go in registers.
    pub register_arguments: usize,
}

impl Default for CostModel {
    fn default() -> Self {
        CostModel {
            unit: 37,
            constant: 17,
            select: [105, 145, 145],
            id_branch: 138,
            jump: 20,
            copy: 11,
            copy_constant: 23,
            function: 240,
            thunk: 300,
            id_argument: [25, 75],
            stack_argument: 80,
            register_arguments: 6,
        }
    }
}

/// Bytes before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Both originals.
    pub before: i64,
    /// The merged function, thunks, and what callers pay extra.
    pub after: i64,
}

impl Estimate {
    /// Bytes saved; negative when the program would grow.
    pub fn gain(&self) -> i64 {
        self.before - self.after
    }
}

/// Tenths of a byte in a byte.
const TENTHS: i64 = 10;

impl CostModel {
    /// The bytes of code as it stands, unwind entry included.
    pub fn function(&self, function: &EncodedFunction) -> i64 {
        self.body(&Tally::function(function)) / TENTHS
    }

    /// The bytes of a function of so many units, unwind entry included.
    pub fn bytes(&self, units: u64) -> u32 {
        let units = i64::try_from(units).unwrap_or(i64::MAX);
        let tenths = self.unit.saturating_mul(units).saturating_add(self.function);
        u32::try_from(tenths / TENTHS).unwrap_or(u32::MAX)
    }

    /// Estimates a merge. With `keep_thunks` both originals stay as thunks.
    pub fn estimate(&self, plan: &MergePlan, sides: Sides<'_>, keep_thunks: bool) -> Estimate {
        let before: i64 = sides.functions().map(|f| self.body(&Tally::function(f))).sum();
        let callers = sides.ids().map(|side| self.callers(plan, sides, side, keep_thunks));
        let after = self.body(&Tally::merged(plan, sides)) + callers.sum::<i64>();
        Estimate { before: before / TENTHS, after: (after + TENTHS - 1) / TENTHS }
    }

    /// Tenths of a byte of a function that consists of `tally`.
    fn body(&self, tally: &Tally) -> i64 {
        let selects = self.select.iter().zip(&tally.selects);
        self.function
            + self.unit * tally.units
            + self.constant * tally.constants
            + selects.map(|(price, count)| price * count).sum::<i64>()
            + self.id_branch * tally.id_branches
            + self.jump * tally.jumps
            + self.copy * tally.copies
            + self.copy_constant * tally.copy_constants
    }

    /// What the callers of one side pay, in tenths of a byte: the identifier at each call, or a thunk.
    fn callers(&self, plan: &MergePlan, sides: Sides<'_>, side: SideId, keep_thunks: bool) -> i64 {
        let function = sides.on(side);
        let beyond = |n: usize| n.saturating_sub(self.register_arguments) as i64;
        let identifier = plan.needs_identifier();
        let params = plan.params.len() + usize::from(identifier);
        let extra = beyond(params) - beyond(function.params.len());
        let stack = self.stack_argument * extra;
        match function.uses.removable && !keep_thunks {
            true => {
                let id = if identifier { self.id_argument[side.index().min(1)] } else { 0 };
                (id + stack) * i64::from(function.uses.call_sites)
            }
            false => self.thunk + stack,
        }
    }
}

impl Tally {
    /// What an original function consists of.
    pub fn function(function: &EncodedFunction) -> Tally {
        let params = Tally { params: function.params.len() as i64, ..Tally::default() };
        params + function.insts.values().map(Tally::inst).sum()
    }

    /// What the merged function consists of.
    pub fn merged(plan: &MergePlan, sides: Sides<'_>) -> Tally {
        let params = plan.params.len() as i64 + i64::from(plan.needs_identifier());
        let params = Tally { params, ..Tally::default() };
        params + plan.slots.values().map(|slot| Tally::slot(plan, sides, slot)).sum()
    }

    fn inst(inst: &Inst) -> Tally {
        let constants = inst.operands.iter().map(|o| (o.mode, matches!(o.value, Value::Const(_))));
        Tally::with_constants(inst, constants)
    }

    /// An instruction with its operands: whether each may be chosen, and whether it is a constant. What is
    /// free is folded into others, with its constants.
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
            SlotKind::Phi(Some(_)) => none,
            SlotKind::Phi(None) => Tally::placed_phi(slot),
            SlotKind::Select => {
                let mut selects = [0; 3];
                selects[slot.operands.iter().filter(|v| is_const(v)).count().min(2)] = 1;
                Tally { selects, ..none }
            }
            SlotKind::IdBranch => Tally { id_branches: 1, ..none },
            // The entry's jump leads to the block behind it.
            SlotKind::Jump => Tally { jumps: i64::from(slot.block != plan.entry()), ..none },
        }
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

    fn add(self, other: Tally) -> Tally {
        Tally {
            units: self.units + other.units,
            constants: self.constants + other.constants,
            selects: std::array::from_fn(|i| self.selects[i] + other.selects[i]),
            id_branches: self.id_branches + other.id_branches,
            jumps: self.jumps + other.jumps,
            copies: self.copies + other.copies,
            copy_constants: self.copy_constants + other.copy_constants,
            params: self.params + other.params,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Tally::add)
    }
}

#[cfg(test)]
mod tests;
