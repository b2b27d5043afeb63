//! Operands: every open operand gets its value; selects and φs are placed where they are needed.
//!
//! Consumes: a [`Draft`] with all instruction and original φ slots in place. Produces: the [`MergePlan`].
//! Guarantees: every use is dominated by its definition; no value goes through memory.
//!
//! Each slot with a result is a variable. Where other sides go round a definition, it no longer dominates its uses.
//! Then φs are placed at the iterated dominance frontier, where the variable is live (pruned SSA). They take poison
//! from paths that the side of the definition never takes.
//!
//! A shared instruction that takes value a on one side and b on another needs a select between them,
//! unless a and b can be one variable: two definitions in code that no side runs both of are never
//! both live, and the φ that joins them is the select (SalSSA's φ-node coalescing). Likewise, a variable may have as its
//! value on entry a constant or parameter of a side that runs none of its definitions.
//!
//! An address at a constant distance from another that would need a φ or a select is [rematerialized](rematerialize)
//! where it is used.
//!
//! An invoke's result does not exist where the invoke stands: not at the end of its block, and not on its
//! unwind edge. It is defined at the very start of the block that its normal edge leads to, which the
//! layout keeps free of other edges ([`Definition`]). So the variable still has its earlier value on the unwind edge.

mod rematerialize;
mod selects;
mod vars;

use cranelift_entity::{EntityRef, SecondaryMap};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::draft::{Draft, Edge};
use super::{
    BySide, MergePlan, Origin, PlanBlockId, PlanOperands, PlanValue, SideId, Slot, SlotId, SlotKind,
};
use crate::graph::{Dominance, Nodes};
use crate::grouped::Grouped;
use crate::ir::{Inst, InstKind, Tables, Value};
use crate::reject::Reject;
use rematerialize::RematerializedCopies;
use selects::Selects;
use vars::{Var, VarId, Vars};

/// The most φs that a plan may place for each instruction of its functions, besides [`SPARE_PHIS`]. Where shared and
/// unshared code alternate, each live value needs a φ at each change: that is quadratic, and never pays.
const PHIS_PER_INSTRUCTION: usize = 1;
/// The φs that a plan may place in any case: small functions may have a few more.
const SPARE_PHIS: usize = 64;

/// Where a side's operand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum OperandSource {
    /// A constant or parameter, the same everywhere.
    Fixed(PlanValue),
    /// The result of this slot.
    Slot(SlotId),
}

/// What an operand is to be filled with.
#[derive(Clone, Debug)]
enum Want {
    /// One value for all sides that come here.
    One(OperandSource),
    /// A value for each side that comes here; some of them differ.
    Several(BySide<OperandSource>),
}

/// A block, by number, and a position in it.
type PlanPoint = (u32, usize);

/// An operand place, and where its value is needed.
#[derive(Clone, Debug)]
struct OperandPlace {
    slot: SlotId,
    operand: usize,
    /// The block in which the value is needed.
    block: PlanBlockId,
    /// Position in the block; for operands of φs the end of the incoming block.
    at: usize,
    want: Want,
}

impl OperandPlace {
    /// Where its value is needed.
    fn position(&self) -> PlanPoint {
        (self.block.as_u32(), self.at)
    }
}

/// Fills in all operands.
///
/// # Errors
/// [`Reject::UnsupportedType`] when a select or φ of a type that has none would be needed.
/// [`Reject::PlanTooLarge`] when it would take too many φs.
pub(super) fn resolve(mut draft: Draft<'_>, tables: &Tables) -> Result<MergePlan, Reject> {
    let dominance = Dominance::new(&successors(&draft.plan));
    let (mut places, mut definitions) = survey(&draft, &RematerializedCopies::default());
    let copies = rematerialize::compute(&mut draft, &places, &dominance, &definitions);
    if !copies.is_empty() {
        (places, definitions) = survey(&draft, &copies);
    }
    let vars = Vars::new(&draft, &places);
    let size: usize = draft.sides.functions().map(|function| function.size()).sum();
    let mut webs = Webs::new(&dominance, definitions, vars, tables, draft.plan.slots.len());
    webs.most_phis = PHIS_PER_INSTRUCTION * size + SPARE_PHIS;
    webs.build(&places)?;
    fill(draft, &places, webs)
}

fn successors(plan: &MergePlan) -> Vec<Nodes> {
    plan.blocks.keys().map(|b| plan.successors(b).map(|s| s.as_u32()).collect()).collect()
}

