//! Running the command that builds and tests.
//!
//! Consumes: the command, the folder that its compilers look into, a limit of time. Produces: how it ended. Guarantees:
//! what it prints goes to a file; when its time is over, all processes that it started in its group are ended.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Context;
use fmerge_core::bisect::VARIABLE;

/// How often a command with a limit of time is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With exit status 0.
    Good,
    /// Otherwise.
    Failed(ExitStatus),
    /// Not in time.
    TimedOut,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Good => f.write_str("good"),
            Ending::Failed(status) => write!(f, "fails, {status}"),
            Ending::TimedOut => f.write_str("fails, out of time"),
        }
    }
}

/// The command.
pub struct TestCommand<'a> {
    /// The program and its arguments: at least one word.
    pub words: &'a [OsString],
    /// How long it may take.
    pub timeout: Option<Duration>,
}

impl TestCommand<'_> {
    /// Runs it once; how it ended, and how long it took.
    pub fn run(&self, folder: &Path, log: &Path) -> anyhow::Result<(Ending, Duration)> {
        let name = || format!("cannot run {}", self.words[0].display());
        let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let start = Instant::now();
        let mut command = std::process::Command::new(&self.words[0]);
        command.args(&self.words[1..]).env(VARIABLE, folder).stdin(Stdio::null());
        command.stdout(file.try_clone().with_context(name)?).stderr(file);
        // Only then: a command of its own group is not ended by the interrupt of a terminal.
        #[cfg(unix)]
        if self.timeout.is_some() {
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut child = command.spawn().with_context(name)?;
        let ending = match self.timeout {
            None => Some(child.wait().with_context(name)?),
            Some(limit) => wait(&mut child, start + limit).with_context(name)?,
        };
        let ending = match ending {
            Some(status) if status.success() => Ending::Good,
            Some(status) => Ending::Failed(status),
            None => Ending::TimedOut,
        };
        Ok((ending, start.elapsed()))
    }
}

/// Waits until then at most; no status when the command had to be ended.
fn wait(child: &mut Child, until: Instant) -> std::io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= until {
            end(child);
            child.wait()?;
            return Ok(None);
        }
        sleep(PAUSE);
    }
}

/// Ends the command and what it started.
#[cfg(unix)]
fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The group bears the number of its first process, which was not waited for yet and so is still its own.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Ends the command.
#[cfg(not(unix))]
fn end(child: &mut Child) {
    let _ = child.kill();
}
