//! What is told of a link that takes more than one program.
//!
//! Consumes: what the plugin did in all of them. Produces: one line to whoever wants to know: in the file that
//! `FMERGE_TOTALS` names, or on standard error. Guarantees: a link is told of once.

use std::fs::OpenOptions;
use std::io::{self, Write};

use anyhow::Context;
use fmerge_core::totals::{Totals, VARIABLE};

use super::{is_silent, set};
use crate::terminal;

/// Tells what a link did. `is_asked` says whether the user wants to read it.
///
/// # Errors
/// The file that `FMERGE_TOTALS` names cannot be written.
pub fn tell(totals: &Totals, is_asked: bool) -> anyhow::Result<()> {
    match (set(VARIABLE), totals.advice()) {
        (Some(file), _) => {
            let written = append(&file, &totals.to_line());
            written.with_context(|| format!("cannot write the file that {VARIABLE} names"))?;
        }
        (None, Some(advice)) if !is_silent() => {
            warn(&advice);
        }
        (None, None) if totals.is_program() && is_asked && !is_silent() => {
            eprintln!("fmerge: {}", totals.summary());
        }
        (None, _) => {}
    }
    Ok(())
}

/// Warns, where the plugin logs: cargo does not show what linkers say.
pub fn warn(text: &str) {
    let text = format!("fmerge: warning: {}\n", terminal::lines(text));
    let is_logged = set("FMERGE_LOG_FILE").is_some_and(|path| append(&path, &text).is_ok());
    if !is_logged {
        eprint!("{text}");
    }
}

/// Adds to a file to which other processes may add at the same time.
fn append(path: &str, text: &str) -> io::Result<()> {
    OpenOptions::new().append(true).create(true).open(path)?.write_all(text.as_bytes())
}
