//! `fmerge cc`, `fmerge c++`, `fmerge ld`: clang and lld that load the plugin, for builds that ask for a compiler.
//!
//! Consumes: the arguments of a compiler or linker, the variables below. Produces: a run of clang or lld in the place of this
//! process. Guarantees: what the build asked for is handed on unchanged, in its order, but for paths of the plugin.
//! Everything that decides what is merged is on the command line that is run, with a digest of the files
//! that do, so that no cache mistakes one for another; and files of dependencies name these files, so that make and
//! Ninja build anew.

pub mod across;
mod add;
mod ask;
mod dependencies;
pub mod llvm;
mod natives;
mod plugin;
mod read;
mod response;
mod separate;
mod told;
pub mod wasm;

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};
use clap::builder::{PossibleValue, TypedValueParser};
use fmerge_core::options::parse_pass;
use fmerge_core::pipeline::{CODEGEN, EARLY, Given, LAST, PRESETS, Pipeline, Point, unknown_pass};
use fmerge_core::report::{DESTINATION_VARIABLE, Destination};

pub use add::{fold_for, for_linker};
pub use plugin::{Installed, Plugin, VARIABLE as PLUGIN};

use crate::terminal;
use fmerge_core::totals::TELL;

/// Options on what is merged, and by which plugin.
#[derive(clap::Args)]
pub struct Merging {
    /// What runs: a preset (safe, small, smallest, all-functions), or passes, as in -fmerge-pipeline [default:
    /// FMERGE_PIPELINE, or small]
    #[arg(long, visible_alias = "preset", value_name = "PASSES", value_parser = PipelineText)]
    #[arg(hide_possible_values = true)]
    pipeline: Option<String>,
    /// What runs before full LTO, as in -fmerge-early-pipeline [default: FMERGE_EARLY_PIPELINE]
    #[arg(long, value_name = "PASSES")]
    early_pipeline: Option<String>,
    /// The plugin [default: FMERGE_PLUGIN, or the one for this compiler that was installed with this program]
    #[arg(long, value_name = "FILE")]
    plugin: Option<OsString>,
    /// Write what is merged and refused to this file, for `fmerge report`; with a / at its end, to a file for each module
    /// below it [default: FMERGE_REPORT]
    #[arg(long, value_name = "FILE")]
    report: Option<String>,
}

impl Merging {
    /// The variable by which a command that loads the plugin is told where to report, if it is to report: an absolute path,
    /// because builds run in many folders.
    ///
    /// # Errors
    /// No plugin could read the name.
    pub fn report(&self) -> anyhow::Result<Option<(&'static str, String)>> {
        let Some(file) = &self.report else { return Ok(None) };
        let mut path = file.clone();
        if file != "-" {
            let absolute = std::path::absolute(file).with_context(|| format!("no path: {file}"))?;
            path = absolute.to_str().context("the report's path is not UTF-8")?.to_owned();
            if file.ends_with('/') && !path.ends_with('/') {
                path.push('/');
            }
        }
        if let Err(error) = path.parse::<Destination>() {
            bail!("--report {file}: {error}");
        }
        Ok(Some((DESTINATION_VARIABLE, path)))
    }

    /// The plugins to choose from.
    pub fn installed(&self) -> anyhow::Result<Installed> {
        Installed::find(self.plugin.as_deref())
    }

    /// What the options say, or else the variables.
    ///
    /// # Errors
    /// They name what is no preset and no pass: who builds is told at once, and not by the first link.
    pub fn choice(&self) -> anyhow::Result<Choice> {
        self.check()?;
        let or_variable =
            |given: &Option<String>, variable| given.clone().or_else(|| set(variable));
        Ok(Choice {
            is_separate: false,
            summary: None,
            across: None,
            linker: None,
            last: or_variable(&self.pipeline, LAST.variable),
            early: or_variable(&self.early_pipeline, EARLY.variable),
            codegen: set(CODEGEN.variable),
        })
    }

    fn check(&self) -> anyhow::Result<()> {
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        let (last, early) = (given(&self.pipeline), given(&self.early_pipeline));
        let given = Given { last: &last, early: &early, codegen: "", variable: &set };
        for point in Point::ALL {
            let Pipeline { source, passes } = given.choose(point)?;
            for text in passes {
                match parse_pass(&text) {
                    Some(Ok(_)) => {}
                    Some(Err(error)) => bail!("in {source}: {error}"),
                    None => bail!(unknown_pass(&text, source)),
                }
            }
        }
        Ok(())
    }
}

