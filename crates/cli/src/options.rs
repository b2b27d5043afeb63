//! `fmerge options`: the presets, the systems of the papers, and the option table of the passes.
//!
//! Consumes: the name of a pass, or none for all. Produces: the table as text, Markdown or JSON; as text or Markdown and
//! for all passes, the presets and the systems before it. In Markdown that is the page `docs/options.md`.

use fmerge_core::options::{PassName, SYSTEMS, System, documented, markdown_table, text_table};
use fmerge_core::pipeline::PRESETS;

/// Arguments of `fmerge options`.
#[derive(clap::Args)]
pub struct Args {
    /// Only the options of this pass.
    #[arg(value_parser = pass_name)]
    pass: Option<PassName>,
    /// As a Markdown table.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// As JSON.
    #[arg(long)]
    json: bool,
}

fn pass_name(name: &str) -> Result<PassName, String> {
    PassName::from_name(name).ok_or_else(|| {
        let names = PassName::ALL.map(PassName::name).join(", ");
        format!("no such pass; the passes are: {names}")
    })
}

/// The text to print.
pub fn run(args: &Args) -> anyhow::Result<String> {
    Ok(match (args.markdown, args.json) {
        (true, _) if args.pass.is_none() => page(),
        (true, _) => markdown_table(args.pass),
        (_, true) => serde_json::to_string_pretty(&documented(args.pass))? + "\n",
        _ if args.pass.is_none() => presets() + &systems() + &text_table(None),
        _ => text_table(args.pass),
    })
}

/// The presets, before the options of passes.
fn presets() -> String {
    let lines = PRESETS.iter().map(|one| format!("{}\n    {}\n", one.name, one.help));
    "Presets, which stand in the place of passes:\n\n".to_owned() + &lines.collect::<String>()
}

/// The systems, with what they stand for.
fn systems() -> String {
    let lines = SYSTEMS.iter().map(|one| {
        let System { name, help, options } = one;
        format!("{name}\n    {help}\n    f3m<{options}>\n")
    });
    "\nSystems of the papers, as in f3m<hyfm;explore=2>, or hyfm<explore=2>:\n\n".to_owned()
        + &lines.collect::<String>()
        + "\nOptions of passes, as in f3m<k=200;rows=2>:\n\n"
}

/// The page about presets and options.
fn page() -> String {
    let rows = PRESETS.iter().map(|one| format!("| `{}` | {} |\n", one.name, one.help));
    let presets: String = rows.collect();
    let rows = SYSTEMS.iter().map(|one| {
        let System { name, help, options } = one;
        format!("| `{name}` | {help} | `f3m<{options}>` |\n")
    });
    let systems: String = rows.collect();
    format!(
        "# Options\n\nWritten by `fmerge options --markdown`; do not edit.\n\n## Presets\n\nA preset stands in the \
         place of passes, as in `FMERGE_PIPELINE=smallest` or `--preset smallest,all-functions`.\n\n| preset | \
         meaning |\n|---|---|\n{presets}\n## Systems of the papers\n\nThey stand before options of `f3m`, as in \
         `f3m<hyfm;explore=2>`, or in its place, as in `hyfm<explore=2>`. `docs/lab/ranking.md` compares them.\n\n| system | \
         meaning | stands for |\n|---|---|---|\n{systems}\n## Options of passes\n\nAs in `f3m<k=200;rows=2>`: separated by semicolons, \
         because LLVM would cut the pipeline at a comma. Each pass takes those that name it.\n\n{}",
        markdown_table(None)
    )
}
