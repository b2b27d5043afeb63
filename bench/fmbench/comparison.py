"""Two results side by side: `bench/run.py compare OLD NEW`.

Consumes two documents of results; produces a table of the rows that are in both and differ, and of those
that are in one only. What got worse is a new failure, or a total larger by more than a tolerance.
"""

from fmbench import results

HEAD = ["program", "configuration", "old", "new", "change %", "old instr %", "new instr %", "old pass s", "new pass s", "verdict"]

TOLERANCE = 0.05
"""Percent that a program may grow before that counts as worse."""


def compare(old, new):
    """The table's cells, header first, and whether anything got worse."""
    before = {results.identity(row): row for row in old["rows"]}
    after = {results.identity(row): row for row in new["rows"]}
    cells = [HEAD]
    for key in [*before, *(key for key in after if key not in before)]:
        cells.append(_cells(key, before.get(key), after.get(key)))
    return cells, any(row[-1] == "WORSE" for row in cells[1:])


def _cells(key, old, new):
    workload, target, level, configuration = key
    name = workload if (target, level) == ("x86-64", "Oz") else f"{workload} ({target} {level})"
    sizes = [_total(row) for row in (old, new)]
    change = 100 * (sizes[1] / sizes[0] - 1) if all(sizes) else None
    shown = "-" if change is None else f"{change:+.2f}"
    return [name, configuration, *(str(size or "-") for size in sizes), shown, _executed(old), _executed(new), _seconds(old), _seconds(new), verdict(old, new, change)]


def verdict(old, new, change):
    """One word on a pair of rows."""
    if old is None or new is None:
        return "new" if old is None else "gone"
    if bool(new["failures"]) != bool(old["failures"]):
        return "WORSE" if new["failures"] else "better"
    if change is None:
        return "-"
    return "WORSE" if change > TOLERANCE else "better" if change < -TOLERANCE else "same"


def _total(row):
    return row["totals"].get("all") if row else None


def _executed(row):
    """The geometric mean of what merging adds to the instructions of the program's commands."""
    mean = ((row or {}).get("costs") or {}).get("mean_percent")
    return "-" if mean is None else f"{mean:+.2f}"


def _seconds(row):
    steps = row["seconds"] if row else {}
    spent = [steps[step]["median"] for step in ("early", "late") if step in steps]
    return f"{sum(spent):.2f}" if spent else "-"
