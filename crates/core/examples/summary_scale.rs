//! Combining and look-ups at scale, timed.
//!
//! `cargo run --release -p fmerge-core --example summary_scale -- FUNCTIONS [SUMMARY]` draws so many functions
//! (5 million without a number), 500 to a module, combines the modules' parts, and writes the summary, to a
//! file that is deleted unless one is named. Then it looks up 100 hashes that are there and 100 that are not,
//! and prints times, memory, and the pages that look-ups touched. The functions are always the same ones.
//! `… -- --parts FOLDER FUNCTIONS` writes the parts instead, for `fmerge combine FOLDER/*`.

use std::error::Error;
use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use fmerge_core::summary::file::layout::PAGE;
use fmerge_core::summary::{
    ByteSource, Combiner, ConstantHash, CostModel, FunctionSummary, Hole, Scope, StableHash,
    StableHasher, Summary, SummaryReader, part_bytes, write_atomically,
};
use rayon::prelude::*;

/// Functions in a module.
const MODULE: u64 = 500;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--parts", folder, functions] => write_parts(Path::new(folder), functions.parse()?),
        [] => measure(5_000_000, None),
        [functions] => measure(functions.parse()?, None),
        [functions, summary] => measure(functions.parse()?, Some(Path::new(summary))),
        _ => Err("usage: summary_scale [FUNCTIONS [SUMMARY]] | --parts FOLDER FUNCTIONS".into()),
    }
}

fn write_parts(folder: &Path, functions: u64) -> Result<()> {
    (0..functions.div_ceil(MODULE)).into_par_iter().try_for_each(|module| {
        let path = folder.join(format!("{module:06}.part"));
        Ok(std::fs::write(path, part(module, functions)?)?)
    })
}

fn measure(functions: u64, summary: Option<&Path>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = summary.map_or_else(|| folder.path().join("summary"), Path::to_owned);
    let start = Instant::now();
    let modules = (0..functions.div_ceil(MODULE)).into_par_iter();
    let parts = modules.map(|module| part(module, functions)).collect::<Result<Vec<_>>>()?;
    let bytes: usize = parts.iter().map(Vec::len).sum();
    tell("draw", start, &format!("{functions} functions in {bytes} bytes of parts"));

    let start = Instant::now();
    let combiner = Combiner::new();
    parts.into_par_iter().try_for_each(|part| combiner.add_bytes(&part))?;
    tell("add", start, "");
    let start = Instant::now();
    let combined = combiner.finish(&CostModel::default())?;
    let (groups, merged) = (combined.groups(), combined.merged());
    tell("finish", start, &format!("{groups} groups, {merged} pay"));
    let start = Instant::now();
    write_atomically(&path, |out| combined.write_to(out))?;
    tell("write", start, &format!("{} bytes", std::fs::metadata(&path)?.len()));
    let hashes: Vec<_> = combined.proposals().map(|p| p.hash).collect();
    drop(combined);
    look_up(&path, &hashes)
}

fn look_up(path: &Path, hashes: &[StableHash]) -> Result<()> {
    let step = (hashes.len() / 100).max(1);
    let known: Vec<_> = hashes.iter().copied().step_by(step).take(100).collect();
    let unknown: Vec<_> = (0..100).map(|i| hash("unknown", i)).collect();
    for (what, hashes) in [("known", known), ("unknown", unknown)] {
        let start = Instant::now();
        let file = Pages::open(path)?;
        let reader = SummaryReader::open(&file)?;
        let mut found = 0;
        for hash in &hashes {
            found += usize::from(reader.lookup(*hash)?.is_some());
        }
        let touched = format!("{found} found, {} KiB touched", file.touched() * PAGE / 1024);
        tell(&format!("{} {what}", hashes.len()), start, &touched);
    }
    Ok(())
}

fn tell(what: &str, start: Instant, more: &str) {
    let time = start.elapsed().as_secs_f64() * 1e3;
    println!("{what:12} {time:10.2} ms  peak {:5} MiB  {more}", peak_memory());
}

/// The most memory that the process had, in MiB, as Linux tells it; 0 elsewhere.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kib = line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

/// The part of a module, whose functions are fewer in the last one.
fn part(module: u64, functions: u64) -> Result<Vec<u8>> {
    let range = module * MODULE..((module + 1) * MODULE).min(functions);
    let summary: Summary = range.map(|number| function(module, number, functions)).collect();
    Ok(part_bytes(summary)?)
}

/// Half of the functions have a hash of their own; the others share it with four on average.
fn function(module: u64, number: u64, functions: u64) -> FunctionSummary {
    let mut draw = splitmix(number);
    let family = match draw(2) {
        0 => hash("single", number),
        _ => hash("family", draw(functions.div_ceil(8))),
    };
    let mut shape = splitmix(family.bits() as u64);
    let (count, instructions, size) = (shape(7), shape(60) as u32, shape(300) as u32);
    let mut hole = |i| {
        let constant = ConstantHash::from_bits(draw(1 + shape(3)) << 32 | i);
        Hole { position: i as u32, constant }
    };
    FunctionSummary {
        hash: family,
        name: format!("_ZN4some5space{}{number}EvPKcRSt6vectorIiSaIiEE", "9namespace".repeat(3)),
        module: format!("library/source/folder/module{module}.cpp"),
        scope: Scope::Module,
        instructions: 5 + instructions,
        size: 40 + size,
        folds_alone: false,
        holes: (0..count).map(&mut hole).collect(),
    }
}

fn hash(domain: &str, number: u64) -> StableHash {
    let mut hasher = StableHasher::new(domain);
    hasher.word(number);
    hasher.finish()
}

/// Numbers below a limit, by the generator splitmix64.
fn splitmix(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |limit| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

/// A file, of which each page is read when it is first asked for, as the system does for a mapped one.
struct Pages {
    file: File,
    length: u64,
    pages: Vec<OnceLock<Box<[u8]>>>,
}

impl Pages {
    fn open(path: &Path) -> Result<Pages> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let pages = (0..length.div_ceil(PAGE as u64)).map(|_| OnceLock::new());
        Ok(Pages { file, length, pages: pages.collect() })
    }

    fn touched(&self) -> usize {
        self.pages.iter().filter(|p| p.get().is_some()).count()
    }

    fn read(&self, number: u64) -> Box<[u8]> {
        let mut page = vec![0; PAGE].into_boxed_slice();
        self.file.read_exact_at(&mut page, number * PAGE as u64).expect("a whole page");
        page
    }
}

impl ByteSource for &Pages {
    fn length(&self) -> u64 {
        self.length
    }

    fn bytes(&self, range: Range<u64>) -> Option<&[u8]> {
        let number = range.start / PAGE as u64;
        let start = number * PAGE as u64;
        let page = self.pages.get(number as usize)?.get_or_init(|| self.read(number));
        page.get((range.start - start) as usize..(range.end - start) as usize)
    }
}
