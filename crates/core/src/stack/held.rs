//! Values that are kept while another function runs.
//!
//! Consumes: code in SSA form as plain numbers ([`Values`]): where values are defined and used, and where calls are.
//! Produces: the most values that are kept across one call. Guarantees: a value counts at a call if it is defined
//! before the call and, on some path, used behind it. The time is linear in the number of blocks in which values are
//! alive, summed over all values.
//!
//! Code generation keeps such a value in a register that the function has saved, or spills it to a slot. Either takes
//! the bytes of one register in the frame. So the count tells how the frames of two functions compare beyond their
//! static allocas. Values that are alive only between calls are not counted.

use smallvec::{SmallVec, smallvec};

use crate::graph::Nodes;

/// A place in a block: 0 before the first instruction, then 1, 2, … for the instructions.
type Position = u32;

/// Values by number, blocks by number, the entry first.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// Where each value is defined; parameters at position 0 of the entry.
    defined: Vec<(u32, Position)>,
    /// Uses: the value, and where. An operand of a φ is used at the end of the predecessor.
    uses: Vec<(u32, u32, Position)>,
    /// The successors of each block.
    successors: Vec<Nodes>,
    /// The number of instructions of each block.
    lengths: Vec<Position>,
    /// The calls of each block.
    calls: Vec<SmallVec<[Position; 4]>>,
}

/// What an instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A φ: its operands are pairs of a value and the predecessor that it comes from.
    Phi,
    /// A call.
    Call,
    /// Any other.
    Plain,
}

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The value of this number.
    Value(u32),
    /// The block of this number.
    Block(u32),
    /// A constant, or what is computed again where it is needed.
    Free,
}

impl Values {
    /// Code without a block, of a function with so many parameters: these are the first values.
    pub fn new(params: u32) -> Values {
        Values { defined: vec![(0, 0); params as usize], ..Values::default() }
    }

    /// Begins the next block.
    pub fn block(&mut self, successors: Nodes) {
        self.successors.push(successors);
        self.lengths.push(0);
        self.calls.push(SmallVec::new());
    }

    /// The next instruction of the block; its own value has this number.
    pub fn instruction(&mut self, value: u32, sort: Sort, operands: impl Iterator<Item = Operand>) {
        let block = self.lengths.len() - 1;
        self.lengths[block] += 1;
        let here = self.lengths[block];
        if sort == Sort::Call {
            self.calls[block].push(here);
        }
        let mut incoming = None;
        for operand in operands {
            match (operand, sort) {
                (Operand::Value(value), Sort::Phi) => incoming = Some(value),
                (Operand::Block(from), Sort::Phi) => {
                    self.uses.extend(incoming.take().map(|value| (value, from, Position::MAX)));
                }
                (Operand::Value(value), _) => self.uses.push((value, block as u32, here)),
                (Operand::Block(_) | Operand::Free, _) => {}
            }
        }
        let value = value as usize;
        if self.defined.len() <= value {
            self.defined.resize(value + 1, (0, 0));
        }
        self.defined[value] = (block as u32, here);
    }

    /// The most values that are kept across one call.
    pub fn across_calls(mut self) -> u64 {
        if self.calls.iter().all(|calls| calls.is_empty()) {
            return 0;
        }
        self.uses.sort_unstable();
        let mut tally = Tally::new(&self);
        let mut rest = &self.uses[..];
        while let Some(&(value, ..)) = rest.first() {
            let (own, others) = rest.split_at(rest.partition_point(|&(v, ..)| v == value));
            tally.add(self.defined[value as usize], own);
            rest = others;
        }
        tally.most()
    }
}

/// Counts, call by call.
struct Tally<'a> {
    values: &'a Values,
    predecessors: Vec<Nodes>,
    /// By block: how many values are alive all through it, and for each call the difference to the call before.
    changes: Vec<SmallVec<[i64; 4]>>,
    /// By block: up to which place the present value is alive from the start; 0 where it is not alive.
    until: Vec<Position>,
    waiting: Vec<u32>,
    /// The blocks in which the present value is alive, but for that of its definition.
    reached: Vec<u32>,
}

