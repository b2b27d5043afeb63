//! What any plan must be, whatever it was made from: the rules of LLVM's own verifier.
//!
//! Consumes: a plan whose origins exist. Produces: nothing, or the first fault. Guarantees: afterwards
//! every id is in range, blocks are well formed, φs have their pairs, types fit, definitions dominate uses.

use cranelift_entity::{EntityRef, SecondaryMap};

use super::ReplayError;
use crate::ir::{InstKind, Tables, TypeId};
use crate::plan::{MergePlan, PlanBlockId, PlanValue, Sides, Slot, SlotId, SlotKind};
use crate::validate::dominance::{CheckedDominance, Site};

/// Checks the plan's shape.
pub(super) fn check(
    plan: &MergePlan,
    sides: Sides<'_>,
    tables: &Tables,
) -> Result<(), ReplayError> {
    if plan.blocks.is_empty() {
        return Err(ReplayError::NoBlocks);
    }
    let shape = ShapeCheck { plan, sides, tables };
    shape.check_listing()?;
    plan.slots.keys().try_for_each(|slot| shape.check_operands(slot))?;
    plan.blocks.keys().try_for_each(|block| shape.check_places(block))?;
    plan.slots.keys().try_for_each(|slot| shape.check_types(slot))?;
    plan.blocks.keys().try_for_each(|block| shape.check_unwinding(block))?;
    let dominance =
        CheckedDominance::new(plan.blocks.keys().map(|b| successors(plan, b)).collect());
    check_graph(plan, &dominance)?;
    plan.slots.keys().try_for_each(|slot| check_incoming(plan, &dominance, slot))?;
    check_dominance(plan, &dominance)
}

fn successors(plan: &MergePlan, block: PlanBlockId) -> Vec<usize> {
    plan.successors(block).map(EntityRef::index).collect()
}

struct ShapeCheck<'a> {
    plan: &'a MergePlan,
    sides: Sides<'a>,
    tables: &'a Tables,
}

