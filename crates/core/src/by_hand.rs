//! Merges along alignments that a file gives: the option `by-hand`, for tests of merges of any number of functions.
//!
//! Consumes: the file, encoded functions, and a [`Host`]. Produces: the merges that the host has carried out, and lines of
//! the report. Guarantees: a family that does not fit the functions is an error and is not merged; the host never sees
//! a plan that replay refutes; functions that no family names are not merged. Merges are made even where they do not
//! pay.
//!
//! ```json
//! [{"members": ["a", "b", "c"],
//!   "rows": [{"blocks": [0, 0, 0], "matches": [[0, 0, 0], [1, null, 2]]},
//!            {"blocks": [2, null, 1]}]}]
//! ```
//! A row's `blocks` and each match have one entry for each member: a number, or `null` if the member has no part in it.
//! Blocks are counted in their function, instructions in their block, from 0 on; φs, static allocas and lifetime
//! markers do not count. A row without `matches` matches the instructions at equal places, if they may become one.
//! Without `rows`, each member is aligned with those before it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use cranelift_entity::{EntityRef, PrimaryMap};
use serde::Deserialize;
use thiserror::Error;

use crate::align::{self, AlignParams, Alignment, AlignmentError, Outline, Row};
use crate::driver::{CarriedOut, Host, ProvenMerge};
use crate::ir::{BlockId, EncodedFunction, FuncId, InstId};
use crate::plan::{self, PlanOptions, replay};
use crate::price::Bytes;
use crate::profit::Tally;
use crate::reject::Reject;
use crate::report::{Phase, Report, ReportedMember, ReportedMerge};
use crate::sides::{BySide, Origin, SideId, Sides};

/// Functions that are to become one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyByHand {
    /// Their names, by side.
    members: Vec<String>,
    rows: Option<Vec<RowByHand>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct RowByHand {
    blocks: Vec<Option<usize>>,
    matches: Option<Vec<Vec<Option<usize>>>>,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum ByHandError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why not.
        source: io::Error,
    },
    /// It is no list of families.
    #[error("{path} is no list of families: {source}")]
    Content {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A family of one function, or of none.
    #[error("by-hand: a family has two members or more")]
    Alone,
    /// A function that is not there, takes no part, or is in an earlier family.
    #[error("by-hand: no function {0} takes part, or it is merged already")]
    NoSuchFunction(String),
    /// A row or a match does not have one entry for each member.
    #[error("by-hand: {0}, row {1}: a row and a match have an entry for each member")]
    Entries(String, usize),
    /// An instruction that its block does not have.
    #[error("by-hand: {0}, row {1}: {2} has no instruction {3} in its block")]
    NoSuchInst(String, usize, SideId, usize),
    /// The rows are no alignment.
    #[error("by-hand: {0}, {1}")]
    Alignment(String, AlignmentError),
}

/// The families of a file.
///
/// # Errors
/// It cannot be read, or is no list of families.
pub fn read(path: &Path) -> Result<Vec<FamilyByHand>, ByHandError> {
    let name = || path.display().to_string();
    let text =
        fs::read_to_string(path).map_err(|source| ByHandError::Read { path: name(), source })?;
    serde_json::from_str(&text).map_err(|source| ByHandError::Content { path: name(), source })
}

/// Merges the families, one after another. The host has the functions by number, in their order. What a merge makes may
/// be a member of a later family.
///
/// # Errors
/// The first thing that is wrong with a family. Merges before that were made.
pub fn merge(
    families: &[FamilyByHand],
    host: &mut dyn Host,
    functions: Vec<EncodedFunction>,
    mut report: Report,
) -> Result<Report, ByHandError> {
    let mut all = NamedFunctions { by_name: BTreeMap::new(), bodies: PrimaryMap::new() };
    functions.into_iter().for_each(|function| all.add(function));
    for family in families {
        let ids =
            family.members.iter().map(|name| all.take(name)).collect::<Result<Vec<_>, _>>()?;
        let members: Vec<&EncodedFunction> = ids.iter().map(|&id| all.body(id)).collect();
        let alignment = family.alignment(Sides(&members))?;
        report.attempts += 1;
        match carry_out(host, &ids, Sides(&members), &alignment, &mut report) {
            Ok(done) => all.take_in(done, host),
            Err(reason) => report.reject_pair(reason),
        }
    }
    Ok(report)
}

