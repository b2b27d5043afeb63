#!/usr/bin/env python3
"""What plugins make of the same programs, by target: today's beside an earlier one, or beside one without a rule.

Consumes the modules of programs before their LTO pipelines, for this machine and for other targets. Each is optimised without a
plugin and with each of those that are named, as a link with full LTO does by default. Machine code is generated and linked alone with all that it
holds and `--icf=all`. Produces a row for each program and target, with the bytes of code and unwind tables; with
`--document`, `docs/lab/targets.md`. Nothing is run, as most targets are not this machine.
The exit status is 1 only when a tool fails: this measures, and judges nothing.
"""

import json
import sys

from fmbench import build, foreign, program, store, workload
from fmtools import tools
from links import asked, pairs_parser, table

TARGETS = [foreign.NATIVE, "aarch64", "riscv64", "thumb2"]

HEAD = """# Sizes by target

Written by `bench/targets.py --document`; do not edit.

By how many percent the programs of `make bench` change at `-Oz` with full LTO, code and unwind tables, each linked alone with all that
it holds and `--icf=all`. {notes}

"""


def main():
    parser = pairs_parser(__doc__)
    foreign.add_headers(parser)
    parser.add_argument("--plugins", required=True, metavar="LIST", help="by comma, NAME=FILE: what the column says, and the plugin")
    parser.add_argument("--targets", default=",".join(TARGETS), metavar="LIST", help=f"by comma ({','.join(TARGETS)})")
    parser.add_argument("--notes", default="", metavar="TEXT", help="what the document says of the plugins")
    arguments = parser.parse_args()
    plugins = dict(part.split("=", 1) for part in arguments.plugins.split(","))
    rows = []
    with store.scratch() as scratch:
        for target in arguments.targets.split(","):
            for work in map(workload.load, asked(arguments)):
                if target == foreign.NATIVE or foreign.compiles(work):
                    rows.append({"target": target, "program": work.name, **measured(work, target, plugins, arguments.headers, scratch)})
                    print("  ".join(cells(rows[-1])), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(rows, arguments.notes))


def measured(work, target, plugins, headers, folder):
    """Bytes of a program: `plain`, and by plugin."""
    early, lto = _early(work, target, headers, folder)
    triple = foreign.triple_of(early)

    def size(load):
        made = folder / "made.bc"
        tools.check([tools.llvm("opt"), *load, build.POSITION, f"-passes={lto}", early, "-o", made], env={"FMERGE_LOG": "error"})
        return program.total(program.section_sizes(foreign.linked(made, triple, folder, flags=["--icf=all"])))

    return {"plain": size([]), "plugins": {name: size([f"-load-pass-plugin={path}"]) for name, path in plugins.items()}}


def _early(work, target, headers, folder):
    """The module before its LTO pipeline, of which nothing but `main` is visible if it has one, and that pipeline."""
    if target == foreign.NATIVE:
        made = build.modules(work)
        return made / "early.bc", build.load_recipe(made).lto
    linked, internal = foreign.early(work, target, headers), folder / "internal.bc"
    symbols = tools.check([tools.llvm("llvm-nm"), "--defined-only", "--format=just-symbols", linked]).stdout.decode().split()
    if "main" not in symbols:
        return linked, build.LTO
    tools.check([tools.llvm("opt"), "-passes=internalize", "-internalize-public-api-list=main", linked, "-o", internal])
    return internal, build.LTO


def cells(row):
    """A row of the table."""
    return [row["target"], row["program"], f"{row['plain']:,}", *(_change(size / row["plain"] - 1) for size in row["plugins"].values())]


def document(rows, notes):
    """The page: programs, and their sums by target."""
    sums = [summed(target, [row for row in rows if row["target"] == target]) for target in dict.fromkeys(row["target"] for row in rows)]
    columns = ["target", "program", "bytes", *rows[0]["plugins"]]
    return HEAD.format(notes=notes) + table([columns, *map(cells, [*rows, *sums])])


def summed(target, rows):
    """A row of the sums of some."""
    plugins = {name: sum(row["plugins"][name] for row in rows) for name in rows[0]["plugins"]}
    return {"target": target, "program": "all", "plain": sum(row["plain"] for row in rows), "plugins": plugins}


def _change(share):
    return f"{100 * share:+.2f}".replace("-", "−")


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
