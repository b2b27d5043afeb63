//! Fingerprints and search at scale, without LLVM: time and memory from a thousand functions to more than a million.
//!
//! Consumes: a pass as in a pipeline, a number of functions, and files of `f3m<dump=FILE>`. Produces: a line of JSON.
//! Functions are made from the blocks of the real ones, as many and as large as theirs: most are drawn anew, others are
//! near twins of one before, in families of two to a few hundred. Guarantees: a function is dropped when it has its
//! fingerprint, so that the memory of the process is that of the ranking and of the real functions' blocks. Of an
//! exhaustive search, one query in a hundred is made and the time of all is extrapolated; the line says so.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use cranelift_entity::PrimaryMap;
use fmerge_core::ir::{Block, BlockId, EncodedFunction, FuncId, Inst, TypeId};
use fmerge_core::key::MergeKey;
use fmerge_core::options::{Options, Ranking, parse_f3m};
use fmerge_core::search::FunctionIndex;
use fmerge_core::threads::Threads;

/// Arguments of `fmerge-lab scale`.
#[derive(clap::Args)]
pub struct Args {
    /// How functions are ranked, such as f3m or f3m<system=hyfm>.
    #[arg(value_parser = parse_f3m)]
    by: Box<Options>,
    /// How many functions the synthetic module has.
    functions: usize,
    /// What f3m<dump=FILE> wrote.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Of an exhaustive search, one query in so many is made.
const SAMPLED: usize = 100;

/// So many functions are made at a time.
const CHUNK: usize = 1000;

/// More bytes than the processor's caches hold.
const CACHES: usize = 96 << 20;

/// Steele, Lea and Flood's generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Makes functions from the blocks of real ones.
struct Source {
    /// Of all real functions.
    blocks: Vec<Vec<Inst>>,
    /// How many blocks a real function has.
    counts: Vec<usize>,
    random: Random,
    /// The family that is being made, with how many twins of it are left.
    family: (EncodedFunction, usize),
}

impl Source {
    fn new(paths: &[PathBuf]) -> anyhow::Result<Source> {
        let (mut blocks, mut counts) = (Vec::new(), Vec::new());
        for (number, path) in paths.iter().enumerate() {
            let module = crate::read(path)?;
            for function in &module.functions {
                counts.push(function.blocks.len());
                let of_block = |block: &Block| {
                    // Keys of two modules are different ones.
                    let own = |inst: &Inst| {
                        let key = MergeKey(inst.key.0 ^ (number as u32) << 24);
                        Inst { key, ..inst.clone() }
                    };
                    block.insts.iter().map(|&inst| own(&function.insts[inst])).collect()
                };
                blocks.extend(function.blocks.values().map(of_block));
            }
        }
        anyhow::ensure!(!blocks.is_empty(), "the files have no functions");
        let none = EncodedFunction::empty("", TypeId::from_u32(0));
        Ok(Source { blocks, counts, random: Random(1), family: (none, 0) })
    }

    fn next(&mut self) -> EncodedFunction {
        if self.family.1 > 0 {
            self.family.1 -= 1;
            return self.twin();
        }
        let count = self.counts[self.random.below(self.counts.len())];
        let drawn: Vec<usize> = (0..count).map(|_| self.random.below(self.blocks.len())).collect();
        let mut function = EncodedFunction::empty("", TypeId::from_u32(0));
        for block in drawn {
            push(&mut function, self.blocks[block].clone());
        }
        // A third of the functions have twins; a large family is as much rarer as it is larger.
        let share = self.random.below(3000) + 1;
        let twins = if share <= 1000 { (1000 / share).min(300) } else { 0 };
        self.family = (function.clone(), twins);
        function
    }

