//! LLVM's own tools, which read and write bitcode for this program.
//!
//! Consumes: the name of a tool, the variable by which a user names another, arguments. Produces: what the tool prints. Guarantees:
//! what it complains of is shown as it may be in a terminal; that it is missing or fails is an error that says what to do.

use std::env;
use std::ffi::OsString;
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::terminal;

/// The variable that names LLVM's optimiser.
pub const OPT: &str = "FMERGE_OPT";

/// The variable that names LLVM's code generator.
pub const LLC: &str = "FMERGE_LLC";

/// The program that a variable names, or else the default.
pub fn program(variable: &str, default: &str) -> OsString {
    env::var_os(variable).filter(|name| !name.is_empty()).unwrap_or_else(|| default.into())
}

/// Runs the program that a variable names, or else the default, and returns what it prints. What it complains of is
/// shown as it may be in a terminal.
pub fn run(
    variable: &str,
    default: &str,
    add: impl FnOnce(&mut Command) -> &mut Command,
) -> anyhow::Result<String> {
    let program = program(variable, default);
    let mut command = Command::new(&program);
    let output = add(command.stdin(Stdio::null())).output().with_context(|| {
        format!("cannot run {}; install it, or name another with {variable}", program.display())
    })?;
    eprint!("{}", terminal::lines(&String::from_utf8_lossy(&output.stderr)));
    let status = output.status;
    ensure!(status.success(), "{} failed: {status}", program.display());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
