"""What a generator makes of a seed."""

from dataclasses import dataclass, field
from pathlib import Path


class Discarded(Exception):
    """This seed makes no program to test, and why, in words that are counted."""


@dataclass(frozen=True)
class Program:
    """One module of bitcode. One that does not run has no main: it is merged and compiled only."""

    module: Path
    runs: bool
    deep: bool = False
    """Whether it must do with twice the stack that it needs unmerged."""
    measured: bool = False
    """Whether it says on standard error how much stack each of its recursions took."""
    cases: bool = False
    """Whether it prints a line for each of its cases, of which those count on which all levels agree."""
    more: tuple[Path, ...] = ()
    """Objects that it is linked with."""
    names: tuple[str, ...] = ()
    """The passes that it is for, unless others are asked for."""
    brief: bool = False
    """Whether it is tried in few modes, and code is generated at once."""


@dataclass
class Source:
    """A program: a text for each path, the units among them, and what flags they want."""

    texts: dict[str, str]
    units: list[str]
    flags: list[str]
    traits: set[str] = field(default_factory=set)
    """What limits the ways to build it, such as `identity`: equal functions must keep different addresses."""
    parts: list[int] = field(default_factory=list)
    """What it is made of, for whoever leaves some out."""

    @property
    def compiler(self):
        """The driver, which links as well."""
        return "clang++" if "c++" in self.traits else "clang"

    def write(self, folder):
        """Writes all files into a folder."""
        for name, text in self.texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