/// Where values are needed, and where they are defined.
fn survey(
    draft: &Draft<'_>,
    copies: &RematerializedCopies,
) -> (Vec<OperandPlace>, SecondaryMap<SlotId, Definition>) {
    let positions = positions(&draft.plan);
    (places(draft, &positions, copies), definitions(draft, &positions))
}

/// Where a slot's result is defined.
#[derive(Clone, Copy, Debug, Default)]
struct Definition {
    block: u32,
    /// Position in the block; none for the result of an invoke, which is available at the very start of the block.
    at: Option<usize>,
}

impl Definition {
    /// Whether the result is available at a position of the same block.
    fn is_before(self, at: usize) -> bool {
        self.at.is_none_or(|own| own < at)
    }

    /// Whether the result is available at this position although no φ is placed.
    fn reaches(self, dominance: &Dominance, (block, at): PlanPoint) -> bool {
        match self.block == block {
            true => self.is_before(at),
            false => dominance.dominates(self.block, block),
        }
    }
}

fn definitions(
    draft: &Draft<'_>,
    positions: &SecondaryMap<SlotId, usize>,
) -> SecondaryMap<SlotId, Definition> {
    let mut definitions = SecondaryMap::new();
    definitions.resize(draft.plan.slots.len());
    for (id, slot) in draft.plan.slots.iter() {
        definitions[id] = match normal_successor(draft, slot) {
            Some(normal) => Definition { block: normal.as_u32(), at: None },
            None => Definition { block: slot.block.as_u32(), at: Some(positions[id]) },
        };
    }
    definitions
}

/// Where an invoke goes when its callee returns; none for all other slots.
fn normal_successor(draft: &Draft<'_>, slot: &Slot) -> Option<PlanBlockId> {
    let is_invoke = draft.sides.copied(slot).is_some_and(|inst| inst.kind == InstKind::Invoke);
    if is_invoke { draft.plan.successors(slot.block).next() } else { None }
}

/// The position of each slot in its block.
fn positions(plan: &MergePlan) -> SecondaryMap<SlotId, usize> {
    let mut positions = SecondaryMap::new();
    positions.resize(plan.slots.len());
    for block in plan.blocks.values() {
        for (at, &slot) in block.slots.iter().enumerate() {
            positions[slot] = at;
        }
    }
    positions
}

/// Lists every open operand, slots in order.
fn places(
    draft: &Draft<'_>,
    positions: &SecondaryMap<SlotId, usize>,
    copies: &RematerializedCopies,
) -> Vec<OperandPlace> {
    let open = draft.plan.slots.values().map(|slot| slot.operands.len()).sum();
    let mut places = Vec::with_capacity(open);
    for (id, slot) in draft.plan.slots.iter() {
        match &slot.kind {
            SlotKind::Inst(origin) | SlotKind::Rematerialized(origin) => {
                inst_places(draft, id, slot, origin, positions, &mut places);
            }
            SlotKind::Phi(Some(origin)) => phi_places(draft, id, slot, origin, &mut places),
            _ => {}
        }
    }
    for place in &mut places {
        if let Some(&slot) = copies.get(&(place.slot, place.operand)) {
            place.want = Want::One(OperandSource::Slot(slot));
        }
    }
    places
}

fn inst_places(
    draft: &Draft<'_>,
    id: SlotId,
    slot: &Slot,
    origin: &Origin,
    positions: &SecondaryMap<SlotId, usize>,
    places: &mut Vec<OperandPlace>,
) {
    for operand in 0..slot.operands.len() {
        let sources = draft.sides.insts(origin).filter_map(|(side, inst)| {
            let own = slot.original_operand(side, operand);
            Some((side, source(draft, side, inst.operands.get(own)?.value)?))
        });
        if let Some(want) = Want::new(sources.collect()) {
            let (block, at) = (slot.block, positions[id]);
            places.push(OperandPlace { slot: id, operand, block, at, want });
        }
    }
}

fn phi_places(
    draft: &Draft<'_>,
    id: SlotId,
    slot: &Slot,
    origin: &Origin,
    places: &mut Vec<OperandPlace>,
) {
    for (at, edge) in draft.edges_into(slot.block).enumerate() {
        let insts = draft.sides.insts(origin);
        let sources =
            insts.filter_map(|(side, phi)| Some((side, phi_source(draft, side, phi, edge)?)));
        if let Some(want) = Want::new(sources.collect()) {
            let (block, operand) = (edge.from, 2 * at);
            places.push(OperandPlace { slot: id, operand, block, at: usize::MAX, want });
        }
    }
}

