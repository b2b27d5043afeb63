//! What the driver asks of whoever has the real functions.
//!
//! Consumes: ids of functions, and merges whose plans are proven. Produces: encoded functions, and what came of a
//! merge. The plugin answers with LLVM behind it, [`Playback`](crate::store::Playback) from a recording.

use cranelift_entity::PrimaryMap;
use serde::{Deserialize, Serialize};

use crate::canon::timing::Timing;
use crate::canon::{CanonicalConst, CanonicalFunction};
use crate::gfm::{ArgumentInfo, Limits, Plan};
use crate::ir::{EncodedFunction, FuncId, Tables, Uses};
use crate::plan::{MergePlan, Sides};
use crate::price::Bytes;
use crate::reject::Reject;
use crate::report::Report;

/// The owner of the functions that a [`Driver`](super::Driver) works on.
///
/// Functions are numbered from 0 on in the order in which the driver got them: first those that it was made with,
/// then each function that a merge has made.
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

    /// The same host, if it can merge groups of functions that differ in constants.
    fn groups(&mut self) -> Option<&mut dyn GroupHost> {
        None
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
    /// The merged function, or the reason why it is merged with no similar one.
    pub encoded: Result<EncodedFunction, Reject>,
    /// Whether it takes part in groups.
    pub in_groups: bool,
}

/// What a host tells of functions that may share a body although they differ in constants, and does with them.
pub trait GroupHost {
    /// The tables of the [`Host`].
    fn tables(&self) -> &Tables;

    /// Equal for functions whose code may be equal.
    fn outline(&mut self, id: FuncId) -> u64;

    /// The same, nearly always different for others; it takes more time.
    fn filter(&mut self, id: FuncId) -> u64;

    /// The canonical form of a function as it is now.
    ///
    /// # Errors
    /// The reason why it takes no part, which the host adds to `report`.
    fn form(&mut self, id: FuncId, report: &mut Report) -> Result<CanonicalFunction, Reject>;

    /// What is known of all constants of the forms.
    fn constants(&self) -> &PrimaryMap<CanonicalConst, ArgumentInfo>;

    /// The constant that is the function's address, if some form has it.
    fn address(&self, id: FuncId) -> Option<CanonicalConst>;

    /// Whether a call of the function within itself certainly leads back to it.
    fn leads_back(&self, id: FuncId) -> bool;

    /// How it is referred to: calls appear and go with the bodies of others.
    fn uses(&mut self, id: FuncId) -> Uses;

    /// The number of those that the linker folds with it although they are not equal, if there are any.
    fn folds_with(&self, _id: FuncId) -> Option<u32> {
        None
    }

    /// How long it takes, by its form.
    fn timing(&mut self, id: FuncId, form: &CanonicalFunction) -> Timing;

    /// TargetTransformInfo's code size of its body.
    fn units(&mut self, id: FuncId) -> u64;

    /// What a plan may do with functions of its type.
    fn limits(&self, id: FuncId) -> Limits;

    /// How many more parameters the frame limit of a function allows; none if it does not even allow a thunk.
    fn parameters_left(&mut self, _id: FuncId) -> Option<usize> {
        Some(usize::MAX)
    }

    /// The functions of these names, in order: those that an earlier run has merged.
    fn named(&self, _names: &[String]) -> Vec<FuncId> {
        Vec::new()
    }

    /// Gives the members of a plan a body, the next function. Their forms are in their order.
    ///
    /// # Errors
    /// The reason why that was not done; all functions are then as before.
    fn carry_out_group(
        &mut self,
        plan: &Plan,
        forms: &[&CanonicalFunction],
        report: &mut Report,
    ) -> Result<SharedBody, Reject>;
}

/// The body that the members of a group share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedBody {
    /// The driver's functions whose bodies have changed.
    pub touched: Vec<FuncId>,
    /// The body, or the reason why it is merged with no similar function.
    pub encoded: Result<EncodedFunction, Reject>,
}

/// A function that a driver is made with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Participant {
    /// As it takes part in merges of similar functions, if it does.
    pub encoded: Option<EncodedFunction>,
    /// Whether it takes part in groups.
    pub in_groups: bool,
}

impl From<EncodedFunction> for Participant {
    fn from(encoded: EncodedFunction) -> Participant {
        Participant { encoded: Some(encoded), in_groups: false }
    }
}
