//! The functions of a run by id: which are still there, and how often the code of each has changed.
//!
//! Consumes: what each merge changes and takes away. Produces: the [`Version`] of a function. Guarantees: ids are given out in
//! order and never again; versions only grow. Whatever is known of a function is known of one version: it is out of
//! date when that is not the function's version any more. Nothing in the driver learns of changes in another way.

use cranelift_entity::PrimaryMap;

use crate::ir::FuncId;

/// How often the code of a function has changed.
pub(super) type Version = u32;

/// The functions.
#[derive(Default)]
pub(super) struct Roster(PrimaryMap<FuncId, Option<Version>>);

impl Roster {
    /// Adds the next function.
    pub(super) fn add(&mut self) -> FuncId {
        self.0.push(Some(0))
    }

    /// Notes that the code of a function has changed.
    pub(super) fn change(&mut self, id: FuncId) {
        if let Some(version) = &mut self.0[id] {
            *version += 1;
        }
    }

    /// Takes a function out: it was merged, so that it is a thunk or deleted, or it is to be left alone.
    pub(super) fn remove(&mut self, id: FuncId) {
        self.0[id] = None;
    }

    /// The version of a function, if it is still there.
    pub(super) fn version(&self, id: FuncId) -> Option<Version> {
        self.0[id]
    }

    /// Whether a function is still there.
    pub(super) fn is_there(&self, id: FuncId) -> bool {
        self.0[id].is_some()
    }
}
