"""Frames of merged functions beside those of the functions that they were made of.

Consumes the report of a run and frames by name, before and after. What was merged itself is measured by the first originals.
"""

from dataclasses import dataclass, field

RETURN_ADDRESS = 8
"""Bytes, on x86-64."""

FACTOR = 1.1
SLACK = 16
"""A merged frame of at most so many times, and so many bytes above, that of the largest original has hardly grown."""


@dataclass
class Body:
    """A merged function: its frame, and those of the first originals, by name."""

    name: str
    frame: int
    originals: dict[str, int]

    @property
    def largest(self):
        """The largest frame of the originals."""
        return max(self.originals.values())

    @property
    def ratio(self):
        """The frame in terms of the largest original's."""
        return self.frame / self.largest

    @property
    def growth(self):
        """By how many bytes the frame is larger than the largest original's."""
        return self.frame - self.largest

    @property
    def within(self):
        """Whether the frame has hardly grown."""
        return self.frame <= FACTOR * self.largest + SLACK


@dataclass
class Compared:
    """The merged functions of a module, and what could not be compared."""

    bodies: list[Body] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Merged functions that are not in the code."""
    unknown: list[str] = field(default_factory=list)
    """Originals that are not in the code without merging."""
    thunks: list[str] = field(default_factory=list)
    """Originals that remain as thunks with a frame."""


class Merges:
    """What the report of a run says of merges: who was made of whom."""

    def __init__(self, report):
        self.parts = {}
        self.changed = set()
        pairs = [(one["merged"], [member["name"] for member in one["members"]], "pair") for one in report["merged"]]
        groups = [(one["merged"], one["originals"], one["kind"]) for one in report["groups"]]
        for merged, originals, kind in pairs + groups:
            self.parts.setdefault(merged, {}).update(dict.fromkeys(originals))
            if kind != "identical":
                self.changed.add(merged)

    def behind(self, name):
        """The function and all that it was made of, in order."""
        found, waiting = {}, [name]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found[one] = None
                waiting.extend(reversed(self.parts.get(one, {})))
        return list(found)

    def last(self):
        """Merged functions that no other merge took, if more than equal functions went into them."""
        taken = {part for merged, parts in self.parts.items() for part in parts if part != merged}
        final = [merged for merged in self.parts if merged not in taken]
        return [merged for merged in final if self.changed.intersection(self.behind(merged))]

    def mixed(self):
        """The names of all that share a body with functions that are not equal to them."""
        return {name for merged in self.last() for name in self.behind(merged)}

    def compare(self, before, after):
        """The merged functions with their originals; `before` and `after` are frames by name."""
        found = Compared()
        for merged in self.last():
            behind = self.behind(merged)
            found.unknown += [name for name in behind if name not in self.parts and name not in before]
            originals = {name: before[name] for name in behind if name in before}
            if merged not in after:
                found.gone.append(merged)
            elif originals:
                found.bodies.append(Body(merged, after[merged], originals))
            found.thunks += [name for name in originals if name != merged and after.get(name, 0) > RETURN_ADDRESS]
        return found
