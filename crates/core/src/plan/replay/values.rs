//! What slots hold: an abstract interpretation of one side's projection.
//!
//! Consumes: a [`Projection`], whose order and φs are right. Produces: nothing, or the first operand that
//! cannot be proved to hold its original's value. Guarantees: point 3 of the property; the argument that
//! no value is stale stands at the head of [`replay`](super).

use std::collections::VecDeque;

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::ReplayError;
use super::control::Projection;
use super::origins::{is_void_return, own};
use crate::ir::{BlockId, InstId, Value};
use crate::plan::{PlanBlockId, PlanValue, Slot, SlotId, SlotKind};

/// What a slot holds whenever it can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Abstract {
    /// Nothing yet: the least element.
    #[default]
    Unreached,
    /// The latest result of this value of the side's function.
    Is(Value),
    /// Poison.
    Poison,
    /// Not always the same: the greatest element.
    Mixed,
}

impl Abstract {
    fn join(self, other: Abstract) -> Abstract {
        match (self, other) {
            (Abstract::Unreached, known) | (known, Abstract::Unreached) => known,
            (a, b) if a == b => a,
            _ => Abstract::Mixed,
        }
    }
}

/// Checks every operand on this side.
pub(super) fn check(projection: &Projection<'_>) -> Result<(), ReplayError> {
    let values = SlotValues::solve(projection);
    for &block in &projection.reached {
        for &slot in &projection.plan.blocks[block].slots {
            values.check_slot(slot)?;
        }
    }
    Ok(())
}

struct SlotValues<'a> {
    projection: &'a Projection<'a>,
    /// By tracked slot, what it holds. Tracked are selects, and φs that stand for no φ of this side.
    held: SecondaryMap<SlotId, Abstract>,
}

impl<'a> SlotValues<'a> {
    /// Propagates to the least fixpoint.
    fn solve(projection: &'a Projection<'a>) -> Self {
        let mut values = SlotValues { projection, held: SecondaryMap::new() };
        let mut queue: VecDeque<SlotId> = values.tracked().collect();
        let users = values.users();
        while let Some(slot) = queue.pop_front() {
            let new = values.transfer(slot);
            if values.held[slot] != new {
                values.held[slot] = new;
                queue.extend(&users[slot]);
            }
        }
        values
    }

    fn slot(&self, id: SlotId) -> &'a Slot {
        &self.projection.plan.slots[id]
    }

    fn is_tracked(&self, id: SlotId) -> bool {
        let slot = self.slot(id);
        match slot.kind {
            SlotKind::Select => true,
            SlotKind::Phi(_) => own(slot, self.projection.side).is_none(),
            _ => false,
        }
    }

    fn tracked(&self) -> impl Iterator<Item = SlotId> + '_ {
        let blocks = self.projection.reached.iter().map(|&b| &self.projection.plan.blocks[b]);
        blocks.flat_map(|b| &b.slots).copied().filter(|&s| self.is_tracked(s))
    }

    /// By slot, the tracked slots that read it.
    fn users(&self) -> SecondaryMap<SlotId, Vec<SlotId>> {
        let mut users = SecondaryMap::<SlotId, Vec<SlotId>>::new();
        for user in self.tracked() {
            for &value in &self.slot(user).operands {
                if let PlanValue::Slot(used) = value {
                    users[used].push(user);
                }
            }
        }
        users
    }

    fn transfer(&self, id: SlotId) -> Abstract {
        let slot = self.slot(id);
        if slot.kind == SlotKind::Select {
            return self.held_by(self.arm(slot));
        }
        let feasible = slot.incoming().filter(|&(from, _)| self.is_feasible(from, slot.block));
        feasible.map(|(_, v)| self.held_by(v)).fold(Abstract::Unreached, Abstract::join)
    }

    /// What a select gives on this side.
    fn arm(&self, select: &Slot) -> PlanValue {
        select.operands[self.projection.side.index()]
    }

    fn is_feasible(&self, from: PlanBlockId, to: PlanBlockId) -> bool {
        self.projection.preds[to].binary_search(&from).is_ok()
    }

    fn held_by(&self, value: PlanValue) -> Abstract {
        let side = self.projection.side;
        match value {
            PlanValue::Slot(s) if self.is_tracked(s) => self.held[s],
            PlanValue::Slot(s) => {
                own(self.slot(s), side).map_or(Abstract::Mixed, |i| Abstract::Is(Value::Inst(i)))
            }
            PlanValue::Param(p) => {
                let arg = self.projection.plan.params[p].args.on(side);
                arg.map_or(Abstract::Poison, |a| Abstract::Is(Value::Arg(a)))
            }
            PlanValue::Const(c) => Abstract::Is(Value::Const(c)),
            PlanValue::Poison(_) => Abstract::Poison,
            PlanValue::Id | PlanValue::Block(_) => Abstract::Mixed,
        }
    }

    fn check_slot(&self, id: SlotId) -> Result<(), ReplayError> {
        let slot = self.slot(id);
        let Some(inst) = own(slot, self.projection.side) else {
            return Ok(());
        };
        match slot.kind {
            SlotKind::Phi(_) => self.check_phi(id, inst),
            _ => self.check_operands(id, inst),
        }
    }

    fn check_operands(&self, id: SlotId, inst: InstId) -> Result<(), ReplayError> {
        let (slot, inst) = (self.slot(id), &self.projection.original().insts[inst]);
        if is_void_return(inst, slot) {
            return Ok(());
        }
        let mut expected: SmallVec<[Value; 4]> = inst.operands.iter().map(|o| o.value).collect();
        if slot.commuted.contains(&self.projection.side) {
            expected.swap(0, 1);
        }
        for (index, (&original, &value)) in expected.iter().zip(&slot.operands).enumerate() {
            // Blocks are checked with control.
            let is_block = matches!(original, Value::Block(_));
            if !is_block && self.held_by(value) != Abstract::Is(original) {
                return Err(ReplayError::Value { side: self.projection.side, slot: id, index });
            }
        }
        Ok(())
    }

    fn check_phi(&self, id: SlotId, phi: InstId) -> Result<(), ReplayError> {
        let phi = &self.projection.original().insts[phi];
        let expected = phi.incoming().collect();
        IncomingWalk { values: self, seen: FxHashSet::default(), stack: Vec::new() }
            .check(id, &expected)
    }
}

