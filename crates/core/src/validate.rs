//! Checks that an encoded function keeps the promises of [`ir`](crate::ir).
//!
//! Consumes: an [`EncodedFunction`]. Produces: nothing, or the first broken promise as an [`Invalid`].
//! Guarantees: never panics, whatever the tables hold; a function that passes has only ids in range, so
//! that the other phases may index without asking. Types of operands are not looked at: they are part of
//! the merge keys, which the encoder vouches for.

pub(crate) mod dominance;

use thiserror::Error;

use crate::ir::{BlockId, EncodedFunction, Inst, InstId, InstKind, OperandMode, Value};
use dominance::{CheckedDominance, Site};

/// A promise of [`ir`](crate::ir) that an encoded function breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// There is no entry block.
    #[error("the function has no blocks")]
    NoBlocks,
    /// A block holds an instruction that does not exist, or is out of order: ids ascend, block by block.
    #[error("{block} holds {inst} out of program order")]
    Order {
        /// The block.
        block: BlockId,
        /// What it holds.
        inst: InstId,
    },
    /// An instruction that stands in no block.
    #[error("{0} is in no block")]
    Homeless(InstId),
    /// The field `block` of an instruction names another block than the one that holds it.
    #[error("{0} names another block than the one that holds it")]
    WrongBlock(InstId),
    /// A block is empty or its last instruction is no terminator.
    #[error("{0} does not end in a terminator")]
    NoTerminator(BlockId),
    /// A φ after a non-φ, or a terminator before the end.
    #[error("{0} stands where its kind may not")]
    Place(InstId),
    /// A static alloca outside of the entry block.
    #[error("static alloca {0} is outside of the entry block")]
    Alloca(InstId),
    /// An operand whose id is out of range, or a block where a value belongs, or the other way round.
    #[error("operand {index} of {inst} refers to nothing that may stand there")]
    Operand {
        /// The instruction.
        inst: InstId,
        /// Which of its operands.
        index: usize,
    },
    /// A rematerializable instruction that is no normal one, or a call.
    #[error("instruction {0} is rematerializable, and does more than to compute a value")]
    Floats(InstId),
    /// An instruction that commutes without two values to exchange.
    #[error("{0} has not two operands that may change places")]
    Commutes(InstId),
    /// A landing pad that does not come first, or an edge into its block that is no unwind edge.
    #[error("landing pad {0} is not first in a block that only unwind edges enter")]
    LandingPad(InstId),
    /// An invoke without two successors, or whose unwind edge leads to a block without a landing pad.
    #[error("invoke {0} does not have a normal successor and a landing pad")]
    Invoke(InstId),
    /// The entry block has a predecessor.
    #[error("the entry block has predecessors")]
    EntryHasPredecessors,
    /// No path leads from the entry to a block.
    #[error("{0} cannot be reached")]
    Unreachable(BlockId),
    /// A φ's pairs are not one for each distinct predecessor.
    #[error("φ {0} does not have one pair for each predecessor")]
    Incoming(InstId),
    /// A use that its definition does not dominate.
    #[error("{user} uses {used}, which does not dominate it")]
    Dominance {
        /// Who uses it.
        user: InstId,
        /// What is used.
        used: InstId,
    },
    /// A lifetime marker is out of order, is of no static alloca, or stands before its alloca, a φ or a landing pad.
    #[error("lifetime marker {0} is not in order, or stands where or of what no marker may be")]
    Marker(usize),
}

impl EncodedFunction {
    /// Checks every promise of the [`ir`](crate::ir) module's head.
    ///
    /// # Errors
    /// The first broken promise.
    pub fn validate(&self) -> Result<(), Invalid> {
        check_order(self)?;
        self.blocks.keys().try_for_each(|block| check_places(self, block))?;
        self.insts.keys().try_for_each(|inst| check_operands(self, inst))?;
        self.blocks.keys().try_for_each(|block| check_unwinding(self, block))?;
        let dominance = CheckedDominance::new(successor_lists(self));
        check_graph(self, &dominance)?;
        self.insts.keys().try_for_each(|inst| check_incoming(self, &dominance, inst))?;
        check_dominance(self, &dominance)?;
        check_markers(self)
    }
}

