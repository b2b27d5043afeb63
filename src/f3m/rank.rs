//! The pass `f3m-rank`: what `f3m` would try, without changing anything.
//!
//! Consumes: a module and the pass's options. Produces: a [`RankReport`]: for each function its best
//! candidates, each pair once, with the similarity of the fingerprints and the share of instructions that
//! align. Guarantees: the same fingerprints, index and aligner as `f3m`; the module is not changed.

use std::collections::BTreeSet;

use fmerge_core::align::{self, AlignParams};
use fmerge_core::ir::FuncId;
use fmerge_core::options::Options;
use fmerge_core::rank::{RankReport, RankSummary, RankedPair};
use fmerge_core::search::Candidate;
use inkwell::llvm_sys::prelude::LLVMModuleRef;

use super::Session;
use super::explore::Explorer;
use crate::encode::Analyses;

impl<'o> Session<'o> {
    /// Ranks the functions of `module`.
    ///
    /// # Safety
    /// The module is alive, and `analyses` is the `ModuleAnalysisManager` of a pass that runs on it.
    pub unsafe fn rank(
        options: &'o Options,
        module: LLVMModuleRef,
        analyses: Analyses,
    ) -> RankReport {
        // SAFETY: the caller's promise.
        let mut session = unsafe { Session::new(options, module, analyses) };
        session.encode_all();
        session.fingerprint_all();
        let pairs = session.ranked_pairs();
        RankReport::new(session.summary(), pairs)
    }

    fn ranked_pairs(&mut self) -> Vec<RankedPair> {
        let ids: Vec<FuncId> = self.bodies.keys().collect();
        let mut seen = BTreeSet::new();
        let mut pairs = self.candidates(&ids);
        pairs.retain(|&(id, near)| seen.insert((id.min(near.func), id.max(near.func))));
        let explorer = self.explorer();
        self.threads.map(&pairs, |(id, near)| ranked_pair(&explorer, *id, near))
    }

    fn summary(&self) -> RankSummary {
        let functions = self.bodies.len();
        let (params, threshold) = self.options.ranking(functions);
        RankSummary { functions, params, threshold, stats: self.index.stats() }
    }
}

fn ranked_pair(explorer: &Explorer<'_>, id: FuncId, near: &Candidate) -> RankedPair {
    let pair = explorer.functions([id.min(near.func), id.max(near.func)]);
    let alignment = align::align(pair[0], pair[1], &AlignParams::default());
    let [left, right] = pair.map(|f| (f.name.as_str(), f.alignable_size()));
    RankedPair::new(left, right, near.similarity, alignment.matched())
}
