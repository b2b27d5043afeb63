//! Which functions are equal, found the long way: the greatest relation whose pairs agree step by step.
//!
//! Consumes: a program. Produces: its classes, to be compared with those of canonical forms and partition
//! refinement. Guarantees: looks at the functions themselves, two at a time; shares nothing with the forms.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Constant, Program, bits, is_call, plain};
use crate::ir::{
    BlockId, EncodedFunction, FuncId, Inst, InstId, InstKind, OperandMode, TypeId, Value,
};

/// Pairs that are not yet told apart.
type Pairs = BTreeSet<(FuncId, FuncId)>;

/// Whether calls of a function, or (`as_value`) other uses of it, may become those of an equal one.
pub(super) type MayChange<'a> = &'a dyn Fn(FuncId, bool) -> bool;

/// The classes with two members or more, in order.
pub(super) fn classes(program: &Program, may_change: MayChange<'_>) -> Vec<Vec<FuncId>> {
    let all: Vec<FuncId> = program.defined().map(|(id, _)| id).collect();
    let mut pairs: Pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b))).collect();
    loop {
        let agree =
            |&(a, b): &(FuncId, FuncId)| Walk { program, pairs: &pairs, may_change }.agree(a, b);
        let left: Pairs = pairs.iter().copied().filter(agree).collect();
        if left.len() == pairs.len() {
            break;
        }
        pairs = left;
    }
    let class = |&a: &FuncId| all.iter().copied().filter(|&b| pairs.contains(&(a, b))).collect();
    let classes: BTreeSet<Vec<FuncId>> = all.iter().map(class).collect();
    classes.into_iter().filter(|members| members.len() > 1).collect()
}

struct Walk<'a> {
    program: &'a Program,
    pairs: &'a Pairs,
    may_change: MayChange<'a>,
}

/// Pointers and integers of their size are one type.
fn same_type(a: TypeId, b: TypeId) -> bool {
    a == b
        || a.as_u32() > 2
            && b.as_u32() > 2
            && a.as_u32() < 5
            && b.as_u32() < 5
            && bits(a) == bits(b)
}

impl Walk<'_> {
    fn agree(&self, a: FuncId, b: FuncId) -> bool {
        let body = |id| &self.program.definition(id).expect("all have bodies").body;
        let (a, b) = (body(a), body(b));
        let same_params = a.params.len() == b.params.len()
            && a.params
                .values()
                .zip(b.params.values())
                .all(|(p, q)| same_type(p.ty, q.ty) && p.abi == q.abi);
        if !same_params || !same_type(a.ret, b.ret) {
            return false;
        }
        let Some(blocks) = matched(a, b) else { return false };
        let insts = blocks.iter().flat_map(|(&x, &y)| {
            let (x, y) = (&a.blocks[x].insts, &b.blocks[y].insts);
            x.iter().copied().zip(y.iter().copied())
        });
        let insts: BTreeMap<InstId, InstId> = insts.collect();
        insts.iter().all(|(&x, &y)| self.same_inst(&a.insts[x], &b.insts[y], &blocks, &insts))
    }

    fn same_inst(
        &self,
        a: &Inst,
        b: &Inst,
        blocks: &BTreeMap<BlockId, BlockId>,
        insts: &BTreeMap<InstId, InstId>,
    ) -> bool {
        let same = a.kind == b.kind
            && plain(a) == plain(b)
            && same_type(a.ty, b.ty)
            && a.operands.len() == b.operands.len();
        if !same {
            return false;
        }
        let value = |(index, x, y): (usize, Value, Value)| match (x, y) {
            (Value::Inst(x), Value::Inst(y)) => insts[&x] == y,
            (Value::Block(x), Value::Block(y)) => blocks[&x] == y,
            (Value::Arg(x), Value::Arg(y)) => x == y,
            (Value::Const(_), Value::Const(_)) => self.same_constant(a, index, x, y),
            _ => false,
        };
        if a.kind == InstKind::Phi {
            let others: BTreeMap<BlockId, Value> = b.incoming().collect();
            return a
                .incoming()
                .all(|(block, x)| others.get(&blocks[&block]).is_some_and(|&y| value((1, x, y))));
        }
        let operands = a.operands.iter().zip(&b.operands).enumerate();
        operands
            .into_iter()
            .all(|(index, (x, y))| x.mode == y.mode && value((index, x.value, y.value)))
    }

    fn same_constant(&self, inst: &Inst, index: usize, x: Value, y: Value) -> bool {
        let is_callee = is_call(inst) && index == 0;
        let by_name = inst.operands[index].mode == OperandMode::Same;
        if let (Some(f), Some(g)) = (self.program.named(x), self.program.named(y)) {
            let may = |function| (self.may_change)(function, !is_callee || by_name);
            return f == g || may(f) && may(g) && self.pairs.contains(&(f, g));
        }
        let constant = |value| match value {
            Value::Const(id) => match self.program.constants[id] {
                Constant::Null => Constant::Integer(64, 0),
                other => other,
            },
            _ => unreachable!("constants are compared"),
        };
        // A callee that may become a parameter is no value that may, even if both are pointers.
        constant(x) == constant(y)
    }
}

/// The blocks that correspond, if both functions have the same graph.
fn matched(a: &EncodedFunction, b: &EncodedFunction) -> Option<BTreeMap<BlockId, BlockId>> {
    let (mut forth, mut back) = (BTreeMap::new(), BTreeMap::new());
    let mut pending = vec![(a.entry(), b.entry())];
    while let Some((x, y)) = pending.pop() {
        match (forth.insert(x, y), back.insert(y, x)) {
            (None, None) => {}
            (Some(y2), Some(x2)) if (x2, y2) == (x, y) => continue,
            _ => return None,
        }
        let (to_x, to_y): (Vec<_>, Vec<_>) = (a.successors(x).collect(), b.successors(y).collect());
        if to_x.len() != to_y.len() || a.blocks[x].insts.len() != b.blocks[y].insts.len() {
            return None;
        }
        pending.extend(to_x.into_iter().zip(to_y));
    }
    Some(forth)
}
