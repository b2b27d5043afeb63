"""Running other programs: each call has limits of time and memory, and its outcome is plain data."""

import os
import resource
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

LLVM = "22"
"""The major version of every LLVM tool used here."""

REPOSITORY = Path(__file__).resolve().parents[2]

FOLDER = REPOSITORY / "build" / "campaign"
"""Everything that a campaign writes."""

TOOL_SECONDS = 120
"""Processor seconds after which a compiler is taken for hung."""

PROGRAM_SECONDS = 4
"""Processor seconds after which a merged program is taken for endless."""

REFERENCE_SECONDS = 1
"""Processor seconds that a program may take unmerged: an endless one is found out soon."""

WAIT_FACTOR = 6
"""How many times its processor seconds a command may take by the clock, on a busy machine."""

MEMORY = 4 << 30
"""Most bytes of address space for any command."""

MOST_OUTPUT = 1 << 20
"""Most bytes of output that are kept and compared."""


class Broken(Exception):
    """The campaign cannot go on, and why; not a finding."""


class Missing(Broken):
    """Something that must be installed or built first."""


@dataclass(frozen=True)
class Done:
    """A command that has ended. Its status is negative for a signal, and `None` at the time limit."""

    status: int | None
    stdout: bytes
    stderr: bytes

    @property
    def good(self):
        """Whether it ended by itself and with success."""
        return self.status == 0

    @property
    def said(self):
        """What it complained of, as text."""
        return self.stderr.decode(errors="replace")


def find(name):
    """The path of a tool."""
    path = shutil.which(name)
    if path is None:
        raise Missing(f"{name} is not installed; run scripts/setup")
    return path


def llvm(name):
    """The path of an LLVM tool of the version that fmerge is built for."""
    return find(f"{name}-{LLVM}")


def same(one, other):
    """Whether two runs are alike to whoever runs the program."""
    return (one.status, one.stdout) == (other.status, other.stdout)


def run(command, seconds=TOOL_SECONDS, env=None, cwd=None, stack=None, memory=MEMORY):
    """Runs a command to its end or its limit; whatever it started ends with it. Both sizes are in bytes."""
    process = subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=None if env is None else os.environ | env,
        cwd=cwd,
        preexec_fn=lambda: _limit(seconds, stack, memory),
        start_new_session=True,
    )
    try:
        stdout, stderr = process.communicate(timeout=seconds * WAIT_FACTOR)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Done(None, b"", b"")
    status = None if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else process.returncode
    return Done(status, stdout[:MOST_OUTPUT], stderr[:MOST_OUTPUT])


def _limit(seconds, stack, memory):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if stack is not None:
        resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
