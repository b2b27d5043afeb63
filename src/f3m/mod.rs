//! The pass `f3m`: rank, align, plan, prove, emit, commit; one phase a line in [`Session::run`].
//!
//! Consumes: a module and the pass's options. Produces: the module with functions merged, and a
//! [`Report`]. Guarantees: a pair is merged only when its plan passed replay and (unless `force`) is
//! estimated to pay; of all pairs that functions have found, the one that gains the most is merged first,
//! ties in module order, so equal input gives equal output; what is not merged is left as it was.
//!
//! F3M merges each function with its best candidate in turn. A large function then takes the best partner of
//! a smaller one: by gain, over all functions, zstd becomes 2.7 points smaller, ripgrep 1.0, cppcheck 0.2.

mod apply;
mod rank;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::align::{self, AlignParams, Alignment};
use fmerge_core::fingerprint::{MinHasher, instruction_codes};
use fmerge_core::ir::{EncodedFunction, FuncId};
use fmerge_core::options::{Options, Thunks};
use fmerge_core::plan::{self, MergePlan, Pair, PlanOptions};
use fmerge_core::profit::{CostModel, Estimate};
use fmerge_core::reject::Reject;
use fmerge_core::report::{Phase, Report};
use fmerge_core::search::{Candidate, LshIndex};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::emit::Original;
use crate::encode::{self, Analyses};
use crate::module::{Handles, ModuleContext};
use crate::remarks;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"f3m";

/// Prices of a gap that are tried beside the default when a pair pays. The aligner sees neither φs nor
/// which selects SSA repair will need; the estimate does, and so finds a coarser or finer alignment better.
const OTHER_GAPS: [u32; 3] = [8, 20, 32];

/// The bytes that a merge may save for each instruction, about.
const MOST_GAIN: i64 = 8;

/// The price of a gap and of a select under `force`, in bytes.
const FORCED_PRICE: u32 = 8;

/// A function that takes part.
struct Entry {
    value: LLVMValueRef,
    encoded: EncodedFunction,
    handles: Handles,
    /// Its body was changed by a commit since it was encoded.
    stale: bool,
    /// It was merged away.
    gone: bool,
    /// Merges behind it: 0 for a function of the input.
    depth: u32,
    /// How often its body was encoded anew.
    version: u32,
    /// The best attempt, while it waits.
    found: Option<Box<Attempt>>,
}

impl Entry {
    fn original(&self) -> Original<'_> {
        Original { encoded: &self.encoded, handles: &self.handles }
    }
}

/// A pair that could be merged, with all that was found out about it.
struct Attempt {
    left: FuncId,
    right: FuncId,
    similarity: f64,
    aligned: f64,
    plan: MergePlan,
    estimate: Estimate,
    /// Of left and right, as they were aligned.
    versions: [u32; 2],
}

/// One run of the pass.
pub struct Session<'o> {
    options: &'o Options,
    analyses: Analyses,
    ctx: ModuleContext,
    functions: PrimaryMap<FuncId, Entry>,
    by_value: HashMap<LLVMValueRef, FuncId>,
    hasher: MinHasher,
    index: LshIndex,
    threshold: f64,
    /// By what an attempt gains that was found, or else by what one could gain: the most first, then in order
    /// of ids. A function is in it once at most.
    work: BinaryHeap<(i64, Reverse<FuncId>)>,
    model: CostModel,
    report: Report,
}

impl<'o> Session<'o> {
    /// Merges what pays in `module`; the report says whether anything changed.
    ///
    /// # Safety
    /// The module is alive, and `analyses` is the `ModuleAnalysisManager` of a pass that runs on it.
    pub unsafe fn run(options: &'o Options, module: LLVMModuleRef, analyses: Analyses) -> Report {
        let start = Instant::now();
        // SAFETY: the caller's promise.
        let mut session = unsafe { Session::new(options, module, analyses) };
        session.encode_all();
        session.fingerprint_all();
        session.merge_all();
        session.note_search();
        session.report.set_total(start.elapsed());
        session.report
    }

