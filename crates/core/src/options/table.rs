//! The one table of options.
//!
//! Consumes: nothing. Produces: [`TABLE`], one row for each option of any pass.
//! Guarantees (tested): names are unique, every default parses, every row is documented.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use regex::Regex;

use super::{
    Files, Fold, HotFunctions, LinkOnce, Options, Order, Others, Output, PassName, Profit, Ranking,
    Search, Selection, ThunkEntries, Thunks,
};
use crate::align::Method;
use crate::fingerprint::Features;
use crate::icf::Icf;
use crate::intervals::{Intervals, SYNTAX};
use crate::policy::Speed;
use crate::recorded::Recorded;
use crate::report::{DESTINATION_SYNTAX, Destination};

/// One option.
pub(super) struct Row {
    /// Its name in a pipeline.
    pub name: &'static str,
    /// What values it takes, and where they are kept.
    pub kind: Kind,
    /// Its default as text; empty for an option that is off until given.
    pub default: &'static str,
    /// The passes that take it.
    pub passes: &'static [PassName],
    /// One line for people.
    pub help: &'static str,
}

/// A word that an option can be, and what it sets.
type Word = (&'static str, fn(&mut Options));

/// The type and range of an option, with the way to its field.
pub(super) enum Kind {
    /// True or false; `name`, `no-name`, `name=true`, `name=false`.
    Flag(fn(&mut Options) -> &mut bool),
    /// A whole number of the range.
    Count { min: u32, max: u32, field: fn(&mut Options) -> &mut u32 },
    /// A whole number, or none unless given.
    Limit(fn(&mut Options) -> &mut Option<u32>),
    /// A number from 0 to 1.
    Share(fn(&mut Options) -> &mut f64),
    /// One of the words, each with what it sets.
    Choice(&'static [Word]),
    /// A set of whole numbers.
    Numbers(fn(&mut Options) -> &mut Option<Intervals>),
    /// A regular expression.
    Pattern(fn(&mut Options) -> &mut Option<Regex>),
    /// A file; `-` is standard output.
    File(fn(&mut Options) -> &mut Option<Output>),
    /// Files of reports.
    Reports(fn(&mut Options) -> &mut Option<Destination>),
    /// A folder.
    Folder(fn(&mut Options) -> &mut Option<PathBuf>),
    /// A file.
    Path(fn(&mut Options) -> &mut Option<PathBuf>),
    /// The merges of a report, which is read at once.
    Recorded(fn(&mut Options) -> &mut Option<Arc<Recorded>>),
}

impl Kind {
    /// What a value may be, for people.
    pub(super) fn allowed(&self) -> String {
        match self {
            Kind::Flag(_) => "true, false".into(),
            Kind::Count { min, max: u32::MAX, .. } => format!("a whole number, {min} or more"),
            Kind::Count { min, max, .. } => format!("a whole number, {min} to {max}"),
            Kind::Limit(_) => "a whole number, 0 or more".into(),
            Kind::Share(_) => "a number, 0 to 1".into(),
            Kind::Choice(words) => words.iter().map(|w| w.0).collect::<Vec<_>>().join(", "),
            Kind::Numbers(_) => SYNTAX.into(),
            Kind::Pattern(_) => "a regular expression".into(),
            Kind::Folder(_) => "a folder".into(),
            Kind::Path(_) => "a file".into(),
            Kind::Recorded(_) => "the report of an earlier run".into(),
            Kind::File(_) => "a file, or - for standard output".into(),
            Kind::Reports(_) => DESTINATION_SYNTAX.into(),
        }
    }

    /// Puts `value` in its field.
    ///
    /// # Errors
    /// When the value is not allowed: a reason beyond [`Self::allowed`], where there is one.
    pub(super) fn set(&self, options: &mut Options, value: &str) -> Result<(), Option<String>> {
        match self {
            Kind::Flag(field) => *field(options) = value.parse().map_err(|_| None)?,
            Kind::Count { min, max, field } => {
                let number: u32 = value.parse().map_err(|_| None)?;
                *field(options) = Some(number).filter(|n| (min..=max).contains(&n)).ok_or(None)?;
            }
            Kind::Limit(field) => *field(options) = Some(value.parse().map_err(|_| None)?),
            Kind::Share(field) => {
                let number: f64 = value.parse().map_err(|_| None)?;
                *field(options) = Some(number).filter(|n| (0.0..=1.0).contains(n)).ok_or(None)?;
            }
            Kind::Choice(words) => words.iter().find(|w| w.0 == value).ok_or(None)?.1(options),
            Kind::Numbers(field) => {
                *field(options) = Some(value.parse().map_err(|e| Some(format!("{e}")))?);
            }
            Kind::Pattern(field) => *field(options) = Some(pattern(value)?),
            Kind::Folder(_) if value.is_empty() => return Err(None),
            Kind::Folder(field) => *field(options) = Some(value.into()),
            Kind::Path(field) => *field(options) = Some(value.into()),
            Kind::File(field) => *field(options) = Some(output(value)),
            Kind::Recorded(field) => {
                let recorded = Recorded::read(Path::new(value)).map_err(|e| Some(e.to_string()))?;
                *field(options) = Some(Arc::new(recorded));
            }
            Kind::Reports(field) => *field(options) = Some(value.parse().map_err(Some)?),
        }
        Ok(())
    }
}

/// Reads a regular expression; the last line of the regex crate's report says what is wrong.
fn pattern(value: &str) -> Result<Regex, Option<String>> {
    Regex::new(value).map_err(|e| e.to_string().lines().last().map(str::to_owned))
}

/// Where `value` says to write.
fn output(value: &str) -> Output {
    if value == "-" { Output::Stdout } else { Output::File(value.into()) }
}

use PassName::{F3m, Fmerge, Gfm, GfmAnalyze, GfmMerge, Identical};

/// Every pass.
const ALL: &[PassName] = &PassName::ALL;
/// The passes that rank functions by similarity.
const SEARCHING: &[PassName] = &[F3m, Fmerge];
/// The passes that leave out small functions.
const SIZED: &[PassName] = &[F3m, Gfm, GfmAnalyze, GfmMerge, Fmerge];
/// The passes that align and merge pairs.
const ALIGNING: &[PassName] = &[F3m, Fmerge];
/// The passes that only align and merge pairs.
const PAIRS: &[PassName] = &[F3m];
/// The passes whose merged bodies take further parameters.
const GAINING: &[PassName] = &[F3m, Gfm, Fmerge];
/// The passes that merge.
const MERGING: &[PassName] = &[Identical, Gfm, GfmMerge, F3m, Fmerge];
/// The passes that merge functions of one module.
const RECORDED: &[PassName] = &[Identical, Gfm, F3m, Fmerge];
/// The passes that ask what time is worth.
const TIMED: &[PassName] = &[Identical, Gfm, GfmMerge, F3m, Fmerge];
/// The passes whose merges the inliner may undo or miss, and which so may need another price where a profile counts.
const COUNTED: &[PassName] = &[Identical, Gfm, GfmMerge, F3m, Fmerge];
/// The passes that leave to the inliner what it alone makes small or fast.
const INLINED: &[PassName] = &[Identical, Gfm, F3m, Fmerge];
/// The passes that make parameters of constants.
const CONSTANTS: &[PassName] = &[Gfm, Fmerge];
/// The passes that merge equal functions.
const EQUAL: &[PassName] = &[Identical, Fmerge];
/// The pass that runs the others.
const COMBINED: &[PassName] = &[Fmerge];
/// The pass that merges functions of many modules by a summary.
const GLOBAL: &[PassName] = &[GfmMerge];
/// The passes that write something other than a report.
const WRITING: &[PassName] = &[GfmAnalyze];

/// Every option, in the order of the documentation.
pub(super) static TABLE: &[Row] = &[
    Row {
        name: "ranking",
        kind: Kind::Choice(&[
            ("minhash", |o| o.search.ranking = Ranking::MinHash),
            ("opcodes", |o| o.search.ranking = Ranking::Opcodes),
            ("bounds", |o| o.search.ranking = Ranking::Bounds),
        ]),
        default: "minhash",
        passes: SEARCHING,
        help: "how candidates are found: by MinHash and LSH, or among all by opcodes (HyFM) or upper bounds (FMSA)",
    },
    Row {
        name: "fingerprint",
        kind: Kind::Choice(&[
            ("keys", |o| o.search.fingerprint = Features::PairsAndBlocks),
            ("codes", |o| o.search.fingerprint = Features::Codes),
        ]),
        default: "keys",
        passes: SEARCHING,
        help: "what MinHash compares: pairs of merge keys and whole blocks, or pairs of the paper's 32-bit codes",
    },
    Row {
        name: "k",
        kind: Kind::Count { min: 1, max: 4096, field: |o| &mut o.search.k },
        default: "200",
        passes: SEARCHING,
        help: "hashes in a MinHash fingerprint; must be rows times bands, and is derived if not given",
    },
    Row {
        name: "rows",
        kind: Kind::Count { min: 1, max: 64, field: |o| &mut o.search.rows },
        default: "2",
        passes: SEARCHING,
        help: "hashes in a band: more rows find fewer, more similar candidates",
    },
    Row {
        name: "bands",
        kind: Kind::Count { min: 1, max: 4096, field: |o| &mut o.search.bands },
        default: "100",
        passes: SEARCHING,
        help: "bands of a fingerprint: functions that share one are candidates; derived if not given",
    },
    Row {
        name: "threshold",
        kind: Kind::Share(|o| &mut o.search.threshold),
        default: "0.25",
        passes: SEARCHING,
        help: "least similarity of a candidate, estimated from the fingerprints; 0.05 if not given where speed is ignored",
    },
    Row {
        name: "bucket-cap",
        kind: Kind::Count { min: 1, max: u32::MAX, field: |o| &mut o.search.bucket_cap },
        default: "100",
        passes: SEARCHING,
        help: "most candidates that a search takes from one bucket",
    },
    Row {
        name: "by-count",
        kind: Kind::Flag(|o| &mut o.search.by_count),
        default: "false",
        passes: SEARCHING,
        help: "choose threshold, bands and k from the number of functions (F3M, equations 3 and 4)",
    },
    Row {
        name: "many",
        kind: Kind::Count { min: 0, max: u32::MAX, field: |o| &mut o.search.many },
        default: "20000",
        passes: SEARCHING,
        help: "from so many functions on, search less: similarity of 0.25 at least, bands by equation 4 of F3M, 20 \
               candidates from a bucket",
    },
    Row {
        name: "explore",
        kind: Kind::Count { min: 1, max: 1000, field: |o| &mut o.search.explore },
        default: "3",
        passes: SEARCHING,
        help: "how many candidates to try for each function, best first",
    },
    Row {
        name: "among",
        kind: Kind::Count { min: 0, max: 1000, field: |o| &mut o.search.among },
        default: "32",
        passes: ALIGNING,
        help: "choose them from so many of the most similar, by similarity times the most bytes that a merge could \
               save; with 0, try the most similar ones",
    },
    Row {
        name: "alignment",
        kind: Kind::Choice(&[
            ("blocks", |o| o.alignment = Method::Blocks),
            ("linear", |o| o.alignment = Method::Linear),
            ("whole", |o| o.alignment = Method::Whole),
        ]),
        default: "blocks",
        passes: SEARCHING,
        help: "which instructions become one: ours, block by block in step (HyFM), or in whole functions (SalSSA)",
    },
    Row {
        name: "order",
        kind: Kind::Choice(&[
            ("gain", |o| o.order = Order::Gain),
            ("size", |o| o.order = Order::Size),
        ]),
        default: "gain",
        passes: ALIGNING,
        help: "merge the pair first whose gain times similarity is greatest, or each function, largest first, with \
               the first that pays",
    },
    Row {
        name: "min-size",
        kind: Kind::Count { min: 1, max: u32::MAX, field: |o| &mut o.select.min_size },
        default: "4",
        passes: SIZED,
        help: "least number of instructions of a function that takes part",
    },
    Row {
        name: "min-gain",
        kind: Kind::Count { min: 0, max: u32::MAX, field: |o| &mut o.min_gain },
        default: "0",
        passes: GAINING,
        help: "bytes that a merge must be estimated to save",
    },
    Row {
        name: "profit",
        kind: Kind::Choice(&[
            ("model", |o| o.profit = Profit::Model),
            ("exact", |o| o.profit = Profit::Exact),
            ("tti", |o| o.profit = Profit::Tti),
        ]),
        default: "model",
        passes: ALIGNING,
        help: "what similar functions save: by the target's prices; where these are not sure, by generating code; or by TargetTransformInfo's costs alone, as in the papers",
    },
    Row {
        name: "speed",
        kind: Kind::Choice(&[
            ("keep", |o| o.speed = Speed::Keep),
            ("balanced", |o| o.speed = Speed::Balanced),
            ("ignore", |o| o.speed = Speed::Ignore),
        ]),
        default: "balanced",
        passes: TIMED,
        help: "what merges may cost in time: next to nothing, little, or anything; sets slowdown and time-price",
    },
    Row {
        name: "slowdown",
        kind: Kind::Limit(|o| &mut o.slowdown),
        default: "",
        passes: TIMED,
        help: "most percent that all merges together may add, by the estimate, to what one call of a function executes",
    },
    Row {
        name: "time-price",
        kind: Kind::Limit(|o| &mut o.time_price),
        default: "",
        passes: TIMED,
        help: "tenths of a byte that a merge must save for each instruction that it adds to one call",
    },
    Row {
        name: "count-price",
        kind: Kind::Limit(|o| &mut o.count_price),
        default: "",
        passes: COUNTED,
        help: "the same where a profile tells how often functions are called, if that is to be another",
    },
    Row {
        name: "before-inlining",
        kind: Kind::Flag(|o| &mut o.before_inlining),
        default: "false",
        passes: INLINED,
        help: "LLVM's inliner comes later: leave functions to it that their only caller is to have inlined, where that saves more than a call",
    },
    Row {
        name: "force",
        kind: Kind::Flag(|o| &mut o.force),
        default: "false",
        passes: MERGING,
        help: "merge whatever is legal, whether it pays or not, and however unlike unless a threshold is given: for testing",
    },
    Row {
        name: "depth",
        kind: Kind::Count { min: 1, max: 1000, field: |o| &mut o.depth },
        default: "3",
        passes: ALIGNING,
        help: "with force, how many merges may lie behind one function; without it, profit sets the end",
    },
    Row {
        name: "threads",
        kind: Kind::Count { min: 0, max: 1024, field: |o| &mut o.threads },
        default: "0",
        passes: SEARCHING,
        help: "threads that search and align, 0 for one a processor; the result is the same on any number",
    },
    Row {
        name: "verify",
        kind: Kind::Flag(|o| &mut o.verify),
        default: "false",
        passes: MERGING,
        help: "run LLVM's verifier after every merge",
    },
    Row {
        name: "limit",
        kind: Kind::Numbers(|o| &mut o.limit),
        default: "",
        passes: MERGING,
        help: "carry out only the merges of these numbers, counted in the module over all passes: to bisect",
    },
    Row {
        name: "recorded",
        kind: Kind::Recorded(|o| &mut o.recorded),
        default: "",
        passes: RECORDED,
        help: "make the merges of this report of an earlier run in their order, and no others: to see what a single one of them does",
    },
    Row {
        name: "coalesce",
        kind: Kind::Flag(|o| &mut o.coalesce),
        default: "true",
        passes: ALIGNING,
        help: "let a value of each side share one phi, in place of a select: off to see what that is worth",
    },
    Row {
        name: "thunks",
        kind: Kind::Choice(&[
            ("auto", |o| o.thunks = Thunks::Auto),
            ("keep", |o| o.thunks = Thunks::Keep),
        ]),
        default: "auto",
        passes: MERGING,
        help: "keep every original as a thunk, or only those that something else than a call refers to",
    },
    Row {
        name: "thunk-entries",
        kind: Kind::Choice(&[
            ("keep", |o| o.thunk_entries = ThunkEntries::Keep),
            ("drop", |o| o.thunk_entries = ThunkEntries::Drop),
        ]),
        default: "keep",
        passes: RECORDED,
        help: "what becomes of the unwind entries of thunks that throw nothing: without one, a thunk takes a fifth of the \
               bytes, but a backtrace that a signal takes right there ends there",
    },
    Row {
        name: "only",
        kind: Kind::Pattern(|o| &mut o.select.only),
        default: "",
        passes: ALL,
        help: "only functions whose names match take part; LLVM cuts a pipeline at , ( and ), so use ^a$|^b$",
    },
    Row {
        name: "skip",
        kind: Kind::Pattern(|o| &mut o.select.skip),
        default: "",
        passes: ALL,
        help: "functions whose names match take no part, even where `only` matches",
    },
    Row {
        name: "hot",
        kind: Kind::Choice(&[
            ("skip", |o| o.select.hot = HotFunctions::Skip),
            ("merge", |o| o.select.hot = HotFunctions::Merge),
        ]),
        default: "skip",
        passes: ALL,
        help: "leave functions alone that make up 90% of what a profile has counted, or have the attribute hot; or let them take part",
    },
    Row {
        name: "others",
        kind: Kind::Choice(&[
            ("skip", |o| o.select.others = Others::Skip),
            ("free", |o| o.select.others = Others::Free),
            ("same", |o| o.select.others = Others::Same),
        ]),
        default: "same",
        passes: ALL,
        help: "functions that do not ask to be small by minsize or optsize, and that no profile calls cold: leave them alone, \
               merge them where that takes next to no time (speed=keep), or merge them like the others",
    },
    Row {
        name: "linkonce",
        kind: Kind::Choice(&[
            ("merge", |o| o.select.linkonce = LinkOnce::Merge),
            ("skip", |o| o.select.linkonce = LinkOnce::Skip),
        ]),
        default: "merge",
        passes: ALL,
        help: "skip functions of which other objects may hold copies, as is right without LTO",
    },
    Row {
        name: "identical",
        kind: Kind::Flag(|o| &mut o.identical),
        default: "true",
        passes: COMBINED,
        help: "merge equal functions",
    },
    Row {
        name: "gfm",
        kind: Kind::Flag(|o| &mut o.gfm),
        default: "true",
        passes: COMBINED,
        help: "merge functions that differ only in constants",
    },
    Row {
        name: "f3m",
        kind: Kind::Flag(|o| &mut o.f3m),
        default: "true",
        passes: COMBINED,
        help: "merge similar functions",
    },
    Row {
        name: "rounds",
        kind: Kind::Count { min: 1, max: 100, field: |o| &mut o.rounds },
        default: "1",
        passes: COMBINED,
        help: "how often to begin anew at most, for as long as something was merged",
    },
    Row {
        name: "weaken",
        kind: Kind::Flag(|o| &mut o.weaken),
        default: "true",
        passes: EQUAL,
        help: "functions that differ only in what they promise the optimizer are equal: one loses its promises",
    },
    Row {
        name: "icf",
        kind: Kind::Choice(&[
            ("auto", |o| o.icf = None),
            ("none", |o| o.icf = Some(Icf::None)),
            ("safe", |o| o.icf = Some(Icf::Safe)),
            ("all", |o| o.icf = Some(Icf::All)),
        ]),
        default: "auto",
        passes: EQUAL,
        help: "what the linker folds by itself: with all, equal functions are left to it that would stay as thunks; auto is \
               what lld or rustc is told",
    },
    Row {
        name: "gc-sections",
        kind: Kind::Choice(&[
            ("auto", |o| o.gc_sections = None),
            ("yes", |o| o.gc_sections = Some(true)),
            ("no", |o| o.gc_sections = Some(false)),
        ]),
        default: "auto",
        passes: ALIGNING,
        help: "whether a linker comes later that may drop functions which nobody refers to: merges then bring nobody the symbols \
               that only such functions need; auto is yes but in passes by hand, and what lld is told in its links",
    },
    Row {
        name: "aliases",
        kind: Kind::Flag(|o| &mut o.aliases),
        default: "true",
        passes: EQUAL,
        help: "a symbol whose address does not matter becomes an alias, not a thunk",
    },
    Row {
        name: "params",
        kind: Kind::Count { min: 0, max: 255, field: |o| &mut o.params },
        default: "4",
        passes: CONSTANTS,
        help: "most constants that become parameters of one body; never more than go in registers",
    },
    Row {
        name: "callees",
        kind: Kind::Flag(|o| &mut o.callees),
        default: "true",
        passes: CONSTANTS,
        help: "callees may become parameters, which makes direct calls indirect",
    },
    Row {
        name: "tables",
        kind: Kind::Flag(|o| &mut o.tables),
        default: "true",
        passes: CONSTANTS,
        help: "where functions differ in too many constants to pass them all, each has a table that the shared body reads",
    },
    Row {
        name: "report",
        kind: Kind::Reports(|o| &mut o.files.report),
        default: "",
        passes: MERGING,
        help: "write what was merged and what was refused, as JSON, for `fmerge report` (docs/reports.md)",
    },
    Row {
        name: "dump",
        kind: Kind::Path(|o| &mut o.files.dump),
        default: "",
        passes: PAIRS,
        help: "write the encoded functions and what becomes of them, for `fmerge dump`: to look at, test and time",
    },
    Row {
        name: "cache",
        kind: Kind::Folder(|o| &mut o.files.cache),
        default: "",
        passes: ALIGNING,
        help: "keep there what came of exploring pairs, for the next build, which merges the same in less time \
               (docs/caches.md)",
    },
    Row {
        name: "out",
        kind: Kind::File(|o| &mut o.files.out),
        default: "",
        passes: WRITING,
        help: "where the summary goes, if not into the object",
    },
    Row {
        name: "summary",
        kind: Kind::Path(|o| &mut o.files.summary),
        default: "",
        passes: GLOBAL,
        help: "the combined summary of the program, as `fmerge combine` writes it",
    },
    Row {
        name: "fold",
        kind: Kind::Choice(&[
            ("auto", |o| o.fold = Fold::Auto),
            ("icf", |o| o.fold = Fold::Icf),
            ("comdat", |o| o.fold = Fold::Comdat),
        ]),
        default: "auto",
        passes: GLOBAL,
        help: "who keeps one of equal bodies: the linker's identical code folding, or any linker by comdat",
    },
];

/// The row of this name, whichever passes take it.
pub(super) fn row(name: &str) -> Option<&'static Row> {
    TABLE.iter().find(|r| r.name == name)
}

/// The rows that `pass` takes.
pub(super) fn rows_of(pass: PassName) -> impl Iterator<Item = &'static Row> {
    TABLE.iter().filter(move |r| r.passes.contains(&pass))
}