fn phi_source(draft: &Draft<'_>, side: SideId, phi: &Inst, edge: &Edge) -> Option<OperandSource> {
    let pred = edge.origin.on(side)?;
    let value = phi.incoming().find(|&(block, _)| block == pred).map(|(_, value)| value);
    source(draft, side, value.expect("a φ has a value for each predecessor"))
}

/// The source of a side's original value; none for blocks.
fn source(draft: &Draft<'_>, side: SideId, value: Value) -> Option<OperandSource> {
    match value {
        Value::Inst(inst) => Some(OperandSource::Slot(draft.slot(side, inst))),
        Value::Arg(arg) => {
            Some(OperandSource::Fixed(PlanValue::Param(draft.params.carrying(side, arg))))
        }
        Value::Const(id) => Some(OperandSource::Fixed(PlanValue::Const(id))),
        Value::Block(_) => None,
    }
}

impl Want {
    fn new(sources: BySide<OperandSource>) -> Option<Want> {
        let (_, first) = sources.first()?;
        Some(if sources.agreed().is_some() { Want::One(first) } else { Want::Several(sources) })
    }
}

/// Where variables are read.
struct VariableUses {
    all: Grouped<PlanPoint>,
    /// By variable: the uses that are left after common variables have taken some of them.
    left: FxHashMap<VarId, Vec<PlanPoint>>,
}

impl VariableUses {
    fn of(&self, var: VarId) -> &[PlanPoint] {
        self.left.get(&var).map_or_else(|| self.all.of(var.index()), Vec::as_slice)
    }
}

/// The positions of `all` without `those`; a position that occurs several times is removed as often as it is in `those`.
fn without(all: &[PlanPoint], those: &[PlanPoint]) -> Vec<PlanPoint> {
    let mut rest = all.to_vec();
    for position in those {
        if let Some(at) = rest.iter().position(|one| one == position) {
            rest.swap_remove(at);
        }
    }
    rest
}

/// The φ webs: for each variable that needs them, its φs.
struct Webs<'d> {
    dominance: &'d Dominance,
    frontiers: Vec<Nodes>,
    definitions: SecondaryMap<SlotId, Definition>,
    tables: &'d Tables,
    vars: Vars,
    /// The φ of a variable in a block.
    phis: FxHashMap<(VarId, u32), SlotId>,
    /// Variables whose definition does not dominate all uses.
    split: SecondaryMap<VarId, bool>,
    most_phis: usize,
    /// φ slots to be appended, in order; ids follow those of the draft.
    new_phis: Vec<(VarId, u32)>,
    first_new: usize,
}

