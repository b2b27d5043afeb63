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
mod explore;
mod rank;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Instant;

use cranelift_entity::PrimaryMap;
use fmerge_core::fingerprint::{MinHash, MinHasher, instruction_codes};
use fmerge_core::ir::{EncodedFunction, FuncId};
use fmerge_core::options::{Options, PassName};
use fmerge_core::price::Bytes;
use fmerge_core::reject::Reject;
use fmerge_core::report::{Phase, Report};
use fmerge_core::search::{Candidate, LshIndex};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use self::explore::{Attempt, Body, Explored, Explorer, OTHER_GAPS};
use crate::emit::Original;
use crate::encode::{self, Analyses};
use crate::limit::Limit;
use crate::module::{Handles, ModuleContext};
use crate::remarks;
use crate::threads::Threads;

/// The pass as remarks name it.
const PASS: &std::ffi::CStr = c"f3m";

/// The bytes that a merge may save for each instruction, about.
const MOST_GAIN: Bytes = Bytes::new(8);

/// How many functions are explored together, at most. The same on any number of threads, because which
/// functions are explored before a merge decides what they are offered.
const TOGETHER: usize = 64;

/// A module of fewer functions is not worth threads of its own.
const WORTH_THREADS: usize = 200;

/// What stands behind a [`Body`], and where the pass is with it.
struct Entry {
    value: LLVMValueRef,
    handles: Handles,
    /// Its body was changed by a commit since it was encoded.
    stale: bool,
    /// It was merged away.
    gone: bool,
    /// The best attempt, while it waits.
    found: Option<Box<Attempt>>,
}

