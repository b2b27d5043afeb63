#!/usr/bin/env python3
"""Programs of many objects, compiled one by one: analysed, combined, merged, linked, run, compared.

Consumes workloads of several objects. Produces a table: bytes of .text, .eh_frame and exception tables by
linker, bodies made, and bodies that found no equal (`alone`; table 3 of the paper). With --results the figures
are kept as JSON, program by program, and --document writes them as Markdown. Exit status 1 when a program
does something else than the one without merging, or cannot be linked.

    bench/separate.py zstd jsonnet cppcheck
    bench/separate.py ripgrep --results build/bench/separate.json --document docs/lab/separate.md
    bench/separate.py zstd --kinds none,auto --summary "zstd 1.5.6=FILE"
    bench/separate.py zstd jsonnet --force --debug
    bench/separate.py zstd jsonnet --kinds none,local,similar --count

`--force` is a test, not a way to save bytes: thunks and parameters cost nothing, so that every group of two or
more functions shares a body. `--debug` compiles with -g.
`--count` counts the instructions that the programs linked by lld execute, of those that have commands for that.
"""

import argparse
import os
import shutil
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from fmbench import merging, program, report, separate_document, store, timing, units, workload
from fmbench.build import CODEGEN
from fmtools import content, tools
from fmtools.plugin import cli_path, plugin_path

LOCAL = "fmerge<linkonce=skip;threads=1;others=free>"
"""What the default does at the end of a compile."""

KINDS = {
    "none": ("gfm-analyze", []),
    "llvm": ("", ["-enable-global-merge-func"]),
    "icf": ("gfm-merge<summary={summary};fold=icf;verify;report={report}>", []),
    "comdat": ("gfm-merge<summary={summary};fold=comdat;verify;report={report}>", []),
    "auto": ("gfm-merge<summary={summary};fold=auto;verify;report={report}>", []),
    "local": (LOCAL + ",f3m-analyze", []),
    "similar": (LOCAL + ",f3m-merge<summary={similar};verify;report={report}>", []),
}
"""Passes at the end of the compile, and options of code generation. `none` comes first: it is the baseline,
and the others take its summary. `similar` takes what `local` has analysed."""

LINKERS = {
    "lld": [f"--ld-path={tools.llvm('ld.lld')}", "-Wl,--icf=all"],
    "gold": ["-fuse-ld=gold", "-Wl,--icf=all"],
    "bfd": ["-fuse-ld=bfd"],
}


FREE = ["--thunk", "0", "--parameter", "0"]
"""Options of `fmerge combine` under which every group pays."""


@dataclass
class Build:
    """The objects of one kind, and what was merged in them."""

    objects: list[Path]
    bodies: list[str] = field(default_factory=list)


def main():
    """Prints a row for each program and kind."""
    arguments = parsed()
    loaded = [workload.load(name) for name in arguments.programs]
    plugin = plugin_path(arguments.plugin)
    print(separate_document.heading(LINKERS), flush=True)
    rows = []
    for one in loaded:
        own = list(measure(one, arguments, plugin))
        if arguments.results:
            separate_document.keep(arguments.results, own, label(one, arguments), one, plugin)
        rows += own
    if arguments.document:
        separate_document.write(arguments.document, arguments.results)
    return 1 if any(row["failure"] for row in rows) else 0


def foreign(text):
    """A summary that is not the program's own: what it is of, and the file."""
    name, _, path = text.partition("=")
    if not path or not Path(path).is_file():
        raise argparse.ArgumentTypeError(f"NAME=FILE is wanted, with a file that is there, not {text}")
    return name, Path(path)


def label(of, arguments):
    """What the rows of a program are called."""
    by = f" by {arguments.summary[0]}" if arguments.summary else ""
    return of.name + by + " forced" * arguments.force + " -g" * arguments.debug


