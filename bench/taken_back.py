#!/usr/bin/env python3
"""What single merges save: each of a sample is taken back alone, and the program linked anew.

Consumes the modules of programs after their LTO pipelines, as `bench/calibrate.py` has them for targets other than this machine's.
Each is merged once, and then once for each merge of the sample, by a report that lacks that merge (the option `recorded`): all
others are made as before and in the same order, but for those of functions that came of it, which go with it. Machine code is generated and linked with
`--icf=all`, for other targets alone with all that it holds. With `--instead`, other merges may take its place: it is left out
by its number (the option `limit`). Produces a row for each merge: by how many bytes the program was estimated to become larger
without it, and by how many its code and unwind tables are; with `--document`, `docs/lab/single-merges.md` and its picture.
The exit status is 1 only when a tool fails: this measures, and judges nothing.
"""

import json
import os
import random
import shutil
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor

from fmbench import build, foreign, merging, program, scatter, store, workload
from fmtools import tools
from fmtools.plugin import plugin_path
from fmtools.reports import only_run
from links import asked, pairs_parser, table

LOSS = 16
"""Bytes by which a program may become smaller when a merge is taken back, without that merge being called a loser."""

PADDING = 4
"""Bytes by which a program may become smaller when a merge is taken back, and the sign still be right."""

HEAD = """# Single merges, taken back

Written by `bench/taken_back.py --document`; do not edit.

`fmerge` merged the programs of `make bench` after their LTO pipelines, at `-Oz`. Then it did so without one of its
merges, for each merge of a sample, and the program was linked anew with `--icf=all`; for targets other than x86-64 alone, with
all that it holds. All other merges stay. Those of functions that came of it go with it (*with it*, the mean number).
*Save* is by how much the program is larger then, summed over the sample, and *estimated* the same by the estimates. A
merge *loses* if the program is more than {loss} bytes smaller without it. The *sign* is right if the program is not smaller, but for
{padding} bytes: of equal functions the linker keeps the unwind rows of one, and those of another may be padded otherwise. *R* is the
correlation of both over the sample.

![What merges save, and what was estimated](single-merges.svg)

"""

COLUMNS = ["target", "program", "merges", "sample", "save, bytes", "estimated", "R", "sign right", "lose", "by, bytes", "with it"]

TAIL = """
All rows are with `icf=all`, as lld tells the plugin by `--icf=all`: what would stay as a thunk of an equal function is left to the linker.
Before that, eleven of 60 merges of libcrypto lost, four of harfbuzz, and eight of 47 of SQLite.

What loses has *large callers*, as far as programs were compared function by function: a call in a function
of some 10,000 bytes or more passes one argument more, and LLVM's register allocation of all of it comes out otherwise. In harfbuzz,
one merge of two functions of 79 and 72 bytes saved 55, and made `_subset_table`, of 116,716 bytes, 458 larger. Nothing tells which way
that goes: a price of 10 to 30 bytes more for each call from a function of 1,500 instructions or more makes SQLite 203 bytes
larger, jsonnet 893, harfbuzz 2,906. `profit=exact` weighs callers of up to 20,000 bytes; with callers of any size, `smallest` makes
SQLite 0.09 points smaller and takes 40 seconds longer.

Equal functions, which the linker would have folded anyway, save nothing by themselves. On Thumb-2 and AArch64 they are nearly all that
has the wrong sign: LLVM's outliner, which runs there by itself, finds more to share where there are two of them, by 6 to 44 bytes. Still they save in sum: 56 of them in jsonnet on Thumb-2
402 bytes, 19 on AArch64 788.

In Rust, some functions are merged as similar ones that the linker would have folded: their code comes out equal, but one branches where a number is
below 8 and the other where it is above 7 (`median3_rec`, 120 bytes). Two others, which lost 72, were equal but for scopes of aliases and
the order of their blocks; such functions are left to the linker now.

Two merges of functions that are merged functions themselves, in ripgrep and jsonnet, were estimated to save 132 and 113 bytes, and cost 52 and 16: what
comes of them holds more values than there are registers. A price of 4, 8 or 12 bytes for each value that does not fit makes zstd 0.1 points
smaller, 0.2 larger and 0.2 larger by `ignore`, jsonnet 0.0 to 0.1 larger. In sum, merges of merged functions save more than estimated.

In binaryen, one merge of an earlier version lost 1,736 bytes: two functions that push hundreds of pointers to visitors, of 3,275 bytes each,
differ only in pointers to functions that are equal, so that the linker folds them once it has folded those. Such functions are not merged
with each other any more. In this version, one lost 1,408: the shared body of 56 such functions was merged with that of 46 others, and the linker would
have folded it with the body of seven. (With early passes, which the programs of this page do not have, hardly any are left.)

If other merges may take the place of one that is taken back (`--instead`), the figures are of another question: whether the
order in which merges were made was the best. When that was measured, 232 merges of five programs on x86-64 had the right sign
in 79 % of all cases, and 35 lost. Most of these were equal functions. The linker folds them anyway, so that they save nothing
by themselves; and what their callers are merged with afterwards comes out otherwise, for better or worse.
"""


