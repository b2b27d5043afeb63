"""A picture of size against instructions: one point for each configuration, of all programs together, as SVG text.

Consumes results whose rows have `costs`; produces one SVG document. To the left is smaller, up is slower: a setting
is the better the further it is to the lower left. A disc is of ours, a square of LLVM's; a line goes up from it to
the program's command that it slows down most.
"""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from fmbench import costs_table, results
from fmbench.configuration import Configuration, configurations
from fmbench.picture import COLOURS
from fmbench.plane import Frame, line

FRAME = Frame(width=560, height=360, left=70, top=50)

LEGEND_ROW = 18

HIGHEST = 20.0
"""Percent of instructions above which a point, or the end of a line, stands at the upper edge."""


@dataclass(frozen=True)
class Point:
    """One configuration. All but `programs` are changes in percent."""

    name: str
    size: float
    mean: float
    worst: float
    programs: int


def points(data):
    """One for each configuration that instructions were counted in."""
    for name, rows in costs_table.groups(data).items():
        changes = [one["percent"] for row in rows for one in row["costs"]["commands"].values()]
        yield Point(name, costs_table.size_percent(rows), results.mean_percent(changes), max(changes), len(rows))


def svg(data):
    """The picture; empty if nothing was counted."""
    found = list(points(data))
    if not found:
        return ""
    across = FRAME.across(min([-1.0, *(one.size for one in found)]), max([1.0, *(one.size for one in found)]))
    top = min(HIGHEST, max([1.0, *(one.mean for one in found), *(one.worst for one in found)]))
    up = FRAME.up(min([-1.0, *(one.mean for one in found)]), top)
    title = "Instructions executed (up) against size (across), change in percent over -Oz and --icf=all"
    return FRAME.document(title, 60 + LEGEND_ROW * len(found), [*FRAME.axes(across, up), *_marks(found, across, up), *_legend(found)])


def _marks(found, across, up):
    for number, one in enumerate(found):
        x, y = across.at(one.size), up.at(one.mean)
        yield line(x, x, up.at(one.worst), y, _colour(number))
        yield _mark(one, number, x, y)


def _legend(found):
    for number, one in enumerate(found):
        y = FRAME.top + FRAME.height + 50 + LEGEND_ROW * number
        yield _mark(one, number, FRAME.left + 6, y - 4)
        yield f'<text x="{FRAME.left + 20}" y="{y}">{escape(_said(one))}</text>'


def _mark(one, number, x, y):
    shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6"' if _ours(one.name) else f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10"'
    tag = shape[1:].split(" ", 1)[0]
    return f'{shape} fill="{_colour(number)}" stroke="white"><title>{escape(_said(one))}</title></{tag}>'


def _said(one):
    return f"{one.name}: size {one.size:+.2f}, instructions {one.mean:+.2f}, at worst {one.worst:+.2f}, of {one.programs} programs"


def _ours(name):
    return configurations().get(name, Configuration(name, late="fmerge")).ours


def _colour(number):
    return COLOURS[number % len(COLOURS)]
