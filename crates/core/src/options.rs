//! The options of the passes, as the parameters of a pipeline give them: `f3m<k=200;rows=2;force>`.
//!
//! Consumes: the text of one pipeline element. Produces: a [`PassRequest`], or an [`OptionError`].
//! Guarantees: every option is declared once, in `table.rs`; the defaults, the parser, the error messages
//! and the documentation ([`OptionDoc`], [`text_table`], [`markdown_table`]) all come from there.

mod doc;
mod error;
mod parse;
mod system;
mod table;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use regex::Regex;

pub use doc::{OptionDoc, documented, markdown_table, text_table};
pub use error::OptionError;
pub use parse::{parse_f3m, parse_pass};
pub use system::{SYSTEMS, System};

use crate::align::Method;
use crate::fingerprint::Features;
use crate::icf::Icf;
use crate::intervals::Intervals;
use crate::policy::{Speed, TimePolicy, Tolerance};
use crate::price::{Executed, Tenths};
use crate::recorded::Recorded;
use crate::report::Destination;
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
    /// Equal functions, then those that differ in constants, then similar ones.
    Fmerge,
}

impl PassName {
    /// All passes, in the order of the documentation.
    pub const ALL: [PassName; 6] = [
        PassName::Identical,
        PassName::Gfm,
        PassName::GfmAnalyze,
        PassName::GfmMerge,
        PassName::F3m,
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

/// In which order functions are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Of all pairs that functions have found, the one whose gain times similarity is the greatest.
    Gain,
    /// Each function in turn, the largest first, with the first of its candidates with which that pays.
    Size,
}

/// When an original keeps its symbol as a thunk that calls the merged function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thunks {
    /// Only where something other than a rewritable call refers to it.
    Auto,
    /// Always.
    Keep,
}

/// What becomes of the unwind entry of a thunk that nothing can unwind through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThunkEntries {
    /// A thunk has one where its original had.
    #[default]
    Keep,
    /// It has none where it can do without: it throws nothing, and it is left by a jump. Only who stops a program between
    /// two of its instructions could tell.
    Drop,
}

/// How `f3m` finds out what a merge saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profit {
    /// By the [prices](crate::price) of the target.
    Model,
    /// The same; where that is near nothing, by code generation of both originals and of the merged function.
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
    /// The hottest are left alone, but for uses of equal functions that may be uses of one of them. What is less hot has
    /// its price.
    Skip,
    /// They take part like others.
    Merge,
}

/// Who keeps one of the equal bodies that `gfm-merge` makes in several objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Chosen for each function.
    Auto,
    /// The linker's identical code folding; in lld it leaves out functions with landing pads.
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

/// How candidates for a merge are found, and how many are tried.
#[derive(Clone, Debug)]
pub struct Search {
    /// How candidates are found.
    pub ranking: Ranking,
    /// What MinHash fingerprints compare.
    pub fingerprint: Features,
    /// Hashes in a MinHash fingerprint: always `rows * bands`.
    pub k: u32,
    /// Hashes in a band.
    pub rows: u32,
    /// Bands of a fingerprint; a function is in as many buckets.
    pub bands: u32,
    /// Least similarity of a candidate, 0 to 1.
    pub threshold: f64,
    /// Most candidates that a query takes from one bucket.
    pub bucket_cap: u32,
    /// Choose threshold and bands from the number of functions; see [`Search::index`].
    pub by_count: bool,
    /// From so many functions on, there are no more bands than equation 4 says for the threshold, and fewer candidates are
    /// taken from a bucket.
    pub many: u32,
    /// How many candidates to try for each function, best first.
    pub explore: u32,
    /// From how many of the most similar functions they are chosen by what a merge could save; the most similar ones are
    /// taken where that is 0.
    pub among: u32,
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

/// Which functions take part.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Functions take part if this matches anywhere in their names; without it, all do.
    pub only: Option<Regex>,
    /// Functions take no part if this matches anywhere in their names.
    pub skip: Option<Regex>,
    /// Whether hot functions take part.
    pub hot: HotFunctions,
    /// What becomes of functions that do not ask to be small.
    pub others: Others,
    /// Whether functions with linkonce or weak linkage take part.
    pub linkonce: LinkOnce,
    /// Least number of instructions of a function that takes part.
    pub min_size: u32,
}

/// What a pass reads and writes besides the module.
#[derive(Clone, Debug)]
pub struct Files {
    /// Where the JSON report of what was merged goes, if anywhere.
    pub report: Option<Destination>,
    /// The file that the encoded functions are written to, with all that becomes of them, if any is.
    pub dump: Option<PathBuf>,
    /// The folder where builds keep what came of exploring pairs, if they do.
    pub cache: Option<PathBuf>,
    /// Where a summary goes. Without it, it goes into the object.
    pub out: Option<Output>,
    /// The combined summary of the program.
    pub summary: Option<PathBuf>,
}

