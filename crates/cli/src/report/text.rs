//! The tables of `fmerge report`.
//!
//! Consumes: an account. Produces: text for people. Guarantees: names are demangled; what is cut off is counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use fmerge_core::report::{Place, SIZABLE};

use super::account::{Account, Chain, Owner};
use super::read::Merge;
use super::refusals::{self, Refused};
use crate::diff::CodeSizes;
use crate::table::{Column, lines, row};
use crate::{demangle, scopes, table, terminal};

use Column::{Left, Right};

/// Originals of a merge that are named; the others are counted.
const NAMED: usize = 4;

/// An account that is told as text.
pub struct Text<'a> {
    /// The account.
    pub account: &'a Account,
    /// How many lines a table has at most.
    pub top: usize,
    /// Whether names have their arguments.
    pub full_names: bool,
}

/// What a pass did at a place.
#[derive(Default)]
struct Sum {
    merges: u64,
    thunks: u64,
    removed: u64,
    gain: i64,
}

impl Text<'_> {
    /// All that one wants to know first.
    pub fn overview(&self, measured: Option<&CodeSizes>) -> String {
        let runs = &self.account.runs;
        let modules: BTreeSet<&str> = runs.iter().map(|run| &*run.module).collect();
        let mut text = format!(
            "{} of passes on {}: {} bytes saved by the estimate\n",
            counted(runs.len(), "run"),
            counted(modules.len(), "module"),
            self.account.gain()
        );
        if let Some(sizes) = measured {
            let _ = writeln!(text, "measured: {}", sizes.sentence());
        }
        text += "\nmerges by pass\n";
        text += &self.passes();
        if !self.account.merges.is_empty() {
            text += "\nwhat saved most\n";
            text += &self.best();
        }
        text += "\nrefusals\n";
        text += &self.refusals();
        text
    }

    /// What each pass did at each place.
    pub fn passes(&self) -> String {
        let mut sums: BTreeMap<(Place, &str), Sum> = BTreeMap::new();
        for run in self.account.runs.iter().filter(|run| run.pass != "fmerge") {
            sums.entry((run.place, &run.pass)).or_default();
        }
        for merge in &self.account.merges {
            let sum = sums.entry((merge.place, &merge.pass)).or_default();
            sum.merges += merge.count();
            sum.thunks += merge.thunks;
            sum.removed += merge.removed;
            sum.gain += merge.gain;
        }
        let mut rows =
            vec![row([&"pass", &"place", &"merges", &"thunks", &"gone", &"bytes saved"])];
        for ((place, pass), sum) in &sums {
            rows.push(row([
                pass,
                &name(*place),
                &sum.merges,
                &sum.thunks,
                &sum.removed,
                &sum.gain,
            ]));
        }
        lines(&[Left, Left, Right, Right, Right, Right], &rows)
    }

    /// The merges that saved most.
    fn best(&self) -> String {
        let best = self.account.best();
        let mut rows = vec![row([&"bytes", &"pass", &"place", &"functions"])];
        for merge in best.iter().take(self.top) {
            let members = members(merge, self.full_names);
            rows.push(row([&merge.gain, &merge.pass, &name(merge.place), &members]));
        }
        lines(&[Right, Left, Left, Left], &rows) + &table::cut(best.len(), self.top)
    }

    /// What was saved by files, crates or namespaces.
    pub fn savings(&self, owner: Owner) -> String {
        let savings = self.account.savings(owner);
        let mut rows = vec![row([&"bytes", &"functions", &"name"])];
        for saving in savings.iter().take(self.top) {
            rows.push(row([&format!("{:.0}", saving.bytes), &saving.functions, &saving.name]));
        }
        lines(&[Right, Right, Left], &rows) + &table::cut(savings.len(), self.top)
    }

    /// Refusals with what they mean.
    pub fn refusals(&self) -> String {
        let functions = refusals::functions(&self.account.runs);
        let refused: u64 = functions.refused.iter().map(|one| one.sizable).sum();
        let sizable = functions.sizable.max(1) as f64;
        let share = |count: u64| format!("{:.2}%", 100.0 * count as f64 / sizable);
        let mut text = format!(
            "{} functions, {} of {SIZABLE} instructions or more, of which {refused} ({}) are refused\n",
            functions.all,
            functions.sizable,
            share(refused)
        );
        if !functions.refused.is_empty() {
            let large = format!("of {SIZABLE} or more");
            let mut rows = vec![row([&"reason", &"functions", &large, &"share", &""])];
            for one in &functions.refused {
                let share = share(one.sizable);
                rows.push(row([&one.reason, &one.count, &one.sizable, &share, &one.explanation()]));
            }
            text += &lines(&[Left, Right, Right, Right, Left], &rows);
        }
        let pairs = refusals::pairs(&self.account.runs);
        if !pairs.is_empty() {
            let mut rows = vec![row([&"reason", &"pairs and groups", &""])];
            let line = |one: &Refused| row([&one.reason, &one.count, &one.explanation()]);
            rows.extend(pairs.iter().map(line));
            text += &lines(&[Left, Right, Left], &rows);
        }
        text
    }

    /// The functions that were merged of merged functions.
    pub fn chains(&self) -> String {
        let chains = self.account.chains();
        if chains.is_empty() {
            return "no function was merged of merged functions\n".to_owned();
        }
        let mut text = String::new();
        for chain in chains.iter().take(self.top) {
            let _ = writeln!(text, "{} bytes in all: {}", chain.total, self.described(chain));
            self.branches(chain, "", &mut text);
        }
        text + &table::cut(chains.len(), self.top)
    }

    fn branches(&self, chain: &Chain, indent: &str, text: &mut String) {
        for (number, part) in chain.parts.iter().enumerate() {
            let last = number + 1 == chain.parts.len();
            let (corner, bar) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let _ = writeln!(text, "{indent}{corner}{}", self.described(part));
            self.branches(part, &format!("{indent}{bar}"), text);
        }
    }

    fn described(&self, chain: &Chain) -> String {
        if chain.parts.is_empty() {
            return self.shown(&chain.name);
        }
        let passes: Vec<&str> = chain.passes.iter().map(String::as_str).collect();
        let passes = passes.join(", ");
        format!("{} ({}, {} bytes)", self.shown(&chain.name), terminal::word(&passes), chain.gain)
    }

    fn shown(&self, name: &str) -> String {
        shown(name, self.full_names)
    }
}

/// The first originals of a merge, and how many more there are.
pub fn members(merge: &Merge, full_names: bool) -> String {
    let names = merge.originals.iter().take(NAMED);
    let named: Vec<String> = names.map(|name| shown(name, full_names)).collect();
    let more = merge.originals.len().saturating_sub(NAMED);
    named.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// A name as people read it, with or without arguments.
pub fn shown(name: &str, full: bool) -> String {
    let name = demangle::shown(name);
    if full { name } else { scopes::brief(&name) }
}

/// `1 run`, `2 runs`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A place as `docs/reports.md` names it.
pub fn name(place: Place) -> String {
    let name = serde_json::to_value(place).ok();
    name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
}
