//! Merging functions that differ in constants in the midst of similar ones.
//!
//! Consumes: the least that such a merge is to be worth. Produces: the module with those merged, and what that means for
//! the functions of the driver. Guarantees: those of [`crate::gfm`]; a body that may take part in further merges does.

use std::time::Instant;

use fmerge_core::driver::Groups;
use fmerge_core::ir::{EncodedFunction, FuncId};
use fmerge_core::options::PassName;
use fmerge_core::price::Bytes;
use fmerge_core::report::Report;

use rustc_hash::FxHashSet;

use super::{ModuleHost, PASS};
use crate::gfm::{self, Done};
use crate::llvm::FunctionRef;
use crate::remarks;

impl ModuleHost<'_> {
    /// Merges functions that differ in constants, where that is wanted: all groups that are worth more than this, or one of
    /// these names.
    pub(super) fn merge_constants(
        &mut self,
        more_than: Bytes,
        among: Option<&[String]>,
        report: &mut Report,
    ) -> Groups {
        if !self.with_constants {
            return Groups::default();
        }
        let (options, analyses, start) = (self.options, self.analyses, Instant::now());
        let mut own = Report::new(PassName::Gfm.name());
        let session = self
            .constants
            .get_or_insert_with(|| gfm::Session::new(options, self.ctx, analyses, &mut own));
        // SAFETY: the session is told of all merges. Of functions that go, this host has handles of values that it does not
        // use again, and their addresses.
        let done =
            unsafe { session.run(options, self.ctx, analyses, Some(more_than), among, &mut own) };
        let left = session.best_left();
        own.set_total(start.elapsed());
        report.absorb_merges(own);
        let Done { gone, changed, bodies } = done;
        if gone.is_empty() {
            return Groups { left, ..Groups::default() };
        }
        let members: Vec<Vec<FuncId>> =
            bodies.iter().map(|(_, members)| self.known(members)).collect();
        let touched = self.known(&changed);
        let gone_ids = self.known(&gone);
        if let Some(kept) = &mut self.kept {
            let alive: FxHashSet<FunctionRef> =
                self.ctx.module.defined_functions().into_iter().collect();
            kept.note(&bodies, &changed, |one| alive.contains(&one));
        }
        for function in &gone {
            self.ids.remove(function);
        }
        for &function in gone.iter().chain(&changed) {
            self.forget_weight(function);
        }
        let bodies = bodies.into_iter().zip(members);
        let bodies = bodies.filter_map(|((body, _), members)| Some((self.take_in(body)?, members)));
        let bodies = bodies.collect();
        Groups { left, gone: gone_ids, touched, bodies }
    }

    /// Tells of a merge of similar functions: they are gone, these have changed, and this one is new.
    pub(super) fn note_merge(
        &mut self,
        gone: &[FunctionRef],
        changed: &[FunctionRef],
        merged: FunctionRef,
    ) {
        let Some(session) = &mut self.constants else { return };
        gone.iter().for_each(|&function| session.remove(function));
        changed.iter().for_each(|&function| session.touch(function));
        // What may not take part does not.
        let _ = session.admit(self.options, merged, self.analyses);
    }

    /// The ids of those functions that take part.
    fn known(&self, functions: &[FunctionRef]) -> Vec<FuncId> {
        functions.iter().filter_map(|function| self.ids.get(function).copied()).collect()
    }

    /// A new body as the driver's next function, unless it may take no part.
    fn take_in(&mut self, body: FunctionRef) -> Option<EncodedFunction> {
        match self.admit(body, None) {
            Ok((encoded, handles)) => {
                self.add(body, handles);
                Some(encoded)
            }
            Err(reason) => {
                remarks::refused(body, PASS, reason);
                None
            }
        }
    }
}