impl ShapeCheck<'_> {
    fn check_listing(&self) -> Result<(), ReplayError> {
        let mut times = SecondaryMap::<SlotId, u32>::new();
        for (block, content) in &self.plan.blocks {
            for &slot in &content.slots {
                if self.plan.slots.get(slot).is_none_or(|s| s.block != block) {
                    return Err(ReplayError::Listing(slot));
                }
                times[slot] += 1;
            }
        }
        let wrong = self.plan.slots.keys().find(|&slot| times[slot] != 1);
        wrong.map_or(Ok(()), |slot| Err(ReplayError::Listing(slot)))
    }

    /// The class of the instruction that a slot becomes; none for φs, rematerialized slots, and what is the
    /// plan's own.
    fn inst_kind(&self, slot: &Slot) -> Option<InstKind> {
        self.sides.copied(slot).map(|inst| inst.kind)
    }

    fn is_terminator(&self, slot: &Slot) -> bool {
        match slot.kind {
            SlotKind::IdBranch | SlotKind::Jump => true,
            _ => self.inst_kind(slot).is_some_and(InstKind::is_terminator),
        }
    }

    fn check_operands(&self, id: SlotId) -> Result<(), ReplayError> {
        let slot = &self.plan.slots[id];
        let count = slot.operands.len();
        let count_fits = match slot.kind {
            SlotKind::Inst(_) | SlotKind::Rematerialized(_) => true,
            SlotKind::Phi(_) => count.is_multiple_of(2),
            SlotKind::Select | SlotKind::IdBranch => count == self.sides.count(),
            SlotKind::Jump => count == 1,
        };
        if !count_fits {
            return Err(ReplayError::OperandCount(id));
        }
        let ends = self.is_terminator(slot);
        let bad = (0..count).find(|&index| !self.fits(slot, ends, index));
        bad.map_or(Ok(()), |index| Err(ReplayError::Operand { slot: id, index }))
    }

    /// Whether an operand exists and is a block exactly where blocks belong.
    fn fits(&self, slot: &Slot, ends: bool, index: usize) -> bool {
        let exists = match slot.operands[index] {
            PlanValue::Slot(s) => self.plan.slots.is_valid(s),
            PlanValue::Param(p) => self.plan.params.is_valid(p),
            PlanValue::Const(c) => self.tables.consts.is_valid(c),
            PlanValue::Poison(t) => self.tables.types.is_valid(t),
            PlanValue::Block(b) => self.plan.blocks.is_valid(b),
            PlanValue::Id => true,
        };
        let is_block = matches!(slot.operands[index], PlanValue::Block(_));
        exists
            && match slot.kind {
                SlotKind::Inst(_) => !is_block || ends,
                SlotKind::Phi(_) => is_block == (index % 2 == 1),
                SlotKind::Select | SlotKind::Rematerialized(_) => !is_block,
                SlotKind::IdBranch | SlotKind::Jump => is_block,
            }
    }

    fn check_places(&self, block: PlanBlockId) -> Result<(), ReplayError> {
        let slots = &self.plan.blocks[block].slots;
        let slot = |id: SlotId| &self.plan.slots[id];
        let ends = |id: &SlotId| self.is_terminator(slot(*id));
        let Some((_, body)) = slots.split_last().filter(|(last, _)| ends(last)) else {
            return Err(ReplayError::NoTerminator(block));
        };
        let is_phi = |id: &SlotId| slot(*id).is_phi();
        let phis = body.iter().take_while(|id| is_phi(id)).count();
        let stray_alloca = |id: &SlotId| {
            let is_alloca = self.inst_kind(slot(*id)) == Some(InstKind::StaticAlloca);
            is_alloca && block != self.plan.entry()
        };
        let is_pad = |id: &SlotId| self.inst_kind(slot(*id)) == Some(InstKind::LandingPad);
        if let Some(&id) = body[phis..].iter().skip(1).find(|id| is_pad(id)) {
            return Err(ReplayError::LandingPad(id));
        }
        let misplaced = |&&id: &&SlotId| is_phi(&id) || ends(&id) || stray_alloca(&id);
        let wrong = body[phis..].iter().find(misplaced);
        wrong.map_or(Ok(()), |&id| Err(ReplayError::Place(id)))
    }

    /// The landing pad of a block, if it has one.
    fn landing_pad(&self, block: PlanBlockId) -> Option<SlotId> {
        let mut slots = self.plan.blocks[block].slots.iter().copied();
        let is_phi = |id: &SlotId| self.plan.slots[*id].is_phi();
        let first = slots.find(|id| !is_phi(id));
        first.filter(|&id| self.inst_kind(&self.plan.slots[id]) == Some(InstKind::LandingPad))
    }

    /// Checks that the edges out of a block lead to landing pads exactly where they are unwind edges.
    fn check_unwinding(&self, block: PlanBlockId) -> Result<(), ReplayError> {
        let last = *self.plan.blocks[block].slots.last().expect("places were checked");
        let is_invoke = self.inst_kind(&self.plan.slots[last]) == Some(InstKind::Invoke);
        if is_invoke && self.plan.successors(block).count() != 2 {
            return Err(ReplayError::Invoke(last));
        }
        if let Some(pad) = self.landing_pad(block).filter(|_| block == self.plan.entry()) {
            return Err(ReplayError::LandingPad(pad));
        }
        for (at, successor) in self.plan.successors(block).enumerate() {
            let unwinds = is_invoke && at == 1;
            match self.landing_pad(successor) {
                Some(pad) if !unwinds => return Err(ReplayError::LandingPad(pad)),
                None if unwinds => return Err(ReplayError::Invoke(last)),
                _ => {}
            }
        }
        Ok(())
    }

    fn type_of(&self, value: PlanValue) -> Option<TypeId> {
        match value {
            PlanValue::Slot(s) => Some(self.plan.slots[s].ty),
            PlanValue::Param(p) => Some(self.plan.params[p].ty),
            PlanValue::Const(c) => Some(self.tables.consts[c].ty),
            PlanValue::Poison(t) => Some(t),
            // The identifier has no type here, so that it replaces no value of an original.
            PlanValue::Id | PlanValue::Block(_) => None,
        }
    }

    /// Checks the types of the plan's own slots; those of instructions follow from their values.
    fn check_types(&self, id: SlotId) -> Result<(), ReplayError> {
        let slot = &self.plan.slots[id];
        let Some(info) = self.tables.types.get(slot.ty) else {
            return Err(ReplayError::Type(id));
        };
        let of_slot = |value: &PlanValue| self.type_of(*value) == Some(slot.ty);
        let right = match slot.kind {
            SlotKind::Inst(_) | SlotKind::Rematerialized(_) => true,
            SlotKind::Phi(_) => info.selectable && slot.operands.iter().step_by(2).all(of_slot),
            SlotKind::Select => info.selectable && slot.operands.iter().all(of_slot),
            SlotKind::IdBranch | SlotKind::Jump => info.is_void,
        };
        if right { Ok(()) } else { Err(ReplayError::Type(id)) }
    }
}

