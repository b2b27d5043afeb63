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

WIDTH, HEIGHT, LEFT, TOP, LEGEND_ROW = 560, 360, 70, 50, 18

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
    across = _Scale(min([-1.0, *(one.size for one in found)]), max([1.0, *(one.size for one in found)]), LEFT, LEFT + WIDTH)
    top = min(HIGHEST, max([1.0, *(one.mean for one in found), *(one.worst for one in found)]))
    up = _Scale(min([-1.0, *(one.mean for one in found)]), top, TOP + HEIGHT, TOP)
    height = TOP + HEIGHT + 60 + LEGEND_ROW * len(found)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 40}" height="{height}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="14">Instructions executed (up) against size (across), change in percent over -Oz and --icf=all</text>',
        *_axes(across, up), *_marks(found, across, up), *_legend(found), "</svg>"]) + "\n"


class _Scale:
    """Percentages between two pixels, with what lies outside at the edge."""

    def __init__(self, low, high, first, last):
        self.low, self.high, self.first, self.last = low, high, first, last

    def at(self, percent):
        """The pixel of a percentage."""
        held = max(self.low, min(self.high, percent))
        return self.first + (self.last - self.first) * (held - self.low) / (self.high - self.low)

    def steps(self):
        """Round percentages, at most ten."""
        step = next(size for size in (0.25, 0.5, 1, 2, 5, 10, 20, 50, 1000) if (self.high - self.low) / size <= 10)
        number = -int(-self.low / step) if self.low < 0 else int(self.low / step)
        while number * step <= self.high:
            yield number * step
            number += 1


def _axes(across, up):
    for percent in across.steps():
        x = across.at(percent)
        yield _line(x, x, TOP, TOP + HEIGHT, "#000" if percent == 0 else "#ddd")
        yield f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{percent:+g}</text>'
    for percent in up.steps():
        y = up.at(percent)
        yield _line(LEFT, LEFT + WIDTH, y, y, "#000" if percent == 0 else "#ddd")
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent:+g}</text>'


def _marks(found, across, up):
    for number, one in enumerate(found):
        x, y = across.at(one.size), up.at(one.mean)
        yield _line(x, x, up.at(one.worst), y, _colour(number))
        yield _mark(one, number, x, y)


def _legend(found):
    for number, one in enumerate(found):
        y = TOP + HEIGHT + 50 + LEGEND_ROW * number
        yield _mark(one, number, LEFT + 6, y - 4)
        yield f'<text x="{LEFT + 20}" y="{y}">{escape(_said(one))}</text>'


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


def _line(x1, x2, y1, y2, colour):
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'
