"""A picture of results: for each program a group of bars, one for each configuration, as SVG text.

Consumes results; produces one SVG document. A bar says by how many percent the program's code and tables
change, with --icf=all on both sides; down is smaller. A red frame marks a row that failed.
"""

from xml.sax.saxutils import escape

from fmbench.configuration import configurations
from fmbench.table import plain_variant

COLOURS = ["#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677", "#aa3377", "#bbbbbb", "#000000",
           "#994f00", "#006cd1", "#e1be6a", "#40b0a6"]
"""Told apart also by the colour-blind (after Paul Tol), as far as there are enough."""

BAR, GAP, HEIGHT, LEFT, TOP = 12, 24, 300, 60, 40

LEGEND_ROW = 18


def svg(data):
    """The picture."""
    names = drawn(data["configurations"])
    groups = _groups(data, names)
    scale = _Scale(*_range(groups))
    width = LEFT + sum(_width(group) for group in groups.values()) + GAP
    legend = _legend(names, TOP + HEIGHT + 50)
    height = TOP + HEIGHT + 60 + LEGEND_ROW * len(names)
    parts = [*_axis(scale, width), *_bars(groups, names, scale), *legend]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(width, 560)}" height="{height}" font-family="sans-serif" font-size="12">'
    title = f'<text x="{LEFT}" y="20" font-size="14">Size of code and unwind tables, change in percent over -Oz and --icf=all</text>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', title, *parts, "</svg>"]) + "\n"


def drawn(names):
    """The configurations of the list `picture`, or else the first ones, no more than there are colours."""
    known = configurations()
    listed = [name for name in names if name in known and "picture" in known[name].lists]
    others = [name for name in names if name not in ("none", "separate-none")]
    return (listed or others)[: len(COLOURS)]


class _Scale:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def y(self, percent):
        """Where a percentage is, in pixels from the top."""
        return TOP + HEIGHT * (self.high - percent) / (self.high - self.low)


def _groups(data, names):
    """Program to configuration to row, of the usual variant only."""
    groups = {}
    for row in data["rows"]:
        if plain_variant(row) and row["configuration"] in names and row["configuration"] != row["base"]:
            groups.setdefault(row["workload"], {})[row["configuration"]] = row
    return groups


def _range(groups):
    changes = [_change(row) for group in groups.values() for row in group.values()]
    return min([-1.0, *changes]), max([1.0, *changes])


def _change(row):
    return row.get("change_percent", {}).get("all", 0.0)


def _width(group):
    return BAR * len(group) + GAP


def _axis(scale, width):
    step = next(size for size in (0.5, 1, 2, 5, 10, 20, 50, 1000) if (scale.high - scale.low) / size <= 10)
    mark = step * int(scale.low / step)
    while mark <= scale.high:
        y = scale.y(mark)
        colour = "#000" if mark == 0 else "#ddd"
        yield f'<line x1="{LEFT}" x2="{width}" y1="{y:.1f}" y2="{y:.1f}" stroke="{colour}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{mark:+g}</text>'
        mark += step


def _bars(groups, names, scale):
    x = LEFT + GAP / 2
    for workload, group in groups.items():
        middle = x + BAR * len(group) / 2
        yield f'<text x="{middle:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{escape(workload)}</text>'
        for name in [name for name in names if name in group]:
            yield _bar(group[name], COLOURS[names.index(name) % len(COLOURS)], x, scale)
            x += BAR
        x += GAP


def _bar(row, colour, x, scale):
    change = _change(row)
    top, bottom = sorted((scale.y(change), scale.y(0)))
    frame = ' stroke="red" stroke-width="3"' if row["failures"] else ""
    label = f"{row['workload']}, {row['configuration']}: " + ("failed" if row["failures"] else f"{change:+.2f}%")
    return (f'<rect x="{x:.1f}" y="{top:.1f}" width="{BAR - 1}" height="{max(bottom - top, 1):.1f}" fill="{colour}"{frame}>'
            f"<title>{escape(label)}</title></rect>")


def _legend(names, y):
    for number, name in enumerate(names):
        at = y + LEGEND_ROW * number
        yield f'<rect x="{LEFT}" y="{at - 10}" width="12" height="12" fill="{COLOURS[number % len(COLOURS)]}"/>'
        yield f'<text x="{LEFT + 18}" y="{at}">{escape(name)}</text>'
