//! `fmerge options`: the presets, the option table of the passes, and the systems of the papers.
//!
//! Consumes: the name of a pass, or none for all. Produces: the table as text, Markdown or JSON; as text or Markdown and
//! for all passes, the presets before it and the systems behind. In Markdown that is the page `docs/options.md`.

use fmerge_core::options::{
    OURS, PassName, SYSTEMS, System, documented, markdown_table, text_table,
};
use fmerge_core::pipeline::PRESETS;

/// Arguments of `fmerge options`.
#[derive(clap::Args)]
pub struct Args {
    /// Only the options of this pass.
    #[arg(value_parser = pass_name)]
    pass: Option<PassName>,
    /// Also the options that only tests of fmerge need.
    #[arg(long)]
    tests: bool,
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
    let Args { pass, tests, markdown, json } = *args;
    Ok(match (markdown, json) {
        (true, _) if pass.is_none() => page(tests),
        (true, _) => markdown_table(pass, tests),
        (_, true) => serde_json::to_string_pretty(&documented(pass, tests))? + "\n",
        _ if pass.is_none() => presets() + &text_table(None, tests) + &systems(),
        _ => text_table(pass, tests),
    })
}

/// The presets, before the options of passes.
fn presets() -> String {
    let lines = PRESETS.iter().map(|one| format!("{}\n    {}\n", one.name, one.help));
    "Presets, which stand in the place of passes:\n\n".to_owned()
        + &lines.collect::<String>()
        + "\n"
}

/// What `system` may be, with the options that have other defaults then.
fn systems() -> String {
    let lines = std::iter::once(&OURS).chain(&SYSTEMS).map(|one| {
        let System { name, help, options, .. } = one;
        format!("{name}\n    {help}\n    {options}\n").replace("\n    \n", "\n")
    });
    "\nSystems, as in f3m<system=hyfm;explore=2>:\n\n".to_owned() + &lines.collect::<String>()
}

/// The page about presets and options.
fn page(tests: bool) -> String {
    let rows = PRESETS.iter().map(|one| format!("| `{}` | {} |\n", one.name, one.help));
    let presets: String = rows.collect();
    let rows = SYSTEMS.iter().map(|one| {
        let System { name, help, options, .. } = one;
        format!("| `{name}` | {help} | `{options}` |\n")
    });
    let systems: String = rows.collect();
    format!(
        "# Options\n\nWritten by `fmerge options --markdown`; do not edit.\n\n## Presets\n\nA preset stands in the \
         place of passes, as in `FMERGE_PIPELINE=smallest` or `--preset smallest,all-functions`.\n\n| preset | \
         meaning |\n|---|---|\n{presets}\nOptions of passes stand as in `f3m<min-gain=20;speed=keep>`: separated by \
         semicolons, because LLVM would cut the pipeline at a comma. Each pass takes those that name it. `fmerge options \
         --tests` shows those that tests of fmerge need, too.\n\n{}\n## Systems\n\nValues of `system`, as in \
         `f3m<system=hyfm;explore=2>`, besides `ours`. `docs/lab/ranking.md` compares them.\n\n| system | meaning | \
         defaults |\n|---|---|---|\n{systems}",
        markdown_table(None, tests)
    )
}
