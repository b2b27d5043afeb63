"""Results of the corpus as a page: sums by half and language, how changes are distributed, each program.

Consumes what `bench/corpus.py measure` writes. Produces text. A program that could not be built or measured is named, and is in no sum.
"""

from fmbench import measure
from fmbench.corpus import HALVES, LANGUAGES
from fmbench.corpus_picture import Point

GROWN = 16
"""Bytes by which a program may grow without being named."""

NAMED, WRONG = 20, 200
"""How many programs are named where estimates are off by more than 30 % and so many bytes."""

DEFAULT, MOST = "fmerge", "speed-ignore"

LINKS = {"all": "lld --icf=all", "none": "lld", measure.GNU: "GNU ld"}
"""The links in which programs may not grow."""

STEPS = (-100, -20, -15, -10, -7, -5, -3, -2, -1, -0.5, 0, 0.05, 100)
"""Bounds of the histogram, in percent."""


def text(data, picture="corpus.svg"):
    """The page, which shows a picture of this name."""
    good = {name: one for name, one in data["programs"].items() if not failure(one)}
    ways = [name for name in data["configurations"] if name != "none"]
    parts = [_head(data, good, picture), _sums(good, ways), _kept(good, ways), _histogram(good, ways), _instructions(good, ways), _grown(good, ways)]
    parts += [_estimates(good, ways), _programs(good, ways), _failed(data)]
    return "\n".join(part for part in parts if part)


def change(one, way):
    """By how many percent code and tables change."""
    before = one["samples"]["none"]["code"]
    return 100 * (one["samples"][way]["code"] - before) / before


def total(programs, way):
    """The same for the sum of all bytes."""
    before = sum(one["samples"]["none"]["code"] for one in programs)
    return 100 * (sum(one["samples"][way]["code"] for one in programs) - before) / before if before else 0.0


def failure(one):
    """Why a program is in no sum, or else nothing."""
    return one.get("failure") or next((failure for sample in one["samples"].values() for failure in sample["failures"]), "") or _different(one)


def _head(data, good, picture):
    size = sum(one["samples"]["none"]["code"] for one in good.values())
    return f"""# The corpus

Written by `bench/corpus.py report`; do not edit. {len(good)} programs of `bench/corpus.toml`, which lists {data["listed"]}, at -{data["level"]}
with full LTO and --icf=all: {size:,} bytes of code, unwind and exception tables without merging. Changes are in percent. *seen* and
*unseen* are halves by a digest of the name; rules are found on seen programs. Four of today's
rules were found here, because programs grew: on advzip and lz4, which are seen, and on busybox and opus, which are not; the prices that came of
the latter two were fitted to seen programs. The prices of functions that do not ask to be small were chosen by ten seen programs, beside
eight unseen ones and three of the bench ([speed](speed.md)). All other rules are older than the corpus.

![Instructions that commands execute more, by how much smaller the program is]({picture})
"""


def _sums(good, ways):
    lines = ["| | programs | bytes | " + " | ".join(ways) + " |", "|---|--:|--:|" + "--:|" * len(ways)]
    halves = [(half, [one for one in good.values() if one["half"] == half]) for half in HALVES]
    parts = [(f"{language}, {half}", [one for one in programs if one["language"] == language]) for language in LANGUAGES.values() for half, programs in halves]
    for name, programs in [("all", list(good.values())), *halves, *parts]:
        size = sum(one["samples"]["none"]["code"] for one in programs)
        lines.append(f"| {name} | {len(programs)} | {size:,} | " + " | ".join(_percent(total(programs, way)) for way in ways) + " |")
    return "\n".join(lines) + "\n"


def _kept(good, ways):
    """What the default keeps of what merging saves where time does not matter."""
    if not {DEFAULT, MOST} <= set(ways):
        return ""
    shares = []
    for half in HALVES:
        programs = [one for one in good.values() if one["half"] == half]
        most = total(programs, MOST)
        shares.append(f"{100 * total(programs, DEFAULT) / most:.0f} % of it on {half} programs" if most else "")
    return f"The default keeps, of what `{MOST}` saves: {', '.join(filter(None, shares))}.\n"


def _estimates(good, ways):
    """Estimates by their sums, and the programs where they are far off."""
    lines, far = [], []
    for way in ways:
        both = [(one["samples"][way].get("gain", 0), one["samples"]["none"]["code"] - one["samples"][way]["code"], name) for name, one in good.items()]
        estimated, true = sum(row[0] for row in both), sum(row[1] for row in both)
        if not estimated:
            continue
        lines.append(f"| {way} | {estimated:,} | {true:,} | {_percent(100 * (estimated - true) / true) if true else ''} |")
        far += [(abs(guess - found), f"| {name} | {way} | {guess:,} | {found:,} |") for guess, found, name in both if abs(guess - found) > max(WRONG, abs(found) * 0.3)]
    if not lines:
        return ""
    head = ["Bytes that merges save by the estimates, and in the linked program:\n", "| | estimated | true | percent |", "|---|--:|--:|--:|", *lines]
    named = [f"\nThe {NAMED} farthest off, by more than 30 % and {WRONG} bytes:\n", "| program | | estimated | true |", "|---|---|--:|--:|", *(line for _, line in sorted(far, reverse=True)[:NAMED])]
    return "\n".join(head + (named if far else [])) + "\n"


