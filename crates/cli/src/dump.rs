//! `fmerge dump`: encoded functions as text, and what the driver makes of them without LLVM.
//!
//! Consumes: a file of `f3m<dump=FILE>`. Produces: a summary, the functions, or the merges of a run over them.
//! Guarantees: equal files and arguments give equal text, but for times.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use fmerge_core::driver::{Driver, Session};
use fmerge_core::ir::EncodedFunction;
use fmerge_core::options::{Options, PassName, Thunks, parse_f3m};
use fmerge_core::report::Report;
use fmerge_core::store::{Answer, EncodedModule, Playback};
use regex::Regex;

use crate::terminal;

/// Arguments of `fmerge dump`.
#[derive(clap::Args)]
pub struct Args {
    /// What f3m<dump=FILE> wrote.
    file: PathBuf,
    /// The encoded functions as text.
    #[arg(long, conflicts_with = "merge")]
    functions: bool,
    /// Only the functions whose names match.
    #[arg(long, value_name = "REGEX", requires = "functions")]
    only: Option<Regex>,
    /// Merge again, and list the merges: as f3m, or with options, as in --merge='f3m<thunks=keep>'. Give the options
    /// of the run that wrote the file, and what LLVM answered then is used again.
    #[arg(long, value_name = "PASS", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "f3m", value_parser = parse_f3m)]
    merge: Option<Box<Options>>,
    /// With --merge, use nothing of what LLVM answered: merged functions are simulated.
    #[arg(long, requires = "merge")]
    simulate: bool,
    /// With --merge, explore every candidate, also those of which a bound says that they cannot pay. The merges are the
    /// same, and the time is that of a search without bounds.
    #[arg(long, requires = "merge")]
    exhaustive: bool,
    /// With --merge, give the whole report, as JSON.
    #[arg(long, requires = "merge")]
    json: bool,
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let name = args.file.display();
    let bytes = std::fs::read(&args.file).with_context(|| format!("cannot read {name}"))?;
    let module = EncodedModule::from_bytes(&bytes).with_context(|| name.to_string())?;
    match &args.merge {
        None if args.functions => functions(&module, args.only.as_ref()),
        None => Ok(summary(&module, bytes.len())),
        Some(options) => Ok(merges(&module, options, args)),
    }
}

fn summary(module: &EncodedModule, bytes: usize) -> String {
    let instructions: usize = module.functions.iter().map(|function| function.size()).sum();
    let count = |is: fn(&Answer) -> bool| module.answers.iter().filter(|answer| is(answer)).count();
    let merged = count(|answer| matches!(answer, Answer::CarriedOut { done: Ok(_), .. }));
    let refused = count(|answer| matches!(answer, Answer::CarriedOut { done: Err(_), .. }));
    let anew = count(|answer| matches!(answer, Answer::Encoded { .. }));
    format!(
        "{}: {} functions, {instructions} instructions, {} types, {} constants, {bytes} bytes\n\
         recorded: {merged} merges, {refused} that could not be made, {anew} functions encoded anew\n",
        terminal::word(&module.name),
        module.functions.len(),
        module.tables.types.len(),
        module.tables.consts.len(),
    )
}

fn functions(module: &EncodedModule, only: Option<&Regex>) -> anyhow::Result<String> {
    let wanted = |name: &str| only.is_none_or(|pattern| pattern.is_match(name));
    let shown = module.functions.iter().filter(|function| wanted(&function.name));
    let text = |function: &EncodedFunction| {
        let name = terminal::word(&function.name).into_owned();
        EncodedFunction { name, ..function.clone() }.to_string()
    };
    let texts: Vec<String> = shown.map(text).collect();
    if texts.is_empty() && only.is_some() {
        bail!("no function of {} has such a name; without --only, all are shown", module.name);
    }
    Ok(texts.join("\n"))
}

/// Runs the driver.
fn merges(module: &EncodedModule, options: &Options, args: &Args) -> String {
    let keep = options.thunks == Thunks::Keep;
    let mut host = match args.simulate {
        true => Playback::simulated(module, keep),
        false => Playback::new(module, keep),
    };
    let mut report = Report::new(PassName::F3m.name());
    report.origin.module = module.name.clone();
    let (functions, mut session) = (module.functions.clone(), Session::default());
    let driver = Driver::new(options, &mut host, functions, report, &mut session);
    let driver = if args.exhaustive { driver.without_bounds() } else { driver };
    let report = driver.merge();
    if args.json {
        return report.to_json() + "\n";
    }
    let mut text = String::new();
    for merge in &report.merged {
        let names: Vec<&str> = merge.members.iter().map(|member| &*member.name).collect();
        let names = names.join(" and ");
        let _ = writeln!(text, "{}: {} bytes", terminal::word(&names), merge.gain);
    }
    let _ = writeln!(text, "{} merges, estimated gain {} bytes", report.merges, report.gain);
    let _ = match host.strayed() {
        None => writeln!(text, "all as recorded"),
        Some(answers) => writeln!(text, "simulated after {answers} recorded answers"),
    };
    text
}
