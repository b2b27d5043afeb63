//! Rematerialization: a value is computed again where it is used, so that no φ or select carries it there.
//!
//! Consumes: a [`Draft`] with its operand places. Produces: the draft with further slots ([`SlotKind::Rematerialized`]),
//! and which places read them. Guarantees: the operands of such a slot reach it without a φ or a select.
//!
//! An address at a constant distance from another costs nothing: code generation makes it part of each load or store
//! that uses it, although LLVM IR computes it once for all uses. If only one side executes its definition, SSA repair
//! carries the address to its uses by φs. Then it takes a register, in loops too, or is spilled and reloaded. If the
//! sides have different distances, the address takes a select. Computing it again takes neither.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::{Definition, OperandPlace, OperandSource, Want, source};
use crate::graph::Dominance;
use crate::plan::draft::{Draft, OPEN};
use crate::plan::{BySide, Origin, PlanBlockId, PlanOperands, SideId, Slot, SlotId, SlotKind};

/// By slot and operand: the rematerialized slot to read there.
pub(super) type RematerializedCopies = FxHashMap<(SlotId, usize), SlotId>;

/// Adds a rematerialized slot to the draft for each place that is better off with one. Places of one block share the slot
/// of the same instructions.
pub(super) fn compute(
    draft: &mut Draft<'_>,
    places: &[OperandPlace],
    dominance: &Dominance,
    definitions: &SecondaryMap<SlotId, Definition>,
) -> RematerializedCopies {
    let finder = Rematerializer { draft, dominance, definitions };
    let rematerialized = |place| Some((place, finder.rematerialized(place)?));
    let mut found: Vec<(&OperandPlace, Origin)> =
        places.iter().filter_map(rematerialized).collect();
    // One slot serves all uses in a block: it stands before the first of them.
    found.sort_by_key(|(place, _)| (place.block, place.at, place.slot, place.operand));
    let mut copies = RematerializedCopies::default();
    let mut made: FxHashMap<(PlanBlockId, Origin), SlotId> = FxHashMap::default();
    let mut pending: Vec<(PlanBlockId, usize, SlotId)> = Vec::new();
    for (place, origin) in found {
        let known = made.get(&(place.block, origin.clone())).copied();
        let slot = known.unwrap_or_else(|| {
            let (_, inst) =
                draft.sides.insts(&origin).next().expect("an origin has an instruction");
            let operands = PlanOperands::from_elem(OPEN, inst.operands.len());
            let kind = SlotKind::Rematerialized(origin.clone());
            let slot = draft.plan.slots.push(Slot::new(place.block, kind, inst.ty, operands));
            made.insert((place.block, origin), slot);
            pending.push((place.block, place.at, slot));
            slot
        });
        copies.insert((place.slot, place.operand), slot);
    }
    insert(draft, &pending);
    copies
}

/// Inserts each slot before its position in its block, or before the terminator. `pending` is sorted by block and position.
fn insert(draft: &mut Draft<'_>, pending: &[(PlanBlockId, usize, SlotId)]) {
    for &(block, at, slot) in pending.iter().rev() {
        let slots = &mut draft.plan.blocks[block].slots;
        let at = at.min(slots.len().saturating_sub(1));
        slots.insert(at, slot);
    }
}

struct Rematerializer<'a, 'd> {
    draft: &'a Draft<'d>,
    dominance: &'a Dominance,
    definitions: &'a SecondaryMap<SlotId, Definition>,
}

impl<'d> Rematerializer<'_, 'd> {
    /// The instructions to rematerialize for a place, by side; none if SSA repair does better.
    fn rematerialized(&self, place: &OperandPlace) -> Option<Origin> {
        let is_better = match &place.want {
            Want::One(one) => {
                self.is_rematerializable(*one)
                    && (!self.reaches(*one, place) || self.is_chosen(*one))
            }
            Want::Several(all) => all.iter().all(|(_, one)| self.is_rematerializable(one)),
        };
        let origin = if is_better { self.wanted(place)? } else { return None };
        let at_hand = |operand: BySide<OperandSource>| {
            operand.agreed().is_some_and(|source| self.reaches(source, place))
        };
        let is_at_hand = self.operands(&origin).all(at_hand);
        is_at_hand.then_some(origin)
    }

    /// Whether a source is an instruction that is rematerializable, on all sides that have it.
    fn is_rematerializable(&self, source: OperandSource) -> bool {
        let OperandSource::Slot(slot) = source else { return false };
        let origin = self.draft.plan.slots[slot].copied();
        origin.is_some_and(|origin| {
            self.draft.sides.insts(origin).all(|(_, inst)| inst.rematerializable)
        })
    }

    /// The instructions whose results a place takes, by side, if they may become one. All are rematerializable.
    fn wanted(&self, place: &OperandPlace) -> Option<Origin> {
        let of = |side: SideId, source: OperandSource| match source {
            OperandSource::Slot(slot) => self.draft.plan.slots[slot].copied()?.on(side),
            OperandSource::Fixed(_) => None,
        };
        let insts: Option<SmallVec<[(SideId, _); 2]>> = match &place.want {
            Want::One(one) => {
                self.sides(place).into_iter().map(|side| Some((side, of(side, *one)?))).collect()
            }
            Want::Several(all) => {
                all.iter().map(|(side, one)| Some((side, of(side, one)?))).collect()
            }
        };
        let origin: Origin = insts?.into_iter().collect();
        let keys = || self.draft.sides.insts(&origin).map(|(_, inst)| inst.key);
        let may_be_one = keys().skip(1).zip(keys()).all(|(one, other)| one.may_merge(other));
        may_be_one.then_some(origin)
    }

    /// The sides that come to a place.
    fn sides(&self, place: &OperandPlace) -> SmallVec<[SideId; 2]> {
        let slot = &self.draft.plan.slots[place.slot];
        let Some(origin) = slot.origin() else { return smallvec![] };
        if !slot.is_phi() {
            return origin.sides().collect();
        }
        let edge = self.draft.edges_into(slot.block).nth(place.operand / 2);
        let comes = |side: &SideId| edge.is_some_and(|edge| edge.origin.on(*side).is_some());
        origin.sides().filter(comes).collect()
    }

    /// Whether a value is available at a place although no φ is placed.
    fn reaches(&self, source: OperandSource, place: &OperandPlace) -> bool {
        let OperandSource::Slot(slot) = source else { return true };
        self.definitions[slot].reaches(self.dominance, place.position())
    }

    /// Whether the sides of a slot give it different operands, so that it needs selects.
    fn is_chosen(&self, source: OperandSource) -> bool {
        let OperandSource::Slot(slot) = source else { return false };
        let origin = self.draft.plan.slots[slot].copied();
        origin.is_some_and(|origin| self.operands(origin).any(|one| one.agreed().is_none()))
    }

    /// The operands of an origin, by side, in order.
    fn operands<'o>(
        &'o self,
        origin: &'o Origin,
    ) -> impl Iterator<Item = BySide<OperandSource>> + 'o {
        let count = self.draft.sides.insts(origin).map(|(_, inst)| inst.operands.len()).max();
        (0..count.unwrap_or(0)).map(move |at| {
            let insts = self.draft.sides.insts(origin);
            insts
                .filter_map(|(side, inst)| {
                    Some((side, source(self.draft, side, inst.operands.get(at)?.value)?))
                })
                .collect()
        })
    }
}
