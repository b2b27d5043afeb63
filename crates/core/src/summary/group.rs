//! Groups: functions of one hash and one structure, and what they have in common.
//!
//! Consumes: [`FunctionSummary`]s, or groups of them. Produces: [`Group`]. Guarantees: joining groups is
//! associative, commutative and idempotent, and loses nothing that algorithm 2 or equation 1 asks for. So
//! groups can be joined in any order and as a tree, and each object can carry groups instead of functions.
//!
//! Algorithm 2 compares, hole by hole, the sequences of constants over all members. The sequences need not be
//! kept. All that is asked of one is whether it is the same constant throughout; and two holes have equal
//! sequences exactly when they hold equal constants in each member. So a group keeps, for each hole, one constant
//! or none, and the partition of the holes into classes of equal sequences. Joining intersects both.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{ConstantHash, FunctionSummary, Hole, Scope, StableHash, SummaryError};

/// A hole, as all members of a group have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupHole {
    /// Its number in the canonical walk.
    pub position: u32,
    /// The first hole, by its place in the list, with the same sequence of constants: often itself.
    pub class: u32,
    /// The constant, if all members hold the same.
    pub constant: Option<ConstantHash>,
}

/// The modules that a group's members are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spread {
    /// One, by its place in the table of modules.
    One(u32),
    /// Several.
    Many,
}

/// One function of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupMember<'a> {
    /// Its symbol name.
    pub name: &'a str,
    /// In which scope the name identifies the function.
    pub scope: Scope,
    /// Its module, by its place in the table of modules; of several that define it, the first.
    pub module: u32,
    /// The hash of all its constants, in order: members with equal ones are copies of each other.
    pub constants: ConstantHash,
}

/// Functions that have the hash, the number of instructions and the positions of the holes in common: the
/// merging candidates of section 3.3, after `canMerge`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group<'a> {
    /// Their hash.
    pub hash: StableHash,
    /// The IR instructions of each.
    pub instructions: u32,
    /// The bytes of the smallest.
    pub size: u32,
    /// Whether the linker folds identical members by itself.
    pub folds_alone: bool,
    /// The modules that they are from.
    pub spread: Spread,
    /// Their holes.
    pub holes: Vec<GroupHole>,
    /// The functions; [`Group::tidy`] sorts them and leaves each in once.
    #[serde(borrow)]
    pub members: Vec<GroupMember<'a>>,
}

