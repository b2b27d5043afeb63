//! What can be said of signature and slots one by one: they agree with the originals that they name.
//!
//! Consumes: plan and pair, the functions being valid. Produces: nothing, or the first fault.
//! Guarantees: afterwards every origin exists, suits its slot, and stands in no other slot.

use std::collections::BTreeSet;

use cranelift_entity::{EntityRef, SecondaryMap};

use super::ReplayError;
use crate::ir::{EncodedFunction, Inst, InstKind, OperandMode, Tables, TypeId, Value};
use crate::plan::{MergePlan, Origin, Pair, PlanParamId, PlanValue, Side, Slot, SlotId, SlotKind};

/// Checks compatibility, return type and parameters.
pub(super) fn check_signature(
    plan: &MergePlan,
    pair: Pair<'_>,
    tables: &Tables,
) -> Result<(), ReplayError> {
    if pair.left.compat != pair.right.compat {
        return Err(ReplayError::Incompatible);
    }
    check_return(plan, pair, tables)?;
    plan.params.keys().try_for_each(|param| check_param(plan, pair, param))?;
    Side::BOTH.into_iter().try_for_each(|side| check_carried(plan, pair.on(side), side))
}

fn check_return(plan: &MergePlan, pair: Pair<'_>, tables: &Tables) -> Result<(), ReplayError> {
    let returns = Side::BOTH.map(|side| pair.on(side).ret);
    let serves = |ty: TypeId| ty == plan.ret || tables.types.get(ty).is_some_and(|t| t.is_void);
    let right = returns.contains(&plan.ret) && returns.into_iter().all(serves);
    if right { Ok(()) } else { Err(ReplayError::ReturnType) }
}

fn check_param(plan: &MergePlan, pair: Pair<'_>, id: PlanParamId) -> Result<(), ReplayError> {
    let param = &plan.params[id];
    let carried =
        Side::BOTH.map(|side| param.on(side).map(|arg| (arg, pair.on(side).params.get(arg))));
    let agrees =
        |p: Option<&crate::ir::Param>| p.is_some_and(|p| p.ty == param.ty && p.abi == param.abi);
    if carried == [None, None] || !carried.iter().flatten().all(|&(_, p)| agrees(p)) {
        return Err(ReplayError::Param(id));
    }
    let in_place = carried.iter().all(|c| c.is_some_and(|(arg, _)| arg.index() == id.index()));
    if param.abi.pinned && !in_place {
        return Err(ReplayError::Pinned(id));
    }
    Ok(())
}

fn check_carried(
    plan: &MergePlan,
    original: &EncodedFunction,
    side: Side,
) -> Result<(), ReplayError> {
    let mut times = SecondaryMap::<_, u32>::new();
    plan.params.values().filter_map(|p| p.on(side)).for_each(|arg| times[arg] += 1);
    let wrong = original.params.keys().find(|&arg| times[arg] != 1);
    wrong.map_or(Ok(()), |arg| Err(ReplayError::ParamCount(side, arg)))
}

/// Checks every slot against its origin, and that every original instruction has exactly one slot.
pub(super) fn check_slots(plan: &MergePlan, pair: Pair<'_>) -> Result<(), ReplayError> {
    plan.slots.keys().try_for_each(|slot| check_slot(plan, pair, slot))?;
    Side::BOTH.into_iter().try_for_each(|side| check_counts(plan, pair.on(side), side))
}

fn check_counts(
    plan: &MergePlan,
    original: &EncodedFunction,
    side: Side,
) -> Result<(), ReplayError> {
    let mut times = SecondaryMap::<_, u32>::new();
    plan.slots.values().filter_map(|s| own(s, side)).for_each(|inst| times[inst] += 1);
    let wrong = original.insts.keys().find(|&inst| times[inst] != 1);
    wrong.map_or(Ok(()), |inst| Err(ReplayError::SlotCount(side, inst)))
}

/// The instruction of a side that a slot stands for, φ or not.
pub(super) fn own(slot: &Slot, side: Side) -> Option<crate::ir::InstId> {
    match slot.kind {
        SlotKind::Inst(origin) | SlotKind::Phi(Some(origin)) => origin.on(side),
        _ => None,
    }
}

