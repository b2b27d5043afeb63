"""A whole run of the bench: which samples are taken, in which order, and how it goes on after a stop.

Consumes workloads, variants and configurations. Produces all samples, in order. The samples of one
program are interleaved: each configuration once, checked; then each again for its times, as often as was
asked for. What two samples compute from the same bytes is computed once (`memo`), except for its time.
Every sample is written to a journal at once, under a name that says all that it depends on, so
that a run that was stopped takes it from there. The journal goes when the run is finished.
"""

import itertools
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from fmbench import measure, store, training
from fmbench.memo import Memo
from fmtools import content, tools

LAYOUT = 5
"""Counted up when samples get other fields, so that a journal of older ones is not gone on with."""

GUESS_LARGE, GUESS_SMALL = 60.0, 3.0
"""Seconds that a sample takes, before one of the same program was taken."""

UNBUILT = 10.0
"""How many samples' time it takes to build a program, roughly."""


@dataclass(frozen=True)
class Task:
    """One sample to take."""

    job: measure.Job

    @property
    def repetition(self):
        """0 is the checked one."""
        return self.job.repetition

    def identity(self, modules):
        """All that the sample depends on, and the repetition."""
        job = self.job
        plugin = content.file_digest(job.plugin) if job.configuration.ours else ""
        expected = content.file_digest(job.workload.expected_path)
        asked = [self.repetition, job.tested, job.counted, job.pairs]
        return content.digest([LAYOUT, modules.name, job.configuration, plugin, expected, job.workload.run, job.workload.time, *asked])


class Progress:
    """Lines that say what comes next, how much is left, and how long that is likely to take."""

    def __init__(self, tasks, workers=1, stream=None):
        self.left = list(tasks)
        self.workers = workers
        self.stream = stream or sys.stderr
        self.seconds = {}

    def next(self, task):
        """Says which sample is about to be taken."""
        job = task.job
        step = "checked" if job.checked else "timed in turns" if job.pairs else f"times {task.repetition}"
        self.say(f"{job.workload.name} {job.variant.name}, {job.configuration.name}, {step}")

    def say(self, what):
        """Says what is about to happen, and what is left."""
        print(f"{what}; {len(self.left)} samples left, about {minutes(self.remaining())}", file=self.stream, flush=True)

    def done(self, task, seconds):
        """Takes note of how long one took; `None` if it was there already."""
        self.left.remove(task)
        if seconds is not None:
            self.seconds.setdefault(_kind(task), []).append(seconds)

    def remaining(self):
        """Seconds, by what samples of the same program took."""
        builds = {_kind(task)[:2] for task in self.left} - {kind[:2] for kind in self.seconds}
        return sum(map(self._likely, self.left)) + sum(UNBUILT * GUESS_SMALL for _ in builds)

    def _likely(self, task):
        return self._alone(task) / (self.workers if task.job.checked else 1)

    def _alone(self, task):
        for kind in (_kind(task), (*_kind(task)[:2], not task.job.checked)):
            if kind in self.seconds:
                return sum(self.seconds[kind]) / len(self.seconds[kind])
        return GUESS_LARGE if task.job.workload.large else GUESS_SMALL


def tasks(programs, variants, configurations, plugin, what):
    """All samples to take, in order, as `what`, a `plan.Part`, asks for them."""
    for workload in programs:
        for variant in variants_of(workload, variants):
            able = [one for one in configurations if fits(workload, one)]
            for repetition, chosen in enumerate([able, *[_timed(workload, able, what)] * _repetitions(workload, what)]):
                for one in chosen:
                    counted = repetition == 0 and what.counts(one) and countable(workload, variant)
                    yield Task(measure.Job(workload, variant, one, plugin, repetition, tested=not what.brief, counted=counted))
            for one in able if what.pairs and countable(workload, variant) else []:
                if what.counts(one) and one.name != one.base:
                    yield Task(measure.Job(workload, variant, one, plugin, pairs=what.pairs))


def _timed(workload, able, what):
    """Large programs are timed in fewer configurations, and once."""
    return [one for one in able if what.timed_names() is None or one.name in what.timed_names()] if workload.large else able


def _repetitions(workload, what):
    return min(what.repeat, 1) if workload.large else what.repeat


def countable(workload, variant):
    """Whether instructions can be counted: what runs under qemu is not counted."""
    return workload.time is not None and not variant.target.runner


def fits(workload, configuration):
    """Whether a program is measured in a configuration at all; its data file says why not."""
    return configuration.name not in workload.skipped and (configuration.on == "whole" or workload.build.separate)


def variants_of(workload, variants):
    """Those variants that a program is built in."""
    names = ["x86-64", *workload.build.targets]
    return [variant for variant in variants if variant.target.name in names]


def run(all_tasks, journal, workers):
    """Takes all samples that the journal lacks; yields tasks with their samples.

    Samples that are checked are taken several at a time, those for times alone one by one.
    """
    progress = Progress(all_tasks, workers)
    for _, group in itertools.groupby(all_tasks, lambda task: _kind(task)[:2]):
        with store.scratch() as folder:
            yield from _run_program(list(group), Memo(folder), journal, progress)


def _run_program(group, memo, journal, progress):
    """The samples of one program and variant."""
    job = group[0].job
    progress.say(f"{job.workload.name} {job.variant.name}: modules")
    modules = training.modules(job.workload, job.variant)
    outputs = measure.Outputs(expected(job.workload))
    for checked, part in itertools.groupby(group, lambda task: task.job.checked):
        part = list(part)
        with ThreadPoolExecutor(max_workers=progress.workers if checked else 1) as pool:
            yield from zip(part, pool.map(lambda task: _take(task, modules, outputs, memo, journal, progress), part))


def _take(task, modules, outputs, memo, journal, progress):
    """One sample, from the journal or measured now."""
    identity = task.identity(modules)
    if identity in journal.entries:
        progress.done(task, None)
        return journal.entries[identity]
    progress.next(task)
    begun = time.monotonic()
    sample = measure.sample(task.job, outputs, memo)
    journal.write(identity, sample)
    progress.done(task, time.monotonic() - begun)
    return sample


def lasting(sample):
    """Whether a sample would be the same if it were taken again: nothing failed, and it is not about time."""
    return not sample["failures"] and "pairs" not in sample


def expected(workload):
    """What a program must print."""
    if not workload.expected_path.is_file():
        raise tools.Problem(f"{workload.name} has no expected output; run bench/run.py bless --only {workload.name}")
    return workload.expected_path.read_bytes()


def minutes(seconds):
    """A time in words."""
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"


def _kind(task):
    return (task.job.workload.name, task.job.variant.name, task.job.checked)