def main():
    parser = pairs_parser(__doc__)
    parser.add_argument("--targets", default=foreign.NATIVE, metavar="NAMES", help=f"by comma, of {foreign.NATIVE} and {', '.join(foreign.TARGETS)} ({foreign.NATIVE})")
    foreign.add_headers(parser)
    parser.add_argument("--instead", action="store_true", help="let other merges take the place of one that is taken back")
    parser.add_argument("--options", default="", metavar="LIST", help="of fmerge, such as 'profit=exact;'")
    parser.add_argument("--sample", type=int, default=50, metavar="N", help="how many merges of each program (50)")
    arguments = parser.parse_args()
    plugin = plugin_path(arguments.plugin)
    rows = json.loads(arguments.json.read_text()) if arguments.json and arguments.json.exists() else {}
    for target in arguments.targets.split(","):
        for name in asked(arguments):
            key = f"{target} {name}"
            row = rows[key] = measured(workload.load(name), target, plugin, rows.get(key, {}), arguments)
            print("  ".join(cells(target, name, row)), flush=True)
            if arguments.json:
                arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.document:
        arguments.document.write_text(document(rows))
        arguments.document.with_suffix(".svg").write_text(picture(rows))


def measured(work, target, plugin, before, arguments):
    """How many merges a program has, its size, and the merges of a sample. Those that were measured before stay, if nothing has changed since."""
    plain = foreign.late(work, target, arguments.headers)
    link = _linked(work) if target == foreign.NATIVE else _linked_alone(foreign.triple_of(plain))
    with store.scratch() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:

        def merged(tag, options):
            """Bytes of the linked program, merged with these options, and the report."""
            folder = scratch / tag
            folder.mkdir()
            report, module = folder / "report.json", folder / "merged.bc"
            merging.by_opt(plain, plugin, f"fmerge<icf=all;{arguments.options}{options}report={report}>", module)
            made = program.total(program.section_sizes(link(module, folder))), only_run(report)
            shutil.rmtree(folder)
            return made

        def only(tag, report):
            recorded = scratch / f"{tag}.json"
            recorded.write_text(json.dumps(report))
            return merged(tag, f"limit={recorded};")

        whole, report = merged("all", "")
        if not arguments.instead:
            # A merge that is not made again cannot be taken back alone.
            whole, report = only("again", report)
        merges = numbered(report)
        row = {"merges": len(merges), "whole": whole}
        known = {merge["number"]: merge for merge in before.get("sample", []) if row.items() <= before.items()}

        def without(number):
            tag, merge = str(number), merges[number - 1]
            size, left = merged(tag, f"limit={all_but(number)};") if arguments.instead else only(tag, lacking(report, number))
            left = numbered(left)
            return merge | {"number": number, "estimated": gain(merges) - gain(left), "saved": size - whole, "with_it": len(merges) - 1 - len(left)}

        sample = sampled(work.name, len(merges), arguments.sample)
        return row | {"sample": list(pool.map(lambda number: known.get(number) or without(number), sample))}


