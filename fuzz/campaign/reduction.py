"""Makes a small test of a finding, with llvm-reduce.

Consumes a folder with `original.bc` and `finding.json`. Produces `reduced.ll` there, which opens with the
command that shows the fault.
"""

import json
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from campaign import sandbox
from campaign.check import Checker, Finding, pipeline
from fmtools import REPOSITORY, tools

STEADY = ("-O0", "-O2")
"""Fewer levels than a campaign tries, because llvm-reduce asks hundreds of times."""


def reduce(place, plugin, seconds):
    """Reduces for at most so many seconds; the smallest module so far counts. Gives an exit status."""
    place = place.resolve()
    best = place / "reduced.ll"
    script = _script(place, plugin)
    command = [tools.llvm("llvm-reduce"), f"--test={script}", place / "original.bc", "-o", place / "llvm-reduce.ll"]
    sandbox.run([tools.find("timeout"), seconds, *command], seconds=seconds + 60)
    if not best.exists():
        print(f"{place}: the finding does not show again", file=sys.stderr)
        return 1
    finding = _finding(place)
    best.write_text(_head(finding) + best.read_text())
    return 0


def shows(place, module, plugin):
    """Whether a module shows the finding of a folder. The smallest that does is kept there."""
    with tempfile.TemporaryDirectory(prefix="fmerge-reduce-") as scratch:
        finding = _finding(place)
        if not Checker(plugin, STEADY).shows(module, finding, Path(scratch)):
            return False
        text = Path(scratch) / "text.ll"
        if sandbox.run([tools.llvm("opt"), "-S", module, "-o", text]).good:
            _keep_smallest(text, place / "reduced.ll")
    return True


def _keep_smallest(text, best):
    if not best.exists() or text.stat().st_size < best.stat().st_size:
        shutil.copy(text, best)


def _finding(place):
    return Finding(**json.loads((place / "finding.json").read_text()))


def _script(place, plugin):
    """What llvm-reduce asks about each of its attempts."""
    script = place / "shows.sh"
    command = [sys.executable, REPOSITORY / "fuzz" / "run.py", "--plugin", plugin, "--shows", place]
    script.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, command))} "$1"\n')
    script.chmod(0o755)
    return script


def _head(finding):
    passes = pipeline(finding.mode, finding.name, "-")
    return (
        f"; {finding.kind} at {finding.level}: {finding.sign}\n"
        f"; RUN: %opt -passes='{passes}' -S %s -o - | %FileCheck %s\n"
    )
