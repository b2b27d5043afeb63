//! The body of the merged function.
//!
//! Two walks over the plan, because operands may be defined later in the list (loops, φs, block order):
//! the first creates every instruction, the second connects them.

use std::ops::Range;
use std::ptr::null_mut;

use cranelift_entity::{EntityRef, PrimaryMap};
use fmerge_core::ir::{InstKind, TypeId};
use fmerge_core::plan::{
    Choice, MergePlan, Origin, PlanBlockId, PlanValue, Question, SideId, Slot, SlotId, SlotKind,
};
use inkwell::llvm_sys::LLVMIntPredicate;
use inkwell::llvm_sys::core::{
    LLVMAddCase, LLVMAddIncoming, LLVMAppendBasicBlockInContext, LLVMBasicBlockAsValue,
    LLVMBuildBr, LLVMBuildCondBr, LLVMBuildICmp, LLVMBuildPhi, LLVMBuildRet, LLVMBuildRetVoid,
    LLVMBuildSub, LLVMBuildSwitch, LLVMConstInt, LLVMCreateBuilderInContext, LLVMDisposeBuilder,
    LLVMGetLastParam, LLVMGetModuleContext, LLVMGetNumOperands, LLVMGetNumSuccessors,
    LLVMGetOperand, LLVMGetParam, LLVMGetPoison, LLVMGetSuccessor, LLVMPositionBuilderAtEnd,
    LLVMSetOperand, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMBuilderRef, LLVMValueRef};
use smallvec::SmallVec;

use super::{EmitError, Original, all_indices, functions, raw_params};
use crate::ffi::debug::{RawOrigin, fmerge_describe};
use crate::ffi::emit::{
    fmerge_clone_into, fmerge_copy_phi, fmerge_create_select, fmerge_mark_lifetime,
    fmerge_renew_loops,
};
use crate::ffi::encode::is_mirrored;
use crate::ffi::profile::fmerge_weigh_choice;
use crate::ffi::weaken::fmerge_weaken;
use crate::llvm::FunctionRef;
use crate::module::ModuleContext;

/// Gives `function`, declared for `plan`, its body.
pub(super) fn fill(
    ctx: &ModuleContext,
    sides: &[Original<'_>],
    plan: &MergePlan,
    function: FunctionRef,
) -> Result<(), EmitError> {
    let mut body = BodyEmitter::new(ctx, sides, plan, function);
    for (block, content) in &plan.blocks {
        body.enter(block);
        for &slot in &content.slots {
            body.values[slot] = body.create(slot)?;
        }
    }
    for content in plan.blocks.values() {
        for &slot in &content.slots {
            body.connect(slot)?;
        }
    }
    body.mark_lifetimes();
    // SAFETY: every block of the function is complete.
    unsafe { fmerge_renew_loops(function.as_ptr()) };
    body.describe();
    Ok(())
}

/// An LLVM instruction builder.
struct Builder(LLVMBuilderRef);

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: this is its only owner.
        unsafe { LLVMDisposeBuilder(self.0) };
    }
}

/// The merged function while it is built. Everything in here belongs to the module of `ctx`, which is
/// alive: that is what the SAFETY comments below rest on.
struct BodyEmitter<'a> {
    ctx: &'a ModuleContext,
    sides: &'a [Original<'a>],
    plan: &'a MergePlan,
    function: FunctionRef,
    blocks: PrimaryMap<PlanBlockId, LLVMBasicBlockRef>,
    /// Null where nothing was created yet.
    values: PrimaryMap<SlotId, LLVMValueRef>,
    builder: Builder,
}

