//! Which functions are equal, cycles of calls included.
//!
//! Consumes: canonical functions, and which constants are references to them that may be replaced.
//! Produces: [`Classes`] of equal functions.
//! Guarantees: the coarsest partition in which members of a class have equal code, and equal constants but
//! for references, which lead to members of one class. So mutually recursive functions count as equal as
//! long as nothing tells them apart: all are assumed equal, then refuted (Hopcroft's partition refinement;
//! here in rounds, each of which reads every constant once).

use std::collections::hash_map::Entry;

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;

use super::{CanonicalFunction, Classes, ConstantUse};
use crate::ir::FuncId;

/// What a constant is compared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Compared {
    /// The constant itself.
    Itself(u32),
    /// Any function of this class.
    OneOf(u32),
}

/// Partitions `functions`. `reference` says which function a constant stands for, when that function may be
/// replaced there by an equal one; it must be a pure function of the use.
pub fn classes(
    functions: &PrimaryMap<FuncId, CanonicalFunction>,
    reference: impl Fn(&ConstantUse) -> Option<FuncId>,
) -> Classes {
    let mut class_of: SecondaryMap<FuncId, u32> = SecondaryMap::new();
    let mut count = number(functions, &mut class_of, |f| functions[f].code);
    loop {
        let compared = |f: FuncId| -> (u32, Box<[Compared]>) {
            let constants = functions[f].constants.iter();
            let constants = constants.map(|c| match reference(c) {
                Some(other) => Compared::OneOf(class_of[other]),
                None => Compared::Itself(c.value.index() as u32),
            });
            (class_of[f], constants.collect())
        };
        let mut finer = SecondaryMap::new();
        let refined = number(functions, &mut finer, compared);
        class_of = finer;
        if refined == count {
            return collect(functions, &class_of, count);
        }
        count = refined;
    }
}

/// Numbers the functions by `description`, in order of first sight; returns how many there are.
fn number<D: Eq + std::hash::Hash>(
    functions: &PrimaryMap<FuncId, CanonicalFunction>,
    class_of: &mut SecondaryMap<FuncId, u32>,
    description: impl Fn(FuncId) -> D,
) -> u32 {
    let mut numbers = FxHashMap::default();
    for f in functions.keys() {
        let next = numbers.len() as u32;
        class_of[f] = match numbers.entry(description(f)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(next),
        };
    }
    numbers.len() as u32
}

fn collect(
    functions: &PrimaryMap<FuncId, CanonicalFunction>,
    class_of: &SecondaryMap<FuncId, u32>,
    count: u32,
) -> Classes {
    let mut classes = vec![Vec::new(); count as usize];
    for f in functions.keys() {
        classes[class_of[f] as usize].push(f);
    }
    classes.retain(|members| members.len() > 1);
    Classes { classes }
}

#[cfg(test)]
mod tests;
