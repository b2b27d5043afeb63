#!/usr/bin/env python3
"""How `fmerge combine` grows with a program: time and memory for up to 1.2 million functions of separate objects.

Consumes counts of functions. Makes modules of 5,000 functions each, in families of three that differ in constants and in their last
instructions; `f3m-analyze` writes them down, and `fmerge combine` merges them. Produces a row for each count: seconds that pass,
processor time, and the memory of `fmerge` and of all optimisers that it runs, at its highest. With `--document`, `docs/lab/scale.md`.
The exit status is 1 if anything takes more than ten minutes or 8 GiB, or grows by more than 1.2 times the functions.

    bench/scale.py 10000 80000 240000 1200000 --document docs/lab/scale.md
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fmbench import families, store, versions
from fmtools import tools
from fmtools.plugin import cli_path, plugin_path
from links import table

HEAD = """# Many functions

Written by `bench/scale.py --document`; do not edit.

Functions of separate objects, about 26 instructions each, in families of three, 5,000 in a module: what `fmerge combine` takes to
write their store. It merges at most 2,000,000 instructions at once, in batches of similar functions, {threads} batches side by side.
*Memory* is that of `fmerge` and of all optimisers that it runs, at its highest.

"""

COLUMNS = ["functions", "modules", "batches", "share bodies", "bodies", "seconds", "processor, s", "memory, GiB"]

MODULE = 5000
"""Functions of a module."""

FAMILY = 3
"""Functions that are similar."""

LONGEST = 600
"""Seconds that it may take."""

MOST_MEMORY = 8 * 2**30
"""Bytes that it may take."""

STEEPEST = 1.2
"""How many times linear growth it may grow."""


@dataclass(frozen=True)
class Row:
    """What a count of functions took."""

    functions: int
    modules: int
    batches: int
    sharing: int
    bodies: int
    seconds: float
    processor: float
    memory: int

    def cells(self):
        """The row of the table."""
        counts = [f"{each:,}" for each in (self.functions, self.modules, self.batches, self.sharing, self.bodies)]
        return [*counts, f"{self.seconds:.0f}", f"{self.processor:.0f}", f"{self.memory / 2**30:.1f}"]


def main():
    """Measures, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("functions", nargs="+", type=int, help="how many functions")
    parser.add_argument("--plugin", type=Path, help="libfmerge.so (default: the release build)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--document", type=Path, metavar="FILE.md")
    arguments = parser.parse_args()
    plugin = plugin_path(arguments.plugin)
    counts = sorted(arguments.functions)
    with store.scratch() as folder:
        modules = analysed(-(-counts[-1] // MODULE), folder, plugin, arguments.threads)
        rows = [measured(count, modules, folder, plugin, arguments.threads) for count in counts]
    text = table([COLUMNS, *(row.cells() for row in rows)])
    print(text)
    if arguments.document:
        told = "".join(f"- {name}: {version}\n" for name, version in versions.versions([], plugin).items())
        arguments.document.write_text(HEAD.format(threads=arguments.threads) + f"{text}\n## Versions\n\n{told}")
    return 1 if too_much(rows) else 0


def too_much(rows):
    """Whether something takes longer or more memory than it may, or grows faster."""
    first, last = rows[0], rows[-1]
    grown = last.processor / max(first.processor, 0.01) / (last.functions / first.functions)
    return grown > STEEPEST or any(row.seconds > LONGEST or row.memory > MOST_MEMORY for row in rows)


def analysed(count, folder, plugin, threads):
    """The files of so many modules."""

    def one(number):
        source, made = folder / f"{number}.ll", folder / f"{number}.module"
        tools.check([sys.executable, Path(families.__file__), str(number), str(MODULE), str(FAMILY), source])
        tools.check([tools.llvm("opt"), f"-load-pass-plugin={plugin}", f"-passes=f3m-analyze<out={made}>", source, "-disable-output"])
        source.unlink()
        return made

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(count)))


def measured(count, modules, folder, plugin, threads):
    """The row of a count."""
    taken = modules[: -(-count // MODULE)]
    (folder / "list").write_text("\n".join(map(str, taken)))
    command = [cli_path(plugin), "combine", "--plugin", plugin, "--jobs", str(threads), f"@{folder / 'list'}", "-o", folder / "store"]
    began, before = time.monotonic(), os.times()
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True, env={**os.environ, "FMERGE_LOG": "warn"}) as process:
        memory = 0
        while process.poll() is None:
            memory = max(memory, memory_of(process.pid))
            time.sleep(0.1)
        said = process.stdout.read()
    after = os.times()
    if process.returncode:
        raise tools.Problem(f"fmerge combine ends with {process.returncode}")
    words = said.split()
    batches = int(words[words.index("batches") - 1]) if "batches" in words else 1
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Row(len(taken) * MODULE, len(taken), batches, int(words[0]), int(words[words.index("share") + 1]), time.monotonic() - began, processor, memory)


def memory_of(process):
    """The resident bytes of a process and of those that it started."""
    parents, sizes = {}, {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents[int(entry.name)] = int(fields[1])
        sizes[int(entry.name)] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")

    def is_own(one):
        while one and one != process:
            one = parents.get(one, 0)
        return one == process

    return sum(size for one, size in sizes.items() if is_own(one))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except tools.Problem as error:
        sys.exit(f"error: {error}")