fn check_order(function: &EncodedFunction) -> Result<(), Invalid> {
    if function.blocks.is_empty() {
        return Err(Invalid::NoBlocks);
    }
    let mut ids = function.insts.keys();
    for (block, content) in &function.blocks {
        for &inst in &content.insts {
            if ids.next() != Some(inst) {
                return Err(Invalid::Order { block, inst });
            }
            if function.insts[inst].block != block {
                return Err(Invalid::WrongBlock(inst));
            }
        }
    }
    ids.next().map_or(Ok(()), |inst| Err(Invalid::Homeless(inst)))
}

fn check_places(function: &EncodedFunction, block: BlockId) -> Result<(), Invalid> {
    let insts = &function.blocks[block].insts;
    let kind = |inst: InstId| function.insts[inst].kind;
    let Some((&last, body)) = insts.split_last() else {
        return Err(Invalid::NoTerminator(block));
    };
    if !kind(last).is_terminator() {
        return Err(Invalid::NoTerminator(block));
    }
    let phis = body.iter().take_while(|&&i| kind(i) == InstKind::Phi).count();
    let misplaced = |&i: &InstId| kind(i) == InstKind::Phi || kind(i).is_terminator();
    if let Some(inst) = body[phis..].iter().copied().find(misplaced) {
        return Err(Invalid::Place(inst));
    }
    let pads = body[phis..].iter().copied().skip(1);
    if let Some(inst) = pads.into_iter().find(|&i| kind(i) == InstKind::LandingPad) {
        return Err(Invalid::LandingPad(inst));
    }
    let foreign = |&&i: &&InstId| kind(i) == InstKind::StaticAlloca && block != function.entry();
    body.iter().find(foreign).map_or(Ok(()), |&inst| Err(Invalid::Alloca(inst)))
}

fn check_operands(function: &EncodedFunction, id: InstId) -> Result<(), Invalid> {
    let inst = &function.insts[id];
    if inst.kind == InstKind::Phi && !inst.operands.len().is_multiple_of(2) {
        return Err(Invalid::Incoming(id));
    }
    let fits = |index: usize| fits(function, inst, index);
    let bad = (0..inst.operands.len()).find(|&index| !fits(index));
    bad.map_or(Ok(()), |index| Err(Invalid::Operand { inst: id, index }))?;
    if inst.rematerializable && (inst.kind != InstKind::Normal || inst.call.is_some()) {
        return Err(Invalid::Floats(id));
    }
    if inst.commutes && !can_commute(inst) { Err(Invalid::Commutes(id)) } else { Ok(()) }
}

/// Whether there are two operands to exchange.
fn can_commute(inst: &Inst) -> bool {
    let free =
        |index: usize| inst.operands.get(index).is_some_and(|o| o.mode == OperandMode::Selectable);
    inst.kind == InstKind::Normal && free(0) && free(1)
}

/// Whether an operand exists, and is a block exactly where blocks belong.
fn fits(function: &EncodedFunction, inst: &Inst, index: usize) -> bool {
    let block_allowed = match inst.kind {
        InstKind::Phi => index % 2 == 1,
        kind => matches!(kind, InstKind::Invoke | InstKind::Terminator),
    };
    match inst.operands[index].value {
        Value::Block(b) => block_allowed && function.blocks.is_valid(b),
        _ if inst.kind == InstKind::Phi && block_allowed => false,
        Value::Inst(i) => function.insts.is_valid(i),
        Value::Arg(a) => function.params.is_valid(a),
        Value::Const(_) => true,
    }
}

/// Checks that the edges out of a block lead to landing pads exactly where they are unwind edges.
fn check_unwinding(function: &EncodedFunction, block: BlockId) -> Result<(), Invalid> {
    let last = function.terminator(block);
    let inst = &function.insts[last];
    let is_invoke = inst.kind == InstKind::Invoke;
    if is_invoke && inst.successors().count() != 2 {
        return Err(Invalid::Invoke(last));
    }
    if let Some(pad) = function.landing_pad(block).filter(|_| block == function.entry()) {
        return Err(Invalid::LandingPad(pad));
    }
    for (at, successor) in inst.successors().enumerate() {
        let unwinds = is_invoke && at == 1;
        match function.landing_pad(successor) {
            Some(pad) if !unwinds => return Err(Invalid::LandingPad(pad)),
            None if unwinds => return Err(Invalid::Invoke(last)),
            _ => {}
        }
    }
    Ok(())
}

