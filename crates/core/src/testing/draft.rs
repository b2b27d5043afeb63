//! A function under construction, where blocks and instructions come in any order.
//!
//! Consumes: instructions whose operands name others by number. Produces: an [`EncodedFunction`] in program
//! order. Guarantees: blocks that cannot be reached are dropped, and the φ pairs for lost edges with them.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use crate::ir::{
    Block, BlockId, EncodedFunction, Inst, InstId, InstKind, Operand, Param, TypeId, Uses, Value,
};
use crate::speed::Frequency;
use crate::stack::Marker;

/// A function under construction: instructions by number, which operands name as their [`InstId`]s.
pub(super) struct Draft {
    pub(super) insts: Vec<Inst>,
    pub(super) blocks: Vec<Vec<usize>>,
    pub(super) params: Vec<Param>,
    pub(super) ret: TypeId,
    /// Lifetime markers in any order, which name instructions by number. A marker is dropped if its slot or the
    /// instruction that it stands before is gone.
    pub(super) markers: Vec<Marker>,
}

impl Draft {
    /// Takes a function apart.
    pub(super) fn of(function: &EncodedFunction) -> Self {
        let numbers = |b: &Block| b.insts.iter().map(|i| i.index()).collect();
        Draft {
            insts: function.insts.values().cloned().collect(),
            blocks: function.blocks.values().map(numbers).collect(),
            params: function.params.values().copied().collect(),
            ret: function.ret,
            markers: function.markers.clone(),
        }
    }

    /// With its blocks in another order, which has the entry first.
    pub(super) fn in_order(mut self, order: &[usize]) -> Self {
        let mut places = vec![BlockId::new(0); order.len()];
        order.iter().enumerate().for_each(|(new, &old)| places[old] = BlockId::new(new));
        self.blocks = order.iter().map(|&old| self.blocks[old].clone()).collect();
        for inst in &mut self.insts {
            inst.block = places[inst.block.index()];
            for operand in &mut inst.operands {
                if let Value::Block(block) = &mut operand.value {
                    *block = places[block.index()];
                }
            }
        }
        self
    }

    pub(super) fn new_block(&mut self) -> usize {
        self.blocks.push(Vec::new());
        self.blocks.len() - 1
    }

    /// Appends an instruction to a block.
    pub(super) fn push(&mut self, block: usize, inst: Inst) -> usize {
        self.blocks[block].push(self.insts.len());
        self.insts.push(Inst { block: BlockId::new(block), ..inst });
        self.insts.len() - 1
    }

    pub(super) fn successors(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let last = self.blocks[block].last().map(|&i| &self.insts[i]);
        last.into_iter().flat_map(|i| i.successors().map(|b| b.index()))
    }

    /// Numbers everything in program order; drops blocks that cannot be reached, and φ pairs for them.
    pub(super) fn finish(self, name: &str) -> EncodedFunction {
        let kept = self.reachable();
        let mut block_ids = vec![None; self.blocks.len()];
        kept.iter().enumerate().for_each(|(new, &old)| block_ids[old] = Some(BlockId::new(new)));
        let mut inst_ids = vec![None; self.insts.len()];
        let order = kept.iter().flat_map(|&b| &self.blocks[b]);
        order.enumerate().for_each(|(new, &old)| inst_ids[old] = Some(InstId::new(new)));
        let mut function = EncodedFunction {
            params: self.params.iter().copied().collect(),
            uses: Uses { removable: true, call_sites: 1, ..Uses::default() },
            ..EncodedFunction::empty(name, self.ret)
        };
        for &old in &kept {
            let block = function.blocks.next_key();
            let place = |&i: &usize| {
                let operands = self.renumbered(i, &block_ids, &inst_ids);
                function.insts.push(Inst { block, operands, ..self.insts[i].clone() })
            };
            let insts: Vec<InstId> = self.blocks[old].iter().map(place).collect();
            let frequency = often(insts.len());
            function.blocks.push(Block { insts, frequency });
        }
        let new = |old: InstId| inst_ids[old.index()];
        let kept = |m: &Marker| Some(Marker { before: new(m.before)?, slot: new(m.slot)?, ..*m });
        function.markers = self.markers.iter().filter_map(kept).collect();
        function.markers.sort_unstable();
        function.markers.dedup();
        function
    }

    /// The blocks that can be reached, ascending.
    fn reachable(&self) -> Vec<usize> {
        let mut seen = vec![false; self.blocks.len()];
        let mut stack = vec![0];
        while let Some(block) = stack.pop() {
            if !std::mem::replace(&mut seen[block], true) {
                stack.extend(self.successors(block));
            }
        }
        (0..seen.len()).filter(|&b| seen[b]).collect()
    }

    /// The operands of an instruction in final ids.
    fn renumbered(
        &self,
        inst: usize,
        blocks: &[Option<BlockId>],
        insts: &[Option<InstId>],
    ) -> SmallVec<[Operand; 3]> {
        let inst = &self.insts[inst];
        let is_pred = |b: BlockId| {
            let comes_here = self.successors(b.index()).any(|s| s == inst.block.index());
            blocks[b.index()].is_some() && comes_here
        };
        let renumber = |o: &Operand| {
            let value = match o.value {
                Value::Inst(i) => Value::Inst(insts[i.index()].expect("definitions are reachable")),
                Value::Block(b) => Value::Block(blocks[b.index()].expect("targets are reachable")),
                other => other,
            };
            Operand { value, mode: o.mode }
        };
        if inst.kind != InstKind::Phi {
            return inst.operands.iter().map(renumber).collect();
        }
        let pairs = inst.operands.chunks_exact(2);
        let kept = pairs.filter(|p| matches!(p[1].value, Value::Block(b) if is_pred(b)));
        kept.flatten().map(renumber).collect()
    }
}

/// How often a block of so many instructions runs: now never, now in the depth of loops. Nothing that is legal may
/// depend on it.
fn often(length: usize) -> Frequency {
    [Frequency::ONCE, Frequency::of(32, 1), Frequency::NEVER, Frequency::of(1024, 1)][length % 4]
}
