//! The page of `fmerge report --html`: one file that needs no other, and no network.
//!
//! Consumes: an account. Produces: a page with the data as JSON, and a program that draws tables and pictures of it
//! (`page.js`). Guarantees: names in the data cannot end the element that holds them.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::account::{Account, Chain, Owner, Share};
use super::refusals::{self, Refused};
use super::text::{members, name, shown};
use crate::diff::CodeSizes;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Chains that are drawn at most.
const CHAINS: usize = 200;

#[derive(Serialize)]
struct Data<'a> {
    runs: usize,
    /// As in the table: of a group, all members but one.
    count: u64,
    gain: i64,
    functions: u64,
    sizable: u64,
    measured: Option<&'a CodeSizes>,
    merges: Vec<PageMerge<'a>>,
    shares: Vec<Part>,
    chains: Vec<Tree>,
    refusals: Vec<Refusal>,
    pairs: Vec<Refusal>,
}

#[derive(Serialize)]
struct PageMerge<'a> {
    bytes: i64,
    pass: &'a str,
    place: String,
    thunks: u64,
    gone: u64,
    /// Some of the functions, by brief names.
    some: String,
    /// What they became, by its brief name.
    became: String,
    functions: Vec<String>,
    merged: String,
    module: &'a str,
}

/// An original's share in what was saved.
#[derive(Serialize)]
struct Part {
    #[serde(rename = "crate")]
    outermost: String,
    namespace: String,
    file: String,
    bytes: f64,
}

#[derive(Serialize)]
struct Tree {
    name: String,
    brief: String,
    bytes: i64,
    total: i64,
    passes: Vec<String>,
    parts: Vec<Tree>,
}

#[derive(Serialize)]
struct Refusal {
    reason: String,
    count: u64,
    sizable: u64,
    explanation: &'static str,
}

/// Writes the page, and returns what to print.
pub fn write(
    path: &Path,
    account: &Account,
    measured: Option<&CodeSizes>,
) -> anyhow::Result<String> {
    let data = serde_json::to_string(&data(account, measured))?;
    // In JSON, `<` stands in texts only.
    let data = data.replace('<', "\\u003c");
    let page = PAGE.replace("/*style*/", STYLE).replace("/*script*/", SCRIPT);
    let page = page.replace("/*data*/", &data);
    fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(String::new())
}

fn data<'a>(account: &'a Account, measured: Option<&'a CodeSizes>) -> Data<'a> {
    let functions = refusals::functions(&account.runs);
    Data {
        runs: account.runs.len(),
        count: account.merges.iter().map(super::read::Merge::count).sum(),
        gain: account.gain(),
        functions: functions.all,
        sizable: functions.sizable,
        measured,
        merges: account.best().into_iter().map(merge).collect(),
        shares: account.shares().iter().map(part).collect(),
        chains: account.chains().iter().take(CHAINS).map(tree).collect(),
        refusals: functions.refused.into_iter().map(refusal).collect(),
        pairs: refusals::pairs(&account.runs).into_iter().map(refusal).collect(),
    }
}

fn merge(merge: &super::read::Merge) -> PageMerge<'_> {
    PageMerge {
        bytes: merge.gain,
        pass: &merge.pass,
        place: name(merge.place),
        thunks: merge.thunks,
        gone: merge.removed,
        some: members(merge, false),
        became: shown(&merge.merged, false),
        functions: merge.originals.iter().map(|name| shown(name, true)).collect(),
        merged: shown(&merge.merged, true),
        module: &merge.module,
    }
}

fn part(share: &Share<'_>) -> Part {
    Part {
        outermost: share.belongs_to(Owner::Crate),
        namespace: share.belongs_to(Owner::Namespace),
        file: share.belongs_to(Owner::File),
        bytes: (share.bytes * 10.0).round() / 10.0,
    }
}

fn tree(chain: &Chain) -> Tree {
    Tree {
        name: shown(&chain.name, true),
        brief: shown(&chain.name, false),
        bytes: chain.gain,
        total: chain.total,
        passes: chain.passes.iter().cloned().collect(),
        parts: chain.parts.iter().map(tree).collect(),
    }
}

fn refusal(refused: Refused) -> Refusal {
    let explanation = refused.explanation();
    let Refused { reason, count, sizable } = refused;
    Refusal { reason, count, sizable, explanation }
}
