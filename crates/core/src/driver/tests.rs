//! The driver on generated modules, whose merges are simulated.

use std::path::Path;

use proptest::prelude::*;

use super::search::in_order;
use super::*;
use crate::cache::{PairCache, PairId};
use crate::options::{OURS, System, Thunks, parse_pass};
use crate::plan::{Sides, replay};
use crate::reject::Reject;
use crate::report::ReportedMerge;
use crate::store::{Answer, EncodedModule, Playback, Recorder};
use crate::testing::modules::{Size, module, renumbered};
use crate::testing::{generate, plans};

mod family;
mod groups;
mod recorded;

const SMALL: Size = Size { families: 3, twins: 2, instructions: 30 };

fn options(text: &str) -> Options {
    parse_pass(text).expect("a pass of ours").expect("sound options").options
}

/// What a run did, but for the time.
fn outcome(report: &Report) -> String {
    Report { phases_ms: Default::default(), ..report.clone() }.to_json()
}

fn merged_by(host: &mut impl Host, module: &EncodedModule, options: &Options) -> Report {
    let (report, mut session) = (Report::new("f3m"), Session::default());
    Driver::new(options, host, module.functions.clone(), report, &mut session).merge()
}

fn simulated(module: &EncodedModule, options: &Options) -> Report {
    let mut host = Playback::simulated(module, options.thunks == Thunks::Keep);
    merged_by(&mut host, module, options)
}

/// A simulated run with all that the host said.
fn recorded(module: &EncodedModule, options: &Options) -> (Report, EncodedModule) {
    let mut host = Playback::simulated(module, options.thunks == Thunks::Keep);
    let mut recorder = Recorder::new(&mut host, module.functions.clone());
    let report = merged_by(&mut recorder, module, options);
    (report, recorder.finish(module.name.clone()))
}

const PASSES: [&str; 10] = [
    "f3m",
    "f3m<profit=exact>",
    "f3m<force;depth=2>",
    "f3m<thunks=keep;explore=5>",
    "f3m<min-gain=60>",
    "f3m<system=static>",
    "f3m<system=adaptive>",
    "f3m<system=hyfm>",
    "f3m<system=salssa;force;depth=2>",
    "f3m<system=fmsa>",
];

