//! Lifetime markers: a stack slot that lives on a side lives in the plan, and keeps what it holds.
//!
//! Consumes: a plan of good shape, its functions, and a [`Projection`], so that the order of the code is right.
//! Produces: nothing, or the first fault. Guarantees: point 4 of the property.
//!
//! Plan and function take the same way through the code, so both are followed at once. Each static alloca has, at each
//! place, the set of pairs (*alive in the function*, *alive in the plan*) that some path from the entry leads to. These
//! sets are propagated to their least fixpoint. Time is linear in the plan for each static alloca with markers.

use std::collections::BTreeSet;

use cranelift_entity::SecondaryMap;

use super::ReplayError;
use super::control::Projection;
use super::origins::own;
use crate::ir::{InstId, InstKind};
use crate::plan::{MergePlan, PlanBlockId, PlanMarker, Sides, SlotId};
use crate::stack::Marker;

/// Checks what markers name, and their order.
pub(super) fn check_shape(plan: &MergePlan, sides: Sides<'_>) -> Result<(), ReplayError> {
    let is_sorted = |at: usize| at == 0 || plan.markers[at - 1] < plan.markers[at];
    let places = places(plan);
    for (at, marker) in plan.markers.iter().enumerate() {
        let [before, slot] = [marker.before, marker.slot].map(|id| kind(plan, sides, id));
        let names_alloca = slot == Some(InstKind::StaticAlloca);
        let stands_before_code = before.is_some_and(|k| k != InstKind::StaticAlloca);
        if !is_sorted(at) || !names_alloca || !stands_before_code {
            return Err(ReplayError::Marker(at));
        }
        // No marker may stand before a landing pad, or in the entry before its alloca; all other blocks come after the entry.
        let is_pad = before == Some(InstKind::LandingPad);
        let in_entry = plan.slots[marker.before].block == plan.entry();
        if is_pad || in_entry && places[marker.before] < places[marker.slot] {
            return Err(ReplayError::Marker(at));
        }
    }
    Ok(())
}

/// Where each slot stands in its block.
fn places(plan: &MergePlan) -> SecondaryMap<SlotId, usize> {
    let mut places = SecondaryMap::new();
    if !plan.markers.is_empty() {
        for content in plan.blocks.values() {
            content.slots.iter().enumerate().for_each(|(place, &slot)| places[slot] = place);
        }
    }
    places
}

/// The class of the instruction that a slot stands for; none for φs and what is the plan's own.
fn kind(plan: &MergePlan, sides: Sides<'_>, id: SlotId) -> Option<InstKind> {
    sides.copied(plan.slots.get(id)?).map(|inst| inst.kind)
}

/// Checks the stack slots of a side.
pub(super) fn check(projection: &Projection<'_>) -> Result<(), ReplayError> {
    let slots = Tracked::new(projection);
    if slots.slots.is_empty() {
        // A stack slot without markers in the plan always lives.
        return Ok(());
    }
    let starts = slots.solve();
    for &block in &projection.reached {
        let start = starts[block].as_ref().expect("it is reached");
        slots.check_block(block, start.clone())?;
    }
    Ok(())
}

/// A set of pairs: whether a slot is alive in the function, and in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lives(u8);

impl Lives {
    const NONE: Lives = Lives(0);
    /// In the number of a pair, the bit that says whether the slot is alive in the plan.
    const IN_PLAN: u8 = 1;
    /// In the number of a pair, the bit that says whether it is alive in the function.
    const IN_FUNCTION: u8 = 2;

    fn one(in_function: bool, in_plan: bool) -> Lives {
        let pair = u8::from(in_function) * Self::IN_FUNCTION + u8::from(in_plan) * Self::IN_PLAN;
        Lives(1 << pair)
    }

    fn join(self, other: Lives) -> Lives {
        Lives(self.0 | other.0)
    }

    fn pairs(self) -> impl Iterator<Item = u8> {
        (0..4).filter(move |pair| self.0 >> pair & 1 != 0)
    }

    /// All pairs with one of their bits set to `value`.
    fn set(self, bit: u8, value: bool) -> Lives {
        let changed = self.pairs().map(|pair| if value { pair | bit } else { pair & !bit });
        changed.fold(Lives::NONE, |all, pair| Lives(all.0 | 1 << pair))
    }

    fn may_live_in_function(self) -> bool {
        self.pairs().any(|pair| pair & Self::IN_FUNCTION != 0)
    }

    /// Whether it may live in the function and not in the plan.
    fn may_lack(self) -> bool {
        self.pairs().any(|pair| pair == Self::IN_FUNCTION)
    }
}

/// The side's static allocas that have markers in the plan.
struct Tracked<'a> {
    projection: &'a Projection<'a>,
    /// Their slots, ascending.
    slots: Vec<SlotId>,
    /// Their instructions on the side.
    insts: Vec<InstId>,
    /// By instruction, its index in `insts`.
    numbers: SecondaryMap<InstId, Option<usize>>,
}

impl<'a> Tracked<'a> {
    fn new(projection: &'a Projection<'a>) -> Self {
        let marked: BTreeSet<SlotId> = projection.plan.markers.iter().map(|m| m.slot).collect();
        let mut tracked = Tracked {
            projection,
            slots: Vec::new(),
            insts: Vec::new(),
            numbers: SecondaryMap::new(),
        };
        for slot in marked {
            if let Some(inst) = own(&projection.plan.slots[slot], projection.side) {
                tracked.numbers[inst] = Some(tracked.slots.len());
                tracked.slots.push(slot);
                tracked.insts.push(inst);
            }
        }
        tracked
    }

