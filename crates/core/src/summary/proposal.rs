//! What a compiler is told of one hash: which constants may become parameters, and whether a function fits.
//! It is a proposal: digests of constants are compared here, and the constants themselves by
//! [`crate::gfm::proposed`], which makes a plan of it.
//!
//! Consumes: a [`Group`]. Produces: a [`Proposal`], algorithm 2's set of parameters (section 3.3).
//! Guarantees: parameters are numbered by their first hole; the same group gives the same proposal.

use serde::Serialize;

use crate::price::Bytes;

use super::{ConstantHash, CostModel, FunctionSummary, Group, StableHash};

/// What becomes of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HoleRole {
    /// It becomes the parameter of this number, 0 first.
    Parameter(u32),
    /// All functions of the group hold this constant, and it stays in the body.
    Same(ConstantHash),
}

/// A hole of the merged function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ProposedHole {
    /// Its number in the canonical walk.
    pub position: u32,
    /// What becomes of it.
    pub role: HoleRole,
}

/// How the functions of one stable hash share a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Proposal {
    /// The hash that they share.
    pub hash: StableHash,
    /// The IR instructions of each.
    pub instructions: u32,
    /// How many functions the group had.
    pub members: u32,
    /// Whether all of them were in one module. Then a module in which only one function fits gains nothing
    /// (algorithm 3, "single local candidate").
    pub local: bool,
    /// The number of parameters.
    pub parameters: u32,
    /// Bytes that the group is expected to save, as equation 1 has it.
    pub saving: u32,
    /// All holes, in the order of their positions.
    pub holes: Vec<ProposedHole>,
}

/// How well a function of the same hash fits a [`Proposal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Its body will be equal to those of the group, because its constants differ only where parameters are.
    Exact,
    /// Its structure and the equalities among its constants agree, but a constant that all members of the group
    /// shared is another one in this function. The bodies fold if the other members changed in the same way.
    Pattern,
    /// It has another number of instructions or other holes: hashes collide, or another version made the summary.
    OtherStructure,
    /// Two holes that share a parameter hold different constants.
    OtherPattern,
}

impl Proposal {
    /// Whether a function may be rewritten by this. Constants are matched by pattern, not by value
    /// (section 3.4): a parameter's holes must agree with each other, whatever they hold.
    pub fn fit(&self, function: &FunctionSummary) -> Fit {
        let positions = function.holes.iter().map(|h| h.position);
        if function.instructions != self.instructions
            || !positions.eq(self.holes.iter().map(|h| h.position))
        {
            return Fit::OtherStructure;
        }
        let mut arguments = vec![None; self.parameters as usize];
        let mut fit = Fit::Exact;
        for (proposed, hole) in self.holes.iter().zip(&function.holes) {
            match proposed.role {
                HoleRole::Same(constant) if constant == hole.constant => {}
                HoleRole::Same(_) => fit = Fit::Pattern,
                HoleRole::Parameter(number) => {
                    let argument = arguments[number as usize].get_or_insert(hole.constant);
                    if *argument != hole.constant {
                        return Fit::OtherPattern;
                    }
                }
            }
        }
        fit
    }

    /// The places of the holes that a parameter replaces, as indices into [`Self::holes`].
    pub fn holes_of(&self, parameter: u32) -> impl Iterator<Item = usize> + '_ {
        let holes = self.holes.iter().enumerate();
        holes.filter(move |(_, h)| h.role == HoleRole::Parameter(parameter)).map(|(i, _)| i)
    }

    /// The proposal of a group, and its saving: it may be below zero.
    pub(super) fn of(group: &Group<'_>, model: &CostModel) -> (Proposal, Bytes) {
        let (holes, parameters) = roles(group);
        let saving = model.saving(group.size.into(), group.bodies(), u64::from(parameters));
        let proposal = Proposal {
            hash: group.hash,
            instructions: group.instructions,
            members: u32::try_from(group.members.len()).unwrap_or(u32::MAX),
            local: group.is_local(),
            parameters,
            saving: saving.size(),
            holes,
        };
        (proposal, saving)
    }
}

/// One parameter for each distinct sequence of constants that is not the same throughout (figure 6).
fn roles(group: &Group<'_>) -> (Vec<ProposedHole>, u32) {
    let mut parameters = 0;
    let mut number = vec![0; group.holes.len()];
    let holes = group.holes.iter().enumerate().map(|(i, hole)| {
        let role = match hole.constant {
            Some(constant) => HoleRole::Same(constant),
            None if hole.class as usize == i => {
                number[i] = parameters;
                parameters += 1;
                HoleRole::Parameter(number[i])
            }
            None => HoleRole::Parameter(number[hole.class as usize]),
        };
        ProposedHole { position: hole.position, role }
    });
    let holes = holes.collect();
    (holes, parameters)
}