/// The options of a pass, checked. [`Default`] reads the defaults from the table.
#[derive(Clone, Debug)]
pub struct Options {
    /// How candidates are found, and how many are tried.
    pub search: Search,
    /// Which functions take part.
    pub select: Selection,
    /// How two functions are aligned.
    pub alignment: Method,
    /// Which merges go first.
    pub order: Order,
    /// Bytes that a merge must be estimated to save.
    pub min_gain: u32,
    /// How what a merge saves is found out.
    pub profit: Profit,
    /// Merge every legal aligned pair, whether it pays or not.
    pub force: bool,
    /// What merges may cost in time.
    pub speed: Speed,
    /// In place of what `speed` says: the percentage by which merges may lengthen one call of a function.
    pub slowdown: Option<u32>,
    /// In place of what `speed` says: the tenths of a byte that a merge must save for each instruction that it adds
    /// to one call.
    pub time_price: Option<u32>,
    /// The same where a profile tells how often functions are called; none if it is no other.
    pub count_price: Option<u32>,
    /// LLVM's inliner comes later, and is left what only it can make part of its caller.
    pub before_inlining: bool,
    /// Let values of the two sides that can never both be live share one φ, in place of a select.
    pub coalesce: bool,
    /// Under `force`, the most merges that may lie behind one function. Profit does not end merging there, so
    /// that without this limit all functions of a module would become one.
    pub depth: u32,
    /// How many threads search, align and plan; 0 means one for each processor. The number does not change the result.
    pub threads: u32,
    /// Run LLVM's verifier after every merge.
    pub verify: bool,
    /// The numbers of the merges that are carried out; without it, all are.
    pub limit: Option<Intervals>,
    /// The only merges that are made, whatever others would pay; without it, all that pay.
    pub recorded: Option<Arc<Recorded>>,
    /// Which originals stay as thunks.
    pub thunks: Thunks,
    /// What becomes of their unwind entries.
    pub thunk_entries: ThunkEntries,
    /// In `fmerge`: whether equal functions are merged.
    pub identical: bool,
    /// In `fmerge`: whether functions that differ only in constants are merged.
    pub gfm: bool,
    /// In `fmerge`: whether similar functions are merged.
    pub f3m: bool,
    /// In `fmerge`: the most rounds.
    pub rounds: u32,
    /// Whether functions count as equal that differ only in flags, alignments, metadata and attributes which
    /// may be dropped.
    pub weaken: bool,
    /// Whether a symbol may become an alias of an equal function.
    pub aliases: bool,
    /// What the linker folds by itself; none if its arguments tell.
    pub icf: Option<Icf>,
    /// Whether a linker comes later that may drop what nobody refers to; none if the place of the pass tells.
    pub gc_sections: Option<bool>,
    /// Most constants that become parameters of one body.
    pub params: u32,
    /// Whether callees may become parameters.
    pub callees: bool,
    /// Whether constants are read from tables where there would be too many parameters.
    pub tables: bool,
    /// Who keeps one of equal bodies in several objects.
    pub fold: Fold,
    /// What is read and written.
    pub files: Files,
}

/// How many candidates a search takes from one bucket where there are many functions. F3M finds no loss with any cap
/// above one (section IV-E, figure 16).
const CAP_OF_MANY: u32 = 20;
/// The least similarity of a candidate where there are many functions.
const THRESHOLD_OF_MANY: f64 = 0.25;

impl Search {
    /// The shape of the index, and the threshold, for a module of so many functions.
    pub fn index(&self, functions: usize) -> (LshParams, f64) {
        let bucket_cap = self.bucket_cap;
        if self.by_count {
            let (threshold, rows, bands) = adaptive(functions);
            return (LshParams { rows, bands, bucket_cap }, threshold);
        }
        let given = LshParams { rows: self.rows, bands: self.bands, bucket_cap };
        if functions < self.many as usize || self.rows != 2 {
            return (given, self.threshold);
        }
        let threshold = self.threshold.max(THRESHOLD_OF_MANY);
        let bands = bands(threshold).min(self.bands);
        (LshParams { bands, bucket_cap: bucket_cap.min(CAP_OF_MANY), ..given }, threshold)
    }
}

impl Selection {
    /// Whether a function of this name may take part, as far as `only` and `skip` say.
    pub fn admits(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|pattern| pattern.is_match(name))
            && !self.skip.as_ref().is_some_and(|pattern| pattern.is_match(name))
    }
}

impl Options {
    /// What merges may cost in time. Under `force` they may cost anything; a `time-price` that is given still shapes
    /// what they share, so that code which only time shapes is tried with every pair.
    pub fn time_policy(&self) -> TimePolicy {
        if self.force {
            let price = self.time_price.unwrap_or_default();
            return TimePolicy::all(Tolerance {
                price: Tenths::new(price.into()),
                ..Tolerance::ANY
            });
        }
        let policy = TimePolicy::all(self.tolerance(self.speed));
        match self.select.others {
            Others::Free => policy.with_others(self.tolerance(Speed::Keep)),
            Others::Skip | Others::Same => policy,
        }
    }

    /// What `speed` stands for, with what is given in the place of parts of it.
    fn tolerance(&self, speed: Speed) -> Tolerance {
        let named = speed.tolerance();
        let given = self.time_price.map(|tenths| Tenths::new(tenths.into()));
        Tolerance {
            slowdown: self.slowdown.or(named.slowdown),
            beyond: if self.slowdown.is_some() { None } else { named.beyond },
            always: if self.slowdown.is_some() { Executed::ZERO } else { named.always },
            entry: given.unwrap_or(named.entry),
            price: given.unwrap_or(named.price),
            counted: self.count_price.map(|tenths| Tenths::new(tenths.into())),
            ..named
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        table::defaults()
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
