//! How good the order is in which the driver merges.
//!
//! Consumes: dumps of modules, a number of random orders. Produces: a table: what merging saves by the estimate in the usual order,
//! in the best and in the mean of the random ones. Guarantees: the same table each time; nothing is asked of LLVM, so that merged
//! functions are simulated.

use std::fmt::Write;
use std::path::PathBuf;

use fmerge_core::options::{Options, parse_f3m};
use fmerge_core::store::EncodedModule;
use fmerge_core::threads::Threads;

/// Arguments of `fmerge-lab order`.
#[derive(clap::Args)]
pub struct Args {
    /// Files that f3m<dump=FILE> wrote.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How many random orders are tried for each.
    #[arg(long, default_value_t = 100)]
    orders: u64,
    /// The pass and its options.
    #[arg(long, default_value = "f3m", value_parser = parse_f3m)]
    merge: Box<Options>,
}

/// Numbers of random orders, the first ones, whose best is told too.
const FEW: [usize; 3] = [3, 7, 15];

/// What one module shows, in bytes saved.
struct OrderRow {
    name: String,
    functions: usize,
    usual: u32,
    /// Of the usual order and so many random ones, as `FEW` says.
    few: [u32; FEW.len()],
    best: u32,
    mean: f64,
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let mut rows = Vec::new();
    for file in &args.files {
        let module = crate::read(file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        rows.push(measured(name, &module, &args.merge, args.orders));
    }
    Ok(table(&rows))
}

fn measured(name: String, module: &EncodedModule, options: &Options, orders: u64) -> OrderRow {
    let options = Options { threads: 1, ..options.clone() };
    let seeds: Vec<u64> = (1..=orders).collect();
    let random = Threads::new(0).map(&seeds, |&seed| saved(module, &options, Some(seed)));
    let usual = saved(module, &options, None);
    let best_of = |count: usize| random.iter().take(count).copied().fold(usual, u32::max);
    let mean = f64::from(random.iter().sum::<u32>()) / random.len().max(1) as f64;
    let (few, best) = (FEW.map(best_of), best_of(random.len()));
    OrderRow { name, functions: module.functions.len(), usual, few, best, mean }
}

/// The bytes that one run saves by the estimate.
fn saved(module: &EncodedModule, options: &Options, order: Option<u64>) -> u32 {
    crate::simulated(module, options, |driver| {
        let driver = match order {
            Some(seed) => driver.in_another_order(seed),
            None => driver,
        };
        driver.merge().gain.size()
    })
}

fn table(rows: &[OrderRow]) -> String {
    let few: Vec<String> = FEW.iter().map(|count| format!("best of {}", count + 1)).collect();
    let mut text = format!(
        "| module | functions | usual order | {} | best | usual of best | mean of random orders |\n|---|{}\n",
        few.join(" | "),
        "--:|".repeat(5 + FEW.len()),
    );
    let sum = OrderRow {
        name: "sum".to_owned(),
        functions: rows.iter().map(|row| row.functions).sum(),
        usual: rows.iter().map(|row| row.usual).sum(),
        few: std::array::from_fn(|at| rows.iter().map(|row| row.few[at]).sum()),
        best: rows.iter().map(|row| row.best).sum(),
        mean: rows.iter().map(|row| row.mean).sum(),
    };
    for OrderRow { name, functions, usual, few, best, mean } in rows.iter().chain([&sum]) {
        let share = 100.0 * f64::from(*usual) / f64::from((*best).max(1));
        let few = few.map(|saved| saved.to_string()).join(" | ");
        let _ = writeln!(
            text,
            "| {name} | {functions} | {usual} | {few} | {best} | {share:.1} % | {mean:.0} |"
        );
    }
    text
}
