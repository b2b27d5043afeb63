//! Temporary folders, which also go where a command is interrupted.
//!
//! Consumes: nothing. Produces: [`Scratch`], a new folder. Guarantees: it goes with the value, and when Ctrl-C, a hangup or
//! `kill` ends the process, which then ends by that signal as any other program does. A signal that the process was started
//! to ignore, as `nohup` does, is still ignored.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use anyhow::Context;

/// The folders of this process that are not gone.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A new folder for temporary files.
pub(crate) struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// An empty folder.
    ///
    /// # Errors
    /// None can be made, as where there is no space.
    pub(crate) fn new() -> anyhow::Result<Scratch> {
        static WATCH: Once = Once::new();
        WATCH.call_once(watch);
        let mut folders = folders();
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?.keep();
        folders.push(folder.clone());
        Ok(Scratch { folder })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let mut folders = folders();
        // A signal that comes meanwhile waits. What cannot be deleted stays.
        let _ = fs::remove_dir_all(&self.folder);
        folders.retain(|folder| *folder != self.folder);
    }
}

fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for signals in a thread. Without one, folders stay where a command is interrupted, which harms nothing else.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored();
    let ends = |signal: &i32| ignored.is_some_and(|ignored| ignored >> (signal - 1) & 1 == 0);
    let ending: Vec<i32> = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(ends).collect();
    let Ok(mut signals) = signal_hook::iterator::Signals::new(ending) else { return };
    std::thread::spawn(move || signals.forever().for_each(end));
}

#[cfg(not(unix))]
fn watch() {}

/// Which signals the process was started to ignore, as Linux tells it: the first is the lowest bit.
#[cfg(unix)]
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Deletes all folders and ends the process by the signal. Whoever makes or drops a folder meanwhile waits for that end, so
/// that no other link begins because the first was interrupted.
#[cfg(unix)]
fn end(signal: i32) {
    let folders = folders();
    for folder in &*folders {
        // The commands that write there get the same signal from a terminal, and end a little later or earlier.
        for _ in 0..20 {
            if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
    // It fails only for numbers that are no signals.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}