/// A family's branch on the identifier once had the key of a conditional branch, with more operands than that.
#[test]
fn a_choice_of_four_blocks_is_not_equal_to_one_of_two() {
    let module = module(12_585_167_154_111_967_952, SMALL);
    let report = simulated(&module, &options("f3m<force;depth=2>"));
    assert_eq!(report.pair_rejects.get("replay-failed"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 64))]

    #[test]
    fn every_plan_is_proved_and_every_merged_function_is_valid(seed: u64) {
        for pass in PASSES {
            let (report, recording) = recorded(&module(seed, SMALL), &options(pass));
            prop_assert_eq!(report.pair_rejects.get("replay-failed"), None);
            // Reading checks every function.
            prop_assert_eq!(EncodedModule::from_bytes(&recording.to_bytes()), Ok(recording));
        }
    }

    #[test]
    fn a_recording_plays_back_what_was_recorded(seed: u64) {
        for pass in PASSES {
            let options = options(pass);
            let (report, recording) = recorded(&module(seed, SMALL), &options);
            let mut host = Playback::new(&recording, false);
            let again = merged_by(&mut host, &recording, &options);
            prop_assert_eq!(host.strayed(), None);
            prop_assert_eq!(outcome(&again), outcome(&report));
        }
    }

    #[test]
    fn attempts_that_are_not_kept_are_made_again(seed: u64) {
        let module = module(seed, SMALL);
        for pass in ["f3m", "f3m<force;depth=2>", "f3m<thunks=keep;explore=5>"] {
            let options = options(pass);
            let merges = |slots: Option<usize>| {
                let mut host = Playback::simulated(&module, options.thunks == Thunks::Keep);
                let (report, mut session) = (Report::new("f3m"), Session::default());
                let functions = module.functions.clone();
                let mut driver = Driver::new(&options, &mut host, functions, report, &mut session);
                if let Some(slots) = slots {
                    driver.kept = KeptAttempts::within(slots);
                }
                outcome(&driver.merge())
            };
            let all = merges(None);
            prop_assert_eq!(&merges(Some(0)), &all);
            prop_assert_eq!(&merges(Some(100)), &all);
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_merges(seed: u64) {
        let module = module(seed, SMALL);
        for pass in ["f3m<threads=", "f3m<system=hyfm;threads=", "f3m<system=fmsa;threads="] {
            let [alone, many] =
                ["1>", "4>"].map(|count| simulated(&module, &options(&format!("{pass}{count}"))));
            prop_assert_eq!(outcome(&many), outcome(&alone));
        }
    }
}

proptest! {
    /// The driver so far begins with pairs; its hosts accept merges with more sides.
    #[test]
    fn hosts_merge_three_functions_and_play_that_back(family in generate::families(3)) {
        let functions: Vec<&EncodedFunction> = family.iter().collect();
        let (functions, tables) = (Sides(&functions), generate::tables());
        let Some(plan) = plans::side_by_side(functions) else { return Ok(()) };
        prop_assert_eq!(replay::replay(&plan, functions, &tables), Ok(()));
        let ids: Vec<FuncId> = (0..3).map(FuncId::from_u32).collect();
        let merge = ProvenMerge {
            ids: &ids,
            functions,
            plan: &plan,
            gain: Bytes::ZERO,
            callers: Bytes::ZERO,
            least: Bytes::ZERO,
            by_stack: false,
            to_weigh: None,
        };
        let (name, answers) = ("three".to_owned(), vec![]);
        let module = EncodedModule { name, tables, functions: family.clone(), answers };
        let mut host = Playback::simulated(&module, false);
        let mut recorder = Recorder::new(&mut host, family.clone());
        let done = recorder.carry_out(&merge, &mut Report::new("f3m"));
        prop_assert_eq!(done.as_ref().map(|done| done.removed.len()), Ok(3));
        // Reading checks the merged function.
        let recording = EncodedModule::from_bytes(&recorder.finish("three".into()).to_bytes());
        let recording = recording.expect("a sound module");
        let mut host = Playback::new(&recording, false);
        prop_assert_eq!(host.carry_out(&merge, &mut Report::new("f3m")), done);
        prop_assert_eq!(host.strayed(), None);
    }
}

#[test]
fn a_driver_with_other_options_leaves_the_recording() {
    let module = module(1, SMALL);
    let (report, recording) = recorded(&module, &options("f3m<speed=ignore>"));
    assert!(report.merges > 2, "{report}");
    let mut host = Playback::new(&recording, false);
    let other = merged_by(&mut host, &recording, &options("f3m<speed=ignore;min-gain=10000>"));
    assert_eq!((other.merges, host.strayed()), (0, Some(0)));
}

#[test]
fn merged_functions_merge_again() {
    let module = module(1, Size { families: 1, twins: 7, instructions: 60 });
    let report = simulated(&module, &options("f3m<speed=ignore;families=2>"));
    let again = report.merged.iter().filter(|m| m.members[0].name.contains(".fmerge")).count();
    assert!(again > 0, "{report}");
}

/// What a host finds out about each merge that it is asked to weigh.
#[derive(Clone, Copy, PartialEq)]
enum Scale {
    Lighter,
    Heavier,
    /// It cannot weigh.
    None,
}

/// A host that weighs all that it is asked to.
struct Weighing<'m> {
    inner: Playback<'m>,
    scale: Scale,
    weighed: Vec<Vec<String>>,
}

impl Weighing<'_> {
    fn new(module: &EncodedModule, scale: Scale) -> Weighing<'_> {
        Weighing { inner: Playback::simulated(module, false), scale, weighed: Vec::new() }
    }
}

impl Host for Weighing<'_> {
    fn tables(&self) -> &crate::ir::Tables {
        self.inner.tables()
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        self.inner.encode(id)
    }

    fn weighs(&self) -> bool {
        self.scale != Scale::None
    }

    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        if merge.to_weigh.is_none() {
            return self.inner.carry_out(merge, report);
        }
        self.weighed.push(merge.functions.functions().map(|one| one.name.clone()).collect());
        if self.scale != Scale::Lighter {
            return Err(Reject::Unprofitable);
        }
        let done = self.inner.carry_out(&ProvenMerge { to_weigh: None, ..*merge }, report)?;
        Ok(CarriedOut { saved: Some(merge.least + Bytes::new(1)), ..done })
    }
}

