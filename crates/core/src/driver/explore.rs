//! Attempts: which pairs could be merged, and what each would gain.
//!
//! Consumes: encoded functions, the index of their fingerprints, the options. Produces: candidates, the most that a
//! pair could gain, and for a pair an [`Attempt`] or the reason against it. Guarantees: nothing is changed and the host
//! is not asked, so that many pairs can be explored at a time.

use std::cell::Cell;
use std::cmp::Reverse;
use std::hash::Hash;
use std::time::{Duration, Instant};

use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use xxhash_rust::xxh3::Xxh3;

use super::Session;
use super::bodies::{Bodies, Body};
use super::identity::Identity;
use crate::align::{self, AlignParams, Alignment, Outline, TimePrices};
use crate::cache::{PairId, Refused, Worth};
use crate::ir::{EncodedFunction, FuncId, Tables};
use crate::options::{Options, Thunks};
use crate::plan::{self, MergePlan, PlanOptions, SideId, Sides};
use crate::policy::{self, TimePolicy};
use crate::price::{Bytes, Executed, Tenths, named};
use crate::profit::Estimate;
use crate::reject::Reject;
use crate::search::{Candidate, FunctionIndex};

/// Other prices of a gap, in sevenths of the target's price, that are tried when a pair pays. The aligner does not know
/// which φs and selects SSA repair will need. The estimate does, and may find a coarser or finer alignment better.
pub(super) const OTHER_GAPS: [u32; 3] = [4, 10, 16];

/// The target's price of a gap, in sevenths.
pub(super) const WHOLE_GAP: u32 = 7;

/// The price of a gap and of a select under `force`, in bytes.
const FORCED_PRICE: u32 = 8;

/// How many times the price of time grows for a pair that would become too slow.
const DEAR_TIME: i64 = 16;

/// A pair that takes time is not tried unless it promises more. Others hardly ever pay.
const WORTH_A_TRY: Bytes = Bytes::new(20);

/// A pair that is too slow is tried again if it would be worth so many bytes more than it must be, but for the time
/// inside of the merged function. Otherwise hardly any pair pays the second time.
const WORTH_A_SECOND_TRY: Bytes = Bytes::new(32);

/// If the estimated worth of a merge is so many bytes below what it must be, the merge is not weighed: it seldom pays,
/// and then saves little.
const HOPELESS: Bytes = Bytes::new(30);

/// If the estimated worth is so many bytes above what it must be, the merge is not weighed either: it nearly always
/// pays.
pub(super) const SURE: Bytes = Bytes::new(120);

/// Callers are weighed only if the saving is so close to what it must be. On average, the estimate of what they pay is
/// less far off.
pub(super) const NEAR: Bytes = Bytes::new(30);

/// Larger callers, taken together, are estimated and not weighed: weighing compiles each of them anew for each merge.
pub(super) const CALLERS: Bytes = Bytes::new(20_000);

/// Functions that become one, by side.
pub(super) type Members = SmallVec<[FuncId; 2]>;

/// Functions that could be merged, and what was found out about that.
pub(super) struct Attempt {
    /// The functions, by side.
    pub(super) members: Members,
    /// The id by which the session knows it, if the session knows pairs.
    pub(super) id: Option<PairId>,
    /// The similarity of the fingerprints, 0 to 1. With more than two functions, it is the least of the similarities by
    /// which they joined.
    pub(super) similarity: f64,
    /// The alignment ratio, 0 to 1.
    pub(super) aligned: f64,
    pub(super) alignment: Alignment,
    pub(super) plan: MergePlan,
    pub(super) estimate: Estimate,
    /// What the merge is worth by the estimate: the bytes saved, less the price of the time and stack that it costs.
    pub(super) worth: Bytes,
}

impl Attempt {
    /// The first two functions.
    pub(super) fn pair(&self) -> [FuncId; 2] {
        [self.members[0], self.members[1]]
    }
}

/// The best that can come of a pair, whatever its alignment.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    /// The most bytes that a merge can save.
    pub(super) gain: Bytes,
    /// The least that it must save for the time that it adds.
    time: Bytes,
}