    /// Some of the blocks exchanged for others.
    fn twin(&mut self) -> EncodedFunction {
        let mut twin = EncodedFunction::empty("", TypeId::from_u32(0));
        let first = self.family.0.blocks.keys().collect::<Vec<BlockId>>();
        for block in first {
            let changed = self.random.below(8) == 0;
            let other = self.random.below(self.blocks.len());
            let own = || {
                let insts = self.family.0.blocks[block].insts.iter();
                insts.map(|&inst| self.family.0.insts[inst].clone()).collect()
            };
            push(&mut twin, if changed { self.blocks[other].clone() } else { own() });
        }
        twin
    }
}

fn push(function: &mut EncodedFunction, insts: Vec<Inst>) {
    let block = function.blocks.next_key();
    let ids = insts.into_iter().map(|inst| function.insts.push(Inst { block, ..inst })).collect();
    function.blocks.push(Block { insts: ids, ..Block::default() });
}

/// Processor time of this process, where Linux says so: other programs that run beside it do not count.
fn processor() -> Duration {
    let text = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Bytes of this process in memory, where Linux says so.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// What so many least hashes take by the arithmetic alone, with everything in registers and the nearest cache: eight
/// positions at a time, as the fingerprints have them.
fn arithmetic(pairs: u64) -> Duration {
    let mut random = Random(2);
    let hashes: Vec<u32> = (0..512).map(|_| random.next() as u32).collect();
    let seeds: [u32; 8] = std::array::from_fn(|_| random.next() as u32);
    let rounds = pairs / (hashes.len() * seeds.len()) as u64;
    let start = processor();
    for _ in 0..rounds {
        let seeds = black_box(seeds);
        let mut least = [u32::MAX; 8];
        for &hash in black_box(&hashes[..]) {
            for (least, seed) in least.iter_mut().zip(seeds) {
                *least = (*least).min((hash ^ seed).wrapping_mul(0x9e37_79b1));
            }
        }
        black_box(least);
    }
    processor() - start
}

/// Fills all caches with something else: what is ranked was encoded long before.
fn evict(other: &mut [u8]) {
    other.iter_mut().step_by(64).for_each(|line| *line = line.wrapping_add(1));
    black_box(other);
}

/// Reads of a function what its features are made from.
fn read(function: &EncodedFunction) -> u64 {
    let of_block = |block: BlockId| {
        function
            .alignable(block)
            .map(|inst| u64::from(function.insts[inst].key.0))
            .fold(0, u64::wrapping_add)
    };
    function.blocks.keys().map(of_block).fold(0, u64::wrapping_add)
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let Args { by: options, functions: count, files } = args;
    let count = *count;
    let mut source = Source::new(files)?;
    let (params, threshold) = options.index(count);
    let mut index = FunctionIndex::new(options.system.ranking, options.system.features, params);
    let (mut insts, mut features) = (0, 0);
    let (mut making, mut reading) = (Duration::ZERO, Duration::ZERO);
    let mut other = vec![0; CACHES];
    let mut all = PrimaryMap::<FuncId, _>::with_capacity(count);
    while all.len() < count {
        let chunk = CHUNK.min(count - all.len());
        let functions: Vec<EncodedFunction> = (0..chunk).map(|_| source.next()).collect();
        insts += functions.iter().map(EncodedFunction::size).sum::<usize>();
        let of = |function| options.system.features.of(function).len() as u64;
        features += functions.iter().map(of).sum::<u64>();
        evict(&mut other);
        let start = processor();
        black_box(functions.iter().map(read).fold(0, u64::wrapping_add));
        reading += processor() - start;
        evict(&mut other);
        let start = processor();
        for function in &functions {
            all.push(index.fingerprint(function));
        }
        making += processor() - start;
    }
    drop(other);
    let is_hashed = options.system.ranking == Ranking::MinHash;
    let bound = arithmetic(if is_hashed { features * u64::from(params.k()) } else { 0 });
    let most = resident();
    let start = processor();
    index.fill(all.into_iter().collect(), &Threads::none());
    let filling = processor() - start;
    let most = most.max(resident());
    let step = if is_hashed { 1 } else { SAMPLED.min(count) };
    let start = processor();
    let mut found = 0;
    for id in (0..count).step_by(step) {
        let candidates =
            index.query(FuncId::from_u32(id as u32), options.explore as usize, threshold, |_| true);
        found += usize::from(!candidates.is_empty());
    }
    let searching = (processor() - start).mul_f64(step as f64);
    let seconds = |time: Duration| (time.as_secs_f64() * 1000.0).round() / 1000.0;
    let stats = index.stats();
    let line = serde_json::json!({
        "functions": count, "instructions": insts, "bands": params.bands,
        "fingerprint_s": seconds(making), "arithmetic_s": seconds(bound), "reading_s": seconds(reading), "fill_s": seconds(filling), "search_s": seconds(searching),
        "total_s": seconds(making + filling + searching), "extrapolated": step > 1,
        "bytes": most, "comparisons": stats.comparisons * step as u64,
        "cap_hits": stats.cap_hits, "with_candidates": found * step,
    });
    Ok(format!("{line}\n"))
}
