#!/usr/bin/env python3
"""How the time and the memory of our passes grow with the module: programs one by one, and all of them as one module.

Consumes the modules of the programs before their LTO pipelines (`bench/run.py build`). Each is read, verified and written by
`opt`, once as it is and once with `fmerge`; what that takes more is ours. Then all are linked to one module, in which nothing
of one program is visible to another, so that equal names do not meet. Produces a row for each, with milliseconds and memory by function;
with `--document`, `docs/lab/growth.md`. The exit status is 1 only when a tool fails: this measures, and judges nothing.
"""

import json
import sys
from statistics import median

from fmbench import build, store, workload
from fmtools import tools
from fmtools.plugin import plugin_path
from links import asked, functions, pairs_parser, table

HEAD = """# How time and memory grow

Written by `bench/growth.py --document`; do not edit.

What `fmerge` adds to `opt`, which reads, verifies and writes a module anyway: processor time of one thread, the median of
{repeat} pairs of runs in turns, and memory at its peak. The modules are those of the programs of `make bench` at `-Oz` on
x86-64 before the LTO pipeline, where functions are many and small; the last is all of them linked together.

"""

COLUMNS = ["module", "functions", "plain, s", "more, s", "more, MiB", "ms a function", "kB a function"]

ALL = "all together"


def main():
    arguments = pairs_parser(__doc__).parse_args()
    plugin = plugin_path(arguments.plugin)
    rows = []
    with store.scratch() as scratch:
        modules = [(name, build.modules(workload.load(name)) / "early.bc") for name in asked(arguments)]
        modules.sort(key=lambda one: functions(one[1]))
        modules.append((ALL, together([module for _, module in modules], scratch)))
        for name, module in modules:
            pairs = [tuple(run(module, load, scratch) for load in ([], [plugin])) for _ in range(arguments.repeat)]
            rows.append(row(name, functions(module), pairs))
            print("  ".join(cells(rows[-1])), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(rows, arguments.repeat))


def together(modules, folder):
    """One module of all: each hides its names when the next one comes. What must stay visible in each, such as what Rust's
    standard library registers, is that of the last."""
    empty, all_of_them = folder / "empty.ll", folder / "together.bc"
    empty.write_text("")
    each = [f"--override={module}" for module in modules]
    tools.check([tools.llvm("llvm-link"), "--internalize", "--suppress-warnings", empty, *each, "-o", all_of_them])
    return all_of_them


def run(module, plugins, folder):
    """Seconds of processor time and bytes of memory."""
    passes = "fmerge<threads=1>" if plugins else "verify"
    load = [f"-load-pass-plugin={plugin}" for plugin in plugins]
    command = [tools.llvm("opt"), *load, f"-passes={passes}", module, "-o", folder / "out.bc"]
    done = tools.check(command, env={"FMERGE_LOG": "error"})
    return {"seconds": done.seconds, "bytes": done.peak_kib * 1024}


def row(name, count, pairs):
    """The figures of a module, from pairs of runs without and with the plugin."""
    more = {what: median(merged[what] - plain[what] for plain, merged in pairs) for what in ("seconds", "bytes")}
    return {"module": name, "functions": count, "plain": median(plain["seconds"] for plain, _ in pairs), **more}


def cells(row):
    """A module's row of the table."""
    by_function = [f"{row['seconds'] * 1000 / row['functions']:.2f}", f"{row['bytes'] / 1000 / row['functions']:.1f}"]
    more = [f"{row['seconds']:.1f}", f"{row['bytes'] / 2**20:.0f}"]
    return [row["module"], f"{row['functions']:,}", f"{row['plain']:.1f}", *more, *by_function]


def document(rows, repeat):
    """The page."""
    return HEAD.format(repeat=repeat) + table([COLUMNS, *map(cells, rows)])


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
