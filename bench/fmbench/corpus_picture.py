"""Size by instructions: one point for each command of the corpus, seen and unseen in two colours, as SVG text.

Consumes points by half, in percent: how much smaller the program became, and how much more the command executes. Produces one SVG document.
"""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from fmbench.picture import COLOURS
from fmbench.plane import Frame

FRAME = Frame(width=560, height=320, left=60, top=40)

ROW = 18

TITLE = "Instructions that commands execute more, by how much smaller the program is, in percent"


@dataclass(frozen=True)
class Point:
    """One command, and what a reader is told who points at it."""

    saved: float
    executed: float
    text: str


def svg(halves):
    """The picture of lists of points by half."""
    points = [point for half in halves.values() for point in half]
    across = FRAME.across(*_bounds(point.saved for point in points))
    up = FRAME.up(*_bounds(point.executed for point in points))
    marks = [part for number, (name, half) in enumerate(halves.items()) for part in _half(number, name, half, across, up)]
    return FRAME.document(TITLE, 60 + ROW * len(halves), [*FRAME.axes(across, up), *marks])


def _bounds(values):
    found = [0, *values]
    return min(found) - 0.5, max(found) + 0.5


def _half(number, name, points, across, up):
    colour, row = COLOURS[4 * number], FRAME.top + FRAME.height + 50 + ROW * number
    for one in points:
        yield f'<circle cx="{across.at(one.saved):.1f}" cy="{up.at(one.executed):.1f}" r="4" fill="{colour}" fill-opacity="0.6"><title>{escape(one.text)}</title></circle>'
    yield f'<circle cx="{FRAME.left + 6}" cy="{row - 4}" r="5" fill="{colour}"/>'
    yield f'<text x="{FRAME.left + 20}" y="{row}">{escape(name)}: {len(points)} commands</text>'
