//! Replay: proves that a merge plan does on each side what that side's function did.
//!
//! Consumes: a [`MergePlan`], the functions that it was made for, by side, and the [`Tables`]. Produces: nothing, or the
//! first [`ReplayError`]. Guarantees: sound, not complete: an accepted plan has the property below, a
//! refused one may have it too. Nothing is run, and nothing of the planner is used or believed. Time is
//! linear in the plan but for dominators; the propagation of values, where each tracked slot changes at most twice;
//! the walk back from each φ; and lifetimes, which take linear time for each static alloca with markers.
//!
//! # The property
//! Fix a side. Let P be the plan with the identifier fixed to it, F the side's function; *code* is every
//! instruction but φs and static allocas.
//! 1. **Control.** Relate a block of P to the next code of F that P runs from its head. This is a
//!    function; it maps P's entry to F's first code; and along every edge of P either nothing of F was
//!    run, or what was run is F's code in order, and the i-th successor of a terminator is related to the
//!    first code of F's i-th successor. So P and F run the same code in the same order.
//! 2. **φs.** Between a terminator and the next code, P runs exactly the φs of F that the edge of F runs,
//!    each once; elsewhere it runs none.
//! 3. **Values.** When P runs code i, each operand of its slot holds what F's operand of i holds; when P
//!    runs a φ of F, its slot takes what F's φ takes for the predecessor that F came from.
//! 4. **Lifetimes.** Whenever P runs code i, each static alloca of F that is alive in F is alive in P. Between
//!    two such moments, P runs a lifetime marker of the alloca only where F runs the same one, so the alloca holds
//!    what it holds in F. A static alloca is alive from the beginning if no marker of the function starts its
//!    life. Nothing is claimed of an alloca that is dead in F: P may let it live, and change what it holds.
//!
//! An instruction that is [rematerializable](crate::ir::Inst::rematerializable) may have further slots
//! ([`SlotKind::Rematerialized`](super::SlotKind::Rematerialized)). These are no code and may stand anywhere, also where
//! other sides come. On each side that has the instruction, 3 holds for them too.
//!
//! A slot that stands for instructions of several sides may be *commuted* for some of these sides if all of the
//! instructions commute, that is, do the same with their first two operands exchanged. On the sides that it is commuted
//! for, these two operands are compared in the other order.
//!
//! # Values, precisely
//! An abstract value is `Unreached < Is(v), Poison < Mixed`, v being a value of F. A slot with an
//! instruction i of F *is* i, always. A φ of P that stands for none of F is the join over its feasible edges; a select
//! is its operand for the side; a constant and a parameter are themselves; the rest is `Mixed`. The least fixpoint is
//! computed, and 3 asks for `Is` of exactly F's operand.
//!
//! `Is(v)` means v's *latest* result, which needs an argument, as a slot could hold the result of an
//! earlier iteration. Let s be a tracked slot (a select, or a φ that stands for none of F) with `Is(v)`, v an instruction.
//! (a) Every path of P from the entry to s runs v before: by induction on the path's length, as the operand
//!     that s takes is v's slot, or a tracked slot with `Is(v)`, and dominates the place where it is read.
//! (b) If v ran again after s and before a use that s dominates, there would be a path from v to the use
//!     that avoids s. By (a) the shortest path from the entry to v avoids s too. Joined, they reach the use
//!     without s: contradiction. If v is a φ that runs together with s, the first arrival at their block
//!     contradicts (a).
//! So a stale value always shows as a join with something else, and dominance does the rest.
//!
//! A rematerialized slot d of an instruction i is i as well, although it does not run when i does. By 3, its operands hold
//! those of i, and it computes the same from them. So it is stale only if one of these operands, b, ran between d and a
//! use that is dominated by d, or by a tracked slot that takes d and has `Is(i)`. Every path to d runs b before, so the
//! argument of (b) holds with b in place of v. In F, b does not run between i and a use of i either, since b dominates i,
//! and i dominates the use.
//!
//! For a φ x of F, several edges of F may share the blocks of P that lead to x's slot, and φs of P in these
//! blocks then hold different values for different predecessors. So x's operands are followed backwards
//! through these φs, edge by edge, up to the terminators of F: there the predecessor is known ([`values`]).
//!
//! # Exceptions
//! A landing pad stands right after the φs of its block, and only the unwind edges of invokes lead to this block. So
//! nothing but φs comes between a call that throws and its landing pad ([`shape`]). An invoke's result exists on its
//! first edge alone: this edge must dominate the uses.