/// The functions as the host has them.
struct NamedFunctions {
    /// Those that may still be merged.
    by_name: BTreeMap<String, FuncId>,
    /// `None` for a function that a merge has made and that cannot be encoded.
    bodies: PrimaryMap<FuncId, Option<EncodedFunction>>,
}

impl NamedFunctions {
    fn add(&mut self, function: EncodedFunction) {
        let name = function.name.clone();
        self.by_name.insert(name, self.bodies.push(Some(function)));
    }

    fn body(&self, id: FuncId) -> &EncodedFunction {
        self.bodies[id].as_ref().expect("functions with names have bodies")
    }

    /// Takes the function of this name, so that no later family gets it.
    fn take(&mut self, name: &str) -> Result<FuncId, ByHandError> {
        self.by_name.remove(name).ok_or_else(|| ByHandError::NoSuchFunction(name.to_owned()))
    }

    /// Takes from the host what a merge has changed.
    fn take_in(&mut self, done: CarriedOut, host: &mut dyn Host) {
        match done.encoded {
            Ok(function) => self.add(function),
            Err(_) => {
                self.bodies.push(None);
            }
        }
        for id in done.touched {
            match host.encode(id) {
                Ok(function) => self.bodies[id] = Some(function),
                Err(_) => self.by_name.retain(|_, of| *of != id),
            }
        }
    }
}

/// Plans a merge, proves the plan, and lets the host carry it out.
fn carry_out(
    host: &mut dyn Host,
    ids: &[FuncId],
    functions: Sides<'_>,
    alignment: &Alignment,
    report: &mut Report,
) -> Result<CarriedOut, Reject> {
    let tables = host.tables();
    let plan = report
        .time(Phase::Plan, || plan::build(functions, alignment, tables, PlanOptions::default()))?;
    let plan = &plan;
    let estimate = tables.prices.estimate(plan, functions, tables.registers, false);
    let merge = ProvenMerge {
        ids,
        functions,
        plan,
        gain: estimate.gain(),
        callers: estimate.callers,
        least: Bytes::new(i64::MIN),
        by_stack: estimate.by_stack,
        to_weigh: None,
    };
    let proof = report.time(Phase::Replay, || replay::replay(plan, functions, tables));
    proof.map_err(|error| {
        log::error!("the plan for {} is wrong: {error}", merge.names());
        Reject::ReplayFailed
    })?;
    let done = host.carry_out(&merge, report)?;
    let made = ReportedMerge {
        number: 0,
        members: ReportedMember::all(functions, &estimate),
        merged: done.name.clone(),
        similarity: 0.0,
        aligned: alignment.ratio(functions),
        gain: done.saved.unwrap_or(merge.gain),
        executed: estimate.executed(),
        tally: Tally::merged(plan, functions),
        thunks: done.removed.iter().filter(|&&removed| !removed).count() as u32,
    };
    report.merge(made, done.call_sites);
    Ok(done)
}

impl FamilyByHand {
    fn alignment(&self, sides: Sides<'_>) -> Result<Alignment, ByHandError> {
        if sides.count() < 2 {
            return Err(ByHandError::Alone);
        }
        let Some(rows) = &self.rows else { return Ok(one_by_one(sides)) };
        let row = |(number, row): (usize, &RowByHand)| self.row(number, row, sides);
        let rows = rows.iter().enumerate().map(row).collect::<Result<_, _>>()?;
        Alignment::by_hand(sides, rows)
            .map_err(|error| ByHandError::Alignment(self.members.join(" and "), error))
    }

    fn row(&self, number: usize, row: &RowByHand, sides: Sides<'_>) -> Result<Row, ByHandError> {
        let blocks = self.by_side(number, &row.blocks)?.map(|_, block| BlockId::new(block));
        let Some(matches) = &row.matches else {
            return Ok(Row::in_step(blocks, sides));
        };
        let matches = matches.iter().map(|one| self.matched(number, &blocks, one, sides));
        Ok(Row { steps: matches.collect::<Result<_, _>>()?, blocks })
    }

    /// The entries by side; a side has none if its entry is `null`.
    fn by_side(&self, row: usize, entries: &[Option<usize>]) -> Result<BySide<usize>, ByHandError> {
        if entries.len() != self.members.len() {
            return Err(ByHandError::Entries(self.members.join(" and "), row));
        }
        let entries = entries.iter().enumerate();
        Ok(entries.filter_map(|(at, &entry)| Some((SideId::new(at), entry?))).collect())
    }