fn weighed(module: &EncodedModule, scale: Scale) -> (Report, Vec<Vec<String>>) {
    let mut host = Weighing::new(module, scale);
    let report = merged_by(&mut host, module, &options("f3m<speed=ignore;profit=exact>"));
    (report, host.weighed)
}

#[test]
fn a_pair_that_is_too_heavy_is_weighed_once_and_others_are_tried() {
    for seed in 0..20 {
        let module = module(seed, Size { families: 4, twins: 5, instructions: 12 });
        let (report, mut pairs) = weighed(&module, Scale::Heavier);
        // Merges that the estimate is sure of were not weighed.
        assert!(report.merged.iter().all(|merge| merge.gain > Bytes::new(120)), "{report}");
        pairs.sort_unstable();
        let all = pairs.len();
        pairs.dedup();
        assert_eq!(pairs.len(), all, "seed {seed}");
        if pairs
            .iter()
            .any(|pair| pairs.iter().filter(|other| other.contains(&pair[0])).count() > 1)
        {
            return;
        }
    }
    panic!("no function had a second candidate that was weighed");
}

/// A host that makes all merges but the first, as when a bisection leaves out the first one.
struct AllButFirst<'m> {
    inner: Playback<'m>,
    /// Why it does not make that one.
    because: Reject,
    asked: Vec<Vec<String>>,
}

impl AllButFirst<'_> {
    fn new(module: &EncodedModule, because: Reject) -> AllButFirst<'_> {
        AllButFirst { inner: Playback::simulated(module, false), because, asked: Vec::new() }
    }
}

impl Host for AllButFirst<'_> {
    fn tables(&self) -> &crate::ir::Tables {
        self.inner.tables()
    }

    fn encode(&mut self, id: FuncId) -> Result<EncodedFunction, Reject> {
        self.inner.encode(id)
    }

    fn carry_out(
        &mut self,
        merge: &ProvenMerge<'_>,
        report: &mut Report,
    ) -> Result<CarriedOut, Reject> {
        let mut names: Vec<_> = merge.functions.functions().map(|one| one.name.clone()).collect();
        names.sort_unstable();
        self.asked.push(names);
        match self.asked.len() {
            1 => Err(self.because),
            _ => self.inner.carry_out(merge, report),
        }
    }
}

/// The pair is not tried from its other side, and neither function is merged with another one.
#[test]
fn functions_whose_merge_a_bisection_leaves_out_stay_as_they_are() {
    let module = module(1, Size { families: 4, twins: 5, instructions: 12 });
    let mut host = AllButFirst::new(&module, Reject::OutsideLimit);
    let report = merged_by(&mut host, &module, &options("f3m<speed=ignore>"));
    let (first, others) = host.asked.split_first().expect("a merge");
    assert!(!others.is_empty(), "{report}");
    assert!(!others.iter().flatten().any(|name| first.contains(name)), "{:?}", host.asked);
    assert_eq!(report.pair_rejects[Reject::OutsideLimit.name()], 1);
}

/// For example, callers newly pass an argument by the stack, and pay more for that than the estimate knows.
#[test]
fn functions_whose_merge_does_not_pay_by_what_the_host_knows_are_merged_with_others() {
    let module = module(1, Size { families: 4, twins: 5, instructions: 12 });
    let mut host = AllButFirst::new(&module, Reject::Unprofitable);
    merged_by(&mut host, &module, &options("f3m<speed=ignore>"));
    let (first, others) = host.asked.split_first().expect("a merge");
    assert!(!others.contains(first), "{:?}", host.asked);
    assert!(others.iter().flatten().any(|name| first.contains(name)), "{:?}", host.asked);
}

#[test]
fn what_a_merge_was_weighed_to_save_is_what_the_report_says() {
    let (light, pairs) =
        weighed(&module(1, Size { families: 4, twins: 5, instructions: 12 }), Scale::Lighter);
    let of = |name: &str| light.merged.iter().find(|merge| merge.members[0].name == name);
    assert!(!pairs.is_empty());
    assert!(
        pairs.iter().all(|pair| of(&pair[0]).is_some_and(|merge| merge.gain == Bytes::new(1))),
        "{light}"
    );
}

