//! Functions as `gfm-analyze` describes them, drawn at random, and algorithm 2 word for word.
//!
//! Consumes: proptest's choices, or a seed. Produces: [`FunctionSummary`]s that often share hashes, names,
//! modules and constants; and what combining must give for them, by [`combine_naively`].

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use crate::summary::{
    ConstantHash, CostModel, FunctionSummary, Hole, Parameterization, PlannedHole, Role, Scope,
    StableHash,
};

/// Hashes that fall into one shard and into several, some with equal upper halves.
const HASHES: [u128; 8] =
    [0, 1, 2, u64::MAX as u128, 1 << 64, 0x7f << 120, (0x7f << 120) + 1, u128::MAX];

/// One function, of few different kinds.
pub fn function() -> impl Strategy<Value = FunctionSummary> {
    let names = (0..12u32, 0..4u32, any::<bool>(), any::<bool>());
    let shape = (prop::sample::select(&HASHES[..]), 0..2u32, 60..200u32);
    let holes = (0..2u32, prop::collection::vec(0..3u64, 0..5));
    (names, shape, holes).prop_map(
        |((name, module, local, folds_alone), shape, (gap, constants))| {
            let (hash, more, size) = shape;
            let hole = |(place, constant)| Hole {
                position: place * (1 + gap),
                constant: ConstantHash::from_bits(constant),
            };
            FunctionSummary {
                hash: StableHash::from_bits(hash),
                name: format!("f{name}"),
                module: format!("m{module}.c"),
                scope: if local { Scope::Module } else { Scope::Program },
                instructions: 10 + more,
                size,
                folds_alone,
                holes: (0..).zip(constants).map(hole).collect(),
            }
        },
    )
}

/// Some functions.
pub fn functions() -> impl Strategy<Value = Vec<FunctionSummary>> {
    prop::collection::vec(function(), 0..60)
}

/// Algorithm 2 (section 3.3) and equation 1 as they are written, quadratic, on whole sequences of constants:
/// the oracle of [`crate::summary::combine`].
pub fn combine_naively(functions: &[FunctionSummary], model: &CostModel) -> Vec<Parameterization> {
    let mut groups: BTreeMap<_, Vec<&FunctionSummary>> = BTreeMap::new();
    for f in functions {
        let positions: Vec<_> = f.holes.iter().map(|h| h.position).collect();
        groups.entry((f.hash, f.instructions, positions)).or_default().push(f);
    }
    let mut best: BTreeMap<StableHash, (i64, Parameterization)> = BTreeMap::new();
    for group in groups.values() {
        let (saving, plan) = parameterize(group, model);
        let better = best.get(&plan.hash).is_none_or(|(known, _)| saving > *known);
        if better && model.pays(saving, u64::from(plan.parameters)) {
            best.insert(plan.hash, (saving, plan));
        }
    }
    best.into_values().map(|(_, plan)| plan).collect()
}

fn parameterize(group: &[&FunctionSummary], model: &CostModel) -> (i64, Parameterization) {
    let first = group[0];
    let sequence = |hole: usize| group.iter().map(|f| f.holes[hole].constant).collect::<Vec<_>>();
    let mut parameters: Vec<Vec<ConstantHash>> = Vec::new();
    let mut holes = Vec::new();
    for (i, hole) in first.holes.iter().enumerate() {
        let constants = sequence(i);
        let role = match constants.iter().all(|c| *c == constants[0]) {
            true => Role::Same(constants[0]),
            false => {
                let known = parameters.iter().position(|p| *p == constants);
                let number = known.unwrap_or(parameters.len());
                if known.is_none() {
                    parameters.push(constants);
                }
                Role::Parameter(number as u32)
            }
        };
        holes.push(PlannedHole { position: hole.position, role });
    }
    let members = count_members(group);
    let size = group.iter().map(|f| f.size).min().expect("a group has members");
    let bodies = match group.iter().all(|f| f.folds_alone) {
        true => count_bodies(group),
        false => members,
    };
    let saving = model.saving(size, bodies, parameters.len() as u64);
    let modules: BTreeSet<_> = group.iter().map(|f| &f.module).collect();
    let plan = Parameterization {
        hash: first.hash,
        instructions: first.instructions,
        members: members as u32,
        local: modules.len() == 1,
        parameters: parameters.len() as u32,
        saving: saving.max(0) as u32,
        holes,
    };
    (saving, plan)
}

type Constants = Vec<ConstantHash>;

fn constants(function: &FunctionSummary) -> Constants {
    function.holes.iter().map(|h| h.constant).collect()
}

/// Functions that the program has: of those with program scope, one of each name.
fn count_members(group: &[&FunctionSummary]) -> u64 {
    let local = group.iter().filter(|f| f.scope == Scope::Module);
    let local: BTreeSet<_> = local.map(|f| (&f.name, &f.module, constants(f))).collect();
    let shared = group.iter().filter(|f| f.scope == Scope::Program);
    let shared: BTreeSet<_> = shared.map(|f| &f.name).collect();
    (local.len() + shared.len()) as u64
}

/// Different bodies, when the linker folds equal ones. Of a function that several modules define, the copy
/// counts whose constants' hash is least, since nobody knows which one the linker will keep.
fn count_bodies(group: &[&FunctionSummary]) -> u64 {
    let digest = |f: &FunctionSummary| crate::summary::constants_hash(&f.holes);
    let mut bodies = BTreeSet::new();
    for f in group {
        let copies = group
            .iter()
            .filter(|g| g.name == f.name && g.scope == Scope::Program && f.scope == Scope::Program);
        bodies.insert(copies.map(|g| digest(g)).min().unwrap_or(digest(f)));
    }
    bodies.len() as u64
}