/// An original φ's values by predecessor.
type Incoming = rustc_hash::FxHashMap<BlockId, Value>;

/// The walk from a φ back to the terminators of the original function, which tells which value comes from where.
struct IncomingWalk<'a> {
    values: &'a SlotValues<'a>,
    seen: FxHashSet<(PlanBlockId, PlanValue)>,
    /// The values to be followed further, each with the block at whose end it is read.
    stack: Vec<(PlanBlockId, PlanValue)>,
}

impl IncomingWalk<'_> {
    fn check(mut self, phi: SlotId, expected: &Incoming) -> Result<(), ReplayError> {
        self.push_incoming(self.values.slot(phi));
        while let Some((block, value)) = self.stack.pop() {
            match self.values.projection.own_terminator(block) {
                Some(terminator) => self.check_source(phi, expected, terminator, value)?,
                // No code of this side lies between here and the terminators: that is part of control.
                None => self.step_back(block, value),
            }
        }
        Ok(())
    }

    /// Checks the value at the terminator of an original predecessor.
    fn check_source(
        &self,
        phi: SlotId,
        expected: &Incoming,
        terminator: InstId,
        value: PlanValue,
    ) -> Result<(), ReplayError> {
        let projection = self.values.projection;
        let from = projection.original().insts[terminator].block;
        let right = expected.get(&from).copied().map(Abstract::Is);
        if right == Some(self.values.held_by(value)) {
            return Ok(());
        }
        Err(ReplayError::IncomingValue { side: projection.side, slot: phi, from })
    }

    /// Takes a value from the end of a block to the ends of the blocks before it.
    fn step_back(&mut self, block: PlanBlockId, value: PlanValue) {
        let values = self.values;
        let PlanValue::Slot(id) = value else {
            return self.push_all(block, value);
        };
        let slot = values.slot(id);
        match slot.kind {
            _ if slot.block != block => self.push_all(block, value),
            SlotKind::Phi(_) => self.push_incoming(slot),
            SlotKind::Select => self.push(block, values.arm(slot)),
            // A static alloca or a rematerialized slot: it counts as its instruction wherever it is read.
            _ => self.push_all(block, value),
        }
    }

    fn push_incoming(&mut self, phi: &Slot) {
        for (from, value) in phi.incoming() {
            if self.values.is_feasible(from, phi.block) {
                self.push(from, value);
            }
        }
    }

    fn push_all(&mut self, block: PlanBlockId, value: PlanValue) {
        let projection = self.values.projection;
        projection.preds[block].iter().for_each(|&pred| self.push(pred, value));
    }

    fn push(&mut self, block: PlanBlockId, value: PlanValue) {
        if self.seen.insert((block, value)) {
            self.stack.push((block, value));
        }
    }
}