    /// What lives when plan and function begin: each stack slot whose life no marker starts.
    fn at_entry(&self) -> Vec<Lives> {
        let (plan, function) = (self.projection.plan, self.projection.original());
        let mut started = vec![[false; 2]; self.slots.len()];
        for marker in plan.markers.iter().filter(|m| m.starts) {
            if let Ok(number) = self.slots.binary_search(&marker.slot) {
                started[number][1] = true;
            }
        }
        for marker in function.markers.iter().filter(|m| m.starts) {
            if let Some(number) = self.numbers[marker.slot] {
                started[number][0] = true;
            }
        }
        started.into_iter().map(|[function, plan]| Lives::one(!function, !plan)).collect()
    }

    /// By block that the side reaches, what may live at its start.
    fn solve(&self) -> SecondaryMap<PlanBlockId, Option<Vec<Lives>>> {
        let mut starts = SecondaryMap::<PlanBlockId, Option<Vec<Lives>>>::new();
        let entry = self.projection.plan.entry();
        starts[entry] = Some(self.at_entry());
        let mut waiting = vec![entry];
        while let Some(block) = waiting.pop() {
            let mut lives = starts[block].clone().expect("it was reached");
            for &slot in &self.projection.plan.blocks[block].slots {
                let step = self.step(slot, &lives);
                step.changes.into_iter().for_each(|(number, after)| lives[number] = after);
            }
            for next in self.projection.feasible(block) {
                let known = starts[next].get_or_insert_with(|| vec![Lives::NONE; lives.len()]);
                let mut changed = false;
                for (known, &more) in known.iter_mut().zip(&lives) {
                    changed |= known.join(more) != *known;
                    *known = known.join(more);
                }
                if changed {
                    waiting.push(next);
                }
            }
        }
        starts
    }

    /// The plan's and the function's markers before a slot, and what they do.
    fn step(&self, slot: SlotId, lives: &[Lives]) -> LifetimeStep {
        let mut step = LifetimeStep::default();
        let Some(inst) = self.projection.own_inst(slot) else { return step };
        let plan = markers_before(&self.projection.plan.markers, |m: &PlanMarker| m.before, slot);
        let own = markers_before(&self.projection.original().markers, |m: &Marker| m.before, inst);
        if plan.is_empty() && own.is_empty() {
            return step;
        }
        let in_plan = plan.iter().filter_map(|m| self.slots.binary_search(&m.slot).ok());
        let in_function = own.iter().filter_map(|m| self.numbers[m.slot]);
        for number in in_plan.chain(in_function).collect::<BTreeSet<_>>() {
            let mut now = lives[number];
            // Ends come before starts.
            for starts in [false, true] {
                let planned =
                    plan.iter().any(|m| m.starts == starts && m.slot == self.slots[number]);
                let original =
                    own.iter().any(|m| m.starts == starts && m.slot == self.insts[number]);
                step.lost = step.lost.or((planned && !original && now.may_live_in_function())
                    .then_some(self.slots[number]));
                if planned {
                    now = now.set(Lives::IN_PLAN, starts);
                }
                if original {
                    now = now.set(Lives::IN_FUNCTION, starts);
                }
            }
            step.changes.push((number, now));
        }
        step
    }

    fn check_block(&self, block: PlanBlockId, mut lives: Vec<Lives>) -> Result<(), ReplayError> {
        let side = self.projection.side;
        let mut is_first = true;
        for &before in &self.projection.plan.blocks[block].slots {
            let is_code =
                |inst| self.projection.original().insts[inst].kind != InstKind::StaticAlloca;
            if !self.projection.own_inst(before).is_some_and(is_code) {
                continue;
            }
            let LifetimeStep { changes, lost } = self.step(before, &lives);
            if let Some(slot) = lost {
                return Err(ReplayError::ContentLost { side, before, slot });
            }
            for &(number, after) in &changes {
                lives[number] = after;
            }
            let lacks = |number: &usize| lives[*number].may_lack();
            let lacking = if std::mem::take(&mut is_first) {
                (0..lives.len()).find(lacks)
            } else {
                changes.iter().map(|&(number, _)| number).find(lacks)
            };
            if let Some(number) = lacking {
                let slot = self.slots[number];
                return Err(ReplayError::NotAlive { side, before, slot });
            }
        }
        Ok(())
    }
}

/// What the markers before a slot do.
#[derive(Default)]
struct LifetimeStep {
    /// The numbers of stack slots that have markers here, and their lives behind these.
    changes: Vec<(usize, Lives)>,
    /// A stack slot that lives in the function, and loses its content to a marker that only the plan has.
    lost: Option<SlotId>,
}

/// The markers before one place, of markers sorted by place.
fn markers_before<M, P: Ord>(markers: &[M], place: impl Fn(&M) -> P, at: P) -> &[M] {
    let first = markers.partition_point(|m| place(m) < at);
    let count = markers[first..].iter().take_while(|m| place(m) == at).count();
    &markers[first..first + count]
}
