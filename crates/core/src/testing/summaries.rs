//! Functions as `gfm-analyze` describes them, drawn at random, and algorithm 2 word for word.
//!
//! Consumes: proptest's choices, or a seed. Produces: [`FunctionSummary`]s that often share hashes, names,
//! modules and constants; what combining must give for them, by [`combine_naively`]; and what a fuzz
//! target does with bytes, [`read_anything`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use proptest::prelude::*;

use crate::price::Bytes;
use crate::summary::file::layout::PAGE;
use crate::summary::file::{part, read};
use crate::summary::{
    Combiner, ConstantHash, CostModel, FunctionSummary, Hole, HoleRole, Proposal, ProposedHole,
    Scope, StableHash, Summary, SummaryError, SummaryReader, part_bytes, parts,
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
pub fn combine_naively(functions: &[FunctionSummary], model: &CostModel) -> Vec<Proposal> {
    let mut groups: BTreeMap<_, Vec<&FunctionSummary>> = BTreeMap::new();
    for f in functions {
        let positions: Vec<_> = f.holes.iter().map(|h| h.position).collect();
        groups.entry((f.hash, f.instructions, positions)).or_default().push(f);
    }
    let mut best: BTreeMap<StableHash, (Bytes, Proposal)> = BTreeMap::new();
    for group in groups.values() {
        let (saving, proposal) = proposal_of(group, model);
        let better = best.get(&proposal.hash).is_none_or(|(known, _)| saving > *known);
        if better && model.pays(saving, u64::from(proposal.parameters)) {
            best.insert(proposal.hash, (saving, proposal));
        }
    }
    best.into_values().map(|(_, proposal)| proposal).collect()
}

fn proposal_of(group: &[&FunctionSummary], model: &CostModel) -> (Bytes, Proposal) {
    let first = group[0];
    let sequence = |hole: usize| group.iter().map(|f| f.holes[hole].constant).collect::<Vec<_>>();
    let mut parameters: Vec<Vec<ConstantHash>> = Vec::new();
    let mut holes = Vec::new();
    for (i, hole) in first.holes.iter().enumerate() {
        let constants = sequence(i);
        let role = match constants.iter().all(|c| *c == constants[0]) {
            true => HoleRole::Same(constants[0]),
            false => {
                let known = parameters.iter().position(|p| *p == constants);
                let number = known.unwrap_or(parameters.len());
                if known.is_none() {
                    parameters.push(constants);
                }
                HoleRole::Parameter(number as u32)
            }
        };
        holes.push(ProposedHole { position: hole.position, role });
    }
    let members = count_members(group);
    let size = group.iter().map(|f| f.size).min().expect("a group has members");
    let bodies = match group.iter().all(|f| f.folds_alone) {
        true => count_bodies(group),
        false => members,
    };
    let saving = model.saving(size.into(), bodies, parameters.len() as u64);
    let modules: BTreeSet<_> = group.iter().map(|f| &f.module).collect();
    let proposal = Proposal {
        hash: first.hash,
        instructions: first.instructions,
        members: members as u32,
        local: modules.len() == 1,
        parameters: parameters.len() as u32,
        saving: saving.size(),
        holes,
    };
    (saving, proposal)
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

/// Reads all that a summary has, as a compiler and as the tools do. Errors are fine, and panics are not.
///
/// # Errors
/// Those of the reader.
///
/// # Panics
/// When the reader lets something through that it promises to refuse.
pub fn read_all(bytes: &[u8]) -> Result<Vec<Proposal>, SummaryError> {
    let reader = SummaryReader::open(bytes)?;
    // What compilers need is read first, whatever the tools' half of the file says.
    let proposals: Result<Vec<_>, _> = reader.proposals().collect();
    for proposal in proposals.iter().flatten() {
        assert!(proposal.parameters as usize <= proposal.holes.len());
        assert!((0..proposal.parameters).all(|n| proposal.holes_of(n).next().is_some()));
        if let Some(found) = reader.lookup(proposal.hash)? {
            assert_eq!(found.hash, proposal.hash);
        }
    }
    let modules = reader.modules()?.len();
    for chunk in 0..reader.chunks() {
        assert!(reader.groups(chunk)?.iter().all(|g| (g.members[0].module as usize) < modules));
    }
    proposals
}

/// What the fuzz target does: bytes that begin with 0 or 1 change a sound summary or part at places of their
/// choice, under checksums that match; other bytes are read as they are, and again with matching checksums.
/// What is accepted is combined as well, if wanted: that takes many times as long.
///
/// # Panics
/// When a reader panics, or accepts what cannot be written again.
pub fn read_anything(bytes: &[u8], combine: bool) {
    let bytes = match bytes {
        [0, patches @ ..] => patched(sound_files().0, patches, PAGE),
        [1, patches @ ..] => patched(sound_files().1, patches, 256),
        _ => {
            read_once(bytes, combine);
            bytes.to_vec()
        }
    };
    read_once(&resealed(bytes), combine);
}

fn read_once(bytes: &[u8], combine: bool) {
    let _ = read_all(bytes);
    let _ = parts(bytes).all(|part| part.is_ok());
    if combine {
        combine_once(bytes);
    }
}

fn combine_once(bytes: &[u8]) {
    let combiner = Combiner::new();
    if combiner.add_bytes(bytes).is_ok() {
        let combined = combiner.finish(&CostModel::default()).expect("few functions");
        let again = combined.to_bytes();
        assert_eq!(read_all(&again).expect("what is combined is sound"), combined.into_proposals());
    }
}

fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    read::reseal(&mut bytes);
    part::reseal(&mut bytes);
    bytes
}

/// Three bytes each: a stretch, a place in it, and what is to be there. Stretches are as far apart as pages,
/// because the first bytes of pages are those with something in them.
fn patched(sound: &[u8], patches: &[u8], stretch: usize) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    for patch in patches.chunks_exact(3) {
        let at = usize::from(patch[0]) * stretch + usize::from(patch[1]);
        let at = at % bytes.len();
        bytes[at] = patch[2];
    }
    bytes
}

/// A summary and a part of a few functions, always the same.
fn sound_files() -> (&'static [u8], &'static [u8]) {
    static FILES: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    let (summary, part) = FILES.get_or_init(|| {
        let functions: Summary = (0..12).map(sound_function).collect();
        let part = part_bytes(functions).expect("holes are in order");
        let combiner = Combiner::new();
        combiner.add_bytes(&part).expect("sound");
        (combiner.finish(&CostModel::default()).expect("few functions").to_bytes(), part)
    });
    (summary, part)
}

fn sound_function(number: u32) -> FunctionSummary {
    let constant = |position| u64::from(number % (2 + position));
    let hole = |position| Hole { position, constant: ConstantHash::from_bits(constant(position)) };
    FunctionSummary {
        hash: StableHash::from_bits(u128::from(number % 3) << 64),
        name: format!("f{number}"),
        module: format!("m{}", number % 5),
        scope: if number.is_multiple_of(4) { Scope::Program } else { Scope::Module },
        instructions: 10,
        size: 300,
        folds_alone: number % 3 == 1,
        holes: (0..3).map(hole).collect(),
    }
}
