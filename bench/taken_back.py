#!/usr/bin/env python3
"""What single merges save: each of a sample is taken back alone, and the program linked anew.

Consumes the modules of programs after their LTO pipelines. Each is merged once with all merges, and then once for each merge
of the sample, without that one (the option `limit`); machine code is generated and linked with `--icf=all`. Functions whose
merge is left out stay as they are, and what was made of the merged function goes with it; only equal ones are still merged as
similar ones. Produces a row for each merge: by how many bytes the program was estimated to become larger without it, and by how
many its code and unwind tables are; with `--document`, `docs/single-merges.md`.
The exit status is 1 only when a tool fails: this measures, and judges nothing.
"""

import json
import os
import random
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fmbench import build, merging, program, store, workload
from fmtools import tools
from fmtools.plugin import plugin_path
from fmtools.reports import only_run
from links import asked, pairs_parser, table

LOSS = 16
"""Bytes by which a program may become smaller when a merge is taken back, without that merge being called a loser."""

HEAD = """# Single merges, taken back

Written by `bench/taken_back.py --document`; do not edit.

`fmerge` merged the programs of `make bench` after their LTO pipelines, at `-Oz` on x86-64. Then it did so without one of its
merges, for each merge of a sample, and the program was linked anew with `--icf=all`. What had been made of the merged
function goes with it. *Save* is by how much the program is larger then, summed over the sample, and *estimated* the same by the estimates. A
merge *loses* if the program is more than {loss} bytes smaller without it. The *sign* is right if the program is not smaller. *R* is the
correlation of both over the sample. *Instead* is how many of those that lose made room for a merge of another kind.

"""

COLUMNS = ["program", "merges", "sample", "save, bytes", "estimated", "R", "sign right", "lose", "by, bytes", "instead"]

TAIL = """
Merges that lose are no class of their own that a threshold would find. With `min-gain=8`, SQLite is 213 bytes larger, jsonnet 314, harfbuzz
230, Lua 43, and zstd the same; with `min-gain=16`, 532, 483, 1,623, 43 and 0. Where no other merge is made instead, it is
mostly in functions that share little of much, where LLVM's register allocation of the whole comes out otherwise.
"""


def main():
    parser = pairs_parser(__doc__)
    parser.add_argument("--sample", type=int, default=50, metavar="N", help="how many merges of each program (50)")
    arguments = parser.parse_args()
    plugin = plugin_path(arguments.plugin)
    rows = json.loads(arguments.json.read_text()) if arguments.json and arguments.json.exists() else {}
    for name in asked(arguments):
        rows[name] = measured(workload.load(name), plugin, arguments.sample)
        print("  ".join(cells(name, rows[name])), flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(rows))


def measured(work, plugin, count):
    """How many merges a program has, and those of a sample."""
    with store.scratch() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        whole, merges = merged(work, plugin, scratch, "all", "")

        def without(number):
            size, left = merged(work, plugin, scratch, str(number), f"limit={all_but(number)};")
            others = sum(merge not in merges for merge in left)
            return merges[number - 1] | {"number": number, "estimated": gain(merges) - gain(left), "saved": size - whole, "others": others}

        sample = sampled(work.name, len(merges), count)
        return {"merges": len(merges), "sample": list(pool.map(without, sample))}


def merged(work, plugin, folder, tag, options):
    """Bytes of the linked program, merged with these options, and its merges."""
    modules = build.modules(work)
    report, module, code, linked = files = [folder / f"{tag}.{kind}" for kind in ("json", "bc", "o", "program")]
    merging.by_opt(modules / "late.bc", plugin, f"fmerge<{options}report={report}>", module)
    tools.check([tools.llvm("llc"), *build.CODEGEN, module, "-o", code])
    build.load_recipe(modules).link(modules, [code], linked, ["-Wl,--icf=all"])
    made = program.total(program.section_sizes(linked)), numbered(only_run(report))
    for file in files:
        file.unlink()
    return made


def numbered(report):
    """The merges of a report in the order in which they were made, which is that of their numbers."""
    groups = [(group["number"], {"kind": group["kind"], "functions": group["originals"], "estimated": group["gain"]}) for group in report["groups"]]
    pairs = [(pair["number"], {"kind": "similar", "functions": [member["name"] for member in pair["members"]], "estimated": pair["gain"]}) for pair in report["merged"]]
    return [merge for _, merge in sorted(groups + pairs, key=lambda one: one[0])]


def gain(merges):
    """What they are estimated to save together."""
    return sum(merge["estimated"] for merge in merges)


def sampled(name, merges, count):
    """Numbers of merges, ascending; the same on every run."""
    numbers = range(1, merges + 1)
    return list(numbers) if merges <= count else sorted(random.Random(name).sample(numbers, count))


def all_but(number):
    """The option `limit` that leaves out one merge."""
    behind = f"{number + 1}-{2**32}"
    return behind if number == 1 else f"1-{number - 1}:{behind}"


def cells(name, row):
    """A row of the table."""
    sample = row["sample"]
    saved, estimated = ([merge[key] for merge in sample] for key in ("saved", "estimated"))
    losers = [merge for merge in sample if merge["saved"] < -LOSS]
    related = f"{statistics.correlation(estimated, saved):.2f}" if len(set(saved)) > 1 and len(set(estimated)) > 1 else ""
    right = sum(change >= 0 for change in saved) / len(saved) if saved else 1
    return [name, str(row["merges"]), str(len(sample)), f"{sum(saved):,}", f"{sum(estimated):,}", related, f"{100 * right:.0f} %", str(len(losers)), f"{-sum(loser['saved'] for loser in losers):,}", str(sum(loser["others"] > 0 for loser in losers))]


def document(rows):
    """The page."""
    every = {"merges": sum(row["merges"] for row in rows.values()), "sample": [merge for row in rows.values() for merge in row["sample"]]}
    return HEAD.format(loss=LOSS) + table([COLUMNS, *(cells(name, row) for name, row in rows.items()), cells("all", every)]) + TAIL


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
