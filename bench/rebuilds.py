#!/usr/bin/env python3
"""What our passes take in a second build, when the first one has left what it learned in a folder (`FMERGE_CACHE`).

Consumes the modules of the programs after their LTO pipelines (`bench/run.py build`), and a changed one of each: in one
function of a hundred, an empty piece of assembly is new. Each is read, verified and written by `opt`, without the plugin and
with `fmerge`: without a cache, with an empty one, and with that of the module before the change. Produces a row for each; with
`--document`, `docs/lab/rebuilds.md`. The exit status is 1 when a tool fails, or when a cache changes what is merged.
"""

import filecmp
import json
import shutil
import sys
from statistics import geometric_mean, median

from fmbench import build, store, workload
from fmtools import tools
from fmtools.plugin import plugin_path
from links import asked, functions, pairs_parser, table

HEAD = """# Builds that know of the build before

Written by `bench/rebuilds.py --document`; do not edit.

What `fmerge` adds to `opt`, which reads, verifies and writes a module anyway, in processor time of one thread: medians of
{repeat} runs in turns. The modules are those of the programs of `make bench` at `-Oz` on x86-64 after the LTO pipeline.

- *plain*: seconds, without a cache.
- *empty*: with a cache in which nothing is yet, divided by *plain*.
- *same*: with what a build of the same module has left, divided by *plain*.
- *changed*: with what a build has left in which one function of a hundred was another one, divided by what the changed
  module takes without a cache.
- *pairs*: the share of its pairs of which the changed module need not find out anything.
- *cache*: the file's size.

Each cache merges what is merged without one: the modules are the same to the last bit.

"""

COLUMNS = ["program", "functions", "plain, s", "empty", "same", "changed", "pairs", "cache, kB"]

CHANGE = '  call void asm sideeffect "", ""()\n'

ONE_OF = 100


def main():
    arguments = pairs_parser(__doc__).parse_args()
    plugin = plugin_path(arguments.plugin)
    rows = []
    for name in asked(arguments):
        module = build.modules(workload.load(name)) / "late.bc"
        with store.scratch() as scratch:
            runs = measured(module, plugin, scratch, arguments.repeat)
        rows.append({"program": name, "functions": functions(module), **row(runs)})
        print("  ".join(cells(rows[-1])), flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(rows, arguments.repeat))


def measured(module, plugin, folder, repeat):
    """All runs over a module: by what they do, what they took."""
    old, new, cache = folder / "old", folder / "new", folder / "cache"
    for each in (old, new):
        each.mkdir()
    # Both have one name, as what one linker makes twice.
    shutil.copy(module, old / "module.bc")
    change(module, new / "module.bc")
    all_runs = []
    for _ in range(repeat):
        shutil.rmtree(cache, ignore_errors=True)
        runs = {"read": opt(old, None, None), "plain": opt(old, plugin, None), "empty": opt(old, plugin, cache)}
        (kept,) = cache.iterdir()
        left = folder / kept.name
        shutil.copy(kept, left)
        runs["same"] = opt(old, plugin, cache)
        shutil.copy(left, kept)
        runs["read changed"] = opt(new, None, None)
        runs["changed"] = opt(new, plugin, cache)
        runs["plain changed"] = opt(new, plugin, None)
        runs["bytes"] = left.stat().st_size
        for one, other in (("plain", "empty"), ("plain", "same"), ("plain changed", "changed")):
            if not filecmp.cmp(runs[one]["module"], runs[other]["module"], shallow=False):
                raise tools.Problem(f"{module}: with a cache ({other}), other functions are merged")
        all_runs.append(runs)
    return all_runs


def change(module, changed, pick=lambda heads: heads[::ONE_OF]):
    """Writes the module with other functions: `pick` gets the numbers of the lines at which functions begin."""
    text = tools.check([tools.llvm("llvm-dis"), module, "-o", "-"]).stdout.decode().splitlines(keepends=True)
    heads = [number for number, line in enumerate(text) if line.startswith("define ")]
    for number in pick(heads):
        text[number] += CHANGE
    source = changed.with_suffix(".ll")
    source.write_text("".join(text))
    tools.check([tools.llvm("llvm-as"), source, "-o", changed])
    source.unlink()


def opt(folder, plugin, cache):
    """One run, in the folder of a module."""
    out, report = folder / f"{plugin is not None}-{cache is not None}.bc", folder / "report.json"
    report.unlink(missing_ok=True)
    load = [f"-load-pass-plugin={plugin}"] if plugin else []
    passes = f"fmerge<threads=1;report={report}>" if plugin else "verify"
    env = {"FMERGE_LOG": "error", "FMERGE_CACHE": str(cache or "")}
    command = [tools.llvm("opt"), *load, f"-passes={passes}", "module.bc", "-o", out]
    done = tools.check(command, cwd=folder, env=env)
    counts = json.loads(report.read_text()) if plugin else {}
    return {"seconds": done.seconds, "module": out, "attempts": counts.get("attempts"), "known": counts.get("known")}


def row(all_runs):
    """The figures of a module."""

    def ours(runs, what):
        return runs[what]["seconds"] - runs["read changed" if "changed" in what else "read"]["seconds"]

    def ratio(what, plain):
        return median(ours(runs, what) / ours(runs, plain) for runs in all_runs)

    changed = all_runs[0]["changed"]
    return {
        "plain": median(ours(runs, "plain") for runs in all_runs),
        "empty": ratio("empty", "plain"),
        "same": ratio("same", "plain"),
        "changed": ratio("changed", "plain changed"),
        "pairs": changed["known"] / (changed["known"] + changed["attempts"]),
        "bytes": all_runs[0]["bytes"],
    }


def cells(row):
    """A program's row of the table."""
    ratios = [f"{row[figure]:.2f}" for figure in ("empty", "same", "changed")]
    share, size = f"{row['pairs']:.0%}", f"{row['bytes'] / 1000:.0f}"
    return [row["program"], f"{row['functions']:,}", f"{row['plain']:.2f}", *ratios, share, size]


def document(rows, repeat):
    """The page."""
    means = [f"{geometric_mean(row[figure] for row in rows):.2f}" for figure in ("empty", "same", "changed")]
    mean = ["geometric mean", "", "", *means, "", ""]
    return HEAD.format(repeat=repeat) + table([COLUMNS, *map(cells, rows), mean])


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
