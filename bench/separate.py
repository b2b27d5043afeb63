#!/usr/bin/env python3
"""Programs of many objects, compiled one by one: analysed, combined, merged, linked, run, compared.

Consumes workloads of several objects. Produces a table: bytes of .text, .eh_frame and exception tables by
linker, bodies made, and bodies that found no equal (`alone`; table 3 of the paper). Exit status 1 when a
program does something else than the one without merging, or cannot be linked.

    bench/separate.py zstd jsonnet cppcheck
"""

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from fmbench import build, compiling, program, report, store, tools, workload
from fmbench.plugin import plugin_path

CODEGEN = ["-O2", "-relocation-model=pic", "--function-sections", "--data-sections", "--addrsig", "-filetype=obj"]

KINDS = {
    "none": ("gfm-analyze", []),
    "llvm": ("", ["-enable-global-merge-func"]),
    "icf": ("gfm-merge<summary={summary};fold=icf;verify;report={report}>", []),
    "comdat": ("gfm-merge<summary={summary};fold=comdat;verify;report={report}>", []),
    "auto": ("gfm-merge<summary={summary};fold=auto;verify;report={report}>", []),
}
"""Passes at the end of the compile, and options of code generation. `none` comes first: it is the baseline,
and the others take its summary."""

LINKERS = {
    "lld": [f"--ld-path={tools.llvm('ld.lld')}", "-Wl,--icf=all"],
    "gold": ["-fuse-ld=gold", "-Wl,--icf=all"],
    "bfd": ["-fuse-ld=bfd"],
}


@dataclass
class Build:
    """The objects of one kind, and what was merged in them."""

    objects: list[Path]
    bodies: list[str] = field(default_factory=list)


def main():
    """Prints a row for each program and kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", choices=workload.names(), metavar="PROGRAM", help=", ".join(workload.names()))
    parser.add_argument("--plugin", type=Path, help="libfmerge.so (default: the release build)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time")
    arguments = parser.parse_args()
    plugin = plugin_path(arguments.plugin)
    print(f"{'program':10}{'objects':>8}  {'kind':8}" + "".join(f"{name:>11}{'':9}" for name in LINKERS) + f"{'bodies':>8}{'left':>7}{'alone':>7}")
    failed = [name for name in arguments.programs if not measure(workload.load(name), plugin, arguments.jobs)]
    return 1 if failed else 0


def measure(of, plugin, jobs):
    """The rows of one program; whether all was right."""
    with store.scratch() as folder, ThreadPoolExecutor(max_workers=jobs) as pool:
        modules = list(pool.map(lambda part: optimized(*part, folder), enumerate(prelinked(of))))
        expected, base, right = {}, {}, True
        for kind in KINDS:
            try:
                right &= row(of, kind, compiled(kind, modules, plugin, folder, pool), folder, expected, base)
            except tools.BenchError as error:
                print(f"{of.name:10}{'':8}  {kind:8}FAILED: {error}", flush=True)
                right = False
        return right


def prelinked(of):
    """Modules as a compile for LTO leaves them, which the cache has from the bench's other runs."""
    return compiling.objects(of, tools.llvm(build.compiler_name(of)), ["-Oz", "-flto", *build.COMMON])


def optimized(number, module, folder):
    """The module of a compile without LTO, right before code is generated. Objects of foreign code stay."""
    if not module.read_bytes().startswith(b"BC"):
        return module
    out = folder / f"{number}.bc"
    tools.check([tools.llvm("clang"), "-Oz", "-fPIC", "-w", "-x", "ir", module, "-emit-llvm", "-c", "-o", out])
    return out


def compiled(kind, modules, plugin, folder, pool):
    """The objects of one kind; for the baseline also the summary of all."""
    place = folder / kind
    place.mkdir()
    parts = list(pool.map(lambda module: compile_one(kind, module, plugin, place), modules))
    objects, bodies = [made for made, _ in parts], [name for _, names in parts for name in names]
    if kind == "none":
        said = tools.check([plugin.parent / "fmerge", "combine", *objects, "-o", folder / "summary"]).stdout
        print(said.decode().strip(), flush=True)
    return Build(objects, bodies)


def compile_one(kind, module, plugin, place):
    """An object, and the names of the bodies that were made in it."""
    if module.suffix != ".bc":
        return module, []
    passes, options = KINDS[kind]
    stem, merged = place / module.stem, place / module.name
    reported = Path(f"{stem}.json")
    filled = passes.replace("{summary}", str(place.parent / "summary")).replace("{report}", str(reported)) or "verify"
    tools.check([tools.llvm("opt"), f"-load-pass-plugin={plugin}", f"-passes={filled}", module, "-o", merged], env={"FMERGE_PIPELINE": "none"})
    tools.check([tools.llvm("llc"), *CODEGEN, *options, merged, "-o", f"{stem}.o"])
    return Path(f"{stem}.o"), report.read(reported).bodies if reported.is_file() else []


def row(of, kind, made, folder, expected, base):
    """Prints one row; whether every program did what the baseline does."""
    cells, right, text = [], True, ""
    for name, flags in LINKERS.items():
        path = folder / kind / name / "program"
        path.parent.mkdir()
        link(of, made.objects, path, flags)
        size = program.total(program.section_sizes(path))
        printed = program.execute(of, path)
        same = printed == expected.setdefault("output", printed)
        right &= same
        change = 100 * size / base.setdefault(name, size) - 100
        cells.append(f"{size:>11,} {change:>+6.2f}%{' ' if same else '!'}")
        if name == "lld":
            text = "".join(f"{number:>{width}}" for number, width in zip(folded(made.bodies, path), (8, 7, 7)))
    print(f"{of.name:10}{len(made.objects):>8}  {kind:8}{''.join(cells)}{text}{'' if right else '  DIFFERENT'}", flush=True)
    return right


def link(of, objects, path, flags):
    """Links, leaving out what nothing refers to."""
    recipe = build.recipe(of, build.NATIVE)
    parts = list(recipe.arguments)
    at = parts.index("{objects}")
    parts[at : at + 1] = objects
    tools.check([tools.llvm(recipe.tool), *flags, "-Wl,--gc-sections", *parts, "-o", path])


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
    except tools.BenchError as error:
        sys.exit(f"error: {error}")
