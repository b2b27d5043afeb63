"""`docs/results.md`: the only place where figures are quoted, written from a run and never by hand.

Consumes results; produces Markdown that names the versions, explains the columns, and shows the totals of
each program by configuration, all figures, and what was refused.
"""

from fmbench import table

INTRODUCTION = """\
# Results

Written by `bench/run.py report`; do not edit. Sizes are of linked programs: `.text`, `.eh_frame` and
`.gcc_except_table` (on Arm `.ARM.exidx` and `.ARM.extab`), compared with the same program at -Oz without
merging, linked by lld with `--gc-sections --icf=all`. Less is better.
"""

COLUMNS = """\
`all`, `safe` and `none` are what lld folds, always compared with nothing merged and `--icf=all`. Times are
processor seconds, medians with half the spread; `pass` includes reading, verifying and writing the module,
which is what it takes in the row `none`. `peak` is the most memory that merging took. `merges` is of our
passes only. `same bytes` says whether all runs of the passes gave the same module.
"""


def markdown(data, picture):
    """The whole text."""
    versions = [f"- {name}: {version}" for name, version in data["versions"].items()]
    what = [f"- `{name}`: {text}" for name, text in data["configurations"].items()]
    details = [text for text in map(table.details, data["rows"]) if text]
    parts = [
        INTRODUCTION,
        f"![Change of size by program and configuration]({picture})\n",
        "## Change in percent\n", overview(data), "",
        "## Configurations\n", *what, "",
        "## All figures\n", COLUMNS, table.markdown(data), "",
        "## Refusals and phases\n", "```text", *details, "```", "",
        "## Versions\n", *versions,
    ]
    return "\n".join(parts) + "\n"


def overview(data):
    """Programs down, configurations across."""
    names = [name for name in data["configurations"] if name not in ("none", "separate-none")]
    found = {}
    for row in data["rows"]:
        program = row["workload"] if table.plain_variant(row) else f"{row['workload']} ({row['target']} {row['level']})"
        found.setdefault(program, {})[row["configuration"]] = row
    lines = ["| program | " + " | ".join(names) + " |", "|---|" + "--:|" * len(names)]
    for program, by_name in found.items():
        lines.append(f"| {program} | " + " | ".join(_cell(by_name.get(name)) for name in names) + " |")
    return "\n".join(lines)


def _cell(row):
    if row is None:
        return ""
    if row["failures"]:
        return "**failed**"
    change = row.get("change_percent", {}).get("all")
    return "-" if change is None else f"{change:+.2f}"
