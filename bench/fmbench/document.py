"""`docs/lab/results.md`: the only place where figures are quoted, written from a run and never by hand.

Consumes results; produces Markdown: the change of each program by configuration first, then LLVM's figures
beside those of others, all figures program by program, what was refused, and the versions.
"""

from fmbench import costs_table, field, results, table, workload

INTRODUCTION = """\
# Results

Written by `bench/run.py report`; do not edit.

The tables show by how many percent whole programs grow or shrink. Sizes are those of `.text`, `.eh_frame` and
`.gcc_except_table` (on Arm `.ARM.exidx` and `.ARM.extab`) of linked programs. They are compared with the same program
at the same level of optimisation without merging; both are linked by lld with `--gc-sections --icf=all`. Less is
better, and the least stands out. `separate-…` is compiled without LTO, and compared with `separate-none`. Every
program was run, and printed what a plain build prints, unless a row says otherwise.
"""

TIME = """\
Instructions are those that programs execute in user space, counted by valgrind's cachegrind: the same on every run,
but for a few parts in ten thousand where Rust's hash tables take a random seed. They are compared with the same program without merging,
command by command. `mean` is the geometric mean of the changes of all commands, `worst` the largest, and `larger by
xz` names the programs that are larger than without merging once `xz -9e` has compressed them.
"""

EACH = """\
The geometric mean of each program's commands, change in percent:
"""

AGAIN = """\
## How to make it again

`make bench` measures all of this and writes `build/bench/results.json`; `bench/run.py report
build/bench/results.json` writes this page. `make bench QUICK=1` measures three programs. `bench/run.py time --plan time`
counts instructions; `bench/README.md` says how the two are put together. What the configurations do is in
`bench/configurations.toml`, the programs are in `bench/workloads/`.
"""

COLUMNS = """\
Bytes are of the program linked with `--icf=all`. `all`, `safe` and `none` are what lld folds, always
compared with nothing merged and `--icf=all`. `fmerge` and its variants leave equal functions to a linker that folds all
(`icf=all`), as they do by themselves in lld, so that `safe` and `none` are of modules made for another linker. Times are processor seconds, medians with half the spread;
`pass` includes reading, verifying and writing the module, which is what it takes in the row `none`; `elapsed` is the
same by the clock, on two processors: `f3m` works on both. A `~`
marks times taken beside another program, of passes that verify their work, which takes longer. `peak` is
the most memory that merging took. `merges` is of our passes only. `same bytes` says whether all runs of
the passes gave the same module.
"""

BASES = ("none", "separate-none")


def markdown(data, picture, curve):
    """The whole text; the two are the files of pictures, of sizes and of sizes against instructions."""
    programs = _by_program(data)
    usual = {name: rows for name, rows in programs.items() if table.plain_variant(next(iter(rows.values())))}
    others = {name: rows for name, rows in programs.items() if name not in usual}
    parts = [
        INTRODUCTION,
        "## Change in percent, at -Oz on x86-64\n", overview(data, usual), "",
        *(f"`{name}`: {what}.  " for name, what in data["configurations"].items()), "",
        *skipped(data), *broken(data), "",
        f"![Change of size by program and configuration]({picture})\n",
        *_time(data, usual, curve),
        *(["## Other levels and targets\n", overview(data, others), ""] if others else []),
        *_section("## LLVM's own passes, beside what others measured\n", field.markdown(data)),
        AGAIN,
        "## Versions\n", *(f"- {name}: {version}" for name, version in data["versions"].items()), "",
        "## All figures\n", COLUMNS, *(_program(data, name, rows) for name, rows in programs.items()),
    ]
    return "\n".join(parts)


def overview(data, programs):
    """Configurations down, programs across; the best of each program stands out."""
    best = {name: min(map(_change, rows.values()), default=0.0) for name, rows in programs.items()}
    return _grid(data, programs, lambda name, row: _cell(row, best[name]))


def _grid(data, programs, cell):
    """Configurations down that any row is of, programs across."""
    lines = ["| | " + " | ".join(programs) + " |", "|---|" + "--:|" * len(programs)]
    for configuration in data["configurations"]:
        rows = {name: rows.get(configuration) for name, rows in programs.items()}
        if configuration not in BASES and any(rows.values()):
            lines.append(f"| {configuration} | " + " | ".join(cell(name, row) for name, row in rows.items()) + " |")
    return "\n".join(lines)


def _time(data, programs, curve):
    """What running costs, if that was counted."""
    counted = {name: {of: row for of, row in rows.items() if row.get("costs")} for name, rows in programs.items()}
    counted = {name: rows for name, rows in counted.items() if rows}
    if not counted:
        return []
    grid = _grid(data, counted, lambda _, row: f"{row['costs'].get('mean_percent', 0):+.2f}" if row else "")
    picture = f"![Change of instructions against change of size]({curve})\n"
    return ["## Size and time\n", TIME, costs_table.markdown(data), "", picture, EACH, grid, ""]


def skipped(data):
    """Why some cells are empty."""
    for name in sorted({row["workload"] for row in data["rows"]} & set(workload.names())):
        reasons = workload.load(name).skipped.items()
        if reasons:
            yield f"Not measured of {name}: " + "; ".join(f"`{configuration}` ({why})" for configuration, why in reasons) + ".  "


def broken(data):
    """What LLVM's passes are known to break."""
    for row in results.excused(data):
        yield f"LLVM's pass breaks {table.named(row)}: {row['known']['why']}.  "


def _by_program(data):
    """Program and variant to configuration to row, in the order of the run."""
    found = {}
    for row in data["rows"]:
        found.setdefault(table.program_name(row), {})[row["configuration"]] = row
    return found


def _section(title, text):
    return [title, text, ""] if text else []


def _program(data, name, rows):
    details = [text for text in map(table.details, rows.values()) if text]
    folded = ["", "<details><summary>Refusals and phases</summary>", "", "```text", *details, "```", "", "</details>"] if details else []
    costs = costs_table.of_programs(data | {"rows": list(rows.values())})
    executed = ["", "<details><summary>Instructions by command</summary>", "", "```text", *costs, "```", "", "</details>"] if costs else []
    return "\n".join([f"### {name}\n", table.markdown(data | {"rows": list(rows.values())}), *folded, *executed]) + "\n"


def _change(row):
    """As far as it counts for the best: without failures, and of a whole program."""
    return 0.0 if row["failures"] or row["base"] != "none" else row.get("change_percent", {}).get("all", 0.0)


def _cell(row, best):
    if row is None:
        return ""
    # A program that grew is shown with its figure: it works.
    if any(not failure.startswith(results.GREW) for failure in row["failures"]):
        return "**failed**"
    change = row.get("change_percent", {}).get("all")
    if change is None:
        return "-"
    return f"**{change:+.2f}**" if change == best < 0 else f"{change:+.2f}"
