"""Running other programs: every call has a timeout, and a failure says which command failed and how."""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

LLVM = "22"
"""The major version of every LLVM tool used here."""

TOOL_TIMEOUT = 1800
"""Seconds after which a compiler or linker is taken for hung."""


class BenchError(Exception):
    """Something that stops this step, in words for the person who started it."""


@dataclass(frozen=True)
class Done:
    """A finished command: its output, its exit status, and what it took."""

    stdout: bytes
    stderr: bytes
    status: int
    seconds: float
    """Processor time: less disturbed by a busy machine than the clock."""
    elapsed: float
    """By the clock, which is less than processor time where threads share the work."""
    peak_kib: int
    """Most memory that it, or one of its children, had resident."""

    def took(self):
        """What a step keeps of it."""
        return {"seconds": self.seconds, "elapsed": self.elapsed, "peak_kib": self.peak_kib}


def find(name):
    """The path of a tool; a missing one is an error, never a reason to skip something."""
    path = shutil.which(name)
    if path is None:
        raise BenchError(f"{name} is not installed; run scripts/setup")
    return path


def llvm(name):
    """The path of an LLVM tool of the version that fmerge is built for."""
    return find(f"{name}-{LLVM}")


def run(command, timeout=TOOL_TIMEOUT, cwd=None, env=None, merge=False):
    """Runs a command to its end, whatever its exit status; `merge` puts stderr into stdout, in order."""
    command = [str(part) for part in command]
    begun = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=None if env is None else os.environ | env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out if merge else err,
            start_new_session=True,
        )
        status, used = _wait(process, timeout, command)
        elapsed = time.monotonic() - begun
        seconds = used.ru_utime + used.ru_stime
        return Done(_content(out), _content(err), status, seconds, elapsed, used.ru_maxrss)


def check(command, **options):
    """Runs a command that must succeed."""
    done = run(command, **options)
    if done.status != 0:
        raise BenchError(_failure(command, done))
    return done


def _wait(process, timeout, command):
    """Waits for the end; what takes too long is ended, with all that it started."""
    late = threading.Event()

    def end():
        late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(timeout, end)
    timer.start()
    try:
        _, status, used = os.wait4(process.pid, 0)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    finally:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    if late.is_set():
        raise BenchError(f"no end after {timeout} s: {' '.join(command)}")
    return process.returncode, used


def _content(file):
    file.seek(0)
    return file.read()


def _failure(command, done):
    how = f"signal {-done.status}" if done.status < 0 else f"exit status {done.status}"
    said = done.stderr.strip() or done.stdout.strip()
    tail = said.decode(errors="replace")[-2000:]
    return f"{how} from: {' '.join(map(str, command))}\n{tail}"