fn check_graph(plan: &MergePlan, dominance: &CheckedDominance) -> Result<(), ReplayError> {
    if !dominance.preds(plan.entry().index()).is_empty() {
        return Err(ReplayError::EntryHasPredecessors);
    }
    let mut reached = SecondaryMap::<PlanBlockId, bool>::new();
    let order = dominance.reverse_postorder();
    order.iter().for_each(|&b| reached[PlanBlockId::new(b)] = true);
    let lost = plan.blocks.keys().find(|&b| !reached[b]);
    lost.map_or(Ok(()), |block| Err(ReplayError::Unreachable(block)))
}

fn check_incoming(
    plan: &MergePlan,
    dominance: &CheckedDominance,
    id: SlotId,
) -> Result<(), ReplayError> {
    let slot = &plan.slots[id];
    if !slot.is_phi() {
        return Ok(());
    }
    let mut blocks: Vec<usize> = slot.incoming().map(|(b, _)| b.index()).collect();
    blocks.sort_unstable();
    // A φ of the entry would have no pairs, as the entry has no predecessors. It would have no value either.
    let right = !blocks.is_empty() && blocks == dominance.preds(slot.block.index());
    if right { Ok(()) } else { Err(ReplayError::Incoming(id)) }
}

/// Where each slot stands in its block, and where its result is defined.
struct Sites {
    positions: SecondaryMap<SlotId, usize>,
    sites: SecondaryMap<SlotId, Site>,
}

impl Sites {
    fn new(plan: &MergePlan) -> Self {
        let sites = SecondaryMap::with_default(Site::Point(0, 0));
        let mut all = Sites { positions: SecondaryMap::new(), sites };
        for content in plan.blocks.values() {
            for (position, &slot) in content.slots.iter().enumerate() {
                all.positions[slot] = position;
                all.sites[slot] = site(&plan.slots[slot], position);
            }
        }
        all
    }
}

/// The result of a terminator, if it has one, is an invoke's: it exists on the first edge alone.
fn site(slot: &Slot, position: usize) -> Site {
    let mut blocks = slot.operands.iter().filter_map(|v| match v {
        PlanValue::Block(b) => Some(b.index()),
        _ => None,
    });
    match blocks.next().filter(|_| !slot.is_phi()) {
        Some(normal) => Site::Edge(slot.block.index(), normal),
        None => Site::Point(slot.block.index(), position),
    }
}

fn check_dominance(plan: &MergePlan, dominance: &CheckedDominance) -> Result<(), ReplayError> {
    let sites = Sites::new(plan);
    for (user, slot) in &plan.slots {
        let bad = match slot.kind {
            SlotKind::Phi(_) => undominated_incoming(dominance, &sites, slot),
            _ => undominated_operand(dominance, &sites, user, slot),
        };
        if let Some(used) = bad {
            return Err(ReplayError::Dominance { user, used });
        }
    }
    Ok(())
}

fn undominated_incoming(dominance: &CheckedDominance, sites: &Sites, phi: &Slot) -> Option<SlotId> {
    let reaches = |used: SlotId, from: PlanBlockId| {
        dominance.reaches_edge(sites.sites[used], from.index(), phi.block.index())
    };
    phi.incoming().find_map(|(from, value)| match value {
        PlanValue::Slot(used) if !reaches(used, from) => Some(used),
        _ => None,
    })
}

fn undominated_operand(
    dominance: &CheckedDominance,
    sites: &Sites,
    user: SlotId,
    slot: &Slot,
) -> Option<SlotId> {
    let (block, position) = (slot.block.index(), sites.positions[user]);
    slot.operands.iter().find_map(|&value| match value {
        PlanValue::Slot(used) if !dominance.reaches_point(sites.sites[used], block, position) => {
            Some(used)
        }
        _ => None,
    })
}
