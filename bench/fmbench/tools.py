"""Running other programs: every call has a timeout, and a failure says which command failed and how."""

import os
import resource
import shutil
import subprocess
from dataclasses import dataclass

LLVM = "22"
"""The major version of every LLVM tool used here."""

TOOL_TIMEOUT = 900
"""Seconds after which a compiler or linker is taken for hung."""


class BenchError(Exception):
    """Something that stops this step, in words for the person who started it."""


@dataclass(frozen=True)
class Done:
    """A finished command: its output, its exit status and the processor seconds it took."""

    stdout: bytes
    stderr: bytes
    status: int
    seconds: float


def find(name):
    """The path of a tool; a missing one is an error, never a reason to skip something."""
    path = shutil.which(name)
    if path is None:
        raise BenchError(f"{name} is not installed; run scripts/setup")
    return path


def llvm(name):
    """The path of an LLVM tool of the version that fmerge is built for."""
    return find(f"{name}-{LLVM}")


def run(command, timeout=TOOL_TIMEOUT, cwd=None, env=None):
    """Runs a command to its end, whatever its exit status."""
    command = [str(part) for part in command]
    before = _children_seconds()
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=None if env is None else os.environ | env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        raise BenchError(f"no end after {timeout} s: {' '.join(command)}") from None
    return Done(done.stdout, done.stderr, done.returncode, _children_seconds() - before)


def check(command, **options):
    """Runs a command that must succeed."""
    done = run(command, **options)
    if done.status != 0:
        raise BenchError(_failure(command, done))
    return done


def _children_seconds():
    """Processor time of all children so far: less disturbed by a busy machine than the clock."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _failure(command, done):
    how = f"signal {-done.status}" if done.status < 0 else f"exit status {done.status}"
    said = done.stderr.strip() or done.stdout.strip()
    tail = said.decode(errors="replace")[-2000:]
    return f"{how} from: {' '.join(map(str, command))}\n{tail}"
