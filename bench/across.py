#!/usr/bin/env python3
"""Programs linked by ThinLTO: alone, with fmerge in each back end, by `fmerge … --across`, and by actions that can be distributed.

Consumes workloads of several objects in C or C++. Compiles each at -Oz with -flto=thin, and links it four times with
`--gc-sections` and `--icf=safe`; the last time by Ninja, as `examples/distributed` does, each action in a sandbox. Prints a row for each program as Markdown: bytes of code, unwind and exception tables, and
the processor time of the link by that of ThinLTO alone. All must do what the program without merging does; exit status 1
otherwise.

    bench/across.py jsonnet zstd cppcheck
"""

import argparse
import os
import sys
from pathlib import Path

from fmbench import build, compiling, program, store, workload
from fmtools import tools
from fmtools.plugin import cli_path, plugin_path

HEAD = "| program | ThinLTO alone | with fmerge | with `--across` | distributed | time, with fmerge | time, with `--across` | time, distributed |\n|---|--:|--:|--:|--:|--:|--:|--:|"

CONFIGURE = Path(__file__).resolve().parents[1] / "examples/distributed/configure.py"


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", help=", ".join(workload.names()))
    parser.add_argument("--plugin", type=Path, help="libfmerge.so (default: the release build)")
    arguments = parser.parse_args()
    fmerge = cli_path(plugin_path(arguments.plugin))
    print(HEAD, flush=True)
    equal = True
    for name in arguments.programs:
        with store.scratch() as folder:
            row, is_equal = measured(workload.load(name), fmerge, folder)
        print(row, flush=True)
        equal &= is_equal
    return 0 if equal else 1


def measured(of, fmerge, folder):
    """A program's row, and whether it does the same each time."""
    compiler = tools.llvm(compiling.compiler_name(of))
    objects = compiling.objects(of, compiler, ["-Oz", "-flto=thin", *compiling.COMMON])
    arguments = list(build.recipe(of, build.NATIVE).arguments)
    at = arguments.index("{objects}")
    arguments[at : at + 1] = objects
    rest = ["-Oz", "-flto=thin", "-Wl,--gc-sections", "-Wl,--icf=safe", *arguments]
    for link in ("fmerge", "fmerge-ld"):
        (folder / link).symlink_to(fmerge)
    language = "c++" if of.build.language == "c++" else "cc"
    ours = [folder / "fmerge", language]
    commands = [[compiler, f"--ld-path={tools.llvm('ld.lld')}"], [*ours, "--quiet"], [*ours, "--quiet", "--across"]]
    made = [linked([*command, *rest], folder / str(at)) for at, command in enumerate(commands)]
    made.append(distributed(compiler, fmerge, objects, [one for one in arguments if one not in objects], folder / "distributed"))
    sizes = [program.total(program.section_sizes(path)) for path, _ in made]
    printed = [program.execute(of, path) for path, _ in made]
    is_equal = all(one == printed[0] for one in printed)
    change = [f"{size:,} ({100 * size / sizes[0] - 100:+.1f} %)".replace("-", "−") for size in sizes[1:]]
    times = [f"× {seconds / made[0][1]:.2f}" for _, seconds in made[1:]]
    cells = [f"{of.name} ({len(objects)} objects)", f"{sizes[0]:,}", *change, *times]
    return "| " + " | ".join(cells) + " |" + ("" if is_equal else " **prints something else**"), is_equal


def distributed(compiler, fmerge, objects, link, folder):
    """A program whose actions read and write files that they name, and what they take together of processor time."""
    folder.mkdir()
    named = ["--clang", compiler, "--opt", tools.llvm("opt"), "--plugin", fmerge.with_name("libfmerge.so"), "--fmerge", fmerge]
    flags = ["--flags=-Oz", f"--linker=--ld-path={tools.llvm('ld.lld')}", "--icf=safe", f"--link={' '.join(map(str, link))}"]
    tools.check([sys.executable, CONFIGURE, *named, *flags, "--lto=thin", *objects], cwd=folder)
    done = tools.check(["ninja"], cwd=folder)
    return folder / "program", done.seconds


def linked(command, path):
    """A program, and the processor time of its link in seconds."""
    done = tools.check([*command, "-o", path], env={**os.environ, "FMERGE_LD": str(tools.llvm("ld.lld"))})
    return path, done.seconds


if __name__ == "__main__":
    try:
        sys.exit(main())
    except tools.Problem as error:
        sys.exit(f"error: {error}")
