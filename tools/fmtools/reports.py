"""The reports that our passes write (`docs/reports.md`): a JSON document a line, each of which is a run of a pass."""

import json

BUGS = ["replay-failed", "emission-failed", "verifier-failed"]
"""Refusals of a pair that are always a fault of ours."""


def runs(path):
    """What each run did, in order."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def only_run(path):
    """What the run of a file of one did."""
    (run,) = runs(path)
    return run