fn successor_lists(function: &EncodedFunction) -> Vec<Vec<usize>> {
    let of = |block| function.successors(block).map(index).collect();
    function.blocks.keys().map(of).collect()
}

fn index(block: BlockId) -> usize {
    block.as_u32() as usize
}

fn check_graph(function: &EncodedFunction, dominance: &CheckedDominance) -> Result<(), Invalid> {
    if !dominance.preds(0).is_empty() {
        return Err(Invalid::EntryHasPredecessors);
    }
    let mut reached = vec![false; function.blocks.len()];
    dominance.reverse_postorder().iter().for_each(|&b| reached[b] = true);
    let lost = function.blocks.keys().find(|&b| !reached[index(b)]);
    lost.map_or(Ok(()), |block| Err(Invalid::Unreachable(block)))
}

fn check_incoming(
    function: &EncodedFunction,
    dominance: &CheckedDominance,
    id: InstId,
) -> Result<(), Invalid> {
    let inst = &function.insts[id];
    if inst.kind != InstKind::Phi {
        return Ok(());
    }
    let mut blocks: Vec<usize> = inst.incoming().map(|(block, _)| index(block)).collect();
    blocks.sort_unstable();
    // A φ in the entry block has no pairs, and would be right by this rule. But it has no value either.
    let right = !blocks.is_empty() && blocks == dominance.preds(index(inst.block));
    if right { Ok(()) } else { Err(Invalid::Incoming(id)) }
}

/// Where an instruction's result is defined.
fn site(function: &EncodedFunction, id: InstId) -> Site {
    let inst = &function.insts[id];
    match inst.successors().next() {
        Some(normal) => Site::Edge(index(inst.block), index(normal)),
        None => Site::Point(index(inst.block), id.as_u32() as usize),
    }
}

fn check_dominance(
    function: &EncodedFunction,
    dominance: &CheckedDominance,
) -> Result<(), Invalid> {
    for (user, inst) in &function.insts {
        let bad = match inst.kind {
            InstKind::Phi => undominated_incoming(function, dominance, inst),
            _ => undominated_operand(function, dominance, user),
        };
        if let Some(used) = bad {
            return Err(Invalid::Dominance { user, used });
        }
    }
    Ok(())
}

fn undominated_incoming(
    function: &EncodedFunction,
    dominance: &CheckedDominance,
    phi: &Inst,
) -> Option<InstId> {
    let to = index(phi.block);
    let reaches = |used, from| dominance.reaches_edge(site(function, used), index(from), to);
    phi.incoming().find_map(|(from, value)| match value {
        Value::Inst(used) if !reaches(used, from) => Some(used),
        _ => None,
    })
}

fn undominated_operand(
    function: &EncodedFunction,
    dominance: &CheckedDominance,
    user: InstId,
) -> Option<InstId> {
    let inst = &function.insts[user];
    let (block, position) = (index(inst.block), user.as_u32() as usize);
    let reaches = |used| dominance.reaches_point(site(function, used), block, position);
    inst.operands.iter().find_map(|operand| match operand.value {
        Value::Inst(used) if !reaches(used) => Some(used),
        _ => None,
    })
}