def _histogram(good, ways):
    lines = ["How many programs change by so many percent:\n", "| from | to | " + " | ".join(ways) + " |", "|--:|--:|" + "--:|" * len(ways)]
    for low, high in zip(STEPS, STEPS[1:]):
        counts = [sum(low <= change(one, way) < high for one in good.values()) for way in ways]
        lines.append(f"| {low} | {high} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines) + "\n"


def instructions(one, way):
    """Command to the percent more that it executes."""
    before, after = (_commands(one, name) for name in ("none", way))
    return {name: 100 * (command["instructions"] / before[name]["instructions"] - 1) for name, command in after.items()}


def points(data):
    """Points of the picture by half, of the default: each command whose instructions were counted."""
    found = {half: [] for half in HALVES}
    for name, one in data["programs"].items():
        if not failure(one) and DEFAULT in one["samples"]:
            size = change(one, DEFAULT)
            found[one["half"]] += [Point(-size, more, f"{name} {command}: {size:+.2f} %, {more:+.2f} %") for command, more in instructions(one, DEFAULT).items()]
    return found


def _commands(one, way):
    return one["samples"][way].get("costs", {}).get("commands", {})


def _different(one):
    """What is wrong with a program whose commands print or write something else when it is merged, or else nothing."""
    before = _commands(one, "none")
    for way in one["samples"]:
        different = [name for name, command in _commands(one, way).items() if command["printed"] != before[name]["printed"]]
        if different:
            return f"prints or writes something else, by {way}: {', '.join(different)}"
    return ""


def _instructions(good, ways):
    lines = []
    for half in HALVES:
        for way in ways:
            programs = {name: instructions(one, way) for name, one in good.items() if one["half"] == half}
            found = sorted((percent, name, command) for name, commands in programs.items() for command, percent in commands.items())
            if found:
                mean = sum(percent for percent, _, _ in found) / len(found)
                worst = ", ".join(f"{name} {command} {_percent(percent)}" for percent, name, command in reversed(found[-5:]))
                lines.append(f"| {half} | {way} | {len(found)} | {_percent(mean)} | {worst} |")
    head = ["Instructions that commands execute more, in percent:\n", "| | | commands | mean | worst |", "|---|---|--:|--:|---|"]
    return "\n".join([*head, *lines]) + "\n" if lines else ""


def _grown(good, ways):
    """The programs that are larger by more than the bound, in any link."""
    grown = [(size - linked(one, "none")[how], name, way, how) for name, one in good.items() for way in ways for how, size in linked(one, way).items()]
    grown = sorted((row for row in grown if row[0] > GROWN), reverse=True)
    lines = [f"| {name} | {way} | {LINKS[how]} | +{size:,} | {_percent(100 * size / linked(good[name], 'none')[how])} |" for size, name, way, how in grown]
    asked = ", ".join(LINKS.values())
    head = [f"Larger by more than {GROWN} bytes, read-only data included, linked by {asked}:\n", "| program | | linked by | bytes | percent |", "|---|---|---|--:|--:|"]
    return "\n".join([*head, *lines]) + "\n" if lines else f"No program is larger by more than {GROWN} bytes, read-only data included, linked by {asked}.\n"


def linked(one, way):
    """Bytes by how the program is linked, with read-only data, where the tables of a switch are."""
    sample = one["samples"][way]
    return {"all": sample["code"] + sample["read_only"]} | sample.get("otherwise", {})


def _programs(good, ways):
    lines = ["| program | language | half | functions | bytes | " + " | ".join(ways) + " |", "|---|---|---|--:|--:|" + "--:|" * len(ways)]
    for name, one in sorted(good.items()):
        none = one["samples"]["none"]
        cells = " | ".join(_percent(change(one, way)) for way in ways)
        lines.append(f"| {name} | {one['language']} | {one['half']} | {none['functions']:,} | {none['code']:,} | {cells} |")
    return "\n".join(lines) + "\n"


def _failed(data):
    # The command that failed names folders of this machine.
    failed = [f"- {name}: {failure(one).splitlines()[0].split(' from: ')[0]}" for name, one in data["programs"].items() if failure(one)]
    return "\n".join(["Not measured:\n", *failed]) + "\n" if failed else ""


def _percent(value):
    return f"{value:+.2f}".replace("-", "−")