impl<'a> BodyEmitter<'a> {
    fn new(
        ctx: &'a ModuleContext,
        sides: &'a [Original<'a>],
        plan: &'a MergePlan,
        function: FunctionRef,
    ) -> Self {
        // SAFETY: the module is alive.
        let context = unsafe { LLVMGetModuleContext(ctx.module.as_ptr()) };
        let new_block = |_| {
            // SAFETY: function and context belong together; the name is a C string.
            unsafe { LLVMAppendBasicBlockInContext(context, function.as_ptr(), c"".as_ptr()) }
        };
        BodyEmitter {
            ctx,
            sides,
            plan,
            function,
            blocks: plan.blocks.keys().map(new_block).collect(),
            values: plan.slots.keys().map(|_| null_mut()).collect(),
            // SAFETY: the context is alive, and longer than the builder.
            builder: Builder(unsafe { LLVMCreateBuilderInContext(context) }),
        }
    }

    /// Moves the builder to the end of `block`.
    fn enter(&mut self, block: PlanBlockId) {
        // SAFETY: builder and block belong together.
        unsafe { LLVMPositionBuilderAtEnd(self.builder.0, self.blocks[block]) };
    }

    /// Appends the instruction of `slot` to its block. Operands that may be created later are missing.
    fn create(&self, slot: SlotId) -> Result<LLVMValueRef, EmitError> {
        let content = &self.plan.slots[slot];
        match &content.kind {
            SlotKind::Inst(origin) if self.kind(origin) == InstKind::Ret => self.create_ret(slot),
            SlotKind::Inst(origin) | SlotKind::Rematerialized(origin) => {
                self.create_copy(slot, origin)
            }
            SlotKind::Phi(origin) => Ok(self.create_phi(content.ty, origin.as_ref())),
            SlotKind::Select => Ok(self.create_select(content)),
            SlotKind::IdBranch => self.create_id_branch(slot),
            SlotKind::Jump => self.create_jump(slot),
        }
    }

    /// Makes a `ret` anew, because an original may return nothing where the merged function returns a value.
    fn create_ret(&self, slot: SlotId) -> Result<LLVMValueRef, EmitError> {
        let returns_nothing = self.ctx.tables.types[self.plan.ret].is_void;
        match (self.operands(slot), returns_nothing) {
            // SAFETY: the builder stands at the end of a block.
            ([], true) => Ok(unsafe { LLVMBuildRetVoid(self.builder.0) }),
            // SAFETY: as above; the poison is replaced when the slot is connected.
            ([_], false) => Ok(unsafe { LLVMBuildRet(self.builder.0, self.poison(self.plan.ret)) }),
            _ => Err(EmitError::Malformed(slot, "it does not return what the function returns")),
        }
    }

    fn create_copy(&self, slot: SlotId, origin: &Origin) -> Result<LLVMValueRef, EmitError> {
        let originals = self.originals(origin);
        let block = self.blocks[self.plan.slots[slot].block];
        // SAFETY: the original is an instruction that may stand in any block.
        let copy = unsafe { fmerge_clone_into(block, originals[0]) };
        if weaken(copy, &originals) { Ok(copy) } else { Err(EmitError::CallAttributes(slot)) }
    }

    fn create_phi(&self, ty: TypeId, origin: Option<&Origin>) -> LLVMValueRef {
        // SAFETY: the builder stands in a block that has nothing but φs so far.
        let phi = unsafe { LLVMBuildPhi(self.builder.0, self.ctx.types[ty], c"".as_ptr()) };
        if let Some(origin) = origin {
            let originals = self.originals(origin);
            // SAFETY: both are φs.
            unsafe { fmerge_copy_phi(phi, originals[0]) };
            // φs have no attributes that could contradict each other.
            weaken(phi, &originals);
        }
        phi
    }

    /// Makes a select for each question to the identifier, and returns that of the first question. The last one is made
    /// first, because each select takes its own value, or else the result of the select after it.
    fn create_select(&self, slot: &Slot) -> LLVMValueRef {
        let mut made = null_mut();
        for (question, _) in asked(slot).questions.iter().rev() {
            let before = made;
            let condition = self.ask(question);
            // SAFETY: the condition is an i1, and the plan selects only between values of this type; a select's
            // third operand is what it gives for false.
            unsafe {
                let block = self.blocks[slot.block];
                made = fmerge_create_select(block, condition, self.ctx.types[slot.ty]);
                if !before.is_null() {
                    LLVMSetOperand(made, 2, before);
                }
            }
            self.weigh(made, |side| usize::from(!question.holds(side)));
        }
        made
    }

    /// The answer to a question: an i1.
    fn ask(&self, question: &Question) -> LLVMValueRef {
        use LLVMIntPredicate::{LLVMIntEQ, LLVMIntUGE, LLVMIntULT};
        let id = self.identifier();
        match *question {
            // Of two sides, the second has the identifier 1.
            Question::From(_) if self.sides.len() == 2 => id,
            Question::Is(side) => self.compare(LLVMIntEQ, id, side.index()),
            Question::From(side) => self.compare(LLVMIntUGE, id, side.index()),
            Question::Below(side) => self.compare(LLVMIntULT, id, side.index()),
            Question::Within(Range { start, end }) => {
                let start = start.index();
                // SAFETY: the builder stands at the end of a block; both are of the identifier's type.
                let above =
                    unsafe { LLVMBuildSub(self.builder.0, id, self.number(start), c"".as_ptr()) };
                self.compare(LLVMIntULT, above, end.index() - start)
            }
        }
    }

    fn compare(
        &self,
        predicate: LLVMIntPredicate,
        value: LLVMValueRef,
        number: usize,
    ) -> LLVMValueRef {
        // SAFETY: the builder stands at the end of a block; both are of the identifier's type.
        unsafe {
            LLVMBuildICmp(self.builder.0, predicate, value, self.number(number), c"".as_ptr())
        }
    }

    /// A number as a constant of the identifier's type.
    fn number(&self, number: usize) -> LLVMValueRef {
        // SAFETY: the identifier is an integer wide enough for the numbers of all sides.
        unsafe { LLVMConstInt(LLVMTypeOf(self.identifier()), number as u64, 0) }
    }

    /// Makes a conditional branch for one question, and a switch for more.
    fn create_id_branch(&self, slot: SlotId) -> Result<LLVMValueRef, EmitError> {
        let problem = "a branch on the identifier needs a block for each side";
        let operands = self.operands(slot);
        if operands.len() != self.sides.len() {
            return Err(EmitError::Malformed(slot, problem));
        }
        let block = |value: PlanValue| match value {
            PlanValue::Block(block) => Ok(self.blocks[block]),
            _ => Err(EmitError::Malformed(slot, problem)),
        };
        let choice = self.plan.slots[slot].choice();
        let otherwise = block(choice.otherwise)?;
        if let [(question, yes)] = &choice.questions[..] {
            let (condition, yes) = (self.ask(question), block(*yes)?);
            // SAFETY: the builder stands at the end of a block; the condition is an i1.
            let branch = unsafe { LLVMBuildCondBr(self.builder.0, condition, yes, otherwise) };
            self.weigh(branch, |side| usize::from(!question.holds(side)));
            return Ok(branch);
        }
        let targets = operands.iter().map(|&value| block(value)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.create_switch(&targets, otherwise))
    }

    /// Makes a switch with a case for each side that does not go to `otherwise`.
    fn create_switch(
        &self,
        targets: &[LLVMBasicBlockRef],
        otherwise: LLVMBasicBlockRef,
    ) -> LLVMValueRef {
        let cases = || targets.iter().enumerate().filter(|&(_, &target)| target != otherwise);
        let count = cases().count() as u32;
        // SAFETY: the builder stands at the end of a block, and each case is a constant of the identifier's type.
        let switch = unsafe {
            let switch = LLVMBuildSwitch(self.builder.0, self.identifier(), otherwise, count);
            for (side, &target) in cases() {
                LLVMAddCase(switch, self.number(side), target);
            }
            switch
        };
        // Successor 0 is the default, for sides without a case.
        let case = |side: SideId| cases().position(|(of, _)| of == side.index());
        self.weigh(switch, |side| case(side).map_or(0, |case| 1 + case));
        switch
    }

    /// Gives a branch, select or switch on the identifier its weights. `way` gives the index of the successor or value
    /// that a side takes; for a question, 0 is yes and 1 is no.
    fn weigh(&self, choice: LLVMValueRef, way: impl Fn(SideId) -> usize) {
        let functions = functions(self.sides);
        let ways: Vec<usize> = (0..functions.len()).map(|side| way(SideId::new(side))).collect();
        // SAFETY: the instruction and the functions are alive; there are as many ways as functions.
        unsafe {
            let functions = functions.as_ptr().cast();
            fmerge_weigh_choice(choice, functions, ways.as_ptr(), ways.len());
        };
    }

    fn create_jump(&self, slot: SlotId) -> Result<LLVMValueRef, EmitError> {
        let &[PlanValue::Block(target)] = self.operands(slot) else {
            return Err(EmitError::Malformed(slot, "a jump needs one block"));
        };
        // SAFETY: the builder stands at the end of a block.
        Ok(unsafe { LLVMBuildBr(self.builder.0, self.blocks[target]) })
    }

    fn mark_lifetimes(&self) {
        for marker in &self.plan.markers {
            let (before, slot) = (self.values[marker.before], self.values[marker.slot]);
            // SAFETY: both are instructions of the function, the second a static alloca of its entry.
            unsafe { fmerge_mark_lifetime(before, slot, marker.starts) };
        }
    }

    /// Gives the instruction of `slot` its operands.
    fn connect(&self, slot: SlotId) -> Result<(), EmitError> {
        match self.plan.slots[slot].kind {
            SlotKind::Inst(_) | SlotKind::Rematerialized(_) => self.connect_all(slot),
            SlotKind::Phi(_) => self.connect_phi(slot),
            SlotKind::Select => self.connect_select(slot),
            SlotKind::IdBranch | SlotKind::Jump => Ok(()),
        }
    }

    fn connect_all(&self, slot: SlotId) -> Result<(), EmitError> {
        let instruction = self.values[slot];
        // SAFETY: it is an instruction.
        let expected = unsafe { LLVMGetNumOperands(instruction) };
        let operands = self.operands(slot);
        if usize::try_from(expected) != Ok(operands.len()) {
            return Err(EmitError::Malformed(slot, "it has not as many operands as its original"));
        }
        // SAFETY: it is an instruction.
        let mirrored = unsafe { is_mirrored(instruction) };
        for (index, &operand) in (0..).zip(operands) {
            let place = if mirrored && index < 2 { 1 - index } else { index };
            let value = self.value(slot, operand)?;
            // SAFETY: the place is in range, and the plan keeps types as they were.
            unsafe { LLVMSetOperand(instruction, place, value) };
        }
        Ok(())
    }

    fn connect_phi(&self, slot: SlotId) -> Result<(), EmitError> {
        for pair in self.operands(slot).chunks(2) {
            let &[value, PlanValue::Block(from)] = pair else {
                return Err(EmitError::Malformed(slot, "a φ alternates values and blocks"));
            };
            self.add_incoming(slot, self.value(slot, value)?, from);
        }
        Ok(())
    }

    /// Adds an incoming value for each edge, as LLVM wants it. The plan has one for each predecessor.
    fn add_incoming(&self, phi: SlotId, mut value: LLVMValueRef, from: PlanBlockId) {
        let here = self.plan.slots[phi].block;
        let mut block = self.blocks[from];
        for _ in 0..self.edges(from, here) {
            // SAFETY: the φ, value and block belong together; one entry is read from each list.
            unsafe { LLVMAddIncoming(self.values[phi], &mut value, &mut block, 1) };
        }
    }

    /// How many edges lead from one block to another. The plan has an edge for each side of a branch on the identifier,
    /// while LLVM's branch has fewer, so LLVM's are counted. Other terminators may not know their targets yet, so the
    /// plan's edges are counted.
    fn edges(&self, from: PlanBlockId, to: PlanBlockId) -> usize {
        let last = self.plan.blocks[from].slots.last().expect("a block ends in a terminator");
        if self.plan.slots[*last].kind != SlotKind::IdBranch {
            return self.plan.successors(from).filter(|&next| next == to).count();
        }
        let branch = self.values[*last];
        // SAFETY: the branch is a terminator that was created with its targets, which are counted from 0 on.
        unsafe {
            let targets = 0..LLVMGetNumSuccessors(branch);
            targets.filter(|&at| LLVMGetSuccessor(branch, at) == self.blocks[to]).count()
        }
    }

    /// Gives the chain of selects its values, from the first question to the last (see `create_select`).
    fn connect_select(&self, slot: SlotId) -> Result<(), EmitError> {
        if self.operands(slot).len() != self.sides.len() {
            return Err(EmitError::Malformed(slot, "a select needs a value for each side"));
        }
        let choice = asked(&self.plan.slots[slot]);
        let mut select = self.values[slot];
        for (at, (_, value)) in choice.questions.iter().enumerate() {
            let value = self.value(slot, *value)?;
            // SAFETY: a select's operands are the condition, then the values for true and for false.
            unsafe {
                LLVMSetOperand(select, 1, value);
                if at + 1 == choice.questions.len() {
                    LLVMSetOperand(select, 2, self.value(slot, choice.otherwise)?);
                }
                select = LLVMGetOperand(select, 2);
            }
        }
        Ok(())
    }

    fn operands(&self, slot: SlotId) -> &'a [PlanValue] {
        &self.plan.slots[slot].operands
    }

    /// The LLVM value of an operand of `user`.
    fn value(&self, user: SlotId, operand: PlanValue) -> Result<LLVMValueRef, EmitError> {
        Ok(match operand {
            PlanValue::Slot(slot) if self.values[slot].is_null() => {
                return Err(EmitError::Malformed(user, "it uses a slot that is in no block"));
            }
            PlanValue::Slot(slot) => self.values[slot],
            // SAFETY: the merged function has a parameter for each of the plan's.
            PlanValue::Param(param) => unsafe {
                LLVMGetParam(self.function.as_ptr(), param.as_u32())
            },
            PlanValue::Id => self.identifier(),
            PlanValue::Const(constant) => self.ctx.consts[constant],
            PlanValue::Poison(ty) => self.poison(ty),
            // SAFETY: the block is alive.
            PlanValue::Block(block) => unsafe { LLVMBasicBlockAsValue(self.blocks[block]) },
        })
    }

    fn identifier(&self) -> LLVMValueRef {
        // SAFETY: the merged function has at least this parameter.
        unsafe { LLVMGetLastParam(self.function.as_ptr()) }
    }

    fn poison(&self, ty: TypeId) -> LLVMValueRef {
        // SAFETY: values may have this type.
        unsafe { LLVMGetPoison(self.ctx.types[ty]) }
    }

    /// Gives the complete function its debug information.
    fn describe(&self) {
        let slots = self.plan.blocks.values().flat_map(|content| &content.slots).copied();
        let all: Vec<(SlotId, Vec<LLVMValueRef>)> =
            slots.map(|slot| (slot, self.stands_for(slot))).collect();
        let origin = |(slot, originals): &(SlotId, Vec<LLVMValueRef>)| RawOrigin {
            merged: self.values[*slot],
            originals: originals.as_ptr(),
        };
        let origins: Vec<RawOrigin> = all.iter().map(origin).collect();
        let indices = all_indices(self.plan, self.sides.len());
        let params = raw_params(self.ctx, self.plan, &indices);
        let functions = functions(self.sides);
        let (count, originals) = (functions.len(), functions.as_ptr().cast());
        // SAFETY: functions, instructions and indices are alive. Lists come with their lengths. Each instruction comes
        // with an original or null for each function, and each parameter with an index for each function.
        unsafe {
            fmerge_describe(
                self.function.as_ptr(),
                originals,
                count,
                params.as_ptr(),
                params.len(),
                origins.as_ptr(),
                origins.len(),
            )
        };
    }

    /// By side, the instruction that a slot stands for, or null for none.
    fn stands_for(&self, slot: SlotId) -> Vec<LLVMValueRef> {
        let origin = self.plan.slots[slot].origin();
        let on = |(number, side): (usize, &Original<'_>)| {
            let inst = origin.and_then(|origin| origin.on(SideId::new(number)));
            inst.map_or(null_mut(), |inst| side.handles.insts[inst])
        };
        self.sides.iter().enumerate().map(on).collect()
    }

    /// The instructions that a copy stands for. It is a copy of the first.
    fn originals(&self, origin: &Origin) -> SmallVec<[LLVMValueRef; 4]> {
        origin.iter().map(|(side, inst)| self.sides[side.index()].handles.insts[inst]).collect()
    }

    fn kind(&self, origin: &Origin) -> InstKind {
        let (side, inst) = origin.first().expect("an origin has an instruction");
        self.sides[side.index()].encoded.insts[inst].kind
    }
}

/// Takes from a copy of the first original what the others do not promise; false when the attributes of two calls
/// contradict each other.
fn weaken(copy: LLVMValueRef, originals: &[LLVMValueRef]) -> bool {
    (1..originals.len()).all(|at| {
        // SAFETY: all are instructions, of the same kind because their keys are equal. There are more than `at`.
        unsafe { fmerge_weaken(copy, originals.as_ptr(), at, originals[at]) }
    })
}

/// The questions that a select asks. There is at least one, so that there is an instruction for the select.
fn asked(select: &Slot) -> Choice<PlanValue> {
    let mut choice = select.choice();
    if choice.questions.is_empty() {
        choice.questions.push((Question::From(SideId::new(1)), choice.otherwise));
    }
    choice
}
