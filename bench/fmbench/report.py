"""The figures that the pass gives of itself: a JSON file, version 1. Keys not known here are left alone."""

import json
from collections import Counter
from dataclasses import dataclass, field

from fmbench.tools import BenchError

VERSION = 1


@dataclass
class Report:
    """What one run of the pass did; times are milliseconds."""

    functions: int = 0
    eligible: int = 0
    candidates: int = 0
    attempts: int = 0
    merges: int = 0
    rejects: Counter = field(default_factory=Counter)
    pair_rejects: Counter = field(default_factory=Counter)
    phases_ms: dict = field(default_factory=dict)


def read(path):
    """Reads a report file."""
    try:
        data = json.loads(path.read_text())
    except FileNotFoundError:
        raise BenchError("the pass wrote no report") from None
    except ValueError as error:
        raise BenchError(f"the pass's report is no JSON: {error}") from None
    version = data.get("version") if isinstance(data, dict) else None
    if version != VERSION:
        raise BenchError(f"the pass's report has version {version}, not {VERSION}")
    return _from(data)


def _from(data):
    counts = {name: int(data.get(name, 0)) for name in ("functions", "eligible", "candidates", "attempts", "merges")}
    return Report(
        **counts,
        rejects=Counter(data.get("rejects", {})),
        pair_rejects=Counter(data.get("pair_rejects", {})),
        phases_ms=dict(data.get("phases_ms", {})),
    )
