//! The driver: which pairs and groups of functions are explored, and which of them are merged in which order.
//!
//! Consumes: functions ([`Participant`]), the options, and a [`Host`] that owns the real ones. Produces: a [`Report`]
//! of what the host was made to merge. Guarantees: a pair is merged only if its plan passed replay and (unless `force`)
//! is estimated to pay. Of all pairs that functions have found, the one with the greatest worth times similarity is
//! merged first; ties go in order of ids. Equal functions and equal answers of the host give equal merges, on any
//! number of threads.
//!
//! F3M merges each function in turn with its best candidate. A large function then takes the best partner of a smaller
//! one, and the program becomes larger than if the merges that gain most went first. But the gain alone is no good
//! order either: two large functions that share half of their code go before a small one that shares all of its code
//! with one of them. A function merged in that way aligns worse with later ones. Therefore similarity counts, too.
//!
//! ```text
//! every function enters the queue with the most that it could gain
//! while the queue is not empty: take the function that is first in line
//!     it has found nothing yet:       explore its candidates, and queue it again with the priority of the best pair
//!     what it found is out of date:   queue it again with the most that it could gain
//!     what it found is current:       refine and prove the plan, and let the host carry it out, or weigh it;
//!                                     functions whose bodies changed have a new version, and the merged one is queued
//! ```
//! Groups of functions that differ in constants take turns with pairs in the same queue, by what they are worth
//! (`groups.rs`). If all functions take part in groups only, groups are merged callees first. With
//! [`Order::Size`](crate::options::Order::Size), as in the papers, each function in turn, the largest first, is merged
//! with the first of its candidates with which that pays. If `limit` names a report, the merges of that run are made
//! again, in its order.

mod bodies;
mod explore;
mod family;
mod groups;
mod host;
mod identity;
mod kept;
mod merge;
mod missed;
mod queue;
mod recorded;
mod roster;
mod search;
mod session;
mod truth;

use std::time::Instant;

use rustc_hash::FxHashMap;

pub use host::{CallerWeighing, CarriedOut, GroupHost, Host, Participant, ProvenMerge, SharedBody};
pub use queue::takes_groups;
pub use session::Session;
pub use truth::Truth;

use crate::cache;
use crate::ir::{EncodedFunction, FuncId};
use crate::options::{Options, Profit, Thunks};
use crate::policy::Spare;
use crate::price::Bytes;
use crate::report::{Phase, Report};
use crate::search::{Candidate, FunctionIndex};
use crate::threads::Threads;
use bodies::{Bodies, Body};
use explore::{Attempt, Explorer};
use groups::Groups;
use kept::KeptAttempts;
use missed::Missed;
use queue::Queue;
use roster::{Roster, Version};

/// In a module with fewer functions, threads cost more than they gain.
const WORTH_THREADS: usize = 200;

/// A partner with which a function gains.
struct Found {
    candidate: Candidate,
    /// Decides which merge goes first: the worth in bytes, times the similarity.
    priority: Bytes,
    /// The versions of the function and its partner when the pair was explored.
    versions: [Version; 2],
}

/// What came of exploring a pair.
struct Outcome {
    /// The versions of the two functions, in order of ids, when the pair was explored.
    versions: [Version; 2],
    worth: cache::Worth,
}

/// One run over the functions of a module.
pub struct Driver<'a, H: ?Sized> {
    options: &'a Options,
    host: &'a mut H,
    roster: Roster,
    /// The functions that are merged with similar ones.
    bodies: Bodies,
    /// Whether there were any of these at first.
    has_pairs: bool,
    groups: Groups,
    /// Whether groups are looked for before anything else: at first, and when a group was out of date.
    groups_are_late: bool,
    /// The report on groups where there are pairs, apart from their merges: `report` does not count functions refused
    /// for groups.
    aside: Report,
    index: FunctionIndex,
    /// The least similarity of a candidate.
    threshold: f64,
    /// Whether the host weighs what the estimate cannot decide.
    weighs: bool,
    /// Whether pairs are left out that by a sure bound cannot pay.
    bounded: bool,
    /// The seed by which places in the queue are lowered at random, if they are.
    shuffle: Option<u64>,
    /// A hash of all that attempts depend on besides the functions.
    terms: u64,
    /// By pair, in order of ids. It is only looked up, never iterated.
    outcomes: FxHashMap<[FuncId; 2], Outcome>,
    kept: KeptAttempts,
    missed: Missed,
    session: &'a mut Session,
    queue: Queue,
    threads: Threads,
    report: Report,
}

