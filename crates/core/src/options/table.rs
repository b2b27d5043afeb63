//! The one table of options.
//!
//! Consumes: nothing. Produces: [`Options`], with a field for each option, and [`TABLE`], with a row for each.
//! Guarantees (tested): names are unique, every default parses, every row is documented.

use std::path::PathBuf;

use regex_lite::Regex;
use serde::Serialize;

use super::value::{BadValue, OptionValue};
use super::{
    Bands, Fold, HotFunctions, LinkOnce, OURS, Others, Output, PassName, Profit, System,
    ThunkEntries, Thunks,
};
use crate::align::Method;
use crate::icf::Icf;
use crate::policy::Speed;
use crate::recorded::MergeLimit;
use crate::report::Destination;

/// Whom an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// Whoever builds programs.
    Use,
    /// Whoever studies merging.
    Research,
    /// Tests of this project.
    Tests,
}

/// The lists, with what is said above each.
pub const LISTS: [(List, &str); 3] = [
    (List::Use, "Options for everybody"),
    (List::Research, "Options for research"),
    (List::Tests, "Options for tests of fmerge"),
];

/// One option.
pub(super) struct OptionRow {
    /// Its name in a pipeline.
    pub name: &'static str,
    /// Whom it is for.
    pub list: List,
    /// Whether it may stand without a value, and with `no-` before it.
    pub flag: bool,
    /// What values it takes, for people.
    pub allowed: fn() -> String,
    /// Its default as text; empty for an option that is off until given.
    pub default: fn() -> String,
    /// Its defaults that depend on other options; the first that applies counts.
    pub derived: &'static [Derived],
    /// Reads a value into its field.
    pub set: fn(&mut Options, &str) -> Result<(), BadValue>,
    /// The passes that take it.
    pub passes: &'static [PassName],
    /// One line for people.
    pub help: &'static str,
}

/// A default that depends on other options.
pub(super) struct Derived {
    pub value: &'static str,
    /// When it applies, for people.
    pub said: &'static str,
    pub applies: fn(&Options) -> bool,
}

use PassName::{
    F3m, F3mAnalyze, F3mCombine, F3mMerge, Fmerge, Gfm, GfmAnalyze, GfmMerge, Identical,
};

/// Every pass.
const ALL: &[PassName] = &PassName::ALL;
/// The passes that merge.
const MERGING: &[PassName] = &[Identical, Gfm, GfmMerge, F3m, F3mCombine, Fmerge];
/// The passes that change functions.
const CHANGING: &[PassName] = &[Identical, Gfm, GfmMerge, F3m, F3mCombine, F3mMerge, Fmerge];
/// The passes that merge functions of one module.
const LOCAL: &[PassName] = &[Identical, Gfm, F3m, Fmerge];
/// The passes that merge similar functions.
const SIMILAR: &[PassName] = &[F3m, F3mCombine, Fmerge];
/// The passes whose merged bodies take further parameters.
const GAINING: &[PassName] = &[F3m, F3mCombine, Gfm, Fmerge];
/// The passes that leave out small functions.
const SIZED: &[PassName] = &[F3m, F3mCombine, Gfm, GfmAnalyze, GfmMerge, Fmerge];
/// The passes that make parameters of constants.
const CONSTANTS: &[PassName] = &[Gfm, F3mCombine, Fmerge];
/// The passes that merge equal functions.
const EQUAL: &[PassName] = &[Identical, Fmerge];

/// The least similarity of a candidate. Functions that share next to nothing still save a prologue and an unwind entry.
/// Where time counts, that is not worth the branches on the identifier that every call executes.
const THRESHOLDS: &[Derived] = &[
    Derived { value: "0", said: "with force", applies: |o| o.force && !is_adaptive(o) },
    Derived {
        value: "0.05",
        said: "with speed=ignore",
        applies: |o| o.speed == Speed::Ignore && !is_adaptive(o),
    },
    Derived { value: "0.25", said: "else", applies: |o| !is_adaptive(o) },
];

/// Whether the number of functions decides how similar candidates must be.
fn is_adaptive(options: &Options) -> bool {
    options.system.bands == Bands::ByCount
}

