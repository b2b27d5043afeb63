//! Variables: which results share one, so that the φ that joins them is the select between them.
//!
//! Consumes: a [`Draft`] and its operand places. Produces: [`Vars`], one variable for each slot, of which some are
//! joined (SalSSA's φ-node coalescing). Guarantees: definitions of one variable are never live together; an operand
//! that must be one value on all sides reads no joined variable.

use std::cmp::Reverse;
use std::mem;

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::{OperandPlace, OperandSource, Want};
use crate::ir::{InstId, InstKind, OperandMode, TypeId};
use crate::plan::draft::Draft;
use crate::plan::{BySide, PlanBlockId, PlanValue, SideId, SlotId, SlotKind};

/// A variable, which one or more definitions share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct VarId(u32);
entity_impl!(VarId, "v");

/// Definitions that are never live together.
pub(super) struct Var {
    pub(super) defs: SmallVec<[SlotId; 2]>,
    /// The value before any definition.
    pub(super) initial: Option<PlanValue>,
    pub(super) ty: TypeId,
}

/// The variables and which one each slot defines.
pub(super) struct Vars {
    pub(super) vars: PrimaryMap<VarId, Var>,
    pub(super) of: SecondaryMap<SlotId, VarId>,
    /// Further variables, by what they hold on each side. The slots among these sources define their own variables too.
    chosen: FxHashMap<BySide<OperandSource>, VarId>,
    /// The sides that execute each slot, if the slot may share a φ with slots of other sides.
    mixable: SecondaryMap<SlotId, BySide<()>>,
}

impl Vars {
    /// Makes one variable for each slot, then joins variables whose values meet in shared instructions.
    pub(super) fn new(draft: &Draft<'_>, places: &[OperandPlace]) -> Vars {
        let count = draft.plan.slots.len();
        let mut vars = PrimaryMap::with_capacity(count);
        let mut of = SecondaryMap::with_default(VarId(0));
        of.resize(count);
        for (id, slot) in draft.plan.slots.iter() {
            of[id] = vars.push(Var { defs: smallvec![id], initial: None, ty: slot.ty });
        }
        let (chosen, mixable) = Default::default();
        let mut result = Vars { vars, of, chosen, mixable };
        result.coalesce(draft, places);
        result
    }

    /// Joins values that meet in shared instructions, those that meet in the most places first. No side executes two
    /// definitions of one variable, and a side that has its initial value executes none.
    fn coalesce(&mut self, draft: &Draft<'_>, places: &[OperandPlace]) {
        self.mixable = executed_by_some_sides(draft);
        for slot in unmixable(draft, places) {
            self.mixable[slot] = BySide::default();
        }
        let mut met: IndexMap<[(SideId, OperandSource); 2], u32, FxBuildHasher> =
            IndexMap::default();
        for place in places {
            if let Want::Several(sources) = &place.want {
                meetings(sources).for_each(|meeting| *met.entry(meeting).or_default() += 1);
            }
        }
        // Ties are broken by the first place where the two meet, because the numbers of constants are arbitrary.
        let mut meetings: Vec<_> = met.into_iter().collect();
        meetings.sort_by_key(|&(_, weight)| Reverse(weight));
        for ([(one, left), (other, right)], _) in meetings {
            match (left, right) {
                (OperandSource::Slot(a), OperandSource::Slot(b)) => self.join(a, b),
                (OperandSource::Slot(a), OperandSource::Fixed(initial)) => {
                    self.begin(a, other, initial);
                }
                (OperandSource::Fixed(initial), OperandSource::Slot(a)) => {
                    self.begin(a, one, initial);
                }
                (OperandSource::Fixed(_), OperandSource::Fixed(_)) => {}
            }
        }
    }

    /// Joins the variables of two slots if no side executes definitions of both.
    fn join(&mut self, a: SlotId, b: SlotId) {
        let [var, other] = [a, b].map(|slot| self.of[slot]);
        let (joined, more) = (&self.vars[var], &self.vars[other]);
        let is_free = |var: &Var| var.initial.is_none() && self.is_mixable(var);
        let apart = more.defs.iter().all(|&def| self.is_apart(&joined.defs, def));
        if is_free(joined) && is_free(more) && apart && joined.ty == more.ty {
            for def in mem::take(&mut self.vars[other].defs) {
                self.of[def] = var;
                self.vars[var].defs.push(def);
            }
        }
    }

    /// Makes a value that a side wants the initial one of a slot's variable, if the side executes no definition of it.
    fn begin(&mut self, slot: SlotId, side: SideId, initial: PlanValue) {
        let var = self.of[slot];
        let one = &self.vars[var];
        if one.initial.is_none() && self.is_mixable(one) && !self.executes(&one.defs, side) {
            self.vars[var].initial = Some(initial);
        }
    }

    fn is_mixable(&self, var: &Var) -> bool {
        var.defs.iter().all(|&def| self.mixable[def].count() > 0)
    }

    /// Whether a side executes one of these definitions.
    fn executes(&self, defs: &[SlotId], side: SideId) -> bool {
        defs.iter().any(|&def| self.mixable[def].on(side).is_some())
    }