/// The options as the table's defaults have them.
pub(super) fn defaults() -> Options {
    let mut options = blank();
    for row in TABLE.iter().filter(|r| !r.default.is_empty()) {
        row.kind.set(&mut options, row.default).expect("a default is allowed by its own row");
    }
    options
}

/// Options to write the defaults into. Each value other than `None` is overwritten.
fn blank() -> Options {
    Options {
        search: Search {
            ranking: Ranking::MinHash,
            fingerprint: Features::Codes,
            k: 0,
            rows: 0,
            bands: 0,
            threshold: f64::NAN,
            bucket_cap: 0,
            by_count: false,
            many: 0,
            explore: 0,
            among: 0,
        },
        select: Selection {
            only: None,
            skip: None,
            hot: HotFunctions::Skip,
            others: Others::Same,
            linkonce: LinkOnce::Merge,
            min_size: 0,
        },
        alignment: Method::Blocks,
        order: Order::Gain,
        min_gain: 0,
        profit: Profit::Model,
        force: false,
        speed: Speed::Balanced,
        slowdown: None,
        time_price: None,
        count_price: None,
        before_inlining: false,
        coalesce: false,
        depth: 0,
        threads: 0,
        verify: false,
        limit: None,
        recorded: None,
        thunks: Thunks::Auto,
        thunk_entries: ThunkEntries::Keep,
        identical: false,
        gfm: false,
        f3m: false,
        rounds: 0,
        weaken: false,
        aliases: false,
        icf: None,
        gc_sections: None,
        params: 0,
        callees: false,
        tables: false,
        fold: Fold::Auto,
        files: Files { report: None, dump: None, cache: None, out: None, summary: None },
    }
}