/// One run of the pass.
pub struct Session<'o> {
    options: &'o Options,
    analyses: Analyses,
    ctx: ModuleContext,
    bodies: PrimaryMap<FuncId, Body>,
    /// Of the same keys.
    entries: PrimaryMap<FuncId, Entry>,
    by_value: HashMap<LLVMValueRef, FuncId>,
    hasher: MinHasher,
    index: LshIndex,
    threshold: f64,
    /// By what an attempt gains that was found, or else by what one could gain: the most first, then in order
    /// of ids. A function is in it once at most.
    work: BinaryHeap<(Bytes, Reverse<FuncId>)>,
    threads: Threads,
    limit: Limit,
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
        session.ctx.find_recursion();
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
            bodies: PrimaryMap::new(),
            entries: PrimaryMap::new(),
            by_value: HashMap::new(),
            hasher: MinHasher::new(params.k()),
            index: LshIndex::new(params),
            threshold,
            work: BinaryHeap::new(),
            threads: Threads::none(),
            limit: Limit::new(options, PassName::F3m, module),
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
        self.report.eligible = self.bodies.len() as u64;
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
        let id = self.bodies.push(Body { encoded, depth, version: 0 });
        self.entries.push(Entry { value, handles, stale: false, gone: false, found: None });
        self.by_value.insert(value, id);
        id
    }

    /// Enters all functions in the index. The adaptive parameters go by the number of functions.
    fn fingerprint_all(&mut self) {
        let start = Instant::now();
        if self.options.threads > 0 || self.bodies.len() >= WORTH_THREADS {
            self.threads = Threads::new(self.options.threads);
        }
        let (params, threshold) = self.options.ranking(self.bodies.len());
        self.hasher = MinHasher::new(params.k());
        self.index = LshIndex::new(params);
        self.threshold = threshold;
        let ids: Vec<FuncId> = self.bodies.keys().collect();
        let (hasher, bodies) = (&self.hasher, &self.bodies);
        let fingerprints = self.threads.map(&ids, |&id| fingerprint(hasher, &bodies[id]));
        for (id, fingerprint) in ids.into_iter().zip(fingerprints) {
            self.index.insert(id, fingerprint);
            self.enqueue(id);
        }
        self.report.add_time(Phase::Fingerprint, start.elapsed());
    }

    /// Enters one more function in the index.
    fn enter(&mut self, id: FuncId) {
        let start = Instant::now();
        self.index.insert(id, fingerprint(&self.hasher, &self.bodies[id]));
        self.enqueue(id);
        self.report.add_time(Phase::Fingerprint, start.elapsed());
    }

    /// Puts a function with nothing found before all whose attempts gain less than it could.
    fn enqueue(&mut self, id: FuncId) {
        let most = MOST_GAIN * self.bodies[id].encoded.size() as i64;
        self.work.push((most, Reverse(id)));
    }

    /// An attempt waits until no function can have a better one. By then a merge may have taken its partner or
    /// changed either; the function tries again.
    fn merge_all(&mut self) {
        while !self.limit.is_spent()
            && let Some(id) = self.next()
        {
            match self.entries[id].found.take() {
                Some(attempt) if self.is_current(&attempt) => {
                    let attempt = self.refine(*attempt);
                    self.carry_out(attempt);
                }
                Some(_) => self.enqueue(id),
                None => self.explore_from(id),
            }
        }
    }

    /// The function that is first in line, encoded anew if a commit has changed it.
    fn next(&mut self) -> Option<FuncId> {
        while let Some((_, Reverse(id))) = self.work.pop() {
            if !self.entries[id].gone && self.refresh(id) {
                return Some(id);
            }
        }
        None
    }

    fn is_current(&self, attempt: &Attempt) -> bool {
        let is = |id: FuncId, version| {
            let entry = &self.entries[id];
            !entry.gone && !entry.stale && self.bodies[id].version == version
        };
        is(attempt.left, attempt.versions[0]) && is(attempt.right, attempt.versions[1])
    }

    /// Encodes a function anew if a commit has changed its body; false when it has to be given up.
    fn refresh(&mut self, id: FuncId) -> bool {
        if !self.entries[id].stale {
            return true;
        }
        let start = Instant::now();
        let value = self.entries[id].value;
        let fresh = encode::encode(&mut self.ctx, value, self.analyses);
        self.report.add_time(Phase::Encode, start.elapsed());
        match fresh {
            Ok((mut encoded, handles)) => {
                let (entry, body) = (&mut self.entries[id], &mut self.bodies[id]);
                (entry.handles, entry.stale) = (handles, false);
                // What the originals behind it allow.
                encoded.limit = body.encoded.limit;
                encoded.recursion = body.encoded.recursion;
                (body.encoded, body.version) = (encoded, body.version + 1);
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
        let entry = &mut self.entries[id];
        entry.gone = true;
        self.by_value.remove(&entry.value);
        self.index.remove(id);
    }

    /// Looks for the best attempts of `first` and of those behind it that have none either.
    fn explore_from(&mut self, first: FuncId) {
        let mut ids = vec![first];
        while ids.len() < TOGETHER
            && let Some(id) = self.next_with_nothing()
        {
            ids.push(id);
        }
        let pairs = self.candidates(&ids);
        let explorer = self.explorer();
        let explored = self.threads.map(&pairs, |(id, candidate)| explorer.explore(*id, candidate));
        self.report.attempts += explored.len() as u64;
        for ((id, _), explored) in pairs.into_iter().zip(explored) {
            self.keep_best(id, explored);
        }
        for id in ids {
            if let Some(found) = &self.entries[id].found {
                self.work.push((found.estimate.gain(), Reverse(id)));
            }
        }
    }

    /// The function that is first in line, if nothing was found for it yet.
    fn next_with_nothing(&mut self) -> Option<FuncId> {
        while let Some(&(_, Reverse(id))) = self.work.peek()
            && (self.entries[id].gone || self.entries[id].found.is_none())
        {
            self.work.pop();
            if !self.entries[id].gone && self.refresh(id) {
                return Some(id);
            }
        }
        None
    }

    /// The best candidates of each function that can still be encoded, in order.
    fn candidates(&mut self, ids: &[FuncId]) -> Vec<(FuncId, Candidate)> {
        let explorer = self.explorer();
        let found = self.threads.map(ids, |&id| explorer.candidates(id));
        let mut pairs = Vec::new();
        for (&id, (candidates, time)) in ids.iter().zip(found) {
            self.report.candidates += candidates.len() as u64;
            self.report.add_time(Phase::Search, time);
            pairs.extend(candidates.into_iter().map(|candidate| (id, candidate)));
        }
        pairs.retain(|(_, candidate)| {
            !self.entries[candidate.func].gone && self.refresh(candidate.func)
        });
        pairs
    }

    fn keep_best(&mut self, id: FuncId, explored: Explored) {
        self.take_time(&explored);
        let best = &mut self.entries[id].found;
        match explored.attempt {
            Ok(attempt) => {
                let gain = attempt.estimate.gain();
                if best.as_ref().is_none_or(|b| gain > b.estimate.gain()) {
                    *best = Some(Box::new(attempt));
                }
            }
            Err(reason) => self.report.reject_pair(reason),
        }
    }

    /// Aligns a pair that pays anew, at other prices of a gap, and keeps the plan that gains the most.
    fn refine(&mut self, mut best: Attempt) -> Attempt {
        if self.options.force {
            return best;
        }
        let explorer = self.explorer();
        let again = self.threads.map(&OTHER_GAPS, |&gap| explorer.explore_again(&best, gap));
        for explored in again {
            self.take_time(&explored);
            if let Ok(attempt) = explored.attempt
                && attempt.estimate.gain() > best.estimate.gain()
            {
                best = attempt;
            }
        }
        best
    }

    fn take_time(&mut self, explored: &Explored) {
        self.report.add_time(Phase::Align, explored.align);
        self.report.add_time(Phase::Plan, explored.plan);
    }

    fn explorer(&self) -> Explorer<'_> {
        Explorer {
            options: self.options,
            tables: &self.ctx.tables,
            bodies: &self.bodies,
            index: &self.index,
            threshold: self.threshold,
        }
    }
}

/// What emission takes of a function.
fn original<'a>(
    bodies: &'a PrimaryMap<FuncId, Body>,
    entries: &'a PrimaryMap<FuncId, Entry>,
    id: FuncId,
) -> Original<'a> {
    Original { encoded: &bodies[id].encoded, handles: &entries[id].handles }
}

fn fingerprint(hasher: &MinHasher, body: &Body) -> MinHash {
    hasher.fingerprint(&instruction_codes(&body.encoded))
}
