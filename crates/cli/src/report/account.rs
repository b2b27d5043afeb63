//! What was saved, and by which functions.
//!
//! Consumes: the runs of report files. Produces: [`Account`]: all merges, the chains that they form, and what was saved
//! spread over the functions behind them. Guarantees: the shares add up to what all merges saved; a report that claims a
//! circle does no harm. Names mean functions of one module.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use fmerge_core::report::Location;

use super::read::{Merge, Run};
use crate::{demangle, scopes};

/// A tree of merged functions is told to this depth.
const DEPTH: usize = 500;

/// What a function belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The source file, by debug information.
    File,
    /// The crate in Rust, the outermost namespace or class in C++.
    Crate,
    /// The whole scope of a function.
    Namespace,
}

/// A function of a module.
type ModuleFunction<'a> = (&'a str, &'a str);

/// All merges.
pub struct Account {
    /// What was read.
    pub runs: Vec<Run>,
    /// All merges, in order.
    pub merges: Vec<Merge>,
}

/// What a merged function was made of.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// The function.
    pub name: String,
    /// What its own merges saved.
    pub gain: i64,
    /// What these and all behind them saved.
    pub total: i64,
    /// Its passes.
    pub passes: BTreeSet<String>,
    /// The functions behind it.
    pub parts: Vec<Chain>,
}

/// The share of an original function in what all merges saved.
pub struct Share<'a> {
    /// The function.
    pub name: &'a str,
    /// Where it is.
    pub location: Option<&'a Location>,
    /// What was saved by it.
    pub bytes: f64,
}

/// A line of a table of savings.
#[derive(Debug, PartialEq)]
pub struct Saving {
    /// A file, a crate, a namespace.
    pub name: String,
    /// How many functions of it were merged.
    pub functions: usize,
    /// What was saved by them.
    pub bytes: f64,
}

impl Account {
    /// The account of some runs.
    pub fn new(runs: Vec<Run>) -> Account {
        let merges = runs.iter().flat_map(Run::merges).collect();
        Account { runs, merges }
    }

    /// What was saved, by the estimate.
    pub fn gain(&self) -> i64 {
        self.merges.iter().map(|merge| merge.gain).sum()
    }

    /// The merges that saved most come first.
    pub fn best(&self) -> Vec<&Merge> {
        let mut merges: Vec<&Merge> = self.merges.iter().collect();
        merges.sort_by_key(|merge| Reverse(merge.gain));
        merges
    }

