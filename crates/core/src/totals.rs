//! What all passes of one process did together, and what its user should be told.
//!
//! Consumes: the report of each run of a pass, and how many functions of the module take part. Produces: [`Totals`],
//! which processes can hand to another in a file; a sentence when nothing could be done; tables for LLVM's `-stats` and
//! `-time-passes`. Guarantees: a function counts once, however many passes run on its module.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::options::PassName;
use crate::price::Bytes;
use crate::report::Report;

/// The environment variable that asks for [`Totals::summary`] on standard error at the end of a link.
pub const TELL: &str = "FMERGE_TELL";

/// The environment variable that names the file to which each process that links adds its [`Totals`], as a line of JSON.
pub const VARIABLE: &str = "FMERGE_TOTALS";

/// With fewer functions, nobody is told that nothing was done. Programs that configure scripts link to try the compiler
/// are so small, and such scripts take any message for a failure.
const FEW: u64 = 10;

/// If a smaller share of the code asks to be small, in percent, the user is told what changes that.
const LITTLE: u64 = 50;

/// How large a module is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Functions with a body.
    pub functions: u64,
    /// Those of them that ask to be small; all, where others are merged as if they did.
    pub asking: u64,
    /// Bytes of their code, by the prices of the target.
    pub bytes: Bytes,
    /// Bytes of the code that asks to be small.
    pub asking_bytes: Bytes,
}

/// The sums over all modules of a process, or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Modules that passes ran on.
    pub modules: u64,
    /// Functions with a body.
    pub functions: u64,
    /// Those of them that ask to be small; all, where others are merged as if they did.
    pub asking: u64,
    /// Merges: of each group of functions that share a body, all members but one.
    pub merges: u64,
    /// Functions that remain as thunks.
    pub thunks: u64,
    /// Functions that are gone.
    pub removed: u64,
    /// Bytes saved by the estimates.
    pub gain: Bytes,
    /// Further bytes that similar functions would have saved, by the estimates, if time did not count.
    #[serde(default)]
    pub given_up: Bytes,
    /// Bytes of all code without merging, by the estimates.
    #[serde(default)]
    pub bytes: Bytes,
    /// Those of them that ask to be small.
    #[serde(default)]
    pub asking_bytes: Bytes,
}

impl Totals {
    /// Why nothing could be merged, and what changes that; `None` if there is nothing to say.
    pub fn advice(&self) -> Option<String> {
        let is_told = self.is_program() && self.asking == 0 && self.merges == 0;
        is_told.then(|| {
            format!(
                "none of the {} functions asks to be small (-Os, -Oz, opt-level s or z), so they are merged only where that \
                 takes next to no time, and nowhere it does; the preset all-functions merges them as if they asked \
                 (-fmerge-pipeline=all-functions, or FMERGE_PIPELINE)",
                self.functions
            )
        })
    }

    /// What was gained, in one line.
    pub fn summary(&self) -> String {
        let share = 100.0 * self.gain.count() as f64 / self.bytes.count().max(1) as f64;
        format!(
            "{} merges among {} functions save an estimated {} bytes, {share:.1}% of the code{}{}",
            self.merges,
            self.functions,
            self.gain,
            self.slow(),
            self.little()
        )
    }

    /// Whether there is so much code that somebody wants to know of it.
    pub fn is_program(&self) -> bool {
        self.functions >= FEW
    }

    /// Says how many bytes were given up for time, and which preset takes them; empty if none were.
    fn slow(&self) -> String {
        if !self.is_program() || self.given_up <= Bytes::ZERO {
            return String::new();
        }
        let preset = if self.asking_percent() < LITTLE { "all-functions" } else { "smallest" };
        format!(
            "; up to {} bytes more were given up because they would cost time: the preset {preset} takes them",
            self.given_up
        )
    }

    /// Says how little of the code asks to be small, and what changes that; empty if much of it does.
    fn little(&self) -> String {
        let percent = self.asking_percent();
        if !self.is_program() || percent >= LITTLE {
            return String::new();
        }
        format!(
            "; only {percent}% of the code asks to be small ({} of {} bytes), the other is merged where that takes next to no \
             time: compile with -Oz (Rust: opt-level = \"z\"), or take the preset all-functions",
            self.asking_bytes.max(Bytes::ZERO),
            self.bytes
        )
    }

