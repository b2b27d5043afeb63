#!/usr/bin/env python3
"""Programs of many objects that share bodies: what is compiled again after one function of one object has changed.

Consumes workloads of several objects. Each is analysed, combined, merged by slices and linked. Then, in one object after the
other, a function begins with an empty piece of assembly, as if somebody had edited it. The object alone is compiled, by its old
slice; then all objects are combined anew, and those whose slices are others now are compiled. Produces a row for each program;
with `--document`, `docs/lab/edits.md`. The exit status is 1 when a tool fails, or when a program does something else.
"""

import argparse
import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean

from fmbench import merging, program, store, units, workload
from fmtools import tools
from fmtools.plugin import cli_path, plugin_path
from links import functions, table
from rebuilds import change
from separate import LINKERS, LOCAL, generate, link

HEAD = """# What is compiled again after an edit

Written by `bench/edits.py --document`; do not edit.

Programs of many objects, compiled one by one at `-Oz` with what they share between them (`docs/objects.md`). In one function of one
object at a time an empty piece of assembly is new; the functions are drawn at random, {count} for each program. Sizes are of code with its tables, linked by lld with
`--icf=all`, by the same program without merging.

- *objects*: of which modules are known.
- *saved*: what all objects save, each by its slice of the summary.
- *before*: what the program saves when the edited object alone was compiled again, by its old slice: mean.
- *again*: other objects that are compiled again after the next `fmerge combine`, since they share other bodies now: mean, most, and
  the mean by all objects.
- *after*: what the program saves then: mean.
- *combine*: what `fmerge combine` takes of processor time, in seconds.

"""

COLUMNS = ["program", "objects", "saved", "before", "after", "again, mean", "most", "of all", "combine, s"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", help=", ".join(workload.names()))
    parser.add_argument("--plugin", type=Path, help="libfmerge.so (default: the release build)")
    parser.add_argument("--count", type=int, default=10, help="edits of each program (%(default)s)")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--document", type=Path, help="Markdown file to write")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.programs:
        with store.scratch() as scratch:
            rows.append(Program(workload.load(name), plugin_path(arguments.plugin), scratch).measured(arguments.count))
        print("  ".join(cells(rows[-1])), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(HEAD.format(count=arguments.count) + table([COLUMNS, *map(cells, rows)]))


class Program:
    """A program, compiled in a folder of its own."""

    def __init__(self, of, plugin, folder):
        self.of, self.plugin, self.folder = of, plugin, folder
        self.parts = units.load(of, 2)
        self.known = [one for one in self.parts.modules if one.suffix == ".bc"]

    def measured(self, count):
        """The figures."""
        plain = self._each(lambda module: self._code(module, None, "plain"))
        base = self._size(plain, "plain")
        analysed = dict(zip(self.known, self._each(lambda module: self._analysed(module, "analysed"))))
        seconds = self._combine("store", analysed)
        slices = self._slices("store", analysed)
        merged = dict(zip(self.known, self._each(lambda module: self._merged(analysed[module], slices[module], "merged"))))

        def saved(objects, name):
            return 100 - 100 * self._size([objects[module] for module in self.known], name) / base

        chance = random.Random(self.of.name)
        editable = [one for one in self.known if functions(one)]
        row = {"program": self.of.name, "objects": len(self.known), "saved": saved(merged, "merged"), "combine": seconds, "edits": []}
        for number in range(count):
            module = chance.choice(editable)
            edited = self.folder / "edited" / module.name
            edited.parent.mkdir(exist_ok=True)
            change(module, edited, lambda heads: [chance.choice(heads)])
            now = analysed | {module: self._analysed(edited, f"analysed{number}")}
            objects = merged | {module: self._merged(now[module], slices[module], f"before{number}")}
            edit = {"before": saved(objects, f"before{number}")}
            self._combine(f"store{number}", now)
            new = self._slices(f"store{number}", now)
            again = [one for one in self.known if new[one].read_bytes() != slices[one].read_bytes() and one != module]
            for one in [module, *again]:
                objects[one] = self._merged(now[one], new[one], f"after{number}")
            edit |= {"again": len(again), "after": saved(objects, f"after{number}")}
            row["edits"].append(edit)
        return row

    def _each(self, make):
        with ThreadPoolExecutor(max_workers=2) as pool:
            return list(pool.map(make, self.known))

    def _place(self, name, kind):
        (self.folder / kind).mkdir(exist_ok=True)
        return self.folder / kind / name

    def _code(self, module, passes, kind):
        """An object of a module."""
        if passes:
            merging.by_opt(module, self.plugin, passes, self._place(module.name, kind))
            module = self._place(module.name, kind)
        path = self._place(f"{module.stem}.o", kind)
        generate(module, [], path)
        return path

    def _analysed(self, module, kind):
        """The module that was merged within, and beside it what is combined."""
        path = self._place(module.name, kind)
        merging.by_opt(module, self.plugin, f"{LOCAL},f3m-analyze<out={path.with_suffix('.module')}>", path)
        return path

    def _merged(self, module, part, kind):
        return self._code(module, f"f3m-merge<summary={part};verify>", kind)

    def _combine(self, name, analysed):
        modules = [path.with_suffix(".module") for path in analysed.values()]
        done = tools.check([cli_path(self.plugin), "combine", "--plugin", self.plugin, *modules, "-o", self.folder / name])
        return done.seconds

    def _slices(self, name, analysed):
        def sliced(module):
            path = self._place(module.stem, f"{name}.slices")
            tools.check([cli_path(self.plugin), "slice", self.folder / name, analysed[module].with_suffix(".module"), "-o", path])
            return path

        return dict(zip(self.known, self._each(sliced)))

    def _size(self, objects, name):
        """The bytes of the program, which does what it is to do."""
        objects = dict(zip(self.known, objects))
        path = self._place("program", f"{name}.linked")
        link(self.parts, [objects.get(one, one) for one in self.parts.modules], path, LINKERS["lld"])
        printed = program.execute(self.of, path)
        self.expected = getattr(self, "expected", printed)
        if printed != self.expected:
            raise tools.Problem(f"{self.of.name}, {name}: {program.difference(self.expected, printed)}")
        return program.total(program.section_sizes(path))


def cells(row):
    """A program's row of the table."""

    def of(figure):
        return [edit[figure] for edit in row["edits"]]

    again = of("again")
    sizes = [row["saved"], mean(of("before")), mean(of("after"))]
    counts = [f"{mean(again):.1f}", str(max(again)), f"{mean(again) / row['objects']:.1%}"]
    return [row["program"], f"{row['objects']:,}", *(f"{size:.2f} %" for size in sizes), *counts, f"{row['combine']:.1f}"]


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