impl Prospect {
    /// What functions that are so similar may save.
    pub(super) fn saves(self, similarity: f64) -> Bytes {
        self.gain.share(similarity)
    }

    /// No merge is worth more.
    pub(super) fn worth(self) -> Bytes {
        self.gain - self.time
    }

    /// What functions that are so similar promise: what they may save, less the time.
    pub(super) fn promise(self, similarity: f64) -> Bytes {
        self.saves(similarity) - self.time
    }
}

/// How a pair was explored.
pub(super) struct Explored {
    pub(super) attempt: Result<Attempt, Refused>,
    /// Processor time of the alignment.
    pub(super) align: Duration,
    /// Processor time of the plan and its estimate.
    pub(super) plan: Duration,
}

/// What the driver learns of a pair that it asks about.
pub(super) struct PairAnswer {
    /// The id by which the session knows it, if the session knows pairs.
    pub(super) id: Option<PairId>,
    /// What a merge is worth, or why there is none.
    pub(super) worth: Worth,
    /// None if the session knew the answer.
    pub(super) explored: Option<Explored>,
}

/// What attempts are made from.
pub(super) struct Explorer<'a> {
    pub(super) options: &'a Options,
    pub(super) tables: &'a Tables,
    pub(super) bodies: &'a Bodies,
    pub(super) index: &'a FunctionIndex,
    /// The least similarity of a candidate.
    pub(super) threshold: f64,
    /// Whether the host weighs what the estimate cannot decide.
    pub(super) weighs: bool,
    pub(super) session: &'a Session,
    /// A hash of all that attempts depend on besides the functions.
    pub(super) terms: u64,
}

impl<'a> Explorer<'a> {
    /// The candidates of a function, best first, and how long the search took. Where the
    /// [system](crate::options::System) says so, and under `force`, these are the most similar functions. Otherwise
    /// they are the similar functions with which a merge promises the most.
    pub(super) fn candidates(&self, id: FuncId) -> (Vec<Candidate>, Duration) {
        let start = Instant::now();
        let (explore, among) = (self.options.explore, self.options.system.among);
        let found = if among == 0 || self.options.force {
            self.nearest(id, explore)
        } else {
            self.most_promising(id, self.nearest(id, among.max(explore)))
        };
        (found, start.elapsed())
    }

    /// The similar functions with which a merge promises the most. A large function that shares half of its code is a
    /// better partner than a small one that shares nearly all.
    fn most_promising(&self, id: FuncId, similar: Vec<Candidate>) -> Vec<Candidate> {
        let prospect = |near: Candidate| (self.prospect(id, near.func), near);
        let mut all: Vec<_> = similar.into_iter().map(prospect).collect();
        let least = self.promising(id);
        all.retain(|(prospect, near)| prospect.saves(near.similarity) > least);
        // Ties remain in order of similarity.
        all.sort_by_key(|(prospect, near)| Reverse(prospect.promise(near.similarity)));
        all.truncate(self.options.explore as usize);
        all.into_iter().map(|(_, near)| near).collect()
    }

    /// Why a pair is not worth a try: what it promises is too little beside the time that its calls and thunks take.
    pub(super) fn not_worth_a_try(&self, id: FuncId, near: Candidate) -> Option<Refused> {
        let prospect = self.prospect(id, near.func);
        let takes_too_long =
            prospect.time > Bytes::ZERO && prospect.promise(near.similarity) <= WORTH_A_TRY;
        (takes_too_long && !self.options.force)
            .then_some(Refused { reason: Reject::TooSlow, given_up: prospect.gain })
    }

    fn time_policy(&self) -> TimePolicy {
        self.options.time_policy(self.tables.prices)
    }

    /// The bytes that a merge of this function must promise, and more, to be tried.
    pub(super) fn promising(&self, id: FuncId) -> Bytes {
        self.time_policy().of(self.bodies[id].encoded.runs).promising
    }

