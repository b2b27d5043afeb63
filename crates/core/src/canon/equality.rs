//! Which functions are equal, cycles of calls included.
//!
//! Consumes: canonical functions, and which constants are references that may lead to an equal function instead.
//! Produces: [`Classes`] of equal functions.
//! Guarantees: the coarsest partition in which members of a class have equal code, and equal constants but for
//! references, which lead to members of one class. So mutually recursive functions count as equal as long as nothing
//! tells them apart: all are assumed equal, then refuted (Hopcroft's partition refinement). A function is compared
//! again only if a function that it refers to moved to another class. When a class is split, its largest part stays:
//! what moves gets into a class at most half as large. So a long chain of calls takes no longer than many short ones.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{CanonicalConst, CanonicalFunction, Classes, ConstantUse};
use crate::ir::FuncId;

/// Partitions `functions`. Only those of equal `key` are compared. `reference` says which function a
/// constant stands for, when that function may be replaced there by an equal one; it must be a pure
/// function of the use.
pub fn classes<K: Eq + Hash>(
    functions: &PrimaryMap<FuncId, CanonicalFunction>,
    key: impl Fn(FuncId) -> K,
    reference: impl Fn(&ConstantUse) -> Option<FuncId>,
) -> Classes {
    let mut partition = Partition::of(functions, key, &reference);
    while let Some(class) = partition.pending.pop_front() {
        partition.split(class);
    }
    partition.classes()
}

/// The constants of a function; none in place of those that are references.
type Itself = Box<[Option<CanonicalConst>]>;

/// Functions by class, while classes are split.
#[derive(Default)]
struct Partition {
    /// The functions that each function refers to, in order.
    references: SecondaryMap<FuncId, Vec<FuncId>>,
    /// The functions that refer to each function; one that does so twice is there twice.
    referrers: SecondaryMap<FuncId, Vec<FuncId>>,
    class_of: SecondaryMap<FuncId, u32>,
    /// The index of each function among the members of its class.
    position: SecondaryMap<FuncId, u32>,
    members: Vec<Vec<FuncId>>,
    /// By class: the members that refer to a function which moved to another class since they were compared last. All
    /// other members of the class refer to the same classes.
    changed: Vec<Vec<FuncId>>,
    is_changed: SecondaryMap<FuncId, bool>,
    /// Classes with changed members, each once.
    pending: VecDeque<u32>,
}

impl Partition {
    /// The classes of functions that are equal but for references. References are still to be compared.
    fn of<K: Eq + Hash>(
        functions: &PrimaryMap<FuncId, CanonicalFunction>,
        key: impl Fn(FuncId) -> K,
        reference: impl Fn(&ConstantUse) -> Option<FuncId>,
    ) -> Partition {
        let mut partition = Partition::default();
        let mut numbers: FxHashMap<(u32, K, Itself), u32> = FxHashMap::default();
        for (f, form) in functions {
            let targets: Vec<_> = form.constants.iter().map(&reference).collect();
            let pairs = form.constants.iter().zip(&targets);
            let itself = pairs.map(|(c, target)| target.is_none().then_some(c.value)).collect();
            partition.references[f] = targets.into_iter().flatten().collect();
            let class = match numbers.entry((form.code, key(f), itself)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => *new.insert(partition.new_class()),
            };
            partition.enter(f, class);
        }
        for f in functions.keys() {
            for n in 0..partition.references[f].len() {
                let target = partition.references[f][n];
                partition.referrers[target].push(f);
            }
            partition.note_changed(f);
        }
        partition
    }

    fn new_class(&mut self) -> u32 {
        self.members.push(Vec::new());
        self.changed.push(Vec::new());
        self.members.len() as u32 - 1
    }

    fn enter(&mut self, f: FuncId, class: u32) {
        let members = &mut self.members[class as usize];
        (self.class_of[f], self.position[f]) = (class, members.len() as u32);
        members.push(f);
    }