fn check_markers(function: &EncodedFunction) -> Result<(), Invalid> {
    let markers = &function.markers;
    let kind = |inst: InstId| function.insts.get(inst).map(|i| i.kind);
    let heads = [InstKind::Phi, InstKind::StaticAlloca, InstKind::LandingPad];
    let is_right = |at: usize| {
        let marker = markers[at];
        // Allocas are in the entry, which comes first. So an alloca that dominates the place has the smaller number.
        kind(marker.before).is_some_and(|kind| !heads.contains(&kind))
            && kind(marker.slot) == Some(InstKind::StaticAlloca)
            && marker.slot < marker.before
            && (at == 0 || markers[at - 1] < marker)
    };
    let wrong = (0..markers.len()).find(|&at| !is_right(at));
    wrong.map_or(Ok(()), |at| Err(Invalid::Marker(at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::Marker;
    use crate::testing::build::*;

    /// A diamond with a φ, an alloca and an invoke, valid until changed.
    fn diamond() -> EncodedFunction {
        let entry = vec![alloca(), op(I32, 0, &[a(0), a(0)]), invoke(&[c(3), b(1), b(2)])];
        let arms = vec![vec![branch(&[b(3)])], vec![landing_pad(c(9)), branch(&[b(3)])]];
        let join = vec![phi(I32, &[i(2), b(1), i(1), b(2)]), ret(&[i(6)])];
        function(&[I32], I32, [vec![entry], arms, vec![join]].concat())
    }

    fn id(number: u32) -> InstId {
        InstId::from_u32(number)
    }

    fn block(number: u32) -> BlockId {
        BlockId::from_u32(number)
    }

    fn broken(change: impl FnOnce(&mut EncodedFunction)) -> Invalid {
        let mut function = diamond();
        assert_eq!(function.validate(), Ok(()));
        change(&mut function);
        function.validate().expect_err("it was broken")
    }

    #[test]
    fn ids_must_be_in_order() {
        assert_eq!(broken(|f| f.blocks.clear()), Invalid::NoBlocks);
        let order = Invalid::Order { block: block(0), inst: id(1) };
        assert_eq!(broken(|f| f.blocks[block(0)].insts.swap(0, 1)), order);
        assert_eq!(broken(|f| f.blocks[block(3)].insts.truncate(1)), Invalid::Homeless(id(7)));
        assert_eq!(broken(|f| f.insts[id(1)].block = block(1)), Invalid::WrongBlock(id(1)));
    }

    #[test]
    fn instructions_must_be_in_place() {
        let set = |f: &mut EncodedFunction, n, kind| f.insts[id(n)].kind = kind;
        let normal = InstKind::Normal;
        assert_eq!(broken(|f| set(f, 7, normal)), Invalid::NoTerminator(block(3)));
        assert_eq!(broken(|f| set(f, 1, InstKind::Ret)), Invalid::Place(id(1)));
        assert_eq!(broken(|f| set(f, 1, InstKind::Phi)), Invalid::Place(id(1)));
        assert_eq!(broken(|f| set(f, 6, InstKind::StaticAlloca)), Invalid::Alloca(id(6)));
    }

    #[test]
    fn operands_must_exist_and_suit() {
        let set = |value: Value| broken(|f| f.insts[id(1)].operands[1].value = value);
        let fault = Invalid::Operand { inst: id(1), index: 1 };
        assert_eq!([i(9), a(1), b(1)].map(set), [fault; 3]);
        let pair = |index: usize, value| broken(|f| f.insts[id(6)].operands[index].value = value);
        assert_eq!(pair(1, c(0)), Invalid::Operand { inst: id(6), index: 1 });
        assert_eq!(pair(0, b(1)), Invalid::Operand { inst: id(6), index: 0 });
        assert_eq!(pair(1, b(9)), Invalid::Operand { inst: id(6), index: 1 });
    }

    #[test]
    fn what_floats_must_be_a_normal_instruction_and_no_call() {
        let float = |f: &mut EncodedFunction, n| f.insts[id(n)].rematerializable = true;
        let call = |f: &mut EncodedFunction| f.insts[id(1)].call = Some(crate::ir::Call::Plain);
        assert_eq!(broken(|f| float(f, 0)), Invalid::Floats(id(0)));
        let both = |f: &mut EncodedFunction| {
            call(f);
            float(f, 1);
        };
        assert_eq!(broken(both), Invalid::Floats(id(1)));
    }

    #[test]
    fn what_commutes_must_have_two_values_to_exchange() {
        let commute = |f: &mut EncodedFunction, n| f.insts[id(n)].commutes = true;
        let mut function = diamond();
        commute(&mut function, 1);
        assert_eq!(function.validate(), Ok(()));
        assert_eq!(broken(|f| commute(f, 0)), Invalid::Commutes(id(0)));
        assert_eq!(broken(|f| commute(f, 6)), Invalid::Commutes(id(6)));
        let fix = |f: &mut EncodedFunction| {
            commute(f, 1);
            f.insts[id(1)].operands[1].mode = OperandMode::Same;
        };
        assert_eq!(broken(fix), Invalid::Commutes(id(1)));
        let shorten = |f: &mut EncodedFunction| {
            commute(f, 1);
            f.insts[id(1)].operands.truncate(1);
        };
        assert_eq!(broken(shorten), Invalid::Commutes(id(1)));
    }

    #[test]
    fn the_graph_must_be_sound() {
        let lead = |f: &mut EncodedFunction, n, to| {
            f.insts[id(n)].operands.last_mut().expect("it has a target").value = to;
        };
        assert_eq!(broken(|f| lead(f, 3, b(0))), Invalid::EntryHasPredecessors);
        assert_eq!(broken(|f| lead(f, 5, b(0))), Invalid::EntryHasPredecessors);
        assert_eq!(broken(|f| lead(f, 3, b(1))), Invalid::Incoming(id(6)));
        assert_eq!(broken(|f| f.insts[id(6)].operands.truncate(3)), Invalid::Incoming(id(6)));
        assert_eq!(broken(|f| f.insts[id(6)].operands.truncate(2)), Invalid::Incoming(id(6)));
        assert_eq!(broken(|f| f.insts[id(6)].operands[1].value = b(2)), Invalid::Incoming(id(6)));
    }

    #[test]
    fn nothing_but_unwind_edges_leads_to_landing_pads() {
        let pad = Invalid::LandingPad(id(4));
        assert_eq!(broken(|f| f.insts[id(3)].operands[0].value = b(2)), pad);
        assert_eq!(broken(|f| f.insts[id(2)].operands[1].value = b(2)), pad);
        assert_eq!(broken(|f| f.insts[id(2)].operands[2].value = b(3)), Invalid::Invoke(id(2)));
        assert_eq!(broken(|f| f.insts[id(4)].kind = InstKind::Normal), Invalid::Invoke(id(2)));
        assert_eq!(broken(|f| f.insts[id(2)].kind = InstKind::Terminator), pad);
        let one_way = |f: &mut EncodedFunction| f.insts[id(2)].operands.truncate(2);
        assert_eq!(broken(one_way), Invalid::Invoke(id(2)));
        assert_eq!(
            broken(|f| f.insts[id(1)].kind = InstKind::LandingPad),
            Invalid::LandingPad(id(1))
        );
    }

    #[test]
    fn markers_are_in_order_and_of_static_allocas_behind_them() {
        let marked = |list: &[(u32, bool, u32)]| {
            let mut function = diamond();
            let marker = |&(before, starts, slot): &(u32, bool, u32)| Marker {
                before: id(before),
                starts,
                slot: id(slot),
            };
            function.markers = list.iter().map(marker).collect();
            function.validate()
        };
        assert_eq!(marked(&[(1, false, 0), (1, true, 0), (5, false, 0)]), Ok(()));
        assert_eq!(marked(&[(1, true, 0), (1, false, 0)]), Err(Invalid::Marker(1)));
        assert_eq!(marked(&[(1, true, 0), (1, true, 0)]), Err(Invalid::Marker(1)));
        // Before an alloca, a landing pad, a φ, and nothing; and a marker of what is no alloca.
        for wrong in [(0, true, 0), (4, true, 0), (6, true, 0), (9, true, 0), (3, true, 1)] {
            assert_eq!(marked(&[wrong]), Err(Invalid::Marker(0)), "{wrong:?}");
        }
    }

    #[test]
    fn definitions_must_dominate_uses() {
        let fault = |user, used| Invalid::Dominance { user: id(user), used: id(used) };
        assert_eq!(broken(|f| f.insts[id(1)].operands[0].value = i(1)), fault(1, 1));
        // The invoke's result: not in the join, and not on the way over its second edge.
        assert_eq!(broken(|f| f.insts[id(7)].operands[0].value = i(2)), fault(7, 2));
        assert_eq!(broken(|f| f.insts[id(6)].operands[2].value = i(2)), fault(6, 2));
    }
}
