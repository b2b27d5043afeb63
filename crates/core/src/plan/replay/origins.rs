//! Checks that the signature, and each slot by itself, agrees with the originals that it names.
//!
//! Consumes: a plan and its functions, which are valid. Produces: nothing, or the first fault.
//! Guarantees: afterwards every origin exists, suits its slot, and stands in no other slot.

use std::collections::BTreeSet;

use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use super::ReplayError;
use crate::ir::{
    ArgId, EncodedFunction, Inst, InstId, InstKind, OperandMode, Tables, TypeId, Value,
};
use crate::plan::{
    MergePlan, Origin, PlanParamId, PlanValue, SideId, Sides, Slot, SlotId, SlotKind,
};

/// Checks compatibility, return type and parameters.
pub(super) fn check_signature(
    plan: &MergePlan,
    sides: Sides<'_>,
    tables: &Tables,
) -> Result<(), ReplayError> {
    if !sides.agree(|function| function.compat) {
        return Err(ReplayError::Incompatible);
    }
    check_return(plan, sides, tables)?;
    plan.params.keys().try_for_each(|param| check_param(plan, sides, param))?;
    sides.iter().try_for_each(|(side, function)| check_carried(plan, function, side))
}

fn check_return(plan: &MergePlan, sides: Sides<'_>, tables: &Tables) -> Result<(), ReplayError> {
    let mut returns = sides.functions().map(|function| function.ret);
    let some_side_has_it = sides.functions().any(|function| function.ret == plan.ret);
    let serves = |ty: TypeId| ty == plan.ret || tables.types.get(ty).is_some_and(|t| t.is_void);
    let right = some_side_has_it && returns.all(serves);
    if right { Ok(()) } else { Err(ReplayError::ReturnType) }
}

fn check_param(plan: &MergePlan, sides: Sides<'_>, id: PlanParamId) -> Result<(), ReplayError> {
    let param = &plan.params[id];
    let mut carried = param.args.iter();
    let agrees = |(side, arg): (SideId, ArgId)| {
        let function = sides.0.get(side.index());
        let own = function.and_then(|function| function.params.get(arg));
        own.is_some_and(|own| own.ty == param.ty && own.abi == param.abi)
    };
    if param.args.count() == 0 || !carried.clone().all(agrees) {
        return Err(ReplayError::Param(id));
    }
    let is_everywhere = param.args.count() == sides.count();
    if param.abi.pinned && !(is_everywhere && carried.all(|(_, arg)| arg.index() == id.index())) {
        return Err(ReplayError::Pinned(id));
    }
    Ok(())
}

fn check_carried(
    plan: &MergePlan,
    original: &EncodedFunction,
    side: SideId,
) -> Result<(), ReplayError> {
    let mut times = SecondaryMap::<_, u32>::new();
    plan.params.values().filter_map(|p| p.args.on(side)).for_each(|arg| times[arg] += 1);
    let wrong = original.params.keys().find(|&arg| times[arg] != 1);
    wrong.map_or(Ok(()), |arg| Err(ReplayError::ParamCount(side, arg)))
}

/// Checks every slot against its origin, and that every original instruction has exactly one slot.
pub(super) fn check_slots(plan: &MergePlan, sides: Sides<'_>) -> Result<(), ReplayError> {
    plan.slots.keys().try_for_each(|slot| check_slot(plan, sides, slot))?;
    sides.iter().try_for_each(|(side, function)| check_counts(plan, function, side))
}

fn check_counts(
    plan: &MergePlan,
    original: &EncodedFunction,
    side: SideId,
) -> Result<(), ReplayError> {
    let mut times = SecondaryMap::<_, u32>::new();
    let first = plan.slots.values().filter(|s| !matches!(s.kind, SlotKind::Rematerialized(_)));
    first.filter_map(|s| own(s, side)).for_each(|inst| times[inst] += 1);
    let wrong = original.insts.keys().find(|&inst| times[inst] != 1);
    wrong.map_or(Ok(()), |inst| Err(ReplayError::SlotCount(side, inst)))
}

