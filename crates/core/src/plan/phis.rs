//! φ slots for the original φs.
//!
//! Consumes: a [`Draft`] with its edges. Produces: at each head, φ slots for the φs of the block or blocks
//! that begin there; φs of several sides that have one key may share a slot. Guarantees: each original φ has exactly
//! one slot; a slot has one pair of operands for each edge into the head, of which the value is still open.

use std::collections::BTreeMap;

use cranelift_entity::PrimaryMap;

use super::affinity::Affinity;
use super::draft::Draft;
use super::{Origin, PlanBlockId, PlanOperands, PlanValue, SideId, SlotId, SlotKind};
use crate::ir::{InstId, Value};

/// Places a slot for each φ of all sides.
pub(super) fn place_originals(draft: &mut Draft<'_>, affinity: &Affinity) {
    let sides = draft.sides;
    let mut phis: BTreeMap<PlanBlockId, PrimaryMap<SideId, Vec<InstId>>> = BTreeMap::new();
    for (side, function) in sides.iter() {
        for block in function.blocks.keys() {
            let head = draft.head(side, block);
            for phi in function.phis(block) {
                phis.entry(head).or_insert_with(|| sides.map(|_| Vec::new()))[side].push(phi);
            }
        }
    }
    for (head, phis) in phis {
        place(draft, affinity, head, &phis);
    }
}

fn place(
    draft: &mut Draft<'_>,
    affinity: &Affinity,
    head: PlanBlockId,
    phis: &PrimaryMap<SideId, Vec<InstId>>,
) {
    let sides = draft.sides;
    let values = phis.values().map(|ids| ids.iter().map(|&i| Value::Inst(i)).collect()).collect();
    let key = |(side, at): (SideId, usize)| sides.on(side).insts[phis[side][at]].key;
    let groups = affinity.group(&values, |one, other| key(one).may_merge(key(other)).then_some(0));
    let origins = groups.iter().map(|group| group.map(|side, at| phis[side][at]));
    let slots: Vec<SlotId> = origins.map(|origin| add(draft, head, origin)).collect();
    draft.plan.blocks[head].slots.splice(0..0, slots);
}

/// Makes a φ slot that is in no block's list yet.
fn add(draft: &mut Draft<'_>, head: PlanBlockId, origin: Origin) -> SlotId {
    let (_, inst) = draft.sides.insts(&origin).next().expect("groups have members");
    let ty = inst.ty;
    let into = draft.edges_into(head);
    let operands = into
        .flat_map(|e| [PlanValue::Poison(ty), PlanValue::Block(e.from)])
        .collect::<PlanOperands>();
    let slot = draft.push(head, SlotKind::Phi(Some(origin)), ty, operands);
    draft.plan.blocks[head].slots.pop();
    draft.note_origin(slot);
    slot
}
