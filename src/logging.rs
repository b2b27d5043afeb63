//! Logging to standard error, at the level that `FMERGE_LOG` asks for.
//!
//! Consumes: `FMERGE_LOG`, in `env_logger`'s syntax: `info`, `debug`, `fmerge_core::search=trace`, `off`.
//! Guarantees: logging is set up once, however many threads load the plugin. Warnings and errors are shown unless
//! they are switched off. Each record is one write, so that threads do not mix their lines. There are no time
//! stamps, so that equal runs log equal lines.

use std::io::Write;
use std::sync::Once;

use env_logger::Env;

static SET_UP: Once = Once::new();

/// Starts logging, the first time.
pub fn start() {
    SET_UP.call_once(|| {
        let wanted = Env::new().filter_or("FMERGE_LOG", "warn");
        env_logger::Builder::from_env(wanted)
            .format(|out, record| {
                writeln!(out, "fmerge: {}: {}", level_name(record.level()), record.args())
            })
            .init();
    });
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
