#!/usr/bin/env python3
"""What a whole link costs with fmerge and without: LTO pipeline, our passes, code generation.

Consumes the modules of the programs before their LTO pipelines (`bench/run.py build`). Each goes through the pipeline and
through code generation, without the plugin and with it, in turns. Produces, by program: the processor time of both, the
median of their ratios, and the same by the clock; with `--document`, `docs/lab/build-time.md`. The exit status is 1 only when
a tool fails: this measures, and judges nothing. Linking itself takes the same time or less, and is left out.
"""

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import geometric_mean, median

from fmbench import build, store, workload
from fmtools import tools
from fmtools.plugin import plugin_path

HEAD = """# Build time

Written by `bench/links.py --document`; do not edit.

What `opt` takes for the LTO pipeline and our passes, and `llc` for code generation, in seconds of processor time, for the
modules of the programs of `make bench` at `-Oz` on x86-64. Each ratio is the median of {repeat} pairs that ran in turns.
The plugin uses {threads}.

- *functions*: with a body, before the pipeline.
- *plain*: the pipeline and code generation without fmerge.
- *passes*: how much longer the pipeline takes with fmerge. It can be less than the passes themselves take, since functions
  that were merged early are not optimised any more.
- *code*: how much less or more code generation takes afterwards.
- *ratio*, *clock*: all of it with fmerge, divided by all of it without, in processor time and by the clock.

"""

FOOT = """
If that is too much, `explore` and `min-size` of [the options](../options.md) say how much is tried, and the preset `safe` merges
equal functions only. `rounds=2` begins anew after similar functions were merged: a quarter of our time more, for 0.00 to
0.04 % of the size. A [cache](../caches.md) saves part of the time of later builds.
"""

COLUMNS = ["program", "functions", "plain", "passes", "code", "ratio", "clock"]


@dataclass(frozen=True)
class Took:
    """Seconds of the two steps of a link, in processor time; and of both by the clock."""

    passes: float
    codegen: float
    clock: float

    @property
    def all(self):
        """Processor time of both steps."""
        return self.passes + self.codegen


def main():
    parser = pairs_parser(__doc__)
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of the plugin, 0 for one a processor (1)")
    arguments = parser.parse_args()
    plugin = plugin_path(arguments.plugin)
    rows = []
    for name in asked(arguments):
        rows.append(measured(workload.load(name), plugin, arguments.repeat, arguments.threads))
        print("  ".join(cells(rows[-1])), flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    print(f"geometric mean {mean(rows, 'ratio'):.3f}, by the clock {mean(rows, 'clock'):.3f}")
    if arguments.document:
        arguments.document.write_text(document(rows, arguments.repeat, arguments.threads))


def pairs_parser(description):
    """The options of a command that times pairs of runs of programs."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--only", metavar="NAMES", help=f"programs, by comma; all: {','.join(workload.names())}")
    parser.add_argument("--plugin", type=Path, metavar="FILE", help="libfmerge.so (default: the release build)")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="how many pairs of runs to time (3)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    parser.add_argument("--document", type=Path, metavar="FILE", help="write the document")
    return parser


def asked(arguments):
    """The names of the programs."""
    return arguments.only.split(",") if arguments.only else workload.names()


def table(lines):
    """Rows of cells, the first of them the heads, as a table of figures by name."""
    head, *rows = lines
    return "".join(f"| {' | '.join(line)} |\n" for line in [head, ["---"] + ["--:"] * (len(head) - 1), *rows])


def measured(program, plugin, repeat, threads):
    """The row of a program."""
    folder = build.modules(program)
    lto, module = build.load_recipe(folder).lto, folder / "early.bc"
    env = {"FMERGE_THREADS": str(threads), "FMERGE_LOG": "error"}
    with store.scratch() as scratch:
        pairs = [
            tuple(link(module, lto, load, scratch, env) for load in ([], [f"-load-pass-plugin={plugin}"]))
            for _ in range(repeat)
        ]
    return row(program.name, functions(module), pairs)


def link(module, lto, load, folder, env):
    """Runs the two steps."""
    passed = tools.check([tools.llvm("opt"), *load, build.POSITION, f"-passes={lto}", module, "-o", folder / "late.bc"], env=env)
    generated = tools.check([tools.llvm("llc"), *build.CODEGEN, folder / "late.bc", "-o", folder / "out.o"])
    return Took(passed.seconds, generated.seconds, passed.elapsed + generated.elapsed)


def functions(module):
    """How many functions a module defines."""
    symbols = tools.check([tools.llvm("llvm-nm"), "--defined-only", "--format=posix", module]).stdout.decode()
    return sum(line.split()[1] in "TtWw" for line in symbols.splitlines())


def row(name, count, pairs):
    """The figures of a program, from pairs of links without and with the plugin."""
    plain = [without for without, _ in pairs]
    return {
        "program": name,
        "functions": count,
        "plain": median(one.all for one in plain),
        "passes": median(merged.passes - without.passes for without, merged in pairs),
        "code": median(merged.codegen - without.codegen for without, merged in pairs),
        "ratio": median(merged.all / without.all for without, merged in pairs),
        "clock": median(merged.clock / without.clock for without, merged in pairs),
        "pairs": [[asdict(one) for one in pair] for pair in pairs],
    }


def mean(rows, figure):
    """Of the ratios of all programs."""
    return geometric_mean(row[figure] for row in rows)


def cells(row):
    """A program's row of the table."""
    seconds = [f"{row['plain']:.1f}", f"{row['passes']:+.1f}", f"{row['code']:+.1f}"]
    return [row["program"], f"{row['functions']:,}", *seconds, f"{row['ratio']:.3f}", f"{row['clock']:.3f}"]


def document(rows, repeat, threads):
    """The page."""
    used = {0: "as many threads as there are processors", 1: "one thread"}.get(threads, f"{threads} threads")
    total = ["geometric mean", "", "", "", "", f"{mean(rows, 'ratio'):.3f}", f"{mean(rows, 'clock'):.3f}"]
    return HEAD.format(repeat=repeat, threads=used) + table([COLUMNS, *map(cells, rows), total]) + FOOT


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
