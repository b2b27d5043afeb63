#!/usr/bin/env python3
"""What merging does to stack frames: each merged function beside the functions that it was made of.

Consumes the modules of the programs after their LTO pipelines, or modules that are named. Each is merged, and code is
generated for it before and after, as `bench/run.py` does. The pass's report says what each merged function was made of;
where that was merged itself, the first originals count. Produces, by program: how many merged functions were compared,
how many of them have a frame within `FACTOR` and `SLACK` of the largest original's, the median, the 95th percentile and
the worst of the ratios, the most bytes that a frame grew by, and the sums of frames. Functions that are equal share a body as it was: bodies that came of
nothing else are not compared. The exit status is 1 only when a tool fails: this measures, and judges nothing.

A frame is what code generation says (LLVM's remark `StackSize`: slots, spills, saved registers) and the return address.
"""

import json
import re
import sys
from math import ceil
from pathlib import Path
from statistics import median

from calibrate import modules, parser_of
from fmbench import build, merging, store
from fmtools import content, tools
from fmtools.frames import RETURN_ADDRESS, Merges
from fmtools.plugin import plugin_path
from fmtools.reports import only_run

DEFAULT = "fmerge<report={report}>"

LONGEST = 64
"""Characters of a function's name that the document shows."""

STACK_SIZE = re.compile(r"^Name: +StackSize\n(?:DebugLoc: .*\n(?: .*\n)*)?Function: +(.*)\nArgs: *\n  - NumStackBytes: +'(\d+)'", re.MULTILINE)

HEAD = """# Stack frames before and after merging

Written by `bench/frames.py --document`; do not edit. Nothing passes or fails by these figures.

A merged function does the work of several functions. So it may need a larger frame than each of them, for stack slots,
saved registers and spilled values. This matters for programs that recurse deeply or run on a small stack.
`docs/legality.md` says which merges fmerge refuses for that reason (section "The stack"). This page shows the frames
that remain: the modules of the programs of `make bench` (`-Oz`, x86-64, after the LTO pipeline) are merged by the
passes that head each table, and code is generated for them before and after.

Each merged function is compared once, with the largest frame of all functions that were merged into it. Bodies of
functions that were equal are left out, since nothing changes in them. Frames are in bytes and include the return
address, so that each has at least 8. Ratios are largest where the originals need no frame at all: a merged function
that only pushes the six saved registers then has seven times 8 bytes.

- *compared*: merged functions that are in the code, with originals that are in the code without merging.
- *within*: those whose frame is at most 16 bytes larger than 1.1 times the largest original's.
- *median*, *95 %*, *worst*: the merged frame divided by the largest original's.
- *growth*: the most bytes that a merged frame is larger than the largest original's.
- *largest originals*, *merged*: sums of these frames.
- *all before*, *all after*: sums over all functions of the program.
- *thunks*: originals that remain as thunks and have a frame of their own, because they call the merged function
  instead of jumping to it. Their frame comes on top of its frame.
"""

COLUMNS = ["program", "compared", "within", "median", "95 %", "worst", "growth", "largest originals", "merged", "all before", "all after", "thunks"]


@tools.told
def main():
    """Measures and prints; the exit status is 1 when a tool fails."""
    arguments = parse()
    rows = read(arguments.json)
    plugin = plugin_path(arguments.plugin)
    for name, path in modules(arguments):
        row = measured(name, path, plugin, arguments.passes)
        rows[f"{name} {arguments.passes}"] = row
        keep(rows, arguments.json)
        print(line(row), flush=True)
    if arguments.document:
        arguments.document.write_text(document(rows.values()))
    return 0


