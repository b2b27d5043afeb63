"""Size by instructions: one point for each command of the corpus, seen and unseen in two colours, as SVG text.

Consumes points by half, in percent: how much smaller the program became, and how much more the command executes. Produces one SVG document.
"""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from fmbench.picture import COLOURS

WIDTH, HEIGHT, LEFT, TOP, ROW = 560, 320, 60, 40, 18


@dataclass(frozen=True)
class Point:
    """One command, and what a reader is told who points at it."""

    saved: float
    executed: float
    text: str


def svg(halves):
    """The picture of lists of points by half."""
    points = [point for all_of in halves.values() for point in all_of]
    across = _Axis([0, *(point.saved for point in points)], LEFT, LEFT + WIDTH)
    up = _Axis([0, *(point.executed for point in points)], TOP + HEIGHT, TOP)
    parts = [*_lines(across, up), *(part for number, (name, half) in enumerate(halves.items()) for part in _half(number, name, half, across, up))]
    height = TOP + HEIGHT + 70 + ROW * len(halves)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 40}" height="{height}" font-family="sans-serif" font-size="12">'
    title = f'<text x="{LEFT}" y="20" font-size="14">Instructions that commands execute more, by how much smaller the program is, in percent</text>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', title, *parts, "</svg>"]) + "\n"


class _Axis:
    """Percent to pixels, with a mark at each multiple of a round number."""

    def __init__(self, values, start, end):
        low, high = min(values), max([*values, min(values) + 1])
        self.step = next((step for step in (0.5, 1, 2, 5, 10) if (high - low) / step <= 10), 20)
        self.low, self.high, self.start, self.end = low - self.step / 2, high + self.step / 2, start, end

    def at(self, value):
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def marks(self):
        first = -int(-self.low // self.step)
        return [self.step * number for number in range(first, 1 + int(self.high // self.step))]


def _lines(across, up):
    for mark in across.marks():
        yield f'<line x1="{across.at(mark):.1f}" x2="{across.at(mark):.1f}" y1="{TOP}" y2="{TOP + HEIGHT}" stroke="{_colour(mark)}"/>'
        yield f'<text x="{across.at(mark):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{mark:g}</text>'
    for mark in up.marks():
        yield f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{up.at(mark):.1f}" y2="{up.at(mark):.1f}" stroke="{_colour(mark)}"/>'
        yield f'<text x="{LEFT - 8}" y="{up.at(mark) + 4:.1f}" text-anchor="end">{mark:+g}</text>'


def _colour(mark):
    return "#000" if mark == 0 else "#ddd"


def _half(number, name, points, across, up):
    colour, row = COLOURS[4 * number], TOP + HEIGHT + 50 + ROW * number
    for one in points:
        yield f'<circle cx="{across.at(one.saved):.1f}" cy="{up.at(one.executed):.1f}" r="4" fill="{colour}" fill-opacity="0.6"><title>{escape(one.text)}</title></circle>'
    yield f'<circle cx="{LEFT + 6}" cy="{row - 4}" r="5" fill="{colour}"/>'
    yield f'<text x="{LEFT + 20}" y="{row}">{escape(name)}: {len(points)} commands</text>'