#[test]
fn without_code_generation_the_estimate_decides() {
    let module = module(1, SMALL);
    let mut host = Weighing::new(&module, Scale::None);
    let exact = merged_by(&mut host, &module, &options("f3m<profit=exact>"));
    assert!(host.weighed.is_empty());
    assert_eq!(outcome(&exact), outcome(&simulated(&module, &options("f3m"))));
}

/// A recording may end because no further merge was allowed.
#[test]
fn a_host_whose_limit_is_reached_ends_the_run() {
    let (_, mut recording) = recorded(&module(1, SMALL), &options("f3m"));
    let merges = |answers: &[Answer]| {
        answers.iter().filter(|a| matches!(a, Answer::CarriedOut { done: Ok(_), .. })).count()
            as u64
    };
    recording.answers.truncate(2);
    recording.answers.push(Answer::Spent);
    let mut host = Playback::new(&recording, false);
    let report = merged_by(&mut host, &recording, &options("f3m"));
    assert_eq!((report.merges, host.strayed()), (merges(&recording.answers), None));
}

/// Both runs of a session work on the functions as they were.
fn twice(module: &EncodedModule, options: &Options) -> [Report; 2] {
    let mut session = Session::new(2, None);
    [(), ()].map(|()| {
        let mut host = Playback::simulated(module, false);
        let functions = module.functions.clone();
        Driver::new(options, &mut host, functions, Report::new("f3m"), &mut session).merge()
    })
}

#[test]
fn what_did_not_pay_is_not_tried_in_the_next_run() {
    let [first, second] = twice(&module(1, SMALL), &options("f3m<speed=ignore;min-gain=10000>"));
    assert_eq!((first.merges, second.merges, second.attempts), (0, 0, 0));
    let [first, second] = twice(&module(1, SMALL), &options("f3m"));
    assert!(first.pair_rejects.values().sum::<u64>() > 0, "{first}");
    assert!(second.attempts < first.attempts, "{first} {second}");
    assert_eq!(second.gain, first.gain);
}

/// A build of a module that knows what the builds before it left in a folder.
fn cached(folder: &Path, module: &EncodedModule, options: &Options) -> Report {
    let mut session = Session::new(1, Some(PairCache::open(folder, 1)));
    let mut host = Playback::simulated(module, options.thunks == Thunks::Keep);
    let functions = module.functions.clone();
    let report = Report::new("f3m");
    let report = Driver::new(options, &mut host, functions, report, &mut session).merge();
    session.end();
    report
}

/// What a run did, without the counts that depend on what it knew before.
fn done(report: &Report) -> String {
    outcome(&Report { attempts: 0, known: 0, ..report.clone() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 64))]

    #[test]
    fn with_a_cache_the_same_is_merged_and_nothing_is_explored_twice(seed: u64, change: u64) {
        for pass in ["f3m", "f3m<profit=exact>", "f3m<thunks=keep;explore=5>"] {
            let (options, folder) = (options(pass), tempfile::tempdir().expect("a folder"));
            let first = module(seed, SMALL);
            let plain = simulated(&first, &options);
            let cold = cached(folder.path(), &first, &options);
            prop_assert_eq!(done(&cold), done(&plain));
            prop_assert_eq!(cold.attempts + cold.known, plain.attempts);
            let warm = cached(folder.path(), &first, &options);
            prop_assert_eq!(done(&warm), done(&plain));
            prop_assert_eq!((warm.attempts, warm.known), (0, plain.attempts));
            // Another build numbers everything in another way, and some functions are different.
            let mut changed = first.clone();
            let others = module(change, SMALL).functions;
            let places = changed.functions.iter_mut().zip(others).skip(1).step_by(3);
            places.for_each(|(place, other)| *place = other);
            let changed = renumbered(&changed);
            let plain = simulated(&changed, &options);
            let warm = cached(folder.path(), &changed, &options);
            prop_assert_eq!(done(&warm), done(&plain));
            prop_assert_eq!(warm.attempts + warm.known, plain.attempts);
        }
    }
}

