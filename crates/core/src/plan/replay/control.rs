//! The order of things: with the identifier fixed, a plan runs one function's code in that function's order.
//!
//! Consumes: a plan of good shape, one of its functions, the side. Produces: the [`Projection`] on the side:
//! the blocks that it can reach, and the edges between them. Guarantees: points 1 and 2 of the property; and
//! every slot of the side is in a reached block, as all of a valid function's blocks can be reached.

use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use super::ReplayError;
use super::origins::own;
use crate::ir::{BlockId, EncodedFunction, InstId, InstKind};
use crate::plan::{MergePlan, PlanBlockId, SideId, Sides, SlotId, SlotKind};

/// A plan seen from one side.
pub(super) struct Projection<'a> {
    pub(super) plan: &'a MergePlan,
    sides: Sides<'a>,
    pub(super) side: SideId,
    /// The blocks that the side can reach, entry first.
    pub(super) reached: Vec<PlanBlockId>,
    /// By block, the distinct blocks from which the side can come, ascending.
    pub(super) preds: SecondaryMap<PlanBlockId, Vec<PlanBlockId>>,
}

/// What a side runs first, from the head of a block on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Arrival {
    /// The first code.
    code: InstId,
    /// How many φs of the function are run before it.
    phis: usize,
}

/// Walks the plan on one side, and checks its order.
pub(super) fn project<'a>(
    plan: &'a MergePlan,
    sides: Sides<'a>,
    side: SideId,
) -> Result<Projection<'a>, ReplayError> {
    let (reached, preds) = (Vec::new(), SecondaryMap::new());
    let mut projection = Projection { plan, sides, side, reached, preds };
    projection.reach()?;
    let arrivals = projection.arrivals()?;
    let walk = ProjectionWalk {
        following: following(projection.original()),
        arrivals,
        projection: &projection,
    };
    walk.check()?;
    Ok(projection)
}

/// By code, the code that comes after it in its block.
fn following(original: &EncodedFunction) -> SecondaryMap<InstId, Option<InstId>> {
    let mut following = SecondaryMap::new();
    for block in original.blocks.keys() {
        let after = original.alignable(block).skip(1);
        original.alignable(block).zip(after).for_each(|(inst, next)| following[inst] = Some(next));
    }
    following
}

impl<'a> Projection<'a> {
    /// The side's function.
    pub(super) fn original(&self) -> &'a EncodedFunction {
        self.sides.on(self.side)
    }

    /// The slot that ends a block.
    pub(super) fn terminator(&self, block: PlanBlockId) -> SlotId {
        *self.plan.blocks[block].slots.last().expect("the shape was checked")
    }

    /// The instruction of this side that ends a block, unless the block ends in a branch of the plan's own.
    pub(super) fn own_terminator(&self, block: PlanBlockId) -> Option<InstId> {
        own(&self.plan.slots[self.terminator(block)], self.side)
    }

    /// The instructions of this side that a slot stands for, φs not counted.
    pub(super) fn own_inst(&self, slot: SlotId) -> Option<InstId> {
        self.plan.slots[slot].copied()?.on(self.side)
    }

    /// The code of this side in a block, in order.
    fn code(&self, block: PlanBlockId) -> impl Iterator<Item = InstId> + '_ {
        let insts = self.plan.blocks[block].slots.iter().filter_map(|&s| self.own_inst(s));
        insts.filter(|&i| self.original().insts[i].kind != InstKind::StaticAlloca)
    }

    /// The blocks where the side can go from a block, repeats included.
    pub(super) fn feasible(&self, block: PlanBlockId) -> SmallVec<[PlanBlockId; 2]> {
        let mut blocks: SmallVec<_> = self.plan.successors(block).collect();
        if self.plan.slots[self.terminator(block)].kind == SlotKind::IdBranch {
            blocks.swap(0, self.side.index());
            blocks.truncate(1);
        }
        blocks
    }

    fn reach(&mut self) -> Result<(), ReplayError> {
        let mut seen = SecondaryMap::<PlanBlockId, bool>::new();
        let mut stack = vec![self.plan.entry()];
        seen[self.plan.entry()] = true;
        while let Some(block) = stack.pop() {
            self.check_own(block)?;
            self.reached.push(block);
            for succ in self.feasible(block) {
                // The edges of a block come one after the other, so a repeat is the last entry.
                if self.preds[succ].last() != Some(&block) {
                    self.preds[succ].push(block);
                }
                if !std::mem::replace(&mut seen[succ], true) {
                    stack.push(succ);
                }
            }
        }
        self.preds.values_mut().for_each(|preds| preds.sort_unstable());
        Ok(())
    }

    /// Refuses instructions of other sides, but for static allocas: these stay in the entry for all.
    fn check_own(&self, block: PlanBlockId) -> Result<(), ReplayError> {
        let is_alloca = |slot| {
            let inst = self.sides.copied(&self.plan.slots[slot]);
            inst.is_some_and(|inst| inst.kind == InstKind::StaticAlloca)
        };
        let is_foreign = |&slot: &SlotId| {
            let origin = self.plan.slots[slot].copied();
            origin.is_some_and(|origin| origin.on(self.side).is_none()) && !is_alloca(slot)
        };
        let foreign = self.plan.blocks[block].slots.iter().copied().find(is_foreign);
        foreign.map_or(Ok(()), |slot| Err(ReplayError::Foreign { side: self.side, slot }))
    }

    /// By reached block: what the side runs first from its head on.
    fn arrivals(&self) -> Result<SecondaryMap<PlanBlockId, Option<Arrival>>, ReplayError> {
        let mut arrivals = SecondaryMap::<PlanBlockId, Option<Arrival>>::new();
        let mut on_way = SecondaryMap::<PlanBlockId, bool>::new();
        for &start in &self.reached {
            let mut way = Vec::new();
            let mut block = start;
            while arrivals[block].is_none() && self.code(block).next().is_none() {
                if std::mem::replace(&mut on_way[block], true) {
                    return Err(ReplayError::SilentLoop { side: self.side, block });
                }
                way.push(block);
                // Without code of this side, the block ends in a branch with a single way out.
                block = self.feasible(block)[0];
            }
            let end = arrivals[block].or_else(|| self.arrival_in(block));
            arrivals[block] = end;
            self.arrive(&mut arrivals, &way, end);
        }
        Ok(arrivals)
    }

    fn arrival_in(&self, block: PlanBlockId) -> Option<Arrival> {
        let code = self.code(block).next()?;
        Some(Arrival { code, phis: self.phis_of(block, code) })
    }

    /// Records what the side runs first from the blocks of `way` on: they have no code, and lead to `end` in this order.
    fn arrive(
        &self,
        arrivals: &mut SecondaryMap<PlanBlockId, Option<Arrival>>,
        way: &[PlanBlockId],
        end: Option<Arrival>,
    ) {
        let mut next = end;
        for &block in way.iter().rev() {
            next = next.map(|Arrival { code, phis }| {
                let phis = phis.saturating_add(self.phis_of(block, code));
                Arrival { code, phis }
            });
            arrivals[block] = next;
        }
    }

    /// How many φs of the function a block runs before it comes to `code`; `usize::MAX` if one of them does not
    /// belong to `code`'s block.
    fn phis_of(&self, block: PlanBlockId, code: InstId) -> usize {
        let insts = &self.original().insts;
        let slots = self.plan.blocks[block].slots.iter().map(|&s| &self.plan.slots[s]);
        let phis = slots.take_while(|s| s.is_phi());
        let own = phis.filter_map(|s| own(s, self.side));
        own.fold(0_usize, |count, phi| {
            let belongs = insts[phi].block == insts[code].block;
            if belongs { count.saturating_add(1) } else { usize::MAX }
        })
    }
}

