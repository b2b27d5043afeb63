//! `fmerge-lab plot`: pictures of how well fingerprints rank (F3M paper, figures 6 and 10).
//!
//! Consumes: the JSON lines of `fmerge-lab rank --out` or `fmerge-lab pairs --lines`, or the figures of `fmerge-lab rank --json`.
//! Produces: an SVG file. Guarantees: equal input gives equal pictures.

mod draw;
mod lines;

use std::path::PathBuf;

use crate::measure::pearson;
use crate::rank::Measured;
use anyhow::{Context, bail};
use draw::Picture;
use lines::Pair;

/// Arguments of `fmerge-lab plot`.
#[derive(clap::Args)]
pub struct Args {
    /// What to draw.
    #[arg(value_enum)]
    kind: PlotKind,
    /// The lines, or for `recall` the figures.
    file: PathBuf,
    /// Where the picture goes.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Whose similarity to draw, where a line has that of several fingerprints.
    #[arg(long, value_name = "NAME")]
    fingerprint: Option<String>,
    /// The heading.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum PlotKind {
    /// How many pairs have each similarity and alignment ratio, with their correlation (figure 10).
    Heatmap,
    /// The similarities of each function and its nearest one, by whether merging them pays (figure 6).
    Histogram,
    /// How often the best partner is among the nearest, by rank; of the figures of one module.
    Recall,
}

/// What recall is drawn of.
#[derive(serde::Deserialize)]
struct Curve {
    fingerprint: String,
    recall: Vec<f64>,
}

/// What was drawn.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let picture = Picture { path: &args.out, title: args.title.as_deref().unwrap_or_default() };
    let said = match args.kind {
        PlotKind::Recall => draw_recall(args, &picture)?,
        PlotKind::Heatmap | PlotKind::Histogram => {
            let pairs = lines::read(&args.file, args.fingerprint.as_deref())?;
            if pairs.is_empty() {
                bail!("{} has no pairs", args.file.display());
            }
            match args.kind {
                PlotKind::Histogram => draw_histogram(&pairs, &picture)?,
                _ => draw_heatmap(&pairs, &picture)?,
            }
        }
    };
    Ok(format!("{}: {said}\n", args.out.display()))
}

fn draw_heatmap(pairs: &[Pair], picture: &Picture<'_>) -> anyhow::Result<String> {
    let r = pearson(pairs.iter().map(|pair| (pair.similarity, pair.alignment)));
    picture.heatmap(pairs, r)?;
    Ok(format!("{} pairs, R = {r:.3}", pairs.len()))
}

fn draw_histogram(pairs: &[Pair], picture: &Picture<'_>) -> anyhow::Result<String> {
    let nearest = lines::nearest(pairs);
    picture.histogram(&nearest)?;
    let pay = nearest.iter().filter(|pair| pair.saved > 0).count();
    Ok(format!("{} functions, {pay} of them gain by their nearest", nearest.len()))
}

fn draw_recall(args: &Args, picture: &Picture<'_>) -> anyhow::Result<String> {
    let name = args.file.display();
    let text = std::fs::read(&args.file).with_context(|| format!("cannot read {name}"))?;
    let all: Vec<Measured<Curve>> = serde_json::from_slice(&text)
        .with_context(|| format!("{name} is not what fmerge-lab rank --json writes"))?;
    let [one] = &all[..] else { bail!("{name} has {} modules; recall is drawn of one", all.len()) };
    let wanted = |curve: &&Curve| args.fingerprint.as_ref().is_none_or(|n| *n == curve.fingerprint);
    let curves: Vec<_> = one.figures.iter().filter(wanted).collect();
    let curves: Vec<_> = curves.iter().map(|c| (c.fingerprint.as_str(), &c.recall[..])).collect();
    picture.curves(&curves)?;
    Ok(format!("{} fingerprints on {}", curves.len(), one.module))
}
