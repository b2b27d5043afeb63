"""Reads a report, and prints its merges in the order in which they were made, a line each: number, kind, functions."""

import json
import sys

report = json.loads(sys.stdin.readline())
groups = [(group["number"], group["kind"], group["originals"]) for group in report["groups"]]
pairs = [(pair["number"], "similar", [member["name"] for member in pair["members"]]) for pair in report["merged"]]
for number, kind, functions in sorted(groups + pairs):
    print(number, kind, *functions)
