//! What is told at the end of a process that ran our passes.
//!
//! Consumes: the report of each run. Produces: in link steps, a warning if nothing could be merged, or what was gained,
//! if `FMERGE_TELL` asks for that. In place of both, the line that `FMERGE_TOTALS` asks for. Where nothing else is
//! told, the same on the log level `info`. In all processes, tables for `-stats` and `-time-passes`.
//! Guarantees: compilers say nothing unless they are asked, because builds read what compilers say. A program that does
//! not end by LLVM's own way, such as rustc, tells nothing.

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
/// Whether the process is a link step.
static LINKS: AtomicBool = AtomicBool::new(false);

/// The size of a module, and of those of its functions that ask to be small or are merged as if they did.
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

/// Adds a run of a pass on `module`. `extent` is the size of the module before the run.
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
    // Functions that a profile calls cold are merged as if they asked to be small.
    if options.others != Others::Free {
        extent.asking = extent.asking.max(report.eligible);
    }
    let mut process = PROCESS.lock().unwrap_or_else(PoisonError::into_inner);
    process.add(&module.name(), extent, report);
}

/// Tells what there is to tell. The shim calls it when the program ends.
#[unsafe(no_mangle)]
pub extern "C" fn fmerge_finish() {
    // The panic hook has printed the message, and the program's work is done.
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

/// Whether the user of the link has asked to be told (`FMERGE_TELL`), and the log does not tell it already. Nothing is
/// told of small programs: configure scripts link them to try the compiler, and take any message for a failure.
fn wants_summary(totals: &Totals) -> bool {
    let is_asked = env::var_os(TELL).is_some_and(|value| !value.is_empty());
    is_asked && totals.is_program() && log::max_level() == log::LevelFilter::Warn
}

/// Adds a line to a file to which other processes may add lines at the same time.
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
