"""What running programs costs, as text: a row for each program and configuration, a column for each command.

Consumes results whose rows have `costs` (see `results`). Produces a table for each program, and one of all programs:
the change in size, in instructions and of compressed programs.
"""

from fmbench import results, table

TOTAL = ["all programs", "commands", "size %", "mean %", "worst %", "of", "larger by xz"]

FIXED = ["size %", "mean %", "worst %", "xz %", "zstd %", "faults"]


def plain(data):
    """The tables as aligned text."""
    total = _totals(data)
    return "\n\n".join([*of_programs(data), *([table.aligned(total, "  ", None)] if len(total) > 1 else [])])


def of_programs(data):
    """The table of each program that instructions were counted of, as aligned text."""
    programs = {}
    for row in data["rows"]:
        if row.get("costs"):
            programs.setdefault(table.program_name(row), []).append(row)
    return [table.aligned(_cells(name, rows), "  ", None) for name, rows in programs.items()]


def markdown(data):
    """The table of all programs together, in Markdown."""
    return table.framed(_totals(data))


def _totals(data):
    return [TOTAL, *([name, *_total(rows)] for name, rows in groups(data).items())]


def _total(rows):
    changes = {(table.program_name(row), name): one["percent"] for row in rows for name, one in row["costs"]["commands"].items()}
    worst = max(changes, key=changes.get)
    larger = [table.program_name(row) for row in rows if row["costs"]["compressed_percent"]["xz"] > 0]
    mean = results.mean_percent(changes.values())
    return [str(len(changes)), _percent(size_percent(rows)), _percent(mean), _percent(changes[worst]), " ".join(worst), " ".join(larger)]


def groups(data):
    """Configuration to its rows that have a base to be compared with."""
    found = {}
    for row in data["rows"]:
        if row.get("costs") and "mean_percent" in row["costs"]:
            found.setdefault(row["configuration"], []).append(row)
    return found


def size_percent(rows):
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
