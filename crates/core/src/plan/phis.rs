//! φ slots for the original φs.
//!
//! Consumes: a [`Draft`] with its edges. Produces: at each head, φ slots for the φs of the block or blocks
//! that begin there, paired where both sides have one of the same key. Guarantees: each original φ has
//! exactly one slot; operands are still open but for their blocks, one pair for each edge into the head.

use super::affinity::Affinity;
use super::layout::Draft;
use super::{Origin, PlanBlockId, PlanValue, Side, SlotId, SlotKind};
use crate::ir::{BlockId, InstId, TypeId, Value};

/// Places a slot for each φ of both sides.
pub(super) fn place_originals(draft: &mut Draft<'_>, affinity: &Affinity) {
    let heads: Vec<PlanBlockId> = draft.plan.blocks.keys().collect();
    let mut blocks = vec![[None::<BlockId>; 2]; heads.len()];
    for side in Side::BOTH {
        for block in draft.pair.on(side).blocks.keys() {
            let head = draft.head(side, block);
            blocks[head.as_u32() as usize][side.index()] = Some(block);
        }
    }
    for head in heads {
        let phis = Side::BOTH.map(|side| {
            let block = blocks[head.as_u32() as usize][side.index()];
            block.map_or(vec![], |b| draft.pair.on(side).phis(b).collect::<Vec<_>>())
        });
        place(draft, affinity, head, &phis);
    }
}

fn place(draft: &mut Draft<'_>, affinity: &Affinity, head: PlanBlockId, phis: &[Vec<InstId>; 2]) {
    let pair = draft.pair;
    let values = |ids: &[InstId]| ids.iter().map(|&i| Value::Inst(i)).collect::<Vec<_>>();
    let together = affinity.pair_up(&values(&phis[0]), &values(&phis[1]), |i, j| {
        let (left, right) = (&pair.left.insts[phis[0][i]], &pair.right.insts[phis[1][j]]);
        left.key.may_merge(right.key).then_some(0)
    });
    let mut partner = vec![None; phis[0].len()];
    let mut alone = vec![true; phis[1].len()];
    for (i, j) in together {
        partner[i] = Some(phis[1][j]);
        alone[j] = false;
    }
    let left = phis[0].iter().zip(partner).map(|(&l, r)| match r {
        Some(r) => Origin::Both(l, r),
        None => Origin::Left(l),
    });
    let right = phis[1].iter().zip(alone).filter(|&(_, alone)| alone);
    let origins: Vec<Origin> = left.chain(right.map(|(&r, _)| Origin::Right(r))).collect();
    let slots = origins.into_iter().map(|origin| add(draft, head, origin)).collect::<Vec<_>>();
    draft.plan.blocks[head].slots.splice(0..0, slots);
}

/// Makes a φ slot that is in no block's list yet.
fn add(draft: &mut Draft<'_>, head: PlanBlockId, origin: Origin) -> SlotId {
    let ty = type_of(draft, origin);
    let into = draft.edges_into(head);
    let operands = into.flat_map(|e| [PlanValue::Poison(ty), PlanValue::Block(e.from)]).collect();
    let slot = draft.push(head, SlotKind::Phi(Some(origin)), ty, operands);
    draft.plan.blocks[head].slots.pop();
    draft.note_origin(origin, slot);
    slot
}

fn type_of(draft: &Draft<'_>, origin: Origin) -> TypeId {
    match origin {
        Origin::Both(left, _) | Origin::Left(left) => draft.pair.left.insts[left].ty,
        Origin::Right(right) => draft.pair.right.insts[right].ty,
    }
}