    /// Whether a function is so similar to another one that it may join it in a family although they are not known to pay.
    pub(super) fn is_near(&self, near: Candidate) -> bool {
        let own = self.time_policy().of(self.bodies[near.func].encoded.runs).joining;
        self.options.force || near.similarity >= f64::from(own) / 100.0
    }

    /// The most similar functions that may be merged with this one, at most `limit`.
    pub(super) fn nearest(&self, id: FuncId, limit: u32) -> Vec<Candidate> {
        let own = self.time_policy().of(self.bodies[id].encoded.runs).similar;
        let threshold = self.threshold.max(f64::from(own) / 100.0);
        self.index.query(id, limit as usize, threshold, |other| {
            let depth = self.bodies[id].depth.max(self.bodies[other].depth);
            plan::compatible(Sides(&self.functions(&[id, other])), self.tables).is_ok()
                && (!self.options.force || depth < self.options.depth)
        })
    }

    /// What comes of a pair: the session may know it, otherwise the pair is [explored](Self::explore).
    pub(super) fn ask(&self, one: FuncId, candidate: &Candidate) -> PairAnswer {
        let id = self.pair(self.by_side(one, candidate.func));
        self.known_or(id, || self.explore(one, candidate))
    }

    /// What comes of a pair at another price of a gap: the session may know it, otherwise the pair is [explored
    /// again](Self::explore_again).
    pub(super) fn ask_again(&self, first: &Attempt, sevenths: u32) -> PairAnswer {
        let id = first.id.map(|id| id.with(sevenths));
        self.known_or(id, || self.explore_again(first, sevenths))
    }

    pub(super) fn known_or(
        &self,
        id: Option<PairId>,
        explore: impl FnOnce() -> Explored,
    ) -> PairAnswer {
        if let Some(worth) = id.and_then(|id| self.session.worth(id)) {
            return PairAnswer { id, worth, explored: None };
        }
        let explored = explore();
        let worth = explored.attempt.as_ref().map(|attempt| attempt.worth).map_err(|&why| why);
        PairAnswer { id, worth, explored: Some(explored) }
    }

    /// The id by which the session knows a pair.
    pub(super) fn pair(&self, members: [FuncId; 2]) -> Option<PairId> {
        let identity = |id: FuncId| {
            let Body { encoded, spare, identity, .. } = &self.bodies[id];
            identity.get_or_init(|| Identity::of(encoded, *spare, self.tables))
        };
        self.session.knows_pairs().then(|| Identity::pair(members.map(identity), self.terms))
    }

    /// Aligns, plans and estimates a pair. If the merge would make a function too slow, but saves much more than its calls
    /// and thunks cost in time, the pair is tried again with a price of time that hardly any select in a loop is worth:
    /// then the functions may still share code that runs seldom.
    pub(super) fn explore(&self, one: FuncId, candidate: &Candidate) -> Explored {
        let members = self.by_side(one, candidate.func);
        let (similarity, params) = (candidate.similarity, self.align_params(&members));
        let id = self.pair(members);
        let first = self.attempt(members, id, similarity, &params, None);
        let Err(Refused { reason: Reject::TooSlow, given_up }) = first.attempt else {
            return first;
        };
        let most = given_up - self.prospect(members[0], members[1]).time;
        if most <= self.least() + WORTH_A_SECOND_TRY {
            return first;
        }
        let price = params.time.price.max(Tenths::new(1)) * DEAR_TIME;
        let params = AlignParams { time: TimePrices { price, ..params.time }, ..params };
        let again = self.attempt(members, id, similarity, &params, None);
        let Explored { attempt, align, plan } = again;
        let attempt = attempt.map_err(|_| Refused { reason: Reject::TooSlow, given_up });
        Explored { attempt, align: first.align + align, plan: first.plan + plan }
    }

    /// The best that can come of merging these two.
    pub(super) fn prospect(&self, one: FuncId, other: FuncId) -> Prospect {
        let members = self.by_side(one, other);
        let stocks = members.map(|id| &self.bodies[id].stock);
        let functions = self.functions(&members);
        let sides = Sides(&functions);
        let keep = self.options.thunks == Thunks::Keep;
        let bound = self.tables.prices.bound(sides, &stocks, keep);
        Prospect { gain: bound.gain, time: bound.time(sides, self.time_policy()) }
    }

