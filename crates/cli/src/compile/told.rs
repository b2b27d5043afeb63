//! What is told of a link that takes more than one program.
//!
//! Consumes: what the plugin did in all of them. Produces: one line to whoever wants to know: in the file that
//! `FMERGE_TOTALS` names, or on standard error. Guarantees: a link is told of once.

use std::fs::OpenOptions;
use std::io::Write;

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
            let file = OpenOptions::new().append(true).create(true).open(&file);
            let written = file.and_then(|mut file| file.write_all(totals.to_line().as_bytes()));
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
    let log = set("FMERGE_LOG_FILE")
        .and_then(|path| OpenOptions::new().create(true).append(true).open(path).ok());
    match log {
        Some(mut file) => drop(file.write_all(text.as_bytes())),
        None => eprint!("{text}"),
    }
}
