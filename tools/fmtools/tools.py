"""Running other programs: every call has limits of time, and its outcome is plain data."""

import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

USUAL = "22"
"""The major version of the LLVM that is used unless another is named."""

LLVM = os.environ.get("FMERGE_LLVM") or USUAL
"""The major version of every LLVM tool used here; that of the plugin."""

TOOL_TIMEOUT = 1800
"""Seconds after which a compiler or linker is taken for hung."""


class Problem(Exception):
    """Something that stops this step, in words for the person who started it."""


def told(main):
    """For the main function of a program: a problem is told, and the exit status is 1."""

    @functools.wraps(main)
    def telling():
        try:
            return main()
        except Problem as error:
            print(f"error: {error}", file=sys.stderr)
            return 1

    return telling


@dataclass(frozen=True)
class Limits:
    """What a command may take besides time by the clock; what is `None` is not limited. Sizes are in bytes."""

    processor: int | None = None
    """Seconds of processor time."""
    memory: int | None = None
    """Of address space."""
    stack: int | None = None
    """Of the first thread."""
    output: int | None = None
    """How much of each stream is kept."""


@dataclass(frozen=True)
class Done:
    """A command that has ended. Its status is negative for a signal, and `None` at a limit of time."""

    status: int | None
    stdout: bytes
    stderr: bytes
    seconds: float = 0.0
    """Processor time: less disturbed by a busy machine than the clock."""
    elapsed: float = 0.0
    """By the clock, which is less than processor time where threads share the work."""
    peak_kib: int = 0
    """Most memory that it, or one of its children, had resident."""
    user: float = 0.0
    """The part of `seconds` outside of the kernel."""
    faults: int = 0
    """Pages that it touched for the first time and that were in memory already, or needed no reading."""

    @property
    def good(self):
        """Whether it ended by itself and with success."""
        return self.status == 0

    @property
    def said(self):
        """What it complained of, as text."""
        return self.stderr.decode(errors="replace")

    def took(self):
        """What a step keeps of it."""
        return {"seconds": self.seconds, "elapsed": self.elapsed, "peak_kib": self.peak_kib}


def find(name):
    """The path of a tool; a missing one is an error, never a reason to skip something."""
    path = shutil.which(name)
    if path is None:
        raise Problem(f"{name} is not installed; run scripts/setup")
    return path


def llvm(name):
    """The path of an LLVM tool of the version that fmerge is built for."""
    return find(f"{name}-{LLVM}")


def run(command, timeout=TOOL_TIMEOUT, cwd=None, env=None, merge=False, limits=None):
    """Runs a command to its end or a limit; at `timeout` seconds by the clock, whatever it started ends with it.

    `env` comes on top of this process's variables; `merge` puts stderr into stdout, in order.
    """
    begun = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [str(part) for part in [*_limiting(limits), *command]],
            cwd=cwd,
            env=None if env is None else os.environ | env,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out if merge else err,
            start_new_session=True,
        )
        limits = limits or Limits()
        status, used = _wait(process, timeout, limits)
        elapsed = time.monotonic() - begun
        seconds = used.ru_utime + used.ru_stime
        return Done(status, _content(out, limits), _content(err, limits), seconds, elapsed, used.ru_maxrss, used.ru_utime, used.ru_minflt)


def check(command, timeout=TOOL_TIMEOUT, **options):
    """Runs a command that must succeed."""
    done = run(command, timeout=timeout, **options)
    if not done.good:
        raise Problem(_failure(command, timeout, done))
    return done


def _limiting(limits):
    """A command that sets the limits and runs another. To set them in Python, a new process would copy this one's memory."""
    if limits is None:
        return []
    # At the first number of seconds a signal comes, at the second the end.
    processor = limits.processor and f"{limits.processor}:{limits.processor + 1}"
    sizes = {"cpu": processor, "as": limits.memory, "stack": limits.stack, "core": 0}
    return [find("prlimit"), *(f"--{kind}={size}" for kind, size in sizes.items() if size is not None)]


def _wait(process, timeout, limits):
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
    used_up = limits.processor is not None and process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    return None if late.is_set() or used_up else process.returncode, used


def _content(file, limits):
    file.seek(0)
    return file.read(limits.output)


def _failure(command, timeout, done):
    command = " ".join(map(str, command))
    if done.status is None:
        return f"no end after {timeout} s: {command}"
    how = f"signal {-done.status}" if done.status < 0 else f"exit status {done.status}"
    said = done.stderr.strip() or done.stdout.strip()
    return f"{how} from: {command}\n{said.decode(errors='replace')[-2000:]}"
