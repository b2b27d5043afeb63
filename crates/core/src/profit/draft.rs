//! The best that can come of a merge whose blocks are laid out, before its operands have values.
//!
//! Consumes: a plan without values, its functions, the [`Prices`]. Produces: an [`Estimate`]. Guarantees: the plan that
//! [`crate::plan::build`] makes of it has no estimate that gains more, or that adds less to one call of a side. It takes
//! time linear in the number of instructions, and most plans that do not pay go no further.
//!
//! Instructions, branches on the identifier and jumps are there already. A constant that all sides have in one place
//! stays a constant. Where sides have different constants or parameters in one place, only a select can choose; places
//! with the same values may share one. Any other choice may be made by a φ without cost.

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::{CallChange, Estimate, Tally, callers};
use crate::ir::{ConstId, Value};
use crate::plan::{BySide, Choice, MergePlan, PlanParamId, SideId, Sides, Slot};
use crate::price::Prices;
use crate::registers::Registers;

/// An operand that is the same everywhere in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum FixedOperand {
    Const(ConstId),
    Param(PlanParamId),
}

/// By side, then by parameter of that side: the merged parameter that carries it.
type Carriers = PrimaryMap<SideId, Vec<Option<PlanParamId>>>;

impl Prices {
    /// The most bytes that a merge with these blocks can save, and the least time that it can add: that of branches on
    /// the identifier and jumps. What selects and copies add is not known yet.
    pub fn best_laid_out(
        &self,
        draft: &MergePlan,
        sides: Sides<'_>,
        registers: Registers,
        keep_thunks: bool,
    ) -> Estimate {
        let merged = Tally::laid_out(draft, sides);
        let has_choice = merged.id_branches > 0 || merged.selects.iter().any(|&n| n > 0);
        let has_identifier = draft.keeps_apart || has_choice;
        let by_stack = draft.arguments_by_stack(has_identifier, sides, registers);
        let calls = self.calls(by_stack, has_identifier, sides, registers, keep_thunks);
        let [before, after] = self.before_and_after(merged, &calls, sides);
        let added = |(side, call): (SideId, &CallChange)| {
            let called = call.more.executed.at(sides.on(side).entered());
            (side, called + self.inside(draft, sides, side))
        };
        let added = calls.iter().map(added).collect();
        Estimate {
            before,
            after,
            callers: callers(&calls, sides).bytes.ceil(),
            added,
            by_stack: false,
        }
    }
}

impl Tally {
    /// What the merged function consists of at least.
    fn laid_out(draft: &MergePlan, sides: Sides<'_>) -> Tally {
        let carriers = carriers(draft, sides);
        let mut choices = Choices::of(sides);
        let slots = draft.slots.values();
        let all: Tally = slots
            .map(|slot| match sides.copied(slot) {
                Some(inst) => {
                    let constants = inst.operands.iter().enumerate().map(|(at, operand)| {
                        let fixed = fixed(slot, at, sides, &carriers);
                        (operand.mode, fixed.is_some_and(|fixed| choices.leave_constant(fixed)))
                    });
                    Tally::with_constants(inst, constants)
                }
                None => Tally::slot(draft, sides, slot),
            })
            .sum();
        // The merged function keeps at least as many values across calls as each side (`crate::plan::build`).
        let across_calls =
            sides.functions().map(|function| i64::from(function.frame.across_calls)).max();
        all + choices.selects
            + Tally { across_calls: across_calls.unwrap_or(0), ..Tally::default() }
    }
}

/// The choices that need selects.
struct Choices<'a> {
    sides: Sides<'a>,
    /// Those that are counted already.
    known: FxHashSet<BySide<FixedOperand>>,
    /// The selects for them.
    selects: Tally,
}

impl<'a> Choices<'a> {
    fn of(sides: Sides<'a>) -> Choices<'a> {
        Choices { sides, known: FxHashSet::default(), selects: Tally::default() }
    }

    /// Whether a place has a constant in the merged function. If sides differ there, a select is counted.
    fn leave_constant(&mut self, place: BySide<FixedOperand>) -> bool {
        let is_constant = |fixed| matches!(fixed, FixedOperand::Const(_));
        if let Some(agreed) = place.agreed() {
            return is_constant(agreed);
        }
        if !self.known.contains(&place) {
            let by_side: SmallVec<[_; 4]> = self.sides.ids().map(|side| place.on(side)).collect();
            self.selects += Tally::selects(&Choice::of(&by_side), |&fixed| is_constant(fixed));
            self.known.insert(place);
        }
        false
    }
}

fn carriers(draft: &MergePlan, sides: Sides<'_>) -> Carriers {
    let mut carriers = sides.map(|side| vec![None; sides.on(side).params.len()]);
    for (param, what) in &draft.params {
        for (side, arg) in what.args.iter() {
            carriers[side][arg.as_u32() as usize] = Some(param);
        }
    }
    carriers
}

/// What the sides have at one place of an instruction, if it is a constant or a merged parameter on all of them.
fn fixed(
    slot: &Slot,
    at: usize,
    sides: Sides<'_>,
    carriers: &Carriers,
) -> Option<BySide<FixedOperand>> {
    let insts = sides.insts(slot.copied()?);
    insts
        .map(|(side, inst)| {
            let fixed = match inst.operands.get(slot.original_operand(side, at))?.value {
                Value::Const(id) => FixedOperand::Const(id),
                Value::Arg(arg) => FixedOperand::Param(carriers[side][arg.as_u32() as usize]?),
                Value::Inst(_) | Value::Block(_) => return None,
            };
            Some((side, fixed))
        })
        .collect()
}
