//! `fmerge merge`: merges functions in LLVM's bitcode, for linkers that cannot load the plugin.
//!
//! Consumes: files of bitcode, which become one program; the symbols that code elsewhere refers to. Produces: a file of
//! bitcode, optimised as a link step of full LTO does it. Guarantees: the file appears whole or not at all. LLVM's own
//! tools read and write bitcode; this program needs no LLVM.

use std::env;
use std::ffi::OsString;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::compile::Merging;

/// Arguments of `fmerge merge`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    merging: Merging,
    /// Objects that were compiled with -flto, or other files of bitcode; several, of one kind of LTO, become one program
    #[arg(required = true, value_name = "FILES")]
    inputs: Vec<OsString>,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: OsString,
    /// The symbols that code elsewhere refers to, separated by commas. All others become local, and what nobody uses
    /// goes [default: all symbols stay]
    #[arg(long, value_name = "SYMBOLS", value_delimiter = ',')]
    keep: Vec<String>,
}

const HELP: &str = "\
For WebAssembly, GNU ld and mold:
  clang-22 --target=wasm32-wasip1 -Oz -flto -c a.c b.c
  fmerge merge a.o b.o --keep _start -o program.bc
  llc-22 -O2 -filetype=obj program.bc -o program.o
and link program.o as any object. Functions of the C library that the files define themselves, such as memcpy, must be
kept too.

FMERGE_OPT and FMERGE_LLVM_LINK name the programs to run [default: opt-22, llvm-link-22].";

/// Merges, and gives the text to print, which is empty.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let plugin = args.merging.plugin()?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let linked = folder.path().join("linked.bc").into_os_string();
    let input = match &args.inputs[..] {
        [one] => one,
        several => {
            tool("FMERGE_LLVM_LINK", "llvm-link-22", |link| {
                link.args(several).arg("-o").arg(&linked)
            })?;
            &linked
        }
    };
    let mut load = OsString::from("-load-pass-plugin=");
    load.push(&plugin.path);
    let optimise = "lto<O2>";
    tool("FMERGE_OPT", "opt-22", |opt| {
        opt.arg(load).args(args.merging.choice().options(&plugin));
        if args.keep.is_empty() {
            opt.arg(format!("-passes={optimise}"));
        } else {
            opt.arg(format!("-passes=internalize,globaldce,{optimise}"));
            opt.arg(format!("-internalize-public-api-list={}", args.keep.join(",")));
        }
        opt.arg(input).arg("-o").arg(&args.output)
    })?;
    Ok(String::new())
}

/// Runs the program that a variable names, or else the default.
fn tool(
    variable: &str,
    default: &str,
    add: impl FnOnce(&mut Command) -> &mut Command,
) -> anyhow::Result<()> {
    let program = env::var_os(variable).filter(|name| !name.is_empty());
    let program = program.unwrap_or_else(|| default.into());
    let mut command = Command::new(&program);
    let status = add(&mut command).status().with_context(|| {
        format!("cannot run {}; install it, or name another with {variable}", program.display())
    })?;
    ensure!(status.success(), "{} failed: {status}", program.display());
    Ok(())
}