/// The walk that compares the plan's order with the function's.
struct ProjectionWalk<'a> {
    projection: &'a Projection<'a>,
    following: SecondaryMap<InstId, Option<InstId>>,
    arrivals: SecondaryMap<PlanBlockId, Option<Arrival>>,
}

impl ProjectionWalk<'_> {
    fn check(&self) -> Result<(), ReplayError> {
        let original = self.projection.original();
        let start = self.projection.plan.entry();
        self.check_arrival(
            start,
            start,
            original.entry(),
            first_code(original, original.entry()),
            0,
        )?;
        self.projection.reached.iter().try_for_each(|&block| self.check_block(block))
    }

    /// Checks the code of a block, and where it leads.
    fn check_block(&self, block: PlanBlockId) -> Result<(), ReplayError> {
        let insts = &self.projection.original().insts;
        let Some(first) = self.projection.code(block).next() else {
            return Ok(());
        };
        let mut last = first;
        for inst in self.projection.code(block).skip(1) {
            if self.following[last] != Some(inst) {
                return Err(self.out_of_order(block));
            }
            last = inst;
        }
        if insts[last].kind.is_terminator() {
            return self.check_successors(block, last);
        }
        let target = self.projection.feasible(block)[0];
        self.check_arrival(block, target, insts[last].block, self.following[last], 0)
    }

    fn check_successors(&self, block: PlanBlockId, terminator: InstId) -> Result<(), ReplayError> {
        let original = self.projection.original();
        let ways = self.projection.feasible(block);
        let targets: SmallVec<[BlockId; 2]> = original.insts[terminator].successors().collect();
        if ways.len() != targets.len() {
            return Err(self.out_of_order(block));
        }
        ways.into_iter().zip(targets).try_for_each(|(way, target)| {
            let phis = original.phis(target).count();
            self.check_arrival(block, way, target, first_code(original, target), phis)
        })
    }

    /// Checks that the edge from `block` to `way` leads to `code` of `target`, past this number of the φs of `target`.
    fn check_arrival(
        &self,
        block: PlanBlockId,
        way: PlanBlockId,
        target: BlockId,
        code: Option<InstId>,
        phis: usize,
    ) -> Result<(), ReplayError> {
        let side = self.projection.side;
        match self.arrivals[way] {
            Some(arrival) if Some(arrival.code) == code => {
                // Each φ has one slot, and no way passes a slot twice, so equal numbers mean equal φs.
                let same = arrival.phis == phis;
                if same { Ok(()) } else { Err(ReplayError::Phis { side, block, target }) }
            }
            _ => Err(self.out_of_order(block)),
        }
    }

    fn out_of_order(&self, block: PlanBlockId) -> ReplayError {
        ReplayError::Order { side: self.projection.side, block }
    }
}

fn first_code(original: &EncodedFunction, block: BlockId) -> Option<InstId> {
    original.alignable(block).next()
}