/// What an option's values may be: what its type says, unless there is a range.
macro_rules! allowed {
    ($type:ty) => {
        <$type>::allowed()
    };
    ($type:ty, $least:literal, u32::MAX) => {
        format!("a whole number, {} or more", $least)
    };
    ($type:ty, $least:literal, $most:literal) => {
        format!("a whole number, {} to {}", $least, $most)
    };
}

/// What is given, or an empty slice.
macro_rules! or_none {
    () => {
        &[]
    };
    ($given:expr) => {
        $given
    };
}

/// A row: its list, the passes that take the option, its name, its field with type and default, its range if its type
/// alone does not say it, its derived defaults, one line for people.
macro_rules! options {
    ($($list:ident $passes:expr, $name:literal, $field:ident: $type:ty = $default:expr
        $(, in [$least:literal, $($most:tt)+])? $(, or $derived:expr)?, $help:literal;)*) => {
        /// The options of a pass, checked.
        #[derive(Clone, Debug)]
        pub struct Options {
            $(#[doc = $help] pub $field: $type,)*
        }

        /// The defaults of the table. Those in [`OptionRow::derived`] are not set.
        impl Default for Options {
            fn default() -> Options {
                Options { $($field: $default,)* }
            }
        }

        /// Every option, in the order of the documentation.
        pub(super) static TABLE: &[OptionRow] = &[$(OptionRow {
            name: $name,
            list: List::$list,
            flag: <$type>::FLAG,
            allowed: || allowed!($type $(, $least, $($most)+)?),
            default: || <$type>::written(&$default),
            derived: or_none!($($derived)?),
            set: |options, text| {
                let value = <$type>::read(text)?;
                $(if !($least..=$($most)+).contains(&value) { return Err(None); })?
                options.$field = value;
                Ok(())
            },
            passes: $passes,
            help: $help,
        }),*];
    };
}

options! {
    Use MERGING, "speed", speed: Speed = Speed::Balanced,
        "what merges may cost in time: next to nothing, little, or anything";
    Use ALL, "others", others: Others = Others::Same,
        "functions that do not ask to be small by minsize or optsize, and that no profile calls cold: leave them alone, merge \
         them where that takes next to no time (speed=keep), or merge them like the others";
    Use ALL, "only", only: Option<Regex> = None,
        "only functions whose names match take part; LLVM cuts a pipeline at , ( and ), so use ^a$|^b$";
    Use ALL, "skip", skip: Option<Regex> = None,
        "functions whose names match take no part, even where `only` matches";
    Use CHANGING, "report", report: Option<Destination> = None,
        "write what was merged and what was refused, as JSON, for `fmerge report` (docs/reports.md)";
    Use SIMILAR, "cache", cache: Option<PathBuf> = None,
        "a folder that keeps what came of exploring pairs: the next build merges the same in less time (docs/caches.md)";
    Use SIMILAR, "threads", threads: u32 = 0, in [0, 1024],
        "threads that search and align, 0 for one a processor; the result is the same on any number";
    Use EQUAL, "icf", icf: Option<Icf> = None,
        "what the linker folds by itself: with all, equal functions are left to it that would stay as thunks; auto is what lld \
         or rustc is told";
    Use &[GfmAnalyze, F3mAnalyze, F3mCombine], "out", out: Option<Output> = None,
        "the file for the summary or the module, which goes into the object otherwise; of f3m-combine, that for bodies";
    Use &[GfmMerge, F3mMerge, F3mAnalyze], "summary", summary: Option<PathBuf> = None,
        "the combined summary of the program, as `fmerge combine` writes it; of f3m-analyze, what the object is merged by next time";
    Research &[F3mCombine], "inputs", inputs: Option<PathBuf> = None,
        "a file of `fmerge combine` that names further modules in bitcode, and the functions that are merged if these are not all";
    Research SIMILAR, "system", system: &'static System = &OURS,
        "how functions are ranked and which merges go first: our way, or that of a paper";
    Research SIMILAR, "threshold", threshold: Option<f64> = None, or THRESHOLDS,
        "least similarity of a candidate, estimated from the fingerprints";
    Research SIMILAR, "explore", explore: u32 = 3, in [1, 1000],
        "how many candidates to try for each function, best first";
    Research SIMILAR, "families", families: u32 = 32, in [2, 64],
        "how many similar functions become one at once, at most; what comes of that is merged again";
    Research SIMILAR, "alignment", alignment: Method = Method::Blocks,
        "which instructions become one: ours, block by block in step (HyFM), or in whole functions (SalSSA)";
    Research SIMILAR, "profit", profit: Profit = Profit::Model,
        "what similar functions save: by the target's prices; where these are not sure, by generating code; or by \
         TargetTransformInfo's costs alone, as in the papers";
    Research SIZED, "min-size", min_size: u32 = 4, in [1, u32::MAX],
        "least number of instructions of a function that takes part";
    Research GAINING, "min-gain", min_gain: u32 = 0,
        "bytes that a merge must be estimated to save";
    Research &[Fmerge], "rounds", rounds: u32 = 1, in [1, 100],
        "how often to begin anew at most, for as long as something was merged";
    Research ALL, "hot", hot: HotFunctions = HotFunctions::Skip,
        "leave functions alone that make up 90% of what a profile has counted, or have the attribute hot; or let them take part";
    Research ALL, "linkonce", linkonce: LinkOnce = LinkOnce::Merge,
        "skip functions of which other objects may hold copies, as is right without LTO";
    Research LOCAL, "before-inlining", before_inlining: bool = false,
        "LLVM's inliner comes later: leave functions to it that their only caller is to have inlined, where that saves more \
         than a call";
    Research LOCAL, "thunk-entries", thunk_entries: ThunkEntries = ThunkEntries::Keep,
        "what becomes of the unwind entries of thunks that throw nothing: without one, a thunk takes a fifth of the bytes, but \
         a backtrace that a signal takes right there ends there";
    Research SIMILAR, "gc-sections", gc_sections: Option<bool> = None,
        "whether a linker comes later that may drop functions which nobody refers to: merges then bring nobody the symbols \
         that only such functions need; auto is yes but in passes by hand, and what lld is told in its links";
    Research &[GfmMerge], "fold", fold: Fold = Fold::Auto,
        "who keeps one of equal bodies: the linker's identical code folding, or any linker by comdat";
    Research CHANGING, "limit", limit: Option<MergeLimit> = None,
        "make only some merges: those of these numbers, counted in the module over all passes; or those of an earlier run's \
         report, in their order, which gfm-merge does not take";
    Research &[F3m], "dump", dump: Option<PathBuf> = None,
        "write the encoded functions and what becomes of them to a file, for `fmerge dump`: to look at, test and time";
    Tests MERGING, "force", force: bool = false,
        "merge whatever is legal, whether it pays or not";
    Tests CHANGING, "verify", verify: bool = false,
        "run LLVM's verifier after every merge";
    Tests &[F3m], "by-hand", by_hand: Option<PathBuf> = None,
        "merge the functions of this file along its alignments, whether that pays or not, and no others \
         (crates/core/src/by_hand.rs says what is in it)";
    Tests SIMILAR, "depth", depth: u32 = 3, in [1, 1000],
        "with force, how many merges may lie behind one function: profit sets no end there";
    Tests CHANGING, "thunks", thunks: Thunks = Thunks::Auto,
        "keep every original as a thunk, or only those that something else than a call refers to; or keep every one at the \
         price of auto";
    Tests CONSTANTS, "params", params: u32 = 4, in [0, 255],
        "most constants that become parameters of one body; never more than go in registers";
    Tests MERGING, "slowdown", slowdown: Option<u32> = None,
        "in place of what speed says: most percent that all merges together may add to what one call of a function executes";
    Tests MERGING, "time-price", time_price: Option<u32> = None,
        "in place of what speed says: tenths of a byte that a merge must save for each instruction that it adds to one call";
}

/// The row of this name, whichever passes take it.
pub(super) fn row(name: &str) -> Option<&'static OptionRow> {
    TABLE.iter().find(|r| r.name == name)
}

/// The rows that `pass` takes.
pub(super) fn rows_of(pass: PassName) -> impl Iterator<Item = &'static OptionRow> {
    TABLE.iter().filter(move |r| r.passes.contains(&pass))
}
