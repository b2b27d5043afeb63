//! `fmerge show`: what a summary says, for people and for scripts.
//!
//! Consumes: a summary, or anything that `fmerge combine` takes. Produces: text, or JSON. Guarantees: equal
//! summaries give equal output; groups that save most come first.

use std::cmp::Reverse;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use fmerge_core::bodies::{BodyStore, is_store};
use fmerge_core::price::Bytes;
use fmerge_core::summary::file::is_summary;
use fmerge_core::summary::{
    CostModel, Group, HoleRole, Proposal, ProposedHole, Scope, SummaryReader,
};
use serde::Serialize;

use crate::inputs::{Gathered, add_file};
use crate::terminal;

/// Arguments of `fmerge show`.
#[derive(clap::Args)]
pub struct Args {
    /// A summary, or an object, an archive or a file of gfm-analyze, which is combined first.
    summary: PathBuf,
    /// As JSON.
    #[arg(long)]
    json: bool,
    /// Also the groups that do not pay.
    #[arg(long)]
    all: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    /// The version of this JSON's schema.
    version: u32,
    functions: u64,
    groups: u64,
    merged: u64,
    saving: u64,
    thunk: Bytes,
    parameter: Bytes,
    max_parameters: u32,
    min_saving: Bytes,
    list: Vec<ShownGroup<'a>>,
}

#[derive(Serialize)]
struct ShownGroup<'a> {
    hash: String,
    instructions: u32,
    size: u32,
    /// Without it, the group does not pay.
    #[serde(flatten)]
    plan: Option<ShownPlan>,
    functions: Vec<Function<'a>>,
}

#[derive(Serialize)]
struct ShownPlan {
    saving: u32,
    parameters: u32,
    local: bool,
    holes: Vec<ProposedHole>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    module: &'a str,
    scope: Scope,
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let bytes = summary_bytes(&args.summary)?;
    let name = || args.summary.display().to_string();
    if is_store(&bytes) {
        let store = BodyStore::from_bytes(&bytes).with_context(name)?;
        let (functions, bodies) = (store.function_count(), store.body_count());
        return Ok(match args.json {
            true => {
                serde_json::json!({"version": 1, "functions": functions, "bodies": bodies})
                    .to_string()
                    + "\n"
            }
            false => format!("{functions} functions share {bodies} bodies\n"),
        });
    }
    let reader = SummaryReader::open(&bytes[..]).with_context(name)?;
    let shown = shown(&reader, args.all).with_context(name)?;
    match args.json {
        true => Ok(serde_json::to_string_pretty(&shown)? + "\n"),
        false => Ok(text(&shown)),
    }
}

/// The bytes of a summary; what is none is combined with the default prices.
fn summary_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if is_summary(&bytes) || is_store(&bytes) {
        return Ok(bytes);
    }
    let gathered = Gathered::default();
    add_file(&gathered, 0, path)?;
    let (combiner, _) = gathered.into_parts();
    Ok(combiner.finish(&CostModel::default())?.to_bytes())
}

fn shown<'a>(reader: &'a SummaryReader<&'a [u8]>, all: bool) -> anyhow::Result<Shown<'a>> {
    let modules = reader.modules()?;
    let mut list = Vec::new();
    for chunk in 0..reader.chunks() {
        for group in reader.groups(chunk)? {
            let plan = reader.lookup(group.hash)?.filter(|plan| is_of(plan, &group));
            if all || plan.is_some() {
                list.push(shown_group(&group, plan, &modules));
            }
        }
    }
    list.sort_by_key(|g| Reverse(g.plan.as_ref().map(|p| p.saving)));
    let CostModel { thunk, parameter, max_parameters, min_saving } = reader.model();
    Ok(Shown {
        version: 1,
        functions: reader.functions(),
        groups: reader.all_groups(),
        merged: reader.merged(),
        saving: reader.saving(),
        thunk,
        parameter,
        max_parameters,
        min_saving,
        list,
    })
}

/// Whether a plan is of this group, and not of another structure with the same hash.
fn is_of(plan: &Proposal, group: &Group<'_>) -> bool {
    let positions = group.holes.iter().map(|h| h.position);
    plan.instructions == group.instructions && positions.eq(plan.holes.iter().map(|h| h.position))
}

fn shown_group<'a>(
    group: &Group<'a>,
    plan: Option<Proposal>,
    modules: &[&'a str],
) -> ShownGroup<'a> {
    let functions = group.members.iter().map(|member| Function {
        name: member.name,
        module: modules[member.module as usize],
        scope: member.scope,
    });
    let plan = plan.map(|plan| ShownPlan {
        saving: plan.saving,
        parameters: plan.parameters,
        local: plan.local,
        holes: plan.holes,
    });
    ShownGroup {
        hash: group.hash.to_string(),
        instructions: group.instructions,
        size: group.size,
        plan,
        functions: functions.collect(),
    }
}

fn text(shown: &Shown<'_>) -> String {
    let mut text = format!(
        "{} functions in {} groups; {} groups pay, {} bytes expected (thunk {}, parameter {}, at \
         most {} parameters)\n",
        shown.functions,
        shown.groups,
        shown.merged,
        shown.saving,
        shown.thunk,
        shown.parameter,
        shown.max_parameters
    );
    shown.list.iter().for_each(|group| write_group(&mut text, group));
    text
}

/// Appends a group. Writing to a string cannot fail.
fn write_group(text: &mut String, group: &ShownGroup<'_>) {
    let ShownGroup { hash, instructions, size, plan, functions } = group;
    let count = functions.len();
    let _ = write!(text, "\n{hash}: {count} functions, {size} bytes, {instructions} instructions");
    let _ = match plan {
        None => writeln!(text, "; does not pay"),
        Some(plan) => {
            let local = if plan.local { ", in one module" } else { "" };
            let (parameters, saving) = (plan.parameters, plan.saving);
            writeln!(text, "; {parameters} parameters, saves {saving} bytes{local}")
        }
    };
    for hole in plan.iter().flat_map(|p| &p.holes) {
        let _ = match hole.role {
            HoleRole::Parameter(number) => {
                writeln!(text, "  hole {}: parameter {number}", hole.position)
            }
            HoleRole::Same(_) => writeln!(text, "  hole {}: same constant", hole.position),
        };
    }
    for Function { name, module, .. } in functions {
        let (name, module) = (terminal::word(name), terminal::word(module));
        let _ = writeln!(text, "    {name} ({module})");
    }
}
