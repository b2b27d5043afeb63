//! Selects between what different sides want in one place.
//!
//! Consumes: a place of an operand, and [`Webs`] in which all variables have their φs. Produces: the value for the place, and a
//! select where one is needed. Guarantees: a select that dominates the place and has the same operands is used again.
//! Places are asked for in dominator-tree order.

use std::{iter, mem};

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::super::{
    BySide, MergePlan, PlanBlockId, PlanOperands, PlanValue, Sides, Slot, SlotId, SlotKind,
};
use super::{OperandPlace, Want, Webs};
use crate::ir::{Tables, TypeId};
use crate::reject::Reject;

/// The selects made so far.
pub(super) struct Selects<'a> {
    sides: Sides<'a>,
    /// By their operands.
    known: FxHashMap<PlanOperands, Vec<SlotId>>,
    /// By block: selects, each with the position in the draft's block before which it stands.
    pending: Vec<Vec<(usize, SlotId)>>,
}

impl<'a> Selects<'a> {
    pub(super) fn new(sides: Sides<'a>, blocks: usize) -> Selects<'a> {
        Selects { sides, known: FxHashMap::default(), pending: vec![Vec::new(); blocks] }
    }

    /// The value for a place. Makes a select if sides want different values and no known select dominates the place.
    pub(super) fn value(
        &mut self,
        plan: &mut MergePlan,
        webs: &Webs<'_>,
        place: &OperandPlace,
    ) -> Result<PlanValue, Reject> {
        let block = place.block.as_u32();
        let sources = match &place.want {
            Want::One(source) => return Ok(webs.reaching(*source, block, place.at)),
            Want::Several(sources) => match webs.vars.shared(sources) {
                Some(var) => return Ok(webs.reaching_var(var, block, place.at)),
                None => sources,
            },
        };
        let values = sources.map(|_, source| webs.reaching(source, block, place.at));
        match values.agreed() {
            Some(value) => Ok(value),
            None => self.select(plan, webs, place, &values),
        }
    }

    fn select(
        &mut self,
        plan: &mut MergePlan,
        webs: &Webs<'_>,
        place: &OperandPlace,
        values: &BySide<PlanValue>,
    ) -> Result<PlanValue, Reject> {
        let block = place.block;
        let (_, first) = values.first().expect("something is wanted");
        let ty = operand_type(plan, webs.tables, first);
        let operand = |side| values.on(side).unwrap_or(PlanValue::Poison(ty));
        let operands: PlanOperands = self.sides.ids().map(operand).collect();
        let known = self.known.entry(operands.clone()).or_default();
        let above =
            |s: &&SlotId| webs.dominance.dominates(plan.slots[**s].block.as_u32(), block.as_u32());
        if let Some(&found) = known.iter().find(above) {
            return Ok(PlanValue::Slot(found));
        }
        if !webs.tables.types[ty].selectable {
            return Err(Reject::UnsupportedType);
        }
        let (home, at) = match outside_of_loop(plan, webs, block, &operands) {
            Some(above) => (above, usize::MAX),
            None => (block, place.at),
        };
        let slot = Slot::new(home, SlotKind::Select, ty, operands);
        let slot = plan.slots.push(slot);
        known.push(slot);
        self.pending[home.index()].push((at, slot));
        Ok(PlanValue::Slot(slot))
    }

    /// Puts the selects before the instructions that asked for them first; those for the end of a block
    /// before its terminator.
    pub(super) fn insert_into(self, plan: &mut MergePlan) {
        for (block, mut pending) in self.pending.into_iter().enumerate() {
            let block = PlanBlockId::new(block);
            let old = mem::take(&mut plan.blocks[block].slots);
            let placed = |s: &SlotId| plan.slots[*s].kind == SlotKind::Phi(None);
            let phis = old.iter().filter(|s| placed(s)).count();
            let last = old.len().saturating_sub(1 + phis);
            pending.iter_mut().for_each(|p| p.0 = p.0.min(last));
            pending.sort_by_key(|&(at, slot)| (at, slot));
            let mut pending = pending.into_iter().peekable();
            let mut slots = Vec::with_capacity(old.len());
            for (at, slot) in old.into_iter().enumerate() {
                while let Some((_, select)) = pending.next_if(|p| at >= phis && p.0 == at - phis) {
                    slots.push(select);
                }
                slots.push(slot);
            }
            plan.blocks[block].slots = slots;
        }
    }
}

/// The block at whose end a select between these values can stand outside of a loop: of the dominators of `block` in
/// which all values are available, the one that runs least. None unless it runs less than half as often as `block`,
/// since the result takes a register until it is used.
fn outside_of_loop(
    plan: &MergePlan,
    webs: &Webs<'_>,
    block: PlanBlockId,
    values: &[PlanValue],
) -> Option<PlanBlockId> {
    let reaches = |above: u32| {
        values.iter().all(|value| match *value {
            PlanValue::Slot(slot) => {
                webs.dominance.dominates(webs.definition_block(plan, slot), above)
            }
            _ => true,
        })
    };
    let visits = |block: u32| plan.blocks[PlanBlockId::from_u32(block)].visits();
    let above =
        iter::successors(webs.dominance.idom(block.as_u32()), |&up| webs.dominance.idom(up));
    let best = above.take_while(|&up| reaches(up)).min_by_key(|&up| visits(up))?;
    (2 * visits(best) < visits(block.as_u32())).then(|| PlanBlockId::from_u32(best))
}

/// The type of a value that may be selected.
fn operand_type(plan: &MergePlan, tables: &Tables, value: PlanValue) -> TypeId {
    match value {
        PlanValue::Slot(slot) => plan.slots[slot].ty,
        PlanValue::Param(param) => plan.params[param].ty,
        PlanValue::Const(id) => tables.consts[id].ty,
        PlanValue::Poison(ty) => ty,
        PlanValue::Id | PlanValue::Block(_) => unreachable!("never an original operand"),
    }
}
