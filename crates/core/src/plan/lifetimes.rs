//! Lifetime markers of the merged function.
//!
//! Consumes: a finished [`MergePlan`] and the markers of all sides. Produces: the plan's markers, or the reason
//! against the merge. Guarantees, for each side: a stack slot that is alive at an instruction is alive at the plan's slot
//! of the instruction, and no marker of another side takes the content of a stack slot that is alive.
//!
//! A marker stands before the plan's slot of the instruction that it stood before. A stack slot of one side alone keeps
//! all of its markers, because other sides do not use it. In code that several sides run, a shared stack slot keeps a
//! marker that only some of them have only if it is dead there on the others. An end that cannot be kept is left out, and
//! the stack slot lives longer. If a start cannot be kept, the stack slot has no markers and always lives; so it does if
//! some of its sides start its life and others never do. Where a sanitizer looks at scopes, no marker may be left out.

use std::collections::BTreeSet;

use cranelift_entity::{EntityRef, PrimaryMap};
use smallvec::SmallVec;

use super::{MergePlan, Origin, PlanMarker, SideId, Sides, SlotId};
use crate::ir::{EncodedFunction, InstId};
use crate::reject::Reject;
use crate::stack::Marker;
use crate::stack::slots::{AliveSlots, Frame};

/// Gives the plan its markers.
///
/// # Errors
/// [`Reject::ScopeLost`] where a sanitizer would miss a scope.
pub(super) fn place(plan: &mut MergePlan, sides: Sides<'_>) -> Result<(), Reject> {
    if sides.functions().all(|function| function.allocas().next().is_none()) {
        return Ok(());
    }
    let marked = sides.map(|side| Markers::new(plan, side, sides.on(side)));
    let (markers, lost) = chosen(plan, &marked);
    if lost && sides.functions().any(|function| function.scopes_count) {
        return Err(Reject::ScopeLost);
    }
    plan.markers = markers;
    Ok(())
}

/// One side's markers, where they stand in the plan, and where its stack slots are alive.
struct Markers<'a> {
    side: SideId,
    function: &'a EncodedFunction,
    /// By instruction: its slot.
    slot_of: Vec<Option<SlotId>>,
    allocas: Vec<InstId>,
    /// By alloca, in the order of `allocas`: its markers, in order.
    of_alloca: Vec<SmallVec<[Marker; 4]>>,
    alive: Option<AliveSlots>,
}

impl<'a> Markers<'a> {
    fn new(plan: &MergePlan, side: SideId, function: &'a EncodedFunction) -> Markers<'a> {
        let mut slot_of = vec![None; function.insts.len()];
        for (id, slot) in &plan.slots {
            if let Some(inst) = slot.copied().and_then(|origin| origin.on(side)) {
                slot_of[inst.index()] = Some(id);
            }
        }
        let alive = (!function.markers.is_empty()).then(|| Frame::of(function).alive());
        let allocas: Vec<InstId> = function.allocas().collect();
        let mut of_alloca = vec![SmallVec::new(); allocas.len()];
        for &marker in &function.markers {
            of_alloca[number(&allocas, marker.slot)].push(marker);
        }
        Markers { side, function, slot_of, allocas, of_alloca, alive }
    }

    fn slot(&self, inst: InstId) -> SlotId {
        self.slot_of[inst.index()].expect("each instruction has a slot")
    }

    fn own(&self) -> impl Iterator<Item = (Marker, PlanMarker)> + '_ {
        self.function.markers.iter().map(|&marker| {
            let (before, slot) = (self.slot(marker.before), self.slot(marker.slot));
            (marker, PlanMarker { before, starts: marker.starts, slot })
        })
    }

    fn has_marker(&self, marker: Marker) -> bool {
        self.function.markers.binary_search(&marker).is_ok()
    }

    /// Whether a marker starts the life of this alloca. Without such a marker, it is alive from the beginning.
    fn is_started(&self, inst: InstId) -> bool {
        let alloca = self.allocas.binary_search(&inst);
        alloca.is_ok_and(|at| self.of_alloca[at].iter().any(|marker| marker.starts))
    }

    /// Whether the alloca may be alive right before `inst`, where a marker of another side would stand. That marker would
    /// stand before this side's starts there; if it is a start itself (`starts`), it would stand behind this side's ends.
    fn is_alive(&self, alloca: InstId, inst: InstId, starts: bool) -> bool {
        let Some(alive) = &self.alive else { return true };
        let block = self.function.insts[inst].block;
        let slot = number(&self.allocas, alloca);
        let mut now = alive.at_start(block.as_u32() as usize, slot);
        let in_block = |m: &&Marker| self.function.insts[m.before].block == block;
        for marker in self.of_alloca[slot].iter().filter(in_block) {
            let passed = marker.before < inst || marker.before == inst && starts && !marker.starts;
            if passed {
                now = marker.starts;
            }
        }
        now
    }
}

/// The place of a static alloca among those of its function.
fn number(allocas: &[InstId], alloca: InstId) -> usize {
    allocas.binary_search(&alloca).expect("a static alloca")
}

/// The markers that can be kept, in order, and whether some are lost.
fn chosen(plan: &MergePlan, sides: &PrimaryMap<SideId, Markers<'_>>) -> (Vec<PlanMarker>, bool) {
    let mut kept = BTreeSet::new();
    let mut unmarked = BTreeSet::new();
    let mut lost = false;
    for own in sides.values() {
        for (marker, placed) in own.own() {
            let mut others = sides.values().filter(|other| other.side != own.side);
            if others.all(|other| is_harmless(plan, other, marker, placed)) {
                kept.insert(placed);
                continue;
            }
            lost = true;
            if marker.starts {
                unmarked.insert(placed.slot);
            }
        }
    }
    for (id, slot) in &plan.slots {
        let started = |(side, inst)| sides[side].is_started(inst);
        let origin = slot.copied().filter(|origin| origin.is_shared());
        let mut started = origin.into_iter().flat_map(Origin::iter).map(started);
        let first = started.next();
        if started.any(|other| Some(other) != first) {
            unmarked.insert(id);
            lost = true;
        }
    }
    kept.retain(|marker: &PlanMarker| !unmarked.contains(&marker.slot));
    (kept.into_iter().collect(), lost)
}

/// Whether a marker of one side may stand where another side comes too.
fn is_harmless(plan: &MergePlan, other: &Markers<'_>, marker: Marker, placed: PlanMarker) -> bool {
    let on_other = |slot: SlotId| plan.slots[slot].copied()?.on(other.side);
    let (Some(alloca), Some(inst)) = (on_other(placed.slot), on_other(placed.before)) else {
        // The other side has no such stack slot, or does not run this code.
        return true;
    };
    let twin = Marker { before: inst, starts: marker.starts, slot: alloca };
    other.has_marker(twin) || !other.is_alive(alloca, inst, marker.starts)
}

#[cfg(test)]
mod tests;
