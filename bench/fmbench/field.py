"""LLVM's own figures beside those that others measured: `bench/field.toml`, which explains its fields.

Consumes results and that file; produces a table in Markdown, and for each figure that differs by more than a
tolerance the reason that the file gives, or that there is none.
"""

import tomllib

from fmbench import table
from fmbench.workload import BENCH

FILE = BENCH / "field.toml"

TOLERANCE = 0.3
"""Percentage points by which two measurements may differ without a reason."""

COUNTED = (".text", ".eh_frame", ".eh_frame_hdr", ".gcc_except_table")
"""What the other figures are the sum of."""


def load():
    """Program to what is known of it."""
    return tomllib.loads(FILE.read_text())


def markdown(data, known=None):
    """The table and the reasons; empty if the results have none of the programs."""
    known = load() if known is None else known
    rows = {(row["workload"], row["configuration"]): row for row in data["rows"] if table.plain_variant(row)}
    found = [one for name, entry in known.items() for one in _compared(name, entry, rows)]
    if not found:
        return ""
    lines = ["| program | configuration | theirs | ours | difference |", "|---|---|--:|--:|--:|"]
    lines += [f"| {name} | {configuration} | {theirs:+.2f} | {ours:+.2f} | {ours - theirs:+.2f} |" for name, configuration, theirs, ours in found]
    return "\n".join([INTRODUCTION, *lines, "", *_reasons(known, found)])


INTRODUCTION = f"""\
Change of `.text` and all tables for unwinding and exceptions (`.eh_frame`, `.eh_frame_hdr`, `.gcc_except_table`),
merged after the LTO pipeline and linked with `--icf=all`: theirs is from `bench/field.toml`.
Where the two differ by more than {TOLERANCE} points, the reason is below.
"""


def change(row, base):
    """Percent, of the sections counted there."""
    sizes = [sum(one["sizes"]["all"].get(name, 0) for name in COUNTED) for one in (row, base)]
    return 100 * sizes[0] / sizes[1] - 100


def _compared(name, entry, rows):
    base = rows.get((name, "none"))
    for configuration, theirs in entry["percent"].items():
        row = rows.get((name, configuration))
        # Of a program that did not run there may be sizes with other folding.
        if row and base and not row["failures"] and not base["failures"]:
            yield name, configuration, theirs, change(row, base)


def _reasons(known, found):
    for name, configuration, theirs, ours in found:
        if abs(ours - theirs) > TOLERANCE:
            reason = known[name].get("reasons", {}).get(configuration, "**no reason is known.**")
            yield f"- {name}, {configuration}: {reason}"
