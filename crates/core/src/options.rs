//! The options of the passes, as the parameters of a pipeline give them: `f3m<min-gain=20;speed=keep>`.
//!
//! Consumes: the text of one pipeline element. Produces: a [`PassRequest`], or an [`OptionError`].
//! Guarantees: every option is declared once, in `table.rs`; [`Options`], the defaults, the parser, the error messages
//! and the documentation ([`OptionDoc`], [`text_table`], [`markdown_table`]) all come from there.

mod doc;
mod error;
mod parse;
mod system;
mod table;
mod value;

use std::fmt;
use std::path::PathBuf;

pub use doc::{OptionDoc, documented, markdown_table, text_table};
pub use error::OptionError;
pub use parse::{parse_f3m, parse_pass};
pub use system::{Bands, OURS, Order, SYSTEMS, System};
pub use table::{LISTS, List, Options};

use crate::intervals::Intervals;
use crate::policy::{self, Speed, TimePolicy, Tolerance};
use crate::price::{Executed, Prices, Tenths};
use crate::recorded::{MergeLimit, Recorded};
pub use crate::search::Ranking;
use crate::search::{LshParams, adaptive, bands};

/// A pass of the plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PassName {
    /// Merge equal functions.
    Identical,
    /// Merge functions that differ only in constants.
    Gfm,
    /// Describe functions for [`PassName::GfmMerge`] in other processes.
    GfmAnalyze,
    /// Merge functions that differ only in constants with those of other modules, by a summary.
    GfmMerge,
    /// Rank by MinHash and LSH, align, plan, merge.
    F3m,
    /// Put the module into its object, for [`PassName::F3mCombine`].
    F3mAnalyze,
    /// Merge similar functions of many objects, and write the bodies for [`PassName::F3mMerge`].
    F3mCombine,
    /// Merge similar functions with those of other objects, by bodies that were made before.
    F3mMerge,
    /// Equal functions, then those that differ in constants, then similar ones.
    Fmerge,
}

impl PassName {
    /// All passes, in the order of the documentation.
    pub const ALL: [PassName; 9] = [
        PassName::Identical,
        PassName::Gfm,
        PassName::GfmAnalyze,
        PassName::GfmMerge,
        PassName::F3m,
        PassName::F3mAnalyze,
        PassName::F3mCombine,
        PassName::F3mMerge,
        PassName::Fmerge,
    ];

    /// The name in a pipeline.
    pub fn name(self) -> &'static str {
        match self {
            PassName::Identical => "identical",
            PassName::Gfm => "gfm",
            PassName::GfmAnalyze => "gfm-analyze",
            PassName::GfmMerge => "gfm-merge",
            PassName::F3m => "f3m",
            PassName::F3mAnalyze => "f3m-analyze",
            PassName::F3mCombine => "f3m-combine",
            PassName::F3mMerge => "f3m-merge",
            PassName::Fmerge => "fmerge",
        }
    }

    /// The pass of exactly this name.
    pub fn from_name(name: &str) -> Option<PassName> {
        PassName::ALL.into_iter().find(|p| p.name() == name)
    }
}

impl fmt::Display for PassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// When an original keeps its symbol as a thunk that calls the merged function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thunks {
    /// Only where something other than a rewritable call refers to it.
    Auto,
    /// Always.
    Keep,
    /// Always, but by price only where something else refers to it: whoever gets the thunk may let it go. What merges have
    /// made goes as by [`Thunks::Auto`].
    Later,
}

/// What becomes of the unwind entry of a thunk that nothing can unwind through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThunkEntries {
    /// A thunk has one where its original had.
    #[default]
    Keep,
    /// A thunk has none where it needs none: it throws nothing and ends in a jump. Only a debugger that stops between
    /// its instructions could tell.
    Drop,
}

/// How `f3m` finds out what a merge saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profit {
    /// By the [prices](crate::price) of the target.
    Model,
    /// By the prices; if that is near nothing, by generating the code of both originals and of the merged function.
    Exact,
    /// By TargetTransformInfo's code-size costs alone, as in the papers.
    Tti,
}

/// What happens to functions with linkonce or weak linkage, of which the linker keeps one copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOnce {
    /// They take part.
    Merge,
    /// They are left alone. If several objects have such a function and merge it, each keeps a merged body, where
    /// the linker would have kept one copy of the function for all objects.
    Skip,
}

/// What happens to functions that a profile or an attribute calls hot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HotFunctions {
    /// The hottest are left alone, except that uses of equal functions may become uses of one of them. For less hot
    /// functions, time has its price.
    Skip,
    /// They take part like others.
    Merge,
}

/// How the equal bodies that `gfm-merge` makes in several objects become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// One of the two below, chosen for each function.
    Auto,
    /// The linker's identical code folding, which in lld leaves out functions with landing pads.
    Icf,
    /// Any linker: the body is in a comdat, whose name is a digest of everything the body does and refers to.
    Comdat,
}