    /// How many percent of the code ask to be small.
    fn asking_percent(&self) -> u64 {
        let [bytes, asking] = [self.bytes, self.asking_bytes].map(|all| all.count().max(0) as u64);
        asking.saturating_mul(100) / bytes.max(1)
    }

    /// What goes into the file that [`VARIABLE`] names: a line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("totals are plain data") + "\n"
    }

    /// The totals in the lines of such a file. Lines that are no totals are left out.
    pub fn lines(text: &str) -> impl Iterator<Item = Totals> {
        text.lines().filter_map(|line| serde_json::from_str(line).ok())
    }

    /// The sum of the lines of such a file; `None` if it has none.
    pub fn sum(text: &str) -> Option<Totals> {
        Totals::lines(text).reduce(|mut sum, one| {
            sum += &one;
            sum
        })
    }

    /// What was done to the same code first, and by another process later. `later` saw what was left of it.
    #[must_use]
    pub fn and_then(self, later: Totals) -> Totals {
        Totals {
            merges: self.merges + later.merges,
            thunks: self.thunks + later.thunks,
            removed: self.removed + later.removed,
            functions: later.functions + self.removed,
            gain: self.gain + later.gain,
            bytes: later.bytes + self.gain,
            ..later
        }
    }

    /// A table as LLVM's `-stats` has it.
    pub fn statistics(&self) -> String {
        let gain = self.gain.to_string();
        let rows = [
            (self.modules.to_string(), "Number of modules that passes ran on"),
            (self.functions.to_string(), "Number of functions with a body"),
            (self.asking.to_string(), "Number of functions that ask to be small, or need not"),
            (self.merges.to_string(), "Number of functions merged into others"),
            (self.thunks.to_string(), "Number of functions that became thunks"),
            (self.removed.to_string(), "Number of functions removed"),
            (gain, "Number of bytes saved by the estimates"),
        ];
        let width = rows.iter().map(|(value, _)| value.len()).max().unwrap_or_default();
        let mut text = title("fmerge: ... Statistics Collected ...");
        for (value, meaning) in rows {
            let _ = writeln!(text, "{value:>width$} fmerge - {meaning}");
        }
        text + "\n"
    }
}

impl AddAssign<&Totals> for Totals {
    fn add_assign(&mut self, other: &Totals) {
        self.modules += other.modules;
        self.functions += other.functions;
        self.asking += other.asking;
        self.merges += other.merges;
        self.thunks += other.thunks;
        self.removed += other.removed;
        self.gain += other.gain;
        self.given_up += other.given_up;
        self.bytes += other.bytes;
        self.asking_bytes += other.asking_bytes;
    }
}

/// What the passes of this process have done so far.
#[derive(Default)]
pub struct Process {
    /// By module.
    modules: BTreeMap<String, ModuleTotals>,
    /// The sums of what was merged.
    merged: Totals,
    /// Milliseconds by phase.
    phases_ms: BTreeMap<String, f64>,
}

/// What is known of a module.
#[derive(Clone, Copy, Debug, Default)]
struct ModuleTotals {
    /// How large it was before the first pass.
    first: Option<Extent>,
    /// The most functions that there were before any pass, and of those that ask.
    functions: [u64; 2],
    /// Its bytes before the last pass, plus what earlier passes saved: LLVM inlines and drops much between two passes.
    bytes: Bytes,
    /// What was saved.
    saved: Bytes,
    /// What the last pass gave up that gives up anything.
    given_up: Bytes,
}

impl ModuleTotals {
    fn add(&mut self, extent: Extent, report: &Report) {
        self.first.get_or_insert(extent);
        let [functions, asking] = self.functions;
        self.functions = [functions.max(extent.functions), asking.max(extent.asking)];
        self.bytes = extent.bytes + self.saved;
        self.saved += report.gain;
        // A later pass sees what remains, and gives up the same again.
        if report.attempts > 0 || report.given_up > Bytes::ZERO {
            self.given_up = report.given_up;
        }
    }