    /// Whether no side that executes a definition executes one of these.
    fn is_apart(&self, defs: &[SlotId], def: SlotId) -> bool {
        self.mixable[def].sides().all(|side| !self.executes(defs, side))
    }

    /// A new variable that holds on each side what that side wants, if there can be one.
    pub(super) fn choice(&self, sources: &BySide<OperandSource>) -> Option<Var> {
        let mut defs: SmallVec<[SlotId; 2]> = SmallVec::new();
        let mut fixed = None;
        for (side, source) in sources.iter() {
            match source {
                OperandSource::Slot(slot) if defs.contains(&slot) => {}
                OperandSource::Slot(slot)
                    if self.mixable[slot].on(side).is_some() && self.is_apart(&defs, slot) =>
                {
                    defs.push(slot);
                }
                OperandSource::Fixed(value) if fixed.is_none_or(|known| known == value) => {
                    fixed = Some(value)
                }
                _ => return None,
            }
        }
        let is_initial = |(side, source)| match source {
            OperandSource::Slot(_) => true,
            OperandSource::Fixed(_) => !self.executes(&defs, side),
        };
        if !sources.iter().all(is_initial) {
            return None;
        }
        let ty = self.vars[self.of[*defs.first()?]].ty;
        let agree = defs.iter().all(|&slot| self.vars[self.of[slot]].ty == ty);
        agree.then_some(Var { defs, initial: fixed, ty })
    }

    /// Adds a variable, which the places where sides want these sources read from now on.
    pub(super) fn choose(&mut self, sources: &BySide<OperandSource>, var: Var) {
        let var = self.vars.push(var);
        self.chosen.insert(sources.clone(), var);
    }

    /// The one variable that holds on each side what that side wants, if there is one.
    pub(super) fn shared(&self, sources: &BySide<OperandSource>) -> Option<VarId> {
        if let Some(&chosen) = self.chosen.get(sources) {
            return Some(chosen);
        }
        let var = sources.iter().find_map(|(_, source)| match source {
            OperandSource::Slot(slot) => Some(self.of[slot]),
            OperandSource::Fixed(_) => None,
        })?;
        let Var { defs, initial, .. } = &self.vars[var];
        let holds = |(side, source): (SideId, OperandSource)| match source {
            OperandSource::Slot(slot) => self.of[slot] == var,
            OperandSource::Fixed(value) => *initial == Some(value) && !self.executes(defs, side),
        };
        sources.iter().all(holds).then_some(var)
    }
}

/// Slots whose results are used where no select may stand. A φ that joins them with another value would be a select
/// there.
fn unmixable(draft: &Draft<'_>, places: &[OperandPlace]) -> FxHashSet<SlotId> {
    let is_fixed = |place: &&OperandPlace| {
        let slot = &draft.plan.slots[place.slot];
        let SlotKind::Inst(origin) = &slot.kind else { return false };
        draft.sides.insts(origin).any(|(side, inst)| {
            let own = inst.operands.get(slot.original_operand(side, place.operand));
            own.is_some_and(|operand| operand.mode == OperandMode::Same)
        })
    };
    let sources = places.iter().filter(is_fixed).flat_map(|place| match &place.want {
        Want::One(source) => smallvec![*source],
        Want::Several(sources) => {
            sources.iter().map(|(_, source)| source).collect::<SmallVec<[OperandSource; 2]>>()
        }
    });
    sources
        .filter_map(|source| match source {
            OperandSource::Slot(slot) => Some(slot),
            OperandSource::Fixed(_) => None,
        })
        .collect()
}

/// All pairs of these sources that differ, the earlier side's source first.
fn meetings(
    sources: &BySide<OperandSource>,
) -> impl Iterator<Item = [(SideId, OperandSource); 2]> + '_ {
    sources.iter().enumerate().flat_map(|(at, one)| {
        let later = sources.iter().skip(at + 1).filter(move |other| other.1 != one.1);
        later.map(move |other| [one, other])
    })
}

/// The sides that ever execute each slot: those that enter the block of an instruction or φ. A one-sided φ at a shared head,
/// or a one-sided alloca, is executed by others too. Left out are slots that all sides execute.
fn executed_by_some_sides(draft: &Draft<'_>) -> SecondaryMap<SlotId, BySide<()>> {
    let mut entered = vec![BySide::default(); draft.plan.blocks.len()];
    for side in draft.sides.ids() {
        let mut enter = |block: PlanBlockId| entered[block.index()].insert(side, ());
        for (inst, &slot) in draft.slot_of[side].iter().enumerate() {
            let kind = draft.sides.on(side).insts[InstId::new(inst)].kind;
            if let Some(slot) = slot.filter(|_| kind != InstKind::Phi) {
                enter(draft.plan.slots[slot].block);
            }
        }
        // A head is entered by the sides whose blocks begin there, even when no instruction follows.
        draft.head[side].iter().for_each(|&head| enter(head));
        enter(draft.plan.entry());
    }
    let mut result = SecondaryMap::new();
    result.resize(draft.plan.slots.len());
    for (id, slot) in draft.plan.slots.iter() {
        let sides = &entered[slot.block.index()];
        if sides.count() < draft.sides.count() {
            result[id] = sides.clone();
        }
    }
    result
}