impl<'d> Webs<'d> {
    fn new(
        dominance: &'d Dominance,
        definitions: SecondaryMap<SlotId, Definition>,
        vars: Vars,
        tables: &'d Tables,
        first_new: usize,
    ) -> Webs<'d> {
        Webs {
            dominance,
            frontiers: dominance.frontiers(),
            definitions,
            tables,
            vars,
            phis: FxHashMap::default(),
            split: SecondaryMap::new(),
            most_phis: usize::MAX,
            new_phis: Vec::new(),
            first_new,
        }
    }

    /// Finds the uses of each variable and places the φs that they need.
    fn build(&mut self, places: &[OperandPlace]) -> Result<(), Reject> {
        self.choose(places);
        let uses = self.uses(places);
        for var in self.vars.vars.keys() {
            let own = uses.of(var.index());
            if !self.covered(&self.vars.vars[var], own) {
                self.split[var] = true;
                self.place_phis(var, own)?;
            }
        }
        Ok(())
    }

    /// Where each variable is read, by its number.
    fn uses(&self, places: &[OperandPlace]) -> Grouped<PlanPoint> {
        let mut uses = Vec::with_capacity(places.len());
        for place in places {
            let wanted = self.wanted(&place.want).into_iter();
            uses.extend(wanted.map(|var| (var.index(), place.position())));
        }
        Grouped::new(self.vars.vars.len(), &uses)
    }

    /// Gives values that sides want at the same places a common variable there, if that replaces selects and adds no φ.
    /// Elsewhere each value keeps its own variable, because it may meet other values there.
    fn choose(&mut self, places: &[OperandPlace]) {
        let mut met: IndexMap<&BySide<OperandSource>, Vec<PlanPoint>, FxBuildHasher> =
            IndexMap::default();
        for place in places {
            if let Want::Several(sources) = &place.want
                && self.vars.shared(sources).is_none()
            {
                met.entry(sources).or_default().push(place.position());
            }
        }
        let choice = |(sources, here)| Some((sources, here, self.vars.choice(sources)?));
        let choices: Vec<_> = met.into_iter().filter_map(choice).collect();
        if choices.is_empty() {
            return;
        }
        let mut uses = VariableUses { all: self.uses(places), left: FxHashMap::default() };
        for (sources, here, var) in choices {
            if self.takes_no_more(&var, &here, &mut uses) {
                self.vars.choose(sources, var);
            }
        }
    }

    /// Whether a common variable at these positions needs at most as many φs as it saves. If so, the variables of its
    /// definitions are no longer read there.
    fn takes_no_more(&self, var: &Var, here: &[PlanPoint], uses: &mut VariableUses) -> bool {
        let mut fewer = 0;
        let mut rest: SmallVec<[(VarId, Vec<PlanPoint>); 2]> = SmallVec::new();
        for &def in &var.defs {
            let id = self.vars.of[def];
            let before = uses.of(id);
            let after = without(before, here);
            let own = &self.vars.vars[id];
            fewer += self.phi_blocks(own, before).len() - self.phi_blocks(own, &after).len();
            rest.push((id, after));
        }
        let takes_no_more = self.phi_blocks(var, here).len() <= fewer;
        if takes_no_more {
            uses.left.extend(rest);
        }
        takes_no_more
    }

    /// The variables that a place reads.
    fn wanted(&self, want: &Want) -> SmallVec<[VarId; 2]> {
        let var = |source| match source {
            OperandSource::Slot(slot) => Some(self.vars.of[slot]),
            OperandSource::Fixed(_) => None,
        };
        match want {
            Want::One(source) => var(*source).into_iter().collect(),
            Want::Several(sources) => match self.vars.shared(sources) {
                Some(shared) => smallvec![shared],
                None => sources.iter().filter_map(|(_, source)| var(source)).collect(),
            },
        }
    }

    /// Whether a variable needs no φ: its only definition dominates all its uses, or it has no uses.
    fn covered(&self, var: &Var, uses: &[PlanPoint]) -> bool {
        let reaches =
            |def: SlotId, at: &PlanPoint| self.definitions[def].reaches(self.dominance, *at);
        uses.iter().all(|at| var.defs.len() == 1 && reaches(var.defs[0], at))
    }

    /// The block that defines the result of a slot; the slot may be a placed φ or select.
    fn definition_block(&self, plan: &MergePlan, slot: SlotId) -> u32 {
        match slot.index() < self.first_new {
            true => self.definitions[slot].block,
            false => plan.slots[slot].block.as_u32(),
        }
    }

    fn place_phis(&mut self, var: VarId, uses: &[PlanPoint]) -> Result<(), Reject> {
        if !self.tables.types[self.vars.vars[var].ty].selectable {
            return Err(Reject::UnsupportedType);
        }
        for block in self.phi_blocks(&self.vars.vars[var], uses) {
            let id = SlotId::new(self.first_new + self.new_phis.len());
            self.new_phis.push((var, block));
            self.phis.insert((var, block), id);
        }
        match self.new_phis.len() > self.most_phis {
            true => Err(Reject::PlanTooLarge),
            false => Ok(()),
        }
    }

    /// The blocks in which a variable that is read at these positions needs a φ, ascending.
    fn phi_blocks(&self, var: &Var, uses: &[PlanPoint]) -> Vec<u32> {
        if self.covered(var, uses) {
            return Vec::new();
        }
        let live = self.live_in(var, uses);
        let mut work: Vec<u32> = self.def_blocks(var);
        let mut placed = FxHashSet::default();
        while let Some(block) = work.pop() {
            for &join in &self.frontiers[block as usize] {
                if live.contains(&join) && placed.insert(join) {
                    work.push(join);
                }
            }
        }
        let mut placed: Vec<u32> = placed.into_iter().collect();
        placed.sort_unstable();
        placed
    }

    fn def_blocks(&self, var: &Var) -> Vec<u32> {
        var.defs.iter().map(|&def| self.definitions[def].block).collect()
    }

    /// Blocks at whose start the variable is live.
    fn live_in(&self, var: &Var, uses: &[PlanPoint]) -> FxHashSet<u32> {
        let mut live = FxHashSet::default();
        let mut work: Vec<u32> = Vec::new();
        for &(block, at) in uses {
            let before =
                self.def_in(var, block).is_some_and(|def| self.definitions[def].is_before(at));
            if !before && live.insert(block) {
                work.push(block);
            }
        }
        while let Some(block) = work.pop() {
            for &pred in self.dominance.preds(block) {
                if self.def_in(var, pred).is_none() && live.insert(pred) {
                    work.push(pred);
                }
            }
        }
        live
    }

    fn def_in(&self, var: &Var, block: u32) -> Option<SlotId> {
        var.defs.iter().copied().find(|&def| self.definitions[def].block == block)
    }

    /// The value of a source at a position of a block.
    fn reaching(&self, source: OperandSource, block: u32, at: usize) -> PlanValue {
        match source {
            OperandSource::Fixed(value) => value,
            OperandSource::Slot(slot) => self.reaching_var(self.vars.of[slot], block, at),
        }
    }

    fn reaching_var(&self, var: VarId, block: u32, at: usize) -> PlanValue {
        if !self.split[var] {
            return PlanValue::Slot(self.vars.vars[var].defs[0]);
        }
        match self
            .def_in(&self.vars.vars[var], block)
            .filter(|&def| self.definitions[def].is_before(at))
        {
            Some(def) => PlanValue::Slot(def),
            None => self.at_start(var, block),
        }
    }

    fn at_start(&self, var: VarId, mut block: u32) -> PlanValue {
        loop {
            if let Some(&phi) = self.phis.get(&(var, block)) {
                return PlanValue::Slot(phi);
            }
            let Some(up) = self.dominance.idom(block) else {
                let var = &self.vars.vars[var];
                return var.initial.unwrap_or(PlanValue::Poison(var.ty));
            };
            if let Some(def) = self.def_in(&self.vars.vars[var], up) {
                return PlanValue::Slot(def);
            }
            block = up;
        }
    }

    /// The φ slots to append, with their operands.
    fn phi_slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.new_phis.iter().map(|&(var, block)| {
            let preds = self.dominance.preds(block).iter();
            let operands = preds.flat_map(|&pred| {
                let value = self.reaching_var(var, pred, usize::MAX);
                [value, PlanValue::Block(PlanBlockId::from_u32(pred))]
            });
            let block = PlanBlockId::from_u32(block);
            Slot::new(
                block,
                SlotKind::Phi(None),
                self.vars.vars[var].ty,
                operands.collect::<PlanOperands>(),
            )
        })
    }
}

