"""What a generator makes of a seed."""

from dataclasses import dataclass
from pathlib import Path


class Discarded(Exception):
    """This seed makes no program to test, and why, in words that are counted."""


@dataclass(frozen=True)
class Program:
    """One module of bitcode. One that does not run has no main: it is merged and compiled only."""

    module: Path
    runs: bool
