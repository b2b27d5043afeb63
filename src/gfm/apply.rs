//! Carrying a plan out: the shared body, thunks, rewritten calls.
//!
//! Consumes: a [`Plan`]. Produces: the module with the plan's members sharing a body, and a line of the
//! report. Guarantees: a member goes only when each of its uses is a call that was rewritten. All bodies but
//! the shared one are gone before the first call is rewritten. Deleted functions stay allocated until
//! [`Session::erase_dead`].

use std::collections::HashSet;
use std::time::Instant;

use fmerge_core::gfm::{Access, Plan};
use fmerge_core::ir::FuncId;
use fmerge_core::reject::Reject;
use fmerge_core::report::{Group, GroupKind, Phase};
use inkwell::llvm_sys::core::{LLVMCountParams, LLVMGetReturnType, LLVMGlobalGetValueType};
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

use super::share::{arguments, parameter_types, share};
use super::{PASS, Session};
use crate::commit::{self, CallLog};
use crate::emit;
use crate::ffi::commit::{fmerge_drop_body, fmerge_is_removable};
use crate::ffi::emit::{fmerge_erase_function, fmerge_invalidate};
use crate::remarks;

impl Session<'_> {
    /// Merges the members of a plan, unless their attributes contradict each other.
    pub fn carry_out(&mut self, plan: &Plan) {
        let start = Instant::now();
        let members: Vec<_> = plan.members.iter().map(|&id| self.functions.value(id)).collect();
        if let Err(reason) = self.limit.admit(&[&members]) {
            return self.report.reject_pair(reason);
        }
        let names: Vec<_> = members.iter().map(|&member| self.ctx.name(member)).collect();
        let types = parameter_types(plan, self.ctx.module);
        let form = self.functions.form(plan.members[plan.representative]);
        let name = format!("{}.gfm", names[plan.representative]);
        // SAFETY: the members are alive, have equal code, and bodies as their forms have it.
        let shared = unsafe { share(plan, form, &members, &types, &name) };
        self.report.add_time(Phase::Emit, start.elapsed());
        let Some(shared) = shared else {
            self.limit.take_back();
            return self.report.reject_pair(Reject::DifferentAttributes);
        };
        self.commit(plan, shared, &members, &types, names);
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
        for &member in members {
            // SAFETY: the member is alive, and nobody asks for its body again.
            unsafe { fmerge_drop_body(member) };
        }
        let mut log = CallLog::default();
        // All of them first: what one member passes, and so refers to from now on, may be another.
        let constants = &self.canonicalizer.constants;
        let extras = (0..members.len()).map(|i| arguments(plan, i, types, constants));
        let extras: Vec<_> = extras.collect();
        let passed: HashSet<_> = extras.iter().flatten().collect();
        let removed: Vec<bool> = (0..members.len())
            .map(|i| {
                let stays = passed.contains(&members[i]);
                let access = if stays { Access::Thunk } else { plan.access[i] };
                replace(members[i], shared, &extras[i], access, &mut log)
            })
            .collect();
        self.tell_llvm(members, &removed, &log.callers);
        self.report.add_time(Phase::Commit, start.elapsed());
        let thunks =
            members.iter().zip(&removed).filter(|&(_, &gone)| !gone).map(|(&thunk, _)| thunk);
        let changed = std::iter::once(shared).chain(thunks).chain(log.callers.iter().copied());
        emit::expect_valid(changed, self.options, &mut self.report);
        self.note(plan, shared, names, &removed, log.calls);
        self.update_functions(plan, shared, &log.callers);
    }

    /// Invalidates what LLVM knows, and sets aside what is gone.
    fn tell_llvm(&mut self, members: &[LLVMValueRef], removed: &[bool], callers: &[LLVMValueRef]) {
        for (&member, &removed) in members.iter().zip(removed) {
            if removed {
                self.dead.push(member);
            } else {
                // SAFETY: the function is alive.
                unsafe { fmerge_invalidate(member, self.analyses.as_ptr()) };
            }
        }
        for &caller in callers {
            // SAFETY: callers are alive: no call stands in a body that was dropped.
            unsafe { fmerge_invalidate(caller, self.analyses.as_ptr()) };
        }
    }

    fn note(
        &mut self,
        plan: &Plan,
        shared: LLVMValueRef,
        originals: Vec<String>,
        removed: &[bool],
        calls: usize,
    ) {
        let gone = removed.iter().filter(|&&removed| removed).count() as u32;
        let group = Group {
            kind: GroupKind::Constants,
            merged: self.ctx.name(shared),
            parameters: plan.parameters.len() as u32,
            gain: plan.gain,
            thunks: originals.len() as u32 - gone,
            aliases: 0,
            removed: gone,
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
        self.report.group(group, calls as u64);
    }

    /// The shared body takes part like any other function; its members do no longer.
    fn update_functions(&mut self, plan: &Plan, shared: LLVMValueRef, callers: &[LLVMValueRef]) {
        plan.members.iter().for_each(|&id: &FuncId| self.functions.drop_function(id));
        self.functions.add(shared);
        for &caller in callers {
            self.functions.touch(caller);
        }
    }

    /// Deletes what nothing uses any more.
    pub fn erase_dead(&mut self) {
        for function in self.dead.drain(..) {
            // SAFETY: its last use was rewritten, and its handle is not kept.
            unsafe { fmerge_erase_function(function, self.analyses.as_ptr()) };
        }
    }
}

/// Whether a member without a body went; else it is a thunk now.
fn replace(
    member: LLVMValueRef,
    shared: LLVMValueRef,
    extra: &[LLVMValueRef],
    access: Access,
    log: &mut CallLog,
) -> bool {
    // SAFETY: the member is alive.
    let count = unsafe { LLVMCountParams(member) } as i32;
    let sources: Vec<i32> = (0..count).collect();
    let target = commit::target(shared, &sources, extra);
    let removable = access == Access::Calls && can_go(member, shared);
    commit::replace(member, &target, removable, log);
    removable
}

/// A result of another type would have to be converted behind each call, so that member stays.
fn can_go(member: LLVMValueRef, shared: LLVMValueRef) -> bool {
    // SAFETY: both are alive.
    let returns = |f| unsafe { LLVMGetReturnType(LLVMGlobalGetValueType(f)) };
    // SAFETY: the member is alive.
    returns(member) == returns(shared) && unsafe { fmerge_is_removable(member) }
}