/// Refuses a text that names no preset and no passes.
pub fn check_pipeline(text: &str) -> anyhow::Result<()> {
    let merging = Merging {
        pipeline: Some(text.to_owned()),
        early_pipeline: None,
        plugin: None,
        report: None,
    };
    merging.check()
}

/// A text that is checked later, together with variables. Shells complete the presets.
#[derive(Clone)]
pub struct PipelineText;

impl TypedValueParser for PipelineText {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(PRESETS.iter().map(|one| PossibleValue::new(one.name).help(one.help))))
    }
}

/// Arguments of `fmerge cc`, `fmerge c++` and `fmerge ld`.
#[derive(clap::Args)]
#[command(disable_help_flag = true, after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    merging: Merging,
    /// Share code between objects that are compiled one by one, by this file of `fmerge combine` and the slices beside it;
    /// analyse objects as long as there is none. It says what runs, so it does not go with --preset
    #[arg(long, value_name = "FILE", conflicts_with = "pipeline")]
    summary: Option<String>,
    /// Merge functions of all objects of a ThinLTO link with each other, as in full LTO; it takes one more link, and memory for
    /// all code at once [default: FMERGE_ACROSS, unless that is 0, no or off]
    #[arg(long, conflicts_with = "summary")]
    across: bool,
    /// Do not say what was gained by a link (FMERGE_LOG=error says nothing either)
    #[arg(long)]
    quiet: bool,
    /// The arguments of the compiler or linker; options of fmerge come before them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

const HELP: &str = "\
Use it wherever a build asks for a compiler or linker:
  make CC='fmerge cc' CXX='fmerge c++'
  CC='fmerge cc' CXX='fmerge c++' ./configure CFLAGS='-Oz -flto'
  CC='fmerge cc --preset=smallest' meson setup build

Compilers run the plugin, in each object or, with -flto, in the link step, which is then lld's. Of functions that are not
compiled with -Os or -Oz, what takes next to no time is merged, unless the preset is all-functions or the passes say otherwise.

FMERGE_CC, FMERGE_CXX and FMERGE_LD name the programs to run [default: clang-22, clang++-22, ld.lld-22, or those of another
LLVM that a plugin is installed for]. The plugin is the one for the compiler's LLVM. With ccache:
  FMERGE_CC='ccache clang-22'";

/// Which program is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// A compiler of C.
    C,
    /// A compiler of C++.
    Cxx,
    /// A linker.
    Ld,
}

impl Tool {
    /// Its command below `fmerge`.
    pub fn command(self) -> &'static str {
        match self {
            Tool::C => "cc",
            Tool::Cxx => "c++",
            Tool::Ld => "ld",
        }
    }

    /// The name under which the program is such a tool.
    pub fn name(self) -> String {
        format!("fmerge-{}", self.command())
    }

    /// The variable that says what to run, and what is run without it, but for the version.
    fn program(self) -> (&'static str, &'static str) {
        match self {
            Tool::C => ("FMERGE_CC", "clang"),
            Tool::Cxx => ("FMERGE_CXX", "clang++"),
            Tool::Ld => ("FMERGE_LD", "ld.lld"),
        }
    }
}

/// What is to be merged: texts of LLVM's options `-fmerge-…-pipeline`, if given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// At the end.
    pub last: Option<String>,
    /// Before full LTO.
    pub early: Option<String>,
    /// Right before code generation.
    pub codegen: Option<String>,
    /// Objects are compiled one by one and share code. The linker is to fold functions.
    pub is_separate: bool,
    /// The file that decides what the object shares with others. It need not be there yet.
    pub summary: Option<String>,
    /// The program that links so that functions of all objects are merged with each other, if that is wanted.
    pub across: Option<PathBuf>,
    /// This program as a linker, for targets whose linker loads no plugin.
    pub linker: Option<PathBuf>,
}

impl Choice {
    fn of(args: &Args) -> anyhow::Result<Choice> {
        let choice = args.merging.choice()?;
        match &args.summary {
            Some(file) => separate::choose(choice, file, &args.arguments),
            None => Ok(choice),
        }
    }
}