    /// # Safety
    /// As for [`Session::run`].
    unsafe fn new(options: &'o Options, module: LLVMModuleRef, analyses: Analyses) -> Session<'o> {
        // SAFETY: the caller's promise.
        let ctx = unsafe { ModuleContext::new(module) };
        let (params, threshold) = options.ranking(0);
        Session {
            options,
            analyses,
            ctx,
            functions: PrimaryMap::new(),
            by_value: HashMap::new(),
            hasher: MinHasher::new(params.k()),
            index: LshIndex::new(params),
            threshold,
            work: BinaryHeap::new(),
            model: CostModel::default(),
            report: Report::new("f3m"),
        }
    }

    fn note_search(&mut self) {
        let stats = self.index.stats();
        self.report.comparisons = stats.comparisons;
        self.report.bucket_cap_hits = stats.cap_hits;
    }

    /// Encodes every function that may take part; refusals become counts and remarks.
    fn encode_all(&mut self) {
        let start = Instant::now();
        for function in self.ctx.defined_functions() {
            let size = encode::instruction_count(function);
            match self.admit(function) {
                Ok((encoded, handles)) => {
                    self.report.function(size, Ok(()));
                    self.add(function, encoded, handles, 0);
                }
                Err(reason) => {
                    self.report.function(size, Err(reason));
                    remarks::refused(function, PASS, reason);
                }
            }
        }
        self.report.eligible = self.functions.len() as u64;
        self.report.add_time(Phase::Encode, start.elapsed());
    }

    fn admit(&mut self, function: LLVMValueRef) -> Result<(EncodedFunction, Handles), Reject> {
        encode::eligibility::check_selected(&self.ctx, self.options, function)?;
        let (encoded, handles) = encode::encode(&mut self.ctx, function, self.analyses)?;
        if encoded.size() < self.options.min_size as usize {
            return Err(Reject::TooSmall);
        }
        Ok((encoded, handles))
    }

    fn refuse(&mut self, function: LLVMValueRef, reason: Reject) {
        self.report.reject(reason);
        remarks::refused(function, PASS, reason);
    }

    fn add(
        &mut self,
        value: LLVMValueRef,
        encoded: EncodedFunction,
        handles: Handles,
        depth: u32,
    ) -> FuncId {
        let entry = Entry {
            value,
            encoded,
            handles,
            stale: false,
            gone: false,
            depth,
            version: 0,
            found: None,
        };
        let id = self.functions.push(entry);
        self.by_value.insert(value, id);
        id
    }

    /// Enters all functions in the index. The adaptive parameters go by the number of functions.
    fn fingerprint_all(&mut self) {
        let start = Instant::now();
        let (params, threshold) = self.options.ranking(self.functions.len());
        self.hasher = MinHasher::new(params.k());
        self.index = LshIndex::new(params);
        self.threshold = threshold;
        for id in self.functions.keys().collect::<Vec<_>>() {
            self.enter(id);
        }
        self.report.add_time(Phase::Fingerprint, start.elapsed());
    }

    fn enter(&mut self, id: FuncId) {
        let encoded = &self.functions[id].encoded;
        let fingerprint = self.hasher.fingerprint(&instruction_codes(encoded));
        self.index.insert(id, fingerprint);
        self.enqueue(id);
    }

    /// Puts a function with nothing found before all whose attempts gain less than it could.
    fn enqueue(&mut self, id: FuncId) {
        let most = self.functions[id].encoded.size() as i64 * MOST_GAIN;
        self.work.push((most, Reverse(id)));
    }

    /// An attempt waits until no function can have a better one. By then a merge may have taken its partner or
    /// changed either; the function tries again.
    fn merge_all(&mut self) {
        while let Some((_, Reverse(id))) = self.work.pop() {
            if self.functions[id].gone || !self.refresh(id) {
                continue;
            }
            match self.functions[id].found.take() {
                Some(attempt) if self.is_current(&attempt) => {
                    let attempt = self.refine(*attempt);
                    self.carry_out(attempt);
                }
                Some(_) => self.enqueue(id),
                None => {
                    if let Some(attempt) = self.best_attempt(id) {
                        self.work.push((attempt.estimate.gain(), Reverse(id)));
                        self.functions[id].found = Some(Box::new(attempt));
                    }
                }
            }
        }
    }

    fn is_current(&self, attempt: &Attempt) -> bool {
        let is = |id: FuncId, version| {
            let entry = &self.functions[id];
            !entry.gone && !entry.stale && entry.version == version
        };
        is(attempt.left, attempt.versions[0]) && is(attempt.right, attempt.versions[1])
    }

    /// Encodes a function anew if a commit has changed its body; false when it has to be given up.
    fn refresh(&mut self, id: FuncId) -> bool {
        if !self.functions[id].stale {
            return true;
        }
        let start = Instant::now();
        let value = self.functions[id].value;
        let fresh = encode::encode(&mut self.ctx, value, self.analyses);
        self.report.add_time(Phase::Encode, start.elapsed());
        match fresh {
            Ok((encoded, handles)) => {
                let entry = &mut self.functions[id];
                (entry.encoded, entry.handles, entry.stale) = (encoded, handles, false);
                entry.version += 1;
                true
            }
            Err(reason) => {
                self.drop_function(id);
                self.refuse(value, reason);
                false
            }
        }
    }

    fn drop_function(&mut self, id: FuncId) {
        let entry = &mut self.functions[id];
        entry.gone = true;
        self.by_value.remove(&entry.value);
        self.index.remove(id);
    }

    /// Tries the best candidates of a function and returns the attempt that gains the most, if one pays.
    fn best_attempt(&mut self, id: FuncId) -> Option<Attempt> {
        let mut best: Option<Attempt> = None;
        for candidate in self.candidates(id) {
            if !self.refresh(candidate.func) {
                continue;
            }
            match self.attempt(id, &candidate) {
                Ok(attempt) => {
                    let gain = attempt.estimate.gain();
                    if best.as_ref().is_none_or(|b| gain > b.estimate.gain()) {
                        best = Some(attempt);
                    }
                }
                Err(reason) => self.report.reject_pair(reason),
            }
        }
        best
    }

    fn candidates(&mut self, id: FuncId) -> Vec<Candidate> {
        let start = Instant::now();
        let (functions, tables) = (&self.functions, &self.ctx.tables);
        let (forced, deepest) = (self.options.force, self.options.depth);
        let limit = self.options.explore as usize;
        let found = self.index.query(id, limit, self.threshold, |other| {
            let pair = Pair { left: &functions[id].encoded, right: &functions[other].encoded };
            let depth = functions[id].depth.max(functions[other].depth);
            plan::compatible(pair, tables).is_ok() && (!forced || depth < deepest)
        });
        self.report.candidates += found.len() as u64;
        self.report.add_time(Phase::Search, start.elapsed());
        found
    }

    /// Aligns, plans and estimates a pair.
    fn attempt(&mut self, one: FuncId, candidate: &Candidate) -> Result<Attempt, Reject> {
        let (left, right) = self.sides(one, candidate.func);
        self.report.attempts += 1;
        let pair = self.pair(left, right);
        let start = Instant::now();
        let alignment = align::align(pair.left, pair.right, &self.align_params());
        let aligned = start.elapsed();
        let planned = self.plan(pair, &alignment);
        let ratio = alignment.ratio(pair.left, pair.right);
        self.report.add_time(Phase::Align, aligned);
        self.report.add_time(Phase::Plan, start.elapsed() - aligned);
        let (plan, estimate) = planned?;
        let similarity = candidate.similarity;
        let versions = [left, right].map(|id| self.functions[id].version);
        Ok(Attempt { left, right, similarity, aligned: ratio, plan, estimate, versions })
    }

    /// Under `force` matches are cheap, so that more of what a merge can hold is tried.
    fn align_params(&self) -> AlignParams {
        match self.options.force {
            true => {
                AlignParams { gap: FORCED_PRICE, select: FORCED_PRICE, ..AlignParams::default() }
            }
            false => AlignParams::default(),
        }
    }

    /// Aligns a pair that pays anew, at other prices of a gap, and keeps the plan that gains the most.
    fn refine(&mut self, mut best: Attempt) -> Attempt {
        if self.options.force {
            return best;
        }
        let start = Instant::now();
        for gap in OTHER_GAPS {
            let params = AlignParams { gap, ..AlignParams::default() };
            let pair = self.pair(best.left, best.right);
            let alignment = align::align(pair.left, pair.right, &params);
            let aligned = alignment.ratio(pair.left, pair.right);
            if let Ok((plan, estimate)) = self.plan(pair, &alignment)
                && estimate.gain() > best.estimate.gain()
            {
                best = Attempt { aligned, plan, estimate, ..best };
            }
        }
        self.report.add_time(Phase::Align, start.elapsed());
        best
    }

    /// Left is the one with more calls to rewrite, because 0 is the cheaper identifier to pass; then the
    /// older one, whoever asked.
    fn sides(&self, one: FuncId, other: FuncId) -> (FuncId, FuncId) {
        let rank = |id: FuncId| {
            let uses = self.functions[id].encoded.uses;
            let calls = if uses.removable { uses.call_sites } else { 0 };
            (Reverse(calls), id)
        };
        if rank(one) <= rank(other) { (one, other) } else { (other, one) }
    }

    fn plan(&self, pair: Pair<'_>, alignment: &Alignment) -> Result<(MergePlan, Estimate), Reject> {
        let tables = &self.ctx.tables;
        let options = PlanOptions { coalesce: self.options.coalesce };
        let plan = plan::build(pair, alignment, tables, options)?;
        let keep = self.options.thunks == Thunks::Keep;
        let estimate = self.model.estimate(&plan, pair, keep);
        let pays = estimate.gain() > i64::from(self.options.min_gain);
        (pays || self.options.force).then_some((plan, estimate)).ok_or(Reject::Unprofitable)
    }

    fn pair(&self, left: FuncId, right: FuncId) -> Pair<'_> {
        Pair { left: &self.functions[left].encoded, right: &self.functions[right].encoded }
    }
}
