//! Checks that an encoded function keeps the promises of [`ir`](crate::ir).
//!
//! Consumes: an [`EncodedFunction`]. Produces: nothing, or the first broken promise as an [`Invalid`].
//! Guarantees: never panics, whatever the tables hold; a function that passes has only ids in range, so
//! that the other phases may index without asking. Types of operands are not looked at: they are part of
//! the merge keys, which the encoder vouches for.

pub(crate) mod dominance;

use thiserror::Error;

use crate::ir::{BlockId, EncodedFunction, Inst, InstId, InstKind, Value};
use dominance::{Dominance, Site};

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
    /// An instruction's own idea of its block is wrong.
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
}

impl EncodedFunction {
    /// Checks every promise of the [`ir`](crate::ir) module's head.
    ///
    /// # Errors
    /// The first broken promise, in the order of [`Invalid`].
    pub fn validate(&self) -> Result<(), Invalid> {
        check_order(self)?;
        self.blocks.keys().try_for_each(|block| check_places(self, block))?;
        self.insts.keys().try_for_each(|inst| check_operands(self, inst))?;
        let dominance = Dominance::new(successor_lists(self));
        check_graph(self, &dominance)?;
        self.insts.keys().try_for_each(|inst| check_incoming(self, &dominance, inst))?;
        check_dominance(self, &dominance)
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
    bad.map_or(Ok(()), |index| Err(Invalid::Operand { inst: id, index }))
}

/// Whether an operand exists, and is a block exactly where blocks belong.
fn fits(function: &EncodedFunction, inst: &Inst, index: usize) -> bool {
    let block_allowed = match inst.kind {
        InstKind::Phi => index % 2 == 1,
        kind => kind == InstKind::Terminator,
    };
    match inst.operands[index].value {
        Value::Block(b) => block_allowed && function.blocks.is_valid(b),
        _ if inst.kind == InstKind::Phi && block_allowed => false,
        Value::Inst(i) => function.insts.is_valid(i),
        Value::Arg(a) => function.params.is_valid(a),
        Value::Const(_) => true,
    }
}

fn successor_lists(function: &EncodedFunction) -> Vec<Vec<usize>> {
    let of = |block| function.successors(block).map(index).collect();
    function.blocks.keys().map(of).collect()
}

fn index(block: BlockId) -> usize {
    block.as_u32() as usize
}

fn check_graph(function: &EncodedFunction, dominance: &Dominance) -> Result<(), Invalid> {
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
    dominance: &Dominance,
    id: InstId,
) -> Result<(), Invalid> {
    let inst = &function.insts[id];
    if inst.kind != InstKind::Phi {
        return Ok(());
    }
    let mut blocks: Vec<usize> = inst.incoming().map(|(block, _)| index(block)).collect();
    blocks.sort_unstable();
    // A φ in the entry block has no pair, and would be right by this rule; it has no value either.
    let right = !blocks.is_empty() && blocks == dominance.preds(index(inst.block));
    if right { Ok(()) } else { Err(Invalid::Incoming(id)) }
}

/// Where an instruction's result comes into being.
fn site(function: &EncodedFunction, id: InstId) -> Site {
    let inst = &function.insts[id];
    match inst.successors().next() {
        Some(normal) => Site::Edge(index(inst.block), index(normal)),
        None => Site::Point(index(inst.block), id.as_u32() as usize),
    }
}

fn check_dominance(function: &EncodedFunction, dominance: &Dominance) -> Result<(), Invalid> {
    for (user, inst) in &function.insts {
        let dominated = |used| match inst.kind {
            InstKind::Phi => check_phi_use(function, dominance, inst, used),
            _ => {
                let position = user.as_u32() as usize;
                dominance.reaches_point(site(function, used), index(inst.block), position)
            }
        };
        let used = inst.operands.iter().filter_map(|o| match o.value {
            Value::Inst(i) => Some(i),
            _ => None,
        });
        if let Some(used) = used.into_iter().find(|&used| !dominated(used)) {
            return Err(Invalid::Dominance { user, used });
        }
    }
    Ok(())
}

/// Whether a value reaches every edge over which a φ takes it.
fn check_phi_use(
    function: &EncodedFunction,
    dominance: &Dominance,
    phi: &Inst,
    used: InstId,
) -> bool {
    let mut edges = phi.incoming().filter(|&(_, value)| value == Value::Inst(used));
    let site = site(function, used);
    edges.all(|(from, _)| dominance.reaches_edge(site, index(from), index(phi.block)))
}