    /// Takes a function out of its class; the last member gets its place.
    fn leave(&mut self, f: FuncId) {
        let (members, at) = (&mut self.members[self.class_of[f] as usize], self.position[f]);
        members.swap_remove(at as usize);
        if let Some(&moved) = members.get(at as usize) {
            self.position[moved] = at;
        }
    }

    fn note_changed(&mut self, f: FuncId) {
        let class = self.class_of[f];
        let alone = self.members[class as usize].len() < 2;
        if alone || self.references[f].is_empty() || self.is_changed[f] {
            return;
        }
        self.is_changed[f] = true;
        let changed = &mut self.changed[class as usize];
        if changed.is_empty() {
            self.pending.push_back(class);
        }
        changed.push(f);
    }

    fn referred_classes(&self, f: FuncId) -> Box<[u32]> {
        self.references[f].iter().map(|&target| self.class_of[target]).collect()
    }

    /// Compares the changed members of a class with one another and with the rest.
    fn split(&mut self, class: u32) {
        let changed = std::mem::take(&mut self.changed[class as usize]);
        let mut parts = self.parts(class, &changed);
        for &f in &changed {
            self.is_changed[f] = false;
        }
        let parted: usize = parts.iter().map(Vec::len).sum();
        let rest = self.members[class as usize].len() - parted;
        let greatest = parts.iter().map(Vec::len).max().unwrap_or(0);
        let kept = (greatest > rest).then(|| parts.iter().position(|p| p.len() == greatest));
        let kept = kept.flatten().map(|at| parts.remove(at));
        for part in &parts {
            self.split_off(part);
        }
        if let Some(kept) = kept {
            let rest = self.others(class, &kept);
            self.split_off(&rest);
            parts.push(rest);
        }
        self.note_moved(&parts);
    }

    /// The changed members, grouped by the classes that they refer to. Those that agree with the unchanged members are
    /// left out.
    fn parts(&self, class: u32, changed: &[FuncId]) -> Vec<Vec<FuncId>> {
        let mut numbers: FxHashMap<Box<[u32]>, usize> = FxHashMap::default();
        let mut parts = Vec::new();
        let unchanged = self.members[class as usize].iter().find(|&&f| !self.is_changed[f]);
        if let Some(&f) = unchanged {
            numbers.insert(self.referred_classes(f), 0);
            parts.push(Vec::new());
        }
        for &f in changed {
            let number = *numbers.entry(self.referred_classes(f)).or_insert(parts.len());
            if number == parts.len() {
                parts.push(Vec::new());
            }
            parts[number].push(f);
        }
        if unchanged.is_some() {
            parts.remove(0);
        }
        parts
    }

    /// The members of a class that are not in `kept`.
    fn others(&self, class: u32, kept: &[FuncId]) -> Vec<FuncId> {
        let kept: FxHashSet<_> = kept.iter().collect();
        let members = self.members[class as usize].iter().copied();
        members.filter(|f| !kept.contains(f)).collect()
    }

    /// Moves functions into a class of their own.
    fn split_off(&mut self, functions: &[FuncId]) {
        if functions.is_empty() {
            return;
        }
        let fresh = self.new_class();
        for &f in functions {
            self.leave(f);
            self.enter(f, fresh);
        }
    }

    /// Marks the functions that refer to moved functions as changed. All moves must be made before.
    fn note_moved(&mut self, parts: &[Vec<FuncId>]) {
        for &moved in parts.iter().flatten() {
            for n in 0..self.referrers[moved].len() {
                let referrer = self.referrers[moved][n];
                self.note_changed(referrer);
            }
        }
    }

    /// Classes of two or more, in order of their first members.
    fn classes(mut self) -> Classes {
        self.members.retain(|members| members.len() > 1);
        self.members.iter_mut().for_each(|members| members.sort());
        self.members.sort();
        Classes { classes: self.members }
    }
}

#[cfg(test)]
mod tests;
