//! Summaries for global function merging: separately compiled modules agree on what to share.
//!
//! Consumes: [`FunctionSummary`]s, which the plugin computes from each module. Produces: for each stable
//! hash that pays, a [`Proposal`]: which constants become parameters.
//! Guarantees: the result depends on the set of functions alone, not on the order or the grouping in which
//! they arrive; no input, however damaged, makes it panic; a wrong summary costs size, never correctness.
//!
//! This follows *Optimistic Global Function Merger* (Lee, Ren, Hoag). The plugin analyses (section 3.2),
//! [`combine`] is section 3.3 with algorithm 2, and [`Proposal::fit`] is the test of algorithm 3.
//!
//! | phase | consumes, produces | where |
//! |---|---|---|
//! | hash | canonical words to a stable hash | `hash.rs` |
//! | part | the summary of one module to bytes and back: what an object carries | `file/part.rs` |
//! | group | functions with one hash, and what is known of them together | `group.rs` |
//! | combine | parts and summaries to groups, in parallel | `combine.rs` |
//! | price | a group to bytes saved, equation 1 | `cost.rs` |
//! | summary | groups to a file that compilers search without reading all of it | `file/write.rs`, `file/read.rs` |

pub mod combine;
mod cost;
mod error;
pub mod file;
mod group;
mod hash;
mod proposal;

use serde::{Deserialize, Serialize};

pub use combine::{Combined, Combiner};
pub use cost::CostModel;
pub use error::SummaryError;
pub use file::paged::PagedFile;
pub use file::part::{part_bytes, parts};
pub use file::read::{ByteSource, SummaryReader};
pub use file::write::write_atomically;
#[cfg(any(test, feature = "testing"))]
pub(crate) use group::constants_hash;
pub use group::{Group, GroupHole, GroupMember, Spread};
pub use hash::{ConstantHash, StableHash, StableHasher};
pub use proposal::{Fit, HoleRole, Proposal, ProposedHole};

/// The name of the section in which an object carries its part. It must not be allocated (`SHF_EXCLUDE` in
/// ELF), so that the linker drops it; `ld -r` concatenates it.
pub const SECTION: &str = ".fmerge.summary";

/// A constant operand that was left out of the hash, because it may become a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Hole {
    /// Its number in the canonical walk over the function. Positions go up strictly.
    pub position: u32,
    /// What it holds.
    pub constant: ConstantHash,
}

/// In which scope a function's name identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// In its module: a local function, of which each module has its own.
    Module,
    /// In the program: however many modules define it (linkonce, weak), the linker keeps one.
    Program,
}

/// One eligible function of one module (section 3.2): all that combining needs to know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FunctionSummary {
    /// The hash of the function without what its holes hold.
    pub hash: StableHash,
    /// Its symbol name.
    pub name: String,
    /// What tells its module from others: the path of its source, as the compiler was given it, and a digest of
    /// what the module defines, since many programs have several files of one name.
    pub module: String,
    /// Whether equal names in other modules mean the same function.
    pub scope: Scope,
    /// Number of IR instructions.
    pub instructions: u32,
    /// Estimated bytes of the function, unwind entry included.
    pub size: u32,
    /// Whether the linker folds identical copies of it by itself (lld with `--icf`, and no landing pad). It keeps one
    /// of copies with equal constants anyway, so that equation 1 counts only copies that differ.
    pub folds_alone: bool,
    /// Its holes, in the order of their positions.
    pub holes: Vec<Hole>,
}

/// The functions of a module, or of several: a set, built in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    functions: Vec<FunctionSummary>,
}

impl Summary {
    /// An empty summary.
    pub fn new() -> Summary {
        Summary::default()
    }

    /// Adds a function.
    pub fn push(&mut self, function: FunctionSummary) {
        self.functions.push(function);
    }

    /// The functions, sorted, each once.
    pub fn into_functions(mut self) -> Vec<FunctionSummary> {
        self.functions.sort_unstable();
        self.functions.dedup();
        self.functions
    }

    /// The proposals that pay, sorted by hash, for a process that has all functions at hand.
    ///
    /// # Errors
    /// [`SummaryError::Inconsistent`] when the positions of a function's holes do not go up.
    pub fn combine(self, model: &CostModel) -> Result<Vec<Proposal>, SummaryError> {
        let combiner = Combiner::new();
        combiner.add_functions(&self.into_functions())?;
        Ok(combiner.finish(model)?.into_proposals())
    }
}

impl Extend<FunctionSummary> for Summary {
    fn extend<I: IntoIterator<Item = FunctionSummary>>(&mut self, functions: I) {
        self.functions.extend(functions);
    }
}

impl FromIterator<FunctionSummary> for Summary {
    fn from_iter<I: IntoIterator<Item = FunctionSummary>>(functions: I) -> Summary {
        Summary { functions: functions.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests;
