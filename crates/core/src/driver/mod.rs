//! The driver of `f3m`: which pairs of functions are explored, and which of them are merged in which order.
//!
//! Consumes: encoded functions, the options, and a [`Host`] that owns the real functions. Produces: a [`Report`] of
//! what the host was made to merge. Guarantees: a pair is merged only when its plan passed replay and (unless
//! `force`) is estimated to pay; of all pairs that functions have found, the one whose gain times similarity is the
//! greatest is merged first, ties in order of ids. Equal functions and equal answers of the host give equal merges, on
//! any number of threads.
//!
//! F3M merges each function with its best candidate in turn. A large function then takes the best partner of
//! a smaller one, and the program becomes larger than by gain over all functions. By gain alone,
//! two functions that share half of their code go before a third that shares all of it with one of them, but less: what
//! has been merged in that order aligns worse with what comes after. Therefore similarity counts, too.
//!
//! ```text
//! every function enters the queue with the most that it could gain
//! while the queue is not empty: take the function that is first in line
//!     it has found nothing yet:       explore its candidates, and queue it again with the place of the best pair
//!     what it found is out of date:   queue it again with the most that it could gain
//!     what it found is current:       refine and prove the plan, and let the host carry it out, or weigh it;
//!                                     functions whose bodies changed are stale, and the merged function is queued
//! ```
//! Where the host merges groups of functions in another way, the best of all comes first as well: as long as the best
//! group is worth more than the place of whoever is first in line, the host merges groups. What a merge adds to a function's
//! time is lost for all others, so that it matters which merge comes first.
//! With [`Order::Size`](crate::options::Order::Size), the papers' way: each function in turn, the largest first, is merged with the first of its
//! candidates with which that pays. Where `limit` names a report, the merges of that run are made again in its order.

mod explore;
mod groups;
mod host;
mod identity;
mod kept;
mod merge;
mod missed;
mod queue;
mod recorded;
mod search;
mod session;
mod truth;

use std::time::Instant;

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

pub use groups::takes_groups;
pub use host::{CarriedOut, Groups, Host, ProvenMerge, ToWeigh};
pub use session::Session;
pub use truth::Truth;

use crate::cache;
use crate::ir::{EncodedFunction, FuncId};
use crate::options::{Options, Profit};
use crate::policy::Spare;
use crate::price::Bytes;
use crate::report::{Phase, Report};
use crate::search::{Candidate, FunctionIndex};
use crate::threads::Threads;
use explore::{Attempt, Body, Explorer};
use kept::Kept;
use missed::Missed;
use queue::Queue;

/// A module of fewer functions is not worth threads of its own.
const WORTH_THREADS: usize = 200;

/// Where the driver is with a [`Body`].
#[derive(Default)]
struct Entry {
    /// Its body was changed by a merge since it was encoded.
    stale: bool,
    /// It was merged away, or can no longer be encoded.
    gone: bool,
    /// The best that was found for it, while it waits.
    found: Option<Found>,
}

/// A partner with which a function gains.
struct Found {
    candidate: Candidate,
    /// What decides who is merged first: bytes less the price of the time, times the similarity.
    place: Bytes,
    /// Of the function and its partner, when the pair was explored.
    versions: [u32; 2],
}

/// What came of exploring a pair.
struct Outcome {
    /// Of the two, in order of ids, when it was explored.
    versions: [u32; 2],
    worth: cache::Worth,
}

/// One run over the functions of a module.
pub struct Driver<'a, H: ?Sized> {
    options: &'a Options,
    host: &'a mut H,
    bodies: PrimaryMap<FuncId, Body>,
    /// Of the same keys.
    entries: PrimaryMap<FuncId, Entry>,
    index: FunctionIndex,
    /// The least similarity of a candidate.
    threshold: f64,
    /// Whether the host weighs what the estimate cannot decide.
    weighs: bool,
    /// Whether pairs are not explored of which a bound says that they cannot pay.
    bounded: bool,
    /// All else that attempts go by, as a number.
    terms: u64,
    /// Of pairs in order of ids; only looked up.
    outcomes: FxHashMap<[FuncId; 2], Outcome>,
    kept: Kept,
    missed: Missed,
    session: &'a mut Session,
    queue: Queue,
    /// What the best group of the host is worth, as far as it is known.
    best_group: Option<Bytes>,
    /// How many merges there were when the host was last asked for groups.
    merges_before: u64,
    threads: Threads,
    report: Report,
}

