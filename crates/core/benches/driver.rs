//! How long the phases of `f3m` take, and all of them together.
//!
//! `cargo bench -p fmerge-core` measures a generated module. `FMERGE_DUMP=FILE cargo bench -p fmerge-core` measures a
//! real one, which `opt -passes='f3m<dump=FILE>'` wrote: each phase on the pairs that the driver tries first, and the
//! whole driver with the recorded answers.

use std::env;
use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fmerge_core::align::{AlignParams, Alignment, align};
use fmerge_core::driver::Driver;
use fmerge_core::fingerprint::{MinHash, MinHasher, instruction_codes};
use fmerge_core::ir::FuncId;
use fmerge_core::options::Options;
use fmerge_core::plan::{self, MergePlan, Pair, PlanOptions, replay};
use fmerge_core::profit::CostModel;
use fmerge_core::report::Report;
use fmerge_core::search::LshIndex;
use fmerge_core::store::{EncodedModule, Playback};
use fmerge_core::testing::modules::{Size, module};

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
    hasher: MinHasher,
    index: LshIndex,
    /// Pairs with alignments and plans.
    pairs: Vec<(FuncId, FuncId)>,
    alignments: Vec<Alignment>,
    plans: Vec<(usize, MergePlan)>,
}

impl Stages {
    fn new() -> Stages {
        let (module, options) = (measured(), Options { threads: 1, ..Options::default() });
        let (params, _) = options.ranking(module.functions.len());
        let (hasher, index) = (MinHasher::new(params.k()), LshIndex::new(params));
        let (pairs, alignments, plans) = (Vec::new(), Vec::new(), Vec::new());
        let mut stages = Stages { module, options, hasher, index, pairs, alignments, plans };
        for (id, fingerprint) in stages.ids().zip(stages.fingerprints()) {
            stages.index.insert(id, fingerprint);
        }
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

    fn fingerprints(&self) -> Vec<MinHash> {
        let functions = self.module.functions.iter();
        functions.map(|function| self.hasher.fingerprint(&instruction_codes(function))).collect()
    }

    fn pair(&self, at: usize) -> Pair<'_> {
        let function = |id: FuncId| &self.module.functions[id.as_u32() as usize];
        Pair { left: function(self.pairs[at].0), right: function(self.pairs[at].1) }
    }

    /// The most similar function that this one may be merged with.
    fn best(&self, id: FuncId) -> Option<FuncId> {
        let (functions, tables) = (&self.module.functions, &self.module.tables);
        let left = &functions[id.as_u32() as usize];
        let fits = |other: FuncId| {
            let right = &functions[other.as_u32() as usize];
            plan::compatible(Pair { left, right }, tables).is_ok()
        };
        self.index.query(id, 1, 0.0, fits).first().map(|candidate| candidate.func)
    }

    fn aligned(&self) -> Vec<Alignment> {
        let pairs = (0..self.pairs.len()).map(|at| self.pair(at));
        pairs.map(|pair| align(pair.left, pair.right, &AlignParams::default())).collect()
    }

    fn planned(&self) -> Vec<Option<MergePlan>> {
        let plan = |(at, alignment)| {
            plan::build(self.pair(at), alignment, &self.module.tables, PlanOptions::default()).ok()
        };
        self.alignments.iter().enumerate().map(plan).collect()
    }

    fn estimated(&self) -> i64 {
        let model = CostModel::default();
        let plans = self.plans.iter();
        plans.map(|(at, plan)| model.estimate(plan, self.pair(*at), false).gain()).sum()
    }

    fn proved(&self) -> usize {
        let tables = &self.module.tables;
        let plans = self.plans.iter();
        plans.filter(|(at, plan)| replay::replay(plan, self.pair(*at), tables).is_ok()).count()
    }

    fn merged(&self) -> u64 {
        let mut host = Playback::new(&self.module, false);
        let functions = self.module.functions.clone();
        Driver::new(&self.options, &mut host, functions, Report::new("f3m")).merge().merges
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