fn check_slot(plan: &MergePlan, pair: Pair<'_>, id: SlotId) -> Result<(), ReplayError> {
    let slot = &plan.slots[id];
    let (origin, is_phi) = match slot.kind {
        SlotKind::Inst(origin) => (origin, false),
        SlotKind::Phi(Some(origin)) => (origin, true),
        _ if slot.crossed => return Err(ReplayError::Crossed(id)),
        _ => return Ok(()),
    };
    let originals = originals(pair, origin).ok_or(ReplayError::Origin(id))?;
    if originals.iter().flatten().any(|i| (i.kind == InstKind::Phi) != is_phi) {
        return Err(ReplayError::Origin(id));
    }
    if originals.iter().flatten().any(|i| i.ty != slot.ty) {
        return Err(ReplayError::Type(id));
    }
    if slot.crossed && !may_cross(originals) {
        return Err(ReplayError::Crossed(id));
    }
    if is_phi {
        return Ok(());
    }
    originals.iter().flatten().try_for_each(|inst| check_operands(plan, id, origin, inst))
}

/// The instructions of an origin by side, if they exist and may become one.
fn originals<'a>(pair: Pair<'a>, origin: Origin) -> Option<[Option<&'a Inst>; 2]> {
    let on = |side: Side| origin.on(side).map(|id| pair.on(side).insts.get(id));
    match Side::BOTH.map(on) {
        [Some(None), _] | [_, Some(None)] => None,
        [Some(Some(l)), Some(Some(r))] if l.kind != r.kind || !l.key.may_merge(r.key) => None,
        found => Some(found.map(Option::flatten)),
    }
}

/// Whether a slot for these may be crossed: there are two, and each does the same with its operands exchanged.
fn may_cross(originals: [Option<&Inst>; 2]) -> bool {
    originals.iter().all(|inst| inst.is_some_and(|i| i.commutes))
}

/// Checks number, sort and mode of the operands of a slot that is no φ against one of its originals.
fn check_operands(
    plan: &MergePlan,
    id: SlotId,
    origin: Origin,
    inst: &Inst,
) -> Result<(), ReplayError> {
    let slot = &plan.slots[id];
    if inst.kind == InstKind::StaticAlloca {
        // Both sides run it, and the other side knows none of this side's values.
        let free = |v: &PlanValue| !matches!(v, PlanValue::Const(_));
        if let Some(index) = slot.operands.iter().position(free) {
            return Err(ReplayError::Mode { slot: id, index });
        }
    }
    if is_void_return(inst, slot) {
        // The value that nobody looks at: the side's callers expect none.
        let right = slot.operands == [PlanValue::Poison(plan.ret)];
        return if right { Ok(()) } else { Err(ReplayError::OperandCount(id)) };
    }
    if slot.operands.len() != inst.operands.len() {
        return Err(ReplayError::OperandCount(id));
    }
    for (index, (operand, &value)) in inst.operands.iter().zip(&slot.operands).enumerate() {
        let is_block = matches!(value, PlanValue::Block(_));
        if is_block != matches!(operand.value, Value::Block(_)) {
            return Err(ReplayError::Operand { slot: id, index });
        }
        if operand.mode == OperandMode::Same && !is_block && !is_unmixed(plan, origin, value) {
            return Err(ReplayError::Mode { slot: id, index });
        }
    }
    Ok(())
}

/// Whether a slot turns its original, a `ret` without a value, into one with a value.
pub(super) fn is_void_return(inst: &Inst, slot: &Slot) -> bool {
    inst.kind == InstKind::Ret && inst.operands.is_empty() && !slot.operands.is_empty()
}

/// Whether a value may stand where no select may: it is one and the same thing for all of `user`'s sides. A
/// φ without an origin is that when it only carries one such thing past code that does not have it.
fn is_unmixed(plan: &MergePlan, user: Origin, value: PlanValue) -> bool {
    match value {
        PlanValue::Const(_) | PlanValue::Param(_) => true,
        PlanValue::Slot(s) => plan.slots.get(s).is_some_and(|slot| match slot.kind {
            SlotKind::Inst(_) => true,
            SlotKind::Phi(Some(origin)) => covers(origin, user),
            SlotKind::Phi(None) => carried(plan, s).is_some_and(|one| is_unmixed(plan, user, one)),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether an origin has an instruction on each side of `user`.
fn covers(origin: Origin, user: Origin) -> bool {
    Side::BOTH.iter().all(|&side| user.on(side).is_none() || origin.on(side).is_some())
}

/// The one value but poison that comes into a φ without an origin, through others of its kind.
fn carried(plan: &MergePlan, phi: SlotId) -> Option<PlanValue> {
    let mut seen = BTreeSet::from([phi]);
    let mut work = vec![phi];
    let mut found = None;
    while let Some(phi) = work.pop() {
        for &value in plan.slots[phi].operands.iter().step_by(2) {
            match value {
                PlanValue::Poison(_) => {}
                PlanValue::Slot(s) if plan.slots.get(s)?.kind == SlotKind::Phi(None) => {
                    work.extend(seen.insert(s).then_some(s));
                }
                _ if found.is_none_or(|one| one == value) => found = Some(value),
                _ => return None,
            }
        }
    }
    found
}
