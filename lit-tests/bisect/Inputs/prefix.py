"""Runs opt with limits, and checks that the first so many merges are those of a run without a limit.

Usage: prefix.py PASSES INPUT FOLDER OPT...; in PASSES, `LIMIT` becomes the options of a pass.
"""

import json
import subprocess
import sys
from pathlib import Path

STEP = 4
"""Every which limit is tried."""


def run(passes, source, folder, opt, limit):
    """The merges that were made, by pass and in order, how many were refused for the limit, and the module."""
    reports, pieces = [], passes.split("LIMIT")
    text = pieces[0]
    for piece in pieces[1:]:
        reports.append(folder / f"{len(reports)}.json")
        text += f"report={reports[-1]}" + (f";limit={limit}" if limit else "") + piece
    module = subprocess.run([*opt, f"-passes={text}", "-S", source, "-o", "-"], check=True, capture_output=True).stdout
    read = [json.loads(report.read_text()) for report in reports]
    groups = [group for report in read for group in report["groups"]]
    pairs = [pair for report in read for pair in report["merged"]]
    refused = sum(report["pair_rejects"].get("outside-limit", 0) for report in read)
    made = [(group["kind"], *group["originals"], group["merged"]) for group in groups]
    paired = [(*(member["name"] for member in pair["members"]), pair["merged"]) for pair in pairs]
    return made, paired, refused, module


def main():
    """Tries limits in turn; the exit status is 1 when one does not do what it should."""
    passes, source, folder, *opt = sys.argv[1:]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    groups, pairs, refused, module = run(passes, source, folder, opt, None)
    total = len(groups) + len(pairs)
    assert refused == 0 and total > 20, (refused, total)
    for limit in sorted({*range(0, total, STEP), total - 1, total, total + 1}):
        made, paired, refused, limited = run(passes, source, folder, opt, f"1-{limit}" if limit else "0")
        assert made == groups[: len(made)] and paired == pairs[: len(paired)], f"not a prefix: {limit}"
        assert len(made) + len(paired) == min(limit, total), f"{limit}: {len(made)} and {len(paired)}"
        assert (refused > 0) == (limit < total), f"{limit}: {refused} refused"
        assert (limited == module) == (limit >= total), f"{limit}: another module, or the same"
    print(f"{total} merges, {len(groups)} of them groups")


main()