def _linked(work):
    """Links the program with a module."""
    modules = build.modules(work)
    recipe = build.load_recipe(modules)

    def link(module, folder):
        code, whole = folder / "code.o", folder / "program"
        tools.check([tools.llvm("llc"), *build.CODEGEN, module, "-o", code])
        recipe.link(modules, [code], whole, ["-Wl,--icf=all"])
        return whole

    return link


def _linked_alone(triple):
    """Links a module of another target with all that it holds."""
    return lambda module, folder: foreign.linked(module, triple, folder, flags=["--icf=all"])


def numbered(report):
    """The merges of a report in the order in which they were made, which is that of their numbers."""
    groups = [(group["number"], {"kind": group["kind"], "functions": group["originals"], "estimated": group["gain"]}) for group in report["groups"]]
    pairs = [(pair["number"], {"kind": "similar", "functions": [member["name"] for member in pair["members"]], "estimated": pair["gain"]}) for pair in report["merged"]]
    return [merge for _, merge in sorted(groups + pairs, key=lambda one: one[0])]


def lacking(report, number):
    """A report without one of its merges."""
    return report | {kind: [merge for merge in report[kind] if merge["number"] != number] for kind in ("groups", "merged")}


def gain(merges):
    """What they are estimated to save together."""
    return sum(merge["estimated"] for merge in merges)


def sampled(name, merges, count):
    """Numbers of merges, ascending; the same on every run, and part of every larger sample."""
    return sorted(random.Random(name).sample(range(1, merges + 1), merges)[:count])


def all_but(number):
    """The option `limit` that leaves out one merge."""
    behind = f"{number + 1}-{2**32}"
    return behind if number == 1 else f"1-{number - 1}:{behind}"


def cells(target, name, row):
    """A row of the table."""
    sample = row["sample"]
    saved, estimated = ([merge[key] for merge in sample] for key in ("saved", "estimated"))
    losers = [merge for merge in sample if merge["saved"] < -LOSS]
    related = f"{statistics.correlation(estimated, saved):.2f}" if len(set(saved)) > 1 and len(set(estimated)) > 1 else ""
    with_it = statistics.mean(merge["with_it"] for merge in sample) if sample else 0
    right = sum(change >= -PADDING for change in saved) / len(saved) if saved else 1
    return [target, name, str(row["merges"]), str(len(sample)), f"{sum(saved):,}", f"{sum(estimated):,}", related, f"{100 * right:.0f} %", str(len(losers)), f"{-sum(loser['saved'] for loser in losers):,}", f"{with_it:.1f}"]


def document(rows):
    """The page."""
    return HEAD.format(loss=LOSS, padding=PADDING) + table([COLUMNS, *(cells(*key.split(), row) for key, row in rows.items()), *_sums(rows)]) + TAIL


def _sums(rows):
    """A row for all programs of each target."""
    for target in dict.fromkeys(key.split()[0] for key in rows):
        own = [row for key, row in rows.items() if key.split()[0] == target]
        every = {"merges": sum(row["merges"] for row in own), "sample": [merge for row in own for merge in row["sample"]]}
        yield cells(target, "all", every)


def picture(rows):
    """Each merge as a point: what it saves against what was estimated."""
    groups = {target: [] for target in dict.fromkeys(key.split()[0] for key in rows)}
    for key, row in rows.items():
        groups[key.split()[0]] += [scatter.Point(merge["estimated"], merge["saved"], f"{key}: {' and '.join(merge['functions'][:2])}") for merge in row["sample"]]
    return scatter.svg("Bytes that a merge saves (up), and that were estimated (across)", groups)


if __name__ == "__main__":
    try:
        main()
    except tools.Problem as problem:
        sys.exit(str(problem))