    /// The bytes that ask to be small, by their share before the first pass: afterwards, what was merged is smaller.
    fn asking_bytes(&self) -> Bytes {
        let first = self.first.unwrap_or_default();
        let [asking, all] = [first.asking_bytes, first.bytes].map(|bytes| bytes.count().max(0));
        let share = i128::from(self.bytes.count()) * i128::from(asking) / i128::from(all.max(1));
        Bytes::new(i64::try_from(share).unwrap_or(i64::MAX))
    }
}

impl Process {
    /// A process that has done nothing.
    pub const fn new() -> Process {
        let merged = Totals {
            modules: 0,
            functions: 0,
            asking: 0,
            merges: 0,
            thunks: 0,
            removed: 0,
            gain: Bytes::ZERO,
            given_up: Bytes::ZERO,
            bytes: Bytes::ZERO,
            asking_bytes: Bytes::ZERO,
        };
        Process { modules: BTreeMap::new(), merged, phases_ms: BTreeMap::new() }
    }

    /// Adds a run of a pass on a module, which was so large before it.
    pub fn add(&mut self, module: &str, extent: Extent, report: &Report) {
        self.modules.entry(module.to_owned()).or_default().add(extent, report);
        self.merged.merges += report.merges;
        self.merged.thunks += report.thunks;
        self.merged.removed += report.removed;
        self.merged.gain += report.gain;
        for (phase, time) in &report.phases_ms {
            *self.phases_ms.entry(phase.clone()).or_default() += time;
        }
    }

    /// The sums.
    pub fn totals(&self) -> Totals {
        Totals {
            modules: self.modules.len() as u64,
            functions: self.modules.values().map(|known| known.functions[0]).sum(),
            asking: self.modules.values().map(|known| known.functions[1]).sum(),
            given_up: self.modules.values().map(|known| known.given_up).sum(),
            bytes: self.modules.values().map(|known| known.bytes).sum(),
            asking_bytes: self.modules.values().map(ModuleTotals::asking_bytes).sum(),
            ..self.merged.clone()
        }
    }

    /// A table as LLVM's `-time-passes` has it: the phases, the longest first.
    pub fn times(&self) -> String {
        // The time of a pass that another one runs is the sum of its phases, which are listed already.
        let is_phase = |name: &str| name != "total" && PassName::from_name(name).is_none();
        let mut rows: Vec<(&str, f64)> =
            self.phases_ms.iter().map(|(name, ms)| (name.as_str(), ms / 1e3)).collect();
        rows.retain(|(name, _)| is_phase(name));
        rows.sort_by(|one, other| other.1.total_cmp(&one.1));
        let sum: f64 = rows.iter().map(|(_, seconds)| seconds).sum();
        let share = |seconds: f64| if sum > 0.0 { 100.0 * seconds / sum } else { 0.0 };
        let mut text = title("fmerge: time of phases");
        let elapsed = self.phases_ms.get("total").copied().unwrap_or_default() / 1e3;
        let _ = writeln!(text, "  Total Execution Time: {elapsed:.4} seconds wall clock\n");
        text += "   --Of all threads--  --- Name ---\n";
        for (name, seconds) in rows {
            let _ = writeln!(text, "   {seconds:9.4} ({:5.1}%)  {name}", share(seconds));
        }
        let _ = writeln!(text, "   {sum:9.4} ({:5.1}%)  Total\n", share(sum));
        text
    }
}

