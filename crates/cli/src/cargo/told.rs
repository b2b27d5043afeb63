//! What the plugin says in links that cargo runs: cargo and rustc do not show what a linker says.
//!
//! Consumes: a command that is about to run. Produces: after it, on standard error, the plugin's log, and what all links
//! together gained. Guarantees: where the user has named files for them, they go there. `FMERGE_LOG=error` and `off`,
//! and cargo's own `-q`, silence what was gained.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use fmerge_core::totals::{Totals, VARIABLE};

use crate::compile::is_silent;
use crate::scratch::Scratch;
use crate::terminal;

/// The variable by which the plugin logs to a file.
const LOG: &str = "FMERGE_LOG_FILE";

/// The files that the plugin writes, gone when this is.
pub struct Told {
    folder: Scratch,
}

impl Told {
    /// Files that are still empty.
    pub fn new() -> anyhow::Result<Told> {
        let folder = Scratch::new()?;
        Ok(Told { folder })
    }

    /// The same command, in which the plugin writes the files.
    pub fn by<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        for variable in [LOG, VARIABLE] {
            command.env(variable, set(variable).unwrap_or_else(|| self.file(variable).into()));
        }
        command
    }

    fn file(&self, variable: &str) -> PathBuf {
        self.folder.path().join(variable)
    }

    /// Shows what was written.
    pub fn show(&self, is_quiet: bool) {
        let read = |variable| fs::read_to_string(self.file(variable)).unwrap_or_default();
        eprint!("{}", terminal::lines(&read(LOG)));
        let lines = read(VARIABLE);
        let Some(sum) = Totals::sum(&lines).filter(|_| !is_quiet && !is_silent()) else { return };
        let linked = Totals::lines(&lines).count();
        match sum.advice() {
            Some(advice) => eprintln!("fmerge: warning: {advice}"),
            None => eprintln!("fmerge: {} linked: {}", programs(linked), sum.summary()),
        }
    }
}

fn programs(count: usize) -> String {
    if count == 1 { "1 program".to_owned() } else { format!("{count} programs") }
}

/// A variable that is set to something.
fn set(variable: &str) -> Option<OsString> {
    env::var_os(variable).filter(|value| !value.is_empty())
}