    /// What was saved, spread evenly over the originals of each merge; what falls on a merged function, over its own. Each
    /// original has one share in all merges, so that a chain of merges has no more shares than functions.
    pub fn shares(&self) -> Vec<Share<'_>> {
        let (parts, locations) = (self.parts(), self.locations());
        let mut shares: BTreeMap<ModuleFunction<'_>, f64> = BTreeMap::new();
        for merge in &self.merges {
            let even = merge.gain as f64 / merge.originals.len().max(1) as f64;
            for original in &merge.originals {
                let leaves = leaves(&parts, (&merge.module, original), &merge.merged);
                let bytes = even / leaves.len() as f64;
                leaves.into_iter().for_each(|leaf| *shares.entry(leaf).or_default() += bytes);
            }
        }
        let share = |((module, name), bytes)| {
            let location = locations.get(&(module, name)).copied();
            Share { name, location, bytes }
        };
        shares.into_iter().map(share).collect()
    }

    /// What was saved by files, crates or namespaces, most first.
    pub fn savings(&self, owner: Owner) -> Vec<Saving> {
        let mut found: BTreeMap<String, (usize, f64)> = BTreeMap::new();
        for share in self.shares() {
            let (functions, bytes) = found.entry(share.belongs_to(owner)).or_default();
            *functions += 1;
            *bytes += share.bytes;
        }
        let saving = |(name, (functions, bytes))| Saving { name, functions, bytes };
        let mut savings: Vec<Saving> = found.into_iter().map(saving).collect();
        savings.sort_by(|a, b| b.bytes.total_cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
        savings
    }

    /// The functions that were made of merged functions, what saved most first.
    pub fn chains(&self) -> Vec<Chain> {
        let parts = self.parts();
        let inner: BTreeSet<ModuleFunction<'_>> = parts
            .iter()
            .flat_map(|(&of, set)| set.iter().copied().filter(move |&one| one != of))
            .collect();
        let roots = parts.keys().filter(|function| !inner.contains(*function));
        let mut gains: BTreeMap<ModuleFunction<'_>, (i64, BTreeSet<String>)> = BTreeMap::new();
        for merge in &self.merges {
            let (gain, passes) = gains.entry((&merge.module, &merge.merged)).or_default();
            *gain += merge.gain;
            passes.insert(merge.pass.clone());
        }
        let grow = Grow { parts: &parts, gains: &gains };
        let mut chains: Vec<Chain> =
            roots.map(|&root| grow.chain(root, 0, &mut BTreeSet::new())).collect();
        chains.retain(|chain| chain.parts.iter().any(|part| !part.parts.is_empty()));
        chains.sort_by(|a, b| b.total.cmp(&a.total).then_with(|| a.name.cmp(&b.name)));
        chains
    }

    /// The originals of each merged function.
    fn parts(&self) -> Parts<'_> {
        let mut parts = Parts::new();
        for merge in &self.merges {
            let originals = merge.originals.iter().map(|name| (&*merge.module, &**name));
            parts.entry((&merge.module, &merge.merged)).or_default().extend(originals);
        }
        parts
    }

    fn locations(&self) -> BTreeMap<ModuleFunction<'_>, &Location> {
        let mut found = BTreeMap::new();
        for run in &self.runs {
            found.extend(run.locations.iter().map(|(name, at)| ((&*run.module, &**name), at)));
        }
        found
    }
}

type Parts<'a> = BTreeMap<ModuleFunction<'a>, BTreeSet<ModuleFunction<'a>>>;

/// The functions behind one that was merged into `merged`; itself if nothing is behind it.
fn leaves<'a>(
    parts: &Parts<'a>,
    function: ModuleFunction<'a>,
    merged: &str,
) -> Vec<ModuleFunction<'a>> {
    let mut found = Vec::new();
    // A function whose body others share keeps its name: here it is the original.
    let mut seen = BTreeSet::from([(function.0, merged)]);
    let mut open = vec![function];
    while let Some(one) = open.pop() {
        match parts.get(&one).filter(|_| seen.insert(one)) {
            Some(inner) => open.extend(inner),
            None => found.push(one),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

struct Grow<'a> {
    parts: &'a Parts<'a>,
    gains: &'a BTreeMap<ModuleFunction<'a>, (i64, BTreeSet<String>)>,
}

impl<'a> Grow<'a> {
    /// The tree behind a function, which is so deep in a tree. Those that were `seen` in it are told once, so that it is no
    /// larger than the report.
    fn chain(
        &self,
        function: ModuleFunction<'a>,
        depth: usize,
        seen: &mut BTreeSet<ModuleFunction<'a>>,
    ) -> Chain {
        let mut chain = Chain { name: function.1.to_owned(), ..Chain::default() };
        let parts = self.parts.get(&function).filter(|_| depth < DEPTH && seen.insert(function));
        let Some(parts) = parts else { return chain };
        if let Some((gain, passes)) = self.gains.get(&function) {
            (chain.gain, chain.passes) = (*gain, passes.clone());
        }
        chain.parts = parts.iter().map(|&part| self.chain(part, depth + 1, seen)).collect();
        chain.total = chain.gain + chain.parts.iter().map(|part| part.total).sum::<i64>();
        chain
    }
}

impl Share<'_> {
    /// The file, crate or namespace of the function.
    pub fn belongs_to(&self, owner: Owner) -> String {
        let shown = || demangle::shown(self.name);
        match owner {
            Owner::File => self.location.map_or("(no debug information)", |at| &at.file).to_owned(),
            Owner::Crate => scopes::owner(&shown()),
            Owner::Namespace => {
                scopes::namespace(&shown()).unwrap_or_else(|| "(no namespace)".to_owned())
            }
        }
    }
}
