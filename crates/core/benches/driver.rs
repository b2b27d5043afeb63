//! How long the phases of `f3m` take, and all of them together.
//!
//! `cargo bench -p fmerge-core` measures a generated module. `FMERGE_DUMP=FILE cargo bench -p fmerge-core` measures a
//! real one, which `opt -passes='f3m<dump=FILE>'` wrote: each phase on the pairs that the driver tries first, and the
//! whole driver with the recorded answers.

use std::env;
use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fmerge_core::align::{AlignParams, Alignment, align};
use fmerge_core::driver::{Driver, Session};
use fmerge_core::ir::{EncodedFunction, FuncId, Tables};
use fmerge_core::options::Options;
use fmerge_core::plan::{self, MergePlan, PlanOptions, Sides, replay};
use fmerge_core::price::Bytes;
use fmerge_core::report::Report;
use fmerge_core::search::{Fingerprint, FunctionIndex};
use fmerge_core::store::{EncodedModule, Playback};
use fmerge_core::testing::modules::{Size, module};
use fmerge_core::threads::Threads;

/// What is measured where no file is named.
const GENERATED: Size = Size { families: 20, twins: 3, instructions: 60 };

/// Pairs that one turn of a phase works on.
const PAIRS: usize = 50;

fn measured() -> EncodedModule {
    let Some(path) = env::var_os("FMERGE_DUMP") else { return module(1, GENERATED) };
    let bytes = std::fs::read(&path).expect("FMERGE_DUMP names a file");
    EncodedModule::from_bytes(&bytes).expect("FMERGE_DUMP names what f3m<dump=FILE> wrote")
}

/// A module with what the phases take of each other.
struct Stages {
    module: EncodedModule,
    options: Options,
    index: FunctionIndex,
    /// Pairs with alignments and plans.
    pairs: Vec<(FuncId, FuncId)>,
    alignments: Vec<Alignment>,
    plans: Vec<(usize, MergePlan)>,
}

impl Stages {
    fn new() -> Stages {
        let (module, options) = (measured(), Options { threads: 1, ..Options::default() });
        let (params, _) = options.index(module.functions.len());
        let index = FunctionIndex::new(options.system.ranking, options.system.features, params);
        let (pairs, alignments, plans) = (Vec::new(), Vec::new(), Vec::new());
        let mut stages = Stages { module, options, index, pairs, alignments, plans };
        let all = stages.ids().zip(stages.fingerprints()).collect();
        stages.index.fill(all, &Threads::none());
        let found = stages.ids().flat_map(|id| stages.best(id).map(|other| (id, other)));
        stages.pairs = found.take(PAIRS).collect();
        stages.alignments = stages.aligned();
        let plans = stages.planned().into_iter().enumerate();
        stages.plans = plans.filter_map(|(at, plan)| Some((at, plan?))).collect();
        stages
    }

    fn ids(&self) -> impl Iterator<Item = FuncId> + use<> {
        (0..self.module.functions.len() as u32).map(FuncId::from_u32)
    }

    fn fingerprints(&self) -> Vec<Fingerprint> {
        self.module.functions.iter().map(|function| self.index.fingerprint(function)).collect()
    }

    fn pair(&self, at: usize) -> [&EncodedFunction; 2] {
        let (left, right) = self.pairs[at];
        [left, right].map(|id| &self.module.functions[id.as_u32() as usize])
    }

    /// The most similar function that this one may be merged with.
    fn best(&self, id: FuncId) -> Option<FuncId> {
        let (functions, tables) = (&self.module.functions, &self.module.tables);
        let left = &functions[id.as_u32() as usize];
        let fits = |other: FuncId| {
            let right = &functions[other.as_u32() as usize];
            plan::compatible(Sides(&[left, right]), tables).is_ok()
        };
        self.index.query(id, 1, 0.0, fits).first().map(|candidate| candidate.func)
    }

    fn aligned(&self) -> Vec<Alignment> {
        let params = AlignParams::of(self.module.tables.prices);
        let pairs = (0..self.pairs.len()).map(|at| self.pair(at));
        pairs.map(|[left, right]| align(left, right, &params)).collect()
    }

    fn planned(&self) -> Vec<Option<MergePlan>> {
        let plan = |(at, alignment)| {
            let (sides, tables) = (self.pair(at), &self.module.tables);
            plan::build(Sides(&sides), alignment, tables, PlanOptions::default()).ok()
        };
        self.alignments.iter().enumerate().map(plan).collect()
    }

    fn estimated(&self) -> Bytes {
        let Tables { prices, registers, .. } = self.module.tables;
        let gain = |(at, plan): &(usize, MergePlan)| {
            prices.estimate(plan, Sides(&self.pair(*at)), registers, false).gain()
        };
        self.plans.iter().map(gain).fold(Bytes::ZERO, |sum, gain| sum + gain)
    }

    fn proved(&self) -> usize {
        let tables = &self.module.tables;
        let plans = self.plans.iter();
        plans
            .filter(|(at, plan)| replay::replay(plan, Sides(&self.pair(*at)), tables).is_ok())
            .count()
    }

    fn merged(&self) -> u64 {
        let mut host = Playback::new(&self.module, false);
        let functions = self.module.functions.clone();
        let (report, mut session) = (Report::new("f3m"), Session::default());
        Driver::new(&self.options, &mut host, functions, report, &mut session).merge().merges
    }
}

fn stages(criterion: &mut Criterion) {
    let stages = Stages::new();
    let all_proved = stages.proved() == stages.plans.len();
    assert!(all_proved && !stages.plans.is_empty(), "replay accepts what the planner makes");
    criterion.bench_function("fingerprint", |b| b.iter(|| stages.fingerprints()));
    criterion.bench_function("search", |b| {
        b.iter(|| stages.ids().filter_map(|id| stages.best(id)).count());
    });
    criterion.bench_function("align", |b| b.iter(|| stages.aligned()));
    criterion.bench_function("plan", |b| b.iter(|| stages.planned()));
    criterion.bench_function("estimate", |b| b.iter(|| black_box(&stages).estimated()));
    criterion.bench_function("replay", |b| b.iter(|| black_box(&stages).proved()));
    let bytes = stages.module.to_bytes();
    criterion.bench_function("write", |b| b.iter(|| stages.module.to_bytes()));
    criterion.bench_function("read", |b| {
        b.iter_batched(|| &bytes[..], EncodedModule::from_bytes, BatchSize::SmallInput);
    });
    let mut whole = criterion.benchmark_group("whole");
    whole.sample_size(10);
    whole.bench_function("driver", |b| b.iter(|| stages.merged()));
    whole.finish();
}

criterion_group!(benches, stages);
criterion_main!(benches);