/// Refuses an option of this program among those of the compiler, which would call it unknown.
fn check_order(tool: Tool, arguments: &[OsString]) -> anyhow::Result<()> {
    // A response file may be a pipe, which can be read once.
    let line = read::CommandLine::read(arguments);
    match line.misplaced.filter(|_| tool != Tool::Ld && !line.is_internal) {
        Some(option) => bail!(
            "{option} is an option of fmerge and stands behind one of the compiler; options of fmerge come first: fmerge {} \
             {option} …",
            tool.command()
        ),
        None => Ok(()),
    }
}

/// A variable that is set to something.
fn set(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|text| !text.trim().is_empty())
}

/// Runs the program; returns only when that cannot be done, or, where a process cannot be replaced, when it failed.
pub fn run(tool: Tool, args: &Args) -> anyhow::Result<String> {
    check_order(tool, &args.arguments)?;
    let installed = args.merging.installed()?;
    let variable = across::variable();
    let is_across = args.across || variable.is_some();
    let quiet = args.quiet || variable.as_deref() == Some(across::QUIET);
    let across = match is_across && tool != Tool::Ld {
        true => Some(across::program(Tool::Ld)?),
        false => None,
    };
    let linker = across::program(Tool::Ld).ok();
    let choice = Choice { across, linker, ..Choice::of(args)? };
    if tool == Tool::Ld {
        let words = response::expand(&args.arguments).words;
        if wasm::is_link(&words) {
            return wasm::run(&words, &args.merging, &choice, quiet);
        }
    }
    let (variable, default) = tool.program();
    let words = set(variable).unwrap_or_else(|| llvm::program(default, &installed));
    let words = shell_words::split(&words).with_context(|| format!("{variable}={words}"))?;
    let [program, before @ ..] = &words[..] else { bail!("{variable} names no program") };
    let plugin = llvm::fitting(&installed, &words)?;
    let mut environment: Vec<(&str, String)> = args.merging.report()?.into_iter().collect();
    environment.extend((!quiet).then(|| (TELL, "1".to_owned())));
    let line = match tool {
        Tool::Ld => {
            let given = response::expand(&args.arguments);
            if is_across {
                match across::link(&words, &given.words, &environment, &plugin, &choice) {
                    Ok(()) => return Ok(String::new()),
                    Err(_) if quiet || is_silent() => {}
                    Err(reason) => eprintln!(
                        "fmerge: linked without --across: {}",
                        terminal::lines(&format!("{reason:#}"))
                    ),
                }
            }
            add::to_linker(given, &plugin, &choice)
        }
        Tool::C | Tool::Cxx => add::to_compiler(&args.arguments, &plugin, &choice, |arguments| {
            ask::ask(program, before, arguments)
        }),
    };
    for warning in &line.warnings {
        eprintln!("fmerge: warning: {}", terminal::word(warning));
    }
    let mut command = Command::new(program);
    command.args(before).args(&line.arguments);
    command.envs(environment);
    if let Some(note) = line.note.filter(|_| !(quiet || is_silent())) {
        eprintln!("fmerge: {note}");
    }
    if line.links_itself {
        command.env(plugin::VARIABLE, &plugin.path);
        command.envs(quiet.then_some((wasm::QUIET, "1")));
    }
    if let Some(linker) = &line.linker {
        command.env(Tool::Ld.program().0, shell_words::quote(linker).as_ref());
    }
    if choice.across.is_some() {
        let told = if quiet { across::QUIET } else { "1" };
        command.env(across::VARIABLE, told);
    }
    replace(command).with_context(|| {
        format!("cannot run {program}; install it, or name another with {variable}")
    })
}

/// Whether errors alone are to be told.
pub fn is_silent() -> bool {
    set("FMERGE_LOG").is_some_and(|level| level == "error" || level == "off")
}

/// Becomes the other program.
#[cfg(unix)]
pub fn replace(mut command: Command) -> anyhow::Result<String> {
    Err(std::os::unix::process::CommandExt::exec(&mut command).into())
}

/// Runs the other program and ends as it did.
#[cfg(not(unix))]
pub fn replace(mut command: Command) -> anyhow::Result<String> {
    std::process::exit(command.status()?.code().unwrap_or(1))
}