def parsed(line=None):
    """The command line, checked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(workload.names()))
    parser.add_argument("--plugin", type=Path, help="libfmerge.so (default: the release build)")
    parser.add_argument("--kinds", default=",".join(KINDS), help="by comma, the baseline `none` first (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time")
    parser.add_argument("--results", type=Path, help="JSON file that keeps the rows of each program's last run")
    parser.add_argument("--document", type=Path, help="Markdown file to be written from --results")
    parser.add_argument("--summary", type=foreign, metavar="NAME=FILE", help="merge by this one, such as that of an earlier version, not by the program's own; `--keep` leaves it as FOLDER/PROGRAM/summary")
    parser.add_argument("--force", action="store_true", help="merge every group, whether it pays or not: a test")
    parser.add_argument("--debug", action="store_true", help="compile with -g")
    parser.add_argument("--count", action="store_true", help="count instructions")
    parser.add_argument("--keep", type=Path, help="empty folder to work in, which is left as it is in the end")
    arguments = parser.parse_args(line)
    arguments.kinds = arguments.kinds.split(",")
    if arguments.kinds[0] != "none" or not set(arguments.kinds) <= set(KINDS):
        parser.error(f"--kinds takes none first, then some of {', '.join(KINDS)}")
    if "similar" in arguments.kinds and "local" not in arguments.kinds[: arguments.kinds.index("similar")]:
        parser.error("--kinds takes local before similar, which takes what local has analysed")
    if arguments.document and not arguments.results:
        parser.error("--document needs --results, which it is written from")
    return arguments


def measure(of, arguments, plugin):
    """The rows of one program, printed as they come."""
    with store.scratch() as scratch, ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        folder = scratch
        if arguments.keep:
            folder = arguments.keep.resolve() / of.name
            folder.mkdir(parents=True)
        parts, base = units.load(of, arguments.jobs, arguments.debug), {}
        for kind in arguments.kinds:
            row = {"program": label(of, arguments), "kind": kind, "failure": ""}
            try:
                made = compiled(kind, parts.modules, plugin, folder, pool, arguments)
                row |= measured(of, parts, made, folder / kind, base)
                if arguments.count and of.time:
                    row["instructions"] = counted(of, folder / kind / "lld" / "program", base)
            except tools.Problem as error:
                row["failure"] = str(error)
            print(separate_document.line(row, LINKERS), flush=True)
            yield row


def compiled(kind, modules, plugin, folder, pool, arguments):
    """The objects of one kind; for the baseline also the summary that the others go by."""
    place = folder / kind
    place.mkdir()
    parts = list(pool.map(lambda module: compile_one(kind, module, plugin, place), modules))
    objects, bodies = [made for made, _ in parts], [name for _, names in parts for name in names]
    if kind == "local":
        more = ["--similar", "force"] if arguments.force else []
        said = tools.check([cli_path(plugin), "combine", "--plugin", plugin, *more, *objects, "-o", folder / "bodies"]).stdout
        print(said.decode().strip(), flush=True)
    if kind == "none":
        prices = FREE if arguments.force else []
        said = tools.check([cli_path(plugin), "combine", *prices, *objects, "-o", folder / "summary"]).stdout
        print(said.decode().strip(), flush=True)
        if arguments.summary:
            shutil.copyfile(arguments.summary[1], folder / "summary")
    return Build(objects, bodies)


def compile_one(kind, module, plugin, place):
    """An object, and the names of the bodies that were made in it."""
    if module.suffix != ".bc":
        return module, []
    passes, options = KINDS[kind]
    if not passes:
        return content.made_file(module.with_suffix(f".{kind}"), lambda made: generate(module, options, made)), []
    stem, merged = place / module.stem, place / module.name
    reported = Path(f"{stem}.json")
    filled = passes.replace("{summary}", str(place.parent / "summary")).replace("{similar}", str(place.parent / "bodies")).replace("{report}", str(reported))
    merging.by_opt(module, plugin, filled, merged)
    bodies = report.read(reported).bodies if reported.is_file() else []
    if kind not in ("none", "local", "similar") and not bodies:  # the module is as it was, and code generation is deterministic
        return place.parent / "none" / f"{module.stem}.o", []
    generate(merged, options, Path(f"{stem}.o"))
    return Path(f"{stem}.o"), bodies


def generate(module, options, path):
    """An object from a module."""
    tools.check([tools.llvm("llc"), *CODEGEN, *options, module, "-o", path])


def measured(of, parts, made, place, base):
    """Sizes by linker, what became of the bodies, and what the program does otherwise than the baseline."""
    row = {"objects": len(made.objects), "bytes": {}, "change": {}}
    for name, flags in LINKERS.items():
        path = place / name / "program"
        path.parent.mkdir()
        link(parts, made.objects, path, flags)
        size = row["bytes"][name] = program.total(program.section_sizes(path))
        row["change"][name] = round(100 * size / base.setdefault(name, size) - 100, 2)
        printed = program.execute(of, path)
        if printed != base.setdefault("output", printed):
            row["failure"] = f"linked by {name}, {program.difference(base['output'], printed)}"
        if name == "lld":
            row |= zip(("made", "left", "alone"), folded(made.bodies, path))
    return row


def counted(of, path, base):
    """What the commands execute more than those of the baseline, in percent: in the mean, and in the worst."""
    numbers = {name: one["instructions"] for name, one in timing.costs(of, path)["commands"].items()}
    before = base.setdefault("instructions", numbers)
    more = [100 * number / before[name] - 100 for name, number in numbers.items()]
    return [round(sum(more) / len(more), 2), round(max(more), 2)]


def link(parts, objects, path, flags):
    """Links, leaving out what nothing refers to."""
    arguments = list(parts.arguments)
    at = arguments.index("{objects}")
    arguments[at : at + 1] = objects
    tools.check([tools.llvm(parts.tool), *flags, "-Wl,--gc-sections", *arguments, "-o", path])


def folded(bodies, path):
    """Of the bodies that are in the program: how many were made, how many are left, how many share with none."""
    made = Counter(bodies)
    by_address = Counter()
    for line in tools.check([tools.llvm("llvm-nm"), path]).stdout.decode().splitlines():
        address, _, name = line.rpartition(" ")
        # One that was folded by its name has a symbol for all; local ones have a symbol each.
        if name in made:
            by_address[address.split()[0]] += made[name] if name.startswith("fmerge.") else 1
    counts = by_address.values()
    return sum(counts), len(counts), sum(count == 1 for count in counts)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except tools.Problem as error:
        sys.exit(f"error: {error}")
