"""What `bench/separate.py` found: lines of text, JSON, and `docs/lab/separate.md`, never written by hand.

Consumes rows: program, kind, objects, `bytes` and `change` by linker, bodies `made`, `left`, `alone`, and what
failed. Produces the three forms of them.
"""

import json

from fmbench import versions
from fmtools import tools

VERSION = 1

INTRODUCTION = """\
# Separate objects

Written by `bench/separate.py --document`; do not edit.

Each program is compiled object by object at -Oz, without LTO. Sizes are the bytes of `.text`, `.eh_frame` and
`.gcc_except_table` of the program, linked with `--gc-sections`. Percentages compare with `none`, the same program
without merging, linked by the same linker. lld and gold link with `--icf=all`; GNU ld (`bfd`) folds nothing.

- *kind*: `local` is the default in each object. `similar` is the default, and then `f3m-merge`: what `fmerge cc --summary` does.
  `icf`, `comdat` and `auto` are `gfm-merge<fold=…>` alone. `llvm` is LLVM's `-enable-global-merge-func`, in one round.
- *mean*, *worst*: what the program's commands execute more of instructions than with `none`, linked by lld, in percent.
- *made*: bodies that reached the program linked by lld.
- *left*: bodies that remain after folding.
- *alone*: bodies that no other function shares (mismatches), also in percent of *made*.

Each program was run with every linker and did what `none` does, unless the row says otherwise. The sizes include Rust's
standard library, which is linked as it comes. A program `by` something was merged by the summary of another version
of it; such rows show what an old summary is worth. Programs may have been measured with different states of fmerge, which
*Versions* names: compare the rows of one program only.
"""


def heading(linkers):
    """Above the lines of text."""
    return f"{'program':20}{'objects':>8}  {'kind':8}" + "".join(f"{name:>11}{'':9}" for name in linkers) + f"{'made':>8}{'left':>7}{'alone':>7}"


def line(row, linkers):
    """A row as a line of text."""
    start = f"{row['program']:20}{row.get('objects', ''):>8}  {row['kind']:8}"
    sizes = [(row.get("bytes", {}).get(name), row.get("change", {}).get(name)) for name in linkers]
    cells = "".join(f"{size:>11,} {change:>+6.2f}% " if size else f"{'':20}" for size, change in sizes)
    counts = "".join(f"{row.get(name, ''):>{width}}" for name, width in (("made", 8), ("left", 7), ("alone", 7)))
    more = "".join(f"{change:>+7.2f}" for change in row.get("instructions", []))
    return start + cells + counts + more + (f"  FAILED: {row['failure']}" if row["failure"] else "")


def keep(path, rows, label, program, plugin):
    """Puts the rows of a program, which are called `label`, in the place of earlier ones."""
    data = _read(path)
    data["programs"][label] = {"rows": rows, "versions": versions.versions([program], plugin)}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n")


def write(path, results):
    """The document, of all programs that the results know."""
    path.write_text(markdown(_read(results)))


def markdown(data):
    """The text of the document."""
    programs = sorted(data["programs"].items())
    linkers = list(dict.fromkeys(name for _, one in programs for row in one["rows"] for name in row.get("bytes", {})))
    head = ["program", "objects", "kind", *(f"{name} {what}" for name in linkers for what in ("bytes", "%")), "mean", "worst", "made", "left", "alone", "alone %"]
    lines = ["| " + " | ".join(head) + " |", "|---|--:|---|" + "--:|" * (len(head) - 3)]
    lines += [_cells(row, linkers) for _, one in programs for row in one["rows"]]
    what = [f"- {name}: {version}" for name, version in _versions(programs)]
    return "\n".join([INTRODUCTION, *lines, "", "## Versions\n", *what]) + "\n"


def _cells(row, linkers):
    sizes = [cell for name in linkers for cell in (_number(row, "bytes", name, ","), _number(row, "change", name, "+.2f"))]
    made, alone = row.get("made"), row.get("alone")
    share = f"{100 * alone / made:.1f}" if made else ""
    counts = [str(row[name]) if made else "" for name in ("made", "left", "alone")]
    kind = row["kind"] + (f" **failed: {row['failure'].splitlines()[0]}**" if row["failure"] else "")
    more = [format(change, "+.2f") for change in row.get("instructions", [])] or ["", ""]
    return "| " + " | ".join([row["program"], str(row.get("objects", "")), kind, *sizes, *more, *counts, share]) + " |"


def _number(row, what, linker, form):
    value = row.get(what, {}).get(linker)
    return "" if value is None else format(value, form)


def _versions(programs):
    """Each version once, with the programs that were measured with another one."""
    found = {}
    for name, one in programs:
        for what, version in one["versions"].items():
            found.setdefault((what, version), []).append(name)
    several = {what for what, _ in found if sum(other == what for other, _ in found) > 1}
    for (what, version), names in found.items():
        yield what, version + (f" ({', '.join(names)})" if what in several else "")


def _read(path):
    if not path.is_file():
        return {"version": VERSION, "programs": {}}
    data = json.loads(path.read_text())
    if data.get("version") != VERSION:
        raise tools.Problem(f"{path} has version {data.get('version')}, not {VERSION}; remove it")
    return data
