"""Compares two reports of f3m, but for times and for what the encoder counts.

Usage: merges.py REPORT OTHER [pairs]: with `pairs`, the merged pairs alone are compared.
"""

import json
import sys

ENCODER = ["module", "source", "locations", "functions", "eligible", "rejects", "sizable", "sizable_rejects", "phases_ms"]
"""What a driver without a compiler cannot know."""


def outcome(path):
    with open(path) as file:
        report = json.load(file)
    if "pairs" in sys.argv:
        return [([member["name"] for member in merge["members"]], merge["gain"]) for merge in report["merged"]]
    return {name: value for name, value in report.items() if name not in ENCODER}


one, other = map(outcome, sys.argv[1:3])
merges = len(one if "pairs" in sys.argv else one["merged"])
if one != other:
    sys.exit(f"different:\n{one}\n{other}")
print(f"the same {merges} merges")
