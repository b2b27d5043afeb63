"""The figures that our passes give of themselves, version 3. Keys not known here are left alone."""

from collections import Counter
from dataclasses import dataclass, field

from fmtools.reports import only_run
from fmtools.tools import Problem

VERSION = 3

COUNTS = ("functions", "eligible", "candidates", "attempts", "merges", "thunks", "removed", "call_sites", "gain")


@dataclass
class Report:
    """What one run of a pass did; times are milliseconds."""

    functions: int = 0
    eligible: int = 0
    candidates: int = 0
    attempts: int = 0
    merges: int = 0
    thunks: int = 0
    removed: int = 0
    call_sites: int = 0
    gain: int = 0
    bodies: list[str] = field(default_factory=list)
    """The merged functions."""
    kinds: Counter = field(default_factory=Counter)
    """Merges by kind: `pair`, and those of groups by the group's kind."""
    rejects: Counter = field(default_factory=Counter)
    pair_rejects: Counter = field(default_factory=Counter)
    phases_ms: Counter = field(default_factory=Counter)


def read(path):
    """Reads the report file of one run."""
    try:
        data = only_run(path)
    except FileNotFoundError:
        raise Problem("the pass wrote no report") from None
    except ValueError as error:
        raise Problem(f"the pass's report is not the JSON of one run: {error}") from None
    version = data.get("version") if isinstance(data, dict) else None
    if version != VERSION:
        raise Problem(f"the pass's report has version {version}, not {VERSION}")
    return _from(data)


def added(reports):
    """One report for several runs: the sums, but `functions` and `eligible` are those of the largest module."""
    whole = Report()
    for one in reports:
        for name in COUNTS[2:]:
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        for name in ("kinds", "rejects", "pair_rejects", "phases_ms"):
            getattr(whole, name).update(getattr(one, name))
    whole.functions, whole.eligible = max(((one.functions, one.eligible) for one in reports), default=(0, 0))
    return whole


def _from(data):
    return Report(
        **{name: int(data.get(name, 0)) for name in COUNTS},
        bodies=[one["merged"] for name in ("merged", "groups") for one in data.get(name, []) if "merged" in one],
        kinds=_kinds(data),
        rejects=Counter(data.get("rejects", {})),
        pair_rejects=Counter(data.get("pair_rejects", {})),
        phases_ms=Counter(data.get("phases_ms", {})),
    )


def _kinds(data):
    kinds = Counter()
    if data.get("merged"):
        kinds["pair"] = len(data["merged"])
    for group in data.get("groups", []):
        kinds[group["kind"]] += len(group["originals"]) - 1
    return kinds
