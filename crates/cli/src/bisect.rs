//! `fmerge bisect`: the one merge that makes a command fail.
//!
//! Consumes: a command that builds and tests. Produces: the merge with its originals, their places and their IR.
//! Guarantees: the command is run without merges first, then with all, then with fewer, by halves, and at the end
//! twice more; what contradicts itself is an error, not an answer. What processes tell each other is in
//! [`fmerge_core::bisect`].

mod command;
mod found;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use fmerge_core::bisect::{
    self as exchange, ALLOWED, Allowed, BisectionSearch, Count, MADE, Numbering, SHOWN, Shown,
};

use crate::scratch::Scratch;
use crate::terminal;
use command::{Ending, TestCommand};

/// Arguments of `fmerge bisect`.
#[derive(clap::Args)]
#[command(after_help = "\
The command must build anew whatever the plugin makes, each time that it runs: make,
ninja, cargo, ccache and their like do not know the variable FMERGE_BISECT, and would keep
what an earlier run made. Let it begin with `make clean`, and set CCACHE_DISABLE=1 or
SCCACHE_RECACHE=1, or build in a fresh folder. The variable has to reach the compiler or
the linker: build systems that clear the environment must be told to let it through.
The command must do the same each time: compile modules of the same names, and run no
tests that fail by chance.

n merges take about log2(n) + 4 runs. The exit status is 0 when the merge was found.

Examples:
  fmerge bisect -- sh -c 'make clean && make -j8 && make check'
  fmerge bisect --timeout 600 --keep bisection -- ./build-and-test.sh")]
pub struct Args {
    /// Keep what each run printed, and the IR of the merge found, in this folder.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Take a run for failed, and end it, after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Builds and tests; its exit status is 0 when all is good.
    #[arg(required = true, last = true, value_name = "COMMAND")]
    command: Vec<std::ffi::OsString>,
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let temporary;
    let folder: &Path = match &args.keep {
        Some(folder) => folder,
        None => {
            temporary = Scratch::new()?;
            temporary.path()
        }
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
    let timeout = args.timeout.map(Duration::from_secs);
    let command = TestCommand { words: &args.command, timeout };
    let mut bisection = Bisection { folder: &folder, command, runs: 0, warned: false };
    let numbering = bisection.enclose()?;
    let total = numbering.total();
    let culprit = bisection.search(&numbering)?;
    let shown = bisection.confirm(&numbering, culprit)?;
    let runs = bisection.runs;
    let kept = args.keep.is_some().then_some(&*folder);
    found::tell(&found::BisectionResult { culprit, total, runs, shown: &shown }, kept)
}

/// A search that is under way.
struct Bisection<'a> {
    folder: &'a Path,
    command: TestCommand<'a>,
    runs: u32,
    /// The user was told of modules that no longer appear.
    warned: bool,
}

