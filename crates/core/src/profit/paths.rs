//! What a merge adds to the paths through a function, apart from how often its loops turn.
//!
//! Consumes: a function, a plan with its [`Estimate`], the [`Prices`]. Produces: [`Paths`] of both, and whether the function
//! bears what is added ([`Paths::bear`]). Guarantees: what a merge adds is counted no lower than in the estimate.
//!
//! A share of all that one call executes means little where it is guessed how often loops turn: they may end at once,
//! or most calls may return before them. For example, a search that mostly finds its key in a cache executes twenty
//! instructions, not the two hundred that its loops are guessed to take; ten more are half of its time. So what is
//! added to each call is compared with the shortest path to a return, and what is added to loops with loops of the same
//! depth.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cranelift_entity::EntitySet;

use super::{Estimate, Tally, timed};
use crate::ir::{BlockId, EncodedFunction, InstKind};
use crate::plan::{MergePlan, PlanBlock, SideId, Sides};
use crate::policy::PathLimits;
use crate::price::{Executed, Prices, TimedBlock};
use crate::registers::Registers;
use crate::speed::Frequency;
use crate::stack::FrameSize;

/// How many depths of loops are told apart.
const DEPTHS: usize = 4;

/// What is executed: in each call, and in loops of each depth, as often as they are guessed to turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// On the shortest path from the entry to a return. Where this says what a merge adds: in each call, outside of loops.
    pub shortest: Executed,
    /// In loops by depth, from 1 on.
    pub loops: [Executed; DEPTHS],
}

impl Paths {
    /// Whether a function may execute so much more. A few instructions are always allowed in each call.
    pub fn bear(&self, added: &Paths, limits: PathLimits, always: Executed) -> bool {
        let in_loops = || self.loops.iter().zip(added.loops);
        added.shortest <= self.shortest.percent(limits.shortest) + always
            && in_loops().all(|(own, added)| added <= own.percent(limits.loops))
    }

    fn in_loop(&mut self, frequency: Frequency) -> Option<&mut Executed> {
        self.loops.get_mut(depth(frequency).checked_sub(1)?)
    }
}

/// How deep in loops a block is that runs so often: each loop is guessed to turn eight times.
fn depth(frequency: Frequency) -> usize {
    let times = frequency.parts() / Frequency::ONCE.parts();
    times.checked_ilog2().map_or(0, |log| (log as usize / 3).min(DEPTHS))
}

impl Prices {
    /// The paths through a function.
    pub fn paths(&self, function: &EncodedFunction) -> Paths {
        let mut paths = Paths { shortest: self.shortest(function), ..Paths::default() };
        for (id, block) in &function.blocks {
            if let Some(own) = paths.in_loop(block.frequency) {
                *own += self.block(function, id).at(block.frequency);
            }
        }
        paths
    }

    /// What a merge adds to the paths of one side. Values that need a place on the stack are stored and loaded once.
    pub fn added_paths(
        &self,
        plan: &MergePlan,
        estimate: &Estimate,
        sides: Sides<'_>,
        side: SideId,
        registers: Registers,
    ) -> Paths {
        let mut paths = Paths::default();
        let blocks = plan.blocks.values();
        for (block, frequency) in blocks.filter_map(|one| Some((one, one.frequency.on(side)?))) {
            if let Some(added) = paths.in_loop(frequency) {
                *added += self.added_in(plan, sides, block).at(frequency);
            }
        }
        let all = estimate.added.on(side).unwrap_or_default();
        let function = sides.on(side);
        let spilled = |frame: FrameSize| {
            let saved = i64::from(frame.across_calls).min(self.callee_saved_registers);
            let words = i64::try_from(frame.values / registers.bytes()).unwrap_or(i64::MAX);
            self.unit.executed * (2 * (words - saved).max(0))
        };
        let more = (spilled(plan.frame) - spilled(function.frame)).max(Executed::ZERO);
        paths.shortest = all - paths.loops.into_iter().sum() + more.at(function.entered());
        paths
    }

    /// What those slots of a block that are no copies of original instructions execute each time that it runs.
    pub(super) fn added_in(
        &self,
        plan: &MergePlan,
        sides: Sides<'_>,
        block: &PlanBlock,
    ) -> Executed {
        let slots = block.slots.iter().map(|&slot| &plan.slots[slot]);
        let own = slots.filter(|slot| slot.copied().is_none());
        let added = own.map(|slot| Tally::added_by(plan, sides, slot));
        added.sum::<Tally>().added(self).executed
    }

    /// What the shortest path from the entry to a return executes; 0 if no path leads to a return.
    fn shortest(&self, function: &EncodedFunction) -> Executed {
        let mut seen = EntitySet::with_capacity(function.blocks.len());
        let mut waiting = BinaryHeap::from([Reverse((Executed::ZERO, function.entry()))]);
        while let Some(Reverse((before, block))) = waiting.pop() {
            if !seen.insert(block) {
                continue;
            }
            let behind = before + self.block(function, block);
            if function.insts[function.terminator(block)].kind == InstKind::Ret {
                return behind;
            }
            waiting.extend(function.successors(block).map(|next| Reverse((behind, next))));
        }
        Executed::ZERO
    }

    /// What a block executes each time that it runs.
    fn block(&self, function: &EncodedFunction, block: BlockId) -> Executed {
        let timed = TimedBlock { frequency: Frequency::ONCE, ..timed(function, block) };
        self.executed_block(timed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price::X86_64;

    const LIMITS: PathLimits = PathLimits { shortest: 50, loops: 5 };

    fn paths(shortest: i64, first: i64) -> Paths {
        let mut loops = [Executed::ZERO; DEPTHS];
        loops[0] = Executed::new(first);
        Paths { shortest: Executed::new(shortest), loops }
    }

    #[test]
    fn what_each_call_executes_more_is_held_beside_the_shortest_path() {
        let always = Executed::new(20);
        let own = paths(200, 10_000);
        assert!(own.bear(&paths(120, 0), LIMITS, always));
        assert!(!own.bear(&paths(121, 0), LIMITS, always));
    }

    #[test]
    fn loops_are_held_beside_loops() {
        let own = paths(200, 1000);
        assert!(own.bear(&paths(0, 50), LIMITS, Executed::ZERO));
        assert!(!own.bear(&paths(0, 51), LIMITS, Executed::new(1000)));
    }

    #[test]
    fn depths_go_by_how_often_blocks_are_guessed_to_run() {
        let depths = [0, 1, 7, 8, 63, 64, 1 << 20].map(|times| depth(Frequency::of(times, 1)));
        assert_eq!(depths, [0, 0, 0, 1, 1, 2, DEPTHS]);
    }

    #[test]
    fn a_path_that_returns_early_is_the_shortest() {
        use crate::testing::build::{a, b, branch, function, op, ret};
        let work = || op(1, 7, &[a(0), a(0)]);
        let long: Vec<_> = (0..9).map(|_| work()).chain([ret(&[])]).collect();
        let early = function(
            &[1],
            0,
            vec![vec![branch(&[a(0), b(1), b(2)])], vec![work(), ret(&[])], long],
        );
        let of = |early: &EncodedFunction, block| X86_64.block(early, BlockId::from_u32(block));
        assert_eq!(X86_64.paths(&early).shortest, of(&early, 0) + of(&early, 1));
    }
}
