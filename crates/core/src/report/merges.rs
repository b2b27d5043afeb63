//! The merges that a report lists: pairs of similar functions, and groups that share a body.
//!
//! Consumes and produces: plain data, a part of the schema (`docs/reports.md`).

use serde::Serialize;

use crate::ir::EncodedFunction;
use crate::plan::Sides;
use crate::price::{Bytes, Executed};
use crate::profit::{Estimate, Tally};

/// One merge that was made.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedMerge {
    /// The functions that were merged, by identifier.
    pub members: Vec<ReportedMember>,
    /// The name of the merged function.
    pub merged: String,
    /// Estimated Jaccard similarity of their fingerprints, 0 to 1.
    pub similarity: f64,
    /// Share of instructions that were aligned, 0 to 1.
    pub aligned: f64,
    /// Bytes saved, by the estimate unless the host knows better.
    pub gain: Bytes,
    /// The most instructions that the merge adds to one call of a function, by the [estimate](crate::profit::Estimate),
    /// in tenths of an instruction.
    pub executed: Executed,
    /// What the merged function consists of.
    pub tally: Tally,
    /// How many of the members remain as thunks.
    pub thunks: u32,
    /// Its number among all merges of the report, from 1 on in the order in which they were made.
    pub number: u64,
}

/// One of the functions of a merge.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedMember {
    /// Its name.
    pub name: String,
    /// The instructions that the merge adds to one call of it, by the [estimate](crate::profit::Estimate), in tenths.
    pub executed: Executed,
    /// What it consists of.
    pub tally: Tally,
}

impl ReportedMember {
    /// The functions of a merge with this estimate, by identifier.
    pub fn all(sides: Sides<'_>, estimate: &Estimate) -> Vec<ReportedMember> {
        let members = sides.functions().zip(estimate.added.iter());
        let member = |(one, (_, executed)): (&EncodedFunction, _)| ReportedMember {
            name: one.name.clone(),
            executed,
            tally: Tally::function(one),
        };
        members.map(member).collect()
    }
}

/// How functions came to share a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupKind {
    /// They are equal.
    Identical,
    /// They differ in constants, which became parameters.
    Constants,
    /// They are similar, and of several objects.
    Similar,
}

/// Functions that now share one body, as `identical` and `gfm` merge them: all of its code runs for each of them.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedGroup {
    /// What they had in common.
    pub kind: GroupKind,
    /// The functions, in the module's order.
    pub originals: Vec<String>,
    /// The function that has the body now.
    pub merged: String,
    /// How many parameters the body gained.
    pub parameters: u32,
    /// Bytes saved, by the estimate.
    pub gain: Bytes,
    /// How many of the originals remain as thunks.
    pub thunks: u32,
    /// How many of the originals remain as aliases.
    pub aliases: u32,
    /// How many of the originals are gone.
    pub removed: u32,
    /// Its number among all merges of the report, from 1 on in the order in which they were made.
    pub number: u64,
}
