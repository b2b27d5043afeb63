"""A picture of bytes against estimated bytes: one point for each of many things, as SVG text.

Consumes points by group. Produces one SVG document with both axes alike, and the line on which estimates are right. As most
things are small and a few are large, both axes are linear up to ten bytes from zero, and logarithmic beyond.
"""

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

from fmbench.picture import COLOURS

SIDE, LEFT, TOP, ROW = 480, 80, 50, 18

LINEAR = 10
"""Bytes on both sides of zero that are drawn to scale."""


@dataclass(frozen=True)
class Point:
    """One thing: estimated and true bytes, and what a reader is told who points at it."""

    across: float
    up: float
    text: str


def svg(title, groups):
    """The picture of groups of points by name."""
    most = max([LINEAR * 10, *(max(abs(one.across), abs(one.up)) for points in groups.values() for one in points)])
    end = scaled(most)

    def at(value):
        return SIDE * (scaled(value) + end) / (2 * end)

    def x(value):
        return LEFT + at(value)

    def y(value):
        return TOP + SIDE - at(value)

    parts = []
    for step in steps(most):
        colour = "#000" if step == 0 else "#ddd"
        parts.append(f'<line x1="{x(step):.1f}" x2="{x(step):.1f}" y1="{TOP}" y2="{TOP + SIDE}" stroke="{colour}"/>')
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + SIDE}" y1="{y(step):.1f}" y2="{y(step):.1f}" stroke="{colour}"/>')
        parts.append(f'<text x="{x(step):.1f}" y="{TOP + SIDE + 18}" text-anchor="middle">{_said(step)}</text>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(step) + 4:.1f}" text-anchor="end">{_said(step)}</text>')
    parts.append(f'<line x1="{x(-most):.1f}" x2="{x(most):.1f}" y1="{y(-most):.1f}" y2="{y(most):.1f}" stroke="#888" stroke-dasharray="4"/>')
    for number, (name, points) in enumerate(groups.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts += [f'<circle cx="{x(one.across):.1f}" cy="{y(one.up):.1f}" r="3" fill="{colour}" fill-opacity="0.6"><title>{escape(one.text)}</title></circle>' for one in points]
        row = TOP + SIDE + 50 + ROW * number
        parts.append(f'<circle cx="{LEFT + 6}" cy="{row - 4}" r="5" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + 20}" y="{row}">{escape(name)}: {len(points)}</text>')
    height = TOP + SIDE + 50 + ROW * len(groups)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + SIDE + 40}" height="{height}" font-family="sans-serif" font-size="12">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>', *parts, "</svg>"]) + "\n"


def _said(step):
    return f"{step:+,}" if step else "0"


def scaled(value):
    """A number of bytes on the axis: 1 for ten of them, and 1 more for ten times as many."""
    size = abs(value)
    length = size / LINEAR if size <= LINEAR else 1 + math.log10(size / LINEAR)
    return math.copysign(length, value)


def steps(most):
    """Zero, and all powers of ten between that are drawn."""
    powers = [10**power for power in range(1, 1 + int(math.log10(most)))]
    return [-power for power in reversed(powers)] + [0] + powers
