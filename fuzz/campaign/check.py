"""Merges a program in every mode, and compares what it does with what it did before.

Consumes a `Program`. Produces the first `Finding`, or nothing. A program that is not fit for a test (it
crashes, does not end, or behaves otherwise at another level even unmerged) is `Discarded`.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from campaign import accesses, alive, frames, levels, machine, mutants, sandbox, stack, symbols, worker
from campaign.program import Discarded, Program
from fmtools import content, tools
from fmtools.frames import Merges
from fmtools.reports import BUGS, only_run

MODES = {
    "force": "{name}<force;verify;report={report}>",
    "keep": "{name}<force;thunks=keep;verify;report={report}>",
    "bare": "{name}<force;thunks=keep;thunk-entries=drop;verify;report={report}>",
    "timed": "{name}<force;time-price=40;verify;report={report}>",
    "weighed": "{name}<profit=exact;speed=ignore;verify;report={report}>",
    "mingled": "{name}<slowdown=1000;time-price=0;verify;report={report}>",
    "folded": "{name}<icf=all;slowdown=1000;time-price=0;verify;report={report}>",
    "inlined": "{name}<before-inlining;slowdown=1000;time-price=0;verify;report={report}>",
    "tabled": "{name}<force;params=1;verify;report={report}>",
    "default": "{name}<verify;report={report}>",
}

ALIGNING = ["f3m", "fmerge"]
"""The passes that weigh merges by their code."""

EQUAL = ["identical", "fmerge"]
"""The passes that leave equal functions to the linker."""

INLINED = ["f3m", "identical", "gfm", "fmerge"]
"""The passes that leave functions to the inliner."""

TABLED = ["gfm", "fmerge"]
"""The passes that make tables of constants."""

PASSES = ["f3m", "identical", "gfm", "fmerge"]
"""What can be tried in each mode; the first unless told otherwise."""


def modes(name):
    """The modes of a pass."""
    of_some = {"weighed": ALIGNING, "folded": EQUAL, "inlined": INLINED, "tabled": TABLED}
    return [mode for mode in MODES if name in of_some.get(mode, PASSES)]


def few(name, turn):
    """The modes in which a brief program is tried: the first, the default, and another by its turn."""
    others = [mode for mode in modes(name) if mode not in ("force", "default")]
    return ["force", "default", others[turn % len(others)]]


def pipeline(mode, name, report):
    """A pass in a mode; `fmerge` with several rounds, so that what one keeps for the next is tried."""
    text = MODES[mode].format(name=name, report=report)
    return text.replace("<", "<rounds=3;", 1) if name == "fmerge" else text


CASE = "a case differs"
"""The sign of a program of cases."""


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
    report: dict | None = None
    """What the pass told of it."""


@dataclass
class Tally:
    """What was done for a program."""

    merges: int = 0
    """Pairs merged, in all passes and modes."""
    compared: int = 0
    """Merged programs that were compiled at a level, run and compared; or only compiled, where nothing runs."""
    equal: int = 0
    """Those of them that were not run again, because their code is one that has been compared."""
    counts: dict[str, int] = field(default_factory=dict)
    """What was counted besides: merges by what made them."""

    def count(self, what, number):
        """Counts merges."""
        self.merges += number
        self._add(f"merges by {what}", number)

    def changed(self, what):
        """Counts a program that was merged where nobody says how often."""
        self._add(f"programs changed by {what}", 1)

    def note(self, what, number):
        """Counts something else."""
        self._add(what, number)

    def _add(self, what, number):
        if number:
            self.counts[what] = self.counts.get(what, 0) + number


@dataclass
class Trial:
    """A program under test: what it does unmerged, and what code of it has been seen to do the same."""

    program: Program
    folder: Path
    expected: tools.Done | None = None
    seen: set = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)
    enough: dict[str, int | None] = field(default_factory=dict)
    """Bytes of stack that must do, by level."""
    plain: dict[str, tools.Done] = field(default_factory=dict)
    """Of a program that measures itself: what it does unmerged, by level."""

    references: list[Path] = field(default_factory=list)
    """Of a program of cases: builds without a merge."""
    agreed: dict[str, str] = field(default_factory=dict)
    """What came of the cases that count."""
    mixed: set[str] = field(default_factory=set)
    """Functions of a program that measures itself that the merge under test gave a body with others than equal ones."""

    def frames(self):
        """The frames of the module, unmerged."""
        if not self._frames:
            self._frames = frames.of_module(self.program.module)
        return self._frames

    def accesses(self):
        """The volatile accesses of the module, unmerged."""
        if self._accesses is None:
            self._accesses = accesses.reachable(self.program.module)
        return self._accesses

    def needs(self):
        """What the object of the module needs, unmerged and not optimised; `None` where LLVM generates no code."""
        target = self.folder / "unmerged.o"
        if self._needs is None and worker.compile_module(self.program.module, levels.CODE, target).good:
            self._needs = symbols.of_object(target)
        return self._needs

    _frames: dict | None = None
    _accesses: dict | None = None
    _needs: symbols.Needs | None = None


def mixed(outcome):
    """Functions that a merge gave a body with others than equal ones."""
    return Merges(outcome.report).mixed() if outcome.report else set()


@dataclass
class Checker:
    """Checks programs with one plugin."""

    plugin: Path
    steady: tuple[str, ...] = tuple(levels.ALL)
    """The levels at which a program must behave alike unmerged before a difference is blamed on us."""
    names: tuple[str, ...] = ()
    """The passes that are tried; without any, those that a program is for, or the first of all."""
    thorough: bool = False
    """Whether every mode is tried at every level. Otherwise `force` is, and the others at one chosen by the seed."""

    def check(self, program, seed, folder):
        """The first finding, or `None`, and what was done."""
        trial = self._trial(program, folder)
        names = self.names or program.names or PASSES[:1]
        chosen = {name: few(name, seed) if program.brief and not self.thorough else modes(name) for name in names}
        tries = [(name, number, mode) for name in names for number, mode in enumerate(chosen[name])]
        for name, number, mode in tries:
            tried = [levels.CODE, *(["-O2"] if program.cases else [])] if program.brief else self._levels(mode, seed + number)
            finding = self._try(trial, name, mode, tried)
            if finding:
                return finding, trial.tally
        return None, trial.tally

    def _levels(self, mode, turn):
        return levels.ALL if self.thorough or mode == "force" else [levels.ALL[turn % len(levels.ALL)]]

    def _try(self, trial, name, mode, tried):
        merged = trial.folder / f"{name}-{mode}.bc"
        frames.file_of(merged).unlink(missing_ok=True)
        outcome = self.merge(trial.program.module, name, mode, merged)
        trial.tally.merges += outcome.merges
        if outcome.fault:
            return Finding(mode, "-O0", *outcome.fault, name)
        trial.mixed = mixed(outcome)
        for level in tried:
            fault = self._behave(trial, merged, level)
            if fault:
                return Finding(mode, level, *fault, name)
        fault = self._access_fault(trial, merged, outcome) or self._frame_fault(trial, mode, merged, outcome) or self._alive_fault(trial, merged, outcome)
        return fault and Finding(mode, levels.CODE, *fault, name)

    def merge(self, module, name, mode, merged):
        """Runs a pass; LLVM verifies the whole module afterwards."""
        report = merged.with_suffix(".json")
        report.unlink(missing_ok=True)
        done = worker.passes(pipeline(mode, name, report), module, merged, self.plugin)
        if done.status is None:
            return Outcome(("hang", "opt"), 0)
        if not done.good:
            return Outcome(("crash", sign_of(done.said)), 0)
        told = only_run(report)
        bugs = [name for name in BUGS if told["pair_rejects"].get(name)]
        fault = (bugs[0], sign_of(done.said)) if bugs else ("log", sign_of(done.said)) if done.said else None
        return Outcome(fault, told["merges"], told)

    @staticmethod
    def _access_fault(trial, merged, outcome):
        """A volatile access that a merge did not keep as it was."""
        if not outcome.merges or outcome.report is None or not any(trial.accesses().values()):
            return None
        return accesses.fault(trial.accesses(), accesses.of_module(merged), outcome.report)

    def _frame_fault(self, trial, mode, merged, outcome):
        """What is wrong with the frames that code generation makes; of most programs they are looked at where all is merged."""
        if not outcome.merges or outcome.report is None or not (trial.program.brief or mode == "force"):
            return None
        before, after = trial.frames(), frames.of_module(merged)
        return None if before is None or after is None else frames.fault(before, after, outcome.report, trial.tally, frames.calls_of(merged))

    @staticmethod
    def _alive_fault(trial, merged, outcome):
        """What Alive2 finds in a program of cases, where it is installed."""
        if not (trial.program.cases and outcome.merges and outcome.report and alive.is_there()):
            return None
        return alive.fault(trial.program.module, merged, outcome.report, trial.tally)

    def shows(self, module, finding, folder):
        """Whether a module shows the finding: for the reduction."""
        merged = folder / "merged.bc"
        try:
            measured = finding.sign in (stack.OVERFLOWS, stack.TWICE)
            cases = finding.sign in (CASE, alive.WRONG)
            more = (mutants.driver(),) if cases else ()
            program = Program(module, runs=finding.kind in ("output", "stack"), deep=finding.kind == "stack", measured=measured, brief=True, cases=cases, more=more)
            trial = self._trial(program, folder)
            outcome = self.merge(module, finding.name, finding.mode, merged)
            fault = outcome.fault or (self._frame_fault(trial, finding.mode, merged, outcome) if finding.kind == "frame" else None)
            fault = fault or (self._alive_fault(trial, merged, outcome) if finding.kind == "alive" else None)
            trial.mixed = mixed(outcome)
            fault = fault or self._behave(trial, merged, finding.level)
        except Discarded:
            return False
        return fault == (finding.kind, finding.sign)

    def _trial(self, program, folder):
        trial = Trial(program, folder)
        if not program.runs:
            return trial
        executable = folder / "reference"
        if program.cases:
            return self._cases(trial, executable)
        if not build(program.module, "-O0", executable).good:
            raise Discarded("clang could not build it unmerged")
        trial.expected = execute(executable, sandbox.REFERENCE_SECONDS)
        if trial.expected.status is None:
            raise Discarded("it does not end")
        if trial.expected.status < 0:
            raise Discarded("it crashes unmerged")
        return trial

    def _cases(self, trial, executable):
        """What a program of cases does, so far as all levels agree, with the facts that make values undefined and without."""
        loosened = mutants.loosened(trial.program.module, trial.folder)
        known = None
        # The first one ends at what is undefined, so that others need not run these cases.
        for module, level in [(loosened, levels.CODE), *((trial.program.module, level) for level in mutants.REFERENCES)]:
            reference = executable.with_suffix(f".{len(trial.references)}")
            if not build(module, level, reference, *trial.program.more, frames=_frames(trial.program, module, level)).good:
                raise Discarded("clang could not build it unmerged")
            trial.references.append(reference)
            known = mutants.agreed(reference, known)
        trial.agreed = known
        if not trial.agreed:
            raise Discarded("no case is defined")
        return trial

    def _behave(self, trial, merged, level):
        """The fault of a merged module at a level, if it has one and the unmerged program has none."""
        target, executable = merged.with_suffix(f".o{level}"), merged.with_suffix(f".x{level}")
        trial.tally.compared += 1
        if self._known(trial, merged, level):
            return None
        done = worker.compile_module(merged, level, target, *_frames(trial.program, merged, level))
        if done.good and trial.program.runs:
            if self._known(trial, target):
                return None
            done = worker.link(target, executable, *trial.program.more)
        if not done.good:
            return self._blame_compiler(trial, level, executable, done)
        if level == levels.CODE and (fault := self._symbols_fault(trial, target)):
            return fault
        if trial.program.runs:
            fault = self._run(trial, executable, level)
            if fault:
                return fault
        trial.seen |= {_key(path, *more) for path, *more in ((merged, level), (target,)) if path.exists()}
        return None

    @staticmethod
    def _symbols_fault(trial, target):
        """What the merged object needs and the unmerged one does not."""
        before = trial.needs()
        return symbols.fault(before, symbols.of_object(target)) if before is not None else None

    def _run(self, trial, executable, level):
        """The fault of a merged program that is built, if it has one."""
        if trial.program.cases:
            trial.tally.note("cases compared", len(trial.agreed))
            differs = mutants.differs(executable, trial.agreed) and mutants.differ_alone(executable, trial.references, trial.agreed)
            return ("output", CASE) if differs else None
        if trial.program.measured:
            fault = stack.deep_fault(executable, self._plain(trial, level), level, trial.mixed)
        else:
            fault = stack.fault(executable, trial.expected, self._enough(trial, level) if trial.program.deep else None)
        if fault and fault[0] == "output":
            return self._blame_program(trial, executable)
        return fault

    def _plain(self, trial, level):
        """What the program does unmerged at a level."""
        if level not in trial.plain:
            executable = trial.folder / f"unmerged{level}"
            if not build(trial.program.module, level, executable, frames=_frames(trial.program, trial.program.module, level)).good:
                raise Discarded("LLVM cannot compile it even unmerged")
            trial.plain[level] = execute(executable)
            if not sandbox.same(trial.plain[level], trial.expected):
                raise Discarded("it behaves otherwise at another level, unmerged")
        return trial.plain[level]

    def _enough(self, trial, level):
        """The stack that must do at a level, if that is known."""
        if level not in trial.enough:
            executable = trial.folder / f"unmerged{level}"
            least = stack.need(executable, trial.expected) if build(trial.program.module, level, executable).good else None
            trial.enough[level] = stack.enough(least, level)
        return trial.enough[level]

    def _known(self, trial, path, *more):
        """Whether the same bytes have been compared already."""
        known = _key(path, *more) in trial.seen
        trial.tally.equal += known
        return known

    def _blame_compiler(self, trial, level, executable, done):
        compiler = build if trial.program.runs else worker.compile_module
        given = (trial.program.module, level, executable, *trial.program.more)
        if not compiler(*given).good:
            raise Discarded("LLVM cannot compile it even unmerged")
        return "codegen", sign_of(done.said)

    def _blame_program(self, trial, executable):
        for level in self.steady:
            if not build(trial.program.module, level, executable).good:
                raise Discarded("LLVM cannot compile it even unmerged")
            if not sandbox.same(execute(executable), trial.expected):
                raise Discarded("it behaves otherwise at another level, unmerged")
        return "output", "differs"


def _frames(program, module, level):
    """The file for the frames of a module, if they are looked at and can be had with its code."""
    return frames.of_code(module) if program.brief and level == levels.CODE else []


def build(module, level, executable, *more, frames=()):
    """Optimises a module, generates code, links."""
    target = executable.with_suffix(".unmerged.o")
    done = worker.compile_module(module, level, target, *frames)
    return worker.link(target, executable, *more) if done.good else done


def execute(executable, seconds=None):
    """Runs a program."""
    return machine.execute(executable, seconds or sandbox.PROGRAM_SECONDS)


def _key(path, *more):
    return (content.file_digest(path), *more)


def sign_of(said):
    """What is said, without what changes from program to program: names and numbers."""
    lines = [line for line in said.splitlines() if line.strip()]
    told = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "")
    told = re.sub(r"for .* and .* is wrong", "is wrong", told)
    told = re.sub(r"\S+ and \S+ could", "could", told)
    return re.sub(r"[%@'\"`/]\S+|\d+", "#", told)[:200]
