"""What is printed of results: a row for each measurement, and below it refusals, phases and failures.

Consumes results (see `results`); produces text, aligned or in Markdown.
"""

from fmbench import known, program, results

HEAD = ["program", "configuration", "functions", "merges", "text", "eh_frame", "except", "rodata", "relocs", "file",
        "all %", "safe %", "none %", "pass s", "elapsed s", "codegen s", "peak MiB", "output", "same bytes"]

WORDS = 2
"""How many of the columns are words, and aligned left."""


def plain(data):
    """The table as aligned text."""
    return aligned(rows(data), "  ", None)


def markdown(data):
    """The table in Markdown."""
    return framed(rows(data))


def framed(cells_of_rows):
    """Cells as a table in Markdown, header first."""
    lines = aligned(cells_of_rows, " | ", "| {} |").splitlines()
    rule = "|" + "|".join("---" if i < WORDS else "--:" for i in range(len(cells_of_rows[0]))) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def rows(data):
    """The table's cells, header first."""
    return [HEAD, *(cells(row) for row in data["rows"])]


def cells(row):
    """One row of the table."""
    red = "FAILED: " if row["failures"] else ""
    merging = [_or_dash(row["functions"]), str(row["merges"]["number"])]
    same = {None: "-", True: "yes", False: "NO"}[row["deterministic"]]
    return [program_name(row), red + row["configuration"], *merging, *_sizes(row), *_changes(row), *_costs(row), row["output"], same]


def program_name(row):
    """The program, and its variant unless that is the usual one."""
    return row["workload"] + ("" if plain_variant(row) else f" ({row['target']} {row['level']}{', with a profile' * results.profiled(row)})")


def plain_variant(row):
    """Whether a row is of the usual variant, which need not be named."""
    return (row["target"], row["level"], results.profiled(row)) == ("x86-64", "Oz", False)


def details(row):
    """Refusals by reason, phases and failures of one row."""
    lines = _counts("merges", row["merges"]["kinds"]) + _counts("functions refused", row["refusals"])
    lines += _counts("pairs refused", row["pair_refusals"])
    if row["phases_ms"]:
        lines.append("  time (ms): " + ", ".join(f"{name} {spent:.1f}" for name, spent in row["phases_ms"].items()))
    lines += [f"  FAILED: {failure}" for failure in row["failures"]]
    lines += [f"  as known: {row['known']['why']}"] if known.excused(row) else []
    name = f"{row['workload']} {row['target']} {row['level']}, {row['configuration']}"
    return "\n".join([f"{name}:", *lines]) if lines else ""


def ending(data):
    """The last lines of a run: what failed, what failed as is known, and how many rows there are."""
    failed, excused = results.failed(data), results.excused(data)
    lines = [f"FAILED: {named(row)}: {row['failures'][0]}" for row in failed]
    if excused:
        lines.append(f"{_number(len(excused))} failed as known: " + "; ".join(f"{named(row)} ({row['known']['why']})" for row in excused))
    verdict = f"{len(failed)} failed" if failed else "all others good" if excused else "all good"
    return "\n".join([*lines, f"{_number(len(data['rows']))}, {verdict}"])


def named(row):
    """What a row is about."""
    return f"{program_name(row)}, {row['configuration']}"


def _number(count):
    return f"{count} row{'' if count == 1 else 's'}"


def line(row):
    """One row in a few words."""
    change = row.get("change_percent", {}).get("all")
    return f"{'' if change is None else f'{change:+.2f}%, '}{'FAILED' if row['failures'] else 'good'}"


def summary(data):
    """Rows of ours in words, for a first look."""
    bases = {row["workload"]: row for row in data["rows"] if row["configuration"] == "none"}
    texts = [_summary(bases[row["workload"]], row) for row in data["rows"] if row["configuration"] != "none"]
    return "\n".join(texts)


def _summary(base, row):
    lines = [f"{row['workload']}, {row['configuration']}: {base['functions']} functions, {row['merges']['number']} merges"]
    for name in (".text", ".eh_frame"):
        before, after = (one["sizes"].get("all", {}).get(name, 0) for one in (base, row))
        lines.append(f"  {name:<10}{before:>9} -> {after:>9} bytes")
    lines.append(f"  in all {line(row)}; output {row['output']}")
    return "\n".join([*lines, details(row)])


def _sizes(row):
    sections = row["sizes"].get("all")
    if sections is None:
        return ["-"] * 6
    own = [sections.get(name, 0) for name in (".text", ".eh_frame", ".gcc_except_table")]
    return [str(size) for size in [*own, program.read_only(sections), program.relocations(sections), sections["file"]]]


def _changes(row):
    changes = row.get("change_percent", {})
    return [f"{changes[folding]:+.2f}" if folding in changes else "-" for folding in ("all", "safe", "none")]


def _costs(row):
    codegen = row["seconds"].get("codegen")
    peak = max((kib for step, kib in row["peak_kib"].items() if step in ("early", "late")), default=None)
    about = "" if row.get("alone", True) else "~"
    spent = [_of_passes(row, kind, about) for kind in ("seconds", "elapsed")]
    return [*spent, about + _spread(codegen) if codegen else "-", "-" if peak is None else f"{peak / 1024:.0f}"]


def _of_passes(row, kind, about):
    took = row.get(kind, {})
    passes = [took[step]["median"] for step in ("early", "late") if step in took]
    return f"{about}{sum(passes):.2f}" if passes else "-"


def _spread(one):
    half = (one["high"] - one["low"]) / 2
    return f"{one['median']:.2f} ±{half:.2f}" if one["runs"] > 1 else f"{one['median']:.2f}"


def _or_dash(value):
    return "-" if value is None else str(value)


def _counts(title, counts):
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [f"  {title}: " + ", ".join(f"{reason} {count}" for reason, count in ordered if count)] if ordered else []


def aligned(cells_of_rows, between, frame):
    """Cells in columns; `frame` is what a line is put into, if anything."""
    cells_of_rows = list(cells_of_rows)
    widths = [max(len(row[i]) for row in cells_of_rows) for i in range(len(cells_of_rows[0]))]
    lines = []
    for row in cells_of_rows:
        padded = [cell.ljust(w) if i < WORDS else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))]
        text = between.join(padded)
        lines.append(frame.format(text) if frame else text.rstrip())
    return "\n".join(lines)