/// A head as LLVM's tables have it.
fn title(text: &str) -> String {
    let line = format!("===-{}-===\n", "-".repeat(71));
    let blank = " ".repeat((79 - text.len()) / 2);
    format!("{line}{blank}{text}\n{line}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Phase;
    use std::time::Duration;

    /// Functions of 100 bytes.
    fn extent(functions: u64, asking: u64) -> Extent {
        let bytes = |count: u64| Bytes::from(100 * count as u32);
        Extent { functions, asking, bytes: bytes(functions), asking_bytes: bytes(asking) }
    }

    fn report(merges: u64) -> Report {
        let mut report = Report::new("fmerge");
        report.merges = merges;
        report.gain = Bytes::from(10);
        report.add_time(Phase::Align, Duration::from_millis(30));
        report.add_time(Phase::Plan, Duration::from_millis(10));
        report.set_total(Duration::from_millis(25));
        report
    }

    #[test]
    fn what_a_later_process_does_adds_to_what_was_done_before() {
        let process = |functions, merges| {
            let mut process = Process::new();
            process.add("a", extent(functions, functions), &report(merges));
            process.totals()
        };
        let first = Totals { removed: 4, ..process(20, 4) };
        let both = first.and_then(process(16, 3));
        assert_eq!((both.functions, both.merges, both.removed), (20, 7, 4));
        assert_eq!((both.gain, both.bytes), (Bytes::from(20), Bytes::from(1610)));
    }

    #[test]
    fn what_is_given_up_for_time_is_said() {
        let mut process = Process::new();
        let with = |given_up: i64| {
            let mut report = report(1);
            (report.attempts, report.given_up) = (1, Bytes::new(given_up));
            report
        };
        process.add("a", extent(20, 20), &with(70));
        process.add("a", extent(20, 20), &with(50));
        process.add("a", extent(20, 20), &report(0));
        process.add("b", extent(20, 20), &with(5));
        let summary = process.totals().summary();
        let said = "; up to 55 bytes more were given up because they would cost time: the preset smallest takes them";
        assert!(summary.ends_with(said), "{summary}");
    }

    #[test]
    fn what_is_saved_elsewhere_does_not_ask_to_be_small() {
        let mut process = Process::new();
        let saving = Report { gain: Bytes::from(900), ..report(1) };
        process.add("a", extent(20, 1), &saving);
        process.add("a", extent(11, 1), &report(0));
        let totals = process.totals();
        assert_eq!((totals.bytes, totals.asking_bytes), (Bytes::from(2000), Bytes::from(100)));
    }

    #[test]
    fn a_function_counts_once() {
        let mut process = Process::new();
        process.add("a", extent(10, 4), &report(1));
        process.add("a", extent(9, 3), &report(2));
        process.add("b", extent(5, 0), &report(0));
        let totals = process.totals();
        assert_eq!((totals.modules, totals.functions, totals.asking), (2, 15, 4));
        assert_eq!((totals.merges, totals.gain), (3, Bytes::from(30)));
        assert_eq!((totals.bytes, totals.asking_bytes), (Bytes::from(1410), Bytes::from(364)));
        let expected = "3 merges among 15 functions save an estimated 30 bytes, 2.1% of the code; only 25% of the code \
                        asks to be small (364 of 1410 bytes), the other is merged where that takes next to no \
                        time: compile with -Oz (Rust: opt-level = \"z\"), or take the preset all-functions";
        assert_eq!(totals.summary(), expected);
        let most = Totals { asking_bytes: Bytes::from(1400), ..totals };
        assert!(most.summary().ends_with("2.1% of the code"), "{}", most.summary());
    }

    #[test]
    fn only_programs_in_which_nobody_asks_are_told() {
        let totals =
            |functions, asking, merges| Totals { functions, asking, merges, ..Totals::default() };
        let advice = totals(FEW, 0, 0).advice().expect("advice");
        assert!(advice.contains("none of the 10 functions") && advice.contains("all-functions"));
        for silent in [totals(FEW - 1, 0, 0), totals(FEW, 1, 0), totals(FEW, 0, 1)] {
            assert_eq!(silent.advice(), None, "{silent:?}");
        }
    }

    #[test]
    fn totals_go_through_a_file_and_add_up() {
        let one = Totals { functions: 3, merges: 2, gain: Bytes::from(7), ..Totals::default() };
        let mut sum = Totals::default();
        Totals::lines(&(one.to_line() + &one.to_line() + "no line")).for_each(|one| sum += &one);
        assert_eq!((sum.functions, sum.merges, sum.gain), (6, 4, Bytes::from(14)));
    }

    #[test]
    fn tables() {
        let mut process = Process::new();
        process.add("a", extent(10, 4), &report(1));
        let times = process.times();
        assert!(times.contains("0.0300 ( 75.0%)  align\n"), "{times}");
        assert!(times.contains("0.0400 (100.0%)  Total\n"), "{times}");
        assert!(times.find("align") < times.find("plan"), "{times}");
        let statistics = process.totals().statistics();
        assert!(statistics.contains(" 1 fmerge - Number of functions merged"), "{statistics}");
    }
}
