//! Logging to standard error or a file, at the level that `FMERGE_LOG` asks for.
//!
//! Consumes: `FMERGE_LOG`, in `env_logger`'s syntax: `info`, `debug`, `fmerge_core::search=trace`, `off`; and
//! `FMERGE_LOG_FILE`, to which lines are added, for builds that hide what their linker says.
//! Guarantees: logging is set up once, however many threads load the plugin. Warnings and errors are shown unless
//! they are switched off. Each record is one write, so that threads and processes do not mix their lines. There are no
//! time stamps, so that equal runs log equal lines.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, Once, PoisonError};

use env_logger::{Env, Target};

use crate::interface::tell_if_untried;

static SET_UP: Once = Once::new();

/// Starts logging, the first time.
pub fn start() {
    SET_UP.call_once(|| {
        let wanted = Env::new().filter_or("FMERGE_LOG", "warn");
        let (target, problem) = match file() {
            Ok(target) => (target, None),
            Err(problem) => (Target::Stderr, Some(problem)),
        };
        env_logger::Builder::from_env(wanted)
            .target(target)
            .format(|out, record| {
                writeln!(out, "fmerge: {}: {}", level_name(record.level()), record.args())
            })
            .init();
        tell_if_untried();
        if let Some(problem) = problem {
            log::warn!("cannot log to the file that {FILE} names: {problem}");
        }
    });
}

/// Warns of a problem with a file by which modules are merged, once: many modules may be compiled in one process.
pub fn warn_once(path: &Path, problem: &dyn Display) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let text = format!("{}: {problem}; nothing is merged by it", path.display());
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if told.insert(text.clone()) {
        log::warn!("{text}");
    }
}

/// The variable that names a file for the log.
const FILE: &str = "FMERGE_LOG_FILE";

/// Where the log goes.
fn file() -> io::Result<Target> {
    let Some(path) = env::var_os(FILE).filter(|path| !path.is_empty()) else {
        return Ok(Target::Stderr);
    };
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    Ok(Target::Pipe(Box::new(file)))
}

/// The level as LLVM's own tools would write it.
fn level_name(level: log::Level) -> &'static str {
    match level {
        log::Level::Error => "error",
        log::Level::Warn => "warning",
        log::Level::Info => "info",
        log::Level::Debug => "debug",
        log::Level::Trace => "trace",
    }
}
