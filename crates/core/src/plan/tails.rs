//! Tail calls that a plan must keep.
//!
//! Consumes: encoded functions and a finished [`MergePlan`]. Produces: the tail calls of a function, and those
//! that the plan would turn into ordinary calls. Guarantees: a call counts as kept only where code generation
//! makes a jump of it: it stands right before a `ret` of its own result (or of nothing), or before a jump to a
//! block of φs and such a `ret`, which LLVM's CodeGenPrepare copies back behind the call.
//!
//! Programs rely on these jumps: handlers that call each other through a table run for ever on one frame, and overflow
//! the stack when one of their calls is no jump any more.

use std::collections::BTreeSet;

use cranelift_entity::EntityRef;

use super::matching::Matching;
use super::{MergePlan, Origin, PlanBlockId, PlanValue, SideId, Sides, SlotId};
use crate::ir::{Call, EncodedFunction, Inst, InstId, InstKind, Value};
use crate::stack::Realignment;

/// A tail call with what leads from it to the return: the call, perhaps a jump, the `ret`.
pub(super) type TailCall = Vec<InstId>;

/// The tail calls of a function, in order.
pub(super) fn tail_calls(function: &EncodedFunction) -> Vec<TailCall> {
    let calls = function.insts.iter().filter(|(_, inst)| inst.call == Some(Call::Tail));
    calls.filter_map(|(id, inst)| way_to_return(function, id, inst)).collect()
}

/// Whether the function has a tail call.
pub fn has_tail_calls(function: &EncodedFunction) -> bool {
    !tail_calls(function).is_empty()
}

/// Whether stack slots of one side may realign a frame from which another side makes tail calls, which it may be able to now.
pub(super) fn lost_to_alignment(sides: Sides<'_>) -> bool {
    let may = |function: &EncodedFunction| function.realigns != Realignment::Never;
    let loses = |own: &EncodedFunction| own.realigns != Realignment::Certain && has_tail_calls(own);
    sides.functions().any(may) && sides.functions().any(loses)
}

fn way_to_return(function: &EncodedFunction, id: InstId, call: &Inst) -> Option<TailCall> {
    let insts = &function.blocks[call.block].insts;
    let &[before, last] = insts.last_chunk::<2>()?;
    if before != id {
        return None;
    }
    let end = &function.insts[last];
    if end.kind == InstKind::Ret {
        return returns(end, &[Value::Inst(id)]).then(|| vec![id, last]);
    }
    let mut next = end.successors();
    let (Some(to), None) = (next.next(), next.next()) else { return None };
    if end.kind != InstKind::Terminator {
        return None;
    }
    let phis: Vec<_> = function.phis(to).collect();
    let ret = function.terminator(to);
    let is_all = function.blocks[to].insts.len() == phis.len() + 1;
    let carried = phis.iter().filter(|&&phi| {
        let mut incoming = function.insts[phi].incoming();
        incoming.any(|(from, value)| from == call.block && value == Value::Inst(id))
    });
    let values: Vec<_> = carried.map(|&phi| Value::Inst(phi)).collect();
    let found = is_all
        && function.insts[ret].kind == InstKind::Ret
        && returns(&function.insts[ret], &values);
    found.then(|| vec![id, last, ret])
}

/// Whether a `ret` returns nothing or one of these values.
fn returns(ret: &Inst, values: &[Value]) -> bool {
    ret.operands.iter().all(|operand| values.contains(&operand.value))
}

/// The tail calls of all sides that the plan would not keep.
pub(super) fn lost(plan: &MergePlan, sides: Sides<'_>) -> Vec<(SideId, TailCall)> {
    let mut lost = Vec::new();
    for (side, function) in sides.iter() {
        let calls = tail_calls(function);
        if calls.is_empty() {
            continue;
        }
        let slots = slots_of(plan, side, function.insts.len());
        let kept =
            |call: &TailCall| slots[call[0].index()].is_some_and(|slot| is_kept(plan, sides, slot));
        lost.extend(calls.into_iter().filter(|call| !kept(call)).map(|call| (side, call)));
    }
    lost
}

/// Takes back the matches of lost tail calls and of all that leads from them to the return, so that each side
/// has these for itself; false when there was no match to take back.
pub(super) fn separate(lost: &[(SideId, TailCall)], matching: &mut Matching<'_>) -> bool {
    let calls = lost.iter().flat_map(|(side, call)| call.iter().map(|&inst| (*side, inst)));
    let lost: BTreeSet<(SideId, InstId)> = calls.collect();
    let broken = matching.broken(|origin| origin.iter().any(|own| lost.contains(&own)));
    matching.unmatch(&broken);
    !broken.is_empty()
}

fn slots_of(plan: &MergePlan, side: SideId, count: usize) -> Vec<Option<SlotId>> {
    let mut slots = vec![None; count];
    for block in plan.blocks.values() {
        for &slot in &block.slots {
            if let Some(inst) = plan.slots[slot].copied().and_then(|origin| origin.on(side)) {
                slots[inst.index()] = Some(slot);
            }
        }
    }
    slots
}

fn is_kept(plan: &MergePlan, sides: Sides<'_>, call: SlotId) -> bool {
    let block = plan.slots[call].block;
    let is_before_end = plan.blocks[block].slots.iter().rev().nth(1) == Some(&call);
    is_before_end && is_marked(plan, sides, call) && leads_to_return(plan, sides, block, call)
}

/// Whether the plan's call is marked `tail`: only if all calls that it replaces are.
fn is_marked(plan: &MergePlan, sides: Sides<'_>, call: SlotId) -> bool {
    let is_tail =
        |origin: &Origin| sides.insts(origin).all(|(_, inst)| inst.call == Some(Call::Tail));
    plan.slots[call].copied().is_some_and(is_tail)
}

/// Whether a block that ends with `call` and its terminator goes straight on to a return of the call's result.
fn leads_to_return(plan: &MergePlan, sides: Sides<'_>, block: PlanBlockId, call: SlotId) -> bool {
    let is_return =
        |end: SlotId| sides.copied(&plan.slots[end]).is_some_and(|inst| inst.kind == InstKind::Ret);
    let (mut from, mut value) = (block, PlanValue::Slot(call));
    // Follows blocks that hold nothing but φs and a jump, which code generation removes. The bound ends a search in a circle.
    for _ in 0..plan.blocks.len() {
        let last = *plan.blocks[from].slots.last().expect("a block ends in a terminator");
        if is_return(last) {
            let known = |v: &PlanValue| matches!(v, PlanValue::Poison(_)) || *v == value;
            return plan.slots[last].operands.iter().all(known);
        }
        let mut next = plan.successors(from);
        let (Some(to), None) = (next.next(), next.next()) else { return false };
        let Some((_, others)) = plan.blocks[to].slots.split_last() else { return false };
        for &slot in others {
            if !plan.slots[slot].is_phi() {
                return false;
            }
        }
        let carried = others.iter().find(|&&phi| {
            plan.slots[phi].incoming().any(|(source, v)| source == from && v == value)
        });
        if let Some(&phi) = carried {
            value = PlanValue::Slot(phi);
        } else if !others.is_empty() && !is_return(plan.blocks[to].slots[others.len()]) {
            return false;
        }
        from = to;
    }
    false
}

#[cfg(test)]
mod tests;
