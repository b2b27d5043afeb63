"""Merges compared by Alive2, where it is installed (`alive-tv` on the PATH).

Consumes a module, the merged one and the report of the merge. Produces a fault where Alive2 finds that a function that was merged,
and is still there as a thunk, does not do what it did. Thunks do nothing but call, so what they call is made part of them
first, and in both modules, so that calls of merged functions in merged functions are the same.
"""

import re
import shutil

from campaign import sandbox
from fmtools import tools
from fmtools.frames import Merges

SECONDS = 60
"""Processor seconds that Alive2 may take for a module."""

WRONG = "Alive2 finds a function that does something else"
"""The sign."""

INCORRECT = re.compile(r"^\s*[1-9]\d* incorrect transformations", re.MULTILINE)


def is_there():
    """Whether Alive2 is installed."""
    return shutil.which("alive-tv") is not None


def fault(before, after, report, tally):
    """What Alive2 says of a merge, as a kind and a sign."""
    merges = Merges(report)
    members = {name for merged in merges.parts for name in merges.behind(merged)}
    names = sorted(name for name in members if ":" not in name)
    parts = [_whole(module, names) for module in (before, after)]
    if not names or None in parts:
        return None
    done = sandbox.run(["alive-tv", "--disable-undef-input", *(f"--func={name}" for name in names), *parts], SECONDS)
    tally.note("merges compared by Alive2", done.status is not None)
    return ("alive", WRONG) if INCORRECT.search(done.stdout.decode(errors="replace")) else None


def _whole(module, names):
    """The module with these functions in the places of their calls, or `None` if there is none."""
    target = module.with_suffix(".whole.bc")
    attributes = [f"--force-{what}={name}:{attribute}" for name in names for what, attribute in (("remove-attribute", "noinline"), ("attribute", "alwaysinline"))]
    done = sandbox.run([tools.llvm("opt"), *attributes, "-passes=forceattrs,always-inline", module, "-o", target])
    return target if done.good else None