impl<'a> Tally<'a> {
    fn new(values: &'a Values) -> Tally<'a> {
        let count = values.lengths.len();
        let mut predecessors = vec![Nodes::new(); count];
        for (block, successors) in values.successors.iter().enumerate() {
            successors.iter().for_each(|&next| predecessors[next as usize].push(block as u32));
        }
        let changes = values.calls.iter().map(|calls| smallvec![0; calls.len() + 1]).collect();
        let (waiting, reached) = (Vec::new(), Vec::new());
        Tally { values, predecessors, changes, until: vec![0; count], waiting, reached }
    }

    /// Adds one value: where it is defined, and its uses.
    fn add(&mut self, (block, from): (u32, Position), uses: &[(u32, u32, Position)]) {
        let mut last = from;
        for &(_, at, position) in uses {
            if at == block {
                last = last.max(position);
            } else {
                self.enter(at, position);
            }
        }
        while let Some(next) = self.waiting.pop() {
            for index in 0..self.predecessors[next as usize].len() {
                let before = self.predecessors[next as usize][index];
                if before == block {
                    last = Position::MAX;
                } else {
                    self.enter(before, Position::MAX);
                }
            }
        }
        self.count(block, from, last);
        while let Some(at) = self.reached.pop() {
            let until = std::mem::take(&mut self.until[at as usize]);
            self.count(at, 0, until);
        }
    }

    /// Notes that the value is alive in a block from its start to `position`.
    fn enter(&mut self, block: u32, position: Position) {
        let until = &mut self.until[block as usize];
        if *until == 0 {
            self.waiting.push(block);
            self.reached.push(block);
        }
        *until = (*until).max(position);
    }

    /// Notes that the value is alive in a block behind `from` and before `until`: it is kept across the calls between.
    fn count(&mut self, block: u32, from: Position, until: Position) {
        let calls = &self.values.calls[block as usize];
        let [first, end] =
            [calls.partition_point(|&c| c <= from), calls.partition_point(|&c| c < until)];
        if first < end {
            let changes = &mut self.changes[block as usize];
            changes[first] += 1;
            changes[end] -= 1;
        }
    }

    fn most(&self) -> u64 {
        let of_block = |changes: &SmallVec<[i64; 4]>| {
            let sums = changes.iter().scan(0, |sum, change| {
                *sum += change;
                Some(*sum)
            });
            sums.max().unwrap_or(0)
        };
        self.changes.iter().map(of_block).max().unwrap_or(0).unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An instruction that uses values.
    fn step(code: &mut Values, own: u32, is_call: bool, uses: &[u32]) {
        let sort = if is_call { Sort::Call } else { Sort::Plain };
        code.instruction(own, sort, uses.iter().map(|&value| Operand::Value(value)));
    }

    #[test]
    fn a_value_that_a_call_uses_last_is_not_kept() {
        let mut code = Values::new(2);
        code.block(smallvec![]);
        step(&mut code, 2, true, &[0]);
        step(&mut code, 3, false, &[2, 1]);
        assert_eq!(code.across_calls(), 1);
    }

    #[test]
    fn values_that_different_calls_leave_alone_do_not_add_up() {
        let mut code = Values::new(1);
        code.block(smallvec![]);
        step(&mut code, 1, true, &[0]);
        step(&mut code, 2, true, &[1]);
        step(&mut code, 3, false, &[2]);
        step(&mut code, 4, true, &[]);
        step(&mut code, 5, false, &[3, 4]);
        assert_eq!(code.across_calls(), 1);
    }

    /// The parameter is used where the loop begins, and so again in its next turn.
    #[test]
    fn a_loop_keeps_what_its_next_turn_uses() {
        let mut code = Values::new(1);
        code.block(smallvec![1]);
        step(&mut code, 1, false, &[]);
        code.block(smallvec![1, 2]);
        step(&mut code, 2, false, &[0]);
        step(&mut code, 3, true, &[]);
        step(&mut code, 4, false, &[]);
        code.block(smallvec![]);
        step(&mut code, 5, false, &[]);
        assert_eq!(code.across_calls(), 1);
    }

    /// One value that the φ takes is computed before the call; the other is the call's own.
    #[test]
    fn a_phi_uses_values_where_control_leaves_the_predecessor() {
        let mut code = Values::new(0);
        code.block(smallvec![1]);
        step(&mut code, 0, false, &[]);
        step(&mut code, 1, true, &[]);
        step(&mut code, 2, false, &[]);
        code.block(smallvec![]);
        for (own, value) in [(3, 0), (4, 1)] {
            let incoming = [Operand::Value(value), Operand::Block(0)];
            code.instruction(own, Sort::Phi, incoming.into_iter());
        }
        assert_eq!(code.across_calls(), 1);
    }

    #[test]
    fn a_value_that_is_used_behind_a_branch_is_kept_by_the_calls_on_the_way() {
        let mut code = Values::new(3);
        code.block(smallvec![1, 2]);
        step(&mut code, 3, true, &[]);
        code.block(smallvec![3]);
        step(&mut code, 4, true, &[]);
        code.block(smallvec![3]);
        step(&mut code, 5, false, &[2]);
        code.block(smallvec![]);
        step(&mut code, 6, false, &[0, 1]);
        // The first call keeps all three, the second what is used behind the join.
        assert_eq!(code.across_calls(), 3);
    }

    #[test]
    fn code_without_calls_keeps_nothing() {
        let mut code = Values::new(1);
        code.block(smallvec![]);
        step(&mut code, 1, false, &[0]);
        assert_eq!(code.across_calls(), 0);
    }
}
