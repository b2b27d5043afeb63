#!/usr/bin/env python3
"""Which functions of whole programs `f3m` refuses, and why: writes `docs/lab/refusals.md`.

Consumes the modules of the programs after their LTO pipelines, or modules that are named. Nothing is merged: with a
least size that no function has, whatever is refused has been refused for another reason than its size before.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from calibrate import modules, parser_of
from fmbench import store
from fmtools import tools
from fmtools.plugin import plugin_path
from fmtools.reports import only_run

PASSES = "f3m<min-size=4000000000;report=report.json>"

TARGET = Path(__file__).resolve().parents[1] / "docs" / "lab" / "refusals.md"

LIMIT = 5.0
"""Percent of a program's functions that may be refused."""

HEAD = """# Functions that are refused, by reason

Written by `bench/refusals.py`; do not edit.

The table counts the functions that a program has after its LTO pipeline at `-Oz`, and those of them with at least 10
instructions. The other columns say which share of the latter `f3m` refuses, in percent: in all, and for each reason
that occurs. `docs/legality.md` names the tests of each reason. `fmerge report` prints the same for any report.

"""


@dataclass(frozen=True)
class Counts:
    """A program's functions, those of at least 10 instructions, and the refused of these by reason."""

    name: str
    functions: int
    sizable: int
    refused: dict

    def share(self, number):
        """A number of functions in percent of those that count."""
        return 100 * number / max(self.sizable, 1)

    @property
    def total(self):
        """The share of all reasons together."""
        return self.share(sum(self.refused.values()))


@tools.told
def main():
    """Counts and writes; the exit status is 1 when a program is over the limit, or a tool fails."""
    arguments = parser_of("The share of functions refused, by reason. Writes docs/lab/refusals.md, unless programs or modules are named.").parse_args()
    plugin = plugin_path(arguments.plugin)
    counts = [count(name, path, plugin) for name, path in modules(arguments)]
    text = HEAD + table(counts)
    print(text)
    if not (arguments.only or arguments.modules):
        TARGET.write_text(text)
    return 1 if any(program.total >= LIMIT for program in counts) else 0


def count(name, module, plugin):
    """What the pass refuses of one module."""
    with store.scratch() as folder:
        command = [tools.llvm("opt"), f"-load-pass-plugin={plugin}", f"-passes={PASSES}", "-disable-output", module]
        tools.check(command, cwd=folder)
        told = only_run(folder / "report.json")
    refused = {reason: number for reason, number in told["sizable_rejects"].items() if reason != "too-small"}
    return Counts(name, told["functions"], told["sizable"], refused)


def table(counts):
    """A row for each program, a column for each reason, the most frequent first."""
    total = {}
    for program in counts:
        for reason, number in program.refused.items():
            total[reason] = total.get(reason, 0) + number
    reasons = sorted(total, key=lambda reason: (-total[reason], reason))
    rows = [["program", "functions", "of 10 or more", "refused", *reasons], ["---"] * (4 + len(reasons))]
    rows += [row(program, reasons) for program in counts]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def row(program, reasons):
    """A program's numbers; an empty cell is none at all."""
    shares = [f"{program.share(program.refused[reason]):.2f}" if reason in program.refused else "" for reason in reasons]
    return [program.name, str(program.functions), str(program.sizable), f"{program.total:.2f}", *shares]


if __name__ == "__main__":
    sys.exit(main())
