//! Control flow: conditionals, switches, loops, invokes and their landing pads, returns.
//!
//! Consumes: the tape. Produces: blocks and the edges between them. Guarantees: a block where edges meet has φs
//! with one value for each of their blocks, from what is in scope there.

use super::catalogue::{
    BRANCH, I1, I32, INVOKE, PHI, RESUME, SELECTABLE, SWITCH, VOID, block_operand, inst, jump,
    landing_pad, operand, ret, ty_id,
};
use super::code::pick_value;
use super::{Edge, Generator, Loop};
use crate::ir::OperandMode::Selectable;
use crate::ir::{InstKind, Value};

impl Generator<'_> {
    pub(super) fn statements(&mut self, depth: usize) {
        while self.current.is_some() && self.budget > 0 {
            match self.tape.pick(27) {
                0 => return,
                20 if depth > 0 => self.make_switch(depth),
                21 if depth > 0 => self.make_loop(depth),
                22 if depth > 0 => self.make_invoke(depth),
                24 if depth > 0 => self.make_region(depth),
                25 | 26 if !self.regions.is_empty() => self.make_invoke_in_region(),
                18 | 19 if depth > 0 => self.make_if(depth),
                23 if !self.loops.is_empty() => self.leave_or_continue(),
                23 => return self.maybe_ret(),
                17 => self.make_lifetime(),
                16 => self.make_marker(),
                14 | 15 if depth > 0 && !self.allocas.is_empty() => self.make_scope(depth),
                _ => self.make_op(),
            }
        }
    }

    fn maybe_ret(&mut self) {
        match self.tape.pick(4) {
            0 | 1 => {}
            2 => self.make_ret(),
            _ => self.make_tail_calls(),
        }
    }

    /// Makes a tail call before a return, or two before a jump to one.
    fn make_tail_calls(&mut self) {
        let ty = self.draft.ret;
        let is_void = ty == ty_id(VOID);
        let condition = self.selectable(I1);
        if self.tape.one_in(2) {
            let value = self.make_call();
            self.push(ret(ty, Some(value).filter(|_| !is_void)));
            self.current = None;
            return;
        }
        let block = self.terminate(VOID, BRANCH, condition, 2);
        let scope = self.scope.clone();
        let (mut edges, mut operands) = (Vec::new(), Vec::new());
        for at in 1..=2 {
            self.scope.clone_from(&scope);
            self.enter(&[Edge { block, operand: at, scope: Vec::new() }]);
            let value = self.make_call();
            let edge = self.jump_on().expect("a block grows");
            operands.extend([operand(value, Selectable), block_operand(edge.block)]);
            edges.push(edge);
        }
        self.scope = scope;
        self.enter(&edges);
        let phi = inst(InstKind::Phi, ty.as_u32(), PHI + ty.as_u32(), operands);
        let value = if is_void { None } else { Some(self.push(phi)) };
        self.push(ret(ty, value));
        self.current = None;
    }

    pub(super) fn make_ret(&mut self) {
        if self.current.is_some() {
            let ty = self.draft.ret;
            let value = if ty == ty_id(VOID) { None } else { self.value(ty) };
            self.push(ret(ty, value));
            self.current = None;
        }
    }

    /// Ends the current block; its successors are set later. Returns the block.
    fn terminate(&mut self, ty: u32, key: u32, value: Value, successors: usize) -> usize {
        let is_invoke = [INVOKE, INVOKE + 1].contains(&key);
        let kind = if is_invoke { InstKind::Invoke } else { InstKind::Terminator };
        let block = self.current.expect("code is only made where a block grows");
        let blocks = std::iter::repeat_n(block_operand(0), successors);
        let operands = std::iter::once(operand(value, Selectable)).chain(blocks);
        self.push(inst(kind, ty, key, operands));
        self.current = None;
        block
    }

    fn set_target(&mut self, edge: &Edge, target: usize) {
        let last = *self.draft.blocks[edge.block].last().expect("an edge leaves a terminator");
        self.draft.insts[last].operands[edge.operand] = block_operand(target);
    }

    /// Makes `target` (a new block) the current one, with edges from here.
    fn enter(&mut self, edges: &[Edge]) -> usize {
        let target = self.draft.new_block();
        edges.iter().for_each(|edge| self.set_target(edge, target));
        self.current = Some(target);
        target
    }

    fn make_if(&mut self, depth: usize) {
        let condition = self.selectable(I1);
        let block = self.terminate(VOID, BRANCH, condition, 2);
        self.make_arms(block, 2, depth);
    }

    fn make_switch(&mut self, depth: usize) {
        let (value, count) = (self.selectable(I32), 2 + self.tape.pick(4));
        let block = self.terminate(VOID, SWITCH + count as u32, value, count);
        self.make_arms(block, count, depth);
    }

    /// Makes an arm for each successor of `block`, or leads it straight to the join; then the join.
    fn make_arms(&mut self, block: usize, count: usize, depth: usize) {
        let scope = self.scope.clone();
        let mut ends = Vec::new();
        for operand in 1..=count {
            let edge = Edge { block, operand, scope: scope.clone() };
            if self.tape.one_in(3) {
                ends.push(edge)
            } else {
                self.make_arm(edge, depth, &mut ends)
            }
        }
        self.scope = scope;
        self.join(ends);
    }

    fn make_arm(&mut self, edge: Edge, depth: usize, ends: &mut Vec<Edge>) {
        self.scope.clone_from(&edge.scope);
        self.enter(&[edge]);
        self.statements(depth - 1);
        ends.extend(self.jump_on());
    }

    /// Ends the current block, if there is one, in a jump whose target is set later.
    fn jump_on(&mut self) -> Option<Edge> {
        let block = self.current.take()?;
        self.place(block, jump(0));
        Some(Edge { block, operand: 0, scope: self.scope.clone() })
    }

    /// Makes a block where these edges meet, with a few φs. Without edges, no code follows.
    fn join(&mut self, edges: Vec<Edge>) {
        self.current = None;
        if edges.is_empty() {
            return;
        }
        let block = self.enter(&edges);
        for _ in 0..self.tape.pick(3) {
            self.make_phi(block, &edges);
        }
    }

    /// Makes a φ at the current point, which is still the head of `block`, with a value for each of the
    /// edges' blocks.
    fn make_phi(&mut self, block: usize, edges: &[Edge]) -> usize {
        let ty = SELECTABLE[self.tape.pick(SELECTABLE.len())];
        self.push(inst(InstKind::Phi, ty, PHI + ty, []));
        let phi = self.draft.blocks[block].last().copied().expect("it was just pushed");
        edges.iter().for_each(|edge| self.add_incoming(phi, edge));
        phi
    }

    fn add_incoming(&mut self, phi: usize, edge: &Edge) {
        let from = block_operand(edge.block);
        let ty = self.draft.insts[phi].ty;
        if !self.draft.insts[phi].operands.contains(&from) {
            let value = pick_value(self.tape, &edge.scope, ty);
            let value = operand(value.expect("φs are selectable"), Selectable);
            self.draft.insts[phi].operands.extend([value, from]);
        }
    }

    fn make_invoke(&mut self, depth: usize) {
        let (value, outside) = (self.selectable(I32), self.scope.clone());
        let key = INVOKE + self.tape.pick(2) as u32;
        let block = self.terminate(I32, key, value, 2);
        let mut ends = Vec::new();
        let normal = Edge { block, operand: 1, scope: self.scope.clone() };
        let unwind = Edge { block, operand: 2, scope: outside.clone() };
        // Straight to the join, whose φs may then take the result.
        if self.tape.one_in(3) {
            ends.push(normal)
        } else {
            self.make_arm(normal, depth, &mut ends)
        }
        self.scope.clone_from(&outside);
        self.make_handler(vec![unwind], depth, &mut ends);
        self.scope = outside;
        self.join(ends);
    }

    /// Makes code of which all invokes unwind to one landing pad, and what comes behind it.
    fn make_region(&mut self, depth: usize) {
        let outside = self.scope.clone();
        self.regions.push(Vec::new());
        self.make_invoke_in_region();
        self.statements(depth - 1);
        let mut ends: Vec<Edge> = self.jump_on().into_iter().collect();
        let throws = self.regions.pop().expect("it was just pushed");
        self.scope.clone_from(&outside);
        self.make_handler(throws, depth, &mut ends);
        self.scope = outside;
        self.join(ends);
    }

    /// Makes an invoke that unwinds to the landing pad of the region.
    fn make_invoke_in_region(&mut self) {
        let (value, scope) = (self.selectable(I32), self.scope.clone());
        let key = INVOKE + self.tape.pick(2) as u32;
        let block = self.terminate(I32, key, value, 2);
        let unwind = Edge { block, operand: 2, scope };
        self.regions.last_mut().expect("only called inside of regions").push(unwind);
        let normal = Edge { block, operand: 1, scope: Vec::new() };
        let head = self.enter(&[normal]);
        if self.tape.one_in(4) {
            let scope = self.scope.clone();
            self.make_phi(head, &[Edge { block, operand: 1, scope }]);
        }
    }

    /// Makes the landing pad of these unwind edges, and the code behind it.
    fn make_handler(&mut self, throws: Vec<Edge>, depth: usize, ends: &mut Vec<Edge>) {
        let block = self.enter(&throws);
        for _ in 0..self.tape.pick(3) {
            self.make_phi(block, &throws);
        }
        let pad = landing_pad(self.tape.pick(2));
        let pad = self.push(pad);
        self.statements(depth - 1);
        if self.current.is_some() && self.tape.one_in(3) {
            self.push(inst(InstKind::Terminator, VOID, RESUME, [operand(pad, Selectable)]));
            self.current = None;
        }
        ends.extend(self.jump_on());
    }

    fn make_loop(&mut self, depth: usize) {
        let Some(start) = self.jump_on() else { return };
        let edges = [start];
        let header = self.enter(&edges);
        let phis: Vec<usize> =
            (0..self.tape.pick(4)).map(|_| self.make_phi(header, &edges)).collect();
        let scope = self.scope.clone();
        self.loops.push(Loop { continues: Vec::new(), breaks: Vec::new() });
        self.statements(depth - 1);
        if self.current.is_some() {
            self.leave_or_continue_at_end();
        }
        let Loop { continues, breaks } = self.loops.pop().expect("it was just pushed");
        for edge in &continues {
            self.set_target(edge, header);
            phis.iter().for_each(|&phi| self.add_incoming(phi, edge));
        }
        self.scope = scope;
        self.join(breaks);
    }

    /// Goes back to the header, or leaves, by a condition; nothing follows in the loop.
    fn leave_or_continue_at_end(&mut self) {
        let condition = self.selectable(I1);
        let block = self.terminate(VOID, BRANCH, condition, 2);
        let scope = self.scope.clone();
        let around = self.loops.last_mut().expect("only called inside of loops");
        around.continues.push(Edge { block, operand: 1, scope: scope.clone() });
        around.breaks.push(Edge { block, operand: 2, scope });
    }

    /// Leaves the loop, or goes back to its header, by a condition; else goes on.
    fn leave_or_continue(&mut self) {
        let condition = self.selectable(I1);
        let block = self.terminate(VOID, BRANCH, condition, 2);
        let leaves = !self.tape.one_in(3);
        let edge = Edge { block, operand: 1, scope: self.scope.clone() };
        let around = self.loops.last_mut().expect("only called inside of loops");
        if leaves {
            around.breaks.push(edge)
        } else {
            around.continues.push(edge)
        }
        let on = Edge { block, operand: 2, scope: Vec::new() };
        self.enter(&[on]);
    }
}