    /// Aligns a pair that pays anew, at another price of a gap, in sevenths of the target's. It is refused unless it is
    /// then worth more than `first`. An alignment equal to the first is not planned again.
    pub(super) fn explore_again(&self, first: &Attempt, sevenths: u32) -> Explored {
        let params = self.align_params_at(&first.members, sevenths);
        let id = first.id.map(|id| id.with(sevenths));
        self.attempt(first.pair(), id, first.similarity, &params, Some(first))
    }

    fn attempt(
        &self,
        members: [FuncId; 2],
        id: Option<PairId>,
        similarity: f64,
        params: &AlignParams,
        known: Option<&Attempt>,
    ) -> Explored {
        let start = Instant::now();
        let outlined = members.map(|id| self.outlined(id, params));
        let alignment = align::align_outlined(outlined, params);
        let align = start.elapsed();
        if known.is_some_and(|known| known.alignment == alignment) {
            let attempt = Err(Reject::Unprofitable.into());
            return Explored { attempt, align, plan: Duration::ZERO };
        }
        let least = known.map_or_else(|| self.least(), |known| known.worth);
        let attempt = self.planned(members.into(), id, alignment, similarity, least);
        Explored { attempt, align, plan: start.elapsed() - align }
    }

    /// A function with its outline.
    pub(super) fn outlined(
        &self,
        id: FuncId,
        params: &AlignParams,
    ) -> (&EncodedFunction, &Outline) {
        let Body { encoded, outline, .. } = &self.bodies[id];
        (encoded, outline.get_or_init(|| Outline::of(encoded, params.unit)))
    }

    /// Plans and estimates a merge along an alignment. It must be worth more than `least`.
    pub(super) fn planned(
        &self,
        members: Members,
        id: Option<PairId>,
        alignment: Alignment,
        similarity: f64,
        least: Bytes,
    ) -> Result<Attempt, Refused> {
        let (plan, estimate, worth) = self.plan(&members, &alignment, least)?;
        let aligned = alignment.ratio(Sides(&self.functions(&members)));
        Ok(Attempt { members, id, similarity, aligned, alignment, plan, estimate, worth })
    }

    /// The parameters of an alignment at another price of a gap, in sevenths of the target's.
    pub(super) fn align_params_at(&self, members: &[FuncId], sevenths: u32) -> AlignParams {
        let params = self.align_params(members);
        AlignParams { gap: params.gap * sevenths / WHOLE_GAP, ..params }
    }

    /// The parameters of an alignment. Under `force`, gaps and selects have prices of their own, so that more of what a
    /// merge can hold is tried.
    pub(super) fn align_params(&self, members: &[FuncId]) -> AlignParams {
        let prices = self.tables.prices;
        let policy = self.time_policy();
        let functions = self.functions(members);
        let price = functions.iter().map(|f| policy.of(f.runs).price).max();
        let time = TimePrices::of(prices, price.unwrap_or_default());
        let method = self.options.alignment;
        let params = AlignParams { time, method, ..AlignParams::of(prices) };
        match self.options.force {
            true => AlignParams { gap: FORCED_PRICE, select: FORCED_PRICE, ..params },
            false => params,
        }
    }

    /// The two functions by side, in the same order whichever of them asked. First comes the one with more calls to
    /// rewrite, because 0 is the cheaper identifier to pass, and then the one with the lower id. A merge of a report
    /// keeps its sides.
    fn by_side(&self, one: FuncId, other: FuncId) -> [FuncId; 2] {
        if self.options.recorded().is_some() {
            return [one, other];
        }
        let rank = |id: FuncId| {
            let uses = self.bodies[id].encoded.uses;
            let calls = if uses.removable { uses.call_sites } else { 0 };
            (Reverse(calls), id)
        };
        if rank(one) <= rank(other) { [one, other] } else { [other, one] }
    }