/// The instruction of a side whose result a slot holds, φ or not.
pub(super) fn own(slot: &Slot, side: SideId) -> Option<InstId> {
    slot.origin()?.on(side)
}

fn check_slot(plan: &MergePlan, sides: Sides<'_>, id: SlotId) -> Result<(), ReplayError> {
    let slot = &plan.slots[id];
    let Some(origin) = slot.origin() else {
        return if slot.commuted.is_empty() { Ok(()) } else { Err(ReplayError::Commuted(id)) };
    };
    let originals = originals(sides, origin).ok_or(ReplayError::Origin(id))?;
    if originals.iter().any(|inst| (inst.kind == InstKind::Phi) != slot.is_phi()) {
        return Err(ReplayError::Origin(id));
    }
    let movable = || originals.iter().all(|inst| inst.rematerializable);
    if matches!(slot.kind, SlotKind::Rematerialized(_)) && !movable() {
        return Err(ReplayError::Origin(id));
    }
    if originals.iter().any(|inst| inst.ty != slot.ty) {
        return Err(ReplayError::Type(id));
    }
    if !may_commute(slot, origin, &originals) {
        return Err(ReplayError::Commuted(id));
    }
    if slot.is_phi() {
        return Ok(());
    }
    originals.iter().try_for_each(|inst| check_operands(plan, id, origin, inst))
}

/// The instructions of an origin, if there are some and all exist and may become one.
fn originals<'a>(sides: Sides<'a>, origin: &Origin) -> Option<SmallVec<[&'a Inst; 2]>> {
    let find = |(side, inst): (SideId, InstId)| sides.0.get(side.index())?.insts.get(inst);
    let found = origin.iter().map(find).collect::<Option<SmallVec<[&Inst; 2]>>>()?;
    let (first, others) = found.split_first()?;
    let fits = |other: &&Inst| first.kind == other.kind && first.key.may_merge(other.key);
    others.iter().all(fits).then_some(found)
}

/// Whether a slot may be commuted for the sides that it names: they are sides of the origin after its first one, and all
/// originals commute.
fn may_commute(slot: &Slot, origin: &Origin, originals: &[&Inst]) -> bool {
    slot.commuted.is_empty()
        || slot.commuted.iter().all(|side| origin.sides().skip(1).any(|other| other == *side))
            && originals.iter().all(|inst| inst.commutes)
}

/// Checks number, sort and mode of the operands of a slot that is no φ against one of its originals.
fn check_operands(
    plan: &MergePlan,
    id: SlotId,
    origin: &Origin,
    inst: &Inst,
) -> Result<(), ReplayError> {
    let slot = &plan.slots[id];
    if inst.kind == InstKind::StaticAlloca {
        // All sides run a static alloca, and the others know none of this side's values.
        let free = |v: &PlanValue| !matches!(v, PlanValue::Const(_));
        if let Some(index) = slot.operands.iter().position(free) {
            return Err(ReplayError::Mode { slot: id, index });
        }
    }
    if is_void_return(inst, slot) {
        // Nobody looks at this value: callers for this side expect none.
        let right = slot.operands[..] == [PlanValue::Poison(plan.ret)];
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

/// Whether a value may stand where no select may: it is one and the same value for all of `user`'s sides. So is a φ
/// without an origin if it only carries one such value past code of other sides.
fn is_unmixed(plan: &MergePlan, user: &Origin, value: PlanValue) -> bool {
    match value {
        PlanValue::Const(_) | PlanValue::Param(_) => true,
        PlanValue::Slot(s) => plan.slots.get(s).is_some_and(|slot| match &slot.kind {
            SlotKind::Inst(_) | SlotKind::Rematerialized(_) => true,
            SlotKind::Phi(Some(origin)) => user.sides().all(|side| origin.on(side).is_some()),
            SlotKind::Phi(None) => carried(plan, s).is_some_and(|one| is_unmixed(plan, user, one)),
            _ => false,
        }),
        _ => false,
    }
}

/// The only value besides poison that comes into a φ without an origin, directly or through other such φs; none if there
/// are several.
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
