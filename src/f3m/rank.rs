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
        let mut seen = BTreeSet::new();
        let mut pairs = Vec::new();
        for id in self.functions.keys().collect::<Vec<_>>() {
            for candidate in self.candidates(id) {
                let key = (id.min(candidate.func), id.max(candidate.func));
                if seen.insert(key) {
                    pairs.push(self.ranked_pair(key, &candidate));
                }
            }
        }
        pairs
    }

    fn ranked_pair(&self, (left, right): (FuncId, FuncId), candidate: &Candidate) -> RankedPair {
        let pair = self.pair(left, right);
        let alignment = align::align(pair.left, pair.right, &AlignParams::default());
        let [left, right] = [pair.left, pair.right].map(|f| (f.name.as_str(), f.alignable_size()));
        RankedPair::new(left, right, candidate.similarity, alignment.matched())
    }

    fn summary(&self) -> RankSummary {
        let functions = self.functions.len();
        let (params, threshold) = self.options.ranking(functions);
        RankSummary { functions, params, threshold, stats: self.index.stats() }
    }
}