impl<'a, H: Host + ?Sized> Driver<'a, H> {
    /// Enters all functions in the index. They get their ids in this order. What the driver does is added to
    /// `report`, and what it learns for further runs over the same module to `session`.
    pub fn new(
        options: &'a Options,
        host: &'a mut H,
        functions: impl IntoIterator<Item = EncodedFunction>,
        report: Report,
        session: &'a mut Session,
    ) -> Self {
        let (policy, prices) = (options.time_policy(), host.tables().prices);
        let body = |mut encoded: EncodedFunction| {
            let (runs, executed) = (encoded.runs, prices.executed(&encoded));
            let mut spare = policy.of(runs).spare(executed, runs);
            if let Some((left_over, limit)) = session.allowed(&encoded.name) {
                spare = spare.and(left_over);
                encoded.limit = encoded.limit.and(limit);
            }
            Body::new(encoded, 0, spare)
        };
        let bodies: PrimaryMap<FuncId, Body> = functions.into_iter().map(body).collect();
        // The adaptive parameters go by the number of functions.
        let (params, threshold) = options.index(bodies.len());
        let worth_threads = options.threads > 0 || bodies.len() >= WORTH_THREADS;
        let weighs = options.profit == Profit::Exact && !options.force && host.weighs();
        let terms = explore::terms(options, host.tables(), weighs);
        let mut driver = Driver {
            options,
            host,
            entries: bodies.keys().map(|_| Entry::default()).collect(),
            kept: Kept::new(bodies.len()),
            bodies,
            index: FunctionIndex::new(options.system.ranking, options.system.features, params),
            threshold,
            weighs,
            bounded: true,
            terms,
            outcomes: FxHashMap::default(),
            missed: Missed::default(),
            session,
            queue: Queue::default(),
            best_group: None,
            merges_before: 0,
            threads: if worth_threads { Threads::new(options.threads) } else { Threads::none() },
            report,
        };
        driver.best_group = takes_groups(options).then_some(groups::UNKNOWN);
        driver.fingerprint_all();
        driver
    }

    /// Explores every candidate, also those of which a sure bound says that they cannot pay. That changes no merge: it is
    /// there to measure what the bound saves.
    pub fn without_bounds(mut self) -> Self {
        self.bounded = false;
        self
    }

    /// Merges what pays. The report says what was done.
    pub fn merge(mut self) -> Report {
        match self.options.recorded() {
            Some(recorded) => self.merge_recorded(recorded),
            None => self.merge_all(),
        }
        self.session.end_run();
        self.tell_missed();
        let remains = |id: FuncId| !self.entries[id].gone && !self.entries[id].stale;
        let remaining = self.bodies.iter().filter(|&(id, _)| remains(id)).map(|(_, body)| body);
        self.session.settle(remaining, self.host.tables());
        for (id, body) in self.bodies {
            if remains(id) {
                self.host.keep(id, body.encoded);
            }
        }
        let stats = self.index.stats();
        self.report.comparisons = stats.comparisons;
        self.report.bucket_cap_hits = stats.cap_hits;
        self.report
    }

    /// Tells the host of each function that stays alone which pair was refused, and the report what that gives up.
    fn tell_missed(&mut self) {
        let is_there = |id: FuncId| !self.entries[id].gone;
        self.report.given_up = self.missed.given_up(is_there);
        for (id, miss) in self.missed.iter().filter(|&(id, _)| is_there(id)) {
            let partner = &self.bodies[miss.partner].encoded.name;
            self.host.missed(id, partner, miss.reason, miss.given_up);
        }
    }

    fn fingerprint_all(&mut self) {
        let start = Instant::now();
        let ids: Vec<FuncId> = self.bodies.keys().collect();
        let (index, bodies) = (&self.index, &self.bodies);
        let fingerprints = self.threads.map(&ids, |&id| index.fingerprint(&bodies[id].encoded));
        self.index.fill(ids.iter().copied().zip(fingerprints).collect(), &self.threads);
        for id in self.session.unsettled(&self.bodies, self.host.tables()) {
            self.enqueue(id);
        }
        self.report.add_time(Phase::Fingerprint, start.elapsed());
    }

    /// Adds a merged function, and enters it in the index.
    fn add(&mut self, encoded: EncodedFunction, depth: u32, spare: Spare) {
        let start = Instant::now();
        let id = self.bodies.push(Body::new(encoded, depth, spare));
        self.entries.push(Entry::default());
        self.index_anew(id);
        self.enqueue(id);
        self.report.add_time(Phase::Fingerprint, start.elapsed());
    }

    /// Enters a function in the index as it is now.
    fn index_anew(&mut self, id: FuncId) {
        self.index.insert(id, self.index.fingerprint(&self.bodies[id].encoded));
    }

    fn drop_function(&mut self, id: FuncId) {
        self.entries[id].gone = true;
        self.bodies[id].retire();
        self.index.remove(id);
    }

    /// These functions were merged, and the bodies of those have changed.
    fn take_note(&mut self, gone: &[FuncId], touched: &[FuncId]) {
        for &id in gone {
            self.drop_function(id);
        }
        for &id in touched {
            self.entries[id].stale = true;
        }
    }

    fn explorer(&self) -> Explorer<'_> {
        Explorer {
            options: self.options,
            tables: self.host.tables(),
            bodies: &self.bodies,
            index: &self.index,
            threshold: self.threshold,
            weighs: self.weighs,
            session: &*self.session,
            terms: self.terms,
        }
    }
}

#[cfg(test)]
mod tests;
