"""The plane of a picture in percent: two linear axes with marks, and the document around them, as SVG text.

Consumes the least and the greatest value of both axes. Produces the pixels of values, the lines of the axes, and one SVG document.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Frame:
    """Where the plane lies, in pixels."""

    width: int
    height: int
    left: int
    top: int

    def across(self, low, high):
        """The axis from left to right."""
        return Scale(low, high, self.left, self.left + self.width)

    def up(self, low, high):
        """The axis from below upwards."""
        return Scale(low, high, self.top + self.height, self.top)

    def axes(self, across, up):
        """A line and a number for each round percentage."""
        for percent in across.steps():
            x = across.at(percent)
            yield line(x, x, self.top, self.top + self.height, _colour(percent))
            yield f'<text x="{x:.1f}" y="{self.top + self.height + 18}" text-anchor="middle">{percent:+g}</text>'
        for percent in up.steps():
            y = up.at(percent)
            yield line(self.left, self.left + self.width, y, y, _colour(percent))
            yield f'<text x="{self.left - 8}" y="{y + 4:.1f}" text-anchor="end">{percent:+g}</text>'

    def document(self, title, below, parts):
        """The whole picture, with so many pixels below the plane."""
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.left + self.width + 40}" height="{self.top + self.height + below}" font-family="sans-serif" font-size="12">',
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="{self.left}" y="20" font-size="14">{title}</text>',
            *parts, "</svg>"]) + "\n"


class Scale:
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


def line(x1, x2, y1, y2, colour):
    """From one point to another."""
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _colour(percent):
    return "#000" if percent == 0 else "#ddd"
