"""Merges a program in every mode, and compares what it does with what it did before.

Consumes a `Program`. Produces the first `Finding`, or nothing. A program that is not fit for a test (it
crashes, does not end, or behaves otherwise at another level even unmerged) is `Discarded`.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from campaign import levels, tools
from campaign.program import Discarded, Program

MODES = {
    "force": "{name}<force;verify;report={report}>",
    "keep": "{name}<force;thunks=keep;verify;report={report}>",
    "default": "{name}<verify;report={report}>",
}

PASSES = ["f3m", "identical", "gfm", "fmerge"]
"""What can be tried in each mode; the first unless told otherwise."""

BUGS = ["replay-failed", "emission-failed", "verifier-failed"]
"""Refusals of a pair that are always a fault of ours."""


@dataclass(frozen=True)
class Finding:
    """A fault: in which mode, at which level afterwards, of what kind, and a sign to know it again by."""

    mode: str
    level: str
    kind: str
    sign: str
    name: str = PASSES[0]
    """The pass."""


@dataclass(frozen=True)
class Outcome:
    """A merge: the fault, if it showed one, and how many pairs were merged."""

    fault: tuple[str, str] | None
    merges: int


@dataclass
class Checker:
    """Checks programs with one plugin."""

    plugin: Path
    steady: tuple[str, ...] = tuple(levels.ALL)
    """The levels at which a program must behave alike unmerged before a difference is blamed on us."""
    name: str = PASSES[0]
    """The pass that is tried."""

    def check(self, program, seed, folder):
        """The first finding, or `None`, and how many pairs were merged in all modes together."""
        expected = self._reference(program, folder)
        merges = 0
        for number, mode in enumerate(MODES):
            merged = folder / f"{mode}.bc"
            outcome = self.merge(program.module, mode, merged)
            merges += outcome.merges
            if outcome.fault:
                return Finding(mode, "-O0", *outcome.fault, self.name), merges
            for level in _levels(program, seed + number):
                fault = self._behave(program, merged, level, expected)
                if fault:
                    return Finding(mode, level, *fault, self.name), merges
        return None, merges

    def merge(self, module, mode, merged):
        """Runs the pass; `opt` verifies the whole module afterwards."""
        report = merged.with_suffix(".json")
        report.unlink(missing_ok=True)
        passes = MODES[mode].format(name=self.name, report=report)
        command = [tools.llvm("opt"), f"-load-pass-plugin={self.plugin}", f"-passes={passes}", module, "-o", merged]
        done = tools.run(command, env={"FMERGE_LOG": "error"})
        if done.status is None:
            return Outcome(("hang", "opt"), 0)
        if not done.good:
            return Outcome(("crash", _sign(done.said)), 0)
        told = json.loads(report.read_text())
        bugs = [name for name in BUGS if told["pair_rejects"].get(name)]
        fault = (bugs[0], _sign(done.said)) if bugs else ("log", _sign(done.said)) if done.said else None
        return Outcome(fault, told["merges"])

    def shows(self, module, finding, folder):
        """Whether a module shows the finding: for the reduction."""
        program = Program(module, runs=finding.kind == "output")
        merged = folder / "merged.bc"
        try:
            expected = self._reference(program, folder)
        except Discarded:
            return False
        fault = self.merge(module, finding.mode, merged).fault
        if fault is None:
            fault = self._behave(program, merged, finding.level, expected)
        return fault == (finding.kind, finding.sign)

    def _reference(self, program, folder):
        if not program.runs:
            return None
        executable = folder / "reference"
        if not build(program.module, "-O0", executable).good:
            raise Discarded("clang could not build it unmerged")
        expected = execute(executable)
        if expected.status is None:
            raise Discarded("it does not end")
        if expected.status < 0:
            raise Discarded("it crashes unmerged")
        return expected

    def _behave(self, program, merged, level, expected):
        """The fault of a merged module at a level, if it has one and the unmerged program has none."""
        executable = merged.with_suffix(f".x{level}")
        done = build(merged, level, executable) if program.runs else compile_only(merged, level, executable)
        if not done.good:
            return self._blame_compiler(program, level, executable, done)
        if program.runs and not same(execute(executable), expected):
            return self._blame_program(program, executable, expected)
        return None

    def _blame_compiler(self, program, level, executable, done):
        compiler = build if program.runs else compile_only
        if not compiler(program.module, level, executable).good:
            raise Discarded("LLVM cannot compile it even unmerged")
        return "codegen", _sign(done.said)

    def _blame_program(self, program, executable, expected):
        for level in self.steady:
            if not build(program.module, level, executable).good:
                raise Discarded("LLVM cannot compile it even unmerged")
            if not same(execute(executable), expected):
                raise Discarded("it behaves otherwise at another level, unmerged")
        return "output", "differs"


def build(module, level, executable):
    """Optimises a module, generates code, links."""
    link = [f"--ld-path={tools.llvm('ld.lld')}", "-lm", "-Wl,--as-needed", "-lstdc++"]
    return tools.run([tools.llvm("clang"), level, "-w", "-x", "ir", module, "-x", "none", *link, "-o", executable])


def compile_only(module, level, target):
    """Optimises a module and generates code."""
    return tools.run([tools.llvm("clang"), level, "-w", "-x", "ir", module, "-c", "-o", target])


def execute(executable):
    """Runs a program."""
    return tools.run([executable], seconds=tools.PROGRAM_SECONDS)


def same(one, other):
    """Whether two runs are alike to whoever runs the program."""
    return (one.status, one.stdout) == (other.status, other.stdout)


def _levels(program, turn):
    return levels.ALL if program.thorough else [levels.ALL[turn % len(levels.ALL)]]


def _sign(said):
    """What is said, without what changes from program to program: names and numbers."""
    lines = [line for line in said.splitlines() if line.strip()]
    told = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "")
    told = re.sub(r"for .* and .* is wrong", "is wrong", told)
    told = re.sub(r"\S+ and \S+ could", "could", told)
    return re.sub(r"[%@'\"`/]\S+|\d+", "#", told)[:200]