/// Fingerprints are hashes of those numbers. So functions that have next to nothing in common may find each other in
/// one build and not in another.
#[test]
fn a_build_that_numbers_all_otherwise_knows_what_came_of_pairs() {
    let (options, folder) =
        (options("f3m<threshold=0.25>"), tempfile::tempdir().expect("a folder"));
    let first = module(1, SMALL);
    let cold = cached(folder.path(), &first, &options);
    let warm = cached(folder.path(), &renumbered(&first), &options);
    assert!(cold.attempts > 0 && warm.attempts == 0, "{cold} {warm}");
}

/// The code generator that weighs pairs may be another one tomorrow.
#[test]
fn that_a_pair_was_weighed_and_given_up_does_not_go_into_the_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pair, pays) = (PairId(1), Ok(Bytes::new(9)));
    let mut session = Session::new(2, Some(PairCache::open(folder.path(), 1)));
    session.note(pair, pays);
    session.give_up(pair);
    assert_eq!(session.worth(pair), Some(pays));
    session.end_run();
    let given_up = Err(Reject::Unprofitable.into());
    assert_eq!(session.worth(pair), Some(given_up));
    // The driver notes every answer in this way.
    session.note(pair, given_up);
    session.end();
    assert_eq!(PairCache::open(folder.path(), 1).get(pair), Some(pays));
}

#[test]
fn what_came_of_pairs_on_other_terms_is_not_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = module(1, SMALL);
    let passes =
        ["f3m", "f3m<min-gain=9>", "f3m<speed=ignore>", "f3m<thunks=keep>", "f3m<alignment=whole>"];
    for pass in passes {
        let report = cached(folder.path(), &module, &options(pass));
        assert!(report.attempts > 0 && report.known < report.attempts, "{pass}: {report}");
    }
}

