"""Steps that are taken once: configurations that share their first passes share what comes of them.

Consumes the identity of a step (the content of its inputs and its arguments) and a function that takes it.
Produces the folder that the function filled and what it returned; who asks again for the same identity
gets the same. A step that fails fails for everyone who asks.
"""

import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from fmtools import content


@dataclass
class Memo:
    """The steps that were taken so far; `root` is an empty folder that lives as long as this."""

    root: Path
    outcomes: dict[str, Future] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, identity, make):
        """The folder and the result of `make(folder)`; several may ask at a time, the first one makes it."""
        key = content.digest(identity)
        with self.lock:
            first = key not in self.outcomes
            outcome = self.outcomes.setdefault(key, Future())
        if first:
            self._make(self.root / key, make, outcome)
        return outcome.result()

    @staticmethod
    def _make(folder, make, outcome):
        try:
            folder.mkdir()
            outcome.set_result((folder, make(folder)))
        except BaseException as error:
            outcome.set_exception(error)
