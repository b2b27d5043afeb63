"""What running programs costs, as text: a row for each program and configuration, a column for each command.

Consumes results whose rows have `costs` (see `results`). Produces a table for each program, and one of all programs:
the change in size, in instructions and of compressed programs.
"""

from fmbench import results, table

FIXED = ["size %", "mean %", "worst %", "xz %", "zstd %", "faults"]


def plain(data):
    """The tables as aligned text."""
    programs = {}
    for row in data["rows"]:
        if row["costs"]:
            programs.setdefault(table.program_name(row), []).append(row)
    parts = [table.aligned(_cells(name, rows), "  ", None) for name, rows in programs.items()]
    return "\n\n".join([*parts, *filter(None, [total(data)])])


def total(data):
    """All programs together, when they are several."""
    lines = [["all programs", "configuration", "commands", "size %", "mean %", "worst %", "worst of all"]]
    for name, rows in groups(data).items():
        changes = {(table.program_name(row), name): one["percent"] for row in rows for name, one in row["costs"]["commands"].items()}
        worst = max(changes, key=changes.get)
        mean = results.mean_percent(changes.values())
        lines.append(["", name, str(len(changes)), _percent(_size(rows)), _percent(mean), _percent(changes[worst]), " ".join(worst)])
    return table.aligned(lines, "  ", None) if len(lines) > 1 else ""


def groups(data):
    """Configuration to its rows that have a base to be compared with."""
    found = {}
    for row in data["rows"]:
        if row["costs"] and "mean_percent" in row["costs"]:
            found.setdefault(row["configuration"], []).append(row)
    return found


def _size(rows):
    """The change of all programs' sizes, as if they were one."""
    after = sum(row["totals"]["all"] for row in rows)
    before = sum(row["totals"]["all"] / (1 + row["change_percent"]["all"] / 100) for row in rows)
    return 100 * (after / before - 1)


def _cells(name, rows):
    commands = list(rows[0]["costs"]["commands"])
    timed = any("pairs" in row["costs"] for row in rows)
    yield [name, "configuration", *FIXED, *commands, *(f"{one} time" for one in commands if timed)]
    for row in rows:
        costs = row["costs"]
        turns = [_ratio(costs.get("pairs", {}).get(one)) for one in commands if timed]
        yield ["", ("FAILED: " if row["failures"] else "") + row["configuration"], *_fixed(row), *map(_command, costs["commands"].values()), *turns]


def _fixed(row):
    costs = row["costs"]
    if "mean_percent" not in costs:
        return [str(row["totals"].get("all", "-")), "", "", *(str(size) for size in costs["compressed"].values()), str(costs["faults"])]
    worst = costs["commands"][costs["worst"]]["percent"]
    changes = [row["change_percent"].get("all"), costs["mean_percent"], worst, *costs["compressed_percent"].values()]
    return [*map(_percent, changes), str(costs["faults"])]


def _command(one):
    return _percent(one["percent"]) if "percent" in one else f"{one['instructions']:,}"


def _percent(change):
    return "-" if change is None else f"{change:+.2f}"


def _ratio(value):
    return "-" if value is None else f"{value:.3f}"
