//! What the driver asks of whoever has the real functions.
//!
//! Consumes: ids of functions, and merges whose plans are proven. Produces: encoded functions, and what came of a
//! merge. The plugin answers with LLVM behind it, [`Playback`](crate::store::Playback) from a recording.

use serde::{Deserialize, Serialize};

use crate::ir::{EncodedFunction, FuncId, Tables};
use crate::plan::{MergePlan, Sides};
use crate::price::Bytes;
use crate::reject::Reject;
use crate::report::Report;

/// The owner of the functions that a [`Driver`](super::Driver) works on.
///
/// Functions are numbered from 0 on in the order in which the driver got them: first those that it was made with,
/// then each merged function that could be encoded.
pub trait Host {
    /// The tables that all encoded functions refer to. They may grow when a function is encoded.
    fn tables(&self) -> &Tables;

    /// Encodes a function anew, because a merge has changed its body.
    ///
    /// # Errors
    /// The reason why the function may not be merged as it is now; the driver gives it up.
    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject>;

    /// Whether no further merge would be allowed, so that there is no need to look for any.
    fn is_spent(&mut self) -> bool {
        false
    }

    /// Whether it weighs merges by their code where it is asked to; see [`ProvenMerge::to_weigh`].
    fn weighs(&self) -> bool {
        true
    }

    /// Merges groups of functions in another way, if it knows one, as far as each is worth more than `more_than`.
    /// Functions with new bodies may be among the driver's next ones.
    fn merge_groups(&mut self, _more_than: Bytes, _report: &mut Report) -> Groups {
        Groups::default()
    }

    /// Merges the functions of these names as a group, if that still pays: one that an earlier run has merged.
    fn merge_group(&mut self, _names: &[String], _report: &mut Report) -> Groups {
        Groups::default()
    }

    /// Takes back a function that is as it was when it was last encoded, at the end of a run.
    fn keep(&mut self, _id: FuncId, _function: EncodedFunction) {}

    /// Hears of a function that was merged with none, though it was tried: with `partner` for this reason, for which so many
    /// bytes were given up, if only time was to blame.
    fn missed(&mut self, _id: FuncId, _partner: &str, _reason: Reject, _given_up: Bytes) {}

    /// Merges functions as their plan says. Adds the time that the phases take to `report`.
    ///
    /// # Errors
    /// The reason why the merge was not made, such as [`Reject::Unprofitable`] for one that was weighed; all functions
    /// are then as before.
    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject>;
}

/// A merge whose plan [`replay`](crate::plan::replay) has accepted.
#[derive(Clone, Copy, Debug)]
pub struct ProvenMerge<'a> {
    /// The ids of the functions, by side.
    pub ids: &'a [FuncId],
    /// The functions.
    pub functions: Sides<'a>,
    /// How they become one.
    pub plan: &'a MergePlan,
    /// Bytes saved by the estimate.
    pub gain: Bytes,
    /// Bytes that thunks take, and calls more than before, by the estimate.
    pub callers: Bytes,
    /// It has to save more than this.
    pub least: Bytes,
    /// Calls come to pass arguments by the stack that they had not. The host looks at the callers: whether one that direct
    /// calls lead back to needs a larger frame for that, which is refused, and what they pay beside the
    /// estimate ([`Prices::call_beside_pushes`](crate::price::Prices::call_beside_pushes)).
    pub by_stack: bool,
    /// Where the estimate cannot decide whether the merge pays: the host weighs originals and merged function by their
    /// code.
    pub to_weigh: Option<ToWeigh>,
}

/// What a merge is weighed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToWeigh {
    /// Callers are weighed too, before and after, where what is saved by their estimate is no further from `least`,
    pub near: Bytes,
    /// and all of them together are not larger than this.
    pub callers: Bytes,
}

impl<'a> ProvenMerge<'a> {
    /// The first function, of which the merged one gets its name.
    pub fn first(&self) -> &'a EncodedFunction {
        self.functions.0[0]
    }

    /// What the functions are called, for people.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.functions.functions().map(|one| one.name.as_str()).collect();
        names.join(" and ")
    }
}

/// What a host did to merge groups of functions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Groups {
    /// What the best of the groups is worth that was left for later.
    pub left: Option<Bytes>,
    /// The driver's functions that were merged, or that a bisection leaves out. They take no part any more.
    pub gone: Vec<FuncId>,
    /// The driver's functions whose bodies have changed, and which have to be encoded anew.
    pub touched: Vec<FuncId>,
    /// The bodies that groups share, as far as they may be merged further: the driver's next functions, each with those
    /// of its functions whose work it does.
    pub bodies: Vec<(EncodedFunction, Vec<FuncId>)>,
}

/// What a host did to merge functions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedOut {
    /// The name of the merged function.
    pub name: String,
    /// By side: whether the original is gone; else it is a thunk.
    pub removed: Vec<bool>,
    /// How many calls were rewritten to the merged function.
    pub call_sites: u64,
    /// Bytes saved, where the host knows more of that than the estimate.
    pub saved: Option<Bytes>,
    /// The driver's functions whose bodies have changed, and which have to be encoded anew.
    pub touched: Vec<FuncId>,
    /// The merged function, or the reason why it takes no part in further merges.
    pub encoded: Result<EncodedFunction, Reject>,
}