impl<'a> Group<'a> {
    /// The group of one function.
    ///
    /// # Errors
    /// When the positions of its holes do not go up.
    pub fn of(function: &'a FunctionSummary, module: u32) -> Result<Group<'a>, SummaryError> {
        let classes = classes(function.holes.iter().map(|h| h.constant));
        let holes = function.holes.iter().zip(classes).map(|(hole, class)| GroupHole {
            position: hole.position,
            class,
            constant: Some(hole.constant),
        });
        let member = GroupMember {
            name: &function.name,
            scope: function.scope,
            module,
            constants: constants_hash(&function.holes),
        };
        let group = Group {
            hash: function.hash,
            instructions: function.instructions,
            size: function.size,
            folds_alone: function.folds_alone,
            spread: Spread::One(module),
            holes: holes.collect(),
            members: vec![member],
        };
        group.check(u64::from(module) + 1)?;
        Ok(group)
    }

    /// The order of groups: by hash, then by structure. Equal ones may be joined.
    pub fn cmp_key(&self, other: &Group<'_>) -> Ordering {
        let key = |g: &Group<'_>| (g.hash, g.instructions);
        let theirs = other.holes.iter().map(|h| h.position);
        key(self).cmp(&key(other)).then_with(|| self.holes.iter().map(|h| h.position).cmp(theirs))
    }

    /// Joins a group of the same key into this one.
    pub fn join(&mut self, other: &Group<'a>) {
        debug_assert_eq!(self.cmp_key(other), Ordering::Equal, "only equal keys are joined");
        let classes = classes(self.holes.iter().zip(&other.holes).map(|(a, b)| (a.class, b.class)));
        for ((hole, theirs), class) in self.holes.iter_mut().zip(&other.holes).zip(classes) {
            hole.class = class;
            hole.constant = hole.constant.filter(|_| hole.constant == theirs.constant);
        }
        self.size = self.size.min(other.size);
        self.folds_alone &= other.folds_alone;
        self.spread = if self.spread == other.spread { self.spread } else { Spread::Many };
        self.members.extend(&other.members);
    }

    /// Sorts the members, and keeps each function once. A function of which the linker keeps one copy counts once,
    /// whichever modules it came from.
    pub fn tidy(&mut self) {
        self.members.sort_unstable();
        self.members.dedup_by(|later, first| {
            let program = first.scope == Scope::Program && later.scope == Scope::Program;
            let same = program && first.name == later.name;
            if same {
                first.constants = first.constants.min(later.constants);
            }
            same || first == later
        });
    }

    /// N of equation 1: the number of bodies that the program would have without merging. Copies that the linker
    /// folds by itself count as one.
    pub fn bodies(&self) -> u64 {
        if !self.folds_alone {
            return self.members.len() as u64;
        }
        let mut constants: Vec<_> = self.members.iter().map(|m| m.constants).collect();
        constants.sort_unstable();
        constants.dedup();
        constants.len() as u64
    }

    /// Whether all members are from one module.
    pub fn is_local(&self) -> bool {
        matches!(self.spread, Spread::One(_))
    }

    /// Renumbers the modules by their new places in the table.
    pub(super) fn renumber(&mut self, places: &[u32]) {
        if let Spread::One(module) = &mut self.spread {
            *module = places[*module as usize];
        }
        for member in &mut self.members {
            member.module = places[member.module as usize];
        }
    }

    /// Whether all references are in range, and everything holds that a writer guarantees.
    pub(super) fn check(&self, modules: u64) -> Result<(), SummaryError> {
        let spread = match self.spread {
            Spread::One(module) => u64::from(module) < modules,
            Spread::Many => true,
        };
        let fault = match () {
            () if self.members.is_empty() => "a group without members",
            () if !spread || self.members.iter().any(|m| u64::from(m.module) >= modules) => {
                "a module that is not in the table"
            }
            () if !self.holes.is_sorted_by(|a, b| a.position < b.position) => {
                "holes that are not in the order of their positions"
            }
            () if !self.classes_agree() => "classes of holes that contradict each other",
            () => return Ok(()),
        };
        Err(SummaryError::Inconsistent(fault))
    }

    /// Whether each class is named by its first hole, and all its holes agree on the constant.
    fn classes_agree(&self) -> bool {
        self.holes.iter().enumerate().all(|(i, hole)| {
            let first = self.holes.get(hole.class as usize);
            hole.class as usize <= i
                && first.is_some_and(|f| f.class == hole.class && f.constant == hole.constant)
        })
    }
}

/// For each item the place of the first that is equal to it.
fn classes<T: Eq + std::hash::Hash>(items: impl Iterator<Item = T>) -> Vec<u32> {
    let mut first = FxHashMap::default();
    items.zip(0..).map(|(item, place)| *first.entry(item).or_insert(place)).collect()
}

/// Sorts groups, joins those of equal keys, and tidies them.
pub(super) fn join_all(mut groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    groups.sort_unstable_by(Group::cmp_key);
    let mut joined: Vec<Group<'_>> = Vec::with_capacity(groups.len());
    for group in groups {
        match joined.last_mut().filter(|last| last.cmp_key(&group) == Ordering::Equal) {
            Some(last) => last.join(&group),
            None => joined.push(group),
        }
    }
    joined.iter_mut().for_each(Group::tidy);
    joined
}

/// The hash of all constants of a function, in order.
pub(crate) fn constants_hash(holes: &[Hole]) -> ConstantHash {
    let bytes: Vec<u8> = holes.iter().flat_map(|h| h.constant.bits().to_le_bytes()).collect();
    ConstantHash::from_bits(xxh3_64(&bytes))
}
