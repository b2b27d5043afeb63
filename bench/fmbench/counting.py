"""How many instructions a command executes in user space, by valgrind's cachegrind without its caches.

Consumes a command. Produces a number, and what the command printed. Two runs of the same program give the same
number, as far as the program itself does the same: addresses are not randomised, and the environment is fixed.
What the loader and the C library execute counts too; the kernel's part does not.
"""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fmbench.program import ENVIRONMENT
from fmtools import tools

TOTAL = re.compile(r"I +refs: +([0-9,]+)")


@dataclass(frozen=True)
class Counted:
    """A command that has ended by itself."""

    instructions: int
    printed: bytes
    """On both streams."""
    status: int


def fixed(command, variables):
    """The same command, so that it finds the same addresses and variables wherever it is started."""
    given = [f"{name}={value}" for name, value in (ENVIRONMENT | variables).items()]
    return [tools.find("setarch"), "-R", tools.find("env"), "-i", *given, *command]


def count(command, cwd, timeout, variables):
    """Runs a command, whose first part must be a path, and counts."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        counter = [tools.find("valgrind"), "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log}"]
        done = tools.run(fixed([*counter, *command], variables), timeout=timeout, cwd=cwd, merge=True)
        said = log.read_text(errors="replace") if log.is_file() else ""
    total = TOTAL.search(said)
    if done.status is None or done.status < 0 or not total:
        how = f"no end after {timeout} s" if done.status is None else f"exit status {done.status}"
        raise tools.Problem(f"counting instructions: {how} from {' '.join(map(str, command))[:200]}\n{said[-1000:]}")
    return Counted(int(total[1].replace(",", "")), done.stdout, done.status)


def version():
    """Of the counter."""
    return tools.check([tools.find("valgrind"), "--version"]).stdout.decode().strip()
