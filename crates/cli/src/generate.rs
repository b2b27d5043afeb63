//! `fmerge generate`: what a package holds beside the program, made from the parser of its arguments.
//!
//! Consumes: the parsers, and the folder `share` of an installation. Produces: a manual page for each command, and completions
//! for bash, zsh and fish, where these look for them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;

/// Arguments of `fmerge generate`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder, such as /usr/share.
    share: PathBuf,
}

/// Where each shell looks for completions, below `share`.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/fmerge"),
    (Shell::Zsh, "zsh/site-functions/_fmerge"),
    (Shell::Fish, "fish/vendor_completions.d/fmerge.fish"),
];

/// Writes the files; nothing to print.
pub fn run(args: &Args, mut parser: Command, cargo: Command) -> anyhow::Result<String> {
    let manual = args.share.join("man/man1");
    make(&manual)?;
    // For `man cargo-fmerge`, and for `cargo help fmerge`, which shows it.
    let mut page = Vec::new();
    clap_mangen::Man::new(cargo).render(&mut page).context("cannot write a manual page")?;
    write(&manual.join("cargo-fmerge.1"), &page)?;
    // Completions come second: they complete the parser, which the manual pages want as it is.
    clap_mangen::generate_to(parser.clone(), &manual)
        .with_context(|| format!("cannot write manual pages to {}", manual.display()))?;
    for (shell, file) in COMPLETIONS {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut parser, "fmerge", &mut text);
        write(&args.share.join(file), &text)?;
    }
    Ok(String::new())
}

fn write(file: &Path, text: &[u8]) -> anyhow::Result<()> {
    make(file.parent().expect("a file below a folder"))?;
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

fn make(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
}
