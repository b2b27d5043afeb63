//! What a match gains, in bytes, and which edges two blocks share.
//!
//! Consumes: two instructions, or two blocks. Produces: weights and pairs of successors.
//! Guarantees: an instruction weighs at least 1 and at most [`MAX_BYTES`] bytes, so that no sum of weights
//! can overflow an `i64`.

use smallvec::SmallVec;

use super::Pair;
use crate::ir::{BlockId, Inst, Operand, OperandMode, Value};

/// The most bytes that an instruction weighs, whatever its cost says.
const MAX_BYTES: u32 = 1 << 20;

/// The bytes of an instruction; one unit of cost is `unit` bytes. A free instruction has 1, because a match spares guarding it.
pub(super) fn bytes(inst: &Inst, unit: u32) -> i64 {
    i64::from(inst.cost.saturating_mul(unit).clamp(1, MAX_BYTES))
}

/// The prices of selects in one pair of blocks, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SelectPrices {
    /// A select between constants and parameters: it can stand before any loop.
    pub(super) early: i64,
    /// Any other select.
    pub(super) here: i64,
}

/// The bytes saved by merging two instructions whose keys may merge: the bytes of the smaller one, less the
/// selects that the merged one certainly needs. Successors are not counted here: see [`shared_edges`].
pub(super) fn match_weight(left: &Inst, right: &Inst, unit: u32, select: SelectPrices) -> i64 {
    let mut selects = sure_selects(left, right, false, select);
    if left.commutes && right.commutes {
        selects = selects.min(sure_selects(left, right, true, select));
    }
    bytes(left, unit).min(bytes(right, unit)) - selects
}

/// The price of the selects that merging two instructions certainly needs. With `commuted`, the first two operands of
/// the right one are exchanged.
fn sure_selects(left: &Inst, right: &Inst, commuted: bool, price: SelectPrices) -> i64 {
    let partner = |at: usize| right.operands.get(if commuted && at < 2 { 1 - at } else { at });
    let pairs = left.operands.iter().enumerate().filter_map(|(at, l)| Some((l, partner(at)?)));
    let computed = |o: &Operand| matches!(o.value, Value::Inst(_));
    let each = |(l, r): (&Operand, &Operand)| {
        if computed(l) || computed(r) { price.here } else { price.early }
    };
    pairs.filter(|(l, r)| surely_selected(l, r)).map(each).sum()
}

/// Whether two operands certainly need a select. A constant equals only itself. Instructions and parameters may turn
/// out to be shared, or be joined by a φ; only the planner knows.
fn surely_selected(left: &Operand, right: &Operand) -> bool {
    let constant = |o: &Operand| matches!(o.value, Value::Const(_));
    left.mode == OperandMode::Selectable
        && left.value != right.value
        && (constant(left) || constant(right))
}

/// The pairs of successors at the same position of two blocks, without repeats. If the terminators are matched,
/// each pair is an edge of the merged function, which is guarded unless the two targets are paired.
pub(super) fn shared_edges(
    funcs: Pair<'_>,
    left: BlockId,
    right: BlockId,
) -> SmallVec<[(BlockId, BlockId); 4]> {
    let targets = funcs.left.successors(left).zip(funcs.right.successors(right));
    let mut edges: SmallVec<_> = targets.collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Whether two blocks may begin together. Nothing may come before a landing pad, so either both blocks have
/// one and the two may merge, or neither block has one.
pub(super) fn heads_fit(funcs: Pair<'_>, left: BlockId, right: BlockId) -> bool {
    match (funcs.left.landing_pad(left), funcs.right.landing_pad(right)) {
        (None, None) => true,
        (Some(l), Some(r)) => may_match(&funcs.left.insts[l], &funcs.right.insts[r]),
        _ => false,
    }
}

/// The unwind successors of two blocks that both end in invokes.
pub(super) fn unwind_edge(
    funcs: Pair<'_>,
    left: BlockId,
    right: BlockId,
) -> Option<(BlockId, BlockId)> {
    let left = funcs.left.insts[funcs.left.terminator(left)].unwind_successor()?;
    let right = funcs.right.insts[funcs.right.terminator(right)].unwind_successor()?;
    Some((left, right))
}

/// Whether the terminators of two blocks may become one.
pub(super) fn terminators_merge(funcs: Pair<'_>, left: BlockId, right: BlockId) -> bool {
    let l = &funcs.left.insts[funcs.left.terminator(left)];
    let r = &funcs.right.insts[funcs.right.terminator(right)];
    may_match(l, r)
}

/// Whether two instructions may become one. The keys decide. A correct encoder gives equal keys only to
/// instructions of one kind; the kinds are compared all the same, so that terminators stay last in any case.
pub(super) fn may_match(left: &Inst, right: &Inst) -> bool {
    left.key.may_merge(right.key) && left.kind == right.kind
}