def parse():
    """The arguments."""
    parser = parser_of("Compare the stack frames of merged functions with those of the originals.")
    parser.add_argument("--passes", default=DEFAULT, metavar="TEXT", help=f"what merges (default: {DEFAULT})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="adds the figures to this file, which keeps those of other programs and passes")
    parser.add_argument("--document", type=Path, metavar="FILE", help="writes all figures, those that --json kept among them, as docs/lab/frames.md has them")
    return parser.parse_args()


def read(path):
    """Rows by program and passes, of earlier runs."""
    return json.loads(path.read_text()) if path and path.is_file() else {}


def keep(rows, path):
    """Writes them down, where that is asked for: after each program, for some take long."""
    if path:
        path.write_text(json.dumps(rows, indent=1) + "\n")


def measured(name, module, plugin, passes):
    """The figures of one module, as plain data."""
    with store.scratch() as folder:
        merged, report = folder / "merged.bc", folder / "report.json"
        text = passes.replace("{report}", str(report))
        merging.by_opt(module, plugin, text, merged)
        after = frames(merged, folder / "after.yaml")
        before = plain_frames(module)
        compared = Merges(only_run(report)).compare(before, after)
    return row_of(name, passes, compared, before, after)


def plain_frames(module):
    """The frames of a module that nothing has merged: kept, since every pass is compared with these."""
    identity = [content.file_digest(module), *build.CODEGEN]
    folder = store.cached("frames", identity, lambda made: frames(module, made / "frames.yaml"))
    return frames_in((folder / "frames.yaml").read_text())


def frames(module, remarks):
    """The frame of each function that code is generated for, by name."""
    options = [f"-pass-remarks-output={remarks}", "-pass-remarks-filter=prologepilog"]
    tools.check([tools.llvm("llc"), *build.CODEGEN, *options, module, "-o", "/dev/null"])
    return frames_in(remarks.read_text())


def frames_in(text):
    """The frames that LLVM's remarks tell of."""
    return {name.strip("'\""): int(size) + RETURN_ADDRESS for name, size in STACK_SIZE.findall(text)}


def row_of(program, passes, compared, before, after):
    """The figures of a program."""
    ratios = sorted(body.ratio for body in compared.bodies)
    return {
        "program": program,
        "passes": passes,
        "compared": len(ratios),
        "within": sum(body.within for body in compared.bodies),
        "median": median(ratios) if ratios else None,
        "percentile_95": ratios[ceil(0.95 * len(ratios)) - 1] if ratios else None,
        "worst": first_by(compared.bodies, "ratio"),
        "growth": first_by(compared.bodies, "growth"),
        "largest_originals": sum(body.largest for body in compared.bodies),
        "merged": sum(body.frame for body in compared.bodies),
        "all_before": sum(before.values()),
        "all_after": sum(after.values()),
        "thunks": len(compared.thunks),
        "gone": len(compared.gone),
        "unknown": len(compared.unknown),
    }


def first_by(bodies, figure):
    """The body in which a figure is greatest, as plain data."""
    body = max(bodies, key=lambda body: getattr(body, figure), default=None)
    return body and {"merged": body.name, "frame": body.frame, "originals": body.originals, figure: getattr(body, figure)}


def line(row):
    """A program for the terminal."""
    parts = [f"{name} {cell}" for name, cell in zip(COLUMNS[1:], cells(row)[1:])]
    names = f"\n  {worst(row, 'worst')}\n  {worst(row, 'growth')}" if row["compared"] else ""
    return f"{row['program']}, {row['passes']}: {', '.join(parts)}{missing(row)}{names}"


def missing(row):
    """What could not be compared, if anything."""
    gone, unknown = row["gone"], row["unknown"]
    said = [f"{gone} merged functions are not in the code"] if gone else []
    said += [f"{unknown} originals were not in the code without merging"] if unknown else []
    return "".join(f"; {one}" for one in said)


def worst(row, figure):
    """The function whose frame grew most, by its ratio or by bytes."""
    found = row[figure]
    originals = ", ".join(f"{name} ({frame})" for name, frame in found["originals"].items())
    return f"{figure}: {found['merged']} ({found['frame']} bytes) of {originals}"


def cells(row):
    """A program as cells of a table, in the order of `COLUMNS`."""
    within = f"{row['within']:,} ({100 * row['within'] / row['compared']:.1f} %)" if row["compared"] else "0"
    ratios = [row["median"], row["percentile_95"], row["worst"] and row["worst"]["ratio"]]
    growth = "" if row["growth"] is None else f"{row['growth']['growth']:,}"
    sums = [row[name] for name in ("largest_originals", "merged", "all_before", "all_after", "thunks")]
    shown = ["" if ratio is None else f"{ratio:.2f}" for ratio in ratios]
    return [row["program"], f"{row['compared']:,}", within, *shown, growth, *(f"{one:,}" for one in sums)]


def document(rows):
    """All rows: a table for each pass text, the programs in alphabetical order."""
    rows = sorted(rows, key=lambda row: (len(row["passes"]), row["passes"], row["program"]))
    parts = [HEAD]
    for passes in dict.fromkeys(row["passes"] for row in rows):
        own = [row for row in rows if row["passes"] == passes]
        table = [COLUMNS, ["---"] + ["--:"] * (len(COLUMNS) - 1), *map(cells, own)]
        parts.append(f"\n## `{shown(passes)}`\n\n" + "".join(f"| {' | '.join(one)} |\n" for one in table) + "\n")
        parts += [f"- {row['program']}: {greatest(row)}{missing(row)}.\n" for row in own]
    return "".join(parts)


def greatest(row):
    """The functions whose frames grew most, by ratio and by bytes, and the largest originals."""
    if not row["compared"]:
        return "nothing was compared"
    ratio, growth = (beside(row[figure]) for figure in ("worst", "growth"))
    return f"the worst is {ratio}" + ("" if growth == ratio else f"; most bytes were added in {growth}")


def beside(found):
    """A merged function beside its largest original."""
    name = max(found["originals"], key=found["originals"].get)
    return f"`{short(found['merged'])}`, {found['frame']:,} bytes for the {found['originals'][name]:,} of `{short(name)}`"


def short(name):
    """A name as a page can show it; the JSON has it in full."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def shown(passes):
    """A pass text without the option that asks for the report."""
    return re.sub(r"<report=\{report\}>|;report=\{report\}|report=\{report\};", "", passes)


if __name__ == "__main__":
    sys.exit(main())
