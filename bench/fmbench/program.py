"""Linked programs: what running one prints, and how large it is.

Consumes a workload and a program. How long it takes is measured in `timing`. A program that is ended by a signal, or does not end, is a failure.
"""

import contextlib
import re
import shutil
import tempfile
from pathlib import Path

from fmbench import build
from fmbench.workload import DRIVERS, globbed
from fmtools import tools

ENVIRONMENT = {"LC_ALL": "C", "TZ": "UTC", "NO_COLOR": "1", "RUST_BACKTRACE": "0"}

COUNTED = (".text", ".eh_frame", ".gcc_except_table", ".ARM.exidx", ".ARM.extab")
"""Code, unwind tables and exception tables, on every target: what the sizes are the sum of."""


def execute(workload, program, runner=()):
    """Runs a program, once for each of the workload's commands; returns all that it printed."""
    with workplace(workload, workload.run) as start:
        printed = b"".join(_one(workload, [*runner, program], line, start) for line in command_lines(workload, start))
    for pattern in workload.run.masked:
        printed = re.sub(pattern.encode(), b"[masked]", printed)
    return printed


@contextlib.contextmanager
def workplace(workload, how):
    """Where a program starts, with the inputs that `how`, a `Run` or a `Time`, names. Goes when it is left.

    The folder above, before `how.folder`, is empty otherwise.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "place"
        folder.mkdir()
        place_inputs(workload, how.inputs, folder)
        yield folder / how.folder


def place_inputs(workload, inputs, folder):
    """Copies what the program reads; everything is writable and named without its origin."""
    for name in inputs:
        root = build.source_folder(workload) if name.startswith("source:") else DRIVERS
        path = root / name.removeprefix("source:")
        if path.is_dir():
            shutil.copytree(path, folder / path.name)
        elif path.is_file():
            shutil.copyfile(path, folder / path.name)
        else:
            raise tools.Problem(f"{workload.name}: there is no input {name}")


def command_lines(workload, folder):
    """The arguments of each run, patterns filled in."""
    for command in workload.run.commands:
        filled = [part for part in command if not part.startswith("each:")]
        each = [part.removeprefix("each:") for part in command if part.startswith("each:")]
        files = [_relative(folder, pattern) for pattern in each]
        for last in files[0] if files else [None]:
            yield [*expanded(filled, folder), *([last] if last else [])]


def section_sizes(program):
    """Bytes by section, as `llvm-size -A` prints them, and `file` for the whole file."""
    lines = tools.check([tools.llvm("llvm-size"), "-A", program]).stdout.decode().splitlines()
    rows = [line.split() for line in lines if line.startswith(".")]
    return {row[0]: int(row[1]) for row in rows} | {"file": program.stat().st_size}


def total(sections):
    """Code, unwind tables and exception tables, in bytes."""
    return sum(sections.get(name, 0) for name in COUNTED)


def read_only(sections):
    """Read-only data that is no table of exceptions, in bytes."""
    return sum(size for name, size in sections.items() if name.startswith((".rodata", ".data.rel.ro")))


def relocations(sections):
    """Relocations that the loader applies, in bytes."""
    return sum(size for name, size in sections.items() if name.startswith(".rel"))


def difference(expected, printed):
    """Where two outputs part, in one line."""
    left, right = expected.splitlines(), printed.splitlines()
    for number, (a, b) in enumerate(zip(left, right), 1):
        if a != b:
            return f"line {number}: expected {_short(a)}, printed {_short(b)}"
    return f"expected {len(left)} lines, printed {len(right)}"


def _one(workload, command, arguments, folder):
    done = tools.run([*command, *arguments], timeout=workload.run.timeout, cwd=folder, env=ENVIRONMENT, merge=True)
    if done.status is None:
        raise tools.Problem(f"the program has no end after {workload.run.timeout} s, given {arguments[:6]}")
    if done.status < 0:
        last = done.stdout[-300:].decode(errors="replace")
        raise tools.Problem(f"the program was ended by signal {-done.status}, given {arguments[:6]}, having printed {last!r}")
    return done.stdout + (b"[exit status %d]\n" % done.status if done.status else b"")


def expanded(arguments, folder):
    """Arguments, with the files that each `glob:` stands for."""
    for part in arguments:
        if part.startswith("glob:"):
            yield from _relative(folder, part.removeprefix("glob:"))
        else:
            yield part


def _relative(folder, pattern):
    return [str(path.relative_to(folder)) for path in globbed(folder, pattern)]


def _short(line):
    return repr(line[:80].decode(errors="replace"))
