//! `fmerge merge`: merges functions in LLVM's bitcode, for linkers that cannot load the plugin.
//!
//! Consumes: files of bitcode, which become one program; the symbols that code elsewhere refers to. Produces: a file of
//! bitcode, optimised as a link step of full LTO does it. Guarantees: the file appears whole or not at all. LLVM's own
//! tools read and write bitcode; this program needs no LLVM.

use std::ffi::{OsStr, OsString};
use std::fs::{File, read_to_string};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::compile::{Merging, llvm};
use crate::scratch::Scratch;
use crate::tool::{self, OPT, program};

/// Arguments of `fmerge merge`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    merging: Merging,
    /// Objects that were compiled with -flto, or other files of bitcode; several, of one kind of LTO, become one program
    #[arg(required = true, value_name = "FILES")]
    inputs: Vec<OsString>,
    /// The file to write; - for standard output
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
  fmerge merge a.o b.o --keep __main_argc_argv -o program.bc
  llc-22 -O2 -filetype=obj program.bc -o program.o
and link program.o as any object. Functions of the C library that the files define themselves, such as memcpy, must be
kept too.

FMERGE_OPT, FMERGE_LLVM_LINK, FMERGE_LLVM_DIS and FMERGE_LLVM_NM name the programs to run [default: opt-22,
llvm-link-22, llvm-dis-22, llvm-nm-22, or those of another LLVM that a plugin is installed for].";

/// How files of bitcode begin: alone, and in a wrapper of Apple's.
const MAGIC: [[u8; 4]; 2] = [*b"BC\xC0\xDE", [0xDE, 0xC0, 0x17, 0x0B]];
/// A symbol is suggested only if it is at least so similar (Jaro-Winkler, 0 to 1).
const SUGGEST: f64 = 0.8;
/// Most symbols that are suggested.
const SUGGESTED: usize = 3;

/// Merges, and gives the text to print, which is empty.
pub fn run(args: &Args) -> anyhow::Result<String> {
    let is_printed = args.output == "-";
    ensure!(
        !(is_printed && io::stdout().is_terminal()),
        "bitcode is not for a terminal: name a file to write, or send the output of this command to one"
    );
    let installed = args.merging.installed()?;
    let usual = |tool: &str| llvm::program(tool, &installed);
    let optimiser = program(OPT, &usual("opt"));
    let plugin = llvm::fitting(&installed, &[optimiser.to_string_lossy().into_owned()])?;
    let choice = args.merging.choice()?;
    let folder = Scratch::new()?;
    args.inputs.iter().try_for_each(|file| check_bitcode(Path::new(file)))?;
    let linked = folder.path().join("linked.bc").into_os_string();
    let merged = folder.path().join("merged.bc").into_os_string();
    let output = if is_printed { &merged } else { &args.output };
    let input = match &args.inputs[..] {
        [one] => one,
        several => {
            tool::run("FMERGE_LLVM_LINK", &usual("llvm-link"), |link| {
                link.args(several).arg("-o").arg(&linked)
            })?;
            &linked
        }
    };
    check_kept(&args.keep, input, &usual("llvm-nm"))?;
    let mut load = OsString::from("-load-pass-plugin=");
    load.push(&plugin.path);
    let optimise = "lto<O2>";
    let position = is_position_independent(input, &usual("llvm-dis"))?;
    let report = args.merging.report()?;
    tool::run(OPT, &usual("opt"), |opt| {
        opt.envs(report).arg(load).args(choice.options(&plugin));
        opt.args(position.then_some("-relocation-model=pic"));
        if args.keep.is_empty() {
            opt.arg(format!("-passes={optimise}"));
        } else {
            opt.arg(format!("-passes=internalize,globaldce,{optimise}"));
            opt.arg(format!("-internalize-public-api-list={}", args.keep.join(",")));
        }
        opt.arg(input).arg("-o").arg(output)
    })?;
    if is_printed {
        print(&merged)?;
    }
    Ok(String::new())
}

