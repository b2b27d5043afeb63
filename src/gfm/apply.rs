//! Carrying a plan out: the shared body, thunks, rewritten calls.
//!
//! Consumes: a [`Plan`]. Produces: the module with the plan's members sharing a body, and a line of the
//! report. Guarantees: those of [`crate::replace`]. Deleted functions stay allocated until
//! [`Session::erase_dead`].

use std::time::Instant;

use fmerge_core::gfm::{Access, Argument, Plan, Shape};
use fmerge_core::ir::FuncId;
use fmerge_core::reject::Reject;
use fmerge_core::replacement::{Fate, own_and};
use fmerge_core::report::{Group, GroupKind, Phase};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMConstBitCast, LLVMConstInt, LLVMConstIntToPtr, LLVMConstPtrToInt, LLVMDoubleTypeInContext,
    LLVMFloatTypeInContext, LLVMGetModuleContext, LLVMGetReturnType, LLVMGetTypeKind,
    LLVMGlobalGetValueType, LLVMIntTypeInContext, LLVMPointerTypeInContext, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

use super::{PASS, Session};
use crate::emit;
use crate::ffi::gfm::{Place, Shared, fmerge_parameterize};
use crate::remarks;
use crate::replace::{self, Replaced, Replacement};

impl Session<'_> {
    /// Merges the members of a plan, unless their attributes contradict each other.
    pub fn carry_out(&mut self, plan: &Plan) {
        let start = Instant::now();
        let members: Vec<_> = plan.members.iter().map(|&id| self.functions.value(id)).collect();
        if let Err(reason) = self.limit.admit(&[&members]) {
            return self.report.reject_pair(reason);
        }
        let names: Vec<_> = members.iter().map(|&member| self.ctx.name(member)).collect();
        let types: Vec<_> = plan.parameters.iter().map(|p| self.parameter_type(p.shape)).collect();
        let shared = self.share(plan, &members, &types, &names[plan.representative]);
        self.report.add_time(Phase::Emit, start.elapsed());
        let Some(shared) = shared else {
            self.limit.take_back();
            return self.report.reject_pair(Reject::DifferentAttributes);
        };
        self.commit(plan, shared, &members, &types, names);
    }

    /// The shared body, which the representative has lost.
    fn share(
        &self,
        plan: &Plan,
        members: &[LLVMValueRef],
        types: &[LLVMTypeRef],
        representative: &str,
    ) -> Option<LLVMValueRef> {
        let places = self.places(plan);
        let name = format!("{representative}.gfm");
        let what = Shared {
            members: members.as_ptr(),
            member_count: members.len(),
            representative: plan.representative,
            types: types.as_ptr(),
            type_count: types.len(),
            places: places.as_ptr(),
            place_count: places.len(),
            name: name.as_ptr().cast(),
            name_length: name.len(),
        };
        // SAFETY: the members are alive, have equal code, and bodies as their forms have it; lists and name
        // come with their lengths.
        let shared = unsafe { fmerge_parameterize(&raw const what) };
        (!shared.is_null()).then_some(shared)
    }

    /// Where parameters and calls of the function itself stand in the representative's body.
    fn places(&self, plan: &Plan) -> Vec<Place> {
        let form = self.functions.form(plan.members[plan.representative]);
        let place = |index: u32, parameter: i32| {
            let constant = &form.constants[index as usize];
            Place { instruction: constant.instruction, operand: constant.operand, parameter }
        };
        let parameters = plan.parameters.iter().zip(0..);
        let mut places: Vec<_> = parameters
            .flat_map(|(parameter, n)| parameter.places.iter().map(move |&index| (index, n)))
            .map(|(index, n)| place(index, n))
            .collect();
        places.extend(plan.self_calls.iter().map(|&index| place(index, -1)));
        places
    }

    fn parameter_type(&self, shape: Shape) -> LLVMTypeRef {
        // SAFETY: the module is alive, and so is its context.
        unsafe {
            let context = LLVMGetModuleContext(self.ctx.module);
            match shape {
                Shape::Integer(bits) => LLVMIntTypeInContext(context, bits.into()),
                Shape::Pointer => LLVMPointerTypeInContext(context, 0),
                Shape::Float(32) => LLVMFloatTypeInContext(context),
                Shape::Float(64) => LLVMDoubleTypeInContext(context),
                Shape::Float(_) | Shape::Unfit => {
                    panic!("a plan has parameters that can be passed")
                }
            }
        }
    }

    /// What member `i` passes for each parameter.
    fn arguments(&self, plan: &Plan, i: usize, types: &[LLVMTypeRef]) -> Vec<LLVMValueRef> {
        let argument = |(parameter, &ty): (&fmerge_core::gfm::Parameter, _)| {
            match parameter.arguments[i] {
                // SAFETY: the type is an integer type of a living context.
                Argument::Integer(value) => unsafe { LLVMConstInt(ty, value as u64, 1) },
                Argument::Constant(id) => converted(self.canonicalizer.constants[id], ty),
            }
        };
        plan.parameters.iter().zip(types).map(argument).collect()
    }

    fn commit(
        &mut self,
        plan: &Plan,
        shared: LLVMValueRef,
        members: &[LLVMValueRef],
        types: &[LLVMTypeRef],
        names: Vec<String>,
    ) {
        let start = Instant::now();
        let replacement = |(i, &member): (usize, &LLVMValueRef)| {
            // SAFETY: the member is alive.
            let own = unsafe { replace::parameters(member) };
            let arguments = own_and(own, self.arguments(plan, i, types));
            let goes = plan.access[i] == Access::Calls && returns_alike(member, shared);
            Replacement::new(member, shared, arguments, goes)
        };
        let replacements = members.iter().enumerate().map(replacement).collect();
        // SAFETY: members and shared body are alive, the body does the work of each with its arguments, and nobody
        // asks for the members' bodies again.
        let done = unsafe { replace::execute(replacements, self.analyses) };
        self.dead.extend(&done.gone);
        self.report.add_time(Phase::Commit, start.elapsed());
        emit::expect_valid(done.changed.iter().copied(), self.options, &mut self.report);
        self.note(plan, shared, names, &done);
        self.update_functions(plan, shared, &done.changed);
    }

    fn note(&mut self, plan: &Plan, shared: LLVMValueRef, originals: Vec<String>, done: &Replaced) {
        let group = Group {
            kind: GroupKind::Constants,
            merged: self.ctx.name(shared),
            parameters: plan.parameters.len() as u32,
            gain: plan.gain,
            thunks: done.count(Fate::Thunk),
            aliases: 0,
            removed: done.count(Fate::Gone),
            originals,
        };
        let text = format!(
            "merged {}, saving {} bytes with {} parameters",
            group.originals.join(", "),
            group.gain,
            group.parameters
        );
        log::info!("{text}");
        remarks::passed(shared, PASS, "merged", || text);
        self.limit.made(shared, &group.originals[0]);
        self.report.group(group, done.all_calls());
    }

    /// The shared body takes part like any other function; its members do no longer.
    fn update_functions(&mut self, plan: &Plan, shared: LLVMValueRef, changed: &[LLVMValueRef]) {
        plan.members.iter().for_each(|&id: &FuncId| self.functions.drop_function(id));
        self.functions.add(shared);
        changed.iter().for_each(|&function| self.functions.touch(function));
    }

    /// Deletes what nothing uses any more.
    pub fn erase_dead(&mut self) {
        // SAFETY: their last uses were rewritten, and their handles are not kept.
        unsafe { replace::erase(&self.dead, self.analyses) };
        self.dead.clear();
    }
}

/// A result of another type would have to be converted behind each call, so that member stays.
fn returns_alike(member: LLVMValueRef, shared: LLVMValueRef) -> bool {
    // SAFETY: both are alive.
    let returns = |f| unsafe { LLVMGetReturnType(LLVMGlobalGetValueType(f)) };
    returns(member) == returns(shared)
}

/// A constant as a pointer or as an integer of its size.
pub(crate) fn converted(constant: LLVMValueRef, ty: LLVMTypeRef) -> LLVMValueRef {
    // SAFETY: constant and type are of one living context; the kinds are looked at first.
    unsafe {
        let is_pointer = |ty| LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind;
        let from = LLVMTypeOf(constant);
        match (is_pointer(from), is_pointer(ty)) {
            _ if from == ty => constant,
            (false, true) => LLVMConstIntToPtr(constant, ty),
            (true, false) => LLVMConstPtrToInt(constant, ty),
            _ => LLVMConstBitCast(constant, ty),
        }
    }
}