/// The papers' way: each function asks for one candidate in its turn, the largest first.
#[test]
fn by_size_the_largest_function_goes_first() {
    let module = module(1, Size { families: 8, twins: 1, instructions: 60 });
    let report = simulated(&module, &options("f3m<system=hyfm;force;depth=1>"));
    let size = |name: &str| module.functions.iter().find(|f| f.name == name).map(|f| f.size());
    let largest = |merge: &ReportedMerge| merge.members.iter().filter_map(|m| size(&m.name)).max();
    let sizes: Vec<_> = report.merged.iter().filter_map(largest).collect();
    assert!(sizes.len() > 2 && sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
    assert!(report.attempts <= module.functions.len() as u64 + report.merges, "{report}");
}

#[test]
fn a_pair_is_explored_once_whoever_asks() {
    let report = simulated(&module(1, SMALL), &options("f3m<speed=ignore;explore=100>"));
    let first = module(1, SMALL).functions.len() as u64;
    let merges = report.merges;
    // Each merge adds a function and takes two away.
    assert!(report.attempts <= (first + merges) * (first + merges - 1) / 2, "{report}");
}

#[test]
fn without_functions_nothing_happens() {
    let module = EncodedModule { functions: Vec::new(), ..module(1, SMALL) };
    assert_eq!(simulated(&module, &Options::default()).merges, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 16))]

    #[test]
    fn candidates_are_those_of_the_most_similar_that_promise_the_most(seed: u64) {
        let among = |among| {
            let system: &'static System = Box::leak(Box::new(System { among, ..OURS }));
            Options { system, ..options("f3m<explore=2>") }
        };
        let [options, nearest_two] = [among(6), among(0)];
        let module = module(seed, SMALL);
        let mut host = Playback::simulated(&module, false);
        let mut session = Session::default();
        let (functions, report) = (module.functions.clone(), Report::new("f3m"));
        let driver = Driver::new(&options, &mut host, functions, report, &mut session);
        let explorer = driver.explorer();
        for id in driver.bodies.ids() {
            let nearest = explorer.nearest(id, 6);
            let promise =
                |near: &Candidate| explorer.prospect(id, near.func).promise(near.similarity);
            let saves =
                |near: &Candidate| explorer.prospect(id, near.func).saves(near.similarity);
            let tried = nearest.iter().filter(|&near| saves(near) > explorer.promising(id));
            let mut promises: Vec<_> = tried.map(promise).collect();
            promises.sort_unstable_by(|a, b| b.cmp(a));
            promises.truncate(2);
            let (chosen, _) = explorer.candidates(id);
            prop_assert_eq!(chosen.iter().map(promise).collect::<Vec<_>>(), promises);
            prop_assert!(chosen.iter().all(|one| nearest.contains(one)));
            let plain = Explorer { options: &nearest_two, ..driver.explorer() };
            prop_assert_eq!(plain.candidates(id).0, &nearest[..nearest.len().min(2)]);
        }
    }

    #[test]
    fn a_bound_changes_no_merge(seed: u64) {
        let module = module(seed, SMALL);
        let all_pairs = "f3m<system=all-pairs;explore=20;speed=balanced>";
        for pass in ["f3m", "f3m<speed=ignore;explore=5>", "f3m<min-gain=60>", all_pairs, "f3m<system=fmsa>"] {
            let options = options(pass);
            let mut host = Playback::simulated(&module, false);
            let mut session = Session::default();
            let (functions, report) = (module.functions.clone(), Report::new("f3m"));
            let driver = Driver::new(&options, &mut host, functions, report, &mut session);
            let [blind, bounded] = [driver.without_bounds().merge(), simulated(&module, &options)];
            let merged = |report: &Report| serde_json::to_string(&report.merged).unwrap();
            prop_assert_eq!(merged(&blind), merged(&bounded), "{}", pass);
            prop_assert!(blind.attempts >= bounded.attempts);
        }
    }

    #[test]
    fn of_all_pairs_the_one_whose_gain_times_similarity_is_greatest_goes_first(seed: u64) {
        let options = options("f3m<speed=ignore;explore=5>");
        let module = module(seed, SMALL);
        let mut host = Playback::simulated(&module, false);
        let mut session = Session::default();
        let (functions, report) = (module.functions.clone(), Report::new("f3m"));
        let mut driver = Driver::new(&options, &mut host, functions, report, &mut session);
        let priority = |driver: &Driver<'_, _>, id: FuncId, near: &Candidate| {
            let worth = driver.explorer().explore(id, near).attempt.ok()?.worth;
            Some((worth.share(near.similarity), in_order([id, near.func])))
        };
        let ids = driver.bodies.ids();
        let candidates = driver.candidates(&ids);
        let all = ids.iter().zip(&candidates).flat_map(|(&id, all)| all.iter().map(move |near| (id, near)));
        let mut priorities: Vec<_> = all.filter_map(|(id, near)| priority(&driver, id, near)).collect();
        priorities.sort_unstable();
        let most = priorities.last().map(|&(most, _)| most);
        let firsts = priorities.iter().filter(|(bytes, _)| Some(*bytes) == most);
        let name = |id: FuncId| driver.bodies[id].encoded.name.clone();
        let firsts: Vec<_> = firsts.map(|(_, pair)| pair.map(name)).collect();
        let report = driver.merge();
        let sorted = |mut names: Vec<String>| {
            names.sort_unstable();
            names
        };
        // Others may have joined the pair.
        let members =
            |merge: &ReportedMerge| merge.members.iter().take(2).map(|one| one.name.clone()).collect();
        let first = report.merged.first().map(|merge| sorted(members(merge)));
        let is_first = |names| firsts.iter().any(|pair| sorted(pair.to_vec()) == names);
        prop_assert!(first.is_none_or(is_first));
    }
}

#[test]
fn candidates_are_listed_once_for_each_pair() {
    let module = module(1, SMALL);
    let mut host = Playback::simulated(&module, false);
    let (options, report) = (options("f3m<explore=5>"), Report::new("f3m"));
    let (functions, mut session) = (module.functions.clone(), Session::default());
    let nearest = Driver::new(&options, &mut host, functions, report, &mut session).nearest();
    let mut pairs: Vec<_> = nearest.iter().map(|&(ids, _)| ids).collect();
    assert!(pairs.len() > 5 && pairs.iter().all(|[left, right]| left < right), "{pairs:?}");
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs.len(), nearest.len());
}