/// Writes a file to standard output.
fn print(file: &OsStr) -> anyhow::Result<()> {
    let mut file = File::open(file).context("cannot read a temporary file")?;
    io::copy(&mut file, &mut io::stdout().lock()).context("cannot write to standard output")?;
    Ok(())
}

/// Whether a module is to run wherever it is loaded. A linker tells its LTO so, and `opt` has to be told: tables of addresses
/// become tables of distances then, which are smaller and need no relocations.
fn is_position_independent(module: &OsStr, reader: &str) -> anyhow::Result<bool> {
    let text = match is_text(Path::new(module)) {
        true => read_to_string(module).context("cannot read the module")?,
        false => tool::run("FMERGE_LLVM_DIS", reader, |dis| {
            dis.arg("--materialize-metadata").arg(module).arg("-o").arg("-")
        })?,
    };
    Ok(text.lines().any(|line| line.starts_with('!') && line.contains(r#"!"PIC Level""#)))
}

fn is_text(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "ll")
}

/// LLVM's tools would show the first line of a file that is something else.
fn check_bitcode(file: &Path) -> anyhow::Result<()> {
    let name = file.display();
    let mut start = Vec::new();
    let opened = File::open(file).with_context(|| format!("cannot read {name}"))?;
    opened.take(8).read_to_end(&mut start).with_context(|| format!("cannot read {name}"))?;
    if is_text(file) || MAGIC.iter().any(|magic| start.starts_with(magic)) {
        return Ok(());
    }
    let what = match &start[..] {
        [] => "is empty",
        [0x7F, b'E', b'L', b'F', ..] | [0xCF, 0xFA, 0xED, 0xFE, ..] | [0, b'a', b's', b'm', ..] => {
            "holds machine code"
        }
        [b'!', b'<', b'a' | b't', ..] => "is an archive: name its members",
        _ => "is something else",
    };
    bail!("{name} is no bitcode of LLVM: it {what}; compile with -flto, or with -c -emit-llvm")
}

/// Refuses names of symbols that the program does not define: nothing would be kept for them.
fn check_kept(keep: &[String], program: &OsStr, reader: &str) -> anyhow::Result<()> {
    if keep.is_empty() {
        return Ok(());
    }
    let defined = tool::run("FMERGE_LLVM_NM", reader, |nm| {
        nm.args(["--defined-only", "--extern-only", "--format=just-symbols"]).arg(program)
    })?;
    let defined: Vec<&str> =
        defined.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
    // Some targets put a line before what C calls a function.
    let is = |name: &str, symbol: &str| symbol == name || symbol.strip_prefix('_') == Some(name);
    let missing = keep.iter().filter(|name| !defined.iter().any(|symbol| is(name, symbol)));
    let told: Vec<String> =
        missing.map(|name| format!("`{name}`{}", near(name, &defined))).collect();
    if told.is_empty() {
        return Ok(());
    }
    bail!("--keep names what the files do not define: {}", told.join(", "))
}

/// What is most like a name.
fn near(name: &str, defined: &[&str]) -> String {
    let like = |symbol: &&str| strsim::jaro_winkler(name, symbol).max(contains(name, symbol));
    let mut scored: Vec<(f64, &str)> =
        defined.iter().map(|symbol| (like(symbol), *symbol)).collect();
    scored.retain(|(score, _)| *score >= SUGGEST);
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    let names: Vec<&str> = scored.iter().take(SUGGESTED).map(|(_, symbol)| *symbol).collect();
    match &names[..] {
        [] => String::new(),
        names => format!(" (near: {})", names.join(", ")),
    }
}

/// A name within another, as `main` in `__main_argc_argv`, or a function in its mangled name, is near.
fn contains(name: &str, symbol: &str) -> f64 {
    if name.len() > 2 && symbol.contains(name) { SUGGEST } else { 0.0 }
}
