#!/usr/bin/env python3
"""Where LLVM's machine outliner pays behind our merges, by target.

Consumes the modules of programs after their LTO pipelines, as `bench/calibrate.py` has them for other targets. Each is made
an object as it is and merged, without the machine outliner, and as LLVM does by itself, and with the outliner in all
functions. Produces a row for each program and target, with the bytes of code and unwind tables after identical code
folding; with `--document`, `docs/lab/outliner.md`. Nothing is run, as most targets are not this machine.
The exit status is 1 only when a tool fails: this measures, and judges nothing.
"""

import json
import sys

from fmbench import foreign, merging, program, store, workload
from fmtools import tools
from fmtools.plugin import plugin_path
from links import asked, pairs_parser, table

TARGETS = [foreign.NATIVE, "aarch64", "riscv64", "thumb2"]

OUTLINER = {"never": ["-enable-machine-outliner=never"], "default": [], "always": ["-enable-machine-outliner=always"]}

HEAD = """# LLVM's machine outliner behind fmerge

Written by `bench/outliner.py --document`; do not edit.

The machine outliner puts repeated sequences of instructions into functions of their own when code is generated. On x86-64,
LLVM runs it only where `-enable-machine-outliner` asks for it; on the other targets here in all functions that ask to be small.
The table shows by how many percent programs change against the code that LLVM makes by itself: code and unwind tables of the programs of
`make bench` at `-Oz`, each linked alone with all that it holds and `--icf=all`. *Not* is without the outliner, *yes* with it
in all functions that may be outlined from.

"""

COLUMNS = ["target", "program", "unmerged: not", "unmerged: yes", "merged: not", "merged: yes"]

TAIL = """
So where LLVM outlines by itself, programs are smallest with both, and nothing need be asked for. On x86-64 the outliner is left alone: an outlined
function has an unwind entry that its estimate does not count, with and without merging.
"""


def main():
    parser = pairs_parser(__doc__)
    foreign.add_headers(parser)
    arguments = parser.parse_args()
    plugin = plugin_path(arguments.plugin)
    rows = []
    with store.scratch() as scratch:
        for target in TARGETS:
            for name in asked(arguments):
                rows.append({"target": target, "program": name, **measured(workload.load(name), target, plugin, arguments.headers, scratch)})
                print("  ".join(cells(rows[-1])), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(rows))


def measured(work, target, plugin, headers, folder):
    """Bytes of a program, unmerged and merged, by what the outliner does."""
    plain = foreign.late(work, target, headers)
    merged = folder / "merged.bc"
    merging.by_opt(plain, plugin, "fmerge", merged)
    triple = foreign.triple_of(plain)

    def size(module, options):
        return program.total(program.section_sizes(foreign.linked(module, triple, folder, options, ["--icf=all"])))

    modules = {"unmerged": plain, "merged": merged}
    return {name: {how: size(module, options) for how, options in OUTLINER.items()} for name, module in modules.items()}


def cells(row):
    """A row of the table."""
    base = row["unmerged"]["default"]
    changes = [row[name][how] / base - 1 for name in ("unmerged", "merged") for how in ("never", "always")]
    return [row["target"], row["program"], *(f"{100 * change:+.1f}".replace("-", "−") for change in changes)]


def document(rows):
    """The page."""
    return HEAD + table([COLUMNS, *map(cells, rows)]) + TAIL


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