/// Where a ranking or a summary goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// This file, replaced if it exists.
    File(PathBuf),
}

/// What becomes of functions that do not ask to be small, by `minsize` or `optsize`, and that no profile calls cold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// They take no part.
    Skip,
    /// They are merged where that is free, or nearly so.
    Free,
    /// They are merged like those that ask to be small.
    Same,
}

/// From so many functions on, the system `ours` searches less.
const MANY: usize = 20_000;
/// The least similarity of a candidate in such a module.
const THRESHOLD_OF_MANY: f64 = 0.25;
/// How many candidates a search takes from one bucket, as in F3M.
const BUCKET_CAP: u32 = 100;
/// The same for such a module. F3M finds no loss with any cap above one (section IV-E, figure 16).
const BUCKET_CAP_OF_MANY: u32 = 20;

impl Options {
    /// The shape of the index, and the least similarity of a candidate, for a module of so many functions.
    pub fn index(&self, functions: usize) -> (LshParams, f64) {
        let fixed = LshParams { rows: 2, bands: 100, bucket_cap: BUCKET_CAP };
        let given = self.threshold;
        match self.system.bands {
            Bands::FewerOfMany if functions >= MANY => {
                let threshold = given.unwrap_or_default().max(THRESHOLD_OF_MANY);
                let bands = bands(threshold).min(fixed.bands);
                (LshParams { bands, bucket_cap: BUCKET_CAP_OF_MANY, ..fixed }, threshold)
            }
            Bands::ByCount => {
                let (threshold, rows, bands) = adaptive(functions);
                (LshParams { rows, bands, ..fixed }, given.unwrap_or(threshold))
            }
            Bands::Fixed | Bands::FewerOfMany => (fixed, given.unwrap_or_default()),
        }
    }

    /// Whether a function of this name may take part, as far as `only` and `skip` say.
    pub fn admits(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|pattern| pattern.is_match(name))
            && !self.skip.as_ref().is_some_and(|pattern| pattern.is_match(name))
    }

    /// The numbers of the merges that are made, if `limit` names some.
    pub fn limit_numbers(&self) -> Option<&Intervals> {
        match &self.limit {
            Some(MergeLimit::Numbers(numbers)) => Some(numbers),
            Some(MergeLimit::Recorded(_)) | None => None,
        }
    }

    /// The report whose merges are made again, if `limit` names one.
    pub fn recorded(&self) -> Option<&Recorded> {
        match &self.limit {
            Some(MergeLimit::Recorded(recorded)) => Some(recorded),
            Some(MergeLimit::Numbers(_)) | None => None,
        }
    }

    /// What merges may cost in time on a target with these prices. Each executed instruction is worth what the policy
    /// says times the target's `worth_of_time`, unless `time-price` is given. Under `force` merges may cost anything. A
    /// given `time-price` then still shapes what they share, so that tests reach code that only time shapes.
    pub fn time_policy(&self, prices: &Prices) -> TimePolicy {
        match self.time_price {
            Some(_) => self.plain_time_policy(),
            None => self.plain_time_policy().times(prices.worth_of_time),
        }
    }

    /// Whether merges may cost anything in time.
    pub fn ignores_time(&self) -> bool {
        self.plain_time_policy() == TimePolicy::ANY
    }

    /// [`Self::time_policy`] before the target's worth of time.
    fn plain_time_policy(&self) -> TimePolicy {
        if self.force {
            let price = self.time_price.unwrap_or_default();
            return TimePolicy::all(Tolerance {
                price: Tenths::new(price.into()),
                ..Tolerance::ANY
            });
        }
        let policy = TimePolicy::all(self.tolerance(self.speed));
        match self.others {
            Others::Free => policy.with_others(self.tolerance(Speed::Keep)),
            Others::Skip | Others::Same => policy,
        }
    }

    /// The tolerance that `speed` stands for, with the options that replace parts of it.
    fn tolerance(&self, speed: Speed) -> Tolerance {
        let mut tolerance = speed.tolerance();
        if self.before_inlining && speed != Speed::Ignore {
            tolerance.counted = Some(policy::COUNTED_BEFORE_INLINING);
        }
        if let Some(percent) = self.slowdown {
            let (slowdown, always) = (Some(percent), Executed::ZERO);
            tolerance = Tolerance { slowdown, beyond: None, always, ..tolerance };
        }
        if let Some(tenths) = self.time_price {
            let price = Tenths::new(tenths.into());
            tolerance = Tolerance { entry: price, price, counted: None, ..tolerance };
        }
        tolerance
    }
}

/// One element of a pipeline that names a pass of ours.
#[derive(Clone, Debug)]
pub struct PassRequest {
    /// The pass.
    pub pass: PassName,
    /// Its options.
    pub options: Options,
}

#[cfg(test)]
mod tests;