impl Bisection<'_> {
    /// Makes sure that merges are to blame; all of them in order.
    fn enclose(&mut self) -> anyhow::Result<Numbering> {
        let good = self.run("no merges", &Allowed::any(false))?;
        ensure!(
            good == Ending::Good,
            "the command fails without any merge as well ({good}), so fmerge is not to blame, or the \
             command never worked; it ended with\n{}",
            self.last_lines()
        );
        let bad = self.run("all merges", &Allowed::any(true))?;
        let numbering = self.counts()?;
        let total = numbering.total();
        ensure!(
            total > 0,
            "no merge was recorded: does the command build anew (see --help about caches), with the \
             plugin, and does the variable {} reach it?",
            exchange::VARIABLE
        );
        ensure!(
            bad != Ending::Good,
            "the command succeeds with all of {total} merges: there is nothing to find; if it fails now \
             and then, repeat it in the command"
        );
        Ok(numbering)
    }

    /// Finds the merge by halves.
    fn search(&mut self, numbering: &Numbering) -> anyhow::Result<u64> {
        let mut search = BisectionSearch::new(numbering.total());
        while let Some(merges) = search.next() {
            let good = self.first(numbering, merges)? == Ending::Good;
            search.tell(merges, good);
        }
        Ok(search.culprit())
    }

    /// Repeats the two runs that say it all, and has the merge written down.
    fn confirm(&mut self, numbering: &Numbering, culprit: u64) -> anyhow::Result<Shown> {
        let before = self.first(numbering, culprit - 1)?;
        ensure!(
            before == Ending::Good,
            "the command is not reliable: with the first {} merges it was good at first, and now it is \
             not ({before}); repeat its tests in the command, or take out those that fail by chance",
            culprit - 1
        );
        let located = numbering.locate(culprit);
        let allowed = Allowed { show: located, ..numbering.first(culprit) };
        let with = self.run(&format!("merges 1 to {culprit} again"), &allowed)?;
        ensure!(
            with != Ending::Good,
            "the command is not reliable: with the first {culprit} merges it failed at first, and now it \
             does not; repeat its tests in the command, so that they fail each time"
        );
        let path = self.folder.join(SHOWN);
        if !path.exists() {
            bail!(
                "merge {culprit} is to blame, but it was not made in the last run, which failed all the \
                 same: is the build the same each time, and does it build anew (see --help about caches)?"
            );
        }
        Ok(exchange::read(&path)?)
    }

    fn first(&mut self, numbering: &Numbering, merges: u64) -> anyhow::Result<Ending> {
        let what = format!("merges 1 to {merges} of {}", numbering.total());
        let ending = self.run(&what, &numbering.first(merges))?;
        // One that fails may have ended before it came to all modules.
        if ending == Ending::Good && !self.warned {
            self.warned = self.warn_of_missing(numbering)?;
        }
        Ok(ending)
    }

    /// Runs the command with what is allowed.
    fn run(&mut self, what: &str, allowed: &Allowed) -> anyhow::Result<Ending> {
        let made = self.folder.join(MADE);
        if made.exists() {
            fs::remove_dir_all(&made)
                .with_context(|| format!("cannot empty {}", made.display()))?;
        }
        fs::create_dir(&made).with_context(|| format!("cannot make {}", made.display()))?;
        let shown = self.folder.join(SHOWN);
        if shown.exists() {
            fs::remove_file(&shown)
                .with_context(|| format!("cannot delete {}", shown.display()))?;
        }
        exchange::write(&self.folder.join(ALLOWED), allowed)?;
        self.runs += 1;
        let (ending, time) = self.command.run(self.folder, &self.log())?;
        let seconds = time.as_secs_f64();
        let _ = writeln!(io::stderr(), "run {}: {what}: {ending} ({seconds:.1} s)", self.runs);
        Ok(ending)
    }

    fn log(&self) -> PathBuf {
        self.folder.join(format!("run-{:02}.log", self.runs))
    }

    /// The end of what the last run printed.
    fn last_lines(&self) -> String {
        let bytes = fs::read(self.log()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(10)..].join("\n")
    }

    /// What the last run made.
    fn counts(&self) -> anyhow::Result<Numbering> {
        let folder = self.folder.join(MADE);
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        let mut counts: Vec<Count> = Vec::new();
        for entry in entries {
            let path = entry.with_context(|| folder.display().to_string())?.path();
            // What a process that was killed left half written has another ending.
            if path.extension().is_some_and(|ending| ending == "json") {
                counts.push(exchange::read(&path)?);
            }
        }
        Ok(Numbering::new(counts))
    }

    /// Warns of modules that were merged with all merges and not compiled this time; whether there are any.
    fn warn_of_missing(&self, numbering: &Numbering) -> anyhow::Result<bool> {
        let now = self.counts()?;
        let known: BTreeSet<&str> = now.modules().iter().map(|count| &*count.key).collect();
        let mut missing = numbering.modules().iter().filter(|count| !known.contains(&*count.key));
        let Some(first) = missing.next() else { return Ok(false) };
        let _ = writeln!(
            io::stderr(),
            "warning: {} and {} other modules were not compiled in this run: if the build keeps what an \
             earlier run made, the answer will be wrong (see --help about caches)",
            terminal::word(&first.module),
            missing.count()
        );
        Ok(true)
    }
}
