//! Carrying a plan out: the shared body, thunks, rewritten calls.
//!
//! Consumes: a [`Plan`]. Produces: the module with the plan's members sharing a body, and a line of the
//! report. Guarantees: those of [`crate::replace`]. Deleted functions stay allocated until
//! [`ModuleHost::erase_dead`].

use std::time::Instant;

use fmerge_core::canon::CanonicalFunction;
use fmerge_core::gfm::{Access, Plan};
use fmerge_core::reject::Reject;
use fmerge_core::replacement::{Fate, own_and};
use fmerge_core::report::{Group, GroupKind, Phase, Report};
use inkwell::llvm_sys::prelude::LLVMTypeRef;

use super::share::{arguments, parameter_types, share};
use super::{ModuleHost, PASS};
use crate::announce::{Made, announce};
use crate::emit;
use crate::llvm::FunctionRef;
use crate::replace::{self, Replaced, Replacement};

impl ModuleHost<'_> {
    /// Merges the members of a plan, unless their attributes contradict each other: the shared body, and functions whose
    /// bodies changed. `form` is that of the representative.
    pub(super) fn merge(
        &mut self,
        plan: &Plan,
        form: &CanonicalFunction,
        members: &[FunctionRef],
        report: &mut Report,
    ) -> Result<(FunctionRef, Vec<FunctionRef>), Reject> {
        let start = Instant::now();
        self.limit.admit(&[members])?;
        let names: Vec<_> = members.iter().map(|&member| member.name()).collect();
        let types = parameter_types(plan, self.ctx.module);
        let name = format!("{}.gfm", names[plan.representative]);
        // SAFETY: the members have equal code, and bodies as their forms have it.
        let shared = unsafe { share(plan, form, members, &types, &name, self.ctx.module) };
        report.add_time(Phase::Emit, start.elapsed());
        let Some(shared) = shared else {
            self.limit.take_back();
            return Err(Reject::DifferentAttributes);
        };
        self.ctx.stands_for(shared, members);
        let done = self.commit(plan, shared, members, &types, report);
        self.note(plan, shared, names, &done, report);
        Ok((shared, done.changed))
    }

    fn commit(
        &mut self,
        plan: &Plan,
        shared: FunctionRef,
        members: &[FunctionRef],
        types: &[LLVMTypeRef],
        report: &mut Report,
    ) -> Replaced {
        let start = Instant::now();
        let (constants, module) = (&self.session.canonicalizer.constants, self.ctx.module);
        let replacement = |(i, &member): (usize, &FunctionRef)| {
            // SAFETY: constants live as long as their context, functions until `erase_dead`.
            let constants = unsafe { arguments(plan, i, types, constants, module) };
            let arguments = own_and(member.parameters(), constants);
            // A result of another type would have to be converted behind each call, so that member stays.
            let goes =
                plan.access[i] == Access::Calls && member.return_type() == shared.return_type();
            Replacement::new(member, shared, arguments, goes)
        };
        let replacements = members.iter().enumerate().map(replacement).collect();
        // SAFETY: the body does the work of each member with its arguments, and nobody asks for the members' bodies
        // again.
        let done = unsafe { self.ctx.replace(replacements, self.analyses) };
        self.dead.extend(&done.gone);
        report.add_time(Phase::Commit, start.elapsed());
        emit::expect_valid(done.changed.iter().copied(), self.options, report);
        done
    }

    fn note(
        &mut self,
        plan: &Plan,
        shared: FunctionRef,
        originals: Vec<String>,
        done: &Replaced,
        report: &mut Report,
    ) {
        let group = Group {
            number: 0,
            kind: GroupKind::Constants,
            merged: shared.name(),
            parameters: plan.parameters.len() as u32 + u32::from(!plan.table.is_empty()),
            gain: plan.gain,
            thunks: done.count(Fate::Thunk),
            aliases: 0,
            removed: done.count(Fate::Gone),
            originals,
        };
        let Group { gain, parameters, .. } = group;
        announce(&Made::group(PASS, shared, &group), &mut self.limit, |names| {
            format!("merged {}, saving {gain} bytes with {parameters} parameters", names.join(", "))
        });
        report.group(group, done.all_calls());
    }

    /// Deletes what nothing uses any more.
    pub(super) fn erase_dead(&mut self) {
        // SAFETY: their last uses were rewritten, and no reference to them is used again.
        unsafe { replace::erase(&self.dead, self.analyses) };
        self.dead.clear();
    }
}