/// Writes every operand, in dominator-tree order, so that a select is known before the places that it dominates.
fn fill(draft: Draft<'_>, places: &[OperandPlace], webs: Webs<'_>) -> Result<MergePlan, Reject> {
    let mut plan = draft.plan;
    for slot in webs.phi_slots().collect::<Vec<_>>() {
        plan.slots.push(slot);
    }
    let by_block: Vec<_> = places.iter().map(|place| (place.block.index(), place)).collect();
    let by_block = Grouped::new(plan.blocks.len(), &by_block);
    let mut selects = Selects::new(draft.sides, plan.blocks.len());
    let mut here = Vec::new();
    for block in webs.dominance.preorder() {
        here.clear();
        here.extend_from_slice(by_block.of(block as usize));
        // They are nearly sorted, which a stable sort makes use of.
        here.sort_by_key(|p| (p.at, p.slot, p.operand));
        for place in &here {
            let value = selects.value(&mut plan, &webs, place)?;
            plan.slots[place.slot].operands[place.operand] = value;
        }
    }
    insert_phis(&mut plan, &webs);
    selects.insert_into(&mut plan);
    Ok(plan)
}

/// Puts the placed φs before everything else in their blocks.
fn insert_phis(plan: &mut MergePlan, webs: &Webs<'_>) {
    for (at, &(_, block)) in webs.new_phis.iter().enumerate().rev() {
        let id = SlotId::new(webs.first_new + at);
        plan.blocks[PlanBlockId::from_u32(block)].slots.insert(0, id);
    }
}