    /// One match: instructions that are named by their places in their blocks.
    fn matched(
        &self,
        row: usize,
        blocks: &BySide<BlockId>,
        places: &[Option<usize>],
        sides: Sides<'_>,
    ) -> Result<Origin, ByHandError> {
        let inst = |(side, place): (SideId, usize)| -> Option<InstId> {
            let function = sides.on(side);
            let block = blocks.on(side).filter(|&block| function.blocks.is_valid(block))?;
            function.alignable(block).nth(place)
        };
        let places = self.by_side(row, places)?;
        let missing =
            |(side, place)| ByHandError::NoSuchInst(self.members.join(" and "), row, side, place);
        places.iter().map(|at| Ok((at.0, inst(at).ok_or_else(|| missing(at))?))).collect()
    }
}

/// Each function aligned with all before it.
fn one_by_one(sides: Sides<'_>) -> Alignment {
    let params = AlignParams::default();
    let mut alignment = align::align(sides.0[0], sides.0[1], &params);
    for (count, function) in sides.functions().enumerate().skip(2) {
        let outline = Outline::of(function, params.unit);
        alignment = align::add(Sides(&sides.0[..count]), &alignment, (function, &outline), &params);
    }
    alignment
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{EncodedModule, Playback};
    use crate::testing::build::*;
    use crate::testing::generate;

    /// Three functions that store a constant of their own and return.
    fn functions() -> Vec<EncodedFunction> {
        let one = |name: &str, constant| {
            let insts = vec![op(VOID, 9, &[c(constant), a(0)]), ret(&[])];
            let function = function(&[I32], VOID, vec![insts]);
            EncodedFunction { name: name.into(), ..function }
        };
        vec![one("a", 3), one("b", 4), one("c", 5)]
    }

    /// The report of merging [`functions`] by a file with this text, on a simulated host.
    fn merged(text: &str) -> Result<Report, ByHandError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("families.json");
        fs::write(&path, text).expect("written");
        let module = EncodedModule {
            name: "by hand".into(),
            tables: generate::tables(),
            functions: functions(),
            answers: Vec::new(),
        };
        let mut host = Playback::simulated(&module, false);
        merge(&read(&path)?, &mut host, module.functions.clone(), Report::new("f3m"))
    }

    #[test]
    fn families_of_a_file_are_merged() {
        let rows = r#""rows": [{"blocks": [0, 0, 0], "matches": [[0, null, 0], [1, 1, 1]]}]"#;
        for rows in [rows, r#""rows": [{"blocks": [0, 0, 0]}]"#, r#""rows": null"#] {
            let text = format!(r#"[{{"members": ["c", "a", "b"], {rows}}}]"#);
            let report = merged(&text).expect("it is right");
            let members: Vec<&str> =
                report.merged[0].members.iter().map(|one| one.name.as_str()).collect();
            assert_eq!((members, report.merges), (vec!["c", "a", "b"], 1), "{rows}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let told = |text: &str| merged(text).expect_err(text).to_string();
        let row = |row: &str| format!(r#"[{{"members": ["a", "b"], "rows": [{row}]}}]"#);
        let wrong = [
            ("{}".to_owned(), "families.json is no list of families"),
            (r#"[{"members": ["a"]}]"#.to_owned(), "two members or more"),
            (r#"[{"members": ["a", "x"]}]"#.to_owned(), "no function x takes part"),
            (r#"[{"members": ["a", "a"]}]"#.to_owned(), "no function a takes part"),
            (row(r#"{"blocks": [0]}"#), "a and b, row 0: a row and a match have an entry"),
            (row(r#"{"blocks": [0, 7]}"#), "row 0: side1 has no b7"),
            (
                row(r#"{"blocks": [0, 0], "matches": [[0, 8]]}"#),
                "row 0: side1 has no instruction 8 in its block",
            ),
            (
                row(r#"{"blocks": [0, 0], "matches": [[0, 0], [0, 1]]}"#),
                "row 0: i0 of side0 is in two steps",
            ),
            (row(r#"{"blocks": [0, 0], "match": []}"#), "unknown field `match`"),
        ];
        for (text, expected) in wrong {
            assert!(told(&text).contains(expected), "{text}: {}", told(&text));
        }
        let error = read(Path::new("/nowhere/families.json")).expect_err("no file");
        assert!(error.to_string().contains("cannot read /nowhere/families.json"), "{error}");
    }
}