mod control;
mod lifetimes;
mod origins;
mod shape;
mod values;

use thiserror::Error;

use super::{MergePlan, PlanBlockId, PlanParamId, SideId, Sides, SlotId};
use crate::ir::{ArgId, BlockId, InstId, Tables};
use crate::validate::Invalid;

/// Why a plan was refused: always a fault of the planner, never of the user's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// One of the functions is no valid encoding.
    #[error("the function of {0} is invalid: {1}")]
    Original(SideId, Invalid),
    /// The functions differ in facts that they must share, like the calling convention.
    #[error("the functions are incompatible")]
    Incompatible,
    /// The plan has no blocks.
    #[error("the plan has no blocks")]
    NoBlocks,
    /// The return type of the plan is that of no side, or is not that of a side that returns a value.
    #[error("the return type does not serve all sides")]
    ReturnType,

    /// A parameter carries no parameter, or one of another type or with other ABI facts.
    #[error("{0} does not agree with the parameters that it carries")]
    Param(PlanParamId),
    /// A parameter of a function is carried by none or by several parameters of the plan.
    #[error("{1} of {0} is not carried exactly once")]
    ParamCount(SideId, ArgId),
    /// A pinned parameter does not carry one of each side, or stands at another position than in the functions.
    #[error("pinned parameter {0} is not paired in place")]
    Pinned(PlanParamId),

    /// A block lists a slot that does not exist, that is listed elsewhere too, or that names another block;
    /// or a slot is listed nowhere.
    #[error("{0} is not in exactly the block that it names")]
    Listing(SlotId),
    /// A block is empty or does not end in a terminator.
    #[error("{0} does not end in a terminator")]
    NoTerminator(PlanBlockId),
    /// A φ after other slots, a terminator before the end, or a static alloca outside of the entry.
    #[error("{0} stands where its kind may not")]
    Place(SlotId),
    /// A landing pad that does not come first, or an edge into its block that is no unwind edge.
    #[error("landing pad {0} is not first in a block that only unwind edges enter")]
    LandingPad(SlotId),
    /// An invoke without two successors, or whose unwind edge leads to a block without a landing pad.
    #[error("invoke {0} does not have a normal successor and a landing pad")]
    Invoke(SlotId),
    /// The entry block has predecessors.
    #[error("the entry block has predecessors")]
    EntryHasPredecessors,
    /// No path leads to a block, whatever the identifier.
    #[error("{0} cannot be reached")]
    Unreachable(PlanBlockId),
    /// A slot has the wrong number of operands for its kind or for its originals.
    #[error("{0} has a wrong number of operands")]
    OperandCount(SlotId),
    /// An operand refers to nothing, or a block stands where a value belongs, or the other way round.
    #[error("operand {index} of {slot} refers to nothing that may stand there")]
    Operand {
        /// The slot.
        slot: SlotId,
        /// Which of its operands.
        index: usize,
    },
    /// A φ's pairs are not one for each distinct predecessor.
    #[error("φ {0} does not have one pair for each predecessor")]
    Incoming(SlotId),
    /// A slot's type is not its originals', not its operands', or cannot be selected.
    #[error("{0} has a wrong type")]
    Type(SlotId),
    /// A use that its definition does not dominate in the merged function.
    #[error("{user} uses {used}, which does not dominate it")]
    Dominance {
        /// The slot that uses the result.
        user: SlotId,
        /// The slot whose result is used.
        used: SlotId,
    },

    /// A slot's originals do not exist, may not become one, or do not suit its kind.
    #[error("{0} stands for instructions that it cannot stand for")]
    Origin(SlotId),
    /// An original instruction has no slot, or several.
    #[error("{1} of {0} is not in exactly one slot")]
    SlotCount(SideId, InstId),
    /// A slot is commuted although its instructions do not all commute, or for the first side, or for a side that has
    /// no instruction there.
    #[error("{0} is commuted, and its originals do not commute")]
    Commuted(SlotId),
    /// An operand that must be the same value on all sides is a select, or a φ of the plan's own.
    #[error("operand {index} of {slot} may not be selected")]
    Mode {
        /// The slot.
        slot: SlotId,
        /// Which of its operands.
        index: usize,
    },

    /// A side runs an instruction of another.
    #[error("{side} runs {slot}, which is not its own")]
    Foreign {
        /// The side that runs it.
        side: SideId,
        /// The other's slot.
        slot: SlotId,
    },
    /// A side runs an instruction at the wrong time, or arrives at a wrong place, coming from this block.
    #[error("{side} leaves its order in {block}")]
    Order {
        /// The side.
        side: SideId,
        /// Where it happens.
        block: PlanBlockId,
    },
    /// A side would run in a circle without an instruction of its own.
    #[error("{side} runs in a circle through {block}")]
    SilentLoop {
        /// The side.
        side: SideId,
        /// A block of the circle.
        block: PlanBlockId,
    },
    /// On the way from this block a side does not run exactly the φs of the original edge.
    #[error("{side} does not run the φs of {target} on its way from {block}")]
    Phis {
        /// The side.
        side: SideId,
        /// Where the way begins.
        block: PlanBlockId,
        /// The original block it leads to.
        target: BlockId,
    },

    /// An operand does not hold the original operand's value, as far as can be proved.
    #[error("on {side}, operand {index} of {slot} is not the original's")]
    Value {
        /// The side.
        side: SideId,
        /// The slot.
        slot: SlotId,
        /// Which of its operands.
        index: usize,
    },
    /// A φ does not take the original φ's value for this predecessor, as far as can be proved.
    #[error("on {side}, φ {slot} takes a wrong value when coming from {from}")]
    IncomingValue {
        /// The side.
        side: SideId,
        /// The φ.
        slot: SlotId,
        /// The original predecessor.
        from: BlockId,
    },

    /// A lifetime marker is out of order, is of no static alloca, stands before its alloca, or stands where none may:
    /// before a φ, a landing pad or a slot of the plan's own.
    #[error("lifetime marker {0} is not in order, or stands where or of what no marker may be")]
    Marker(usize),
    /// A stack slot is alive in the function of a side, but may be dead in the plan.
    #[error(
        "on {side}, stack slot {slot} may be dead at {before}, where it is alive in the function"
    )]
    NotAlive {
        /// The side.
        side: SideId,
        /// The slot that runs then.
        before: SlotId,
        /// The static alloca's slot.
        slot: SlotId,
    },
    /// A marker that a side does not have there stands before this slot, and ends or starts anew the life of a
    /// stack slot that is alive on that side.
    #[error("on {side}, stack slot {slot} loses its content before {before}")]
    ContentLost {
        /// The side.
        side: SideId,
        /// The slot before which the marker stands.
        before: SlotId,
        /// The static alloca's slot.
        slot: SlotId,
    },
}

/// Proves that `plan` does on each side what that side's function does.
///
/// # Errors
/// The first fault found, see [`ReplayError`].
pub fn replay(plan: &MergePlan, sides: Sides<'_>, tables: &Tables) -> Result<(), ReplayError> {
    for (side, function) in sides.iter() {
        function.validate().map_err(|fault| ReplayError::Original(side, fault))?;
    }
    origins::check_signature(plan, sides, tables)?;
    origins::check_slots(plan, sides)?;
    shape::check(plan, sides, tables)?;
    lifetimes::check_shape(plan, sides)?;
    for side in sides.ids() {
        let projection = control::project(plan, sides, side)?;
        values::check(&projection)?;
        lifetimes::check(&projection)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