    /// Plans a merge that must be worth more than `least`.
    fn plan(
        &self,
        members: &[FuncId],
        alignment: &Alignment,
        least: Bytes,
    ) -> Result<(MergePlan, Estimate, Bytes), Refused> {
        let functions = self.functions(members);
        let sides = Sides(&functions);
        let keep = self.options.thunks == Thunks::Keep;
        let options = PlanOptions { thunks_stay: keep };
        let Tables { prices, registers, .. } = *self.tables;
        let policy = self.time_policy();
        let fits = |estimate: &Estimate| {
            let bears = |(side, added): (SideId, Executed)| {
                let tolerance = policy.of(sides.on(side).runs);
                let spare = self.bodies[members[side.index()]].spare;
                tolerance.bears(spare, added, estimate.gain())
            };
            estimate.added.iter().all(bears)
        };
        let is_slow =
            |estimate: &Estimate| estimate.worth(sides, policy) <= least || !fits(estimate);
        let most = Cell::new(Bytes::ZERO);
        let may_pay = |draft: &MergePlan| {
            if self.options.force {
                return Ok(());
            }
            let best = prices.best_laid_out(draft, sides, registers, keep);
            most.set(best.gain());
            match () {
                () if best.gain() <= least => Err(Reject::Unprofitable),
                () if is_slow(&best) => Err(Reject::TooSlow),
                () => Ok(()),
            }
        };
        let plan = plan::build_where_it_may_pay(sides, alignment, self.tables, options, &may_pay);
        let plan = plan.map_err(|reason| match reason {
            Reject::TooSlow => Refused { reason, given_up: most.get() },
            _ => reason.into(),
        })?;
        let estimate = prices.estimate(&plan, sides, registers, keep);
        let for_time = estimate.worth(sides, policy);
        let worth = for_time - policy::of_stack(plan.frame_excess(sides));
        let least = estimate.least(sides, policy).map_or(least, |own| own.max(least));
        let fits = for_time > least && fits(&estimate);
        match () {
            () if self.options.force => Ok((plan, estimate, worth)),
            () if fits && worth <= least => Err(Reject::FrameGrows.into()),
            () if fits && self.paths_bear(members, &plan, &estimate) => Ok((plan, estimate, worth)),
            () if fits || estimate.gain() > least => {
                Err(Refused { reason: Reject::TooSlow, given_up: estimate.gain() })
            }
            () => Err(Reject::Unprofitable.into()),
        }
    }

    /// Whether the paths through each function bear what the merge adds to them, where they have limits.
    fn paths_bear(&self, members: &[FuncId], plan: &MergePlan, estimate: &Estimate) -> bool {
        let Tables { prices, registers, .. } = *self.tables;
        let functions = self.functions(members);
        let sides = Sides(&functions);
        sides.ids().zip(members).all(|(side, &id)| {
            let Body { encoded, paths, .. } = &self.bodies[id];
            let tolerance = self.time_policy().of(encoded.runs);
            tolerance.path_limits(encoded.runs).is_none_or(|limits| {
                let own = paths.get_or_init(|| prices.paths(encoded));
                let added = prices.added_paths(plan, estimate, sides, side, registers);
                own.bear(&added, limits, tolerance.always)
            })
        })
    }

    /// The bytes that an attempt must be worth more than, by the estimate.
    pub(super) fn least(&self) -> Bytes {
        let least = Bytes::from(self.options.min_gain);
        if self.weighs { least - HOPELESS } else { least }
    }

    /// Functions by their ids.
    pub(super) fn functions(&self, ids: &[FuncId]) -> SmallVec<[&'a EncodedFunction; 2]> {
        ids.iter().map(|&id| &self.bodies[id].encoded).collect()
    }
}

/// A hash of all that attempts depend on besides the functions.
pub(super) fn terms(options: &Options, tables: &Tables, weighs: bool) -> u64 {
    let Options { alignment, min_gain, force, thunks, .. } = options;
    let Tables { prices, registers, .. } = tables;
    let mut hash = Xxh3::new();
    (alignment, min_gain, force, thunks, options.time_policy(prices), weighs).hash(&mut hash);
    (named::name(prices), registers).hash(&mut hash);
    hash.digest()
}
