//! Alignments made without an aligner, to try the planner on.
//!
//! Consumes: functions of [`generate`](super::generate), two or more, and a [`Tape`]. Produces: an [`Alignment`].
//! Guarantees: it is valid. Blocks of any place may be in one row, and any of the sides may share an instruction. With an
//! empty tape, functions of one shape share all that they can at the same place.

use cranelift_entity::PrimaryMap;

use super::Tape;
use crate::align::{Alignment, Row};
use crate::ir::{BlockId, InstId};
use crate::sides::{BySide, Origin, SideId, Sides};

/// Some valid alignment.
///
/// # Panics
/// When it is not valid, which is a fault of this code.
pub fn any(sides: Sides<'_>, tape: &mut Tape) -> Alignment {
    let rows = rows(sides, tape);
    let shared = rows.into_iter().filter(BySide::is_shared);
    let rows = shared.map(|blocks| {
        let steps = matches(sides, &blocks, tape);
        Row { blocks, steps }
    });
    let rows = rows.collect();
    Alignment::by_hand(sides, rows).expect("what fits and is in order is valid")
}

/// Which blocks go together.
fn rows(sides: Sides<'_>, tape: &mut Tape) -> Vec<BySide<BlockId>> {
    let mut rows: Vec<BySide<BlockId>> = Vec::new();
    for (side, function) in sides.iter() {
        for block in function.blocks.keys() {
            let fits =
                |row: &BySide<BlockId>| row.on(side).is_none() && fit(sides, row, (side, block));
            let fitting: Vec<usize> = (0..rows.len()).filter(|&row| fits(&rows[row])).collect();
            let same = |&row: &usize| rows[row].first().is_some_and(|(_, first)| first == block);
            let row = match tape.pick(8) {
                7 => None,
                6 => tape.choose(&fitting),
                _ => fitting.iter().copied().find(same),
            };
            match row {
                Some(row) => rows[row].insert(side, block),
                None => rows.push(BySide::one(side, block)),
            }
        }
    }
    rows
}

/// Whether a block may be in a row: an entry with entries, a landing pad with equal ones.
fn fit(sides: Sides<'_>, row: &BySide<BlockId>, (side, block): (SideId, BlockId)) -> bool {
    let head = |(side, block): (SideId, BlockId)| {
        let function = sides.on(side);
        let pad = function.landing_pad(block).map(|pad| function.insts[pad].key);
        (block == function.entry(), pad)
    };
    row.first().is_none_or(|first| head(first) == head((side, block)))
}

/// Some matches of these blocks, in order.
fn matches(sides: Sides<'_>, blocks: &BySide<BlockId>, tape: &mut Tape) -> Vec<Origin> {
    let alignable = |side| -> Vec<InstId> {
        let block = blocks.on(side).into_iter();
        block.flat_map(|block| sides.on(side).alignable(block)).collect()
    };
    let own: PrimaryMap<SideId, Vec<InstId>> = sides.map(alignable);
    let mut next = sides.map(|_| 0);
    let mut matches = Vec::new();
    let pads: Origin = blocks
        .iter()
        .filter_map(|(side, block)| Some((side, sides.on(side).landing_pad(block)?)))
        .collect();
    if pads.is_shared() {
        blocks.sides().for_each(|side| next[side] = 1);
        matches.push(pads);
    }
    loop {
        let open: Vec<SideId> = blocks.sides().filter(|&of| next[of] < own[of].len()).collect();
        let Some(leader) = tape.choose(&open) else { return matches };
        let mut step = Origin::one(leader, own[leader][next[leader]]);
        next[leader] += 1;
        for &other in open.iter().filter(|&&other| other != leader) {
            let partner = partner(sides, &step, other, &own[other][next[other]..]);
            if let Some(skipped) = partner.filter(|&skipped| may_share(skipped, tape)) {
                step.insert(other, own[other][next[other] + skipped]);
                next[other] += skipped + 1;
            }
        }
        matches.extend(Some(step).filter(Origin::is_shared));
    }
}

/// Whether to share an instruction before which so many are skipped: mostly if none are.
fn may_share(skipped: usize, tape: &mut Tape) -> bool {
    if skipped == 0 { !tape.one_in(5) } else { tape.one_in(3) }
}

/// The place of the first of these instructions of a side that may become one with what is in `step`.
fn partner(sides: Sides<'_>, step: &Origin, side: SideId, insts: &[InstId]) -> Option<usize> {
    let (_, first) = sides.insts(step).next()?;
    insts.iter().position(|&inst| {
        let inst = &sides.on(side).insts[inst];
        inst.key.may_merge(first.key) && inst.kind == first.kind
    })
}
