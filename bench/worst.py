#!/usr/bin/env python3
"""How long our passes take with modules of extreme shapes: a chain of calls, a switch of many cases, one long block.

Consumes the shapes of `fmbench/shapes.py`. Each is made at a quarter of its size and at its size; `opt` reads, verifies and writes both, once
as they are and once with a pass of ours. Produces a row for each shape: what that takes more at both sizes, and the exponent
by which it grows (1: as the size, 2: as its square). With `--document`, `docs/lab/worst.md`. The exit status is 1 if a shape takes longer
than it may: where it grows by more than an exponent of 1.5, or takes more than a minute or half a gibibyte.
"""

import argparse
import json
import math
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from fmbench import store
from fmbench.shapes import SHAPES
from fmtools import reports, tools
from fmtools.plugin import plugin_path
from links import table

HEAD = """# Worst cases

Written by `bench/worst.py --document`; do not edit.

What `{passes}` adds to `opt`, which reads, verifies and writes a module anyway, where something is extremely large or many:
processor time of one thread, the least of {repeat} runs, at a quarter of the size and at the size. *Grows* is the exponent: 1 where twice the
size takes twice as long, 2 where it takes four times as long; there is none where the whole takes less than {least} s. *Merges* are those at the size.

"""

COLUMNS = ["shape", "size", "what is many", "plain, s", "more at a quarter, s", "more, s", "grows", "MiB", "merges"]

LEAST = 1.0
"""Seconds below which growth is noise."""

STEEPEST = 1.5
"""The exponent up to which time may grow."""

LONGEST = 60
"""Seconds that a shape may take."""

MOST_MEMORY = 2**29
"""Bytes that a shape may take."""


@dataclass(frozen=True)
class Row:
    """What a shape took: seconds of processor time, and bytes of memory more."""

    name: str
    size: int
    what: str
    plain: float
    quarter: float
    more: float
    memory: int
    merges: int

    @property
    def exponent(self):
        """By which time grows with size, if it is enough to tell."""
        if self.more < LEAST:
            return None
        return math.log(self.more / max(self.quarter, 0.01), 4)

    @property
    def is_too_much(self):
        """Whether the shape takes more time or memory than it may."""
        return self.more > LONGEST or self.memory > MOST_MEMORY or (self.exponent or 0) > STEEPEST

    def cells(self):
        """The row of the table."""
        grows = "" if self.exponent is None else f"{self.exponent:.1f}"
        seconds = [f"{each:.2f}" for each in (self.plain, self.quarter, self.more)]
        return [self.name, f"{self.size:,}", self.what, *seconds, grows, f"{self.memory / 2**20:.0f}", str(self.merges)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [shape.name for shape in SHAPES]
    parser.add_argument("--only", metavar="NAMES", help=f"shapes, by comma; all: {','.join(names)}")
    parser.add_argument("--passes", default="fmerge<threads=1>", help="what is added (fmerge<threads=1>)")
    parser.add_argument("--part", type=float, default=1.0, metavar="X", help="sizes times X (1)")
    parser.add_argument("--repeat", type=int, default=2, metavar="N", help="runs of each, of which the least counts (2)")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows here")
    parser.add_argument("--document", type=Path, metavar="FILE", help="write the page here")
    arguments = parser.parse_args()
    plugin = plugin_path(arguments.plugin)
    wanted = arguments.only.split(",") if arguments.only else names
    if unknown := set(wanted) - set(names):
        raise tools.Problem(f"no such shape: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    rows = []
    with store.scratch() as scratch:
        for shape in SHAPES:
            if shape.name in wanted:
                rows.append(measured(shape, arguments.part, arguments.repeat, arguments.passes, plugin, scratch))
                print("  ".join(rows[-1].cells()), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(rows, arguments.passes, arguments.repeat))
    too_much = [row.name for row in rows if row.is_too_much]
    if too_much:
        raise tools.Problem(f"takes too long or too much: {', '.join(too_much)}")


def measured(shape, part, repeat, passes, plugin, folder):
    """The row of a shape."""
    size = max(int(shape.size * part), 8)
    quarter = more(shape.make(size // 4), repeat, passes, plugin, folder)
    whole = more(shape.make(size), repeat, passes, plugin, folder)
    return Row(shape.name, size, shape.what, whole["plain"], quarter["more"], whole["more"], whole["memory"], whole["merges"])


def more(text, repeat, passes, plugin, folder):
    """What the pass takes of a module beside reading, verifying and writing it."""
    source, module, report = folder / "module.ll", folder / "module.bc", folder / "report.jsonl"
    source.write_text(text)
    tools.check([tools.llvm("opt"), "-passes=verify", source, "-o", module])
    out = ["-o", folder / "out.bc"]
    name, _, options = passes.partition("<")
    told = ";".join([*filter(None, [options.removesuffix(">")]), f"report={report}"])
    load = [f"-load-pass-plugin={plugin}", f"-passes={name}<{told}>"]

    def least(words):
        runs = [tools.check([tools.llvm("opt"), *words, module, *out]) for _ in range(repeat)]
        return min(run.seconds for run in runs), min(run.peak_kib for run in runs)

    (plain, plain_kib), (merged, merged_kib) = least(["-passes=verify"]), least(load)
    return {
        "plain": plain,
        "more": max(merged - plain, 0.0),
        "memory": max(merged_kib - plain_kib, 0) * 1024,
        "merges": merges(report),
    }


def merges(report):
    """How many merges a report tells of."""
    return sum(len(run["merged"]) + len(run["groups"]) for run in reports.runs(report))


def document(rows, passes, repeat):
    """The page."""
    return HEAD.format(passes=passes, least=LEAST, repeat=repeat) + table([COLUMNS, *(row.cells() for row in rows)])


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
