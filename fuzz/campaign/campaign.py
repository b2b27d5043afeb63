"""Runs the seeds of a campaign, two at a time, and keeps count.

What a seed gave is written down at once; a campaign that is started again with the same plugin and the same
generators does not repeat a seed. A seed that showed something keeps its folder.
"""

import json
import shutil
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field

from campaign import csmith, deep, machine, mutants, reduction, sandbox, shapes, stress, twins, worker
from campaign.check import Checker, Finding, Tally
from campaign.dead import Dead
from campaign.flags import Flags
from campaign.objects import Objects
from campaign.places import Places
from campaign.program import Discarded
from fmtools import REPOSITORY, content
from fmtools.journal import Journal
from fmtools.plugin import copied

KINDS = {"csmith": csmith.make, "twins": twins.make, "stress": stress.make, "copies": twins.make_copies, "shapes": shapes.make, "deep": deep.make, "mutants": mutants.make}
"""Kinds of one module each, which `Checker` merges."""

DRIVERS = {"objects": Objects, "flags": Flags, "dead": Dead, "places": Places}
"""Kinds that say themselves how a program is built."""


@dataclass(frozen=True)
class Result:
    """What a seed of a kind gave: `good`, `found`, or why it was discarded; and what was done, as in `Tally`."""

    kind: str
    seed: int
    verdict: str
    merges: int = 0
    compared: int = 0
    equal: int = 0
    counts: dict[str, int] = field(default_factory=dict)


class Campaign:
    """One campaign: a plugin and what it was tried on."""

    def __init__(self, plugin, reduce_seconds, names, thorough=False, cli=None):
        self.reduce_seconds = reduce_seconds
        sandbox.FOLDER.mkdir(parents=True, exist_ok=True)
        digest = content.file_digest(plugin, *([cli] if cli else []))
        tried = f"{machine.name('-'.join(names) or 'own')}{'-thorough' * thorough}-{digest}-{content.file_digest(*_own_files())}"
        self.journal = Journal(sandbox.FOLDER / f"journal-{tried}.jsonl").read()
        self.checker = Checker(copied(plugin, sandbox.FOLDER / f"plugin-{digest}.so"), names=tuple(names), thorough=thorough)
        # `combine` and the plugin are of one build.
        self.drivers = {name: make(self.checker.plugin, copied(cli, sandbox.FOLDER / f"fmerge-{digest}")) for name, make in DRIVERS.items()} if cli else {}

    def run(self, kinds, seeds, workers):
        """Tries every seed of every kind; gives the results, the known ones included."""
        worker.build()
        if {"twins", "copies", "mutants"} & set(kinds):
            twins.build()
        for kind in kinds:
            if kind in self.drivers:
                self.drivers[kind].prepare()
        known = self.journal.entries
        tasks = [(kind, seed) for seed in seeds for kind in kinds]
        results = [Result(**known[_name(*task)]) for task in tasks if _name(*task) in known]
        left = [task for task in tasks if _name(*task) not in known]
        progress = Progress(len(tasks), results)
        with ThreadPoolExecutor(workers) as pool:
            running = [pool.submit(self._try, *task) for task in left]
            try:
                for result in (future.result() for future in running):
                    results.append(result)
                    self.journal.write(_name(result.kind, result.seed), asdict(result))
                    progress.tell(result)
            except KeyboardInterrupt:
                pool.shutdown(cancel_futures=True)
                print(f"stopped: {progress.said()}; the last seed done is {_last(results)}", flush=True)
        return results

    def _try(self, kind, seed):
        folder = sandbox.FOLDER / "work" / machine.name(f"{kind}-{seed}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            finding, tally, keep = self._check(kind, seed, folder)
        except Discarded as reason:
            finding, tally, verdict = None, Tally(), str(reason)
        else:
            verdict = "found" if finding else "good"
        if finding:
            self._keep(kind, seed, keep, finding)
        shutil.rmtree(folder, ignore_errors=True)
        return Result(kind, seed, verdict, **asdict(tally))

    def _check(self, kind, seed, folder):
        """The finding, what was done, and what keeps the program in a folder for whoever looks into it."""
        if kind in self.drivers:
            driver = self.drivers[kind]
            return *driver.attempt(seed, folder), lambda place, finding: driver.keep(seed, folder, place, finding)
        program = KINDS[kind](seed, folder)
        return *self.checker.check(program, seed, folder), lambda place, finding: self._keep_module(program, place)

    def _keep(self, kind, seed, keep, finding: Finding):
        place = sandbox.FOLDER / "found" / machine.name(f"{kind}-{seed}")
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / "finding.json").write_text(json.dumps(asdict(finding), indent=1) + "\n")
        print(f"\n{kind} {seed}: {finding.kind} of {finding.name} in mode {finding.mode} at {finding.level}: {finding.sign}", flush=True)
        try:
            keep(place, finding)
        except Discarded as reason:
            print(f"{kind} {seed}: it is not reduced: {reason}", flush=True)
        print(f"{kind} {seed}: see {place}", flush=True)

    def _keep_module(self, program, place):
        shutil.copy(program.module, place / "original.bc")
        if self.reduce_seconds:
            reduction.reduce(place, self.checker.plugin, self.reduce_seconds)


def _own_files():
    """What the programs depend on, besides seeds and the tools of the system."""
    folder = REPOSITORY / "fuzz"
    return [path for part in ("campaign", "corpus", "drive", "twins", "worker") for path in sorted((folder / part).glob("*.*"))]


def _name(kind, seed):
    """Of a task in the journal."""
    return f"{kind} {seed}"


def _last(results):
    """In order, whatever the threads did in which order: all before it are done."""
    return _name(results[-1].kind, results[-1].seed) if results else "none"


class Progress:
    """A line that says how far a campaign has come."""

    EVERY = 20
    """Seconds between two lines where standard error is no terminal."""

    def __init__(self, total, known):
        self.total = total
        self.done = len(known)
        self.found = sum(result.verdict == "found" for result in known)
        self.first = self.done
        self.start = self.last = time.monotonic()

    def tell(self, result):
        """Counts a result, and now and then says so."""
        self.done += 1
        self.found += result.verdict == "found"
        now = time.monotonic()
        terminal = sys.stderr.isatty()
        if self.done < self.total and now - self.last < (1 if terminal else self.EVERY):
            return
        self.last = now
        line = self.said()
        print(f"\r{line}" if terminal else line, end="" if terminal else "\n", file=sys.stderr, flush=True)

    def said(self):
        """How far it is."""
        rate = (self.done - self.first) / max(time.monotonic() - self.start, 0.001)
        return f"{self.done} done, {self.total - self.done} left, {self.found} found, {rate:.2f} a second"


def summary(results):
    """The counts, a line for each kind."""
    lines = []
    for kind in [*KINDS, *DRIVERS]:
        own = [result for result in results if result.kind == kind]
        if own:
            verdicts = Counter(result.verdict for result in own)
            counts = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
            lines.append(f"{kind}: {len(own)} seeds: {counts}; {_done(own)}")
            lines += [f"  {number} {what}" for what, number in sorted(_counts(own).items())]
    return "\n".join(lines)


def _counts(results):
    """What was counted by name, such as merges by what made them."""
    whole = Counter()
    for result in results:
        whole.update(result.counts)
    return whole


def _done(results):
    merges, compared, equal = (sum(getattr(one, name) for one in results) for name in ("merges", "compared", "equal"))
    return f"{merges} merges; {compared} merged programs compared, {equal} of them by their equal code"
