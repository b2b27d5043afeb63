//! What is told at the end of a process that ran our passes.
//!
//! Consumes: the report of each run. Produces: in link steps, a warning if nothing could be merged, or in its place the
//! line that `FMERGE_TOTALS` asks for, or what was gained, if `FMERGE_TELL` asks for that; everywhere, the same on the level `info`, and tables for `-stats` and
//! `-time-passes`.
//! Guarantees: compilers say nothing unless they are asked, because builds read what compilers say. Nothing is told where
//! the program does not end by LLVM's own way, as rustc does not.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::panic::catch_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use fmerge_core::options::{Options, Others};
use fmerge_core::price::{Prices, Tenths};
use fmerge_core::report::{Place, Report};
use fmerge_core::speed::SizeLevel;
use fmerge_core::totals::{Extent, Process, TELL, Totals, VARIABLE};

use crate::ffi::encode::outline;
use crate::ffi::ending::{
    fmerge_await_end, fmerge_print_info, fmerge_wants_statistics, fmerge_wants_times,
};
use crate::llvm::{FunctionRef, ModuleRef};

static PROCESS: Mutex<Process> = Mutex::new(Process::new());
/// Whether the process links.
static LINKS: AtomicBool = AtomicBool::new(false);

/// What a module consists of, and what of it asks to be small, or is merged as if it did.
pub fn extent(options: &Options, module: ModuleRef) -> Extent {
    let prices = Prices::of(&module.target(), module.unwind());
    let asks = |function: FunctionRef| {
        options.others == Others::Same || function.size_level() > SizeLevel::None
    };
    let (mut all, mut asking) = ((0, Tenths::ZERO), (0, Tenths::ZERO));
    for function in module.defined_functions() {
        let bytes = prices.body(outline(function).instructions as u64, 0).bytes;
        all = (all.0 + 1, all.1 + bytes);
        if asks(function) {
            asking = (asking.0 + 1, asking.1 + bytes);
        }
    }
    let (bytes, asking_bytes) = (all.1.round(), asking.1.round());
    Extent { functions: all.0, asking: asking.0, bytes, asking_bytes }
}

/// Adds a run of a pass on `module`, which was so large before it.
pub fn add(
    options: &Options,
    module: ModuleRef,
    mut extent: Extent,
    report: &Report,
    place: Place,
) {
    fmerge_await_end();
    if matches!(place, Place::Early | Place::Late) {
        LINKS.store(true, Ordering::Relaxed);
    }
    // Functions that a profile calls cold are merged as if they asked.
    if options.others != Others::Free {
        extent.asking = extent.asking.max(report.eligible);
    }
    let mut process = PROCESS.lock().unwrap_or_else(PoisonError::into_inner);
    process.add(&module.name(), extent, report);
}

/// Tells what is to be told. The shim calls it when the program ends.
#[unsafe(no_mangle)]
pub extern "C" fn fmerge_finish() {
    // The panic hook has said what there is to say, and the program's work is done.
    let _ = catch_unwind(finish);
}

fn finish() {
    let process = PROCESS.lock().unwrap_or_else(PoisonError::into_inner);
    let totals = process.totals();
    tell(&totals);
    if fmerge_wants_times() {
        print(&process.times());
    }
    if fmerge_wants_statistics() {
        print(&totals.statistics());
    }
}

fn tell(totals: &Totals) {
    let links = LINKS.load(Ordering::Relaxed);
    let file = env::var_os(VARIABLE).filter(|file| links && !file.is_empty());
    if let Some(file) = &file {
        hand_over(totals, file.as_ref());
    }
    match totals.advice() {
        Some(advice) if links && file.is_none() => log::warn!("{advice}"),
        Some(advice) => log::info!("{advice}"),
        None if links && file.is_none() && wants_summary(totals) => {
            eprintln!("fmerge: {}", totals.summary());
        }
        None => log::info!("{}", totals.summary()),
    }
}

/// Whether who runs the link has asked to be told, and is not told by the log. Of small programs nothing is told: scripts that
/// configure builds link them to try the compiler, and take any message for a failure.
fn wants_summary(totals: &Totals) -> bool {
    let is_asked = env::var_os(TELL).is_some_and(|value| !value.is_empty());
    is_asked && totals.is_program() && log::max_level() == log::LevelFilter::Warn
}

/// Adds a line to a file that other processes add to at the same time.
fn hand_over(totals: &Totals, file: &Path) {
    let line = totals.to_line();
    let append = || -> io::Result<()> {
        OpenOptions::new().append(true).create(true).open(file)?.write_all(line.as_bytes())
    };
    if let Err(error) = append() {
        log::warn!("cannot write {}, which {VARIABLE} names: {error}", file.display());
    }
}

fn print(table: &str) {
    // SAFETY: the text owns its bytes during the call.
    unsafe { fmerge_print_info(table.as_ptr().cast(), table.len()) };
}