impl<'a, H: Host + ?Sized> Driver<'a, H> {
    /// Enters all functions. They get their ids in this order. What the driver does is added to
    /// `report`, and what it learns for further runs over the same module to `session`.
    pub fn new(
        options: &'a Options,
        host: &'a mut H,
        functions: impl IntoIterator<Item = impl Into<Participant>>,
        report: Report,
        session: &'a mut Session,
    ) -> Self {
        let mut groups = Groups::new(options.thunks == Thunks::Keep);
        let (mut roster, mut bodies) = (Roster::default(), Bodies::default());
        for Participant { encoded, in_groups } in functions.into_iter().map(Into::into) {
            roster.add();
            groups.add(in_groups, Spare::default());
            bodies.add(encoded.map(|encoded| body(options, host, session, encoded)));
        }
        let count = bodies.count();
        // The adaptive parameters go by the number of functions.
        let (params, threshold) = options.index(count);
        let worth_threads = options.threads > 0 || count >= WORTH_THREADS;
        let weighs = options.profit == Profit::Exact && !options.force && host.weighs();
        let terms = explore::terms(options, host.tables(), weighs);
        let aside = Report::new(&report.pass);
        let mut driver = Driver {
            options,
            host,
            roster,
            bodies,
            has_pairs: count > 0,
            groups,
            groups_are_late: true,
            aside,
            kept: KeptAttempts::new(count),
            index: FunctionIndex::new(options.system.ranking, options.system.features, params),
            threshold,
            weighs,
            bounded: true,
            shuffle: None,
            terms,
            outcomes: FxHashMap::default(),
            missed: Missed::default(),
            session,
            queue: Queue::default(),
            threads: if worth_threads { Threads::new(options.threads) } else { Threads::none() },
            report,
        };
        driver.fingerprint_all();
        driver
    }

    /// Explores every candidate, also those that by a sure bound cannot pay. That changes no merge: it is there to
    /// measure what the bound saves.
    pub fn without_bounds(mut self) -> Self {
        self.bounded = false;
        self
    }

    /// Merges in another order, which `seed` decides: the priority of each pair in the queue is multiplied by a random
    /// number between a quarter and one. That is there to measure how good the usual order is.
    pub fn in_another_order(mut self, seed: u64) -> Self {
        self.shuffle = Some(seed);
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
        let remaining: Vec<FuncId> =
            self.bodies.ids().into_iter().filter(|&id| self.is_encoded(id)).collect();
        let bodies = remaining.iter().map(|&id| &self.bodies[id]);
        self.session.settle(bodies, self.host.tables());
        let mut remaining = remaining.into_iter().peekable();
        for (id, body) in self.bodies.into_iter() {
            if remaining.next_if_eq(&id).is_some() {
                self.host.keep(id, body.encoded);
            }
        }
        let stats = self.index.stats();
        self.report.comparisons = stats.comparisons;
        self.report.bucket_cap_hits = stats.cap_hits;
        self.report.absorb_merges(self.aside);
        self.report
    }

    /// For each function that stays alone, tells the host which pair of it was refused. Reports the bytes that were
    /// given up.
    fn tell_missed(&mut self) {
        let is_there = |id: FuncId| self.takes_part(id);
        let given_up = self.missed.given_up(is_there);
        let alone: Vec<_> = self.missed.iter().filter(|&(id, _)| is_there(id)).collect();
        self.report.given_up = given_up;
        for (id, miss) in alone {
            let partner = &self.bodies[miss.partner].encoded.name;
            self.host.missed(id, partner, miss.reason, miss.given_up);
        }
    }

    fn fingerprint_all(&mut self) {
        let start = Instant::now();
        let ids = self.bodies.ids();
        let (index, bodies) = (&self.index, &self.bodies);
        let fingerprints = self.threads.map(&ids, |&id| index.fingerprint(&bodies[id].encoded));
        self.index.fill(ids.iter().copied().zip(fingerprints).collect(), &self.threads);
        for id in self.session.unsettled(&self.bodies, self.host.tables()) {
            self.enqueue(id);
        }
        self.report.add_time(Phase::Fingerprint, start.elapsed());
    }

    /// Adds the next function, which a merge has made, and enters it in the index.
    fn add(&mut self, body: Option<Body>, in_groups: Option<Spare>) {
        let start = Instant::now();
        let (id, is_similar) = (self.roster.add(), body.is_some());
        self.groups.add(in_groups.is_some(), in_groups.unwrap_or_default());
        self.bodies.add(body);
        if is_similar {
            self.index_anew(id);
            self.enqueue(id);
        }
        self.report.add_time(Phase::Fingerprint, start.elapsed());
    }

    /// Enters a function in the index as it is now.
    fn index_anew(&mut self, id: FuncId) {
        self.index.insert(id, self.index.fingerprint(&self.bodies[id].encoded));
    }

    /// A function no longer takes part in anything.
    fn drop_function(&mut self, id: FuncId) {
        self.roster.remove(id);
        self.groups.remove(id);
        self.leave_pairs(id);
    }

    /// A function is no longer merged with similar ones.
    fn leave_pairs(&mut self, id: FuncId) {
        if let Some(body) = self.bodies.get_mut(id) {
            body.retire();
            self.index.remove(id);
        }
    }

    /// The functions of `gone` were merged, and the bodies of those of `touched` have changed.
    fn note_changes(&mut self, gone: &[FuncId], touched: &[FuncId]) {
        for &id in gone {
            self.drop_function(id);
        }
        for &id in touched {
            self.roster.change(id);
            self.groups.change(id);
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

/// The body of a function of the module. Merges of an earlier run may have used up what further ones may add to it.
fn body<H: Host + ?Sized>(
    options: &Options,
    host: &H,
    session: &Session,
    mut encoded: EncodedFunction,
) -> Body {
    let prices = host.tables().prices;
    let (runs, call) = (encoded.runs, prices.executed(&encoded));
    let mut spare = options.time_policy(prices).of(runs).spare(call, runs);
    if let Some((left_over, limit)) = session.allowed(&encoded.name) {
        spare = spare.and(left_over);
        encoded.limit = encoded.limit.and(limit);
    }
    Body::new(encoded, 0, 0, spare)
}

#[cfg(test)]
mod tests;
