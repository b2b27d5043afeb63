//! Does a merge pay? Bytes saved, estimated from the plan before any IR is built.
//!
//! Consumes: a [`MergePlan`], its [`Pair`], a [`CostModel`]. Produces: an [`Estimate`] in bytes.
//! Guarantees: everything that the merge adds is counted: selects, branches on the identifier, φs that
//! need copies, the identifier at every call site or in a thunk, unwind entries.
//!
//! Follows the thesis chapter on profitability: Δ = (c(f₁) + c(f₂)) − (c(f₁,₂) + ε), where c sums
//! TargetTransformInfo's code-size costs and ε is what callers and thunks cost extra. The constants are
//! bytes as x86-64 needs them at -Oz; other targets differ little in proportion.

use crate::ir::{EncodedFunction, Inst};
use crate::plan::{MergePlan, Pair, PlanValue, Side, Slot, SlotKind};

/// What things cost, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostModel {
    /// One unit of TargetTransformInfo's code-size cost.
    pub unit: i64,
    /// A select of two values in registers: test and conditional move.
    pub select: i64,
    /// A constant as an arm of a select or as an incoming value: loaded into a register.
    pub constant: i64,
    /// A branch on the identifier: test and conditional jump.
    pub id_branch: i64,
    /// A jump to a block that others reach too.
    pub jump: i64,
    /// A copy for an incoming value of a φ placed by SSA repair.
    pub copy: i64,
    /// Prologue, epilogue and unwind entry of a function.
    pub function: i64,
    /// Unwind entry, call or jump, and return of a thunk, besides passing the identifier.
    pub thunk: i64,
    /// Setting the identifier at a call.
    pub id_argument: i64,
    /// An argument that goes by the stack.
    pub stack_argument: i64,
    /// Arguments that go in registers.
    pub register_arguments: usize,
    /// Keeping the identifier in a register through the merged body.
    pub id_kept: i64,
}

impl Default for CostModel {
    fn default() -> Self {
        CostModel {
            unit: 4,
            select: 7,
            constant: 5,
            id_branch: 6,
            jump: 1,
            copy: 2,
            function: 32,
            thunk: 30,
            id_argument: 4,
            stack_argument: 6,
            register_arguments: 6,
            id_kept: 6,
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

impl CostModel {
    /// The cost of a function as it stands, unwind entry included.
    pub fn function(&self, function: &EncodedFunction) -> i64 {
        self.function + function.insts.values().map(|i| self.inst(i)).sum::<i64>()
    }

    fn inst(&self, inst: &Inst) -> i64 {
        self.unit * i64::from(inst.cost)
    }

    /// Estimates a merge. With `keep_thunks` both originals stay as thunks.
    pub fn estimate(&self, plan: &MergePlan, pair: Pair<'_>, keep_thunks: bool) -> Estimate {
        let before = self.function(pair.left) + self.function(pair.right);
        let body: i64 = plan.slots.values().map(|slot| self.slot(plan, pair, slot)).sum();
        let callers = Side::BOTH.map(|side| self.callers(plan, pair.on(side), keep_thunks));
        let after = self.function + self.id_kept + body + callers[0] + callers[1];
        Estimate { before, after }
    }

    fn slot(&self, plan: &MergePlan, pair: Pair<'_>, slot: &Slot) -> i64 {
        match slot.kind {
            SlotKind::Inst(origin) => {
                let left = origin.on(Side::Left).map(|i| &pair.left.insts[i]);
                let right = origin.on(Side::Right).map(|i| &pair.right.insts[i]);
                left.or(right).map_or(0, |i| self.inst(i))
            }
            SlotKind::Phi(Some(_)) => 0,
            SlotKind::Phi(None) => self.placed_phi(slot),
            SlotKind::Select => self.select + self.constants(slot.operands.iter()),
            SlotKind::IdBranch => self.id_branch,
            SlotKind::Jump if slot.block == plan.entry() => 0,
            SlotKind::Jump => self.jump,
        }
    }

    /// A φ with one value that is not poison needs no copy: the value stays where it is.
    fn placed_phi(&self, slot: &Slot) -> i64 {
        let values = slot.operands.iter().step_by(2);
        let real: Vec<_> = values.filter(|v| !matches!(v, PlanValue::Poison(_))).collect();
        match real.len() {
            0 | 1 => 0,
            n => self.copy * (n as i64 - 1) + self.constants(real.into_iter()),
        }
    }

    fn constants<'v>(&self, values: impl Iterator<Item = &'v PlanValue>) -> i64 {
        self.constant * values.filter(|v| matches!(v, PlanValue::Const(_))).count() as i64
    }

    /// What the callers of one side pay: the identifier at each call, or a thunk.
    fn callers(&self, plan: &MergePlan, function: &EncodedFunction, keep_thunks: bool) -> i64 {
        let arguments = plan.params.len() + 1;
        let beyond = |n: usize| n.saturating_sub(self.register_arguments) as i64;
        let extra = beyond(arguments) - beyond(function.params.len());
        let call = self.id_argument + self.stack_argument * extra;
        match function.uses.removable && !keep_thunks {
            true => call * i64::from(function.uses.call_sites),
            false => self.thunk + call + self.stack_argument * extra,
        }
    }
}
