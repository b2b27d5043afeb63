//! What the driver asks of the owner of the real functions.
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
    fn is_limit_reached(&mut self) -> bool {
        false
    }

    /// Whether it weighs merges by generated code if they ask for that; see [`ProvenMerge::to_weigh`].
    fn weighs(&self) -> bool {
        true
    }

    /// The same host, if it can merge groups of functions that differ in constants.
    fn groups(&mut self) -> Option<&mut dyn GroupHost> {
        None
    }

    /// Takes back a function at the end of a run, as it was when it was last encoded.
    fn keep(&mut self, _id: FuncId, _function: EncodedFunction) {}

    /// Hears of a function that was tried and not merged: the partner of its refused pair, the reason, and the bytes
    /// that were given up if only time was to blame.
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
    /// Bytes that thunks take and that calls grow by, by the estimate.
    pub callers: Bytes,
    /// The bytes that it has to save more than.
    pub least: Bytes,
    /// Whether calls pass arguments by the stack that they did not pass there before. The host then looks at the
    /// callers. It refuses the merge if a recursive one needs too large a frame for that, and subtracts what they pay
    /// beside the estimate ([`Prices::call_beside_pushes`](crate::price::Prices::call_beside_pushes)).
    pub by_stack: bool,
    /// Present if the estimate cannot decide whether the merge pays. The host then weighs the originals and the merged
    /// function: it compares the bytes of their generated code.
    pub to_weigh: Option<CallerWeighing>,
}

/// When the callers are weighed, too, before and after the merge. Both conditions must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallerWeighing {
    /// By the code of the bodies and the estimate of the callers, the merge saves at most so much more or less than
    /// `least`.
    pub near: Bytes,
    /// All callers together are not larger than this.
    pub callers: Bytes,
}

impl<'a> ProvenMerge<'a> {
    /// The first function. The name of the merged function is made from its name.
    pub fn first(&self) -> &'a EncodedFunction {
        self.functions.0[0]
    }

    /// The names of the functions, for people.
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
    /// Bytes saved, if the host knows them better than the estimate.
    pub saved: Option<Bytes>,
    /// The driver's functions whose bodies have changed, and which have to be encoded anew.
    pub touched: Vec<FuncId>,
    /// The merged function, or the reason why it cannot be merged with similar ones.
    pub encoded: Result<EncodedFunction, Reject>,
    /// Whether the merged function takes part in groups.
    pub in_groups: bool,
}

/// What the driver asks of a host that merges groups of functions which differ in constants.
pub trait GroupHost {
    /// The tables of the [`Host`].
    fn tables(&self) -> &Tables;

    /// A number that is equal for functions of equal code.
    fn outline(&mut self, id: FuncId) -> u64;

    /// Another such number, which nearly always differs for functions of different code. It takes more time.
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

    /// Whether a recursive call certainly reaches this very definition.
    fn leads_back(&self, id: FuncId) -> bool;

    /// How it is referred to. That changes with merges of other functions, since calls appear and go with their bodies.
    fn uses(&mut self, id: FuncId) -> Uses;

    /// A number that all functions share which the linker folds with it although they are not equal; none if there are
    /// none.
    fn folds_with(&self, _id: FuncId) -> Option<u32> {
        None
    }

    /// How long it takes. `form` is its form.
    fn timing(&mut self, id: FuncId, form: &CanonicalFunction) -> Timing;

    /// TargetTransformInfo's code size of its body.
    fn units(&mut self, id: FuncId) -> u64;

    /// What a plan may do with functions of its type.
    fn limits(&self, id: FuncId) -> Limits;

    /// How many more parameters the frame limit of a function allows; none if it does not even allow a thunk.
    fn parameters_left(&mut self, _id: FuncId) -> Option<usize> {
        Some(usize::MAX)
    }

    /// The functions of these names, which an earlier run has merged, in order of ids.
    fn named(&self, _names: &[String]) -> Vec<FuncId> {
        Vec::new()
    }

    /// Makes the body that the members of a plan share; it becomes the next function. `forms` are those of the members,
    /// in their order.
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
    /// The body, or the reason why it cannot be merged with similar functions.
    pub encoded: Result<EncodedFunction, Reject>,
}

/// A function that a driver is made with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Participant {
    /// The encoded function, if it takes part in merges of similar functions.
    pub encoded: Option<EncodedFunction>,
    /// Whether it takes part in groups.
    pub in_groups: bool,
}

impl From<EncodedFunction> for Participant {
    fn from(encoded: EncodedFunction) -> Participant {
        Participant { encoded: Some(encoded), in_groups: false }
    }
}
